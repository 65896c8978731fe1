"""The expressions of a SELECT, and the aliases in them."""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.format_expression import formatted_expression
from rmt_engine.sql.query.result_names import result_name
from rmt_engine.sql.query.tree import (
    Alias,
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

    Raises:
        RmtError: `MULTIPLE_EXPRESSIONS_FOR_ALIAS`.
    """
    aliases: dict[str, Expression] = {}
    for node in (*expressions_of_select(select, columns), *conditions_of(select.source)):
        for one in outside_lambdas(node):
            if not isinstance(one, Alias):
                continue
            first = aliases.setdefault(one.name, one.value)
            if first is not one.value:
                _refuse_others(one, first)
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


def _refuse_others(alias: Alias, first: Expression) -> None:
    nodes = first, alias.value
    names = [result_name(node, _last_part) for node in nodes]
    if names[0] != names[1] or len({*map(_subqueries, nodes)}) > 1:
        texts = [formatted_expression(node) for node in nodes]
        raise RmtError(
            "MULTIPLE_EXPRESSIONS_FOR_ALIAS",
            f"Different expressions with the same alias {alias.name}: {texts[0]} and {texts[1]}.",
        )


def _subqueries(node: Expression) -> tuple[str, ...]:
    return tuple(
        formatted_expression(one) for one in expressions_in(node) if isinstance(one, Subquery)
    )


def _last_part(name: Identifier) -> str:
    return name.parts[-1]
