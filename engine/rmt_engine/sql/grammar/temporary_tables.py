"""Reads what TEMPORARY makes of statements.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/create/table#temporary-tables.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import CreateTable
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["check_temporary", "is_sparks_temporary_table"]


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
