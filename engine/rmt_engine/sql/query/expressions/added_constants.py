"""The least and the greatest of values that a constant is added to or taken from.

Source: ClickHouse's setting `optimize_arithmetic_operations_in_aggregate_functions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.tree import Call, Expression, free_expressions_in

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["constant_outside"]

_OPPOSITE = {"min": "max", "max": "min"}


def constant_outside(lowering: Lowering, node: Call) -> Call | None:
    """`min(x + 1)` as `min(x) + 1`, which over no rows is 1; None for other calls.

    Args:
        lowering: lowers the operands, to see which ones are constant.
        node: a call of an aggregate function.
    """
    if node.distinct or node.where is not None or len(node.arguments) != 1:
        return None
    name = (canonical_name(node.name) or node.name).lower()
    if name not in _OPPOSITE:
        return None
    sums: list[tuple[Call, int]] = []
    value = node.arguments[0]
    with lowering.place.changed(in_rows=True, in_aggregate=True):
        while isinstance(value, Call) and value.name in ("plus", "minus"):
            place = _place_of_variable(lowering, value.arguments)
            if place is None:
                break
            sums.append((value, place))
            value = value.arguments[place]
        if not sums or lowering.row_value(value)[0].is_constant:
            return None
    for one, place in sums:
        if one.name == "minus" and place == 1:
            name = _OPPOSITE[name]
    outside = replace(node, name=name, arguments=[value])
    for one, place in reversed(sums):
        arguments = list(one.arguments)
        arguments[place] = outside
        outside = replace(one, arguments=arguments)
    return outside


def _place_of_variable(lowering: Lowering, operands: Sequence[Expression]) -> int | None:
    """Which operand is not known to be constant, where the other one of two is; None without.

    The shorter one is looked at first, so that a long sum is not lowered again for each operand.
    """
    if len(operands) != 2:
        return None
    pairs = zip_longest(*map(free_expressions_in, operands))
    longer = next((at for pair in pairs for at in (0, 1) if pair[1 - at] is None), 0)
    for place in (longer, 1 - longer):
        if lowering.row_value(operands[1 - place])[0].is_constant:
            return place
    return None
