"""Reads `MERGE INTO`, which is Spark's grammar: ClickHouse has no such statement.

Source: https://spark.apache.org/docs/latest/sql-ref-syntax-dml-merge-into.html.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import MergeAction, MergeClause, MergeInto, Unmatched
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize

__all__ = ["read_merge_into", "table_of_source"]


def read_merge_into(cursor: Cursor, name: Name) -> MergeInto:
    """Reads `MERGE INTO t [AS a] USING s [AS b] ON condition WHEN …`.

    Args:
        cursor: behind the table's name.
        name: the table.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, `WITH SCHEMA EVOLUTION`.
    """
    if cursor.at("WITH", "SCHEMA"):
        raise RmtError(
            "NOT_IMPLEMENTED",
            "MERGE WITH SCHEMA EVOLUTION is not supported.",
            "ALTER TABLE … ADD COLUMN first.",
        )
    if cursor.at("FINAL"):
        cursor.fail("expected USING; MERGE INTO means the current rows of a table without FINAL")
    alias = _alias(cursor, "USING") or name.table
    cursor.expect("USING")
    source, known_as = _source(cursor)
    cursor.expect("ON")
    condition = _expression(cursor, "an expression behind ON")
    clauses: list[MergeClause] = []
    while cursor.accept("WHEN"):
        clauses.append(_clause(cursor))
    if not clauses:
        cursor.fail("expected WHEN")
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    _check_order(clauses)
    return MergeInto(name, alias, source, known_as, condition, tuple(clauses), settings)


def _alias(cursor: Cursor, stop: str) -> str:
    if cursor.accept("AS"):
        return cursor.identifier("an alias")
    return "" if cursor.at(stop) else cursor.identifier("an alias")


def _source(cursor: Cursor) -> tuple[str, str]:
    """What stands in FROM for the source, and the name by which its columns are known."""
    if cursor.at("("):
        source, own = f"({cursor.parenthesized()})", ""
    else:
        start = cursor.offset
        own = cursor.name().table
        if cursor.at("("):
            cursor.parenthesized()
        source = cursor.text[start : cursor.previous_end]
        if cursor.accept("FINAL"):
            source += " FINAL"
    alias = _alias(cursor, "ON") or own
    if own and cursor.accept("FINAL"):  # behind the alias, as in ClickHouse's FROM
        source += " FINAL"
    if not alias:
        cursor.fail("expected an alias of the query")
    if not own and cursor.at("("):
        columns = cursor.parenthesized()
        source = f"(SELECT * FROM {source} AS {quote_name(alias)} ({columns}))"
    return source, alias


def table_of_source(statement: MergeInto) -> Name | None:
    """The name of the table or view that the source is; None for a query or a table function."""
    cursor = Cursor(statement.source, tokenize(statement.source))
    if cursor.at("("):
        return None
    name = cursor.name()
    return None if cursor.at("(") else name


def _clause(cursor: Cursor) -> MergeClause:
    unmatched = Unmatched.SOURCE if cursor.accept("NOT") else Unmatched.NONE
    cursor.expect("MATCHED")
    if unmatched is Unmatched.SOURCE and cursor.accept("BY"):
        if cursor.accept("SOURCE"):
            unmatched = Unmatched.TARGET
        elif not cursor.accept("TARGET"):
            cursor.fail("expected SOURCE or TARGET")
    condition = _expression(cursor, "a condition", "THEN") if cursor.accept("AND") else ""
    cursor.expect("THEN")
    if unmatched is Unmatched.SOURCE:
        return _insert(cursor, condition)
    if cursor.accept("DELETE"):
        return MergeClause(unmatched, condition, MergeAction.DELETE)
    cursor.expect("UPDATE", "SET")
    if cursor.accept("*"):
        if unmatched is not Unmatched.NONE:
            cursor.fail("UPDATE SET * needs a row of the source")
        return MergeClause(unmatched, condition, MergeAction.UPDATE, None)
    return MergeClause(unmatched, condition, MergeAction.UPDATE, tuple(_assignments(cursor)))


def _assignments(cursor: Cursor) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    while True:
        name = cursor.identifier("a column name")
        while cursor.accept("."):
            # The table's name, or its alias.
            name = cursor.identifier("a column name")
        cursor.expect("=")
        found.append((name, _expression(cursor, f"a value of {name}", ",")))
        if not cursor.accept(","):
            return found


def _insert(cursor: Cursor, condition: str) -> MergeClause:
    cursor.expect("INSERT")
    if cursor.accept("*"):
        return MergeClause(Unmatched.SOURCE, condition, MergeAction.INSERT, None)
    cursor.expect("(")
    names = [cursor.identifier("a column name")]
    while cursor.accept(","):
        names.append(cursor.identifier("a column name"))
    cursor.expect(")")
    cursor.expect("VALUES")
    cursor.expect("(")
    values = [_expression(cursor, "a value", ",")]
    while cursor.accept(","):
        values.append(_expression(cursor, "a value", ","))
    cursor.expect(")")
    if len(names) != len(values):
        raise RmtError(
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            f"INSERT names {len(names)} columns and has {len(values)} values.",
        )
    assigned = tuple(zip(names, values, strict=True))
    return MergeClause(Unmatched.SOURCE, condition, MergeAction.INSERT, assigned)


def _expression(cursor: Cursor, what: str, *stops: str) -> str:
    """Reads an expression up to a word, or to the next WHEN that is of no CASE."""
    start = cursor.offset
    cursor.skip_until("WHEN", "SETTINGS", ";", "CASE", *stops)
    while cursor.at("CASE"):
        _skip_case(cursor)
        cursor.skip_until("WHEN", "SETTINGS", ";", "CASE", *stops)
    text = cursor.text[start : max(cursor.previous_end, start)].strip()
    if not text:
        cursor.fail(f"expected {what}")
    return text


def _skip_case(cursor: Cursor) -> None:
    cursor.expect("CASE")
    while not cursor.accept("END"):
        cursor.skip_until("CASE", "END")
        if cursor.at("CASE"):
            _skip_case(cursor)
        elif not cursor.at("END"):
            cursor.fail("expected END")


def _check_order(clauses: list[MergeClause]) -> None:
    """Only the last clause of a kind may lack a condition.

    Source: Spark's `NON_LAST_MATCHED_CLAUSE_OMIT_CONDITION` and its like.
    """
    ended: set[Unmatched] = set()
    for clause in clauses:
        if clause.unmatched in ended:
            raise RmtError(
                "SYNTAX_ERROR",
                "Of several WHEN clauses of one kind only the last one may omit its condition.",
                "Add AND and a condition, or put that clause last.",
            )
        if not clause.condition:
            ended.add(clause.unmatched)
