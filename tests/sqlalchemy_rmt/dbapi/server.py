"""A HiveServer2 that only answers what it is told, over real sockets and without a login."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from TCLIService import TCLIService, ttypes
from TCLIService.ttypes import TOperationState, TTypeId
from thrift.protocol.TBase import TBase
from thrift.protocol.TBinaryProtocol import TBinaryProtocol
from thrift.Thrift import TType
from thrift.transport.TSocket import TSocket
from thrift.transport.TTransport import TBufferedTransport, TTransportException

FINISHED = TOperationState.FINISHED_STATE
RUNNING = TOperationState.RUNNING_STATE
SUCCESS = ttypes.TStatus(statusCode=ttypes.TStatusCode.SUCCESS_STATUS)
INTEGERS = ((1, 2, 3), (4, 5))


def failure(message: str, sqlstate: str | None = None) -> ttypes.TStatus:
    return ttypes.TStatus(
        statusCode=ttypes.TStatusCode.ERROR_STATUS, errorMessage=message, sqlState=sqlstate
    )


def state(
    number: int, message: str | None = None, sqlstate: str | None = None
) -> ttypes.TGetOperationStatusResp:
    return ttypes.TGetOperationStatusResp(
        status=SUCCESS, operationState=number, errorMessage=message, sqlState=sqlstate
    )


class CountedState(TBase):  # type: ignore[misc]
    """A state with the number of changed rows, as Hive's server sends it since its version 3."""

    thrift_spec = (
        *ttypes.TGetOperationStatusResp.thrift_spec,
        (11, TType.I64, "numModifiedRows", None, None),
    )


def counted(rows: int) -> CountedState:
    answer = CountedState()
    vars(answer).update(vars(state(FINISHED)), numModifiedRows=rows)
    return answer


def column_of(name: str, type_id: int, **qualifiers: int) -> ttypes.TColumnDesc:
    values = {key: ttypes.TTypeQualifierValue(i32Value=n) for key, n in qualifiers.items()}
    entry = ttypes.TPrimitiveTypeEntry(
        type=type_id, typeQualifiers=ttypes.TTypeQualifiers(values) if values else None
    )
    return ttypes.TColumnDesc(
        columnName=name,
        typeDesc=ttypes.TTypeDesc([ttypes.TTypeEntry(primitiveEntry=entry)]),
        position=1,
        comment="",
    )


def integers(values: Sequence[int]) -> ttypes.TRowSet:
    column = ttypes.TColumn(i64Val=ttypes.TI64Column(list(values), b""))
    return ttypes.TRowSet(startRowOffset=0, rows=[], columns=[column])


class Server:
    """Notes what it is asked, in order, and answers with what it is told.

    Attributes:
        calls: the names of the methods that were called.
        statements: the statements it got.
        states: what it says about a statement, one after the other, and then FINISHED; something to
            call stands for its result.
        schema: the columns of every result.
        batches: the rows of every result.
        status: of the answer to a statement.
        opened: requests for sessions.
        ended: the handles of sessions it was asked to close.
        progress: what it says about a statement when it is asked for its progress.
        cancelled: set by a cancel.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.statements: list[str] = []
        self.requests: list[Any] = []
        self.states: list[Any] = []
        self.schema = [column_of("n", TTypeId.BIGINT_TYPE)]
        self.batches: list[Any] = [integers(values) for values in INTEGERS]
        self.status = SUCCESS
        self.session_status = SUCCESS
        self.close_status = SUCCESS
        self.has_result = True
        self.progress: Any = state(RUNNING)
        self.opened: list[ttypes.TOpenSessionReq] = []
        self.ended: list[ttypes.THandleIdentifier] = []
        self.cancelled = threading.Event()
        self._left: list[Any] = []
        self._connections: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()
        self.drop_connections()

    def drop_connections(self) -> None:
        for connection in self._connections:
            connection.close()

    def OpenSession(self, request: Any) -> Any:  # noqa: N802
        self._note("OpenSession")
        self.opened.append(request)
        return ttypes.TOpenSessionResp(
            status=self.session_status,
            serverProtocolVersion=request.client_protocol,
            sessionHandle=ttypes.TSessionHandle(ttypes.THandleIdentifier(b"g" * 16, b"s" * 16)),
        )

    def CloseSession(self, request: Any) -> Any:  # noqa: N802
        self._note("CloseSession")
        self.ended.append(request.sessionHandle.sessionId)
        return ttypes.TCloseSessionResp(status=self.close_status)

    def ExecuteStatement(self, request: Any) -> Any:  # noqa: N802
        self._note("ExecuteStatement")
        self.statements.append(request.statement)
        self.requests.append(request)
        self._left = list(self.batches)
        handle = ttypes.TOperationHandle(
            operationId=ttypes.THandleIdentifier(b"0" * 16, b"0" * 16),
            operationType=ttypes.TOperationType.EXECUTE_STATEMENT,
            hasResultSet=self.has_result,
        )
        return ttypes.TExecuteStatementResp(status=self.status, operationHandle=handle)

    def GetOperationStatus(self, request: Any) -> Any:  # noqa: N802
        if request.getProgressUpdate:
            self._note("GetOperationStatus with progress")
            return self.progress
        self._note("GetOperationStatus")
        answer = self.states.pop(0) if self.states else state(FINISHED)
        return answer() if callable(answer) else answer

    def GetResultSetMetadata(self, _: Any) -> Any:  # noqa: N802
        self._note("GetResultSetMetadata")
        schema = ttypes.TTableSchema(self.schema)
        return ttypes.TGetResultSetMetadataResp(status=SUCCESS, schema=schema)

    def FetchResults(self, request: Any) -> Any:  # noqa: N802
        self._note("FetchResults")
        self.requests.append(request)
        rows = self._left.pop(0) if self._left else integers([])
        if callable(rows):
            rows = rows()
        if isinstance(rows, ttypes.TStatus):
            return ttypes.TFetchResultsResp(status=rows)
        return ttypes.TFetchResultsResp(status=SUCCESS, hasMoreRows=False, results=rows)

    def CancelOperation(self, _: Any) -> Any:  # noqa: N802
        self._note("CancelOperation")
        self.cancelled.set()
        return ttypes.TCancelOperationResp(status=SUCCESS)

    def CloseOperation(self, _: Any) -> Any:  # noqa: N802
        self._note("CloseOperation")
        return ttypes.TCloseOperationResp(status=SUCCESS)

    def _note(self, method: str) -> None:
        self.calls.append(method)

    def _accept(self) -> None:
        processor = TCLIService.Processor(self)
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=_serve, args=(processor, connection), daemon=True).start()


def _serve(processor: Any, connection: socket.socket) -> None:
    transport = TSocket()
    transport.setHandle(connection)
    protocol = TBinaryProtocol(TBufferedTransport(transport))
    try:
        while True:
            processor.process(protocol, protocol)
    except (TTransportException, OSError, EOFError):
        connection.close()


def until(event: threading.Event, then: Any) -> Callable[[], Any]:
    """An answer that is kept back until something happens."""

    def answer() -> Any:
        assert event.wait(60)
        return then

    return answer


def silent() -> Any:
    """No answer for 2 s, and then none either."""
    time.sleep(2)
    raise TTransportException(TTransportException.NOT_OPEN, "gone")
