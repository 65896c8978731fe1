"""The rows of INSERT … VALUES when they are nothing but literals: read without Spark.

Where Spark's parser takes ten seconds for a megabyte, this takes a fifth of one. What is read here
is what Spark would read; anything that is not certain to be is left to it, errors first of all.

Source of the literals: https://spark.apache.org/docs/latest/sql-ref-literals.html; of the
conversions: `rmt_engine.sql.values.casts`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_DOWN, Context, Decimal
from typing import Any

import pyarrow as pa

from rmt_engine.sql.values.addresses import canonical_ipv4, canonical_ipv6
from rmt_engine.sql.values.types import UTC, Category, DataType, parse_type
from rmt_engine.store.table import Column, TableDefinition

__all__ = ["plain_rows"]


@dataclass(frozen=True)
class _Literal:
    """A way to write the values of a type.

    Attributes:
        pattern: a regular expression with one group.
        read: makes the value of the group.
        least: no value is less; None when any value will do.
        greatest: no value is greater.
        read_all: makes the values of many groups, if that is faster than one by one.
    """

    pattern: str
    read: Callable[[str], Any]
    least: Any = None
    greatest: Any = None
    read_all: Callable[[Sequence[str]], list[Any]] | None = None

    def values(self, texts: Sequence[str | None]) -> list[Any] | None:
        """The values of a column's groups, of which some may be missing; None if one is wrong."""
        try:
            given = self._read_all([text for text in texts if text is not None])
        except (ValueError, KeyError, ArithmeticError):
            return None
        if self.least is not None and not self.least <= min(given) <= max(given) <= self.greatest:
            return None
        if len(given) == len(texts):
            return given
        values = iter(given)
        return [None if text is None else next(values) for text in texts]

    def _read_all(self, texts: Sequence[str]) -> list[Any]:
        return list(map(self.read, texts)) if self.read_all is None else self.read_all(texts)


def plain_rows(
    text: str, names: Sequence[str] | None, definition: TableDefinition, in_utc: bool = True
) -> pa.Table | None:
    """Rows of literals, as they are stored.

    Args:
        text: `VALUES (…), …`.
        names: the columns the values are for; None for all visible ones.
        definition: the table's definition.
        in_utc: whether the session's time zone is UTC: times without a zone are in it.

    Returns:
        The columns in the order of the statement, by the names they are declared with; None when
        there is anything but rows of literals that fit their columns.
    """
    columns = _columns(names, definition)
    if not columns:
        return None
    types = [parse_type(column.type) for column in columns]
    literals = [_literals(data_type, in_utc) for data_type in types]
    if not all(literals):
        return None
    patterns = [
        _pattern(ways, data_type.nullable) for ways, data_type in zip(literals, types, strict=True)
    ]
    rows = _match_rows(text, patterns)
    if not rows:
        return None
    *columns_of_groups, _commas = zip(*rows, strict=True)
    groups = iter(columns_of_groups)
    arrays: list[pa.Array] = []
    for data_type, ways in zip(types, literals, strict=True):
        values = _values(ways, [next(groups) for _ in ways], len(rows))
        if values is None:
            return None
        arrays.append(pa.array(values, data_type.arrow))
    return pa.table(arrays, names=[column.name for column in columns])


def _columns(names: Sequence[str] | None, definition: TableDefinition) -> Sequence[Column]:
    """The columns the values are for; none when there are none of these names."""
    if names is None:
        return definition.visible_columns
    columns = [column for name in names if (column := definition.column(name)) is not None]
    is_possible = len(set(columns)) == len(names) and all(column.is_visible for column in columns)
    return columns if is_possible else ()


_VALUES = re.compile(r"\s*VALUES\b", re.IGNORECASE)
_REST = re.compile(r"[\s;]*+")


def _pattern(ways: Sequence[_Literal], nullable: bool) -> str:
    patterns = [way.pattern for way in ways] + (["(?i:NULL)"] if nullable else [])
    return f"(?:{'|'.join(patterns)})"


