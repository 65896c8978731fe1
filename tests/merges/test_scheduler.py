from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from support.waiting import eventually

from rmt_engine.errors import RmtError
from rmt_engine.merges import scheduler as scheduler_module
from rmt_engine.merges.merge import merged_name
from rmt_engine.merges.scheduler import MergePolicy, MergeScheduler
from rmt_engine.store.store import Store
from rmt_engine.store.table import Expiry, Table
from rmt_engine.store.tasks import InlineRunner, Progress
from tests.merges.tables import Bench, current
from tests.store.samples import open_store, stagings

T = TypeVar("T")
R = TypeVar("R")
_COLUMNS = {"k": "Int64", "v": "Int64", "d": "UInt8", "n": "Int64"}
_PATIENCE_S = 10.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


class Gate(InlineRunner):
    """A runner whose work waits, or fails, until it is told otherwise."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.error: Exception | None = None
        self.runs = 0
        self.at_work = 0
        self.most_at_work = 0
        self._lock = threading.Lock()

    def run(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        rows: int,
        progress: Progress | None = None,
    ) -> list[R]:
        with self._lock:
            self.runs += 1
            self.at_work += 1
            self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            if progress is not None:
                progress.follow(lambda: 0.5)
            assert self.open.wait(_PATIENCE_S)
            if self.error is not None:
                raise self.error
            return super().run(function, tasks, rows, progress)
        finally:
            with self._lock:
                self.at_work -= 1


@pytest.fixture
def gate(store: Store) -> Gate:
    """The store's runner, closed."""
    store.runner = gate = Gate()
    return gate


def _table(store: Store, inserts: int, **options: Any) -> Bench:
    table = Bench(store, _COLUMNS, **{"version": "v", "is_deleted": "d", **options})
    for n in range(inserts):
        table.insert({"k": n % 3, "v": n, "d": 0, "n": n})
    return table


@contextmanager
def _scheduler(
    store: Store, *tables: Bench, slots: int = 2, merged: Callable[[Table], None] | None = None,
    **policy: Any,
) -> Iterator[MergeScheduler]:  # fmt: skip
    """A scheduler at work; tables it is not told of have no rules and are left alone."""
    known = {table.table.id: table.stored for table in tables}

    def rules(table: Table) -> MergePolicy:
        return MergePolicy(known[table.id], **{"most_bytes": 10**9, "least_bytes": 10**6, **policy})

    scheduler = MergeScheduler(store, slots, rules, merged or (lambda _: None))
    scheduler.start()
    try:
        yield scheduler
    finally:
        scheduler.close()


def test_parts_merge_by_themselves(store: Store) -> None:
    table = _table(store, 6)
    merged: list[str] = []
    with _scheduler(store, table, merged=lambda t: merged.append(t.name)):
        eventually(lambda: table.names() == ["all_1_6_2"])
        assert [row["n"] for row in table.rows()] == [3, 4, 5]
    assert merged == [table.table.name]
    assert store.claims.all() == []


def test_it_is_told_of_new_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 1e6)
    table = _table(store, 5)
    with _scheduler(store, table) as scheduler:
        time.sleep(0.1)
        assert len(table.names()) == 5
        table.insert({"k": 9, "v": 9, "d": 0, "n": 9})
        scheduler.parts_changed()
        eventually(lambda: table.names() == ["all_1_6_2"])


