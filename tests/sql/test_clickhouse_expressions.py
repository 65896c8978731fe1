"""Expressions and names of a ClickHouse statement in Spark's words."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from rmt_engine.sql.aliases import may_filter_by_alias, spell_aliases
from rmt_engine.sql.clickhouse_expressions import adds_conditions, spell_elements, spelled
from rmt_engine.sql.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a[1]", "arrayElement(a, 1)"),
        ("t.a[-1] + 1", "arrayElement(t.a, -1) + 1"),
        ("m['x'][b[2]]", "arrayElement(arrayElement(m, 'x'), arrayElement(b, 2))"),
        ("f(x, y)[1]", "arrayElement(f(x, y), 1)"),
        ("['a', 'b'][1]", "arrayElement(['a', 'b'], 1)"),
        ("x IN [1, 2]", "x IN [1, 2]"),
        ("t.1", "tupleElement(t, 1)"),
        ("db.t.x.2", "tupleElement(db.t.x, 2)"),
        ("t.1.2", "tupleElement(tupleElement(t, 1), 2)"),
        ("(1, 'a').2", "tupleElement((1, 'a'), 2)"),
        ("a[1].2", "tupleElement(arrayElement(a, 1), 2)"),
        ("t.1[2]", "arrayElement(tupleElement(t, 1), 2)"),
        ("1.5 + .5 - x", "1.5 + .5 - x"),
        ("'a[1]', `a[1]`", "'a[1]', `a[1]`"),
    ],
)
def test_elements_become_calls(text: str, wanted: str) -> None:
    assert spell_elements(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a NULLS LAST"),
        ("SELECT a FROM t ORDER BY a DESC, b LIMIT 1", "SELECT a FROM t ORDER BY a DESC, b NULLS LAST LIMIT 1"),
        ("SELECT a FROM t ORDER BY a NULLS FIRST;", "SELECT a FROM t ORDER BY a NULLS FIRST;"),
        ("SELECT rank() OVER (ORDER BY f(a, b) ROWS UNBOUNDED PRECEDING)", "SELECT rank() OVER (ORDER BY f(a, b) NULLS LAST ROWS UNBOUNDED PRECEDING)"),
        ("SELECT sum(a), max(b) AS m FROM t", "SELECT rmt_default_sum(a) AS `sum(a)`, rmt_default_max(b) AS m FROM t"),
        ("SELECT f(sumIf(a, b)) FROM t GROUP BY c", "SELECT f(rmt_default_sumIf(a, b)) FROM t GROUP BY c"),
        ("SELECT sum(a) OVER (), sum(DISTINCT a), min(a) FILTER (WHERE b)", "SELECT sum(a) OVER (), sum(DISTINCT a), min(a) FILTER (WHERE b)"),
        ("SELECT x LIKE ANY ('a') FROM t", "SELECT x LIKE ANY ('a') FROM t"),
        ("SELECT dateAdd(DAY, f(1, 2), g(d)), date_sub(MONTH, 1, d)", "SELECT addDays(g(d), f(1, 2)), subtractMonths(d, 1)"),
        ("SELECT dateSub(d, INTERVAL 1 DAY) AS x", "SELECT (d - INTERVAL 1 DAY) AS x"),
        ("SELECT date_add(d, 1), date_add", "SELECT date_add(d, 1), date_add"),
        ("SELECT count(), uniq(a), minOrNull(a), sum FROM t", "SELECT count(), uniq(a), minOrNull(a), sum FROM t"),
    ],
)  # fmt: skip
def test_a_statement_is_spelled_as_clickhouse_means_it(text: str, wanted: str) -> None:
    assert spelled(text) == wanted


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("SELECT sum(a = 1)", True),
        ("SELECT avg(a > 1 AND b)", True),
        ("SELECT sum(a IN (1, 2))", True),
        ("SELECT sum(CASE WHEN a > 1 THEN 1 ELSE 0 END)", False),
        ("SELECT sum(if(a > 1, 1, 0))", False),
        ("SELECT sum(a) > 1", False),
    ],
)
def test_sums_of_conditions_are_found(text: str, does: bool) -> None:
    assert adds_conditions(tokenize(text, "spark")) is does


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT a * 2 AS b FROM t WHERE b > 4", "SELECT a * 2 AS b FROM t WHERE (a * 2) > 4"),
        ("SELECT a AS b, b + 1 AS c FROM t WHERE c > 4", "SELECT a AS b, b + 1 AS c FROM t WHERE ((a) + 1) > 4"),
        ("SELECT f(d) AS d FROM t WHERE d > 1 GROUP BY d", "SELECT f(d) AS d FROM t WHERE (f(d)) > 1 GROUP BY (f(d))"),
        ("SELECT f(d) AS m FROM t GROUP BY m", "SELECT f(d) AS m FROM t GROUP BY m"),
        ("SELECT max(v) AS v FROM t WHERE v > 1", "SELECT max(v) AS v FROM t WHERE v > 1"),
        ("SELECT a + 1 AS k FROM t AS x WHERE x.k IN (SELECT k FROM u WHERE k > 1)", "SELECT a + 1 AS k FROM t AS x WHERE x.k IN (SELECT k FROM u WHERE k > 1)"),
    ],
)  # fmt: skip
def test_a_name_of_the_select_stands_for_its_expression(text: str, wanted: str) -> None:
    assert spell_aliases(text) == wanted


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("SELECT a AS b FROM t WHERE b > 1", True),
        ("SELECT a AS `b` FROM t WHERE `b` > 1", True),
        ("SELECT a AS b FROM t", False),
        ("SELECT x.a FROM t AS x WHERE x.a > 1", False),
        ("SELECT a AS b FROM t WHERE a > 1", False),
        ("SELECT a AS b FROM t WHERE a > 1 GROUP BY b ORDER BY b", False),
        ("SELECT a AS b FROM t WHERE a = 'b'", False),
        ("SELECT a AS b FROM t WHERE a = ' ORDER BY ' AND b = 1", True),
        ("SELECT a AS b FROM t WHERE a > 1 -- ORDER BY\n AND b = 1", True),
        ("SELECT a AS b FROM t WHERE a IN (SELECT c FROM u ORDER BY c) AND b = 1", True),
        ("SELECT a AS b FROM t WHERE a = 1 UNION ALL SELECT a AS b FROM t WHERE a = 2", False),
        ("SELECT a AS b FROM t WHERE a = 1 UNION ALL SELECT a AS b FROM t WHERE b = 2", True),
    ],
)
def test_statements_that_may_filter_by_a_name_are_few(text: str, may: bool) -> None:
    assert may_filter_by_alias(text) is may
