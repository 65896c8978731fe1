"""CREATE DATABASE and DROP DATABASE."""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.run.statement_group import Runs
from rmt_engine.spark.session.active import ActiveSession, untouched
from rmt_engine.sql.grammar.statements import CreateDatabase, DropDatabase
from rmt_engine.store.store import Store
from rmt_engine.system.tables import SYSTEM_DATABASE

__all__ = ["DatabaseStatements"]


class DatabaseStatements:
    """Executes statements about databases.

    Args:
        store: the store.
        catalog: the Hive catalog.
    """

    def __init__(self, store: Store, catalog: Catalog) -> None:
        self._store = store
        self._catalog = catalog

    def runs(self) -> Runs:
        """See `StatementGroup`."""
        return {
            CreateDatabase: self._create,
            DropDatabase: self._drop,
        }

    def _create(self, statement: CreateDatabase, active: ActiveSession) -> None:
        exists = self._catalog.has_database(statement.name)
        if exists and not statement.if_not_exists:
            raise RmtError("DATABASE_ALREADY_EXISTS", f"Database {statement.name} already exists.")
        self._catalog.create_database(statement.name, statement.comment)

    def _drop(self, statement: DropDatabase, active: ActiveSession) -> None:
        if statement.name.lower() == SYSTEM_DATABASE:
            raise RmtError("NOT_IMPLEMENTED", "The database system cannot be dropped.")
        if not statement.cascade:
            self._refuse_detached_in(statement.name)
        with untouched():
            active.spark.sql(statement.text)
        self._store.registry.tables.drop_database(statement.name)

    def _refuse_detached_in(self, database: str) -> None:
        """A database counts as empty for Spark when all its tables are detached."""
        for detached in self._store.detached_tables.all():
            if detached.table.database == database.lower():
                raise RmtError(
                    "DATABASE_NOT_EMPTY",
                    f"The table {detached.table.qualified} is detached, and would be dropped.",
                    "ATTACH TABLE brings it back; DROP DATABASE … CASCADE drops it.",
                )
