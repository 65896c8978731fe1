"""Sessions on the endpoint, one for each of dbt's threads, by the driver `sqlalchemy_rmt.dbapi`.

A statement is sent once, and again after a lost connection only if that cannot change anything: a
read, or an INSERT whose deduplication token lets the endpoint recognise it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from dbt.adapters.contracts.connection import AdapterResponse, Connection, ConnectionState
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.sql.connections import SQLConnectionManager
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

from dbt.adapters.rmt.credentials import RmtCredentials
from sqlalchemy_rmt import dbapi

if TYPE_CHECKING:
    from sqlalchemy_rmt.dbapi import Cursor

__all__ = [
    "Cancellable",
    "Handle",
    "RmtConnectionManager",
    "can_be_repeated",
    "is_empty",
    "one_statement",
]

_logger = AdapterLogger("rmt")
_SECONDS_BETWEEN_CONNECTS = 1
# One at a time: a repetition of repetitions takes exponential time where there is no match.
_NOT_A_WORD = re.compile(r"[\s(;]+|--[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"\w*")
_READS = {"SELECT", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "EXISTS", "VALUES", "SET", "USE"}
_TOKEN = re.compile(r"\binsert_deduplication_token\s*=", re.IGNORECASE)
_INSERT = re.compile(r"\binsert\s+(?:into|overwrite)\b", re.IGNORECASE)


class Cancellable(Protocol):
    """What a thread does beside the statements of its session."""

    def cancel(self) -> None:
        """Cancels it, from another thread."""


class Handle:
    """A session, and the statement that runs in it.

    Args:
        connection: the driver's connection.
        final: whether the session's reads are FINAL.
    """

    def __init__(self, connection: dbapi.Connection, final: bool) -> None:
        self._connection = connection
        self._cursor: Cursor | None = None
        self._job: Cancellable | None = None
        self.final = final

    def cursor(self) -> Cursor:
        """A cursor for the next statement."""
        self._cursor = self._connection.cursor()
        return self._cursor

    @property
    def query_id(self) -> str | None:
        """The id of the last statement that the endpoint has taken."""
        return None if self._cursor is None else self._cursor.query_id

    def set_final(self, final: bool) -> None:
        """Makes the reads of the session FINAL, or not."""
        if final != self.final:
            self._connection.cursor().execute(f"SET final = {int(final)}")
            self.final = final

    @contextmanager
    def runs(self, job: Cancellable) -> Iterator[None]:
        """Has what cancels the session cancel something else, too, for a while."""
        self._job = job
        try:
            yield
        finally:
            self._job = None

    def cancel(self) -> None:
        """Cancels the statement that runs, and the session's job, from another thread."""
        if (job := self._job) is not None:
            job.cancel()
        if self._cursor is not None:
            self._cursor.cancel()

    def commit(self) -> None:
        """Does nothing: a statement that returned is committed."""

    def rollback(self) -> None:
        """Does nothing: there is nothing that could be taken back."""

    def close(self) -> None:
        """Ends the session."""
        self._connection.close()


