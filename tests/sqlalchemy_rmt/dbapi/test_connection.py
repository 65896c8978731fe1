"""Connections to a server that only answers, and to none."""

from __future__ import annotations

import base64
import http.server
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from TCLIService import TCLIService, ttypes
from thrift.protocol.TBinaryProtocol import TBinaryProtocol
from thrift.transport.TTransport import TMemoryBuffer

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.address import Address

from .server import Server, failure


def test_the_module_says_what_pep_249_asks() -> None:
    assert (dbapi.apilevel, dbapi.threadsafety, dbapi.paramstyle) == ("2.0", 1, "pyformat")
    assert sorted(dbapi.__all__) == sorted(set(dbapi.__all__))
    assert all(hasattr(dbapi, name) for name in dbapi.__all__)


def test_settings_and_the_database_come_with_the_session(server: Server) -> None:
    dbapi.connect(
        "127.0.0.1",
        server.port,
        "my`db",
        "ada",
        auth="NOSASL",
        settings={"final": "1", "final_build": "it's", "spark.rmt.results": "rows"},
    ).close()
    [request] = server.opened
    assert request.username == "ada"
    assert request.configuration == {
        "set:hiveconf:spark.rmt.results": "rows",
        "use:database": "`my``db`",
    }
    assert server.statements == ["SET final = '1'", r"SET final_build = 'it\'s'"]
    assert (server.calls[0], server.calls[-1]) == ("OpenSession", "CloseSession")
    assert server.calls.count("CloseOperation") == server.calls.count("ExecuteStatement") == 2


def test_a_setting_the_server_refuses_closes_the_session(server: Server) -> None:
    server.status = failure("[UNKNOWN_SETTING] no.", "42704")
    with pytest.raises(dbapi.ProgrammingError, match="UNKNOWN_SETTING"):
        dbapi.connect("127.0.0.1", server.port, auth="NOSASL", settings={"finall": "1"})
    assert server.calls[-1] == "CloseSession"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"final": 1}, "the setting final is no string"),
        ({"final = 1; x": "1"}, "no name of a setting"),
        ({"": "1"}, "no name of a setting"),
    ],
)
def test_a_setting_without_a_name_or_a_text_is_refused(
    server: Server, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(dbapi.InterfaceError, match=message):
        dbapi.connect("127.0.0.1", server.port, auth="NOSASL", settings=settings)
    assert server.opened == []


def test_a_session_the_server_refuses_raises_by_its_sqlstate(server: Server) -> None:
    server.session_status = failure("[SCHEMA_NOT_FOUND] no.", "42704")
    with pytest.raises(dbapi.ProgrammingError, match="SCHEMA_NOT_FOUND"):
        dbapi.connect("127.0.0.1", server.port, "nowhere", auth="NOSASL")


def test_a_session_is_ended_from_another(server: Server, connection: dbapi.Connection) -> None:
    assert connection.session_id == (b"g" * 16 + b"s" * 16).hex()
    connection.end_session((b"a" * 16 + b"b" * 16).hex())
    assert server.ended == [ttypes.THandleIdentifier(b"a" * 16, b"b" * 16)]
    assert connection.cursor().execute("SELECT 1").fetchall()


def test_a_session_that_has_ended_cannot_be_ended(
    server: Server, connection: dbapi.Connection
) -> None:
    server.close_status = failure("Invalid SessionHandle: SessionHandle [abc]")
    with pytest.raises(dbapi.OperationalError, match="Invalid SessionHandle") as raised:
        connection.end_session("ab" * 32)
    assert raised.value.is_disconnect


@pytest.mark.parametrize("session_id", ["", "ab", "zz" * 32, "AB" * 32, "ab" * 33])
def test_a_text_that_is_no_session_is_refused(
    server: Server, connection: dbapi.Connection, session_id: str
) -> None:
    with pytest.raises(dbapi.InterfaceError, match="no handle of a session"):
        connection.end_session(session_id)
    assert server.ended == []


def test_a_closed_connection_has_no_session(connection: dbapi.Connection) -> None:
    connection.close()
    with pytest.raises(dbapi.InterfaceError, match="closed"):
        _ = connection.session_id


def test_a_commit_does_nothing_and_a_rollback_cannot_be_had(
    server: Server, connection: dbapi.Connection
) -> None:
    connection.commit()
    with pytest.raises(dbapi.NotSupportedError, match="no transactions of several statements"):
        connection.rollback()
    assert server.calls == ["OpenSession"]


def test_a_connection_closes_itself_at_the_end_of_its_block(server: Server) -> None:
    with (
        pytest.raises(ValueError, match="inside"),
        dbapi.connect("127.0.0.1", server.port, auth="NOSASL") as connection,
    ):
        raise ValueError("inside")
    assert server.calls[-1] == "CloseSession"
    assert not connection.is_open


def test_a_closed_connection_refuses_everything_but_close(connection: dbapi.Connection) -> None:
    connection.close()
    connection.close()
    for call in (connection.cursor, connection.commit, connection.rollback):
        with pytest.raises(dbapi.InterfaceError, match="The connection is closed"):
            call()


def test_closing_a_connection_the_server_has_left_does_no_harm(
    server: Server, connection: dbapi.Connection
) -> None:
    for held in server._connections:
        held.shutdown(socket.SHUT_RDWR)
    connection.close()


def test_the_exceptions_are_attributes_of_a_connection() -> None:
    for name in (
        "Warning Error InterfaceError DatabaseError DataError OperationalError IntegrityError "
        "InternalError ProgrammingError NotSupportedError"
    ).split():
        assert getattr(dbapi.Connection, name) is getattr(dbapi, name)


@pytest.mark.parametrize("transport", ["binary", "http"])
def test_an_address_where_nobody_answers_is_named(
    transport: str, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as held:
        # Bound and not listening: nobody else can answer there.
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        with pytest.raises(
            dbapi.OperationalError, match=rf"Cannot connect to 127\.0\.0\.1:{port}: .*refused"
        ) as raised:
            dbapi.connect("127.0.0.1", port, transport=transport)
    assert raised.value.is_disconnect
    assert caplog.records == []


def test_a_server_that_does_not_log_one_in_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        for auth in ("NONE", "NOSASL"):
            with pytest.raises(dbapi.OperationalError, match=f"Cannot connect to .*:{port}: .*"):
                dbapi.connect("127.0.0.1", port, auth=auth, connect_timeout=0.2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"auth": "BASIC"}, "auth 'BASIC' is none of NONE, PLAIN"),
        ({"transport": "tcp"}, "transport 'tcp' is none of binary, http"),
        ({"auth": "NONE", "password": "x"}, "auth NONE takes no password"),
        ({"auth": "NOSASL", "password": "x"}, "auth NOSASL takes no password"),
        ({"auth": "LDAP"}, "auth LDAP needs a password"),
        ({"auth": "CUSTOM"}, "auth CUSTOM needs a password"),
        ({"auth": "KERBEROS"}, "go together"),
        ({"kerberos_service_name": "hive"}, "go together"),
        ({"ssl_ca": "ca.pem"}, "go with ssl = True"),
        ({"ssl_verify": False}, "go with ssl = True"),
        ({"ssl": True, "ssl_ca": "ca.pem", "ssl_verify": False}, "has no use"),
        ({"connect_timeout": 0}, "connect_timeout is 0"),
        ({"read_timeout": -1}, "read_timeout is -1"),
        ({"query_timeout": 0}, "query_timeout is 0"),
    ],
)
def test_arguments_that_do_not_fit_together_are_refused(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(dbapi.InterfaceError, match=message):
        dbapi.connect(**options)


def test_kerberos_is_for_the_binary_transport_and_needs_its_library() -> None:
    kerberos: dict[str, Any] = {"auth": "KERBEROS", "kerberos_service_name": "hive"}
    with pytest.raises(dbapi.NotSupportedError, match="over the binary transport only"):
        dbapi.connect(transport="http", **kerberos)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(dbapi.NotSupportedError, match=r"pip install 'pure-sasl\[gssapi\]'"),
    ):
        dbapi.connect("127.0.0.1", silent.getsockname()[1], **kerberos)


