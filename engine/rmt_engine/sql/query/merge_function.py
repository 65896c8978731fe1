"""The table function `merge`: the rows of all tables whose names match a pattern.

A column that a table does not have is the default of its type there. `_table` and `_database` tell
where a row is from.

Source: https://clickhouse.com/docs/sql-reference/table-functions/merge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.grammar.tokens import Name
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.scopes import Column, LoweredSource
from rmt_engine.sql.query.tree import Call, Expression, FunctionSource, Literal, TableSource
from rmt_engine.sql.query.values import stored
from rmt_engine.sql.values.types import DataType, parse_type

if TYPE_CHECKING:
    from rmt_engine.sql.query.lower_source import SourceLowering

__all__ = ["VIRTUAL_OF_MERGE", "merged_tables"]

VIRTUAL_OF_MERGE = ("_database", "_table")
_NAME_TYPE = parse_type("LowCardinality(String)")


def merged_tables(sources: SourceLowering, source: FunctionSource) -> LoweredQuery:
    """The query of the rows; its last columns are `_database` and `_table`.

    Args:
        sources: lowers the tables.
        source: the call.

    Raises:
        RmtError: `CANNOT_EXTRACT_TABLE_STRUCTURE`, no table matches; `CANNOT_COMPILE_REGEXP`;
            `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`; `BAD_ARGUMENTS`; `UNKNOWN_DATABASE`.
    """
    queries = sources.queries
    database, pattern = _arguments(source, queries.catalog.database)
    names = [one for one in queries.catalog.tables_of(database) if pattern.search(one)]
    if not names:
        raise RmtError(
            "CANNOT_EXTRACT_TABLE_STRUCTURE",
            f"There are no tables of {database} that match '{pattern.pattern}'.",
        )
    tables = []
    for table in names:
        name = Name(database, table)
        inner = TableSource(name, final=source.final, sample=source.sample)
        tables.append((table, sources.known_table(queries.table(name), inner, name)))
    columns = _columns(sources, [lowered for _, lowered in tables])
    texts = [_member(lowered, columns, database, table) for table, lowered in tables]
    virtual = [QueryColumn(name, name, _NAME_TYPE) for name in VIRTUAL_OF_MERGE]
    return LoweredQuery(" UNION ALL ".join(texts), (*columns, *virtual))


def _arguments(source: FunctionSource, current: str) -> tuple[str, re.Pattern[str]]:
    values = [_text(one, current) for one in source.call.arguments]
    if len(source.call.arguments) not in (1, 2):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "merge takes a pattern of tables' names, or a database and a pattern.",
        )
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) != len(source.call.arguments):
        raise RmtError(
            "BAD_ARGUMENTS",
            "merge takes texts: the name of one database and a pattern.",
            "merge('db', '^orders')",
        )
    database = texts[0].lower() if len(texts) == 2 else current
    try:
        return database, re.compile(texts[-1])
    except re.error as error:
        raise RmtError(
            "CANNOT_COMPILE_REGEXP", f"{texts[-1]} is no regular expression: {error}."
        ) from error


def _text(node: Expression, current: str) -> object:
    if isinstance(node, Call) and node.name.lower() in ("currentdatabase", "database"):
        return current
    return node.value if isinstance(node, Literal) else None


def _columns(sources: SourceLowering, tables: Sequence[LoweredSource]) -> tuple[QueryColumn, ...]:
    """The columns of all tables, each with the type that holds its values of all of them."""
    types: dict[str, list[DataType | None]] = {}
    for lowered in tables:
        for column in lowered.columns():
            types.setdefault(column.name, []).append(column.value.type)
    return tuple(
        QueryColumn(name, name, sources.queries.common(found)) for name, found in types.items()
    )


def _member(
    lowered: LoweredSource, columns: Sequence[QueryColumn], database: str, table: str
) -> str:
    own = {column.name: column for column in lowered.columns()}
    pieces = [
        f"{_value(own.get(column.name), column.type)} AS {quote_name(column.spark_name)}"
        for column in columns
    ]
    pieces += [
        f"{quote_string(value)} AS {quote_name(name)}"
        for name, value in zip(VIRTUAL_OF_MERGE, (database, table), strict=True)
    ]
    return f"SELECT {', '.join(pieces)} FROM {lowered.sql}"


def _value(column: Column | None, data_type: DataType | None) -> str:
    if column is None:
        return "NULL" if data_type is None else data_type.default
    return (column.value if data_type is None else stored(converted(column.value, data_type))).sql
