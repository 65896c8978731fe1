"""What FINAL shows of the rows of one key range where an engine computes values: what a task finds.

A key with one row needs nothing. The rows of all others are dead, and what a merge would make of
them stands in a run of its own: a replacement run. It belongs to a snapshot, not to a part, and its
rows have ids like others, so that a later vector masks those of keys that have more rows by then.
Without a sorting key each row stands for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from rmt_engine.engines import MergeAlgorithm
from rmt_engine.engines.keys import Indices
from rmt_engine.engines.ordering import grouped_rows
from rmt_engine.merges.dead_rows import rows_of_new_keys
from rmt_engine.merges.gather import Gather, KeyRows, read_keys
from rmt_engine.merges.ranges import KeyRange
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import RunLayout, RunWriter
from rmt_engine.store.storage import Storage

__all__ = ["FoldTask", "fold_rows"]


@dataclass(frozen=True)
class FoldTask:
    """One key range in which rows are folded.

    Attributes:
        storage: where the runs are, and the new one goes.
        key_range: the rows, their slices in the order that decides ties; replacement runs last.
        is_new: for each slice, whether it is of a part that came since the last vector.
        is_settled: for each slice, whether a row that has its key alone is what a merge leaves;
            without a key, whether its file is one of the snapshot.
        is_replacement: for each slice, whether it is of a replacement run.
        algorithm: what becomes of the rows of a key.
        schema: the stored columns.
        layout: of the replacement run.
        path: of the replacement run.
        first_row: the row id of its first row; as many are reserved as rows are read.
    """

    storage: Storage
    key_range: KeyRange
    is_new: tuple[bool, ...]
    is_settled: tuple[bool, ...]
    is_replacement: tuple[bool, ...]
    algorithm: MergeAlgorithm
    schema: pa.Schema
    layout: RunLayout
    path: str
    first_row: int


def fold_rows(task: FoldTask) -> tuple[DeletionVector, RunFile | None]:
    """The dead rows of a key range, and the run of what stands for them; None if nothing does.

    Only keys of new parts are looked at. All their rows are folded, dead ones too: what a row of an
    earlier replacement run was made of is still there.
    """
    key = task.algorithm.key
    if not key:
        return _fold_each(task)
    read = read_keys(task.storage, task.key_range, key, key)
    if read is None:
        return DeletionVector.empty(), None
    rows = _Rows.of(task, read)
    chosen = np.arange(read.rows.num_rows, dtype=np.int64)
    if not rows.is_new.all():
        chosen = rows_of_new_keys(read.rows, rows.is_new, key)
    if not len(chosen):
        return DeletionVector.empty(), None
    order, starts = grouped_rows(read.rows.take(pa.array(chosen)), key)
    by_key = chosen[order]
    is_original = ~rows.is_replacement[by_key]
    several = np.add.reduceat(is_original.astype(np.int64), starts) > 1
    unsettled = np.logical_or.reduceat(~rows.is_settled[by_key], starts)
    sizes = np.diff(np.append(starts, len(by_key)))
    is_folded = np.repeat(several | unsettled, sizes)
    folded = np.sort(by_key[is_folded & is_original])
    dead = np.zeros(read.rows.num_rows, dtype=np.bool_)
    dead[folded] = True
    dead[by_key[~is_original]] = True
    return read.vector(dead), _replacement(task, read, folded)


def _fold_each(task: FoldTask) -> tuple[DeletionVector, RunFile | None]:
    """The same where each row stands for itself, as there is no key: some vanish."""
    read = read_keys(task.storage, task.key_range, task.algorithm.columns, ())
    if read is None:
        return DeletionVector.empty(), None
    dead = np.ones(read.rows.num_rows, dtype=np.bool_)
    if task.algorithm.changes_single_rows or not all(task.is_settled):
        return read.vector(dead), _replacement(task, read, np.flatnonzero(dead))
    dead[task.algorithm.merged(read.rows, cleanup=False).rows] = False
    return read.vector(dead), None


@dataclass(frozen=True)
class _Rows:
    """What is known of each row from its run."""

    is_new: npt.NDArray[np.bool_]
    is_settled: npt.NDArray[np.bool_]
    is_replacement: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, task: FoldTask, read: KeyRows) -> _Rows:
        paths = [piece.file.path for piece in task.key_range.slices]

        def spread(marks: Sequence[bool]) -> npt.NDArray[np.bool_]:
            return read.of_files({p for p, mark in zip(paths, marks, strict=True) if mark})

        return cls(spread(task.is_new), spread(task.is_settled), spread(task.is_replacement))


def _replacement(task: FoldTask, read: KeyRows, folded: Indices) -> RunFile | None:
    if not len(folded):
        return None
    originals = Gather(task.storage, read.slices, task.schema.names).take(read.places(folded))
    rows = task.algorithm.merged(originals, cleanup=False).of(originals)
    if not rows.num_rows:
        return None
    with RunWriter(task.storage, task.path, task.schema, task.layout, task.first_row) as writer:
        writer.write(rows)
        run = writer.close()
    task.storage.sync([run.path])
    return run
