"""Masking rows: a lightweight delete writes which rows are gone, not the rows that are left.

Spark finds the rows; each of its tasks hands their ids to `mask_rows`, which writes them as
bitmaps, a file for each run. Only the names of these files come back.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.masks import read_mask
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

if TYPE_CHECKING:
    from rmt_engine.store.store import Store

__all__ = ["MASKED", "MaskPlan", "mask_rows", "plan_masks", "read_masked", "unite_masks"]

MASKED = pa.schema(
    [
        pa.field("run", pa.string()),
        pa.field("mask", pa.string()),
        pa.field("rows", pa.int64()),
    ]
)
"""What `mask_rows` answers: a run's path, and a mask with so many of its rows."""
_MOST_FILES = 16
"""A mask in more files than this becomes one file."""


@dataclass(frozen=True)
class MaskPlan:
    """What a task has to know.

    Attributes:
        storage: where the masks go.
        directory: the staging directory for them.
        first_rows: the first row ids of the runs, ascending.
        paths: the runs.
    """

    storage: Storage
    directory: str
    first_rows: tuple[int, ...]
    paths: tuple[str, ...]


def plan_masks(storage: Storage, directory: str, parts: Sequence[Part]) -> MaskPlan:
    """What tasks that mask rows of some parts have to know."""
    runs = sorted((file.first_row, file.path) for part in parts for file in part.files)
    return MaskPlan(
        storage, directory, tuple(first for first, _ in runs), tuple(path for _, path in runs)
    )


def mask_rows(plan: MaskPlan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Writes the masks of one task.

    Args:
        plan: of the masking.
        batches: the row ids of the rows to mask.

    Yields:
        The masks written.
    """
    found: defaultdict[int, list[DeletionVector]] = defaultdict(list)
    for batch in batches:
        ids = batch.column(ROW_ID).to_numpy()
        runs = np.searchsorted(plan.first_rows, ids, side="right") - 1
        for run in np.unique(runs).tolist():
            found[run].append(DeletionVector.of_ids(ids[runs == run]))
    for run, vectors in found.items():
        mask = DeletionVector.union(vectors)
        # Named by its rows: a task that runs again writes the same file again.
        path = mask.save(plan.storage, f"{plan.directory}/mask-{mask.least:020d}")
        row = {"run": plan.paths[run], "mask": path, "rows": mask.rows}
        yield pa.RecordBatch.from_pylist([row], schema=MASKED)


def read_masked(answers: pa.Table, parts: Sequence[Part]) -> dict[str, RunFile]:
    """The runs that got masks, with the masks they had and these, by path."""
    runs = {file.path: file for part in parts for file in part.files}
    masked: dict[str, RunFile] = {}
    for row in answers.to_pylist():
        file = masked.get(row["run"], runs[row["run"]])
        masked[file.path] = replace(
            file, masks=(*file.masks, row["mask"]), masked_rows=file.masked_rows + row["rows"]
        )
    return masked


def unite_masks(store: Store, runs: Mapping[str, RunFile], directory: str) -> dict[str, RunFile]:
    """Makes one file of masks that have become many; others stay as they are.

    Args:
        store: the store.
        runs: the runs, by path.
        directory: the staging directory; files in it that are not needed any more are deleted.
    """
    tasks = [
        _UniteTask(store.storage, file, f"{directory}/mask-{uuid.uuid4().hex}")
        for file in runs.values()
        if len(file.masks) > _MOST_FILES
    ]
    united = store.runner.run(_unite, tasks, sum(task.file.rows for task in tasks))
    store.storage.delete_files(
        (path for task in tasks for path in task.file.masks if path.startswith(f"{directory}/")),
        prune=False,
    )
    return {
        **runs,
        **{
            task.file.path: replace(task.file, masks=(path,))
            for task, path in zip(tasks, united, strict=True)
        },
    }


@dataclass(frozen=True)
class _UniteTask:
    """A run whose masks become one file."""

    storage: Storage
    file: RunFile
    stem: str


def _unite(task: _UniteTask) -> str:
    return read_mask(task.storage, [task.file]).save(task.storage, task.stem)
