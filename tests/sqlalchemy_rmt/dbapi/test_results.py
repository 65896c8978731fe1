"""What Thrift sends as Python values and as Arrow arrays."""

from __future__ import annotations

import sys
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from TCLIService import ttypes
from TCLIService.ttypes import TTypeId

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.results import Batch, Column, columns_of

from .server import Server, column_of, integers

SENT: dict[str, tuple[Any, str, list[Any], list[Any], pa.DataType]] = {
    "boolean": (ttypes.TBoolColumn, "boolVal", [True, False], [True, False], pa.bool_()),
    "tinyint": (ttypes.TByteColumn, "byteVal", [1, -1], [1, -1], pa.int8()),
    "smallint": (ttypes.TI16Column, "i16Val", [1, -1], [1, -1], pa.int16()),
    "int": (ttypes.TI32Column, "i32Val", [1, -1], [1, -1], pa.int32()),
    "bigint": (ttypes.TI64Column, "i64Val", [1, 2**63 - 1], [1, 2**63 - 1], pa.int64()),
    "float": (ttypes.TDoubleColumn, "doubleVal", [0.5, -0.0], [0.5, -0.0], pa.float32()),
    "double": (ttypes.TDoubleColumn, "doubleVal", [0.1, -1e300], [0.1, -1e300], pa.float64()),
    "string": (ttypes.TStringColumn, "stringVal", ["", "ö"], ["", "ö"], pa.string()),
    "binary": (ttypes.TBinaryColumn, "binaryVal", [b"", b"\xff"], [b"", b"\xff"], pa.binary()),
    "date": (
        ttypes.TStringColumn,
        "stringVal",
        ["0001-01-01", "9999-12-31"],
        [date.min, date.max],
        pa.date32(),
    ),
    "timestamp": (
        ttypes.TStringColumn,
        "stringVal",
        ["2024-03-17 01:02:03", "2024-03-17 01:02:03.0004"],
        [datetime(2024, 3, 17, 1, 2, 3), datetime(2024, 3, 17, 1, 2, 3, 400)],
        pa.timestamp("us"),
    ),
    "decimal": (
        ttypes.TStringColumn,
        "stringVal",
        ["1.50", "-0.01"],
        [Decimal("1.50"), Decimal("-0.01")],
        pa.decimal128(10, 2),
    ),
    "interval_day_time": (
        ttypes.TStringColumn,
        "stringVal",
        ["1 02:03:04.000005000", "-0 00:00:00.000001000"],
        [
            timedelta(days=1, hours=2, minutes=3, seconds=4, microseconds=5),
            timedelta(microseconds=-1),
        ],
        pa.duration("us"),
    ),
    "array": (ttypes.TStringColumn, "stringVal", ["[1,2]", "[]"], ["[1,2]", "[]"], pa.string()),
}


def batch_of(name: str, nulls: bytes) -> Batch:
    kind, attribute, sent, _, _ = SENT[name]
    column = ttypes.TColumn(**{attribute: kind(list(sent), nulls)})
    row_set = ttypes.TRowSet(startRowOffset=0, rows=[], columns=[column])
    type_id = getattr(TTypeId, f"{name.upper()}_TYPE")
    return Batch([Column("c", type_id, 10, 2)], row_set)


@pytest.mark.parametrize("name", SENT)
@pytest.mark.parametrize("nulls", [b"", b"\0", b"\2", b"\3", b"\2\7"])
def test_a_column_becomes_python_values_and_arrow_arrays(name: str, nulls: bytes) -> None:
    bits = nulls[0] if nulls else 0
    wanted = [None if bits >> n & 1 else value for n, value in enumerate(SENT[name][3])]
    assert batch_of(name, nulls).rows() == [(value,) for value in wanted]
    arrow = batch_of(name, nulls).arrow()
    assert arrow.schema.types == [SENT[name][4]]
    assert arrow.column(0).to_pylist() == wanted


def test_the_bits_of_many_bytes_are_found() -> None:
    values = list(range(40))
    column = ttypes.TColumn(i64Val=ttypes.TI64Column(values, b"\x01\x80\0\0\x10"))
    row_set = ttypes.TRowSet(startRowOffset=0, rows=[], columns=[column])
    rows = Batch([Column("n", TTypeId.BIGINT_TYPE)], row_set).rows()
    assert [n for n, (value,) in enumerate(rows) if value is None] == [0, 15, 36]


@pytest.mark.parametrize(
    ("name", "text"),
    [("date", "-0001-01-01"), ("timestamp", "+10000-01-01 00:00:00")],
)
def test_what_python_cannot_hold_is_a_data_error(name: str, text: str) -> None:
    batch = batch_of(name, b"")
    batch._sent[0][1] = text
    batch._sent[0][0] = None
    with pytest.raises(dbapi.DataError, match="select CAST"):
        batch.rows()
    with pytest.raises(dbapi.DataError, match="does not fit its Arrow type"):
        batch.arrow()


def test_columns_have_a_precision_and_a_scale_if_they_are_decimals() -> None:
    schema = ttypes.TTableSchema(
        [
            column_of("n", TTypeId.INT_TYPE),
            column_of("d", TTypeId.DECIMAL_TYPE, precision=9, scale=3),
        ]
    )
    assert columns_of(schema) == [
        Column("n", TTypeId.INT_TYPE),
        Column("d", TTypeId.DECIMAL_TYPE, 9, 3),
    ]


def test_rows_can_be_had_as_an_arrow_table_and_as_a_frame(cursor: dbapi.Cursor) -> None:
    table = cursor.execute("SELECT 1").fetch_arrow_table()
    assert table == pa.table({"n": [1, 2, 3, 4, 5]})
    assert cursor.fetch_arrow_table() == pa.table({"n": pa.array([], pa.int64())})
    frame = cursor.execute("SELECT 1").fetch_df()
    assert frame["n"].tolist() == [1, 2, 3, 4, 5]


def test_rows_and_record_batches_can_be_mixed(cursor: dbapi.Cursor) -> None:
    cursor.execute("SELECT 1")
    assert cursor.fetchone() == (1,)
    batches = cursor.fetch_record_batches()
    assert next(batches).to_pydict() == {"n": [2, 3]}
    assert cursor.fetchone() == (4,)
    assert [batch.to_pydict() for batch in batches] == [{"n": [5]}]
    assert cursor.fetchall() == []


def test_a_client_without_pyarrow_or_pandas_is_told_what_to_install(
    server: Server, cursor: dbapi.Cursor, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.batches = [integers([1])]
    cursor.execute("SELECT 1")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(dbapi.NotSupportedError, match="pip install pandas"):
        cursor.fetch_df()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(dbapi.NotSupportedError, match="pip install pyarrow"):
        cursor.fetch_arrow_table()
    assert cursor.fetchall() == [(1,)]


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 7])
def test_record_batches_are_as_large_as_is_asked_for(
    server: Server, cursor: dbapi.Cursor, rows: int
) -> None:
    server.batches = [integers(values) for values in ((1, 2, 3), (4,), (5, 6), (7,))]
    batches = list(cursor.execute("SELECT 1").fetch_record_batches(rows))
    sizes = [rows] * (7 // rows) + [7 % rows] * (7 % rows > 0)
    assert [batch.num_rows for batch in batches] == sizes
    assert [value for batch in batches for value in batch.column(0).to_pylist()] == [*range(1, 8)]
