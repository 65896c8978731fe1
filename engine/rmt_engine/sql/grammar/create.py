"""CREATE and REPLACE: tables, databases, views, functions and row policies."""

from __future__ import annotations

import itertools

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.create_clauses import QUERY_STARTS, read_column_list, read_table_clauses
from rmt_engine.sql.grammar.indexes import read_create_index
from rmt_engine.sql.grammar.materialized_views import read_materialized_view
from rmt_engine.sql.grammar.row_policies import accept_row_policy, read_create_row_policy
from rmt_engine.sql.grammar.sql_functions import read_create_function
from rmt_engine.sql.grammar.statements import CreateDatabase, CreateTable, Statement
from rmt_engine.sql.grammar.table_names import (
    TableNames,
    behind_verb,
    refuse_missing,
    refuse_system,
)
from rmt_engine.sql.grammar.temporary_tables import check_temporary, is_sparks_temporary_table
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_create", "read_replace"]

_ABSENT_OBJECTS = (
    ("DICTIONARY",),
    ("LIVE", "VIEW"),
    ("NAMED", "COLLECTION"),
    ("QUOTA",),
    ("RESOURCE",),
    ("ROLE",),
    ("SETTINGS", "PROFILE"),
    ("USER",),
    ("WINDOW", "VIEW"),
    ("WORKLOAD",),
)


def read_create(text: str, tables: TableNames) -> Statement | None:
    """CREATE of what the engine has."""
    cursor = behind_verb(text)
    replace = cursor.accept("OR", "REPLACE")
    if cursor.at("DATABASE") or cursor.at("SCHEMA"):
        return _create_database(cursor)
    if not replace and accept_row_policy(cursor):
        return read_create_row_policy(cursor)
    if cursor.accept("MATERIALIZED", "VIEW"):
        return read_materialized_view(cursor, replace)
    if cursor.accept("VIEW"):
        cursor.accept("IF", "NOT", "EXISTS")
        name = cursor.name()
        refuse_system(name, tables)
        is_table = tables.is_engine_table(name) and not tables.is_temporary_table(name)
        if replace and (is_table or tables.is_hidden_table(name)):
            raise RmtError(
                "TABLE_ALREADY_EXISTS",
                f"{name} is a table, not a view.",
                "Drop the table first, or choose another name.",
            )
        tables.refuse_detached(name)
        return None
    if cursor.at("INDEX") or cursor.at("UNIQUE", "INDEX"):
        return read_create_index(cursor, tables)
    temporary = cursor.accept("TEMPORARY")
    if cursor.accept("FUNCTION"):
        return None if temporary else read_create_function(cursor, replace)
    if temporary and cursor.accept("VIEW"):
        _check_temporary_view(cursor, tables)
    elif not temporary and (what := _absent_object(cursor)):
        raise unsupported(f"CREATE {what}")
    elif cursor.accept("TABLE"):
        return _create_table(cursor, text, replace, temporary, tables)
    return None


def read_replace(text: str, tables: TableNames) -> Statement | None:
    """`REPLACE TABLE …` is `CREATE OR REPLACE TABLE …` of a table that is there."""
    cursor = behind_verb(text)
    if not cursor.accept("TABLE"):
        return None
    start = cursor.position
    statement = _create_table(cursor, text, True, False, tables)
    if statement is not None:
        refuse_missing(Cursor(text, cursor.tokens, start).name(), tables)
    return statement


def _check_temporary_view(cursor: Cursor, tables: TableNames) -> None:
    """Refuses the name of a temporary table for a view, which is Spark's otherwise."""
    cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if tables.is_temporary_table(name):
        raise RmtError(
            "TABLE_ALREADY_EXISTS",
            f"Temporary table {name} already exists.",
            "Drop the table first, or choose another name.",
        )


def _absent_object(cursor: Cursor) -> str | None:
    """The kind of an object that ClickHouse has and neither this engine nor Spark."""
    return next((" ".join(words) for words in _ABSENT_OBJECTS if cursor.at(*words)), None)


def _create_database(cursor: Cursor) -> Statement | None:
    cursor.take()
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.identifier("a database name")
    start = cursor.position
    on_cluster(cursor)
    if cursor.accept("ENGINE"):
        _database_engine(cursor)
    elif cursor.position == start:
        return None
    comment = cursor.string() if cursor.accept("COMMENT") else ""
    cursor.end()
    return CreateDatabase(name, if_not_exists, comment)


def _database_engine(cursor: Cursor) -> None:
    """Reads `= Atomic` and the like, which all mean the same here."""
    cursor.accept("=")
    engine = cursor.identifier("a database engine")
    if engine not in ("Atomic", "Ordinary", "Replicated", "Shared"):
        raise unsupported(f"CREATE DATABASE … ENGINE = {engine}")
    if cursor.at("("):
        cursor.parenthesized()


def _create_table(
    cursor: Cursor, text: str, replace: bool, temporary: bool, tables: TableNames
) -> Statement | None:
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if temporary and is_sparks_temporary_table(cursor):
        return None
    if not (temporary or _has_engine_clause(cursor)):
        tables.refuse_detached(name)
        return None
    if cursor.accept("UUID"):
        cursor.string("a UUID")
    of_cluster = on_cluster(cursor)
    written = text.strip().rstrip(";").strip()
    clones = cursor.at("CLONE", "AS") and cursor.accept("CLONE")
    head = CreateTable(name, written, if_not_exists, replace, temporary=temporary, clones=clones)
    if cursor.accept("("):
        head = read_column_list(cursor, head)
    statement = read_table_clauses(cursor, head)
    if statement.populate:
        raise RmtError("SYNTAX_ERROR", "POPULATE is for materialized views.")
    if statement.definer is not None:
        raise RmtError("SYNTAX_ERROR", "DEFINER and SQL SECURITY are for views.")
    if statement.empty and statement.as_select is None:
        raise RmtError("SYNTAX_ERROR", "EMPTY is for CREATE TABLE … AS SELECT.")
    if temporary:
        check_temporary(statement, of_cluster)
    return statement


def _has_engine_clause(cursor: Cursor) -> bool:
    """Whether a CREATE TABLE is ClickHouse's: an engine, a key, or a copy of a table."""
    probe = Cursor(cursor.text, cursor.tokens, cursor.position)
    has_key = False
    while not probe.done:
        if probe.at("ENGINE") or probe.at("ORDER", "BY") or probe.at("PRIMARY", "KEY"):
            return True
        if probe.at("USING") or probe.at("STORED") or probe.at("LIKE") or probe.at("ROW"):
            return False
        if probe.accept("AS"):
            following = probe.peek()
            if following is None or any(probe.at(start) for start in QUERY_STARTS):
                return False
            return following.is_identifier
        if probe.at("("):
            start = probe.position
            probe.parenthesized()
            words = [token.word for token in probe.tokens[start : probe.position]]
            has_key |= ("PRIMARY", "KEY") in itertools.pairwise(words)
        else:
            probe.take()
    return has_key
