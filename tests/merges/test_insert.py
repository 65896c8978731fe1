from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.engines.replacing import Replacing
from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.merges.insert import TaskRun, seal_runs, write_block
from rmt_engine.store.part import NewPart
from rmt_engine.store.storage import FileInfo
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE, REPLACING, ROW_ID
from tests.merges.tables import (
    Bench,
    Row,
    key_of,
    newest,
    partition_of,
    read_run,
    row_ids,
    write_run,
)
from tests.store.samples import paths, refused, stagings

_COLUMNS = {"k": "Int64", "v": "Int64", "n": "Int64"}


def _row(k: int | None, v: int = 0, n: int = 0) -> dict[str, Any]:
    return {"k": k, "v": v, "n": n}


# What an insert means


@pytest.mark.parametrize(
    ("engine", "collapse", "level", "algorithm"),
    [
        (REPLACING, True, 1, Replacing(("k",), "v")),
        (REPLACING, False, 0, Ordinary(("k",))),
        (MERGE_TREE, True, 0, Ordinary(("k",))),
        (MERGE_TREE, False, 0, Ordinary(("k",))),
    ],
)
def test_only_a_collapsed_block_of_replacing_rows_was_merged(
    store: Store, engine: str, collapse: bool, level: int, algorithm: object
) -> None:
    plan = Bench(store, _COLUMNS, version="v", engine=engine).plan(collapse)
    assert (plan.level, plan.algorithm) == (level, algorithm)


# Small blocks


@pytest.mark.parametrize(
    ("engine", "collapse", "name", "ns", "unique"),
    [
        pytest.param(REPLACING, True, "all_1_1_1", [2, 4], True, id="Replacing"),
        pytest.param(REPLACING, False, "all_1_1_0", [1, 2, 3, 4], False, id="not collapsed"),
        pytest.param(MERGE_TREE, True, "all_1_1_0", [1, 2, 3, 4], False, id="MergeTree"),
    ],
)
def test_the_rows_of_a_block_become(
    store: Store, engine: str, collapse: bool, name: str, ns: list[int], unique: bool
) -> None:
    table = Bench(store, _COLUMNS, version="v", engine=engine)
    rows = [_row(1, 1, n=1), _row(1, 3, n=2), _row(1, 2, n=3), _row(2, 0, n=4)]
    assert table.insert(*rows[::-1][:1], *rows[:3], collapse=collapse) == [name]
    assert [row["n"] for row in table.rows()] == ns
    assert [part.unique for part in table.snapshot().parts] == [unique]


def test_every_insert_takes_the_next_block(store: Store) -> None:
    table = Bench(store, _COLUMNS)
    assert [table.insert(_row(1)) for _ in range(3)] == [
        ["all_1_1_1"],
        ["all_2_2_1"],
        ["all_3_3_1"],
    ]
    assert len(table.rows()) == 3


def test_every_partition_of_a_block_becomes_a_part_as_they_appear(store: Store) -> None:
    table = Bench(store, _COLUMNS, partition_by="v")
    rows = [_row(1, v=9, n=1), _row(1, v=10, n=2), _row(2, v=9, n=3), _row(2, v=1, n=4)]
    assert table.insert(*rows) == ["9_1_1_1", "10_2_2_1", "1_3_3_1"]
    of_parts = {str(p.name): (p.partition, p.rows) for p in table.snapshot().parts}
    assert of_parts == {
        "9_1_1_1": (("9",), 2),
        "10_2_2_1": (("10",), 1),
        "1_3_3_1": (("1",), 1),
    }


def test_rows_of_different_partitions_do_not_collapse(store: Store) -> None:
    table = Bench(store, _COLUMNS, partition_by="v")
    table.insert(_row(1, v=1), _row(1, v=2))
    assert len(table.rows()) == 2


@pytest.mark.parametrize("partition_by", [None, "v"])
def test_no_rows_make_no_part(store: Store, partition_by: str | None) -> None:
    table = Bench(store, _COLUMNS, partition_by=partition_by)
    assert table.insert() == []


def test_the_parts_of_a_block_share_no_chunk_of_row_ids(store: Store) -> None:
    table = Bench(store, _COLUMNS, partition_by="v")
    table.insert(*(_row(1, v=v) for v in range(5)))
    chunks = [file.first_row >> 16 for file in table.snapshot().files]
    assert len(set(chunks)) == 5


