"""The driver over PyHive's own cursor, in front of a server that only answers."""

from __future__ import annotations

import datetime
import socket
from typing import Any

import pytest
from pyhive import hive
from TCLIService import ttypes
from thrift.transport.TTransport import TTransportException

from sqlalchemy_rmt import dbapi

FINISHED = ttypes.TOperationState.FINISHED_STATE
RUNNING = ttypes.TOperationState.RUNNING_STATE
SUCCESS = ttypes.TStatus(statusCode=ttypes.TStatusCode.SUCCESS_STATUS)


class Server:
    """Notes the statements it gets and answers with what it is told."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.states: list[ttypes.TGetOperationStatusResp] = []
        self.status = SUCCESS
        self.failure: BaseException | None = None
        self.cancelled = 0

    def ExecuteStatement(self, request: Any) -> ttypes.TExecuteStatementResp:  # noqa: N802
        self.statements.append(request.statement)
        if self.failure is not None:
            raise self.failure
        handle = ttypes.TOperationHandle(
            operationId=ttypes.THandleIdentifier(b"0" * 16, b"0" * 16),
            operationType=ttypes.TOperationType.EXECUTE_STATEMENT,
            hasResultSet=False,
        )
        return ttypes.TExecuteStatementResp(status=self.status, operationHandle=handle)

    def GetOperationStatus(self, _: Any) -> ttypes.TGetOperationStatusResp:  # noqa: N802
        if self.states:
            state = self.states.pop(0)
            if isinstance(state, BaseException):
                raise state
            return state
        return ttypes.TGetOperationStatusResp(status=SUCCESS, operationState=FINISHED)

    def CancelOperation(self, _: Any) -> ttypes.TCancelOperationResp:  # noqa: N802
        self.cancelled += 1
        return ttypes.TCancelOperationResp(status=SUCCESS)

    def CloseOperation(self, _: Any) -> ttypes.TCloseOperationResp:  # noqa: N802
        return ttypes.TCloseOperationResp(status=SUCCESS)


class Session:
    """What PyHive's cursor needs of its connection."""

    def __init__(self, server: Server) -> None:
        self.client = server
        self.sessionHandle = None
        self.closed = False

    def cursor(self) -> hive.Cursor:
        return hive.Cursor(self)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def cursor(server: Server) -> dbapi.Cursor:
    return dbapi.Connection(Session(server)).cursor()


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (1, "1"),
        (-1.5, "-1.5"),
        (None, "NULL"),
        (True, "True"),
        ("x", "'x'"),
        ("it's", r"'it\'s'"),
        ("back\\slash", r"'back\\slash'"),
        ("two\nlines", r"'two\nlines'"),
        ("'; DROP TABLE t --", r"'\'; DROP TABLE t --'"),
        (r"\'; DROP TABLE t --", r"'\\\'; DROP TABLE t --'"),
        ("größe", "'größe'"),
        (datetime.date(2024, 3, 17), "'2024-03-17'"),
        (datetime.datetime(2024, 3, 17, 1, 2, 3, 4), "'2024-03-17 01:02:03.000004'"),
        ([1, "x"], "(1,'x')"),
    ],
)
def test_a_parameter_is_quoted(
    server: Server, cursor: dbapi.Cursor, value: object, wanted: str
) -> None:
    cursor.execute("SELECT * FROM t WHERE a = %(value)s", {"value": value})
    assert server.statements == [f"SELECT * FROM t WHERE a = {wanted}"]


def test_a_statement_without_parameters_may_hold_percent_signs(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT * FROM t WHERE s LIKE '%(x)s%'")
    assert server.statements == ["SELECT * FROM t WHERE s LIKE '%(x)s%'"]


def test_a_parameter_of_an_unknown_kind_is_the_fault_of_the_caller(
    server: Server, cursor: dbapi.Cursor
) -> None:
    with pytest.raises(dbapi.InterfaceError, match="Unsupported object"):
        cursor.execute("SELECT %(value)s", {"value": object()})
    assert server.statements == []


def test_execute_waits_for_the_end_and_returns_the_cursor(
    server: Server, cursor: dbapi.Cursor
) -> None:
    running = ttypes.TGetOperationStatusResp(status=SUCCESS, operationState=RUNNING)
    server.states = [running, running]
    assert cursor.execute("SELECT 1") is cursor
    assert server.states == []
    assert cursor.rowcount == -1


def test_a_statement_that_fails_while_it_runs_raises_by_its_sqlstate(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [
        ttypes.TGetOperationStatusResp(
            status=SUCCESS,
            operationState=ttypes.TOperationState.ERROR_STATE,
            errorMessage="Error running query: [ILLEGAL_FINAL] no.",
            sqlState="42809",
        )
    ]
    with pytest.raises(dbapi.ProgrammingError, match=r"^\[ILLEGAL_FINAL\] no\.$") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.sqlstate == "42809"


def test_a_statement_that_is_cancelled_says_so(server: Server, cursor: dbapi.Cursor) -> None:
    cancelled = ttypes.TOperationState.CANCELED_STATE
    server.states = [ttypes.TGetOperationStatusResp(status=SUCCESS, operationState=cancelled)]
    with pytest.raises(dbapi.DatabaseError, match="the statement was cancelled"):
        cursor.execute("SELECT 1")


def test_a_statement_that_is_refused_at_once_raises_by_its_sqlstate(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.status = ttypes.TStatus(
        statusCode=ttypes.TStatusCode.ERROR_STATUS, errorMessage="no.", sqlState="22003"
    )
    with pytest.raises(dbapi.DataError, match=r"^no\.$") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.__cause__ is None


@pytest.mark.parametrize("failure", [TTransportException(message="gone"), OSError("gone")])
def test_a_lost_connection_is_an_operational_error(
    server: Server, cursor: dbapi.Cursor, failure: BaseException
) -> None:
    server.failure = failure
    with pytest.raises(dbapi.OperationalError, match="The connection was lost: gone"):
        cursor.execute("SELECT 1")


def test_ctrl_c_cancels_the_statement_on_the_server(server: Server, cursor: dbapi.Cursor) -> None:
    server.states = [KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        cursor.execute("SELECT 1")
    assert server.cancelled == 1


def test_fetching_before_a_statement_is_the_fault_of_the_caller(cursor: dbapi.Cursor) -> None:
    assert cursor.description is None
    for fetch in (cursor.fetchone, cursor.fetchmany, cursor.fetchall):
        with pytest.raises(dbapi.InterfaceError):
            fetch()


def test_a_commit_does_nothing_and_a_rollback_cannot_be_had(server: Server) -> None:
    connection = dbapi.Connection(Session(server))
    connection.commit()
    with pytest.raises(dbapi.NotSupportedError, match="no transactions of several statements"):
        connection.rollback()
    assert server.statements == []


def test_a_connection_closes_itself_at_the_end_of_its_block(server: Server) -> None:
    session = Session(server)
    with pytest.raises(ValueError, match="inside"), dbapi.Connection(session):
        raise ValueError("inside")
    assert session.closed


def test_closing_a_connection_the_server_has_left_does_no_harm(server: Server) -> None:
    session = Session(server)

    def gone() -> None:
        raise TTransportException(message="gone")

    session.close = gone  # type: ignore[method-assign]
    dbapi.Connection(session).close()


def test_an_address_where_nobody_answers_is_named() -> None:
    with socket.socket() as held:
        # Bound and not listening: nobody else can answer there.
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        with pytest.raises(dbapi.OperationalError, match=f"Cannot connect to 127.0.0.1:{port}"):
            dbapi.connect("127.0.0.1", port)
