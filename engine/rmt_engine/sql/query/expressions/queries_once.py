"""Subqueries among the arguments of a function, which Spark runs once for each mention.

One that names columns of the query around is a join for each: Spark needs minutes to plan a dozen
of them. So it stands beside FROM where a function's text, or the expression of one of ours behind
it, would mention it more often than a filter of a table's rows needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.sql.functions import function_of_spark
from rmt_engine.sql.query.expressions.joined_values import query_beside
from rmt_engine.sql.query.types.wide_beside_floats import ORDER
from rmt_engine.sql.query.values import Value, has_query

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["with_queries_once"]

_MENTIONS_OF_A_FILTER = 2
"""As in `k > (…) AND NOT isnan((…))`, by which Spark leaves out row groups."""
_MARK = "\0"
_PIECES = re.compile(rf"'(?:[^'\\]|\\.)*+'|`[^`]*+`|(?<!\w)(\w*+)\(|(\))|({_MARK})", re.DOTALL)


def with_queries_once(
    lowering: Lowering,
    values: Sequence[Value],
    found: Value,
    lower: Callable[[Sequence[Value]], Value],
) -> Value:
    """A call whose correlated subqueries are computed once for each row.

    Args:
        lowering: of the expression.
        values: the arguments.
        found: the call.
        lower: lowers the call with other arguments.
    """
    if not lowering.inner_queries.correlated:
        return found
    moved = [
        _with_queries_beside(lowering, value)
        if has_query(value) and _is_repeated(value, found)
        else value
        for value in values
    ]
    return found if moved == list(values) else lower(moved)


def _with_queries_beside(lowering: Lowering, value: Value) -> Value:
    sql = value.sql
    for query in lowering.inner_queries.correlated:
        if query in sql:
            sql = sql.replace(query, query_beside(lowering, query))
    return value if sql == value.sql else replace(value, sql=sql, filter="")


def _is_repeated(value: Value, found: Value) -> bool:
    if found.sql.count(value.sql) > _MENTIONS_OF_A_FILTER:
        return True
    calls: list[bool] = []
    for piece in _PIECES.finditer(found.sql.replace(value.sql, _MARK)):
        name, closing, mark = piece.groups()
        if name is not None:
            calls.append(name == ORDER or function_of_spark(name) is not None)
        elif closing and calls:
            calls.pop()
        elif mark and any(calls):
            return True
    return False
