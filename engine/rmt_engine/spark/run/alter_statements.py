"""ALTER TABLE: settings, columns and partitions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rmt_engine.spark.bridge.frames import plan_of_rows
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.spark.write.column_changes import ColumnChanges
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.spark.write.partitions import PartitionCommands, PartResult, result_table
from rmt_engine.sql.grammar.statements import (
    AlterColumns,
    AlterPartitions,
    AlterSettings,
    ModifyColumn,
    ModifyTtl,
    Unfreeze,
)
from rmt_engine.sql.settings.declared import changed_table_values
from rmt_engine.sql.tables.engine_settings import check_engine_settings, granularity_of
from rmt_engine.sql.tables.keyless import (
    check_keyless_columns,
    check_keyless_settings,
    refuse_keyless,
)
from rmt_engine.store.block_ids import forget_blocks
from rmt_engine.store.store import Store

__all__ = ["AlterStatements"]

_WINDOWS = ("replicated_deduplication_window", "non_replicated_deduplication_window")


class AlterStatements:
    """Executes ALTER TABLE of what is not rows.

    Args:
        store: the store.
        names: finds the tables that statements name.
        columns: changes the columns of tables.
        partitions: executes commands about partitions.
        mutations: executes statements that change rows.
        changes: told of changes of parts.
    """

    def __init__(
        self,
        store: Store,
        names: NamedTables,
        columns: ColumnChanges,
        partitions: PartitionCommands,
        mutations: MutationStatements,
        changes: PartChanges,
    ) -> None:
        self._store = store
        self._names = names
        self._columns = columns
        self._partitions = partitions
        self._mutations = mutations
        self._changes = changes

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            AlterSettings: self._alter_settings,
            AlterColumns: self._alter_columns,
            AlterPartitions: self._alter_partitions,
            Unfreeze: self._unfreeze,
        }

    def _alter_settings(self, statement: AlterSettings, active: ActiveSession) -> None:
        table = self._names.table(statement.name, active)
        engine = table.definition.engine
        check_keyless_settings(statement, table.definition)
        changed = changed_table_values(statement.changed, statement.reset, engine)
        settings = {**table.definition.settings, **changed}
        kept = {n: value for n, value in settings.items() if n not in statement.reset}
        check_engine_settings(replace(table.definition, settings=kept))
        table_id = table.id
        # A window that is closed remembers no block, also once it is opened again.
        closes = any(changed.get(name) == "0" for name in _WINDOWS)
        table = self._store.registry.definitions.change_settings(
            table_id,
            {**granularity_of(table.definition, table.is_temporary), **changed},
            statement.reset,
            also=lambda connection: forget_blocks(connection, table_id) if closes else None,
        )
        self._names.show(table, active)
        self._changes.scheduler.parts_changed()

    def _alter_columns(self, statement: AlterColumns, active: ActiveSession) -> None:
        before = self._names.table(statement.name, active)
        check_keyless_columns(statement, before.definition)
        table = self._columns.alter(before, statement.commands)
        self._names.show(table, active)
        if table.definition.projections != before.definition.projections:
            self._mutations.wake()
        is_new = _declares_ttl(statement) and table.definition.ttl != before.definition.ttl
        if is_new and active.setting("materialize_ttl_after_modify") == "1":
            # Without merges nothing would end the wait: the mutation goes on when they start.
            waits = active.setting("alter_sync") != "0" and not self._changes.scheduler.is_stopped(
                table.id
            )
            self._mutations.materialize_ttl(table, active, waits)
        self._changes.parts_changed(table, active.setting("final_build"))

    def _alter_partitions(self, statement: AlterPartitions, active: ActiveSession) -> Any:
        """Executes the commands one after the other, as ClickHouse does: each is a transaction."""
        table = self._names.table_with_rows(self._names.table(statement.name, active))
        refuse_keyless(table.definition, "Partitioning")
        for command in statement.commands:
            self._partitions.check(table, command, active.setting)
        results: list[PartResult] = []
        for command in statement.commands:
            other = self._names.table(command.table, active) if command.table else None
            if other is not None:
                refuse_keyless(other.definition, "Partitioning")
            outcome = self._partitions.run(table, command, other, active.setting)
            for changed in outcome.changed:
                self._changes.parts_changed(changed, active.setting("final_build"))
            results += outcome.results
        if active.setting("alter_partition_verbose_result") != "1":
            return None
        return plan_of_rows(active.spark, *result_table(results))

    def _unfreeze(self, statement: Unfreeze, active: ActiveSession) -> Any:
        results = self._partitions.unfreeze(statement.name)
        if not results:
            return None
        return plan_of_rows(active.spark, *result_table(results))


def _declares_ttl(statement: AlterColumns) -> bool:
    """Whether columns or rows that are there get a TTL."""
    return any(
        (isinstance(command, ModifyTtl) and command.rules)
        or (isinstance(command, ModifyColumn) and command.column.ttl)
        for command in statement.commands
    )
