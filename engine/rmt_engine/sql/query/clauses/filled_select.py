"""WITH FILL and INTERPOLATE of a SELECT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.clauses.fill import FilledOrder, FilledOrders, filled
from rmt_engine.sql.query.clauses.interpolation import Calculation, over_row_before
from rmt_engine.sql.query.clauses.items import Item
from rmt_engine.sql.query.clauses.order_columns import OrderColumn
from rmt_engine.sql.query.tree import Identifier, Select
from rmt_engine.sql.query.types.ordering import Order
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering

__all__ = ["FilledSelect", "as_interpolated"]


def as_interpolated(item: Item, select: Select) -> Item:
    """A column that INTERPOLATE calculates: a condition is the number that it counts as."""
    calculated = {one.name for one in select.interpolate or () if one.value is not None}
    if item.name not in calculated or not item.value.is_condition:
        return item
    return replace(item, value=stored(item.value))


class FilledSelect:
    """A SELECT whose rows WITH FILL completes.

    Args:
        lowering: lowers expressions of the SELECT.
        select: the SELECT.
        items: its columns, as INTERPOLATE calculates them.
        orders: the members of its ORDER BY.
        named: gives the name of the column that holds a value.
    """

    def __init__(
        self,
        lowering: ExpressionLowering,
        select: Select,
        items: Sequence[Item],
        orders: Sequence[Order],
        named: Callable[[Value], str],
    ) -> None:
        self._lower = lowering
        self._select = select
        self._items = items
        self._orders = orders
        self._named = named

    @property
    def is_filled(self) -> bool:
        """Whether a member of ORDER BY is filled."""
        return any(one.fill is not None for one in self._select.order_by)

    def calculations(self, inputs: dict[str, OrderColumn]) -> list[Calculation] | None:
        """What INTERPOLATE gives columns; None without it.

        Args:
            inputs: the other columns that it needs, by Spark's texts of them; they are added.

        Raises:
            RmtError: `INVALID_WITH_FILL_EXPRESSION`, a column of ORDER BY is interpolated.
        """
        interpolations = self._select.interpolate
        if interpolations is None:
            return None
        columns = {item.name: item.output for item in reversed(self._items)}
        ordered = self._ordered()
        if not interpolations:
            kept = [c for c in columns.values() if c.spark_name not in ordered.values()]
            return [Calculation(column, None) for column in kept]

        def other(node: Identifier) -> OrderColumn:
            value = stored(self._lower.above(node))
            if value.sql in ordered:
                return OrderColumn(ordered[value.sql], value.type)
            return inputs.setdefault(value.sql, OrderColumn(f"_i{len(inputs)}", value.type))

        found: dict[str, Calculation] = {}
        for one in interpolations:
            column = columns.get(one.name)
            if column is None:
                # A column that the SELECT does not have may be named, to no effect.
                self._lower.above(Identifier((one.name,), at=one.at, end=one.end))
                continue
            if column.spark_name in ordered.values():
                raise RmtError(
                    "INVALID_WITH_FILL_EXPRESSION",
                    f"Column '{one.name}' is participating in ORDER BY expression and can't be "
                    "INTERPOLATE output.",
                )
            value = over_row_before(one, column, other, self._lower.row)
            found[one.name] = Calculation(column, value)
        return list(found.values())

    def rows(
        self,
        inner: str,
        hidden: Sequence[OrderColumn],
        calculations: Sequence[Calculation] | None,
    ) -> str:
        """The rows with those of WITH FILL.

        Args:
            inner: Spark's query of the rows.
            hidden: the columns of it that are not the SELECT's.
            calculations: what INTERPOLATE gives columns; None without it.

        Raises:
            RmtError: `INVALID_WITH_FILL_EXPRESSION`; `NOT_IMPLEMENTED`.
        """
        filling: list[FilledOrder] = []
        for ordering, order in zip(self._select.order_by, self._orders, strict=True):
            fill, value = ordering.fill, order.value
            if fill is None:
                continue
            if value.type is None:
                raise RmtError("INVALID_WITH_FILL_EXPRESSION", "WITH FILL needs a known type.")
            start, stop, step, staleness = (
                None if node is None else self._lower.queries.constants().row(node)
                for node in (fill.start, fill.stop, fill.step, fill.staleness)
            )
            filling.append(
                FilledOrder(
                    self._named(value),
                    value.type,
                    start,
                    stop,
                    step,
                    ordering.descending,
                    ordering.nulls_first,
                    staleness,
                )
            )
        self._check_expressions()
        self._check_filling()
        first = next(n for n, one in enumerate(self._select.order_by) if one.fill is not None)
        groups = [
            OrderColumn(self._named(one.value), one.value.type) for one in self._orders[:first]
        ]
        text = ", ".join(one.text(quote_name(self._named(one.value))) for one in self._orders)
        twins = self._twins()
        columns = tuple(one.output for one in self._items if one.spark_name not in twins)
        found = filled(
            inner,
            columns,
            hidden,
            FilledOrders(tuple(groups), tuple(filling), text),
            calculations,
            self._lower.context,
        )
        if not twins:
            return found
        listed = ", ".join(f"{quote_name(of)} AS {quote_name(name)}" for name, of in twins.items())
        return f"SELECT *, {listed} FROM ({found})"

    def _ordered(self) -> dict[str, str]:
        """The names of the columns that the members of ORDER BY are, by Spark's texts of them."""
        return {order.value.sql: self._named(order.value) for order in self._orders}

    def _twins(self) -> dict[str, str]:
        """Columns that are a member of ORDER BY under another name, by their names."""
        ordered = self._ordered()
        return {
            item.spark_name: ordered[item.value.sql]
            for item in self._items
            if ordered.get(item.value.sql, item.spark_name) != item.spark_name
        }

    def _check_expressions(self) -> None:
        """Refuses to fill an expression that ORDER BY has before.

        Source: the planner's sort descriptions of ClickHouse.
        """
        filled_before: dict[str, bool] = {}
        for ordering, order in zip(self._select.order_by, self._orders, strict=True):
            before = filled_before.get(order.value.sql)
            if ordering.fill is not None and before is not None:
                raise RmtError(
                    "INVALID_WITH_FILL_EXPRESSION",
                    "Multiple WITH FILL for identical expressions is not supported in ORDER BY."
                    if before
                    else "ORDER BY containing the same expression with and without WITH FILL "
                    "modifier is not supported.",
                    "Name each expression once.",
                )
            filled_before.setdefault(order.value.sql, ordering.fill is not None)

    def _check_filling(self) -> None:
        """Refuses an order between two that are filled: what the rows between have is not said."""
        places = [n for n, one in enumerate(self._select.order_by) if one.fill is not None]
        if places != list(range(places[0], places[-1] + 1)):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "An expression without WITH FILL between two with it is not supported.",
                "Order by it first, or last.",
            )
