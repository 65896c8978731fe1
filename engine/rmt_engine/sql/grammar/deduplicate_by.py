"""Reads the columns of `OPTIMIZE … DEDUPLICATE BY`: names, `*`, `* EXCEPT (…)`, `COLUMNS(…)`.

Source: https://clickhouse.com/docs/sql-reference/statements/optimize#by-expression.
"""

from __future__ import annotations

from rmt_engine.sql.grammar.statements import ColumnsOf
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_deduplicate_by"]


def read_deduplicate_by(cursor: Cursor) -> tuple[str | ColumnsOf, ...]:
    """Reads the list after BY, with or without parentheses."""
    parenthesized = cursor.accept("(")
    items = [_item(cursor)]
    while cursor.accept(","):
        items.append(_item(cursor))
    if parenthesized:
        cursor.expect(")")
    return tuple(items)


def _item(cursor: Cursor) -> str | ColumnsOf:
    if cursor.accept("*"):
        return ColumnsOf(excluded=_excluded(cursor))
    if not cursor.at("COLUMNS", "("):
        return cursor.column_name()
    cursor.expect("COLUMNS", "(")
    following = cursor.peek()
    if following is not None and following.is_identifier:
        names = _names(cursor)
        cursor.expect(")")
        return ColumnsOf(names=names, excluded=_excluded(cursor))
    pattern = cursor.string("a pattern, a string")
    cursor.expect(")")
    return ColumnsOf(pattern=pattern, excluded=_excluded(cursor))


def _excluded(cursor: Cursor) -> tuple[str, ...]:
    if not cursor.accept("EXCEPT"):
        return ()
    if not cursor.accept("("):
        return (cursor.column_name(),)
    names = _names(cursor)
    cursor.expect(")")
    return names


def _names(cursor: Cursor) -> tuple[str, ...]:
    names = [cursor.column_name()]
    while cursor.accept(","):
        names.append(cursor.column_name())
    return tuple(names)
