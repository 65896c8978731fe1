"""Statements that the endpoint runs by itself, for `system.processes` and `system.query_log`."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from rmt_engine.system.table import QueryRun

__all__ = ["BackgroundStatements"]

_KEPT = 1_000


class BackgroundStatements:
    """Remembers the newest of them, and ends those that are to end."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, QueryRun] = OrderedDict()
        self._cancel: dict[str, Callable[[], None]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def noted(
        self, query_id: str, query: str, user: str, cancel: Callable[[], None]
    ) -> Iterator[None]:
        """Notes a statement for as long as the block runs, and how the block ended.

        Args:
            query_id: its identity.
            query: its text.
            user: the user whose rights it has.
            cancel: makes it fail soon.
        """
        run = QueryRun(query_id, query, user, time.time(), None, True, "")
        with self._lock:
            self._runs[query_id] = run
            self._cancel[query_id] = cancel
            while len(self._runs) > _KEPT:
                self._runs.popitem(last=False)
        exception = ""
        try:
            yield
        except BaseException as error:
            exception = str(error)
            raise
        finally:
            with self._lock:
                ended = replace(run, finished_at=time.time(), exception=exception)
                self._runs[query_id] = ended
                del self._cancel[query_id]

    def queries(self) -> list[QueryRun]:
        """The statements that are remembered, oldest first."""
        with self._lock:
            return list(self._runs.values())

    def cancel(self, query_id: str) -> None:
        """Makes a statement fail soon, if it is one of these and runs."""
        with self._lock:
            cancel = self._cancel.get(query_id)
        if cancel is not None:
            cancel()
