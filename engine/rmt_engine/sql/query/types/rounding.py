"""Rounding of whole numbers to tens, hundreds, …: what does not fit into the type wraps around.

Source: `IntegerRoundingComputation` of ClickHouse, which calculates in the type of the number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.sql.functions.answers.kinds import BITS, SIGNED
from rmt_engine.sql.query.values import Value

__all__ = ["digits_of", "rounded_whole"]

_NARROW = 32
_PROMOTED = 16
"""Numbers of so many bits are added as numbers of 32 bits."""


def digits_of(value: Value) -> range | None:
    """To how many digits behind the point an exact number can be rounded, which changes it.

    Args:
        value: the number; None is the answer of one that is neither whole nor a decimal.
    """
    data_type = value.type
    if data_type is not None and data_type.family == "Decimal":
        return range(data_type.scale - data_type.precision, data_type.scale)
    bits = BITS.get(value.family)
    return None if bits is None else range(-len(str(2**bits)), 0)


def rounded_whole(name: str, value: Value, digits: Value) -> str | None:
    """Spark's text of a whole number that is rounded to so many digits before the point.

    Args:
        name: the function.
        value: the number.
        digits: a negative constant.

    Returns:
        None of other types, other functions and other digits.
    """
    bits = BITS.get(value.family, 64)
    places = digits.constant
    if bits > _NARROW or value.family == "Bool" or name not in _ROUNDINGS:
        return None
    if not isinstance(places, int) or places >= 0:
        return None
    step: int = 10 ** (-places)
    if step >= 2 ** (bits - (value.family in SIGNED)):
        return "0L"
    return _ROUNDINGS[name](f"CAST({value.sql} AS BIGINT)", step, value.family)


def _rounded(number: str, step: int, family: str) -> str:
    less = _within(f"{number} - {step}L", family)
    lowered = f"CASE WHEN {number} < 0 THEN {less} ELSE {number} END"
    moved = f"({lowered}) + {step // 2}L"
    if BITS[family] > _PROMOTED:
        moved = _within(moved, family)
    return _within(f"(({moved}) DIV {step}L) * {step}L", family)


def _down(number: str, step: int, family: str) -> str:
    moved = _within(f"{number} - {step - 1}L", family)
    return f"((CASE WHEN {number} < 0 THEN {moved} ELSE {number} END) DIV {step}L) * {step}L"


def _up(number: str, step: int, family: str) -> str:
    moved = _within(f"{number} + {step - 1}L", family)
    return f"((CASE WHEN {number} >= 0 THEN {moved} ELSE {number} END) DIV {step}L) * {step}L"


def _within(number: str, family: str) -> str:
    return f"CAST(to{family}({number}) AS BIGINT)"


_ROUNDINGS: Mapping[str, Callable[[str, int, str], str]] = {
    "round": _rounded,
    "floor": _down,
    "ceil": _up,
}
