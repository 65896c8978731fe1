"""The files of a scan, as Spark asks for them: those a query's filters leave.

Spark's planner hands the filters it has pushed down to the scan to a `FileIndex`, whatever query
they come from: a view, a join, a DataFrame. Here it asks this Python object, which looks into the
registry's minmax index. No file system is listed: names, sizes and times are the registry's.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.frames import frame_of_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.pushed_filters import condition_of
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.store.minmax_index import MinMaxIndex
from rmt_engine.store.part import Part
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import Table

__all__ = ["FileScans"]

_DATASOURCES = "org.apache.spark.sql.execution.datasources"
_KEPT_TABLES = 256


def _path(gateway: Gateway, uri: str) -> Any:
    return gateway.java_class("org.apache.hadoop.fs.Path")(uri)


class FileScans:
    """Makes scans over the files of parts.

    Args:
        gateway: the bridge to the JVM.
        session: the session the scans are made in.
        storage: where the files are.
        prune: whether files are left out by the minmax index.
    """

    def __init__(
        self, gateway: Gateway, session: SparkSession, storage: Storage, prune: bool
    ) -> None:
        self._gateway = gateway
        self._session = session
        self._storage = storage
        self._prune = prune
        self._statuses: OrderedDict[str, _FileStatuses] = OrderedDict()
        self._lock = threading.Lock()
        self._minmax = functools.lru_cache(_KEPT_TABLES)(_minmax_index)

    def _matching(self, index: _FileIndex, condition: pc.Expression) -> list[int]:
        """The places of an index's files that may hold rows that match.

        Minmax indexes are kept for the scans in use, not with each one: the JVM lets a scan go when
        it collects its garbage, however much Python holds for it.
        """
        return self._minmax(index).matching(condition)

    def path_expression(self) -> str:
        """The Spark expression of a scanned row's file, relative to the storage.

        A file may lie in the directory of another table.
        """
        root = _path(self._gateway, self._storage.hadoop_path("")).toUri().getRawPath()
        return f"substring_index(_metadata.file_path, {quote_string(f'{root}/')}, -1)"

    def scan(
        self,
        table: Table,
        parts: Sequence[Part],
        schema: StructType,
        stored: pa.Schema,
        beside: int = 0,
    ) -> DataFrame:
        """Spark's own Parquet scan.

        Args:
            table: the table.
            parts: of it; at least one has a file.
            schema: the columns of the files, for Spark.
            stored: the same for Arrow, the row id left out.
            beside: how many files of the table are read by other scans of the same plan.
        """
        gateway = self._gateway
        with self._lock:
            statuses = self._statuses.pop(table.uuid, None)
            statuses = _FileStatuses.extended(statuses, gateway, self._storage, parts, beside)
            self._statuses[table.uuid] = statuses
            while len(self._statuses) > _KEPT_TABLES:
                self._statuses.popitem(last=False)
        root = gateway.seq([_path(gateway, self._storage.hadoop_path(table.uuid))])
        find = self._matching if self._prune else None
        index = _FileIndex(gateway, root, parts, statuses, stored, find)
        datasources = _DATASOURCES
        relation = gateway.java_class(f"{datasources}.HadoopFsRelation")(
            index,
            gateway.java_class("org.apache.spark.sql.types.StructType")(),
            gateway.java_class("org.apache.spark.sql.types.DataType").fromJson(schema.json()),
            gateway.none,
            gateway.java_class(f"{datasources}.parquet.ParquetFileFormat")(),
            gateway.jvm.PythonUtils.toScalaMap(gateway.java_class("java.util.HashMap")()),
            self._session._jsparkSession,
        )
        logical = gateway.scala_object(f"{datasources}.LogicalRelation")
        return frame_of_plan(gateway, self._session, logical.apply(relation, False))


def _minmax_index(index: _FileIndex) -> MinMaxIndex:
    return MinMaxIndex(index.files, index.stored)


class _FileStatuses:
    """Spark's descriptions of a table's files, kept in the JVM from snapshot to snapshot.

    An insert adds those of its own files, so that the cost of a plan does not grow with the table.
    """

    def __init__(self, gateway: Gateway, storage: Storage) -> None:
        self._gateway = gateway
        self._storage = storage
        self._kept = gateway.java_class("java.util.ArrayList")()
        self._places: dict[str, int] = {}
        buffer = gateway.java_class("scala.jdk.javaapi.CollectionConverters").asScala(self._kept)
        self._status_at = buffer

    @classmethod
    def extended(
        cls,
        known: _FileStatuses | None,
        gateway: Gateway,
        storage: Storage,
        parts: Sequence[Part],
        beside: int,
    ) -> _FileStatuses:
        """Those of some parts and maybe more; made anew when few of the known ones are used."""
        files = sum(len(part.files) for part in parts) + beside
        if known is None or len(known._places) > 2 * files + 64:
            known = cls(gateway, storage)
        for part in parts:
            for file in part.files:
                if file.path not in known._places:
                    known._places[file.path] = len(known._places)
                    known._kept.add(known._status(part, file.path, file.bytes))
        return known

    def _status(self, part: Part, path: str, size: int) -> Any:
        gateway = self._gateway
        status = gateway.java_class("org.apache.hadoop.fs.FileStatus")(
            size,
            False,
            1,
            size,
            int(part.created_at * 1000),
            _path(gateway, self._storage.hadoop_path(path)),
        )
        described = gateway.scala_object(f"{_DATASOURCES}.FileStatusWithMetadata")
        return described.apply(status, getattr(described, "apply$default$2")())

    def place(self, path: str) -> int:
        """A file's place, for `of`."""
        return self._places[path]

    def of(self, places: Sequence[int]) -> Any:
        """A Scala `Seq` of the descriptions at some places; a few calls, however many there are."""
        gateway = self._gateway
        java_array = gateway.new_array(gateway.jvm.int, len(places))
        buffer = gateway.java_class("java.nio.ByteBuffer")
        packed = np.array(places, dtype=">i4").tobytes()
        buffer.wrap(packed).asIntBuffer().get(java_array)
        wrapped = gateway.scala_object("scala.collection.immutable.ArraySeq")
        return wrapped.unsafeWrapArray(java_array).map(self._status_at)


