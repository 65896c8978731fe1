"""Changing rows as mutations say: Spark evaluates conditions and values, and its tasks write runs.

A task reads one stretch of one run and writes what becomes of it, in the same order; nothing is
shuffled. Expressions are read as those of CREATE TABLE are, ClickHouse's in ANSI mode, but in the
time zone of the session that gave the statement.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import pyarrow as pa
from pyspark.errors import AnalysisException, ParseException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from rmt_engine.errors import RmtError
from rmt_engine.merges.changed_parts import KeptProjections
from rmt_engine.merges.expiry import due_rules, is_known
from rmt_engine.merges.masking import MASKED, MaskPlan, mask_rows, plan_masks, read_masked
from rmt_engine.merges.rewrite import (
    REWRITTEN,
    RewriteSource,
    plan_rewrite,
    read_rewritten,
    rewrite_at_once,
    rewrite_runs,
)
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.frames import column_type, empty_frame, frame_of_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.pools import MERGE_POOL
from rmt_engine.spark.bridge.worker_process import spare_modules_from_collection
from rmt_engine.spark.read.column_values import (
    with_aliases,
    with_cleared,
    with_ephemerals,
    with_expiry,
    with_missing,
    without_expired,
)
from rmt_engine.spark.read.masks import MaskLimits, Masks
from rmt_engine.spark.read.part_facts import facts_of_files, with_virtual_columns
from rmt_engine.spark.read.part_scan import (
    FILE_PATH,
    ROW_INDEX,
    PartScans,
    as_in_files,
    spark_schema,
)
from rmt_engine.spark.session.active import untouched
from rmt_engine.spark.session.definitions import DefinitionBuilder, error_of_expressions
from rmt_engine.spark.session.time_zones import TIME_ZONE, ZonedFrames
from rmt_engine.spark.write.projector import Projector
from rmt_engine.sql.grammar.row_commands import parse_commands
from rmt_engine.sql.grammar.statements import ProjectionAction, RowCommand
from rmt_engine.sql.tables.definition import column_types
from rmt_engine.sql.tables.dependent_columns import affected_columns
from rmt_engine.sql.tables.expressions import identifiers, stored_expression, stored_value
from rmt_engine.sql.tables.layout import partition_id_of, run_layout, stored_schema
from rmt_engine.sql.tables.mutations import (
    absent_after,
    check_commands,
    has_to_act,
    names_virtual,
    readable_types,
    renewed_columns,
)
from rmt_engine.sql.tables.nested import nested_name, of_one_size
from rmt_engine.sql.tables.row_identity import identity_columns, is_by_key
from rmt_engine.sql.tables.ttl import expiry_moment, goes_by_parts, named_by
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.casts import cast_expression, null_refused
from rmt_engine.sql.values.types import UTC, DataType
from rmt_engine.store.masks import MaskedRows
from rmt_engine.store.mutations import Mutation, RowChange
from rmt_engine.store.part import NewPart, Part, RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import ROW_ID, Column, Table, TableDefinition

__all__ = ["RowChanges"]

_MATCHED = "__matched"
_SETTINGS = {
    TIME_ZONE: UTC,
    "spark.sql.ansi.enabled": "true",
    "spark.sql.shuffle.partitions": "1",
    # A file that seems this dear to open shares its task with no other.
    "spark.sql.files.openCostInBytes": str(2**40),
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    # A damaged value is not to be written anew, under a right checksum.
    "parquet.page.verify-checksum.enabled": "true",
}
_MASKING_MODE = "lightweight_mutation_projection_mode"
_FEW_ROWS = 65_536
_FEW_BYTES = 4 * 2**20
"""So many rows of files of that size are brought to the driver and written there: a worker of
Spark's that has to be started takes longer than all the rest."""
_MASKED_BY_TASK = 2_000_000
_CONDITION_TYPES = (
    "boolean",
    "tinyint",
    "smallint",
    "int",
    "bigint",
    "float",
    "double",
    "decimal",
    "void",
)
_P = TypeVar("_P", Part, RewriteSource)


