"""DataFrames from Catalyst plans, and back."""

from __future__ import annotations

import functools
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import (
    DataType,
    StructType,
    _parse_datatype_json_string,
    _parse_datatype_string,
)

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = [
    "column_type",
    "empty_frame",
    "empty_plan",
    "executed_plan",
    "frame_of_arrow",
    "frame_of_plan",
    "plan_of_rows",
    "rows_of_literals",
    "spark_type",
    "unexecuted",
]

_ALL = 2**31 - 1


def unexecuted(gateway: Gateway, session: Any, plan: Any) -> Any:
    """Spark's execution of a logical plan, of which nothing has been executed.

    Args:
        gateway: the bridge to the JVM.
        session: the JVM's session it is analyzed in.
        plan: a Catalyst logical plan.
    """
    return session.sessionState().executePlan(plan, gateway.skip_commands)


def executed_plan(gateway: Gateway, session: Any, plan: Any) -> Any:
    """The plan of a command that has been executed, whose rows are those of a plan.

    Args:
        gateway: the bridge to the JVM.
        session: the JVM's session.
        plan: a Catalyst logical plan of a few rows.
    """
    execution = unexecuted(gateway, session, plan)
    physical = execution.executedPlan()
    rows = gateway.seq(physical.executeCollect())
    result = gateway.java_class("org.apache.spark.sql.catalyst.plans.logical.CommandResult")
    return result(execution.analyzed().output(), plan, physical, rows)


def frame_of_plan(gateway: Gateway, session: SparkSession, plan: Any) -> DataFrame:
    """A DataFrame of a logical plan in a session; a command is executed.

    Args:
        gateway: the bridge to the JVM.
        session: the session it runs in.
        plan: a Catalyst logical plan, analyzed or not.
    """
    dataset = gateway.scala_object("org.apache.spark.sql.classic.Dataset")
    return DataFrame(dataset.ofRows(session._jsparkSession, plan), session)


def frame_of_arrow(
    gateway: Gateway, session: SparkSession, rows: pa.Table, schema: StructType
) -> DataFrame:
    """A relation that holds rows, whose values Spark takes as they are; no job runs for it.

    Args:
        gateway: the bridge to the JVM.
        session: the session it belongs to.
        rows: the rows, times in UTC.
        schema: their columns.
    """
    batches = gateway.java_class("java.util.ArrayList")()
    for batch in rows.combine_chunks().to_batches():
        batches.add(batch.serialize().to_pybytes())
    iterator = gateway.java_class("scala.jdk.javaapi.CollectionConverters").asScala(batches)
    java_session = session._jsparkSession
    java = gateway.jvm.PythonSQLUtils.toDataFrame(iterator.iterator(), schema.json(), java_session)
    return DataFrame(java, session)


def plan_of_rows(session: SparkSession, rows: list[tuple[Any, ...]], columns: str) -> Any:
    """The plan of a few rows, as the answer to a statement; no job runs for it.

    Args:
        session: any session.
        rows: the rows.
        columns: their schema, as Spark's DDL.
    """
    schema = spark_type(columns)
    assert isinstance(schema, StructType)
    arrow = to_arrow_schema(schema, timezone="UTC")
    values = [dict(zip(arrow.names, row, strict=True)) for row in rows]
    frame = session.createDataFrame(pa.Table.from_pylist(values, schema=arrow), schema)
    return frame._jdf.queryExecution().analyzed()


@functools.lru_cache(maxsize=4096)
def spark_type(text: str) -> DataType:
    """A type by its name in Spark's DDL, or a row's by its columns; it is not to be changed."""
    return _parse_datatype_string(text)


def column_type(frame: DataFrame, column: str | int) -> str:
    """Spark's name of a column's type.

    Args:
        frame: a DataFrame; unlike `DataFrame.schema`, this sends no other column's type.
        column: its name, as it is written in the DataFrame, or its position from 0 on.

    Raises:
        AnalysisException: Spark's own, of the DataFrame's plan.
    """
    return str(frame._jdf.schema().apply(column).dataType().catalogString())


def empty_frame(gateway: Gateway, session: SparkSession, schema: StructType) -> DataFrame:
    """No rows, as a plan that holds them: Spark would read an empty Python list by a job.

    Args:
        gateway: the bridge to the JVM.
        session: the session it belongs to.
        schema: its columns.
    """
    java_session = session._jsparkSession
    rows = gateway.java_class("java.util.ArrayList")()
    java_schema = java_session.parseDataType(schema.json())
    return DataFrame(java_session.createDataFrame(rows, java_schema), session)


def empty_plan(session: SparkSession) -> Any:
    """The answer of a statement that returns nothing."""
    return session._jsparkSession.emptyDataFrame().queryExecution().analyzed()


def rows_of_literals(gateway: Gateway, relation: Any) -> pa.Table:
    """The rows of a `LocalRelation`, without a job; times are in UTC.

    Args:
        gateway: the bridge to the JVM.
        relation: an optimized plan that holds its rows.
    """
    converters = gateway.scala_object("org.apache.spark.sql.execution.arrow.ArrowConverters")
    batches = converters.toBatchWithSchemaIterator(
        relation.data().iterator(), relation.schema(), _ALL, _ALL, "UTC", True, False
    )
    schema = _parse_datatype_json_string(relation.schema().json())
    assert isinstance(schema, StructType)
    tables: list[pa.Table] = []
    while batches.hasNext():
        tables.append(pa.ipc.open_stream(batches.next()).read_all())
    arrow = to_arrow_schema(schema, timezone="UTC")
    return pa.concat_tables(tables).cast(arrow) if tables else arrow.empty_table()
