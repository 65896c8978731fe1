"""Many rows from data frames, Arrow or Python, as a few INSERTs.

Everything travels through the connection: client and endpoint need no common disk. The endpoint
reads rows of literals without Spark, 100,000 rows of 8 columns in a few seconds.

Sources: docs/sqlalchemy.md;
https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import exc, insert, inspect
from sqlalchemy import types as sqltypes
from sqlalchemy.schema import Column, Table
from sqlalchemy.sql import coercions, roles

from sqlalchemy_rmt.dbapi.errors import Error
from sqlalchemy_rmt.dbapi.inserts import STATEMENT_BYTES, InsertOfRows
from sqlalchemy_rmt.ddl import is_computed, is_nullable
from sqlalchemy_rmt.settings import settings_text
from sqlalchemy_rmt.versions import check_key

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from sqlalchemy.engine import Connection

__all__ = ["rmt_bulk_insert"]

_Values = Sequence[Any]


def rmt_bulk_insert(
    connection: Connection,
    table: Any,
    rows: Any,
    *,
    columns: Sequence[str] | None = None,
    batch_bytes: int = STATEMENT_BYTES,
    deduplication_token: str | None = None,
) -> int:
    """Inserts many rows in batches and returns how many there were.

    Every batch is a statement, committed by itself: when one fails, those before it stay. With a
    token the call can be repeated, and inserts what is not there yet.

    Args:
        connection: a connection to the endpoint.
        table: a table or a mapped class.
        rows: one of these, whose columns have the names or keys of the table's:
            - a pandas data frame, without its index. What is missing (None, NaN, NaT, NA) is NULL,
              but for NaN in a column of floats that is not Nullable;
            - data of Arrow: a table, a record batch, several of them, a reader, a Polars data
              frame, or anything else with `__arrow_c_stream__`;
            - mappings from names to values, all with the same names;
            - sequences of values, in the order of `columns`.
            Of an iterator or a reader no more than a batch is held.
        columns: the names for sequences; by default all columns that are not computed.
        batch_bytes: how long a statement of several rows may be.
        deduplication_token: a name for these rows. The statement of batch `n`, from 0, has
            `insert_deduplication_token = '<token>-<n>'`; to repeat the call, give it the same rows
            in the same order and the same `batch_bytes`.

    A column that the rows leave out gets the default that the table has in Python, or the
    endpoint's.

    Raises:
        ArgumentError: there is no such column, or it is computed; a row has other names or another
            number of values than the first; `columns` are given for rows that name theirs; a
            column of a ReplacingMergeTree's key has neither values nor a default; the
            table remembers no tokens; the connection has a `schema_translate_map`.
        DBAPIError: a value has no literal or does not fit its column, or the connection is lost.
        ImportError: the data is Arrow's, and pyarrow is not installed.
    """
    target = coercions.expect(roles.DMLTableRole, table)
    if not isinstance(target, Table):
        raise exc.ArgumentError(f"{target!r} is no table to insert into.")
    if connection.get_execution_options().get("schema_translate_map"):
        raise exc.ArgumentError("rmt_bulk_insert does not know schema_translate_map.")
    if deduplication_token is not None:
        _check_window(connection, target)
    given = _given(target, rows, columns, connection.dialect)
    if given is None:
        return 0
    check_key(target, given.columns)
    if columns is not None and not given.is_in_order:
        raise exc.ArgumentError("These rows name their columns: columns is for sequences.")

    def clause(number: int) -> str:
        if deduplication_token is None:
            return ""
        token = f"{deduplication_token}-{number}"
        return f"SETTINGS {settings_text({'insert_deduplication_token': token})} "

    plan = _Plan(connection.dialect, target, given)
    statements = plan.insert.statements(plan.values(), batch_bytes, clause)
    while (statement := _next(statements, connection.dialect)) is not None:
        connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
    return plan.rows


def _check_window(connection: Connection, table: Table) -> None:
    options: Any = inspect(connection).get_table_options(table.name, schema=table.schema)
    engine = options.get("rmt_engine")
    if engine is None:
        raise exc.ArgumentError(f"{table.name} is no table of the endpoint's engines.")
    if engine.name.startswith("Replicated"):
        window = engine.settings.get("replicated_deduplication_window", "10000")
    else:
        window = engine.settings.get("non_replicated_deduplication_window", "0")
    if int(window) == 0:
        raise exc.ArgumentError(
            f"Table {table.name} remembers no tokens: give it the setting "
            "non_replicated_deduplication_window, or a Replicated engine."
        )


def _next(statements: Iterator[str], dialect: Any) -> str | None:
    """The next statement; a value without a literal is an error of SQLAlchemy's, as elsewhere."""
    try:
        return next(statements, None)
    except Error as error:
        problem: Any = exc.DBAPIError.instance(None, None, error, Error, dialect=dialect)
        raise problem from error


# From what is given to rows of Python values


@dataclass(frozen=True)
class _Given:
    """Rows as they are given.

    Attributes:
        columns: the columns they have values for.
        rows: the values, in that order.
        is_in_order: whether they do not name their columns.
    """

    columns: Sequence[Column[Any]]
    rows: Iterable[_Values]
    is_in_order: bool = False


