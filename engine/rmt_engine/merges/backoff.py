"""Trying again later and later."""

from __future__ import annotations

import time
from dataclasses import dataclass

__all__ = ["Backoff"]


@dataclass
class Backoff:
    """When work that failed is tried again: after a pause that doubles with each failure.

    Attributes:
        first: the first pause, in seconds.
        longest: no pause is longer.
        failures: how often the work has failed, one time after the other.
        retry_at: when it is tried again, on the clock of `time.monotonic`.
    """

    first: float
    longest: float
    failures: int = 0
    retry_at: float = 0.0

    @property
    def remaining(self) -> float:
        """How many seconds to wait still."""
        return max(self.retry_at - time.monotonic(), 0.0)

    def fail(self) -> float:
        """Notes a failure and returns the pause that follows, in seconds."""
        pause = min(self.first * 2.0 ** min(self.failures, 60), self.longest)
        self.failures += 1
        self.retry_at = time.monotonic() + pause
        return pause
