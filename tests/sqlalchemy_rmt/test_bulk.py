"""Bulk inserts: what of data frames, Arrow and Python's rows is sent."""

from __future__ import annotations

import datetime as dt
import itertools
import sys
import uuid
from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import bulk, engines, rmt_bulk_insert, types
from tests.sqlalchemy_rmt.compiling import User, users
from tests.sqlalchemy_rmt.test_dialect import Connection

numbers = itertools.count()
wide = sa.Table(
    "wide",
    sa.MetaData(),
    sa.Column("id", types.UInt64, primary_key=True),
    sa.Column("label text", types.String, key="label"),
    sa.Column("x", types.Float64, nullable=False),
    sa.Column("y", types.Float64),
    sa.Column("at", types.DateTime64(6)),
    sa.Column("who", types.UUID),
    sa.Column("tags", types.Map(types.String, types.Int32)),
    sa.Column("long", types.UInt64, rmt_materialized="length(label)"),
    engines.MergeTree(order_by="id"),
)
defaults = sa.Table(
    "defaults",
    sa.MetaData(),
    sa.Column("id", types.UInt64, primary_key=True),
    sa.Column("state", types.String, default="n%w"),
    sa.Column("number", types.Int64, default=lambda: next(numbers)),
    sa.Column("seen", types.DateTime64(3), default=sa.func.now64(3)),
    sa.Column("kind", types.String, server_default="plain"),
    engines.MergeTree(order_by="id"),
)


@pytest.fixture
def driver() -> Connection:
    return Connection()


@pytest.fixture
def connection(driver: Connection) -> Iterator[sa.Connection]:
    engine = sa.create_engine("rmt://", creator=lambda: driver, future=True)
    with engine.connect() as connected:
        driver.statements.clear()
        yield connected
        connected.commit()


ROWS = [(1, "Ann", 1, 0), (2, "it's 5%", 2, 1)]
SENT = "INSERT INTO users (id, name, ver, deleted) VALUES (1, 'Ann', 1, 0), (2, 'it\\'s 5%', 2, 1)"
NAMES = ("id", "name", "ver", "deleted")
UserRow = namedtuple("UserRow", NAMES)
FRAME = pd.DataFrame(ROWS, columns=list(NAMES))
TABLE = pa.Table.from_pandas(FRAME)


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        iter(ROWS),
        [UserRow(*row) for row in ROWS],
        [dict(zip(NAMES, row, strict=True)) for row in ROWS],
        (dict(reversed(list(zip(NAMES, row, strict=True)))) for row in ROWS),
        FRAME,
        FRAME[["deleted", "ver", "name", "id"]],
        TABLE,
        TABLE.to_batches(max_chunksize=1),
        TABLE.to_batches()[0],
        TABLE.to_reader(max_chunksize=1),
        TABLE.select(["name", "deleted", "id", "ver"]),
    ],
    ids=lambda rows: type(rows).__name__,
)
def test_rows_of_every_kind(connection: sa.Connection, driver: Connection, rows: Any) -> None:
    assert rmt_bulk_insert(connection, User, rows) == 2
    assert driver.statements == [SENT]


@pytest.mark.parametrize("rows", [[], FRAME[:0], TABLE.slice(0, 0), TABLE.slice(0, 0).to_batches()])
def test_no_rows_are_no_statement(connection: sa.Connection, driver: Connection, rows: Any) -> None:
    assert rmt_bulk_insert(connection, users, rows) == 0
    assert driver.statements == []


def test_named_columns(connection: sa.Connection, driver: Connection) -> None:
    assert rmt_bulk_insert(connection, users, [["Ann", 1]], columns=["name", "id"]) == 1
    assert driver.statements == ["INSERT INTO users (id, name) VALUES (1, 'Ann')"]


def test_values_go_as_their_columns_say(connection: sa.Connection, driver: Connection) -> None:
    who = uuid.UUID(int=5)
    at = dt.datetime(2024, 1, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    rmt_bulk_insert(connection, wide, [(1, "a", float("nan"), None, at, who, {"a": 1})])
    assert driver.statements == [
        "INSERT INTO wide (id, `label text`, x, y, `at`, who, tags) VALUES (1, 'a', "
        "CAST('NaN' AS DOUBLE), NULL, TIMESTAMP '2024-01-01 00:00:00 UTC', "
        "'00000000-0000-0000-0000-000000000005', map('a', 1))"
    ]


def test_columns_have_keys_or_names(connection: sa.Connection, driver: Connection) -> None:
    rmt_bulk_insert(connection, wide, [{"label": "a", "id": 1}])
    rmt_bulk_insert(connection, wide, [{"label text": "a", "id": 1}])
    assert driver.statements == ["INSERT INTO wide (id, `label text`) VALUES (1, 'a')"] * 2


def test_what_a_frame_misses_is_null_but_for_nan_where_null_has_no_place(
    connection: sa.Connection, driver: Connection
) -> None:
    frame = pd.DataFrame(
        {
            "id": [1, 2],
            "label": ["a", None],
            "x": [1.5, float("nan")],
            "y": [float("nan"), 2.5],
            "at": [pd.NaT, pd.Timestamp("2024-01-01 12:00")],
        }
    )
    rmt_bulk_insert(connection, wide, frame)
    assert driver.statements == [
        "INSERT INTO wide (id, `label text`, x, y, `at`) VALUES (1, 'a', 1.5e0, NULL, NULL), "
        "(2, NULL, CAST('NaN' AS DOUBLE), 2.5e0, TIMESTAMP '2024-01-01 12:00:00')"
    ]


def test_values_of_arrow(connection: sa.Connection, driver: Connection) -> None:
    data = pa.table(
        {
            "id": pa.array([1], pa.int8()),
            "label": pa.array(["a"]).dictionary_encode(),
            "y": pa.array([None], pa.float32()),
            "at": pa.array([dt.datetime(2024, 1, 1)], pa.timestamp("us", "Asia/Tokyo")),
            "tags": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int32())),
        }
    )
    rmt_bulk_insert(connection, wide, data)
    assert driver.statements == [
        "INSERT INTO wide (id, `label text`, y, `at`, tags) VALUES "
        "(1, 'a', NULL, TIMESTAMP '2024-01-01 00:00:00 UTC', map('a', 1))"
    ]