def _given(table: Table, rows: Any, names: Sequence[str] | None, dialect: Any) -> _Given | None:
    """What is to be inserted; None when there is nothing."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(rows, pandas.DataFrame):
        columns = _columns(table, list(rows.columns))
        return _Given(columns, _rows_of_frame(rows, columns, dialect))
    if hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
        return _given_arrow(table, _reader(rows))
    iterator = iter(rows)
    first = next(iterator, None)
    if first is None:
        return None
    every = itertools.chain([first], iterator)
    if hasattr(first, "__arrow_c_array__"):
        return _given_arrow(table, _reader_of_batches(every))
    if isinstance(first, Mapping):
        keys = list(first)
        return _Given(_columns(table, keys), _rows_of_mappings(every, keys))
    if isinstance(first, (str, bytes)) or not isinstance(first, Sequence):
        raise exc.ArgumentError(
            f"A row is a mapping or a sequence of values, not {type(first).__name__}."
        )
    if names is None:
        columns = [column for column in table.columns if not is_computed(column)]
    else:
        columns = _columns(table, names)
    return _Given(columns, _rows_of_sequences(every, len(columns)), is_in_order=True)


def _columns(table: Table, names: Sequence[Any]) -> list[Column[Any]]:
    """The columns of these names or keys."""
    by_name = {column.name: column for column in table.columns}
    columns: list[Column[Any]] = []
    for name in names:
        column = table.columns.get(name) if isinstance(name, str) else None
        column = by_name.get(name) if column is None else column
        if column is None:
            raise exc.ArgumentError(f"Table {table.name} has no column {name!r}.")
        if is_computed(column):
            raise exc.ArgumentError(f"The column {column.name} is computed: leave it out.")
        if column in columns:
            raise exc.ArgumentError(f"The column {column.name} is given twice.")
        columns.append(column)
    return columns


def _rows_of_frame(
    frame: pd.DataFrame, columns: Sequence[Column[Any]], dialect: Any
) -> Iterator[_Values]:
    every: list[list[Any]] = []
    for place, column in enumerate(columns):
        series = frame.iloc[:, place]
        values = series.tolist()
        missing = series.isna()
        keeps_nan = isinstance(column.type, sqltypes.Float) and not is_nullable(column, dialect)
        if missing.any() and not (keeps_nan and series.dtype.kind == "f"):
            values = [
                None if gone else value
                for value, gone in zip(values, missing.tolist(), strict=True)
            ]
        every.append(values)
    return zip(*every, strict=True)


def _reader(data: Any) -> pa.RecordBatchReader:
    pyarrow = _pyarrow()
    if hasattr(data, "__arrow_c_stream__"):
        return pyarrow.RecordBatchReader.from_stream(data)
    batch = pyarrow.record_batch(data)
    return pyarrow.RecordBatchReader.from_batches(batch.schema, [batch])


def _reader_of_batches(batches: Iterable[Any]) -> pa.RecordBatchReader:
    pyarrow = _pyarrow()
    read = (pyarrow.record_batch(batch) for batch in batches)
    first = next(read)
    return pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], read))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("Data of Arrow needs pyarrow: pip install pyarrow.") from error
    return pyarrow


def _given_arrow(table: Table, reader: pa.RecordBatchReader) -> _Given:
    rows = (
        row
        for batch in reader
        for row in zip(
            *(column.to_pylist(maps_as_pydicts="strict") for column in batch.columns), strict=True
        )
    )
    return _Given(_columns(table, reader.schema.names), rows)


def _rows_of_mappings(rows: Iterable[Any], keys: Sequence[str]) -> Iterator[_Values]:
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping) or row.keys() != set(keys):
            raise exc.ArgumentError(f"Row {number} has not the names of row 0: {', '.join(keys)}.")
        yield [row[key] for key in keys]


def _rows_of_sequences(rows: Iterable[Any], length: int) -> Iterator[_Values]:
    for number, row in enumerate(rows):
        if isinstance(row, (str, bytes, Mapping)) or len(row) != length:
            raise exc.ArgumentError(f"Row {number} is no sequence of {length} values: {row!r:.100}")
        yield row


# From rows of Python values to statements


class _Plan:
    """The INSERT of some columns and the values for its placeholders.

    Args:
        dialect: of the connection.
        table: where the rows go.
        given: the rows.

    Attributes:
        insert: the statement.
        rows: how many rows were taken so far.
    """

    def __init__(self, dialect: Any, table: Table, given: _Given) -> None:
        keys = [column.key for column in given.columns]
        compiled: Any = insert(table).compile(dialect=dialect, column_keys=keys)
        parsed = InsertOfRows.parse(str(compiled))
        assert parsed is not None
        self.insert = parsed
        self.rows = 0
        self._given = given.rows
        escaped = compiled.escaped_bind_names or {}
        binds = {escaped.get(name, name): bind for bind, name in compiled.bind_names.items()}
        places = {column.key: place for place, column in enumerate(given.columns)}
        self._sources = [_source(binds[name], places, table, dialect) for name in parsed.group.keys]

    def values(self) -> Iterator[_Values]:
        """The values of each row, in the order of the placeholders."""
        for row in self._given:
            self.rows += 1
            yield [source(row) for source in self._sources]


def _source(
    bind: Any, places: Mapping[str, int], table: Table, dialect: Any
) -> Callable[[_Values], Any]:
    """What gives a row's value for a placeholder: its place in the row, or a default."""
    take: Any
    if bind.key in places:
        take = operator.itemgetter(places[bind.key])
    elif bind.key in table.columns:
        take = _default(table.columns[bind.key])
    else:
        take = lambda _row: bind.effective_value  # noqa: E731
    process = bind.type.dialect_impl(dialect).bind_processor(dialect)
    return take if process is None else lambda row: process(take(row))


def _default(column: Column[Any]) -> Callable[[_Values], Any]:
    default: Any = column.default
    if default.is_scalar:
        return lambda _row: default.arg
    # SQLAlchemy has put an argument before those of the function: the context of an execution.
    return lambda _row: default.arg(None)
