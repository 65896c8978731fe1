"""Waiting for what happens in the background."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["eventually"]


def eventually(
    condition: Callable[[], object],
    seconds: float = 120.0,
    otherwise: Callable[[], str] = lambda: "it did not come about",
) -> None:
    """Waits until a condition holds, and fails when it does not within so many seconds.

    Args:
        condition: what is waited for.
        seconds: how long.
        otherwise: says what it means when it does not hold by then.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, otherwise()
        time.sleep(0.02)
