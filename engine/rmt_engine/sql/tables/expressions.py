"""Expressions of a table's definition: what they name, what they are, how Spark computes them."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import canonical_name, is_aggregate
from rmt_engine.sql.query.compiler import compile_expression, reading_deep
from rmt_engine.sql.query.printing.operators import written_expression, written_query
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_expression, read_query
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Exists,
    Expression,
    Identifier,
    Lambda,
    Literal,
    Subquery,
    children_of,
    expressions_in,
)
from rmt_engine.sql.query.types.conversion import as_text
from rmt_engine.sql.query.values import Value, condition, stored
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import UTC, DataType

__all__ = [
    "ExpressionTypes",
    "calls",
    "calls_aggregate",
    "check_identifiers",
    "column_of",
    "columns_named",
    "expression_text",
    "has_subquery",
    "identifiers",
    "is_constant",
    "is_deterministic",
    "is_deterministic_function",
    "is_named",
    "normalized",
    "query_text",
    "stored_condition",
    "stored_expression",
    "stored_value",
    "tree_of",
    "type_of",
    "whole_columns",
]

_RANDOM = {f.name.lower() for f in FUNCTIONS.values() if not f.deterministic} | {
    "now",
    "rand",
    "randn",
    "random",
    "uuid",
    "current_timestamp",
    "current_date",
    "randcanonical",
}


class ExpressionTypes(Protocol):
    """Asks Spark about expressions over columns of given types."""

    def types_of(self, columns: Mapping[str, DataType], expressions: Sequence[str]) -> list[str]:
        """Spark's type of each Spark expression.

        Raises:
            RmtError: `UNKNOWN_IDENTIFIER` and the like, an expression makes no sense.
        """

    def evaluate(self, expressions: Sequence[str]) -> None:
        """Evaluates expressions without columns.

        Raises:
            RmtError: a value does not fit.
        """

    def is_on(self, setting: str) -> bool:
        """Whether the statement or its session has turned a setting on."""

    def why_not(self, columns: Mapping[str, DataType], relation: str, query: str) -> str:
        """Why Spark cannot run a query of its own over rows of these columns; empty if it can."""


# What an expression says


@functools.lru_cache(maxsize=1024)
def tree_of(text: str) -> Expression:
    """An expression, read.

    Raises:
        RmtError: `SYNTAX_ERROR`, it cannot be read.
    """
    try:
        with reading_deep():
            return read_expression(text)
    except SparksOwn as word:
        raise _unreadable(text, f"{word} is no word of ClickHouse's.") from None
    except RmtError as error:
        if error.name != "SYNTAX_ERROR":
            raise
        raise _unreadable(text, error.message) from None


@functools.lru_cache(maxsize=4096)
def expression_text(text: str) -> str:
    """An expression of a definition as ClickHouse shows it, however it was written."""
    try:
        with reading_deep():
            return written_expression(tree_of(text)) if text else ""
    except RmtError:
        return text


@functools.lru_cache(maxsize=1024)
def query_text(text: str) -> str:
    """A view's query as ClickHouse shows it, however it was written."""
    try:
        with reading_deep():
            return written_query(read_query(text).query)
    except (RmtError, SparksOwn):
        return text


def _unreadable(text: str, why: str) -> RmtError:
    return RmtError("SYNTAX_ERROR", f"Cannot read the expression {text}: {why}")


@functools.lru_cache(maxsize=1024)
def identifiers(text: str) -> frozenset[str]:
    """The columns an expression may name: `n.a` is the column `n.a`, or an element of `n`."""
    return frozenset(name for parts in _names(text) for name in _columns_of(parts))


def whole_columns(text: str) -> frozenset[str]:
    """The columns that an expression names as a whole: of `n.a` only the column `n.a`, not `n`."""
    return frozenset(".".join(parts) for parts in _names(text))


def _names(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_named_in(tree_of(text), frozenset()))


def columns_named(text: str, known: Iterable[str]) -> frozenset[str]:
    """The columns of a table that an expression names; what names none of them is as it is written.

    Args:
        text: the expression.
        known: the columns there are.
    """
    lower = {name.lower() for name in known}
    return frozenset(
        next((name for name in _columns_of(parts)[::-1] if name.lower() in lower), parts[0])
        for parts in _names(text)
    )


