"""The rows of INSERT … VALUES: ClickHouse's expressions in Spark's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.tokens import Cursor, Kind, Token, splice, tokenize
from rmt_engine.sql.query.catalog import Catalog
from rmt_engine.sql.query.compiler import lowering_over, reading_deep
from rmt_engine.sql.query.lower_expression import ExpressionLowering
from rmt_engine.sql.query.read_query import QueryReader
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Literal
from rmt_engine.sql.query.values import stored
from rmt_engine.sql.tables.expressions import identifiers, stored_expression
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import Column, TableDefinition

__all__ = [
    "in_sparks_words",
    "pieces_of_rows",
    "refuse_long_numbers",
    "separate_rows",
]

_MOST_DIGITS = 38
_NUMBER = re.compile(r"-?(?:\d[\d_]*+\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
_CONTAINERS = {"array": "array", "map": "map", "tuple": "struct"}
"""What makes arrays, maps and tuples, with Spark's names."""
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


def in_sparks_words(
    text: str, names: Sequence[str] | None, definition: TableDefinition, catalog: Catalog
) -> list[str]:
    """The values of each row with ClickHouse's expressions in Spark's words.

    Numbers stay as they are written: what they are is said by their columns.

    Args:
        text: `VALUES (…), …`, with commas between the rows.
        names: the columns the values are for; None for all visible ones.
        definition: the table's definition.
        catalog: resolves the names in subqueries.

    Raises:
        RmtError: an expression is wrong; `NOT_IMPLEMENTED`, DEFAULT of a Nullable column whose
            default needs other columns.
    """
    columns: list[Column | None] = list(definition.visible_columns)
    if names is not None:
        columns = [definition.column(name) for name in names]
    with reading_deep():
        lowering = lowering_over({}, catalog)
        return [
            ", ".join(
                _in_sparks_words(value, column, lowering)
                for value, column in zip_longest(row, columns[: len(row)])
            )
            for row in _RowsReader(text, tokenize(text)).rows()
        ]


class _RowsReader(QueryReader):
    """Reads the rows of VALUES."""

    def rows(self) -> Iterator[list[Expression]]:
        """Each row's values."""
        self.expect("VALUES")
        while not self.done:
            self.expect("(")
            yield self.expressions()
            self.expect(")")
            if not self.accept(","):
                self.end()


def _in_sparks_words(value: Expression, column: Column | None, lowering: ExpressionLowering) -> str:
    if isinstance(value, Literal) and _NUMBER.fullmatch(value.text):
        return value.text.replace("_", "")
    if isinstance(value, Identifier) and value.name.upper() == "DEFAULT":
        return _default(column)
    if isinstance(value, Call) and value.name in _CONTAINERS:
        inside = (_in_sparks_words(one, None, lowering) for one in value.arguments)
        return f"{_CONTAINERS[value.name]}({', '.join(inside)})"
    return stored(lowering.row(value)).sql


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
    """What gives a column its default: NULL for one that cannot hold it, as an INSERT knows."""
    if column is None or not column.expression or not parse_type(column.type).nullable:
        return "NULL"
    if identifiers(column.expression):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"DEFAULT for the Nullable column {column.name}, whose default needs other columns.",
            "Leave the column out of the list instead.",
        )
    return stored_expression(column.expression, {})
