"""What the modules for statements of one topic offer: which statements they run, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rmt_engine.spark.session.active import ActiveSession

__all__ = ["Run", "Runs", "StatementGroup"]

Run = Callable[[Any, ActiveSession], Any]
"""Executes a statement; gives the plan of its answer, or None if it answers without rows."""

Runs = Mapping[type[Any], Run]
"""How statements are executed, by their types."""


class StatementGroup(Protocol):
    """Statements of one topic; a new one is a type in `runs`, and nothing else knows of it."""

    def runs(self) -> Runs:
        """How each of the statements is executed."""
