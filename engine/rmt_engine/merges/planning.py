"""Cutting a merge of runs into tasks of about the same size, each with row ids of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pyarrow as pa

from rmt_engine.engines import ChoosingAlgorithm, MergeAlgorithm
from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.engines.replacing import Replacing
from rmt_engine.errors import RmtError
from rmt_engine.merges.dead_rows import BeatenRowsTask, find_beaten_rows
from rmt_engine.merges.gather import NOTHING_REMOVED, MergeTask, Removal
from rmt_engine.merges.ranges import RunSlice, cut_ranges, rows_per_task, shared_out
from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.store.deletion_vectors import DeletionVector, whole_chunks
from rmt_engine.store.part import NewPart, RunFile
from rmt_engine.store.runs import RunLayout
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["FILE_ROWS", "Describe", "StoredTable", "plan_tasks"]

_TASK_ROWS = 4_000_000
_COMPUTED_ROWS = 1_000_000
FILE_ROWS = 2_000_000


def _cannot_restructure(
    table: Table, source: Table, sources: Sequence[RewriteSource]
) -> Mapping[str, tuple[RunFile, ...]]:
    raise RmtError("LOGICAL_ERROR", f"Nothing can restructure the files of {source.qualified}.")


def _projects_nothing(
    table: Table, parts: Sequence[NewPart], directory: str, names: Collection[str]
) -> list[NewPart]:
    return list(parts)


def _cannot_clear(
    table: Table, sources: Sequence[RewriteSource], now: int
) -> Mapping[str, tuple[RunFile, ...]]:
    raise RmtError("LOGICAL_ERROR", f"Nothing can clear values of {table.qualified}.")


@dataclass(frozen=True)
class StoredTable:
    """A table and how its rows are stored.

    Attributes:
        table: the table.
        schema: the columns of its newest files.
        layout: the layout of its runs.
        restructure: writes runs anew as runs of the newest structure of the first table: runs of
            the second one, which is the same or has the same columns. Gives the new runs by the
            path of the old one.
        project: writes projections of new parts to a directory, those of some names, and gives the
            parts with them.
        clear: does so with runs of the table, and values whose TTL has come by a time, seconds
            since 1970, become defaults.
    """

    table: Table
    schema: pa.Schema
    layout: RunLayout
    restructure: Callable[
        [Table, Table, Sequence[RewriteSource]], Mapping[str, tuple[RunFile, ...]]
    ] = _cannot_restructure
    clear: Callable[[Table, Sequence[RewriteSource], int], Mapping[str, tuple[RunFile, ...]]] = (
        _cannot_clear
    )
    project: Callable[[Table, Sequence[NewPart], str, Collection[str]], list[NewPart]] = (
        _projects_nothing
    )


Describe: TypeAlias = Callable[[Table], StoredTable]
"""Tells how a table's rows are stored."""


def plan_tasks(
    store: Store,
    runs: Sequence[RunFile],
    algorithm: MergeAlgorithm,
    schema: pa.Schema,
    layout: RunLayout,
    path: str,
    *,
    removal: Removal = NOTHING_REMOVED,
    deduplicate_by: tuple[str, ...] = (),
) -> list[MergeTask]:
    """Cuts a merge into tasks by key ranges, in the order of the key, and reserves their row ids.

    Where the files are not sorted by the key in which versions are equal, the rows that do not stay
    are found first, and the tasks only sort the others.

    Args:
        store: the store.
        runs: what is merged, in the order that decides ties.
        algorithm: which rows stay.
        schema: the stored columns.
        layout: the layout of the new runs.
        path: of the new runs, without their numbers and suffix.
        removal: which rows marked as deleted go.
        deduplicate_by: columns by which rows that are equal become one; empty for none.
    """
    hidden = DeletionVector.empty()
    if isinstance(algorithm, Replacing) and algorithm.is_scattered:
        hidden = _beaten(store, runs, algorithm, removal)
        algorithm, removal = Ordinary(layout.key), NOTHING_REMOVED
    # Where values are computed, a task has them in memory, and not only the keys.
    most = _TASK_ROWS if isinstance(algorithm, ChoosingAlgorithm) else _COMPUTED_ROWS
    target = rows_per_task(sum(run.rows for run in runs), store.runner.parallelism, most)
    ranges = cut_ranges(runs, layout.key, target)
    sizes = [whole_chunks(key_range.rows) for key_range in ranges]
    first_row = store.registry.row_ids.reserve(sum(sizes))
    tasks: list[MergeTask] = []
    for number, (key_range, size) in enumerate(zip(ranges, sizes, strict=True)):
        tasks.append(
            MergeTask(
                storage=store.storage,
                key_range=key_range,
                algorithm=algorithm,
                removal=removal,
                deduplicate_by=deduplicate_by,
                schema=schema,
                layout=layout,
                path=f"{path}{number:05d}",
                first_row=first_row,
                rows_per_file=FILE_ROWS,
                hidden=hidden.restrict([_row_ids(piece) for piece in key_range.slices]),
            )
        )
        first_row += size
    return tasks


def _row_ids(piece: RunSlice) -> tuple[int, int]:
    return piece.file.first_row + piece.start, piece.file.first_row + piece.stop


def _beaten(
    store: Store,
    runs: Sequence[RunFile],
    algorithm: Replacing,
    removal: Removal,
) -> DeletionVector:
    """The rows that a merge does not keep."""
    rows = sum(run.rows for run in runs)
    target = rows_per_task(rows, store.runner.parallelism, _TASK_ROWS)
    tasks = [
        BeatenRowsTask(store.storage, share, algorithm, removal)
        for key_range in cut_ranges(runs, algorithm.neighbours, target)
        for share in shared_out(key_range, algorithm.key, key_range.rows, target)
    ]
    return DeletionVector.union(store.runner.run(find_beaten_rows, tasks, rows))
