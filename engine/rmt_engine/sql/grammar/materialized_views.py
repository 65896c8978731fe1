"""CREATE MATERIALIZED VIEW, and ALTER TABLE … MODIFY QUERY.

Source: https://clickhouse.com/docs/sql-reference/statements/create/view#materialized-view.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.create_clauses import read_column_list, read_table_clauses
from rmt_engine.sql.grammar.refresh import read_refresh
from rmt_engine.sql.grammar.statements import CreateMaterializedView, CreateTable, ModifyQuery
from rmt_engine.sql.text.tokens import Cursor, Kind, Name, tokenize

__all__ = ["read_materialized_view", "read_modify_query"]


def read_materialized_view(cursor: Cursor, replaces: bool) -> CreateMaterializedView:
    """Reads what stands behind CREATE MATERIALIZED VIEW.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, rights of a definer without REFRESH; or as
            `read_refresh`.
    """
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if cursor.accept("UUID"):
        cursor.string("a UUID")
    on_cluster(cursor)
    refresh = read_refresh(cursor) if cursor.accept("REFRESH") else None
    to = cursor.name() if cursor.accept("TO") else None
    written = cursor.text.strip().rstrip(";").strip()
    head = CreateTable(name, written, if_not_exists, replaces)
    if cursor.accept("("):
        head = read_column_list(cursor, head)
    if to is None and cursor.at("TO"):
        raise _both("ENGINE", "TO [db].[table]")
    table = read_table_clauses(cursor, head)
    if table.definer is not None and refresh is None:
        raise unsupported("CREATE MATERIALIZED VIEW … DEFINER and SQL SECURITY without REFRESH")
    if table.as_select is None:
        raise RmtError("SYNTAX_ERROR", "CREATE MATERIALIZED VIEW has no query.", "AS SELECT …")
    if to is not None and table.has_storage:
        raise _both("TO [db].[table]", "ENGINE")
    if refresh is None and to is not None and table.empty:
        raise _both("TO [db].[table]", "EMPTY")
    if refresh is not None and table.populate:
        raise RmtError(
            "SYNTAX_ERROR",
            "When creating a refreshable materialized view you can't declare 'POPULATE': the first "
            "refresh fills the view (declare 'EMPTY' to skip it).",
        )
    return CreateMaterializedView(_with_comment(table, table.as_select), to, refresh)


def _with_comment(table: CreateTable, query: str) -> CreateTable:
    """A statement with the comment that stands behind its query."""
    tokens = tokenize(query)
    if len(tokens) < 3 or tokens[-2].word != "COMMENT" or tokens[-1].kind is not Kind.STRING:
        return table
    return replace(table, as_select=query[: tokens[-2].start].strip(), comment=tokens[-1].value)


def read_modify_query(cursor: Cursor, name: Name) -> ModifyQuery | None:
    """Reads `MODIFY QUERY query`; None if something else stands there.

    Raises:
        RmtError: `SYNTAX_ERROR`, there is no query.
    """
    if not cursor.accept("MODIFY", "QUERY"):
        return None
    query = cursor.text[cursor.offset :].strip().rstrip(";").strip()
    if not query:
        cursor.fail("expected a query")
    return ModifyQuery(name, query)


def _both(first: str, second: str) -> RmtError:
    return RmtError(
        "SYNTAX_ERROR",
        f"When creating a materialized view you can't declare both '{first}' and '{second}'.",
    )
