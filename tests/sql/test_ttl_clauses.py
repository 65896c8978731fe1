"""TTL as it is read."""

from __future__ import annotations

import pytest

from rmt_engine.sql.statements import TtlClause
from rmt_engine.sql.ttl_clauses import interval_calls
from tests.sql.support import parse_create


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ts + INTERVAL 1 DAY", "ts + toIntervalDay(1)"),
        ("t + interval 2 weeks - INTERVAL  3 YEAR", "t + toIntervalWeek(2) - toIntervalYear(3)"),
        ("ts + INTERVAL n MONTH", "ts + toIntervalMonth(n)"),
        ("ts + INTERVAL ( n + (1) ) YEAR", "ts + toIntervalYear(n + (1))"),
        ("ts + toIntervalDay(1)", "ts + toIntervalDay(1)"),
        ("ts + INTERVAL '1' DAY", "ts + INTERVAL '1' DAY"),
        ("interval + 1", "interval + 1"),
        ("f(interval, day)", "f(interval, day)"),
        ("interval", "interval"),
    ],
)  # fmt: skip
def test_intervals_are_shown_as_calls(text: str, shown: str) -> None:
    assert interval_calls(text) == shown


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
