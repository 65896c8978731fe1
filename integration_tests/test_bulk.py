"""Bulk inserts on an endpoint: everything arrives, quickly, and can be repeated."""

from __future__ import annotations

import datetime as dt
import time
import uuid
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import engines, rmt_bulk_insert, types

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")

ROWS = 100_000
SECONDS = 30
NAMES = ("id", "ratio", "price", "name", "day", "seen", "good", "size")


@pytest.fixture
def connection(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[sa.Connection]:
    engine = sa.create_engine(
        f"rmt://127.0.0.1:{endpoint.port}/{client.database}", isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connected:
        yield connected
    engine.dispose()


def _table(connection: sa.Connection, **clauses: Any) -> sa.Table:
    table = sa.Table(
        "t",
        sa.MetaData(),
        sa.Column("id", types.UInt64, primary_key=True),
        sa.Column("ratio", types.Float64, nullable=False),
        sa.Column("price", types.Decimal(12, 2), nullable=False),
        sa.Column("name", types.String, nullable=False),
        sa.Column("day", types.Date, nullable=False),
        sa.Column("seen", types.DateTime64(6), nullable=False),
        sa.Column("good", types.Bool, nullable=False),
        sa.Column("size", types.Int32),
        engines.ReplacingMergeTree(**clauses),
    )
    table.create(connection)
    return table


def _rows(count: int = ROWS) -> list[tuple[Any, ...]]:
    return [
        (
            number,
            number * 0.37,
            Decimal(number * 13 % 100_000) / 100,
            f"it's user {number % 977}\\",
            dt.date(2020, 1, 1) + dt.timedelta(days=number % 2000),
            dt.datetime(2024, 1, 1) + dt.timedelta(microseconds=number * 1_234_567),
            number % 3 == 0,
            None if number % 5 == 0 else number % 11,
        )
        for number in range(count)
    ]


def _stored(connection: sa.Connection, table: sa.Table) -> list[tuple[Any, ...]]:
    found = connection.execute(sa.select(table).order_by(table.c.id))
    return [tuple(row) for row in found]


@pytest.mark.sample(0)
def test_a_hundred_thousand_rows_arrive_in_seconds(connection: sa.Connection) -> None:
    table, rows = _table(connection), _rows()
    started = time.monotonic()
    assert rmt_bulk_insert(connection, table, rows) == ROWS
    seconds = time.monotonic() - started
    assert _stored(connection, table) == rows
    assert seconds < SECONDS


def test_frames_and_arrow_arrive_as_rows_do(connection: sa.Connection) -> None:
    table, rows = _table(connection), _rows(1000)
    frame = pd.DataFrame(rows, columns=list(NAMES))
    arrow = pa.Table.from_pylist([dict(zip(NAMES, row, strict=True)) for row in rows])
    for data in (rows, frame, arrow, arrow.to_reader(), arrow.to_batches(100)):
        assert rmt_bulk_insert(connection, table, data) == 1000
        assert _stored(connection, table) == rows
        connection.exec_driver_sql("TRUNCATE TABLE t")


@pytest.mark.sample(0)
def test_partitions_defaults_and_computed_columns(connection: sa.Connection) -> None:
    table = sa.Table(
        "computed",
        sa.MetaData(),
        sa.Column("id", types.UInt64, primary_key=True),
        sa.Column("day", types.Date, nullable=False),
        sa.Column("kind", types.String, nullable=False, server_default="plain"),
        sa.Column("next", types.UInt64, rmt_materialized="id + 1"),
        engines.MergeTree(partition_by=sa.func.toYYYYMM(sa.column("day"))),
    )
    table.create(connection)
    days = [dt.date(2024, month, 1) for month in (1, 2, 3)]
    rmt_bulk_insert(connection, table, pd.DataFrame({"id": [1, 2, 3], "day": days}))
    query = sa.select(table.c.id, table.c.day, table.c.kind, table.c.next).order_by(table.c.id)
    assert [tuple(row) for row in connection.execute(query)] == [
        (number, day, "plain", number + 1) for number, day in enumerate(days, 1)
    ]


@pytest.mark.sample(0)
def test_values_that_spark_has_to_read(connection: sa.Connection) -> None:
    table = sa.Table(
        "nested",
        sa.MetaData(),
        sa.Column("id", types.UInt64, primary_key=True),
        sa.Column("who", types.UUID),
        sa.Column("tags", types.Array(types.String)),
        sa.Column("sizes", types.Map(types.String, types.Int32)),
        sa.Column("place", types.Tuple(lat=types.Float64, lon=types.Float64)),
        engines.MergeTree(),
    )
    table.create(connection)
    rows = [
        (1, uuid.UUID(int=7), ["a", "it's"], {"a": 1}, (1.5, float(-2))),
        (2, None, [], {}, (0.0, 1e300)),
    ]
    rmt_bulk_insert(connection, table, rows)
    rmt_bulk_insert(
        connection,
        table,
        pa.table(
            {
                "id": [3],
                "tags": [["c"]],
                "sizes": pa.array([[("b", 2)]], pa.map_(pa.string(), pa.int8())),
                "place": [{"lon": 2.5, "lat": 1.0}],
            }
        ),
    )
    assert _stored(connection, table) == [*rows, (3, None, ["c"], {"b": 2}, (1.0, 2.5))]


@pytest.mark.sample(0)
def test_what_was_sent_before_a_failure_stays_and_a_token_lets_one_go_on(
    connection: sa.Connection,
) -> None:
    table = _table(connection, settings={"non_replicated_deduplication_window": 100})
    rows = _rows(800)
    wrong = [*rows]
    wrong[600] = (*rows[600][:7], 2**40)
    options: dict[str, Any] = {"batch_bytes": 16_000, "deduplication_token": "load 1"}
    count = sa.select(sa.func.count()).select_from(table)
    with pytest.raises(exc.DataError, match="is out of range"):
        rmt_bulk_insert(connection, table, wrong, **options)
    there = connection.scalar(count)
    assert there is not None
    assert 300 < there < 600
    for _ in range(2):
        assert rmt_bulk_insert(connection, table, rows, **options) == 800
        assert connection.scalar(count) == 800
    assert _stored(connection, table) == rows


def test_a_token_that_nobody_would_remember_is_refused(connection: sa.Connection) -> None:
    table = _table(connection)
    with pytest.raises(exc.ArgumentError, match="Table t remembers no tokens"):
        rmt_bulk_insert(connection, table, _rows(1), deduplication_token="x")
    assert _stored(connection, table) == []
    connection.exec_driver_sql("CREATE TABLE spark_table (id INT) USING parquet")
    other = sa.Table("spark_table", sa.MetaData(), sa.Column("id", sa.Integer))
    with pytest.raises(exc.ArgumentError, match="is no table of the endpoint's engines"):
        rmt_bulk_insert(connection, other, [(1,)], deduplication_token="x")


@pytest.mark.sample(0)
def test_one_column_in_the_zone_of_the_session(connection: sa.Connection) -> None:
    table = _table(connection)
    tokyo = connection.execution_options(settings={"spark.sql.session.timeZone": "Asia/Tokyo"})
    rmt_bulk_insert(tokyo, table, _rows(1))
    noon = tokyo.exec_driver_sql("SELECT unix_seconds(seen) FROM t").scalar()
    assert noon == dt.datetime(2023, 12, 31, 15, tzinfo=dt.UTC).timestamp()
