"""`LIKE`, and what its patterns mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.values import Value, argument_of, literal, stored, truth
from rmt_engine.sql.text.quoting import is_of_bytes, quote_string

__all__ = ["LIKES"]

_LIKES = {
    "like": "LIKE",
    "notLike": "NOT LIKE",
    "ilike": "ILIKE",
    "notILike": "NOT ILIKE",
}
_LONE_BACKSLASH = r"\G((?:[^\\]|\\[%_\\])*)\\(?![%_\\]|\z)"
_ESCAPED_OR_NOT = re.compile(r"\\([%_\\]?)")


def _like(name: str, values: Sequence[Value], _call: Compose) -> Value:
    text, pattern = (stored(value) for value in values[:2])
    answer = answer_type("like", [argument_of(text), argument_of(pattern)])
    if isinstance(pattern.constant, str) and is_of_bytes(pattern.constant):
        text, pattern = _byte_by_byte(text, pattern.constant)
    elif len(values) == 2:
        pattern = _with_plain_backslashes(pattern)
    escape = "".join(f" ESCAPE {_character(value)}" for value in values[2:])
    return truth(f"({text.sql} {_LIKES[name]} {pattern.sql}{escape})", answer)


def _with_plain_backslashes(pattern: Value) -> Value:
    """A pattern in which a backslash that escapes nothing stands for itself.

    Raises:
        RmtError: `CANNOT_PARSE_ESCAPE_SEQUENCE`, one stands at the end.
    """
    text = pattern.constant
    if not isinstance(text, str):
        doubled = f"{quote_string(_LONE_BACKSLASH)}, {quote_string('$1' + 4 * chr(92))}"
        return replace(pattern, sql=f"regexp_replace({pattern.sql}, {doubled})")
    if (len(text) - len(text.rstrip("\\"))) % 2:
        raise RmtError(
            "CANNOT_PARSE_ESCAPE_SEQUENCE",
            f"Invalid escape sequence at the end of LIKE pattern '{text}'.",
            "Two backslashes stand for one.",
        )
    found = _ESCAPED_OR_NOT.sub(lambda one: one[0] if one[1] else "\\\\", text)
    return pattern if found == text else literal(found)


def _byte_by_byte(text: Value, pattern: str) -> tuple[Value, Value]:
    """A text and a pattern that is no UTF-8, each byte as the character of its number.

    Spark's LIKE takes texts of characters, to which all bytes that are no UTF-8 are the same one.
    """
    characters = pattern.encode("utf-8", "surrogateescape").decode("latin-1")
    decoded = f"decode(CAST({text.sql} AS BINARY), 'ISO-8859-1')"
    return replace(text, sql=decoded), literal(characters)


def _character(value: Value) -> str:
    """The character behind ESCAPE.

    Raises:
        RmtError: `BAD_ARGUMENTS`, it is no text of one character.
    """
    if not isinstance(value.constant, str) or len(value.constant) != 1:
        raise RmtError("BAD_ARGUMENTS", "ESCAPE takes a text of one character.")
    return quote_string(value.constant)


LIKES: Mapping[str, Lowering] = dict.fromkeys(_LIKES, _like)
"""`like` and its kin."""
