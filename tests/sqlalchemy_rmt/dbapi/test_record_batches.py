"""Results whose rows come in Arrow record batches."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from TCLIService import ttypes
from TCLIService.ttypes import TTypeId

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi import record_batches
from sqlalchemy_rmt.dbapi.record_batches import RecordBatches, columns_of_batches
from sqlalchemy_rmt.dbapi.results import Column

from .server import Server, column_of

SENT: dict[str, tuple[str, list[Any], pa.DataType]] = {
    "boolean": ("BOOLEAN", [True, False], pa.bool_()),
    "byte": ("TINYINT", [-128, 127], pa.int8()),
    "short": ("SMALLINT", [-32768, 1], pa.int16()),
    "integer": ("INT", [-1, 2**31 - 1], pa.int32()),
    "long": ("BIGINT", [-(2**63), 2**63 - 1], pa.int64()),
    "float": ("FLOAT", [0.1, -0.0], pa.float32()),
    "double": ("DOUBLE", [0.1, 1e300], pa.float64()),
    "string": ("STRING", ["", "ö𝄞"], pa.string()),
    "binary": ("BINARY", [b"", b"\xff"], pa.binary()),
    "date": ("DATE", [dt.date.min, dt.date.max], pa.date32()),
    "timestamp": ("TIMESTAMP", [dt.datetime.min, dt.datetime.max], pa.timestamp("us")),
    "timestamp_ntz": (
        "TIMESTAMP",
        [dt.datetime(1969, 12, 31, 23, 59, 59, 999999), dt.datetime(1970, 1, 1)],
        pa.timestamp("us"),
    ),
    "decimal(10,2)": ("DECIMAL", [Decimal("-0.01"), Decimal("12345678.90")], pa.decimal128(10, 2)),
}


def described(*columns: tuple[str, str]) -> ttypes.TColumnDesc:
    column = column_of("rmt_arrow_batch", TTypeId.BINARY_TYPE)
    column.comment = json.dumps(columns)
    return column


def messages(*batches: pa.RecordBatch) -> ttypes.TRowSet:
    sent = [batch.serialize().to_pybytes() for batch in batches]
    column = ttypes.TColumn(binaryVal=ttypes.TBinaryColumn(sent, b""))
    return ttypes.TRowSet(startRowOffset=0, rows=[], columns=[column])


def batch(values: list[Any], kind: pa.DataType) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array(values, kind)], names=["c0"])


@pytest.mark.parametrize("kind", SENT)
@pytest.mark.parametrize("with_null", [False, True])
def test_a_column_becomes_python_values_and_arrow_arrays(kind: str, with_null: bool) -> None:
    name, values, arrow = SENT[kind]
    values = [*values, None] if with_null else values
    columns = columns_of_batches(ttypes.TTableSchema([described(("c", kind))]))
    assert columns is not None
    assert columns[0].description[:2] == ("c", name)
    rows = RecordBatches(columns, messages(batch(values[:1], arrow), batch(values[1:], arrow)))
    assert rows.sent_rows == 2
    assert [repr(value) for (value,) in rows.rows()] == [repr(value) for value in values]
    assert rows.arrow().schema == pa.schema([("c", arrow)])
    assert rows.arrow().num_rows == len(rows) == len(values)


def test_decimals_are_described() -> None:
    schema = ttypes.TTableSchema([described(("a", "decimal(38,10)"), ("a", "long"))])
    assert columns_of_batches(schema) == [
        Column("a", TTypeId.DECIMAL_TYPE, 38, 10),
        Column("a", TTypeId.BIGINT_TYPE),
    ]


def test_other_results_are_not_taken_for_record_batches() -> None:
    plain = column_of("rmt_arrow_batch", TTypeId.BINARY_TYPE)
    assert columns_of_batches(ttypes.TTableSchema([plain])) is None
    other = described(("a", "long"))
    other.columnName = "bytes"
    assert columns_of_batches(ttypes.TTableSchema([other])) is None
    two = [described(("a", "long")), column_of("n", TTypeId.BIGINT_TYPE)]
    assert columns_of_batches(ttypes.TTableSchema(two)) is None


@pytest.mark.parametrize(
    ("kind", "arrow", "number", "text"),
    [
        ("date", pa.int32(), 2932897, "10000-01-01"),
        ("timestamp", pa.int64(), 253402300800000000, "10000-01-01 00:00:00"),
        ("timestamp", pa.int64(), -62135596800000001, "0000-12-31 23:59:59.999999"),
    ],
)
def test_what_python_cannot_hold_is_a_data_error(
    kind: str, arrow: pa.DataType, number: int, text: str
) -> None:
    columns = columns_of_batches(ttypes.TTableSchema([described(("c", kind))]))
    assert columns is not None
    values = pa.array([None, number], arrow).cast(SENT[kind][2])
    sent = pa.RecordBatch.from_arrays([values], names=["c0"])
    rows = RecordBatches(columns, messages(sent))
    with pytest.raises(dbapi.DataError, match=f"Column c holds .* {text}.*: select CAST"):
        rows.rows()
    assert rows.arrow().num_rows == 2


def test_what_is_no_utf8_is_replaced_as_java_does() -> None:
    columns = [Column("c", TTypeId.STRING_TYPE)]
    bytes_sent = pa.array([b"a\xff", None, b"\xed\xa0\x80b", b"\xed\xa0", b"\xc3\xb6"])
    text = pa.Array.from_buffers(pa.string(), 5, bytes_sent.buffers())
    sent = pa.RecordBatch.from_arrays([text], names=["c0"])
    rows = RecordBatches(columns, messages(sent))
    wanted = ["a\ufffd", None, "\ufffdb", "\ufffd", "ö"]
    assert rows.rows() == [(value,) for value in wanted]
    assert rows.arrow().column(0).to_pylist() == wanted


def test_dates_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_batches, "find_spec", lambda _: None)
    days = [dt.date.min, None, dt.date.max]
    rows = RecordBatches([Column("c", TTypeId.DATE_TYPE)], messages(batch(days, pa.date32())))
    assert rows.rows() == [(day,) for day in days]


def test_a_session_asks_for_record_batches_unless_it_is_told_not_to(server: Server) -> None:
    asking = "set:hiveconf:spark.rmt.results"
    for settings, wanted in (({}, "arrow"), ({"spark.rmt.results": "rows"}, "rows")):
        dbapi.connect("127.0.0.1", server.port, auth="NOSASL", settings=settings).close()
        assert server.opened[-1].configuration[asking] == wanted


def test_a_client_without_pyarrow_asks_for_rows(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sqlalchemy_rmt.dbapi.connection.find_spec", lambda _: None)
    dbapi.connect("127.0.0.1", server.port, auth="NOSASL").close()
    assert "set:hiveconf:spark.rmt.results" not in server.opened[-1].configuration


def test_few_record_batches_are_asked_for_at_first(server: Server, cursor: dbapi.Cursor) -> None:
    server.schema = [described(("n", "long"), ("s", "string"))]
    sent = pa.RecordBatch.from_pydict({"c0": list(range(1000)), "c1": ["x" * 100] * 1000})
    server.batches = [messages(sent), messages(*[sent] * 8), messages(sent.slice(0, 3)), messages()]
    cursor.execute("SELECT n, s FROM t")
    assert [name for name, *_ in cursor.description or ()] == ["n", "s"]
    assert cursor.fetchone() == (0, "x" * 100)
    assert len(cursor.fetchmany(1500)) == 1500
    assert len(cursor.fetchall()) == 9_003 - 1_501
    asked = [one.maxRows for one in server.requests if isinstance(one, ttypes.TFetchResultsReq)]
    assert asked[:3] == [1, 8, 18]


def test_an_empty_result_has_its_columns(server: Server, cursor: dbapi.Cursor) -> None:
    server.schema, server.batches = [described(("n", "long"))], [messages()]
    assert cursor.execute("SELECT n FROM t").fetchall() == []
    assert cursor.execute("SELECT n FROM t").fetch_arrow_table().schema == pa.schema(
        [("n", pa.int64())]
    )
    server.schema, server.batches = [column_of("n", TTypeId.BIGINT_TYPE)], []
    assert cursor.execute("SELECT 1").fetchall() == []
