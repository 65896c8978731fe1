"""Conditions of WHERE, HAVING and QUALIFY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmt_engine.sql.query.choices import is_folded
from rmt_engine.sql.query.tree import Expression
from rmt_engine.sql.query.values import Value

if TYPE_CHECKING:
    from rmt_engine.sql.query.lowering import Lowering

__all__ = ["condition_of"]


def condition_of(lowering: Lowering, node: Expression) -> Value:
    """A condition of rows or groups; it joins no arrays if it is the same for all of them.

    Source: `FilterStep` of ClickHouse, whose filter is left out where it is always true.
    """
    if lowering.reach.joins_arrays(node):
        with lowering.joined.tried(), lowering.place.changed(is_probing=True):
            value = lowering.lowered(node)
            is_constant = is_folded(lowering, node)
        if is_constant:
            return value
    return lowering.lowered(node)
