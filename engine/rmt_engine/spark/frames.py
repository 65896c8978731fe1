"""DataFrames from Catalyst plans, and back."""

from __future__ import annotations

from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from rmt_engine.spark.gateway import Gateway

__all__ = ["empty_plan", "frame_of_plan", "plan_of_rows"]


_empty: dict[str, Any] = {}


def frame_of_plan(gateway: Gateway, session: SparkSession, plan: Any) -> DataFrame:
    """A DataFrame of a logical plan in a session.

    Args:
        gateway: the bridge to the JVM.
        session: the session it runs in.
        plan: a Catalyst logical plan, analyzed or not.
    """
    dataset = gateway.scala_object("org.apache.spark.sql.classic.Dataset")
    return DataFrame(dataset.ofRows(session._jsparkSession, plan), session)


def plan_of_rows(session: SparkSession, rows: list[tuple[Any, ...]], columns: str) -> Any:
    """The plan of a few rows, as the answer to a statement.

    Args:
        session: any session.
        rows: the rows.
        columns: their schema, as Spark's DDL.
    """
    return session.createDataFrame(rows, columns)._jdf.queryExecution().analyzed()


def empty_plan(session: SparkSession) -> Any:
    """The answer of a statement that returns nothing: one plan, made once for all sessions."""
    if "plan" not in _empty:
        frame = session.createDataFrame([], StructType([]))
        _empty["plan"] = frame._jdf.queryExecution().analyzed()
    return _empty["plan"]
