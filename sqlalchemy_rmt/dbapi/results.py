"""Results, column by column: what Thrift sends as Python values, rows and Arrow tables.

The server sends numbers, booleans and bytes as such, everything else as text: dates, timestamps
(in the session's time zone, without naming it), decimals and intervals, whose declared type tells
how to read them; arrays, maps and structs, of which it tells no more than that they are such, with
strings inside that are not escaped. Those stay text: `to_json` in the query makes them exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from TCLIService.ttypes import TTypeId

from sqlalchemy_rmt.dbapi.errors import DataError, NotSupportedError
from sqlalchemy_rmt.dbapi.types import type_name

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Batch", "Column", "arrow_schema", "columns_of", "in_chunks"]

_INTERVAL = re.compile(r"(-?)(\d+) (\d\d):(\d\d):(\d\d)\.(\d{6})\d*")


def _interval(text: str) -> timedelta:
    found = _INTERVAL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    days, hours, minutes, seconds, microseconds = map(int, found.groups()[1:])
    size = timedelta(days, seconds, microseconds, 0, minutes, hours)
    return -size if found[1] else size


_READ: dict[int, Callable[[str], Any]] = {
    TTypeId.DECIMAL_TYPE: Decimal,
    TTypeId.DATE_TYPE: date.fromisoformat,
    TTypeId.TIMESTAMP_TYPE: datetime.fromisoformat,
    TTypeId.INTERVAL_DAY_TIME_TYPE: _interval,
}


@dataclass(frozen=True)
class Column:
    """A column of a result.

    Attributes:
        name: its name.
        type_id: HiveServer2's number of its type.
        precision: of a DECIMAL.
        scale: of a DECIMAL.
    """

    name: str
    type_id: int
    precision: int | None = None
    scale: int | None = None

    @property
    def description(self) -> tuple[str, str, None, None, int | None, int | None, None]:
        """PEP 249's seven facts. The server does not say whether there may be NULLs."""
        return (
            self.name,
            type_name(self.type_id),
            None,
            None,
            self.precision,
            self.scale,
            None,
        )

    def values(self, texts: list[Any]) -> list[Any]:
        """The Python values of what the server sent, None for NULL.

        Raises:
            DataError: a date or a time has no Python value.
        """
        read = _READ.get(self.type_id)
        if read is None:
            return texts
        try:
            if None in texts:
                return [None if text is None else read(text) for text in texts]
            return list(map(read, texts))
        except ValueError as error:
            raise DataError(
                f"Column {self.name} holds a {type_name(self.type_id)} that Python cannot, "
                f"{_unreadable(texts, read)}: select CAST({self.name} AS STRING)."
            ) from error


def _unreadable(texts: Sequence[str | None], read: Callable[[str], Any]) -> str:
    for text in texts:
        try:
            if text is not None:
                read(text)
        except ValueError:
            return text or "an empty text"
    raise AssertionError("every text can be read")


def columns_of(schema: Any) -> list[Column]:
    """The columns of a Thrift `TTableSchema`."""
    return [_column(column) for column in schema.columns]


def _column(described: Any) -> Column:
    entry = described.typeDesc.types[0].primitiveEntry
    qualifiers = entry.typeQualifiers.qualifiers if entry.typeQualifiers else {}
    precision, scale = (
        qualifiers[name].i32Value if name in qualifiers else None for name in ("precision", "scale")
    )
    return Column(described.columnName, entry.type, precision, scale)


