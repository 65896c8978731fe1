"""Projections that tasks make of columns of files."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from rmt_engine.merges import project
from rmt_engine.merges.project import ProjectTask, project_runs, sliced
from rmt_engine.store.part import RunFile
from rmt_engine.store.projected_column import ProjectedColumn
from rmt_engine.store.runs import RunLayout, RunWriter, read_rows
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import TableDefinition

SOURCE = pa.schema([("k", pa.int64()), ("s", pa.string()), ("n", pa.int64())])
SIGNED, UNSIGNED = pa.int64(), pa.decimal128(20, 0)


@pytest.fixture
def directory(store: Store) -> Iterator[str]:
    table = store.registry.tables.create(
        "db", f"t_{uuid.uuid4().hex}", TableDefinition(columns=(), engine="MergeTree")
    )
    with store.stage(table) as staging:
        yield staging.directory


def _run(storage: Storage, directory: str, *rows: tuple[int, str | None, int]) -> RunFile:
    path = f"{directory}/{uuid.uuid4().hex}.parquet"
    with RunWriter(storage, path, SOURCE, RunLayout(("k",), row_group_rows=2), 0) as writer:
        columns = zip(*rows, strict=True)
        writer.write(pa.table([pa.array(column) for column in columns], schema=SOURCE))
        return writer.close()


def _projected(
    store: Store,
    directory: str,
    files: Sequence[RunFile],
    columns: Sequence[tuple[ProjectedColumn, pa.DataType]],
    keys: int,
    is_aggregate: bool,
) -> list[list[tuple[Any, ...]]]:
    """The rows of each run of a projection."""
    schema = pa.schema([pa.field(column.name, data_type) for column, data_type in columns])
    names = schema.names
    task = ProjectTask(
        store.storage,
        tuple(one for file in files for one in sliced(file, 1)),
        tuple(column for column, _ in columns),
        keys,
        is_aggregate,
        schema,
        RunLayout(tuple(names[:keys]), row_group_rows=3),
        directory,
    )
    return [
        [
            tuple(row.values())
            for table in read_rows(store.storage, run, names, 0, run.rows)
            for row in table.to_pylist()
        ]
        for run in project_runs(task)
    ]


SORTED = [(ProjectedColumn("a", "s"), pa.string()), (ProjectedColumn("b", "k"), pa.int64())]


def test_rows_are_sorted_and_equal_ones_keep_their_order(store: Store, directory: str) -> None:
    run = _run(
        store.storage, directory, (1, "b", 0), (2, None, 0), (3, "a", 0), (4, "b", 0), (5, "", 0)
    )
    [rows] = _projected(store, directory, [run], SORTED, 1, False)
    assert rows == [("", 5), ("a", 3), ("b", 1), ("b", 4), (None, 2)]


def test_more_than_a_task_has_in_memory_becomes_several_runs(
    store: Store, directory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project, "_PIECE_BYTES", 1)
    run = _run(store.storage, directory, (1, "b", 0), (2, "a", 0), (3, "d", 0), (4, "c", 0))
    rows = _projected(store, directory, [run], SORTED, 1, False)
    assert rows == [[("a", 2), ("b", 1)], [("c", 4), ("d", 3)]]


def test_a_run_is_cut_into_slices_that_are_worth_a_task() -> None:
    def bounds(rows: int, most: int) -> list[tuple[int, int]]:
        return [(one.start, one.stop) for one in sliced(RunFile("p", rows, 1, 0, b""), most)]

    assert bounds(999_999, 8) == [(0, 999_999)]
    assert bounds(1_000_001, 8) == [(0, 500_000), (500_000, 1_000_001)]
    assert bounds(9_000_000, 2) == [(0, 4_500_000), (4_500_000, 9_000_000)]
    assert bounds(0, 2) == [(0, 0)]


@pytest.mark.parametrize("piece_bytes", [1, 2**28])
def test_rows_of_all_slices_become_groups(
    store: Store, directory: str, monkeypatch: pytest.MonkeyPatch, piece_bytes: int
) -> None:
    monkeypatch.setattr(project, "_PIECE_BYTES", piece_bytes)
    files = [
        _run(store.storage, directory, (1, "b", 5), (2, None, -1), (3, "b", 7)),
        _run(store.storage, directory, (1, "a", 1), (2, "b", -3), (9, None, 4)),
    ]
    columns = [
        (ProjectedColumn("key", "s"), pa.string()),
        (ProjectedColumn("c", "", "count"), pa.int64()),
        (ProjectedColumn("total", "n", "sum"), SIGNED),
        (
            ProjectedColumn("mean", "n", "avg"),
            pa.struct([pa.field("1", SIGNED), pa.field("2", pa.int64())]),
        ),
        (ProjectedColumn("least", "n", "min"), pa.int64()),
        (ProjectedColumn("most", "k", "max"), pa.int64()),
        (ProjectedColumn("first", "k", "any"), pa.int64()),
    ]
    [rows] = _projected(store, directory, files, columns, 1, True)
    assert rows == [
        ("a", 1, 1, {"1": 1, "2": 1}, 1, 1, 1),
        ("b", 3, 9, {"1": 9, "2": 3}, -3, 3, 1),
        (None, 2, 3, {"1": 3, "2": 2}, -1, 9, 2),
    ]


@pytest.mark.parametrize(
    ("values", "data_type", "total"),
    [
        ((2**63 - 1, 1), SIGNED, -(2**63)),
        ((-(2**63), -1), SIGNED, 2**63 - 1),
        ((-(2**63), -(2**63)), SIGNED, 0),
        ((5, -7), SIGNED, -2),
        ((2**63 - 1, 2**63 - 1), UNSIGNED, Decimal(2**64 - 2)),
        ((0, 0), UNSIGNED, Decimal(0)),
    ],
)
def test_sums_wrap_as_those_of_clickhouse(
    store: Store, directory: str, values: tuple[int, int], data_type: pa.DataType, total: Any
) -> None:
    run = _run(store.storage, directory, *((1, "a", value) for value in values))
    columns = [(ProjectedColumn("t", "n", "sum"), data_type)]
    assert _projected(store, directory, [run], columns, 0, True) == [[(total,)]]


def test_without_a_key_all_rows_are_a_group(store: Store, directory: str) -> None:
    run = _run(store.storage, directory, (1, "a", 0), (2, "b", 0))
    columns = [(ProjectedColumn("c", "", "count"), pa.int64())]
    assert _projected(store, directory, [run], columns, 0, True) == [[(2,)]]
