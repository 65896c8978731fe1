"""The tables of composed queries as a catalog, without rows."""

from __future__ import annotations

from support.composed.tables import TABLES

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import Catalog, KnownColumn, KnownTable
from rmt_engine.sql.query.compiler import NoTables
from rmt_engine.sql.query.lower_query import compile_query
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type

__all__ = ["COMPOSED_TABLES", "ComposedCatalog", "compiled"]

COMPOSED_TABLES = {
    table.name: KnownTable(
        "ReplacingMergeTree" if table.has_final else "MergeTree",
        "db",
        table.name,
        tuple(KnownColumn(column.name, parse_type(column.type)) for column in table.columns),
        key=("k",),
        version="ver" if table.has_final else None,
    )
    for table in TABLES
}


class ComposedCatalog(NoTables):
    """The tables of composed queries, without rows."""

    database = "db"

    def table(self, name: Name) -> KnownTable | None:  # type: ignore[override]
        return COMPOSED_TABLES.get(name.table)


def compiled(text: str, catalog: Catalog | None = None) -> str:
    """The text of a query, or the name of its error."""
    try:
        return compile_query(read_query(text), catalog or ComposedCatalog("UTC")).sql
    except RmtError as error:
        return error.name