class RowChanges:
    """Finds and changes the rows of mutations.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        store: the store.
        limits: how the masks of earlier lightweight deletes travel.
    """

    def __init__(
        self, gateway: Gateway, session: SparkSession, store: Store, limits: MaskLimits
    ) -> None:
        self._gateway = gateway
        self._session = SparkSession(session.sparkContext, session._jsparkSession.newSession())
        for name, value in _SETTINGS.items():
            self._session.conf.set(name, value)
        self._store = store
        self._parts = PartScans(gateway, self._session, store.storage, prune=True)
        self._zones = ZonedFrames(gateway, self._session)
        self._masks = Masks(gateway, self._session, store.storage, limits)
        self._masked_rows = MaskedRows(store.storage)
        self._expressions = DefinitionBuilder(gateway, self._session)
        self._projector = Projector(gateway, session, store, limits)

    def check(self, commands: Sequence[RowCommand], definition: TableDefinition) -> None:
        """Checks commands before they are recorded.

        Raises:
            RmtError: with ClickHouse's name of whatever is wrong.
        """
        check_commands(commands, definition)
        types = column_types(definition)
        for command in commands:
            for name, value in () if command.masks_rows else command.assignments or ():
                column = definition.column(name)
                assert column is not None
                self._check_constant(value, types[column.name], column.name, command.time_zone)
        with untouched():
            frame = empty_frame(self._gateway, self._session, spark_schema(definition))
            if names_virtual(commands, definition):
                frame = with_virtual_columns(
                    self._session,
                    frame.withColumns({FILE_PATH: F.lit(""), ROW_INDEX: F.lit(0)}),
                    definition,
                    (),
                )
            self._changed(frame, definition, commands)

    def _check_constant(self, value: str, target: DataType, column: str, zone: str) -> None:
        """Converts a value that is the same for all rows, to refuse it at once."""
        if identifiers(value):
            return
        expression = stored_expression(value, {})
        [spark] = self._expressions.types_of({}, [expression])
        if spark == "void" and not target.nullable:
            raise RmtError(
                "CANNOT_CONVERT_TYPE",
                f"Column {column} ({target}): cannot convert NULL to a non-nullable type.",
            )
        cast = cast_expression(f"({expression})", spark, target, column, zone=zone)
        self._expressions.evaluate([cast])

    # What a mutator asks for

    def only_masks(self, mutation: Mutation) -> bool:
        """Whether it is a lightweight delete; see `RowChanger`."""
        return all(command.masks_rows for command in parse_commands(mutation.commands))

    def mask(
        self, table: Table, change: RowChange, parts: Sequence[Part], directory: str
    ) -> dict[str, RunFile]:
        """Writes masks of the rows that match; see `RowChanger`."""
        plan = plan_masks(self._store.storage, directory, parts)
        masked: dict[str, RunFile] = {}
        with self._job(change):
            for commands, group in _by_commands(table, change, parts):
                ids = self._matching(table, group, commands).select(ROW_ID)
                few = _are_few(file for part in group for file in part.files)
                masked |= read_masked(_masks(plan, ids, few), group)
        return masked

    def mask_found(
        self, table: Table, parts: Sequence[Part], found: DataFrame, rows: int, directory: str
    ) -> dict[str, RunFile]:
        """Writes masks of rows that somebody has found.

        Args:
            table: the table.
            parts: those whose rows they are.
            found: the rows, by the columns of `identity_columns`.
            rows: how many.
            directory: the staging directory.

        Returns:
            The runs that have such rows, with their new masks, by path.
        """
        plan = plan_masks(self._store.storage, directory, parts)
        with errors_named(), untouched():
            found = frame_of_plan(
                self._gateway, self._session, found._jdf.queryExecution().analyzed()
            )
            if is_by_key(table.definition):
                ids = self._with_keys(table, parts, found).select(ROW_ID)
                few = _are_few(file for part in parts for file in part.files)
            else:
                # A task writes a mask of each run in which it has a row.
                ids = found.coalesce(1) if rows <= _MASKED_BY_TASK else _in_ranges(found, rows)
                few = rows <= _FEW_ROWS
            return read_masked(_masks(plan, ids, few), parts)

    def _with_keys(self, table: Table, parts: Sequence[Part], keys: DataFrame) -> DataFrame:
        """The rows of parts that have certain keys and are not masked."""
        rows = self._scan(table, parts)
        columns = identity_columns(table.definition)
        if not columns:
            return rows
        same = (
            F.col(quote_name(one.stored)).eqNullSafe(F.col(quote_name(one.name))) for one in columns
        )
        return rows.join(keys, functools.reduce(operator.and_, same), "left_semi")

    def matched_files(
        self, table: Table, change: RowChange, parts: Sequence[Part]
    ) -> dict[str, int]:
        """The files that have to change, and how many rows match in each; see `RowChanger`.

        Raises:
            RmtError: `LOGICAL_ERROR`, Spark calls a file by another name than the registry.
        """
        matched: Counter[str] = Counter()
        with self._job(change):
            for commands, group in _by_commands(table, change, parts):
                if any(command.applies_mask for command in commands):
                    matched.update({f.path: 0 for part in group for f in part.files if f.masks})
                conditional = [command for command in commands if command.is_conditional]
                if conditional:
                    rows = self._matching(table, group, conditional)
                    paths, counts = rows.groupBy(FILE_PATH).count().toArrow().columns
                    matched.update(dict(zip(paths.to_pylist(), counts.to_pylist(), strict=True)))
                for command in commands:
                    acted = _files_to_act_on(command, table.definition, group)
                    matched.update(dict.fromkeys(acted, 0))
                if any(command.expires for command in commands):
                    matched.update(dict.fromkeys(_expired_files(table.definition, group), 0))
        if not matched.keys() <= {file.path for part in parts for file in part.files}:
            raise RmtError("LOGICAL_ERROR", f"Unknown files of {table.qualified}: {set(matched)}.")
        return dict(matched)

    def rewrite(
        self, table: Table, change: RowChange, sources: Sequence[RewriteSource]
    ) -> dict[str, tuple[RunFile, ...]]:
        """Writes what becomes of runs; see `RowChanger`."""
        runs: dict[str, tuple[RunFile, ...]] = {}
        with self._job(change):
            for commands, group in _by_commands(table, change, sources):
                for absent, alike in _by_absence(table.definition, commands, group):
                    written = self._write(table.definition, table, alike, commands, absent=absent)
                    runs |= written
        return runs

    def restructure(
        self, table: Table, source: Table, sources: Sequence[RewriteSource]
    ) -> dict[str, tuple[RunFile, ...]]:
        """Writes runs anew with a table's newest structure.

        Args:
            table: the table that gets the new runs.
            source: the table whose runs they are, the same or one of the same columns.
            sources: the runs.

        Returns:
            The new runs by the path of the old one.

        Raises:
            RmtError: a value cannot become one of its column's type, or the job was cancelled.
        """
        with errors_named(), untouched():
            return self._write(table.definition, source, sources, ())

    def clear(
        self, table: Table, sources: Sequence[RewriteSource], now: int
    ) -> dict[str, tuple[RunFile, ...]]:
        """Writes runs anew; values whose TTL has come become defaults; see `StoredTable`."""
        with errors_named(), untouched():
            return self._write(table.definition, table, sources, (), now)

    def _write(
        self,
        definition: TableDefinition,
        table: Table,
        sources: Sequence[RewriteSource],
        commands: Sequence[RowCommand],
        clear_at: int | None = None,
        absent: frozenset[str] = frozenset(),
    ) -> dict[str, tuple[RunFile, ...]]:
        """Writes runs of a table as commands change them, laid out as a definition says.

        Args:
            definition: the definition.
            table: the table whose runs they are.
            sources: the runs.
            commands: what changes the rows.
            clear_at: the time by which values whose TTL has come become defaults.
            absent: names in files of columns that are left out.
        """
        schema = stored_schema(definition, absent)
        plan = plan_rewrite(self._store, schema, run_layout(definition).without(absent), sources)

        def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            spare_modules_from_collection()
            return rewrite_runs(plan, batches)

        parts = [source.part for source in sources]
        if names_virtual(commands, table.definition):
            rows = self._with_virtual_columns(table, parts)
            beside = [FILE_PATH, ROW_INDEX, *table.definition.virtual_columns]
        else:
            rows, beside = self._scan(table, parts), []
        rows = self._changed(rows, table.definition, commands).drop(*beside)
        if clear_at is not None:
            rows = with_cleared(rows, definition, clear_at)
        if table.definition.ttl != definition.ttl:
            rows = rows.drop(*(rule.name for rule in table.definition.ttl))
            rows = with_expiry(rows, definition, definition.ttl)
        rows = as_in_files(rows, definition).drop(*sorted(absent))
        if _are_few(file for source in sources for file in source.part.files):
            written = rewrite_at_once(plan, rows.toArrow())
        else:
            written = rows.mapInArrow(write, from_arrow_schema(REWRITTEN)).toArrow()
        return read_rewritten(written, sources)

    def projections_after(
        self, table: Table, change: RowChange, part: Part, is_touched: bool
    ) -> KeptProjections:
        """What becomes of the projections of a part; see `RowRewriter`."""
        groups = _by_commands(table, change, [part])
        commands = [command for own, _ in groups for command in own]
        return _kept_projections(table.definition, commands, part, is_touched)

    def project(
        self, table: Table, parts: Sequence[NewPart], directory: str, names: Collection[str]
    ) -> list[NewPart]:
        """Writes projections of new parts; see `StoredTable`."""
        return self._projector.project(table, parts, directory, names)

    def cancel(self, mutation: Mutation) -> None:
        """Stops the jobs of a mutation, if any run here; see `RowChanger`."""
        self._session.sparkContext.cancelJobGroup(_group(mutation))

    def _matching(
        self, table: Table, parts: Sequence[Part], commands: Sequence[RowCommand]
    ) -> DataFrame:
        """The rows of parts that match a command, with the paths of their files."""
        if names_virtual(commands, table.definition):
            rows = self._with_virtual_columns(table, parts)
        else:
            rows = self._scan(table, parts, with_path=True)
        matched = [f"{_MATCHED}_{position}" for position in range(len(commands))]
        for name, command in zip(matched, commands, strict=True):
            rows = self._with_match(rows, table.definition, command, name)
        return rows.where(" OR ".join(matched)).drop(*matched)

    def _with_match(
        self, rows: DataFrame, definition: TableDefinition, command: RowCommand, name: str
    ) -> DataFrame:
        """Adds the ALIAS columns, and whether a row matches a command, as a column of that name."""
        rows = self._zones.to_zone(rows, command.time_zone)
        rows = with_aliases(rows, definition, command.time_zone)
        rows = rows.withColumn(name, F.expr(_condition(rows, definition, command)))
        return self._zones.from_zone(rows, command.time_zone)

    def _scan(
        self, table: Table, parts: Sequence[Part], with_path: bool = False, with_index: bool = False
    ) -> DataFrame:
        """The rows of parts that are not masked."""
        rows = self._parts.scan(table, parts, with_path, with_index)
        hidden = self._masked_rows.of(table, parts)
        return rows if hidden is None else self._masks.apply(rows, parts, hidden)

    def _with_virtual_columns(self, table: Table, parts: Sequence[Part]) -> DataFrame:
        """The rows of parts that are not masked, with the virtual columns.

        As in ClickHouse, each part is the only one that a mutation sees.
        """
        rows = self._scan(table, parts, with_path=True, with_index=True)
        facts = [fact for part in parts for _, fact in facts_of_files(table, [part])]
        return with_virtual_columns(self._session, rows, table.definition, facts)

    def _changed(
        self, frame: DataFrame, definition: TableDefinition, commands: Sequence[RowCommand]
    ) -> DataFrame:
        """The rows a part has after the commands, each of which sees what the one before did."""
        columns = [quote_name(name) for name in frame.columns]
        for command in commands:
            if command.applies_mask or command.action is not None:
                renewed = renewed_columns(command, definition)
                if renewed:
                    frame = _renewed(frame, definition, renewed).select(*columns)
                continue
            if command.expires:
                if not goes_by_parts(definition):
                    frame = without_expired(frame, definition, int(time.time()))
                continue
            rows = self._with_match(frame, definition, command, _MATCHED)
            if command.deletes:
                frame = rows.where(f"NOT {_MATCHED}").select(*columns)
            else:
                frame = self._updated(rows, definition, command).select(*columns)
                if _moves_moments(command.assignments or (), definition):
                    frame = without_expired(frame, definition, int(time.time()))
        return frame

    def _updated(
        self, rows: DataFrame, definition: TableDefinition, command: RowCommand
    ) -> DataFrame:
        """The rows with new values where they match; all assignments see the old ones."""
        types, zone = column_types(definition), command.time_zone
        new_values: dict[str, str] = {}
        rows = self._zones.to_zone(rows, zone)
        for position, (name, text) in enumerate(command.assignments or ()):
            column = definition.column(name)
            assert column is not None
            new = new_values[column.name] = f"__new_{position}"
            expression = stored_expression(
                text, readable_types(definition), zone, types[column.name]
            )
            rows = _with_value_where_matched(rows, new, expression)
        rows = self._zones.from_zone(rows, zone)
        values = {
            name: _converted(rows, new, types[name], name, zone=zone)
            for name, new in new_values.items()
        }
        rows = _replaced(rows, values)
        for affected in affected_columns(values, definition.columns):
            rows = with_ephemerals(with_aliases(rows, definition), definition)
            data_type = types[affected.name]
            expression = stored_expression(affected.expression, types, target=data_type)
            rows = _with_value_where_matched(rows, "__new_0", expression)
            value = _converted(rows, "__new_0", data_type, affected.name, or_default=True)
            rows = _replaced(rows, {affected.name: value})
            values[affected.name] = value
        if arrays := _arrays_of_one_size(definition, values):
            rows = _replaced(rows, arrays)
        return _with_new_moments(rows, definition, values)

    @contextlib.contextmanager
    def _job(self, change: RowChange) -> Iterator[None]:
        """Names the jobs of a mutation, and says of a refused value what it is.

        The jobs of a statement have its name already, and are cancelled with it.
        """
        if isinstance(change, Mutation):
            self._session.sparkContext.setLocalProperty("spark.scheduler.pool", MERGE_POOL)
            self._session.sparkContext.setJobGroup(_group(change), change.name, True)
        with errors_named(), untouched():
            yield


