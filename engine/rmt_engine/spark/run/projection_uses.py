"""Which projections statements read, for `system.query_log`."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

__all__ = ["ProjectionUses"]

_KEPT = 1000
"""As many statements as HiveServer2 remembers."""


class ProjectionUses:
    """Remembers them by the ids of the newest statements."""

    def __init__(self) -> None:
        self._uses: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, query_id: str, projections: Sequence[str]) -> None:
        """Notes that a statement reads projections, by their names with those of their tables."""
        with self._lock:
            self._uses[query_id] = tuple(projections)
            while len(self._uses) > _KEPT:
                self._uses.popitem(last=False)

    def of(self, query_id: str) -> tuple[str, ...]:
        """The projections that a statement read."""
        return self._uses.get(query_id, ())
