"""Reads of so few rows that a job of Spark's would cost more than they do.

The driver finds them by the minmax index and by marks, reads them with Arrow, and gives Spark a
relation that holds them: no task runs, and no code is generated for the literals of a condition.
"""

from __future__ import annotations

import functools
import operator
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.spark.bridge.frames import frame_of_arrow
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.part_scan import spark_schema
from rmt_engine.sql.query.wanted_rows import Bound, Stretch, WantedRows
from rmt_engine.sql.tables.layout import file_schema, stored_types
from rmt_engine.sql.values.types import Category
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.digests import open_run
from rmt_engine.store.minmax_index import MinMaxIndex
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import MARK_ROWS, read_marks, row_groups
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID, TableDefinition

__all__ = ["FewRows"]

_MOST_FILES = 16
_MOST_SEARCHED = 2**19
"""Rows of all files whose columns may be compared."""
_MOST_DECODED = 2**26
"""Bytes of columns that may be decompressed for one file."""
_MOST_KEPT = 2**23
"""Bytes of rows that may go to the JVM."""
_KEPT_TABLES = 64
_BATCH_ROWS = 8192
_Numbers: TypeAlias = npt.NDArray[np.int64]
_UNLIKE_ARROW = (Category.JSON, Category.VARIANT, Category.STATE)
"""Types whose values Spark has in another form than files."""


class FewRows:
    """Finds and reads them.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        storage: where the files are.
    """

    def __init__(self, gateway: Gateway, session: SparkSession, storage: Storage) -> None:
        self._gateway = gateway
        self._session = session
        self._storage = storage
        self._indexes: OrderedDict[str, tuple[tuple[int, int, str], MinMaxIndex]] = OrderedDict()
        self._lock = threading.Lock()

    def read(
        self, snapshot: Snapshot, vector: DeletionVector, wanted: WantedRows
    ) -> DataFrame | None:
        """The rows that are wanted, and maybe others: the stored columns and the row id.

        Args:
            snapshot: what is read.
            vector: the rows that must not be seen.
            wanted: which rows matter, and how many there may be.

        Returns:
            None if they are more, or if finding them would take long.

        Raises:
            RmtError: one of `DAMAGE`, a file is damaged or missing.
        """
        definition, files = snapshot.table.definition, snapshot.files
        schema = _schema_of_files(definition, files)
        if schema is None:
            return None
        conditions = [
            condition
            for one in wanted.stretches
            if one.column in schema.names
            and (condition := _Condition.of(one, schema.field(one.column).type)) is not None
        ]
        pieces = self._pieces(snapshot, files, conditions, schema) if conditions else None
        if pieces is None:
            return None
        whole = schema.append(pa.field(ROW_ID, pa.int64(), nullable=False))
        search = _Search(self._storage, whole, conditions, vector, wanted.most)
        found = [whole.empty_table()]
        left, room = wanted.most, _MOST_KEPT
        for rows in self._searched(search, pieces):
            if rows is None or rows.num_rows > left or rows.nbytes > room:
                return None
            left, room = left - rows.num_rows, room - rows.nbytes
            found.append(rows)
        rows = pa.concat_tables(found)
        return frame_of_arrow(self._gateway, self._session, rows, spark_schema(definition))

    def _searched(self, search: _Search, pieces: Sequence[_Piece]) -> Iterator[pa.Table | None]:
        """The rows of each piece; some are read at the same time where a store may be far away."""
        if self._storage.is_local or len(pieces) < 2:
            yield from map(search.rows, pieces)
            return
        with ThreadPoolExecutor(len(pieces)) as pool:
            yield from pool.map(search.rows, pieces)

    def _pieces(
        self,
        snapshot: Snapshot,
        files: Sequence[RunFile],
        conditions: Sequence[_Condition],
        schema: pa.Schema,
    ) -> list[_Piece] | None:
        """Where the rows can be; None if that is too much to look at."""
        expression = functools.reduce(operator.and_, (one.expression for one in conditions))
        places = self._index(snapshot, files, schema).matching(expression)
        if len(places) > _MOST_FILES:
            return None
        key = snapshot.table.definition.key_columns
        of_key = [one for one in conditions if key and one.column == key[0]]
        pieces = [_piece(files[place], of_key) for place in places]
        searched = sum(piece.stop - piece.start for piece in pieces)
        return pieces if searched <= _MOST_SEARCHED else None

    def _index(
        self, snapshot: Snapshot, files: Sequence[RunFile], schema: pa.Schema
    ) -> MinMaxIndex:
        uuid = snapshot.table.uuid
        # What FINAL folded stands behind the files of the table's version.
        key = snapshot.version, len(files), files[-1].path if files else ""
        with self._lock:
            known = self._indexes.get(uuid)
            if known is None or known[0] != key:
                known = key, MinMaxIndex(files, schema)
            self._indexes[uuid] = known
            self._indexes.move_to_end(uuid)
            while len(self._indexes) > _KEPT_TABLES:
                self._indexes.popitem(last=False)
        return known[1]


