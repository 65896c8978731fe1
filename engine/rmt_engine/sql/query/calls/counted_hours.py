"""Hours, minutes and seconds since 1970, which begin when those of UTC do in most time zones.

Source: `toRelativeHourNum` of `DateLUTImpl` of ClickHouse, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import TIMES
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.zones import constant_zone, moved, own_zone
from rmt_engine.sql.query.values import Value, argument_of, stored

__all__ = ["OF_HOURS"]

_HOUR, _DAY = 3600, 86400
_YEARS = range(1970, 2107)
"""Those that a DateTime has."""
_MOST = 2**32 - 1


def _counted(unit: str, seconds: int) -> LoweringInContext:
    """`toRelativeHourNum(time[, zone])` and its kin: 0 of what is before 1970."""
    name = f"toRelative{unit}Num"

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        value = stored(values[0])
        named = [constant_zone(name, zone) for zone in values[1:2]]
        answer = answer_type(name, [argument_of(one) for one in values])
        if value.family not in TIMES or answer is None:
            return called(name, values)
        zone = next(filter(None, named), None) or own_zone(value, context.zone) or context.zone
        moment = value.sql
        if value.family in ("Date", "Date32") and zone != context.zone:
            moment = moved(moment, zone, context.zone)
        since = f"unix_seconds(CAST({moment} AS TIMESTAMP))"
        if seconds == _HOUR:
            since = _shifted(since, zone)
        count = f"({since} DIV {seconds})" if seconds > 1 else since
        text = f"CAST(least(greatest({count}, 0L), {_MOST}L) AS {answer.spark})"
        if value.is_nullable:
            text = f"(CASE WHEN {value.sql} IS NOT NULL THEN {text} END)"
        return Value(text, answer, folded=value.is_constant)

    return lower


def _shifted(since: str, zone: str) -> str:
    """Seconds since 1970, from the clock of a zone if its hours do not begin as UTC's do.

    Before 1970 ClickHouse looks at all clocks so.
    """
    start = _DAY - _offset(datetime(1970, 1, 1, tzinfo=UTC), ZoneInfo(zone))
    if _has_whole_hours(zone):
        return f"({since} + CASE WHEN {since} < 0 THEN {start} ELSE 0 END)"
    return f"({since} + {start})"


@cache
def _has_whole_hours(zone: str) -> bool:
    """Whether the hours of a zone always begin when those of UTC do."""
    info = ZoneInfo(zone)
    days = (
        datetime(year, month, day, tzinfo=UTC)
        for year in _YEARS
        for month in range(1, 13)
        for day in (1, 15)
    )
    return all(_offset(day, info) % _HOUR == 0 for day in days)


def _offset(moment: datetime, zone: ZoneInfo) -> int:
    found = moment.astimezone(zone).utcoffset() or timedelta()
    return round(found.total_seconds())


OF_HOURS: Mapping[str, LoweringInContext] = {
    f"toRelative{unit}Num": _counted(unit, seconds)
    for unit, seconds in (("Hour", _HOUR), ("Minute", 60), ("Second", 1))
}
"""Lowerings, by ClickHouse's function."""
