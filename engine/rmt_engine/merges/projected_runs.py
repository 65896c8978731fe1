"""The runs of projections: which a part has, and how tasks write them.

A run of a projection is a file of its part like others: sorted, with marks, extremes and a digest.
Its rows have row ids that nothing refers to.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from rmt_engine.merges.planning import FILE_ROWS
from rmt_engine.merges.rewrite import windows
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.runs import RUN_FIELDS, RunLayout, RunWriter
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import Projection, TableDefinition

__all__ = [
    "PART",
    "PROJECTED",
    "ProjectionPlan",
    "of_projection",
    "projected_runs",
    "read_projected",
    "write_runs",
]

PART = "__projected_part"
"""The column that tells which part the rows of a projection are of: its number in the plan."""
PROJECTED = pa.schema([pa.field("part", pa.int64()), *RUN_FIELDS])
"""What `write_runs` answers: the part, and a run of its projection."""


def projected_runs(
    definition: TableDefinition, part: Part
) -> list[tuple[RunFile, TableDefinition]]:
    """The runs of a part's projections, each with the definition of its rows.

    Runs of projections that the table does not have any more are left out.
    """
    return [
        (file, definition.of_projection(projection))
        for projection in definition.kept_projections
        for file in part.runs_of(projection)
    ]


@dataclass(frozen=True)
class ProjectionPlan:
    """What a task has to know.

    Attributes:
        storage: where the runs go.
        projection: the projection.
        schema: its columns.
        layout: of its runs, by the level of the part.
        directories: of each part, the directory that its runs go to.
        levels: of each part, its level.
    """

    storage: Storage
    projection: Projection
    schema: pa.Schema
    layout: RunLayout
    directories: tuple[str, ...]
    levels: tuple[int, ...]


def write_runs(plan: ProjectionPlan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Writes the rows of one task: a run for each part, several of many rows.

    Args:
        plan: of the projection.
        batches: its rows with the numbers of their parts, sorted by these and by the key.

    Yields:
        The runs.
    """
    pieces = (piece for batch in batches if batch.num_rows for piece in _by_part(batch))
    for part, of_part in itertools.groupby(pieces, _part_of):
        rows = windows(of_part, plan.layout.row_group_rows)
        for first in rows:
            yield _written(plan, part, itertools.chain([first], rows))


def _part_of(rows: pa.RecordBatch) -> int:
    return int(rows.column(PART)[0].as_py())


def _by_part(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """The rows of each part."""
    parts = batch.column(PART).to_numpy()
    starts = [0, *(np.flatnonzero(parts[1:] != parts[:-1]) + 1).tolist(), len(parts)]
    for start, stop in itertools.pairwise(starts):
        yield batch.slice(start, stop - start)


def _written(plan: ProjectionPlan, part: int, tables: Iterable[pa.Table]) -> pa.RecordBatch:
    """Writes a run of the first tables, up to the most rows that a file has."""
    path = f"{plan.directories[part]}/projection-{uuid.uuid4().hex}.parquet"
    layout = plan.layout.of_level(plan.levels[part])
    rows = 0
    with RunWriter(plan.storage, path, plan.schema, layout, 0) as writer:
        for table in tables:
            writer.write(table.select(plan.schema.names))
            rows += table.num_rows
            if rows >= FILE_ROWS:
                break
        run = writer.close()
    plan.storage.sync([run.path])
    values = {name: getattr(run, name) for name in PROJECTED.names if name != "part"}
    return pa.RecordBatch.from_pylist([{"part": part, **values}], schema=PROJECTED)


def read_projected(rows: pa.Table, projection: Projection) -> dict[int, tuple[RunFile, ...]]:
    """The runs of a projection by the numbers of their parts, in the order of the key."""
    runs: dict[int, list[RunFile]] = {}
    for row in rows.to_pylist():
        part = row.pop("part")
        runs.setdefault(part, []).append(of_projection(RunFile(**row), projection))
    return {part: tuple(found) for part, found in runs.items()}


def of_projection(run: RunFile, projection: Projection) -> RunFile:
    """A run that holds rows of a projection."""
    return replace(run, projection=projection.name, projection_identity=projection.identity)
