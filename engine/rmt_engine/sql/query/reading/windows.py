"""Reads windows, their frames, and the members of ORDER BY.

Source: https://clickhouse.com/docs/sql-reference/window-functions and
https://clickhouse.com/docs/sql-reference/statements/select/order-by.
"""

from __future__ import annotations

from abc import ABC

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.cursor import SUM, ExpressionCursor
from rmt_engine.sql.query.tree import Frame, FrameBound, Ordering, Window

__all__ = ["WindowReader"]


class WindowReader(ExpressionCursor, ABC):
    """Reads windows and orders."""

    def window(self) -> Window:
        """Reads `([name] [PARTITION BY …] [ORDER BY …] [frame])`."""
        start = self.offset
        self.expect("(")
        window = Window()
        token = self.peek()
        words = ("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")
        if token is not None and token.is_identifier and token.word not in words:
            window.parent = self.take().value
        if self.accept("PARTITION", "BY"):
            window.partition_by = self.expressions()
        if self.accept("ORDER", "BY"):
            window.order_by = self.orderings()
        unit = self.accept_any("ROWS", "RANGE", "GROUPS")
        if unit is not None:
            window.frame = self._frame(unit)
        self.expect(")")
        window.at, window.end = start, self.previous_end
        return window

    def _frame(self, unit: str) -> Frame:
        is_between = self.accept("BETWEEN")
        first, last = self._bound(), FrameBound("CURRENT ROW")
        if is_between:
            self.expect("AND")
            last = self._bound()
        for bound, what, kind in ((first, "start", "FOLLOWING"), (last, "end", "PRECEDING")):
            if bound.kind == kind and bound.offset is None:
                raise RmtError("BAD_ARGUMENTS", f"Frame {what} cannot be UNBOUNDED {kind}.")
        return Frame(unit, first, last)

    def _bound(self) -> FrameBound:
        if self.accept("CURRENT", "ROW"):
            return FrameBound("CURRENT ROW")
        offset = None if self.accept("UNBOUNDED") else self.expression(SUM)
        kind = self.accept_any("PRECEDING", "FOLLOWING")
        if kind is None:
            self.fail("expected PRECEDING or FOLLOWING")
        return FrameBound(kind, offset)

    def orderings(self) -> list[Ordering]:
        """Reads the members of ORDER BY."""
        found = [self.ordering()]
        while self.accept(","):
            found.append(self.ordering())
        return found

    def ordering(self) -> Ordering:
        """Reads `value [ASC|DESC] [NULLS FIRST|LAST] [COLLATE 'x'] [WITH FILL …]`."""
        start = self.offset
        ordering = Ordering(self.aliased())
        self.direction(ordering)
        ordering.at, ordering.end = start, self.previous_end
        return ordering

    def direction(self, ordering: Ordering) -> None:
        """Reads what follows the value of an ordering."""
        word = self.accept_any("ASC", "ASCENDING", "DESC", "DESCENDING")
        ordering.descending = word in ("DESC", "DESCENDING")
        if self.accept("NULLS"):
            which = self.accept_any("FIRST", "LAST")
            if which is None:
                self.fail("expected FIRST or LAST")
            ordering.nulls_first = which == "FIRST"
        if self.accept("COLLATE"):
            ordering.collation = self.string("a collation")
