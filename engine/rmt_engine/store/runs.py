"""Reading and writing runs: Parquet files whose rows are in the order of the sorting key.

Every run holds the hidden column `__row`, numbering its rows without a gap, and comes with marks,
the key of every 65,536th row: the sparse primary index that cuts work into key ranges. It comes
with a minmax index too, by which plans leave it out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rmt_engine.store.column_sizes import measure_sizes
from rmt_engine.store.digests import open_run, take_digest
from rmt_engine.store.minmax import measure_minmax
from rmt_engine.store.part import RunFile
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

__all__ = [
    "MARK_ROWS",
    "ROW_GROUP_ROWS",
    "RUN_FIELDS",
    "Codec",
    "RunLayout",
    "RunWriter",
    "describe_run",
    "read_marks",
    "read_rows",
    "row_groups",
    "with_constants",
]

MARK_ROWS = 65_536
ROW_GROUP_ROWS = 131_072
RUN_FIELDS = (
    pa.field("path", pa.string()),
    pa.field("rows", pa.int64()),
    pa.field("bytes", pa.int64()),
    pa.field("first_row", pa.int64()),
    pa.field("marks", pa.binary()),
    pa.field("minmax", pa.binary()),
    pa.field("digest", pa.string()),
    pa.field("sizes", pa.string()),
)
"""How the tasks of Spark tell the driver of a run that they wrote: fields of `RunFile`."""
_DELTA_INTEGERS = (pa.types.is_integer, pa.types.is_date, pa.types.is_timestamp)


@dataclass(frozen=True)
class Codec:
    """How a file is compressed.

    Attributes:
        name: `none`, `lz4` or `zstd`.
        level: of zstd.
    """

    name: str = "lz4"
    level: int | None = None


@dataclass(frozen=True)
class RunLayout:
    """How a table's runs are laid out.

    Attributes:
        key: the stored key columns.
        page_rows: rows in a page, the table's `index_granularity`.
        dictionary: columns with few different values, written as dictionaries.
        bloom: columns whose pages get a bloom filter.
        minmax: columns whose least and greatest value is kept.
        row_group_rows: rows in a row group.
        codec: how young parts are compressed.
        old_codec: how old parts are compressed.
        old_level: the level from which on a part is old.
        structure: the structure of the table its columns are of.
        absent: names in files of columns of that structure that the runs lack.
    """

    key: tuple[str, ...]
    page_rows: int = 8192
    dictionary: tuple[str, ...] = ()
    bloom: tuple[str, ...] = ()
    minmax: tuple[str, ...] = ()
    row_group_rows: int = ROW_GROUP_ROWS
    codec: Codec = Codec()
    old_codec: Codec = Codec("zstd", 1)
    old_level: int = 3
    structure: int = 0
    absent: tuple[str, ...] = ()

    def of_level(self, level: int) -> RunLayout:
        """The layout of the runs of a part of a level."""
        return self if level < self.old_level else replace(self, codec=self.old_codec)

    def without(self, absent: Iterable[str]) -> RunLayout:
        """The layout of runs that lack columns, which are none of the key."""
        gone = frozenset(absent)
        return replace(
            self,
            absent=tuple(sorted(gone)),
            dictionary=tuple(name for name in self.dictionary if name not in gone),
            bloom=tuple(name for name in self.bloom if name not in gone),
            minmax=tuple(name for name in self.minmax if name not in gone),
        )


class RunWriter:
    """Writes one run; in a `with` block, so that a failure leaves no open file behind.

    Args:
        storage: where.
        path: the file, relative to the storage.
        schema: the stored columns, without `__row`.
        layout: the table's layout.
        first_row: the row id of the first row.
    """

    def __init__(
        self, storage: Storage, path: str, schema: pa.Schema, layout: RunLayout, first_row: int
    ) -> None:
        self._storage = storage
        self._path = path
        self._layout = layout
        self._first_row = first_row
        self._rows = 0
        self._marks: list[pa.Table] = []
        self._last: pa.Table | None = None
        self._schema = schema.append(pa.field(ROW_ID, pa.int64(), nullable=False))
        self._footers: list[pq.FileMetaData] = []
        self._writer = storage.parquet_writer(
            path, self._schema, metadata_collector=self._footers, **self._options(schema)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        if failure is None:
            self._writer.close()
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._writer.close()

    def write(self, rows: pa.Table) -> None:
        """Appends rows, already in order."""
        if rows.num_rows == 0:
            return
        ids = np.arange(rows.num_rows, dtype=np.int64) + self._first_row + self._rows
        if self._layout.key:
            self._mark(rows.select(list(self._layout.key)))
        table = rows.append_column(ROW_ID, pa.array(ids)).cast(self._schema)
        self._writer.write_table(table, row_group_size=self._layout.row_group_rows)
        self._rows += rows.num_rows

    def _mark(self, keys: pa.Table) -> None:
        first = -self._rows % MARK_ROWS
        if first < keys.num_rows:
            self._marks.append(keys.take(np.arange(first, keys.num_rows, MARK_ROWS)))
        self._last = keys.slice(keys.num_rows - 1)

    def close(self) -> RunFile:
        """Finishes the file."""
        self._writer.close()
        marks = _encode_marks(self._marks, self._last)
        minmax = measure_minmax(self._footers[0], self._layout.minmax)
        size, digest = take_digest(self._storage, self._path, self._footers[0])
        return RunFile(
            self._path,
            self._rows,
            size,
            self._first_row,
            marks,
            minmax,
            self._layout.structure,
            digest=digest,
            absent=self._layout.absent,
            sizes=measure_sizes(self._footers[0]),
        )

    def _options(self, schema: pa.Schema) -> dict[str, object]:
        encodings = {ROW_ID: "DELTA_BINARY_PACKED"}
        for column in schema:
            if column.name in self._layout.dictionary:
                continue
            if any(is_type(column.type) for is_type in _DELTA_INTEGERS):
                encodings[column.name] = "DELTA_BINARY_PACKED"
            elif pa.types.is_string(column.type):
                encodings[column.name] = "DELTA_LENGTH_BYTE_ARRAY"
        bloom = dict.fromkeys(self._layout.bloom, True)
        return {
            "compression": self._layout.codec.name,
            "compression_level": self._layout.codec.level,
            "version": "2.6",
            "data_page_version": "2.0",
            "use_dictionary": list(self._layout.dictionary) or False,
            "column_encoding": encodings,
            "write_page_index": True,
            "write_page_checksum": True,
            "max_rows_per_page": self._layout.page_rows,
            "store_decimal_as_integer": True,
            **({"bloom_filter_options": bloom} if bloom else {}),
        }


def describe_run(storage: Storage, path: str, size: int, layout: RunLayout) -> RunFile:
    """Describes a run that Spark wrote: counts its rows, takes its marks, extremes and digest.

    Reads the key columns once; the rest is in the footer.
    """
    with storage.open_parquet(path) as file:
        rows = file.metadata.num_rows
        if rows == 0:
            return RunFile(path, 0, size, 0, b"", structure=layout.structure, sizes="{}")
        first = next(file.iter_batches(batch_size=1, columns=[ROW_ID])).column(0)[0].as_py()
        minmax = measure_minmax(file.metadata, layout.minmax)
        size, digest = take_digest(storage, path, file.metadata)
        described = RunFile(
            *(path, rows, size, first, b"", minmax, layout.structure),
            digest=digest,
            sizes=measure_sizes(file.metadata),
        )
        if not layout.key:
            return described
        marks: list[pa.Table] = []
        last: pa.Table | None = None
        position = 0
        for batch in file.iter_batches(batch_size=MARK_ROWS, columns=list(layout.key)):
            table = pa.Table.from_batches([batch])
            offset = -position % MARK_ROWS
            if offset < batch.num_rows:
                marks.append(table.slice(offset, 1))
            last = table.slice(batch.num_rows - 1)
            position += batch.num_rows
    return replace(described, marks=_encode_marks(marks, last))


def read_marks(file: RunFile) -> pa.Table:
    """The marks of a run: the keys of rows 0, 65,536, … and of the last row."""
    return pa.ipc.open_stream(file.marks).read_all()


def with_constants(marks: bytes, values: pa.Table) -> bytes:
    """The marks of a run after columns came into the key of which all its rows have one value.

    Args:
        marks: of the run, as `RunFile.marks`.
        values: one row with those columns.
    """
    if not marks:
        return marks
    table = pa.ipc.open_stream(marks).read_all()
    return _encode(_append_constants(table, values))


def read_rows(
    storage: Storage, file: RunFile, columns: Sequence[str], start: int, stop: int
) -> Iterator[pa.Table]:
    """Reads rows `start` to `stop` of a run, row group by row group, in order.

    A key column that is younger than the run has one value in all its rows, which the marks tell.

    Raises:
        RmtError: the file is damaged, or not the one that was written; see `open_run`.
    """
    with open_run(storage, file) as parquet:
        there = set(parquet.schema_arrow.names)
        held = [name for name in columns if name in there]
        absent = [name for name in columns if name not in there]
        values = read_marks(file).select(absent).slice(0, 1) if absent else None
        for group, offset, rows in row_groups(parquet.metadata):
            if offset + rows <= start or stop <= offset:
                continue
            table = parquet.read_row_group(group, columns=held)
            low, high = max(start - offset, 0), min(stop - offset, rows)
            table = table.slice(low, high - low)
            if values is not None:
                table = _append_constants(table, values).select(list(columns))
            yield table


def _append_constants(table: pa.Table, values: pa.Table) -> pa.Table:
    for field, column in zip(values.schema, values.columns, strict=True):
        table = table.append_column(field, pa.repeat(column[0], table.num_rows))
    return table


def row_groups(metadata: pq.FileMetaData) -> Iterator[tuple[int, int, int]]:
    """The row groups of a file: the number of each, its first row, and how many rows it has."""
    offset = 0
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        yield group, offset, rows
        offset += rows


def _encode_marks(marks: Sequence[pa.Table], last: pa.Table | None) -> bytes:
    tables = [*marks, *([last] if last is not None else [])]
    if not tables:
        return b""
    return _encode(pa.concat_tables(tables).combine_chunks())


def _encode(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())
