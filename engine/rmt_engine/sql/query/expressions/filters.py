"""Conditions of WHERE, HAVING and QUALIFY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmt_engine.sql.query.expressions.choices import is_folded, truth_of
from rmt_engine.sql.query.expressions.contents import is_aggregate_call
from rmt_engine.sql.query.expressions.probing import without_trace
from rmt_engine.sql.query.tree import Call, Expression, free_expressions_in
from rmt_engine.sql.query.values import Value, condition, truth

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["condition_of", "known_truth"]


def condition_of(lowering: Lowering, node: Expression) -> Value:
    """A condition of rows or groups; it joins no arrays if it is the same for all of them.

    Its aggregate functions are still those of rows that arrays are joined to.

    Source: `FilterStep` of ClickHouse, whose filter is left out where it is always true.
    """
    if lowering.reach.joins_arrays(node):
        with without_trace(lowering):
            value = lowering.lowered(node)
            known = known_truth(lowering, node)
        if known is not None:
            for one in free_expressions_in(node):
                if isinstance(one, Call) and is_aggregate_call(one):
                    lowering.lowered(one)
            return truth("true" if known else "false", value.type)
    return lowering.lowered(node)


def known_truth(lowering: Lowering, node: Expression) -> bool | None:
    """Whether a condition is met, if that is known before a row is read; NULL is not met."""
    word = node.name.lower() if isinstance(node, Call) else ""
    if isinstance(node, Call) and word in ("and", "or"):
        deciding = word == "or"
        known = [known_truth(lowering, one) for one in node.arguments]
        if deciding in known:
            return deciding
        return None if None in known else not deciding
    if is_folded(lowering, node):
        return truth_of(lowering, condition(lowering.lowered(node)))
    return None
