"""FINAL where an engine computes values: planning what is folded for a snapshot.

Rows of files of an older structure of the table are folded whether or not they have their key
alone: only Spark can compute what such a file lacks, so they are written anew for it, and what
FINAL shows of them is in the replacement runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rmt_engine.engines import algorithm_of
from rmt_engine.merges.folded_rows import FoldTask, fold_rows
from rmt_engine.merges.planning import StoredTable
from rmt_engine.merges.ranges import RunSlice, cut_ranges, narrowed, near, rows_per_task
from rmt_engine.merges.rewrite import RewriteSource
from rmt_engine.store.deletion_vectors import DeletionVector, whole_chunks
from rmt_engine.store.masks import read_mask
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store

__all__ = ["FoldedRows", "fold_snapshot", "group_of_run", "is_replacement"]

_TASK_ROWS = 1_000_000
_PREFIX = "replacement"


@dataclass(frozen=True)
class FoldedRows:
    """What folding found.

    Attributes:
        died: rows that FINAL does not show.
        runs: new replacement runs, with rows that it shows in their place.
    """

    died: DeletionVector
    runs: tuple[RunFile, ...]


def is_replacement(path: str) -> bool:
    """Whether a file of a deletion vector is a replacement run."""
    return path.rpartition("/")[2].startswith(f"{_PREFIX}.")


def group_of_run(path: str) -> str:
    """The partition whose rows a replacement run holds; empty where FINAL spans partitions."""
    return path.rpartition("/")[2].split(".")[1]


def fold_snapshot(
    store: Store,
    stored: StoredTable,
    snapshot: Snapshot,
    by_partition: bool,
    earlier: Sequence[RunFile],
    new_paths: Collection[str],
    directory: str,
) -> FoldedRows:
    """Folds the rows of keys that new parts have.

    Args:
        store: the store.
        stored: the table.
        snapshot: its parts.
        by_partition: whether rows of different partitions have different keys.
        earlier: the replacement runs there are.
        new_paths: the files whose keys are looked at.
        directory: the staging directory for new runs.

    Raises:
        RmtError: `DECIMAL_OVERFLOW`, a sum has more digits than its type.
    """
    groups = snapshot.partitions() if by_partition else {"": list(snapshot.parts)}
    planner = _Planner(store, stored, frozenset(new_paths), directory)
    tasks: list[FoldTask] = []
    planner.outdated += [run for run in earlier if group_of_run(run.path) not in groups]
    for group, parts in groups.items():
        runs = [run for run in earlier if group_of_run(run.path) == group]
        tasks += planner.tasks(group, parts, runs)
    rows = sum(task.key_range.rows for task in tasks)
    found = store.runner.run(fold_rows, tasks, rows)
    store.storage.delete_files(planner.temporary, prune=False)
    new = [file for part in snapshot.parts for file in part.files if file.path in new_paths]
    of_files = DeletionVector.of_masks(
        (file.first_row, np.ones(file.rows, dtype=np.bool_)) for file in planner.outdated
    )
    masked = read_mask(store.storage, new)
    died = DeletionVector.union([masked, of_files, *(vector for vector, _ in found)])
    return FoldedRows(died, tuple(run for _, run in found if run is not None))


class _Planner:
    """Plans the tasks of the groups of parts whose rows may have keys in common."""

    def __init__(
        self, store: Store, stored: StoredTable, new_paths: frozenset[str], directory: str
    ) -> None:
        self._store = store
        self._stored = stored
        self._new_paths = new_paths
        self._directory = directory
        self._algorithm = algorithm_of(stored.table.definition)
        self.temporary: list[str] = []
        """Files that were written only to be folded."""
        self.outdated: list[RunFile] = []
        """Replacement runs, and runs of older structures, of which no row is shown any more."""

    def is_current(self, file: RunFile) -> bool:
        """Whether a file holds all columns as they are now."""
        return self._stored.table.definition.is_current(file.structure, file.absent)

    def tasks(
        self, group: str, parts: Sequence[Part], replacements: Sequence[RunFile]
    ) -> list[FoldTask]:
        """The tasks of one group."""
        new = [f for part in parts for f in part.files if f.path in self._new_paths]
        if not new:
            return []
        if self._is_folded(parts):
            self.outdated += replacements
            return []
        key = self._algorithm.key
        if not key and replacements:
            # Nothing tells of which files' rows a run without a key was made.
            new = [f for part in parts for f in part.files]
        new_paths = frozenset(file.path for file in new)
        old = [f for part in parts for f in part.files if f.path not in new_paths]
        self.outdated += [file for file in new if not self.is_current(file)]
        if not old:
            # What they were made of has gone, or is looked at again.
            self.outdated += replacements
            replacements = []
        close = {**near(old, new, key), **near(replacements, new, key)} if key else {}
        runs: list[_Run] = []
        for part in parts:
            kept = [f for f in part.files if f.path in new_paths or f.path in close]
            runs += self._runs(part, kept, new_paths)
        runs += [_Run(run, False, True, True) for run in replacements if run.path in close]
        return self._cut(group, runs, close)

    def _is_folded(self, parts: Sequence[Part]) -> bool:
        """Whether what there is is what a merge leaves: one part, or rows without a key."""
        if not self._algorithm.key:
            return self._algorithm.settles_single_rows
        return (
            len(parts) == 1
            and parts[0].unique
            and all(self.is_current(file) for file in parts[0].files)
        )

    def _runs(self, part: Part, files: Sequence[RunFile], new_paths: Collection[str]) -> list[_Run]:
        """The runs of a part as they are now, those of older structures written anew."""
        old = tuple(file for file in files if not self.is_current(file))
        written: Mapping[str, tuple[RunFile, ...]] = {}
        if old:
            source = RewriteSource(replace(part, files=old), self._directory)
            table = self._stored.table
            written = self._stored.restructure(table, table, [source])
            self.temporary += [run.path for runs in written.values() for run in runs]
        is_settled = part.unique or not self._algorithm.key
        return [
            _Run(run, file.path in new_paths, is_settled and file.path not in written, False)
            for file in files
            for run in written.get(file.path, (file,))
        ]

    def _cut(
        self, group: str, runs: Sequence[_Run], close: Mapping[str, RunSlice]
    ) -> list[FoldTask]:
        by_path = {run.file.path: run for run in runs}
        files = [run.file for run in runs]
        rows = sum(file.rows for file in files)
        target = rows_per_task(rows, self._store.runner.parallelism, _TASK_ROWS)
        ranges = [
            narrowed(key_range, close)
            for key_range in cut_ranges(files, self._algorithm.key, target)
        ]
        sizes = [whole_chunks(key_range.rows) for key_range in ranges]
        first_row = self._store.registry.row_ids.reserve(sum(sizes))
        tasks: list[FoldTask] = []
        for number, (key_range, size) in enumerate(zip(ranges, sizes, strict=True)):
            of_slices = [by_path[piece.file.path] for piece in key_range.slices]
            tasks.append(
                FoldTask(
                    self._store.storage,
                    key_range,
                    tuple(run.is_new for run in of_slices),
                    tuple(run.is_settled for run in of_slices),
                    tuple(run.is_replacement for run in of_slices),
                    self._algorithm,
                    self._stored.schema,
                    self._stored.layout,
                    f"{self._directory}/{_PREFIX}.{group}.{number:05d}.parquet",
                    first_row,
                )
            )
            first_row += size
        return [task for task in tasks if any(task.is_new)]


@dataclass(frozen=True)
class _Run:
    file: RunFile
    is_new: bool
    is_settled: bool
    is_replacement: bool
