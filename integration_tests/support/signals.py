"""Signals that tests send to themselves."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

__all__ = ["ctrl_c_interrupts"]


@pytest.fixture(autouse=True)
def ctrl_c_interrupts() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt; what a shell runs in the background ignores it otherwise."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