class Batch:
    """Some rows of a result, as they came.

    Args:
        columns: the columns of the result.
        row_set: Thrift's `TRowSet`.

    Attributes:
        sent_rows: how many rows the server counts.
    """

    def __init__(self, columns: Sequence[Column], row_set: Any) -> None:
        self._columns = columns
        self._sent = [_sent_values(column) for column in row_set.columns]
        self.sent_rows = len(self)

    def __len__(self) -> int:
        return len(self._sent[0]) if self._sent else 0

    def rows(self) -> list[tuple[Any, ...]]:
        """The rows.

        Raises:
            DataError: a date or a time has no Python value.
        """
        pairs = zip(self._columns, self._sent, strict=True)
        return list(zip(*(column.values(sent) for column, sent in pairs), strict=True))

    def arrow(self) -> pa.RecordBatch:
        """The rows as Arrow columns.

        Raises:
            DataError: a value does not fit its Arrow type.
            NotSupportedError: pyarrow is not installed.
        """
        pa = _pyarrow()
        schema = arrow_schema(self._columns)
        try:
            arrays = [
                _arrow_array(pa, texts, kind)
                for texts, kind in zip(self._sent, schema.types, strict=True)
            ]
        except pa.ArrowInvalid as error:
            raise DataError(f"A value does not fit its Arrow type: {error}.") from error
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _sent_values(column: Any) -> list[Any]:
    """The values of a Thrift `TColumn`, None where its bits say NULL."""
    sent = next(sent for sent in vars(column).values() if sent is not None)
    values: list[Any] = sent.values
    for position in _set_bits(sent.nulls):
        if position < len(values):
            values[position] = None
    return values


def _set_bits(bits: bytes) -> Iterator[int]:
    if not bits.strip(b"\0"):
        return
    for start, byte in enumerate(bits):
        if byte:
            yield from (start * 8 + bit for bit in range(8) if byte >> bit & 1)


def arrow_schema(columns: Sequence[Column]) -> pa.Schema:
    """The Arrow schema of a result: timestamps have no zone, arrays, maps and structs are text.

    Raises:
        NotSupportedError: pyarrow is not installed.
    """
    pa = _pyarrow()
    kinds = {
        TTypeId.BOOLEAN_TYPE: pa.bool_(),
        TTypeId.TINYINT_TYPE: pa.int8(),
        TTypeId.SMALLINT_TYPE: pa.int16(),
        TTypeId.INT_TYPE: pa.int32(),
        TTypeId.BIGINT_TYPE: pa.int64(),
        TTypeId.FLOAT_TYPE: pa.float32(),
        TTypeId.DOUBLE_TYPE: pa.float64(),
        TTypeId.BINARY_TYPE: pa.binary(),
        TTypeId.DATE_TYPE: pa.date32(),
        TTypeId.TIMESTAMP_TYPE: pa.timestamp("us"),
        TTypeId.INTERVAL_DAY_TIME_TYPE: pa.duration("us"),
        TTypeId.NULL_TYPE: pa.null(),
    }
    return pa.schema(
        [
            (
                column.name,
                pa.decimal128(column.precision, column.scale)
                if column.type_id == TTypeId.DECIMAL_TYPE
                else kinds.get(column.type_id, pa.string()),
            )
            for column in columns
        ]
    )


def in_chunks(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Record batches of so many rows, the last of fewer.

    Args:
        batches: of any size.
        rows: how many.
    """
    pa = _pyarrow()
    held: list[Any] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += batch.num_rows
        if count < rows:
            continue
        [whole] = pa.Table.from_batches(held).combine_chunks().to_batches()
        for start in range(0, count - count % rows, rows):
            yield whole.slice(start, rows)
        count %= rows
        held = [whole.slice(whole.num_rows - count)] if count else []
    if held:
        [whole] = pa.Table.from_batches(held).combine_chunks().to_batches()
        yield whole


def _arrow_array(pa: Any, texts: list[Any], kind: pa.DataType) -> pa.Array:
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind) or pa.types.is_decimal(kind):
        return pa.array(texts, pa.string()).cast(kind)
    if pa.types.is_duration(kind):
        return pa.array([None if text is None else _interval(text) for text in texts], kind)
    return pa.array(texts, kind)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise NotSupportedError("Arrow tables need pyarrow: pip install pyarrow.") from error
    return pyarrow
