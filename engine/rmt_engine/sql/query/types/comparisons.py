"""Comparisons, by the types of what is compared.

Floating-point numbers compare as IEEE says: NaN is neither equal to nor less than anything. A
constant text becomes a value of the type that it stands beside.

Source: https://clickhouse.com/docs/sql-reference/functions/comparison-functions.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type, common_type
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    NULL,
    STRINGS,
    TIMES,
    is_number,
    nullable,
    plain,
)
from rmt_engine.sql.query.types.comparable import check_comparable, incomparable
from rmt_engine.sql.query.types.conversion import (
    constant_as,
    converted,
    decimal_text,
    without_zeros,
)
from rmt_engine.sql.query.types.keys import key_of, needs_key
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.ordering import (
    comparison_key,
    has_key_of_comparison,
    ordering_key,
)
from rmt_engine.sql.query.types.subscripts import element_of
from rmt_engine.sql.query.types.wide_beside_floats import (
    are_kept_apart,
    are_ordered,
    as_whole,
    exact_key,
    ordered,
)
from rmt_engine.sql.query.types.zones import moved
from rmt_engine.sql.query.values import Value, argument_of, literal, number_of, stored, truth
from rmt_engine.sql.values.types import DataType

__all__ = [
    "COMPARISONS",
    "compared",
    "is_no_member",
    "may_be_nan",
    "paired",
]

COMPARISONS = {
    "equals": "=",
    "notEquals": "<>",
    "less": "<",
    "lessOrEquals": "<=",
    "greater": ">",
    "greaterOrEquals": ">=",
}
"""Spark's operators, by ClickHouse's functions."""

_ENUMS = frozenset(("Enum8", "Enum16"))
_ADDRESSES = frozenset(("IPv4", "IPv6"))
_SPECIAL_TEXTS = frozenset(("UUID", "IPv4", "IPv6"))


def compared(name: str, left: Value, right: Value, zone: str) -> Value:
    """A comparison.

    Args:
        name: the function, one of `COMPARISONS`.
        left: its first argument.
        right: its second argument.
        zone: the session's time zone.

    Raises:
        RmtError: `NO_COMMON_TYPE` or `ILLEGAL_TYPE_OF_ARGUMENT`, values of the types cannot be
            compared; `TYPE_MISMATCH`, `CANNOT_PARSE_DATE` and the like, a text is no value of the
            other's type.
    """
    found = _compared(name, left, right, zone)
    is_constant = left.is_constant and right.is_constant and not found.is_constant
    return replace(found, folded=True) if is_constant else found


def _compared(name: str, left: Value, right: Value, zone: str) -> Value:
    if NULL in (left.type, right.type):
        return literal(None)
    answer = answer_type(name, [argument_of(left), argument_of(right)])
    check_comparable(name, left, right)
    if left.is_condition and right.is_condition and name in ("equals", "notEquals"):
        return truth(f"({left.sql} {COMPARISONS[name]} {right.sql})", answer)
    unknown = _unknown_member(left, right) or _unknown_member(right, left)
    if unknown is not None and name != "notEquals":
        return truth(unknown, answer)
    left, right = paired(stored(left), stored(right), zone, ordered=name not in _EQUALITIES)
    if left.family == "Tuple" and right.family == "Tuple":
        if _is_unknown(name, left, right):
            return truth("CAST(NULL AS BOOLEAN)", answer)
        return truth(_tuples(name, left, right, zone), answer)
    return truth(_text(name, left, right), answer)


_MOST_DIGITS = 37
_EQUALITIES = ("equals", "notEquals")


def _unknown_member(value: Value, other: Value) -> str | None:
    """The answer where a constant is no member of the other's Enum: it equals none."""
    if not is_no_member(value, other):
        return None
    return f"(CASE WHEN {stored(other).sql} IS NOT NULL THEN false END)"


def is_no_member(value: Value, other: Value) -> bool:
    """Whether a value is a constant text, and no member of another's Enum."""
    if other.family not in _ENUMS or other.type is None or value.family not in STRINGS:
        return False
    return isinstance(value.constant, str) and value.constant not in dict(other.type.members)


