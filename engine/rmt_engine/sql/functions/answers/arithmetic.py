"""Types of what is calculated with numbers.

Source: `NumberTraits` and `FunctionBinaryArithmetic` of ClickHouse, tried on ClickHouse 26.9.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rmt_engine.sql.functions.answers.call import Call, Rule
from rmt_engine.sql.functions.answers.common import common_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    NULL,
    SIGNED,
    TIMES,
    array_of,
    bare,
    decimal,
    integer,
    is_interval,
    is_number,
    nullable,
    plain,
    tuple_of,
    wider_decimal,
)
from rmt_engine.sql.functions.answers.times import plus_interval
from rmt_engine.sql.values.types import DataType

__all__ = [
    "absolute",
    "arithmetic",
    "bits",
    "common",
    "division",
    "extreme",
    "negation",
    "or_null",
    "remainder",
    "summed",
    "whole_division",
    "whole_numbers",
]

_TOO_WIDE = 128
"""Bits of whole numbers that no time is moved by; none is by a decimal either."""
Binary = Callable[[DataType, DataType], DataType | None]


def _both(of_numbers: Binary, *, sign: str = "") -> Rule:
    """A rule for two numbers that is also one for each pair of elements of tuples and arrays."""

    def of_pair(left: DataType, right: DataType) -> DataType | None:
        found = _lifted(of_pair, left, right)
        if found is not None:
            return found
        left, right = bare(left), bare(right)
        if left.family == "Tuple" and right.family == "Tuple":
            if len(left.elements) != len(right.elements):
                return None
            return _tuple(list(map(of_pair, left.elements, right.elements)))
        if left.family == "Tuple" and is_number(right):
            return _tuple([of_pair(a, right) for a in left.elements])
        if right.family == "Tuple" and is_number(left):
            return _tuple([of_pair(left, b) for b in right.elements])
        if left.family == "Array" or right.family == "Array":
            return _array(of_pair, left, right)
        if sign and not (is_number(left) and is_number(right)):
            return _of_times(left, right, sign)
        return of_numbers(_number(left), _number(right))

    return lambda call: of_pair(call.types[0], call.types[1]) if len(call.types) == 2 else None


def _lifted(of_pair: Binary, left: DataType, right: DataType) -> DataType | None:
    """Of Nullable elements, a Nullable element."""
    if not (left.nullable or right.nullable):
        return None
    found = of_pair(replace(left, nullable=False), replace(right, nullable=False))
    return None if found is None else nullable(found)


def _tuple(elements: list[DataType | None]) -> DataType | None:
    known = [element for element in elements if element is not None]
    return tuple_of(known) if len(known) == len(elements) else None


def _array(of_pair: Binary, left: DataType, right: DataType) -> DataType | None:
    a = left.element if left.family == "Array" else left
    b = right.element if right.family == "Array" else right
    found = of_pair(a, b)
    return None if found is None else array_of(found)


def _number(data_type: DataType) -> DataType:
    """An IPv4 address counts as its number."""
    return plain("UInt32") if data_type.family == "IPv4" else data_type


def _of_times(left: DataType, right: DataType, sign: str) -> DataType | None:
    if sign == "+" and (is_number(left) or is_interval(left)) and not is_interval(right):
        left, right = right, left
    if is_interval(left):
        if not is_interval(right):
            return None
        return left if left == right else tuple_of((left, right))
    if left.family in TIMES and is_number(right):
        is_taken = right.family in FLOATS or BITS.get(right.family, _TOO_WIDE) < _TOO_WIDE
        return left if is_taken else None
    if is_interval(right):
        return plus_interval(left, right.family.removeprefix("Interval"))
    if right.family == "Tuple" and left.family in TIMES:
        found: DataType | None = left
        for element in right.elements:
            found = _of_times(found, element, sign) if found else None
        return found
    if sign == "-" and left.family in TIMES and right.family in TIMES:
        return _between_times(left, right)
    return of_sum(_number(left), _number(right))


def _between_times(left: DataType, right: DataType) -> DataType | None:
    if "DateTime64" in (left.family, right.family):
        if not {left.family, right.family} <= {"DateTime", "DateTime64"}:
            return None
        return decimal(18, max(left.precision, right.precision))
    return plain("Int32") if left.family == right.family else None


def of_sum(left: DataType, right: DataType, *, signed: bool = False) -> DataType | None:
    """Of numbers that are added or multiplied: the next wider one, up to 64 bits."""
    if not (is_number(left) and is_number(right)):
        return None
    families = {left.family, right.family}
    if "Decimal" in families:
        return _of_decimals(left, right, max)
    if families & FLOATS:
        is_wide = any(BITS.get(family, 0) > 64 for family in families)
        return None if is_wide else plain("Float64")
    widest = max(BITS[left.family], BITS[right.family])
    signed = signed or bool(families & SIGNED)
    return integer(widest if widest > 64 else min(64, widest * 2), signed)


def _of_decimals(
    left: DataType, right: DataType, scale: Callable[[int, int], int]
) -> DataType | None:
    """Of a decimal and a number: of a floating-point one a Float64, of a whole one the decimal."""
    if left.family != "Decimal":
        return plain("Float64") if left.family in FLOATS else right
    if right.family != "Decimal":
        return plain("Float64") if right.family in FLOATS else left
    width = wider_decimal(max(left.precision, right.precision))
    digits = scale(left.scale, right.scale)
    return None if width is None or digits > width else decimal(width, digits)


def _difference(left: DataType, right: DataType) -> DataType | None:
    return of_sum(left, right, signed=True)


def _product(left: DataType, right: DataType) -> DataType | None:
    if left.family == right.family == "Decimal":
        return _of_decimals(left, right, int.__add__)
    return of_sum(left, right)


def _quotient(left: DataType, right: DataType) -> DataType | None:
    if not (is_number(left) and is_number(right)):
        return None
    if "Decimal" not in (left.family, right.family):
        return plain("Float64")
    if left.family == right.family == "Decimal" and left.scale < right.scale:
        return None
    return _of_decimals(left, right, lambda scale, _: scale)


def _whole_quotient(left: DataType, right: DataType) -> DataType | None:
    if not (is_number(left) and is_number(right)):
        return None
    if left.family in FLOATS:
        return plain("Int32" if left.family == "Float32" else "Int64")
    if left.family == "Decimal":
        width = wider_decimal(left.precision)
        return None if width is None else integer({9: 32, 18: 64, 38: 128, 76: 256}[width], True)
    signed = not {left.family, right.family} <= INTEGERS - SIGNED
    return integer(BITS[left.family], signed)


def _rest(left: DataType, right: DataType) -> DataType | None:
    return _of_rest(left, right, widens=left.family in SIGNED)


def _bare_number(data_type: DataType) -> DataType:
    return plain("UInt8") if data_type.family == "Bool" else data_type


def _positive_rest(left: DataType, right: DataType) -> DataType | None:
    return _of_rest(left, right, widens=False)


def _short_rest(left: DataType, right: DataType) -> DataType | None:
    """What `modulo` gave once: as many bits as the divisor has, with a sign if one of both has."""
    if not {left.family, right.family} <= INTEGERS:
        return _rest(left, right)
    return integer(BITS[right.family], signed=not {left.family, right.family} <= INTEGERS - SIGNED)


def _of_rest(left: DataType, right: DataType, widens: bool) -> DataType | None:
    if left.family in TIMES and is_number(right):
        return plain("Float64") if right.family in FLOATS else _bare_number(right)
    if not (is_number(left) and is_number(right)):
        return None
    families = {left.family, right.family}
    if "Decimal" in families:
        return _quotient(left, right)
    if families & FLOATS:
        return plain("Float64")
    width = BITS[right.family]
    if widens:
        return integer(width if width > 64 else min(64, width * 2), signed=True)
    return integer(width, signed=False)


arithmetic: dict[str, Rule] = {
    "plus": _both(of_sum, sign="+"),
    "minus": _both(_difference, sign="-"),
    "multiply": _both(_product),
}
division: Rule = _both(_quotient)
whole_division: Rule = _both(_whole_quotient)
remainder: dict[str, Rule] = {
    "modulo": _both(_rest),
    "moduloLegacy": _both(_short_rest),
    "positiveModulo": _both(_positive_rest),
}


def or_null(rule: Rule) -> Rule:
    """The same, NULL where it cannot be calculated."""

    def of_call(call: Call) -> DataType | None:
        found = rule(call)
        return None if found is None else nullable(found)

    return of_call


def negation(call: Call) -> DataType | None:
    """`-x`: signed, and wider if it was not."""
    return _negated(call.types[0])


def _negated(data_type: DataType) -> DataType | None:
    family = data_type.family
    if family in SIGNED or family in FLOATS or family == "Decimal" or is_interval(data_type):
        return data_type
    if family in INTEGERS:
        width = BITS[family]
        return integer(width if width > 64 else min(64, width * 2), signed=True)
    if family == "Tuple":
        return _tuple([_negated(element) for element in data_type.elements])
    return None


def absolute(call: Call) -> DataType | None:
    """`abs(x)`: not signed."""
    data_type = call.types[0]
    if data_type.family in INTEGERS:
        return integer(BITS[data_type.family], signed=False)
    return data_type if is_number(data_type) else None


def whole_numbers(call: Call) -> DataType | None:
    """As a sum, of whole numbers only: `gcd`, `lcm`."""
    left, right = call.types
    return of_sum(left, right) if {left.family, right.family} <= INTEGERS else None


def bits(call: Call) -> DataType | None:
    """The wider one of two whole numbers, signed if one is; of a text, a text."""
    left, right = call.types
    if left.family in ("String", "FixedString"):
        return left
    if not {left.family, right.family} <= INTEGERS:
        return None
    signed = bool({left.family, right.family} & SIGNED)
    return integer(max(BITS[left.family], BITS[right.family]), signed)


def common(call: Call) -> DataType | None:
    """A function that leaves NULLs out and gives a value of the common type."""
    types = [bare(t) for t in call.types if t != NULL]
    if not types:
        return NULL
    found = types[0] if len(types) == 1 else common_type(types)
    return nullable(found) if any(t.nullable for t in call.types) else found


def extreme(call: Call) -> DataType | None:
    """`least` and `greatest`: of two numbers as wide as both need, of others their supertype."""
    types = [bare(t) for t in call.types if t != NULL]
    if not types:
        return NULL
    if any(t.nullable for t in call.types):
        return nullable(common_type(types))
    return _extreme(types, call.name)


def _extreme(types: list[DataType], name: str) -> DataType | None:
    if len(types) != 2 or not all(map(is_number, types)):
        return common_type(types)
    left, right = types
    if left == right and left.family not in ("Bool", "Decimal"):
        return left
    families = {left.family, right.family}
    if "Decimal" in families:
        return _of_decimals(left, right, max)
    if families == {"Int64", "UInt64"}:
        return plain("Int64" if name == "least" else "UInt64")
    if families & FLOATS:
        return common_type(types)
    signed = max((BITS[family] for family in families & SIGNED), default=0)
    unsigned = max((BITS[family] for family in families - SIGNED), default=0)
    if not signed:
        return integer(unsigned, signed=False)
    width = signed if signed > unsigned else unsigned * 2
    return None if width > 256 else integer(width, signed=True)


def summed(element: DataType) -> DataType | None:
    """The type of a sum: 64 bits at least."""
    family = element.family
    if family in INTEGERS:
        return integer(max(64, BITS[family]), family in SIGNED)
    if family in FLOATS:
        return plain("Float64")
    if family == "Decimal":
        return decimal(38 if element.precision <= 38 else 76, element.scale)
    return None
