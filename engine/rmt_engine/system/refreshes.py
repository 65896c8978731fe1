"""`system.view_refreshes`.

Source: https://clickhouse.com/docs/operations/system-tables/view_refreshes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rmt_engine.merges.refresher import RefreshStatus
from rmt_engine.system.table import Row, SystemContext, SystemTable, moment

__all__ = ["REFRESH_TABLES"]

_LAST_MOMENT = 2.0**32 - 1
"""The last one that ClickHouse's DateTime has."""


def _view_refreshes(context: SystemContext) -> Iterator[Row]:
    for status in context.refreshes():
        yield _row(status)


def _row(status: RefreshStatus) -> Row:
    view, state = status.view, status.state
    attempts = state.attempts - (state.is_running and state.attempts > 0)
    return (
        view.database,
        view.name,
        view.uuid,
        status.status,
        None if state.success_started_at is None else moment(state.success_started_at),
        state.success_ms,
        None if state.attempted_at is None else moment(state.attempted_at),
        state.replica,
        None if status.next_at is None else moment(min(status.next_at, _LAST_MOMENT)),
        _exception(status),
        attempts,
        status.progress,
        state.amounts.read_rows,
        state.amounts.read_bytes,
        state.amounts.read_rows,
        state.amounts.written_rows,
        state.amounts.written_bytes,
    )


def _exception(status: RefreshStatus) -> str:
    """Why the last attempt failed."""
    state = status.state
    if state.is_running:
        return state.previous_error
    return (state.error or "Replica went away") if state.is_failed else ""


REFRESH_TABLES = (
    SystemTable(
        "view_refreshes",
        "a refreshable materialized view, and what becomes of its refreshes in any endpoint",
        """database STRING, `view` STRING, uuid STRING, status STRING,
        last_success_time TIMESTAMP, last_success_duration_ms BIGINT,
        last_refresh_time TIMESTAMP, last_refresh_replica STRING, next_refresh_time TIMESTAMP,
        exception STRING, retry BIGINT, progress DOUBLE, read_rows BIGINT, read_bytes BIGINT,
        total_rows BIGINT, written_rows BIGINT, written_bytes BIGINT""",
        _view_refreshes,
        nullable="""last_success_time last_success_duration_ms last_refresh_time next_refresh_time
        progress read_rows read_bytes total_rows written_rows written_bytes""",
    ),
)
