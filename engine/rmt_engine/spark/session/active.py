"""The session a hook works for, and the settings of the statement under way."""

from __future__ import annotations

import contextlib
import functools
import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from pyspark import SparkContext
from pyspark.sql import SparkSession

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.entries import is_entry
from rmt_engine.spark.session.time_zones import TIME_ZONE, zone_named
from rmt_engine.sql.grammar.limits import PARSER_LIMITS, check_limits
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.settings.declared import (
    PARAMETER_PREFIX,
    SESSION_SETTINGS,
    ZONE_SETTING,
    all_session_settings,
    session_setting,
    session_value,
)
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import UTC
from rmt_engine.store.registry import Registry
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.table import Table
from rmt_engine.store.views import target_of
from rmt_engine.system.tables import SYSTEM_DATABASE, SYSTEM_TABLES

__all__ = [
    "COMMENT",
    "ActiveSession",
    "bound_source",
    "current_setting",
    "identity_in",
    "known_source",
    "merged_snapshot",
    "merging_into",
    "noting_comment",
    "statement_settings",
    "structure_only",
    "untouched",
    "wants_structure_only",
    "wants_untouched",
    "within_limits",
]

COMMENT = "log_comment"
_RESULTS = "spark.rmt.results"
"""Spark's setting by which a client asks for Arrow record batches: it comes with the session."""
_ROWS, _ARROW = "rows", "arrow"
_local = threading.local()
_TEMPORARY = re.compile(r"SELECT \* FROM rmt_scan\('\.([0-9a-f-]{36})'\)")
"""The text of the temporary view that is the name of a temporary table."""


@contextlib.contextmanager
def _locally(name: str, value: Any) -> Iterator[None]:
    """Has this thread know a value under a name meanwhile."""
    known = vars(_local)
    before = {name: known[name]} if name in known else {}
    known[name] = value
    try:
        yield
    finally:
        del known[name]
        known.update(before)


@contextlib.contextmanager
def statement_settings(settings: Mapping[str, str]) -> Iterator[None]:
    """Settings that hold for what this thread does meanwhile: a statement's SETTINGS clause.

    py4j runs the callbacks of a JVM thread on the Python thread that called into it, so a table
    function that Spark calls while it analyzes the statement sees them.
    """
    if ZONE_SETTING in settings:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{ZONE_SETTING} in the SETTINGS of a statement is not supported.",
            f"SET {ZONE_SETTING} = '…' sets it for the session.",
        )
    _check_own_limits(settings)
    _note_own_comment(settings)
    with _locally("settings", {**getattr(_local, "settings", {}), **settings}):
        yield


@contextlib.contextmanager
def within_limits(text: str, limits: Mapping[str, str]) -> Iterator[None]:
    """Checks a statement's text, which also has to keep to the limits of its own SETTINGS.

    Those are known once it is parsed: `statement_settings` looks at the text again.

    Args:
        text: what this thread works on meanwhile.
        limits: the session's values of `PARSER_LIMITS`.

    Raises:
        RmtError: as `check_limits`.
    """
    check_limits(text, limits)
    with _locally("limited", (text, limits)):
        yield


def _check_own_limits(settings: Mapping[str, str]) -> None:
    """Holds the statement under way against the limits of its own SETTINGS."""
    limited = getattr(_local, "limited", None)
    if limited is not None and not settings.keys().isdisjoint(PARSER_LIMITS):
        text, limits = limited
        check_limits(text, {**limits, **settings})


def noting_comment(note: Callable[[str], None]) -> AbstractContextManager[None]:
    """Has the `log_comment` of a statement's own SETTINGS noted once they are known.

    The first ones that this thread meets are the statement's, later ones those of views it reads.

    Args:
        note: is told the comment.
    """
    return _locally("note_comment", note)


def _note_own_comment(settings: Mapping[str, str]) -> None:
    note = getattr(_local, "note_comment", None)
    if note is not None and COMMENT in settings:
        note(settings[COMMENT])
        _local.note_comment = None


def untouched() -> AbstractContextManager[None]:
    """What this thread parses meanwhile goes to Spark as it is: the engine's own SQL."""
    return _locally("untouched", True)


def structure_only() -> AbstractContextManager[None]:
    """What this thread has Spark analyze meanwhile is for names and types, not for rows.

    A table that shows the rows of others can be made, and found again after a restart, whatever
    there is to show.
    """
    return _locally("structure_only", True)


def merging_into(snapshot: Snapshot) -> AbstractContextManager[None]:
    """What this thread reads of a table meanwhile is one snapshot, whose rows can be told apart.

    So a statement that changes rows reads those that it has its turn at, wherever it names the
    table.
    """
    return _locally("merged", snapshot)


