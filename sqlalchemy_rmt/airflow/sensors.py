"""The sensor that waits for rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from airflow.sdk import BaseSensorOperator

from sqlalchemy_rmt.airflow.freshness import Freshness, is_fresh
from sqlalchemy_rmt.airflow.hook import RmtHook
from sqlalchemy_rmt.airflow.triggers import RmtFreshnessTrigger

__all__ = ["RmtFreshnessSensor"]


class RmtFreshnessSensor(BaseSensorOperator):
    """Waits until rows came into a table lately; it reads none of them.

    Args:
        table: `table` or `database.table`.
        max_age: how long ago the newest rows may have come, as a `timedelta` or in seconds.
        since: when they may have come at the earliest, with a time zone; a template, for example
            `"{{ data_interval_end }}"`. Instead of `max_age`.
        conn_id: the connection.
        deferrable: whether the triggerer waits, and no worker.
        options: of Airflow's sensors.

    Raises:
        ValueError: both `max_age` and `since` are given, or neither.
    """

    template_fields: Sequence[str] = ("table", "since", "conn_id")

    def __init__(
        self,
        *,
        table: str,
        max_age: timedelta | float | None = None,
        since: datetime | str | None = None,
        conn_id: str = RmtHook.default_conn_name,
        deferrable: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        if (max_age is None) == (since is None):
            raise ValueError("Give max_age or since, one of both.")
        self.table = table
        self.max_age = max_age.total_seconds() if isinstance(max_age, timedelta) else max_age
        self.since = since
        self.conn_id = conn_id
        self.deferrable = deferrable

    def poke(self, context: Any) -> bool:
        """Whether they came.

        Raises:
            ValueError: `since` is no time, or `table` no name.
            DatabaseError: the endpoint refuses the question.
        """
        return is_fresh(RmtHook(self.conn_id), self.table, self._freshness())

    def execute(self, context: Any) -> Any:
        """Waits, here or in the triggerer.

        Raises:
            AirflowSensorTimeout: they did not come in time.
        """
        if not self.deferrable:
            return super().execute(context)
        if self.poke(context):
            return None
        freshness = self._freshness()
        self.defer(
            trigger=RmtFreshnessTrigger(
                self.conn_id, self.table, freshness.max_age, freshness.since, self._seconds()
            ),
            method_name="execute_complete",
            timeout=timedelta(seconds=self.timeout),
        )
        return None

    def execute_complete(self, context: Any, event: Any = None) -> None:
        """Ends the task: the rows came."""

    def _freshness(self) -> Freshness:
        return Freshness.of(self.max_age, self.since)

    def _seconds(self) -> float:
        interval: Any = self.poke_interval
        return float(interval.total_seconds() if isinstance(interval, timedelta) else interval)
