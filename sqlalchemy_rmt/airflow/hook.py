"""The hook: connections of the driver, what tasks do with them, and what the endpoint says of it.

Sources: docs/airflow.md; `airflow.providers.common.sql.hooks.sql`;
https://clickhouse.com/docs/operations/settings/settings#log_comment.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from airflow.providers.common.sql.hooks.sql import DbApiHook
from airflow.sdk.exceptions import AirflowException

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.airflow.connection import (
    DEFAULT_DATABASE,
    DEFAULT_HOST,
    DEFAULT_PORT,
    driver_arguments,
    session_settings,
    settings_of,
    url_of,
)
from sqlalchemy_rmt.airflow.names import TableName
from sqlalchemy_rmt.airflow.task_run import TaskRun
from sqlalchemy_rmt.airflow.writes import (
    inserts,
    is_harmless,
    otherwise_changed,
    written_tables,
)
from sqlalchemy_rmt.bulk import rmt_bulk_insert
from sqlalchemy_rmt.identifiers import RmtIdentifierPreparer

__all__ = ["RmtHook", "Written"]

_CANCEL_EVERY_SECONDS = 0.5
_WINDOW = re.compile(r"\bnon_replicated_deduplication_window = ([1-9]\d*)")
_TABLE = (
    "SELECT database, engine, engine_full FROM system.tables WHERE name = %(name)s "
    "AND database = coalesce(%(database)s, currentDatabase())"
)


@dataclass(frozen=True)
class Written:
    """A statement that changed rows.

    Attributes:
        query_id: its id in `system.query_log`.
        tables: the tables it names, each with its database.
        rows: rows that it inserted, deleted or updated; None if that is not known.
        by_kind: how many of them a MERGE inserted, updated and deleted; else empty.
    """

    query_id: str
    tables: tuple[TableName, ...]
    rows: int | None
    by_kind: Mapping[str, int] = field(default_factory=dict)


@dataclass
class _Sent:
    query_id: str
    tables: tuple[TableName, ...]
    is_once_only: bool
    rows: int | None
    by_kind: Mapping[str, int]


@dataclass
class _Course:
    """What the hook's statements are doing.

    Attributes:
        cursor: that of the statement under way.
        is_cancelled: whether no further one may begin.
        token: the session's `insert_deduplication_token`.
        changed: names of tables whose INSERTs have to be repeated with the other statements.
        sent: those that ended well.
    """

    cursor: Any = None
    is_cancelled: bool = False
    token: str = ""
    changed: frozenset[str] = frozenset()
    sent: list[_Sent] = field(default_factory=list)


class RmtHook(DbApiHook):
    """Talks to an endpoint.

    Args:
        args: the id of the connection.
        schema: the current database, instead of the connection's.
        settings: settings of the session, before the connection's; a mapping or JSON.
        final: whether reads of ReplacingMergeTree tables show current rows only; as the connection
            says when it is None.
        deduplication_token: the name of what `run` inserts. Its INSERT number `n`, from 0, has the
            `insert_deduplication_token` `<token>-<n>`, so that the same statements insert nothing
            twice where the table remembers tokens. An INSERT into a table that others of the
            statements change, by DELETE for example, has another token each time.
        comments: whether the statements of a task have a `log_comment` that names it.
        options: of Airflow's own hook.

    Attributes:
        query_ids: the ids of the statements that `run` ran.
        written: the statements of `run` that changed rows.
    """

    conn_name_attr = "rmt_conn_id"
    default_conn_name = "rmt_default"
    conn_type = "rmt"
    hook_name = "RMT on Spark"
    supports_autocommit = True
    supports_executemany = True
    strip_semicolon = True
    _test_connection_sql = "SELECT 1"

    def __init__(
        self,
        *args: Any,
        schema: str | None = None,
        settings: Mapping[str, Any] | str | None = None,
        final: Any = None,
        deduplication_token: str | None = None,
        comments: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(*args, schema=schema, **options)
        self.schema = schema
        self.settings = settings_of(settings)
        if final is not None:
            self.settings["final"] = settings_of({"final": final})["final"]
        self.deduplication_token = deduplication_token
        self.comments = comments
        self.query_ids: list[str] = []
        self.written: list[Written] = []
        self._course = _Course()
        self._engines: dict[str, str | None] = {}

    # Connecting

    def get_conn(self) -> dbapi.Connection:
        """A session on the endpoint.

        Raises:
            ValueError: a field of the connection has a wrong value.
            OperationalError: nobody answers there, or the login fails.
            DatabaseError: the endpoint refuses the database or a setting.
        """
        arguments = driver_arguments(self.connection, self.schema)
        return dbapi.connect(**arguments, settings=self._session_settings())

    @property
    def sqlalchemy_url(self) -> sa.URL:
        """The connection as a URL, with the settings of the session."""
        settings = session_settings(self.connection, self.settings)
        return url_of(self.connection, self.schema, settings)

    def get_uri(self) -> str:
        """The connection as the text of a URL, the password included."""
        return self.sqlalchemy_url.render_as_string(hide_password=False)

    def get_sqlalchemy_engine(self, engine_kwargs: dict[str, Any] | None = None) -> sa.Engine:
        """An engine of SQLAlchemy's, whose statements have the task's `log_comment`, too."""
        url = self.sqlalchemy_url.update_query_dict(self._session_settings())
        return sa.create_engine(url, **(engine_kwargs or {}))

    def _session_settings(self) -> dict[str, str]:
        run = TaskRun.current() if self.comments else None
        comment = {} if run is None else {"log_comment": run.comment}
        return {**comment, **session_settings(self.connection, self.settings)}

    @property
    def host_and_port(self) -> tuple[str, int]:
        """Where the endpoint is, for the names of assets and datasets."""
        return self.connection.host or DEFAULT_HOST, self.connection.port or DEFAULT_PORT

    def set_autocommit(self, conn: Any, autocommit: bool) -> None:
        """Does nothing: every statement is committed when it returns."""

    def get_autocommit(self, conn: Any) -> bool:
        """Always: every statement is committed when it returns."""
        return True

    # Names

    @property
    def escape_word_format(self) -> str:
        """Backquotes, unless the connection says otherwise."""
        given = self._escape_word_format or self.connection_extra.get("escape_word_format")
        return str(given or "`{}`")

    def get_reserved_words(self, dialect_name: str) -> set[str]:
        """The words that a name must not be without backquotes, ClickHouse's and Spark's."""
        return set(RmtIdentifierPreparer.reserved_words)

    def engine_of(self, table: str) -> str | None:
        """The engine of a table; None if it is none of the endpoint's.

        Raises:
            ValueError: this is no name of a table.
        """
        if table not in self._engines:
            with closing(self.get_conn()) as conn:
                found = _table(conn, TableName.parse(table))
            self._engines[table] = None if found is None else str(found[1])
        return self._engines[table]

    # Running statements

    def run(
        self,
        sql: str | Iterable[str],
        autocommit: bool = False,
        parameters: Any = None,
        handler: Any = None,
        split_statements: bool = False,
        return_last: bool = True,
    ) -> Any:
        """Runs statements, as Airflow's hook does; `written` tells what they changed.

        Raises:
            AirflowException: `cancel` came before the last one began.
            DatabaseError: the endpoint refused one; those before it are done.
        """
        given = sql if isinstance(sql, str) else list(sql)
        self.set_out(self.statements_of(given, split_statements))
        return super().run(given, autocommit, parameters, handler, split_statements, return_last)

    def statements_of(self, sql: str | list[str], split_statements: bool) -> list[str]:
        """The statements that `run` makes of what it is given."""
        if not isinstance(sql, str):
            return sql
        return self.split_sql_string(sql, self.strip_semicolon) if split_statements else [sql]

    def set_out(self, statements: Sequence[str]) -> None:
        """Begins anew, with statements that one session is going to run one after the other."""
        self.query_ids, self.written = [], []
        self._course.sent, self._course.token = [], ""
        self._course.changed = otherwise_changed(statements)

    def send(self, cursor: dbapi.Cursor, statement: str, parameters: Any = None) -> None:
        """Sends the next statement and does not wait for its end.

        Raises:
            DatabaseError: the endpoint refuses it.
        """
        self._set_token(cursor, statement)
        cursor.execute_async(statement, parameters or None)

    def note(self, cursor: dbapi.Cursor, statement: str) -> None:
        """Notes a statement that has ended well."""
        assert cursor.query_id is not None
        self.query_ids.append(cursor.query_id)
        tables = written_tables(statement)
        is_once_only = self._is_once_only(statement)
        rows = cursor.rowcount if cursor.rowcount >= 0 else None
        self._course.sent.append(
            _Sent(cursor.query_id, tables, is_once_only, rows, cursor.rows_by_kind)
        )

    def why_not_twice(self, statements: Sequence[str]) -> str | None:
        """What is changed twice when the statements are sent twice; None if nothing is.

        Raises:
            DatabaseError: the endpoint refuses a question.
        """
        self.set_out(statements)
        with closing(self.get_conn()) as conn:
            for statement in statements:
                if self._is_once_only(statement):
                    for table in written_tables(statement):
                        found = _table(conn, table)
                        if found is not None and not _remembers_tokens(*found[1:]):
                            return f"Table {table} remembers no tokens"
                elif not is_harmless(statement):
                    return f"{statement.strip()[:60]!r} may change rows each time"
        return None

    def cancel(self) -> None:
        """Stops the statement under way on the endpoint, from any thread, and all further ones.

        A statement that is only being sent cannot be cancelled yet, so it is tried again and again
        until the statement has ended.
        """
        self._course.is_cancelled = True
        if self._course.cursor is not None:
            threading.Thread(target=self._cancel_until_it_ends, daemon=True).start()

    def _cancel_until_it_ends(self) -> None:
        while (cursor := self._course.cursor) is not None:
            with contextlib.suppress(dbapi.Error):
                cursor.cancel()
            time.sleep(_CANCEL_EVERY_SECONDS)

    def _run_command(self, cur: Any, sql_statement: str, parameters: Any) -> None:
        self._course.cursor = cur
        try:
            self._set_token(cur, sql_statement)
            self._begin()
            super()._run_command(cur, sql_statement, parameters)
        finally:
            self._course.cursor = None
        self.note(cur, sql_statement)

    def _begin(self) -> None:
        if self._course.is_cancelled:
            raise AirflowException("The task was stopped before its next statement began.")

    def _is_once_only(self, statement: str) -> bool:
        """Whether a statement is an INSERT that inserts nothing when it is repeated."""
        if self.deduplication_token is None or not inserts(statement):
            return False
        tables = written_tables(statement)
        return self._course.changed.isdisjoint(table.name for table in tables)

    def _set_token(self, cursor: Any, statement: str) -> None:
        token = self._token(self._is_once_only(statement)) if inserts(statement) else ""
        if token != self._course.token:
            self._begin()
            cursor.execute("SET insert_deduplication_token = %(token)s", {"token": token})
            self._course.token = token

    def _token(self, is_once_only: bool) -> str:
        if self.deduplication_token is None:
            return ""
        number = sum(sent.is_once_only for sent in self._course.sent)
        # Without a token, the table would know a block by its rows.
        last = str(number) if is_once_only else uuid.uuid4().hex
        return f"{self.deduplication_token}-{last}"

    def get_db_log_messages(self, conn: Any) -> None:
        """Asks which tables the statements changed, and logs it with the number of rows.

        They are done by now: that nobody answers is no error of theirs.
        """
        writing = [sent for sent in self._course.sent if sent.tables]
        try:
            self._tell_what_was_written(conn, writing)
        except dbapi.Error as error:
            self.log.warning("Nobody says which tables the statements changed: %s", error)

    def _tell_what_was_written(self, conn: Any, writing: Sequence[_Sent]) -> None:
        for sent in writing:
            tables = self._tables(conn, sent)
            self.written.append(Written(sent.query_id, tables, sent.rows, sent.by_kind))
            named = ", ".join(map(str, tables or sent.tables))
            rows = "unknown" if sent.rows is None else sent.rows
            self.log.info("Rows changed in %s: %s", named, rows)
            if sent.is_once_only and sent.rows == 0:
                self.log.warning(
                    "Nothing was inserted into %s: there are no rows, or the token is known, as "
                    "this task has inserted them before. With deduplicate=False, or another "
                    "deduplication_token, it inserts them again.",
                    named,
                )

    def _tables(self, conn: Any, sent: _Sent) -> tuple[TableName, ...]:
        tables: list[TableName] = []
        for name in sent.tables:
            found = _table(conn, name)
            if found is None:
                continue
            database, engine, engine_full = found
            tables.append(TableName(database, name.name))
            if sent.is_once_only and not _remembers_tokens(engine, engine_full):
                self.log.warning(
                    "Table %s remembers no tokens: if this task is tried again, it inserts its "
                    "rows again. The table's setting non_replicated_deduplication_window, or a "
                    "Replicated engine, prevents that.",
                    tables[-1],
                )
        return tuple(tables)

    # Rows in and out

    @staticmethod
    def _serialize_cell(cell: Any, conn: Any = None) -> Any:
        """The driver makes a typed literal of a value."""
        return cell

    def bulk_insert(
        self,
        table: str,
        rows: Any,
        columns: Sequence[str] | None = None,
        deduplication_token: str | None = None,
    ) -> int:
        """Inserts many rows in few statements: a data frame, Arrow, mappings or sequences.

        Args:
            table: `table` or `database.table`.
            rows: as `sqlalchemy_rmt.rmt_bulk_insert` takes them.
            columns: the names for sequences; by default all columns that are not computed.
            deduplication_token: a name for these rows; the call can be repeated with it.

        Returns:
            How many rows there were.

        Raises:
            ValueError: this is no name of a table.
            SQLAlchemyError: as `rmt_bulk_insert`, or there is no such table.
        """
        name = TableName.parse(table)
        engine = self.get_sqlalchemy_engine({"isolation_level": "AUTOCOMMIT"})
        try:
            metadata = sa.MetaData()
            target = sa.Table(name.name, metadata, schema=name.database, autoload_with=engine)
            with engine.connect() as connection:
                return rmt_bulk_insert(
                    connection,
                    target,
                    rows,
                    columns=columns,
                    deduplication_token=deduplication_token,
                )
        finally:
            engine.dispose()

    def _get_pandas_df(self, sql: str, parameters: Any = None, **options: Any) -> Any:
        if options:
            return super()._get_pandas_df(sql, parameters, **options)
        with self._executed(sql, parameters) as cursor:
            return cursor.fetch_df()

    def _get_polars_df(self, sql: str, parameters: Any = None, **options: Any) -> Any:
        polars = _polars()
        with self._executed(sql, parameters) as cursor:
            return polars.from_arrow(cursor.fetch_arrow_table(), **options)

    def _get_pandas_df_by_chunks(
        self, sql: str, parameters: Any = None, *, chunksize: int, **options: Any
    ) -> Iterator[Any]:
        if options:
            yield from super()._get_pandas_df_by_chunks(
                sql, parameters, chunksize=chunksize, **options
            )
            return
        with self._executed(sql, parameters) as cursor:
            for batch in cursor.fetch_record_batches(chunksize):
                yield batch.to_pandas()

    def _get_polars_df_by_chunks(
        self, sql: str, parameters: Any = None, *, chunksize: int, **options: Any
    ) -> Iterator[Any]:
        polars = _polars()
        with self._executed(sql, parameters) as cursor:
            for batch in cursor.fetch_record_batches(chunksize):
                yield polars.from_arrow(batch, **options)

    @contextlib.contextmanager
    def _executed(self, sql: str, parameters: Any) -> Iterator[dbapi.Cursor]:
        if not isinstance(sql, str):
            raise ValueError("A data frame is the result of one statement: give one, as a text.")
        with closing(self.get_conn()) as conn, closing(conn.cursor()) as cursor:
            yield cursor.execute(sql, parameters or None)

    # Lineage

    def get_openlineage_database_info(self, connection: Any) -> Any:
        """How OpenLineage names datasets, and asks for the columns of tables."""
        from airflow.providers.openlineage.sqlparser import DatabaseInfo

        host, port = self.host_and_port
        return DatabaseInfo(
            scheme="rmt",
            authority=f"{host}:{port}",
            information_schema_columns=["database", "table", "name", "position", "type"],
            information_schema_table_name="system.columns",
            normalize_name_method=lambda name: name.strip("`"),
        )

    def get_openlineage_database_dialect(self, connection: Any) -> str:
        """ClickHouse's, whose FINAL, PREWHERE and SETTINGS are the endpoint's."""
        return "clickhouse"

    def get_openlineage_default_schema(self) -> str:
        """The current database."""
        return str(self.schema or self.connection.schema or DEFAULT_DATABASE)

    def get_openlineage_database_specific_lineage(self, task_instance: Any) -> Any:
        """The id of the statement that ran last, by which `system.query_log` tells of it."""
        if not self.query_ids:
            return None
        from airflow.providers.common.compat.openlineage.facet import ExternalQueryRunFacet
        from airflow.providers.openlineage.extractors import OperatorLineage

        host, port = self.host_and_port
        facet = ExternalQueryRunFacet(
            externalQueryId=self.query_ids[-1], source=f"rmt://{host}:{port}"
        )
        return OperatorLineage(run_facets={"externalQuery": facet})


def _table(conn: Any, name: TableName) -> tuple[str, str, str] | None:
    """Database, engine and whole engine of a table."""
    with closing(conn.cursor()) as cursor:
        cursor.execute(_TABLE, {"name": name.name, "database": name.database})
        found: tuple[str, str, str] | None = cursor.fetchone()
        return found


def _remembers_tokens(engine: str, engine_full: str) -> bool:
    if engine.startswith("Replicated"):
        return "replicated_deduplication_window = 0" not in engine_full
    return _WINDOW.search(engine_full) is not None


def _polars() -> Any:
    try:
        import polars
    except ImportError as error:
        raise ImportError("Polars' data frames need it: pip install polars.") from error
    return polars
