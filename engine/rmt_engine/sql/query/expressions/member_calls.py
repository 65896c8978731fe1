"""Calls of IN: of lists, of queries, of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.tokens import Name
from rmt_engine.sql.query.expressions.joined_values import joined
from rmt_engine.sql.query.expressions.membership import MEMBERSHIPS, lower_in
from rmt_engine.sql.query.expressions.named_values import unknown
from rmt_engine.sql.query.tree import Call, Expression, Identifier, Subquery, TableSource
from rmt_engine.sql.query.types.members import depth_of
from rmt_engine.sql.query.values import Value

if TYPE_CHECKING:
    from rmt_engine.sql.query.catalog import LoweredQuery
    from rmt_engine.sql.query.expressions.lowering import Lowering, SpecialCall

__all__ = ["MEMBER_CALLS", "is_in_query"]


def is_in_query(lowering: Lowering, node: Call) -> bool:
    """Whether it is IN of a query or a table."""
    is_membership = node.name.lower() in MEMBERSHIPS
    return is_membership and _set_query(lowering, node.arguments[1]) is not None


def _membership(lowering: Lowering, node: Call) -> Value:
    negated = MEMBERSHIPS[node.name.lower()]
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
            return lowering.queries.whole_table(TableSource(name, at=node.at))
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
        return lowering.queries.in_query(value, query, negated=negated)
    members = joined(lowering, lowering.queries.set_of(query))
    return lower_in(value, [members], negated=negated, context=lowering.context)


MEMBER_CALLS: Mapping[str, SpecialCall] = dict.fromkeys(MEMBERSHIPS, _membership)
"""What lowers IN and its kind, by their names in lower case."""
