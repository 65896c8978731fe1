"""The rows of an INSERT as its table stores them: from the source's columns to the files'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyspark.sql import DataFrame, SparkSession

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import frame_of_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.column_values import with_expiry, with_value
from rmt_engine.spark.session.time_zones import time_zone
from rmt_engine.spark.write.insert_target import InsertTarget
from rmt_engine.sql.tables.constraints import row_check
from rmt_engine.sql.tables.definition import inserted_expressions
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.tables.nested import left_out, of_one_size
from rmt_engine.sql.tables.partition import expression_of_values, partition_expression
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.casts import cast_expression, refusal
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import Column

__all__ = ["given_values", "stored_rows", "write_session"]

_WRITE_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.writeLegacyFormat": "false",
    "spark.sql.parquet.datetimeRebaseModeInWrite": "CORRECTED",
    "spark.sql.files.maxRecordsPerFile": "0",
    "spark.sql.caseSensitive": "false",
    "spark.sql.legacy.timeParserPolicy": "CORRECTED",
    "spark.sql.storeAssignmentPolicy": "ANSI",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
}


def stored_rows(gateway: Gateway, target: InsertTarget, source: DataFrame) -> DataFrame:
    """The stored columns and the texts of the partition values, in a session of our own.

    The source is analyzed already, with the user's settings; what is added here is evaluated in
    a clone of the user's session in UTC, so that what the definition says means the same for
    everyone. Times in texts are of the user's session.
    """
    frame, values = given_values(
        gateway, target.columns, target.types, source, refuses_inner_null=target.refuses_inner_null
    )
    values |= _defaults(target, values)
    definition = target.definition
    computed = [column for column in definition.columns if column.expression]
    if not (
        computed
        or definition.partition_by
        or definition.constraints
        or definition.ttl
        or any(key.expression for key in definition.key)
    ):
        return frame.selectExpr(*_stored(target, values))
    named = (f"{text} AS {quote_name(name)}" for name, text in values.items())
    frame = frame.selectExpr(*named)
    for column in inserted_expressions(definition):
        is_given = column.name in values
        frame = with_value(frame, column, target.types, is_given, refuses_null=True)
    for constraint in definition.constraints:
        frame = frame.filter(row_check(constraint, target.types, target.table.qualified))
    frame = with_expiry(frame, definition, definition.ttl)
    return frame.selectExpr(*_stored(target, {}), *_partition_texts(target))


def given_values(
    gateway: Gateway,
    columns: Sequence[Column],
    types: Mapping[str, DataType],
    source: DataFrame,
    *,
    refuses_inner_null: bool = False,
) -> tuple[DataFrame, dict[str, str]]:
    """The source in a session for writing, and what its columns are as the table's.

    Args:
        gateway: the bridge to the JVM.
        columns: the table's, which the source's are for, by place.
        types: those of the table's columns.
        source: the rows.
        refuses_inner_null: whether a NULL inside a value is an error where the type holds none.

    Raises:
        RmtError: `NUMBER_OF_COLUMNS_DOESNT_MATCH`.
    """
    sources = [field.dataType.simpleString() for field in source.schema.fields]
    if len(sources) != len(columns):
        raise RmtError(
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            f"Number of columns doesn't match (source: {len(sources)} and result: {len(columns)}).",
            f"The columns are: {', '.join(column.name for column in columns)}.",
        )
    names = source.columns
    if len({name.casefold() for name in names}) < len(names):
        names = [f"__source_{position}" for position in range(len(columns))]
        source = source.toDF(*names)
    zone = time_zone(source.sparkSession._jsparkSession)
    values = {
        column.name: cast_expression(
            quote_name(name),
            spark,
            types[column.name],
            column.name,
            zone=zone,
            refuses_null=refuses_inner_null,
        )
        for name, spark, column in zip(names, sources, columns, strict=True)
    }
    plan = source._jdf.queryExecution().analyzed()
    frame = frame_of_plan(gateway, write_session(source.sparkSession), plan)
    return frame, values


def write_session(session: SparkSession) -> SparkSession:
    """A clone of a session in which what a definition says means the same for everyone."""
    java = session._jsparkSession.cloneSession()
    for name, value in _WRITE_SETTINGS.items():
        java.conf().set(name, value)
    return SparkSession(session.sparkContext, java)


def _defaults(target: InsertTarget, values: Mapping[str, str]) -> dict[str, str]:
    """Values of columns the statement left out, and defaults where a NULL has no place."""
    defaults: dict[str, str] = {}
    for column in target.definition.columns:
        data_type = target.types[column.name]
        value = values.get(column.name)
        if column.expression:
            continue
        if value is None:
            defaults[column.name] = left_out(column.name, target.types, values)
        elif column.name in target.refuse_null:
            defaults[column.name] = _not_null(column, value)
        elif not data_type.nullable:
            defaults[column.name] = f"coalesce({value}, {data_type.default})"
    return defaults


def _stored(target: InsertTarget, values: Mapping[str, str]) -> list[str]:
    """Expressions of the stored columns.

    Args:
        target: where they go.
        values: expressions of columns; the others are columns of that name.
    """
    definition = target.definition
    computed = {key.name: key.expression for key in definition.key if key.expression}
    texts = {name: values.get(name, quote_name(name)) for name in target.stored}
    texts |= of_one_size(texts, target.stored)
    selected: list[str] = []
    for name, data_type in target.stored.items():
        value = texts[name]
        if name in computed:
            value = stored_expression(computed[name], target.types)
        if name == definition.is_deleted and target.collapse and data_type.family == "UInt8":
            value = _checked(value, "is_deleted", (1, 0))
        if name == definition.sign and target.collapse:
            value = _checked(value, "Sign", (1, -1))
        selected.append(f"CAST({value} AS {data_type.spark}) AS {quote_name(name)}")
    return selected


def _partition_texts(target: InsertTarget) -> list[str]:
    """Expressions of the texts of the partition values."""
    selected: list[str] = []
    for position, element in enumerate(target.definition.partition_by):
        data_type = target.partitions[position]
        value = stored_expression(expression_of_values(element), target.types)
        text = partition_expression(f"CAST({value} AS {data_type.spark})", data_type)
        selected.append(f"{text} AS __p{position}")
    return selected


def _not_null(column: Column, value: str) -> str:
    message = f"Column {column.name} ({column.type}): a NULL has no place in it."
    problem = refusal("CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN", quote_string(message))
    return f"coalesce({value}, {problem})"


def _checked(value: str, what: str, allowed: tuple[int, int]) -> str:
    first, second = allowed
    problem = refusal(
        "INCORRECT_DATA",
        f"'Incorrect data: {what} = '",
        f"CAST({value} AS STRING)",
        f"' (must be {first} or {second}).'",
    )
    return f"CASE WHEN {value} IN ({first}, {second}) THEN {value} ELSE {problem} END"
