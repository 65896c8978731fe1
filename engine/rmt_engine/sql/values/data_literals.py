"""Values of data in a statement as literals of VALUES.

All values of a column of VALUES have one type, and rows may differ: numbers, dates and words are
texts, inside arrays, maps and tuples as well, and the INSERT converts them to the declared types.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_FLOOR, Decimal, InvalidOperation
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import Category, DataType

__all__ = [
    "NULL",
    "Number",
    "array_of",
    "json_literal",
    "literal_of_number",
    "map_of",
    "tuple_of",
]

NULL = "NULL"
_NUMERIC = (Category.INTEGER, Category.FLOAT, Category.DECIMAL)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Number(str):
    """A number of JSON, as written."""


def json_literal(value: Any, data_type: DataType) -> str:
    """A value of JSON as a literal.

    Args:
        value: as `json` reads it, its numbers as `Number`.
        data_type: what it is to become.

    Raises:
        RmtError: `CANNOT_READ_ARRAY_FROM_TEXT` or `CANNOT_PARSE_INPUT_ASSERTION_FAILED`, an array,
            a map or a tuple is expected, and something else is there; `NOT_IMPLEMENTED`, an array
            or an object for a value that is none.
    """
    if value is None:
        return NULL
    match data_type.category:
        case Category.ARRAY:
            return _array(value, data_type)
        case Category.MAP:
            return _map(value, data_type)
        case Category.TUPLE:
            return _tuple(value, data_type)
        case Category.JSON if isinstance(value, list | dict):
            return quote_string(_json_text(value))
    if isinstance(value, bool):
        is_number = data_type.category in _NUMERIC
        return quote_string(str(int(value)) if is_number else str(value).lower())
    if isinstance(value, Number):
        return literal_of_number(value, data_type)
    if isinstance(value, str):
        return quote_string(value)
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"An array or an object of JSON for a value of the type {data_type} is not supported yet.",
        "Use VALUES.",
    )


def literal_of_number(text: str, data_type: DataType) -> str:
    """A number as a literal: of days or seconds for a date or a time, of a member for an Enum."""
    try:
        if data_type.category is Category.DATE:
            return quote_string(str(date(1970, 1, 1) + timedelta(days=int(text))))
        if data_type.category is Category.DATETIME:
            nanoseconds = Decimal(text).scaleb(9).to_integral(ROUND_FLOOR)
            microseconds, rest = divmod(int(nanoseconds), 1000)
            moment = _EPOCH + timedelta(microseconds=microseconds)
            return quote_string(
                f"{moment.replace(tzinfo=None).isoformat(' ', 'microseconds')}{rest:03d}Z"
            )
        if data_type.category is Category.ENUM:
            numbers = {number: name for name, number in data_type.members}
            return quote_string(numbers.get(int(text), text))
    except (ValueError, OverflowError, InvalidOperation):
        pass  # It fits no date or member: the INSERT says so.
    return quote_string(text)


def array_of(elements: Sequence[str]) -> str:
    """An array of literals."""
    return f"[{', '.join(elements)}]"


def map_of(pairs: Sequence[tuple[str, str]]) -> str:
    """A map of literals, by the keys."""
    return f"map({', '.join(f'{key}, {value}' for key, value in pairs)})"


def tuple_of(elements: Sequence[str]) -> str:
    """A tuple of literals."""
    return f"tuple({', '.join(elements)})"


def _array(value: Any, data_type: DataType) -> str:
    if not isinstance(value, list):
        raise RmtError(
            "CANNOT_READ_ARRAY_FROM_TEXT", f"{data_type}: the array does not start with '['."
        )
    return array_of([json_literal(element, data_type.element) for element in value])


def _map(value: Any, data_type: DataType) -> str:
    if not isinstance(value, dict):
        raise _expected("{", data_type)
    _, of_values = data_type.elements
    return map_of([(quote_string(key), json_literal(one, of_values)) for key, one in value.items()])


def _tuple(value: Any, data_type: DataType) -> str:
    """An object if the elements have names: what it lacks has its default. Else an array."""
    if data_type.names:
        if not isinstance(value, dict):
            raise _expected("{", data_type)
        values = [value.get(name) for name in data_type.names]
    else:
        if not isinstance(value, list):
            raise _expected("[", data_type)
        values = value
        if len(values) != len(data_type.elements):
            raise _expected("," if len(values) < len(data_type.elements) else "]", data_type)
    return tuple_of(
        [json_literal(one, of) for one, of in zip(values, data_type.elements, strict=True)]
    )


def _expected(symbol: str, data_type: DataType) -> RmtError:
    return RmtError(
        "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
        f"Cannot parse input: expected '{symbol}' in a value of the type {data_type}.",
    )


def _json_text(value: Any) -> str:
    """JSON again, its numbers as written."""
    if isinstance(value, dict):
        members = (f"{json.dumps(name)}:{_json_text(one)}" for name, one in value.items())
        return f"{{{','.join(members)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_json_text, value))}]"
    return value if isinstance(value, Number) else json.dumps(value)
