"""How many examples a property takes."""

from __future__ import annotations

import os

__all__ = ["LOOKS_FOR_NEW", "examples"]

LOOKS_FOR_NEW = bool(os.environ.get("RMT_NEW_EXAMPLES"))
"""Whether this run looks for new examples; all others take the same ones."""
_MORE = 10


def examples(count: int) -> int:
    """How many examples a property takes in this run.

    Args:
        count: how many in every run; those that look for new ones take ten times as many.
    """
    return count * _MORE if LOOKS_FOR_NEW else count
