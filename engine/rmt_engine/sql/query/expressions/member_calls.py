"""Calls of IN: of lists, of queries, of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import array_of, tuple_of
from rmt_engine.sql.functions.arguments import check_fixed_number
from rmt_engine.sql.functions.names import canonical_name
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.expressions.joined_values import joined
from rmt_engine.sql.query.expressions.membership import (
    MEMBERSHIPS,
    NULL_MEMBERSHIPS,
    in_query_text,
    lower_in,
)
from rmt_engine.sql.query.expressions.named_values import unknown
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Select, Subquery, TableSource
from rmt_engine.sql.query.types.members import depth_of
from rmt_engine.sql.query.types.subscripts import tuple_of_values
from rmt_engine.sql.query.values import Value, stored, truth
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import LoweredQuery
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["MEMBER_CALLS", "is_in_query"]


def is_in_query(lowering: Lowering, node: Call) -> bool:
    """Whether it is IN of a query or a table."""
    is_membership = node.name.lower() in (*MEMBERSHIPS, *NULL_MEMBERSHIPS)
    return is_membership and _set_query(lowering, node.arguments[1]) is not None


def _membership(lowering: Lowering, node: Call) -> Value:
    return _is_member(lowering, node, negated=MEMBERSHIPS[node.name.lower()])


def _membership_of_null(lowering: Lowering, node: Call) -> Value:
    """`nullIn(value, set)` and its kin, whose answer is never NULL."""
    found = _is_member(lowering, node, negated=False)
    text = f"coalesce({found.sql}, false)"
    return truth(f"(NOT {text})" if NULL_MEMBERSHIPS[node.name.lower()] else text)


def _is_member(lowering: Lowering, node: Call, *, negated: bool) -> Value:
    check_fixed_number(canonical_name(node.name) or node.name, len(node.arguments))
    left, right = node.arguments
    value = lowering.lowered(left)
    query = _set_query(lowering, right)
    if query is not None:
        return _in_query(lowering, value, query, negated)
    members = _members(lowering, right, value)
    return lower_in(value, members, negated=negated, context=lowering.context)


def _set_query(lowering: Lowering, node: Expression) -> LoweredQuery | None:
    """The query of what stands behind IN, or of the table it names."""
    if isinstance(node, Subquery):
        return lowering.inner_queries.lowered(lowering, node.query)
    if isinstance(node, Identifier) and len(node.parts) <= 2:
        is_alias = lowering.aliases.first_part(node) is not None
        if is_alias or lowering.scope.find(node.parts) is not None:
            return None
        name = Name(node.parts[-2] if len(node.parts) == 2 else None, node.parts[-1])
        try:
            return _whole_table(lowering.queries, TableSource(name, at=node.at))
        except RmtError as error:
            if error.name != "UNKNOWN_TABLE":
                raise
            raise unknown(lowering, node) from error
    return None


def _members(lowering: Lowering, node: Expression, value: Value) -> list[Value]:
    """The values of a list behind IN."""
    is_list = isinstance(node, Call) and node.name.lower() in ("tuple", "array")
    if not is_list or not isinstance(node, Call):
        return [lowering.lowered(node)]
    members = [lowering.lowered(one) for one in node.arguments]
    depth = depth_of(value)
    is_one = depth > 0 and depth == 1 + max(map(depth_of, members), default=0)
    return [lowering.lowered(node)] if is_one else members


def _in_query(lowering: Lowering, value: Value, query: LoweredQuery, negated: bool) -> Value:
    if not lowering.place.lambda_depth:
        return _in_rows(lowering.queries, value, query, negated=negated)
    members = joined(lowering, _set_of(lowering.queries, query))
    return lower_in(value, [members], negated=negated, context=lowering.context)


def _whole_table(queries: Queries, source: TableSource) -> LoweredQuery:
    """`SELECT * FROM table`, for `IN table`."""
    select = Select(source=source, at=source.at, end=source.end)
    select.columns = [read_expression("*")]
    return queries.nested(select, None)


def _set_of(queries: Queries, query: LoweredQuery) -> Value:
    """The values of a query as an array, tuples where it has several columns.

    NULL is a value; rows of several columns with one are left out unless `transform_null_in`
    is on.
    """
    alias = quote_name(queries.shared_alias("_i"))
    values = [
        stored(Value(f"{alias}.{quote_name(c.spark_name)}", c.type, is_condition=c.is_condition))
        for c in query.columns
    ]
    types = [value.type for value in values if value.type is not None]
    element = values[0] if len(values) == 1 else tuple_of_values(values, tuple_of(types))
    # Collected as they are, NULLs would be left out.
    kept = f"collect_set(named_struct('v', {element.sql}))"
    where = ""
    if len(values) > 1 and queries.settings.get("transform_null_in") != "1":
        where = " WHERE " + " AND ".join(f"{value.sql} IS NOT NULL" for value in values)
    rows = f"FROM ({query.sql}) AS {alias}{where}"
    text = f"(SELECT transform({kept}, `_v` -> `_v`.`v`) {rows})"
    return Value(text, None if element.type is None else array_of(element.type))


def _in_rows(queries: Queries, value: Value, query: LoweredQuery, *, negated: bool) -> Value:
    """`value IN (query)`."""
    alias = queries.shared_alias("_i")
    columns = [
        Value(
            f"{quote_name(alias)}.{quote_name(column.spark_name)}",
            column.type,
            is_condition=column.is_condition,
        )
        for column in query.columns
    ]
    return in_query_text(
        value,
        columns,
        f"({query.sql}) AS {quote_name(alias)}",
        negated=negated,
        context=CallContext(queries.settings, queries.zone),
    )


MEMBER_CALLS: Mapping[str, SpecialCall] = {
    **dict.fromkeys(MEMBERSHIPS, _membership),
    **dict.fromkeys(NULL_MEMBERSHIPS, _membership_of_null),
}
"""What lowers IN and its kind, by their names in lower case."""
