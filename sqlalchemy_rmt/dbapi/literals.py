"""Parameters of statements, written as typed literals of Spark SQL.

Spark's Thrift server takes no parameters beside a statement, so their values become part of its
text. Source of the syntax: https://spark.apache.org/docs/latest/sql-ref-literals.html
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address, IPv6Address
from numbers import Integral
from typing import Any
from uuid import UUID

from sqlalchemy_rmt.dbapi.errors import DataError, InterfaceError

__all__ = ["Parameters", "Template", "address_text", "literal", "parameter"]

Parameters = Mapping[str, Any] | Sequence[Any]
_LARGEST_PRECISION = 38
_PLACEHOLDER = re.compile(
    r"%(?:\((?P<name>[^)]*)\)s|(?P<position>s)|(?P<percent>%)|(?P<wrong>.?))", re.DOTALL
)
# A server with `spark.sql.variable.substitute` replaces `${…}` anywhere in a statement, by settings
# and environment variables.
_VARIABLE = re.compile(r"(?<=\$)(?=\{)")

_QUERY = re.compile(r"[\s(]*(?:SELECT|WITH|FROM)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Template:
    """A statement, cut at its placeholders.

    Attributes:
        texts: what stands before, between and after the placeholders.
        keys: the names of the placeholders, or their numbers from 0.
    """

    texts: tuple[str, ...]
    keys: tuple[str | int, ...]

    @classmethod
    def parse(cls, operation: str) -> Template:
        """Reads `%(name)s` or `%s`; `%%` is a percent sign.

        Raises:
            InterfaceError: another `%`, or placeholders of both kinds.
        """
        texts, keys = [""], list[str | int]()
        end = 0
        for found in _PLACEHOLDER.finditer(operation):
            texts[-1] += operation[end : found.start()]
            end = found.end()
            if found["percent"]:
                texts[-1] += "%"
                continue
            if found["wrong"] is not None:
                raise InterfaceError(
                    f"Cannot read {found[0]!r} in a statement with parameters: "
                    "a percent sign is written %%."
                )
            keys.append(len(keys) if found["position"] else found["name"])
            texts.append("")
        texts[-1] += operation[end:]
        if len({type(key) for key in keys}) > 1:
            raise InterfaceError("A statement has either %s or %(name)s, not both.")
        return cls(tuple(texts), tuple(keys))

    def render(self, parameters: Parameters) -> str:
        """The statement with the values of the parameters.

        Args:
            parameters: a mapping for `%(name)s`, a sequence for `%s`.

        Raises:
            InterfaceError: a parameter is missing, one too many, or of a type that has no literal.
            DataError: a value has no literal.
        """
        return self.fill(self.values(parameters))

    def fill(self, values: Sequence[Any]) -> str:
        """The statement with values in the order of the placeholders.

        Raises:
            InterfaceError: the type of a value has no literal.
            DataError: a value has no literal.
        """
        writers = _WRITERS_IN_QUERIES if self._is_query else _WRITERS
        return self._format % tuple([writers[type(value)](value) for value in values])

    @functools.cached_property
    def _is_query(self) -> bool:
        return _QUERY.match(self.texts[0]) is not None

    @functools.cached_property
    def _is_named(self) -> bool:
        return bool(self.keys) and isinstance(self.keys[0], str)

    @functools.cached_property
    def _names(self) -> frozenset[str | int]:
        return frozenset(self.keys)

    @functools.cached_property
    def _format(self) -> str:
        return "%s".join(text.replace("%", "%%") for text in self.texts)

    def values(self, parameters: Parameters) -> Sequence[Any]:
        """The parameters in the order of the placeholders.

        Args:
            parameters: as for `render`.

        Raises:
            InterfaceError: a parameter is missing, one too many, or they are of the wrong kind.
        """
        # These are most of the rows of `executemany`, for which the checks below take longest.
        kind = type(parameters)
        if kind is dict and self._is_named and self._names.issubset(parameters):
            by_name: Any = parameters
            return [by_name[name] for name in self.keys]
        if kind is tuple and not self._is_named and len(parameters) == len(self.keys):
            return parameters  # type: ignore[return-value]
        if isinstance(parameters, Mapping):
            if self.keys and isinstance(self.keys[0], int):
                raise InterfaceError("%s takes a sequence of parameters, not a mapping.")
            missing = [key for key in self.keys if key not in parameters]
            if missing:
                raise InterfaceError(f"There is no parameter {missing[0]!r}.")
            return [parameters[str(key)] for key in self.keys]
        if isinstance(parameters, str | bytes) or not isinstance(parameters, Sequence):
            raise InterfaceError(
                "Parameters are a mapping or a sequence, not "
                f"{_indefinite(type(parameters).__name__)}."
            )
        if any(isinstance(key, str) for key in self.keys):
            raise InterfaceError("%(name)s takes a mapping of parameters, not a sequence.")
        if len(parameters) != len(self.keys):
            raise InterfaceError(
                f"The statement has {len(self.keys)} placeholders, and {len(parameters)} "
                "parameters were given."
            )
        return parameters


def parameter(value: Any) -> str:
    """The text of a parameter: a list of IN for a tuple or a set, else its literal.

    An empty list of IN is a query without rows, so that NOT IN is true of everything.

    Raises:
        InterfaceError: the type has no literal.
        DataError: the value has no literal.
    """
    return _WRITERS[type(value)](value)


def _in_query(value: Any) -> str:
    """The text of a parameter of a query, where ClickHouse takes `1.5` for a Float64."""
    return _WRITERS_IN_QUERIES[type(value)](value)


def _decimal_in_query(value: Decimal) -> str:
    text = literal(value).strip().rstrip(".")
    whole, _, fraction = text.lstrip("-").partition(".")
    precision = max(len(whole.lstrip("0")) + len(fraction), 1)
    return f"CAST('{text}' AS DECIMAL({precision}, {len(fraction)}))"


_MOST_TYPES = 256


class _Writers(dict[type[Any], Callable[[Any], str]]):
    """What writes parameters of a type: to look for it again is most of the time of many rows.

    Args:
        find: what writes a type that is not known yet.
    """

    def __init__(self, find: Callable[[type[Any]], Callable[[Any], str]]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, kind: type[Any]) -> Callable[[Any], str]:
        if len(self) >= _MOST_TYPES:
            self.clear()
        writer = self[kind] = self._find(kind)
        return writer


def _writer_of(kind: type[Any]) -> Callable[[Any], str]:
    if issubclass(kind, (tuple, set, frozenset)):
        return _list_of_in
    writer: Callable[[Any], str] = literal.dispatch(kind)
    return writer


def _writer_in_query_of(kind: type[Any]) -> Callable[[Any], str]:
    if issubclass(kind, Decimal):
        return _decimal_in_query
    if issubclass(kind, (tuple, set, frozenset)):
        return functools.partial(_list_of_in, write=_in_query)
    return _writer_of(kind)


_WRITERS = _Writers(_writer_of)
_WRITERS_IN_QUERIES = _Writers(_writer_in_query_of)


def _list_of_in(values: Collection[Any], write: Callable[[Any], str] | None = None) -> str:
    elements = ", ".join((write or literal)(element) for element in values)
    return f"({elements or 'SELECT NULL WHERE FALSE'})"


@functools.singledispatch
def literal(value: object) -> str:
    """A value as Spark SQL.

    Raises:
        InterfaceError: the type has no literal.
        DataError: the value has no literal.
    """
    raise InterfaceError(
        f"Cannot write {_indefinite(type(value).__name__)} as a parameter: "
        "convert it to a type that has a literal."
    )


@literal.register
def _(_value: None) -> str:
    return "NULL"


@literal.register
def _(value: bool) -> str:
    return "TRUE" if value else "FALSE"


@literal.register
def _(value: Integral) -> str:
    try:
        return _signed(str(int(value)))
    except ValueError as error:
        raise DataError(f"An integer is too long: {error}.") from None


@literal.register
def _(value: float) -> str:
    if math.isnan(value):
        return "CAST('NaN' AS DOUBLE)"
    if math.isinf(value):
        return f"CAST('{'-' if value < 0 else ''}Infinity' AS DOUBLE)"
    # Without an exponent Spark reads a DECIMAL.
    text = float.__repr__(value)
    return _signed(text if "e" in text else f"{text}e0")


@literal.register
def _(value: Decimal) -> str:
    if not value.is_finite():
        raise DataError(f"A DECIMAL cannot be {value}.")
    text = format(value, "f")
    digits = text.lstrip("-0.")
    if len(digits) > _LARGEST_PRECISION < sum(map(str.isdigit, digits)):
        raise DataError(f"A DECIMAL has up to {_LARGEST_PRECISION} digits, {value} has more.")
    # Without a point Spark reads an integer.
    return _signed(text if "." in text else f"{text}.")


@literal.register
def _(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    if "${" not in escaped:
        return f"'{escaped}'"
    pieces = _VARIABLE.split(escaped)
    quoted = ", ".join(f"'{piece}'" for piece in pieces)
    return f"concat({quoted})"


@literal.register(bytes)
@literal.register(bytearray)
@literal.register(memoryview)
def _(value: bytes | bytearray | memoryview) -> str:
    return f"X'{value.hex()}'"


@literal.register
def _(value: date) -> str:
    return f"DATE '{value.isoformat()}'"


@literal.register
def _(value: datetime) -> str:
    # A pandas Timestamp is a datetime with more digits.
    if getattr(value, "nanosecond", 0):
        raise DataError(f"A TIMESTAMP has microseconds, {value} has nanoseconds.")
    if value.tzinfo is None:
        return f"TIMESTAMP '{value.isoformat(' ')}'"
    try:
        instant = value.astimezone(UTC)
    except OverflowError:
        raise DataError(f"{value} is out of the range of Python's datetime in UTC.") from None
    return f"TIMESTAMP '{instant.replace(tzinfo=None).isoformat(' ')} UTC'"


@literal.register
def _(value: time) -> str:
    raise InterfaceError(
        f"A time of day cannot be a parameter, the endpoint has no such type: pass '{value}'."
    )


@literal.register
def _(value: timedelta) -> str:
    sign = "-" if value < timedelta() else ""
    size = abs(value)
    minutes, seconds = divmod(size.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours:02}:{minutes:02}:{seconds:02}.{size.microseconds:06}"
    return f"INTERVAL '{sign}{size.days} {clock}' DAY TO SECOND"


@literal.register
def _(value: UUID) -> str:
    return f"'{value}'"


@literal.register(IPv4Address)
@literal.register(IPv6Address)
def _(value: IPv4Address | IPv6Address) -> str:
    return f"'{address_text(value)}'"


@literal.register
def _(value: Enum) -> str:
    return literal(value.value)


@literal.register
def _(value: list) -> str:  # type: ignore[type-arg]
    return f"array({', '.join(literal(element) for element in value)})"


@literal.register
def _(value: tuple) -> str:  # type: ignore[type-arg]
    return f"struct({', '.join(literal(element) for element in value)})"


@literal.register
def _(value: dict) -> str:  # type: ignore[type-arg]
    return f"map({', '.join(literal(part) for pair in value.items() for part in pair)})"


def address_text(address: IPv4Address | IPv6Address) -> str:
    """An address as the endpoint keeps it.

    Source: ClickHouse's `formatIPv6`, which ends an address like one of IPv4 where the bytes before
    are zeros, or zeros and `ffff`.
    """
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return f"::ffff:{address.ipv4_mapped}"
    number = int(address)
    return f"::{IPv4Address(number)}" if 2**16 <= number < 2**32 else address.compressed


def _signed(number: str) -> str:
    """A number that begins no comment after a minus sign."""
    return f" {number}" if number.startswith("-") else number


def _indefinite(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