@pytest.mark.parametrize("mark", [2, 255])
def test_a_block_with_a_wrong_mark_is_refused_and_leaves_nothing(store: Store, mark: int) -> None:
    table = Bench(store, {"k": "Int64", "d": "UInt8"}, is_deleted="d")
    table.insert({"k": 1, "d": 0})
    before = paths(store, table.table.uuid)
    with refused("INCORRECT_DATA", match=f"is_deleted = {mark} "):
        table.insert({"k": 1, "d": 0}, {"k": 2, "d": mark})
    assert table.names() == ["all_1_1_1"]
    assert paths(store, table.table.uuid) == before
    assert stagings(store.registry) == []


def test_a_wrong_mark_is_stored_when_the_block_is_not_collapsed(store: Store) -> None:
    table = Bench(store, {"k": "Int64", "d": "UInt8"}, is_deleted="d")
    table.insert({"k": 2, "d": 7}, collapse=False)
    assert table.rows() == [{"k": 2, "d": 7}]


_rows = st.lists(
    st.builds(_row, st.none() | st.integers(0, 6), st.integers(0, 2)), min_size=1, max_size=30
)


@given(_rows)
@settings(max_examples=examples(8))
def test_a_block_holds_the_newest_row_of_every_key_of_each_partition(
    store: Store, rows: list[Row]
) -> None:
    table = Bench(store, _COLUMNS, partition_by="v", version="n")
    numbered = [{**row, "n": (7 * place) % 10} for place, row in enumerate(rows)]
    table.insert(*numbered)
    for part in table.snapshot().parts:
        inside = [row for row in numbered if str(row["v"]) == part.name.partition_id]
        stored = [row for row in table.rows() if str(row["v"]) == part.name.partition_id]
        assert stored == newest(inside, "k", "n")


def _write_block(
    store: Store, partitions: Sequence[str], identity: BlockIdentity | None
) -> list[NewPart]:
    table = Bench(store, _COLUMNS, partition_by="v")
    rows = pa.Table.from_pylist([_row(1, n=1), _row(1, n=2)], schema=table.schema)
    texts = pa.table({"p": list(partitions)})
    with store.stage(table.table) as staging:
        return write_block(store, staging.directory, table.plan(identity=identity), rows, texts)


def test_the_parts_of_a_block_have_the_id_of_the_whole_block_before_it_collapsed(
    store: Store,
) -> None:
    by_rows = BlockIdentity(columns=("k", "n"))
    apart = _write_block(store, "12", by_rows)
    [together] = _write_block(store, "11", by_rows)
    assert [part.partition_id for part in apart] == ["1", "2"]
    assert {part.block_id for part in apart} == {together.block_id}
    assert together.rows == 1


def test_a_block_nobody_compares_has_no_id(store: Store) -> None:
    assert [part.block_id for part in _write_block(store, "12", None)] == [None, None]


# Runs that tasks wrote

_STRIDE = 2**20
"""Row ids between one task's first row and the next one's."""


class Job:
    """A job whose tasks write runs into a staging directory, as Spark's do."""

    def __init__(self, table: Bench, tasks: int) -> None:
        self.table = table
        self.store = table.store
        first = self.store.registry.row_ids.reserve(tasks * _STRIDE)
        self.reserved = range(first, first + tasks * _STRIDE)
        self.directory = f"{table.table.uuid}/job-{first}"
        self.runs: list[TaskRun] = []
        self._written: Counter[int] = Counter()

    def write(
        self, task: int, *rows: Row, partition: tuple[str, ...] = (), at: int | None = None
    ) -> None:
        """Lets a task sort its rows and write them, by default at its own row ids."""
        key = tuple(self.table.layout.key)
        ordered = sorted(rows, key=lambda row: key_of(row, key))
        data = pa.Table.from_pylist(list(ordered), schema=self.table.schema)
        path = f"{self.directory}/{'/'.join((*partition, f'{task}.parquet'))}"
        first_row = self.reserved.start + (
            task * _STRIDE + self._written[task] if at is None else at
        )
        self._written[task] += len(rows)
        file = write_run(self.store.storage, path, data, key, first_row)
        self.runs.append(TaskRun(task, partition, FileInfo(path, file.bytes)))

    def seal(
        self,
        collapse: bool = True,
        block_rows: int = 1000,
        identity: BlockIdentity | None = None,
    ) -> list[NewPart]:
        plan = self.table.plan(collapse, identity)
        runs = sorted(self.runs, key=lambda run: (run.task, run.partition))
        return seal_runs(self.store, self.directory, plan, runs, block_rows, self.reserved)

    def rows(self, part: NewPart) -> list[dict[str, Any]]:
        read = [row for file in part.files for row in read_run(self.store.storage, file)]
        return [{name: value for name, value in row.items() if name != ROW_ID} for row in read]