@dataclass(frozen=True)
class _Piece:
    """A stretch of the rows of a run.

    Attributes:
        file: the run.
        start: its first row.
        stop: the row behind its last.
    """

    file: RunFile
    start: int
    stop: int


@dataclass(frozen=True)
class _Search:
    """Finds the rows of runs that meet conditions.

    Columns are decoded from the beginning of a row group, batch by batch, as far as there may be
    rows that are wanted.

    Attributes:
        storage: where the files are.
        schema: the columns to read, the row id last.
        conditions: what the values of columns meet.
        vector: the rows that must not be seen.
        most: how many rows may be found in a piece.
    """

    storage: Storage
    schema: pa.Schema
    conditions: Sequence[_Condition]
    vector: DeletionVector
    most: int

    def rows(self, piece: _Piece) -> pa.Table | None:
        """The rows of a piece; None if they are too many, or too much had to be decoded."""
        found, left, room = [self.schema.empty_table()], self.most, _MOST_DECODED
        with open_run(self.storage, piece.file) as run:
            for group, offset, rows in row_groups(run.metadata):
                if offset + rows <= piece.start or piece.stop <= offset:
                    continue
                start, stop = max(piece.start - offset, 0), min(piece.stop - offset, rows)
                compared = list(dict.fromkeys(one.column for one in self.conditions))
                room -= _size(run.metadata, group, compared) * stop // rows
                if room < 0:
                    return None
                places = self._places(run, group, compared, start, stop)
                ids = places + (piece.file.first_row + offset)
                live = ~self.vector.has(ids)
                if not live.any():
                    continue
                places, ids = places[live], ids[live]
                left -= len(places)
                room -= _size(run.metadata, group, self._columns) * (int(places[-1]) + 1) // rows
                if left < 0 or room < 0:
                    return None
                found.append(self._taken(run, group, places, ids))
        return pa.concat_tables(found)

    @property
    def _columns(self) -> list[str]:
        """The columns that files have."""
        return list(self.schema.names[:-1])

    def _places(
        self, run: pq.ParquetFile, group: int, columns: Sequence[str], start: int, stop: int
    ) -> _Numbers:
        """Where in a row group the conditions are met."""
        found = [np.empty(0, dtype=np.int64)]
        for first, batch in _batches(run, group, columns, stop):
            if first + batch.num_rows <= start:
                continue
            masks = [one.met(batch.column(one.column)) for one in self.conditions]
            places = pc.indices_nonzero(functools.reduce(pc.and_, masks)).to_numpy()
            found.append(places.astype(np.int64) + first)
        return np.concatenate(found)

    def _taken(self, run: pq.ParquetFile, group: int, places: _Numbers, ids: _Numbers) -> pa.Table:
        """The rows of a row group at some places."""
        taken = []
        for first, batch in _batches(run, group, self._columns, int(places[-1]) + 1):
            low, high = np.searchsorted(places, (first, first + batch.num_rows))
            if low < high:
                taken.append(batch.take(pa.array(places[low:high] - first)))
        rows = pa.Table.from_batches(taken).select(self._columns)
        return rows.append_column(ROW_ID, pa.array(ids)).cast(self.schema)


def _size(metadata: pq.FileMetaData, group: int, columns: Collection[str]) -> int:
    """How many bytes columns of a row group are once they are decompressed."""
    row_group = metadata.row_group(group)
    held = (row_group.column(place) for place in range(row_group.num_columns))
    return sum(
        column.total_uncompressed_size
        for column in held
        if column.path_in_schema.partition(".")[0] in columns
    )


