"""Writing the runs of projections, and which of them a part has."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa
import pytest

from rmt_engine.merges import projected_runs
from rmt_engine.merges.projected_runs import (
    PART,
    PROJECTED,
    ProjectionPlan,
    read_projected,
    write_runs,
)
from rmt_engine.merges.run_checks import faults_of
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.runs import RunLayout, read_rows
from rmt_engine.store.store import Store
from rmt_engine.store.table import Projection, ProjectionColumn, TableDefinition

COLUMNS = (ProjectionColumn("a", "v", "Int64"), ProjectionColumn("b", "k", "String"))
PROJECTION = Projection("p", "SELECT k ORDER BY v", False, COLUMNS, ("v",), identity="i")
SCHEMA = pa.schema([pa.field("a", pa.int64(), False), pa.field("b", pa.string(), False)])
TABLE = TableDefinition(columns=(), engine="MergeTree", projections=(PROJECTION,))


@pytest.fixture
def plan(store: Store) -> Iterator[ProjectionPlan]:
    layout = RunLayout(("a",), minmax=("a",), row_group_rows=4)
    table = store.registry.tables.create("db", f"t_{uuid.uuid4().hex}", TABLE)
    with store.stage(table) as staging:
        directories = (staging.directory,) * 3
        yield ProjectionPlan(store.storage, PROJECTION, SCHEMA, layout, directories, (0,) * 3)


def batches(*rows: tuple[int, int], at_once: int = 3) -> Iterator[pa.RecordBatch]:
    schema = pa.schema([*SCHEMA, pa.field(PART, pa.int64())])
    values = [{"a": a, "b": str(a), PART: part} for part, a in rows]
    yield pa.RecordBatch.from_pylist([], schema=schema)
    yield from pa.Table.from_pylist(values, schema=schema).to_batches(max_chunksize=at_once)


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_each_part_gets_a_run_of_its_rows(store: Store, plan: ProjectionPlan, at_once: int) -> None:
    rows = [(part, a) for part in (0, 2) for a in range(10 + part)]
    written = write_runs(plan, batches(*rows, at_once=at_once))
    runs = read_projected(pa.Table.from_batches(written, PROJECTED), PROJECTION)
    assert {part: [run.rows for run in found] for part, found in runs.items()} == {0: [10], 2: [12]}
    for part, [run] in runs.items():
        assert (run.projection, run.projection_identity) == ("p", "i")
        [*tables] = read_rows(store.storage, run, ["a", "b"], 0, run.rows)
        found = pa.concat_tables(tables).column("a").to_pylist()
        assert found == [a for of, a in rows if of == part]
        assert faults_of(store.storage, TABLE.of_projection(PROJECTION), run) == []


def test_many_rows_become_several_runs(
    plan: ProjectionPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projected_runs, "FILE_ROWS", 8)
    rows = [(0, a) for a in range(21)]
    written = write_runs(plan, batches(*rows))
    runs = read_projected(pa.Table.from_batches(written, PROJECTED), PROJECTION)
    assert [run.rows for run in runs[0]] == [8, 8, 5]


def test_a_part_has_what_was_made_as_the_table_says(plan: ProjectionPlan) -> None:
    written = write_runs(plan, batches((0, 1)))
    [run] = read_projected(pa.Table.from_batches(written, PROJECTED), PROJECTION)[0]
    name = PartName("all", 1, 1, 0)
    part = Part(1, name, (), (), unique=False, complete=True, created_at=0, projected=(run,))
    assert part.runs_of(PROJECTION) == (run,)
    assert part.every_file == (run,)
    assert part.rows == 0
    assert part.runs_of(replace(PROJECTION, identity="other")) == ()
    assert part.runs_of(replace(PROJECTION, name="q")) == ()
