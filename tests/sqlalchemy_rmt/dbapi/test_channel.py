"""Logins and the ways bytes travel."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from TCLIService import TCLIService
from thrift.protocol.TBinaryProtocol import TBinaryProtocol, TBinaryProtocolAccelerated
from thrift.transport.TTransport import TMemoryBuffer

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.protocol import AcceleratedProtocol

from .server import Server

OK, BAD, COMPLETE = 2, 3, 5


class SaslServer:
    """The server behind a login: SASL PLAIN for the user ada with a password.

    Attributes:
        logins: what came as PLAIN's first message.
    """

    def __init__(self, server: Server, password: str) -> None:
        self._processor = TCLIService.Processor(server)
        self._password = password
        self.logins: list[bytes] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            assert self._message(stream) == b"PLAIN"
            self.logins.append(self._message(stream))
            if self.logins[-1].split(b"\0")[2] != self._password.encode():
                connection.sendall(struct.pack(">BI", BAD, 8) + b"Go away!")
                return
            connection.sendall(struct.pack(">BI", COMPLETE, 0))
            while header := stream.read(4):
                request = TMemoryBuffer(stream.read(struct.unpack(">I", header)[0]))
                answer = TMemoryBuffer()
                self._processor.process(TBinaryProtocol(request), TBinaryProtocol(answer))
                connection.sendall(struct.pack(">I", len(answer.getvalue())) + answer.getvalue())

    @staticmethod
    def _message(stream: Any) -> bytes:
        _, length = struct.unpack(">BI", stream.read(5))
        return bytes(stream.read(length))


@pytest.fixture
def guarded(server: Server) -> Iterator[SaslServer]:
    running = SaslServer(server, "secret")
    yield running
    running.listening.close()


@pytest.mark.parametrize("auth", [None, "LDAP", "CUSTOM", "PLAIN"])
def test_a_user_logs_in_with_a_password(guarded: SaslServer, auth: str | None) -> None:
    with dbapi.connect("127.0.0.1", guarded.port, "d", "ada", "secret", auth) as connection:
        assert len(connection.cursor().execute("SELECT 1").fetchall()) == 5
        # A cancel logs in as well.
        connection.cursor().execute("SELECT 1").cancel()
    assert guarded.logins == [b"\0ada\0secret"] * 2


@pytest.mark.parametrize("options", [{"password": "wrong"}, {"auth": "NONE"}, {"auth": "PLAIN"}])
def test_a_wrong_password_is_refused(guarded: SaslServer, options: dict[str, Any]) -> None:
    with pytest.raises(dbapi.OperationalError, match=r"Cannot connect to .*Go away!") as raised:
        dbapi.connect("127.0.0.1", guarded.port, username="ada", **options)
    assert "wrong" not in str(raised.value)


def test_without_thrifts_c_extension_python_does_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "thrift.protocol.fastbinary", None)
    monkeypatch.delattr("thrift.protocol.fastbinary", raising=False)
    protocol = AcceleratedProtocol(TMemoryBuffer())
    assert protocol._fast_decode is None
    with dbapi.connect("127.0.0.1", server.port, auth="NOSASL") as connection:
        assert len(connection.cursor().execute("SELECT 1").fetchall()) == 5


def test_thrifts_c_extension_is_used_where_there_is_one() -> None:
    pytest.importorskip("thrift.protocol.fastbinary")
    assert AcceleratedProtocol(TMemoryBuffer())._fast_decode is not None
    assert issubclass(AcceleratedProtocol, TBinaryProtocolAccelerated)
