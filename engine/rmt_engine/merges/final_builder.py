"""Building deletion vectors ahead of the queries that need them.

A query that comes before its vector is ready waits for it; it is never built twice.
"""

from __future__ import annotations

import logging
import threading

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.merges.final import FinalRows, final_scope
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["BACKGROUND", "LAZY", "SYNC", "FinalBuilder"]

BACKGROUND = "background"
LAZY = "lazy"
SYNC = "sync"
_log = logging.getLogger(__name__)


class FinalBuilder:
    """Builds the deletion vector of a table's newest snapshot after its parts changed.

    Changes that come while a vector is built are taken in by the next one together.

    Args:
        store: the store.
        final_rows: builds and keeps the vectors.
    """

    def __init__(self, store: Store, final_rows: FinalRows) -> None:
        self._store = store
        self._final_rows = final_rows
        self._waiting: dict[int, Table] = {}
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="rmt-final", daemon=True)

    def start(self) -> None:
        """Starts to build what is asked for."""
        self._thread.start()

    def stop(self) -> None:
        """Ends after the vector under way; what waits is built when a query needs it."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def parts_changed(self, table: Table, when: str) -> None:
        """Builds a table's vector, now or in the background, or leaves it to the first query.

        The change is committed already, so nothing is raised: whatever is wrong with the rows is
        told to the query that reads them.

        Args:
            table: the table.
            when: `background`, `sync` or `lazy`.
        """
        if when == LAZY or not engine_of(table.definition).has_final:
            return
        if when == SYNC:
            self._build(table)
            return
        with self._changed:
            self._waiting[table.id] = table
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._stopping:
                    self._changed.wait()
                if self._stopping:
                    return
                table = self._waiting.pop(next(iter(self._waiting)))
            self._build(table)

    def _build(self, table: Table) -> None:
        try:
            snapshot = self._store.snapshots.current(table)
            self._final_rows.state(snapshot, final_scope(table.definition, False))
        except RmtError as error:
            _log.warning("no deletion vector of %s: %s", table.qualified, error)
        except Exception:
            _log.exception("cannot build the deletion vector of %s", table.qualified)
