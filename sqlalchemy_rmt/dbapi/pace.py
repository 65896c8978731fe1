"""How many rows to ask for at a time: as many as are worth a request, and fit into memory."""

from __future__ import annotations

__all__ = ["Pace"]

_FIRST_ROWS = 1_000
"""Few, so that the first of them come soon, and large ones do not fill the memory."""
_MOST_ROWS = 65_536
_BYTES = 2 * 2**20
_GROWTH = 8
"""So many times as many rows as before at most: the next ones may be larger."""


class Pace:
    """Follows the size of the rows of a result.

    Args:
        rows: how many to ask for first.

    Attributes:
        rows: how many to ask for next.
    """

    def __init__(self, rows: int = _FIRST_ROWS) -> None:
        self.rows = rows

    def note(self, rows: int, size: int) -> None:
        """Takes notice of a batch.

        Args:
            rows: how many rows it has.
            size: how many bytes they took on their way.
        """
        if rows:
            fitting = _BYTES * rows // max(size, 1)
            self.rows = max(1, min(fitting, _GROWTH * self.rows, _MOST_ROWS))