def _columns_of(parts: tuple[str, ...]) -> list[str]:
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _named_in(node: Expression, parameters: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The names in an expression but those of the parameters of the lambdas it stands in."""
    if isinstance(node, Identifier) and node.parts[0] not in parameters:
        yield node.parts
    if isinstance(node, Lambda):
        parameters = parameters.union(node.parameters)
    for child in children_of(node):
        yield from _named_in(child, parameters)


@functools.lru_cache(maxsize=1024)
def column_of(text: str) -> str | None:
    """The column an expression is; None if it computes something."""
    tree = tree_of(text)
    return tree.name if isinstance(tree, Identifier) else None


def is_constant(text: str) -> bool:
    """Whether an expression is a literal."""
    return isinstance(tree_of(text), Literal)


def is_named(text: str) -> bool:
    """Whether an expression has an alias."""
    return isinstance(tree_of(text), Alias)


def has_subquery(text: str) -> bool:
    """Whether an expression has a query inside."""
    return any(isinstance(one, Subquery | Exists) for one in expressions_in(tree_of(text)))


def check_identifiers(
    text: str, known: Collection[str], where: str, hidden: Iterable[str] = ()
) -> None:
    """Makes sure that there are all columns an expression names.

    Args:
        text: the expression.
        known: the columns there are.
        where: what the expression is for.
        hidden: columns that may be named, but that no error lists.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`.
    """
    there = {*known, *hidden}
    lower = {name.lower() for name in there}
    missing = sorted(name for name in columns_named(text, there) if name.lower() not in lower)
    if missing:
        raise RmtError(
            "UNKNOWN_IDENTIFIER",
            f"Missing columns: '{missing[0]}' while processing {where}: '{text}'.",
            f"The columns are: {', '.join(known)}.",
        )


def calls_aggregate(text: str) -> bool:
    """Whether an aggregate or a window function is called."""
    return any(
        call.window is not None or call.where is not None or is_aggregate(_canonical(call))
        for call in _calls(text)
    )


def calls(text: str, function: str) -> bool:
    """Whether an expression calls a function.

    Args:
        text: the expression.
        function: its canonical name.
    """
    return any(_canonical(call) == function for call in _calls(text))


def is_deterministic(text: str) -> bool:
    """Whether an expression gives the same value every time."""
    return all(is_deterministic_function(call.name) for call in _calls(text))


def is_deterministic_function(name: str) -> bool:
    """Whether a function gives the same value for the same arguments every time."""
    return not {name.lower(), (canonical_name(name) or name).lower()} & _RANDOM


def _calls(text: str) -> Iterator[Call]:
    return (one for one in expressions_in(tree_of(text)) if isinstance(one, Call))


def _canonical(call: Call) -> str:
    return canonical_name(call.name) or call.name


def normalized(text: str) -> str:
    """An expression in the one form that equal ones have."""
    return result_name(tree_of(text))


def type_of(name: str, types: Mapping[str, DataType]) -> DataType:
    """The type of a column there is."""
    lower = name.lower()
    return next(data_type for known, data_type in types.items() if known.lower() == lower)


# What Spark computes


def stored_value(text: str, types: Mapping[str, DataType], zone: str = UTC) -> Value:
    """A declared expression for Spark, and ClickHouse's type of it.

    Args:
        text: the expression.
        types: the types of the columns.
        zone: the time zone of the session in which Spark analyzes it.

    Raises:
        RmtError: it is wrong.
    """
    return _stored_value(text, tuple(types.items()), zone)


@functools.lru_cache(maxsize=1024)
def _stored_value(text: str, types: tuple[tuple[str, DataType], ...], zone: str) -> Value:
    columns = {name: Value(quote_name(name), data_type) for name, data_type in types}
    return compile_expression(text, columns, zone=zone)


def stored_expression(
    text: str, types: Mapping[str, DataType], zone: str = UTC, target: DataType | None = None
) -> str:
    """Spark's text of a declared expression; see `stored_value`.

    Args:
        text: as there.
        types: as there.
        zone: as there.
        target: the type of the column that it is for; None for none.
    """
    value = stored_value(text, types, zone)
    return stored(value if target is None else as_text(value, target)).sql


def stored_condition(text: str, types: Mapping[str, DataType], zone: str = UTC) -> str:
    """Spark's text of a declared condition, a BOOLEAN; see `stored_value`.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER`, it is neither Bool nor a number.
    """
    value = stored_value(text, types, zone)
    found = condition(value)
    return f"CAST({found} AS BOOLEAN)" if value.type is None else found
