"""Tasks as Airflow runs them, without its processes: an operator and a context."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from airflow.sdk.execution_time.context import OutletEventAccessors

__all__ = ["Ti", "context", "events", "run"]


@dataclass
class Ti:
    """What an operator asks of its task instance."""

    task_id: str = "t"
    dag_id: str = "d"
    run_id: str = "manual__2026-01-01T00:00:00+00:00"
    map_index: int = -1
    try_number: int = 1
    xcoms: dict[str, Any] = field(default_factory=dict)

    def xcom_push(self, key: str, value: Any) -> None:
        self.xcoms[key] = value


def context(ti: Ti) -> dict[str, Any]:
    """The context of a task."""
    return {"ti": ti, "outlet_events": OutletEventAccessors()}


def run(operator: Any, ti: Ti | None = None) -> tuple[Any, dict[str, Any]]:
    """Runs an operator; its result and its context."""
    given = context(ti or Ti())
    return operator.execute(given), given


def events(given: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The URIs of the assets that a task told of through aliases, and what it told."""
    return [
        (event.dest_asset_key.uri, event.extra)
        for accessor in given["outlet_events"]._dict.values()
        for event in accessor.asset_alias_events
    ]
