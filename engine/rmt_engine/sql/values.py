"""The rows of INSERT … VALUES: words in them that Spark does not read as ClickHouse does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pyarrow as pa
from sqlglot import exp

from rmt_engine.errors import RmtError
from rmt_engine.sql.layout import stored_types
from rmt_engine.sql.tokens import Cursor, Kind, Token, splice, tokenize
from rmt_engine.sql.translate import parse_expression, translate_expression
from rmt_engine.sql.types import parse_type
from rmt_engine.store.table import Column, TableDefinition

__all__ = ["fill_default_words", "plain_rows", "separate_rows", "spell_out_floats"]

_DEFAULT = re.compile(r"\bDEFAULT\b", re.IGNORECASE)
_FLOATS = {"NAN": "double('NaN')", "INF": "double('Infinity')", "INFINITY": "double('Infinity')"}
_FLOAT = re.compile(rf"\b(?:{'|'.join(_FLOATS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Plain:
    """How the values of a type are written plainly.

    Attributes:
        pattern: a regular expression with one group, the value.
        read: makes the value of the group.
        least: no value is less; None when any value will do.
        greatest: no value is greater.
    """

    pattern: str
    read: Callable[[str], Any]
    least: Any = None
    greatest: Any = None


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


_NUMBER = "(-?[0-9]{1,20})"
_DATE = "'([0-9]{4}-[0-9]{2}-[0-9]{2})'"
_SECONDS = "'([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})'"
_PLAIN: dict[str, _Plain] = {
    **{
        f"Int{bits}": _Plain(_NUMBER, int, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        for bits in (8, 16, 32, 64)
    },
    **{f"UInt{bits}": _Plain(_NUMBER, int, 0, 2**bits - 1) for bits in (8, 16, 32)},
    "String": _Plain(r"'([^'\\]*)'", str),
    "Date": _Plain(_DATE, date.fromisoformat, date(1970, 1, 1), date(2149, 6, 6)),
    "Date32": _Plain(_DATE, date.fromisoformat, date(1900, 1, 1), date(2299, 12, 31)),
    "DateTime": _Plain(
        _SECONDS,
        _instant,
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(2106, 2, 7, 6, 28, 15, tzinfo=UTC),
    ),
}
_VALUES = re.compile(r"\s*VALUES\b", re.IGNORECASE)
_REST = re.compile(r"\s*(?:;.*)?", re.DOTALL)


def plain_rows(
    text: str, names: Sequence[str] | None, definition: TableDefinition
) -> pa.Table | None:
    """Rows of nothing but whole numbers, strings, dates and times, as they are stored.

    Args:
        text: `VALUES (…), …`.
        names: the columns the values are for; None for all visible ones.
        definition: the table's definition.

    Returns:
        The rows; None when a value, a column or the table needs more than to be put down: then
        Spark reads the values.
    """
    types = stored_types(definition)
    names = tuple(types) if names is None else names
    if (
        definition.partition_by
        or sorted(names) != sorted(types)
        or any(column.expression or not column.is_visible for column in definition.columns)
        or any(types[name].timezone != "UTC" for name in names)
    ):
        return None
    kinds = [_PLAIN.get(types[name].family) for name in names]
    plain = [kind for kind in kinds if kind is not None]
    rows = _match_rows(text, plain) if len(plain) == len(kinds) else None
    if not rows:
        return None
    arrays: dict[str, pa.Array] = {}
    for name, kind, texts in zip(names, plain, zip(*rows, strict=True), strict=True):
        try:
            values = [kind.read(text) for text in texts]
        except ValueError:
            return None
        if kind.least is not None and not kind.least <= min(values) <= max(values) <= kind.greatest:
            return None
        arrays[name] = pa.array(values, types[name].arrow)
    return pa.table({name: arrays[name] for name in types})


def _match_rows(text: str, kinds: Sequence[_Plain]) -> list[tuple[str, ...]] | None:
    """The texts of each row's values; None when there is anything but such rows."""
    start = _VALUES.match(text)
    if start is None or not kinds:
        return None
    values = r"\s*,\s*".join(kind.pattern for kind in kinds)
    row = re.compile(rf"\s*\(\s*{values}\s*\)\s*(,?)")
    rows: list[tuple[str, ...]] = []
    position, comma = start.end(), ","
    while comma and (found := row.match(text, position)):
        *row_texts, comma = found.groups()
        rows.append(tuple(row_texts))
        position = found.end()
    return rows if _REST.fullmatch(text, position) else None


def separate_rows(text: str, tokens: Sequence[Token]) -> str:
    """Checks that nothing but rows follows VALUES, and puts the commas ClickHouse does not need.

    Args:
        text: `VALUES (…), …`.
        tokens: its tokens.

    Raises:
        RmtError: `NO_DATA_TO_INSERT`, there is no row; `CANNOT_PARSE_INPUT_ASSERTION_FAILED`,
            there is something else.
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
                edits.append((text.rindex(",", 0, cursor.offset), cursor.offset, ""))
        elif cursor.at("("):
            edits.append((end, end, ", "))
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
