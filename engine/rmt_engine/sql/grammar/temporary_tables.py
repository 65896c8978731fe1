"""Reads what TEMPORARY makes of statements.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/create/table#temporary-tables
and https://clickhouse.com/docs/sql-reference/statements/show#show-tables.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import CreateTable, ShowTemporaryTables
from rmt_engine.sql.grammar.tokens import Cursor

__all__ = ["check_temporary", "is_sparks_temporary_table", "read_show_temporary_tables"]


def is_sparks_temporary_table(cursor: Cursor) -> bool:
    """Whether what follows the name is Spark's: `[(columns)] USING source`."""
    probe = Cursor(cursor.text, cursor.tokens, cursor.position)
    if probe.at("("):
        probe.parenthesized()
    return probe.at("USING")


def check_temporary(statement: CreateTable, on_cluster: bool) -> None:
    """Refuses what a temporary table cannot be.

    Args:
        statement: its CREATE TEMPORARY TABLE.
        on_cluster: whether it says ON CLUSTER.

    Raises:
        RmtError: `BAD_DATABASE_FOR_TEMPORARY_TABLE`; `SYNTAX_ERROR`, OR REPLACE and IF NOT EXISTS;
            `INCORRECT_QUERY`, ON CLUSTER.
    """
    if statement.name.database is not None:
        raise RmtError(
            "BAD_DATABASE_FOR_TEMPORARY_TABLE",
            f"The temporary table {statement.name} cannot be inside a database: it is the "
            "session's.",
            f"CREATE TEMPORARY TABLE {statement.name.table}",
        )
    if on_cluster:
        raise RmtError(
            "INCORRECT_QUERY",
            f"The temporary table {statement.name} cannot be created ON CLUSTER.",
            "It is the session's, and so of one server: leave ON CLUSTER out.",
        )
    if statement.replace and statement.if_not_exists:
        raise RmtError(
            "SYNTAX_ERROR", "CREATE OR REPLACE TEMPORARY TABLE has no IF NOT EXISTS.", "Say one."
        )


def read_show_temporary_tables(cursor: Cursor) -> ShowTemporaryTables | None:
    """Reads `[FULL] TEMPORARY TABLES [[NOT] LIKE | ILIKE 'pattern'] [WHERE …] [LIMIT n]`.

    Returns:
        The statement as a query of `system.tables`, as ClickHouse reads it; None if it is another.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    probe = Cursor(cursor.text, cursor.tokens, cursor.position)
    columns = "name, engine AS table_type" if probe.accept("FULL") else "name"
    if not probe.accept("TEMPORARY", "TABLES"):
        return None
    if probe.accept_any("FROM", "IN"):
        raise RmtError(
            "SYNTAX_ERROR",
            "FROM and TEMPORARY cannot be used together in SHOW TABLES.",
            "Temporary tables are in no database.",
        )
    query = f"SELECT {columns} FROM rmt_system('tables') WHERE is_temporary = 1{_condition(probe)}"
    limit = ""
    if probe.at("LIMIT"):
        limit = f" {probe.skip_until(';')}"
    probe.end()
    return ShowTemporaryTables(f"{query} ORDER BY name{limit}")


def _condition(cursor: Cursor) -> str:
    """What LIKE or WHERE adds to the condition."""
    if cursor.accept("WHERE"):
        return f" AND ({cursor.skip_until('LIMIT', ';')})"
    start = cursor.offset
    is_negated = cursor.accept("NOT")
    if cursor.accept_any("LIKE", "ILIKE"):
        cursor.string("the pattern, a string")
        return f" AND name {cursor.text[start : cursor.previous_end]}"
    if is_negated:
        cursor.fail("expected LIKE or ILIKE")
    return ""
