"""The tables that statements name."""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.views import target_of
from rmt_engine.system.tables import SYSTEM_DATABASE

__all__ = ["NamedTables"]

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_]+")


class NamedTables:
    """Finds tables, and has names lead to them.

    Args:
        store: the store.
        catalog: the Hive catalog.
    """

    def __init__(self, store: Store, catalog: Catalog) -> None:
        self._store = store
        self._catalog = catalog

    def table(
        self,
        name: Name,
        active: ActiveSession,
        method: str = "this statement",
        temporary: bool = False,
    ) -> Table:
        """The table that a statement is about.

        Args:
            name: its name.
            active: the session.
            method: what the statement does, for a view or a table of Spark's.
            temporary: whether the statement says TEMPORARY.

        Raises:
            RmtError: `UNKNOWN_TABLE`; `NOT_IMPLEMENTED`, it is no table of this engine.
        """
        table = active.temporary_table(name)
        if table is not None:
            return table
        if temporary:
            raise RmtError("UNKNOWN_TABLE", f"Temporary table {name} doesn't exist.")
        return self.table_of_database(name, active, method)

    def table_of_database(
        self, name: Name, active: ActiveSession, method: str = "this statement"
    ) -> Table:
        """The table of a statement that, as in ClickHouse, does not see temporary ones.

        Raises:
            RmtError: as `table`.
        """
        table = active.find_table_of_database(name)
        if table is not None:
            return table
        database, plain = active.qualify(name)
        if not self._catalog.is_free(database, plain):
            kind = "View" if self._catalog.is_view(database, plain) else "of Spark's own"
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Method {method} is not supported by storage {kind}: {database}.{plain}.",
                "It is for tables of this engine: ReplacingMergeTree, MergeTree and the like.",
            )
        raise RmtError("UNKNOWN_TABLE", f"Table {database}.{plain} does not exist.")

    @staticmethod
    def optional_table(name: Name, active: ActiveSession) -> Table | None:
        """The engine's table of that name; None if there is none."""
        return active.temporary_table(name) or active.find_table_of_database(name)

    def table_with_rows(self, table: Table) -> Table:
        """The table whose parts a statement changes: of a materialized view its own.

        Raises:
            RmtError: `INCORRECT_QUERY`, the view's rows are in a table that it names.
        """
        view = table.definition.view
        if view is None:
            return table
        if view.target:
            raise RmtError(
                "INCORRECT_QUERY",
                f"MATERIALIZED VIEW targets existing table {'.'.join(view.target)}. Execute the "
                "statement directly on it.",
            )
        return target_of(self._store.registry, table)

    def show(self, table: Table, active: ActiveSession) -> None:
        """Has a table's name lead to it as it is now."""
        if table.is_temporary:
            self._catalog.session_tables.show(table, active)
        else:
            self._catalog.create(table)

    def publish(self, table: Table) -> None:
        """Has a new table's name lead to it; drops the table if that fails."""
        try:
            self._catalog.create(table)
        except Exception:
            self._store.registry.tables.drop(table.id, forgets_name=True)
            raise

    def check_new(self, database: str, name: str) -> None:
        """Makes sure that a table can get a name.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, `UNKNOWN_DATABASE`, `BAD_ARGUMENTS`.
        """
        if database == SYSTEM_DATABASE:
            raise RmtError("NOT_IMPLEMENTED", "The database system is read only.")
        self._catalog.check_database(database)
        if not _PLAIN_NAME.fullmatch(name):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"The table name {name} cannot be kept in a Hive catalog.",
                "Use letters, digits and underscores.",
            )

    def check_database(self, name: Name, active: ActiveSession) -> None:
        """Raises `UNKNOWN_DATABASE` when a name has no database that there is."""
        self._catalog.check_database(active.qualify(name)[0])
