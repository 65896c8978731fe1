"""The rows of INSERT … VALUES: ClickHouse's expressions in Spark's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Context, Decimal
from itertools import cycle, zip_longest
from typing import TypeAlias

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, NULL, is_number
from rmt_engine.sql.query.catalog import Catalog
from rmt_engine.sql.query.compiler import lowering_over, reading_deep
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
from rmt_engine.sql.query.reading.queries import QueryReader
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Literal
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.tables.aggregate_types import check_states
from rmt_engine.sql.tables.expressions import identifiers, stored_expression, tree_of
from rmt_engine.sql.text.tokens import Cursor, Kind, Token, splice, tokenize
from rmt_engine.sql.values.nested_text import read_nested
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import Column, TableDefinition

__all__ = [
    "WrittenRow",
    "in_sparks_words",
    "pieces_of_rows",
    "refuse_long_numbers",
    "rows_of_one_form",
    "separate_rows",
]

_MOST_DIGITS = 38
_DIGITS = Context(prec=2 * _MOST_DIGITS)
_NUMBER = re.compile(r"-?(?:\d[\d_]*+\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
_NEGATIVE_ZERO = re.compile(r"-[0_.]++(?:[eE].*)?\Z")
_CONTAINERS = {"array": "array", "map": "map", "tuple": "struct", "struct": "struct"}
"""What makes arrays, maps and tuples, with Spark's names."""
_PIECE = 65_536
_VALUES = re.compile(r"\s*+VALUES\b", re.IGNORECASE)
_BRACKETS = re.compile(
    r"'(?:[^'\\]|\\.)*+'?|\"(?:[^\"\\]|\\.)*+\"?|`[^`]*+`?|--[^\n]*+|/\*.*?(?:\*/|\Z)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.DOTALL,
)
_NEXT_ROW = re.compile(r"\s*+(?:,\s*+)?+(?=\()")
_Form: TypeAlias = "str | tuple[_Form, ...]"
"""What a value is to Spark: a word, or of a compound value a word and the forms inside it."""
_ANY = ""
"""The form of NULL, and of what is inside an empty array: it stands beside any other."""
_NUMBER_FORM = "number"
_TEXT_FORM = "STRING"
_UNKNOWN = "unknown"
_NESTED = (Category.ARRAY, Category.MAP, Category.TUPLE)
_TEXT_FAMILIES = frozenset(("String", "FixedString"))


@dataclass(frozen=True)
class WrittenRow:
    """A row of VALUES.

    Attributes:
        sql: its values in Spark's words, separated by commas.
        forms: what each of them is to Spark.
    """

    sql: str
    forms: tuple[_Form, ...]


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
) -> list[WrittenRow]:
    """The values of each row with ClickHouse's expressions in Spark's words.

    Numbers stay as they are written: what they are is said by their columns.

    Args:
        text: `VALUES (…), …`, with commas between the rows.
        names: the columns the values are for; None for all visible ones.
        definition: the table's definition.
        catalog: resolves the names in subqueries.

    Raises:
        RmtError: an expression is wrong; `TYPE_MISMATCH`, a column of states gets something else;
            `NOT_IMPLEMENTED`, DEFAULT of a Nullable column whose default needs other columns.
    """
    columns: list[Column | None] = list(definition.visible_columns)
    if names is not None:
        columns = [definition.column(name) for name in names]
    types = [None if column is None else parse_type(column.type) for column in columns]
    with reading_deep():
        writer = _Writer(lowering_over({}, catalog))
        return [
            _written_row(
                [
                    writer.given(value, column, kind)
                    for value, column, kind in zip_longest(
                        row, columns[: len(row)], types[: len(row)]
                    )
                ]
            )
            for row in _RowsReader(text, tokenize(text)).rows()
        ]


def rows_of_one_form(rows: Sequence[WrittenRow]) -> list[list[int]]:
    """The places of rows, in lists of rows that Spark can have in one table of literals.

    Args:
        rows: the rows.

    Raises:
        RmtError: `SYNTAX_ERROR`, they differ in their number of values.
    """
    if len({len(row.forms) for row in rows}) > 1:
        raise RmtError("SYNTAX_ERROR", "The rows of VALUES differ in their number of values.")
    groups: list[tuple[_Form, list[int]]] = []
    for place, row in enumerate(rows):
        for at, (form, places) in enumerate(groups):
            joined = _joined(form, row.forms)
            if joined is not None:
                places.append(place)
                groups[at] = (joined, places)
                break
        else:
            groups.append((row.forms, [place]))
    return [places for _, places in groups]


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


_Written: TypeAlias = tuple[str, _Form]
"""A value in Spark's words, and its form."""


def _written_row(values: Sequence[_Written]) -> WrittenRow:
    return WrittenRow(", ".join(sql for sql, _ in values), tuple(form for _, form in values))


