"""Members of IN's lists, as values of the type that is looked for.

Source: https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, plain
from rmt_engine.sql.query.comparisons import is_no_member
from rmt_engine.sql.query.subscripts import element_of
from rmt_engine.sql.query.values import Value, literal

__all__ = ["as_text", "is_never"]


def as_text(member: Value) -> Value:
    """A constant number in a list as the text that a text is compared with."""
    constant = member.constant
    if isinstance(constant, bool):
        return literal(str(constant).lower())
    if isinstance(constant, int | float) and member.family in INTEGERS | FLOATS:
        return literal(repr(constant))
    if member.is_constant and member.family in INTEGERS:
        return Value(f"CAST({member.sql} AS STRING)", plain("String"), folded=True)
    return member


def is_never(member: Value, value: Value) -> bool:
    """Whether a member of a list is a text that an Enum has not, or a tuple with such a text."""
    if value.type is None or value.family != "Tuple":
        return is_no_member(member, value)
    if len(member.elements) != len(value.type.elements):
        return False
    return any(
        is_never(one, element_of(value, place)) for place, one in enumerate(member.elements, 1)
    )
