"""The rows of other tables as those of one.

A column that one of them does not have is the default of its type there; values of another type are
converted, as by CAST.

Source: https://clickhouse.com/docs/engines/table-engines/special/merge, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.sampling import Sample
from rmt_engine.sql.query.catalog import Catalog, KnownTable
from rmt_engine.sql.query.current_rows import Rows
from rmt_engine.sql.query.expressions.lower_expression import ExpressionLowering
from rmt_engine.sql.query.lower_query import QueryLowering
from rmt_engine.sql.query.names.scopes import Column
from rmt_engine.sql.query.reading.queries import Statement, read_expression
from rmt_engine.sql.query.sources.lower_source import SourceLowering
from rmt_engine.sql.query.sources.other_tables import VIRTUAL_OF_MERGE, known_tables, no_tables
from rmt_engine.sql.query.tree import Select, TableSource
from rmt_engine.sql.query.values import stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import BUFFER, MERGE, OtherTables

__all__ = ["Reading", "no_rows", "rows_of_others"]


@dataclass(frozen=True)
class Reading:
    """How tables are read.

    Attributes:
        rows: which of their rows, where they have others than the current ones.
        sample: which of their rows; None for all.
        leaves_out: the table that reads, which is none of those it reads.
        needs_tables: whether it is an error that there are none.
    """

    rows: Rows = Rows.AS_SET
    sample: Sample | None = None
    leaves_out: tuple[str, str] | None = None
    needs_tables: bool = False


def rows_of_others(
    others: OtherTables, columns: Mapping[str, DataType], reading: Reading, catalog: Catalog
) -> str:
    """Spark's query of the rows of tables: their columns, then `_database` and `_table`.

    Args:
        others: which tables.
        columns: what is read of them.
        reading: how.
        catalog: knows the tables.

    Raises:
        RmtError: as `tables_of_others`; `CANNOT_EXTRACT_TABLE_STRUCTURE`, there are none; a value
            cannot be converted; `SAMPLING_NOT_SUPPORTED`.
    """
    tables = known_tables(others, catalog, reading.leaves_out)
    if reading.needs_tables and not tables:
        raise no_tables(others)
    members = [_member(table, columns, reading, catalog) for table in tables]
    return " UNION ALL ".join(members or [no_rows(columns)])


def _member(
    table: KnownTable, columns: Mapping[str, DataType], reading: Reading, catalog: Catalog
) -> str:
    """The rows of one of the tables.

    A column that stays what it is gets no alias: Spark's optimizer stumbles over those in unions,
    PLAN_VALIDATION_FAILED_RULE_IN_BATCH of RemoveRedundantAliases.
    """
    # Of a table that shows the rows of others, too, a row is from the innermost.
    of_row = VIRTUAL_OF_MERGE if table.kind in (MERGE, BUFFER) else ()
    queries = QueryLowering(Statement(Select(), "", ""), catalog, catalog.settings)
    mentioned = frozenset(name.lower() for name in (*columns, *of_row))
    name = Name(table.database, table.name)
    is_final = reading.rows is Rows.CURRENT and table.has_final
    source = TableSource(name, final=is_final, sample=reading.sample)
    lowering = SourceLowering(queries, None, mentioned, {}, (), has_one_join=False)
    lowered = lowering.known_table(table, source, name)
    own = {column.name: column for relation in lowered.relations for column in relation.columns}
    virtual = {one.name for one in table.columns if one.is_virtual}
    pieces = []
    for column, data_type in columns.items():
        found = own.get(column) if column not in virtual else None
        if found is None:
            value = f"CAST({data_type.of_missing} AS {data_type.spark})"
            pieces.append(f"{value} AS {quote_name(column)}")
        elif found.value.type == data_type:
            pieces.append(found.value.sql)
        else:
            value = _converted(found, data_type, queries.expressions(lowered.scope()))
            pieces.append(f"{value} AS {quote_name(column)}")
    names = {"_database": quote_string(table.database), "_table": quote_string(table.name)}
    names |= {one: own[one].value.sql for one in of_row}
    pieces += [
        f"{value} AS {quote_name(one)}" for one, value in names.items() if one not in columns
    ]
    return f"SELECT {', '.join(pieces)} FROM {lowered.sql}"


def _converted(column: Column, target: DataType, lowering: ExpressionLowering) -> str:
    """Spark's text of a column of one of the tables as one of another type."""
    cast = read_expression(f"CAST({quote_name(column.name)}, {quote_string(str(target))})")
    text = f"CAST({stored(lowering.row(cast)).sql} AS {target.spark})"
    source = column.value.type
    if target.nullable or source is None or not source.nullable:
        return text
    refused = RmtError(
        "CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN",
        f"Cannot convert NULL value to non-Nullable type: the column {column.name} is {target}.",
    )
    return f"coalesce({text}, {failing(refused)})"


def no_rows(columns: Mapping[str, DataType]) -> str:
    """Spark's query of the same columns without rows."""
    values = {name: f"CAST(NULL AS {data_type.spark})" for name, data_type in columns.items()}
    values = {**dict.fromkeys(VIRTUAL_OF_MERGE, "''"), **values}
    listed = ", ".join(f"{value} AS {quote_name(name)}" for name, value in values.items())
    return f"SELECT {listed} WHERE false"
