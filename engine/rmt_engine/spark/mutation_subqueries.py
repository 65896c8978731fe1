"""Subqueries of a mutation: they are run when it is given, and their values take their place.

A mutation is carried out part by part, also after a restart, so what it has recorded must not
depend on when that is. ClickHouse runs a subquery again for every part
(https://clickhouse.com/docs/sql-reference/statements/alter#mutations).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    DataType,
    DateType,
    DecimalType,
    FractionalType,
    IntegralType,
    StringType,
    TimestampType,
)

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import closing, list_items, openings
from rmt_engine.sql.quoting import quote_string
from rmt_engine.sql.statements import RowCommand
from rmt_engine.sql.tokens import Kind, Token, splice, tokenize
from rmt_engine.sql.tuples import in_operator

__all__ = ["with_values_of_subqueries"]

_MOST_VALUES = 10_000
_BEFORE_OPERAND = frozenset(
    "( [ , = == <> != < > <= >= AND OR NOT WHEN THEN ELSE CASE BETWEEN LIKE ILIKE".split()
)


@dataclass(frozen=True)
class _Subquery:
    """A subquery in an expression, which is replaced with what belongs to it.

    Attributes:
        start: where that begins: the left side of IN, or the word EXISTS.
        end: where it ends, behind the subquery's parenthesis.
        text: the query.
        use: `IN`, `NOT IN`, `EXISTS`, or nothing for one that is a value.
        left: the left side of IN.
        width: how many values that has.
    """

    start: int
    end: int
    text: str
    use: str = ""
    left: str = ""
    width: int = 1


def with_values_of_subqueries(command: RowCommand, query: Callable[[str], DataFrame]) -> RowCommand:
    """A command without subqueries.

    Args:
        command: the command.
        query: makes a DataFrame of a query.

    Raises:
        RmtError: `INCORRECT_RESULT_OF_SCALAR_SUBQUERY`, one that is to be a value has several rows;
            `NOT_IMPLEMENTED`, it has too many values, or some of a type that has no literals.
    """
    assignments = command.assignments
    if assignments is not None:
        assignments = tuple((name, _with_values(value, query)) for name, value in assignments)
    return replace(
        command, condition=_with_values(command.condition, query), assignments=assignments
    )


def _with_values(text: str, query: Callable[[str], DataFrame]) -> str:
    edits = [
        (subquery.start, subquery.end, _values(subquery, query(subquery.text)))
        for subquery in _subqueries(text)
    ]
    return splice(text, edits)


def _subqueries(text: str) -> Iterator[_Subquery]:
    """Those that are in no other subquery."""
    tokens = tokenize(text)
    index = 0
    while index < len(tokens) - 1:
        if tokens[index].value != "(" or tokens[index + 1].word not in ("SELECT", "WITH"):
            index += 1
            continue
        last = closing(tokens, index)
        query = text[tokens[index].end : tokens[last].start]
        before = tokens[index - 1].word if index else ""
        if before == "IN":
            yield _in(text, tokens, index, last, query)
        else:
            first = index - 1 if before == "EXISTS" else index
            use = before if before == "EXISTS" else ""
            yield _Subquery(tokens[first].start, tokens[last].end, query, use)
        index = last


def _in(text: str, tokens: Sequence[Token], index: int, last: int, query: str) -> _Subquery:
    opened_at = openings(tokens)
    operator = in_operator(tokens, index - 1).start
    is_negated = tokens[index - 2].word == "NOT"
    first = operator
    while first and not _ends_operand(tokens[first - 1]):
        first -= 1
        if tokens[first].kind is Kind.SYMBOL and tokens[first].value in (")", "]"):
            first = opened_at[first]
    if first == operator:
        raise RmtError("SYNTAX_ERROR", f"There is nothing before IN: {text}.")
    is_tuple = tokens[first].value == "(" and closing(tokens, first) == operator - 1
    return _Subquery(
        tokens[first].start,
        tokens[last].end,
        query,
        "NOT IN" if is_negated else "IN",
        text[tokens[first].start : tokens[operator - 1].end],
        len(list_items(tokens, range(first + 1, operator - 1))) if is_tuple else 1,
    )


def _ends_operand(token: Token) -> bool:
    """Whether the left side of IN begins behind it."""
    is_symbol = token.kind is Kind.SYMBOL and token.value in _BEFORE_OPERAND
    return is_symbol or token.word in _BEFORE_OPERAND


def _values(subquery: _Subquery, frame: DataFrame) -> str:
    if subquery.use == "EXISTS":
        return "true" if frame.limit(1).count() else "false"
    kinds = [field.dataType for field in frame.schema.fields]
    if not subquery.use and len(kinds) > 1:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A subquery that is a tuple is not supported in a mutation: {subquery.text}.",
            "Compare its columns one by one.",
        )
    if len(kinds) != subquery.width:
        raise RmtError(
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            f"A subquery in a mutation has {len(kinds)} columns, {subquery.width} wanted: "
            f"{subquery.text}.",
        )
    names = [f"value_{number}" for number in range(len(kinds))]
    frame = frame.toDF(*names).select(
        *(
            _collected(F.col(name), kind).alias(name)
            for name, kind in zip(names, kinds, strict=True)
        )
    )
    if not subquery.use:
        return _scalar(frame, kinds[0])
    # Nothing is like NULL.
    rows = frame.dropna().distinct().limit(_MOST_VALUES + 1).collect()
    if len(rows) > _MOST_VALUES:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A subquery in a mutation gives more than {_MOST_VALUES:,} values.",
            "INSERT … SELECT writes the rows again with a higher version, or marked as deleted.",
        )
    if not rows:
        # False, but NULL where the left side is.
        return f"({'NOT ' * (subquery.use == 'NOT IN')}nullIf(isNull({subquery.left}), true))"
    listed = (_tuple([_literal(*pair) for pair in zip(row, kinds, strict=True)]) for row in rows)
    return f"{subquery.left} {subquery.use} ({', '.join(listed)})"


def _scalar(frame: DataFrame, kind: DataType) -> str:
    rows = frame.limit(2).collect()
    if len(rows) > 1:
        raise RmtError(
            "INCORRECT_RESULT_OF_SCALAR_SUBQUERY",
            "Scalar subquery returned more than one row.",
            "LIMIT 1 or an aggregate function makes it one.",
        )
    return _literal(rows[0][0], kind) if rows else "NULL"


def _tuple(literals: list[str]) -> str:
    return literals[0] if len(literals) == 1 else f"({', '.join(literals)})"


def _collected(value: Column, kind: DataType) -> Column:
    """A value in a form that depends on no time zone."""
    return F.unix_micros(value) if isinstance(kind, TimestampType) else value


def _literal(value: Any, kind: DataType) -> str:
    if value is None:
        return "NULL"
    match kind:
        case BooleanType():
            text = "true" if value else "false"
        case IntegralType():
            text = str(value)
        case DecimalType():
            text = format(value, "f")
        case FractionalType():
            text = f"toFloat64('{value!r}')"
        case StringType():
            text = quote_string(value)
        case BinaryType():
            text = f"unhex('{value.hex()}')"
        case DateType():
            text = f"toDate32('{value.isoformat()}')"
        case TimestampType():
            text = f"fromUnixTimestamp64Micro({value})"
        case _:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Values of Spark's type {kind.simpleString()} are not supported in a subquery of "
                "a mutation.",
                "Convert them with toString, on both sides.",
            )
    return text
