"""SHOW, DESCRIBE and EXISTS of tables."""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.row_policies import read_show_row_policies
from rmt_engine.sql.grammar.show import read_show
from rmt_engine.sql.grammar.statements import DescribeTable, ExistsTable, ShowCreateTable, Statement
from rmt_engine.sql.grammar.table_names import TableNames, accept_temporary, behind_verb
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_describe", "read_exists", "read_show_statement"]


def read_show_statement(
    text: str, tables: TableNames, is_sparks: bool | None = None
) -> Statement | None:
    """SHOW.

    Args:
        text: the statement.
        tables: tells the engine's tables from Spark's.
        is_sparks: whether what both languages have is Spark's; None for what the session says.
    """
    cursor = behind_verb(text)
    policies = read_show_row_policies(cursor)
    if policies is not None:
        return policies
    shown = read_show(
        cursor, lambda: not tables.reads_as_clickhouse() if is_sparks is None else is_sparks
    )
    if shown is not None:
        return shown
    is_create = cursor.accept("CREATE")
    if is_create and accept_temporary(cursor):
        cursor.expect("TABLE")
        name = cursor.name()
        cursor.end()
        return ShowCreateTable(name, temporary=True)
    return _show_create(cursor, tables, is_create)


def _show_create(cursor: Cursor, tables: TableNames, is_create: bool) -> Statement | None:
    """`SHOW [CREATE] TABLE | VIEW t` and `SHOW CREATE t`; Spark has `SHOW CREATE TABLE`."""
    following = cursor.peek(1)
    has_kind = following is not None and following.is_identifier
    kind = cursor.accept_any("TABLE", "VIEW") if has_kind else None
    following = cursor.peek()
    if (kind is None and not is_create) or following is None or not following.is_identifier:
        return None
    name = cursor.name()
    as_serde = cursor.accept("AS", "SERDE")
    is_whole = cursor.done or cursor.at(";")
    if not (is_whole or is_create):
        return None
    if tables.is_engine_table(name) or tables.is_detached(name):
        cursor.end()
        if kind == "VIEW" and not tables.is_materialized_view(name):
            raise RmtError("BAD_ARGUMENTS", f"{name} is not a VIEW.", "SHOW CREATE TABLE shows it.")
        return ShowCreateTable(name)
    if not is_whole:
        return None
    if is_create and kind == "TABLE":
        if as_serde or not tables.is_plain_view(name):
            return None
        return ShowCreateTable(name, is_sparks=True, answer="createtab_stmt")
    return ShowCreateTable(name, is_sparks=True)


def read_describe(text: str, tables: TableNames, is_sparks: bool | None = None) -> Statement | None:
    """DESCRIBE of a table; the arguments are those of `read_show_statement`."""
    cursor = behind_verb(text)
    cursor.accept("TABLE")
    following = cursor.peek()
    if following is None or not following.is_identifier:
        return None
    name = cursor.name()
    if not (cursor.done or cursor.at(";")):
        return None
    if is_sparks is None:
        is_sparks = not tables.reads_as_clickhouse()
    return None if is_sparks else DescribeTable(name)


def read_exists(text: str, tables: TableNames) -> Statement | None:
    """EXISTS of a table, a view or a database."""
    cursor = behind_verb(text)
    kind = cursor.accept_any("TEMPORARY", "TABLE", "VIEW", "DATABASE", "DICTIONARY") or "TABLE"
    if kind == "TEMPORARY":
        cursor.accept("TABLE")
    name = cursor.name()
    cursor.end()
    return ExistsTable(name, kind)
