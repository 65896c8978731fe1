"""The files of an INSERT.

A small result becomes one block in the driver: sorted, collapsed and written with pyarrow, without
a Spark job. Anything larger never passes the driver: every task sorts its own rows and writes its
own runs with Spark's Parquet writer, and nothing is shuffled. Columns of Parquet files that go in
as they are do not even pass the JVM.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.merges.file_blocks import write_file_blocks
from rmt_engine.merges.insert import InsertPlan, TaskRun, seal_runs, write_block
from rmt_engine.spark.bridge.frames import rows_of_literals
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.part_scan import as_in_files
from rmt_engine.spark.write.insert_target import InsertTarget
from rmt_engine.spark.write.newest_of_tasks import newest_of_tasks
from rmt_engine.spark.write.source_files import source_files
from rmt_engine.spark.write.view_feed import rows_of_runs
from rmt_engine.sql.tables.deduplication import not_possible
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.part import NewPart
from rmt_engine.store.store import Store
from rmt_engine.store.table import ROW_ID

__all__ = ["Feed", "InsertWriter"]

_SMALL_ROWS = 100_000
_SMALL_BYTES = 8 * 1024 * 1024
_TASK_ROW_BITS = 27
_TASK_BYTES = 16 * 1024 * 1024
_TASK_FILE = re.compile(r"part-(\d+)-")
_PARTITION_VALUE = re.compile(r"__p\d+=([^/]+)/")
_SPARK_CODECS = {"none": "uncompressed", "lz4": "lz4_raw", "zstd": "zstd"}
_log = logging.getLogger(__name__)

Feed: TypeAlias = Callable[[DataFrame, "pa.Table | None"], None]
"""Told of the rows that are inserted, before any of them become one: the stored columns in a
session for writing, and the same as a table if they are few."""


class InsertWriter:
    """Writes blocks and runs into staging directories.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
    """

    def __init__(self, gateway: Gateway, store: Store) -> None:
        self._gateway = gateway
        self._store = store

    def write(
        self,
        target: InsertTarget,
        frame: DataFrame,
        directory: str,
        settings: Mapping[str, str],
        known: Sequence[NewPart],
        feed: Feed | None,
    ) -> list[NewPart]:
        """Writes rows as they are stored, with the texts of their partition values.

        Args:
            target: where they go.
            frame: the rows.
            directory: the staging directory.
            settings: the session settings that hold for the statement.
            known: parts without files, for partitions whose rows are left out.
            feed: told of the rows.

        Raises:
            RmtError: the rows cannot be recognised and have to be, or `QUERY_WAS_CANCELLED`.
        """
        small = self._small_rows(frame)
        if small is not None:
            as_frame = frame.sparkSession.createDataFrame
            return self.write_few(target, small, directory, as_frame, feed)
        plan = target.plan
        self._check_recognisable(target)
        frame = _without_partitions(frame, [part.partition for part in known])
        if feed is not None and target.definition.has_unsorted_key:
            # Views see the rows that others of the same INSERT beat, and the files lack.
            frame = frame.localCheckpoint()
            feed(frame.select([quote_name(name) for name in target.stored]), None)
            feed = None
        count = 2 ** (_task_bits(frame) + _TASK_ROW_BITS)
        first_row = self._store.registry.row_ids.reserve(count)
        reserved = range(first_row, first_row + count)
        try:
            runs = self._run_job(target, frame, directory, plan, first_row)
        except BaseException:
            self._store.registry.row_ids.release(reserved.stop, reserved.start)
            raise
        self.check_cancelled()
        if feed is not None:
            paths = [self._store.storage.hadoop_path(run.file.path) for run in runs]
            feed(rows_of_runs(frame.sparkSession, paths, target.table), None)
        block_rows = int(settings["min_insert_block_size_rows"])
        return [*known, *seal_runs(self._store, directory, plan, runs, block_rows, reserved)]

    def write_files(
        self,
        target: InsertTarget,
        source: DataFrame,
        directory: str,
        settings: Mapping[str, str],
    ) -> list[NewPart] | None:
        """Writes the rows of Parquet files; None if they must be read another way.

        Args:
            target: where they go.
            source: the rows, as the query gives them.
            directory: the staging directory.
            settings: the session settings that hold for the statement.

        Raises:
            RmtError: the rows cannot be recognised and have to be, or `QUERY_WAS_CANCELLED`.
        """
        files = source_files(target, source)
        if files is None:
            return None
        if _estimated_bytes(source._jdf.queryExecution().optimizedPlan()) <= _SMALL_BYTES:
            return None
        self._check_recognisable(target)
        block_rows = int(settings["min_insert_block_size_rows"])
        parts = write_file_blocks(self._store, directory, target.plan, files, block_rows)
        self.check_cancelled()
        return parts

    def write_few(
        self,
        target: InsertTarget,
        rows: pa.Table,
        directory: str,
        as_frame: Callable[[pa.Table], DataFrame],
        feed: Feed | None,
    ) -> list[NewPart]:
        """Writes rows, with the texts of their partition values, as one block.

        Args:
            target: where they go.
            rows: few enough for one block.
            directory: the staging directory.
            as_frame: makes a DataFrame of rows, in a session for writing.
            feed: told of the rows.
        """
        few = rows.select(list(target.stored))
        if feed is not None:
            feed(as_frame(few), few)
        plan = target.plan
        stored = few.rename_columns(plan.schema.names).cast(plan.schema)
        partitions = rows.select([f"__p{i}" for i in range(len(target.partitions))])
        return write_block(self._store, directory, plan, stored, partitions)

    @staticmethod
    def _check_recognisable(target: InsertTarget) -> None:
        """Rows that Spark's tasks write can be recognised by a token only."""
        if target.recognition is None or target.recognition.token:
            return
        if target.recognition.required:
            raise not_possible()
        _log.warning(
            "not recognised when repeated: a large insert without a token, table=%s",
            target.table.qualified,
        )

    def _small_rows(self, frame: DataFrame) -> pa.Table | None:
        """The rows, if they are few: literals, or a result Spark expects to be small and is."""
        plan = frame._jdf.queryExecution().optimizedPlan()
        literals = self.literal_rows(plan)
        if literals is not None:
            return literals
        if _estimated_bytes(plan) > _SMALL_BYTES:
            return None
        rows = frame.limit(_SMALL_ROWS + 1).toArrow()
        return rows if rows.num_rows <= _SMALL_ROWS else None

    def literal_rows(self, plan: Any) -> pa.Table | None:
        """The rows of an optimized plan that holds them itself."""
        if plan.getClass().getSimpleName() != "LocalRelation":
            return None
        return rows_of_literals(self._gateway, plan)

    def _run_job(
        self,
        target: InsertTarget,
        frame: DataFrame,
        directory: str,
        plan: InsertPlan,
        first_row: int,
    ) -> list[TaskRun]:
        """Lets every task sort its rows and write a run for each partition."""
        definition = target.definition
        partitions = [f"__p{position}" for position in range(len(target.partitions))]
        order = [F.col(name) for name in partitions]
        order += [F.col(quote_name(name)).asc_nulls_last() for name in definition.key_columns]
        if target.collapse and definition.version is not None:
            order.append(F.col(quote_name(definition.version)))
        given = as_in_files(frame, definition)
        given = given.withColumn("__order", F.monotonically_increasing_id())
        if definition.has_unsorted_key:
            given = newest_of_tasks(given, definition, partitions, "__order")
        rows = (
            given.sortWithinPartitions(*order, "__order")
            .drop("__order")
            .withColumn(ROW_ID, F.expr(_row_id(first_row)))
        )
        writer = rows.write.options(**_parquet_options(plan))
        if partitions:
            writer = writer.partitionBy(*partitions)
        writer.mode("append").parquet(self._store.storage.hadoop_path(directory))
        files = self._store.storage.list_files(directory, ".parquet")
        self._store.storage.sync(file.path for file in files)
        runs = [
            TaskRun(
                int(_TASK_FILE.search(file.path)[1]),  # type: ignore[index]
                tuple(_PARTITION_VALUE.findall(file.path)),
                file,
            )
            for file in files
        ]
        return sorted(runs, key=lambda run: (run.task, run.partition))

    def check_cancelled(self) -> None:
        """Raises `QUERY_WAS_CANCELLED` if the INSERT's client wants no more of it."""
        if self._gateway.is_interrupted():
            raise RmtError("QUERY_WAS_CANCELLED", "The INSERT was cancelled; nothing was changed.")


