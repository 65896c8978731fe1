"""INSERT: from a DataFrame to committed parts, of the table and of all that its views feed."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import error_of_spark, errors_named
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.affected_rows import note_affected
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.spark.write.insert_target import (
    InsertTarget,
    insert_target,
    recognition_of_insert,
    target_columns,
)
from rmt_engine.spark.write.insert_throttle import wait_for_merges
from rmt_engine.spark.write.insert_writer import Feed, InsertWriter
from rmt_engine.spark.write.projector import Projector
from rmt_engine.spark.write.stored_rows import given_values, stored_rows, write_session
from rmt_engine.spark.write.texts_of_rows import with_texts
from rmt_engine.spark.write.view_feed import Block, ViewFeed, pushing
from rmt_engine.sql.tables.aggregate_types import check_states
from rmt_engine.sql.tables.deduplication import recognition_of_view
from rmt_engine.sql.tables.definition import column_types
from rmt_engine.sql.tables.keyless import refuse_rows
from rmt_engine.sql.tables.layout import stored_types
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.block_ids import AtCommit, Inserted, NewBlocks
from rmt_engine.store.part import NewPart
from rmt_engine.store.store import Staging, Store
from rmt_engine.store.table import Table
from rmt_engine.store.views import target_of

__all__ = ["Inserter"]

_GIVEN = ("", "DEFAULT", "EPHEMERAL")
"""The kinds of columns that an INSERT may name."""
_NOTHING_ELSE = AtCommit()
_log = logging.getLogger(__name__)


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

    target: InsertTarget
    write: Callable[[str, Sequence[NewPart], Feed | None], list[NewPart]]
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
        self._writer = InsertWriter(gateway, store)
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
        named = target_columns(table, columns)
        recognised = recognition_of_insert(table, settings, query, overwrite)
        target = insert_target(
            table,
            settings,
            named,
            recognised,
            refuse_null,
            refuses_inner_null=query is not None,
        )

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
        recognised = recognition_of_insert(table, settings, None, overwrite)
        target = insert_target(table, settings, target_columns(table, columns), recognised)

        def as_frame(few: pa.Table) -> DataFrame:
            return write_session(session).createDataFrame(few)

        def write(directory: str, _known: Sequence[NewPart], feed: Feed | None) -> list[NewPart]:
            return self._writer.write_few(target, rows, directory, as_frame, feed)

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
        named = target_columns(table, columns)
        types = column_types(table.definition)
        frame, values = given_values(self._gateway, named, types, source)
        typed = frame.selectExpr(
            *(
                f"CAST({text} AS {types[name].spark}) AS {quote_name(name)}"
                for name, text in values.items()
            )
        )
        with errors_named():
            rows = self._writer.literal_rows(typed._jdf.queryExecution().optimizedPlan())
            return typed.toArrow() if rows is None else rows

    def _of_frame(
        self,
        target: InsertTarget,
        source: DataFrame,
        settings: Mapping[str, str],
        query: str | None,
        token: str,
    ) -> _Work:
        """The work of inserting a DataFrame's rows."""

        def write(directory: str, known: Sequence[NewPart], feed: Feed | None) -> list[NewPart]:
            if feed is None and not known:
                parts = self._writer.write_files(target, source, directory, settings)
                if parts is not None:
                    return parts
            frame = stored_rows(self._gateway, target, source)
            return self._writer.write(target, frame, directory, settings, known, feed)

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
            self._writer.check_cancelled()
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
        wait_for_merges(self._store, table, self._writer.check_cancelled)
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
            target.window_of(parts),
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
        recognised = recognition_of_insert(table, settings, work.query, overwrite=False)
        target = insert_target(table, settings, target_columns(table, names), recognised)
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
            named = target_columns(table, rows.columns)
            wanted = [(one.name, parse_type(one.type)) for one in named]
            check_states(wanted, rows.types)
            frame = with_texts(rows.frame, [kind for _, kind in wanted], rows.types)
            token = block.token_for(view)
            recognised = recognition_of_view(table.definition, settings, query, token)
            target = insert_target(table, settings, named, recognised)
            work = self._of_frame(target, frame, settings, query, token)
            return self._staged(work, settings, False, stagings, (*above, view))
        except Exception as error:
            if self.views.is_gone(view):
                return []
            if _is_ignored(error, settings):
                _log.warning("ignored an error of view=%s: %s", view.qualified, error)
                return []
            raise pushing(view, error) from None

    def _known_parts(self, target: InsertTarget) -> list[NewPart]:
        """Parts without files for the partitions the INSERT's token was seen in."""
        plan = target.plan
        block_id = plan.token_id
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
