"""Rewriting runs: the rows a mutation leaves of each run, in their order, as a new run.

Spark evaluates what a mutation says of the rows; each of its tasks hands the rows of one stretch of
one run to `rewrite_runs`, which writes them with the table's layout and new row ids.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from rmt_engine.errors import RmtError
from rmt_engine.store.deletion_vectors import whole_chunks
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.runs import RUN_FIELDS, RunLayout, RunWriter
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

if TYPE_CHECKING:
    from rmt_engine.store.store import Store

__all__ = [
    "REWRITTEN",
    "RewritePlan",
    "RewriteSource",
    "plan_rewrite",
    "read_rewritten",
    "rewrite_at_once",
    "rewrite_runs",
    "windows",
]

REWRITTEN = pa.schema(
    [
        pa.field("source", pa.string()),
        *RUN_FIELDS,
        pa.field("structure", pa.int64()),
        pa.field("absent", pa.list_(pa.string())),
    ]
)
"""What `rewrite_runs` answers: a run's path, and the new run in its place."""


@dataclass(frozen=True)
class RewriteSource:
    """Runs of a part to rewrite.

    Attributes:
        part: the part, with these runs only.
        directory: the staging directory for what comes in their place.
    """

    part: Part
    directory: str


@dataclass(frozen=True)
class RewritePlan:
    """What a task has to know.

    Attributes:
        storage: where the runs go.
        schema: the stored columns.
        targets: what becomes of each run, by the row ids of the runs.
    """

    storage: Storage
    schema: pa.Schema
    targets: tuple[_Target, ...]

    def place_of(self, row_id: int) -> int:
        """The place, among the targets, of the one whose run has a row."""
        return bisect.bisect([target.file.first_row for target in self.targets], row_id) - 1


@dataclass(frozen=True)
class _Target:
    """What becomes of a run.

    Attributes:
        file: the run.
        directory: where new runs go.
        layout: how they are laid out.
        first_row: the row id its first row gets; the others follow as they did, so that tasks that
            write stretches of the same run never get in each other's way.
    """

    file: RunFile
    directory: str
    layout: RunLayout
    first_row: int


def plan_rewrite(
    store: Store, schema: pa.Schema, layout: RunLayout, sources: Sequence[RewriteSource]
) -> RewritePlan:
    """Reserves row ids for the new runs."""
    runs = [(file, source) for source in sources for file in source.part.files]
    runs.sort(key=lambda run: run[0].first_row)
    sizes = [whole_chunks(file.rows) for file, _ in runs]
    first_row = store.registry.row_ids.reserve(sum(sizes))
    targets: list[_Target] = []
    for (file, source), size in zip(runs, sizes, strict=True):
        of_level = layout.of_level(source.part.name.level)
        targets.append(_Target(file, source.directory, of_level, first_row))
        first_row += size
    return RewritePlan(store.storage, schema, tuple(targets))


def rewrite_runs(plan: RewritePlan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Writes the rows of one task as a new run.

    Args:
        plan: of the rewriting.
        batches: rows with their old ids, of one run and in its order.

    Yields:
        The new run, unless there is no row.

    Raises:
        RmtError: `LOGICAL_ERROR`, the rows are not of one run, or not in its order.
    """
    batches = (batch for batch in batches if batch.num_rows)
    first = next(batches, None)
    if first is None:
        return
    old_first = first.column(ROW_ID)[0].as_py()
    target = plan.targets[plan.place_of(old_first)]
    new_first = target.first_row + old_first - target.file.first_row
    path = f"{target.directory}/{new_first:020d}.parquet"
    last = old_first - 1
    with RunWriter(plan.storage, path, plan.schema, target.layout, new_first) as writer:
        rows = itertools.chain([first], batches)
        for window in windows(rows, target.layout.row_group_rows):
            last = _check_order(window, last, target.file)
            writer.write(window.select(plan.schema.names))
        run = writer.close()
    plan.storage.sync([path])
    row = {"source": target.file.path, **dataclasses.asdict(run)}
    yield pa.RecordBatch.from_pylist([row], schema=REWRITTEN)


def rewrite_at_once(plan: RewritePlan, rows: pa.Table) -> pa.Table:
    """Writes the rows of several runs, those of each run together, as `rewrite_runs` does.

    Args:
        plan: of the rewriting.
        rows: with their old ids, of each run in its order.
    """
    batches = (batch for batch in rows.to_batches() if batch.num_rows)
    of_runs = itertools.groupby(batches, lambda one: plan.place_of(one.column(ROW_ID)[0].as_py()))
    written = [one for _, of_run in of_runs for one in rewrite_runs(plan, of_run)]
    return pa.Table.from_batches(written, REWRITTEN)


def read_rewritten(
    rows: pa.Table, sources: Sequence[RewriteSource]
) -> dict[str, tuple[RunFile, ...]]:
    """The new runs by the path of the old one, in order; none where no row is left."""
    runs: dict[str, list[RunFile]] = {f.path: [] for source in sources for f in source.part.files}
    for row in rows.to_pylist():
        row["absent"] = tuple(row["absent"])
        runs[row.pop("source")].append(RunFile(**row))
    return {
        path: tuple(sorted(found, key=lambda run: run.first_row)) for path, found in runs.items()
    }


def windows(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.Table]:
    """The rows in tables of so many rows, the last of fewer: each becomes a row group."""
    held: pa.Table | None = None
    for batch in batches:
        table = pa.Table.from_batches([batch])
        held = table if held is None else pa.concat_tables([held, table])
        while held.num_rows >= rows:
            yield held.slice(0, rows)
            held = held.slice(rows)
    if held is not None and held.num_rows:
        yield held


def _check_order(rows: pa.Table, last: int, source: RunFile) -> int:
    """Makes sure that rows ascend from the last one on and belong to the source."""
    ids = rows.column(ROW_ID).to_numpy()
    ascend = ids[0] > last and bool(np.all(ids[1:] > ids[:-1]))
    if not (ascend and ids[-1] < source.row_stop):
        raise RmtError("LOGICAL_ERROR", f"A task read more than one stretch of {source.path}.")
    return int(ids[-1])
