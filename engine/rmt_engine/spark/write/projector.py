"""Writing the projections of new parts.

A projection is made of the rows that a new part's files have, wherever they come from: an INSERT, a
merge or a mutation. Tasks make it of columns of these files; where an expression has to be
computed, Spark does that and sorts, and its tasks write the rows as runs.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from rmt_engine.merges.project import ProjectTask, project_runs, sliced
from rmt_engine.merges.projected_runs import (
    PART,
    PROJECTED,
    ProjectionPlan,
    of_projection,
    read_projected,
    write_runs,
)
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.worker_process import spare_modules_from_collection
from rmt_engine.spark.read.column_values import with_aliases
from rmt_engine.spark.read.masks import MaskLimits, Masks
from rmt_engine.spark.read.part_scan import FILE_PATH, PartScans
from rmt_engine.spark.read.projected_rows import rows_of_projection
from rmt_engine.spark.session.active import untouched
from rmt_engine.spark.session.time_zones import TIME_ZONE
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.sql.tables.layout import run_layout, stored_schema
from rmt_engine.sql.tables.projected_columns import projected_columns
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import UTC, parse_type
from rmt_engine.store.masks import MaskedRows
from rmt_engine.store.part import NewPart, Part, PartName, RunFile
from rmt_engine.store.projected_column import ProjectedColumn
from rmt_engine.store.store import Store
from rmt_engine.store.table import Projection, Table

__all__ = ["Projector"]

_FEW_ROWS = 65_536
_SETTINGS = {
    TIME_ZONE: UTC,
    "spark.sql.ansi.enabled": "true",
    # A file that seems this dear to open shares its task with no other.
    "spark.sql.files.openCostInBytes": str(2**40),
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "parquet.page.verify-checksum.enabled": "true",
}
_PART_TYPE = parse_type("Int64")
_log = logging.getLogger(__name__)


class Projector:
    """Writes projections.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        store: the store.
        limits: how masks travel.
    """

    def __init__(
        self, gateway: Gateway, session: SparkSession, store: Store, limits: MaskLimits
    ) -> None:
        self._gateway = gateway
        self._own = session
        self._store = store
        self._limits = limits

    # Made when the first projection is written: most stores have none.

    @functools.cached_property
    def _session(self) -> SparkSession:
        session = SparkSession(self._own.sparkContext, self._own._jsparkSession.newSession())
        for name, value in _SETTINGS.items():
            session.conf.set(name, value)
        return session

    @functools.cached_property
    def _parts(self) -> PartScans:
        return PartScans(self._gateway, self._session, self._store.storage, prune=False)

    @functools.cached_property
    def _masks(self) -> Masks:
        return Masks(self._gateway, self._session, self._store.storage, self._limits)

    def of_insert(self, table: Table, parts: Sequence[NewPart], directory: str) -> list[NewPart]:
        """The parts of an INSERT with their projections, unless a setting says otherwise."""
        definition = table.definition
        is_off = table_setting(definition.settings, "materialize_projections_on_insert") == "0"
        if is_off or not definition.kept_projections:
            return list(parts)
        names = [projection.name for projection in definition.kept_projections]
        written = iter(
            self.project(table, [part for part in parts if part.files], directory, names)
        )
        return [next(written) if part.files else part for part in parts]

    def project(
        self, table: Table, parts: Sequence[NewPart], directory: str, names: Collection[str]
    ) -> list[NewPart]:
        """Writes projections of new parts.

        Args:
            table: the table.
            parts: the parts, each with files; masked rows are left out.
            directory: the staging directory.
            names: of the projections.

        Returns:
            The parts, with the runs of the projections added.

        Raises:
            RmtError: a value cannot be computed, or the statement was cancelled.
        """
        started = time.monotonic()
        new = list(parts)
        for projection in table.definition.kept_projections if parts else ():
            if projection.name not in names:
                continue
            columns = _from_files(table, projection, new)
            if columns is not None:
                runs = self._project(table, projection, columns, new, directory)
            else:
                with errors_named(), untouched():
                    runs = self._write(table, projection, new, directory)
            new = [
                replace(part, projected=(*part.projected, *runs.get(number, ())))
                for number, part in enumerate(new)
            ]
            _log.info(
                "projected table=%s projection=%s parts=%d rows=%d seconds=%.3f",
                table.qualified,
                projection.name,
                len(new),
                sum(run.rows for of_part in runs.values() for run in of_part),
                time.monotonic() - started,
            )
        return new

    def _project(
        self,
        table: Table,
        projection: Projection,
        columns: tuple[ProjectedColumn, ...],
        parts: Sequence[NewPart],
        directory: str,
    ) -> dict[int, tuple[RunFile, ...]]:
        """Lets tasks make the rows: of a slice, or of a whole part if they become groups."""
        derived = table.definition.of_projection(projection)
        schema, layout = stored_schema(derived), run_layout(derived)
        tasks: list[ProjectTask] = []
        numbers: list[int] = []
        most = 1 if projection.is_aggregate else self._store.runner.parallelism
        for number, part in enumerate(parts):
            slices = [one for file in part.files for one in sliced(file, most)]
            for of_task in [slices] if projection.is_aggregate else [[one] for one in slices]:
                tasks.append(
                    ProjectTask(
                        self._store.storage,
                        tuple(of_task),
                        columns,
                        len(projection.key),
                        projection.is_aggregate,
                        schema,
                        layout.of_level(part.level),
                        directory,
                    )
                )
                numbers.append(number)
        rows = sum(part.rows for part in parts)
        runs: dict[int, tuple[RunFile, ...]] = {}
        written = self._store.runner.run(project_runs, tasks, rows)
        for number, found in zip(numbers, written, strict=True):
            made = (of_projection(run, projection) for run in found)
            runs[number] = (*runs.get(number, ()), *made)
        return runs

    def _write(
        self, table: Table, projection: Projection, parts: Sequence[NewPart], directory: str
    ) -> dict[int, tuple[RunFile, ...]]:
        derived = table.definition.of_projection(projection)
        plan = ProjectionPlan(
            self._store.storage,
            projection,
            stored_schema(derived),
            run_layout(derived),
            (directory,) * len(parts),
            tuple(part.level for part in parts),
        )

        def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            spare_modules_from_collection()
            return write_runs(plan, batches)

        count = sum(part.rows for part in parts)
        rows = rows_of_projection(
            self._rows(table, parts, count), table.definition, projection, {PART: _PART_TYPE}
        )
        ordered = _ordered(rows, projection)
        if count <= _FEW_ROWS:
            batches = list(write_runs(plan, ordered.toArrow().to_batches()))
            written = pa.Table.from_batches(batches, PROJECTED)
        else:
            written = ordered.mapInArrow(write, from_arrow_schema(PROJECTED)).toArrow()
        return read_projected(written, projection)

    def _rows(self, table: Table, parts: Sequence[NewPart], count: int) -> DataFrame:
        """The rows of parts with the numbers of these."""
        now = time.time()
        scanned = [
            Part(
                number,
                PartName(part.partition_id, number, number, part.level),
                part.partition,
                part.files,
                part.unique,
                part.complete,
                now,
            )
            for number, part in enumerate(parts)
        ]
        if len(scanned) == 1:
            frame = self._rows_of(table, scanned).withColumn(PART, F.lit(0).cast("bigint"))
        else:
            frame = self._numbered(table, scanned)
        frame = with_aliases(frame, table.definition)
        return frame.coalesce(1) if count <= _FEW_ROWS else frame

    def _rows_of(self, table: Table, parts: Sequence[Part], with_path: bool = False) -> DataFrame:
        rows = self._parts.scan(table, parts, with_path)
        hidden = MaskedRows(self._store.storage).of(table, parts)
        return rows if hidden is None else self._masks.apply(rows, parts, hidden)

    def _numbered(self, table: Table, parts: Sequence[Part]) -> DataFrame:
        """The rows of several parts, told by their files."""
        places = [{FILE_PATH: file.path, PART: part.id} for part in parts for file in part.files]
        schema = pa.schema([pa.field(FILE_PATH, pa.string()), pa.field(PART, pa.int64())])
        known = self._session.createDataFrame(pa.Table.from_pylist(places, schema=schema))
        rows = self._rows_of(table, parts, with_path=True)
        return rows.join(F.broadcast(known), FILE_PATH).drop(FILE_PATH)


def _from_files(
    table: Table, projection: Projection, parts: Sequence[NewPart]
) -> tuple[ProjectedColumn, ...] | None:
    """What tasks make a projection of; None if that is left to Spark."""
    definition = table.definition
    files = [file for part in parts for file in part.files]
    if any(file.masks or not definition.is_current(file.structure, file.absent) for file in files):
        return None
    return projected_columns(projection, definition)


def _ordered(rows: DataFrame, projection: Projection) -> DataFrame:
    """The rows in the order of their parts and keys, as tasks write them.

    Groups of a part are in one place. Rows stay with those of their file: a run for each is read as
    fast as one for all, and a shuffle would cost several times what the rest does.
    """
    keys = [F.col(quote_name(column.name)).asc_nulls_last() for column in projection.key_columns]
    if projection.is_aggregate:
        rows = rows.coalesce(1)
    return rows.sortWithinPartitions(PART, *keys)