def test_an_address_keeps_its_password_to_itself() -> None:
    address = Address(username="ada", password="secret")
    assert address.auth == "LDAP"
    assert "secret" not in repr(address)


def test_someone_without_a_login_name_is_anonymous(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert Address().username == "anonymous"


def test_certificates_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(dbapi.OperationalError, match=r"Cannot read ssl_ca .*no\.pem"):
        Address(ssl=True, ssl_ca=str(tmp_path / "no.pem")).ssl_context()
    context = Address(ssl=True, ssl_verify=False).ssl_context()
    assert context is not None
    assert not context.check_hostname


@pytest.fixture
def servlet(server: Server) -> Iterator[http.server.ThreadingHTTPServer]:
    """The server over HTTP, for the user ada with the password x."""
    processor = TCLIService.Processor(server)
    login = base64.b64encode(b"ada:x").decode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path != "/cliservice" or self.headers["Authorization"] != f"Basic {login}":
                self.send_error(401, "Go away")
                return
            answer = TMemoryBuffer()
            processor.process(TBinaryProtocol(TMemoryBuffer(body)), TBinaryProtocol(answer))
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer.getvalue())))
            self.end_headers()
            self.wfile.write(answer.getvalue())

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield serving
    serving.shutdown()
    serving.server_close()


def test_http_carries_the_same_requests(
    server: Server, servlet: http.server.ThreadingHTTPServer
) -> None:
    with dbapi.connect(
        "127.0.0.1", servlet.server_port, username="ada", transport="http", read_timeout=30
    ) as connection:
        assert len(connection.cursor().execute("SELECT 1").fetchall()) == 5
        # A session survives its connections.
        connection.session._channel.close()
        assert len(connection.cursor().execute("SELECT 1").fetchall()) == 5
    assert server.calls[-1] == "CloseSession"


@pytest.mark.parametrize("options", [{"username": "eve"}, {"username": "ada", "http_path": "/x/"}])
def test_an_http_server_that_refuses_is_quoted(
    servlet: http.server.ThreadingHTTPServer, options: dict[str, Any]
) -> None:
    with pytest.raises(dbapi.OperationalError, match=r"Cannot connect .*HTTP status 401 Go away"):
        dbapi.connect("127.0.0.1", servlet.server_port, transport="http", **options)
