"""Operators as functions: an expression is the same when the calls are operators again."""

from __future__ import annotations

import sqlglot
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlglot import exp

from rmt_engine.sql.operators import spell_operators

_LEAVES = st.sampled_from([
    *("a", "at", "t.at", "`b`", "1", "2.5", "'x'", "now()", "f(a)", "f(at, 1)", "count(*)", "TRUE"),
    *("left(a, 2)", "first_value(at)", "NULL", "m['k']", "a[0]", "DATE '2024-01-01'"),
    *("max(at) OVER (ORDER BY at)", "sum(a) FILTER (WHERE b)", "(SELECT max(at) - 1 FROM u)"),
])  # fmt: skip


def _conditions(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    comparisons = _comparisons(values)

    # A composite's name stands for it where hypothesis notes what it drew from. The whole text of
    # a recursive strategy inside another one is megabytes, and takes longer than the test.
    @st.composite
    def simple(draw: st.DrawFn) -> str:
        return draw(comparisons)

    return st.recursive(
        simple(),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["AND", "OR"]), inner).map(" ".join),
            inner.map(lambda of: f"NOT {of}"),
            inner.map(lambda of: f"({of})"),
        ),
        max_leaves=3,
    )


def _comparisons(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two, three = st.tuples(values, values), st.tuples(values, values, values)
    return st.one_of(
        values,
        st.tuples(two, st.sampled_from(["=", "<", "<=>", "!="])).map(
            lambda of: f"{of[0][0]} {of[1]} {of[0][1]}"
        ),
        two.map(lambda of: f"{of[0]} IN ({of[1]}, 1)"),
        two.map(lambda of: f"{of[0]} IS NOT DISTINCT FROM {of[1]}"),
        three.map(lambda of: f"{of[0]} BETWEEN {of[1]} AND {of[2]}"),
        three.map(lambda of: f"{of[0]} NOT BETWEEN {of[1]} AND {of[2]}"),
        values.map(lambda of: f"{of} IS NOT NULL"),
        st.just("EXISTS (SELECT 1 FROM u WHERE a)"),
    )


def _values(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two, three = st.tuples(inner, inner), st.tuples(inner, inner, inner)
    conditions = _conditions(inner)
    of_condition = st.tuples(conditions, inner, inner)
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "%", "||"]), inner).map(" ".join),
        two.map(lambda of: f"({of[0]}) - ({of[1]})"),
        conditions.map(lambda of: f"({of})"),
        inner.map(lambda of: f"-{of}" if not of.startswith("-") else of),
        two.map(lambda of: f"f({of[0]}, {of[1]})"),
        of_condition.map(lambda of: f"CASE WHEN {of[0]} THEN {of[1]} ELSE {of[2]} END"),
        three.map(lambda of: f"CASE {of[0]} WHEN {of[1]} THEN {of[2]} END"),
        of_condition.map(lambda of: f"if({of[0]}, {of[1]}, {of[2]})"),
        conditions.map(lambda of: f"size(filter(c, x -> {of}))"),
        inner.map(lambda of: f"{of} + INTERVAL 1 DAY"),
        inner.map(lambda of: f"CAST({of} AS INT)::BIGINT"),
    )


_VALUES = st.recursive(_LEAVES, _values, max_leaves=8)


def _operators_again(node: exp.Expr) -> exp.Expr:
    if not isinstance(node, exp.Anonymous):
        return node
    name, arguments = node.name.lower(), node.expressions
    if name == "rmt_is_true":
        return arguments[0]  # type: ignore[no-any-return]
    if name == "rmt_sum":
        [signs, total, *terms] = arguments
        assert len(terms) == len(signs.name)
        for sign, term in zip(signs.name, terms, strict=True):
            operator = exp.Add if sign == "+" else exp.Sub
            total = operator(this=total, expression=term)
        return total  # type: ignore[no-any-return]
    return node


def _without_calls(text: str) -> str:
    """A statement with operators for all calls; one inside another is left for the next round.

    sqlglot reads the number of `INTERVAL 1 DAY + 1` as a second interval: a day has another name.
    """
    tree = sqlglot.parse_one(text.replace("INTERVAL 1 DAY", "one_day()"), read="spark")
    while (plain := tree.transform(_operators_again)) != tree:
        tree = plain
    return tree.sql("spark")


@settings(max_examples=800, deadline=None)
@given(_VALUES, _conditions(_VALUES))
@example("a", "-at + INTERVAL 1 DAY + 1")
def test_an_expression_stays_what_it_is(selected: str, condition: str) -> None:
    """It takes long because sqlglot parses each of 800 statements several times."""
    clauses = f"WHERE {condition} GROUP BY a HAVING {selected}"
    text = f"SELECT {selected} AS s, {condition} FROM t {clauses}"
    spelled = spell_operators(text, {"at"})
    assert _without_calls(spelled) == _without_calls(text)
