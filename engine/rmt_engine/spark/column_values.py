"""Values of columns that come from their expressions: DEFAULT, MATERIALIZED and ALIAS."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmt_engine.sql.casts import cast_expression
from rmt_engine.sql.definition import column_types, evaluation_order, stored_expression
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.types import DataType
from rmt_engine.store.table import Column, TableDefinition

__all__ = ["with_aliases", "with_ephemerals", "with_missing", "with_value"]


def with_value(
    frame: DataFrame, column: Column, types: Mapping[str, DataType], given: bool = False
) -> DataFrame:
    """Gives a column with an expression its value.

    Args:
        frame: the rows, with the columns the expression names.
        column: the column.
        types: the types of the table's columns.
        given: whether the rows have values for it; the expression is for those that are NULL and
            must not be.
    """
    data_type = types[column.name]
    if given and data_type.nullable:
        return frame
    computed = f"__default_{column.name}"
    frame = frame.withColumn(computed, F.expr(stored_expression(column.expression, types)))
    spark = frame.schema[computed].dataType.simpleString()
    value = cast_expression(quote_name(computed), spark, data_type, column.name)
    if not data_type.nullable:
        value = f"coalesce({value}, {data_type.default})"
    if given:
        given_value = quote_name(column.name)
        value = f"CASE WHEN {given_value} IS NULL THEN {value} ELSE {given_value} END"
    return frame.withColumn(column.name, F.expr(value)).drop(computed)


def with_aliases(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Adds the ALIAS columns to the stored ones."""
    types = column_types(definition)
    for column in evaluation_order(definition.columns):
        if column.kind == "ALIAS":
            expression = stored_expression(column.expression, types)
            value = F.expr(f"CAST({expression} AS {types[column.name].spark})")
            frame = frame.withColumn(column.name, value)
    return frame


def with_ephemerals(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Adds the EPHEMERAL columns as they are where nobody gives them a value."""
    types = column_types(definition)
    ephemeral = [column for column in definition.columns if column.kind == "EPHEMERAL"]
    for column in ephemeral:
        if not column.expression:
            data_type = types[column.name]
            value = F.expr(f"CAST({data_type.default} AS {data_type.spark})")
            frame = frame.withColumn(column.name, value)
    for column in evaluation_order(definition.columns):
        if column in ephemeral:
            frame = with_value(frame, column, types)
    return frame


def with_missing(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Adds the stored columns that are not there, as ClickHouse reads an old part.

    A column gets the value of its expression over the row's other columns, or its type's default;
    so does an EPHEMERAL one that such an expression may name.
    """
    types = column_types(definition)
    there = set(frame.columns)
    for column in definition.columns:
        if column.name not in there and not column.expression:
            value = F.expr(f"CAST({types[column.name].default} AS {types[column.name].spark})")
            frame = frame.withColumn(column.name, value)
    for column in evaluation_order(definition.columns):
        if column.name not in there:
            frame = with_value(frame, column, types)
            value = F.col(quote_name(column.name)).cast(types[column.name].spark)
            frame = frame.withColumn(column.name, value)
    return frame
