"""The Hive catalog: makes the registry's names resolvable as ordinary views.

A table `db.t` is a view over `rmt_scan('db.t')` that follows the table's schema on its own, so that
swapping two tables, or replacing one, needs no change here. The registry is the truth; `reconcile`
makes the catalog agree with it.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from pyspark.sql.types import StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.session_tables import SessionTables
from rmt_engine.spark.session.active import structure_only, untouched
from rmt_engine.spark.session.entries import entry_of, is_entry
from rmt_engine.spark.session.parametrised_views import kept_query
from rmt_engine.spark.session.view_queries import query_in_view
from rmt_engine.spark.session.view_types import types_of_view
from rmt_engine.sql.tables.show_create import engine_text
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from rmt_engine.system.table import Database, Relation
from rmt_engine.system.tables import SYSTEM_DATABASE

__all__ = ["Catalog"]

_DEFINITION = "rmt.definition"
_GONE = ("SCHEMA_NOT_FOUND", "TABLE_OR_VIEW_NOT_FOUND")
_GLOBAL_TEMPORARY = "global_temp"
_log = logging.getLogger(__name__)


class Catalog:
    """Adds, drops and repairs the views behind tables.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session.
        registry: the registry.

    Attributes:
        session_tables: the temporary tables, whose names are in the catalogs of sessions.
    """

    def __init__(self, gateway: Gateway, session: SparkSession, registry: Registry) -> None:
        self._gateway = gateway
        self._session = session
        self._registry = registry
        self.session_tables = SessionTables(gateway, registry)

    def has_database(self, database: str) -> bool:
        """Whether there is a database of that name, which may be no name of Spark's."""
        return bool(self._catalog.databaseExists(database))

    def check_database(self, database: str) -> None:
        """Raises `UNKNOWN_DATABASE` when there is no such database."""
        if not self.has_database(database):
            raise _unknown(database)

    def exists(self, database: str, name: str) -> bool:
        """Whether a table or view of that name exists, ours or Spark's."""
        return bool(self._catalog.tableExists(self._identifier(database, name)))

    def is_free(self, database: str, name: str) -> bool:
        """Whether neither a view nor a table of Spark's has the name."""
        return not self.exists(database, name) or self._is_scan(database, name)

    def is_view(self, database: str, name: str) -> bool:
        """Whether the name is a view of a user's."""
        identifier = self._identifier(database, name)
        if not self._catalog.tableExists(identifier):
            return False
        return bool(self._catalog.getTableMetadata(identifier).tableType().name() == "VIEW")

    def create(self, table: Table) -> None:
        """Makes a table resolvable, replacing what the catalog knew of the name."""
        properties = ", ".join(
            f"{quote_string(name)} = {quote_string(value)}"
            for name, value in (
                ("rmt.uuid", table.uuid),
                ("rmt.engine", table.definition.engine_name),
                ("rmt.engine_full", engine_text(table.definition)),
                (_DEFINITION, _digest(table)),
            )
        )
        self._run(
            f"CREATE OR REPLACE VIEW {_quoted(table.database, table.name)} "
            f"COMMENT {quote_string(table.definition.comment)} TBLPROPERTIES ({properties}) "
            f"WITH SCHEMA EVOLUTION AS {entry_of(table.qualified)}"
        )

    def drop(self, database: str, name: str) -> None:
        """Takes a name away."""
        self._run(f"DROP VIEW IF EXISTS {_quoted(database, name)}")

    def create_database(self, name: str, comment: str = "") -> None:
        """Adds a database if it is missing."""
        self._run(
            f"CREATE DATABASE IF NOT EXISTS {quote_name(name)} COMMENT {quote_string(comment)}"
        )

    def describe_databases(self) -> list[Database]:
        """The databases there are, by name."""
        catalog, names = self._catalog, sorted(self._databases())
        return [
            Database(str(d.name()), str(d.description()), str(d.locationUri().toString()))
            for d in _there_still(catalog.getDatabaseMetadata, names)
        ]

    def other_relations(self, database: str, asked: frozenset[str] | None = None) -> list[Relation]:
        """The views of a database and Spark's own tables in it, in one call of the metastore.

        Args:
            database: the database.
            asked: the names of those that are wanted; None for all.

        Raises:
            RmtError: `UNKNOWN_DATABASE`.
        """
        self.check_database(database)
        try:
            return self._other_relations(database, asked)
        except AnalysisException as error:
            if error.getCondition() in _GONE:
                raise _unknown(database) from None
            raise

    def find_relation(self, database: str, name: str) -> Relation | None:
        """The view, or the table of Spark's own, that has a name."""
        found = self.other_relations(database, frozenset({name.lower()}))
        return found[0] if found else None

    def rename_view(self, old: tuple[str, str], new: tuple[str, str]) -> None:
        """Gives a user's view another name in the same database."""
        self._run(f"ALTER VIEW {_quoted(*old)} RENAME TO {_quoted(*new)}")

    def comment_on_view(self, database: str, name: str, comment: str) -> None:
        """Gives a user's view another comment."""
        self._run(
            f"ALTER VIEW {_quoted(database, name)} SET TBLPROPERTIES ('comment' = "
            f"{quote_string(comment)})"
        )

    def _other_relations(self, database: str, asked: frozenset[str] | None) -> list[Relation]:
        known = {t.name.lower() for t in self._registry.tables.all() if t.database == database}
        catalog = self._catalog.externalCatalog()
        listed = self._gateway.texts(catalog.listTables(database)) if asked is None else asked
        others = sorted(name for name in listed if name.lower() not in known)
        found = self._gateway.items(catalog.getTablesByName(database, self._gateway.seq(others)))
        return [_relation(database, one) for one in found if not is_entry(one)]

    def temporary_views(self) -> list[Relation]:
        """The temporary views of the active session, in no database, and those of all sessions."""
        catalog = self._gateway.active_session().sessionState().catalog()
        found = self._gateway.items(catalog.listTables(_GLOBAL_TEMPORARY, "*"))
        metadata = _there_still(catalog.getTempViewOrPermanentTableMetadata, found)
        return [_relation(_text_of(one.identifier().database()), one) for one in metadata]

    def create_system_view(self, name: str) -> None:
        """Makes a table of the database `system` resolvable."""
        self._run(
            f"CREATE VIEW {_quoted(SYSTEM_DATABASE, name)} WITH SCHEMA EVOLUTION "
            f"AS SELECT * FROM rmt_system({quote_string(name)})"
        )

    def reconcile(self) -> None:
        """Makes the catalog agree with the registry: after a crash, or with a new metastore."""
        tables = {
            (t.database, t.name.lower()): t
            for t in self._registry.tables.all()
            if not t.is_views_own
        }
        known = self._databases()
        for database in {database for database, _ in tables} - set(known):
            self.create_database(database)
        for database in set(known) - {SYSTEM_DATABASE}:
            for name in self._views(database):
                if (database, name) not in tables and self._is_scan(database, name):
                    self.drop(database, name)
                    _log.warning(
                        "dropped view=%s.%s: the registry has no such table", database, name
                    )
        for (database, name), table in tables.items():
            if not self.exists(database, name):
                self.create(table)
                _log.warning("created view=%s.%s: the catalog had lost it", database, name)
            elif not self._shows(table):
                self.create(table)
                _log.info("renewed view=%s.%s: the table has changed", database, name)

    def create_system_database(
        self, tables: Sequence[str], is_stopping: Callable[[], bool]
    ) -> None:
        """Makes the database `system` resolvable, where it is not.

        Args:
            tables: the names of its tables.
            is_stopping: whether to leave the rest to the next start.
        """
        if SYSTEM_DATABASE not in self._databases():
            self.create_database(SYSTEM_DATABASE, "what the engine knows of itself")
        for name in tables:
            if is_stopping():
                return
            if not self.exists(SYSTEM_DATABASE, name):
                self.create_system_view(name)

    @property
    def _catalog(self) -> Any:
        return self._session._jsparkSession.sessionState().catalog()

    def _databases(self) -> list[str]:
        return self._gateway.texts(self._catalog.listDatabases())

    def _views(self, database: str) -> list[str]:
        return self._gateway.texts(self._catalog.externalCatalog().listViews(database, "*"))

    def _is_scan(self, database: str, name: str) -> bool:
        return is_entry(self._catalog.getTableMetadata(self._identifier(database, name)))

    def _shows(self, table: Table) -> bool:
        """Whether what the catalog knows of a table is what it is."""
        identifier = self._identifier(table.database, table.name)
        known = self._catalog.getTableMetadata(identifier).properties().get(_DEFINITION)
        return bool(known.isDefined()) and str(known.get()) == _digest(table)

    def _identifier(self, database: str, name: str) -> Any:
        return self._gateway.table_identifier(database, name)

    def _run(self, text: str) -> None:
        with untouched(), structure_only():
            self._session.sql(text)


