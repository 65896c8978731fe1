from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.merges import optimize as optimize_module
from rmt_engine.merges.optimize import MergeRequest, optimize
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE
from rmt_engine.store.tasks import Progress, TaskRunner
from tests.merges.tables import Bench, Row, current, key_of, newest, row_ids
from tests.store.samples import open_store, paths, refused, stagings

T = TypeVar("T")
R = TypeVar("R")

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "d": "UInt8", "n": "Int64"}


def _row(k: int, v: int = 0, n: int = 0, p: int = 1, d: int = 0) -> dict[str, Any]:
    return {"k": k, "p": p, "v": v, "d": d, "n": n}


def _table(store: Store, **options: Any) -> Bench:
    return Bench(store, _COLUMNS, **{"version": "v", "is_deleted": "d", **options})


# Which parts


def test_an_unscheduled_merge_takes_neighbours_of_one_partition(store: Store) -> None:
    table = _table(store, partition_by="p")
    for k in range(3):
        table.insert(_row(k, p=1))
    table.insert(_row(9, p=2))
    assert table.optimize() == 1
    assert table.names() == ["1_1_3_2", "2_4_4_1"]


def test_final_makes_one_part_of_every_partition(store: Store) -> None:
    table = _table(store, partition_by="p")
    for p in (1, 2, 1, 2, 3):
        table.insert(_row(1, p=p))
    assert table.optimize(final=True) == 3
    assert table.names() == ["1_1_3_2", "2_2_4_2", "3_5_5_2"]


def test_final_rewrites_a_part_that_is_alone(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1))
    assert table.optimize(final=True) == 1
    assert table.names() == ["all_1_1_2"]


@pytest.mark.parametrize(
    ("request_", "names"),
    [
        ({"partition_id": "2"}, ["1_1_1_1", "1_3_3_1", "2_2_4_2"]),
        ({"partition_id": "2", "final": True}, ["1_1_1_1", "1_3_3_1", "2_2_4_2"]),
        ({"partition_id": "7", "final": True}, ["1_1_1_1", "1_3_3_1", "2_2_2_1", "2_4_4_1"]),
    ],
)
def test_only_the_partition_asked_for_is_merged(
    store: Store, request_: dict[str, Any], names: list[str]
) -> None:
    table = _table(store, partition_by="p")
    for p in (1, 2, 1, 2):
        table.insert(_row(1, p=p))
    assert table.optimize(**request_) == (0 if "7" in request_.values() else 1)
    assert table.names() == names


@pytest.mark.parametrize("request_", [{}, {"partition_id": "all"}, {"cleanup": True}])
def test_one_part_has_nothing_to_merge_with(store: Store, request_: dict[str, Any]) -> None:
    table = _table(store)
    table.insert(_row(1))
    assert table.optimize(**request_) == 0
    assert table.names() == ["all_1_1_1"]


@pytest.mark.parametrize("final", [True, False])
def test_an_empty_table_has_nothing_to_merge(store: Store, final: bool) -> None:
    assert _table(store).optimize(final=final) == 0


def test_the_level_is_one_above_the_highest(store: Store) -> None:
    table = _table(store)
    for k in range(2):
        table.insert(_row(k))
    table.optimize(final=True)
    table.insert(_row(9), collapse=False)
    assert table.names() == ["all_1_2_2", "all_3_3_0"]
    table.optimize(final=True)
    assert table.names() == ["all_1_3_3"]


# Which rows


def test_the_newest_rows_stay(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, v=5, n=1), _row(2, v=1, n=2))
    table.insert(_row(1, v=5, n=3), _row(2, v=0, n=4))
    table.optimize(final=True)
    assert [row["n"] for row in table.rows()] == [3, 2]


@pytest.mark.parametrize(
    ("request_", "ns"),
    [
        ({"final": True}, [2, 3]),
        ({"cleanup": True}, [2, 3]),
        ({"final": True, "cleanup": True}, [3]),
    ],
)
def test_tombstones_go_by_final_cleanup_only(
    store: Store, request_: dict[str, Any], ns: list[int]
) -> None:
    table = _table(store)
    table.insert(_row(1, v=1, n=1))
    table.insert(_row(1, v=2, n=2, d=1), _row(2, n=3))
    table.optimize(**request_)
    assert [row["n"] for row in table.rows()] == ns


def test_cleanup_resurrects_what_a_tombstone_of_another_partition_beat(store: Store) -> None:
    table = _table(store, partition_by="p", partition_follows_key=False)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2, d=1))
    table.optimize(final=True, cleanup=True)
    assert [row["n"] for row in table.rows()] == [1]


