"""Members of IN's lists, as values of the type that is looked for.

Source: https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, STRINGS, plain
from rmt_engine.sql.query.types.comparisons import is_no_member
from rmt_engine.sql.query.types.subscripts import element_of
from rmt_engine.sql.query.types.wide_beside_floats import is_rounded
from rmt_engine.sql.query.values import Value, literal
from rmt_engine.sql.values.types import DataType

__all__ = ["as_text", "check_member", "depth_of", "is_never"]

_WIDE = frozenset(("Int128", "Int256", "UInt128", "UInt256"))
_IDENTITIES = frozenset(("UUID", "IPv4", "IPv6"))
_TIMES_REFUSE = FLOATS | _WIDE | _IDENTITIES | {"Bool"}
_NUMBERS_REFUSE = _IDENTITIES | {"Decimal", "DateTime64"}
_REFUSED = {
    **dict.fromkeys((*INTEGERS, *FLOATS, "Bool"), _NUMBERS_REFUSE),
    "Decimal": _IDENTITIES | {"Bool"},
    "Date": _TIMES_REFUSE | {"Decimal", "DateTime64"},
    "Date32": _TIMES_REFUSE | {"Decimal", "DateTime64"},
    "DateTime": _TIMES_REFUSE | {"Decimal", "DateTime64", "Enum8", "Enum16"},
    "DateTime64": _TIMES_REFUSE,
    "UUID": (INTEGERS | FLOATS | {"Bool", "Decimal", "Date", "Date32", "DateTime", "DateTime64"})
    | {"IPv4", "IPv6", "Enum8", "Enum16"},
}
"""The families of members that a list may not have, by the family of what is looked for."""
_NO_TEXTS = _WIDE | _IDENTITIES | {"Decimal", "DateTime64"}
_COUNTED = {
    "Date": "unix_date({})",
    "Date32": "unix_date({})",
    "DateTime": "unix_seconds({})",
}
"""The number that a time is, and that a text is compared with."""


def check_member(value: Value, member: Value) -> None:
    """Refuses a member of a list that cannot become one of the type that is looked for.

    Raises:
        RmtError: `TYPE_MISMATCH`.
    """
    if member.family in _REFUSED.get(value.family, ()):
        raise RmtError(
            "TYPE_MISMATCH",
            f"Type mismatch in IN or VALUES section. Expected: {value.type}. Got: {member.type}.",
        )


def depth_of(value: Value) -> int:
    """How deep arrays and tuples stand in each other in a type.

    What stands behind IN is a list if it is deeper by one than what is looked for, and the one
    value if it is as deep.

    Source: `getTypeDepth` of ClickHouse's sets of constants.
    """
    return 0 if value.type is None else _depth_of_type(value.type)


def _depth_of_type(data_type: DataType) -> int:
    if data_type.family not in ("Array", "Tuple"):
        return 0
    return 1 + max(map(_depth_of_type, data_type.elements), default=0)


def as_text(member: Value) -> Value:
    """A constant number or time in a list as the text that a text is compared with."""
    constant = member.constant
    if isinstance(constant, bool):
        return literal(str(constant).lower())
    if isinstance(constant, int | float) and member.family in INTEGERS | FLOATS:
        return literal(repr(constant))
    if member.is_constant and member.family in INTEGERS:
        return Value(f"CAST({member.sql} AS STRING)", plain("String"), folded=True)
    if member.is_constant and member.family in FLOATS:
        text = f"{FUNCTIONS['toString'].known_as}({member.sql})"
        return Value(text, plain("String"), folded=True)
    if member.family in _COUNTED:
        text = f"CAST({_COUNTED[member.family].format(member.sql)} AS STRING)"
        return Value(text, plain("String"), folded=True)
    return member


def is_never(member: Value, value: Value) -> bool:
    """Whether a member of a list is equal to no value.

    So are a text that an Enum has not, a value that a text is never compared with, a whole number
    that no floating-point number is, and a tuple with one of these.
    """
    if value.family in FLOATS and is_rounded(member):
        return True
    if value.family in STRINGS and member.family in _NO_TEXTS:
        return True
    if value.type is None or value.family != "Tuple":
        return is_no_member(member, value)
    if len(member.elements) != len(value.type.elements):
        return False
    return any(
        is_never(one, element_of(value, place)) for place, one in enumerate(member.elements, 1)
    )
