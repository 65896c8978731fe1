"""The limits of a SELECT: LIMIT BY, DISTINCT ON, LIMIT and OFFSET."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS
from rmt_engine.sql.query.clauses.items import Item
from rmt_engine.sql.query.clauses.limits import RowLimit
from rmt_engine.sql.query.clauses.positions import Positions
from rmt_engine.sql.query.expressions.choices import is_folded
from rmt_engine.sql.query.tree import Expression, Select
from rmt_engine.sql.query.values import Value, stored

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["LimitBy", "row_limit"]


def row_limit(select: Select, queries: Queries) -> RowLimit:
    """LIMIT and OFFSET."""
    limit = select.limit
    if limit is None:
        return RowLimit(None, None)
    count, offset = (_count(one, select, queries) for one in (limit.count, limit.offset))
    return RowLimit(count, offset, limit.with_ties)


def _count(node: Expression | None, select: Select, queries: Queries) -> int | float | None:
    """The number of LIMIT or OFFSET, which may be one of WITH."""
    if node is None:
        return None
    return _row_count(queries, node, {one.name: one.value for one in select.with_values})


def _row_count(
    queries: Queries, node: Expression, aliases: Mapping[str, Expression]
) -> int | float:
    """The number of LIMIT or OFFSET: a whole one, or a fraction of the rows.

    Raises:
        RmtError: `INVALID_LIMIT_EXPRESSION`, it is none.
    """
    value = queries.constants(aliases).row(node)
    found: object = value.constant
    if not isinstance(found, int | float):
        found = queries.catalog.constant(value.sql)
    is_numeric = value.type is None or value.family in INTEGERS or value.family in FLOATS
    if not isinstance(found, int | float) or isinstance(found, bool) or not is_numeric:
        raise RmtError(
            "INVALID_LIMIT_EXPRESSION",
            "LIMIT expression must be constant with numeric type. "
            f"Actual: {queries.text_of(node)}.",
        )
    if isinstance(found, float) and found.is_integer() and -(2.0**63) <= found < 2.0**64:
        return int(found)
    if isinstance(found, float) and not 0 < found < 1:
        raise RmtError(
            "INVALID_LIMIT_EXPRESSION",
            f"The value {queries.text_of(node)} of LIMIT expression is not representable as "
            "UInt64 or Int64 or Float64 in the range (0, 1).",
        )
    return found


class LimitBy:
    """LIMIT BY, or DISTINCT ON.

    Args:
        lowering: lowers expressions of the SELECT.
        select: the SELECT.
        positions: the places of its columns.
    """

    def __init__(self, lowering: ExpressionLowering, select: Select, positions: Positions) -> None:
        self._lower = lowering
        self._select = select
        self._positions = positions

    def keys(self, items: Sequence[Item]) -> list[Value] | None:
        """What rows are counted by; None where they are not.

        Raises:
            RmtError: `SYNTAX_ERROR`, both are written, or ALL has no column;
                `BAD_ARGUMENTS`, there is no column of a place.
        """
        select = self._select
        if select.distinct_on:
            if select.limit_by is not None:
                raise RmtError("SYNTAX_ERROR", "Can not use DISTINCT ON alongside LIMIT BY.")
            return self._keys(select.distinct_on, items)
        if select.limit_by is None:
            return None
        if select.limit_by.by_all:
            shown = [item for item in items if not self._lower.reach.has_aggregate(item.node)]
            if not shown:
                raise RmtError(
                    "SYNTAX_ERROR",
                    "LIMIT BY ALL requires at least one non-aggregate expression in SELECT.",
                )
            for item in shown:
                self._check_place(item)
            return [item.value for item in shown]
        return self._keys(select.limit_by.keys, items)

    def limit(self) -> RowLimit:
        """How many rows of each key are kept; of DISTINCT ON it is one.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it is a fraction.
        """
        limit_by = self._select.limit_by
        if limit_by is None:
            return RowLimit(1, None)
        queries = self._lower.queries
        limits = limit_by.count, limit_by.offset
        count, offset = (_count(one, self._select, queries) for one in limits)
        found = RowLimit(count, offset)
        if isinstance(found.count, float) or isinstance(found.offset, float):
            raise RmtError(
                "NOT_IMPLEMENTED", "Fractional LIMIT/OFFSET with LIMIT BY is not supported yet."
            )
        return found

    def _check_place(self, item: Item) -> None:
        """Refuses a whole number of LIMIT BY ALL that is no column's place, as ClickHouse does."""
        value = stored(item.value)
        is_number = value.family in INTEGERS and self._positions.are_known
        if is_number and is_folded(self._lower, item.node):
            place = self._lower.queries.catalog.constant(value.sql)
            if isinstance(place, int):
                self._positions.index(place, "LIMIT BY")

    def _keys(self, nodes: list[Expression], items: Sequence[Item]) -> list[Value]:
        return [self._key(one, items) for one in self._lower.spelled_out(nodes)]

    def _key(self, node: Expression, items: Sequence[Item]) -> Value:
        place = self._positions.column(node, "LIMIT BY")
        return self._lower.above(node) if place is None else items[place].value
