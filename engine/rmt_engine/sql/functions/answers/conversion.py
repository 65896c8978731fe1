"""Types that conversions give: `CAST`, `toT`, `toTOrNull`, `toTOrZero`, `toTOrDefault`."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.call import Answer, Call, Codes, Rule
from rmt_engine.sql.functions.answers.kinds import (
    decimal,
    nullable,
    plain,
    takes_codes,
    without_codes,
)
from rmt_engine.sql.functions.answers.times import date_time64, in_zone
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["CONVERSIONS", "type_named"]

_PLAIN = tuple(
    """Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 Float32
    Float64 Date Date32 UUID IPv4 IPv6""".split()
)
_DIGITS = {"Decimal32": 9, "Decimal64": 18, "Decimal128": 38, "Decimal256": 76}


@lru_cache(maxsize=1024)
def type_named(text: str) -> DataType | None:
    """The type of a name in a call; None where it is none that this engine has."""
    try:
        return parse_type(text)
    except RmtError:
        return None


def _cast(call: Call) -> DataType | None:
    name = call.text(1)
    return None if name is None else type_named(name)


def _cast_or_null(call: Call) -> DataType | None:
    found = _cast(call)
    return None if found is None else nullable(found)


def _decimal(digits: int) -> Rule:
    def of_call(call: Call) -> DataType | None:
        scale = call.number(1)
        return None if scale is None else decimal(digits, scale)

    return of_call


def _time64(call: Call) -> DataType:
    digits = call.number(1)
    return date_time64(3 if digits is None else digits, call.text(2) or call.types[0].own_timezone)


def _fixed_string(call: Call) -> DataType | None:
    length = call.number(1)
    return None if length is None else DataType("FixedString", (length,))


def _or_null(rule: Rule) -> Rule:
    def of_call(call: Call) -> DataType | None:
        found = rule(call)
        return None if found is None else nullable(found)

    return of_call


def _always(family: str) -> Rule:
    data_type = plain(family)
    return lambda _: data_type


_OF_FAMILY: dict[str, Rule] = {
    **{family: _always(family) for family in _PLAIN},
    **{family: _decimal(digits) for family, digits in _DIGITS.items()},
    "DateTime": in_zone(),
    "DateTime64": _time64,
}


def _conversions() -> dict[str, Answer]:
    found: dict[str, Answer] = {}
    for family, rule in _OF_FAMILY.items():
        found[f"to{family}"] = Answer(rule)
        found[f"to{family}OrNull"] = Answer(_or_null(rule))
        found[f"to{family}OrZero"] = Answer(rule)
        found[f"to{family}OrDefault"] = Answer(rule, nulls=False)
    return found


def _same(call: Call) -> DataType:
    return call.types[0]


def _not_null(call: Call) -> DataType:
    found = call.types[0]
    return replace(found, nullable=False, elements=tuple(map(without_codes, found.elements)))


def _truth(call: Call) -> DataType:
    found = plain("Bool")
    return nullable(found) if call.types[0].nullable else found


def _nullable(call: Call) -> DataType:
    return nullable(call.types[0])


def _coded(call: Call) -> DataType:
    data_type = call.types[0]
    return replace(data_type, low_cardinality=True) if takes_codes(data_type) else data_type


def _extracted(call: Call) -> DataType | None:
    """`JSONExtract(json, …, 'Type')`: Nullable if the JSON is."""
    name = call.text(len(call.arguments) - 1)
    found = None if name is None else type_named(name)
    if found is None or not call.types[0].nullable:
        return found
    return nullable(found)


CONVERSIONS: dict[str, Answer] = {
    **_conversions(),
    "toBool": Answer(_truth, nulls=False),
    "toString": Answer(_always("String")),
    "toFixedString": Answer(_fixed_string),
    "CAST": Answer(_cast, nulls=False, codes=Codes.OWN, decided_by=0),
    "_CAST": Answer(_cast, nulls=False, codes=Codes.OWN, decided_by=0),
    "accurateCast": Answer(_cast, nulls=False, codes=Codes.OWN, decided_by=0),
    "accurateCastOrNull": Answer(_cast_or_null, nulls=False, codes=Codes.OWN, decided_by=0),
    "accurateCastOrDefault": Answer(_cast, nulls=False, codes=Codes.OWN, decided_by=0),
    **dict.fromkeys(
        ("JSONExtract", "JSONExtractCaseInsensitive"),
        Answer(_extracted, nulls=False, codes=Codes.OWN, decided_by=1),
    ),
    "toNullable": Answer(_nullable, nulls=False, codes=Codes.OWN),
    "assumeNotNull": Answer(_not_null, nulls=False, codes=Codes.OWN),
    "toLowCardinality": Answer(_coded, nulls=False, codes=Codes.OWN),
    "materialize": Answer(_same, nulls=False, codes=Codes.OWN),
    "identity": Answer(_same, nulls=False, codes=Codes.OWN),
}
"""Conversions, by name."""
