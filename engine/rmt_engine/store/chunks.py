"""Lists in pieces that every database takes as the parameters of one statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["chunks"]


def chunks(items: Sequence[Any], size: int = 500) -> Iterator[Sequence[Any]]:
    """The pieces of a list, in order."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
