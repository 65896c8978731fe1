"""The dbt adapter `rmt`: models on ReplacingMergeTree tables behind a Spark Thrift endpoint."""

from __future__ import annotations

from dbt.adapters.base import AdapterPlugin

from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.connections import RmtConnectionManager
from dbt.adapters.rmt.credentials import RmtCredentials
from dbt.adapters.rmt.impl import RmtAdapter
from dbt.adapters.rmt.relation import RmtRelation
from dbt.include import rmt

__all__ = [
    "Plugin",
    "RmtAdapter",
    "RmtColumn",
    "RmtConnectionManager",
    "RmtCredentials",
    "RmtRelation",
]

# dbt-spark's macros stand behind those of this adapter, so that packages which know Spark, and not
# this adapter, dispatch to what they wrote for Spark.
Plugin = AdapterPlugin(
    adapter=RmtAdapter,
    credentials=RmtCredentials,
    include_path=rmt.PACKAGE_PATH,
    dependencies=["spark"],
)
