"""Families of types as the rules speak of them: how wide, signed or not, made Nullable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.sql.values.types import DataType

__all__ = [
    "BITS",
    "COMPOUND",
    "FLOATS",
    "INTEGERS",
    "NULL",
    "SIGNED",
    "STRINGS",
    "TIMES",
    "array_of",
    "bare",
    "decimal",
    "integer",
    "is_interval",
    "is_number",
    "named",
    "nullable",
    "plain",
    "takes_codes",
    "takes_null",
    "tuple_of",
    "wider_decimal",
    "without_codes",
]

BITS: dict[str, int] = {
    **{f"{sign}Int{bits}": bits for sign in ("", "U") for bits in (8, 16, 32, 64, 128, 256)},
    "Bool": 8,
}
"""The widths of whole numbers; a Bool counts as UInt8 where numbers are calculated with."""
INTEGERS = frozenset(BITS)
SIGNED = frozenset(name for name in BITS if name.startswith("Int"))
FLOATS = frozenset(("Float32", "Float64"))
STRINGS = frozenset(("String", "FixedString"))
TIMES = frozenset(("Date", "Date32", "DateTime", "DateTime64"))
COMPOUND = frozenset(("Array", "Map", "Nested"))
"""What is never Nullable itself."""
_NO_NULL = COMPOUND | {"Variant", "Dynamic", "AggregateFunction"}
_CODED = frozenset(
    (*INTEGERS, *FLOATS, "String", "FixedString", "Date", "Date32", "DateTime", "UUID")
) | {"IPv4", "IPv6"}

_PLAIN: dict[str, DataType] = {}


def plain(family: str) -> DataType:
    """A type that has no arguments."""
    found = _PLAIN.get(family)
    if found is None:
        found = _PLAIN[family] = DataType(family)
    return found


NULL = DataType("Nothing", nullable=True)
"""The type of NULL."""
NOTHING = plain("Nothing")
"""The type of an element of an empty array; so is what is calculated of one."""


def integer(bits: int, signed: bool) -> DataType:
    """The whole number of a width."""
    return plain(f"{'Int' if signed else 'UInt'}{bits}")


def decimal(precision: int, scale: int) -> DataType:
    """A decimal."""
    return DataType("Decimal", (precision, scale))


def wider_decimal(digits: int) -> int | None:
    """The digits of the narrowest kind of decimal that holds so many."""
    return next((width for width in (9, 18, 38, 76) if width >= digits), None)


def array_of(element: DataType) -> DataType:
    """An array."""
    return DataType("Array", elements=(element,))


def tuple_of(elements: Sequence[DataType], names: Sequence[str] = ()) -> DataType:
    """A tuple."""
    return DataType("Tuple", elements=tuple(elements), names=tuple(names))


def nullable(data_type: DataType) -> DataType:
    """The type with NULL, if it can have it: an Array and a Map cannot."""
    if data_type.nullable or data_type.family in _NO_NULL:
        return data_type
    return replace(data_type, nullable=True)


def takes_null(data_type: DataType) -> bool:
    """Whether there is a Nullable of it."""
    return data_type.family not in _NO_NULL


def takes_codes(data_type: DataType) -> bool:
    """Whether there is a LowCardinality of it."""
    return data_type.family in _CODED or is_interval(data_type)


def bare(data_type: DataType) -> DataType:
    """The type without Nullable and LowCardinality."""
    if data_type.nullable or data_type.low_cardinality:
        return replace(data_type, nullable=False, low_cardinality=False)
    return data_type


def without_codes(data_type: DataType) -> DataType:
    """The type without LowCardinality, inside it, too."""
    if not (data_type.low_cardinality or data_type.elements):
        return data_type
    elements = tuple(map(without_codes, data_type.elements))
    return replace(data_type, low_cardinality=False, elements=elements)


def named(text: str) -> DataType:
    """A type that needs no parser: a word, or `Array(word)`."""
    if text.startswith("Array("):
        return array_of(named(text[6:-1]))
    if text.startswith("FixedString("):
        return DataType("FixedString", (int(text[12:-1]),))
    return plain(text)


def is_number(data_type: DataType) -> bool:
    """Whether it is a whole number, a floating-point number or a decimal."""
    family = data_type.family
    return family in INTEGERS or family in FLOATS or family == "Decimal"


def is_interval(data_type: DataType) -> bool:
    """Whether it is `INTERVAL n unit`."""
    return data_type.family.startswith("Interval")
