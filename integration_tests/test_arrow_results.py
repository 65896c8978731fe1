"""Results in record batches beside the same results as HiveServer2 sends them."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import pyarrow as pa
import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.record_batches import RecordBatches
from sqlalchemy_rmt.dbapi.results import Batch

ZONES = ("UTC", "Asia/Tokyo", "America/New_York", "Europe/Amsterdam")
COLUMNS = {
    "id": "Int64",
    "flag": "Nullable(Bool)",
    "tiny": "Nullable(Int8)",
    "small": "Nullable(Int16)",
    "whole": "Nullable(Int32)",
    "large": "Nullable(UInt64)",
    "single": "Nullable(Float32)",
    "double": "Nullable(Float64)",
    "price": "Nullable(Decimal(38, 10))",
    "name": "Nullable(String)",
    "day": "Nullable(Date32)",
    "at": "Nullable(DateTime64(6))",
    "at_tokyo": "DateTime('Asia/Tokyo')",
}
ROWS = (
    "1, true, -128, -32768, -2147483648, 0, -0.0, -0.0, -9999999999999999999999999999.9999999999, "
    "'', '1900-01-01', '1900-01-01 00:00:00.000001', '1970-01-01 09:00:00'",
    "2, false, 127, 32767, 2147483647, 18446744073709551615, 0.1, 1e308, 0.0000000001, "
    "'ö€𝄞', '2299-12-31', '2262-04-11 23:47:16.854775', '2106-02-07 06:28:15'",
    "3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-02-29 00:00:00'",
    "4, true, 0, 0, 0, 1, nan, inf, 1, '\\'\\n\\t\\\\', '1969-12-31', '1969-12-31 23:59:59.9', "
    "'2024-03-10 02:30:00'",
    "5, true, 0, 0, 0, 1, 16777217, -inf, 1, unhex('41FFC328E282E28228F0908C41'), '1970-01-01', "
    "'2024-11-03 01:30:00', '2024-11-03 01:30:00'",
)


@pytest.fixture
def both(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[tuple[dbapi.Cursor, dbapi.Cursor]]:
    """A cursor that asks for record batches, and one that does not."""
    text = {"spark.rmt.results": "rows"}
    # A few rows come without a job, and as text.
    always = {"max_rows_read_in_driver": "0"}
    with (
        dbapi.connect("127.0.0.1", endpoint.port, client.database, settings=always) as asking,
        dbapi.connect(
            "127.0.0.1", endpoint.port, client.database, settings={**always, **text}
        ) as plain,
    ):
        yield asking.cursor(), plain.cursor()


@pytest.fixture
def values(both: tuple[dbapi.Cursor, dbapi.Cursor]) -> str:
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    both[0].execute(f"CREATE TABLE all_types ({columns}) ENGINE = MergeTree ORDER BY id")
    both[0].execute(f"INSERT INTO all_types VALUES {', '.join(f'({row})' for row in ROWS)}")
    return "all_types"


def _kinds(cursors: tuple[dbapi.Cursor, dbapi.Cursor], query: str) -> tuple[type, ...]:
    for cursor in cursors:
        cursor.execute(query)
    return tuple(cursor._batch_kind for cursor in cursors)


def _same(cursors: tuple[dbapi.Cursor, dbapi.Cursor], query: str) -> None:
    in_batches, as_text = cursors
    assert _kinds(cursors, query) == (RecordBatches, Batch)
    assert in_batches.description == as_text.description
    assert repr(in_batches.fetchall()) == repr(as_text.fetchall())
    _kinds(cursors, query)
    one, other = in_batches.fetch_arrow_table(), as_text.fetch_arrow_table()
    assert one.schema == other.schema
    # NaN is not itself for Arrow.
    assert repr(one.to_pylist()) == repr(other.to_pylist())


@pytest.mark.parametrize("zone", ZONES)
def test_every_value_is_the_same(
    both: tuple[dbapi.Cursor, dbapi.Cursor], values: str, zone: str
) -> None:
    for cursor in both:
        cursor.execute(f"SET TIME ZONE '{zone}'")
    _same(both, f"SELECT * FROM {values} ORDER BY id")
    _same(both, f"SELECT at, at, id AS at FROM {values} WHERE id < 4 ORDER BY id")


def test_any_bytes_become_the_same_text(both: tuple[dbapi.Cursor, dbapi.Cursor]) -> None:
    drawn = random.Random(20)
    pieces = [b"A", "é".encode(), "€".encode(), "𝄞".encode(), b"\xed\xa0\x80", b"\xf5", b"\xc0\x80"]
    both[0].execute("CREATE TABLE texts (id Int64, text String) ENGINE = MergeTree ORDER BY id")
    texts = []
    for _ in range(400):
        text = b"".join(drawn.choice(pieces) for _ in range(drawn.randint(0, 6)))
        texts.append(text[: drawn.randint(0, len(text))].hex())
    rows = ", ".join(f"({i}, '{text}')" for i, text in enumerate(texts))
    both[0].execute(f"INSERT INTO texts SELECT col1, unhex(col2) FROM VALUES {rows}")
    _same(both, "SELECT id, text FROM texts ORDER BY id")


def test_rows_come_in_order_from_many_batches(both: tuple[dbapi.Cursor, dbapi.Cursor]) -> None:
    in_batches, _ = both
    in_batches.execute(
        "CREATE TABLE many (id Int64, s String, v UInt8) ENGINE = ReplacingMergeTree(v) ORDER BY id"
    )
    in_batches.execute("INSERT INTO many SELECT number, toString(number), 1 FROM numbers(25000)")
    in_batches.execute("INSERT INTO many SELECT number * 2, 'new', 2 FROM numbers(500)")
    query = "SELECT id, s FROM many FINAL ORDER BY id DESC"
    assert _kinds(both, query) == (RecordBatches, Batch)
    assert in_batches.fetchone() == (24999, "24999")
    assert in_batches.fetchmany(2) == [(24998, "24998"), (24997, "24997")]
    rest = in_batches.fetchall()
    assert len(rest) == 24997
    assert rest[-2:] == [(1, "1"), (0, "new")]
    in_batches.execute(query)
    sizes = [batch.num_rows for batch in in_batches.fetch_record_batches(10_000)]
    assert sizes == [10_000, 10_000, 5_000]
    in_batches.execute(f"SELECT * FROM ({query}) WHERE id > 30000")
    assert in_batches.fetchall() == []
    in_batches.execute(f"SELECT * FROM ({query}) WHERE id > 30000")
    assert in_batches.fetch_arrow_table().schema == pa.schema([("id", "int64"), ("s", "string")])


def test_what_is_small_or_nested_comes_as_text(
    both: tuple[dbapi.Cursor, dbapi.Cursor], values: str
) -> None:
    for query in (
        "SELECT 1",
        f"SELECT count() FROM {values}",
        f"SELECT id, whole FROM {values} LIMIT 2",
        f"SELECT flag, count() AS rows FROM {values} GROUP BY flag HAVING rows > 0 ORDER BY rows",
        f"SELECT DISTINCT flag FROM {values}",
        f"SELECT [id], map('a', id) FROM {values}",
        "SHOW TABLES",
        "SELECT name FROM system.functions WHERE name LIKE 'arrayF%'",
        "SELECT query FROM system.processes WHERE query LIKE 'nothing'",
    ):
        assert _kinds(both, query) == (Batch, Batch), query
        one, other = both
        assert sorted(map(repr, one.fetchall())) == sorted(map(repr, other.fetchall()))


def test_a_query_in_a_statement_is_not_the_clients(
    both: tuple[dbapi.Cursor, dbapi.Cursor],
) -> None:
    cursor, _ = both
    cursor.execute("CREATE TABLE held USING parquet AS SELECT id FROM range(5)")
    cursor.execute("DECLARE OR REPLACE VARIABLE found BIGINT")
    cursor.execute("EXECUTE IMMEDIATE 'SELECT id + 1 FROM held WHERE id = 3' INTO found")
    assert cursor.execute("SELECT found").fetchall() == [(4,)]
    cursor.execute("EXECUTE IMMEDIATE 'SELECT id FROM held WHERE id < 2 ORDER BY id'")
    assert cursor.fetchall() == [(0,), (1,)]
    cursor.execute("BEGIN SELECT id FROM held WHERE id > 2 ORDER BY id; END")
    assert cursor.fetchall() == [(3,), (4,)]


def test_a_form_of_results_that_there_is_not_is_refused(
    both: tuple[dbapi.Cursor, dbapi.Cursor],
) -> None:
    cursor, _ = both
    cursor.execute("SET spark.rmt.results = parquet")
    with pytest.raises(dbapi.Error, match=r"BAD_ARGUMENTS.*is parquet.*It is arrow or rows"):
        cursor.execute("SELECT 1")
    cursor.execute("SET spark.rmt.results = rows")
    assert cursor.execute("SELECT 1").fetchall() == [(1,)]


def test_dates_that_python_cannot_hold_are_an_error_of_rows_only(
    both: tuple[dbapi.Cursor, dbapi.Cursor],
) -> None:
    cursor, _ = both
    cursor.execute(
        "CREATE TABLE far USING parquet AS SELECT make_date(10001, 1, id) AS day FROM range(1, 4)"
    )
    cursor.execute("SELECT day FROM far")
    with pytest.raises(dbapi.DataError, match="Column day holds a DATE that Python cannot, 1000"):
        cursor.fetchall()
    assert cursor.execute("SELECT day FROM far").fetch_arrow_table().num_rows == 3


def test_rows_of_a_megabyte(both: tuple[dbapi.Cursor, dbapi.Cursor]) -> None:
    cursor, _ = both
    cursor.execute(
        "CREATE TABLE wide USING parquet AS SELECT id, repeat('x', 1000000) AS s FROM range(60)"
    )
    cursor.execute("SELECT * FROM wide")
    assert sum(len(text) for _, text in cursor.fetchall()) == 60_000_000


@pytest.mark.parametrize("incremental", ["true", "false"])
def test_one_partition_at_a_time(endpoint: EmbeddedEndpoint, incremental: str) -> None:
    settings = {"spark.sql.thriftServer.incrementalCollect": incremental}
    with dbapi.connect("127.0.0.1", endpoint.port, settings=settings) as connection:
        cursor = connection.cursor()
        cursor.execute("DROP TABLE IF EXISTS slices")
        cursor.execute("CREATE TABLE slices USING parquet AS SELECT id FROM range(0, 9000, 1, 3)")
        cursor.execute("SELECT id + 1 AS id FROM slices")
        assert cursor._batch_kind is RecordBatches
        assert sorted(cursor.fetchall()) == [(i + 1,) for i in range(9000)]
        cursor.execute("DROP TABLE slices")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a.id FROM slow a JOIN slow b ON a.id + b.id = 7 WHERE raise_error('no luck') > 1",
        "SELECT assert_true(id < 0, 'no luck') IS NULL AS told FROM slow ORDER BY id",
    ],
)
def test_an_error_of_a_stage_is_the_same(
    both: tuple[dbapi.Cursor, dbapi.Cursor], query: str
) -> None:
    both[0].execute("CREATE TABLE slow USING parquet AS SELECT id FROM range(0, 1000, 1, 4)")
    told, ids = [], {}
    for cursor in both:
        with pytest.raises(dbapi.Error, match="no luck") as error:
            cursor.execute(query).fetchall()
        told.append((type(error.value), str(error.value), error.value.sqlstate))
        ids[cursor] = cursor.query_id
    assert told[0] == told[1]
    for cursor in both:
        failed = "SELECT type FROM system.query_log WHERE query_id = %s ORDER BY event_time"
        types = both[0].execute(failed, (ids[cursor],)).fetchall()
        assert types == [("QueryStart",), ("ExceptionWhileProcessing",)]


def test_a_query_is_cancelled_in_a_stage_before_the_last(
    both: tuple[dbapi.Cursor, dbapi.Cursor],
) -> None:
    cursor, _ = both
    cursor.execute("CREATE TABLE few USING parquet AS SELECT id FROM range(0, 1000, 1, 4)")
    canceller = threading.Timer(2, cursor.cancel)
    canceller.start()
    begun = time.monotonic()
    with pytest.raises(dbapi.OperationalError, match="cancelled"):
        cursor.execute(
            "SELECT a.id, rank() OVER (PARTITION BY b.id % 2 ORDER BY c.id) AS r "
            "FROM few a, few b, few c, few d WHERE hash(a.id, b.id, c.id, d.id) % 9 = 1"
        )
    assert time.monotonic() - begun < 60
    assert cursor.execute("SELECT id FROM few WHERE id = 7").fetchall() == [(7,)]
