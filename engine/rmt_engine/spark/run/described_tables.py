"""The answer to DESCRIBE TABLE in ClickHouse's words.

Source: https://clickhouse.com/docs/sql-reference/statements/describe-table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rmt_engine.sql.tables.expressions import expression_text
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import TableDefinition
from rmt_engine.system.table import Relation

__all__ = ["DESCRIBED", "Described", "columns_of_query", "columns_of_relation", "columns_of_table"]

DESCRIBED = """name STRING, type STRING, default_type STRING, default_expression STRING,
    comment STRING, codec_expression STRING, ttl_expression STRING"""

Described = tuple[str, str, str, str, str, str, str]
"""A column, in the order of `DESCRIBED`."""


def columns_of_table(definition: TableDefinition) -> Iterator[Described]:
    """The columns of a table of the engine, hidden ones and all."""
    ttl = {rule.column: rule.expression for rule in definition.ttl if rule.column}
    for column in definition.columns:
        yield (
            column.name,
            parse_type(column.type).over_lines(0),
            column.kind,
            expression_text(column.expression),
            column.comment,
            column.codec,
            expression_text(ttl.get(column.name, "")),
        )


def columns_of_relation(relation: Relation) -> Iterator[Described]:
    """The columns of a view, or of a table of Spark's own."""
    for name, data_type, comment in relation.columns:
        yield (name, data_type, "", "", comment, "", "")


def columns_of_query(columns: Iterable[tuple[str, DataType | str]]) -> Iterator[Described]:
    """The columns of a query.

    Args:
        columns: the name of each and its type; where ClickHouse's is not known, what is shown in
            its place.
    """
    for name, known in columns:
        data_type = known if isinstance(known, str) else known.over_lines(0)
        yield (name, data_type, "", "", "", "", "")
