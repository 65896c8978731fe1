"""Reads a column as CREATE TABLE and ALTER TABLE declare it.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/create/table.
"""

from __future__ import annotations

from typing import NoReturn

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.statements import ColumnClause
from rmt_engine.sql.settings.declared import check_column_settings, parse_assignments
from rmt_engine.sql.text.names_of_types import further_words
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["read_clauses", "read_column"]

_CLAUSES = ("COMMENT", "CODEC", "TTL", "STATISTICS", "PRIMARY", "COLLATE", "SETTINGS")
_KINDS = ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL")
_ENDS = (",", ")", ";")
_ENDS_IN_ALTER = ("FIRST", "AFTER", "SETTINGS")


def read_column(cursor: Cursor, in_alter: bool = False) -> ColumnClause:
    """Reads a column's name, its type and its clauses.

    Args:
        cursor: before the name.
        in_alter: whether it is a column of ALTER TABLE.

    Raises:
        RmtError: as `read_clauses`.
    """
    name = cursor.column_name() if in_alter else cursor.identifier("a column name")
    return read_clauses(cursor, name, in_alter)


def read_clauses(cursor: Cursor, name: str, in_alter: bool) -> ColumnClause:
    """Reads what follows a column's name.

    The type may be left out before an expression; in ALTER TABLE it may be left out anyway.

    Args:
        cursor: behind the name.
        name: the column.
        in_alter: whether it is a column of ALTER TABLE: its place or settings may follow.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a clause this engine has not; as
            `check_column_settings`.
    """
    ends = (*_ENDS, *_ENDS_IN_ALTER) if in_alter else _ENDS
    starts = (*_KINDS, *((*_CLAUSES, "NULL", "NOT", *ends) if in_alter else ()))
    data_type = None
    if not cursor.done and not any(cursor.at(word) for word in starts) and not _at_settings(cursor):
        data_type = _type_text(cursor)
    nullable: bool | None = None
    kind = expression = comment = codec = ttl = ""
    primary_key = False
    while not cursor.done and (_at_settings(cursor) or not any(cursor.at(end) for end in ends)):
        if cursor.at("NOT", "NULL") or cursor.at("NULL"):
            nullable = not cursor.accept("NOT")
            cursor.expect("NULL")
        elif word := cursor.accept_any(*_KINDS):
            kind, expression = word, cursor.skip_until(*_CLAUSES, *ends)
            if not expression and (kind != "EPHEMERAL" or data_type is None):
                cursor.fail("expected an expression")
        elif cursor.accept("COMMENT"):
            comment = cursor.string("the comment, a string")
        elif cursor.accept("CODEC"):
            codec = _codec_text(cursor)
        elif cursor.accept("PRIMARY", "KEY"):
            primary_key = True
        elif cursor.accept("TTL"):
            ttl = cursor.skip_until(*_CLAUSES, *ends)
            if not ttl:
                cursor.fail("expected an expression")
        elif _at_settings(cursor):
            cursor.expect("SETTINGS")
            cursor.expect("(")
            check_column_settings(parse_assignments(cursor))
            cursor.expect(")")
        else:
            _refuse(cursor)
    return ColumnClause(
        name, data_type, nullable, kind, expression, comment, codec, primary_key, ttl
    )


def _refuse(cursor: Cursor) -> NoReturn:
    """Raises what is wrong with something else than a clause that this engine has."""
    if cursor.at("STATISTICS") or cursor.at("COLLATE"):
        raise unsupported(f"{cursor.take().word} of a column")
    cursor.fail("expected a column clause")


def _codec_text(cursor: Cursor) -> str:
    codec = cursor.parenthesized()
    if not codec.strip():
        cursor.fail("expected a codec")
    return codec


def _at_settings(cursor: Cursor) -> bool:
    """Whether settings of the column follow: those of ALTER TABLE have no parentheses."""
    return cursor.at("SETTINGS", "(")


def _type_text(cursor: Cursor) -> str:
    start = cursor.offset
    further_words(cursor, cursor.identifier("a data type"))
    if cursor.at("("):
        cursor.parenthesized()
    elif cursor.accept("<"):
        depth = 1
        while depth:
            token = cursor.take()
            depth += {"<": 1, ">": -1}.get(token.value, 0) if token.kind is Kind.SYMBOL else 0
    return cursor.text[start : cursor.previous_end]
