"""The table function `merge`: the rows of all tables whose names match a pattern.

Source: https://clickhouse.com/docs/sql-reference/table-functions/merge, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import Catalog, LoweredQuery, QueryColumn
from rmt_engine.sql.query.current_rows import rows_wanted
from rmt_engine.sql.query.sources.other_tables import NAME_TYPE, VIRTUAL_OF_MERGE, columns_of_others
from rmt_engine.sql.query.tree import Call, Expression, FunctionSource, Literal
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.store.table import OtherTables

__all__ = ["OF_DATABASES", "merge_call"]

OF_DATABASES = "databases"
"""What `rmt_merge` is told where the database is a pattern."""


def merge_call(
    source: FunctionSource, catalog: Catalog, settings: Mapping[str, str]
) -> LoweredQuery:
    """The query of the rows that `merge('db', 'pattern')` has; its last columns are virtual.

    Its columns are those that the tables have now, the tables those that there are when it is read.

    Args:
        source: the call.
        catalog: knows the tables.
        settings: that hold for it.

    Raises:
        RmtError: `CANNOT_EXTRACT_TABLE_STRUCTURE`, no table matches; `CANNOT_COMPILE_REGEXP`;
            `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`; `BAD_ARGUMENTS`; `UNKNOWN_DATABASE`.
    """
    others = _of_arguments(source.call.arguments, catalog.database)
    columns = columns_of_others(others, catalog)
    structure = ", ".join(f"{quote_name(name)} {data_type}" for name, data_type in columns.items())
    words = [others.database, others.table, structure]
    words += [OF_DATABASES] if others.is_of_databases else []
    words += rows_wanted(source.rows, settings).words
    words += [str(source.sample)] if source.sample is not None else []
    listed = (*columns.items(), *((name, NAME_TYPE) for name in VIRTUAL_OF_MERGE))
    return LoweredQuery(
        f"SELECT * FROM rmt_merge({', '.join(map(quote_string, words))})",
        tuple(QueryColumn(name, name, data_type) for name, data_type in listed),
    )


def _of_arguments(arguments: Sequence[Expression], current: str) -> OtherTables:
    if len(arguments) not in (1, 2):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "merge takes a pattern of tables' names, or a database and a pattern.",
        )
    database, is_pattern = current, False
    if len(arguments) == 2:
        database, is_pattern = _database(arguments[0], current)
    return OtherTables(database, _text(arguments[-1]), is_pattern)


def _database(node: Expression, current: str) -> tuple[str, bool]:
    if isinstance(node, Call) and node.name.lower() in ("currentdatabase", "database"):
        return current, False
    if isinstance(node, Call) and node.name.upper() == "REGEXP" and len(node.arguments) == 1:
        return _text(node.arguments[0]), True
    return _text(node).lower(), False


def _text(node: Expression) -> str:
    if not isinstance(node, Literal) or not isinstance(node.value, str):
        raise RmtError(
            "BAD_ARGUMENTS",
            "merge takes texts: the name of one database and a pattern.",
            "merge('db', '^orders')",
        )
    return node.value