def test_defaults(connection: sa.Connection, driver: Connection) -> None:
    first = next(numbers) + 1
    rmt_bulk_insert(connection, defaults, [{"id": 1}, {"id": 2}])
    assert driver.statements == [
        "INSERT INTO defaults (id, state, number, seen) VALUES "
        f"(1, 'n%w', {first}, now64(3)), (2, 'n%w', {first + 1}, now64(3))"
    ]


def test_batches_and_their_tokens(
    connection: sa.Connection, driver: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "_check_window", lambda *_: None)
    rows = ((number, "x", 1, 0) for number in range(5))
    assert (
        rmt_bulk_insert(connection, users, rows, batch_bytes=130, deduplication_token="it's") == 5
    )
    assert driver.statements == [
        f"INSERT INTO users (id, name, ver, deleted) SETTINGS insert_deduplication_token = "
        f"'it\\'s-{number}' VALUES " + text
        for number, text in enumerate(
            ["(0, 'x', 1, 0), (1, 'x', 1, 0)", "(2, 'x', 1, 0), (3, 'x', 1, 0)", "(4, 'x', 1, 0)"]
        )
    ]


def test_an_iterator_is_read_as_it_goes(connection: sa.Connection, driver: Connection) -> None:
    sent: list[int] = []

    def rows() -> Iterator[tuple[int, str]]:
        for number in range(100):
            sent.append(len(driver.statements))
            yield number, "x" * 10

    rmt_bulk_insert(connection, users, rows(), columns=["id", "name"], batch_bytes=200)
    assert sent[-1] > 5
    assert len(driver.statements) == sent[-1] + 1


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"id": 1, "nme": "a"}], "has no column 'nme'"),
        (pd.DataFrame({5: [1]}), "has no column 5"),
        ([{"id": 1, "long": 5}], "The column long is computed: leave it out"),
        ([{"label": "a", "label text": "b"}], "The column label text is given twice"),
        ([{"id": 1}, {"x": 1}], "Row 1 has not the names of row 0: id"),
        ([{"id": 1}, {"id": 1, "x": 1}], "Row 1 has not the names of row 0"),
        ([{"id": 1}, (1,)], "Row 1 has not the names of row 0"),
        ([(1, "a")], "Row 0 is no sequence of 7 values"),
        (["abcdefg"], "A row is a mapping or a sequence of values, not str"),
        ([5], "A row is a mapping or a sequence of values, not int"),
    ],
)
def test_wrong_rows_are_refused(
    connection: sa.Connection, driver: Connection, rows: Any, message: str
) -> None:
    with pytest.raises(exc.ArgumentError, match=message):
        rmt_bulk_insert(connection, wide, rows)
    assert driver.statements == []


@pytest.mark.parametrize("rows", [[{"id": 1}], FRAME, TABLE], ids=["mapping", "frame", "arrow"])
def test_rows_that_name_their_columns_need_no_list(
    connection: sa.Connection, driver: Connection, rows: Any
) -> None:
    with pytest.raises(exc.ArgumentError, match="columns is for sequences"):
        rmt_bulk_insert(connection, users, rows, columns=["id"])
    assert driver.statements == []


def test_rows_without_the_key_of_a_replacing_table_are_refused(
    connection: sa.Connection, driver: Connection
) -> None:
    for rows in ([{"name": "a"}], pd.DataFrame({"name": ["a"]}), pa.table({"name": ["a"]})):
        with pytest.raises(exc.ArgumentError, match="The key of table users needs id, too"):
            rmt_bulk_insert(connection, users, rows)
    assert driver.statements == []


def test_a_schema_is_not_translated_silently(connection: sa.Connection) -> None:
    translated = connection.execution_options(schema_translate_map={None: "other"})
    with pytest.raises(exc.ArgumentError, match="does not know schema_translate_map"):
        rmt_bulk_insert(translated, users, ROWS)


def test_only_a_table_takes_rows(connection: sa.Connection) -> None:
    with pytest.raises(exc.ArgumentError):
        rmt_bulk_insert(connection, sa.select(users).subquery(), [])


def test_a_value_without_a_literal_is_an_error_of_sqlalchemys(
    connection: sa.Connection, driver: Connection
) -> None:
    with pytest.raises(exc.InterfaceError, match="Cannot write an object as a parameter"):
        rmt_bulk_insert(connection, users, [{"id": 1}, {"id": object()}])
    late = pd.DataFrame({"id": [1], "at": [pd.Timestamp(1)]})
    with pytest.raises(exc.DataError, match="has nanoseconds"):
        rmt_bulk_insert(connection, wide, late)
    assert driver.statements == []


def test_arrow_data_needs_pyarrow(
    connection: sa.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        rmt_bulk_insert(connection, users, TABLE)


def test_pandas_and_pyarrow_are_not_needed_for_rows(
    connection: sa.Connection, driver: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pandas")
    rmt_bulk_insert(connection, users, ROWS)
    assert driver.statements == [SENT]
