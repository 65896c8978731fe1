"""How many rows a statement changed: noted where they change, told to who asked for the statement.

Where rows change is far below the statement, and beside it: in the INSERTs of views, in a thread
that carries mutations out. Only what is done for the statement's own table counts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

__all__ = ["UNKNOWN", "AffectedRows", "affected_rows", "note_affected", "note_kinds"]

UNKNOWN = -1
"""What stands for the number of rows when rows change and nobody counts them."""
_local = threading.local()


class AffectedRows:
    """Counts the rows that a statement changes.

    Attributes:
        count: their number; `UNKNOWN`; None as long as the statement is none that changes rows.
        by_kind: how many of them were inserted, updated and deleted, of a statement that does
            several of these; else empty.
    """

    def __init__(self) -> None:
        self.count: int | None = None
        self.by_kind: Mapping[str, int] = {}

    def add(self, rows: int) -> None:
        """Counts rows; `UNKNOWN` makes the whole number unknown."""
        is_known = UNKNOWN not in (rows, self.count)
        self.count = (self.count or 0) + rows if is_known else UNKNOWN


@contextmanager
def affected_rows() -> Iterator[AffectedRows]:
    """Has what this thread notes in the block counted."""
    before: AffectedRows | None = getattr(_local, "rows", None)
    _local.rows = rows = AffectedRows()
    try:
        yield rows
    finally:
        _local.rows = before


def note_affected(rows: int) -> None:
    """Notes rows that this thread changed for its statement, if it works on one.

    Args:
        rows: their number, or `UNKNOWN`.
    """
    counted: AffectedRows | None = getattr(_local, "rows", None)
    if counted is not None:
        counted.add(rows)


def note_kinds(by_kind: Mapping[str, int]) -> None:
    """Notes of which kinds the rows are that this thread changed for its statement.

    Args:
        by_kind: the numbers of those that are `inserted`, `updated` and `deleted`.
    """
    counted: AffectedRows | None = getattr(_local, "rows", None)
    if counted is not None:
        counted.by_kind = by_kind
