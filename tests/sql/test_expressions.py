"""What an expression of a definition says, and what Spark computes for it."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.expressions import (
    calls_aggregate,
    column_of,
    has_subquery,
    identifiers,
    is_deterministic,
    normalized,
    stored_condition,
    stored_value,
)
from rmt_engine.sql.values.types import parse_type


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a + `b c` * f(d)", {"a", "b c", "d"}),
        ("n.a", {"n", "n.a"}),
        ("t.1", {"t"}),
        ("arrayExists(x -> x > y, a)", {"y", "a"}),
        ("arrayMap(x -> arrayMap(y -> x + y + z, b), a)", {"z", "a", "b"}),
        ("arrayMap(x -> x, x)", {"x"}),
        ("CASE WHEN a THEN b ELSE CAST(c AS Int8) END", {"a", "b", "c"}),
        ("now() - INTERVAL k DAY", {"k"}),
        ("'a'", set()),
    ],
)
def test_the_columns_that_an_expression_names(text: str, names: set[str]) -> None:
    assert identifiers(text) == names


def test_an_expression_may_be_a_column() -> None:
    assert [column_of(text) for text in ("a", "`a b`", "(a)", "a + 1", "1", "f(a)")] == [
        "a",
        "a b",
        "a",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a+1", "a + 1", True),
        ("a + 1", "plus(a, 1)", True),
        ("`a`", "a", True),
        ("a", "A", False),
        ("n.a", "m.a", False),
        ("toDate(t)", "toDate( t )", True),
        ("a + 1", "a + 2", False),
    ],
)
def test_equal_expressions_have_one_form(one: str, other: str, same: bool) -> None:
    assert (normalized(one) == normalized(other)) is same


def test_what_an_expression_calls() -> None:
    assert calls_aggregate("sumIf(a, b)")
    assert calls_aggregate("row_number() OVER (ORDER BY a)")
    assert not calls_aggregate("greatest(a, b)")
    assert is_deterministic("toDate(a)")
    assert not is_deterministic("a + now()")
    assert not is_deterministic("generateUUIDv4()")
    assert has_subquery("a IN (SELECT 1)")
    assert not has_subquery("a IN (1, 2)")


@pytest.mark.parametrize(
    ("text", "sql", "data_type"),
    [
        ("k", "`k`", "UInt8"),
        ("K", "`k`", "UInt8"),
        ("k + 1", "", "UInt16"),
        ("k = 1", "(`k` = 1S)", "UInt8"),
        ("toString(k)", "", "String"),
    ],
)
def test_an_expression_has_clickhouses_type(text: str, sql: str, data_type: str) -> None:
    value = stored_value(text, {"k": parse_type("UInt8")})
    assert str(value.type) == data_type
    assert value.sql.startswith(sql)


def test_a_condition_is_a_boolean() -> None:
    types = {"k": parse_type("UInt8"), "s": parse_type("String")}
    assert stored_condition("k = 1", types) == "(`k` = 1S)"
    assert stored_condition("k", types) == "(`k` <> 0)"
    assert stored_condition("some_function_of_sparks(k)", types) == (
        "CAST(some_function_of_sparks(`k`) AS BOOLEAN)"
    )
    with pytest.raises(RmtError) as raised:
        stored_condition("s", types)
    assert raised.value.name == "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER"


def test_what_cannot_be_read_is_shown() -> None:
    with pytest.raises(RmtError, match=r"Cannot read the expression a \+: .*") as raised:
        identifiers("a +")
    assert raised.value.name == "SYNTAX_ERROR"


def test_rows_of_an_expression_stay_one() -> None:
    with pytest.raises(RmtError) as raised:
        stored_value("arrayJoin([1, 2])", {})
    assert raised.value.name == "NOT_IMPLEMENTED"