class RmtConnectionManager(SQLConnectionManager):
    """Opens, reuses, cancels and closes sessions. There are no transactions."""

    TYPE = "rmt"

    @classmethod
    def open(cls, connection: Connection) -> Connection:
        """Begins a session, unless there is one.

        Raises:
            FailedToConnectError: nobody answers there, or the login or a setting is refused.
        """
        if connection.state == ConnectionState.OPEN:
            return connection
        credentials: RmtCredentials = connection.credentials

        def connect() -> Handle:
            try:
                return Handle(_connect(credentials), credentials.final)
            except dbapi.OperationalError as error:
                # What is wrong with a login stays wrong.
                raise (_Unreachable(str(error)) if error.is_disconnect else error) from error

        return cls.retry_connection(
            connection,
            connect=connect,
            logger=_logger,
            retryable_exceptions=[_Unreachable],
            retry_limit=credentials.connect_retries,
            retry_timeout=_SECONDS_BETWEEN_CONNECTS,
        )

    def add_query(
        self,
        sql: str,
        auto_begin: bool = True,
        bindings: Any = None,
        abridge_sql_log: bool = False,
        retryable_exceptions: tuple[type[Exception], ...] = (),
        retry_limit: int = 1,
    ) -> tuple[Connection, Any]:
        """Runs a statement; after a lost connection again, if that changes nothing.

        Args:
            sql: one statement; a semicolon at its end is left out.
            auto_begin: of no effect.
            bindings: parameters for `%s`.
            abridge_sql_log: whether the log has the beginning only.
            retryable_exceptions: of no effect.
            retry_limit: of no effect; the profile's `connect_retries` counts.

        Raises:
            DbtDatabaseError: the endpoint refused it, or the connection was lost.
        """
        statement = one_statement(sql)
        if is_empty(statement):
            connection = self.get_thread_connection()
            return connection, connection.handle.cursor()
        tries = self.profile.credentials.connect_retries if can_be_repeated(statement) else 0
        while True:
            try:
                connection, cursor = super().add_query(statement, False, bindings, abridge_sql_log)
            except _LostError as error:
                if tries <= 0:
                    raise
                tries -= 1
                _logger.debug(f"Running the statement again: {error}")
                continue
            _logger.debug(f"Query id: {cursor.query_id}")
            return connection, cursor

    @contextmanager
    def exception_handler(self, sql: str) -> Iterator[None]:
        """Turns the driver's errors into dbt's, and drops a session that is gone."""
        try:
            yield
        except dbapi.Error as error:
            query_id = self.get_thread_connection().handle.query_id
            _logger.debug(f"rmt error: {error.server_message or error} Query id: {query_id}")
            if error.is_disconnect:
                self._renew(self.get_thread_connection())
                raise _LostError(str(error)) from error
            raise DbtDatabaseError(str(error)) from error
        except DbtRuntimeError:
            raise
        except Exception as error:
            _logger.debug(f"Error running SQL: {sql}")
            raise DbtRuntimeError(str(error)) from error

    def cancel(self, connection: Connection) -> None:
        """Cancels on the endpoint what runs in another thread's session."""
        try:
            connection.handle.cancel()
        except dbapi.Error as error:
            _logger.debug(f"Cannot cancel {connection.name}: {error}")

    def set_final(self, final: bool) -> None:
        """Makes the reads of this thread's session FINAL, or not."""
        with self.exception_handler("SET final"):
            self.get_thread_connection().handle.set_final(final)

    def begin(self) -> Connection:
        """Does nothing: there are no transactions."""
        return self.get_thread_connection()

    def commit(self) -> Connection:
        """Does nothing: a statement that returned is committed."""
        return self.get_thread_connection()

    def release(self) -> None:
        """Keeps the session for the next node that this thread runs."""

    @classmethod
    def get_response(cls, cursor: Any) -> AdapterResponse:
        """What dbt says of a statement: the rows it changed, where they are known, and its id."""
        if cursor.rowcount < 0:
            return AdapterResponse(_message="OK", query_id=cursor.query_id)
        message = f"OK {cursor.rowcount:,}"
        if cursor.rows_by_kind:
            kinds = ", ".join(f"{rows:,} {kind}" for kind, rows in cursor.rows_by_kind.items())
            message = f"MERGE {cursor.rowcount:,} ({kinds})"
        return AdapterResponse(
            _message=message,
            rows_affected=cursor.rowcount,
            query_id=cursor.query_id,
        )

    @classmethod
    def data_type_code_to_name(cls, type_code: int | str) -> str:
        """The driver's type codes are Spark's names."""
        return str(type_code).lower()

    def _renew(self, connection: Connection) -> None:
        """Leaves a lost session; the next statement begins another."""
        final = connection.handle.final
        connection.handle.close()
        connection.state = ConnectionState.CLOSED
        self.open(connection).handle.set_final(final)


class _Unreachable(Exception):  # noqa: N818
    """Nobody answers at the address."""


class _LostError(DbtDatabaseError):
    """The connection was lost while a statement ran."""


def one_statement(sql: str) -> str:
    """A statement as the endpoint takes it: without the semicolons at its end."""
    statement = sql.strip()
    while statement.endswith(";"):
        statement = statement[:-1].rstrip()
    return statement


def is_empty(sql: str) -> bool:
    """Whether there is nothing but comments."""
    return _first_word(sql) == len(sql)


def can_be_repeated(statement: str) -> bool:
    """Whether a statement changes nothing when it runs twice.

    Args:
        statement: a read can be repeated, and an INSERT with a deduplication token.
    """
    found = _WORD.match(statement, _first_word(statement))
    word = found[0].upper() if found else ""
    if word in _READS:
        return True
    if word == "WITH":
        return _INSERT.search(statement) is None
    return word == "INSERT" and _TOKEN.search(statement) is not None


def _first_word(sql: str) -> int:
    """Where a statement's first word begins, behind comments and brackets; its end without one."""
    position = 0
    while found := _NOT_A_WORD.match(sql, position):
        position = found.end()
    return position


def _connect(credentials: RmtCredentials) -> dbapi.Connection:
    return dbapi.connect(
        credentials.host,
        credentials.port,
        # The schema may not be there yet; dbt writes it before every name.
        "default",
        credentials.user,
        credentials.password,
        credentials.auth,
        credentials.session_settings(),
        kerberos_service_name=credentials.kerberos_service_name,
        transport=credentials.transport,
        http_path=credentials.http_path,
        ssl=credentials.ssl,
        ssl_ca=credentials.ssl_ca,
        ssl_verify=credentials.ssl_verify,
        connect_timeout=credentials.connect_timeout,
        read_timeout=credentials.read_timeout,
        query_timeout=credentials.query_timeout,
    )