class _FileIndex:
    """Spark's `FileIndex`.

    Args:
        gateway: the bridge to the JVM.
        root: the table's directory, as a Scala `Seq`.
        parts: whose files are scanned.
        statuses: Spark's descriptions of them.
        stored: the stored columns.
        matching: tells which files may match a condition; None to leave no file out.
    """

    def __init__(
        self,
        gateway: Gateway,
        root: Any,
        parts: Sequence[Part],
        statuses: _FileStatuses,
        stored: pa.Schema,
        matching: Callable[[_FileIndex, pc.Expression], list[int]] | None,
    ) -> None:
        self.gateway = gateway
        self._root = root
        self.files = [file for part in parts for file in part.files]
        self._bytes = sum(file.bytes for file in self.files)
        self._statuses = statuses
        self.stored = stored
        self._matching = matching
        self._no_partitions = gateway.java_class("org.apache.spark.sql.types.StructType")()
        self._all = self._directories(range(len(self.files)))

    @thrown_in_java
    def listFiles(self, _partition_filters: Any, filters: Any) -> Any:  # noqa: N802
        """The files whose rows may pass the filters, as one directory."""
        if self._matching is None or len(self.files) == 1:
            return self._all
        condition = self._condition(filters)
        if condition is None:
            return self._all
        places = self._matching(self, condition)
        return self._all if len(places) == len(self.files) else self._directories(places)

    def _condition(self, filters: Any) -> pc.Expression | None:
        translator = self.gateway.scala_object(f"{_DATASOURCES}.DataSourceStrategy")
        conditions: list[pc.Expression] = []
        for position in range(filters.size()):
            translated = translator.translateFilter(filters.apply(position), True)
            if translated.isDefined():
                condition = condition_of(self.gateway, translated.get(), self.stored)
                if condition is not None:
                    conditions.append(condition)
        return functools.reduce(lambda a, b: a & b, conditions) if conditions else None

    def _directories(self, places: Sequence[int]) -> Any:
        gateway = self.gateway
        files = self._statuses.of([self._statuses.place(self.files[p].path) for p in places])
        empty = gateway.scala_object("org.apache.spark.sql.catalyst.InternalRow").empty()
        directory = gateway.java_class(f"{_DATASOURCES}.PartitionDirectory")(empty, files)
        return gateway.seq([directory])

    @thrown_in_java
    def rootPaths(self) -> Any:  # noqa: N802
        """The table's directory."""
        return self._root

    @thrown_in_java
    def inputFiles(self) -> Any:  # noqa: N802
        """The names of all files."""
        files = self._all.head().files()
        names = self.gateway.new_array(self.gateway.jvm.java.lang.String, len(self.files))
        for position in range(len(self.files)):
            names[position] = files.apply(position).getPath().toString()
        return names

    @thrown_in_java
    def refresh(self) -> None:
        """Nothing: files never change."""

    @thrown_in_java
    def sizeInBytes(self) -> int:  # noqa: N802
        """The size of all files."""
        return self._bytes

    @thrown_in_java
    def partitionSchema(self) -> Any:  # noqa: N802
        """No columns come from directories."""
        return self._no_partitions

    @thrown_in_java
    def metadataOpsTimeNs(self) -> Any:  # noqa: N802
        """No time was spent on a file system."""
        return self.gateway.none

    @thrown_in_java
    def isTimeTravel(self) -> bool:  # noqa: N802
        """No version was asked for by name."""
        return False

    @thrown_in_java
    def hashCode(self) -> int:  # noqa: N802
        """Every index equals itself only."""
        return hash(id(self)) & 0x7FFFFFFF

    @thrown_in_java
    def equals(self, other: Any) -> bool:
        """Every index equals itself only."""
        return other is self

    @thrown_in_java
    def toString(self) -> str:  # noqa: N802
        """For plans and logs."""
        return f"RunIndex({len(self.files)} files)"

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = (f"{_DATASOURCES}.FileIndex",)
