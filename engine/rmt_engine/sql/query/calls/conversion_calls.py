"""Conversions to one type: `toInt64`, `toDateOrNull`, `toIntervalDay` and their kin."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import MISSING, answer_type
from rmt_engine.sql.functions.answers.kinds import (
    INTEGERS,
    STRINGS,
    TIMES,
    array_of,
    bare,
    is_interval,
    is_number,
    plain,
)
from rmt_engine.sql.functions.answers.times import UNITS
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.arithmetic import interval, interval_as
from rmt_engine.sql.query.types.conversion import cast_to, converted, without_zeros
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.values import Value, argument_of, literal, stored
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["CONVERSION_CALLS", "NULL_FOR_NO_VALUE"]

_WHOLE_NUMBER = re.compile("[+-]?[0-9]{1,18}")
_SIZES = {
    "Decimal32": (0, 9),
    "Decimal64": (0, 18),
    "Decimal128": (0, 38),
    "DateTime64": (0, 9),
    "FixedString": (1, 16_777_215),
}
"""What the second argument of a conversion may be: digits after the point, or bytes."""
NULL_FOR_NO_VALUE = frozenset(
    f"to{family}"
    for family in (
        *(INTEGERS - {"Bool"}),
        *("Float32", "Float64", "Decimal32", "Decimal64", "Decimal128"),
        *("Date", "Date32", "DateTime", "UUID", "IPv4", "IPv6"),
    )
)
"""Conversions that give NULL for a Nullable text that is no such value."""
_CHECKED = frozenset(NULL_FOR_NO_VALUE - {"toDecimal32", "toDecimal64", "toDecimal128"})
"""Conversions that have forms which check the value: `toInt8OrNull` and its kin."""
_ONLY_CONVERTED = TIMES | {"Enum8", "Enum16", "Decimal", "UUID", *map("Interval{}".format, UNITS)}
"""Values that no conversion gives its default for."""


def _day(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`toDate` and `toDate32`, of no decimal."""
    if values[0].family == "Decimal":
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Illegal column {values[0].type} of first argument of function {name}.",
            "Convert it with toInt32.",
        )
    return called(name, values)


def _sized(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A conversion whose second argument is the size of its type."""
    values = [*values[:1], *map(as_number, values[1:2]), *values[2:]]
    size = values[1].constant if len(values) > 1 else MISSING
    fewest, most = _SIZES[name.removeprefix("to").removesuffix("OrNull").removesuffix("OrZero")]
    if isinstance(size, int) and not fewest <= size <= most:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"The second argument of {name} is {size}, and must be from {fewest} to {most}.",
        )
    return called(name, values)


def _time(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toDateTime(value[, digits][, zone])`: with digits it is `toDateTime64`."""
    value, *others = values
    if not others or not isinstance(others[0].constant, int):
        return called(name, values)
    digits, *zone = others
    return call("toDateTime64", values) if digits.constant else call(name, [value, *zone])


def _of_text(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A conversion of a text, too; a FixedString ends before the zero bytes that fill it."""
    return called(name, [_unpadded(values[0]), *values[1:]])


def _unpadded(value: Value) -> Value:
    value = stored(value)
    if value.family != "FixedString":
        return value
    return replace(without_zeros(value), type=replace(plain("String"), nullable=value.is_nullable))


def _ipv4(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`toIPv4(value)`; of an IPv6 address the one of IPv4 that it holds."""
    value = stored(values[0])
    if value.family != "IPv6":
        return called(name, values)
    error = RmtError("CANNOT_CONVERT_TYPE", "An address of IPv6 is not in the block of IPv4.")
    held = f"CASE WHEN {value.sql} LIKE '::ffff:%' THEN substr({value.sql}, 8)"
    text = f"{held} WHEN {value.sql} IS NOT NULL THEN {failing(error)} END"
    answer = replace(plain("IPv4"), nullable=value.is_nullable)
    return Value(f"({text})", answer, folded=value.is_constant)


def _or_default(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toInt8OrDefault(value[, default])` and its kin: only of a text and a number is it checked.

    A time, an Enum, a decimal and the like are converted, so that only NULL becomes the default.
    """
    value, *default = map(stored, values)
    if name == "toDateTimeOrDefault" and default and default[0].family == "String":
        default = default[1:]
    answer = answer_type(name, [argument_of(value) for value in values])
    if value.type is None or answer is None or value.family not in _ONLY_CONVERTED:
        return _of_text(name, values, call)
    found = call(name.removesuffix("OrDefault"), [value])
    other = converted(default[0], answer).sql if default else answer.default
    return Value(f"coalesce({found.sql}, {other})", answer, folded=found.is_constant)


def _interval_of(name: str, values: Sequence[Value], call: Compose) -> Value:
    value, unit = values[0], name.removeprefix("toInterval")
    if value.type is not None and is_interval(value.type):
        return interval_as(unit, value)
    answer = answer_type(name, [argument_of(value)])
    if isinstance(value.constant, str) and _WHOLE_NUMBER.fullmatch(value.constant):
        value = literal(int(value.constant))
    if not isinstance(value.constant, int) or isinstance(value.constant, bool):
        value = call("toInt64", [value])
    found = interval(unit, value)
    return found if answer is None else replace(found, type=answer)


def _cast_members(texts: Value, target: DataType, call: Compose) -> Value:
    """Texts as members of an Enum, which refuses others."""
    return cast_to(texts, array_of(target), call)


def _refuse_kept(value: Value, others: Sequence[Value]) -> None:
    """Refuses texts for numbers, and numbers for texts, if what is not named stays as it is."""
    given = others[0].type if len(others) == 1 else None
    if given is None or given.family != "Array" or value.type is None:
        return
    if (value.family in STRINGS) != (given.element.family in STRINGS):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Function transform cannot give {value.type} and {given.element}.",
            "A fourth argument is what all other values become.",
        )


def _transform(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`transform(value, from, to[, default])`; a Bool is a number beside numbers."""
    if len(values) > 1:
        value, known, *others = values
        _refuse_kept(value, others)
        element = known.type.element if known.type is not None and known.family == "Array" else None
        if element is not None and value.type is not None and element.family != value.family:
            if value.family in ("Enum8", "Enum16") and element.family == "String":
                values = [value, _cast_members(known, bare(value.type), call), *others]
            elif value.family == "Bool" and is_number(element):
                values = [as_number(value), known, *others]
            elif element.family == "Bool" and is_number(value.type):
                values = [value, converted(known, array_of(plain("UInt8"))), *others]
    return called("transform", values)


CONVERSION_CALLS: Mapping[str, Lowering] = {
    **dict.fromkeys(("toDate", "toDate32"), _day),
    "toDateTime": _time,
    "toIPv4": _ipv4,
    **{f"to{family}": _of_text for family in (*INTEGERS - {"Bool"}, "Float32", "Float64")},
    **{f"to{name}{form}": _sized for name in _SIZES for form in ("", "OrNull", "OrZero")},
    **{f"{name}{form}": _of_text for name in _CHECKED for form in ("OrNull", "OrZero")},
    **{f"{name}OrDefault": _or_default for name in _CHECKED if f"{name}OrDefault" in FUNCTIONS},
    **{
        f"toInterval{unit}": _interval_of
        for unit in (
            *("Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"),
            *("Day", "Week", "Month", "Quarter", "Year"),
        )
    },
    "transform": _transform,
}
"""Functions that convert a value to the type of their name, or to that of given values."""
