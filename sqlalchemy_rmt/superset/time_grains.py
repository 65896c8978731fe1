"""Spark's expressions for Superset's time grains, in the time zone of the session.

Source: https://spark.apache.org/docs/latest/api/sql/#date_trunc.
"""

from __future__ import annotations

from superset.constants import TimeGrain

__all__ = ["TIME_GRAINS"]

_NEXT_DAY = "{col} + INTERVAL 1 DAY"
_MOMENT = "{col} + INTERVAL 0 SECOND"
"""A moment; of a day that at its midnight, for a day has no clock."""


def _begin_of(unit: str) -> str:
    """The beginning of a unit shorter than a day; of a day only its time at midnight has one."""
    return f"date_trunc('{unit}', {_MOMENT})"


def _steps_of_day(seconds: int) -> str:
    """The beginning of a step of so many seconds, of which a whole number makes a day."""
    second_of_day = f"3600 * hour({_MOMENT}) + 60 * minute({_MOMENT}) + second({_MOMENT})"
    return f"timestamp_seconds(unix_timestamp({{col}}) - pmod({second_of_day}, {seconds}))"


TIME_GRAINS: dict[str | None, str] = {
    None: "{col}",
    TimeGrain.SECOND: _begin_of("SECOND"),
    TimeGrain.FIVE_SECONDS: _steps_of_day(5),
    TimeGrain.THIRTY_SECONDS: _steps_of_day(30),
    TimeGrain.MINUTE: _begin_of("MINUTE"),
    TimeGrain.FIVE_MINUTES: _steps_of_day(5 * 60),
    TimeGrain.TEN_MINUTES: _steps_of_day(10 * 60),
    TimeGrain.FIFTEEN_MINUTES: _steps_of_day(15 * 60),
    TimeGrain.THIRTY_MINUTES: _steps_of_day(30 * 60),
    TimeGrain.HOUR: _begin_of("HOUR"),
    TimeGrain.SIX_HOURS: _steps_of_day(6 * 60 * 60),
    TimeGrain.DAY: "date_trunc('DAY', {col})",
    TimeGrain.WEEK: "date_trunc('WEEK', {col})",
    TimeGrain.WEEK_STARTING_SUNDAY: f"date_trunc('WEEK', {_NEXT_DAY}) - INTERVAL 1 DAY",
    TimeGrain.WEEK_STARTING_MONDAY: "date_trunc('WEEK', {col})",
    TimeGrain.WEEK_ENDING_SATURDAY: f"date_trunc('WEEK', {_NEXT_DAY}) + INTERVAL 5 DAY",
    TimeGrain.WEEK_ENDING_SUNDAY: "date_trunc('WEEK', {col}) + INTERVAL 6 DAY",
    TimeGrain.MONTH: "date_trunc('MONTH', {col})",
    TimeGrain.QUARTER: "date_trunc('QUARTER', {col})",
    TimeGrain.YEAR: "date_trunc('YEAR', {col})",
}
