"""Merging runs: keys first, then the other columns of the rows that stay, window by window.

The keys of a range are in memory; the other columns are read forward only, a row group at a time,
so a task's memory does not grow with the width of the table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines import MergeAlgorithm, MergedRows
from rmt_engine.engines.keys import Indices, key_names, key_table, query_indices
from rmt_engine.errors import RmtError
from rmt_engine.merges.ranges import KeyRange, RunSlice, rows_in_range
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.masks import read_mask
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import ROW_GROUP_ROWS, RunLayout, RunWriter, read_rows
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

__all__ = [
    "NOTHING_REMOVED",
    "Choice",
    "Gather",
    "KeyRows",
    "MergeTask",
    "Removal",
    "merge_runs",
    "read_keys",
]

Choice: TypeAlias = Callable[[pa.Table, RunFile], npt.NDArray[np.bool_] | None]
_WINDOW_ROWS = ROW_GROUP_ROWS
_T = TypeVar("_T", np.bool_, np.int64)


def _all_rows(_rows: pa.Table, _file: RunFile) -> None:
    return None


@dataclass(frozen=True)
class Removal:
    """Which rows marked as deleted a merge takes away.

    Attributes:
        all: whether all go for good.
        column: the column of the marks.
        runs: paths of the runs whose marked rows go; empty for none.
    """

    all: bool = False
    column: str = ""
    runs: frozenset[str] = frozenset()

    def of(self, read: KeyRows) -> npt.NDArray[np.bool_]:
        """Which rows are marked, and of those runs."""
        marks = np.asarray(read.rows.column(self.column).to_numpy(), dtype=np.bool_)
        return marks & read.of_files(self.runs)


NOTHING_REMOVED = Removal()
"""All rows marked as deleted stay."""


@dataclass(frozen=True)
class MergeTask:
    """One key range to merge into new runs.

    Attributes:
        storage: where the runs are and the new ones go.
        key_range: the rows; the slices are in the order that decides ties.
        algorithm: which rows stay.
        removal: which rows marked as deleted go.
        deduplicate_by: columns by which rows that are equal become one; empty for none.
        schema: the stored columns.
        layout: the layout of the new runs.
        path: of the new runs, without their number and suffix.
        first_row: the row id of the first row written; as many are reserved as rows are read.
        rows_per_file: a new file begins after so many rows.
        expiring: hidden columns of TTL: a row goes when one of its moments has come.
        now: by which time, seconds since 1970.
        hidden: rows that do not stay, whatever the algorithm says.
        merged_parts: the numbers of the parts that came of merges, by the paths of their runs.
    """

    storage: Storage
    key_range: KeyRange
    algorithm: MergeAlgorithm
    removal: Removal
    deduplicate_by: tuple[str, ...]
    schema: pa.Schema
    layout: RunLayout
    path: str
    first_row: int
    rows_per_file: int
    expiring: tuple[str, ...] = ()
    now: int = 0
    hidden: DeletionVector = field(default_factory=DeletionVector.empty)
    merged_parts: Mapping[str, int] = field(default_factory=dict)


def merge_runs(task: MergeTask) -> list[RunFile]:
    """Merges the runs of one key range and returns the files written, in the order of the key."""
    needed = (*task.algorithm.columns, *task.deduplicate_by, *task.expiring)
    columns = tuple(dict.fromkeys(needed))
    key = task.algorithm.key
    read = read_keys(task.storage, task.key_range, columns, key, hidden=task.hidden)
    if read is None:
        return []
    merged_parts = read.numbers_of_files(task.merged_parts)
    merged = task.algorithm.merged_of_parts(read.rows, task.removal.all, merged_parts)
    if task.deduplicate_by:
        merged = _deduplicate(merged, read.rows, task.deduplicate_by)
    if task.removal.runs:
        gone = task.removal.of(read)
        merged = merged.take(np.flatnonzero(~gone[merged.rows]))
    if task.expiring:
        merged = _unexpired(merged, read.rows, task)
    merged, slices = replace(merged, rows=read.places(merged.rows)), read.slices
    del read
    return _write(task, slices, merged)


@dataclass(frozen=True)
class KeyRows:
    """Columns of the rows in a key range, run after run, without those that do not matter.

    Attributes:
        rows: the columns.
        slices: for each run the exact slice whose rows they are, all of them.
        live: of the rows of the slices, which are not left out: masked, hidden or not asked for;
            None when none is.
    """

    rows: pa.Table
    slices: list[RunSlice]
    live: npt.NDArray[np.bool_] | None

    def places(self, chosen: Indices) -> Indices:
        """Where rows that were chosen by their numbers lie among all rows of the slices."""
        return chosen if self.live is None else np.flatnonzero(self.live)[chosen]

    def of_files(self, paths: Collection[str]) -> npt.NDArray[np.bool_]:
        """Which rows are of files with one of these paths."""
        return self._of_rows(
            np.array([piece.file.path in paths for piece in self.slices], np.bool_)
        )

    def numbers_of_files(self, numbers: Mapping[str, int]) -> Indices:
        """For each row the number given to its file's path; -1 for files that have none."""
        of_slices = [numbers.get(piece.file.path, -1) for piece in self.slices]
        return self._of_rows(np.array(of_slices, np.int64))

    def _of_rows(self, of_slices: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """For each row that is not left out, what is known of its slice."""
        of_rows = np.repeat(of_slices, [piece.rows for piece in self.slices])
        return of_rows if self.live is None else of_rows[self.live]

    def of_all(self, marks: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Marks on the rows as marks on all rows of the slices, none on those left out."""
        if self.live is None:
            return marks
        spread = np.zeros(len(self.live), dtype=np.bool_)
        spread[self.live] = marks
        return spread

    def vector(self, marks: npt.NDArray[np.bool_]) -> DeletionVector:
        """The rows that are marked, as a vector; those left out are not among them."""
        spread = self.of_all(marks)
        stops = np.cumsum([piece.rows for piece in self.slices])
        return DeletionVector.of_masks(
            (piece.file.first_row + piece.start, spread[stop - piece.rows : stop])
            for piece, stop in zip(self.slices, stops, strict=True)
        )


def read_keys(
    storage: Storage,
    key_range: KeyRange,
    columns: Sequence[str],
    key: Sequence[str],
    *,
    hidden: DeletionVector | None = None,
    choose: Choice = _all_rows,
) -> KeyRows | None:
    """Reads columns of the rows in a range; None when no row is in it, left out or not.

    Args:
        storage: where the runs are.
        key_range: the range.
        columns: those to read; the key is among them if the range has bounds.
        key: the columns of the bounds.
        hidden: rows to leave out, beside the masked ones.
        choose: tells which rows of a run are asked for; None for all.
    """
    tables: list[pa.Table] = []
    slices: list[RunSlice] = []
    kept: list[npt.NDArray[np.bool_] | None] = []
    for piece in key_range.slices:
        read = list(read_rows(storage, piece.file, columns or (ROW_ID,), piece.start, piece.stop))
        if not read:
            continue
        table = pa.concat_tables(read)
        start, stop = 0, table.num_rows
        if key_range.low is not None or key_range.high is not None:
            start, stop = rows_in_range(key_table(table, key), key_range)
        if start >= stop:
            continue
        rows = table.slice(start, stop - start)
        exact = RunSlice(piece.file, piece.start + start, piece.start + stop)
        chosen = [choose(rows, piece.file)]
        chosen += [key_range.share.holds(rows)] if key_range.share is not None else []
        live = _live(storage, exact, hidden)
        live = functools.reduce(_both, chosen, live)
        tables.append(rows if live is None else rows.filter(pa.array(live)))
        slices.append(exact)
        kept.append(live)
    if not tables:
        return None
    return KeyRows(_together(tables), slices, _all_of(slices, kept))


def _all_of(
    slices: Sequence[RunSlice], kept: Sequence[npt.NDArray[np.bool_] | None]
) -> npt.NDArray[np.bool_] | None:
    if all(live is None for live in kept):
        return None
    every = [
        np.ones(piece.rows, dtype=np.bool_) if live is None else live
        for piece, live in zip(slices, kept, strict=True)
    ]
    return np.concatenate(every)


def _both(
    one: npt.NDArray[np.bool_] | None, other: npt.NDArray[np.bool_] | None
) -> npt.NDArray[np.bool_] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _together(tables: Sequence[pa.Table]) -> pa.Table:
    """The rows of runs of several structures: a version may be wider now, a mark have another type.

    What orders as before becomes the wider type; truths beside numbers become numbers.
    """
    schemas = [table.schema for table in tables]
    mixed = {
        field.name: pa.int8()
        for field in schemas[0]
        if len(kinds := {schema.field(field.name).type for schema in schemas}) > 1
        and pa.bool_() in kinds
    }
    if mixed:
        tables = [_with_types(table, mixed) for table in tables]
    return pa.concat_tables(tables, promote_options="permissive")


def _with_types(table: pa.Table, types: Mapping[str, pa.DataType]) -> pa.Table:
    """A table whose truths in some columns are of other types."""
    for place, column in enumerate(table.schema):
        if column.name in types and pa.types.is_boolean(column.type):
            numbers = column.with_type(types[column.name])
            table = table.set_column(place, numbers, table.column(place).cast(numbers.type))
    return table


def _live(
    storage: Storage, piece: RunSlice, hidden: DeletionVector | None
) -> npt.NDArray[np.bool_] | None:
    """Which rows of a slice are neither masked nor hidden; None when all are."""
    vectors = [read_mask(storage, [piece.file])] if piece.file.masks else []
    vectors += [hidden] if hidden is not None and len(hidden.chunks) else []
    if not vectors:
        return None
    first = piece.file.first_row
    return ~DeletionVector.union(vectors).mask(first + piece.start, first + piece.stop)


def _deduplicate(merged: MergedRows, rows: pa.Table, by: Sequence[str]) -> MergedRows:
    """Of the rows that are equal in these columns only the first stays."""
    names = key_names(len(by))
    columns = dict(zip(names, key_table(merged.of(rows.select(by)), by).columns, strict=True))
    columns["i"] = pa.array(np.arange(len(merged.rows), dtype=np.int64))
    query = f"SELECT min(i) AS first FROM rows GROUP BY {', '.join(names)} ORDER BY first"
    return merged.take(query_indices(query, rows=pa.table(columns)))


def _unexpired(merged: MergedRows, rows: pa.Table, task: MergeTask) -> MergedRows:
    """Of the rows that the algorithm leaves those whose time has not come.

    An expired row has beaten older ones all the same, as in ClickHouse.
    """
    for name in task.expiring:
        moments = merged.of(rows.select([name])).column(name)
        has_come = pc.fill_null(pc.less_equal(moments, task.now), False)
        merged = merged.take(np.flatnonzero(~np.asarray(has_come.to_numpy(), dtype=np.bool_)))
    return merged


def _write(task: MergeTask, slices: Sequence[RunSlice], merged: MergedRows) -> list[RunFile]:
    gather = Gather(task.storage, slices, task.schema.names)
    files: list[RunFile] = []
    for number, start in enumerate(range(0, len(merged.rows), task.rows_per_file)):
        stop = min(start + task.rows_per_file, len(merged.rows))
        path = f"{task.path}-{number:03d}.parquet"
        first_row = task.first_row + start
        window_rows = max(_WINDOW_ROWS, task.layout.row_group_rows)
        with RunWriter(task.storage, path, task.schema, task.layout, first_row) as writer:
            for window in range(start, stop, window_rows):
                rows = merged.rows[window : min(window + window_rows, stop)]
                writer.write(merged.with_values(gather.take(rows), window))
            files.append(writer.close())
    task.storage.sync(file.path for file in files)
    return files


class Gather:
    """Takes rows of several runs by their place in the concatenation, from front to back."""

    def __init__(
        self, storage: Storage, slices: Sequence[RunSlice], columns: Sequence[str]
    ) -> None:
        self._offsets = np.cumsum([0, *(piece.rows for piece in slices)])
        self._readers = [_ForwardReader(storage, piece, columns) for piece in slices]

    def take(self, rows: Indices) -> pa.Table:
        """The rows in the order given; of each run they ascend, now and from call to call."""
        runs = np.searchsorted(self._offsets, rows, side="right") - 1
        places = [np.flatnonzero(runs == run) for run in np.unique(runs)]
        tables = [
            self._readers[run].take(rows[place] - self._offsets[run])
            for run, place in zip(np.unique(runs), places, strict=True)
        ]
        order = np.empty(len(rows), dtype=np.int64)
        order[np.concatenate(places)] = np.arange(len(rows))
        return pa.concat_tables(tables, promote_options="permissive").take(order)


class _ForwardReader:
    """Takes rows of a run by ascending place, holding no more of it than needed."""

    def __init__(self, storage: Storage, piece: RunSlice, columns: Sequence[str]) -> None:
        self._path = piece.file.path
        self._groups = read_rows(storage, piece.file, columns, piece.start, piece.stop)
        self._held: pa.Table | None = None
        self._start = 0

    def take(self, rows: Indices) -> pa.Table:
        """Takes rows, each at or after those taken before, relative to the slice's start.

        Raises:
            RmtError: `LOGICAL_ERROR`, the run is not in the order of its key.
        """
        if rows[0] < self._start or np.any(rows[1:] < rows[:-1]):
            raise RmtError("LOGICAL_ERROR", f"The run {self._path} is not sorted by its key.")
        last = int(rows[-1])
        self._drop_before(int(rows[0]))
        while self._held is None or self._start + self._held.num_rows <= last:
            group = next(self._groups)
            self._held = group if self._held is None else pa.concat_tables([self._held, group])
            self._drop_before(int(rows[0]))
        return self._held.take(rows - self._start)

    def _drop_before(self, row: int) -> None:
        if self._held is None:
            return
        drop = min(row - self._start, self._held.num_rows)
        if drop > 0:
            self._held = self._held.slice(drop)
            self._start += drop
