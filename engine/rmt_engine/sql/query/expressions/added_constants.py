"""The least and the greatest of values that a constant is added to or taken from.

Source: ClickHouse's setting `optimize_arithmetic_operations_in_aggregate_functions`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.tree import Call

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["constant_outside"]

_OPPOSITE = {"min": "max", "max": "min"}


def constant_outside(lowering: Lowering, node: Call) -> Call | None:
    """`min(x + 1)` as `min(x) + 1`, which over no rows is 1; None for other calls.

    Args:
        lowering: lowers the arguments, to see which one is constant.
        node: a call of an aggregate function.
    """
    if node.distinct or node.where is not None or len(node.arguments) != 1:
        return None
    name = (canonical_name(node.name) or node.name).lower()
    [inner] = node.arguments
    if name not in _OPPOSITE or not isinstance(inner, Call) or len(inner.arguments) != 2:
        return None
    if inner.name not in ("plus", "minus"):
        return None
    with lowering.place.changed(in_rows=True, in_aggregate=True):
        of_constants = [lowering.row_value(one)[0].is_constant for one in inner.arguments]
    if sum(of_constants) != 1:
        return None
    place = of_constants.index(False)
    reversed_order = inner.name == "minus" and place == 1
    aggregated = replace(
        node,
        name=_OPPOSITE[name] if reversed_order else name,
        arguments=[inner.arguments[place]],
    )
    arguments = list(inner.arguments)
    arguments[place] = aggregated
    return replace(inner, arguments=arguments)
