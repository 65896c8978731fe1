"""Counters of what this process did, by the names of ClickHouse's profile events.

Source: https://clickhouse.com/docs/operations/system-tables/events
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["EVENTS", "Events"]

EVENTS: dict[str, str] = {
    "Query": "Statements of clients.",
    "SelectQuery": "The same as Query, but only for SELECT.",
    "InsertQuery": "The same as Query, but only for INSERT.",
    "FailedQuery": "Statements the engine refused or could not finish.",
    "FailedSelectQuery": "The same as FailedQuery, but only for SELECT.",
    "FailedInsertQuery": "The same as FailedQuery, but only for INSERT.",
    "InsertedRows": "Rows that INSERTs added, before those with the same key became one.",
    "InsertedBytes": "Bytes of the parts that INSERTs added.",
    "DuplicatedInsertedBlocks": "Blocks INSERTs left out: they had been inserted before.",
    "Merge": "Merges that were committed.",
    "MergedRows": "Rows read for merges.",
    "RefreshableViewRefreshSuccess": "Refreshes of materialized views that were committed.",
    "RefreshableViewRefreshFailed": "Refreshes of materialized views that failed.",
}


class Events:
    """Counts events; any thread may."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._local = threading.local()

    def add(self, name: str, count: int = 1) -> None:
        """Counts an event.

        Raises:
            KeyError: it is none of `EVENTS`.
        """
        if name not in EVENTS:
            raise KeyError(name)
        with self._lock:
            self._counts[name] += count
        tally: Counter[str] | None = getattr(self._local, "tally", None)
        if tally is not None:
            tally[name] += count

    @contextmanager
    def tallied(self) -> Iterator[Counter[str]]:
        """The events that this thread counts in the block, counted by themselves as well."""
        before, tally = getattr(self._local, "tally", None), Counter[str]()
        self._local.tally = tally
        try:
            yield tally
        finally:
            self._local.tally = before

    def counts(self) -> dict[str, int]:
        """The events that happened, in the order of `EVENTS`."""
        with self._lock:
            return {name: self._counts[name] for name in EVENTS if self._counts[name]}