def _batches(
    run: pq.ParquetFile, group: int, columns: Sequence[str], stop: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """The rows of a row group up to one, with the place of the first row of each batch."""
    batches = run.iter_batches(_BATCH_ROWS, row_groups=[group], columns=columns, use_threads=False)
    first = 0
    while first < stop:
        batch = next(batches)
        yield first, batch
        first += batch.num_rows


def _schema_of_files(definition: TableDefinition, files: Sequence[RunFile]) -> pa.Schema | None:
    """The stored columns, if all files have them as they are now."""
    types = stored_types(definition)
    if any(data_type.category in _UNLIKE_ARROW for data_type in types.values()):
        return None
    for structure, absent in {(file.structure, file.absent) for file in files}:
        columns = definition.file_columns(structure, absent)
        held = [column.file_name for column in columns]
        computed = [key.name for key in definition.key if key.expression]
        changed = any(column.changes or column.file_name != column.name for column in columns)
        if changed or [*held, *computed] != list(types):
            return None
    return file_schema(types)


@dataclass(frozen=True)
class _Condition:
    """What the values of a column meet.

    Attributes:
        column: the column.
        values: those they are among; None if there is a bound instead.
        least: the lower bound; None without one.
        greatest: the upper bound; None without one.
    """

    column: str
    values: pa.Array | None = None
    least: pa.Scalar | None = None
    greatest: pa.Scalar | None = None

    @classmethod
    def of(cls, stretch: Stretch, data_type: pa.DataType) -> _Condition | None:
        """What a stretch says; None if it has a bound that is no value of the column's type."""
        try:
            if stretch.values is not None:
                values = [_value(one, data_type) for one in stretch.values]
                return cls(stretch.column, pa.array(values, data_type))
            bounds = (stretch.least, stretch.greatest)
            least, greatest = (
                None if one is None else pa.scalar(_value(one, data_type), data_type)
                for one in bounds
            )
        except (pa.ArrowException, OverflowError, ValueError):
            return None
        return cls(stretch.column, None, least, greatest)

    def met(self, column: pa.Array) -> pa.Array:
        """Whether each value of the column meets it."""
        if self.values is not None and len(self.values) == 1:
            return pc.equal(column, self.values[0])
        if self.values is not None:
            return pc.is_in(column, value_set=self.values)
        if self.least is not None:
            return pc.greater_equal(column, self.least)
        return pc.less_equal(column, self.greatest)

    @property
    def expression(self) -> pc.Expression:
        """It, as Arrow's datasets take it."""
        column = pc.field(self.column)
        if self.values is not None:
            return column.isin(self.values)
        return column >= self.least if self.least is not None else column <= self.greatest

    def rows(self, marks: pa.ChunkedArray) -> tuple[int, int]:
        """The first row and the one behind the last between the marks around its values.

        Args:
            marks: of the column, by which the rows are sorted.
        """
        start, stop = 0, len(marks) * MARK_ROWS
        least, greatest = self.least, self.greatest
        if self.values is not None and len(self.values):
            extremes = pc.min_max(self.values)
            least, greatest = extremes["min"], extremes["max"]
        if least is not None:
            start = ((pc.sum(pc.less(marks, least)).as_py() or 0) - 1) * MARK_ROWS
        if greatest is not None:
            stop = (pc.sum(pc.less_equal(marks, greatest)).as_py() or 0) * MARK_ROWS
        return max(start, 0), stop


def _value(bound: Bound, data_type: pa.DataType) -> object:
    """A bound as Arrow takes it for a type."""
    if pa.types.is_decimal(data_type):
        return Decimal(bound)
    if pa.types.is_date(data_type):
        return date.fromisoformat(str(bound))
    return bound


def _piece(file: RunFile, conditions: Sequence[_Condition]) -> _Piece:
    """The rows of a run between the marks around the values of its first key column."""
    start, stop = 0, file.rows
    if conditions and file.marks:
        marks = read_marks(file)
        for condition in conditions:
            first, behind = condition.rows(marks.column(condition.column))
            start, stop = max(start, first), min(stop, behind)
    return _Piece(file, start, max(start, stop))
