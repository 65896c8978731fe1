"""Rows of literals, read without Spark."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from rmt_engine.sql.values.plain_rows import plain_rows
from rmt_engine.store.table import TableDefinition
from tests.sql.support import Spark, define

PLAIN = define(
    """CREATE TABLE t (k Int64, s Nullable(String), n LowCardinality(String), u UInt8)
    ENGINE = ReplacingMergeTree ORDER BY k""",
    Spark(),
)


def _plain(
    text: str,
    names: tuple[str, ...] | None = None,
    definition: TableDefinition = PLAIN,
    in_utc: bool = True,
) -> list[dict[str, Any]] | None:
    rows = plain_rows(text, names, definition, in_utc)
    return None if rows is None else rows.to_pylist()


def _column(type_: str, values: str, in_utc: bool = True) -> list[Any] | None:
    """What `(values[0]), (values[1]), …` are in a column of the type."""
    definition = define(f"CREATE TABLE t (v {type_}) ENGINE = MergeTree ORDER BY tuple()", Spark())
    text = "), (".join(values.split(" | "))
    rows = _plain(f"VALUES ({text})", None, definition, in_utc)
    return None if rows is None else [row["v"] for row in rows]


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VALUES (1, 'a', '', 255)", [(1, "a", "", 255)]),
        ("values(-9223372036854775808,'é(,)','-- x',007);", [(-(2**63), "é(,)", "-- x", 7)]),
        ("VALUES (1, 'a', 'b', 0), (2, 'c', 'd', 1),", [(1, "a", "b", 0), (2, "c", "d", 1)]),
        ("VALUES (1, NULL, 'b', 0), (2, 'c', 'd', 1)", [(1, None, "b", 0), (2, "c", "d", 1)]),
        (
            "VALUES (1, null, 'b', true), (2, NULL, 'd', FALSE)",
            [(1, None, "b", 1), (2, None, "d", 0)],
        ),
        (r"VALUES (1, 'it\'s', '\\', 0)", [(1, "it's", "\\", 0)]),
        (r"VALUES (1, concat('$', '{a}', '\''), '\\\'', 0)", [(1, "${a}'", "\\'", 0)]),
    ],
)
def test_literals_are_put_down_as_they_are(text: str, wanted: list[tuple[Any, ...]]) -> None:
    assert _plain(text) == [dict(zip("ksnu", row, strict=True)) for row in wanted]


@pytest.mark.parametrize(
    ("type_", "values", "wanted"),
    [
        ("UInt64", "0 | 18446744073709551615", [0, 2**64 - 1]),
        ("Float64", "1.5e0 | -2.5E-3 | 7 | .5e0", None),
        ("Float64", "1.5e0 | -2.5E-3 | 7 | 1.5 | -3.", [1.5, -0.0025, 7.0, 1.5, -3.0]),
        (
            "Float64",
            "CAST('Infinity' AS DOUBLE) | cast('-Infinity' as double)",
            [math.inf, -math.inf],
        ),
        ("Float64", "1e309", None),
        ("Float64", "1.5D", None),
        ("Float64", "123456789012345678901", None),
        ("Float32", "1e300 | 3 | 0.5e0", [math.inf, 3.0, 0.5]),
        ("Float32", "0.5", None),
        ("Float32", "16777217", None),
        (
            "Decimal(5, 2)",
            "1 | -2.5 | 3.456 | -3.459 | 999.999",
            ["1", "-2.5", "3.45", "-3.45", "999.99"],
        ),
        ("Decimal(5, 2)", "1000", None),
        ("Decimal(5, 2)", "-1000.00", None),
        ("Decimal(5, 2)", "1.5e0", None),
        ("Decimal(38, 0)", "12345678901234567890.9", ["12345678901234567890"]),
        ("Bool", "TRUE | false", [True, False]),
        ("Bool", "1 | 0 | -7", [True, False, True]),
        ("Bool", "TRUE | 0", [True, False]),
        ("Bool", "'true'", None),
        ("Int8", "true | FALSE", [1, 0]),
        ("Int8", "true | 0", [1, 0]),
        ("Int8", "128", None),
        ("Int8", "1.0", None),
        ("Int8", "127.9e0 | -128.9e0 | 1e2", [127, -128, 100]),
        ("Int8", "128e0", None),
        ("Int8", "-129e0", None),
        ("Int8", "1e0 | 1", [1, 1]),
        ("UInt8", "-0.9e0 | 255.9E0", [0, 255]),
        ("Int64", "9007199254740992e0", None),
        ("FixedString(4)", "'abc' | 'é'", ["abc\0", "é\0\0"]),
        ("FixedString(4)", "'ééé'", None),
        ("Enum8('a' = 1, 'it\\'s' = 2)", r"'a' | 'it\'s'", ["a", "it's"]),
        ("Enum8('a' = 1)", "'b'", None),
        ("Enum8('a' = 1)", "1", None),
        (
            "UUID",
            "'61F0C404-5CB3-11E7-907B-A6006AD3DBA0'",
            ["61f0c404-5cb3-11e7-907b-a6006ad3dba0"],
        ),
        ("UUID", "'61f0c4045cb311e7907ba6006ad3dba0'", None),
        ("Int128", f"{10**38 - 1} | -{10**38 - 1} | 0", [10**38 - 1, 1 - 10**38, 0]),
        ("Int128", str(10**38), None),
        ("UInt256", "18446744073709551616 | 007", [2**64, 7]),
        ("UInt256", "-1", None),
        ("IPv4", "'1.2.3.4' | '0.0.0.0'", ["1.2.3.4", "0.0.0.0"]),
        ("IPv4", "'01.2.3.4'", None),
        ("IPv4", "5", None),
        ("IPv6", "'1:0::' | '1.2.3.4' | '::102:304'", ["1::", "::ffff:1.2.3.4", "::1.2.3.4"]),
        ("IPv6", "'::1%eth0'", None),
        ("IPv6", "''", None),
        ("JSON", "'{}'", None),
        ("Array(Int8)", "array(1)", None),
    ],
)
def test_typed_literals(type_: str, values: str, wanted: list[Any] | None) -> None:
    if wanted is not None and type_.startswith(("Decimal", "Int128", "UInt256")):
        wanted = [Decimal(text) for text in wanted]
    assert _column(type_, values) == wanted


def test_a_zero_has_the_sign_that_is_written() -> None:
    values = _column("Float64", "-0.0e0 | -0.0 | -0 | 0")
    assert values is not None
    assert [math.copysign(1, value) for value in values] == [-1, -1, -1, 1]


@pytest.mark.parametrize(
    ("type_", "values", "wanted"),
    [
        ("Date", "'2149-06-06' | '1970-01-01'", [date(2149, 6, 6), date(1970, 1, 1)]),
        ("Date", "DATE '2024-02-29' | date'2024-03-01'", [date(2024, 2, 29), date(2024, 3, 1)]),
        ("Date", "TIMESTAMP '2024-02-29 23:59:59.999999'", [date(2024, 2, 29)]),
        ("Date", "'2024-02-29' | DATE '2024-03-01'", [date(2024, 2, 29), date(2024, 3, 1)]),
        ("Date", "'2149-06-07'", None),
        ("Date", "DATE '1969-12-31'", None),
        ("Date", "DATE '2023-02-29'", None),
        ("Date", "'2023-2-1'", None),
        ("Date", "'20230201'", None),
        ("Date", "'0000-00-00'", None),
        ("Date32", "'1900-01-01' | '2299-12-31'", [date(1900, 1, 1), date(2299, 12, 31)]),
        ("DateTime", "'2106-02-07 06:28:15'", [_utc("2106-02-07 06:28:15")]),
        ("DateTime", "'1970-01-01 00:00:00.9'", [_utc("1970-01-01 00:00:00")]),
        ("DateTime", "DATE '2024-02-29'", [_utc("2024-02-29 00:00:00")]),
        ("DateTime", "'2106-02-07 06:28:15.1'", None),
        ("DateTime", "'2106-02-07 06:28:16'", None),
        ("DateTime", "'2024-01-01 24:00:00'", None),
        ("DateTime", "'2024-01-01T00:00:00'", None),
        ("DateTime", "'2024-01-01 00:00:00Z'", None),
        ("DateTime", "'1704067200'", None),
        ("DateTime64(3)", "'1900-01-01 00:00:00.0019'", [_utc("1900-01-01 00:00:00.001")]),
        (
            "DateTime64(6)",
            "TIMESTAMP '2024-02-29 01:02:03.000004' | TIMESTAMP '2024-02-29 01:02:03 UTC'",
            [_utc("2024-02-29 01:02:03.000004"), _utc("2024-02-29 01:02:03")],
        ),
        ("DateTime64(6)", "TIMESTAMP '2024-02-29 01:02:03.0000041'", None),
        ("DateTime64(6)", "TIMESTAMP '2024-02-29 01:02:03+01:00'", None),
        (
            "DateTime('Asia/Tokyo')",
            "TIMESTAMP '2024-02-29 01:02:03'",
            [_utc("2024-02-29 01:02:03")],
        ),
        ("DateTime('Asia/Tokyo')", "'2024-02-29 01:02:03'", None),
        ("DateTime('Asia/Tokyo')", "DATE '2024-02-29'", None),
    ],
)
def test_days_and_times(type_: str, values: str, wanted: list[Any] | None) -> None:
    assert _column(type_, values) == wanted


@pytest.mark.parametrize("type_", ["Date", "DateTime", "DateTime64(6)"])
def test_a_time_in_the_zone_of_the_session_is_read_by_spark(type_: str) -> None:
    assert _column(type_, "TIMESTAMP '2024-02-29 01:02:03'", in_utc=False) is None
    assert _column(type_, "TIMESTAMP '2024-02-29 01:02:03 UTC'", in_utc=False) is not None


def test_rows_are_in_the_order_of_the_statement() -> None:
    rows = plain_rows("VALUES (1, 'n', 's', 2)", ("u", "N", "s", "k"), PLAIN)
    assert rows is not None
    assert rows.column_names == ["u", "n", "s", "k"]


@pytest.mark.parametrize(
    "text",
    [
        "VALUES (NULL, 'a', 'n', 1)",
        "VALUES (1, 'a', NULL, 1)",
        "VALUES (1, 'a', 'n', DEFAULT)",
        "VALUES (1, 'a', 'n', 1 + 1)",
        "VALUES (1.0, 'a', 'n', 1)",
        "VALUES (1L, 'a', 'n', 1)",
        "VALUES ('1', 'a', 'n', 1)",
        "VALUES (1, 2, 'n', 1)",
        "VALUES (1, 'a' 'b', 'n', 1)",
        "VALUES (1, 'a''b', 'n', 1)",
        r"VALUES (1, 'a\nb', 'n', 1)",
        r"VALUES (1, 'a\d', 'n', 1)",
        "VALUES (1, \"a\", 'n', 1)",
        "VALUES (1, X'00', 'n', 1)",
        "VALUES (1, f('a'), 'n', 1)",
        "VALUES (1, concat('a', f('b')), 'n', 1)",
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
        "VALUES (1, 'a', 'n', 1); INSERT INTO t VALUES (2, 'a', 'n', 1)",
        "VALUES (1, 'a', 'n', 1) ; (2, 'a', 'n', 1)",
        "VALUES 1, 'a', 'n', 1",
        "VALUES",
        "VALUES (",
    ],
)
def test_what_is_not_plain_is_read_by_spark(text: str) -> None:
    assert _plain(text) is None


@pytest.mark.parametrize("names", [("k", "s", "n", "x"), ("k", "s", "n", "N"), ("k", "s", "m")])
def test_columns_that_cannot_be_named_are_refused_elsewhere(names: tuple[str, ...]) -> None:
    create = """CREATE TABLE t (k Int64, s String, n String, m Int8 MATERIALIZED 5)
        ENGINE = MergeTree ORDER BY k"""
    values = ", ".join("1" if name in "km" else "'a'" for name in names)
    assert _plain(f"VALUES ({values})", names, define(create, Spark())) is None


def test_columns_that_are_left_out_are_not_there() -> None:
    assert _plain("VALUES (1), (2)", ("k",)) == [{"k": 1}, {"k": 2}]
