"""A Thrift connection: requests go out one by one, answers are received when they are wanted.

PyHive brings the Thrift client (`TCLIService`), thrift_sasl the login. The protocol is the one that
Thrift decodes in C; it needs a transport whose buffer C can read, which thrift_sasl's and Thrift's
buffered one are.
"""

from __future__ import annotations

import base64
import contextlib
import select
import socket
import ssl
from collections.abc import Callable
from http.client import HTTPException
from importlib.util import find_spec
from typing import Any

from thrift.Thrift import TApplicationException, TException
from thrift.transport.THttpClient import THttpClient
from thrift.transport.TSocket import TSocket
from thrift.transport.TTransport import TBufferedTransport, TTransportException

from sqlalchemy_rmt.dbapi.address import Address
from sqlalchemy_rmt.dbapi.errors import (
    Error,
    InternalError,
    NotSupportedError,
    OperationalError,
    connection_lost,
)
from sqlalchemy_rmt.dbapi.protocol import AcceleratedProtocol
from sqlalchemy_rmt.dbapi.service import ServiceClient

__all__ = ["Answer", "Channel"]

_BUFFER_BYTES = 1 << 20
_LOST = (TException, OSError, EOFError, HTTPException)
# Seconds after which a silent connection is probed, between probes, and how many go unanswered
# before the connection counts as lost: a host that is gone is noticed within two minutes.
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}


class Answer:
    """The answer to a request, which may still be on its way.

    Attributes:
        size: the bytes that it took, once it has arrived.
    """

    def __init__(self, receive: Callable[[], tuple[Any, int]]) -> None:
        self.size = 0
        self._receive: Callable[[], tuple[Any, int]] | None = receive
        self._response: Any = None
        self._error: Error | None = None

    def result(self) -> Any:
        """Waits for the answer. When the wait is interrupted, it can be asked for again.

        Raises:
            OperationalError: the connection was lost.
        """
        self.settle()
        if self._error is not None:
            raise self._error
        return self._response

    def settle(self) -> None:
        """Waits for the answer, and keeps its error for who asks for the result."""
        if self._receive is None:
            return
        try:
            self._response, self.size = self._receive()
        except Error as error:
            self._error = error
        self._receive = None


