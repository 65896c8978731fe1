"""Conditions of WHERE, HAVING and QUALIFY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmt_engine.sql.query.choices import is_folded
from rmt_engine.sql.query.probing import without_trace
from rmt_engine.sql.query.reach import is_aggregate_call
from rmt_engine.sql.query.tree import Call, Expression, free_expressions_in
from rmt_engine.sql.query.values import Value

if TYPE_CHECKING:
    from rmt_engine.sql.query.lowering import Lowering

__all__ = ["condition_of"]


def condition_of(lowering: Lowering, node: Expression) -> Value:
    """A condition of rows or groups; it joins no arrays if it is the same for all of them.

    Its aggregate functions are still those of rows that arrays are joined to.

    Source: `FilterStep` of ClickHouse, whose filter is left out where it is always true.
    """
    if lowering.reach.joins_arrays(node):
        with without_trace(lowering):
            value = lowering.lowered(node)
            is_constant = is_folded(lowering, node)
        if is_constant:
            for one in free_expressions_in(node):
                if isinstance(one, Call) and is_aggregate_call(one):
                    lowering.lowered(one)
            return value
    return lowering.lowered(node)
