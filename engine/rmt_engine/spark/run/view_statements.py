"""CREATE MATERIALIZED VIEW, MODIFY QUERY and MODIFY REFRESH; MODIFY COMMENT of a plain view."""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import Refresher
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.materialized_views import MaterializedViews
from rmt_engine.spark.run.named_tables import NamedTables
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.session.definitions import DefinitionBuilder
from rmt_engine.sql.grammar.statements import (
    CommentView,
    CreateMaterializedView,
    ModifyQuery,
    ModifyRefresh,
)
from rmt_engine.store.store import Store

__all__ = ["ViewStatements"]


class ViewStatements:
    """Executes statements that make materialized views and change views.

    Args:
        store: the store.
        catalog: the Hive catalog.
        names: finds the tables that statements name.
        definitions: builds definitions of tables.
        views: makes and changes the views.
        refresher: refreshes materialized views.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        names: NamedTables,
        definitions: DefinitionBuilder,
        views: MaterializedViews,
        refresher: Refresher,
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._names = names
        self._definitions = definitions
        self._views = views
        self._refresher = refresher

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            CreateMaterializedView: self._create,
            ModifyQuery: self._modify_query,
            ModifyRefresh: self._modify_refresh,
            CommentView: self._comment,
        }

    def _create(self, statement: CreateMaterializedView, active: ActiveSession) -> None:
        table = self._definitions.with_flat_columns(statement.table)
        statement = replace(statement, table=table)
        database, name = active.qualify(table.name)
        self._names.check_new(database, name)
        self._store.registry.tables.refuse_detached(database, name)
        if self._catalog.exists(database, name):
            existing = self._store.registry.tables.find(database, name)
            if table.if_not_exists:
                return
            if existing is None or not table.replace:
                raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
        self._names.publish(self._views.create(statement, database, active))
        self._refresher.wake()

    def _modify_query(self, statement: ModifyQuery, active: ActiveSession) -> None:
        self._names.table_of_database(statement.name, active)
        self._names.show(self._views.modify_query(statement, active), active)

    def _modify_refresh(self, statement: ModifyRefresh, active: ActiveSession) -> None:
        self._names.table_of_database(statement.name, active)
        self._names.show(self._views.modify_refresh(statement, active), active)
        self._refresher.wake()

    def _comment(self, statement: CommentView, active: ActiveSession) -> None:
        self._catalog.comment_on_view(*active.qualify(statement.name), statement.comment)
