"""TTL as it is read, and what Spark computes for it."""

from __future__ import annotations

import pytest

from rmt_engine.sql.grammar.statements import TtlClause
from rmt_engine.sql.tables.expressions import expression_text
from rmt_engine.sql.tables.ttl import expiry_moment, goes_by_parts
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import Expiry
from tests.sql.support import define, parse_create


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ts + INTERVAL 1 DAY", "ts + toIntervalDay(1)"),
        ("t + interval 2 weeks - INTERVAL  3 YEAR", "(t + toIntervalWeek(2)) - toIntervalYear(3)"),
        ("ts + INTERVAL n MONTH", "ts + toIntervalMonth(n)"),
        ("ts + INTERVAL ( n + (1) ) YEAR", "ts + toIntervalYear((n + (1)))"),
        ("ts + toIntervalDay(1)", "ts + toIntervalDay(1)"),
        ("ts + INTERVAL '1' DAY", "ts + toIntervalDay('1')"),
        ("interval + 1", "`interval` + 1"),
        ("f(interval, day)", "f(`interval`, day)"),
        ("interval", "`interval`"),
    ],
)  # fmt: skip
def test_intervals_are_shown_as_calls(text: str, shown: str) -> None:
    assert expression_text(text) == shown


@pytest.mark.parametrize(
    ("clause", "rules"),
    [
        ("TTL d", [TtlClause("d")]),
        ("TTL d DELETE", [TtlClause("d")]),
        ("TTL f(d, 1) WHERE a IN (1, 2), toDate(d) DELETE WHERE b SETTINGS index_granularity = 1",
         [TtlClause("f(d, 1)", "a IN (1, 2)"), TtlClause("toDate(d)", "b")]),
        ("TTL d COMMENT 'c'", [TtlClause("d")]),
    ],
)  # fmt: skip
def test_the_rules_of_a_table(clause: str, rules: list[TtlClause]) -> None:
    assert (
        list(parse_create(f"CREATE TABLE t (d Date) ENGINE = MergeTree ORDER BY d {clause}").ttl)
        == rules
    )


@pytest.mark.parametrize(
    ("text", "by_parts"),
    [
        ("(d Date) ENGINE = MergeTree ORDER BY () TTL d", False),
        ("(d Date) ENGINE = MergeTree ORDER BY () TTL d SETTINGS ttl_only_drop_parts = 1", True),
        ("(d Date, s String TTL d) ENGINE = MergeTree ORDER BY () TTL d "
         "SETTINGS ttl_only_drop_parts = 1", False),
    ],
)  # fmt: skip
def test_rows_wait_for_all_of_their_part_only_where_no_column_expires(
    text: str, by_parts: bool
) -> None:
    assert goes_by_parts(define(f"CREATE TABLE t {text}")) is by_parts


TOKYO = "CAST(convert_timezone('UTC', 'Asia/Tokyo', CAST(`t` AS TIMESTAMP_NTZ)) AS TIMESTAMP)"


@pytest.mark.parametrize(
    ("rule", "types", "moment"),
    [
        (Expiry("d"), {"d": "Date"}, "nullif(unix_seconds(CAST((`d`) AS TIMESTAMP)), 0L)"),
        (Expiry("t"), {"t": "DateTime('Asia/Tokyo')"},
         "nullif(unix_seconds(CAST((`t`) AS TIMESTAMP)), 0L)"),
        (Expiry("addDays(t, 1)"), {"t": "DateTime('Asia/Tokyo')"},
         "nullif(unix_seconds(CAST((CAST(convert_timezone('Asia/Tokyo', 'UTC', CAST("
         f"CAST(addDays({TOKYO}, 1S) AS TIMESTAMP) AS TIMESTAMP_NTZ)) AS TIMESTAMP)) "
         "AS TIMESTAMP)), 0L)"),
        (Expiry("toDate(t)"), {"t": "DateTime('Asia/Tokyo')"},
         f"nullif(unix_seconds(CAST((CAST(toDate({TOKYO}) AS DATE)) AS TIMESTAMP)), 0L)"),
        (Expiry("d", "k"), {"d": "Date", "k": "UInt8"},
         "CASE WHEN (`k` <> 0) THEN nullif(unix_seconds(CAST((`d`) AS TIMESTAMP)), 0L) "
         "END"),
    ],
)  # fmt: skip
def test_the_moments_that_spark_computes(rule: Expiry, types: dict[str, str], moment: str) -> None:
    parsed = {name: parse_type(text) for name, text in types.items()}
    assert expiry_moment(rule, parsed) == moment
