"""Arrays, maps and tuples in ClickHouse's text form: `[1,2]`, `{'a':1}`, `(1,'x')`.

Source: https://clickhouse.com/docs/interfaces/formats/TabSeparated, tried on ClickHouse 26.9.
"""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.data_literals import NULL, array_of, literal_of_number, map_of, tuple_of
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["read_nested"]

_BLANK = re.compile(r"\s*+")
_NULL = re.compile(r"NULL\b")
_WORD = re.compile(r"[\w.+-]*+")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.|'')*+)'", re.DOTALL)
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})|\\(.)|''", re.DOTALL)
_ESCAPES = {
    **{"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"},
    **{"0": "\0", "\\": "\\", "'": "'", '"': '"', "`": "`", "/": "/", "N": ""},
}
_BARE = (Category.INTEGER, Category.FLOAT, Category.DECIMAL, Category.BOOL)


def read_nested(text: str, data_type: DataType) -> str:
    """A text as a literal.

    Args:
        text: the value.
        data_type: an array, a map or a tuple.

    Raises:
        RmtError: `CANNOT_READ_ARRAY_FROM_TEXT`, `CANNOT_PARSE_QUOTED_STRING` or
            `CANNOT_PARSE_INPUT_ASSERTION_FAILED`, it is no such value.
    """
    reader = _Reader(text)
    literal = reader.value(data_type)
    reader.end()
    return literal


class _Reader:
    """Reads values from left to right; how deep it goes is for the type to say."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def value(self, data_type: DataType) -> str:
        self._take(_BLANK)
        match data_type.category:
            case Category.ARRAY:
                return self._array(data_type)
            case Category.MAP:
                return self._map(data_type)
            case Category.TUPLE:
                return self._tuple(data_type)
        if self._take(_NULL):
            return NULL
        if data_type.category in _BARE:
            # As in ClickHouse, no digits are a zero.
            return quote_string(self._take(_WORD) or "0")
        if data_type.category is Category.DATETIME and not self._at_symbol("'"):
            return literal_of_number(self._take(_WORD), data_type)
        return quote_string(self._string(data_type))

    def end(self) -> None:
        self._take(_BLANK)
        if self._at < len(self._text):
            raise self._unexpected("the end")

    def _array(self, data_type: DataType) -> str:
        if not self._accept("["):
            raise RmtError("CANNOT_READ_ARRAY_FROM_TEXT", "Array does not start with '['.")
        elements: list[str] = []
        while not self._accept("]"):
            elements.append(self.value(data_type.element))
            if self._accept(",") or self._at_symbol("]"):
                continue
            if self._at == len(self._text):
                raise self._unexpected("']'")
            raise RmtError(
                "CANNOT_READ_ARRAY_FROM_TEXT",
                "Cannot read array from text, expected comma or end of array, found "
                f"'{self._text[self._at]}'.",
            )
        return array_of(elements)

    def _map(self, data_type: DataType) -> str:
        of_keys, of_values = data_type.elements
        self._expect("{")
        pairs: list[tuple[str, str]] = []
        while not self._accept("}"):
            key = self.value(of_keys)
            self._expect(":")
            pairs.append((key, self.value(of_values)))
            if not self._accept(",") and not self._at_symbol("}"):
                raise self._unexpected("'}'")
        return map_of(pairs)

    def _tuple(self, data_type: DataType) -> str:
        self._expect("(")
        elements: list[str] = []
        for element in data_type.elements:
            if elements:
                self._expect(",")
            elements.append(self.value(element))
        if len(elements) == 1:
            self._accept(",")
        self._expect(")")
        return tuple_of(elements)

    def _string(self, data_type: DataType) -> str:
        found = _QUOTED.match(self._text, self._at)
        if found is None:
            if data_type.category is Category.STRING or self._at_symbol("'"):
                raise RmtError(
                    "CANNOT_PARSE_QUOTED_STRING",
                    f"Cannot parse quoted string: {self._text[self._at :][:50]}",
                    "Texts inside arrays, maps and tuples stand in single quotes.",
                )
            raise self._unexpected('"\'"')
        self._at = found.end()
        return _ESCAPE.sub(_unescaped, found[1])

    def _accept(self, symbol: str) -> bool:
        self._take(_BLANK)
        if not self._at_symbol(symbol):
            return False
        self._at += 1
        return True

    def _at_symbol(self, symbol: str) -> bool:
        return self._text.startswith(symbol, self._at)

    def _expect(self, symbol: str) -> None:
        if not self._accept(symbol):
            raise self._unexpected(f"'{symbol}'")

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[0]

    def _unexpected(self, wanted: str) -> RmtError:
        rest = self._text[self._at :][:50]
        where = f"before: {rest}" if rest else "at its end"
        return RmtError(
            "CANNOT_PARSE_INPUT_ASSERTION_FAILED", f"Cannot parse input: expected {wanted} {where}"
        )


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    if found[2] is None:
        return "'"
    return _ESCAPES.get(found[2], found[0])
