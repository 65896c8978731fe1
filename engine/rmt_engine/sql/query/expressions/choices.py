"""Choices between values: `if`, `multiIf` and CASE, also such whose conditions are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.catalog import UNKNOWN
from rmt_engine.sql.query.expressions.contents import is_aggregate_call
from rmt_engine.sql.query.expressions.member_calls import is_in_query
from rmt_engine.sql.query.expressions.probing import without_trace
from rmt_engine.sql.query.tree import Alias, Asterisk, Call, Columns, Expression, Identifier, Lambda
from rmt_engine.sql.query.types.conversion import as_result
from rmt_engine.sql.query.values import Value, condition, not_constant, stored

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = ["CHOICES", "is_folded", "truth_of"]

_CHOICE_OF_TWO = 3
"""How many arguments `if` has."""
_NEVER_FOLDED = frozenset(("arrayjoin", "materialize", "throwif"))
"""Functions whose answers for constants are no constants."""


def is_folded(lowering: Lowering, node: Expression) -> bool:
    """Whether ClickHouse knows the value of an expression before it reads a row."""
    if isinstance(node, Lambda | Asterisk | Columns):
        return False
    try:
        if lowering.lowered(node).is_constant:
            return True
    except RmtError:
        return False
    if isinstance(node, Identifier) and lowering.aliases.means(node):
        with lowering.aliases.within(node.parts[0]):
            return is_folded(lowering, lowering.aliases.nodes[node.parts[0]])
    if isinstance(node, Alias):
        return is_folded(lowering, node.value)
    if not isinstance(node, Call) or not node.arguments or node.name.lower() in _NEVER_FOLDED:
        return False
    if node.window is not None or is_aggregate_call(node) or is_in_query(lowering, node):
        return False
    return all(is_folded(lowering, one) for one in node.arguments)


def truth_of(lowering: Lowering, text: str) -> bool | None:
    """Whether a constant condition, in Spark's text, is met; None where nobody can be asked."""
    found = lowering.queries.catalog.constant(text)
    return None if found is UNKNOWN else bool(found)


def _choice(lowering: Lowering, node: Call) -> Value:
    """`if` and `multiIf`; what a constant condition leaves out may be wrong.

    Where a constant condition chooses a value of the common type, the call is that value.

    Source: `IfConstantConditionPass` of ClickHouse.
    """
    arguments = lowering.arguments(node)
    is_of_two = len(arguments) == _CHOICE_OF_TWO
    found: list[Value | RmtError] = []
    for at, one in enumerate(arguments):
        is_left_out = is_of_two and found and _taken(lowering, node, found) not in (None, at)
        try:
            found.append(_left_out(lowering, one) if is_left_out else lowering.lowered(one))
        except RmtError as error:
            if error.name == "NOT_AN_AGGREGATE":
                raise
            found.append(error)
    values = [one for one in found if isinstance(one, Value)]
    if len(values) == len(found):
        value = lowering.scalar(node, values)
        place = _taken(lowering, node, found) if is_of_two else None
        if place is None:
            return value
        chosen = values[place]
        if chosen.type != value.type and any(map(lowering.reach.joins_arrays, arguments)):
            return lowering.scalar(node, [lowering.lowered(one) for one in arguments])
        return _choice_of_constant(node.name, chosen, value)
    place = _taken(lowering, node, found)
    taken = None if place is None else found[place]
    if isinstance(taken, Value):
        return taken
    raise taken or next(one for one in found if isinstance(one, RmtError))


def _left_out(lowering: Lowering, node: Expression) -> Value:
    """What is never chosen, for its type only: no array is joined for it."""
    if not lowering.reach.joins_arrays(node):
        return lowering.lowered(node)
    with without_trace(lowering):
        value = stored(lowering.lowered(node))
    spark = "VOID" if value.type is None else value.type.spark
    return replace(value, sql=f"CAST(NULL AS {spark})", elements=())


def _taken(lowering: Lowering, node: Call, lowered: Sequence[Value | RmtError]) -> int | None:
    """The place of the argument that constant conditions choose; None if they choose none."""
    arguments = lowering.arguments(node)
    for place in range(0, len(arguments) - 1, 2):
        when = lowered[place]
        if isinstance(when, RmtError) or not is_folded(lowering, arguments[place]):
            return None
        is_met = truth_of(lowering, condition(when, node.name))
        if is_met is None:
            return None
        if is_met:
            return place + 1
    return len(arguments) - 1 if len(arguments) % 2 and len(arguments) > 2 else None


def _choice_of_constant(name: str, chosen: Value, choice: Value) -> Value:
    """What is left of a choice of two values whose condition is constant.

    Only `if` is a constant where the value it chooses is one.
    """
    is_constant = chosen.is_constant and canonical_name(name) == "if"
    if choice.type is None:
        return choice
    if chosen.type == choice.type:
        return chosen if is_constant else not_constant(chosen)
    return replace(as_result(chosen, choice.type), folded=True) if is_constant else choice


CHOICES: Mapping[str, SpecialCall] = dict.fromkeys(
    ("if", "multiif", "casewithoutexpression"), _choice
)
"""What lowers choices, by their names in lower case."""
