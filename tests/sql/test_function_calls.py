"""Calls of ClickHouse's functions are found and renamed, and nothing else is."""

from __future__ import annotations

import pytest

from rmt_engine.sql.function_calls import (
    called_names,
    homonym_calls,
    is_clickhouse_call,
    may_have_clickhouse_calls,
    parameter_edits,
)
from rmt_engine.sql.tokens import splice, tokenize


def _renamed(text: str) -> str:
    tokens = tokenize(text, "spark")
    return splice(text, [(t.start, t.end, name) for t, name in homonym_calls(tokens)])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT length(s)", "SELECT clickhouse_length(s)"),
        ("SELECT LENGTH (s)", "SELECT clickhouse_length (s)"),
        ("SELECT length FROM t", "SELECT length FROM t"),
        ("SELECT 'length(s)'", "SELECT 'length(s)'"),
        ("SELECT if(a, b, c)", "SELECT clickhouse_if(a, b, c)"),
        ("SELECT extract(s, 'a')", "SELECT clickhouse_extract(s, 'a')"),
        ("SELECT extract(YEAR FROM d)", "SELECT extract(YEAR FROM d)"),
        ("SELECT substring(s FROM 2)", "SELECT substring(s FROM 2)"),
        ("SELECT position('a' IN s)", "SELECT position('a' IN s)"),
        ("SELECT position(s, 'a')", "SELECT clickhouse_position(s, 'a')"),
        ("SELECT position(f(s IN (1)), 'a')", "SELECT clickhouse_position(f(s IN (1)), 'a')"),
        ("SELECT CAST(s AS CHAR(3))", "SELECT CAST(s AS CHAR(3))"),
        ("SELECT char(65)", "SELECT clickhouse_char(65)"),
        ("SELECT * REPLACE (1 AS a)", "SELECT * REPLACE (1 AS a)"),
    ],
)
def test_names_with_another_meaning_are_replaced(text: str, wanted: str) -> None:
    assert _renamed(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("quantile(0.9)(x)", "quantile(named_struct('parameter_1', 0.9), x)"),
        (
            "quantiles(0.1, 0.9)(f(x, 1))",
            "quantiles(named_struct('parameter_1', 0.1, 'parameter_2', 0.9), f(x, 1))",
        ),
        ("groupConcat(', ')(x)", "groupConcat(named_struct('parameter_1', ', '), x)"),
        ("topKIf(3)(x, y)", "topKIf(named_struct('parameter_1', 3), x, y)"),
        ("f(1)(x)", "f(1)(x)"),
        ("quantile(x)", "quantile(x)"),
        ("quantile()(x)", "quantile()(x)"),
    ],
)
def test_parameters_become_the_first_argument(text: str, wanted: str) -> None:
    assert splice(text, parameter_edits(text, tokenize(text, "spark"))) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT length(s) FROM t", False),
        ("SELECT toYear(d) FROM t", False),
        ("SELECT toYear(d), length(s) FROM t", True),
        ('SELECT toYear(d), "a" FROM t', True),
        ("SELECT quantile(0.5)(x)", True),
        ("SELECT (a)(b)", False),
        ("SELECT dateDiff('day', a, b)", True),
        ("SELECT dateDiff(a, b), length(s)", False),
    ],
)
def test_most_statements_are_told_at_once(text: str, wanted: bool) -> None:
    assert may_have_clickhouse_calls(text) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("toYear(d)", True),
        ("toyear(d)", False),
        ("toYear", False),
        ("length(s)", False),
        ("datediff('day', a, b)", True),
        ("datediff(a, b)", False),
        ("quantile(0.5)(x)", True),
    ],
)
def test_a_call_only_clickhouse_takes(text: str, wanted: bool) -> None:
    assert is_clickhouse_call(tokenize(text, "spark"), 0) is wanted


def test_called_names() -> None:
    assert called_names("SELECT a(1), b (2), c FROM d") == ["a", "b"]
