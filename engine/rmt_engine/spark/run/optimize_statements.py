"""OPTIMIZE TABLE."""

from __future__ import annotations

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.optimize import MergeRequest, is_divided, optimize
from rmt_engine.merges.planning import Describe
from rmt_engine.spark.bridge.errors import errors_named
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.sql.grammar.statements import OptimizeTable
from rmt_engine.sql.tables.deduplicate_by import deduplicated_by
from rmt_engine.sql.tables.definition import key_identifiers
from rmt_engine.sql.tables.keyless import check_optimize_of_buffer, refuse_keyless
from rmt_engine.sql.tables.layout import file_names, partition_id_of
from rmt_engine.store.store import Store
from rmt_engine.store.table import BUFFER, Table, TableDefinition

__all__ = ["OptimizeStatements"]

_PROJECTION_MODE = "deduplicate_merge_projection_mode"


class OptimizeStatements:
    """Executes OPTIMIZE TABLE.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        names: finds the tables that statements name.
        changes: told of changes of parts.
        describe: tells how a table's rows are stored.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        names: NamedTables,
        changes: PartChanges,
        describe: Describe,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._names = names
        self._changes = changes
        self._describe = describe

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            OptimizeTable: self._optimize,
        }

    def _optimize(self, statement: OptimizeTable, active: ActiveSession) -> None:
        table = self._names.table_with_rows(
            self._names.table(statement.name, active, method="optimize")
        )
        definition = table.definition
        if definition.engine == BUFFER:
            check_optimize_of_buffer(statement)
            return
        refuse_keyless(definition, "Method optimize")
        _check_cleanup(statement, definition)
        by = _deduplicate_by(statement, table)
        partition = partition_id_of(statement.partition, statement.partition_id, definition)
        request = MergeRequest(
            partition,
            statement.final,
            statement.cleanup,
            by,
            self._changes.scheduler.expires_at(table.id),
        )
        if self._changes.scheduler.is_stopped(table.id):
            raise RmtError("ABORTED", "Cancelled merging parts.", "SYSTEM START MERGES lets them.")
        with errors_named():
            merged = optimize(
                self._store, table, self._describe, request, self._gateway.check_cancelled
            )
        if active.setting("optimize_throw_if_noop") == "1":
            self._check_merged(table, statement.final, partition, merged)
        self._changes.parts_changed(table, active.setting("final_build"))

    def _check_merged(self, table: Table, final: bool, partition: str | None, merged: int) -> None:
        """Refuses an OPTIMIZE that did not do what it was asked for.

        Args:
            table: the table.
            final: whether each partition was to become one part.
            partition: the id of the only one to merge.
            merged: how many merges there were.

        Raises:
            RmtError: `CANNOT_ASSIGN_OPTIMIZE`.
        """
        if final and is_divided(self._store, table, partition):
            raise RmtError(
                "CANNOT_ASSIGN_OPTIMIZE",
                "Cannot OPTIMIZE table: a mutation has changed some parts and not the others, or "
                "parts have different projection sets.",
                "Wait for the mutation, or MATERIALIZE the projections.",
            )
        # As in ClickHouse, FINAL of the whole table never finds too little.
        if not merged and not (final and partition is None):
            parts = self._store.snapshots.current(table).parts
            named = [p for p in parts if partition in (None, p.name.partition_id)]
            raise RmtError(
                "CANNOT_ASSIGN_OPTIMIZE",
                f"Cannot OPTIMIZE table: {_why_nothing_to_merge(len(named), partition)}",
                "With optimize_throw_if_noop = 0 that is no error.",
            )


def _why_nothing_to_merge(parts: int, partition: str | None) -> str:
    """What ClickHouse says when OPTIMIZE finds nothing to merge.

    Args:
        parts: how many there are in the table, or in the partition.
        partition: the id of the partition, if the statement names one.
    """
    if partition is not None and parts == 0:
        return "There are no parts inside partition."
    if partition is not None and parts == 1:
        return "There is only one part inside partition."
    if parts == 0:
        return "There are no parts that can be merged. (Collector returned empty ranges set)."
    return "There is no need to merge parts according to merge selector algorithm."


def _check_cleanup(statement: OptimizeTable, definition: TableDefinition) -> None:
    if not statement.cleanup:
        return
    if not engine_of(definition).has_cleanup:
        raise RmtError(
            "CANNOT_ASSIGN_OPTIMIZE",
            "Cannot OPTIMIZE with CLEANUP table: only ReplacingMergeTree can be CLEANUP.",
        )
    if definition.settings.get("allow_experimental_replacing_merge_with_cleanup") != "1":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            "Experimental merges with CLEANUP are not allowed.",
            "Create the table with SETTINGS allow_experimental_replacing_merge_with_cleanup = 1.",
        )


def _deduplicate_by(statement: OptimizeTable, table: Table) -> tuple[str, ...]:
    if not statement.deduplicate:
        return ()
    _check_projections(table)
    stored = table.definition.stored_columns
    if not statement.deduplicate_by:
        return tuple(column.file_name for column in stored)
    by: list[str] = []
    for name in deduplicated_by(statement.deduplicate_by, table.definition):
        column = table.definition.column(name)
        if column is None or not column.is_stored:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"There is no column with name `{name}` in table {table.qualified}.",
            )
        by.append(column.name)
    missing = [name for name in key_identifiers(table.definition) if name not in by]
    if missing:
        raise RmtError(
            "THERE_IS_NO_COLUMN",
            "DEDUPLICATE BY expression must include all columns used in table's ORDER BY, PRIMARY "
            f"KEY, or PARTITION BY but '{missing[0]}' is missing.",
        )
    names = file_names(table.definition)
    return tuple(names[name] for name in by)


def _check_projections(table: Table) -> None:
    """Refuses DEDUPLICATE of rows that a projection has, too.

    Raises:
        RmtError: `SUPPORT_IS_DISABLED`.
    """
    mode = table.definition.settings.get(_PROJECTION_MODE)
    if table.definition.projections and mode not in ("drop", "rebuild"):
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            f"OPTIMIZE DEDUPLICATE query is not supported for table {table.qualified} as it has "
            "projections.",
            f"Drop the projections first, or set {_PROJECTION_MODE} to 'drop' or 'rebuild'.",
        )
