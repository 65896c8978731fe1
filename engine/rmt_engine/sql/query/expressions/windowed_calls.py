"""Calls of functions over windows, and the windows that names stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.expressions.called_aggregates import around, parameter_of, plain_arguments
from rmt_engine.sql.query.expressions.joined_values import without_queries
from rmt_engine.sql.query.expressions.window_calls import (
    Bound,
    OrderKey,
    WindowFrame,
    WindowSpec,
    lower_window_function,
)
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import Call, Expression, FrameBound, Window
from rmt_engine.sql.query.types.keys import key_of
from rmt_engine.sql.query.values import Value, stored

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["NamedWindows", "window_call"]


class NamedWindows:
    """The windows of WINDOW.

    Args:
        windows: them by their names.
    """

    def __init__(self, windows: Mapping[str, Window]) -> None:
        self._windows = windows

    def of_call(self, node: Call) -> Window:
        """The window that a call is over."""
        window = node.window
        if isinstance(window, str):
            return self._named(window)
        assert window is not None
        return self._derived(window)

    def _named(self, name: str) -> Window:
        found = self._windows.get(name)
        if found is None:
            raise RmtError("BAD_ARGUMENTS", f"Window {name} is not defined.", "WINDOW w AS (…)")
        return self._derived(found)

    def _derived(self, window: Window) -> Window:
        """A window with what it takes over from the one that it names.

        Raises:
            RmtError: `BAD_ARGUMENTS`, it says again what that one says.
        """
        if not window.parent:
            return window
        parent = self._named(window.parent)
        said_again = ""
        if window.partition_by:
            said_again = "PARTITION BY"
        elif window.order_by and parent.order_by:
            said_again = "ORDER BY"
        elif parent.frame is not None:
            said_again = "the frame"
        if said_again:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Derived window definition is not allowed to override {said_again} of "
                f"{window.parent}.",
            )
        return Window("", parent.partition_by, window.order_by or parent.order_by, window.frame)


def window_call(lowering: Lowering, node: Call) -> Value:
    """A call over a window.

    Raises:
        RmtError: `ILLEGAL_AGGREGATION`, it stands in a call of an aggregate function or in another
            over a window.
    """
    _refuse_inside_others(lowering, node)
    window = lowering.windows.of_call(node)
    with lowering.place.changed(in_window=True):
        values = [lowering.lowered(one) for one in plain_arguments(lowering, node)]
        parameters = [parameter_of(lowering, one) for one in node.parameters or ()]
        where = lowering.lowered(node.where) if node.where is not None else None
    spec = _spec(lowering, window)
    values, where = without_queries(lowering, values, where)
    lowering.place.names_seen += 1
    value = lower_window_function(
        node.name,
        values,
        parameters,
        spec,
        distinct=node.distinct,
        where=where,
        nulls=node.nulls,
        around=around(lowering.context),
    )
    return value if lowering.windows_first is None else lowering.windows_first.column(value)


def _refuse_inside_others(lowering: Lowering, node: Call) -> None:
    outer = "an aggregate function" if lowering.place.in_aggregate else "another window function"
    if lowering.place.in_aggregate or lowering.place.in_window:
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Window function {result_name(node)} is found inside {outer} in query.",
            "Put the inner one into a subquery.",
        )


def _spec(lowering: Lowering, window: Window) -> WindowSpec:
    frame = None
    if window.frame is not None:
        start, stop = (_bound(lowering, one) for one in (window.frame.start, window.frame.stop))
        frame = WindowFrame(window.frame.unit, start, stop)
    keys = [lowering.lowered(lowering.sort_key(one.value)) for one in window.order_by]
    order = [
        OrderKey(key, one.descending, one.nulls_first, one.collation)
        for key, one in zip(keys, window.order_by, strict=True)
    ]
    partition = [_partition_key(lowering, one) for one in lowering.spelled_out(window.partition_by)]
    spec = WindowSpec(partition, order, frame)
    is_of_groups = frame is not None and frame.unit == "GROUPS" and frame.has_offset
    if not is_of_groups or lowering.ranks_first is None:
        return spec
    return spec.by_rank(lowering.ranks_first.column(spec.rank))


def _partition_key(lowering: Lowering, node: Expression) -> Value:
    value = stored(lowering.lowered(node))
    return replace(value, sql=key_of(value))


def _bound(lowering: Lowering, bound: FrameBound) -> Bound:
    offset = None if bound.offset is None else parameter_of(lowering, bound.offset)
    return Bound(bound.kind, offset)
