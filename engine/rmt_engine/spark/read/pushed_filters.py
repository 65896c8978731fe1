"""Spark's pushed-down filters as Arrow's conditions on stored columns.

Source of the filters: `org.apache.spark.sql.sources.Filter`. What has no translation gives None,
which means: nothing is known, every file may match.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["condition_of"]

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "EqualTo": operator.eq,
    "EqualNullSafe": lambda column, value: (column == value) & column.is_valid(),
    "GreaterThan": operator.gt,
    "GreaterThanOrEqual": operator.ge,
    "LessThan": operator.lt,
    "LessThanOrEqual": operator.le,
}
_MOST_VALUES = 10_000
_LOOKED_INTO = 50
_MOST_PIECES = 16
_SEPARATOR = "\x00"
_LAST_BEFORE_SURROGATES = 0xD7FF
_LAST_CHARACTER = 0x10FFFF


def condition_of(gateway: Gateway, pushed: Any, schema: pa.Schema) -> pc.Expression | None:
    """A condition that is true exactly where the filter is.

    Args:
        gateway: the bridge to the JVM.
        pushed: a `Filter` of Spark's.
        schema: the stored columns.
    """
    kind = pushed.productPrefix()
    if kind in ("And", "Or", "Not"):
        operands = [condition_of(gateway, operand, schema) for operand in _operands(pushed)]
        return _combined(kind, operands)
    if pushed.productArity() == 0:
        return None
    field = _field(schema, pushed.productElement(0))
    if field is None:
        return None
    column = pc.field(field.name)
    if kind in ("IsNull", "IsNotNull"):
        return column.is_null() if kind == "IsNull" else column.is_valid()
    try:
        return _compared(gateway, kind, column, field.type, pushed.productElement(1))
    except (ValueError, TypeError, OverflowError, ArithmeticError):
        return None  # A value no row of this column can have, or of a year Python cannot say.


def _compared(
    gateway: Gateway, kind: str, column: pc.Expression, data_type: pa.DataType, operand: Any
) -> pc.Expression | None:
    if kind in _COMPARISONS:
        value = pa.scalar(_python_value(operand, data_type), data_type)
        return _COMPARISONS[kind](column, value) if value.is_valid else None
    if kind == "In":
        values = _python_values(gateway, operand, data_type)
        return None if values is None else _is_in(column, pa.array(values, data_type))
    return _starts_with(column, operand) if kind == "StringStartsWith" else None


def _operands(pushed: Any) -> list[Any]:
    return [pushed.productElement(position) for position in range(pushed.productArity())]


def _combined(kind: str, operands: list[pc.Expression | None]) -> pc.Expression | None:
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    if kind == "Not":
        return ~known[0]
    return known[0] & known[1] if kind == "And" else known[0] | known[1]


def _field(schema: pa.Schema, name: str) -> pa.Field | None:
    if name.startswith("`") and name.endswith("`"):
        name = name[1:-1].replace("``", "`")
    position = schema.get_field_index(name)
    return schema.field(position) if position >= 0 else None


def _python_value(value: Any, data_type: pa.DataType) -> Any:
    """A value of Spark's as Arrow takes it; times as microseconds since 1970."""
    if pa.types.is_date(data_type):
        return date.fromisoformat(value.toString())
    if pa.types.is_timestamp(data_type):
        instant = value if value.getClass().getSimpleName() == "Instant" else value.toInstant()
        return int(instant.getEpochSecond()) * 1_000_000 + int(instant.getNano()) // 1000
    return value


def _python_values(gateway: Gateway, values: Any, data_type: pa.DataType) -> list[Any] | None:
    """The values of an IN, fetched in one call; None where that cannot be done.

    A NULL among texts becomes the text "null": at worst a file too many is read.
    """
    count = len(values)
    if count > _MOST_VALUES or pa.types.is_timestamp(data_type):
        return None
    array = gateway.scala_object("scala.collection.immutable.ArraySeq").unsafeWrapArray(values)
    texts = str(array.mkString(_SEPARATOR)).split(_SEPARATOR)
    if len(texts) != count:
        return None
    if pa.types.is_string(data_type):
        return texts
    return [_parsed(text, data_type) for text in texts if text != "null"]


def _parsed(text: str, data_type: pa.DataType) -> Any:
    if pa.types.is_date(data_type):
        return date.fromisoformat(text)
    if pa.types.is_boolean(data_type):
        return text == "true"
    return Decimal(text) if pa.types.is_decimal(data_type) else int(text)


def _is_in(column: pc.Expression, values: pa.Array) -> pc.Expression:
    """Arrow looks into short lists only, so a long one is cut into pieces with their ranges."""
    ordered = values.take(pc.array_sort_indices(values))
    step = max(_LOOKED_INTO, -(-len(ordered) // _MOST_PIECES))
    pieces = [ordered.slice(first, step) for first in range(0, len(ordered), step)]
    found = [
        column.isin(piece) & (column >= piece[0]) & (column <= piece[len(piece) - 1])
        for piece in pieces
    ]
    return functools.reduce(operator.or_, found, pc.scalar(False))


def _starts_with(column: pc.Expression, prefix: str) -> pc.Expression | None:
    """Texts with a prefix lie between it and the one that follows it."""
    if not prefix:
        return None
    last = ord(prefix[-1])
    if last in (_LAST_BEFORE_SURROGATES, _LAST_CHARACTER):
        return None
    return (column >= prefix) & (column < prefix[:-1] + chr(last + 1))