class Channel:
    """A connection that is open until it is closed or lost. One thread uses it at a time.

    Args:
        address: whom to connect to.

    Raises:
        OperationalError: nobody answers there, or the login fails.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._owed: Answer | None = None
        self._lost: object = None
        self._timeout = address.connect_timeout
        self._wire: _Socket | _Http = (_Http if address.is_http else _Socket)(address)
        self._transport = self._new_transport()
        self._client = ServiceClient(AcceleratedProtocol(self._transport))
        self._open()

    @property
    def is_open(self) -> bool:
        """Whether requests can be sent."""
        return self._lost is None

    def wait_for_answers(self, seconds: float | None) -> None:
        """Sets how long an answer may take; until then that is the time a connection may take."""
        self._timeout = seconds
        self._wire.setTimeout(None if seconds is None else seconds * 1000)

    def send(self, method: str, request: Any) -> Answer:
        """Sends a request, after the answer to the one before it has arrived.

        Args:
            method: of TCLIService, e.g. `FetchResults`.
            request: its argument.

        Raises:
            OperationalError: the connection was lost.
        """
        if self._owed is not None:
            self._owed.settle()
            self._owed = None
        if self._lost is not None:
            raise connection_lost(self._lost)
        try:
            getattr(self._client, f"send_{method}")(request)
        except _LOST as error:
            raise self._lose(error) from error
        except BaseException:
            self._lose("a request was interrupted")
            raise
        self._owed = Answer(lambda: self._receive(method))
        return self._owed

    def close(self) -> None:
        """Closes the connection."""
        self._lose("it was closed")

    def _receive(self, method: str) -> tuple[Any, int]:
        """An answer, and how many bytes it took."""
        if self._lost is not None:
            raise connection_lost(self._lost)
        # An interruption here leaves the answer where it is, to be received later.
        self._await_bytes()
        before = self._wire.received
        try:
            answer = getattr(self._client, f"recv_{method}")()
            return answer, self._wire.received - before
        except TApplicationException as error:
            raise InternalError(f"The server cannot answer {method}: {error}") from error
        except _LOST as error:
            raise self._lose(error) from error
        except BaseException:
            self._lose("an answer was interrupted")
            raise

    def _await_bytes(self) -> None:
        if isinstance(self._wire, _Socket) and not self._wire.await_bytes(self._timeout):
            raise self._lose(f"the server did not answer within {self._timeout:g} s")

    def _lose(self, reason: object) -> OperationalError:
        """Closes the connection, unless it is lost already, and returns what to raise."""
        if self._lost is None:
            self._lost = reason
            with contextlib.suppress(*_LOST):
                if self._transport.isOpen():
                    self._transport.close()
        return connection_lost(self._lost)

    def _open(self) -> None:
        try:
            self._transport.open()
        except _LOST as error:
            raise self._lose(error) from error
        except BaseException:
            self._lose("a login was interrupted")
            raise

    def _new_transport(self) -> Any:
        address, wire = self._address, self._wire
        if address.is_http or address.auth == "NOSASL":
            return TBufferedTransport(wire, _BUFFER_BYTES)
        from thrift_sasl import TSaslClientTransport

        mechanism = "GSSAPI" if address.auth == "KERBEROS" else "PLAIN"
        return TSaslClientTransport(lambda: _sasl_client(address), mechanism, wire)


class _Socket(TSocket):  # type: ignore[misc]
    """A TCP connection, encrypted if asked for."""

    def __init__(self, address: Address) -> None:
        super().__init__(address.host, address.port)
        self._server = address
        self.received = 0

    def open(self) -> None:
        server = self._server
        context = server.ssl_context()
        try:
            handle = socket.create_connection((server.host, server.port), server.connect_timeout)
        except TimeoutError as error:
            waited = f"{server.connect_timeout:g} s" if server.connect_timeout else "long"
            raise ConnectionError(f"nobody answered within {waited}") from error
        try:
            _keep_alive(handle)
            if context is not None:
                handle = context.wrap_socket(handle, server_hostname=server.host)
        except BaseException:
            handle.close()
            raise
        self.handle = handle

    def await_bytes(self, timeout: float | None) -> bool:
        """Waits until there is something to read; False when there is nothing in time."""
        if isinstance(self.handle, ssl.SSLSocket) and self.handle.pending():
            return True
        poll = select.poll()
        poll.register(self.handle, select.POLLIN)
        return bool(poll.poll(None if timeout is None else timeout * 1000))

    def readAll(self, sz: int) -> bytearray:  # noqa: N802
        """Reads so many bytes, without joining pieces as Thrift's own does."""
        data = bytearray(sz)
        rest = memoryview(data)
        while rest:
            received = self.handle.recv_into(rest)
            if not received:
                raise TTransportException(
                    TTransportException.END_OF_FILE, "the server closed the connection"
                )
            rest = rest[received:]
        self.received += sz
        return data

    def read(self, sz: int) -> bytes:
        """Reads up to so many bytes."""
        data: bytes = super().read(sz)
        self.received += len(data)
        return data


class _Http(THttpClient):  # type: ignore[misc]
    """Thrift over HTTP, with a user and a password in each request."""

    def __init__(self, address: Address) -> None:
        scheme = "https" if address.ssl else "http"
        host = f"[{address.host}]" if ":" in address.host else address.host
        super().__init__(
            f"{scheme}://{host}:{address.port}/{address.http_path.strip('/')}",
            ssl_context=address.ssl_context(),
        )
        login = f"{address.username}:{address.password or 'x'}".encode()
        self.setCustomHeaders({"Authorization": f"Basic {base64.b64encode(login).decode()}"})
        wait = address.connect_timeout
        self.setTimeout(None if wait is None else wait * 1000)
        self.received = 0

    def read(self, sz: int) -> bytes:
        """Reads up to so many bytes."""
        data: bytes = super().read(sz)
        self.received += len(data)
        return data

    def flush(self) -> None:
        super().flush()
        if self.code != 200:
            raise TTransportException(
                TTransportException.NOT_OPEN, f"HTTP status {self.code} {self.message}"
            )


def _sasl_client(address: Address) -> Any:
    from pyhive.sasl_compat import PureSASLClient

    if address.auth != "KERBEROS":
        # HiveServer2 looks at no password with NONE, but wants one.
        password = address.password or "x"
        return PureSASLClient(address.host, username=address.username, password=password)
    if find_spec("kerberos") is None:
        raise NotSupportedError(
            "auth KERBEROS needs a Kerberos library: pip install 'pure-sasl[gssapi]'."
        )
    return PureSASLClient(address.host, service=address.kerberos_service_name)


def _keep_alive(handle: socket.socket) -> None:
    handle.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):  # Linux names them so
            handle.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