def test_when_no_row_stays_the_part_goes_and_leaves_nothing(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, d=1), _row(2, d=1))
    directory = Path(store.storage.hadoop_path(table.table.uuid).removeprefix("file://"))
    before = set(directory.rglob("*"))
    assert table.optimize(final=True, cleanup=True) == 1
    assert table.names() == []
    assert set(directory.rglob("*")) == before
    assert stagings(store.registry) == []


@pytest.mark.parametrize(("by", "ns"), [(("k",), [1, 4]), (("k", "p", "v", "d"), [1, 3, 4])])
def test_equal_rows_of_a_mergetree_become_one(
    store: Store, by: tuple[str, ...], ns: list[int]
) -> None:
    table = Bench(store, _COLUMNS, engine=MERGE_TREE)
    table.insert(_row(1, n=1), _row(1, n=2))
    table.insert(_row(1, v=7, n=3), _row(2, n=4))
    table.optimize(final=True, deduplicate_by=by)
    assert [row["n"] for row in table.rows()] == ns


@pytest.mark.parametrize(
    ("request_", "complete"),
    [
        ({}, True),
        ({"final": True}, True),
        ({"cleanup": True}, True),
        ({"final": True, "cleanup": True}, False),
        ({"final": True, "deduplicate_by": ("k",)}, False),
    ],
)
def test_a_merge_that_drops_newest_rows_is_not_complete(
    store: Store, request_: dict[str, Any], complete: bool
) -> None:
    table = _table(store)
    for k in range(2):
        table.insert(_row(k))
    table.optimize(**request_)
    assert [part.complete for part in table.snapshot().parts] == [complete]


@pytest.mark.parametrize(("engine", "unique"), [("ReplacingMergeTree", True), (MERGE_TREE, False)])
def test_a_merge_makes_keys_unique_if_the_engine_replaces(
    store: Store, engine: str, unique: bool
) -> None:
    table = Bench(store, _COLUMNS, engine=engine)
    for _ in range(2):
        table.insert(_row(1), _row(1), collapse=False)
    table.optimize(final=True)
    assert [part.unique for part in table.snapshot().parts] == [unique]
    assert len(table.rows()) == (1 if unique else 4)


_blocks = st.lists(
    st.lists(
        st.builds(_row, st.integers(0, 25), st.integers(0, 2), d=st.integers(0, 1)),
        min_size=1,
        max_size=30,
    ),
    min_size=1,
    max_size=4,
)


@given(_blocks, st.booleans(), st.booleans())
@settings(max_examples=examples(5))
def test_one_part_holds_what_all_inserts_collapse_to(
    store: Store, blocks: Sequence[Sequence[Row]], collapse: bool, cleanup: bool
) -> None:
    """Many ranges, many files: see conftest."""
    table = _table(store)
    numbered = [
        [{**r, "n": 100 * b + i} for i, r in enumerate(rows)] for b, rows in enumerate(blocks)
    ]
    for rows in numbered:
        table.insert(*rows, collapse=collapse)
    table.optimize(final=True, cleanup=cleanup)
    everything = [row for rows in numbered for row in rows]
    expected = current(everything, "k", "v", "d") if cleanup else newest(everything, "k", "v")
    assert table.rows() == expected
    files = table.snapshot().files
    assert all(file.rows <= 6 for file in files)
    numbers = row_ids(store.storage, files)
    assert len(set(numbers)) == len(numbers)


@given(_blocks)
@settings(max_examples=examples(5))
def test_a_mergetree_loses_no_row(store: Store, blocks: Sequence[Sequence[Row]]) -> None:
    table = Bench(store, _COLUMNS, engine=MERGE_TREE)
    numbered = [
        [{**r, "n": 100 * b + i} for i, r in enumerate(rows)] for b, rows in enumerate(blocks)
    ]
    for rows in numbered:
        table.insert(*rows)
    table.optimize(final=True)
    everything = [row for rows in numbered for row in rows]
    assert table.rows() == sorted(everything, key=lambda row: key_of(row, "k"))


# Others at work on the same table


class Meddling:
    """A runner that lets something else happen to the table once its tasks have run.

    Args:
        runner: runs the tasks.
        meddle: what happens.
        times: after how many runs.
    """

    def __init__(self, runner: TaskRunner, meddle: Callable[[], object], times: int) -> None:
        self._runner = runner
        self._meddle = meddle
        self._times = times
        self.runs = 0
        self.parallelism = runner.parallelism

    def run(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        rows: int,
        progress: Progress | None = None,
    ) -> list[R]:
        results = self._runner.run(function, tasks, rows, progress)
        self.runs += 1
        if self.runs <= self._times:
            self._meddle()
        return results


