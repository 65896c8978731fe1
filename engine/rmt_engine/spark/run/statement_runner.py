"""Executes the engine's statements: one table leads from a statement's type to what runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pyspark.sql import SparkSession

from rmt_engine.errors import RmtError
from rmt_engine.merges.planning import Describe
from rmt_engine.spark.bridge.frames import empty_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.alter_statements import AlterStatements
from rmt_engine.spark.run.background_work import BackgroundWork
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.create_statements import CreateStatements
from rmt_engine.spark.run.database_statements import DatabaseStatements
from rmt_engine.spark.run.function_statements import FunctionStatements
from rmt_engine.spark.run.inner_queries import InnerQueries
from rmt_engine.spark.run.insert_statements import InsertStatements
from rmt_engine.spark.run.kill_statements import KillStatements
from rmt_engine.spark.run.materialized_views import MaterializedViews
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.optimize_statements import OptimizeStatements
from rmt_engine.spark.run.policy_statements import PolicyStatements
from rmt_engine.spark.run.refresh_statements import RefreshStatements
from rmt_engine.spark.run.row_statements import RowStatements
from rmt_engine.spark.run.show_statements import ShowStatements
from rmt_engine.spark.run.statement_group import StatementGroup
from rmt_engine.spark.run.system_statements import SystemStatements
from rmt_engine.spark.run.table_statements import TableStatements
from rmt_engine.spark.run.view_statements import ViewStatements
from rmt_engine.spark.session.active import ActiveSession, statement_settings
from rmt_engine.spark.session.definitions import DefinitionBuilder
from rmt_engine.spark.write.column_changes import ColumnChanges
from rmt_engine.spark.write.insert import Inserter
from rmt_engine.spark.write.merge_into import MergeIntoStatements
from rmt_engine.spark.write.mutations import MutationStatements
from rmt_engine.spark.write.partitions import PartitionCommands
from rmt_engine.spark.write.replace_where import ReplaceWhere
from rmt_engine.spark.write.row_exchange import RowExchange
from rmt_engine.sql.grammar.statements import CreateTable, Statement, WithOutput
from rmt_engine.sql.settings.declared import session_values, split_table_settings
from rmt_engine.sql.tables.spelled_definitions import with_bodies_of_functions
from rmt_engine.store.store import Store

__all__ = ["StatementRunner"]


class StatementRunner:
    """Executes statements.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        store: the store.
        inserter: inserts DataFrames.
        work: what goes on in the background.
        catalog: the Hive catalog.
        mutations: executes statements that change rows.
        describe: tells how a table's rows are stored.
    """

    def __init__(
        self,
        gateway: Gateway,
        session: SparkSession,
        store: Store,
        inserter: Inserter,
        work: BackgroundWork,
        catalog: Catalog,
        mutations: MutationStatements,
        describe: Describe,
    ) -> None:
        names, queries = NamedTables(store, catalog), InnerQueries(gateway)
        definitions = DefinitionBuilder(gateway, session)
        views = MaterializedViews(gateway, store, definitions, inserter)
        changes, refresher, cancelled = work.changes, work.refresher, gateway.check_cancelled
        exchange = RowExchange(inserter, mutations.changes, store, mutations.turn, cancelled)
        columns = ColumnChanges(gateway, session, store)
        partitions = PartitionCommands(store, describe, cancelled)
        groups: tuple[StatementGroup, ...] = (
            CreateStatements(
                gateway, store, catalog, names, definitions, queries, inserter, partitions
            ),
            ViewStatements(store, catalog, names, definitions, views, refresher),
            RefreshStatements(store.refreshes, refresher, cancelled),
            TableStatements(store, catalog, names, mutations, changes, refresher),
            DatabaseStatements(store, catalog),
            InsertStatements(gateway, store, names, queries, inserter, ReplaceWhere(exchange)),
            RowStatements(names, queries, mutations, MergeIntoStatements(exchange)),
            AlterStatements(store, names, columns, partitions, mutations, changes),
            OptimizeStatements(gateway, store, names, changes, describe),
            SystemStatements(gateway, store, catalog, names, mutations, changes.scheduler),
            KillStatements(gateway, queries, mutations, work.activity),
            PolicyStatements(store, names),
            FunctionStatements(store),
            ShowStatements(store, catalog, names, queries),
        )
        self._runs = {kind: run for group in groups for kind, run in group.runs().items()}

    def run(self, statement: Statement, active: ActiveSession) -> Any:
        """Executes a statement and returns the plan of its answer.

        Its `SETTINGS` hold for all that is done for it.
        """
        settings: Mapping[str, str] = getattr(statement, "settings", {})
        if isinstance(statement, CreateTable):
            of_table, of_session = split_table_settings(settings)
            settings = {**of_session, **statement.of_statement}
            statement = replace(statement, settings=of_table)
        with statement_settings(session_values(settings)):
            if not isinstance(statement, WithOutput):
                return self._run(statement, active)
            answer = self._run(statement.statement, active)
            return answer if statement.wants_rows else empty_plan(active.spark)

    def _run(self, statement: Statement, active: ActiveSession) -> Any:
        statement = with_bodies_of_functions(statement, active.sql_functions)
        run = self._runs.get(type(statement))
        if run is None:
            raise RmtError("NOT_IMPLEMENTED", f"{type(statement).__name__} is not supported yet.")
        answer = run(statement, active)
        return empty_plan(active.spark) if answer is None else answer