def merged_snapshot(table: Table) -> Snapshot | None:
    """The snapshot of a table that this thread reads; None if it reads the current one."""
    snapshot: Snapshot | None = getattr(_local, "merged", None)
    return snapshot if snapshot is not None and snapshot.table.id == table.id else None


def bound_source(source: KnownTable) -> AbstractContextManager[None]:
    """Has this thread know a temporary view of Spark's, with ClickHouse's types of its columns."""
    return _locally("source", source)


def known_source(name: Name) -> KnownTable | None:
    """What `bound_source` made known by a name."""
    source: KnownTable | None = getattr(_local, "source", None)
    is_it = source is not None and name.database is None and name.table == source.name
    return source if is_it else None


def wants_structure_only() -> bool:
    """Whether this thread is inside `structure_only`."""
    return bool(getattr(_local, "structure_only", False))


def wants_untouched() -> bool:
    """Whether this thread is inside `untouched`."""
    return bool(getattr(_local, "untouched", False))


class ActiveSession:
    """The session whose statement is being parsed or analyzed.

    It is looked up for each statement and never kept: a Python object that held a JVM session would
    keep it alive after the client left.

    Args:
        gateway: the bridge to the JVM.
        context: the SparkContext.
        registry: the registry.
        session: the JVM's session; the one Spark calls active on this thread by default.
    """

    def __init__(
        self, gateway: Gateway, context: SparkContext, registry: Registry, session: Any = None
    ) -> None:
        self._gateway = gateway
        self._context = context
        self._registry = registry
        self._session = session
        self._known: tuple[str, str, str] | None = None

    @functools.cached_property
    def java(self) -> Any:
        """The JVM's session."""
        return self._session or self._gateway.active_session()

    @functools.cached_property
    def catalog(self) -> Any:
        """Spark's catalog of the session."""
        return self.java.sessionState().catalog()

    @functools.cached_property
    def spark(self) -> SparkSession:
        """The session for PySpark."""
        return SparkSession(self._context, self.java)

    @property
    def user(self) -> str:
        """The name of the user, as `currentUser()` gives it."""
        users = self._gateway.scala_object("org.apache.spark.sql.catalyst.CurrentUserContext")
        return str(users.getCurrentUser())

    @property
    def database(self) -> str:
        """The current database."""
        return self._facts[1]

    @property
    def zone(self) -> str:
        """The time zone; see `time_zone`."""
        return self._facts[0]

    @property
    def wants_arrow(self) -> bool:
        """Whether the client asks for results as Arrow record batches.

        Raises:
            RmtError: `BAD_ARGUMENTS`, it asks for something else that there is not.
        """
        results = self._facts[2]
        if results not in (_ROWS, _ARROW):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"The setting {_RESULTS} is {results}.",
                f"It is {_ARROW} or {_ROWS}.",
            )
        return results == _ARROW

    @property
    def _facts(self) -> tuple[str, str, str]:
        """The time zone, the current database, and the form of results."""
        if self._known is None:
            self._given_settings({})
        assert self._known is not None, "settings are read with these"
        return self._known

    def setting(self, name: str) -> str:
        """The value of a session setting; the statement's own SETTINGS come first."""
        return self.some_settings((name,))[name]

    def some_settings(self, names: Sequence[str]) -> dict[str, str]:
        """The values of session settings, at the cost of one."""
        return _checked(self._given_settings(_defaults(names)))

    def _given_settings(self, defaults: Mapping[str, str]) -> dict[str, str]:
        """Settings as the session has them, or their defaults."""
        asked = {**defaults, TIME_ZONE: UTC, _RESULTS: _ROWS}
        if self._session is None:
            given, database = self._gateway.sessions.settings_and_database(asked)
        else:
            conf, catalog = self._session.conf(), self._session.catalog()
            given = {name: str(conf.get(name, default)) for name, default in asked.items()}
            database = str(catalog.currentDatabase())
        zone, results = given.pop(TIME_ZONE), given.pop(_RESULTS)
        if self._known is None:
            self._known = zone_named(zone), database.lower(), results
        return given

    def parameter(self, name: str) -> str | None:
        """The value of a parameter of queries; None if it is not set."""
        value = self.java.conf().getOption(f"{PARAMETER_PREFIX}{name}")
        return str(value.get()) if value.isDefined() else None

    def settings(self) -> dict[str, str]:
        """All session settings that have an effect."""
        return self.some_settings(tuple(SESSION_SETTINGS))

    def all_settings(self) -> dict[str, str]:
        """All session settings, also those that are accepted and ignored."""
        given = getattr(_local, "settings", {})
        conf = self.java.conf()
        set_here = frozenset(str(conf.getAll().keySet().mkString("\n")).split("\n"))
        values: dict[str, str] = {}
        for name, setting in all_session_settings().items():
            real = setting.alias_for or name
            known = session_setting(real) or setting
            value = known.default
            if real in given:
                value = str(given[real])
            elif real in set_here:
                value = session_value(real, str(conf.get(real)))
            values[name] = known.shown(value)
        return {**values, ZONE_SETTING: self._zone_setting()}

    def _zone_setting(self) -> str:
        zone = str(self.java.conf().get(TIME_ZONE))
        return "" if zone == self._zone_of_endpoint() else zone

    def _zone_of_endpoint(self) -> str:
        return str(self.java.sparkContext().conf().get(TIME_ZONE, UTC))

    def set_settings(self, values: Mapping[str, str]) -> None:
        """Sets checked session settings, by the names they are declared with."""
        conf = self.java.conf()
        for name, value in values.items():
            conf.set(name, value)
            if name == ZONE_SETTING:
                conf.set(TIME_ZONE, value or self._zone_of_endpoint())

    def take_settings_of_connection(self) -> None:
        """Checks what the client sent with the connection, as SET does, and takes it by its name.

        Names with a dot or a colon are Spark's and Hive's; variables of Hive (`hivevar`) may have
        any name. A client's first statement may run in a thread that does not know what it sent.

        Raises:
            RmtError: as `session_value`.
        """
        states = self._gateway.java_class("org.apache.hadoop.hive.ql.session.SessionState")
        state = states.get()
        if state is None:
            return
        sent = state.getOverriddenConfigurations()
        for name in map(str, list(sent.keySet())):
            if "." not in name and ":" not in name:
                value = session_value(name, str(sent[name]))
                known = session_setting(name)
                self.set_settings({name if known is None else known.name: value})

    def qualify(self, name: Name) -> tuple[str, str]:
        """(database, table) of a name."""
        return (name.database or self.database).lower(), name.table

    @functools.cached_property
    def id(self) -> str:
        """What tells the session from all others."""
        return str(self.java.sessionUUID())

    def temporary_table(self, name: Name) -> Table | None:
        """The session's temporary table of that name; it has no database."""
        if name.database is not None or not self._registry.temporary_tables:
            return None
        return self._table_of_view(self.temporary_view_text(name.table))

    def _table_of_view(self, view: str | None) -> Table | None:
        """The temporary table whose name a temporary view is, by the view's query."""
        identity = identity_in(view)
        return None if identity is None else self.table_of_identity(identity)

    def table_of_identity(self, identity: str) -> Table | None:
        """The session's temporary table of that identity."""
        return self._registry.temporary_tables.find(identity, self.id)

    def temporary_tables(self) -> list[Table]:
        """The session's temporary tables, by name."""
        if not self._registry.temporary_tables:
            return []
        views = self.catalog.getTempViewNames()
        names = sorted(str(view) for view in self._gateway.items(views))
        found = (self.temporary_table(Name(None, name)) for name in names)
        return [table for table in found if table is not None]

    def find_table(self, name: Name) -> Table | None:
        """The engine's table of that name: a temporary one, or one that no temporary view hides."""
        return self.find_tables((name,), self.temporary_view_texts)[name]

    def find_tables(
        self,
        names: Collection[Name],
        temporary_view_texts: Callable[[Collection[str]], Mapping[str, str | None]],
    ) -> dict[Name, Table | None]:
        """The engine's tables of several names, by one look at the registry.

        Args:
            names: the names.
            temporary_view_texts: as the method of that name.

        Returns:
            The table of each name, None for what is none of the engine's.
        """
        found: dict[Name, Table | None] = {}
        elsewhere: dict[Name, tuple[str, str]] = {}
        views = temporary_view_texts({name.table for name in names if name.database is None})
        for name in names:
            view = None if name.database is not None else views[name.table]
            if view is None:
                elsewhere[name] = self.qualify(name)
            else:
                found[name] = self._table_of_view(view)
        there = self._registry.tables.find_all(elsewhere.values()) if elsewhere else {}
        return found | {name: there.get(place) for name, place in elsewhere.items()}

    def find_table_of_database(self, name: Name) -> Table | None:
        """The engine's table that has the name in its database, whatever hides it."""
        return self._registry.tables.find(*self.qualify(name))

    def table_names(self) -> list[str]:
        """The names of the engine's tables."""
        return self._registry.tables.derived(_names_of_tables)

    def tables_of(self, database: str) -> list[str]:
        """The names of the engine's tables in a database."""
        return [one.name for one in self._registry.tables.all() if one.database == database]

    def projected_rows(self, table: Table) -> Mapping[str, int]:
        """How many rows the parts of a table have of each projection, by its identity."""
        return self._registry.parts.projected_rows(table.id)

    def is_engine_table(self, name: Name) -> bool:
        """Whether the name is a table of this engine."""
        return self.find_table(name) is not None

    def is_materialized_view(self, name: Name) -> bool:
        """Whether the name is a materialized view."""
        table = self.find_table(name)
        return table is not None and table.definition.view is not None

    def target_of(self, view: Table) -> Table:
        """The table that has the rows of a materialized view.

        Raises:
            RmtError: `UNKNOWN_TABLE`, it is gone.
        """
        return target_of(self._registry, view)

    def is_plain_view(self, name: Name) -> bool:
        """Whether the name is a view of a database that has no rows of its own."""
        database, plain = self.qualify(name)
        if name.database is None and self.is_temporary_view(plain):
            return False
        identifier = self._gateway.table_identifier(database, plain)
        if not self.catalog.tableExists(identifier):
            return False
        metadata = self.catalog.getTableMetadata(identifier)
        return metadata.tableType().name() == "VIEW" and not is_entry(metadata)

    def is_temporary_table(self, name: Name) -> bool:
        """Whether the name is a temporary table of the session."""
        return self.temporary_table(name) is not None

    def is_hidden_table(self, name: Name) -> bool:
        """Whether it is a table of this engine that something temporary of the session hides."""
        is_table = self.find_table_of_database(name) is not None
        return is_table and name.database is None and self.is_temporary_view(name.table)

    def is_missing(self, name: Name) -> bool:
        """Whether there is no table or view of that name at all."""
        if self.find_table(name) is not None:
            return False
        database, plain = self.qualify(name)
        if name.database is None and self.is_temporary_view(plain):
            return False
        if database == SYSTEM_DATABASE and plain.lower() in SYSTEM_TABLES:
            return False
        identifier = self._gateway.table_identifier(database, plain)
        return not self.catalog.tableExists(identifier)

    def is_detached(self, name: Name) -> bool:
        """Whether a detached table has the name."""
        return self._registry.tables.is_detached(*self.qualify(name))

    def reads_as_clickhouse(self) -> bool:
        """Whether a statement that both languages have is ClickHouse's in the session."""
        return self.setting("dialect") == "clickhouse"

    def is_sparks_function(self, name: str) -> bool:
        """Whether the name is a function that a statement of Spark's made."""
        catalog = self.catalog
        if name in self.sql_functions():
            return False
        identifier = self._gateway.function_identifier(name)
        is_temporary = bool(catalog.isTemporaryFunction(identifier))
        return is_temporary or bool(catalog.isPersistentFunction(identifier))

    def sql_functions(self) -> Mapping[str, str]:
        """The functions that are lambdas, by name."""
        return self._registry.sql_functions.all()

    def refuse_detached(self, name: Name) -> None:
        """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""
        self._registry.tables.refuse_detached(*self.qualify(name))

    def is_system_table(self, name: Name) -> bool:
        """Whether the name is in the database `system`."""
        return self.qualify(name)[0] == SYSTEM_DATABASE

    def is_temporary_view(self, name: str) -> bool:
        """Whether a temporary view of the session has that name."""
        return self.temporary_view_text(name) is not None

    def analyzed_plan(self, plan: Any) -> Any:
        """A logical plan, analyzed in the session; unlike `frame_of_plan` it executes no command.

        Raises:
            AnalysisException: Spark's own.
        """
        return self._gateway.sessions.analyzed_plan(self._session, plan)

    def temporary_view_text(self, name: str) -> str | None:
        """The query of a temporary view, empty if it has none; None if there is no such view."""
        return self._gateway.sessions.view_text(self._session, name)

    def temporary_view_texts(self, names: Collection[str]) -> Mapping[str, str | None]:
        """The queries of several temporary views, as `temporary_view_text` of each."""
        return self._gateway.sessions.view_texts(self._session, names)


def identity_in(view: str | None) -> str | None:
    """The identity of the temporary table whose name a temporary view is.

    Args:
        view: the query of the view.
    """
    found = _TEMPORARY.fullmatch(view) if view is not None else None
    return None if found is None else found[1]


def current_setting(gateway: Gateway, name: str) -> str:
    """The value of a setting of the session whose statement this thread works on.

    The statement's own SETTINGS come first.
    """
    # Not `SQLConf.get`, which is that of the view while Spark analyzes one.
    given, _ = gateway.sessions.settings_and_database(_defaults((name,)))
    return _checked(given)[name]


def _defaults(names: Sequence[str]) -> dict[str, str]:
    return {name: SESSION_SETTINGS[name].when_unset for name in names}


def _checked(given: Mapping[str, str]) -> dict[str, str]:
    """Values of settings, checked; the statement's own SETTINGS come first."""
    of_statement: Mapping[str, str] = getattr(_local, "settings", {})
    return {
        name: str(of_statement[name]) if name in of_statement else session_value(name, value)
        for name, value in given.items()
    }


def _names_of_tables(tables: Sequence[Table]) -> list[str]:
    return [table.name for table in tables]
