"""Where sums begin and end, and what their terms are."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from rmt_engine.sql.operands import Operands
from rmt_engine.sql.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("SELECT a + b FROM t", [["a", "b"]]),
        ("SELECT a + b c, d AS e FROM t", [["a", "b"]]),
        ("SELECT -1 + a * 2 - b / c % d", [["-1", "a * 2", "b / c % d"]]),
        ("SELECT f(a + b, 'x')[1].c - d", [["f(a + b, 'x')[1].c", "d"], ["a", "b"]]),
        ("SELECT a || b + c", [["a", "b", "c"]]),
        ("SELECT a + b > c - d AND e", [["a", "b"], ["c", "d"]]),
        ("SELECT (a + b) * c - d", [["(a + b) * c", "d"], ["a", "b"]]),
        ("SELECT a::int + b::decimal(3, 1)", [["a::int", "b::decimal(3, 1)"]]),
        ("SELECT CASE WHEN a + 1 > 2 THEN b END - c", [["CASE WHEN a + 1 > 2 THEN b END", "c"], ["a", "1"]]),
        ("SELECT a + INTERVAL 1 DAY - INTERVAL '1 2' DAY TO HOUR", [["a", "INTERVAL 1 DAY", "INTERVAL '1 2' DAY TO HOUR"]]),
        ("SELECT DATE '2024-01-01' + a", [["DATE '2024-01-01'", "a"]]),
        ("SELECT sum(a) OVER (ORDER BY b) - lag(a) OVER w FROM t", [["sum(a) OVER (ORDER BY b)", "lag(a) OVER w"]]),
        ("SELECT a FROM t ORDER BY -a LIMIT 1", []),
        ("SELECT a BETWEEN b - 1 AND b + 1", [["b", "1"], ["b", "1"]]),
        ("SELECT x -> x + 1", [["x", "1"]]),
        ("SELECT a +", []),
        ("SELECT a + INTERVAL 1 DAY b, c", [["a", "INTERVAL 1 DAY"]]),
        ("SELECT a - INTERVAL 1 DAY 2 HOURS - 1", [["a", "INTERVAL 1 DAY 2 HOURS", "1"]]),
        ("SELECT parse_json(j):a.b - c", [["parse_json(j):a.b", "c"]]),
        ("SELECT a ? b : c - d", [["c", "d"]]),
        ("SELECT any(a) - 60, minus(a, b) + 1", [["any(a)", "60"], ["minus(a, b)", "1"]]),
        ("SELECT filter(a, x -> x - 1)[0] + b", [["filter(a, x -> x - 1)[0]", "b"], ["x", "1"]]),
        ("SELECT array_join(a, b) || c, left(a, 2) - b", [["array_join(a, b)", "c"], ["left(a, 2)", "b"]]),
        ("SELECT max(a) FILTER (WHERE b) - 60", [["max(a) FILTER (WHERE b)", "60"]]),
        ("SELECT a FROM t UNION ALL (SELECT b - 1)", [["b", "1"]]),
        ("SELECT a LIKE (b) || c", [["LIKE (b)", "c"]]),
        ("SELECT (a + b", [["a", "b"]]),
        ("SELECT * FROM t", []),
        ("SELECT ARRAY(a - b) + c", [["ARRAY(a - b)", "c"], ["a", "b"]]),
        ("SELECT a + b + (SELECT c - d)", [["a", "b", "(SELECT c - d)"], ["c", "d"]]),
    ],
)  # fmt: skip
def test_sums_are_found(text: str, sums: list[list[str]]) -> None:
    tokens = tokenize(text, "spark")
    found = [
        [text[tokens[term.first].start : tokens[term.stop - 1].end] for term in terms]
        for terms in Operands(tokens).sums()
    ]
    assert found == sums