def _masks(plan: MaskPlan, ids: DataFrame, few: bool) -> pa.Table:
    """Writes masks of rows, given by their ids, in the driver if they are few; see `mask_rows`."""

    def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        spare_modules_from_collection()
        return mask_rows(plan, batches)

    if few:
        return pa.Table.from_batches(mask_rows(plan, ids.toArrow().to_batches()), MASKED)
    return ids.mapInArrow(write, from_arrow_schema(MASKED)).toArrow()


def _in_ranges(ids: DataFrame, rows: int) -> DataFrame:
    """Ids of so many rows, divided by the runs that have them."""
    return ids.repartitionByRange(1 + rows // _MASKED_BY_TASK, ROW_ID)


def _arrays_of_one_size(definition: TableDefinition, updated: Collection[str]) -> dict[str, str]:
    """The arrays beside those that were updated, which fail in rows where their sizes differ."""
    names = {nested_name(name) for name in updated}
    types = {
        name: data_type
        for name, data_type in column_types(definition).items()
        if nested_name(name) in names and definition.column(name) in definition.stored_columns
    }
    return of_one_size({name: quote_name(name) for name in types}, types)


def _group(mutation: Mutation) -> str:
    return f"rmt-mutation-{mutation.id}"


def _by_commands(
    table: Table, change: RowChange, items: Sequence[_P]
) -> list[tuple[tuple[RowCommand, ...], list[_P]]]:
    """Parts by the commands that are for their partition; those without any are left out."""
    definition = table.definition
    commands = parse_commands(change.commands)
    partitions = [partition_id_of(c.partition, c.partition_id, definition) for c in commands]
    groups: dict[tuple[RowCommand, ...], list[_P]] = {}
    for item in items:
        part = item.part if isinstance(item, RewriteSource) else item
        own = tuple(
            command
            for command, partition in zip(commands, partitions, strict=True)
            if partition in (None, part.name.partition_id)
        )
        if own:
            groups.setdefault(own, []).append(item)
    return list(groups.items())


def _by_absence(
    definition: TableDefinition,
    commands: Sequence[RowCommand],
    sources: Sequence[RewriteSource],
) -> list[tuple[frozenset[str], list[RewriteSource]]]:
    """The runs of sources by the columns that they lack still when commands have changed them."""
    known: dict[tuple[int, tuple[str, ...]], frozenset[str]] = {}
    groups: dict[frozenset[str], list[RewriteSource]] = {}
    for source in sources:
        lacking: dict[frozenset[str], list[RunFile]] = {}
        for file in source.part.files:
            alike = (file.structure, file.absent)
            if alike not in known:
                known[alike] = absent_after(definition, commands, *alike)
            lacking.setdefault(known[alike], []).append(file)
        for absent, files in lacking.items():
            part = replace(source.part, files=tuple(files))
            groups.setdefault(absent, []).append(replace(source, part=part))
    return list(groups.items())


def _kept_projections(
    definition: TableDefinition, commands: Sequence[RowCommand], part: Part, is_touched: bool
) -> KeptProjections:
    """What becomes of the projections of a part.

    Of one that lost rows all are made anew; UPDATE makes those anew that it has, as in ClickHouse.
    """
    runs: tuple[RunFile, ...] = () if is_touched else part.projected
    masks = is_touched and any(command.masks_rows for command in commands)
    is_lost = masks and definition.settings.get(_MASKING_MODE) != "rebuild"
    kept = {one.name: one for one in definition.kept_projections}
    written = set(kept) if is_touched and not is_lost else set()
    if all(command.updates or command.action for command in commands):
        written = {name for name in written if part.runs_named(name)}
    for command in commands:
        name = command.projection
        if command.action is ProjectionAction.MATERIALIZE:
            if name in kept and (is_touched or not part.runs_of(kept[name])):
                written.add(name)
        elif command.action is not None:
            written -= {name} if command.action is ProjectionAction.CLEAR else set()
            runs = tuple(run for run in runs if run.projection != name)
    runs = tuple(run for run in runs if run.projection not in written)
    return KeptProjections(runs, tuple(sorted(written)))


def _condition(frame: DataFrame, definition: TableDefinition, command: RowCommand) -> str:
    """Whether a row matches, never NULL; for a session of the command's time zone."""
    value = stored_value(command.condition, readable_types(definition), command.time_zone)
    spark = _type_of(frame, value.sql)
    if not spark.startswith(_CONDITION_TYPES):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT" if command.masks_rows else "BAD_ARGUMENTS",
            f"The condition {command.condition} is of the type {value.type or spark}; it must be "
            "Bool or a number.",
        )
    text = value.sql if spark == "boolean" else f"CAST({value.sql} AS BOOLEAN)"
    return f"coalesce({text}, false)"