class _Writer:
    """Writes values in Spark's words.

    Args:
        lowering: of expressions.
    """

    def __init__(self, lowering: ExpressionLowering) -> None:
        self._lowering = lowering

    def given(self, value: Expression, column: Column | None, kind: DataType | None) -> _Written:
        """What a column is given.

        Args:
            value: as it was read.
            column: the column; None for a value too many.
            kind: its type.
        """
        if _is_default(value):
            return _default(column)
        if column is not None and kind is not None and kind.family == "AggregateFunction":
            lowered = self._lowering.row(value)
            if lowered.type == NULL:
                return _default(column)
            check_states([(column.name, kind)], [lowered.type], "TYPE_MISMATCH")
            return stored(lowered).sql, _form_of(lowered.type)
        if kind is not None and kind.family == "Decimal":
            return self._decimal(value, kind.scale)
        if kind is not None and kind.category in _NESTED and isinstance(value, Literal):
            return self._nested(value, kind)
        return self.written(value, None if kind is None else kind.family, kind)

    def _nested(self, value: Literal, kind: DataType) -> _Written:
        """What an array, a map or a tuple is given: the one that a text says."""
        if not isinstance(value.value, str):
            return self.written(value)
        return self.written(tree_of(read_nested(value.value, kind)), kind=kind)

    def _decimal(self, value: Expression, scale: int) -> _Written:
        """What a Decimal is given: the number that is written, or one cut as ClickHouse cuts it.

        A float beside it would make floats of all rows.
        """
        if isinstance(value, Literal) and _NUMBER.fullmatch(value.text):
            number = Decimal(value.text.replace("_", ""))
            if number.adjusted() + 1 + scale > _MOST_DIGITS:
                return value.text.replace("_", ""), _NUMBER_FORM
            cut = number.quantize(Decimal(1).scaleb(-scale), ROUND_DOWN, _DIGITS)
            return f"{cut:f}BD", _NUMBER_FORM
        lowered = self._lowering.row(value)
        if lowered.type is None or lowered.family not in FLOATS or lowered.type.nullable:
            return self.written(value, "Decimal")
        exact = self._lowering.row(Call("toDecimal128", [value, Literal(scale, str(scale))]))
        return exact.sql, _NUMBER_FORM

    def written(
        self, value: Expression, family: str | None = None, kind: DataType | None = None
    ) -> _Written:
        """A value.

        Args:
            value: as it was read.
            family: the family of its column's type; None for a value inside another.
            kind: the type it becomes, if that is known.
        """
        if isinstance(value, Literal) and _is_kept(value.text, family):
            if kind is not None and kind.family in FLOATS and _NEGATIVE_ZERO.match(value.text):
                return "-0.0D", _NUMBER_FORM
            return value.text.replace("_", ""), _NUMBER_FORM
        if isinstance(value, Call) and value.name in _CONTAINERS:
            if family in _TEXT_FAMILIES and value.name == "array":
                return self._lowering.row(Call("toString", [value])).sql, _TEXT_FORM
            return self._container(value, kind)
        lowered = self._lowering.row(value)
        if family == "String" and _is_shown_otherwise(lowered):
            lowered = self._lowering.row(Call("toString", [value]))
        return stored(lowered).sql, _form_of(lowered.type)

    def _container(self, value: Call, kind: DataType | None) -> _Written:
        word = _CONTAINERS[value.name]
        kinds = cycle(kind.elements if kind is not None and kind.elements else [None])
        inside = [
            self.written(one, kind=of) for one, of in zip(value.arguments, kinds, strict=False)
        ]
        forms = [form for _, form in inside]
        if word == "array":
            forms = [_common_form(forms)]
        elif word == "map":
            forms = [_common_form(forms[::2]), _common_form(forms[1::2])]
        return f"{word}({', '.join(sql for sql, _ in inside)})", (word, *forms)


def _is_kept(text: str, family: str | None) -> bool:
    """Whether a literal stays as it is written: a number, unless a String shows it otherwise."""
    return bool(_NUMBER.fullmatch(text)) and (family != "String" or text.isdigit())


def _is_shown_otherwise(value: Value) -> bool:
    """Whether Spark's text of a value may differ from ClickHouse's."""
    family = value.family
    return bool(family) and value.type != NULL and family not in _TEXT_FAMILIES


def _form_of(data_type: DataType | None) -> _Form:
    if data_type is None:
        return _UNKNOWN
    if data_type.family == "Nothing":
        return _ANY
    if is_number(data_type) and data_type.family != "Bool":
        return _NUMBER_FORM
    if data_type.elements:
        return (data_type.family, *map(_form_of, data_type.elements))
    return data_type.spark


def _common_form(forms: Sequence[_Form]) -> _Form:
    """The form of the elements of an array; what has none is left to Spark.

    Raises:
        RmtError: `NO_COMMON_TYPE`, texts stand beside numbers.
    """
    found: _Form | None = _ANY
    for form in forms:
        found = None if found is None else _joined(found, form)
    if found is None and {_NUMBER_FORM, _TEXT_FORM} <= set(forms):
        raise RmtError(
            "NO_COMMON_TYPE",
            "There is no supertype for a number and a String, elements of one array.",
            "Write all elements as numbers, or all as texts.",
        )
    return _UNKNOWN if found is None else found


def _joined(one: _Form, other: _Form) -> _Form | None:
    """The form of values of two forms that can stand in one column of Spark's; None without one."""
    if other in (one, _ANY):
        return one
    if one == _ANY:
        return other
    if isinstance(one, str) or isinstance(other, str) or len(one) != len(other):
        return None
    parts = []
    for first, second in zip(one, other, strict=True):
        part = _joined(first, second)
        if part is None:
            return None
        parts.append(part)
    return tuple(parts)


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


def _is_default(value: Expression) -> bool:
    return isinstance(value, Identifier) and value.name.upper() == "DEFAULT"


def _default(column: Column | None) -> _Written:
    """What gives a column its default: NULL for one that cannot hold it, as an INSERT knows."""
    if column is None or not column.expression or not parse_type(column.type).nullable:
        return "NULL", _ANY
    if identifiers(column.expression):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"DEFAULT for the Nullable column {column.name}, whose default needs other columns.",
            "Leave the column out of the list instead.",
        )
    return stored_expression(column.expression, {}), _UNKNOWN
