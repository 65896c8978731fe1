"""The queries inside of expressions: `(SELECT …)` and `EXISTS`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmt_engine.sql.query.expressions.joined_values import joined
from rmt_engine.sql.query.expressions.scalar_subqueries import value_of_query
from rmt_engine.sql.query.tree import Exists, Query, Subquery
from rmt_engine.sql.query.values import Value, literal, truth

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import LoweredQuery
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["InnerQueries", "exists", "subquery"]


class InnerQueries:
    """The queries inside of a SELECT's expressions."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bool, bool], tuple[LoweredQuery, bool]] = {}
        self._kept: list[Query] = []

    def lowered(self, lowering: Lowering, query: Query) -> LoweredQuery:
        """A query; one of the same text is lowered once, so that it is the same in a key."""
        place, queries = lowering.place, lowering.queries
        is_lateral = place.takes_no_query
        outer = lowering.scope
        if lowering.grouped is not None and not place.in_rows:
            outer = outer.with_values(lowering.grouped.keys)
        key = queries.text_of(query) or str(id(query)), is_lateral, outer is lowering.scope
        if key not in self._known:
            before = outer.given
            with queries.in_lateral(is_lateral):
                nested = queries.nested(query, outer)
            self._known[key] = nested, outer.given > before
            self._kept.append(query)
        nested, is_of_row = self._known[key]
        place.names_seen += is_of_row
        return nested


def exists(lowering: Lowering, node: Exists) -> Value:
    """`EXISTS (SELECT …)`."""
    query = lowering.inner_queries.lowered(lowering, node.query)
    if query.is_total:
        return literal(1)
    return joined(lowering, truth(f"(EXISTS({query.sql}))"))


def subquery(lowering: Lowering, node: Subquery) -> Value:
    """`(SELECT …)` as a value."""
    query = lowering.inner_queries.lowered(lowering, node.query)
    return joined(lowering, value_of_query(query, lowering.queries.shared_alias("_q")))
