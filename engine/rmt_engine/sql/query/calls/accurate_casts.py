"""`accurateCast` and `accurateCastOrNull`, of types whose conversion decides by itself what fits.

The answers are those of https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import STRINGS, is_number, nullable
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose
from rmt_engine.sql.query.types.conversion import cast_to
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["CAST_ALIKE", "accurate_cast"]

_DAYS = {"Date": "UInt32", "Date32": "Int32"}
"""Types of days, and the type of the numbers that become them."""
_DIGITS = {32: 9, 64: 18, 128: 38}
"""The most digits of the types of decimals, by their bits."""
_Conversion = Callable[[Value, DataType, Compose], Value | None]
"""Converts a value to a type that is Nullable; None where the value's type decides what fits."""


def _of_day(value: Value, target: DataType, call: Compose) -> Value | None:
    if value.type is None or not is_number(value.type) or value.family == "Decimal":
        return None
    number = call("accurateCastOrNull", [value, literal(_DAYS[target.family])])
    return cast_to(number, target, call)


def _of_enum(value: Value, target: DataType, call: Compose) -> Value | None:
    return cast_to(value, target, call)


def _of_uuid(value: Value, target: DataType, call: Compose) -> Value | None:
    if value.family in STRINGS:
        return call("toUUIDOrNull", [value])
    return None if value.family == "UUID" else Value(f"CAST(NULL AS {target.spark})", target)


def _of_fixed_string(value: Value, target: DataType, call: Compose) -> Value | None:
    if value.family not in STRINGS:
        return None
    fits = call("lessOrEquals", [call("length", [value]), literal(target.arguments[0])])
    value = call("if", [fits, value, literal(None)])
    return cast_to(value, target, call)


def _of_decimal(value: Value, target: DataType, call: Compose) -> Value | None:
    """Digits of a text beyond the scale are cut."""
    if value.family not in STRINGS:
        return None
    bits = next(bits for bits, most in _DIGITS.items() if target.precision <= most)
    found = call(f"toDecimal{bits}OrNull", [value, literal(target.scale)])
    return Value(f"try_cast({found.sql} AS {target.spark})", target, folded=value.is_constant)


_CONVERSIONS: Mapping[str, _Conversion] = {
    **dict.fromkeys(_DAYS, _of_day),
    **dict.fromkeys(("Enum8", "Enum16"), _of_enum),
    "UUID": _of_uuid,
    "FixedString": _of_fixed_string,
    "Decimal": _of_decimal,
}
"""Conversions, by the family of the type."""


CAST_ALIKE = _CONVERSIONS.keys() - _DAYS.keys() - {"Decimal"}
"""The families of types that `accurateCast` makes of values as CAST does."""
_CONTAINERS = ("Array", "Map", "Tuple")


def accurate_cast(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`accurateCast(value, 'Type')` and `accurateCastOrNull(value, 'Type')`.

    A text that is no value of a Nullable type is NULL in both.

    Args:
        name: the function's name.
        values: the value and the type.
        call: makes the call of another function.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT` or `NOT_IMPLEMENTED`, of a type that has elements.
    """
    found = called(name, values)
    target = found.type
    if target is None:
        return found
    value = stored(values[0])
    if name == "accurateCast" and target.nullable and value.family in STRINGS:
        return accurate_cast("accurateCastOrNull", values, call)
    if target.family in _CONTAINERS and value.type != target:
        raise _refused(name, target)
    if target.family not in _CONVERSIONS:
        return found
    converted = _CONVERSIONS[target.family](value, nullable(target), call)
    if converted is None:
        return found
    if name == "accurateCast":
        is_read = target.family == "Decimal"
        name_of_error = "CANNOT_PARSE_TEXT" if is_read else "CANNOT_CONVERT_TYPE"
        error = RmtError(name_of_error, f"A value is no {target}.")
        refused = f"CASE WHEN {value.sql} IS NOT NULL THEN {failing(error, target.spark)} END"
        converted = replace(converted, sql=f"coalesce({converted.sql}, {refused})")
    return replace(converted, type=target)


def _refused(name: str, target: DataType) -> RmtError:
    if name == "accurateCast" or target.family == "Tuple":
        return RmtError(
            "NOT_IMPLEMENTED",
            f"{name} to {target} is not supported.",
            "CAST converts to it; accurateCast converts its elements, by arrayMap for example.",
        )
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Type {target} is not supported for {name} because it cannot be inside Nullable.",
    )
