"""Partition values: how tasks name them, how a partition id is made of them, how they are shown.

Source of the ids: ClickHouse's `MergeTreePartition::getID`: integers and dates are printed and
joined by a dash, anything else is hashed with SipHash-2-4, 128 bits.
"""

from __future__ import annotations

import datetime
import decimal
import struct
import uuid
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name
from rmt_engine.sql.query.names.substitution import substituted
from rmt_engine.sql.query.printing.queries import formatted_expression
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Call, Literal, expressions_in
from rmt_engine.sql.tables.expressions import tree_of
from rmt_engine.sql.tables.siphash import siphash128
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.addresses import canonical_ipv4, canonical_ipv6
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import PartitionElement

__all__ = [
    "expression_of_values",
    "partition_element",
    "partition_expression",
    "partition_id",
    "partition_text",
    "partition_values",
    "values_of_literals",
]

Value = int | float | str | bool | Decimal | datetime.date | None
_EPOCH = datetime.date(1970, 1, 1)
_NULL = "n"
_VALUE = "v"
_MAX_TEXT = 100
_EXACT = decimal.Context(prec=76)
"""Python's own context would round a decimal of more than 28 digits."""
_PARSE_ERRORS = {
    Category.DATE: "CANNOT_PARSE_DATE",
    Category.DATETIME: "CANNOT_PARSE_DATETIME",
    Category.UUID: "CANNOT_PARSE_UUID",
    Category.IPV4: "CANNOT_PARSE_IPV4",
    Category.IPV6: "CANNOT_PARSE_IPV6",
}
_FIELD_TYPES = {
    "Null": 0,
    "UInt64": 1,
    "Int64": 2,
    "Float64": 3,
    "UUID": 4,
    "UInt128": 4,
    "Int128": 5,
    "String": 16,
    "Decimal32": 19,
    "Decimal64": 20,
    "Decimal128": 21,
    "UInt256": 24,
    "Int256": 25,
    "IPv4": 30,
}
_FIRST_DAYS = {"Date": 0, "Date32": (datetime.date.min - _EPOCH).days}
_LAST_DAYS = {"Date": 65535, "Date32": (datetime.date.max - _EPOCH).days}
"""What a number for a date may be; a Date32 of any number that is one is taken."""
_WIDE_BYTES = {"UInt128": 16, "Int128": 16, "UInt256": 32, "Int256": 32}


def partition_element(expression: str, data_type: DataType) -> PartitionElement:
    """An element of a new table's partition key, with values of a type."""
    counts_days = data_type.category is Category.DATE and data_type.nullable
    is_short = _with_short_remainders(expression) != expression
    return PartitionElement(expression, str(data_type), counts_days, is_short)


def expression_of_values(element: PartitionElement) -> str:
    """The expression of the values that an element of a key has."""
    if not element.has_short_remainders:
        return element.expression
    return _with_short_remainders(element.expression)


def _with_short_remainders(expression: str) -> str:
    """An expression with `moduloLegacy` for each `%` in it; as it is, without one.

    Source: `MergeTreePartition::moduloToModuloLegacyRecursive` of ClickHouse.
    """
    tree = tree_of(expression)
    if not any(isinstance(one, Call) and _is_remainder(one) for one in expressions_in(tree)):
        return expression
    return formatted_expression(substituted(tree, lambda _name: None, _short_remainder))


def _short_remainder(node: Call) -> Call | None:
    return replace(node, name="moduloLegacy", is_operator=False) if _is_remainder(node) else None


def _is_remainder(node: Call) -> bool:
    return canonical_name(node.name) == "modulo"


def partition_expression(value: str, data_type: DataType) -> str:
    """The Spark expression of a value's text: a name fit for a directory, NULL and all.

    Args:
        value: the Spark expression of the value.
        data_type: its ClickHouse type.
    """
    if data_type.category is Category.DATETIME:
        text = f"CAST(unix_micros({value}) AS STRING)"
    elif data_type.category in (
        Category.STRING,
        Category.FIXED_STRING,
        Category.UUID,
        Category.IPV4,
        Category.IPV6,
        Category.ENUM,
    ):
        text = f"hex({value})"
    else:
        text = f"CAST({value} AS STRING)"
    return f"CASE WHEN {value} IS NULL THEN '{_NULL}' ELSE concat('{_VALUE}', {text}) END"