def test_it_finds_parts_of_another_process(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _table(store, 5)
    with _scheduler(store, table):
        table.insert({"k": 9, "v": 9, "d": 0, "n": 9})
        eventually(lambda: table.names() == ["all_1_6_2"])


def test_no_more_merges_run_than_there_are_slots(store: Store, gate: Gate) -> None:
    tables = [_table(store, 6) for _ in range(4)]
    with _scheduler(store, *tables, slots=2):
        eventually(lambda: gate.at_work == 2)
        time.sleep(0.1)
        assert gate.runs == 2
        gate.open.set()
        eventually(lambda: all(len(table.names()) == 1 for table in tables))
    assert gate.most_at_work == 2


def test_a_merge_under_way_is_seen(store: Store, gate: Gate) -> None:
    table = _table(store, 6)
    with _scheduler(store, table) as scheduler:
        eventually(lambda: gate.at_work == 1)
        [claim] = store.claims.all(table.table.id)
        assert (str(claim.result), claim.rows) == ("all_1_6_2", 6)
        assert scheduler.progress(claim) == 0.5
        gate.open.set()
        eventually(lambda: not store.claims.all())
        eventually(lambda: scheduler.progress(claim) == 0.0)


def test_parts_somebody_else_merges_are_left_alone(store: Store) -> None:
    table = _table(store, 8)
    parts = table.snapshot().parts
    claim = store.claims.take(table.table.id, parts[:2], merged_name(parts[:2]))
    assert claim is not None
    with _scheduler(store, table):
        eventually(lambda: table.names() == ["all_1_1_1", "all_2_2_1", "all_3_8_2"])


def test_stopped_merges_are_cancelled_and_begin_no_more(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table, other = _table(store, 6), _table(store, 6)
    with _scheduler(store, table, other) as scheduler:
        eventually(lambda: gate.at_work == 2)
        scheduler.stop_merges(table.table.id)
        assert scheduler.is_stopped(table.table.id)
        assert not scheduler.is_stopped(other.table.id)
        gate.open.set()
        eventually(lambda: len(other.names()) == 1)
        eventually(lambda: not store.claims.all())
        assert len(table.names()) == 6
        scheduler.start_merges(table.table.id)
        eventually(lambda: len(table.names()) == 1)


def test_all_merges_are_stopped_and_started(store: Store) -> None:
    table = _table(store, 5)
    with _scheduler(store, table) as scheduler:
        scheduler.stop_merges(None)
        table.insert({"k": 9, "v": 9, "d": 0, "n": 9})
        scheduler.parts_changed()
        time.sleep(0.1)
        assert len(table.names()) == 6
        assert scheduler.is_stopped(table.table.id)
        scheduler.start_merges(None)
        eventually(lambda: len(table.names()) == 1)


def test_a_failing_merge_is_tried_again_later_and_later(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler_module, "_FIRST_RETRY_S", 0.05)
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.01)
    monkeypatch.setattr(logging.getLogger("rmt_engine"), "propagate", True)
    gate.error = RuntimeError("the disk is full")
    gate.open.set()
    table, before = _table(store, 6), time.monotonic()
    with _scheduler(store, table):
        eventually(lambda: gate.runs >= 4)
        assert time.monotonic() - before >= 0.05 + 0.1 + 0.2
        assert len(table.names()) == 6
        gate.error = None
        eventually(lambda: len(table.names()) == 1)
    assert [r.args[2] for r in caplog.records if "merge failed" in r.msg][:3] == [1, 2, 3]
    assert "the disk is full" in caplog.text
    assert stagings(store.registry) == []


def test_closing_cancels_what_is_under_way(store: Store, gate: Gate) -> None:
    table = _table(store, 6)
    with _scheduler(store, table):
        eventually(lambda: gate.at_work == 1)
        threading.Timer(0.1, gate.open.set).start()
    assert len(table.names()) == 6
    assert store.claims.all() == stagings(store.registry) == []


def test_a_table_dropped_under_a_merge_is_no_failure(store: Store, gate: Gate) -> None:
    table, other = _table(store, 6), _table(store, 6)
    with _scheduler(store, table, other):
        eventually(lambda: gate.at_work == 2)
        store.registry.tables.drop(table.table.id)
        gate.open.set()
        eventually(lambda: len(other.names()) == 1 and not store.claims.all())
    assert stagings(store.registry) == []


@pytest.mark.parametrize("cleanup", [False, True])
def test_old_partitions_become_one_part(
    store: Store, cleanup: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _table(store, 2)
    table.insert({"k": 0, "v": 50, "d": 1, "n": 50})
    rows = table.rows()
    with _scheduler(store, table, force_age=0.01, whole_partitions=True, cleanup=cleanup):
        eventually(lambda: table.names() == ["all_1_3_2"])
        time.sleep(0.1)
    assert table.names() == ["all_1_3_2"]
    assert [part.complete for part in table.snapshot().parts] == [not cleanup]
    alive = current(rows, "k", "v", "d")
    assert [row for row in table.rows() if not row["d"]] == alive
    assert len(table.rows()) == len(alive) + (not cleanup)


def test_a_merge_that_lost_its_parts_is_chosen_again(store: Store, gate: Gate) -> None:
    table = _table(store, 6)
    with _scheduler(store, table):
        eventually(lambda: gate.at_work == 1)
        gone = table.snapshot().parts[0]
        store.registry.parts.commit(table.table.id, [], [], replaces=[gone.id])
        for n in range(1):
            table.insert({"k": 7, "v": n, "d": 0, "n": n})
        gate.open.set()
        eventually(lambda: table.names() == ["all_2_7_2"])


def test_what_a_table_cannot_be_read_for_stops_nobody_else(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    fine = _table(store, 6)
    policies = {fine.table.id: MergePolicy(fine.stored, 10**9, 10**6)}

    def policy(table: Table) -> MergePolicy:
        if table.id not in policies:
            raise RmtError("LOGICAL_ERROR", "broken")
        return policies[table.id]

    _table(store, 6)
    scheduler = MergeScheduler(store, 2, policy)
    scheduler.start()
    eventually(lambda: len(fine.names()) == 1)
    scheduler.close()


# TTL

_TTL_COLUMNS = {"k": "Int64", "v": "Int64", "ttl": "Int64"}


def _expiring(store: Store) -> Bench:
    """A table whose rows know in `ttl` when they expire, with one that never does."""
    table = Bench(store, _TTL_COLUMNS, ttl=[Expiry("ts", name="ttl")])
    table.insert({"k": 0, "v": 0, "ttl": None})
    return table


def _insert_expired(table: Bench, k: int) -> None:
    """Inserts a row that has expired beside one that never does."""
    table.insert({"k": k, "v": k, "ttl": 1}, {"k": 100 + k, "v": k, "ttl": None})


def test_a_part_in_which_rows_have_expired_merges_by_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _expiring(store)
    with _scheduler(store, table):
        _insert_expired(table, 1)
        eventually(lambda: table.names() == ["all_1_1_1", "all_2_2_2"])
        assert sorted(row["k"] for row in table.rows()) == [0, 101]
        # The next such merge of the partition has to wait, but not for rows that all have expired.
        _insert_expired(table, 2)
        table.insert({"k": 9, "v": 9, "ttl": 1})
        eventually(lambda: table.names() == ["all_1_1_1", "all_2_2_2", "all_3_3_1"])
        time.sleep(0.2)
        assert len(table.names()) == 3


def test_no_merge_begins_because_of_ttl_where_none_may(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _expiring(store)
    with _scheduler(store, table, most_of_ttl=0):
        _insert_expired(table, 1)
        time.sleep(0.3)
        assert table.names() == ["all_1_1_1", "all_2_2_1"]
    with _scheduler(store, table, most_of_ttl=1):
        eventually(lambda: table.names() == ["all_1_1_1", "all_2_2_2"])


def test_it_looks_again_when_a_row_is_to_expire(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _expiring(store)
    table.optimize(final=True)
    with _scheduler(store, table):
        table.insert({"k": 1, "v": 1, "ttl": int(time.time()) + 2})
        time.sleep(0.3)
        assert len(table.names()) == 2
        eventually(lambda: len(table.names()) == 1)


def test_nothing_expires_while_that_is_stopped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _expiring(store)
    with _scheduler(store, table) as scheduler:
        for table_id in (table.table.id, None):
            scheduler.stop_ttl_merges(table_id)
            _insert_expired(table, 1)
            assert scheduler.expires_at(table.table.id) is None
            assert (scheduler.expires_at(-1) is None) == (table_id is None)
            names = table.names()
            time.sleep(0.2)
            assert table.names() == names
            scheduler.start_ttl_merges(table_id)
            eventually(lambda: all(row["k"] != 1 for row in table.rows()))
            scheduler._ttl_merged.clear()


def test_a_merge_for_ttl_that_fails_is_tried_again(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    monkeypatch.setattr(scheduler_module, "_FIRST_RETRY_S", 0.01)
    table = _expiring(store)
    _insert_expired(table, 1)
    gate.error = RuntimeError("no")
    gate.open.set()
    with _scheduler(store, table):
        eventually(lambda: gate.runs >= 2)
        gate.error = None
        eventually(lambda: all(row["k"] != 1 for row in table.rows()))


def test_whole_parts_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _expiring(store)
    _insert_expired(table, 1)
    table.insert({"k": 9, "v": 9, "ttl": 1})
    with _scheduler(store, table, whole_parts=True):
        eventually(lambda: len(table.names()) == 2)
        time.sleep(0.2)
        assert sorted(row["k"] for row in table.rows()) == [0, 1, 101]