def _without_partitions(frame: DataFrame, partitions: Sequence[tuple[str, ...]]) -> DataFrame:
    """The rows that are not of these partitions, given by the texts of their values."""
    if not partitions:
        return frame
    values = F.concat_ws("\n", *(f"__p{position}" for position in range(len(partitions[0]))))
    return frame.filter(~values.isin(["\n".join(texts) for texts in partitions]))


def _task_bits(frame: DataFrame) -> int:
    """Bits for the task number in a row id: enough for any plausible number of tasks."""
    size = _estimated_bytes(frame._jdf.queryExecution().optimizedPlan())
    shuffles = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions", "200") or 200)
    tasks = size // _TASK_BYTES + shuffles
    return min(max(math.ceil(math.log2(tasks + 1)), 10), 20)


def _estimated_bytes(plan: Any) -> int:
    return int(str(plan.stats().sizeInBytes()))


def _row_id(first_row: int) -> str:
    """The row id after sorting: the task's own stretch, then the place in it."""
    place = "monotonically_increasing_id() & 8589934591"
    task = f"shiftleft(CAST(spark_partition_id() AS BIGINT), {_TASK_ROW_BITS})"
    return f"{first_row}L + {task} + ({place})"


def _parquet_options(plan: InsertPlan) -> dict[str, str]:
    codec = plan.layout.codec
    options = {
        "compression": _SPARK_CODECS[codec.name],
        "parquet.compression.codec.zstd.level": str(codec.level or 1),
        "parquet.writer.version": "v2",
        "parquet.enable.dictionary": "false",
        "parquet.block.row.count.limit": str(plan.layout.row_group_rows),
        "parquet.page.row.count.limit": str(plan.layout.page_rows),
        "mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
    }
    options |= {f"parquet.enable.dictionary#{name}": "true" for name in plan.layout.dictionary}
    options |= {f"parquet.bloom.filter.enabled#{name}": "true" for name in plan.layout.bloom}
    return options
