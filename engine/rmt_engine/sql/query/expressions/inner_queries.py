"""The queries inside of expressions: `(SELECT …)` and `EXISTS`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.clauses.limit_settings import with_limit_settings
from rmt_engine.sql.query.expressions.joined_values import joined
from rmt_engine.sql.query.expressions.scalar_subqueries import value_of_query
from rmt_engine.sql.query.tree import Exists, Literal, Query, Select, Subquery
from rmt_engine.sql.query.values import Value, literal, truth
from rmt_engine.sql.text.quoting import quote_name

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import LoweredQuery
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["InnerQueries", "exists", "subquery"]


class InnerQueries:
    """The queries inside of a SELECT's expressions.

    Attributes:
        correlated: Spark's texts of those in the place of values that name columns from around, in
            the order in which they are met.
    """

    def __init__(self) -> None:
        self.correlated: dict[str, None] = {}
        self._known: dict[tuple[str, bool, bool, bool], tuple[LoweredQuery, bool]] = {}
        self._kept: list[Query] = []

    def lowered(
        self, lowering: Lowering, query: Query, *, asks_for_rows: bool = False
    ) -> LoweredQuery:
        """A query; one of the same text is lowered once, so that it is the same in a key.

        Args:
            lowering: lowers what it stands in.
            query: the query.
            asks_for_rows: whether it only matters if there are any, as for EXISTS.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it asks for rows by a LIMIT of those of each row outside,
                or names columns from around where it cannot.
        """
        place, queries = lowering.place, lowering.queries
        is_lateral = place.takes_no_query
        outer = lowering.scope
        if lowering.grouped is not None and not place.in_rows:
            outer = outer.with_values(lowering.grouped.keys)
        text = queries.text_of(query) or str(id(query))
        key = text, is_lateral, outer is lowering.scope, asks_for_rows
        if key not in self._known:
            before = outer.given
            asked = _without_limit(query) if asks_for_rows else query
            with queries.in_lateral(is_lateral):
                nested = queries.nested(asked, outer)
            is_of_row = outer.given > before
            if is_of_row and asks_for_rows and isinstance(asked, Select) and asked.limit:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    "LIMIT and OFFSET in a correlated subquery of EXISTS are not supported.",
                    "LIMIT 1 is, and needs not be said.",
                )
            self._known[key] = nested, is_of_row
            self._kept.append(query)
        nested, is_of_row = self._known[key]
        if is_of_row and (where := place.takes_no_correlated):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Correlated subqueries in {where} are not supported.",
                "Compute it as a column of a subquery in FROM, or join its table.",
            )
        place.names_seen += is_of_row
        return nested


def exists(lowering: Lowering, node: Exists) -> Value:
    """`EXISTS (SELECT …)`."""
    query = lowering.inner_queries.lowered(lowering, node.query, asks_for_rows=True)
    if query.is_total:
        return literal(1)
    return joined(lowering, truth(f"(EXISTS({query.sql}))"))


def _without_limit(query: Query) -> Query:
    """A query that has rows where another has: a LIMIT of one row or more leaves one.

    Spark applies a LIMIT in EXISTS before the condition that names a column from outside.
    """
    query = with_limit_settings(query, {})
    if not isinstance(query, Select) or query.limit is None or query.limit.offset is not None:
        return query
    count = query.limit.count
    is_some = isinstance(count, Literal) and isinstance(count.value, int) and count.value > 0
    return replace(query, limit=None) if is_some else query


def subquery(lowering: Lowering, node: Subquery) -> Value:
    """`(SELECT …)` as a value."""
    place = lowering.place
    before = place.names_seen
    query = lowering.inner_queries.lowered(lowering, node.query)
    alias = lowering.queries.shared_alias("_q")
    value = value_of_query(query, alias)
    if place.names_seen > before:
        end = f" AS {quote_name(alias)})"
        text = value.sql.removeprefix("coalesce(").rpartition(end)[0] + end
        lowering.inner_queries.correlated[text] = None
    return joined(lowering, value)
