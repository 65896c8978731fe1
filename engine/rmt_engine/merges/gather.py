"""Merging runs: keys first, then the other columns of the rows that stay, window by window.

The keys of a range are in memory; the other columns are read forward only, a row group at a time,
so a task's memory does not grow with the width of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines import MergeAlgorithm, MergedRows
from rmt_engine.errors import RmtError
from rmt_engine.merges.keys import Indices, key_names, key_table, query_indices
from rmt_engine.merges.ranges import KeyRange, RunSlice, rows_in_range
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.masks import read_mask
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import ROW_GROUP_ROWS, RunLayout, RunWriter, read_rows
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

__all__ = ["Gather", "KeyRows", "MergeTask", "merge_runs", "read_keys"]

_WINDOW_ROWS = ROW_GROUP_ROWS


@dataclass(frozen=True)
class MergeTask:
    """One key range to merge into new runs.

    Attributes:
        storage: where the runs are and the new ones go.
        key_range: the rows; the slices are in the order that decides ties.
        algorithm: which rows stay.
        cleanup: whether rows marked as deleted go for good.
        deduplicate_by: columns by which rows that are equal become one; empty for none.
        schema: the stored columns.
        layout: the layout of the new runs.
        path: of the new runs, without their number and suffix.
        first_row: the row id of the first row written; as many are reserved as rows are read.
        rows_per_file: a new file begins after so many rows.
        expiring: hidden columns of TTL: a row goes when one of its moments has come.
        now: by which time, seconds since 1970.
        marked: the column that marks deleted rows, where some go; empty for none.
        old_runs: paths of the runs whose marked rows go.
    """

    storage: Storage
    key_range: KeyRange
    algorithm: MergeAlgorithm
    cleanup: bool
    deduplicate_by: tuple[str, ...]
    schema: pa.Schema
    layout: RunLayout
    path: str
    first_row: int
    rows_per_file: int
    expiring: tuple[str, ...] = ()
    now: int = 0
    marked: str = ""
    old_runs: frozenset[str] = frozenset()


def merge_runs(task: MergeTask) -> list[RunFile]:
    """Merges the runs of one key range and returns the files written, in the order of the key."""
    needed = (*task.algorithm.columns, *task.deduplicate_by, *task.expiring)
    columns = tuple(dict.fromkeys(needed))
    read = read_keys(task.storage, task.key_range, columns, task.algorithm.key)
    if read is None:
        return []
    merged = task.algorithm.merged(read.rows, task.cleanup)
    if task.deduplicate_by:
        merged = _deduplicate(merged, read.rows, task.deduplicate_by)
    if task.old_runs:
        merged = _without_tombstones(merged, read, task)
    if task.expiring:
        merged = _unexpired(merged, read.rows, task)
    merged, slices = replace(merged, rows=read.places(merged.rows)), read.slices
    del read
    return _write(task, slices, merged)


@dataclass(frozen=True)
class KeyRows:
    """Columns of the rows in a key range, run after run, masked rows left out.

    Attributes:
        rows: the columns.
        slices: for each run the exact slice whose rows they are, masked ones among them.
        live: of the rows of the slices, which are not masked; None when none is.
    """

    rows: pa.Table
    slices: list[RunSlice]
    live: npt.NDArray[np.bool_] | None

    def places(self, chosen: Indices) -> Indices:
        """Where rows that were chosen by their numbers lie among all rows of the slices."""
        return chosen if self.live is None else np.flatnonzero(self.live)[chosen]

    def of_files(self, paths: Collection[str]) -> npt.NDArray[np.bool_]:
        """Which rows are of files with one of these paths."""
        of_slices = np.array([piece.file.path in paths for piece in self.slices], dtype=np.bool_)
        return self.of_live(np.repeat(of_slices, [piece.rows for piece in self.slices]))

    def of_live(self, marks: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Of marks on all rows of the slices, those on the rows that are not masked."""
        return marks if self.live is None else marks[self.live]

    def of_all(self, marks: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Marks on the rows as marks on all rows of the slices, none on masked ones."""
        if self.live is None:
            return marks
        spread = np.zeros(len(self.live), dtype=np.bool_)
        spread[self.live] = marks
        return spread

    def vector(self, marks: npt.NDArray[np.bool_]) -> DeletionVector:
        """The rows that are marked, as a vector; masked ones are not among them."""
        spread = self.of_all(marks)
        stops = np.cumsum([piece.rows for piece in self.slices])
        return DeletionVector.of_masks(
            (piece.file.first_row + piece.start, spread[stop - piece.rows : stop])
            for piece, stop in zip(self.slices, stops, strict=True)
        )


def read_keys(
    storage: Storage, key_range: KeyRange, columns: Sequence[str], key: Sequence[str]
) -> KeyRows | None:
    """Reads columns of the rows in a range; None when no row is in it, masked or not."""
    tables: list[pa.Table] = []
    slices: list[RunSlice] = []
    for piece in key_range.slices:
        read = list(read_rows(storage, piece.file, columns or (ROW_ID,), piece.start, piece.stop))
        if not read:
            continue
        table = pa.concat_tables(read)
        start, stop = 0, table.num_rows
        if key_range.low is not None or key_range.high is not None:
            start, stop = rows_in_range(key_table(table, key), key_range)
        if start < stop:
            tables.append(table.slice(start, stop - start))
            slices.append(RunSlice(piece.file, piece.start + start, piece.start + stop))
    if not tables:
        return None
    rows = _together(tables)
    live = _live(storage, slices)
    return KeyRows(rows if live is None else rows.filter(pa.array(live)), slices, live)


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
    for place, field in enumerate(table.schema):
        if field.name in types and pa.types.is_boolean(field.type):
            numbers = field.with_type(types[field.name])
            table = table.set_column(place, numbers, table.column(place).cast(numbers.type))
    return table


def _live(storage: Storage, slices: Sequence[RunSlice]) -> npt.NDArray[np.bool_] | None:
    """Which rows of slices are not masked; None when no run has a mask."""
    if not any(piece.file.masks for piece in slices):
        return None
    masks = (
        read_mask(storage, [piece.file]).mask(
            piece.file.first_row + piece.start, piece.file.first_row + piece.stop
        )
        for piece in slices
    )
    return ~np.concatenate(list(masks))


def _deduplicate(merged: MergedRows, rows: pa.Table, by: Sequence[str]) -> MergedRows:
    """Of the rows that are equal in these columns only the first stays."""
    names = key_names(len(by))
    columns = dict(zip(names, key_table(merged.of(rows.select(by)), by).columns, strict=True))
    columns["i"] = pa.array(np.arange(len(merged.rows), dtype=np.int64))
    query = f"SELECT min(i) AS first FROM rows GROUP BY {', '.join(names)} ORDER BY first"
    return merged.take(query_indices(query, rows=pa.table(columns)))


def _without_tombstones(merged: MergedRows, read: KeyRows, task: MergeTask) -> MergedRows:
    """Of the rows that the algorithm leaves those that are not marked, or not of an old run."""
    deleted = np.asarray(read.rows.column(task.marked).to_numpy(), dtype=np.bool_)
    gone = deleted & read.of_files(task.old_runs)
    return merged.take(np.flatnonzero(~gone[merged.rows]))


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
