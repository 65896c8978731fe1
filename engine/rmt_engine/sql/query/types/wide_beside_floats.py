"""Whole numbers of 64 bits or more beside floating-point numbers, which hold 53 bits.

Spark makes floating-point numbers of both, which rounds the whole one; ClickHouse compares them as
they are.

Source: `accurate::lessOp` and its kin of ClickHouse, tried on ClickHouse 26.9.
"""

from __future__ import annotations

import math
from dataclasses import replace

from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, plain
from rmt_engine.sql.query.values import Value, literal
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

__all__ = [
    "ORDER",
    "are_kept_apart",
    "are_ordered",
    "as_whole",
    "exact_key",
    "is_rounded",
    "ordered",
]

ORDER = "rmt_order_of_numbers"
"""The function of a whole and a floating-point number: -1, 0 or 1, as the first is less or not."""
_EXACT = 2**53
_MOST = 10**38 - 1
_LONG_BITS = 64
_KEY = DataType("Tuple", elements=(plain("Float64"), plain("Int128")))
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def as_whole(value: Value, other: Value) -> Value:
    """A large floating-point constant beside a wide whole number, as a whole number.

    Args:
        value: any value.
        other: what it is compared with.
    """
    constant = value.constant
    if not _is_wide(other) or not isinstance(constant, float) or not math.isfinite(constant):
        return value
    if not _EXACT <= abs(constant) <= _MOST:
        return value
    whole = int(constant)
    if -(2**63) <= whole < 2**64:
        return literal(whole)
    return Value(f"({whole}BD)", plain("Int128"), whole)


def are_ordered(left: Value, right: Value) -> bool:
    """Whether Spark would round one of two numbers to compare it with the other."""
    return _is_ordered(left, right) or _is_ordered(right, left)


def ordered(operator: str, left: Value, right: Value) -> str:
    """Spark's text of a comparison of two such numbers.

    Args:
        operator: Spark's.
        left: one number.
        right: the other.
    """
    is_mirrored = left.family in FLOATS
    whole, number = (right, left) if is_mirrored else (left, right)
    order = f"{ORDER}({whole.sql}, {number.sql})"
    if operator == "=":
        # The first condition lets Spark join by equal numbers.
        return f"({left.sql} = {right.sql} AND {order} = 0)"
    operator = _MIRRORED.get(operator, operator) if is_mirrored else operator
    return f"({order} {operator} 0)"


def are_kept_apart(left: DataType, right: DataType) -> bool:
    """Whether Spark would round numbers of one of two types beside those of the other.

    Args:
        left: a type of numbers, or of arrays of such.
        right: the other.
    """
    if left.family == "Array" and right.family == "Array":
        return are_kept_apart(left.element, right.element)
    return any(
        BITS.get(one.family, 0) >= _LONG_BITS and other.family in FLOATS
        for one, other in ((left, right), (right, left))
    )


def exact_key(value: Value) -> Value:
    """What is equal and ordered as a number is, or an array of numbers, of whatever type.

    The number as a floating-point one comes first, and then what it is rounded by.
    """
    if value.type is None:
        return value
    return Value(_key(value.sql, value.type, 0), _type_of_key(value.type))


def _key(sql: str, data_type: DataType, depth: int) -> str:
    if data_type.family == "Array":
        one = quote_name(f"_w{depth}")
        return f"transform({sql}, {one} -> {_key(one, data_type.element, depth + 1)})"
    rounded, rest = f"CAST({sql} AS DOUBLE)", "0BD"
    if data_type.family not in FLOATS:
        rest = f"CAST({sql} AS DECIMAL(38, 0)) - try_cast({rounded} AS DECIMAL(38, 0))"
    struct = f"named_struct('1', {rounded}, '2', CAST({rest} AS DECIMAL(38, 0)))"
    return f"CASE WHEN {sql} IS NOT NULL THEN {struct} END"


def _type_of_key(data_type: DataType) -> DataType:
    if data_type.family != "Array":
        return _KEY
    return replace(data_type, elements=(_type_of_key(data_type.element),))


def is_rounded(value: Value) -> bool:
    """Whether a constant is a whole number that no floating-point number is."""
    constant = value.constant
    return isinstance(constant, int) and abs(constant) <= _MOST and float(constant) != constant


def _is_ordered(whole: Value, number: Value) -> bool:
    if not _is_wide(whole) or number.family not in FLOATS:
        return False
    if isinstance(whole.constant, int):
        return is_rounded(whole)
    constant = number.constant
    return not isinstance(constant, int | float)


def _is_wide(value: Value) -> bool:
    return BITS.get(value.family, 0) >= _LONG_BITS
