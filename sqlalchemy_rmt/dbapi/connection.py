"""Connections and cursors, over PyHive's transport and Thrift client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from pyhive import hive
from pyhive.exc import Error as HiveError
from TCLIService.ttypes import TOperationState
from thrift.transport.TTransport import TTransportException

from sqlalchemy_rmt.dbapi.errors import (
    InterfaceError,
    NotSupportedError,
    OperationalError,
    error_of_status,
)

__all__ = ["Connection", "Cursor", "connect"]

_RUNNING = {
    TOperationState.INITIALIZED_STATE,
    TOperationState.PENDING_STATE,
    TOperationState.RUNNING_STATE,
}


def connect(
    host: str = "localhost",
    port: int = 10000,
    database: str = "default",
    username: str | None = None,
    password: str | None = None,
    auth: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> Connection:
    """Connects to an endpoint.

    Args:
        host: its address.
        port: its port.
        database: the current database of the session.
        username: who connects; the login name by default.
        password: for LDAP or CUSTOM.
        auth: HiveServer2's mechanism: NONE, LDAP, KERBEROS, CUSTOM or NOSASL.
        settings: settings of the session, e.g. `{"final": "1"}`.

    Raises:
        OperationalError: nobody answers there, or the login fails.
    """
    # Spark only takes settings from the client when each key says so.
    configuration = {f"set:hiveconf:{key}": value for key, value in (settings or {}).items()}
    try:
        raw = hive.connect(
            host,
            port,
            username=username,
            password=password,
            auth=auth or ("LDAP" if password else None),
            database=database,
            configuration=configuration,
        )
    except HiveError as error:
        raise _translated(error) from None
    except (TTransportException, OSError) as error:
        raise OperationalError(
            f"Cannot connect to {host}:{port}: {error}. `rmt serve` starts an endpoint."
        ) from error
    return Connection(raw)


class Connection:
    """A session on the endpoint. Statements are committed one by one."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def cursor(self) -> Cursor:
        """A new cursor of this session."""
        return Cursor(self._raw.cursor())

    def commit(self) -> None:
        """Does nothing: a statement that returned is committed."""

    def rollback(self) -> None:
        """Raises `NotSupportedError`: what ran cannot be taken back."""
        raise NotSupportedError("The endpoint has no transactions of several statements.")

    def close(self) -> None:
        """Ends the session."""
        try:
            self._raw.close()
        except (TTransportException, OSError):
            return

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()


class Cursor:
    """Runs one statement at a time."""

    arraysize = 10_000

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    @property
    def description(self) -> list[tuple[Any, ...]] | None:
        """A tuple for each column of the result; None before a statement ran."""
        described: list[tuple[Any, ...]] | None = self._raw.description
        return described

    @property
    def rowcount(self) -> int:
        """Always -1: the server does not say."""
        return -1

    def execute(self, operation: str, parameters: Mapping[str, Any] | None = None) -> Cursor:
        """Runs a statement and waits for it; Ctrl-C cancels it on the server.

        Raises:
            DatabaseError: the server refused it; the subclass tells why.
        """
        try:
            self._raw.execute(operation, parameters, async_=True)
            self._wait()
        except HiveError as error:
            raise _translated(error) from None
        except (TTransportException, OSError) as error:
            raise OperationalError(f"The connection was lost: {error}") from error
        except KeyboardInterrupt:
            self.cancel()
            raise
        return self

    def _wait(self) -> None:
        status = self._raw.poll()
        while status.operationState in _RUNNING:
            status = self._raw.poll()
        if status.operationState != TOperationState.FINISHED_STATE:
            raise error_of_status(
                status.errorMessage or "the statement was cancelled", status.sqlState
            )

    def cancel(self) -> None:
        """Cancels the statement under way."""
        self._raw.cancel()

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row."""
        row = self._fetch(self._raw.fetchone)
        return None if row is None else tuple(row)

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows."""
        return [tuple(row) for row in self._fetch(self._raw.fetchmany, size or self.arraysize)]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        return [tuple(row) for row in self._fetch(self._raw.fetchall)]

    def _fetch(self, fetch: Any, *arguments: Any) -> Any:
        try:
            return fetch(*arguments)
        except HiveError as error:
            raise _translated(error) from None
        except (TTransportException, OSError) as error:
            raise OperationalError(f"The connection was lost: {error}") from error

    def close(self) -> None:
        """Frees what the server holds for the statement."""
        self._raw.close()

    def setinputsizes(self, sizes: Sequence[Any]) -> None:
        """Does nothing, as PEP 249 allows."""

    def setoutputsize(self, size: int, column: int | None = None) -> None:
        """Does nothing, as PEP 249 allows."""


def _translated(error: HiveError) -> Exception:
    status = getattr(error.args[0], "status", None) if error.args else None
    if status is None:
        return InterfaceError(str(error))
    return error_of_status(status.errorMessage, status.sqlState)
