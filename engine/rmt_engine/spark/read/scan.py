"""Plans that read tables: plain, FINAL, and with their hidden columns.

A plan is Spark's own file scan over the files of one snapshot, so filters, projections and joins
are pushed down as always. Rows that FINAL does not show or lightweight deletes took away are taken
out of the parts that have any; parts without another row are not read at all.

Plans are made in a session of the engine's own, whose settings never change, and shared by all
sessions: they hold no user's session and read the same for everyone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import (
    BooleanType,
    DataType,
    DateType,
    DecimalType,
    IntegralType,
    TimestampNTZType,
    TimestampType,
)

from rmt_engine.engines import engine_of
from rmt_engine.engines.engine import MERGED_PART, PART_RANK, PARTITION_RANK
from rmt_engine.errors import RmtError
from rmt_engine.merges.extremes import exact_extremes
from rmt_engine.merges.final import FinalRows, FinalState, final_scope
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.column_values import with_aliases
from rmt_engine.spark.read.few_rows import FewRows
from rmt_engine.spark.read.masks import MaskLimits, Masks
from rmt_engine.spark.read.part_facts import facts_of_files, with_facts, with_virtual_columns
from rmt_engine.spark.read.part_scan import FILE_PATH, PartScans, spark_schema
from rmt_engine.spark.read.projected_rows import rows_of_projection
from rmt_engine.spark.session.active import merged_snapshot, untouched
from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING
from rmt_engine.sql.grammar.sampling import Sample
from rmt_engine.sql.query.wanted_rows import WantedRows
from rmt_engine.sql.tables.row_identity import identity_columns
from rmt_engine.sql.tables.row_policies import never
from rmt_engine.sql.tables.sampled_rows import sample_condition
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.masks import HiddenRows, MaskedRows
from rmt_engine.store.part import Part
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import (
    ROW_EXISTS,
    ROW_ID,
    Projection,
    Table,
    TableDefinition,
)

__all__ = ["EXTREMES", "Extreme", "ReadMode", "Scans", "readable", "with_comments"]

Extreme = tuple[str, str]
EXTREMES = ("min", "max", AGGREGATES_OF_NOTHING["min"], AGGREGATES_OF_NOTHING["max"])
"""Spark's functions, and those that are ClickHouse's default where there are no rows."""
_PLACES = (PARTITION_RANK, PART_RANK, MERGED_PART)
_CACHED_PLANS = 256
_COUNTED_BY_TASK = 100_000_000
_MOST_TASKS = 64


@dataclass(frozen=True)
class ReadMode:
    """What a reader wants of a table.

    Attributes:
        final: only current rows.
        within_partitions: FINAL looks for newer rows in the same partition only.
        hidden: with the columns `*` leaves out.
        virtual: with the columns that tell a row's part.
        raw: with the columns that order rows: for PREWHERE, which filters before FINAL.
        masked: with the rows that lightweight deletes took away; `_row_exists` tells them.
        counts: only the number of rows matters; none of their columns is there.
        extremes: only these matter, in one row: functions, of `EXTREMES`, with columns. Each is a
            column named after both.
        sample: which rows are wanted, by the table's SAMPLE BY; None for all.
        policy: what the rows meet that the reader may see, in Spark's SQL; empty for all.
        projection: the projection whose rows are wanted, as `Projection.to_json` writes it; empty
            for those of the table.
        identity: with the columns that tell rows apart; see `identity_columns`.
        wanted: what the reader's own condition says of the rows; None where that is not known.
    """

    final: bool = False
    within_partitions: bool = False
    hidden: bool = False
    virtual: bool = False
    raw: bool = False
    masked: bool = False
    counts: bool = False
    extremes: tuple[Extreme, ...] = ()
    sample: Sample | None = None
    policy: str = ""
    projection: str = ""
    identity: bool = False
    wanted: WantedRows | None = None


class Scans:
    """Makes and caches plans.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session, its time zone UTC.
        store: the store.
        final_rows: gives deletion vectors.
        limits: how they travel.
        prune: whether files are left out by the minmax index, and few rows read by it.
        split: whether FINAL only tests rows of parts that have dead rows and others.
    """

    def __init__(
        self,
        gateway: Gateway,
        session: SparkSession,
        store: Store,
        final_rows: FinalRows,
        limits: MaskLimits,
        prune: bool,
        split: bool,
    ) -> None:
        self._split = split
        self._gateway = gateway
        self._session = session
        self._seen = threading.local()
        self._store = store
        self._final_rows = final_rows
        self._parts = PartScans(gateway, session, store.storage, prune)
        self._masks = Masks(gateway, session, store.storage, limits)
        self._masked_rows = MaskedRows(store.storage)
        self._few_rows = FewRows(gateway, session, store.storage) if prune else None
        self._plans: OrderedDict[tuple[str, ReadMode, str], tuple[int, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def plan(self, table: Table, mode: ReadMode) -> Any:
        """The analyzed logical plan of a table's snapshot, for the statement that is analyzed.

        Raises:
            RmtError: `UNKNOWN_TABLE`, it was dropped; `INCORRECT_DATA`, FINAL found a mark in the
                is_deleted column that is neither 0 nor 1; `NOT_IMPLEMENTED`, FINAL is to take
                masked rows for rows; `SAMPLING_NOT_SUPPORTED`, it has no SAMPLE BY.
        """
        snapshot = self._snapshot(table)
        if mode.wanted is not None:
            few = self._few(snapshot, mode, mode.wanted)
            if few is not None:
                return few
            mode = replace(mode, wanted=None)
        key = (table.uuid, mode, self._zone(snapshot.table.definition, mode))
        with self._lock:
            version, cached = self._plans.get(key, (-1, None))
            if version == snapshot.version:
                self._plans.move_to_end(key)
                return cached
        make = self._projected if mode.projection else self._frame
        plan = make(snapshot, mode)._jdf.queryExecution().analyzed()
        with self._lock:
            self._plans[key] = (snapshot.version, plan)
            self._plans.move_to_end(key)
            while len(self._plans) > _CACHED_PLANS:
                self._plans.popitem(last=False)
        return plan

    def _few(self, snapshot: Snapshot, mode: ReadMode, wanted: WantedRows) -> Any | None:
        """The plan of rows that are read here; None if tasks have to read them."""
        if mode.virtual or mode.identity or mode.masked or mode.counts or mode.sample is not None:
            return None
        if self._few_rows is None:
            return None
        hidden = self._hidden(snapshot, mode)
        parts = snapshot.parts
        if isinstance(hidden, FinalState):
            parts = (*parts, *hidden.parts)
        vector = DeletionVector.empty() if hidden is None else hidden.vector
        rows = self._few_rows.read(replace(snapshot, parts=parts), vector, wanted)
        if rows is None:
            return None
        frame = readable(rows, mode.policy, snapshot.table)
        definition = snapshot.table.definition
        declared = self._declared(frame, definition, mode.hidden)
        return with_comments(declared, definition)._jdf.queryExecution().analyzed()

    def _zone(self, definition: TableDefinition, mode: ReadMode) -> str:
        """The reader's time zone, if the plan computes something in it."""
        is_whole = mode.hidden or mode.raw or bool(mode.projection)
        computes = mode.policy or (is_whole and _computes(definition))
        return self._gateway.analysis_zone() if computes else ""

    def _snapshot(self, table: Table) -> Snapshot:
        """A table's current snapshot: the same wherever one statement names the table."""
        merged = merged_snapshot(table)
        if merged is not None:
            return merged
        analysis = self._gateway.analysis()
        if getattr(self._seen, "analysis", None) != analysis:
            self._seen.analysis, self._seen.snapshots = analysis, {}
        snapshots: dict[int, Snapshot] = self._seen.snapshots
        if table.id not in snapshots:
            snapshots[table.id] = self._store.snapshots.current(table)
        return snapshots[table.id]

    def _frame(self, snapshot: Snapshot, mode: ReadMode) -> DataFrame:
        definition = snapshot.table.definition
        _check_masked(snapshot, mode)
        if mode.raw:
            return _sampled(self._raw(snapshot, mode), snapshot, mode)
        hidden = self._hidden(snapshot, mode)
        if isinstance(hidden, FinalState) and hidden.parts:
            if mode.virtual:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    f"FINAL of {snapshot.table.qualified} computes rows, which are of no part: "
                    f"{', '.join(definition.virtual_columns)} are not there.",
                    "Leave FINAL out, or OPTIMIZE the table; a table with final_by_default takes "
                    "final = 0.",
                )
            snapshot = replace(snapshot, parts=(*snapshot.parts, *hidden.parts))
        if mode.counts and not mode.policy:
            rows = snapshot.rows - (sum(hidden.dead_rows.values()) if hidden is not None else 0)
            return self._session.range(0, rows, 1, min(1 + rows // _COUNTED_BY_TASK, _MOST_TASKS))
        if mode.extremes and not mode.policy:
            known = self._known_extremes(snapshot, hidden, mode.extremes)
            if known is not None:
                return known
        if hidden is not None:
            frame = self._without(snapshot, hidden, mode)
        else:
            frame = self._scan(snapshot, snapshot.parts, mode.virtual)
        frame = _sampled(frame, snapshot, mode)
        frame = readable(frame, mode.policy, snapshot.table)
        if mode.masked and mode.virtual:
            frame = self._with_existence(snapshot, frame)
        virtual = list(definition.virtual_columns) if mode.virtual else []
        if mode.identity:
            identity = identity_columns(definition)
            frame = frame.withColumns({one.name: F.col(quote_name(one.stored)) for one in identity})
            virtual += [one.name for one in identity]
        frame = self._declared(frame, definition, mode.hidden, virtual)
        if mode.extremes:
            return frame.selectExpr(
                *(
                    f"{function}({quote_name(column)}) AS {quote_name(f'{function} {column}')}"
                    for function, column in mode.extremes
                )
            )
        return with_comments(frame, definition)

    def _projected(self, snapshot: Snapshot, mode: ReadMode) -> DataFrame:
        """The rows of a projection: those that parts have, and those made of other parts' rows.

        If it was dropped after the query was compiled, no part has them.
        """
        table = snapshot.table
        projection = Projection.from_json(mode.projection)
        # What a row policy asks for a projection may not have.
        having = [p for p in snapshot.parts if p.runs_of(projection) and not mode.policy]
        names = [quote_name(column.name) for column in projection.columns]
        derived = replace(table, definition=table.definition.of_projection(projection))
        runs = [replace(part, files=part.runs_of(projection)) for part in having]
        frame = self._parts.scan(derived, runs).select(*names)
        read = {part.id for part in having}
        lacking = tuple(part for part in snapshot.parts if part.id not in read)
        if lacking:
            rest = replace(snapshot, parts=lacking)
            rows = self._frame(rest, replace(mode, projection="", hidden=True))
            made = rows_of_projection(rows, table.definition, projection)
            frame = frame.unionAll(made) if having else made
        if projection.is_aggregate:
            return frame
        there = {column.column: column.name for column in projection.columns}
        declared = [c.name for c in table.definition.columns if c.name in there]
        return frame.selectExpr(
            *(f"{quote_name(there[name])} AS {quote_name(name)}" for name in declared)
        )

    def _known_extremes(
        self, snapshot: Snapshot, hidden: HiddenRows | None, extremes: Sequence[Extreme]
    ) -> DataFrame | None:
        """One row of constants, which Spark puts where they are compared; None if not all known."""
        known = exact_extremes(snapshot, hidden, [*dict.fromkeys(column for _, column in extremes)])
        if known is None:
            return None
        schema = spark_schema(snapshot.table.definition)
        constants = []
        for function, column in extremes:
            value = known[column][0 if function.endswith("min") else 1]
            constant = _constant(value, schema[column].dataType)
            if constant is None:
                return None
            constants.append(constant.alias(f"{function} {column}"))
        with untouched():
            return self._session.sql("SELECT 1").select(*constants)

    def _hidden(self, snapshot: Snapshot, mode: ReadMode) -> HiddenRows | None:
        """The rows a reader must not see; None when it sees all."""
        if not (mode.final and engine_of(snapshot.table.definition).has_final):
            return None if mode.masked else self._masked_rows.of(snapshot.table, snapshot.parts)
        scope = final_scope(snapshot.table.definition, mode.within_partitions)
        return self._final_rows.state(snapshot, scope)

    def _without(self, snapshot: Snapshot, hidden: HiddenRows, mode: ReadMode) -> DataFrame:
        """The rows of a snapshot without the hidden ones."""
        dead, virtual = hidden.dead_rows, mode.virtual
        if not self._split and snapshot.parts:
            rows = self._scan(snapshot, snapshot.parts, virtual)
            return self._masks.apply(rows, snapshot.parts, hidden, late=mode.final)
        clean = [part for part in snapshot.parts if part.id not in dead]
        dirty = [part for part in snapshot.parts if 0 < dead.get(part.id, 0) < part.rows]
        if not dirty:
            return self._scan(snapshot, clean, virtual)
        rows = self._scan(snapshot, dirty, virtual)
        masked = self._masks.apply(rows, dirty, hidden, late=mode.final)
        return masked.unionAll(self._scan(snapshot, clean, virtual)) if clean else masked

    def _with_existence(self, snapshot: Snapshot, rows: DataFrame) -> DataFrame:
        """All rows, `_row_exists` 0 for the masked ones."""
        hidden = self._masked_rows.of(snapshot.table, snapshot.parts)
        if hidden is None:
            return rows
        gone = F.lit(0).cast(rows.schema[ROW_EXISTS].dataType)
        masked = self._masks.masked(rows, hidden).withColumn(ROW_EXISTS, gone)
        return self._masks.apply(rows, snapshot.parts, hidden).unionAll(masked.select(rows.columns))

    def _raw(self, snapshot: Snapshot, mode: ReadMode) -> DataFrame:
        """All rows with their hidden columns and their place in the order that decides ties.

        Masked rows are not among them.
        """
        virtual = mode.virtual
        ranks = {name: rank for rank, name in enumerate(sorted(snapshot.partitions()))}
        places = [
            (
                file.path,
                ranks[part.name.partition_id],
                rank,
                rank if part.name.level else -1,
            )
            for rank, part in enumerate(snapshot.parts)
            for file in part.files
        ]
        schema = pa.schema(
            [
                pa.field(FILE_PATH, pa.string(), nullable=False),
                *(pa.field(name, pa.int64(), nullable=False) for name in _PLACES),
            ]
        )
        definition = snapshot.table.definition
        computed = [key.name for key in definition.key if key.expression]
        order = [*computed, ROW_ID, *_PLACES]
        rows = self._parts.scan(snapshot.table, snapshot.parts, with_path=True, with_index=virtual)
        hidden = self._masked_rows.of(snapshot.table, snapshot.parts)
        if hidden is not None:
            rows = self._masks.apply(rows, snapshot.parts, hidden)
        rows = readable(rows, mode.policy, snapshot.table)
        frame = with_facts(self._session, rows, schema, places)
        if virtual:
            frame = self._with_parts(frame, snapshot, snapshot.parts)
            order += definition.virtual_columns
        return self._declared(frame, definition, hidden=True, extra=order)

    def _declared(
        self,
        frame: DataFrame,
        definition: TableDefinition,
        hidden: bool,
        extra: Sequence[str] = (),
    ) -> DataFrame:
        """The declared columns a reader sees, in order, ALIAS columns computed."""
        if hidden and _computes(definition):
            frame = with_aliases(frame, definition, self._gateway.analysis_zone())
        seen = (*definition.visible_columns, *(definition.hidden_columns if hidden else ()))
        names = [c.name for c in definition.columns if c in seen]
        return frame.select(*(quote_name(name) for name in (*names, *extra)))

    def _with_parts(self, rows: DataFrame, snapshot: Snapshot, parts: Sequence[Part]) -> DataFrame:
        """Rows of some of a snapshot's parts with the virtual columns."""
        read = {part.id for part in parts}
        facts = [
            fact for part, fact in facts_of_files(snapshot.table, snapshot.parts) if part.id in read
        ]
        return with_virtual_columns(self._session, rows, snapshot.table.definition, facts)

    def _scan(self, snapshot: Snapshot, parts: Sequence[Part], virtual: bool = False) -> DataFrame:
        """All rows of some parts, all stored columns and the row id."""
        rows = self._parts.scan(snapshot.table, parts, with_path=virtual, with_index=virtual)
        return self._with_parts(rows, snapshot, parts) if virtual else rows


def _check_masked(snapshot: Snapshot, mode: ReadMode) -> None:
    """Refuses to take masked rows for rows where it matters which row is the current one.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if mode.masked and snapshot.masked_rows and (mode.final or mode.raw or mode.identity):
        reader = "MERGE INTO" if mode.identity else "FINAL of"
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"apply_deleted_mask = 0 is not supported for {reader} a table with masked rows.",
            "Leave the setting out, or FINAL; a table with final_by_default takes final = 0.",
        )


def _constant(value: pa.Scalar, data_type: DataType) -> Column | None:
    """A value from the registry as a literal; None if it is of a type that has none."""
    if isinstance(data_type, (TimestampType, TimestampNTZType)):
        micros = value.cast(pa.timestamp("us", value.type.tz)).value
        return F.timestamp_micros(F.lit(micros).cast("bigint")).cast(data_type)
    if isinstance(data_type, (IntegralType, DecimalType, DateType, BooleanType)):
        return F.lit(value.as_py()).cast(data_type)
    return None


def _sampled(frame: DataFrame, snapshot: Snapshot, mode: ReadMode) -> DataFrame:
    """The rows that SAMPLE takes; any two rows of the same key are both in a sample or neither."""
    if mode.sample is None:
        return frame
    return frame.where(sample_condition(snapshot.table, mode.sample, snapshot.rows))


def readable(frame: DataFrame, policy: str, table: Table) -> DataFrame:
    """The rows of a table that the reader may see.

    Args:
        frame: the rows.
        policy: what they meet, in Spark's SQL; empty for all.
        table: the table.
    """
    if not policy:
        return frame
    try:
        return frame.where(policy)
    except AnalysisException as failure:
        return frame.where(never(table.qualified, str(failure).splitlines()[0]))


def _computes(definition: TableDefinition) -> bool:
    """Whether columns are computed when they are read."""
    return any(column.kind == "ALIAS" for column in definition.columns)


def with_comments(frame: DataFrame, definition: TableDefinition) -> DataFrame:
    """Attaches the columns' comments, which the catalog shows."""
    comments = {column.name: column.comment for column in definition.columns if column.comment}
    if not comments:
        return frame
    columns = []
    for name in frame.columns:
        column = F.col(quote_name(name))
        commented = {"comment": comments[name]} if name in comments else None
        columns.append(column.alias(name, metadata=commented) if commented else column)
    return frame.select(*columns)
