"""Results that come as Arrow record batches, which a server of ours sends who is asked for them.

The result has one column, of bytes: each value is a record batch of Arrow's IPC format, without its
schema. The column's comment tells the columns of the rows, as JSON. Any other server, and one that
has few rows to send or arrays, answers as HiveServer2 does.

Source: https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from TCLIService.ttypes import TTypeId

from sqlalchemy_rmt.dbapi.errors import DataError
from sqlalchemy_rmt.dbapi.results import Column, arrow_schema
from sqlalchemy_rmt.dbapi.types import type_name

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ASKING", "RecordBatches", "columns_of_batches"]

ASKING = {"spark.rmt.results": "arrow"}
"""The settings of a session that asks for record batches."""
_COLUMN = "rmt_arrow_batch"
_DECIMAL = re.compile(r"decimal\((\d+),(\d+)\)")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")
"""Half of a pair of UTF-16, of which Java makes one character, and Python one for each byte."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_TYPE_IDS = {
    "boolean": TTypeId.BOOLEAN_TYPE,
    "byte": TTypeId.TINYINT_TYPE,
    "short": TTypeId.SMALLINT_TYPE,
    "integer": TTypeId.INT_TYPE,
    "long": TTypeId.BIGINT_TYPE,
    "float": TTypeId.FLOAT_TYPE,
    "double": TTypeId.DOUBLE_TYPE,
    "string": TTypeId.STRING_TYPE,
    "binary": TTypeId.BINARY_TYPE,
    "date": TTypeId.DATE_TYPE,
    "timestamp": TTypeId.TIMESTAMP_TYPE,
    "timestamp_ntz": TTypeId.TIMESTAMP_TYPE,
}


def columns_of_batches(schema: Any) -> list[Column] | None:
    """The columns of the rows in a result's record batches; None where it has none.

    Args:
        schema: Thrift's `TTableSchema`.
    """
    first = schema.columns[0]
    if len(schema.columns) != 1 or first.columnName != _COLUMN or not first.comment:
        return None
    return [_column(name, kind) for name, kind in json.loads(first.comment)]


def _column(name: str, kind: str) -> Column:
    decimal = _DECIMAL.fullmatch(kind)
    if decimal is None:
        return Column(name, _TYPE_IDS[kind])
    return Column(name, TTypeId.DECIMAL_TYPE, int(decimal[1]), int(decimal[2]))


class RecordBatches:
    """Some rows of a result, as they came in record batches.

    Args:
        columns: the columns of the rows.
        row_set: Thrift's `TRowSet`.

    Attributes:
        sent_rows: how many rows the server counts: its rows are record batches.
    """

    def __init__(self, columns: Sequence[Column], row_set: Any) -> None:
        import pyarrow

        self._columns = columns
        schema = arrow_schema(columns)
        messages = row_set.columns[0].binaryVal.values
        self.sent_rows = len(messages)
        batches = [
            pyarrow.ipc.read_record_batch(pyarrow.py_buffer(message), schema)
            for message in messages
        ]
        sent = pyarrow.Table.from_batches(batches, schema)
        self._table = pyarrow.table([_valid(values) for values in sent.columns], schema)

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def rows(self) -> list[tuple[Any, ...]]:
        """The rows.

        Raises:
            DataError: a date or a time has no Python value.
        """
        pairs = zip(self._columns, self._table.columns, strict=True)
        return list(zip(*(_values(*pair) for pair in pairs), strict=True))

    def arrow(self) -> pa.RecordBatch:
        """The rows as Arrow columns."""
        [batch] = self._table.combine_chunks().to_batches()
        return batch


def _valid(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column, what is no UTF-8 in it replaced as Java does in the text that HiveServer2 sends."""
    import pyarrow as pa

    if not pa.types.is_string(values.type):
        return values
    try:
        values.validate(full=True)
    except pa.ArrowInvalid:
        sent = values.cast(pa.binary()).to_pylist()
        texts = [None if text is None else _text(text) for text in sent]
        return pa.chunked_array([pa.array(texts, pa.string())])
    return values


def _text(sent: bytes) -> str:
    return _SURROGATE.sub(_REPLACEMENT, sent).decode(errors="replace")


def _values(column: Column, values: pa.ChunkedArray) -> list[Any]:
    """The Python values of a column, None for NULL."""
    import pyarrow as pa

    if column.type_id == TTypeId.FLOAT_TYPE:
        # 0.1 as HiveServer2 sends it, and not the float that is next to it.
        values = values.cast(pa.string()).cast(pa.float64())
    elif column.type_id == TTypeId.DECIMAL_TYPE:
        texts = values.cast(pa.string()).to_pylist()
        return [None if text is None else Decimal(text) for text in texts]
    elif column.type_id in (TTypeId.DATE_TYPE, TTypeId.TIMESTAMP_TYPE):
        return _times(column, values)
    listed: list[Any] = values.to_pylist()
    return listed


def _times(column: Column, values: pa.ChunkedArray) -> list[Any]:
    """The dates or times of a column: NumPy makes them twenty times as fast as pyarrow."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_date = column.type_id == TTypeId.DATE_TYPE
    first, last = (date.min, date.max) if is_date else (datetime.min, datetime.max)
    beyond = pc.or_(
        pc.less(values, pa.scalar(first, values.type)),
        pc.greater(values, pa.scalar(last, values.type)),
    )
    if pc.any(beyond).as_py():
        found = values.filter(beyond)[0].cast(pa.string())
        raise DataError(
            f"Column {column.name} holds a {type_name(column.type_id)} that Python cannot, "
            f"{found}: select CAST({column.name} AS STRING)."
        )
    if find_spec("numpy") is None:
        listed: list[Any] = values.to_pylist()
        return listed
    made: list[Any] = values.to_numpy().tolist()
    return made
