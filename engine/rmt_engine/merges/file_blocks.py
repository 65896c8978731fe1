"""From the rows of Parquet files to parts, where their columns go in as they are.

Tasks read, sort and write with Arrow: no row passes the JVM. What does not fit is not told here:
the caller reads the rows another way then, which says what is wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from rmt_engine.engines import MergeAlgorithm, engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.insert import InsertPlan
from rmt_engine.store.deletion_vectors import whole_chunks
from rmt_engine.store.part import NewPart, RunFile
from rmt_engine.store.runs import RunLayout, RunWriter
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import TableDefinition

__all__ = ["SourceColumn", "SourceFiles", "write_file_blocks"]

_RANGE_ROWS = 600_000
"""A range of a block's keys with fewer rows than twice that is not cut further."""
_BLOCK_ROWS = 4_000_000
_BLOCK_BYTES = 512 * 1024 * 1024
"""A block has no more rows, and bytes in its pages before they are compressed, than these."""
_SAMPLE_ROWS = 10_000
_MOST_FILES = 256
"""The footers of more files are not read in the driver."""
_LEGACY_TIMES = b"org.apache.spark.legacyDateTime"


@dataclass(frozen=True)
class SourceColumn:
    """A column of files that becomes a stored one.

    Attributes:
        name: in the files.
        types: Arrow's types that it may have there.
        low: the least value that fits; None if all do.
        high: the greatest.
        step: what numbers are cut to multiples of.
        default: what a NULL becomes; None where it stays.
    """

    name: str
    types: tuple[pa.DataType, ...]
    low: int | None = None
    high: int | None = None
    step: int = 1
    default: object = None

    def converted(self, values: pa.ChunkedArray, target: pa.Field) -> pa.ChunkedArray | None:
        """The values as the stored column has them; None if one does not fit."""
        if self.low is not None:
            numbers = _numbers(values)
            extremes = pc.min_max(numbers).as_py()
            least, most = extremes["min"], extremes["max"]
            if least is not None and (least < self.low or most > (self.high or 0)):
                return None
            if self.step > 1:
                rest = pc.multiply(pc.divide(numbers, self.step), self.step)
                values = rest.cast(pa.timestamp("us", target.type.tz))
        if values.type != target.type:
            values = values.cast(target.type)
        if values.null_count:
            if self.default is None and not target.nullable:
                return None
            if self.default is not None:
                values = values.fill_null(pa.scalar(self.default, target.type))
        return values


