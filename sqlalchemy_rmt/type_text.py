"""Reads the texts of types: ClickHouse's of `system.columns`, Spark's of DESCRIBE."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import exc, util
from sqlalchemy import types as sqltypes

from sqlalchemy_rmt import types

__all__ = ["parse_type", "split_list", "unquoted"]

_TOKEN = re.compile(
    r"\s*(?:(?P<string>'(?:[^'\\]|\\.)*')|(?P<quoted>`(?:[^`\\]|\\.|``)*`)"
    r"|(?P<number>-?\d+(?:\.\d+)?)|(?P<word>\w+)|(?P<symbol>[(),<>=:]))"
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CLOSING = {"(": ")", "<": ">"}
_BARE: dict[str, Callable[[], sqltypes.TypeEngine[Any]]] = {
    **{
        name.lower(): getattr(types, name)
        for name in """Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128
        UInt256 Float32 Float64 Bool String UUID IPv4 IPv6 JSON Date Date32""".split()
    },
    "tinyint": types.Int8,
    "smallint": types.Int16,
    "int": types.Int32,
    "bigint": types.Int64,
    "float": types.Float32,
    "double": types.Float64,
    "boolean": types.Bool,
    "binary": sqltypes.LargeBinary,
    "datetime": types.DateTime,
    "timestamp": lambda: types.DateTime64(6),
    "timestamp_ntz": lambda: types.DateTime64(6),
}


def parse_type(text: str) -> tuple[sqltypes.TypeEngine[Any], bool]:
    """The type of a column and whether it is Nullable.

    Args:
        text: `LowCardinality(Nullable(String))`, say, or Spark's `array<int>`. A type that is not
            known is read as SQLAlchemy's `NullType`, with a warning.
    """
    try:
        parsed = _Parser(text).whole()
    except _UnknownTypeError:
        util.warn(f"The type {text!r} is not known.")
        return sqltypes.NullType(), True
    return _unwrapped(parsed)


def _unwrapped(item: sqltypes.TypeEngine[Any]) -> tuple[sqltypes.TypeEngine[Any], bool]:
    """A type without its Nullable, around or inside it, and whether it has one."""
    if isinstance(item, types.Nullable):
        return item.item, True
    if isinstance(item, types.Wrapper):
        inner, is_nullable = _unwrapped(item.item)
        return item.of(inner), is_nullable
    return item, False


def split_list(text: str) -> list[str]:
    """The elements of `a, f(b, 'c'), d`, each as written."""
    elements, start, depth = [], 0, 0
    for found in re.finditer(r"'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.|``)*`|[(),\[\]]", text):
        if found[0] in ("(", "["):
            depth += 1
        elif found[0] in (")", "]"):
            depth -= 1
        elif found[0] == "," and depth == 0:
            elements.append(text[start : found.start()].strip())
            start = found.end()
    elements.append(text[start:].strip())
    return [element for element in elements if element]


def unquoted(text: str) -> str | None:
    """The name that a text is, with or without backquotes; None when it is an expression."""
    if re.fullmatch(r"[^\W\d]\w*", text):
        return text
    if re.fullmatch(r"`(?:[^`\\]|\\.|``)*`", text):
        return _ESCAPE.sub(r"\1", text[1:-1].replace("``", "`"))
    return None


class _UnknownTypeError(exc.ArgumentError):
    """A text is no type that this module knows."""


class _Parser:
    """Reads one type from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        position = 0
        while position < len(text.rstrip()):
            found = _TOKEN.match(text, position)
            if found is None or found.lastgroup is None:
                raise _UnknownTypeError(text)
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            position = found.end()
        self.position = 0

    def whole(self) -> sqltypes.TypeEngine[Any]:
        type_ = self._type()
        if self.position < len(self.tokens):
            raise _UnknownTypeError
        return type_

    def _type(self) -> sqltypes.TypeEngine[Any]:
        kind, word = self._take()
        if kind != "word":
            raise _UnknownTypeError
        name = word.lower()
        closing = _CLOSING.get(self._next())
        if closing is not None and name in _READERS:
            self._take()
            type_ = _READERS[name](self)
            if self._take()[1] != closing:
                raise _UnknownTypeError
            return type_
        if closing is not None or name not in _BARE:
            raise _UnknownTypeError
        return _BARE[name]()

    def nullable(self) -> sqltypes.TypeEngine[Any]:
        return types.Nullable(self._type())

    def low_cardinality(self) -> sqltypes.TypeEngine[Any]:
        return types.LowCardinality(self._type())

    def simple_aggregate_function(self) -> sqltypes.TypeEngine[Any]:
        _, function = self._take()
        self._take()
        return types.SimpleAggregateFunction(function, self._type())

    def aggregate_function(self) -> sqltypes.TypeEngine[Any]:
        _, function = self._take()
        if self._next() == "(":
            function += self._parameters()
        items = []
        while self._next() == ",":
            self._take()
            items.append(self._type())
        return types.AggregateFunction(function, *items)

    def _parameters(self) -> str:
        """The constants between the brackets of a parametric function, with the brackets."""
        self._take()
        texts = []
        while self._next() not in (")", ""):
            if self._next() == ",":
                self._take()
                continue
            texts.append(self._take()[1])
        self._take()
        return f"({', '.join(texts)})"

    def array(self) -> sqltypes.TypeEngine[Any]:
        return types.Array(self._type())

    def map_type(self) -> sqltypes.TypeEngine[Any]:
        key = self._type()
        self._take()
        return types.Map(key, self._type())

    def nested(self) -> sqltypes.TypeEngine[Any]:
        row = self.tuple_type()
        assert isinstance(row, types.Tuple)
        return types.Nested(**dict(zip(row.names, row.items, strict=True)))

    def tuple_type(self) -> sqltypes.TypeEngine[Any]:
        items: list[sqltypes.TypeEngine[Any]] = []
        names: dict[str, sqltypes.TypeEngine[Any]] = {}
        while True:
            name = self._field_name()
            item = self._type()
            if name is None:
                items.append(item)
            else:
                names[name] = item
            if self._next() != ",":
                return types.Tuple(*items, **names)
            self._take()

    def _field_name(self) -> str | None:
        """The name before a field's type, `a Int64` or `a:bigint`, if there is one."""
        following = self.tokens[self.position + 1 : self.position + 2]
        if not following or following[0][1] in ("(", ")", ",", "<", ">"):
            return None
        _, text = self._take()
        if self._next() == ":":
            self._take()
        return unquoted(text) or text

    def decimal(self) -> sqltypes.TypeEngine[Any]:
        precision, scale = [*self._numbers(), 0][:2]
        return types.Decimal(precision, scale)

    def fixed_string(self) -> sqltypes.TypeEngine[Any]:
        return types.FixedString(self._numbers()[0])

    def text(self) -> sqltypes.TypeEngine[Any]:
        self._numbers()
        return types.String()

    def date_time(self) -> sqltypes.TypeEngine[Any]:
        return types.DateTime(self._string())

    def date_time_64(self) -> sqltypes.TypeEngine[Any]:
        [digits] = self._numbers()
        return types.DateTime64(digits, self._string())

    def enum_8(self) -> sqltypes.TypeEngine[Any]:
        return types.Enum8(self._members())

    def enum_16(self) -> sqltypes.TypeEngine[Any]:
        return types.Enum16(self._members())

    def _members(self) -> dict[str, int]:
        members: dict[str, int] = {}
        while self._next() not in (")", ""):
            name = self._string()
            self._take()
            members[name or ""] = int(self._take()[1])
            if self._next() == ",":
                self._take()
        return members

    def _numbers(self) -> Sequence[int]:
        numbers: list[int] = []
        while self.position < len(self.tokens) and self.tokens[self.position][0] == "number":
            numbers.append(int(self._take()[1]))
            if self._next() == ",":
                self._take()
        return numbers

    def _string(self) -> str | None:
        if self.position >= len(self.tokens) or self.tokens[self.position][0] != "string":
            return None
        return _ESCAPE.sub(r"\1", self._take()[1][1:-1])

    def _next(self) -> str:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else ""

    def _take(self) -> tuple[str, str]:
        if self.position >= len(self.tokens):
            raise _UnknownTypeError
        self.position += 1
        return self.tokens[self.position - 1]


_READERS: dict[str, Callable[[_Parser], sqltypes.TypeEngine[Any]]] = {
    "nullable": _Parser.nullable,
    "lowcardinality": _Parser.low_cardinality,
    "aggregatefunction": _Parser.aggregate_function,
    "simpleaggregatefunction": _Parser.simple_aggregate_function,
    "array": _Parser.array,
    "nested": _Parser.nested,
    "map": _Parser.map_type,
    "tuple": _Parser.tuple_type,
    "struct": _Parser.tuple_type,
    "decimal": _Parser.decimal,
    "fixedstring": _Parser.fixed_string,
    "char": _Parser.text,
    "varchar": _Parser.text,
    "datetime": _Parser.date_time,
    "datetime64": _Parser.date_time_64,
    "enum8": _Parser.enum_8,
    "enum16": _Parser.enum_16,
}
