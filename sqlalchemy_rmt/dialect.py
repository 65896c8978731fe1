"""The dialect: URLs, sessions, transactions that there are not, errors.

Source: https://docs.sqlalchemy.org/core/internals.html.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import exc, util
from sqlalchemy.engine import default
from sqlalchemy.schema import Column, Index, Table
from sqlalchemy.sql import text

from sqlalchemy_rmt import added_again, loading  # noqa: F401 - they listen to sessions of the ORM
from sqlalchemy_rmt.binaries import binary_implementations
from sqlalchemy_rmt.compiler import RmtCompiler
from sqlalchemy_rmt.connect_arguments import CONNECT_ARGUMENTS
from sqlalchemy_rmt.ddl import RmtDDLCompiler
from sqlalchemy_rmt.engines import Engine, engine_named
from sqlalchemy_rmt.identifiers import RmtIdentifierPreparer
from sqlalchemy_rmt.intervals import interval_implementations
from sqlalchemy_rmt.json_paths import json_implementations
from sqlalchemy_rmt.reflection import RmtReflection
from sqlalchemy_rmt.row_changes import RowChanges, is_flushing
from sqlalchemy_rmt.settings import changes
from sqlalchemy_rmt.type_compilers import RmtTypeCompiler
from sqlalchemy_rmt.types import implementations

__all__ = ["RmtDialect"]

_AUTOCOMMIT = "AUTOCOMMIT"
# A command, which needs no job: long queries may hold all of Spark's cores.
_NAMESPACE = "SHOW CURRENT NAMESPACE"
_WRITES = re.compile(r"\s*(?:INSERT|DELETE|UPDATE|ALTER|TRUNCATE)\b", re.IGNORECASE)
_ROLLED_BACK = (
    "What was written stays written: the endpoint commits every statement by itself and has no "
    "ROLLBACK. commit() after writing, or isolation_level='AUTOCOMMIT', says that this is meant."
)
_DATABASE, _PORT = "default", 10000


_SETTINGS = {"join_use_nulls": "1", "cast_keep_nullable": "1"}
"""Of each session, unless the URL says other values: SQLAlchemy, its ORM above all, looks for NULL
where an outer join finds nothing, and `cast()` keeps it."""


@dataclass
class _Session:
    """What the dialect knows of a session on the endpoint.

    Attributes:
        settings: what statements' options set since it began.
        wrote: whether something was written since the last commit.
        autocommit: whether somebody said that no transaction is expected.
    """

    settings: dict[str, Any] = field(default_factory=dict)
    wrote: bool = False
    autocommit: bool = False


class RmtExecutionContext(default.DefaultExecutionContext):
    """A statement's execution: its options become the session's settings.

    Attributes:
        changed_rows: how many rows a statement of the unit of work is about; None for others.
        is_done: whether there is nothing left to execute.
    """

    dialect: RmtDialect
    changed_rows: int | None = None
    is_done = False

    def pre_exec(self) -> None:
        """Inserts new versions instead of what the unit of work would execute."""
        changes = RowChanges.of(self)
        if changes is not None:
            self.changed_rows, self.is_done = changes.apply(self.root_connection)
            if self.is_done:
                self.statement = f"-- {self.changed_rows} rows are changed"

    def create_server_side_cursor(self) -> Any:
        """A cursor that asks for no more rows at a time than `max_row_buffer`."""
        cursor = self._dbapi_connection.cursor()
        rows = self.execution_options.get("max_row_buffer")
        if rows is not None:
            cursor.arraysize = int(rows)
        return cursor

    def apply_options(self) -> _Session:
        """Brings the session to the settings of this statement's options."""
        session = self.dialect.session_of(self._dbapi_connection)
        wanted = dict(self.execution_options.get("settings") or {})
        if "final" in self.execution_options:
            wanted["final"] = int(bool(self.execution_options["final"]))
        if wanted != session.settings:
            self._set(session, wanted)
        return session

    def _set(self, session: _Session, wanted: dict[str, Any]) -> None:
        statements = changes(session.settings, wanted, self.dialect.url_settings)
        cursor = self._dbapi_connection.cursor()
        try:
            for name, statement in statements.items():
                cursor.execute(statement)
                session.settings.pop(name, None)
                if name in wanted:
                    session.settings[name] = wanted[name]
        finally:
            cursor.close()

    @property
    def rowcount(self) -> int:
        """The rows that the statement changed; -1 where that is not known, or says too little.

        The ORM holds the number against its objects, one row each; but a table has several rows of
        one key until they are merged. Its statements are those that bring a cache of their own; of
        those that become new versions the number of objects is known.
        """
        if self.changed_rows is not None:
            return self.changed_rows
        of_orm = (self.isdelete or self.isupdate) and "compiled_cache" in self.execution_options
        return -1 if of_orm else int(super().rowcount)

    @property
    def writes(self) -> bool:
        """Whether the statement changes rows."""
        if self.isinsert or self.isupdate or self.isdelete:
            return True
        return _WRITES.match(self.statement or "") is not None

    def get_lastrowid(self) -> Any:
        """None: the endpoint makes up no keys."""
        return None