@dataclass
class Rival:
    """A table of three parts, and another endpoint that can merge it too."""

    table: Bench
    store: Store
    other: Store

    def merge(self) -> None:
        """The other endpoint merges all parts, blind to the claims of this one."""
        for claim in self.store.claims.all():
            self.store.claims.release(claim)
        optimize(
            self.other, self.table.table, lambda _: self.table.stored, MergeRequest(final=True)
        )

    def meddles(self, meddle: Callable[[], object], times: int = 1) -> Meddling:
        """Something happens while the store's next merges are at work."""
        meddling = Meddling(self.store.runner, meddle, times)
        self.store.runner = meddling
        return meddling


@pytest.fixture
def rival(tmp_path: Path) -> Iterator[Rival]:
    with open_store(tmp_path) as store, open_store(tmp_path) as other:
        table = _table(store)
        for n in range(3):
            table.insert(_row(1, n=n), _row(2 + n, n=n))
        yield Rival(table, store, other)


def _assert_nothing_half_written(store: Store) -> None:
    """No file is without a part, no part without a file, no staging is open."""
    known = {
        file.path
        for table in store.registry.tables.all()
        for part in (
            *store.snapshots.current(table).parts,
            *store.registry.parts.outdated(table.id),
        )
        for file in part.files
    }
    assert paths(store) == known
    assert stagings(store.registry) == []


def test_a_merge_whose_sources_went_is_planned_anew(rival: Rival) -> None:
    meddling = rival.meddles(rival.merge)
    assert rival.table.optimize(final=True) == 1
    assert meddling.runs == 2
    assert rival.table.names() == ["all_1_3_3"]
    assert [row["n"] for row in rival.table.rows()] == [2, 0, 1, 2]
    _assert_nothing_half_written(rival.store)


def test_a_merge_is_over_when_another_did_its_work(rival: Rival) -> None:
    rival.meddles(rival.merge)
    assert rival.table.optimize() == 0
    assert rival.table.names() == ["all_1_3_2"]
    _assert_nothing_half_written(rival.store)


def test_a_merge_is_over_when_the_table_was_emptied(rival: Rival) -> None:
    registry, table_id = rival.store.registry, rival.table.table.id
    rival.meddles(lambda: registry.parts.commit(table_id, [], [], replaces=None))
    assert rival.table.optimize(final=True) == 0
    assert rival.table.names() == []
    _assert_nothing_half_written(rival.store)


def test_rows_inserted_meanwhile_are_not_lost(rival: Rival) -> None:
    rival.meddles(lambda: rival.table.insert(_row(1, n=99)))
    assert rival.table.optimize(final=True) == 1
    assert rival.table.names() == ["all_1_3_2", "all_4_4_1"]
    assert 99 in [row["n"] for row in rival.table.rows()]
    _assert_nothing_half_written(rival.store)


def test_a_merge_that_always_loses_gives_up(rival: Rival, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimize_module, "_ATTEMPTS", 3)
    meddling = rival.meddles(rival.merge, times=3)
    with refused("CANNOT_ASSIGN_OPTIMIZE", match="took the parts 3 times"):
        rival.table.optimize(final=True)
    assert meddling.runs == 3
    assert rival.table.names() == ["all_1_3_4"]
    _assert_nothing_half_written(rival.store)


def test_a_merge_of_a_table_dropped_meanwhile_fails(rival: Rival) -> None:
    rival.meddles(lambda: rival.store.registry.tables.drop(rival.table.table.id))
    before = paths(rival.store)
    with refused("UNKNOWN_TABLE"):
        rival.table.optimize(final=True)
    assert paths(rival.store) == before
    assert stagings(rival.store.registry) == []


class _WorkError(Exception):
    pass


def test_a_failing_task_changes_nothing(rival: Rival) -> None:
    def fail() -> None:
        raise _WorkError

    before = rival.table.names(), rival.table.rows()
    rival.meddles(fail)
    with pytest.raises(_WorkError):
        rival.table.optimize(final=True)
    assert (rival.table.names(), rival.table.rows()) == before
    _assert_nothing_half_written(rival.store)


@pytest.mark.parametrize("checks", [0, 1])
def test_a_merge_that_is_to_stop_changes_nothing(rival: Rival, checks: int) -> None:
    """It is asked before the work and again before the commit."""
    left = [None] * checks

    def check() -> None:
        if not left:
            raise _WorkError
        left.pop()

    table, before = rival.table, rival.table.names()
    with pytest.raises(_WorkError):
        optimize(rival.store, table.table, lambda _: table.stored, MergeRequest(final=True), check)
    assert table.names() == before
    _assert_nothing_half_written(rival.store)


def test_a_wrong_mark_stops_a_merge(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, d=7), collapse=False)
    table.insert(_row(1))
    with refused("INCORRECT_DATA"):
        table.optimize(final=True)
    assert table.names() == ["all_1_1_0", "all_2_2_1"]
