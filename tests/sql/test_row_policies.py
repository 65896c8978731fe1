"""Row policies: what is read, what is refused, and how they are combined."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    CreateRowPolicy,
    DropRowPolicy,
    ShowRowPolicies,
    Statement,
)
from rmt_engine.sql.tables.row_policies import check_condition, readable_rows
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.row_policy import Grantees, RowPolicy
from tests.sql.support import NoTables, define

T = Name("d", "t")
DEFINITION = define(
    "CREATE TABLE t (k Int64, v String, twice Int64 ALIAS k * 2) ENGINE = MergeTree ORDER BY k"
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("CREATE ROW POLICY p ON d.t USING v = 'a' TO ALL", CreateRowPolicy("p", T, "v = 'a'", False, Grantees(True))),
        ("CREATE POLICY p ON d.t FOR SELECT USING k > 1 AS RESTRICTIVE TO ann, 'b c';", CreateRowPolicy("p", T, "k > 1", True, Grantees(names=("ann", "b c")))),
        ("CREATE ROW POLICY OR REPLACE p ON d.t AS PERMISSIVE USING 1 TO ALL EXCEPT ann", CreateRowPolicy("p", T, "1", False, Grantees(True, but=("ann",)), replace=True)),
        ("CREATE ROW POLICY IF NOT EXISTS p ON d.t USING 1 TO CURRENT_USER, bob", CreateRowPolicy("p", T, "1", False, Grantees(names=("bob",)), True, True)),
        ("CREATE ROW POLICY p ON CLUSTER c ON d.t USING 1", CreateRowPolicy("p", T, "1")),
        ("CREATE ROW POLICY p ON d.t USING 1 TO NONE", CreateRowPolicy("p", T, "1")),
        ("DROP ROW POLICY p ON d.t", DropRowPolicy("p", T)),
        ("DROP POLICY IF EXISTS p ON d.t;", DropRowPolicy("p", T, True)),
        ("SHOW ROW POLICIES", ShowRowPolicies()),
        ("SHOW POLICIES ON d.t", ShowRowPolicies(T)),
        ("SHOW TABLES", None),
    ],
)  # fmt: skip
def test_statements_are_read(text: str, wanted: Statement | None) -> None:
    assert parse_statement(text, NoTables()) == wanted


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CREATE ROW POLICY p ON d.t", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p ON d.t USING", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p ON d.t USING 1 AS strict", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p ON d.t USING 1 TO", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p ON d.t FOR INSERT USING 1", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p USING 1", "SYNTAX_ERROR"),
        ("CREATE ROW POLICY p ON d.* USING 1", "NOT_IMPLEMENTED"),
        ("CREATE ROW POLICY p ON * USING 1", "NOT_IMPLEMENTED"),
        ("CREATE ROW POLICY p, q ON d.t USING 1", "NOT_IMPLEMENTED"),
        ("CREATE ROW POLICY p ON d.t, q ON d.t USING 1", "NOT_IMPLEMENTED"),
        ("CREATE ROW POLICY p ON d.t USING 1 TO ALL EXCEPT CURRENT_USER", "NOT_IMPLEMENTED"),
        ("DROP ROW POLICY p", "SYNTAX_ERROR"),
        ("ALTER ROW POLICY p ON d.t USING 1", "NOT_IMPLEMENTED"),
        ("SHOW CREATE ROW POLICY p ON d.t", "NOT_IMPLEMENTED"),
    ],
)
def test_what_is_refused(text: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse_statement(text, NoTables())
    assert raised.value.name == name


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        ("nothing > 1", "UNKNOWN_IDENTIFIER"),
        ("twice > 1", "UNKNOWN_IDENTIFIER"),
        ("k IN (SELECT 1)", "NOT_IMPLEMENTED"),
        ("max(k) > 1", "ILLEGAL_AGGREGATION"),
        ("k >", "SYNTAX_ERROR"),
    ],
)
def test_a_condition_is_about_stored_columns(condition: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        check_condition(condition, DEFINITION)
    assert raised.value.name == name


def policy(condition: str, restrictive: bool = False, *names: str) -> RowPolicy:
    grantees = Grantees(names=names) if names else Grantees(True)
    return RowPolicy("p", "d", "t", condition, restrictive, grantees)


@pytest.mark.parametrize(
    ("policies", "wanted"),
    [
        ([], ""),
        ([policy("k = 1")], "((`k` = 1S))"),
        ([policy("k = 1"), policy("k = 2", False, "ann")], "((`k` = 1S) OR (`k` = 2S))"),
        ([policy("k = 1", False, "bob")], ""),
        ([policy("k = 1", True)], "(`k` = 1S)"),
        ([policy("k = 1", True), policy("k = 2", True), policy("k = 3", False, "bob")], "(`k` = 1S) AND (`k` = 2S)"),
        ([policy("k = 1", True), policy("k = 2")], "(`k` = 1S) AND ((`k` = 2S))"),
    ],
)  # fmt: skip
def test_permissive_ones_add_rows_and_restrictive_ones_take_some(
    policies: list[RowPolicy], wanted: str
) -> None:
    assert readable_rows(policies, "ann", DEFINITION) == wanted


def test_whom_a_policy_concerns() -> None:
    assert Grantees(True).concern("ann")
    assert not Grantees(True, but=("ann",)).concern("ann")
    assert Grantees(True, but=("ann",)).concern("bob")
    assert Grantees(names=("ann",)).concern("ann")
    assert not Grantees(names=("ann",)).concern("bob")
    assert not Grantees().concern("ann")
