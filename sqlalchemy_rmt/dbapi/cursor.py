"""Cursors: a statement at a time, its rows in batches."""

from __future__ import annotations

import contextlib
import math
import re
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from TCLIService import ttypes
from TCLIService.ttypes import TOperationState, TTypeId

from sqlalchemy_rmt.dbapi.channel import Answer
from sqlalchemy_rmt.dbapi.closing import Closing
from sqlalchemy_rmt.dbapi.errors import (
    DatabaseError,
    DataError,
    Error,
    InterfaceError,
    NotSupportedError,
    cancelled,
    error_of_status,
    timed_out,
)
from sqlalchemy_rmt.dbapi.inserts import statements
from sqlalchemy_rmt.dbapi.literals import Parameters, Template
from sqlalchemy_rmt.dbapi.pace import Pace
from sqlalchemy_rmt.dbapi.progress import Progress, rows_by_kind
from sqlalchemy_rmt.dbapi.record_batches import RecordBatches, columns_of_batches
from sqlalchemy_rmt.dbapi.results import Batch, Column, arrow_schema, columns_of, in_chunks
from sqlalchemy_rmt.dbapi.session import Session, checked

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from sqlalchemy_rmt.dbapi.connection import Connection

__all__ = ["Cursor"]

_RUNNING = {
    TOperationState.INITIALIZED_STATE,
    TOperationState.PENDING_STATE,
    TOperationState.RUNNING_STATE,
}
# What may have rows under any name. Anything else that has one text column called Result is a
# command without rows, for which Spark makes that column up.
_QUERY = re.compile(
    r"(?:\s|\(|--[^\n]*\n|/\*.*?\*/)*"
    r"(?:SELECT|WITH|FROM|VALUES|TABLE|MAP|REDUCE|CALL|EXECUTE|BEGIN)\b",
    re.IGNORECASE | re.DOTALL,
)
_UNKNOWN = -1
_NO_ROWS = [Column("Result", TTypeId.STRING_TYPE)]


