"""The expressions of a SELECT, and the aliases in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.printing.queries import formatted_expression
from rmt_engine.sql.query.printing.result_names import result_name
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    Expression,
    Identifier,
    Select,
    Subquery,
    conditions_of,
    expressions_in,
    outside_lambdas,
)

__all__ = ["aliases_of", "expressions_of_select"]


def aliases_of(select: Select, columns: Sequence[Expression]) -> dict[str, Expression]:
    """All aliases of a SELECT, wherever they stand.

    One of several expressions is none: it may only be defined, inside of other expressions.

    Raises:
        RmtError: `MULTIPLE_EXPRESSIONS_FOR_ALIAS`.
    """
    nodes = [*expressions_of_select(select, columns), *conditions_of(select.source)]
    defined = [one for node in nodes for one in outside_lambdas(node) if isinstance(one, Alias)]
    aliases = {one.name: one.value for one in reversed(defined)}
    others = [one for one in defined if _differ(aliases[one.name], one.value)]
    for other in others:
        first = aliases.pop(other.name, other.value)
        if any(isinstance(one, Alias) and one.name == other.name for one in columns) or any(
            _names(one, other.name) for node in nodes for one in expressions_in(node)
        ):
            texts = [formatted_expression(node) for node in (first, other.value)]
            raise RmtError(
                "MULTIPLE_EXPRESSIONS_FOR_ALIAS",
                f"Different expressions with the same alias {other.name}: {' and '.join(texts)}.",
            )
    return aliases


def expressions_of_select(select: Select, columns: Sequence[Expression]) -> list[Expression]:
    """The expressions of a SELECT, without those of its FROM."""
    nodes = [*select.with_values, *columns, *select.distinct_on]
    nodes += [
        one
        for one in (select.prewhere, select.where, select.having, select.qualify)
        if one is not None
    ]
    if select.grouping is not None:
        nodes += [key for keys in select.grouping.sets for key in keys]
    nodes += [one.value for one in select.order_by]
    for _, window in select.windows:
        nodes += [*window.partition_by, *(one.value for one in window.order_by)]
    nodes += select.limit_by.keys if select.limit_by else ()
    return nodes


def _differ(first: Expression, other: Expression) -> bool:
    if first is other:
        return False
    names = [result_name(node, _last_part) for node in (first, other)]
    return names[0] != names[1] or _subqueries(first) != _subqueries(other)


def _names(node: Expression, alias: str) -> bool:
    """Whether an expression is an alias's name, a call by it, or a subquery with the name in it."""
    if isinstance(node, Call):
        return node.name == alias
    if isinstance(node, Identifier):
        return node.parts[0] == alias
    if isinstance(node, Subquery):
        return re.search(rf"\b{re.escape(alias)}\b", formatted_expression(node)) is not None
    return False


def _subqueries(node: Expression) -> tuple[str, ...]:
    return tuple(
        formatted_expression(one) for one in expressions_in(node) if isinstance(one, Subquery)
    )


def _last_part(name: Identifier) -> str:
    return name.parts[-1]
