"""Values where functions take numbers: a Bool, an Enum, an address and the like are numbers, too.

ClickHouse keeps a Bool as 0 or 1, an Enum as its member's number, an IPv4 address as 32 bits, a
day as days and a time as seconds since 1970, and an interval as how many units it has. A function
that takes numbers as well as such a value calculates with that. `arguments.tsv` says which do.

Source: `isNativeNumber` and `isInteger` of ClickHouse's types, tried on ClickHouse 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.sql.functions import FUNCTIONS, OF_NUMBERS
from rmt_engine.sql.functions.answers import MISSING
from rmt_engine.sql.functions.answers.kinds import FLOATS, TIMES, decimal, is_interval, plain
from rmt_engine.sql.functions.arguments import takes_number_in_place_of
from rmt_engine.sql.query.types.conversion import enum_number
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["as_count", "as_number", "with_numbers"]

_TO_TIMES = frozenset(
    f"to{family}{form}" for family in TIMES for form in ("", "OrNull", "OrZero", "OrDefault")
)
"""Conversions that take a time as it is, and a number of days or seconds."""


def with_numbers(name: str, values: Sequence[Value]) -> list[Value]:
    """The arguments of a call, each that the function takes for a number as the number it is.

    Args:
        name: the function, ClickHouse's name.
        values: the arguments, as they are kept.
    """
    return [
        as_number(value) if _is_taken(name, place, value) else value
        for place, value in enumerate(values)
    ]


def _is_taken(name: str, place: int, value: Value) -> bool:
    if value.is_lambda or value.type is None:
        return False
    if value.family == "Bool" and name in OF_NUMBERS:
        return True
    if value.family in TIMES and name in _TO_TIMES:
        return False
    return takes_number_in_place_of(name, place, value.type)


def as_number(value: Value) -> Value:
    """The number that a value is kept as; a number and what is kept as none stay as they are.

    Args:
        value: the value.
    """
    value = stored(value)
    if value.type is None:
        return value
    found = _NUMBERS.get(value.family)
    if found is None and not is_interval(value.type):
        return value
    family, text_of = found or ("Int64", lambda one: one.sql)
    kept = plain(family) if value.family != "DateTime64" else _decimal_of(value.type)
    constant = value.constant
    return Value(
        text_of(value),
        replace(kept, nullable=value.type.nullable),
        int(constant) if isinstance(constant, bool | int) else MISSING,
        value.is_constant,
    )


def as_count(value: Value) -> Value:
    """A number where a function counts: one of 64 bits, without what is behind its point.

    A floating-point number that does not fit is the least one, as the processor makes it; a UInt64
    wraps around.

    Args:
        value: the number.
    """
    value = as_number(value)
    if value.type is None:
        return value
    kept = replace(plain("Int64"), nullable=value.type.nullable)
    if value.family == "UInt64":
        return replace(value, sql=f"toInt64({value.sql})", type=kept)
    if value.family not in FLOATS:
        return value
    fits = f"abs({value.sql}) < 9.2e18D THEN CAST({value.sql} AS BIGINT)"
    least = f"WHEN {value.sql} IS NOT NULL THEN {_LEAST}"
    return Value(f"(CASE WHEN {fits} {least} END)", kept, folded=value.is_constant)


_LEAST = "-9223372036854775807L"


def _of_address(value: Value) -> str:
    return f"{FUNCTIONS['IPv4StringToNum'].known_as}({value.sql})"


def _seconds_of(value: Value) -> str:
    """Seconds with a fraction."""
    assert value.type is not None
    micros = f"CAST(unix_micros({value.sql}) AS DECIMAL(20,0))"
    return f"CAST({micros} / 1000000 AS {_decimal_of(value.type).spark})"


def _decimal_of(data_type: DataType) -> DataType:
    """The type of the number that a DateTime64 is; one without a point is no UInt64 of Spark's."""
    return decimal(20 if data_type.precision else 19, data_type.precision)


_NUMBERS: Mapping[str, tuple[str, Callable[[Value], str]]] = {
    "Bool": ("UInt8", lambda value: f"CAST({value.sql} AS SMALLINT)"),
    "Enum8": ("Int8", lambda value: f"CAST({enum_number(value)} AS TINYINT)"),
    "Enum16": ("Int16", lambda value: f"CAST({enum_number(value)} AS SMALLINT)"),
    "IPv4": ("UInt32", _of_address),
    "Date": ("UInt16", lambda value: f"unix_date({value.sql})"),
    "Date32": ("Int32", lambda value: f"unix_date({value.sql})"),
    "DateTime": ("UInt32", lambda value: f"unix_seconds({value.sql})"),
    "DateTime64": ("Decimal", _seconds_of),
}
"""What values of a type are numbers of, and Spark's text of those."""