def _moves_moments(assignments: Sequence[tuple[str, str]], definition: TableDefinition) -> bool:
    """Whether TTL depends on an updated column: it is applied at once then, as in ClickHouse."""
    updated = [name for name, _ in assignments]
    affected = affected_columns(updated, definition.columns)
    changed = {name.lower() for name in (*updated, *(column.name for column in affected))}
    named = {name.lower() for rule in definition.ttl for name in named_by(rule)}
    return bool(changed & named)


def _with_new_moments(
    rows: DataFrame, definition: TableDefinition, changed: Iterable[str]
) -> DataFrame:
    """The rows with other moments of TTL where they match and one depends on a changed column."""
    lower = {name.lower() for name in changed}
    types = column_types(definition)
    for rule in definition.ttl:
        if lower & {name.lower() for name in (*named_by(rule), rule.column)}:
            old, new = quote_name(rule.name), expiry_moment(rule, types)
            value = F.expr(f"CASE WHEN {_MATCHED} THEN {new} ELSE {old} END")
            rows = rows.withColumn(rule.name, value)
    return rows


def _renewed(rows: DataFrame, definition: TableDefinition, columns: Sequence[Column]) -> DataFrame:
    """The rows with values of columns, and moments of TTL, made anew as if files lacked them."""
    names = {column.name.lower() for column in columns}
    moments = [
        rule.name
        for rule in definition.ttl
        if names & {name.lower() for name in (*named_by(rule), rule.column)}
    ]
    return with_missing(rows.drop(*(column.name for column in columns), *moments), definition)