def _match_rows(text: str, patterns: Sequence[str]) -> list[tuple[str | None, ...]] | None:
    """The groups of each row's values, and its comma; None if there is anything but such rows."""
    start = _VALUES.match(text)
    if start is None:
        return None
    values = r"\s*,\s*".join(patterns)
    row = re.compile(rf"\s*\(\s*{values}\s*\)\s*(,?)")
    rows: list[tuple[str | None, ...]] = []
    position = start.end()
    comma: str | None = ","
    while comma and (found := row.match(text, position)):
        groups = found.groups()
        rows.append(groups)
        comma, position = groups[-1], found.end()
    return rows if _REST.fullmatch(text, position) else None


def _values(
    ways: Sequence[_Literal], groups: Sequence[Sequence[str | None]], rows: int
) -> list[Any] | None:
    """A column's values; None when one is wrong."""
    found: list[Any] | None = None
    for way, texts in zip(ways, groups, strict=True):
        if texts.count(None) == len(texts):
            continue
        values = way.values(texts)
        if values is None:
            return None
        found = values if found is None else _filled(found, values)
    return [None] * rows if found is None else found


def _filled(values: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Values, and others where there is none."""
    return [other if value is None else value for value, other in zip(values, others, strict=True)]


# How the values of a type are written


# As many digits as fit into a DECIMAL together with those of a whole number beside it.
_DIGITS = "[0-9]{1,20}"
# As many as fit into a DECIMAL by themselves.
_WHOLE_DIGITS = "[0-9]{1,38}"
_EXACT = rf"{_DIGITS}(?:\.[0-9]{{0,18}})?"
_FLOATING = r"[0-9]{1,40}(?:\.[0-9]{0,40})?[eE][+-]?[0-9]{1,3}"
_NOT_FINITE = r"(?i:CAST)\('(?:NaN|-?Infinity)' (?i:AS DOUBLE)\)"
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = rf"{_DAY} [0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}(?:\.[0-9]{{1,6}})?"
_TEXT = r"'[^'\\]*+(?:\\[\\'][^'\\]*+)*+'"
_STRING = rf"({_TEXT}|concat\({_TEXT}(?:, {_TEXT})*\))"
_PIECE = re.compile(_TEXT)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# Whole numbers that a FLOAT holds exactly: of others it matters whether Spark makes a DOUBLE first.
_SINGLE_DIGITS = "[0-9]{1,7}"


def _literals(data_type: DataType, in_utc: bool) -> Sequence[_Literal]:
    """The ways to write a type's values, none if Spark has to read them."""
    match data_type.category:
        case Category.INTEGER:
            return _integers(data_type)
        case Category.FLOAT:
            whole = _EXACT if data_type.family == "Float64" else _SINGLE_DIGITS
            pattern = rf"(-?(?:{_FLOATING}|{whole})|{_NOT_FINITE})"
            return [_Literal(pattern, _double, read_all=_doubles)]
        case Category.DECIMAL:
            return [_decimals(data_type)]
        case Category.BOOL:
            return [_TRUTHS, _Literal(f"(-?{_DIGITS})", lambda text: int(text) != 0)]
        case (
            Category.STRING
            | Category.FIXED_STRING
            | Category.UUID
            | Category.ENUM
            | Category.IPV4
            | Category.IPV6
        ):
            read = _string_reader(data_type)
            read_all = _strings if read is _string else None
            return [_Literal(_STRING, read, read_all=read_all)]
        case Category.DATE:
            return _days(data_type, in_utc)
        case Category.DATETIME:
            return _instants(data_type, in_utc)
        case _:
            return []


_TRUTHS = _Literal("((?i:TRUE|FALSE))", lambda text: text[0] in "Tt")


def _integers(data_type: DataType) -> Sequence[_Literal]:
    least, greatest = data_type.whole_bounds
    return [
        _Literal(f"(-?{_WHOLE_DIGITS})", int, least, greatest),
        _Literal(f"(-?{_FLOATING})", _whole, least, greatest),
        _Literal(_TRUTHS.pattern, lambda text: int(_TRUTHS.read(text))),
    ]


def _whole(text: str) -> int:
    """What is before the point of a DOUBLE; data frames have them for whole numbers and NULLs."""
    value = float(text)
    if abs(value) >= 2**53:
        raise ValueError(f"{text} may be written with other digits in a DECIMAL")
    return int(value)


def _double(text: str) -> float:
    if text[-1] == ")":
        return float(text.split("'")[1])
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is no DOUBLE")
    return value


def _doubles(texts: Sequence[str]) -> list[float]:
    try:
        values = list(map(float, texts))
    except ValueError:
        return list(map(_double, texts))
    is_odd = math.inf in values or -math.inf in values
    return list(map(_double, texts)) if is_odd else values


def _decimals(data_type: DataType) -> _Literal:
    """Digits beyond the scale are dropped, as `casts` does."""
    unit = Decimal(1).scaleb(-data_type.scale)
    greatest = Decimal(10) ** (data_type.precision - data_type.scale) - unit
    context = Context(prec=80, rounding=ROUND_DOWN)
    return _Literal(
        f"(-?{_EXACT})",
        lambda text: Decimal(text).quantize(unit, context=context),
        -greatest,
        greatest,
    )


def _string_reader(data_type: DataType) -> Callable[[str], str]:
    match data_type.category:
        case Category.FIXED_STRING:
            return lambda text: _padded(_string(text), data_type.precision)
        case Category.UUID:
            return lambda text: _uuid(_string(text))
        case Category.IPV4:
            return lambda text: canonical_ipv4(_string(text))
        case Category.IPV6:
            return lambda text: canonical_ipv6(_string(text))
        case Category.ENUM:
            members = {name: name for name, _ in data_type.members}
            return lambda text: members[_string(text)]
        case _:
            return _string


def _string(text: str) -> str:
    if text[0] != "'":
        return "".join(map(_string, _PIECE.findall(text)))
    return _ESCAPED.sub(r"\1", text[1:-1]) if "\\" in text else text[1:-1]


def _strings(texts: Sequence[str]) -> list[str]:
    return [text[1:-1] if text[0] == "'" and "\\" not in text else _string(text) for text in texts]


def _padded(text: str, size: int) -> str:
    missing = size - len(text.encode())
    if missing < 0:
        raise ValueError(f"{text!r} is longer than {size} bytes")
    return text + "\0" * missing


_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def _uuid(text: str) -> str:
    if not _UUID.fullmatch(text):
        raise ValueError(f"{text!r} is no UUID")
    return text.lower()


def _days(data_type: DataType, in_utc: bool) -> Sequence[_Literal]:
    least, greatest = map(date.fromisoformat, data_type.bounds)
    return [
        _Literal(f"'({_DAY})'", date.fromisoformat, least, greatest),
        _Literal(rf"(?i:DATE)\s*'({_DAY})'", date.fromisoformat, least, greatest),
        _Literal(
            _timestamp(in_utc), lambda text: datetime.fromisoformat(text).date(), least, greatest
        ),
    ]


def _instants(data_type: DataType, in_utc: bool) -> Sequence[_Literal]:
    """Times in UTC. They are checked before what is beyond the precision is cut off."""
    least, greatest = map(datetime.fromisoformat, data_type.bounds)
    unit = 10 ** (6 - data_type.kept_digits)

    def cut(text: str) -> datetime:
        value = datetime.fromisoformat(text)
        if value > greatest:
            raise ValueError(f"{text} is too late")
        return value - timedelta(microseconds=value.microsecond % unit)

    ways = [_Literal(_timestamp(in_utc), cut, least, greatest)]
    if data_type.own_timezone == UTC or (in_utc and data_type.own_timezone is None):
        ways.append(_Literal(f"'({_TIME})'", cut, least, greatest))
        ways.append(_Literal(rf"(?i:DATE)\s*'({_DAY})'", cut, least, greatest))
    return ways


def _timestamp(in_utc: bool) -> str:
    return rf"(?i:TIMESTAMP)\s*'({_TIME}){'(?: UTC)?' if in_utc else ' UTC'}'"
