"""The task that runs, as statements of it are told apart."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

__all__ = ["TaskRun"]


@dataclass(frozen=True)
class TaskRun:
    """A try of a task.

    Attributes:
        dag_id: its DAG.
        task_id: the task.
        run_id: the run of the DAG.
        map_index: which of the mapped tasks it is; -1 for a task that is not mapped.
        try_number: how often it has been tried, with this time.
    """

    dag_id: str
    task_id: str
    run_id: str
    map_index: int
    try_number: int

    @classmethod
    def of(cls, context: Any) -> Self:
        """The task of a context of Airflow's."""
        ti = context["ti"]
        return cls(
            ti.dag_id, ti.task_id, ti.run_id, getattr(ti, "map_index", -1), ti.try_number or 1
        )

    @classmethod
    def current(cls) -> Self | None:
        """The task whose code is running; None outside of tasks."""
        from airflow.sdk import get_current_context

        try:
            return cls.of(get_current_context())
        except RuntimeError:
            return None

    @property
    def comment(self) -> str:
        """What `system.query_log` shows as `log_comment` of the task's statements: JSON."""
        return json.dumps({"application": "airflow", **asdict(self)})

    @property
    def token(self) -> str:
        """The name of what the task inserts, the same in every try."""
        words = (self.dag_id, self.task_id, self.run_id, str(self.map_index))
        return json.dumps(("airflow", *words))
