"""Calls of aggregate functions, also of those that a text names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import MISSING, canonical_name
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.query.aggregates.aggregate_calls import (
    Around,
    initialized,
    lower_aggregate,
    reduced_arrays,
)
from rmt_engine.sql.query.aggregates.rows import GroupRows
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.expressions.joined_values import without_queries
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Asterisk, Call, Columns, Expression, Identifier
from rmt_engine.sql.query.values import Value, stored

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = ["NAMED_AGGREGATES", "aggregate", "around", "parameter_of", "plain_arguments"]


def aggregate(lowering: Lowering, node: Call) -> Value:
    """A call of an aggregate function, of rows."""
    if lowering.place.in_aggregate:
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Aggregate function {result_name(node)} is found inside another aggregate "
            "function in query.",
            "Put the inner one into a subquery.",
        )
    with lowering.place.changed(in_rows=True, in_aggregate=True):
        values = [lowering.lowered(one) for one in plain_arguments(lowering, node)]
        where = lowering.lowered(node.where) if node.where is not None else None
        parameters = [parameter_of(lowering, one) for one in node.parameters or ()]
        values, where = without_queries(lowering, values, where)
    return lower_aggregate(
        node.name,
        values,
        parameters,
        distinct=node.distinct,
        where=where,
        nulls=node.nulls,
        around=around(lowering.context),
        rows=GroupRows(keeps_order=lowering.queries.goes_by_order),
    )


def around(context: CallContext) -> Around:
    """What aggregate functions are told of the query."""
    return Around(context.settings, lambda value: lower_scalar("toString", [value], context))


def parameter_of(lowering: Lowering, node: Expression) -> Value:
    """A parameter of an aggregate function: a constant, or what one is calculated of."""
    value, _ = lowering.row_value(node)
    if value.constant is not MISSING or not value.folded:
        return value
    found = lowering.queries.catalog.constant(value.sql)
    return replace(value, constant=found) if isinstance(found, int | float | str) else value


def plain_arguments(lowering: Lowering, node: Call) -> list[Expression]:
    """The arguments of an aggregate function; a star of no table's is none of those that count."""
    name = (canonical_name(node.name) or node.name).lower()
    is_count = name.startswith("count") and name != "countdistinct" and not node.distinct
    if is_count and "merge" not in name and node.arguments:
        first, *others = node.arguments
        if isinstance(first, Asterisk | Columns) and not first.qualifier:
            node = replace(node, arguments=others)
    return lowering.arguments(node)


def _array_reduce(lowering: Lowering, node: Call) -> Value:
    """`arrayReduce('quantile(0.9)', array, …)`."""
    check_arguments("arrayReduce", len(node.arguments), [])
    name, parameters = _named_aggregate(lowering, "arrayReduce", node.arguments[0])
    values = [stored(lowering.lowered(one)) for one in node.arguments[1:]]
    return reduced_arrays(name, values, parameters, around(lowering.context))


def _initialized(lowering: Lowering, node: Call) -> Value:
    """`initializeAggregation('sumState', x)`."""
    if len(node.arguments) < 2:
        raise RmtError(
            "BAD_ARGUMENTS", "Function initializeAggregation requires at least 2 arguments."
        )
    name, parameters = _named_aggregate(lowering, "initializeAggregation", node.arguments[0])
    values = [stored(lowering.lowered(one)) for one in node.arguments[1:]]
    return initialized(name, values, parameters, around(lowering.context))


def _named_aggregate(
    lowering: Lowering, function: str, node: Expression
) -> tuple[str, list[Value]]:
    """The aggregate function that a text names, and its parameters: `quantile(0.9)`."""
    text = lowering.lowered(node).constant
    if not isinstance(text, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The first argument of {function} must be a constant text, the name of an "
            "aggregate function.",
        )
    try:
        called = read_expression(text)
    except RmtError as error:
        raise RmtError(
            "UNKNOWN_AGGREGATE_FUNCTION", f"Unknown aggregate function {text}."
        ) from error
    name = called.name if isinstance(called, Call | Identifier) else text
    given = called.arguments if isinstance(called, Call) else []
    return name, [parameter_of(lowering, one) for one in given]


NAMED_AGGREGATES: Mapping[str, SpecialCall] = {
    "arrayreduce": _array_reduce,
    "initializeaggregation": _initialized,
}
"""What lowers calls that are given the name of an aggregate function, by names in lower case."""
