"""Subqueries of a mutation: they are run when it is given, and their values take their place.

A mutation is carried out part by part, also after a restart, so what it has recorded must not
depend on when that is. ClickHouse runs a subquery again for every part
(https://clickhouse.com/docs/sql-reference/statements/alter#mutations).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

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
from rmt_engine.sql.grammar.statements import RowCommand
from rmt_engine.sql.query.tree import Call, Exists, Expression, Subquery, expressions_in
from rmt_engine.sql.tables.expressions import tree_of
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.text.tokens import splice

__all__ = ["with_values_of_subqueries"]

_MOST_VALUES = 10_000
_MEMBERSHIPS = {"in": "IN", "notIn": "NOT IN"}


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
    if not text:
        return
    seen: set[int] = set()
    for node in expressions_in(tree_of(text)):
        use = _MEMBERSHIPS.get(node.name, "") if isinstance(node, Call) else ""
        if use and isinstance(node, Call) and isinstance(node.arguments[1], Subquery):
            left, query = node.arguments
            seen.add(id(query))
            width = len(left.arguments) if _is_tuple(left) else 1
            yield _Subquery(
                node.at, node.end, _query(text, query), use, text[left.at : left.end], width
            )
        elif isinstance(node, Exists):
            yield _Subquery(node.at, node.end, _query(text, node), "EXISTS")
        elif isinstance(node, Subquery) and id(node) not in seen:
            yield _Subquery(node.at, node.end, _query(text, node))


def _query(text: str, node: Expression) -> str:
    assert isinstance(node, Subquery | Exists)
    return text[node.query.at : node.query.end]


def _is_tuple(node: Expression) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.name == "tuple" and node.is_operator


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
        # The brackets of `f((SELECT …))` are the subquery's, too.
        return f"({_scalar(frame, kinds[0])})"
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
