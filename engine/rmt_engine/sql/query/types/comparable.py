"""Which types compare with which.

Source: `FunctionComparison::getReturnTypeImpl` of ClickHouse, tried on ClickHouse 26.9 with each
type beside each.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.common import no_common_type
from rmt_engine.sql.functions.answers.kinds import COMPOUND, FLOATS, INTEGERS, SIGNED
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["check_comparable", "check_null_safe", "incomparable"]

_KINDS = {
    **dict.fromkeys(INTEGERS - SIGNED, "unsigned"),
    **dict.fromkeys(SIGNED | FLOATS, "number"),
    **dict.fromkeys(("Date", "Date32"), "day"),
    **dict.fromkeys(("Enum8", "Enum16"), "enum"),
    **dict.fromkeys(("String", "FixedString"), "text"),
    **dict.fromkeys(COMPOUND | {"Tuple"}, "compound"),
    **{one: one for one in ("Decimal", "DateTime", "DateTime64", "UUID", "IPv4", "IPv6")},
}
"""What counts as one in comparisons; of other families nothing is known here."""
_NUMBERS = frozenset(("unsigned", "number", "enum", "DateTime"))
_TIMES = frozenset(("day", "DateTime", "DateTime64"))
_COMPARED = {
    "unsigned": _NUMBERS | {"Decimal", "DateTime64", "IPv4"},
    "number": _NUMBERS | {"Decimal", "DateTime64"},
    "Decimal": {"unsigned", "number", "Decimal", "DateTime64"},
    "enum": _NUMBERS | {"text"},
    "day": _TIMES,
    "DateTime": _NUMBERS | _TIMES,
    "DateTime64": _TIMES | {"unsigned", "number", "Decimal"},
    "text": {"text", "enum"},
    "UUID": {"UUID"},
    "IPv4": {"IPv4", "IPv6", "unsigned"},
    "IPv6": {"IPv4", "IPv6"},
    "compound": {"compound"},
}
"""What values of a kind compare with; what one has, the other has, too."""
_NOT_WITH_TEXTS = frozenset(("Decimal", "DateTime64"))
"""What is no argument beside a text; with all else a text has no common type."""


def check_comparable(name: str, left: Value, right: Value) -> None:
    """Looks whether values of two types compare.

    A constant text does with all: it is a value of the other's type.

    Args:
        name: the function.
        left: its first argument.
        right: its second argument.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `NO_COMMON_TYPE` or `NOT_IMPLEMENTED`, they do not.
    """
    kinds = _KINDS.get(left.family), _KINDS.get(right.family)
    if kinds[0] is None or kinds[1] is None or kinds[1] in _COMPARED[kinds[0]]:
        return
    if "text" not in kinds:
        raise incomparable(name, left, right)
    text = left if kinds[0] == "text" else right
    if text.is_constant:
        return
    if _NOT_WITH_TEXTS.intersection(kinds):
        raise incomparable(name, left, right)
    raise no_common_type([left.type, right.type])


def check_null_safe(name: str, left: Value, right: Value) -> None:
    """Looks whether `<=>` compares values of two types: it makes nothing of a constant text.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it does not.
    """
    if left.type is not None and right.type is not None and not _are_alike(left.type, right.type):
        raise incomparable(name, left, right)


def _are_alike(left: DataType, right: DataType) -> bool:
    families = {left.family, right.family}
    if "Nothing" in families:
        return True
    if "Variant" in families:
        return len(families) == 1
    kinds = _KINDS.get(left.family), _KINDS.get(right.family)
    if kinds[0] is None or kinds[1] is None:
        return True
    if kinds[1] not in _COMPARED[kinds[0]]:
        return False
    if kinds[0] != "compound":
        return True
    if len(families) > 1 or len(left.elements) != len(right.elements):
        return False
    return all(map(_are_alike, left.elements, right.elements))


def incomparable(name: str, left: Value, right: Value) -> RmtError:
    """The error of two values that do not compare."""
    kinds = {_KINDS.get(left.family), _KINDS.get(right.family)}
    if kinds in ({"IPv4", "number"}, {"IPv4", "enum"}):
        return RmtError(
            "NOT_IMPLEMENTED",
            f"The function {name} of {left.type} and {right.type} is not supported.",
            "An address compares with unsigned numbers: toUInt32(x).",
        )
    if kinds == {"IPv4", "DateTime"}:
        return no_common_type([left.type, right.type])
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal types of arguments ({left.type}, {right.type}) of function {name}.",
        "Convert one of them, with toDate or CAST for example.",
    )