@pytest.fixture
def table(store: Store) -> Bench:
    return Bench(store, _COLUMNS, version="v")


def test_the_runs_of_a_small_insert_are_merged_into_one_block(table: Bench) -> None:
    job = Job(table, tasks=2)
    job.write(0, _row(1, 1, n=1), _row(2, 1, n=2))
    job.write(1, _row(1, 2, n=3), _row(3, 1, n=4))
    [part] = job.seal()
    assert [row["n"] for row in job.rows(part)] == [3, 2, 4]
    assert (part.level, part.unique, part.blocks) == (1, True, None)


def test_of_equal_versions_the_later_tasks_row_wins(table: Bench) -> None:
    job = Job(table, tasks=2)
    job.write(1, _row(1, n=1))
    job.write(0, _row(1, n=2))
    [part] = job.seal()
    assert [row["n"] for row in job.rows(part)] == [1]


def test_every_task_of_a_large_insert_makes_a_block(table: Bench) -> None:
    job = Job(table, tasks=3)
    for task in range(3):
        job.write(task, _row(1, n=task), _row(2, n=task))
    parts = job.seal(block_rows=5)
    assert [[row["n"] for row in job.rows(part)] for part in parts] == [[0, 0], [1, 1], [2, 2]]


@pytest.mark.parametrize("token", ["", "x"])
def test_blocks_of_tasks_are_known_by_the_token_only(table: Bench, token: str) -> None:
    identity = BlockIdentity(token, ("k",))
    job = Job(table, tasks=2)
    for task in range(2):
        job.write(task, _row(1, n=task), partition=(str(task),))
    parts = job.seal(identity=identity)
    assert [part.partition_id for part in parts] == ["0", "1"]
    assert [part.block_id for part in parts] == [identity.of_token] * 2


@pytest.mark.parametrize(("block_rows", "blocks"), [(4, 1), (3, 2)])
def test_a_block_may_have_exactly_so_many_rows(table: Bench, block_rows: int, blocks: int) -> None:
    job = Job(table, tasks=2)
    for task in range(2):
        job.write(task, _row(1), _row(2))
    assert len(job.seal(block_rows=block_rows)) == blocks


def test_a_run_of_different_keys_is_taken_as_it_is(table: Bench) -> None:
    job = Job(table, tasks=1)
    job.write(0, _row(1), _row(2))
    [part] = job.seal()
    [file] = part.files
    assert (file.path, file.first_row) == (job.runs[0].file.path, job.reserved.start)


def test_a_run_with_rows_of_the_same_key_is_rewritten(table: Bench) -> None:
    job = Job(table, tasks=1)
    job.write(0, _row(1, n=1), _row(1, n=2), _row(None, n=3), _row(None, n=4))
    [part] = job.seal()
    assert [row["n"] for row in job.rows(part)] == [2, 4]
    assert paths(job.store, job.directory) == {file.path for file in part.files}


def test_a_run_is_not_collapsed_when_the_insert_says_so(table: Bench) -> None:
    job = Job(table, tasks=1)
    job.write(0, _row(1, n=1), _row(1, n=2))
    [part] = job.seal(collapse=False)
    assert [row["n"] for row in job.rows(part)] == [1, 2]
    assert (part.level, part.unique) == (0, False)


def test_the_rows_of_a_mergetree_are_merged_and_all_kept(store: Store) -> None:
    job = Job(Bench(store, _COLUMNS, engine=MERGE_TREE), tasks=2)
    job.write(0, _row(1, n=1), _row(2, n=2))
    job.write(1, _row(1, n=3))
    [part] = job.seal()
    assert [row["n"] for row in job.rows(part)] == [1, 3, 2]


