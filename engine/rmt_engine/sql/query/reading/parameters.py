"""Parameters of queries: `{name:Type}` stands for the value that `SET param_name = …` gave.

A value is a text, and is read as its type says; it becomes a constant of the statement, never a
part of its grammar. `{name:Identifier}` is a name. The parameters of a view get their values where
the view is read: `FROM v(name = value)`.

Source: https://clickhouse.com/docs/sql-reference/syntax#defining-and-using-query-parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import (
    Call,
    Expression,
    Literal,
    expressions_in,
)
from rmt_engine.sql.settings.declared import PARAMETER_PREFIX
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Cursor, Kind, Token, splice, tokenize
from rmt_engine.sql.values.types import Category, DataType, parse_type

__all__ = ["NULL_TEXT", "constant_of", "has_parameters", "not_set", "with_parameters"]

_WHOLE = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:inf|nan)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_RAW_ENDS = re.compile(r"[\t\n]")
NULL_TEXT = "\\N"
_CONSTANT = re.compile(r"\b_CAST\s*\(")
_CONTAINERS = ("Array", "Map", "Tuple", "Nested")
_MAKERS = frozenset(("array", "tuple", "map"))
_VIEW = re.compile(
    r"CREATE(?:\s+OR\s+REPLACE)?(?:\s+GLOBAL)?(?:\s+TEMPORARY)?\s+VIEW\b",
    re.IGNORECASE,
)


def with_parameters(text: str, value_of: Callable[[str], str | None]) -> str:
    """A statement with values in the place of its parameters.

    Those of a view are its own: they get their values where it is read.

    Args:
        text: the statement.
        value_of: the value of a parameter; None if it is not set.

    Raises:
        RmtError: `UNKNOWN_QUERY_PARAMETER`, one has no value; `BAD_QUERY_PARAMETER`, its value is
            none of its type; `UNKNOWN_TYPE`.
    """
    tokens, places = _parameters_in(text)
    if not places:
        return text
    if _VIEW.match(" ".join(token.value for token in tokens[:5])):
        _refuse_names(tokens, places)
        return text
    edits = []
    for place in places:
        cursor = Cursor(text, tokens, place + 3)
        type_text = cursor.skip_until("}")
        if not cursor.accept("}"):
            cursor.fail("expected }")
        name = tokens[place + 1].value
        value = value_of(name)
        if value is None:
            raise not_set(name)
        edits.append(
            (tokens[place].start, cursor.previous_end, constant_of(name, type_text, value))
        )
    return splice(text, edits)


def has_parameters(text: str) -> bool:
    """Whether a query has parameters, or a value in the place of one."""
    return bool(_CONSTANT.search(text) or _parameters_in(text)[1])


def _parameters_in(text: str) -> tuple[list[Token], list[int]]:
    """The tokens of a statement, and where among them its parameters begin."""
    if "{" not in text:
        return [], []
    try:
        tokens = tokenize(text)
    except RmtError:
        return [], []
    return tokens, [at for at in range(len(tokens)) if _begins_parameter(text, tokens, at)]


def _refuse_names(tokens: list[Token], places: list[int]) -> None:
    for place in places:
        if tokens[place + 3].value == "Identifier":
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"The parameter {tokens[place + 1].value} of a view is a name, which is not "
                "supported.",
                "Give a view parameters that are values.",
            )


def _begins_parameter(text: str, tokens: list[Token], place: int) -> bool:
    """Whether `{name:Type` begins at a token; `${name:x}` is Spark's."""
    token, following = tokens[place], tokens[place + 1 : place + 4]
    if token.value != "{" or token.kind is not Kind.SYMBOL or len(following) < 3:
        return False
    name, colon, type_name = following
    is_sparks = token.start > 0 and text[token.start - 1] == "$"
    return name.is_identifier and colon.value == ":" and type_name.is_identifier and not is_sparks


def constant_of(name: str, type_text: str, value: str) -> str:
    """ClickHouse's text of the value of a parameter.

    Args:
        name: the parameter.
        type_text: its type, or `Identifier`.
        value: its value, as it was set.

    Raises:
        RmtError: as `with_parameters`.
    """
    if type_text == "Identifier":
        return quote_name(value)
    data_type = parse_type(type_text)
    if value == NULL_TEXT and data_type.nullable:
        return f"_CAST(NULL, {quote_string(type_text)})"
    constant = _constant(data_type, value)
    if constant is None:
        raise RmtError(
            "BAD_QUERY_PARAMETER",
            f"Value {value} cannot be parsed as {type_text} for query parameter '{name}'.",
        )
    is_text = data_type.family == "String" and not data_type.nullable
    return constant if is_text else f"_CAST({constant}, {quote_string(type_text)})"


def _constant(data_type: DataType, value: str) -> str | None:
    """The text of a constant; None if the value is none of the type."""
    if data_type.family in _CONTAINERS:
        return value if _is_constant(value) else None
    if data_type.category is Category.INTEGER:
        return value if _WHOLE.fullmatch(value) else None
    if data_type.category is Category.FLOAT:
        return value if _NUMBER.fullmatch(value) else None
    if data_type.category is Category.DECIMAL:
        return quote_string(value) if _NUMBER.fullmatch(value) else None
    if data_type.family == "Bool":
        known = {"true": "true", "1": "true", "false": "false", "0": "false"}
        return known.get(value.lower())
    if data_type.family in ("Date", "Date32"):
        return _date(value)
    if _RAW_ENDS.search(value):
        return None
    return quote_string(_ESCAPED.sub(lambda one: _ESCAPES.get(one[1], one[1]), value))


def _date(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise RmtError("CANNOT_PARSE_DATE", f"Cannot parse date here: {value}.") from None
    return quote_string(value)


def _is_constant(text: str) -> bool:
    """Whether a text is an array, a map or a tuple of constants, and nothing else."""
    try:
        node = read_expression(text)
    except RmtError:
        return False
    return all(map(_is_part_of_constant, expressions_in(node)))


def _is_part_of_constant(node: Expression) -> bool:
    is_made = isinstance(node, Call) and node.is_operator and node.name in _MAKERS
    return is_made or isinstance(node, Literal)


def not_set(name: str) -> RmtError:
    """The error for a parameter that has no value."""
    return RmtError(
        "UNKNOWN_QUERY_PARAMETER",
        f"Substitution `{name}` is not set.",
        f"SET {PARAMETER_PREFIX}{name} = … sets it; a view's stand in parentheses behind its name.",
    )
