"""Values of columns that come from their expressions: DEFAULT, MATERIALIZED, ALIAS, and TTL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmt_engine.spark.bridge.frames import column_type
from rmt_engine.sql.tables.definition import column_types, evaluation_order
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.tables.nested import left_out
from rmt_engine.sql.tables.ttl import expired, expiry_moment
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.casts import cast_expression, null_refused
from rmt_engine.sql.values.types import UTC, DataType
from rmt_engine.store.table import Column, Expiry, TableDefinition

__all__ = [
    "with_aliases",
    "with_cleared",
    "with_ephemerals",
    "with_expiry",
    "with_missing",
    "with_value",
    "without_expired",
]

_KEPT = "__kept"


def with_value(
    frame: DataFrame,
    column: Column,
    types: Mapping[str, DataType],
    given: bool = False,
    refuses_null: bool = False,
) -> DataFrame:
    """Gives a column with an expression its value.

    Args:
        frame: the rows, with the columns the expression names.
        column: the column.
        types: the types of the table's columns.
        given: whether the rows have values for it; the expression is for those that are NULL and
            must not be.
        refuses_null: whether NULL fails where the column cannot have it, as it does when rows are
            inserted; elsewhere the type's default takes its place.
    """
    data_type = types[column.name]
    if given and data_type.nullable:
        return frame
    computed = f"__default_{column.name}"
    frame = frame.withColumn(
        computed, F.expr(stored_expression(column.expression, types, target=data_type))
    )
    spark = column_type(frame, computed)
    value = cast_expression(
        quote_name(computed), spark, data_type, column.name, refuses_null=refuses_null
    )
    if not data_type.nullable:
        other = null_refused(column.name, data_type) if refuses_null else data_type.default
        value = f"coalesce({value}, {other})"
    if given:
        given_value = quote_name(column.name)
        value = f"CASE WHEN {given_value} IS NULL THEN {value} ELSE {given_value} END"
    values = {quote_name(name): quote_name(name) for name in frame.columns if name != computed}
    values[quote_name(column.name)] = value
    return frame.selectExpr(*(f"{text} AS {name}" for name, text in values.items()))


def with_aliases(frame: DataFrame, definition: TableDefinition, zone: str = UTC) -> DataFrame:
    """Adds the ALIAS columns to the stored ones.

    Args:
        frame: the rows.
        definition: the table's definition.
        zone: the time zone in which Spark analyzes the DataFrame: that of who reads.
    """
    types = column_types(definition)
    for column in evaluation_order(definition.columns):
        if column.kind == "ALIAS":
            data_type = types[column.name]
            expression = stored_expression(column.expression, types, zone, data_type)
            value = F.expr(f"CAST({expression} AS {data_type.spark})")
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


def with_expiry(
    frame: DataFrame, definition: TableDefinition, rules: Iterable[Expiry]
) -> DataFrame:
    """Gives the hidden columns of rules of TTL their values."""
    types = column_types(definition)
    for rule in rules:
        frame = frame.withColumn(rule.name, F.expr(expiry_moment(rule, types)))
    return frame


def without_expired(frame: DataFrame, definition: TableDefinition, now: int) -> DataFrame:
    """Drops rows and values whose TTL has come by a time, seconds since 1970."""
    conditions = [expired(rule, now) for rule in definition.ttl if not rule.column]
    if conditions:
        frame = frame.where(f"NOT ({' OR '.join(conditions)})")
    return with_cleared(frame, definition, now)


def with_cleared(frame: DataFrame, definition: TableDefinition, now: int) -> DataFrame:
    """Makes values whose TTL has come by a time the defaults of their columns.

    The TTL of rows is by the values before, also that of a rule that names such a column.
    """
    for rule in definition.ttl:
        if rule.column:
            frame = _with_cleared(frame, definition, rule, now)
    return frame


def _with_cleared(
    frame: DataFrame, definition: TableDefinition, rule: Expiry, now: int
) -> DataFrame:
    types = column_types(definition)
    column = definition.column(rule.column)
    assert column is not None
    name, spark = quote_name(column.name), types[column.name].spark
    rows = frame.withColumn(_KEPT, F.expr(name))
    if column.expression:
        rows = with_ephemerals(with_aliases(rows, definition), definition)
        rows = with_value(rows, column, types)
    else:
        rows = rows.withColumn(
            column.name, F.expr(f"CAST({types[column.name].default} AS {spark})")
        )
    value = f"CASE WHEN {expired(rule, now)} THEN CAST({name} AS {spark}) ELSE {_KEPT} END"
    moment = f"CASE WHEN NOT {expired(rule, now)} THEN {quote_name(rule.name)} END"
    rows = rows.withColumn(column.name, F.expr(value)).withColumn(rule.name, F.expr(moment))
    return rows.select(*map(quote_name, frame.columns))


def with_missing(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Adds the kept columns that are not there, as ClickHouse reads an old part.

    A column gets the value of its expression over the row's other columns, or its type's default;
    so does an EPHEMERAL one that such an expression may name.
    """
    types = column_types(definition)
    there = {name: quote_name(name) for name in frame.columns}
    for column in definition.columns:
        if column.name not in there and not column.expression:
            text = left_out(column.name, types, there)
            value = F.expr(f"CAST({text} AS {types[column.name].spark})")
            frame = frame.withColumn(column.name, value)
    for column in evaluation_order(definition.columns):
        if column.name not in there:
            frame = with_value(frame, column, types)
            value = F.col(quote_name(column.name)).cast(types[column.name].spark)
            frame = frame.withColumn(column.name, value)
    rules = [rule for rule in definition.ttl if rule.name not in there]
    return with_expiry(frame, definition, rules)
