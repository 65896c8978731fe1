from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from rmt_engine.merges.final import PARTITION, TABLE, FinalRows, FinalState
from rmt_engine.merges.final_builder import BACKGROUND, LAZY, SYNC, FinalBuilder
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE
from tests.merges.tables import Bench, members

_COLUMNS = {"k": "Int64", "v": "Int64", "d": "UInt8"}


@pytest.fixture
def rows(store: Store) -> FinalRows:
    return FinalRows(store)


@pytest.fixture
def builder(store: Store, rows: FinalRows) -> Iterator[FinalBuilder]:
    builder = FinalBuilder(store, rows)
    builder.start()
    yield builder
    builder.stop()


def _table(store: Store, inserts: int = 2, d: int = 0) -> Bench:
    options = {"version": "v", "is_deleted": "d", "partition_follows_key": False}
    table = Bench(store, _COLUMNS, **options)
    for v in range(inserts):
        table.insert({"k": 1, "v": v, "d": d}, collapse=False)
    return table


def _is_built(table: Bench, scope: str = TABLE) -> bool:
    record = table.store.registry.vectors.newest(table.table.id, scope, 1_000_000)
    return record is not None and record.version == table.snapshot().version


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_vector_is_built_in_the_background(store: Store, builder: FinalBuilder) -> None:
    table = _table(store)
    builder.parts_changed(table.table, BACKGROUND)
    _wait(lambda: _is_built(table))


def test_a_vector_is_built_before_sync_returns(store: Store, builder: FinalBuilder) -> None:
    table = _table(store)
    builder.parts_changed(table.table, SYNC)
    assert _is_built(table)


def test_the_vector_is_of_the_scope_final_will_look_in(store: Store, builder: FinalBuilder) -> None:
    table = Bench(store, _COLUMNS, version="v", partition_follows_key=True)
    table.insert({"k": 1, "v": 1, "d": 0})
    builder.parts_changed(table.table, SYNC)
    assert _is_built(table, PARTITION)
    assert not _is_built(table, TABLE)


def test_lazy_leaves_it_to_the_first_query(
    store: Store, builder: FinalBuilder, rows: FinalRows
) -> None:
    table = _table(store)
    builder.parts_changed(table.table, LAZY)
    builder.stop()
    assert not _is_built(table)
    assert len(members(rows.state(table.snapshot(), TABLE).vector)) == 1
    assert _is_built(table)


def test_mergetree_needs_no_vector(store: Store, builder: FinalBuilder) -> None:
    table = Bench(store, _COLUMNS, engine=MERGE_TREE)
    table.insert({"k": 1, "v": 1, "d": 0})
    builder.parts_changed(table.table, SYNC)
    assert not _is_built(table)


@pytest.mark.parametrize("when", [SYNC, BACKGROUND])
def test_a_wrong_mark_is_told_to_the_reader_not_to_the_writer(
    store: Store, builder: FinalBuilder, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = _table(store, d=7)
    builder.parts_changed(table.table, when)
    _wait(lambda: "is_deleted = 7" in caplog.text)
    builder.parts_changed(_table(store).table, SYNC)


def test_a_table_that_was_dropped_is_passed_over(store: Store, builder: FinalBuilder) -> None:
    table, other = _table(store), _table(store)
    store.registry.tables.drop(table.table.id)
    for dropped in (table, other):
        builder.parts_changed(dropped.table, BACKGROUND)
    _wait(lambda: _is_built(other))


class _SlowRows(FinalRows):
    """Waits in the first build until it is let go."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.started, self.go_on = threading.Event(), threading.Event()
        self.versions: list[int] = []

    def _load_or_build(self, snapshot: Snapshot, scope: str) -> FinalState:
        self.versions.append(snapshot.version)
        self.started.set()
        assert self.go_on.wait(60)
        return super()._load_or_build(snapshot, scope)


def test_changes_during_a_build_are_taken_in_together_and_a_query_waits(store: Store) -> None:
    rows = _SlowRows(store)
    builder = FinalBuilder(store, rows)
    builder.start()
    table = _table(store, inserts=1)
    builder.parts_changed(table.table, BACKGROUND)
    assert rows.started.wait(60)
    for v in range(3):
        table.insert({"k": 1, "v": v, "d": 0})
        builder.parts_changed(table.table, BACKGROUND)
    answers: list[int] = []
    query = threading.Thread(
        target=lambda: answers.append(len(members(rows.state(table.snapshot(), TABLE).vector)))
    )
    query.start()
    rows.go_on.set()
    query.join(120)
    builder.stop()
    assert answers == [3]
    assert rows.versions == [1, 4]


def test_it_stops_with_work_waiting(store: Store, rows: FinalRows) -> None:
    builder = FinalBuilder(store, rows)
    builder.parts_changed(_table(store).table, BACKGROUND)
    builder.start()
    builder.stop()
