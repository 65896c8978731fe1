"""The rows of INSERT … VALUES: words in them that Spark does not read as ClickHouse does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlglot import exp

from rmt_engine.errors import RmtError
from rmt_engine.sql.tokens import Cursor, Kind, Token, splice, tokenize
from rmt_engine.sql.translate import parse_expression, translate_expression
from rmt_engine.sql.types import parse_type
from rmt_engine.store.table import Column, TableDefinition

__all__ = [
    "fill_default_words",
    "pieces_of_rows",
    "refuse_long_numbers",
    "separate_rows",
    "spell_out_floats",
]

_DEFAULT = re.compile(r"\bDEFAULT\b", re.IGNORECASE)
_FLOATS = {"NAN": "double('NaN')", "INF": "double('Infinity')", "INFINITY": "double('Infinity')"}
_MOST_DIGITS = 38
_FLOAT = re.compile(rf"\b(?:{'|'.join(_FLOATS)})\b", re.IGNORECASE)
_PIECE = 65_536
_VALUES = re.compile(r"\s*+VALUES\b", re.IGNORECASE)
_BRACKETS = re.compile(
    r"'(?:[^'\\]|\\.)*+'?|\"(?:[^\"\\]|\\.)*+\"?|`[^`]*+`?|--[^\n]*+|/\*.*?(?:\*/|\Z)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.DOTALL,
)
_NEXT_ROW = re.compile(r"\s*+(?:,\s*+)?+(?=\()")


def pieces_of_rows(text: str, size: int = _PIECE) -> Iterator[str]:
    """The same rows in several lists, of which Spark's parser needs little memory each.

    Args:
        text: `VALUES (…), …`.
        size: how many characters a piece has at least, but for the last one.
    """
    head = _VALUES.match(text)
    start = head.end() if head else 0
    depth, cut = 0, start + size
    for bracket in _BRACKETS.finditer(text, start):
        if bracket["open"]:
            depth += 1
        elif bracket["close"]:
            depth -= 1
            if depth or bracket.end() < cut:
                continue
            following = _NEXT_ROW.match(text, bracket.end())
            if following:
                yield f"VALUES {text[start : bracket.end()]}"
                start = following.end()
                cut = start + size
    yield f"VALUES {text[start:]}" if head else text


def separate_rows(text: str, tokens: Sequence[Token]) -> str:
    """Checks that nothing but rows follows VALUES, and puts the commas ClickHouse does not need.

    Args:
        text: `VALUES (…), …`.
        tokens: its tokens.

    Raises:
        RmtError: `NO_DATA_TO_INSERT`, there is no row; `CANNOT_PARSE_INPUT_ASSERTION_FAILED`,
            there is something else; `CANNOT_READ_ALL_DATA`, something follows the semicolon.
    """
    cursor = Cursor(text, tokens)
    cursor.expect("VALUES")
    if cursor.done or cursor.at(";"):
        raise RmtError("NO_DATA_TO_INSERT", "No data to insert.", "Write VALUES (…), (…).")
    edits: list[tuple[int, int, str]] = []
    while not (cursor.done or cursor.at(";")):
        if not cursor.at("("):
            raise RmtError(
                "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
                f"Cannot parse input: expected '(' before: {text[cursor.offset :][:50]}",
                "SETTINGS stands before VALUES; each row stands in parentheses.",
            )
        cursor.parenthesized()
        end = cursor.offset
        if cursor.accept(","):
            if cursor.done or cursor.at(";"):
                edits.append((cursor.previous_end - 1, cursor.previous_end, ""))
        elif cursor.at("("):
            edits.append((end, end, ", "))
    end = cursor.previous_end
    while cursor.accept(";"):
        pass
    if not cursor.done:
        raise RmtError(
            "CANNOT_READ_ALL_DATA",
            f"Cannot read data after semicolon: {text[cursor.offset :][:50]}",
            "Send one statement at a time; rows are separated by commas.",
        )
    edits.append((end, len(text), ""))
    return splice(text, edits)


def fill_default_words(text: str, names: Sequence[str] | None, definition: TableDefinition) -> str:
    """Replaces DEFAULT as a value by what gives the column its default.

    That is NULL for a column that cannot hold one, since an INSERT puts the default there.

    Args:
        text: `VALUES (…), …`.
        names: the columns the values are for; None for all visible ones.
        definition: the table's definition.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, DEFAULT of a Nullable column whose default needs other columns.
    """
    if not _DEFAULT.search(text):
        return text
    columns: list[Column | None]
    if names is None:
        columns = list(definition.visible_columns)
    else:
        columns = [definition.column(name) for name in names]
    edits: list[tuple[int, int, str]] = []
    depth = position = 0
    tokens = tokenize(text)
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.value, 0)
            if depth == 1 and token.value in "(,":
                position = 0 if token.value == "(" else position + 1
        elif token.word == "DEFAULT" and depth == 1 and tokens[index - 1].value in ("(", ","):
            column = columns[position] if position < len(columns) else None
            edits.append((token.start, token.end, _default(column)))
    return splice(text, edits)


def spell_out_floats(text: str) -> str:
    """Replaces `nan` and `inf` in `VALUES (…), …`, which Spark would take for columns.

    Source of the words: https://clickhouse.com/docs/sql-reference/data-types/float
    """
    if not _FLOAT.search(text):
        return text
    return splice(
        text,
        [
            (token.start, token.end, _FLOATS[token.word])
            for token in tokenize(text)
            if token.kind is Kind.WORD and token.word in _FLOATS
        ],
    )


def refuse_long_numbers(tokens: Sequence[Token]) -> None:
    """Makes sure that Spark has a type for every whole number.

    Args:
        tokens: of `VALUES (…), …`.

    Raises:
        RmtError: `VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE`, one has more digits than Spark's decimals.
    """
    for token in tokens:
        long = token.kind is Kind.NUMBER and len(token.value.lstrip("0")) > _MOST_DIGITS
        if long and token.value.isdigit():
            raise RmtError(
                "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE",
                f"The number {token.value} has more than {_MOST_DIGITS} digits.",
                "For a floating-point column, write it with an exponent: 1.5e40.",
            )


def _default(column: Column | None) -> str:
    if column is None or not column.expression or not parse_type(column.type).nullable:
        return "NULL"
    if parse_expression(column.expression).find(exp.Column):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"DEFAULT for the Nullable column {column.name}, whose default needs other columns.",
            "Leave the column out of the list instead.",
        )
    return f"({translate_expression(column.expression)})"
