"""Lambdas for ClickHouse's functions of arrays: `func.arrayMap(lambda_(lambda x: x + 1), t.c.a)`.

Source: https://clickhouse.com/docs/sql-reference/functions/overview#higher-order-functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import column, exc
from sqlalchemy.sql import coercions, roles
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.visitors import InternalTraversal
from sqlalchemy.types import NullType

if TYPE_CHECKING:
    _Element = ColumnElement[Any]
else:
    _Element = ColumnElement

__all__ = ["LambdaFunction", "lambda_"]


class LambdaFunction(_Element):
    """`x -> expression`. `lambda_` makes one."""

    __visit_name__ = "lambda_function"
    _traverse_internals = [  # noqa: RUF012
        ("names", InternalTraversal.dp_plain_obj),
        ("body", InternalTraversal.dp_clauseelement),
    ]
    type = NullType()

    def __init__(self, names: tuple[str, ...], body: Any) -> None:
        self.names = names
        self.body = coercions.expect(roles.ExpressionElementRole, body)


def lambda_(function: Callable[..., Any], *types: Any) -> LambdaFunction:
    """A lambda of an expression, for functions such as `arrayMap` and `arrayFilter`.

    Args:
        function: is given a column for each of its parameters, under the parameter's name, and
            gives an expression: `lambda_(lambda x: x * 2)`.
        types: the types of its parameters, those of the arrays' elements; without them operators
            such as `+` of texts may be written for numbers.

    Raises:
        ArgumentError: it has no parameters, some that are not plain names, or fewer than types.
    """
    parameters = inspect.signature(function).parameters.values()
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if not parameters or any(one.kind not in plain for one in parameters):
        raise exc.ArgumentError("lambda_() takes a function with plain parameters, at least one.")
    if len(types) > len(parameters):
        raise exc.ArgumentError("lambda_() was given more types than the function has parameters.")
    names = tuple(one.name for one in parameters)
    known = (*types, *[None] * (len(names) - len(types)))
    columns = [column(name, type_) for name, type_ in zip(names, known, strict=True)]
    return LambdaFunction(names, function(*columns))