def test_every_partition_of_a_block_is_a_part(store: Store) -> None:
    job = Job(Bench(store, _COLUMNS, partition_by="v"), tasks=2)
    for task in range(2):
        for value in ("1", "2"):
            job.write(task, _row(1, v=int(value), n=task), partition=(value,))
    parts = job.seal()
    assert [(part.partition_id, part.partition) for part in parts] == [
        ("1", ("1",)),
        ("2", ("2",)),
    ]
    assert [[row["n"] for row in job.rows(part)] for part in parts] == [[1], [1]]


@pytest.mark.parametrize("collapse", [True, False])
def test_rows_without_a_key_collapse_to_the_last(store: Store, collapse: bool) -> None:
    job = Job(Bench(store, _COLUMNS, key=()), tasks=2)
    job.write(0, _row(1), _row(2))
    job.write(1, _row(3), _row(4))
    [part] = job.seal(collapse)
    assert [row["k"] for row in job.rows(part)] == ([4] if collapse else [1, 2, 3, 4])


def test_an_empty_run_beside_others_is_passed_over(table: Bench) -> None:
    job = Job(table, tasks=2)
    job.write(0)
    job.write(1, _row(1, n=1))
    [part] = job.seal()
    assert [row["n"] for row in job.rows(part)] == [1]
    assert paths(job.store, job.directory) == {part.files[0].path}


def test_an_insert_of_empty_runs_makes_no_part(table: Bench) -> None:
    job = Job(table, tasks=1)
    job.write(0)
    assert job.seal() == []


def test_no_run_makes_no_part_and_gives_all_row_ids_back(table: Bench) -> None:
    job = Job(table, tasks=4)
    assert job.seal() == []
    assert table.store.registry.row_ids.reserve(0) == job.reserved.start


def test_unused_row_ids_are_given_back(table: Bench) -> None:
    job = Job(table, tasks=100)
    job.write(0, _row(1))
    job.seal()
    assert table.store.registry.row_ids.reserve(0) == job.reserved.start + 65_536


@pytest.mark.parametrize(
    "second_task_at",
    [
        pytest.param(1, id="a task runs into the next one's row ids"),
        pytest.param(2 * _STRIDE, id="a task runs out of the reserved row ids"),
    ],
)
def test_a_task_that_writes_more_rows_than_it_may_is_refused(
    table: Bench, second_task_at: int
) -> None:
    job = Job(table, tasks=2)
    job.write(0, _row(1), _row(2))
    job.write(1, _row(3), at=second_task_at)
    with refused("NOT_IMPLEMENTED", match="more than 134 million rows"):
        job.seal()


def test_a_wrong_mark_in_a_run_is_refused(store: Store) -> None:
    job = Job(Bench(store, {"k": "Int64", "d": "UInt8"}, is_deleted="d"), tasks=2)
    job.write(0, {"k": 1, "d": 0})
    job.write(1, {"k": 1, "d": 3})
    with refused("INCORRECT_DATA"):
        job.seal()


@given(st.lists(_rows, min_size=1, max_size=4), st.booleans(), st.integers(1, 60))
@settings(max_examples=examples(8))
def test_sealed_blocks_hold_what_their_rows_collapse_to(
    store: Store, tasks: Sequence[list[Row]], collapse: bool, block_rows: int
) -> None:
    """Also when a block is merged range by range, into several files."""
    job = Job(Bench(store, _COLUMNS, version="v"), len(tasks))
    numbered = [
        [{**row, "n": 100 * task + place} for place, row in enumerate(rows)]
        for task, rows in enumerate(tasks)
    ]
    for task, rows in enumerate(numbered):
        job.write(task, *rows)
    small = sum(map(len, tasks)) <= block_rows
    blocks = [[row for rows in numbered for row in rows]] if small else numbered
    expected = [
        newest(block, "k", "v") if collapse else sorted(block, key=lambda row: key_of(row, "k"))
        for block in blocks
    ]
    parts = job.seal(collapse, block_rows)
    assert [job.rows(part) for part in parts] == expected
    numbers = row_ids(store.storage, (file for part in parts for file in part.files))
    assert len(set(numbers)) == len(numbers)


def test_parts_are_named_after_their_partition(store: Store) -> None:
    table = Bench(store, _COLUMNS, partition_by="v")
    assert [partition_of(name) for name in table.insert(_row(1, v=-3), _row(1, v=4))] == ["-3", "4"]
