"""What the type of an argument says, whatever its value: its default, whether it is constant.

Source: https://clickhouse.com/docs/sql-reference/functions/other-functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, plain
from rmt_engine.sql.functions.answers.times import UNITS
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subscripts import element_of, entries_of
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["OF_TYPES"]

_SMALL = plain("UInt8")
_SIZE = plain("UInt64")
_OF_LENGTH = 8
"""The bytes of the length of a text or an array."""
_SIZES: Mapping[str, int] = {
    **{family: bits // 8 for family, bits in BITS.items()},
    **{"Enum8": 1, "Enum16": 2, "Float32": 4, "Float64": 8},
    **{"Date": 2, "Date32": 4, "DateTime": 4, "DateTime64": 8},
    **{"UUID": 16, "IPv4": 4, "IPv6": 16},
}


def _flag(value: bool) -> Value:
    return Value("1S" if value else "0S", _SMALL, int(value))


def _is_constant(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    return _flag(values[0].is_constant)


def _is_nullable(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    found = values[0].type
    return _flag(found is not None and found.nullable)


def _default(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    data_type = values[0].type
    if data_type is None:
        raise RmtError(
            "NOT_IMPLEMENTED", "defaultValueOfArgumentType of a function of Spark's is not known."
        )
    return _default_of(data_type)


def _default_of_name(name: str, values: Sequence[Value], _call: Compose) -> Value:
    text = values[0].constant
    if not isinstance(text, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"The argument of {name} must be a constant, a type's name."
        )
    return _default_of(parse_type(text))


def _default_of(data_type: DataType) -> Value:
    default = "NULL" if data_type.nullable else data_type.default
    return Value(f"CAST({default} AS {data_type.spark})", data_type, folded=True)


def _members(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`getSizeOfEnumType(enum)`."""
    found = values[0].type
    if found is None or found.nullable or found.family not in ("Enum8", "Enum16"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"The argument for function {name} must be Enum."
        )
    answer = _SMALL if found.family == "Enum8" else plain("UInt16")
    return Value(f"CAST({len(found.members)} AS {answer.spark})", answer, len(found.members))


def _interval(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toInterval(n, 'unit')`."""
    unit = values[1].constant
    if not isinstance(unit, str) or unit.lower().capitalize() not in UNITS:
        raise RmtError("BAD_ARGUMENTS", f"{unit} doesn't look like an interval unit in {name}.")
    return call(f"toInterval{unit.lower().capitalize()}", values[:1])


def _byte_size(name: str, values: Sequence[Value], _call: Compose) -> Value:
    if not values:
        return Value("0BD", _SIZE, 0)
    total = " + ".join(_size_of(name, stored(value)) for value in values)
    is_constant = all(value.is_constant for value in values)
    return Value(f"CAST({total} AS {_SIZE.spark})", _SIZE, folded=is_constant)


def _size_of(name: str, value: Value) -> str:
    """Spark's text of how many bytes a value has in memory."""
    data_type = value.type
    if data_type is None or data_type.low_cardinality:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a value of {data_type} is not supported.")
    extra = " + 1" if data_type.nullable else ""
    family = data_type.family
    if family == "String":
        return f"(coalesce(octet_length({value.sql}), 0) + {_OF_LENGTH}{extra})"
    if family == "Map":
        return _size_of(name, entries_of(value))
    if family == "Array":
        inside = _size_of(name, Value("`_b`", data_type.element))
        sizes = f"transform({value.sql}, `_b` -> CAST({inside} AS BIGINT))"
        return f"aggregate({sizes}, {_OF_LENGTH}L, (`_s`, `_n`) -> `_s` + `_n`)"
    if family == "Tuple":
        places = range(1, len(data_type.elements) + 1)
        sizes = " + ".join(_size_of(name, element_of(value, place)) for place in places)
        return f"({sizes}{extra})" if sizes else "0"
    return f"({_fixed_size(name, data_type)}{extra})"


def _fixed_size(name: str, data_type: DataType) -> int:
    if data_type.family == "FixedString":
        return int(data_type.arguments[0])
    if data_type.family == "Decimal":
        return next(
            size
            for digits, size in ((9, 4), (18, 8), (38, 16), (76, 32))
            if data_type.precision <= digits
        )
    if data_type.family not in _SIZES:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a value of {data_type} is not supported.")
    return _SIZES[data_type.family]


OF_TYPES: Mapping[str, Lowering] = {
    "isConstant": _is_constant,
    "isNullable": _is_nullable,
    "defaultValueOfArgumentType": _default,
    "defaultValueOfTypeName": _default_of_name,
    "getSizeOfEnumType": _members,
    "toInterval": _interval,
    "byteSize": _byte_size,
}
"""Lowerings, by ClickHouse's function."""
