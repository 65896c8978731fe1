"""Reads what stands among the columns of a table: `INDEX …` and `CONSTRAINT …`.

Sources: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-data_skipping-indexes,
https://clickhouse.com/docs/sql-reference/statements/create/table#constraints.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.statements import ConstraintClause, IndexClause
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["read_constraint", "read_index", "read_index_type"]

_WHOLE_PART = 100_000_000
"""The granularity of an index of type `text` that says none."""


def read_index(cursor: Cursor) -> IndexClause:
    """Reads what follows the word INDEX.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    name = cursor.identifier("the name of an index")
    return read_index_type(cursor, name, cursor.skip_until("TYPE"))


def read_index_type(cursor: Cursor, name: str, expression: str) -> IndexClause:
    """Reads what follows the expression of an index: its type, and its granularity.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    cursor.expect("TYPE")
    kind = cursor.skip_until("GRANULARITY", "FIRST", "AFTER", ",", "SETTINGS", ";")
    granularity = _WHOLE_PART if kind.partition("(")[0].strip().lower() == "text" else 1
    if cursor.accept("GRANULARITY"):
        granularity = _granularity(cursor)
    return IndexClause(name, expression, kind, granularity)


def _granularity(cursor: Cursor) -> int:
    token = cursor.peek()
    if token is None or token.kind is not Kind.NUMBER or not token.value.isdigit():
        cursor.fail("expected the index's granularity, a whole number")
    cursor.take()
    if not int(token.value):
        raise RmtError("BAD_ARGUMENTS", "Index GRANULARITY must be a positive integer.")
    return int(token.value)


def read_constraint(cursor: Cursor) -> ConstraintClause:
    """Reads what follows the word CONSTRAINT.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED` for ASSUME.
    """
    name = cursor.identifier("the name of a constraint")
    if cursor.at("ASSUME"):
        raise unsupported("ASSUME")
    cursor.expect("CHECK")
    expression = cursor.skip_until(",", "SETTINGS", ";")
    if not expression:
        cursor.fail("expected an expression")
    return ConstraintClause(name, expression)
