"""What is noted of statements while they run, for `system.query_log`."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from rmt_engine.system.table import StatementNotes

__all__ = ["NotesOfStatements"]

_KEPT = 1000
"""As many statements as HiveServer2 remembers."""
_NOTHING = StatementNotes()


class NotesOfStatements:
    """Remembers them by the ids of the newest statements."""

    def __init__(self) -> None:
        self._notes: OrderedDict[str, StatementNotes] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, query_id: str, **noted: Any) -> None:
        """Adds to what is noted of a statement.

        Args:
            query_id: the statement's.
            noted: attributes of `StatementNotes`.
        """
        with self._lock:
            self._notes[query_id] = replace(self._notes.get(query_id, _NOTHING), **noted)
            while len(self._notes) > _KEPT:
                self._notes.popitem(last=False)

    def of(self, query_id: str) -> StatementNotes:
        """What is noted of a statement."""
        return self._notes.get(query_id, _NOTHING)
