"""DROP, UNDROP, DETACH, ATTACH, RENAME, EXCHANGE and TRUNCATE TABLE."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import Refresher
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.background_merges import PartChanges
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.sql.grammar.statements import (
    AttachTable,
    DetachTable,
    DropTables,
    ExchangeTables,
    RenameTables,
    TruncateTable,
    UndropTable,
)
from rmt_engine.sql.tables.keyless import refuse_keyless
from rmt_engine.store.block_ids import forget_blocks
from rmt_engine.store.collector import DEFAULT_LIFETIME_S
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.views import check_exchange, target_of

__all__ = ["TableStatements"]

_Place = tuple[str, str]
"""A database, and a name in it."""
_BEFORE_COLLECTION_S = 30
"""How long before its files may be deleted a dropped table cannot be brought back any more."""


class TableStatements:
    """Executes statements after which a table has another name, none, or no rows.

    Args:
        store: the store.
        catalog: the Hive catalog.
        names: finds the tables that statements name.
        mutations: executes statements that change rows.
        changes: told of changes of parts.
        refresher: refreshes materialized views.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        names: NamedTables,
        mutations: MutationStatements,
        changes: PartChanges,
        refresher: Refresher,
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._names = names
        self._mutations = mutations
        self._changes = changes
        self._refresher = refresher

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            DropTables: self._drop,
            UndropTable: self._undrop,
            DetachTable: self._detach,
            AttachTable: self._attach,
            RenameTables: self._rename,
            ExchangeTables: self._exchange,
            TruncateTable: self._truncate,
        }

    def _drop(self, statement: DropTables, active: ActiveSession) -> None:
        tables = [
            active.temporary_table(name)
            if statement.temporary
            else self._names.optional_table(name, active)
            for name in statement.names
        ]
        for name, table in zip(statement.names, tables, strict=True):
            if table is None and not statement.if_exists:
                self._names.table(name, active, temporary=statement.temporary)
        for table in filter(None, tables):
            if statement.if_empty and self._store.snapshots.current(table).rows:
                raise RmtError("TABLE_NOT_EMPTY", f"Table {table.qualified} is not empty.")
            if table.is_temporary:
                self._catalog.session_tables.drop(table, active)
            else:
                self._store.registry.tables.drop(table.id, statement.sync)
                self._catalog.drop(table.database, table.name)
                self._views_changed(table)

    def _undrop(self, statement: UndropTable, active: ActiveSession) -> None:
        database, name = active.qualify(statement.name)
        self._names.check_database(statement.name, active)
        if not self._catalog.is_free(database, name):
            raise RmtError(
                "TABLE_ALREADY_EXISTS", f"Cannot undrop table, {database}.{name} already exists."
            )
        since = time.time() - DEFAULT_LIFETIME_S + _BEFORE_COLLECTION_S
        table = self._store.registry.tables.undrop(database, name, since, statement.uuid)
        self._came_back(table, active)

    def _detach(self, statement: DetachTable, active: ActiveSession) -> None:
        if statement.if_exists and active.is_missing(statement.name):
            return
        self._names.check_database(statement.name, active)
        table = self._names.table_of_database(statement.name, active, method="detach")
        if statement.is_view and table.definition.view is None:
            raise RmtError("INCORRECT_QUERY", f"Table {table.qualified} is not a View.")
        unfinished = self._store.mutations.unfinished(table.id)
        # The view goes first: a name that leads nowhere would be taken for a user's view.
        self._catalog.drop(table.database, table.name)
        try:
            self._store.detached_tables.detach(table.id, statement.permanently)
        except RmtError:
            if self._store.registry.tables.by_number(table.id) is not None:
                self._catalog.create(table)
            raise
        self._changes.scheduler.cancel_merges(table.id)
        self._mutations.break_off(unfinished)
        self._views_changed(table)

    def _attach(self, statement: AttachTable, active: ActiveSession) -> None:
        database, name = active.qualify(statement.name)
        if self._store.registry.tables.is_detached(database, name):
            # A metastore in memory forgets a database of which all tables are detached.
            self._catalog.create_database(database)
        self._names.check_database(statement.name, active)
        is_there = self._store.registry.tables.find(database, name) is not None
        if is_there and statement.if_not_exists:
            return
        if is_there or not self._catalog.is_free(database, name):
            raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        table = self._store.detached_tables.attach(database, name)
        self._came_back(table, active)
        self._views_changed(table)

    def _came_back(self, table: Table, active: ActiveSession) -> None:
        self._catalog.create(table)
        self._changes.parts_changed(table, active.setting("final_build"))
        self._mutations.resume()

    def _views_changed(self, table: Table) -> None:
        """Has refreshes looked at when a refreshable view comes or goes."""
        if table.refresh is not None:
            self._refresher.wake()

    def _rename(self, statement: RenameTables, active: ActiveSession) -> None:
        pairs = [(active.qualify(old), active.qualify(new)) for old, new in statement.pairs]
        freed = {(database, name.lower()) for (database, name), _ in pairs}
        for (old, new), (_, target) in zip(statement.pairs, pairs, strict=True):
            self._names.check_new(*target)
            taken = self._catalog.exists(*target) and (target[0], target[1].lower()) not in freed
            if taken:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {new} already exists.")
            if self._catalog.exists(*active.qualify(old)) and not active.is_plain_view(old):
                self._names.table_of_database(old, active)
        if any(active.is_plain_view(old) for old, _ in statement.pairs):
            for (old, _), (before, after) in zip(statement.pairs, pairs, strict=True):
                if active.is_plain_view(old):
                    self._rename_view(before, after)
                else:
                    self._rename_all([(before, after)])
            return
        self._rename_all(pairs)

    def _rename_all(self, pairs: Sequence[tuple[_Place, _Place]]) -> None:
        """Renames tables of the engine's in one transaction."""
        freed = {(database, name.lower()) for (database, name), _ in pairs}
        tables = self._store.registry.tables.rename(pairs)
        names = {(table.database, table.name.lower()) for table in tables}
        for table in tables:
            self._catalog.create(table)
        for database, name in freed - names:
            self._catalog.drop(database, name)

    def _rename_view(self, old: _Place, new: _Place) -> None:
        if old[0] != new[0]:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"RENAME of the view {'.'.join(old)} into another database is not supported.",
                "Create it there, and drop this one.",
            )
        self._catalog.rename_view(old, new)

    def _exchange(self, statement: ExchangeTables, active: ActiveSession) -> None:
        first, second = (
            self._names.table_of_database(name, active, method="exchange")
            for name in (statement.first, statement.second)
        )
        check_exchange(first, second)
        names = [(table.database, table.name) for table in (first, second)]
        self._store.registry.tables.exchange(*names)
        for name in names:
            table = self._store.registry.tables.find(*name)
            if table is not None:
                self._catalog.create(table)

    def _truncate(self, statement: TruncateTable, active: ActiveSession) -> None:
        table = active.temporary_table(statement.name)
        if table is None:
            is_there = not statement.temporary and self._catalog.exists(
                *active.qualify(statement.name)
            )
            if statement.if_exists and not is_there:
                return
            table = self._names.table(statement.name, active, temporary=statement.temporary)
        table = self._truncated(table)
        if table is None:
            return
        table_id = table.id
        self._store.registry.parts.commit(
            table_id,
            [],
            [],
            replaces=None,
            also=lambda connection: forget_blocks(connection, table_id),
        )

    def _truncated(self, table: Table) -> Table | None:
        """The table whose rows go; None for a view's target, which keeps them, as in ClickHouse."""
        if table.definition.view is not None:
            return None if table.definition.view.target else target_of(self._store.registry, table)
        if not engine_of(table.definition).keeps_inserted:
            refuse_keyless(table.definition, "Truncate")
        return table
