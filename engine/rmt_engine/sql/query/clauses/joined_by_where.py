"""Equalities between tables in WHERE, of which ClickHouse makes conditions of their JOIN.

There NaN is equal to NaN, unlike in other conditions, if all joins of FROM are inner ones.

Source: `mergeFilterIntoJoinCondition` and `CrossToInnerJoinPass` of ClickHouse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rmt_engine.sql.query.names.scopes import Relation
from rmt_engine.sql.query.tree import Call, Expression, Join, Source, conjunction
from rmt_engine.sql.query.types.keys import joined_text

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["text_of_where"]

_INNER = ("INNER", "CROSS", "COMMA")


def text_of_where(
    node: Expression,
    source: Source | None,
    relations: Sequence[Relation],
    lowering: Lowering,
) -> str:
    """Spark's text of a condition of WHERE.

    Args:
        node: the condition.
        source: FROM.
        relations: its tables.
        lowering: lowers expressions over them.
    """
    if not isinstance(source, Join) or not _joins_matches(source):
        return lowering.filter(node)
    tables = [
        frozenset(() if one.is_merged else (column.value.sql for column in one.columns))
        for one in relations
    ]
    moved, left = [], []
    for one in conjunction(node):
        text = _equality(one, tables, lowering)
        if text is None:
            left.append(one)
        else:
            moved.append(f"({text})")
    if not moved:
        return lowering.filter(node)
    if len(left) > 1:
        left = [Call("and", left)]
    return " AND ".join([*moved, *(f"({lowering.filter(one)})" for one in left)])


def _joins_matches(source: Source) -> bool:
    """Whether all joins of a FROM give the rows that match, and no others."""
    if not isinstance(source, Join):
        return True
    is_inner = source.kind in _INNER and source.strictness in ("", "ALL")
    return is_inner and _joins_matches(source.left) and _joins_matches(source.right)


def _equality(node: Expression, tables: Sequence[frozenset[str]], lowering: Lowering) -> str | None:
    """The text of an equality of two tables, by which they are joined; None of other conditions.

    Args:
        node: the condition.
        tables: Spark's texts of the columns of each table.
        lowering: lowers expressions over them.
    """
    if not isinstance(node, Call) or node.name != "equals" or len(node.arguments) != 2:
        return None
    # The columns that an expression names, also behind aliases.
    named = [lowering.reach.columns(one) for one in node.arguments]
    first, second = (
        {place for place, columns in enumerate(tables) if not columns.isdisjoint(names)}
        for names in named
    )
    if not len(first) == len(second) == 1 or first == second:
        return None
    left, right = map(lowering.row, node.arguments)
    return joined_text(left, right) or lowering.filter(node)
