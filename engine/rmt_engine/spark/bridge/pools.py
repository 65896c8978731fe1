"""The pools of Spark's fair scheduler."""

from __future__ import annotations

__all__ = ["MERGE_POOL"]

MERGE_POOL = "merges"
"""The pool of merges and mutations; `launch` gives it its weight."""
