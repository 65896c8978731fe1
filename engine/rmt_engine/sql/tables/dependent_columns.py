"""Which columns depend on others, and so get new values when these do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmt_engine.sql.tables.definition import evaluation_order
from rmt_engine.sql.tables.expressions import identifiers
from rmt_engine.store.table import Column

__all__ = ["affected_columns", "columns_after_clear"]


def affected_columns(updated: Iterable[str], columns: Sequence[Column]) -> list[Column]:
    """The MATERIALIZED columns that depend on an updated one, each after those it depends on.

    Args:
        updated: the names of columns that got new values.
        columns: all columns of the table.
    """
    changed = {name.lower() for name in updated}
    affected: list[Column] = []
    for column in evaluation_order(columns):
        needed = {name.lower() for name in identifiers(column.expression)}
        if column.kind != "DEFAULT" and changed & needed:
            changed.add(column.name.lower())
            affected += [column] if column.is_stored else []
    return affected


def columns_after_clear(cleared: str, columns: Sequence[Column]) -> list[Column]:
    """The MATERIALIZED columns whose values are made anew when a column is cleared.

    One that needs an EPHEMERAL column stays as it is: nobody knows that column's value any more.

    Args:
        cleared: the column's name.
        columns: all columns of the table.
    """
    ephemeral = {column.name.lower() for column in columns if column.kind == "EPHEMERAL"}
    known = [
        column
        for column in columns
        if not ephemeral & {name.lower() for name in identifiers(column.expression or "0")}
    ]
    return affected_columns([cleared], known)
