"""Reads what stands among the columns of a table, or behind ADD: `PROJECTION name (query)`.

Source: https://clickhouse.com/docs/sql-reference/statements/alter/projection.
"""

from __future__ import annotations

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.statements import ProjectionClause
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["at_projection", "read_projection"]


def at_projection(cursor: Cursor) -> bool:
    """Whether a projection begins here, and not a column of that name."""
    name, following = cursor.peek(1), cursor.peek(2)
    if not cursor.at("PROJECTION") or name is None or following is None:
        return False
    inside = cursor.peek(3)
    is_query = inside is not None and inside.word in ("SELECT", "WITH")
    return following.word == "INDEX" or (following.value == "(" and is_query)


def read_projection(cursor: Cursor) -> ProjectionClause:
    """Reads what follows the word PROJECTION.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a projection that is an index.
    """
    name = cursor.identifier("the name of a projection")
    if cursor.at("INDEX"):
        raise unsupported("PROJECTION … INDEX")
    query = cursor.parenthesized()
    settings: dict[str, str] = {}
    if cursor.accept("WITH", "SETTINGS"):
        cursor.expect("(")
        settings = parse_assignments(cursor)
        cursor.expect(")")
    return ProjectionClause(name, query, settings)
