"""What CREATE TABLE says of a table: its columns, its engine, its keys.

Source: https://clickhouse.com/docs/sql-reference/statements/create/table.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.column_clauses import read_column
from rmt_engine.sql.grammar.projection_clauses import at_projection, read_projection
from rmt_engine.sql.grammar.refresh import read_definer
from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    ConstraintClause,
    CreateTable,
    EngineClause,
    IndexClause,
    ProjectionClause,
    TtlClause,
)
from rmt_engine.sql.grammar.table_clauses import read_constraint, read_index
from rmt_engine.sql.grammar.ttl_clauses import read_ttl
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name

__all__ = ["QUERY_STARTS", "read_column_list", "read_table_clauses"]

QUERY_STARTS = ("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(", "MAP", "REDUCE")
_KEYS = (
    ("PARTITION", "BY"),
    ("ORDER", "BY"),
    ("PRIMARY", "KEY"),
    ("UNIQUE", "KEY"),
    ("SAMPLE", "BY"),
)
_TABLE_STOPS = (
    "ENGINE",
    "PARTITION",
    "ORDER",
    "PRIMARY",
    "UNIQUE",
    "SAMPLE",
    "TTL",
    "SETTINGS",
    "COMMENT",
    "POPULATE",
    "EMPTY",
    "DEFINER",
    "AS",
    ";",
)

_SETTINGS_CLAUSES = 2
"""Those of the table, and those of the statement behind them."""


def read_column_list(cursor: Cursor, head: CreateTable) -> CreateTable:
    """Reads the columns of a table, with what else stands in the parentheses, up to their end.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a projection that is an index.
    """
    columns: list[ColumnClause] = []
    indexes: list[IndexClause] = []
    constraints: list[ConstraintClause] = []
    projections: list[ProjectionClause] = []
    while not cursor.accept(")"):
        if cursor.accept("INDEX"):
            indexes.append(read_index(cursor))
        elif cursor.accept("CONSTRAINT"):
            constraints.append(read_constraint(cursor))
        elif at_projection(cursor):
            cursor.take()
            projections.append(read_projection(cursor))
        elif cursor.accept("PRIMARY", "KEY"):
            key = cursor.parenthesized() if cursor.at("(") else cursor.skip_until(",")
            columns.append(ColumnClause("", None, expression=key, primary_key=True))
        else:
            columns.append(read_column(cursor))
        if not cursor.accept(",") and not cursor.at(")"):
            cursor.fail("expected a comma or a closing parenthesis after the column")
    if not columns:
        raise RmtError("SYNTAX_ERROR", "The list of columns is empty.")
    return replace(
        head,
        columns=tuple(columns),
        indexes=tuple(indexes),
        constraints=tuple(constraints),
        projections=tuple(projections),
    )


def read_table_clauses(cursor: Cursor, head: CreateTable) -> CreateTable:
    """Reads what follows the columns: the engine, the keys and all else, in any order.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    engine: EngineClause | None = None
    clauses: dict[tuple[str, str], str] = {}
    settings: list[dict[str, str]] = []
    comment, as_select, as_table = "", None, None
    populate = empty = False
    definer: str | None = None
    ttl: tuple[TtlClause, ...] = ()
    while not cursor.done and not cursor.at(";"):
        if engine is None and cursor.accept("ENGINE"):
            engine = _engine(cursor)
        elif word := next((w for w in _KEYS if w not in clauses and cursor.accept(*w)), None):
            clauses[word] = _clause(cursor)
        elif not ttl and cursor.accept("TTL"):
            ttl = read_ttl(cursor, _TABLE_STOPS)
        elif len(settings) < _SETTINGS_CLAUSES and cursor.accept("SETTINGS"):
            settings.append(parse_assignments(cursor))
        elif not comment and cursor.accept("COMMENT"):
            comment = cursor.string("the comment, a string")
        elif not (populate or empty) and cursor.accept("POPULATE"):
            populate = True
        elif not (populate or empty) and cursor.accept("EMPTY"):
            empty = True
        elif definer is None and (cursor.at("DEFINER", "=") or cursor.at("SQL", "SECURITY")):
            definer = read_definer(cursor)
        elif cursor.accept("AS"):
            if any(cursor.at(start) for start in QUERY_STARTS):
                as_select = cursor.text[cursor.offset :].strip().rstrip(";").strip()
                cursor = Cursor(cursor.text, ())
                break
            as_table = _as_table(cursor)
        else:
            cursor.fail("expected another clause of CREATE TABLE")
    cursor.end()
    of_table, of_statement = (*settings, {}, {})[:_SETTINGS_CLAUSES]
    partition_by, order_by, primary_key, unique_key, sample_by = map(clauses.get, _KEYS)
    return replace(
        head,
        engine=engine,
        partition_by=partition_by,
        order_by=order_by,
        primary_key=primary_key,
        unique_key=unique_key,
        sample_by=sample_by,
        ttl=ttl,
        settings=of_table,
        of_statement=of_statement,
        comment=comment,
        as_select=as_select,
        as_table=as_table,
        populate=populate,
        empty=empty,
        definer=definer,
    )


def _as_table(cursor: Cursor) -> Name:
    """Reads the table that a new one is like.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it is a table function; `SYNTAX_ERROR`, columns follow it.
    """
    name = cursor.name()
    if cursor.at("("):
        first, second = cursor.peek(1), cursor.peek(2)
        is_query = first is not None and first.word in QUERY_STARTS
        if first and second and first.is_identifier and second.is_identifier and not is_query:
            cursor.fail("a table that is like another one has its columns")
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"CREATE TABLE … AS {name}(…) is not supported yet.",
            f"CREATE VIEW … AS SELECT * FROM {name}(…) reads the same rows.",
        )
    return name


def _clause(cursor: Cursor) -> str:
    """A key, up to the next clause; its first word is none, though it may look like one."""
    start = cursor.offset
    first = cursor.peek()
    if first is not None and first.is_identifier:
        cursor.take()
    cursor.skip_until(*_TABLE_STOPS)
    expression = cursor.text[start : max(cursor.previous_end, start)].strip()
    if not expression:
        cursor.fail("expected an expression")
    return expression


def _engine(cursor: Cursor) -> EngineClause:
    cursor.accept("=")
    name = cursor.identifier("a table engine")
    arguments: list[str] = []
    if cursor.accept("("):
        while not cursor.accept(")"):
            arguments.append(cursor.skip_until(","))
            if not cursor.accept(",") and not cursor.at(")"):
                cursor.fail("expected a comma or a closing parenthesis after the argument")
    return EngineClause(name, tuple(arguments))
