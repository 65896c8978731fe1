"""What is known of a column by its name alone, before a statement's tables are looked up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rmt_engine.sql.definition import column_types
from rmt_engine.sql.types import Category
from rmt_engine.store.table import TableDefinition

__all__ = ["ColumnNames", "column_names"]


@dataclass(frozen=True)
class ColumnNames:
    """Names of columns of any table, lower case.

    Attributes:
        hidden: those that `*` leaves out.
        times: dates and times.
        seconds: times without fractions of a second, of all tables that have such a column.
    """

    hidden: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    seconds: frozenset[str] = frozenset()


def column_names(definitions: Iterable[TableDefinition]) -> ColumnNames:
    """What the names of some tables' columns stand for."""
    hidden: set[str] = set()
    whole: set[str] = set()
    others: set[str] = set()
    times: set[str] = set()
    for definition in definitions:
        hidden |= {column.name.lower() for column in definition.hidden_columns}
        for name, data_type in column_types(definition).items():
            if data_type.category in (Category.DATE, Category.DATETIME):
                times.add(name.lower())
            (whole if data_type.family == "DateTime" else others).add(name.lower())
    return ColumnNames(frozenset(hidden), frozenset(times), frozenset(whole - others))
