"""The values of an INSERT."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.values import fill_default_words, plain_rows
from rmt_engine.store.table import TableDefinition
from tests.sql.support import Spark, define

DEFINITION = define(
    """CREATE TABLE t (
        a Int8,
        b Int8 DEFAULT 7,
        c Nullable(Int8) DEFAULT 1 + 2,
        d Nullable(Int8) DEFAULT a + 1,
        e Nullable(Int8),
        m Int8 MATERIALIZED 5
    ) ENGINE = MergeTree ORDER BY a""",
    Spark(),
)


@pytest.mark.parametrize(
    ("names", "text", "wanted"),
    [
        # An INSERT puts the default where a column cannot hold NULL.
        (("a", "b"), "VALUES (1, DEFAULT)", "VALUES (1, NULL)"),
        (("a", "b"), "VALUES (default, Default), (1, 2)", "VALUES (NULL, NULL), (1, 2)"),
        (("c", "a"), "VALUES (DEFAULT, 1)", "VALUES ((1 + 2), 1)"),
        (("e",), "VALUES (DEFAULT)", "VALUES (NULL)"),
        (None, "VALUES (1, DEFAULT, DEFAULT, 4, 5)", "VALUES (1, NULL, (1 + 2), 4, 5)"),
        (("C",), "VALUES (DEFAULT), (DEFAULT)", "VALUES ((1 + 2)), ((1 + 2))"),
        (("a", "c"), "VALUES (f(1, 2), DEFAULT)", "VALUES (f(1, 2), (1 + 2))"),
        (("a", "c"), "VALUES ([1, 2], DEFAULT)", "VALUES ([1, 2], (1 + 2))"),
        (("a", "c"), "VALUES ({'x': 1, 'y': 2}, DEFAULT)", "VALUES ({'x': 1, 'y': 2}, (1 + 2))"),
        (("a",), "VALUES (1, DEFAULT)", "VALUES (1, NULL)"),
    ],
)
def test_default_becomes_what_gives_the_column_its_default(
    names: tuple[str, ...] | None, text: str, wanted: str
) -> None:
    assert fill_default_words(text, names, DEFINITION) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "VALUES (1)",
        "VALUES ('DEFAULT')",
        "VALUES ('a, DEFAULT')",
        "VALUES (1 /* DEFAULT */)",
        "VALUES (`DEFAULT`)",
        "VALUES (f(DEFAULT))",
        "VALUES (1 + DEFAULT)",
        "VALUES (x.DEFAULT)",
    ],
)
def test_default_that_is_no_value_of_its_own_stays(text: str) -> None:
    assert fill_default_words(text, ("c",), DEFINITION) == text


def test_a_nullable_default_that_needs_other_columns_is_refused_with_what_to_do() -> None:
    with pytest.raises(RmtError, match="DEFAULT for the Nullable column d") as raised:
        fill_default_words("VALUES (1, DEFAULT)", ("a", "d"), DEFINITION)
    assert raised.value.name == "NOT_IMPLEMENTED"
    assert raised.value.hint == "Leave the column out of the list instead."


# Rows of nothing but numbers and strings


PLAIN = define(
    """CREATE TABLE t (k Int64, s Nullable(String), n LowCardinality(String), u UInt8)
    ENGINE = ReplacingMergeTree ORDER BY k""",
    Spark(),
)


def _plain(
    text: str, names: tuple[str, ...] | None = None, definition: TableDefinition = PLAIN
) -> list[dict[str, Any]] | None:
    rows = plain_rows(text, names, definition)
    return None if rows is None else rows.to_pylist()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VALUES (1, 'a', '', 255)", [(1, "a", "", 255)]),
        ("values(-9223372036854775808,'é(,)','-- x',007);", [(-(2**63), "é(,)", "-- x", 7)]),
        ("VALUES (1, 'a', 'b', 0), (2, 'c', 'd', 1),", [(1, "a", "b", 0), (2, "c", "d", 1)]),
    ],
)
def test_plain_rows_are_put_down_as_they_are(text: str, wanted: list[tuple[Any, ...]]) -> None:
    assert _plain(text) == [dict(zip("ksnu", row, strict=True)) for row in wanted]


_DATES = define(
    """CREATE TABLE t (k Int8, d Date, e Nullable(Date32), t DateTime, u DateTime('UTC'))
    ENGINE = ReplacingMergeTree ORDER BY k""",
    Spark(),
)


def test_plain_dates_and_times_are_put_down_too() -> None:
    text = (
        "VALUES (1, '2149-06-06', '1900-01-01', '2106-02-07 06:28:15', '1970-01-01 00:00:00'),\n"
        "( 2 , '1970-01-01','2299-12-31' ,'2024-02-29 23:59:59', '2024-02-29 00:00:00' ) ; "
    )
    first, second = _plain(text, None, _DATES) or []
    assert first["d"] == date(2149, 6, 6)
    assert first["e"] == date(1900, 1, 1)
    assert first["t"] == datetime(2106, 2, 7, 6, 28, 15, tzinfo=UTC)
    assert second["t"] == datetime(2024, 2, 29, 23, 59, 59, tzinfo=UTC)
    assert list(second) == ["k", "d", "e", "t", "u"]


@pytest.mark.parametrize(
    ("day", "moment"),
    [
        ("2149-06-07", "2024-01-01 00:00:00"),
        ("1969-12-31", "2024-01-01 00:00:00"),
        ("2023-02-29", "2024-01-01 00:00:00"),
        ("2023-2-1", "2024-01-01 00:00:00"),
        ("20230201", "2024-01-01 00:00:00"),
        ("0000-00-00", "2024-01-01 00:00:00"),
        ("2024-01-01", "2106-02-07 06:28:16"),
        ("2024-01-01", "2024-01-01 24:00:00"),
        ("2024-01-01", "2024-01-01T00:00:00"),
        ("2024-01-01", "2024-01-01 00:00:00.5"),
        ("2024-01-01", "2024-01-01 00:00:00Z"),
        ("2024-01-01", "1704067200"),
    ],
)
def test_any_other_date_or_time_is_read_by_spark(day: str, moment: str) -> None:
    text = f"VALUES (1, '{day}', '2024-01-01', '{moment}', '2024-01-01 00:00:00')"
    assert _plain(text, None, _DATES) is None


def test_plain_rows_are_in_the_order_of_the_table() -> None:
    assert _plain("VALUES (1, 'n', 's', 2)", ("u", "n", "s", "k")) == [
        {"k": 2, "s": "s", "n": "n", "u": 1}
    ]


@pytest.mark.parametrize(
    "text",
    [
        "VALUES (1, NULL, 'n', 1)",
        "VALUES (1, 'a', 'n', DEFAULT)",
        "VALUES (1, 'a', 'n', 1 + 1)",
        "VALUES (1.0, 'a', 'n', 1)",
        "VALUES (1e3, 'a', 'n', 1)",
        "VALUES (1L, 'a', 'n', 1)",
        "VALUES ('1', 'a', 'n', 1)",
        "VALUES (1, 2, 'n', 1)",
        "VALUES (1, 'a' 'b', 'n', 1)",
        "VALUES (1, 'a''b', 'n', 1)",
        r"VALUES (1, 'a\nb', 'n', 1)",
        r"VALUES (1, 'a\d', 'n', 1)",
        "VALUES (1, \"a\", 'n', 1)",
        "VALUES (1, f('a'), 'n', 1)",
        "VALUES (1, 'a', 'n', 256)",
        "VALUES (1, 'a', 'n', -1)",
        "VALUES (9223372036854775808, 'a', 'n', 1)",
        "VALUES (--1, 'a', 'n', 1)",
        "VALUES (- -1, 'a', 'n', 1)",
        "VALUES (1, 'a', 'n', 1) (2, 'a', 'n', 1)",
        "VALUES (1, 'a', 'n')",
        "VALUES (1, 'a', 'n', 1, 1)",
        "VALUES (1, 'a', 'n', 1), (2, 'a')",
        "VALUES (1, 'a', 'n', 1) ON CONFLICT",
        "VALUES 1, 'a', 'n', 1",
        "VALUES",
        "VALUES (",
    ],
)
def test_what_is_not_plain_is_read_by_spark(text: str) -> None:
    assert _plain(text) is None


@pytest.mark.parametrize("names", [("k",), ("k", "s", "n", "x"), ("k", "s", "n", "n")])
def test_columns_that_are_not_all_named_once_are_read_by_spark(names: tuple[str, ...]) -> None:
    values = ", ".join("1" if name == "k" else "'a'" for name in names)
    assert _plain(f"VALUES ({values})", names) is None


@pytest.mark.parametrize(
    "create",
    [
        "CREATE TABLE t (k Int64, v Int64 DEFAULT 5) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k PARTITION BY k",
        "CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k + 1",
        "CREATE TABLE t (k Int64, v Float64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64, v UInt64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64, v Bool) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64, v Date) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64, v Int64, t DateTime('Asia/Tokyo')) ENGINE = MergeTree ORDER BY k",
    ],
)
def test_a_table_that_computes_or_converts_is_left_to_spark(create: str) -> None:
    assert _plain("VALUES (1, 1)", None, define(create, Spark())) is None
