"""Keys of rows, in a form DuckDB compares as ClickHouse does.

NULL is equal to NULL and greater than any value, NaN is equal to NaN and greater than any number,
and -0.0 is equal to 0.0: ClickHouse's order of a sorting key, Spark's with NULLS LAST, and
DuckDB's. Texts are bytes and compare as such: not every String is UTF-8, and DuckDB refuses a text
that is not.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

__all__ = [
    "Indices",
    "adjacent_duplicates",
    "compare_keys",
    "key_columns",
    "key_names",
    "key_table",
    "last_of_each_key",
    "query_arrow",
    "query_indices",
]

Indices = npt.NDArray[np.int64]
_local = threading.local()
"""A connection for each thread: opening one takes 25 ms."""


def key_names(count: int) -> list[str]:
    """The names key columns go by inside DuckDB: their declared ones may be anything."""
    return [f"k{position}" for position in range(count)]


def key_columns(table: pa.Table, key: Sequence[str]) -> list[pa.ChunkedArray]:
    """The key columns, dates and times as numbers and texts as bytes, which compare the same."""
    return [_comparable(table.column(name)) for name in key]


def key_table(table: pa.Table, key: Sequence[str]) -> pa.Table:
    """The key columns under the names DuckDB knows them by."""
    return pa.table(key_columns(table, key), names=key_names(len(key)))


def _comparable(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_timestamp(column.type):
        return column.cast(pa.int64())
    if pa.types.is_date32(column.type):
        return column.cast(pa.int32())
    plain = _with_bytes(column.type)
    return column if plain == column.type else column.cast(plain)


def _with_bytes(data_type: pa.DataType) -> pa.DataType:
    """A type with bytes wherever it has texts."""
    if pa.types.is_string(data_type):
        return pa.binary()
    if pa.types.is_large_string(data_type):
        return pa.large_binary()
    if pa.types.is_list(data_type):
        field = data_type.value_field
        return pa.list_(field.with_type(_with_bytes(field.type)))
    if pa.types.is_struct(data_type):
        return pa.struct([field.with_type(_with_bytes(field.type)) for field in data_type.fields])
    return data_type


def query_indices(query: str, **tables: pa.Table) -> Indices:
    """Runs a DuckDB query over Arrow tables and returns its one column of row numbers."""
    [column] = query_arrow(query, **tables).columns
    return np.asarray(column.to_numpy(), dtype=np.int64)


def query_arrow(query: str, **tables: pa.Table) -> pa.Table:
    """Runs a DuckDB query over Arrow tables, on one thread: tasks are what runs in parallel."""
    connection = getattr(_local, "connection", None)
    if connection is None:
        connection = _local.connection = duckdb.connect(config={"threads": 1})
    for name, table in tables.items():
        connection.register(name, table)
    try:
        return connection.sql(query).to_arrow_table()
    finally:
        for name in tables:
            connection.unregister(name)


def compare_keys(count: int, left: str, operator: str, right: str) -> str:
    """A DuckDB condition that compares two keys column by column.

    Args:
        count: how many columns the key has.
        left: the table on the left.
        operator: `<` or `>=`.
        right: the table on the right.
    """
    less = "false"
    for name in reversed(key_names(count)):
        a, b = f"{left}.{name}", f"{right}.{name}"
        before = f"(({a} < {b}) OR ({a} IS NOT NULL AND {b} IS NULL))"
        less = f"({before} IS TRUE OR ({a} IS NOT DISTINCT FROM {b} AND {less}))"
    return less if operator == "<" else f"NOT {less}"


def adjacent_duplicates(keys: pa.Table) -> bool:
    """Whether two neighbouring rows of a sorted run have the same key."""
    if keys.num_rows < 2:
        return False
    if keys.num_columns == 0:
        return True
    same: pa.Array | None = None
    for column in keys.combine_chunks().columns:
        array = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
        if not _is_flat(array.type):
            return True
        above, below = array.slice(1), array.slice(0, len(array) - 1)
        equal = pc.fill_null(pc.equal(above, below), False)
        equal = pc.or_(equal, pc.and_(pc.is_null(above), pc.is_null(below)))
        if pa.types.is_floating(array.type):
            both_nan = pc.and_(pc.is_nan(above), pc.is_nan(below))
            equal = pc.or_(equal, pc.fill_null(both_nan, False))
        same = equal if same is None else pc.and_(same, equal)
    return bool(pc.any(same).as_py())


def last_of_each_key(
    batches: Iterable[pa.RecordBatch], key: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Of rows in the order of their key the last one of each.

    Args:
        batches: the rows.
        key: the key columns.
    """
    names = key_names(len(key))
    differ = " OR ".join(f"a.{name} IS DISTINCT FROM b.{name}" for name in names)
    query = f"SELECT CAST({differ} AS BIGINT) AS last FROM a POSITIONAL JOIN b"
    held: list[pa.RecordBatch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        rows = pa.Table.from_batches([*held, batch]).combine_chunks()
        keys = key_table(rows, key)
        if rows.num_rows > 1:
            is_last = query_indices(query, a=keys.slice(0, rows.num_rows - 1), b=keys.slice(1)) == 1
            yield from rows.slice(0, rows.num_rows - 1).filter(pa.array(is_last)).to_batches()
        held = rows.slice(rows.num_rows - 1).to_batches()
    yield from held


def _is_flat(data_type: pa.DataType) -> bool:
    return not pa.types.is_nested(data_type)
