"""The least type that holds the values of several, and the types of literals.

Source: `getLeastSupertype` and `FieldToDataType` of ClickHouse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    NULL,
    SIGNED,
    STRINGS,
    TIMES,
    array_of,
    decimal,
    integer,
    is_number,
    nullable,
    plain,
    takes_null,
    tuple_of,
    wider_decimal,
)
from rmt_engine.sql.values.types import DataType

__all__ = [
    "beside_signs",
    "common_or_variant",
    "common_type",
    "literal_type",
    "no_common_type",
    "variant_of",
]

_DIGITS = {
    **dict.fromkeys(("Int8", "UInt8", "Bool"), 3),
    **dict.fromkeys(("Int16", "UInt16"), 5),
    **dict.fromkeys(("Int32", "UInt32"), 10),
    "Int64": 19,
    "UInt64": 20,
}
"""Decimal digits of whole numbers. Wider ones and decimals have no supertype."""
_WHOLE_DIGITS = {**_DIGITS, "Int32": 9, "Int64": 18}
"""The same beside decimals of scale 0: one of 9 digits has the bits of an Int32."""
_TOO_MANY = 100
_LONG_BITS = 64
_NOTHING = DataType("Nothing")
_EXACT = {"Float32": 24, "Float64": 53}
"""Bits of whole numbers that a floating-point number holds exactly."""
_ENUMS = frozenset(("Enum8", "Enum16"))
_BESIDE_ADDRESSES = INTEGERS - SIGNED | {"IPv4"}
"""Numbers beside which an IPv4 address is its number."""
_UNNAMED = re.compile(r"[1-9][0-9]*")


def common_type(types: Sequence[DataType]) -> DataType:
    """ClickHouse's least supertype.

    Raises:
        RmtError: `NO_COMMON_TYPE`.
    """
    found = _least(tuple(types))
    if found is None:
        raise no_common_type(types)
    return found


def beside_signs(types: Sequence[DataType], constants: Sequence[object]) -> tuple[DataType, ...]:
    """The types of values among which literals are: beside a sign, one of 64 bits that fits has it.

    `[-1, 5000000000]` is an array of Int64, while beside a column of UInt64 -1 has no such type.

    Source: `convertUInt64toInt64IfPossible` of ClickHouse.

    Args:
        types: of the values.
        constants: for each of them the value of a literal.
    """
    wide = [c for t, c in zip(types, constants, strict=True) if t.family == "UInt64"]
    has_sign = any(t.family in SIGNED and BITS[t.family] <= _LONG_BITS for t in types)
    if not has_sign or not all(isinstance(c, int) and c < 2 ** (_LONG_BITS - 1) for c in wide):
        return tuple(types)
    return tuple(replace(t, family="Int64") if t.family == "UInt64" else t for t in types)


def no_common_type(types: Sequence[DataType | None]) -> RmtError:
    """The error of types that have no supertype."""
    return RmtError(
        "NO_COMMON_TYPE",
        f"There is no supertype for types {', '.join(map(str, types))}.",
        "Convert them to one type, with CAST or a function such as toString or toInt64.",
    )


def common_or_variant(types: Sequence[DataType]) -> DataType:
    """The least supertype, or the Variant of the types where there is none."""
    return _least(tuple(types)) or variant_of(types)


def variant_of(types: Iterable[DataType]) -> DataType:
    """The Variant of types, and of those of Variants among them."""
    members = {}
    for data_type in types:
        parts = data_type.elements if data_type.family == "Variant" else (data_type,)
        for part in parts:
            if part.family != "Nothing":
                alone = replace(part, nullable=False)
                members[str(alone)] = alone
    return DataType("Variant", elements=tuple(members[name] for name in sorted(members)))


@lru_cache(maxsize=4096, typed=True)
def literal_type(value: str | int | float | bool | None) -> DataType:
    """The type of a literal: `1` is a UInt8, `-1` an Int8, `'a'` a String."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return plain("Bool")
    if isinstance(value, str):
        return plain("String")
    if isinstance(value, int):
        signed = value < 0
        size = (-value - 1).bit_length() + 1 if signed else value.bit_length()
        bits = next((width for width in (8, 16, 32, 64) if width >= size), None)
        return plain("Float64") if bits is None else integer(bits, signed)
    return plain("Float64")