def partition_values(texts: Sequence[str], types: Sequence[DataType]) -> list[Value]:
    """The values behind the texts that `partition_expression` made."""
    return [_value(text, data_type) for text, data_type in zip(texts, types, strict=True)]


def partition_id(texts: Sequence[str], elements: Sequence[PartitionElement]) -> str:
    """ClickHouse's id of a partition; `all` for a table without a partition key."""
    if not texts:
        return "all"
    types = [parse_type(element.type) for element in elements]
    values = partition_values(texts, types)
    pairs = list(zip(values, types, strict=True))
    if all(v is not None and t.spec.integral != "hash" for v, t in pairs):
        numbers = zip(values, types, elements, strict=True)
        return "-".join(_number(value, one, element) for value, one, element in numbers)
    return siphash128(b"".join(_field(value, data_type) for value, data_type in pairs)).hex()


def partition_text(texts: Sequence[str], types: Sequence[DataType]) -> str:
    """A partition as `system.parts` shows it: `tuple()`, `202403`, `(202403,'x')`."""
    values = partition_values(texts, types)
    if not values:
        return "tuple()"
    if len(values) == 1:
        return _shown(values[0], types[0], quoted=False)
    shown = (_shown(v, t, quoted=True) for v, t in zip(values, types, strict=True))
    return f"({','.join(shown)})"


def values_of_literals(clause: str, types: Sequence[DataType]) -> tuple[str, ...]:
    """The texts of a partition given as in `OPTIMIZE … PARTITION ('2024-03-01', 5)`.

    Raises:
        RmtError: `INVALID_PARTITION_VALUE`, the number of values does not fit; `TYPE_MISMATCH`,
            `ARGUMENT_OUT_OF_BOUND`, `CANNOT_PARSE_…`, one of them does not; `SUPPORT_IS_DISABLED`,
            it is ALL.
    """
    if clause.upper() == "ALL":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            "Only DROP, DETACH and ATTACH take PARTITION ALL.",
            "Leave PARTITION out: the statement is for all then.",
        )
    elements = split_list(clause)
    if len(elements) != len(types):
        raise RmtError(
            "INVALID_PARTITION_VALUE",
            f"Wrong number of fields in the partition expression: {len(elements)}, "
            f"must be: {len(types)}.",
        )
    return tuple(_text_of_literal(e, t) for e, t in zip(elements, types, strict=True))


def _value(text: str, data_type: DataType) -> Value:
    if text == _NULL:
        return None
    text = text.removeprefix(_VALUE)
    match data_type.category:
        case Category.INTEGER | Category.DATETIME:
            return int(text)
        case Category.DATE:
            return datetime.date.fromisoformat(text)
        case Category.BOOL:
            return text == "true"
        case Category.FLOAT:
            return float(text)
        case Category.DECIMAL:
            return Decimal(text)
        case _:
            return _decoded(text)


def _decoded(text: str) -> str:
    """A text from the hexadecimal digits of its bytes.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it is not UTF-8, as the names of partitions are.
    """
    try:
        return bytes.fromhex(text).decode()
    except UnicodeDecodeError:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A value of the partition key is not UTF-8 (its bytes are {text[:40]}); that is not "
            "supported.",
            "PARTITION BY hex(…) takes any bytes.",
        ) from None


def _text(value: Value, data_type: DataType) -> str:
    if value is None:
        return _NULL
    if isinstance(value, bool):
        return _VALUE + str(value).lower()
    if isinstance(value, str):
        return _VALUE + value.encode("utf-8", "surrogateescape").hex().upper()
    return _VALUE + str(value)


