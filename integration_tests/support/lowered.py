"""Expressions of ClickHouse's, lowered as far as a test of aggregates needs: columns and literals.

Comparisons with literals become conditions, brackets arrays and tuples; all else is Spark's text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.query.reading.expressions import ExpressionReader
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Literal, Query
from rmt_engine.sql.query.values import Value, arguments_of, literal, stored, truth
from rmt_engine.sql.text.tokens import tokenize
from rmt_engine.sql.values.types import DataType

__all__ = ["lowered", "read_call"]

_COMPARED = {
    "equals": "=",
    "notEquals": "<>",
    "less": "<",
    "greater": ">",
    "lessOrEquals": "<=",
    "greaterOrEquals": ">=",
}


class _Reader(ExpressionReader):
    def query(self) -> Query:
        raise NotImplementedError

    def at_query(self) -> bool:
        return False


def read_call(text: str) -> Call:
    reader = _Reader(text, tokenize(text))
    call = reader.expression()
    reader.end()
    assert isinstance(call, Call), text
    return call


def lowered(node: Expression, columns: Mapping[str, DataType]) -> Value:
    if isinstance(node, Literal):
        return literal(node.value)
    if isinstance(node, Identifier):
        return Value(f"`{node.name}`", columns[node.name])
    assert isinstance(node, Call), node
    values = [lowered(one, columns) for one in node.arguments]
    if node.name in _COMPARED:
        left, right = values
        operator = _COMPARED[node.name]
        nullable = left.is_nullable or right.is_nullable
        return truth(f"({left.sql} {operator} {right.sql})", nullable=nullable)
    found = answer_type(node.name, arguments_of(values))
    texts = ", ".join(stored(value).sql for value in values)
    if node.name == "tuple":
        fields = ", ".join(f"'{at}', {stored(v).sql}" for at, v in enumerate(values, 1))
        return Value(f"named_struct({fields})", found)
    assert found is not None, node.name
    return replace(Value(f"CAST({node.name}({texts}) AS {found.spark})", found))
