"""How far a statement is, as the endpoint tells beside its state."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Progress", "rows_by_kind"]


@dataclass(frozen=True)
class Progress:
    """How far a statement is. The numbers are those of its jobs up to now; more may follow.

    Attributes:
        elapsed: seconds since it was sent.
        jobs: Spark's jobs for it.
        completed_jobs: how many of them have ended.
        stages: the stages of these jobs.
        completed_stages: how many of them are done.
        tasks: the tasks of these jobs.
        completed_tasks: how many of them are done.
        running_tasks: how many of them run.
        read_rows: rows that tasks have read from files.
        read_bytes: bytes that these took.
        written_rows: rows that tasks have written to files.
    """

    elapsed: float
    jobs: int = 0
    completed_jobs: int = 0
    stages: int = 0
    completed_stages: int = 0
    tasks: int = 0
    completed_tasks: int = 0
    running_tasks: int = 0
    read_rows: int = 0
    read_bytes: int = 0
    written_rows: int = 0

    @classmethod
    def of_status(cls, status: Any, elapsed: float) -> Progress | None:
        """What the state of an operation tells; None if it tells nothing.

        Args:
            status: the answer to GetOperationStatus.
            elapsed: seconds since the statement was sent.
        """
        told = _told(status)
        if told is None:
            return None
        known = {field.name for field in dataclasses.fields(cls)}
        counts = {name: value for name, value in told.items() if name in known}
        return cls(**{**counts, "elapsed": elapsed})


def rows_by_kind(status: Any) -> Mapping[str, int]:
    """How many rows a statement inserted, updated and deleted; empty if it is not told.

    Args:
        status: the answer to GetOperationStatus.
    """
    counts = (_told(status) or {}).get("rows_by_kind")
    return counts if isinstance(counts, dict) else {}


def _told(status: Any) -> dict[str, Any] | None:
    try:
        told = json.loads(status.taskStatus or "")
    except ValueError:
        return None
    return told if isinstance(told, dict) else None  # a list is Hive's own
