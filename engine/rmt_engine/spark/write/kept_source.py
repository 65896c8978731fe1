"""The source of a MERGE INTO, read once: a query or a view might give other rows the second time.

What it gives is kept by the executors and has a name of its own meanwhile, so that the statement
can look for the rows that it matches before it joins them.
"""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator, Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.session.active import bound_source
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.values.types import DataType

__all__ = ["kept_source"]

_MOST_BYTES = 256 * 2**20
"""A source that Spark expects to be larger is read as it comes."""
_SENT_BYTES = 64 * 2**20
"""Up to this size a source may go to all tasks."""
_STATEMENT = "__statement"


@contextlib.contextmanager
def kept_source(
    session: SparkSession, rows: DataFrame, types: Sequence[DataType | None]
) -> Iterator[str | None]:
    """The name by which rows are known to this thread's statements meanwhile.

    Args:
        session: the statement's.
        rows: the rows, not evaluated yet.
        types: ClickHouse's types of their columns; None where one is not known.

    Yields:
        The name; None if there are too many rows.
    """
    if _bytes(rows) > _MOST_BYTES:
        yield None
        return
    name = f"rmt_source_{uuid.uuid4().hex}"
    # Spark knows what is kept by its plan: that of another statement is not to be taken for it.
    kept = rows.withColumn(_STATEMENT, F.lit(name)).persist()
    try:
        with errors_named():
            kept.count()
        if _bytes(kept) > _SENT_BYTES:
            yield None
            return
        kept.drop(_STATEMENT).createOrReplaceTempView(name)
        try:
            columns = tuple(map(KnownColumn, rows.columns, types))
            with bound_source(KnownTable("view", "", name, columns, address=name)):
                yield name
        finally:
            session.catalog.dropTempView(name)
    finally:
        kept.unpersist()


def _bytes(rows: DataFrame) -> int:
    plan = rows._jdf.queryExecution().optimizedPlan()
    return int(str(plan.stats().sizeInBytes()))
