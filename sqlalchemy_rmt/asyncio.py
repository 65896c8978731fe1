"""The dialect for `create_async_engine("rmt+async://…")`: the driver in a thread per connection.

The driver blocks, so each connection has a thread of its own that its calls run in, one after the
other. A task that is cancelled cancels its statement on the endpoint and waits until it has ended,
so that the connection stays usable.

Source: https://docs.sqlalchemy.org/orm/extensions/asyncio.html; `sqlalchemy.connectors.asyncio`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.engine import AdaptedConnection
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util.concurrency import await_only

from sqlalchemy_rmt.dialect import RmtDialect, RmtExecutionContext

if TYPE_CHECKING:
    from sqlalchemy_rmt import dbapi

__all__ = ["RmtAsyncDialect"]

_Answer = TypeVar("_Answer")


class _Cursor:
    """A cursor whose rows are there when `execute` returns, as SQLAlchemy asks for them at once."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._cursor: dbapi.Cursor = connection.driver_connection.cursor()
        self._rows: deque[tuple[Any, ...]] = deque()
        self.arraysize = 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def execute(self, operation: str, *parameters: Any) -> None:
        """Runs a statement and fetches its rows."""
        self._run(lambda: self._fetched(lambda: self._cursor.execute(operation, *parameters)))

    def executemany(self, operation: str, rows: Sequence[Any]) -> None:
        """Runs a statement for many rows."""
        self._run(lambda: self._fetched(lambda: self._cursor.executemany(operation, rows)))

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row."""
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows."""
        count = min(size or self.arraysize, len(self._rows))
        return [self._rows.popleft() for _ in range(count)]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        rows, self._rows = list(self._rows), deque()
        return rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        while self._rows:
            yield self._rows.popleft()

    def close(self) -> None:
        """Forgets the rows; the endpoint's side is freed when the next statement runs."""
        self._rows.clear()
        self._connection.later(self._cursor.close)

    async def _async_soft_close(self) -> None:
        """SQLAlchemy's last call before rows are read outside of a task; they are here."""

    def _fetched(self, run: Callable[[], Any]) -> None:
        run()
        described = self._cursor.description is not None
        self._rows = deque(self._cursor.fetchall() if described else ())

    def _run(self, call: Callable[[], _Answer]) -> _Answer:
        return self._connection.run(call, self._cursor.cancel)


class _StreamingCursor(_Cursor):
    """A cursor that fetches rows when they are asked for: `connection.stream(…)`."""

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row."""
        return self._run(self._cursor.fetchone)

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows."""
        return self._run(lambda: self._cursor.fetchmany(size or self.arraysize))

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        return self._run(self._cursor.fetchall)

    def _fetched(self, run: Callable[[], Any]) -> None:
        self._cursor.arraysize = self.arraysize
        run()


class _Connection(AdaptedConnection):
    """The driver's connection with its thread."""

    def __init__(self, thread: ThreadPoolExecutor, connection: dbapi.Connection) -> None:
        self._thread = thread
        self._connection: Any = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def cursor(self, *, streams: bool = False) -> _Cursor:
        """A new cursor.

        Args:
            streams: whether it fetches rows only when they are asked for.
        """
        return _StreamingCursor(self) if streams else _Cursor(self)

    def run(self, call: Callable[[], _Answer], cancel: Callable[[], Any]) -> _Answer:
        """What a call in the connection's thread answers, for the task that waits.

        Args:
            call: what is called.
            cancel: called in another thread when the task is cancelled meanwhile.
        """
        answer: _Answer = await_only(_waited(self._thread, call, cancel))
        return answer

    def later(self, call: Callable[[], Any]) -> None:
        """Calls something in the connection's thread without waiting for it."""
        with contextlib.suppress(RuntimeError):  # The thread has ended, and the session with it.
            self._thread.submit(call)

    def commit(self) -> None:
        """Does nothing: a statement that returned is committed."""

    def rollback(self) -> None:
        """Does nothing: what ran cannot be taken back."""

    def close(self) -> None:
        """Ends the session, in its thread."""
        self.later(self._connection.close)
        self._thread.shutdown(wait=False)


async def _waited(
    thread: ThreadPoolExecutor, call: Callable[[], _Answer], cancel: Callable[[], Any]
) -> _Answer:
    loop = asyncio.get_running_loop()
    work = loop.run_in_executor(thread, call)
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        # More than once: the statement may not have begun yet.
        while not work.done():
            with contextlib.suppress(Exception):
                await loop.run_in_executor(None, cancel)
            await asyncio.wait([work], timeout=0.2)
        work.exception()  # It is nobody's any more.
        raise


class _Driver:
    """`sqlalchemy_rmt.dbapi`, whose connections wait without holding up others."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    def connect(self, *arguments: Any, **options: Any) -> _Connection:
        """A connection; see `sqlalchemy_rmt.dbapi.connect`."""
        thread = ThreadPoolExecutor(1, "rmt-connection")

        def connect() -> Any:
            return self._driver.connect(*arguments, **options)

        try:
            connected = await_only(_waited(thread, connect, lambda: None))
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return _Connection(thread, connected)


class RmtAsyncExecutionContext(RmtExecutionContext):
    """A statement's execution, whose streams fetch as they are read."""

    def create_server_side_cursor(self) -> Any:
        """A cursor that asks for no more rows at a time than `max_row_buffer`."""
        cursor = self._dbapi_connection.cursor(streams=True)
        cursor.arraysize = int(self.execution_options.get("max_row_buffer") or 1000)
        return cursor


class RmtAsyncDialect(RmtDialect):
    """`rmt+async://…`: the dialect for SQLAlchemy's asyncio extension."""

    driver = "async"
    is_async = True
    supports_statement_cache = True
    supports_server_side_cursors = True
    execution_ctx_cls = RmtAsyncExecutionContext

    @classmethod
    def import_dbapi(cls) -> Any:
        """The driver, `sqlalchemy_rmt.dbapi`, for tasks."""
        return _Driver(super().import_dbapi())

    @classmethod
    def get_pool_class(cls, url: Any) -> Any:
        """A pool that tasks wait at."""
        return AsyncAdaptedQueuePool

    def get_driver_connection(self, connection: Any) -> Any:
        """The driver's own connection."""
        return connection.driver_connection