def _unknown(database: str) -> RmtError:
    return RmtError(
        "UNKNOWN_DATABASE",
        f"Database {database} does not exist.",
        f"CREATE DATABASE {database} makes it.",
    )


def _there_still(look: Callable[[Any], Any], names: Iterable[Any]) -> Iterator[Any]:
    """What the catalog has under names that it listed a moment ago, but for what is gone since."""
    for name in names:
        try:
            yield look(name)
        except AnalysisException as error:
            if error.getCondition() not in _GONE:
                raise


def _relation(database: str, metadata: Any) -> Relation:
    is_view = metadata.tableType().name() == "VIEW"
    schema = StructType.fromJson(json.loads(metadata.schema().json()))
    provider = metadata.provider()
    view = _text_of(metadata.viewText())
    parametrised = kept_query(view)
    written = query_in_view(view) if parametrised is None else parametrised.text
    types = types_of_view(schema, view) if view else [None] * len(schema)
    return Relation(
        database,
        str(metadata.identifier().table()),
        "View" if is_view else str(provider.get() if provider.isDefined() else "hive"),
        _text_of(metadata.comment()),
        tuple(
            (
                field.name,
                str(known or field.dataType.simpleString()),
                field.metadata.get("comment", ""),
            )
            for field, known in zip(schema.fields, types, strict=True)
        ),
        written,
        parametrised is not None,
    )


def _text_of(option: Any) -> str:
    """The text in an `Option` of Scala's; empty if there is none."""
    return str(option.get()) if option.isDefined() else ""


def _digest(table: Table) -> str:
    """What tells that a table has changed."""
    return hashlib.blake2b(table.definition.to_json().encode(), digest_size=8).hexdigest()


def _quoted(database: str, name: str) -> str:
    return f"{quote_name(database)}.{quote_name(name)}"