def _text(name: str, left: Value, right: Value) -> str:
    """Spark's text, which says of each operand that may be NaN what a comparison with it gives.

    Spark takes NaN for equal to itself and greater than all numbers. Where it does not differ from
    ClickHouse, the words are needed all the same: of `NOT (x <= 1)` it makes `x > 1`, and leaves
    out row groups whose statistics, which say nothing of NaN, end at 1.
    """
    operator = COMPARISONS[name]
    text = f"({left.sql} {operator} {right.sql})"
    if are_ordered(left, right):
        text = ordered(operator, left, right)
    pairs = ((left, right), (right, left))
    nan = [_is_nan(value, other) for value, other in pairs if may_be_nan(value)]
    if not nan:
        return text
    if name == "notEquals":
        return f"({' OR '.join([text, *nan])})"
    return f"({' AND '.join([text, *(f'NOT {one}' for one in nan)])})"


def _is_nan(value: Value, other: Value) -> str:
    """Whether a value is NaN, and is compared with what is not NULL: beside NULL all is unknown."""
    is_known = other.type is not None and not other.type.nullable
    text = f"isnan({value.sql})"
    return text if is_known else f"({text} AND {other.sql} IS NOT NULL)"


def may_be_nan(value: Value) -> bool:
    """Whether a value is a floating-point number that may be NaN."""
    if value.family not in FLOATS:
        return False
    constant = value.constant
    return not isinstance(constant, int | float) or math.isnan(constant)


def paired(left: Value, right: Value, zone: str, *, ordered: bool = False) -> tuple[Value, Value]:
    """Two values as Spark compares them.

    Args:
        left: one.
        right: the other.
        zone: the session's time zone.
        ordered: whether their order matters, not only whether they are equal.
    """
    if left.type is None or right.type is None:
        return left, right
    return _paired(_beside(left, right.type, zone), _beside(right, left.type, zone), zone, ordered)


def _beside(value: Value, other: DataType, zone: str) -> Value:
    """A constant text as a value of the type that it stands beside."""
    if value.family != "String" or other.family in STRINGS:
        return value
    if isinstance(value.constant, str):
        return constant_as(value.constant, other, zone)
    if value.is_constant and is_number(other):
        return Value(f"CAST({value.sql} AS {other.spark})", other, folded=True)
    return value


def _paired(left: Value, right: Value, zone: str, ordered: bool) -> tuple[Value, Value]:
    families = {left.family, right.family}
    if families & _ENUMS:
        return _enums(left, right, ordered=ordered)
    if families == _ADDRESSES:
        sixth = plain("IPv6")
        return _key_of(converted(left, sixth)), _key_of(converted(right, sixth))
    if families <= STRINGS:
        return _texts(left, right)
    if len(families) == 1 and families <= _SPECIAL_TEXTS:
        return (_key_of(left), _key_of(right)) if ordered else (left, right)
    if families & TIMES:
        return _times(left, right, zone)
    if "IPv4" in families and families & INTEGERS:
        return as_number(left), as_number(right)
    pair = _by_type(left, right)
    # Tuples are compared element by element.
    if ordered and left.family != "Tuple" and any(has_key_of_comparison(one.type) for one in pair):
        first, second = (Value(comparison_key(one), None, folded=one.is_constant) for one in pair)
        return first, second
    return pair


def _key_of(value: Value) -> Value:
    """What is ordered as a value is whose text is not."""
    return Value(ordering_key(value), None, folded=value.is_constant)


def _enums(left: Value, right: Value, *, ordered: bool) -> tuple[Value, Value]:
    families = {left.family, right.family}
    if families & STRINGS or (families <= _ENUMS and not ordered):
        return left, right
    return as_number(left), as_number(right)


def _texts(left: Value, right: Value) -> tuple[Value, Value]:
    """Two texts; beside a FixedString, zero bytes at the end of one do not count.

    A constant is filled up with them where that is enough, so that files are left out by it.
    """
    if "FixedString" not in (left.family, right.family) or left.type == right.type:
        return left, right
    filled = _filled(left, right), _filled(right, left)
    if filled != (left, right):
        return filled
    return without_zeros(left), without_zeros(right)


def _filled(value: Value, other: Value) -> Value:
    """A constant text as a FixedString that it stands beside, if it is short enough."""
    if not isinstance(value.constant, str) or other.type is None or other.family != "FixedString":
        return value
    text = value.constant.rstrip("\0")
    if len(text.encode("utf-8", "surrogateescape")) > other.type.precision:
        return value
    return constant_as(text, other.type, "")


