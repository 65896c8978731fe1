"""Waiting for what happens in the background."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["eventually"]


def eventually(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until a condition holds, and fails when it does not within so many seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)
