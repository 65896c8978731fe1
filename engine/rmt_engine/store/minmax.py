"""The least and the greatest value of some columns in every file.

They come from the Parquet footers when files are written and stand in the registry, so a query's
plan leaves files out without a look at the storage.

Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree (`minmax`).
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from rmt_engine.store.part import ArrowIpc, RunFile

__all__ = ["measure_minmax", "parquet_columns", "read_minmax"]

_ORDERED = (
    pa.types.is_integer,
    pa.types.is_decimal,
    pa.types.is_date,
    pa.types.is_timestamp,
    pa.types.is_string,
    pa.types.is_boolean,
)
_LONGEST = 1024
"""Longer texts than this are not kept: the registry holds the extremes of every file."""


def measure_minmax(metadata: pq.FileMetaData, columns: Sequence[str]) -> ArrowIpc:
    """The extremes of columns in a file, by its footer.

    Args:
        metadata: the file's footer.
        columns: the columns. One without statistics is left out, and so are floating point numbers,
            whose statistics say nothing of NaN.

    Returns:
        A table of two rows, the least values and the greatest ones; empty when there is none. A
        field is nullable when the file holds a NULL in its column; both are NULL when it holds
        nothing else.
    """
    schema = metadata.schema.to_arrow_schema()
    fields: list[pa.Field] = []
    extremes: list[pa.Array] = []
    for name in columns:
        field = schema.field(name)
        found = _extremes(metadata, _parquet_column(schema, name), field)
        if found is not None:
            values, has_null = found
            fields.append(pa.field(name, field.type, nullable=has_null))
            extremes.append(values)
    if not fields:
        return b""
    table = pa.Table.from_arrays(extremes, schema=pa.schema(fields))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def _parquet_column(schema: pa.Schema, name: str) -> int:
    """The place of a column among Parquet's, which has one for each value inside another type."""
    before = schema.get_field_index(name)
    return sum(parquet_columns(schema.field(place).type) for place in range(before))


def parquet_columns(data_type: pa.DataType) -> int:
    """How many columns Parquet has for a type: one for each value inside another type."""
    if not pa.types.is_nested(data_type):
        return 1
    inner = (data_type.field(place).type for place in range(data_type.num_fields))
    return sum(map(parquet_columns, inner))


def _extremes(
    metadata: pq.FileMetaData, column: int, field: pa.Field
) -> tuple[pa.Array, bool] | None:
    if not any(is_type(field.type) for is_type in _ORDERED):
        return None
    lows, highs, nulls = [], [], 0
    for group in range(metadata.num_row_groups):
        statistics = metadata.row_group(group).column(column).statistics
        if statistics is None or not statistics.has_null_count:
            return None
        nulls += statistics.null_count
        if statistics.has_min_max:
            try:
                lows.append(statistics.min)
                highs.append(statistics.max)
            except UnicodeDecodeError:
                return None
        elif statistics.null_count < metadata.row_group(group).num_rows:
            return None
    extremes = [min(lows), max(highs)] if lows else [None, None]
    if any(isinstance(value, str) and len(value) > _LONGEST for value in extremes):
        return None
    return pa.array(extremes, field.type), nulls > 0


def read_minmax(file: RunFile) -> pa.Table | None:
    """The extremes of a file's columns; None when none were measured."""
    return pa.ipc.open_stream(file.minmax).read_all() if file.minmax else None
