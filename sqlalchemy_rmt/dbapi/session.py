"""A session on the endpoint: requests of HiveServer2's Thrift API, and their errors."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from typing import Any

from TCLIService import ttypes
from thrift.transport.TTransport import TTransportException

from sqlalchemy_rmt.dbapi.address import Address
from sqlalchemy_rmt.dbapi.channel import Answer, Channel
from sqlalchemy_rmt.dbapi.errors import (
    Error,
    InterfaceError,
    OperationalError,
    error_of_status,
)

__all__ = ["Session", "checked"]

# The first version with results in columns.
_PROTOCOL = ttypes.TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V6
# A GUID and a secret of as many bytes, which only the client that opened the session is told.
_GUID_BYTES = 16
_ID = re.compile(rf"[0-9a-f]{{{4 * _GUID_BYTES}}}")
_SUCCESS = {ttypes.TStatusCode.SUCCESS_STATUS, ttypes.TStatusCode.SUCCESS_WITH_INFO_STATUS}


class Session:
    """A session. One thread uses it at a time, but any thread may cancel.

    Args:
        address: whom to connect to.
        database: the current database.
        settings: Spark's settings by name.

    Raises:
        OperationalError: nobody answers there, or the login fails.
        DatabaseError: the server refuses the database or a setting.
    """

    def __init__(self, address: Address, database: str, settings: Mapping[str, str]) -> None:
        self._address = address
        self._aside: Channel | None = None
        self._asking_aside = threading.Lock()
        # Spark only takes settings from the client when each key says so.
        configuration = {f"set:hiveconf:{name}": value for name, value in settings.items()}
        configuration["use:database"] = quoted(database)
        request = ttypes.TOpenSessionReq(
            client_protocol=_PROTOCOL, username=address.username, configuration=configuration
        )
        try:
            self._channel = Channel(address)
            try:
                response = checked(self._channel.send("OpenSession", request).result())
            except BaseException:
                self._channel.close()
                raise
        except OperationalError as error:
            raise _unreachable(address, error) from error
        self.handle = response.sessionHandle
        self._channel.wait_for_answers(address.read_timeout)

    def send(self, method: str, request: Any) -> Answer:
        """Sends a request; `checked` looks at its answer.

        Args:
            method: of TCLIService, e.g. `FetchResults`.
            request: its argument.

        Raises:
            OperationalError: the connection was lost.
        """
        if self._address.is_http and not self._channel.is_open:
            # Over HTTP the session outlives its connections.
            self._channel = Channel(self._address)
            self._channel.wait_for_answers(self._address.read_timeout)
        return self._channel.send(method, request)

    def call(self, method: str, request: Any) -> Any:
        """Sends a request and waits for its answer.

        Raises:
            DatabaseError: the server refused it.
            OperationalError: the connection was lost.
        """
        return checked(self.send(method, request).result())

    def cancel(self, operation: Any) -> None:
        """Cancels a statement, over a connection of its own, as this one's may be waiting.

        Raises:
            DatabaseError: the server refused it.
            OperationalError: the server cannot be reached.
        """
        request = ttypes.TCancelOperationReq(operationHandle=operation)
        channel = Channel(self._address)
        try:
            checked(channel.send("CancelOperation", request).result())
        finally:
            channel.close()

    def status_aside(self, operation: Any) -> Any:
        """The state of a statement with its progress, over a connection of its own that stays.

        Any thread may ask; they do so one after the other.

        Raises:
            DatabaseError: the server knows no such statement any more.
            OperationalError: the server cannot be reached.
        """
        request = ttypes.TGetOperationStatusReq(operationHandle=operation, getProgressUpdate=True)
        with self._asking_aside:
            if self._aside is None or not self._aside.is_open:
                self._aside = Channel(self._address)
            return checked(self._aside.send("GetOperationStatus", request).result())

    def _close_aside(self) -> None:
        if self._aside is not None:
            self._aside.close()

    @property
    def id(self) -> str:
        """The handle of the session. Who knows it can use the session and end it."""
        identifier = self.handle.sessionId
        return bytes(identifier.guid + identifier.secret).hex()

    def end(self, id_: str) -> None:
        """Ends another session of the same server, and cancels what runs in it.

        Args:
            id_: its `id`.

        Raises:
            InterfaceError: this is no handle of a session.
            OperationalError: there is no such session any more, or the connection was lost.
        """
        if _ID.fullmatch(id_) is None:
            raise InterfaceError(f"{id_!r} is no handle of a session.")
        handle = bytes.fromhex(id_)
        identifier = ttypes.THandleIdentifier(handle[:_GUID_BYTES], handle[_GUID_BYTES:])
        request = ttypes.TCloseSessionReq(ttypes.TSessionHandle(identifier))
        self.call("CloseSession", request)

    def abandon(self) -> None:
        """Closes the connection at once; the server ends the session and what runs in it."""
        self._channel.close()
        self._close_aside()
        if self._address.is_http:
            self.close()

    def close(self) -> None:
        """Ends the session. That it has ended already is no error."""
        try:
            self.call("CloseSession", ttypes.TCloseSessionReq(sessionHandle=self.handle))
        except Error:
            return
        finally:
            self._channel.close()
            self._close_aside()


def quoted(name: str) -> str:
    """A name as an identifier of Spark SQL."""
    return f"`{name.replace('`', '``')}`"


def checked(response: Any) -> Any:
    """An answer of the server, if it says that all is well.

    Raises:
        DatabaseError: it says something else; the subclass follows from the SQLSTATE.
    """
    status = response.status
    if status.statusCode not in _SUCCESS:
        raise error_of_status(status.errorMessage, status.sqlState)
    return response


_HINTS_ABOUT_LOGINS = {
    True: "Only a server whose authentication is NOSASL takes auth = 'NOSASL': leave it out.",
    False: "A server whose authentication is NOSASL wants auth = 'NOSASL'.",
}
_HINT_ABOUT_HTTP = {
    True: "One that does not listen for HTTP wants transport = 'binary'.",
    False: "One that listens for HTTP wants transport = 'http', one with a certificate ssl = True.",
}


def _is_unanswered(error: OperationalError) -> bool:
    """Whether somebody took the connection and then hung up, or said nothing."""
    reason = error.__cause__
    if isinstance(reason, TTransportException):
        return bool(reason.type == TTransportException.END_OF_FILE)
    return reason is None or isinstance(
        reason, (EOFError, ConnectionResetError, BrokenPipeError, TimeoutError)
    )


def _unreachable(address: Address, error: OperationalError) -> OperationalError:
    if not error.is_disconnect:
        return error
    reason = str(error).removeprefix("The connection was lost: ")
    hint = "`rmt serve` starts an endpoint."
    if address.ssl:
        hint += " One without a certificate speaks no TLS: leave ssl out then."
    elif _is_unanswered(error):
        hint = (
            _HINTS_ABOUT_LOGINS[address.auth == "NOSASL"] + " " + _HINT_ABOUT_HTTP[address.is_http]
        )
    named = OperationalError(f"Cannot connect to {address}: {reason}. {hint}")
    named.sqlstate = "08001"
    named.is_disconnect = True
    return named
