"""SYSTEM: merges that stop and start, SYNC REPLICA, FLUSH and DROP CACHE."""

from __future__ import annotations

import time

from rmt_engine.merges.scheduler import MergeScheduler
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.sql.grammar.statements import DropCache, FlushCommand, MergesCommand, SyncReplica
from rmt_engine.store.store import Store

__all__ = ["SystemStatements"]

_LOOK_S = 0.05


class SystemStatements:
    """Executes the commands of SYSTEM that are not about views.

    Args:
        gateway: the bridge to the JVM.
        store: the store.
        catalog: the Hive catalog.
        names: finds the tables that statements name.
        mutations: executes statements that change rows.
        scheduler: merges parts in the background.
    """

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        catalog: Catalog,
        names: NamedTables,
        mutations: MutationStatements,
        scheduler: MergeScheduler,
    ) -> None:
        self._gateway = gateway
        self._store = store
        self._catalog = catalog
        self._names = names
        self._mutations = mutations
        self._scheduler = scheduler

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            MergesCommand: self._merges,
            SyncReplica: self._sync,
            FlushCommand: self._do_nothing,
            DropCache: self._do_nothing,
        }

    def _merges(self, statement: MergesCommand, active: ActiveSession) -> None:
        table = self._names.table(statement.name, active) if statement.name is not None else None
        table_id = table.id if table is not None else None
        if statement.ttl:
            scheduler = self._scheduler
            change = scheduler.stop_ttl_merges if statement.stop else scheduler.start_ttl_merges
            change(table_id)
        elif statement.stop:
            self._scheduler.stop_merges(table_id)
        else:
            self._scheduler.start_merges(table_id)
            self._mutations.resume()

    def _sync(self, statement: SyncReplica, active: ActiveSession) -> None:
        """Waits for the merges under way; what was committed is visible anyway.

        A table that another endpoint made becomes resolvable here.
        """
        if statement.if_exists and active.find_table_of_database(statement.name) is None:
            return
        table = self._names.table_of_database(statement.name, active)
        if not self._catalog.exists(table.database, table.name):
            self._catalog.create(table)
        under_way = {claim.id for claim in self._store.claims.all(table.id)}
        while under_way & {claim.id for claim in self._store.claims.all(table.id)}:
            self._gateway.check_cancelled()
            time.sleep(_LOOK_S)

    def _do_nothing(self, _: FlushCommand | DropCache, active: ActiveSession) -> None:
        """There is nothing that would have to be written or forgotten."""
