"""INSERT: from a DataFrame to committed parts.

A small result becomes one block in the driver: sorted, collapsed and written with pyarrow, without
a Spark job. Anything larger never passes the driver: every task sorts its own rows and writes its
own runs with Spark's Parquet writer, and nothing is shuffled.
"""

from __future__ import annotations

import contextlib
import logging
import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.block_identity import BlockIdentity
from rmt_engine.merges.insert import InsertPlan, TaskRun, seal_runs, write_block
from rmt_engine.spark.bridge.errors import error_of_spark, errors_named
from rmt_engine.spark.bridge.frames import frame_of_plan, rows_of_literals
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.part_scan import as_in_files
from rmt_engine.spark.run.affected_rows import note_affected
from rmt_engine.spark.run.time_zones import time_zone
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.spark.write.column_values import with_expiry, with_value
from rmt_engine.spark.write.insert_throttle import wait_for_merges
from rmt_engine.spark.write.newest_of_tasks import newest_of_tasks
from rmt_engine.spark.write.projector import Projector
from rmt_engine.spark.write.view_feed import Block, ViewFeed, pushing, rows_of_runs
from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.tables.aggregate_types import check_states
from rmt_engine.sql.tables.constraints import row_check
from rmt_engine.sql.tables.deduplication import (
    Recognition,
    not_possible,
    recognition,
    recognition_of_view,
)
from rmt_engine.sql.tables.definition import column_types, inserted_expressions
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.tables.keyless import refuse_rows
from rmt_engine.sql.tables.layout import partition_types, run_layout, stored_schema, stored_types
from rmt_engine.sql.tables.nested import left_out, of_one_size
from rmt_engine.sql.tables.partition import partition_expression, partition_id
from rmt_engine.sql.values.casts import cast_expression, refusal
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.block_ids import AtCommit, BlockWindow, Inserted, NewBlocks
from rmt_engine.store.part import NewPart
from rmt_engine.store.store import Staging, Store
from rmt_engine.store.table import ROW_ID, Column, Table, TableDefinition
from rmt_engine.store.views import target_of

__all__ = ["Inserter"]

_SMALL_ROWS = 100_000
_SMALL_BYTES = 8 * 1024 * 1024
_TASK_ROW_BITS = 27
_TASK_BYTES = 16 * 1024 * 1024
_TASK_FILE = re.compile(r"part-(\d+)-")
_PARTITION_VALUE = re.compile(r"__p\d+=([^/]+)/")
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
_GIVEN = ("", "DEFAULT", "EPHEMERAL")
"""The kinds of columns that an INSERT may name."""
_NOTHING_ELSE = AtCommit()
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Target:
    """The table an insert writes to and how its values come about."""

    table: Table
    types: Mapping[str, DataType]
    stored: Mapping[str, DataType]
    partitions: Sequence[DataType]
    collapse: bool
    refuse_null: frozenset[str]
    columns: Sequence[Column]
    recognition: Recognition | None

    @property
    def identity(self) -> BlockIdentity | None:
        if self.recognition is None:
            return None
        columns = tuple(column.file_name for column in self.told_by)
        return BlockIdentity(self.recognition.token, columns)

    @property
    def told_by(self) -> Sequence[Column]:
        """The columns whose values tell a block: those that the INSERT gives."""
        if all(column.is_stored for column in self.columns):
            return self.columns
        # What an EPHEMERAL column is told by are the columns that are computed from it.
        return self.definition.stored_columns

    @property
    def definition(self) -> TableDefinition:
        return self.table.definition


_Feed: TypeAlias = Callable[[DataFrame, "pa.Table | None"], None]
"""Told of the rows that are inserted, before any of them become one: the stored columns in a
session for writing, and the same as a table if they are few."""


@dataclass(frozen=True)
class _Work:
    """What is to be inserted into one table.

    Attributes:
        target: the table.
        write: writes the rows into a directory, but for those of partitions that are known by parts
            without files; returns the parts.
        client: the client's session.
        query: the query that the INSERT's rows come from; None for VALUES, empty for none.
        token: what tells that the rows are inserted again; empty for nothing but themselves.
    """

    target: _Target
    write: Callable[[str, Sequence[NewPart], _Feed | None], list[NewPart]]
    client: SparkSession
    query: str | None
    token: str


