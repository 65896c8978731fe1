"""Clients of the endpoint that need no Spark: a SQLAlchemy dialect and `dbapi`, its driver.

    create_engine("rmt://localhost:10000/default?final=1")

Source: docs/sqlalchemy.md.
"""

from __future__ import annotations

from sqlalchemy_rmt import engines, functions, types
from sqlalchemy_rmt.bulk import rmt_bulk_insert
from sqlalchemy_rmt.commands import (
    attach_partition,
    attach_partition_from,
    detach_partition,
    drop_detached_partition,
    drop_partition,
    exchange_tables,
    modify_settings,
    move_partition,
    optimize,
    partition_id,
    rename_table,
    replace_partition,
    reset_settings,
    system_flush_logs,
    system_start_merges,
    system_stop_merges,
    system_sync_replica,
    truncate,
)
from sqlalchemy_rmt.constructs import FinalTable, SampledTable, Select, final, sample, select
from sqlalchemy_rmt.engines import Projection, SkippingIndex
from sqlalchemy_rmt.lambdas import lambda_
from sqlalchemy_rmt.merge import Merge, merge
from sqlalchemy_rmt.newest import newest
from sqlalchemy_rmt.versions import tombstone, upsert
from sqlalchemy_rmt.views import MaterializedView, Refresh

__all__ = [
    "FinalTable",
    "MaterializedView",
    "Merge",
    "Projection",
    "Refresh",
    "SampledTable",
    "Select",
    "SkippingIndex",
    "attach_partition",
    "attach_partition_from",
    "detach_partition",
    "drop_detached_partition",
    "drop_partition",
    "engines",
    "exchange_tables",
    "final",
    "functions",
    "lambda_",
    "merge",
    "modify_settings",
    "move_partition",
    "newest",
    "optimize",
    "partition_id",
    "rename_table",
    "replace_partition",
    "reset_settings",
    "rmt_bulk_insert",
    "sample",
    "select",
    "system_flush_logs",
    "system_start_merges",
    "system_stop_merges",
    "system_sync_replica",
    "tombstone",
    "truncate",
    "types",
    "upsert",
]