def _files_to_act_on(
    command: RowCommand, definition: TableDefinition, parts: Iterable[Part]
) -> Iterator[str]:
    """The files that MATERIALIZE or CLEAR COLUMN changes."""
    for file in (file for part in parts for file in part.files):
        if has_to_act(command, definition, file.structure, file.absent):
            yield file.path


def _expired_files(definition: TableDefinition, parts: Iterable[Part]) -> Iterator[str]:
    """The files of which is not known what has expired, or in which something has that goes."""
    rules, now = definition.ttl, int(time.time())
    by_parts = goes_by_parts(definition)
    for part in parts:
        for file in part.files:
            is_due = not by_parts and due_rules(rules, [file], now)
            if is_due or not is_known(file, rules):
                yield file.path


def _with_value_where_matched(rows: DataFrame, name: str, expression: str) -> DataFrame:
    """Adds a value of the rows that match: it may be an error for the others.

    Raises:
        RmtError: Spark cannot make sense of it.
    """
    try:
        return rows.withColumn(name, F.expr(f"CASE WHEN {_MATCHED} THEN ({expression}) END"))
    except (AnalysisException, ParseException) as error:
        raise error_of_expressions(error, [expression]) from None


def _converted(
    rows: DataFrame,
    new: str,
    target: DataType,
    column: str,
    or_default: bool = False,
    zone: str = UTC,
) -> str:
    """A new value as its column's type, where the row matches.

    Args:
        rows: the rows, with the new value.
        new: its column.
        target: the type it gets.
        column: the column it is for.
        or_default: whether a NULL becomes the type's default where it has no place.
        zone: the time zone in which times without one are written.
    """
    value = cast_expression(new, column_type(rows, new), target, column, zone=zone)
    if not target.nullable:
        other = target.default if or_default else null_refused(column, target)
        value = f"coalesce({value}, {other})"
    return (
        f"CASE WHEN {_MATCHED} THEN CAST({value} AS {target.spark}) ELSE {quote_name(column)} END"
    )


def _replaced(rows: DataFrame, values: Mapping[str, str]) -> DataFrame:
    names = [name for name in rows.columns if not name.startswith("__new_")]
    return rows.selectExpr(*(f"{values.get(n, quote_name(n))} AS {quote_name(n)}" for n in names))


def _type_of(frame: DataFrame, expression: str) -> str:
    """Spark's type of an expression.

    Raises:
        RmtError: Spark cannot make sense of it.
    """
    try:
        return column_type(frame.selectExpr(expression), 0)
    except (AnalysisException, ParseException) as error:
        raise error_of_expressions(error, [expression]) from None


def _are_few(files: Iterable[RunFile]) -> bool:
    """Whether the driver may hold the rows of files."""
    there = list(files)
    return (
        sum(file.rows for file in there) <= _FEW_ROWS
        and sum(file.bytes for file in there) <= _FEW_BYTES
    )