class Cursor(Closing):
    """Runs one statement at a time and hands out its rows.

    Attributes:
        connection: the connection it belongs to.
        arraysize: how many rows `fetchmany` gives by default. How many come from the server at a
            time goes by their size; two batches are held, the one being read and the next.
        query_timeout: seconds after which the server cancels a statement, rounded up to whole ones;
            None for never.
        query_id: the last statement's id in `system.processes` and `system.query_log`; None before
            the server has taken one.
    """

    arraysize = 10_000

    def __init__(self, connection: Connection, query_timeout: float | None = None) -> None:
        self.connection = connection
        self.query_timeout = query_timeout
        self.query_id: str | None = None
        self._rowcount = _UNKNOWN
        self._rows_by_kind: Mapping[str, int] = {}
        self._sent_at = 0.0
        self._is_open = True
        self._operation: Any = None
        self._sent: str | None = None
        self._columns: list[Column] | None = None
        self._next: Answer | None = None
        self._batch_kind: type[Batch | RecordBatches] = Batch
        self._pace = Pace()
        self._batch: Batch | RecordBatches | None = None
        self._rows: list[tuple[Any, ...]] = []
        self._position = 0

    @property
    def description(self) -> list[tuple[Any, ...]] | None:
        """A tuple for each column: name, type code, None, None, precision, scale, None.

        None before a statement ran, and after one that has no rows. The type code is Spark's name
        of the type, e.g. `BIGINT`.
        """
        return None if self._columns is None else [column.description for column in self._columns]

    @property
    def rowcount(self) -> int:
        """The rows that the last INSERT, UPDATE or DELETE changed; -1 where that is not known.

        Of `executemany` it is the sum of all statements. It is not known of a query, of a statement
        that is under way, and of a mutation that was not waited for.
        """
        return self._rowcount

    @property
    def rows_by_kind(self) -> Mapping[str, int]:
        """How many rows the last MERGE `inserted`, `updated` and `deleted`.

        Empty of other statements, and where it is not known. Together they are `rowcount`.
        """
        return self._rows_by_kind

    def execute(self, operation: str, parameters: Parameters | None = None) -> Self:
        """Runs a statement and waits for its end; Ctrl-C cancels it on the server.

        Args:
            operation: one statement. With parameters, a percent sign is written `%%`.
            parameters: a mapping for `%(name)s`, or a sequence for `%s`; None when the statement
                has no placeholders.

        Raises:
            InterfaceError: a parameter is missing or of a type that has no literal, or the cursor
                is closed.
            DataError: a value has no literal.
            DatabaseError: the server refused the statement; the subclass tells why.
            OperationalError: it was cancelled or ran for too long, or the connection was lost.
        """
        self._run(self._rendered(operation, parameters))
        return self

    def execute_async(self, operation: str, parameters: Parameters | None = None) -> Self:
        """Sends a statement and does not wait for its end, which `is_running` tells.

        Args:
            operation: as for `execute`.
            parameters: as for `execute`.

        Raises:
            as `execute`, but for errors of the statement, which `is_running` raises.
        """
        self._send(self._rendered(operation, parameters))
        return self

    def is_running(self) -> bool:
        """Whether the statement is under way; once it is not, its rows can be fetched.

        The server keeps the answer back while it runs, for up to 5 s.

        Raises:
            DatabaseError: the server refused the statement; the subclass tells why.
            OperationalError: it was cancelled or ran for too long, or the connection was lost.
        """
        if self._sent is None:
            return False
        try:
            if not self._has_ended():
                return True
            self._columns = self._described(self._sent)
        except Error:
            self._forget()
            raise
        except BaseException:
            self._interrupt()
            raise
        self._sent = None
        return False

    def progress(self) -> Progress | None:
        """How far the statement under way is, asked for from any thread.

        The answer takes up to 0.3 s while it runs.

        Returns:
            None if there is none under way, or if the server does not say.

        Raises:
            OperationalError: the server cannot be reached.
        """
        session, operation, sent_at = self._session(), self._operation, self._sent_at
        if operation is None:
            return None
        try:
            status = session.status_aside(operation)
        except DatabaseError as error:
            if error.is_disconnect:
                raise
            return None  # the server has forgotten it meanwhile
        return Progress.of_status(status, time.monotonic() - sent_at)

    def executemany(self, operation: str, seq_of_parameters: Iterable[Parameters]) -> Self:
        """Runs a statement for each row of parameters.

        An `INSERT … VALUES` with one group of placeholders becomes statements of many rows, of up
        to 1 MiB, 2 MiB, and 4 MiB from the third on. Every statement is committed by itself: when
        one fails, those before it stay.

        Raises:
            as `execute`.
        """
        self._session()
        changed: list[int] = []
        waiting = statements(operation, seq_of_parameters)
        statement = next(waiting, None)
        while statement is not None:
            self._send(statement)
            statement = self._next_meanwhile(waiting)
            self._wait()
            changed.append(self._rowcount)
        self._rows_by_kind = {}
        self._rowcount = sum(changed) if changed and _UNKNOWN not in changed else _UNKNOWN
        return self

    def cancel(self) -> None:
        """Cancels the statement under way, from any thread; without one, does nothing.

        Raises:
            OperationalError: the server cannot be reached.
        """
        session, operation = self._session(), self._operation
        if operation is not None:
            session.cancel(operation)

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row, or None after the last.

        Raises:
            InterfaceError: there is no result.
            DataError: a date or a time has no Python value.
            OperationalError: the connection was lost.
        """
        if not self._fill_rows():
            return None
        row = self._rows[self._position]
        self._position += 1
        return row

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows, `arraysize` of them unless told otherwise; fewer at the end.

        Raises:
            as `fetchone`.
        """
        wanted = self.arraysize if size is None else size
        rows: list[tuple[Any, ...]] = []
        while len(rows) < wanted and self._fill_rows():
            end = self._position + wanted - len(rows)
            rows += self._rows[self._position : end]
            self._position = min(end, len(self._rows))
        return rows

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left.

        Raises:
            as `fetchone`.
        """
        rows: list[tuple[Any, ...]] = []
        while self._fill_rows():
            rows += self._rows[self._position :] if self._position else self._rows
            self._position = len(self._rows)
        return rows

    def fetch_record_batches(self, rows: int | None = None) -> Iterator[pa.RecordBatch]:
        """The rows that are left, as Arrow record batches.

        Timestamps are in the session's time zone and do not name it.

        Args:
            rows: how many each has, but for the last; None for as many as come at a time, some
                megabytes.

        Raises:
            NotSupportedError: pyarrow is not installed.
            InterfaceError, DataError, OperationalError: as `fetchone`.
        """
        arrow_schema(self._result())
        batches = self._record_batches()
        yield from batches if rows is None else in_chunks(batches, rows)

    def _record_batches(self) -> Iterator[pa.RecordBatch]:
        while self._fill():
            assert self._batch is not None
            batch = self._batch.arrow().slice(self._position)
            self._position = len(self._batch)
            yield batch

    def fetch_arrow_table(self) -> pa.Table:
        """The rows that are left, as an Arrow table.

        Raises:
            as `fetch_record_batches`.
        """
        schema = arrow_schema(self._result())
        import pyarrow

        return pyarrow.Table.from_batches(self.fetch_record_batches(), schema)

    def fetch_df(self) -> pd.DataFrame:
        """The rows that are left, as a pandas data frame.

        Raises:
            NotSupportedError: pyarrow or pandas is not installed.
            InterfaceError, DataError, OperationalError: as `fetchone`.
        """
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise NotSupportedError("Data frames need pandas: pip install pandas.") from error
        frame: pd.DataFrame = self.fetch_arrow_table().to_pandas()
        return frame

    def close(self) -> None:
        """Frees what the server holds for the statement. The cursor cannot be used any more."""
        if self._is_open and self.connection.is_open:
            self._forget()
        self._is_open = False

    def setinputsizes(self, sizes: Sequence[Any]) -> None:
        """Does nothing, as PEP 249 allows."""

    def setoutputsize(self, size: int, column: int | None = None) -> None:
        """Does nothing, as PEP 249 allows."""

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self

    def __next__(self) -> tuple[Any, ...]:
        row = self.fetchone()
        if row is None:
            raise StopIteration
        return row

    def _session(self) -> Session:
        if not self._is_open:
            raise InterfaceError("The cursor is closed.")
        return self.connection.session

    def _rendered(self, operation: str, parameters: Parameters | None) -> str:
        self._session()
        return operation if parameters is None else Template.parse(operation).render(parameters)

    def _run(self, statement: str) -> None:
        self._send(statement)
        self._wait()

    def _wait(self) -> None:
        while self.is_running():
            pass

    def _next_meanwhile(self, waiting: Iterator[str]) -> str | None:
        """Writes the next statement while the server works on the one that was sent."""
        try:
            return next(waiting, None)
        except Exception:
            self._wait()
            raise
        except BaseException:
            self._interrupt()
            raise

    def _send(self, statement: str) -> None:
        self._forget()
        try:
            statement.encode()
        except UnicodeEncodeError as error:
            raise DataError(f"The statement cannot be sent as UTF-8: {error}.") from None
        try:
            self._start(statement)
        except Error:
            self._free()
            raise
        except BaseException:
            self._interrupt()
            raise
        self._sent = statement

    def _start(self, statement: str) -> None:
        self.query_id, self._rowcount, self._rows_by_kind = None, _UNKNOWN, {}
        request = ttypes.TExecuteStatementReq(
            sessionHandle=self._session().handle,
            statement=statement,
            runAsync=True,
            queryTimeout=math.ceil(self.query_timeout or 0),
        )
        self._sent_at = time.monotonic()
        response = self._session().call("ExecuteStatement", request)
        self._operation = response.operationHandle
        self.query_id = str(uuid.UUID(bytes=self._operation.operationId.guid))

    def _has_ended(self) -> bool:
        """Asks how the statement is doing."""
        request = ttypes.TGetOperationStatusReq(operationHandle=self._operation)
        state = self._session().call("GetOperationStatus", request)
        if state.operationState in _RUNNING:
            return False
        if state.operationState == TOperationState.TIMEDOUT_STATE:
            raise timed_out(self.query_timeout or 0)
        if state.operationState in (TOperationState.CANCELED_STATE, TOperationState.CLOSED_STATE):
            raise cancelled()
        if state.operationState != TOperationState.FINISHED_STATE:
            raise error_of_status(state.errorMessage, state.sqlState)
        if state.numModifiedRows is not None:
            self._rowcount = state.numModifiedRows
            self._rows_by_kind = rows_by_kind(state)
        return True

    def _described(self, statement: str) -> list[Column] | None:
        if not self._operation.hasResultSet:
            return None
        request = ttypes.TGetResultSetMetadataReq(operationHandle=self._operation)
        schema = self._session().call("GetResultSetMetadata", request).schema
        in_batches = columns_of_batches(schema)
        if in_batches is not None:
            self._batch_kind, self._pace = RecordBatches, Pace(1)
            return in_batches
        columns = columns_of(schema)
        if columns == _NO_ROWS and not _QUERY.match(statement):
            self._free()
            return None
        return columns

    def _interrupt(self) -> None:
        """Cancels what may be running on the server; ends the session if that cannot be done."""
        session = self._session()
        if self._operation is None:
            session.abandon()
            return
        try:
            session.cancel(self._operation)
        except Error:
            session.abandon()

    def _result(self) -> list[Column]:
        self._session()
        if self._columns is None:
            raise InterfaceError("There is no result: no statement with rows was executed.")
        return self._columns

    def _fill_rows(self) -> bool:
        """Sees to it that there is a next row in `_rows`; False after the last."""
        if self._position < len(self._rows):
            return True
        if not self._fill():
            return False
        assert self._batch is not None
        if not self._rows:
            try:
                self._rows = self._batch.rows()
            except DataError:
                self._forget()
                raise
        return True

    def _fill(self) -> bool:
        """Sees to it that there is a next row in `_batch`; False after the last."""
        columns = self._result()
        if self._batch is not None and self._position < len(self._batch):
            return True
        self._batch, self._rows, self._position = None, [], 0
        if self._operation is None:
            return False
        if self._next is None:
            self._next = self._ask()
        try:
            response = self._next.result()
        except Error:
            raise
        except BaseException:
            self._interrupt()
            raise
        answered, self._next = self._next, None
        batch = self._batch_kind(columns, checked(response).results)
        self._pace.note(batch.sent_rows, answered.size)
        if not len(batch):
            self._free()
            return False
        # The server works on the next batch while this one is read.
        self._next = self._ask()
        self._batch = batch
        return True

    def _ask(self) -> Answer:
        request = ttypes.TFetchResultsReq(
            operationHandle=self._operation,
            orientation=ttypes.TFetchOrientation.FETCH_NEXT,
            maxRows=self._pace.rows,
        )
        return self._session().send("FetchResults", request)

    def _forget(self) -> None:
        """Leaves the statement and its result behind."""
        self._free()
        self._sent = None
        self._columns = self._batch = self._next = None
        self._batch_kind, self._pace = Batch, Pace()
        self._rows, self._position = [], 0

    def _free(self) -> None:
        """Lets the server forget the statement. That it has done so already is no error."""
        operation, self._operation = self._operation, None
        if operation is None:
            return
        with contextlib.suppress(Error):
            request = ttypes.TCloseOperationReq(operationHandle=operation)
            self._session().call("CloseOperation", request)