@dataclass(frozen=True)
class _Written:
    """What was written for a table and is not committed yet.

    Attributes:
        table: the table.
        blocks: what it gets.
        staging: where that was written.
        passed_on: rows that the table has given to others and does not keep.
    """

    table: Table
    blocks: NewBlocks
    staging: Staging
    passed_on: int


class Inserter:
    """Inserts DataFrames into tables.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        changes: told once the rows are there.
        projector: writes the projections of new parts.

    Attributes:
        views: the materialized views that see the rows.
    """

    def __init__(
        self, gateway: Gateway, store: Store, changes: PartChanges, projector: Projector
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._changes = changes
        self._projector = projector
        self.views = ViewFeed(gateway, store.registry)

    def insert(
        self,
        table: Table,
        source: DataFrame,
        columns: Sequence[str] | None,
        settings: Mapping[str, str],
        overwrite: bool = False,
        refuse_null: frozenset[str] = frozenset(),
        query: str | None = "",
        at_commit: AtCommit = _NOTHING_ELSE,
    ) -> int:
        """Inserts the rows of a DataFrame and returns how many parts that made.

        Args:
            table: the table.
            source: its columns are matched by place.
            columns: the table's columns they are for; None for all visible ones.
            settings: the session settings that hold for the statement.
            overwrite: whether the rows replace all rows of the table.
            refuse_null: columns in which a NULL is an error instead of the default.
            query: the query the rows come from; None for VALUES, empty for none.
            at_commit: what else is done when the rows are committed.

        Raises:
            RmtError: a value does not fit its column, or the statement was cancelled; the table is
                as before.
        """
        named = _target_columns(table, columns)
        recognised = _recognition(table, settings, query, overwrite)
        target = _target(table, settings, named, recognised, refuse_null)

        token = settings["insert_deduplication_token"]
        work = self._of_frame(target, source, settings, query, token)
        return self._insert(work, settings, overwrite, at_commit)

    def insert_rows(
        self,
        table: Table,
        rows: pa.Table,
        columns: Sequence[str] | None,
        settings: Mapping[str, str],
        overwrite: bool,
        session: SparkSession,
    ) -> int:
        """Inserts rows of VALUES that have their columns' types; returns the number of parts.

        Spark does nothing for them, unless the table computes columns or partitions.

        Args:
            table: the table.
            rows: few enough for one block; their columns are matched by place.
            columns: the columns that the statement names; None for all visible ones.
            settings: the session settings that hold for the statement.
            overwrite: whether the rows replace all rows of the table.
            session: the client's.

        Raises:
            RmtError: a row cannot be stored, or the statement was cancelled; the table is as
                before.
        """
        definition = table.definition
        if (
            definition.partition_by
            or definition.constraints
            or set(rows.column_names) != set(stored_types(definition))
        ):
            frame = session.createDataFrame(rows)
            return self.insert(table, frame, columns, settings, overwrite, query=None)
        recognised = _recognition(table, settings, None, overwrite)
        target = _target(table, settings, _target_columns(table, columns), recognised)

        def as_frame(few: pa.Table) -> DataFrame:
            return self._write_session(session).createDataFrame(few)

        def write(directory: str, _known: Sequence[NewPart], feed: _Feed | None) -> list[NewPart]:
            return self._write_few(target, rows, directory, as_frame, feed)

        token = settings["insert_deduplication_token"]
        return self._insert(_Work(target, write, session, None, token), settings, overwrite)

    def typed_rows(
        self, table: Table, source: DataFrame, columns: Sequence[str] | None
    ) -> pa.Table:
        """The rows of a DataFrame with the types of the columns they are for, by their names.

        Args:
            table: the table.
            source: a few rows; its columns are matched by place.
            columns: the table's columns they are for; None for all visible ones.

        Raises:
            RmtError: a value does not fit its column.
        """
        named = _target_columns(table, columns)
        types = column_types(table.definition)
        frame, values = self._given(named, types, source)
        typed = frame.selectExpr(
            *(
                f"CAST({text} AS {types[name].spark}) AS {quote_name(name)}"
                for name, text in values.items()
            )
        )
        with errors_named():
            rows = self._literal_rows(typed._jdf.queryExecution().optimizedPlan())
            return typed.toArrow() if rows is None else rows

    def _of_frame(
        self,
        target: _Target,
        source: DataFrame,
        settings: Mapping[str, str],
        query: str | None,
        token: str,
    ) -> _Work:
        """The work of inserting a DataFrame's rows."""

        def write(directory: str, known: Sequence[NewPart], feed: _Feed | None) -> list[NewPart]:
            frame = self._prepare(target, source)
            return self._write(target, frame, directory, settings, known, feed)

        return _Work(target, write, source.sparkSession, query, token)

    def _insert(
        self,
        work: _Work,
        settings: Mapping[str, str],
        overwrite: bool,
        at_commit: AtCommit = _NOTHING_ELSE,
    ) -> int:
        """Writes parts into new directories and commits those whose blocks are new.

        Those of the table and of all that its materialized views feed are one transaction.
        """
        started = time.monotonic()
        with errors_named(), contextlib.ExitStack() as stagings:
            written = self._staged(work, settings, overwrite, stagings, ())
            self._check_cancelled()
            first, *others = (one.blocks for one in written)
            blocks = [first.numbered(at_commit.blocks), *others]
            done = self._store.block_ids.commit(blocks, at_commit.also)
            for one, inserted in zip(written, done, strict=True):
                one.staging.committed = bool(inserted.names)
        note_affected(written[0].passed_on + sum(part.given for part in done[0].parts))
        for one, inserted in zip(written, done, strict=True):
            self._report(one.table, inserted, time.monotonic() - started)
            self._changes.parts_changed(one.table, settings["final_build"])
        return len(done[0].names)

    def _staged(
        self,
        work: _Work,
        settings: Mapping[str, str],
        overwrite: bool,
        stagings: contextlib.ExitStack,
        above: tuple[Table, ...],
    ) -> list[_Written]:
        """What is written for a table, first, and for all that its views feed.

        Args:
            work: of the INSERT.
            settings: those that hold for it.
            overwrite: whether the rows replace all rows of the table; views do not see it then.
            stagings: keeps the directories that it is written into.
            above: the tables and views whose rows these come from.
        """
        target, table = work.target, work.target.table
        refuse_rows(target.definition.engine)
        others = target.definition.others
        if overwrite and others is not None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"INSERT OVERWRITE of a table of the engine {target.definition.engine} is not "
                "supported.",
                f"Name the table behind it: {others.database}.{others.table}.",
            )
        views = () if overwrite else self.views.views_of(table)
        known = self._known_parts(target)
        wait_for_merges(self._store, table, self._check_cancelled)
        staging = stagings.enter_context(self._store.stage(table))
        below: list[_Written] = []

        def feed(frame: DataFrame, few: pa.Table | None) -> None:
            block = Block(table, frame, work.client, few, work.token, target.told_by)
            path = (*above, table)
            if others is not None:
                below.extend(self._handed_on(block, work, settings, stagings, path))
            for view in views:
                below.extend(self._fed(view, block, work.query, settings, stagings, path))

        is_fed = bool(views) or others is not None
        if known and not target.partitions and not is_fed:
            parts = known
        else:
            # Views see blocks that the table has: their own targets know what they have.
            parts = work.write(staging.directory, [] if is_fed else known, feed if is_fed else None)
        passed_on = 0
        if not engine_of(target.definition).keeps_inserted:
            passed_on = sum(part.given for part in parts)
            parts = []
        parts = self._projector.of_insert(table, parts, staging.directory)
        blocks = NewBlocks(
            table.id,
            tuple(parts),
            staging.directory,
            _window_of(target, parts),
            overwrite,
            tuple(one.id for one in above if one.definition.view is not None),
        )
        return [_Written(table, blocks, staging, passed_on), *below]

    def _handed_on(
        self,
        block: Block,
        work: _Work,
        settings: Mapping[str, str],
        stagings: contextlib.ExitStack,
        above: tuple[Table, ...],
    ) -> list[_Written]:
        """What a `Buffer` hands on, written for its destination and all below.

        The columns that both have are those of an INSERT into the destination.

        Raises:
            RmtError: `UNKNOWN_TABLE`; `INFINITE_LOOP`, it leads back to itself; whatever an INSERT
                into the destination raises.
        """
        others = work.target.definition.others
        assert others is not None
        table = self._store.registry.tables.find(others.database, others.table)
        if table is not None and table.definition.view is not None:
            table = target_of(self._store.registry, table)
        if table is None:
            raise RmtError(
                "UNKNOWN_TABLE",
                f"The destination table {others.database}.{others.table} of the Buffer "
                f"{work.target.table.qualified} doesn't exist.",
                "Create it, or DROP the Buffer.",
            )
        if table.id in {one.id for one in above}:
            raise RmtError(
                "INFINITE_LOOP",
                f"Destination table {table.qualified} is myself. Will lead to infinite loop.",
            )
        there = {column.name for column in table.definition.columns if column.kind in _GIVEN}
        names = [name for name in work.target.stored if name in there]
        rows = block.frame.select(*map(quote_name, names))
        recognised = _recognition(table, settings, work.query, overwrite=False)
        target = _target(table, settings, _target_columns(table, names), recognised)
        handed = self._of_frame(target, rows, settings, work.query, work.token)
        return self._staged(handed, settings, False, stagings, above)

    def _fed(
        self,
        view: Table,
        block: Block,
        query: str | None,
        settings: Mapping[str, str],
        stagings: contextlib.ExitStack,
        above: tuple[Table, ...],
    ) -> list[_Written]:
        """What a view makes of a block, written for its target and all below.

        Raises:
            RmtError: its query or its target fails, unless settings say that this is ignored;
                `TOO_DEEP_RECURSION`, rows would come back to a table that they came from.
        """
        is_left_out = settings["ignore_materialized_views_with_dropped_target_table"] == "1"
        if is_left_out and not self.views.has_target(view):
            return []
        try:
            table = target_of(self._store.registry, view)
            _check_cycle(view, table, above)
            rows = self.views.rows_of(view, block)
            settings = {**settings, **rows.settings}
            named = _target_columns(table, rows.columns)
            check_states([(one.name, parse_type(one.type)) for one in named], rows.types)
            token = block.token_for(view)
            recognised = recognition_of_view(table.definition, settings, query, token)
            target = _target(table, settings, named, recognised)
            work = self._of_frame(target, rows.frame, settings, query, token)
            return self._staged(work, settings, False, stagings, (*above, view))
        except Exception as error:
            if self.views.is_gone(view):
                return []
            if _is_ignored(error, settings):
                _log.warning("ignored an error of view=%s: %s", view.qualified, error)
                return []
            raise pushing(view, error) from None

    def _known_parts(self, target: _Target) -> list[NewPart]:
        """Parts without files for the partitions the INSERT's token was seen in."""
        plan = _insert_plan(target)
        block_id = plan.identity.of_token if plan.identity is not None else None
        if block_id is None:
            return []
        partitions = self._store.block_ids.partitions_with(target.table.id, block_id)
        return [plan.part(values, (), False, block_id) for values in partitions]

    def _report(self, table: Table, inserted: Inserted, seconds: float) -> None:
        rows = sum(part.given for part in inserted.parts)
        _log.info(
            "inserted table=%s parts=%d duplicates=%d rows=%d seconds=%.3f",
            table.qualified,
            len(inserted.parts),
            len(inserted.duplicates),
            rows,
            seconds,
        )
        events = self._store.events
        events.add("InsertedRows", rows)
        events.add("InsertedBytes", sum(part.bytes for part in inserted.parts))
        events.add("DuplicatedInsertedBlocks", len(inserted.duplicates))

    # From source columns to stored columns

    def _prepare(self, target: _Target, source: DataFrame) -> DataFrame:
        """The stored columns and the texts of the partition values, in a session of our own.

        The source is analyzed already, with the user's settings; what is added here is evaluated in
        a clone of the user's session in UTC, so that what the definition says means the same for
        everyone. Times in texts are of the user's session.
        """
        frame, values = self._given(target.columns, target.types, source)
        values |= self._defaults(target, values)
        definition = target.definition
        computed = [column for column in definition.columns if column.expression]
        if not (
            computed
            or definition.partition_by
            or definition.constraints
            or definition.ttl
            or any(key.expression for key in definition.key)
        ):
            return frame.selectExpr(*self._stored(target, values))
        named = (f"{text} AS {quote_name(name)}" for name, text in values.items())
        frame = frame.selectExpr(*named)
        for column in inserted_expressions(definition):
            frame = with_value(frame, column, target.types, column.name in values)
        for constraint in definition.constraints:
            frame = frame.filter(row_check(constraint, target.types, target.table.qualified))
        frame = with_expiry(frame, definition, definition.ttl)
        return frame.selectExpr(*self._stored(target, {}), *self._partition_texts(target))

    def _given(
        self, columns: Sequence[Column], types: Mapping[str, DataType], source: DataFrame
    ) -> tuple[DataFrame, dict[str, str]]:
        """The source in a session for writing, and what its columns are as the table's."""
        sources = [field.dataType.simpleString() for field in source.schema.fields]
        if len(sources) != len(columns):
            raise RmtError(
                "NUMBER_OF_COLUMNS_DOESNT_MATCH",
                f"Number of columns doesn't match (source: {len(sources)} and result: "
                f"{len(columns)}).",
                f"The columns are: {', '.join(column.name for column in columns)}.",
            )
        names = source.columns
        if len({name.casefold() for name in names}) < len(names):
            names = [f"__source_{position}" for position in range(len(columns))]
            source = source.toDF(*names)
        zone = time_zone(source.sparkSession._jsparkSession)
        values = {
            column.name: cast_expression(
                quote_name(name), spark, types[column.name], column.name, zone=zone
            )
            for name, spark, column in zip(names, sources, columns, strict=True)
        }
        plan = source._jdf.queryExecution().analyzed()
        frame = frame_of_plan(self._gateway, self._write_session(source.sparkSession), plan)
        return frame, values

    def _write_session(self, session: SparkSession) -> SparkSession:
        java = session._jsparkSession.cloneSession()
        for name, value in _WRITE_SETTINGS.items():
            java.conf().set(name, value)
        return SparkSession(session.sparkContext, java)

    def _defaults(self, target: _Target, values: Mapping[str, str]) -> dict[str, str]:
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

    def _stored(self, target: _Target, values: Mapping[str, str]) -> list[str]:
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

    def _partition_texts(self, target: _Target) -> list[str]:
        """Expressions of the texts of the partition values."""
        selected: list[str] = []
        for position, element in enumerate(target.definition.partition_by):
            data_type = target.partitions[position]
            value = stored_expression(element.expression, target.types)
            text = partition_expression(f"CAST({value} AS {data_type.spark})", data_type)
            selected.append(f"{text} AS __p{position}")
        return selected

    # Writing

    def _write(
        self,
        target: _Target,
        frame: DataFrame,
        directory: str,
        settings: Mapping[str, str],
        known: Sequence[NewPart],
        feed: _Feed | None,
    ) -> list[NewPart]:
        small = self._small_rows(frame)
        if small is not None:
            as_frame = frame.sparkSession.createDataFrame
            return self._write_few(target, small, directory, as_frame, feed)
        plan = _insert_plan(target)
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
        self._check_cancelled()
        if feed is not None:
            paths = [self._store.storage.hadoop_path(run.file.path) for run in runs]
            feed(rows_of_runs(frame.sparkSession, paths, target.table), None)
        block_rows = int(settings["min_insert_block_size_rows"])
        return [*known, *seal_runs(self._store, directory, plan, runs, block_rows, reserved)]

    def _write_few(
        self,
        target: _Target,
        rows: pa.Table,
        directory: str,
        as_frame: Callable[[pa.Table], DataFrame],
        feed: _Feed | None,
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
        plan = _insert_plan(target)
        stored = few.rename_columns(plan.schema.names).cast(plan.schema)
        partitions = rows.select([f"__p{i}" for i in range(len(target.partitions))])
        return write_block(self._store, directory, plan, stored, partitions)

    @staticmethod
    def _check_recognisable(target: _Target) -> None:
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
        literals = self._literal_rows(plan)
        if literals is not None:
            return literals
        if _estimated_bytes(plan) > _SMALL_BYTES:
            return None
        rows = frame.limit(_SMALL_ROWS + 1).toArrow()
        return rows if rows.num_rows <= _SMALL_ROWS else None

    def _literal_rows(self, plan: Any) -> pa.Table | None:
        """The rows of an optimized plan that holds them itself."""
        if plan.getClass().getSimpleName() != "LocalRelation":
            return None
        return rows_of_literals(self._gateway, plan)

    def _run_job(
        self,
        target: _Target,
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

    def _check_cancelled(self) -> None:
        if self._gateway.is_interrupted():
            raise RmtError("QUERY_WAS_CANCELLED", "The INSERT was cancelled; nothing was changed.")


def _target(
    table: Table,
    settings: Mapping[str, str],
    columns: Sequence[Column],
    recognised: Recognition | None,
    refuse_null: frozenset[str] = frozenset(),
) -> _Target:
    definition = table.definition
    return _Target(
        table,
        column_types(definition),
        stored_types(definition),
        partition_types(definition),
        _collapses(definition, settings),
        refuse_null,
        columns,
        recognised,
    )


def _collapses(definition: TableDefinition, settings: Mapping[str, str]) -> bool:
    """Whether rows with the same key inside a block become one.

    With a unique key that is not the sorting key they always do: sorted rows do not tell which of
    them came last.
    """
    is_asked = settings["optimize_on_insert"] == "1" or definition.has_unsorted_key
    return is_asked and engine_of(definition).collapses_blocks


def _window_of(target: _Target, parts: Sequence[NewPart]) -> BlockWindow | None:
    """Which blocks are looked up; None if those of the parts cannot be recognised."""
    if target.recognition is None or not all(part.block_id for part in parts):
        return None
    return target.recognition.window


def _check_cycle(view: Table, target: Table, above: Sequence[Table]) -> None:
    """Refuses views that lead back to a table.

    Raises:
        RmtError: `TOO_DEEP_RECURSION`.
    """
    if target.id in {table.id for table in above}:
        names = " -> ".join(table.qualified for table in (*above, view))
        raise RmtError(
            "TOO_DEEP_RECURSION",
            f"Dependencies of the table {above[0].qualified} are cyclic. Dependencies {names} are "
            f"pointing to {target.qualified}.",
        )


def _is_ignored(error: Exception, settings: Mapping[str, str]) -> bool:
    """Whether a view's failure leaves the INSERT as it is."""
    known = error_of_spark(error)
    is_cancelled = isinstance(known, RmtError) and known.name == "QUERY_WAS_CANCELLED"
    return settings["materialized_views_ignore_errors"] == "1" and not is_cancelled


def _recognition(
    table: Table, settings: Mapping[str, str], query: str | None, overwrite: bool
) -> Recognition | None:
    """How the INSERT is recognised when it is repeated; INSERT OVERWRITE needs no such thing."""
    if not overwrite:
        return recognition(table.definition, settings, query)
    recognised = recognition(table.definition, settings, None)
    if recognised is not None and recognised.token:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "INSERT OVERWRITE with insert_deduplication_token is not supported.",
            "Leave the token out: repeated, the statement gives the same table.",
        )
    return None


def _insert_plan(target: _Target) -> InsertPlan:
    definition = target.definition
    return InsertPlan(
        definition,
        stored_schema(definition),
        run_layout(definition),
        target.collapse,
        lambda texts: partition_id(texts, definition.partition_by),
        target.identity,
    )


def _target_columns(table: Table, names: Sequence[str] | None) -> list[Column]:
    """The columns an INSERT names, or all that it may.

    Raises:
        RmtError: `NO_SUCH_COLUMN_IN_TABLE`, `DUPLICATE_COLUMN`, or `ILLEGAL_COLUMN` for a
            MATERIALIZED one.
    """
    definition = table.definition
    if names is None:
        return list(definition.visible_columns)
    columns: list[Column] = []
    for name in names:
        column = definition.column(name)
        if column is None or column.kind == "ALIAS":
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"No such column {name} in table {table.qualified}.",
                f"The columns are: {', '.join(c.name for c in definition.visible_columns)}.",
            )
        if column.kind == "MATERIALIZED":
            raise RmtError(
                "ILLEGAL_COLUMN", f"Cannot insert column {name}, because it is MATERIALIZED column."
            )
        if column in columns:
            raise RmtError(
                "DUPLICATE_COLUMN",
                f"Column {name} in table {table.qualified} specified more than once.",
            )
        columns.append(column)
    return columns


def _without_partitions(frame: DataFrame, partitions: Sequence[tuple[str, ...]]) -> DataFrame:
    """The rows that are not of these partitions, given by the texts of their values."""
    if not partitions:
        return frame
    values = F.concat_ws("\n", *(f"__p{position}" for position in range(len(partitions[0]))))
    return frame.filter(~values.isin(["\n".join(texts) for texts in partitions]))


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


_SPARK_CODECS = {"none": "uncompressed", "lz4": "lz4_raw", "zstd": "zstd"}
