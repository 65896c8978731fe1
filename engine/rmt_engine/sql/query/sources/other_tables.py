"""Which tables have the rows that others show: those of `Merge` and `Buffer`, and of `merge()`.

They are found whenever a query is analyzed.

Source: https://clickhouse.com/docs/engines/table-engines/special/merge, tried on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.common import common_or_variant
from rmt_engine.sql.query.catalog import Catalog, KnownTable
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import OtherTables

__all__ = [
    "NAME_TYPE",
    "VIRTUAL_OF_MERGE",
    "columns_of_others",
    "compiled_pattern",
    "known_tables",
    "no_tables",
    "tables_of_others",
]

VIRTUAL_OF_MERGE = ("_database", "_table")
"""The columns that tell where a row is from."""
NAME_TYPE = parse_type("LowCardinality(String)")
"""Their type."""


def tables_of_others(
    others: OtherTables, catalog: Catalog, leaves_out: tuple[str, str] | None = None
) -> list[Name]:
    """The names of the tables, by database and name.

    Args:
        others: which.
        catalog: knows what there is.
        leaves_out: the table that reads them.

    Raises:
        RmtError: `UNKNOWN_DATABASE`; `CANNOT_COMPILE_REGEXP`; `INFINITE_LOOP`, a `Buffer` is its
            own destination.
    """
    if others.limits:
        name = Name(others.database, others.table)
        if _is(name, leaves_out):
            raise RmtError(
                "INFINITE_LOOP", "Destination table is myself. Will lead to infinite loop."
            )
        return [name] if catalog.table(name) is not None else []
    pattern = compiled_pattern(others.table)
    databases: Sequence[str] = (others.database,)
    if others.is_of_databases:
        of_databases = compiled_pattern(others.database)
        databases = [one for one in catalog.databases() if of_databases.search(one)]
    names = [
        Name(database, table)
        for database in databases
        for table in catalog.tables_of(database)
        if pattern.search(table)
    ]
    return [name for name in names if not _is(name, leaves_out)]


def known_tables(
    others: OtherTables, catalog: Catalog, leaves_out: tuple[str, str] | None
) -> list[KnownTable]:
    """The tables themselves; see `tables_of_others`."""
    found = (catalog.table(name) for name in tables_of_others(others, catalog, leaves_out))
    return [table for table in found if table is not None]


def columns_of_others(
    others: OtherTables, catalog: Catalog, leaves_out: tuple[str, str] | None = None
) -> dict[str, DataType]:
    """The columns that tables have, each with the type that holds its values of all of them.

    Raises:
        RmtError: `CANNOT_EXTRACT_TABLE_STRUCTURE`, there are no tables; `NO_COMMON_TYPE`.
    """
    found: dict[str, list[DataType | None]] = {}
    for table in known_tables(others, catalog, leaves_out):
        for column in table.columns:
            if not (column.is_hidden or column.is_virtual):
                found.setdefault(column.name, []).append(column.type)
    if not found:
        raise no_tables(others)
    columns = {}
    for name, types in found.items():
        known = [one for one in types if one is not None]
        common = common_or_variant(known) if len(known) == len(types) else None
        if common is None:
            raise RmtError(
                "NO_COMMON_TYPE",
                f"There is no type that holds the values of the column {name} of all tables that "
                f"match '{others.table}': {', '.join(map(str, types))}.",
                "Name the columns: a table with ENGINE = Merge converts them.",
            )
        columns[name] = common
    return columns


def no_tables(others: OtherTables) -> RmtError:
    """The error where a table has to match and none does."""
    return RmtError(
        "CANNOT_EXTRACT_TABLE_STRUCTURE",
        "There are no tables satisfied provided regexp, you must specify table structure manually: "
        f"none of {others.database} matches '{others.table}'.",
    )


def compiled_pattern(text: str) -> re.Pattern[str]:
    """A pattern of names.

    Raises:
        RmtError: `CANNOT_COMPILE_REGEXP`.
    """
    try:
        return re.compile(text)
    except re.error as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"{text} is no regular expression: {error}."
        ) from error


def _is(name: Name, table: tuple[str, str] | None) -> bool:
    return table is not None and (
        ((name.database or "").lower(), name.table.lower()) == (table[0].lower(), table[1].lower())
    )
