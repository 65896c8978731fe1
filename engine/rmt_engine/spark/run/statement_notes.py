"""What is noted of statements while they run, for `system.query_log`."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
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
        self._forget: Callable[[str], None] = lambda _: None
        self._tell_affected: Callable[[str, int, Mapping[str, int]], None] = lambda *_: None

    def follow_affected(
        self,
        tell: Callable[[str, int, Mapping[str, int]], None],
        forget: Callable[[str], None],
    ) -> None:
        """Has somebody know how many rows statements changed.

        Args:
            tell: is given a statement's id, `StatementNotes.affected_rows` and `rows_by_kind`,
                before it ends.
            forget: is given the id of a statement of which nothing is kept any more.
        """
        self._tell_affected, self._forget = tell, forget

    def note(self, query_id: str, **noted: Any) -> None:
        """Adds to what is noted of a statement.

        Args:
            query_id: the statement's.
            noted: attributes of `StatementNotes`.
        """
        with self._lock:
            self._notes[query_id] = replace(self._notes.get(query_id, _NOTHING), **noted)
            forgotten = [
                self._notes.popitem(last=False)[0] for _ in range(len(self._notes) - _KEPT)
            ]
        for statement in forgotten:
            self._forget(statement)
        if "affected_rows" in noted:
            self._tell_affected(query_id, noted["affected_rows"], noted["rows_by_kind"])

    def of(self, query_id: str) -> StatementNotes:
        """What is noted of a statement."""
        return self._notes.get(query_id, _NOTHING)
