"""Lowering an expression only to learn about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["without_trace"]


@contextmanager
def without_trace(lowering: Lowering) -> Iterator[None]:
    """What is lowered within joins nothing to rows or groups, and is no column of groups."""
    grouped = lowering.grouped
    columns = {} if grouped is None else dict(grouped.columns)
    with lowering.joined.tried(), lowering.place.changed(is_probing=True):
        try:
            yield
        finally:
            if grouped is not None:
                grouped.columns = columns