def _times(left: Value, right: Value, zone: str) -> tuple[Value, Value]:
    families = {left.family, right.family}
    if families <= {"Date", "Date32"} or families <= {"DateTime", "DateTime64"}:
        return left, right
    if families <= TIMES:
        return _moment(left, right, zone), _moment(right, left, zone)
    return as_number(left), as_number(right)


def _moment(value: Value, other: Value, zone: str) -> Value:
    """A day as the moment it begins, in the other's time zone."""
    if value.family not in ("Date", "Date32"):
        return value
    own = other.type.own_timezone if other.type is not None else None
    text = f"CAST({value.sql} AS TIMESTAMP)"
    if own and own != zone:
        text = moved(value.sql, own, zone)
    return Value(text, plain("DateTime"))


def _by_type(left: Value, right: Value) -> tuple[Value, Value]:
    assert left.type is not None
    assert right.type is not None
    if is_number(left.type) and is_number(right.type):
        return _beside_number(left, right), _beside_number(right, left)
    if left.family == "Tuple" and right.family == "Tuple":
        return left, right
    try:
        target = _common(left.type, right.type)
    except RmtError as error:
        if {left.family, right.family} & STRINGS:
            raise
        raise incomparable("equals", left, right) from error
    if are_kept_apart(left.type, right.type):
        return exact_key(left), exact_key(right)
    left, right = converted(left, target), converted(right, target)
    if not needs_key(target):
        return left, right
    return Value(key_of(left), None), Value(key_of(right), None)


def _common(left: DataType, right: DataType) -> DataType:
    """A type in which values of two types are compared; arrays of numbers have one always.

    Raises:
        RmtError: `NO_COMMON_TYPE`.
    """
    if left.family != "Array" or right.family != "Array":
        return common_type([left, right])
    elements = left.element, right.element
    if not all(is_number(one) and one.family != "Decimal" for one in elements):
        return replace(left, elements=(_common(*elements),))
    try:
        common = common_type(elements)
    except RmtError:
        are_whole = {one.family for one in elements} <= INTEGERS
        common = plain("Int128" if are_whole else "Float64")
        if any(one.nullable for one in elements):
            common = nullable(common)
    return replace(left, elements=(common,))


def _beside_number(value: Value, other: Value) -> Value:
    """A number; a constant beside a decimal is one, so that the other is not converted."""
    value = as_whole(value, other)
    constant = value.constant
    if other.family != "Decimal" or not isinstance(constant, float) or not math.isfinite(constant):
        return number_of(value)
    text = format(Decimal(repr(constant)), "f")
    if len(text) > _MOST_DIGITS:
        return value
    return Value(decimal_text(text, len(text.partition(".")[2])), other.type)


# Tuples


def _is_unknown(name: str, left: Value, right: Value) -> bool:
    """Whether nothing is known of two tuples because of a NULL that is written in one.

    Of a constant beside others, whether they are equal is known where another element differs.
    """
    if not (_holds_null(left.type) or _holds_null(right.type)):
        return False
    return name not in _EQUALITIES or (left.is_constant and right.is_constant)


def _holds_null(data_type: DataType | None) -> bool:
    if data_type is None or data_type.family != "Tuple":
        return data_type == NULL
    return any(map(_holds_null, data_type.elements))


def _tuples(name: str, left: Value, right: Value, zone: str) -> str:
    """Tuples element by element."""
    assert left.type is not None
    assert right.type is not None
    count = len(left.type.elements)
    if count != len(right.type.elements):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Cannot compare tuples of different sizes: {count} and {len(right.type.elements)}.",
        )
    if not count:
        raise RmtError("NOT_IMPLEMENTED", "Comparison of zero-sized tuples is not implemented.")
    pairs = [(element_of(left, at), element_of(right, at)) for at in range(1, count + 1)]
    if name in _EQUALITIES:
        same = " AND ".join(compared("equals", a, b, zone).sql for a, b in pairs)
        return f"({same})" if name == "equals" else f"(NOT ({same}))"
    return _ordered(name, pairs, zone)


def _ordered(name: str, pairs: list[tuple[Value, Value]], zone: str) -> str:
    (left, right), *rest = pairs
    if not rest:
        return compared(name, left, right, zone).sql
    strict = "less" if name.startswith("less") else "greater"
    first = compared(strict, left, right, zone).sql
    same = compared("equals", left, right, zone).sql
    return f"({first} OR ({same} AND {_ordered(name, rest, zone)}))"