def _number(value: Value, data_type: DataType, element: PartitionElement) -> str:
    if isinstance(value, datetime.date):
        if data_type.spec.integral == "date" and not element.counts_days:
            return value.strftime("%Y%m%d")
        return str((value - _EPOCH).days)
    if data_type.category is Category.ENUM:
        return str(dict(data_type.members)[str(value)])
    if data_type.category is Category.IPV4:
        # Not the number, in a Nullable one: that is how ClickHouse has it.
        return f"'{value}'" if data_type.nullable else str(int(IPv4Address(str(value))))
    if data_type.category is Category.DATETIME:
        assert isinstance(value, int)
        return str(value // 1_000_000)
    assert isinstance(value, int)
    return str(int(value))


def _field(value: Value, data_type: DataType) -> bytes:
    """The bytes ClickHouse hashes of one value: its field type and the value."""
    if value is None:
        return struct.pack("<B", _FIELD_TYPES["Null"])
    if data_type.family == "DateTime64":
        assert isinstance(value, int)
        ticks = value * 1000 // 10 ** (9 - data_type.precision)
        return struct.pack("<Bq", _FIELD_TYPES["Decimal64"], ticks)
    match data_type.category:
        case Category.FLOAT:
            assert isinstance(value, float)
            return struct.pack("<Bd", _FIELD_TYPES["Float64"], value)
        case Category.DECIMAL:
            return _decimal_field(value, data_type)
        case Category.UUID:
            raw = uuid.UUID(str(value)).bytes
            return struct.pack("<B", _FIELD_TYPES["UUID"]) + raw[:8][::-1] + raw[8:][::-1]
        case Category.IPV4:
            raw = IPv4Address(str(value)).packed
            return struct.pack("<B", _FIELD_TYPES["IPv4"]) + raw[::-1]
        case Category.STRING | Category.FIXED_STRING | Category.IPV6:
            text = str(value)
            is_address = data_type.category is Category.IPV6
            raw = (
                IPv6Address(text).packed if is_address else text.encode("utf-8", "surrogateescape")
            )
            return struct.pack("<BQ", _FIELD_TYPES["String"], len(raw)) + raw
        case _:
            return _integer_field(int(_integer(value, data_type)), data_type)


def _integer(value: Value, data_type: DataType) -> int:
    if isinstance(value, datetime.date):
        return (value - _EPOCH).days
    if data_type.category is Category.ENUM:
        return dict(data_type.members)[str(value)]
    if data_type.category is Category.DATETIME:
        assert isinstance(value, int)
        return value // 1_000_000
    assert isinstance(value, int)
    return int(value)


def _integer_field(value: int, data_type: DataType) -> bytes:
    field = data_type.spec.field
    if field in _WIDE_BYTES:
        raw = value.to_bytes(_WIDE_BYTES[field], "little", signed=field.startswith("I"))
        return struct.pack("<B", _FIELD_TYPES[field]) + raw
    if field == "Int64":
        return struct.pack("<Bq", _FIELD_TYPES["Int64"], value)
    return struct.pack("<BQ", _FIELD_TYPES["UInt64"], value)


def _decimal_field(value: Value, data_type: DataType) -> bytes:
    assert isinstance(value, Decimal)
    unscaled = int(value.scaleb(data_type.scale, context=_EXACT))
    if data_type.precision <= 9:
        return struct.pack("<Bi", _FIELD_TYPES["Decimal32"], unscaled)
    if data_type.precision <= 18:
        return struct.pack("<Bq", _FIELD_TYPES["Decimal64"], unscaled)
    tag = struct.pack("<B", _FIELD_TYPES["Decimal128"])
    return tag + unscaled.to_bytes(16, "little", signed=True)


def _shown(value: Value, data_type: DataType, quoted: bool) -> str:
    if value is None:
        return "NULL" if quoted else "ᴺᵁᴸᴸ"
    if isinstance(value, bool):
        return str(value).lower()
    if data_type.category is Category.DATETIME:
        assert isinstance(value, int)
        text = _datetime_text(value, data_type.precision)
    elif isinstance(value, str | datetime.date):
        text = str(value)
    else:
        return str(value)
    return f"'{text}'" if quoted else text


def _datetime_text(micros: int, digits: int) -> str:
    moment = datetime.datetime.fromtimestamp(0, datetime.UTC) + datetime.timedelta(
        microseconds=micros
    )
    text = moment.strftime("%Y-%m-%d %H:%M:%S")
    return f"{text}.{moment.microsecond:06d}000"[: len(text) + 1 + digits] if digits else text


def _text_of_literal(literal: str, data_type: DataType) -> str:
    try:
        tree = read_expression(literal)
    except (RmtError, SparksOwn):
        raise _wrong_literal(literal, data_type) from None
    if not isinstance(tree, Literal):
        raise _wrong_literal(literal, data_type)
    value = tree.value
    if value is None:
        if data_type.nullable:
            return _NULL
        raise _wrong_literal(literal, data_type)
    try:
        if isinstance(value, str):
            return _text(_parse_literal(value, data_type), data_type)
        text = str(int(value)) if isinstance(value, bool) else tree.text.replace("_", "")
        return _text(_parse_number(text, data_type), data_type)
    except (ValueError, decimal.InvalidOperation) as error:
        raise _wrong_literal(literal, data_type) from error


def _parse_literal(text: str, data_type: DataType) -> Value:  # noqa: PLR0911 - a table
    match data_type.category:
        case Category.INTEGER:
            return _whole_number(text, data_type)
        case Category.DATE:
            return datetime.date.fromisoformat(text)
        case Category.DATETIME:
            moment = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
            return round(moment.timestamp() * 1_000_000)
        case Category.BOOL:
            return text.lower() in ("1", "true")
        case Category.FLOAT:
            return float(text)
        case Category.DECIMAL:
            return Decimal(text).quantize(Decimal(1).scaleb(-data_type.scale), context=_EXACT)
        case Category.UUID:
            return str(uuid.UUID(text))
        case Category.IPV4:
            return canonical_ipv4(text)
        case Category.IPV6:
            return canonical_ipv6(text)
        case Category.FIXED_STRING:
            return text.ljust(data_type.precision, "\0")
        case _:
            return text


def _parse_number(text: str, data_type: DataType) -> Value:
    """The value that a number stands for: of dates it counts days since 1970, of times seconds."""
    match data_type.category:
        case Category.DATE:
            days = _int(text, data_type)
            if not _FIRST_DAYS[data_type.family] <= days <= _LAST_DAYS[data_type.family]:
                raise _out_of_bound(text, data_type)
            return _EPOCH + datetime.timedelta(days)
        case Category.DATETIME:
            seconds = _int(text, data_type)
            if seconds < 0 and data_type.family == "DateTime":
                raise _wrong_number(text, data_type)
            if not -(1 << 63) <= seconds * 1_000_000 < 1 << 63 or (
                data_type.family == "DateTime" and seconds >= 1 << 32
            ):
                raise _out_of_bound(text, data_type)
            return seconds * 1_000_000
        case Category.ENUM:
            number = _int(text, data_type)
            names = {value: name for name, value in data_type.members}
            if number not in names:
                raise RmtError("UNKNOWN_ELEMENT_OF_ENUM", f"Unexpected value {number} in enum.")
            return names[number]
        case Category.IPV4:
            address = _int(text, data_type)
            if not 0 <= address < 1 << 32:
                raise _out_of_bound(text, data_type)
            return str(IPv4Address(address))
        case Category.UUID | Category.IPV6:
            raise _wrong_number(text, data_type)
        case _:
            return _parse_literal(text, data_type)


def _int(text: str, data_type: DataType) -> int:
    try:
        return int(text)
    except ValueError:
        raise _wrong_number(text, data_type) from None


def _wrong_number(text: str, data_type: DataType) -> RmtError:
    return RmtError(
        "TYPE_MISMATCH",
        f"The number {text} is no value of a partition key of type {data_type}.",
        "Give the partition as system.parts shows it, in quotes, or by PARTITION ID.",
    )


def _out_of_bound(text: str, data_type: DataType) -> RmtError:
    counts = {Category.DATE: "days since 1970", Category.DATETIME: "seconds since 1970"}
    meant = counts.get(data_type.category)
    return RmtError(
        "ARGUMENT_OUT_OF_BOUND",
        f"Cannot convert value '{text}': it cannot be represented as {data_type}.",
        f"A number counts {meant}; write a date in quotes: '2021-05-03'." if meant else "",
    )


def _whole_number(text: str, data_type: DataType) -> int:
    number = Decimal(text)
    low, high = data_type.whole_bounds
    if number != number.to_integral_value() or not low <= number <= high:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND", f"The value {text} cannot be represented as {data_type}."
        )
    return int(number)


def _wrong_literal(literal: str, data_type: DataType) -> RmtError:
    return RmtError(
        _PARSE_ERRORS.get(data_type.category, "TYPE_MISMATCH"),
        f"{literal} is no value of a partition key of type {data_type}.",
        "Give the partition as system.parts shows it, or by PARTITION ID.",
    )
