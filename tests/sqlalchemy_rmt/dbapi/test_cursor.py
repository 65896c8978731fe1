"""Cursors in front of a server that only answers."""

from __future__ import annotations

import signal
import socket
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from TCLIService import ttypes
from TCLIService.ttypes import TOperationState, TTypeId

from sqlalchemy_rmt import dbapi

from .server import (
    FINISHED,
    RUNNING,
    SUCCESS,
    Server,
    column_of,
    counted,
    failure,
    integers,
    silent,
    state,
    until,
)

ALL = [(1,), (2,), (3,), (4,), (5,)]


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_statement_without_parameters_is_sent_as_it_is(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT * FROM t WHERE s LIKE '%(x)s%'")
    assert server.statements == ["SELECT * FROM t WHERE s LIKE '%(x)s%'"]


def test_parameters_become_part_of_the_statement(server: Server, cursor: dbapi.Cursor) -> None:
    cursor.execute("SELECT * FROM t WHERE a = %(a)s", {"a": "it's"})
    cursor.execute("SELECT * FROM t WHERE a LIKE 'x%%' AND b = %s", [1])
    assert server.statements == [
        r"SELECT * FROM t WHERE a = 'it\'s'",
        "SELECT * FROM t WHERE a LIKE 'x%' AND b = 1",
    ]


@pytest.mark.parametrize(
    ("value", "kind"), [(object(), dbapi.InterfaceError), ("\ud800", dbapi.DataError)]
)
def test_what_cannot_be_sent_is_refused_before_it_is(
    server: Server, cursor: dbapi.Cursor, value: object, kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        cursor.execute("SELECT %(value)s", {"value": value})
    assert server.statements == []
    assert cursor.execute("SELECT 1").fetchall() == ALL


def test_execute_asks_until_the_end_and_returns_the_cursor(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [state(TOperationState.PENDING_STATE), state(RUNNING), state(FINISHED)]
    assert cursor.execute("SELECT 1") is cursor
    assert server.calls == [
        "OpenSession",
        "ExecuteStatement",
        *["GetOperationStatus"] * 3,
        "GetResultSetMetadata",
    ]
    assert cursor.rowcount == -1


def test_a_statement_is_known_by_its_id(server: Server, cursor: dbapi.Cursor) -> None:
    assert cursor.query_id is None
    cursor.execute("SELECT 1")
    assert cursor.query_id == str(uuid.UUID(cursor.query_id))
    server.status = failure("no", "42000")
    with pytest.raises(dbapi.ProgrammingError):
        cursor.execute("SELECT 2")
    assert cursor.query_id is None


def test_fetchmany_gives_as_many_rows_as_arraysize_says(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.arraysize = 3
    cursor.execute("SELECT 1")
    assert cursor.fetchone() == (1,)
    assert cursor.fetchmany() == [(2,), (3,), (4,)]
    assert cursor.fetchmany(0) == []
    assert cursor.fetchmany(5) == [(5,)]
    assert cursor.fetchmany(5) == cursor.fetchall() == []
    assert cursor.fetchone() is None


def test_a_cursor_is_an_iterator_over_its_rows(cursor: dbapi.Cursor) -> None:
    assert list(cursor.execute("SELECT 1")) == ALL
    assert cursor.execute("SELECT 1").fetchall() == ALL


def test_the_result_is_freed_when_its_end_is_reached(server: Server, cursor: dbapi.Cursor) -> None:
    cursor.execute("SELECT 1").fetchall()
    assert server.calls[-1] == "CloseOperation"
    cursor.close()
    assert server.calls.count("CloseOperation") == 1


def test_a_result_that_is_left_is_freed_by_the_next_statement_and_by_close(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT 1").fetchone()
    assert "CloseOperation" not in server.calls
    cursor.execute("SELECT 2")
    assert server.calls.count("CloseOperation") == 1
    cursor.close()
    assert server.calls.count("CloseOperation") == 2


def test_the_next_batch_is_asked_for_before_this_one_is_read(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT 1").fetchone()
    wait_for(lambda: server.calls.count("FetchResults") == 2)


def test_cursors_of_a_connection_take_turns(server: Server, connection: dbapi.Connection) -> None:
    one, other = connection.cursor(), connection.cursor()
    one.execute("SELECT 1")
    assert one.fetchone() == (1,)
    server.batches = [integers([7])]
    other.execute("SELECT 2")
    assert one.fetchmany(2) == [(2,), (3,)]
    assert other.fetchall() == [(7,)]


def test_the_description_says_what_the_server_says(server: Server, cursor: dbapi.Cursor) -> None:
    server.schema = [
        column_of("n", TTypeId.BIGINT_TYPE),
        column_of("d", TTypeId.DECIMAL_TYPE, precision=10, scale=2),
    ]
    assert cursor.description is None
    cursor.execute("SELECT 1")
    assert cursor.description == [
        ("n", "BIGINT", None, None, None, None, None),
        ("d", "DECIMAL", None, None, 10, 2, None),
    ]
    assert cursor.description[0][1] == dbapi.NUMBER


@pytest.mark.parametrize(
    ("statement", "has_rows"),
    [
        ("CREATE TABLE t (a INT)", False),
        ("insert into t select 1", False),
        ("-- SELECT\nUSE d", False),
        ("SELECT 'x' AS Result WHERE FALSE", True),
        ("/* c */ (-- c\nselect 'x' AS Result)", True),
        ("WITH q AS (SELECT 1) SELECT 'x' AS Result FROM q", True),
        ("EXECUTE IMMEDIATE 'SELECT 1 AS Result'", True),
    ],
)
def test_a_command_has_no_result(
    server: Server, cursor: dbapi.Cursor, statement: str, has_rows: bool
) -> None:
    server.schema = [column_of("Result", TTypeId.STRING_TYPE)]
    server.batches = []
    cursor.execute(statement)
    if has_rows:
        assert cursor.fetchall() == []
        return
    assert cursor.description is None
    with pytest.raises(dbapi.InterfaceError, match="There is no result"):
        cursor.fetchall()


def test_a_statement_that_the_server_says_has_no_result(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.has_result = False
    assert cursor.execute("USE d").description is None


def test_there_is_no_result_before_a_statement(cursor: dbapi.Cursor) -> None:
    for fetch in (
        cursor.fetchone,
        cursor.fetchmany,
        cursor.fetchall,
        cursor.fetch_arrow_table,
        cursor.fetch_df,
        lambda: next(cursor.fetch_record_batches()),
    ):
        with pytest.raises(dbapi.InterfaceError, match="There is no result"):
            fetch()


def test_a_statement_that_fails_while_it_runs_raises_by_its_sqlstate(
    server: Server, cursor: dbapi.Cursor
) -> None:
    message = "Error running query: [ILLEGAL_FINAL] no."
    server.states = [state(TOperationState.ERROR_STATE, message, "42809")]
    with pytest.raises(dbapi.ProgrammingError, match=r"^\[ILLEGAL_FINAL\] no\.$") as raised:
        cursor.execute("SELECT 1")
    assert (raised.value.sqlstate, raised.value.condition) == ("42809", "ILLEGAL_FINAL")
    assert not raised.value.is_disconnect
    assert server.calls[-1] == "CloseOperation"
    assert cursor.description is None
    assert cursor.execute("SELECT 1").fetchall() == ALL


def test_a_statement_that_is_refused_at_once_raises_by_its_sqlstate(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.status = failure("no.", "22003")
    with pytest.raises(dbapi.DataError, match=r"^no\.$") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.__cause__ is None


def test_a_statement_that_is_cancelled_says_so(server: Server, cursor: dbapi.Cursor) -> None:
    server.states = [state(TOperationState.CANCELED_STATE)]
    with pytest.raises(dbapi.OperationalError, match="was cancelled") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.sqlstate == "HY008"


@pytest.mark.parametrize(("seconds", "sent"), [(None, 0), (3, 3), (0.2, 1)])
def test_the_server_is_told_how_long_a_statement_may_run(
    server: Server, cursor: dbapi.Cursor, seconds: float | None, sent: int
) -> None:
    cursor.query_timeout = seconds
    cursor.execute("SELECT 1")
    assert server.requests[0].queryTimeout == sent


def test_a_statement_that_ran_for_too_long_says_so(server: Server) -> None:
    server.states = [state(TOperationState.TIMEDOUT_STATE)]
    with (
        dbapi.connect("127.0.0.1", server.port, auth="NOSASL", query_timeout=2) as connection,
        pytest.raises(dbapi.OperationalError, match=r"query_timeout = 2 s") as raised,
    ):
        connection.cursor().execute("SELECT 1")
    assert raised.value.sqlstate == "HYT00"


def test_another_thread_can_cancel_while_the_server_keeps_the_answer_back(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cancelled = state(TOperationState.CANCELED_STATE)
    server.states = [until(server.cancelled, cancelled)]

    def cancel() -> None:
        wait_for(lambda: "GetOperationStatus" in server.calls)
        cursor.cancel()

    other = threading.Thread(target=cancel)
    other.start()
    with pytest.raises(dbapi.OperationalError, match="was cancelled"):
        cursor.execute("SELECT 1")
    other.join()
    assert cursor.execute("SELECT 1").fetchall() == ALL


def test_a_cancel_without_a_statement_does_nothing(server: Server, cursor: dbapi.Cursor) -> None:
    cursor.cancel()
    assert "CancelOperation" not in server.calls


def interrupt_when(condition: Callable[[], bool]) -> threading.Thread:
    def run() -> None:
        wait_for(condition)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_ctrl_c_cancels_and_the_connection_can_be_used_on(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [until(server.cancelled, state(TOperationState.CANCELED_STATE))]
    thread = interrupt_when(lambda: "GetOperationStatus" in server.calls)
    with pytest.raises(KeyboardInterrupt):
        cursor.execute("SELECT 1")
    thread.join()
    assert server.cancelled.is_set()
    assert cursor.execute("SELECT 2").fetchall() == ALL


def test_ctrl_c_cancels_while_rows_are_awaited(server: Server, cursor: dbapi.Cursor) -> None:
    server.batches = [until(server.cancelled, failure("Expected state FINISHED, but CANCELED"))]
    cursor.execute("SELECT 1")
    thread = interrupt_when(lambda: "FetchResults" in server.calls)
    with pytest.raises(KeyboardInterrupt):
        cursor.fetchall()
    thread.join()
    with pytest.raises(dbapi.DatabaseError, match="CANCELED"):
        cursor.fetchall()
    server.batches = [integers([1])]
    assert cursor.execute("SELECT 2").fetchall() == [(1,)]


def test_ctrl_c_before_the_server_has_named_the_statement_ends_the_session(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.ExecuteStatement = lambda _: server.calls.append("x") or silent()  # type: ignore
    thread = interrupt_when(lambda: "x" in server.calls)
    with pytest.raises(KeyboardInterrupt):
        cursor.execute("SELECT 1")
    thread.join()
    with pytest.raises(dbapi.OperationalError, match="connection was lost") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.is_disconnect


def test_ctrl_c_ends_the_session_when_the_server_does_not_cancel(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [until(server.cancelled, state(FINISHED))]
    server.CancelOperation = lambda _: ttypes.TCancelOperationResp(failure("no."))  # type: ignore
    thread = interrupt_when(lambda: "GetOperationStatus" in server.calls)
    with pytest.raises(KeyboardInterrupt):
        cursor.execute("SELECT 1")
    thread.join()
    server.cancelled.set()
    with pytest.raises(dbapi.OperationalError, match="The connection was lost: it was closed"):
        cursor.execute("SELECT 1")


@pytest.mark.parametrize("half", ["send", "recv"])
def test_an_interruption_amid_bytes_ends_the_session(cursor: dbapi.Cursor, half: str) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    channel = cursor.connection.session._channel
    setattr(channel._client, f"{half}_GetOperationStatus", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cursor.execute("SELECT 1")
    with pytest.raises(dbapi.OperationalError, match="was interrupted") as raised:
        cursor.execute("SELECT 1")
    assert raised.value.is_disconnect


def test_a_lost_connection_is_lost_for_good(server: Server, cursor: dbapi.Cursor) -> None:
    def drop() -> ttypes.TGetOperationStatusResp:
        for connection in server._connections:
            connection.shutdown(socket.SHUT_RDWR)
        return state(FINISHED)

    server.states = [drop]
    for _ in range(2):
        with pytest.raises(dbapi.OperationalError, match="The connection was lost: ") as raised:
            cursor.execute("INSERT INTO t VALUES (1)")
        assert raised.value.is_disconnect
        assert raised.value.sqlstate == "08006"
    assert server.statements == ["INSERT INTO t VALUES (1)"]
    cursor.close()
    cursor.connection.close()


def test_a_connection_lost_amid_rows_is_no_end_of_them(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT 1")
    assert cursor.fetchone() == (1,)
    wait_for(lambda: server.calls.count("FetchResults") == 2)
    cursor.connection.session.abandon()
    for _ in range(2):
        with pytest.raises(dbapi.OperationalError, match="The connection was lost"):
            cursor.fetchall()


def test_a_server_that_does_not_answer_is_given_up(server: Server) -> None:
    connection = dbapi.connect("127.0.0.1", server.port, auth="NOSASL", read_timeout=0.2)
    server.states = [silent]
    with pytest.raises(dbapi.OperationalError, match=r"did not answer within 0\.2 s") as raised:
        connection.cursor().execute("SELECT 1")
    assert raised.value.is_disconnect
    connection.close()


def test_a_session_the_server_does_not_know_is_a_disconnect(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.status = failure("Invalid SessionHandle: SessionHandle [1]")
    with pytest.raises(dbapi.OperationalError) as raised:
        cursor.execute("SELECT 1")
    assert raised.value.is_disconnect


def test_a_method_the_server_does_not_have_is_its_fault(
    server: Server, cursor: dbapi.Cursor
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("no")

    server.GetResultSetMetadata = broken  # type: ignore[method-assign]
    with pytest.raises(dbapi.InternalError, match="cannot answer GetResultSetMetadata"):
        cursor.execute("SELECT 1")
    server.has_result = False
    cursor.execute("SELECT 1")


def test_an_error_amid_rows_is_raised(server: Server, cursor: dbapi.Cursor) -> None:
    server.batches = [integers([1]), failure("[DIVIDE_BY_ZERO] no.", "22012")]
    cursor.execute("SELECT 1")
    assert cursor.fetchone() == (1,)
    with pytest.raises(dbapi.DataError, match="DIVIDE_BY_ZERO"):
        cursor.fetchone()


def test_a_batch_that_cannot_be_read_is_not_skipped(server: Server, cursor: dbapi.Cursor) -> None:
    column = ttypes.TColumn(stringVal=ttypes.TStringColumn(["+10000-01-01"], b""))
    server.schema = [column_of("d", TTypeId.DATE_TYPE)]
    server.batches = [ttypes.TRowSet(startRowOffset=0, rows=[], columns=[column])] * 2
    cursor.execute("SELECT 1")
    with pytest.raises(dbapi.DataError, match=r"a DATE that Python cannot, \+10000-01-01"):
        cursor.fetchall()
    with pytest.raises(dbapi.InterfaceError, match="There is no result"):
        cursor.fetchall()


def test_executemany_puts_rows_together(server: Server, cursor: dbapi.Cursor) -> None:
    assert cursor.executemany("INSERT INTO t VALUES (%(a)s)", [{"a": 1}, {"a": 2}]) is cursor
    cursor.executemany("DELETE FROM t WHERE a = %s", [(1,), (2,)])
    assert server.statements == [
        "INSERT INTO t VALUES (1), (2)",
        "DELETE FROM t WHERE a = 1",
        "DELETE FROM t WHERE a = 2",
    ]


def test_executemany_stops_at_the_first_failure(server: Server, cursor: dbapi.Cursor) -> None:
    server.status = failure("no.", "42000")
    with pytest.raises(dbapi.ProgrammingError):
        cursor.executemany("DELETE FROM t WHERE a = %s", [(1,), (2,)])
    assert server.statements == ["DELETE FROM t WHERE a = 1"]


def test_a_closed_cursor_refuses_everything(connection: dbapi.Connection) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    cursor.close()
    for call in (
        lambda: cursor.execute("SELECT 1"),
        lambda: cursor.executemany("SELECT 1", []),
        cursor.cancel,
        cursor.fetchone,
        cursor.fetchall,
        cursor.fetchmany,
        lambda: next(cursor),
    ):
        with pytest.raises(dbapi.InterfaceError, match="The cursor is closed"):
            call()


def test_a_cursor_of_a_closed_connection_refuses_everything(
    connection: dbapi.Connection, cursor: dbapi.Cursor
) -> None:
    cursor.execute("SELECT 1")
    connection.close()
    with pytest.raises(dbapi.InterfaceError, match="The connection is closed"):
        cursor.fetchone()
    cursor.close()


def test_sizes_are_ignored_as_pep_249_allows(cursor: dbapi.Cursor) -> None:
    cursor.setinputsizes([1])
    cursor.setoutputsize(1, 2)
    assert not hasattr(cursor, "nextset")
    assert not hasattr(cursor, "callproc")


def test_a_million_rows_are_not_held_at_once(server: Server, cursor: dbapi.Cursor) -> None:
    server.batches = [integers(range(10_000)) for _ in range(5)]
    held = 0
    for _ in cursor.execute("SELECT 1"):
        held = max(held, len(cursor._rows))
    assert held == 10_000


def test_success_with_info_is_success(server: Server, cursor: dbapi.Cursor) -> None:
    server.status = ttypes.TStatus(statusCode=ttypes.TStatusCode.SUCCESS_WITH_INFO_STATUS)
    assert cursor.execute("SELECT 1").fetchall() == ALL
    assert SUCCESS.errorMessage is None


def test_a_statement_can_be_asked_after(server: Server, cursor: dbapi.Cursor) -> None:
    server.states = [state(RUNNING), state(RUNNING), state(FINISHED)]
    assert not cursor.is_running()
    assert cursor.execute_async("SELECT %(a)s", {"a": 1}) is cursor
    assert server.statements == ["SELECT 1"]
    with pytest.raises(dbapi.InterfaceError, match="no statement with rows"):
        cursor.fetchall()
    assert [cursor.is_running() for _ in range(4)] == [True, True, False, False]
    assert cursor.fetchall() == ALL


def test_the_error_of_a_statement_comes_when_it_is_asked_after(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [state(RUNNING), state(TOperationState.CANCELED_STATE)]
    cursor.execute_async("SELECT 1")
    assert cursor.is_running()
    with pytest.raises(dbapi.OperationalError, match="cancelled"):
        cursor.is_running()
    assert not cursor.is_running()
    assert cursor.execute("SELECT 1").fetchall() == ALL


def test_the_rows_of_a_statement_are_those_the_server_counted(
    server: Server, cursor: dbapi.Cursor
) -> None:
    server.states = [counted(7), state(RUNNING), counted(0), counted(-1)]
    assert cursor.execute("INSERT INTO t SELECT 1").rowcount == 7
    assert cursor.execute("DELETE FROM t WHERE 1").rowcount == 0
    assert cursor.execute("DELETE FROM t WHERE 2").rowcount == -1
    assert cursor.execute("SELECT 1").rowcount == -1


def test_what_merge_did_is_told_by_kind(server: Server, cursor: dbapi.Cursor) -> None:
    merged = counted(3)
    merged.taskStatus = '{"rows_by_kind": {"inserted": 1, "updated": 2, "deleted": 0}}'
    server.states = [merged, counted(7)]
    cursor.execute("MERGE INTO t …")
    assert (cursor.rowcount, cursor.rows_by_kind) == (
        3,
        {"inserted": 1, "updated": 2, "deleted": 0},
    )
    assert cursor.execute("INSERT INTO t SELECT 1").rows_by_kind == {}


def test_nothing_is_known_of_a_statement_under_way(server: Server, cursor: dbapi.Cursor) -> None:
    server.states = [counted(7), counted(3)]
    cursor.execute("INSERT INTO t SELECT 1")
    assert cursor.execute_async("INSERT INTO t SELECT 2").rowcount == -1
    assert not cursor.is_running()
    assert cursor.rowcount == 3


def test_many_statements_have_the_sum_of_their_rows(server: Server, cursor: dbapi.Cursor) -> None:
    for states, rows in (([2, 1], 3), ([2, -1], -1), ([-1, 2], -1)):
        server.states = [counted(number) for number in states]
        assert cursor.executemany("DELETE FROM t WHERE k = %s", [[1], [2]]).rowcount == rows
    assert cursor.executemany("DELETE FROM t WHERE k = %s", []).rowcount == -1


def test_without_the_c_extension_rows_are_counted_too(
    server: Server, cursor: dbapi.Cursor, monkeypatch: pytest.MonkeyPatch
) -> None:
    protocol = cursor.connection.session._channel._client._iprot
    monkeypatch.setattr(protocol, "_fast_decode", None)
    server.states = [counted(7)]
    assert cursor.execute("INSERT INTO t SELECT 1").rowcount == 7


def test_progress_is_what_the_server_tells(server: Server, cursor: dbapi.Cursor) -> None:
    assert cursor.progress() is None
    server.states = [state(RUNNING)]
    cursor.execute_async("SELECT 1")
    server.progress.taskStatus = '{"tasks": 8, "completed_tasks": 3, "of_a_later_version": 1}'
    progress = cursor.progress()
    assert progress is not None
    assert [progress.tasks, progress.completed_tasks, progress.read_rows] == [8, 3, 0]
    assert 0 <= progress.elapsed < 10


@pytest.mark.parametrize("told", [None, "", "[]", "no JSON"])
def test_a_server_that_tells_no_progress_is_no_error(
    server: Server, cursor: dbapi.Cursor, told: str | None
) -> None:
    cursor.execute_async("SELECT 1")
    server.progress.taskStatus = told
    assert cursor.progress() is None


def test_progress_of_a_statement_that_the_server_has_forgotten_is_none(
    server: Server, cursor: dbapi.Cursor
) -> None:
    cursor.execute_async("SELECT 1")
    server.progress = ttypes.TGetOperationStatusResp(status=failure("Invalid OperationHandle"))
    assert cursor.progress() is None


def test_any_thread_asks_for_progress_while_another_waits(
    server: Server, cursor: dbapi.Cursor
) -> None:
    go_on = threading.Event()
    server.states = [until(go_on, state(FINISHED))]
    server.progress.taskStatus = '{"tasks": 2}'
    waiting = threading.Thread(target=cursor.execute, args=("SELECT 1",))
    waiting.start()
    wait_for(lambda: "GetOperationStatus" in server.calls)
    for _ in range(3):
        progress = cursor.progress()
        assert progress is not None
        assert progress.tasks == 2
    go_on.set()
    waiting.join()
    assert cursor.fetchall() == ALL


def test_the_server_is_asked_for_as_many_rows_as_are_worth_it(
    server: Server, cursor: dbapi.Cursor
) -> None:
    large = ttypes.TColumn(stringVal=ttypes.TStringColumn(["x" * 1000] * 4000, b""))
    server.schema = [column_of("s", TTypeId.STRING_TYPE)]
    server.batches = [ttypes.TRowSet(startRowOffset=0, rows=[], columns=[large])] * 3
    assert len(cursor.execute("SELECT 1").fetchall()) == 12_000
    # The answer to the first is not there yet when the second one is asked for.
    asked = [request.maxRows for request in server.requests[1:]]
    assert asked[0] == 1000
    assert set(asked[1:]) == {2 * 2**20 // 1004}


def test_rows_are_written_while_the_server_works_on_those_before(
    server: Server, cursor: dbapi.Cursor
) -> None:
    written = threading.Event()

    def rows() -> Any:
        yield ["x" * 700_000]
        yield ["y" * 700_000]
        written.set()

    server.states = [until(written, state(FINISHED))]
    cursor.executemany("INSERT INTO t VALUES (%s)", rows())
    assert [statement[23] for statement in server.statements] == ["x", "y"]


def test_a_row_that_cannot_be_written_leaves_those_before_it(
    server: Server, cursor: dbapi.Cursor
) -> None:
    given = [["x" * 700_000], ["y" * 700_000], [object()]]
    with pytest.raises(dbapi.InterfaceError, match="object"):
        cursor.executemany("INSERT INTO t VALUES (%s)", given)
    assert len(server.statements) == 1
    assert not cursor.is_running()
    assert cursor.execute("SELECT 1").fetchall() == ALL
