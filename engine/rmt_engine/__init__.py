"""ClickHouse's ReplacingMergeTree on Spark: the store and the endpoint.

import rmt_engine

spark = rmt_engine.session()
spark.sql("CREATE TABLE t (id Int64, ver UInt64) ENGINE = ReplacingMergeTree(ver) ORDER BY id")
rmt_engine.insert(frame, "default.t")
spark.sql("SELECT * FROM t FINAL").show()
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from rmt_engine.errors import RmtError
from rmt_engine.version import __version__

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["RmtError", "__version__", "insert", "session"]


def session(**settings: Any) -> SparkSession:
    """A PySpark session in which the engine's tables and statements work, without a server.

    A second call gives the same session.

    Args:
        **settings: fields of `rmt_engine.config.EngineSettings`: `warehouse`, `master`, `conf`, ….

    Raises:
        RmtError: another SparkContext is running, or the metastore cannot be opened.
    """
    from rmt_engine.config import EngineSettings
    from rmt_engine.spark.bridge.launch import LaunchedJvm

    if "rmt_engine.spark.run.engine" in sys.modules:
        from rmt_engine.spark.run.engine import current_engine

        engine = current_engine()
        if engine is not None:
            return engine.spark
    configured = EngineSettings(**settings)
    jvm = LaunchedJvm(configured)
    from rmt_engine.spark.run.engine import start_engine

    return start_engine(configured, jvm).spark


def insert(frame: DataFrame, table: str, deduplication_token: str | None = None) -> None:
    """Inserts a DataFrame into a table; its columns are matched by name.

    Args:
        frame: the rows, of a session that `session` gave.
        table: `db.table`, or a table of the current database.
        deduplication_token: a name of the insert: into a table with a deduplication window the same
            one again inserts nothing; the setting `insert_deduplication_token` by default.

    Raises:
        RmtError: there is no such table, or a value does not fit; the table is as before.
    """
    from rmt_engine.spark.run.engine import current_engine

    engine = current_engine()
    if engine is None:
        raise RmtError("UNKNOWN_TABLE", "No engine is running.", "rmt_engine.session() starts one.")
    engine.insert(frame, table, deduplication_token)