class RmtDialect(RmtReflection, default.DefaultDialect):
    """`rmt://user:password@host:port/database?auth=…&ssl=…&<setting>=<value>`."""

    name = "rmt"
    driver = "pyhive"
    default_paramstyle = "pyformat"

    statement_compiler = RmtCompiler
    ddl_compiler = RmtDDLCompiler
    type_compiler_cls = RmtTypeCompiler
    preparer: Any = RmtIdentifierPreparer
    execution_ctx_cls = RmtExecutionContext
    colspecs = {  # noqa: RUF012
        **implementations(),
        **interval_implementations(),
        **binary_implementations(),
        **json_implementations(),
    }
    construct_arguments = [  # noqa: RUF012
        (Table, {"engine": None, "skipping_indexes": None, "projections": None, "final": False}),
        (Column, {"codec": None, "materialized": None, "alias": None}),
        (Index, {"type": "minmax", "granularity": 1}),
    ]

    supports_statement_cache = True
    supports_server_side_cursors = True
    supports_alter = False
    supports_comments = True
    inline_comments = True
    supports_default_values = False
    supports_empty_insert = False
    supports_multivalues_insert = True
    supports_native_boolean = True
    supports_native_decimal = True
    supports_native_enum = True
    supports_native_uuid = True
    supports_sane_multi_rowcount = False
    supports_sequences = False
    supports_views = True
    postfetch_lastrowid = False
    implicit_returning = False
    insert_returning = False
    use_insertmanyvalues = False
    cte_follows_insert = True
    max_identifier_length = 255
    tuple_in_values = False
    div_is_floordiv = False

    def __init__(
        self,
        isolation_level: Any = None,
        json_serializer: Callable[[Any], str] | None = None,
        json_deserializer: Callable[[str], Any] | None = None,
        default_engine: Engine | None = None,
        **options: Any,
    ) -> None:
        super().__init__(isolation_level=isolation_level, **options)
        # SQLAlchemy 1.4 leaves it to the dialect.
        self._on_connect_isolation_level = isolation_level
        self._json_serializer = json_serializer
        self._json_deserializer = json_deserializer
        self.default_engine = default_engine
        self.url_settings: dict[str, str] = {}
        self._sessions: weakref.WeakKeyDictionary[Any, _Session] = weakref.WeakKeyDictionary()

    @property
    def supports_sane_rowcount(self) -> bool:  # type: ignore[override]
        """While a session flushes: the rows that it changes are looked up."""
        return is_flushing()

    # Connecting

    @classmethod
    def import_dbapi(cls) -> Any:
        """The driver, `sqlalchemy_rmt.dbapi`."""
        from sqlalchemy_rmt import dbapi

        return dbapi

    @classmethod
    def dbapi(cls) -> Any:  # type: ignore[override]
        """The driver, as SQLAlchemy 1.4 asks for it."""
        return cls.import_dbapi()

    def create_connect_args(self, url: Any) -> tuple[list[Any], dict[str, Any]]:
        """Splits a URL into the driver's arguments and the session's settings.

        Raises:
            ArgumentError: a value is none of its argument, or an argument is given twice.
        """
        arguments: dict[str, Any] = {
            "host": url.host or "localhost",
            "port": url.port or _PORT,
            "database": url.database or _DATABASE,
        }
        if url.username is not None:
            arguments["username"] = url.username
        if url.password is not None:
            arguments["password"] = str(url.password)
        self.url_settings = dict(_SETTINGS)
        for name, value in url.query.items():
            if not isinstance(value, str):
                raise exc.ArgumentError(f"{name} stands in the URL more than once.")
            if name == "default_engine":
                self.default_engine = engine_named(value)
                continue
            if name not in CONNECT_ARGUMENTS:
                self.url_settings[name] = value
                continue
            try:
                arguments[name] = CONNECT_ARGUMENTS[name](value)
            except ValueError as error:
                raise exc.ArgumentError(f"{name}={value} in the URL: {error}.") from None
        return [], {**arguments, "settings": dict(self.url_settings)}

    def on_connect(self) -> Callable[[Any], None] | None:
        """Sets the isolation level that `create_engine` was given, on SQLAlchemy 1.4."""
        level = self._on_connect_isolation_level
        if level is None or hasattr(self, "_assert_and_set_isolation_level"):
            return None
        return lambda connection: self.set_isolation_level(connection, level)

    def session_of(self, dbapi_connection: Any) -> _Session:
        """What is known of a session, given the driver's connection or the pool's."""
        raw = getattr(dbapi_connection, "dbapi_connection", dbapi_connection)
        return self._sessions.setdefault(raw, _Session())

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:
        """Whether an error means that the session is gone."""
        return bool(getattr(e, "is_disconnect", False)) or (
            isinstance(e, self.import_dbapi().OperationalError)
            and str(e).startswith("The connection was lost")
        )

    def do_ping(self, dbapi_connection: Any) -> bool:
        """Asks for a row. A session that is gone is not there; any other error is raised."""
        cursor = dbapi_connection.cursor()
        try:
            cursor.execute(_NAMESPACE)
            return cursor.fetchone() is not None
        except self.import_dbapi().Error as error:
            if self.is_disconnect(error, dbapi_connection, cursor):
                return False
            raise
        finally:
            cursor.close()

    # Executing

    def do_execute(self, cursor: Any, statement: Any, parameters: Any, context: Any = None) -> None:
        """Runs a statement with the settings of its options.

        The percent signs of a text that somebody wrote for the driver, without parameters, are its
        own.
        """
        if context is not None and context.is_done:
            return
        session = context.apply_options() if context is not None else _Session()
        is_text_alone = not parameters and context is not None and context.compiled is None
        cursor.execute(statement, *([] if is_text_alone else [parameters]))
        session.wrote |= context is not None and context.writes

    def do_execute_no_params(self, cursor: Any, statement: Any, context: Any = None) -> None:
        """Runs a statement whose percent signs are its own."""
        session = context.apply_options() if context is not None else _Session()
        cursor.execute(statement)
        session.wrote |= context is not None and context.writes

    def do_executemany(
        self, cursor: Any, statement: Any, parameters: Any, context: Any = None
    ) -> None:
        """Runs a statement for many rows. When one fails, those before it stay written."""
        if context is not None and context.is_done:
            return
        session = context.apply_options() if context is not None else _Session()
        session.wrote |= context is not None and context.writes
        cursor.executemany(statement, parameters)

    # Transactions

    def get_isolation_level_values(self, dbapi_conn: Any) -> Sequence[Any]:
        """AUTOCOMMIT only: each statement is committed by itself."""
        return [_AUTOCOMMIT]

    @property
    def _isolation_lookup(self) -> set[str]:
        """As SQLAlchemy 1.4 asks for it."""
        return {_AUTOCOMMIT}

    def get_isolation_level(self, dbapi_connection: Any) -> Any:
        """AUTOCOMMIT."""
        return _AUTOCOMMIT

    def get_default_isolation_level(self, dbapi_conn: Any) -> Any:
        """AUTOCOMMIT."""
        return _AUTOCOMMIT

    def set_isolation_level(self, dbapi_connection: Any, level: str) -> None:
        """Takes AUTOCOMMIT, and then expects no transactions.

        Raises:
            ArgumentError: another level.
        """
        if level.replace("_", " ") != _AUTOCOMMIT:
            raise exc.ArgumentError(
                f"The endpoint commits every statement by itself: the isolation level is "
                f"{_AUTOCOMMIT}, never {level}."
            )
        self.session_of(dbapi_connection).autocommit = True

    def reset_isolation_level(self, dbapi_conn: Any) -> None:
        """A connection that goes back to the pool is for somebody who said nothing."""
        is_engines = self._on_connect_isolation_level is not None
        self.session_of(dbapi_conn).autocommit = is_engines

    def do_begin(self, dbapi_connection: Any) -> None:
        """Nothing begins."""

    def do_commit(self, dbapi_connection: Any) -> None:
        """What was written is committed already."""
        self.session_of(dbapi_connection).wrote = False

    def do_rollback(self, dbapi_connection: Any) -> None:
        """Takes nothing back, and warns if there was something to take back."""
        session = self.session_of(dbapi_connection)
        if session.wrote and not session.autocommit:
            util.warn(_ROLLED_BACK)
        session.wrote = False

    def do_savepoint(self, connection: Any, name: str) -> None:
        """Refused.

        Raises:
            InvalidRequestError: always.
        """
        raise exc.InvalidRequestError("The endpoint has no savepoints.")

    # What the endpoint is

    def _get_server_version_info(self, connection: Any) -> tuple[int, ...]:
        version = connection.execute(
            text("SELECT value FROM system.build_options WHERE name = 'VERSION_STRING'")
        ).scalar()
        return tuple(int(part) for part in re.findall(r"\d+", str(version))[:3])

    def _get_default_schema_name(self, connection: Any) -> str:
        return str(connection.execute(text(_NAMESPACE)).one()[1])


if not hasattr(default.DefaultDialect, "type_compiler_cls"):
    # SQLAlchemy 1.4 has this name for it.
    RmtDialect.type_compiler = RmtTypeCompiler