@lru_cache(maxsize=4096)
def _least(types: tuple[DataType, ...]) -> DataType | None:
    """The least supertype; None if there is none."""
    distinct = tuple(dict.fromkeys(types))
    if not distinct:
        return plain("Nothing")
    if len(distinct) == 1:
        return distinct[0]
    coded = all(t.low_cardinality or t == _NOTHING for t in distinct)
    has_null = any(t.nullable for t in distinct)
    inner = tuple(
        dict.fromkeys(
            replace(t, nullable=False, low_cardinality=False)
            for t in distinct
            if t.family != "Nothing"
        )
    )
    if not inner:
        return NULL if has_null else plain("Nothing")
    if any(t.family == "Dynamic" for t in inner):
        return plain("Dynamic")
    found = inner[0] if len(inner) == 1 else _of_several(inner)
    if found is None:
        return None
    if has_null:
        if not takes_null(found):
            return None
        found = nullable(found)
    return replace(found, low_cardinality=True) if coded else found


def _of_several(types: tuple[DataType, ...]) -> DataType | None:
    """The least supertype of different types, none Nullable, LowCardinality or Nothing."""
    families = {t.family for t in types}
    if len(families) == 1 and families <= {"Array", "Map", "Tuple", "Nested"}:
        return _of_compounds(types)
    if families <= STRINGS | _ENUMS and families & STRINGS:
        return plain("String")
    if families <= TIMES:
        return _of_times(types)
    if families & _ENUMS and "Decimal" not in families:
        types = tuple(_number_of_enum(t) for t in types)
        families = {t.family for t in types}
    if "IPv4" in families and families <= _BESIDE_ADDRESSES:
        families = families - {"IPv4"} | {"UInt32"}
        types = tuple(map(plain, families))
    if all(is_number(t) for t in types):
        return _of_numbers(types, families)
    return None


def _number_of_enum(data_type: DataType) -> DataType:
    if data_type.family in _ENUMS:
        return plain(f"Int{data_type.family.removeprefix('Enum')}")
    return data_type


def _of_compounds(types: tuple[DataType, ...]) -> DataType | None:
    sizes = {len(t.elements) for t in types}
    if len(sizes) != 1:
        return None
    elements = [_least(tuple(column)) for column in zip(*(t.elements for t in types), strict=True)]
    if any(element is None for element in elements):
        return None
    known = [element for element in elements if element is not None]
    if types[0].family == "Array":
        return array_of(known[0])
    if types[0].family == "Map":
        return DataType("Map", elements=tuple(known))
    names = {t.names for t in types}
    return tuple_of(known, types[0].names if len(names) == 1 else ())


def _of_times(types: tuple[DataType, ...]) -> DataType:
    families = {t.family for t in types}
    if families <= {"Date", "Date32"}:
        return plain("Date32")
    if "DateTime64" in families:
        digits = max(t.precision for t in types if t.family == "DateTime64")
        widest = next(t for t in types if t.family == "DateTime64" and t.precision == digits)
        return DataType("DateTime64", (digits, *_zone(widest)))
    if "Date32" in families:
        return DataType("DateTime64", (0,))
    return next(t for t in types if t.family == "DateTime")


def _zone(data_type: DataType) -> tuple[str, ...]:
    return (data_type.own_timezone,) if data_type.own_timezone else ()


def _of_numbers(types: tuple[DataType, ...], families: set[str]) -> DataType | None:
    if "Decimal" in families:
        return None if families & FLOATS else _of_decimals(types)
    if families == {"Bool", "UInt8"}:
        return types[0]
    unsigned = max((BITS[f] for f in families & INTEGERS - SIGNED), default=0)
    signed = max((BITS[f] for f in families & SIGNED), default=0)
    if families & FLOATS:
        whole = max(unsigned, signed)
        wide = "Float64" in families or whole > _EXACT["Float32"]
        name = "Float64" if wide else "Float32"
        return plain(name) if whole <= _EXACT[name] else None
    if not signed:
        return integer(unsigned, signed=False)
    bits = signed if signed > unsigned else unsigned * 2
    # A number of 64 bits becomes one of 128 only where there is one already.
    if bits > 256 or (bits > 64 and max(signed, unsigned) <= 64):
        return None
    return integer(bits, signed=True)


def _of_decimals(types: tuple[DataType, ...]) -> DataType | None:
    scale = max(t.scale for t in types if t.family == "Decimal")
    of_family = _DIGITS if scale else _WHOLE_DIGITS
    digits = [
        t.precision if t.family == "Decimal" else scale + of_family.get(t.family, _TOO_MANY)
        for t in types
    ]
    width = wider_decimal(max(digits))
    return None if width is None else decimal(width, scale)