def _numbers(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """Whole numbers of an integer type, of days or of microseconds."""
    kind = values.type
    if pa.types.is_timestamp(kind):
        return values.cast(pa.timestamp("us", kind.tz)).cast(pa.int64())
    return values.cast(pa.int32()) if pa.types.is_date32(kind) else values


@dataclass(frozen=True)
class SourceFiles:
    """Parquet files whose rows are inserted.

    Attributes:
        paths: their URIs, in the order of their rows.
        columns: those of the files that become the stored columns, in the order of these.
    """

    paths: tuple[str, ...]
    columns: tuple[SourceColumn, ...]


@dataclass(frozen=True)
class _RowGroup:
    """A row group of a file."""

    path: str
    number: int
    rows: int
    bytes: int


@dataclass(frozen=True)
class _BlockTask:
    """A block, or a range of its keys.

    Attributes:
        storage: where the run goes.
        source: the rows' columns.
        pieces: the row groups of the block.
        low: the least value of the first key column in the range; None for the first range.
        high: the least one of the next range; None for the last.
        definition: the table's.
        collapse: whether rows with the same key become one.
        algorithm: what becomes of the rows.
        schema: the stored columns.
        layout: of the run.
        path: of the run.
        first_row: the row id of its first row; as many are reserved as the block has rows.
    """

    storage: Storage
    source: SourceFiles
    pieces: tuple[_RowGroup, ...]
    low: pa.Scalar | None
    high: pa.Scalar | None
    definition: TableDefinition
    collapse: bool
    algorithm: MergeAlgorithm
    schema: pa.Schema
    layout: RunLayout
    path: str
    first_row: int


@dataclass(frozen=True)
class _Written:
    """What a task wrote: the run, None if no row stayed, and how many rows there were."""

    run: RunFile | None
    given: int


def write_file_blocks(
    store: Store, directory: str, plan: InsertPlan, source: SourceFiles, block_rows: int
) -> list[NewPart] | None:
    """Writes the rows of files, a part for each block; None if they must be read another way.

    Rows that make one block become one part. Of more rows, each task's are a block, as many row
    groups as hold no more than a block.

    Args:
        store: the store.
        directory: the staging directory.
        plan: of the insert, into a table without partitions.
        source: the files.
        block_rows: up to so many rows make one block.
    """
    try:
        pieces = list(_pieces(source))
    except (OSError, pa.ArrowException, _UnlikeError):
        return None
    rows = sum(piece.rows for piece in pieces)
    most = min(block_rows, _BLOCK_ROWS)
    if not rows or any(piece.rows > _BLOCK_ROWS for piece in pieces) or most < rows <= block_rows:
        return None
    blocks = [tuple(pieces)] if rows <= most else list(_blocks(pieces, most))
    if any(sum(piece.bytes for piece in block) > _BLOCK_BYTES for block in blocks):
        return None
    try:
        tasks = _tasks(store, directory, plan, source, blocks)
    except (OSError, pa.ArrowException):
        return None
    done = store.runner.run(_write, tasks, rows)
    written = [one for one in done if one is not None]
    if len(written) < len(done):
        files = (one.run.path for one in written if one.run is not None)
        store.storage.delete_files(files, prune=False)
        return None
    parts = _parts(plan, tasks, written)
    store.storage.sync(file.path for part in parts for file in part.files)
    return parts


def _parts(
    plan: InsertPlan, tasks: Sequence[_BlockTask], written: Sequence[_Written]
) -> list[NewPart]:
    """A part for each block of which a row stayed."""
    unique, block_id = plan.leaves_unique_keys, plan.token_id
    parts: list[NewPart] = []
    of_tasks = zip(tasks, written, strict=True)
    for _, group in itertools.groupby(of_tasks, lambda one: one[0].pieces):
        of_block = [one for _, one in group]
        runs = [one.run for one in of_block if one.run is not None]
        if runs:
            parts.append(plan.part((), runs, unique, block_id, sum(one.given for one in of_block)))
    return parts


_KeyRange = tuple[pa.Scalar | None, pa.Scalar | None]
"""The least value of the first key column, and the least one behind the range."""


class _UnlikeError(Exception):
    """A file has other columns than are expected."""


def _open(path: str) -> pq.ParquetFile:
    filesystem, name = fs.FileSystem.from_uri(path)
    return pq.ParquetFile(name, filesystem=filesystem, pre_buffer=False)


def _pieces(source: SourceFiles) -> Iterator[_RowGroup]:
    """The row groups of all files.

    Raises:
        _UnlikeError: a file lacks a column or has it of another type, or there are too many files.
    """
    if len(source.paths) > _MOST_FILES:
        raise _UnlikeError
    for path in source.paths:
        with _open(path) as file:
            schema = file.schema_arrow
            if _LEGACY_TIMES in (schema.metadata or {}):
                raise _UnlikeError
            for column in source.columns:
                places = schema.get_all_field_indices(column.name)
                if len(places) != 1 or schema.field(places[0]).type not in column.types:
                    raise _UnlikeError
            for number in range(file.metadata.num_row_groups):
                group = file.metadata.row_group(number)
                if group.num_rows:
                    yield _RowGroup(path, number, group.num_rows, group.total_byte_size)


def _blocks(pieces: Sequence[_RowGroup], most: int) -> Iterator[tuple[_RowGroup, ...]]:
    """Row groups beside each other that hold no more rows than a block, one at least."""
    block: list[_RowGroup] = []
    for piece in pieces:
        if block and sum(one.rows for one in block) + piece.rows > most:
            yield tuple(block)
            block = []
        block.append(piece)
    yield tuple(block)


def _ranges(
    store: Store, plan: InsertPlan, source: SourceFiles, block: Sequence[_RowGroup]
) -> list[_KeyRange]:
    """Ranges of the first key column, of about as many rows each, which tasks write side by side.

    Each of them reads all rows: that costs less than merging what each has written.
    """
    whole: list[_KeyRange] = [(None, None)]
    rows = sum(piece.rows for piece in block)
    count = min(store.runner.parallelism, rows // _RANGE_ROWS, 4)
    if count < 2 or not plan.layout.key:
        return whole
    key = plan.layout.key[0]
    field = plan.schema.field(key)
    if pa.types.is_floating(field.type):
        return whole
    column = source.columns[plan.schema.get_field_index(key)]
    samples: list[pa.Array] = []
    for piece in block:
        with _open(piece.path) as file:
            batch = next(
                file.iter_batches(_SAMPLE_ROWS, row_groups=[piece.number], columns=[column.name])
            )
        sample = column.converted(pa.chunked_array([batch.column(0)]), field)
        if sample is None:
            return whole
        samples += sample.chunks
    values = pa.chunked_array(samples, field.type)
    ordered = values.take(pc.sort_indices(values)).drop_null()
    cuts = [ordered[len(ordered) * place // count] for place in range(1, count)] if ordered else []
    different = [cut for cut, _ in itertools.groupby(cuts)]
    return list(itertools.pairwise([None, *different, None]))


def _tasks(
    store: Store,
    directory: str,
    plan: InsertPlan,
    source: SourceFiles,
    blocks: Sequence[tuple[_RowGroup, ...]],
) -> list[_BlockTask]:
    """A task for each block, several for one that is alone.

    Raises:
        OSError: a file cannot be read.
        pa.ArrowException: the same.
    """
    ranges: list[_KeyRange] = [(None, None)]
    if len(blocks) == 1:
        ranges = _ranges(store, plan, source, blocks[0])
    sizes = [whole_chunks(sum(piece.rows for piece in block)) for block in blocks]
    first_row = store.registry.row_ids.reserve(sum(sizes) * len(ranges))
    tasks: list[_BlockTask] = []
    for block, size in zip(blocks, sizes, strict=True):
        for low, high in ranges:
            task = _BlockTask(
                store.storage,
                source,
                block,
                low,
                high,
                plan.definition,
                plan.collapse,
                plan.algorithm,
                plan.schema,
                plan.layout,
                f"{directory}/{len(tasks):05d}.parquet",
                first_row,
            )
            tasks.append(task)
            first_row += size
    return tasks


def _write(task: _BlockTask) -> _Written | None:
    """Writes the run of a block, or of a range of its keys; None if a value does not fit."""
    try:
        rows = _read(task)
        if rows is None:
            return None
        if task.collapse:
            engine_of(task.definition).check_rows(rows, task.definition)
        given = rows.num_rows
        rows = task.algorithm.merged(rows, cleanup=False).of(rows)
    except (OSError, pa.ArrowException, RmtError):
        return None
    if not rows.num_rows:
        return _Written(None, given)
    with RunWriter(task.storage, task.path, task.schema, task.layout, task.first_row) as writer:
        writer.write(rows)
        run = writer.close()
    return _Written(run, given)


def _read(task: _BlockTask) -> pa.Table | None:
    """The rows of a range of a block as they are stored, in their order."""
    names = [column.name for column in task.source.columns]
    is_ranged = task.low is not None or task.high is not None
    place = task.schema.get_field_index(task.layout.key[0]) if is_ranged else 0
    tables: list[pa.Table] = []
    for piece in task.pieces:
        with _open(piece.path) as file:
            read = file.read_row_group(piece.number, columns=names, use_threads=False)
        columns: list[pa.ChunkedArray] = []
        for column, field in zip(task.source.columns, task.schema, strict=True):
            values = column.converted(read.column(column.name), field)
            if values is None:
                return None
            columns.append(values)
        table = pa.Table.from_arrays(columns, schema=task.schema)
        if is_ranged:
            table = table.filter(_in_range(columns[place], task.low, task.high))
        tables.append(table)
    return pa.concat_tables(tables)


def _in_range(
    values: pa.ChunkedArray, low: pa.Scalar | None, high: pa.Scalar | None
) -> pa.ChunkedArray:
    """Which keys are in a range; NULL is behind all others."""
    if low is None:
        return pc.less(values, high).fill_null(False)
    at_least = pc.greater_equal(values, low)
    if high is None:
        return at_least.fill_null(True)
    return pc.and_(at_least, pc.less(values, high)).fill_null(False)
