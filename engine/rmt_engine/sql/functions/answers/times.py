"""Types of dates and times that are moved, cut or read.

Source: `FunctionDateOrDateTimeAddInterval`, `toStartOfInterval` and `dateTrunc` of ClickHouse,
tried on ClickHouse 26.9.
"""

from __future__ import annotations

from rmt_engine.sql.functions.answers.call import Call, Rule
from rmt_engine.sql.functions.answers.kinds import TIMES, plain
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import UTC, DataType, parse_type

__all__ = [
    "SUBSECONDS",
    "UNITS",
    "changed",
    "cut_to_interval",
    "cut_to_unit",
    "date_time",
    "date_time64",
    "in_zone",
    "interval",
    "moved",
    "moved_by_interval",
    "of_format",
    "plus_interval",
    "start_of",
]

SUBSECONDS = {"Millisecond": 3, "Microsecond": 6, "Nanosecond": 9}
_OF_DAYS = frozenset(("Day", "Week", "Month", "Quarter", "Year"))
_OF_SECONDS = frozenset(("Second", "Minute", "Hour"))
UNITS: tuple[str, ...] = (*sorted(_OF_DAYS), *sorted(_OF_SECONDS), *SUBSECONDS)
"""The units of intervals."""


def date_time(zone: str | None = None) -> DataType:
    """A DateTime, of a time zone if there is one.

    Raises:
        RmtError: `BAD_ARGUMENTS`, there is no such time zone.
    """
    return parse_type(f"DateTime({quote_string(zone)})") if zone else plain("DateTime")


def date_time64(digits: int, zone: str | None = None) -> DataType:
    """A DateTime64, of a time zone if there is one.

    Raises:
        RmtError: `BAD_ARGUMENTS`, there is no such time zone.
    """
    if zone:
        return parse_type(f"DateTime64({digits}, {quote_string(zone)})")
    return DataType("DateTime64", (digits,))


def plus_interval(time: DataType, unit: str) -> DataType | None:
    """The type of a time that so many of a unit are added to or subtracted from."""
    digits = SUBSECONDS.get(unit, 0)
    family = time.family
    if family == "DateTime64":
        return date_time64(max(time.precision, digits), time.own_timezone)
    if family == "DateTime":
        return date_time64(digits, time.own_timezone) if digits else time
    if family == "String":
        return date_time64(max(3, digits))
    if digits or family not in TIMES:
        return None
    if unit in _OF_DAYS:
        return time
    return date_time64(3) if family == "Date32" else plain("DateTime")


def moved(unit: str) -> Rule:
    """`addDays(time, n)` and its kin."""
    return lambda call: plus_interval(call.types[0], unit)


def moved_by_interval(call: Call) -> DataType | None:
    """`addInterval`, `dateAdd(time, INTERVAL …)`: the interval may stand first or last."""
    time, step = call.types[0], call.types[-1]
    if time.family.startswith("Interval"):
        time, step = step, time
    if not step.family.startswith("Interval"):
        return None
    return plus_interval(time, step.family.removeprefix("Interval"))


def changed(unit: str) -> Rule:
    """`changeYear(time, year)` and its kin: of a day with an hour, a time."""

    def of_call(call: Call) -> DataType | None:
        time = call.types[0]
        if time.family not in TIMES:
            return None
        if unit in _OF_DAYS or time.family in ("DateTime", "DateTime64"):
            return time
        return date_time64(3) if time.family == "Date32" else plain("DateTime")

    return of_call


def interval(unit: str) -> Rule:
    """`toIntervalDay(n)` and its kin."""
    data_type = plain(f"Interval{unit}")
    return lambda _: data_type


def _zone(call: Call, place: int) -> str | None:
    """The time zone that an argument names, or else the one of the time."""
    return call.text(place) or call.types[0].own_timezone


def in_zone(place: int = 1) -> Rule:
    """A DateTime in the time zone of an argument, or of the first one."""
    return lambda call: date_time(_zone(call, place) if call.types else call.text(place))


def start_of(digits: int) -> Rule:
    """A DateTime64 of at least so many fractional digits: `toStartOfSecond` and its kin."""

    def of_call(call: Call) -> DataType:
        own = call.types[0].precision if call.types[0].family == "DateTime64" else 0
        return date_time64(max(digits, own), _zone(call, 1))

    return of_call


def of_format(place: int) -> Rule:
    """A time read from text: in the time zone that is named, or that of the session."""
    return lambda call: date_time(call.text(place) or UTC)


def cut_to_interval(call: Call) -> DataType | None:
    """`toStartOfInterval(time, INTERVAL n unit[, origin][, zone])`."""
    if len(call.types) > 2 and call.types[2].family in TIMES:
        return call.types[0]
    unit = call.types[1].family.removeprefix("Interval")
    zone = next((z for z in (call.text(2), call.text(3)) if z), call.types[0].own_timezone)
    return _cut(call.types[0], unit, zone)


def _cut(time: DataType, unit: str, zone: str | None) -> DataType | None:
    if unit in ("Week", "Month", "Quarter", "Year"):
        return plain("Date")
    if unit == "Day":
        return date_time(zone)
    if time.family not in ("DateTime", "DateTime64"):
        return None
    if unit in SUBSECONDS:
        return date_time64(SUBSECONDS[unit], zone) if time.family == "DateTime64" else None
    return date_time(zone)


def cut_to_unit(call: Call) -> DataType | None:
    """`dateTrunc('unit', time[, zone])`: of Date32 and DateTime64 the wider types."""
    unit = (call.text(0) or "").lower().capitalize()
    time = call.types[1]
    zone = call.text(2) or time.own_timezone
    is_wide = time.family in ("Date32", "DateTime64")
    if unit in ("Week", "Month", "Quarter", "Year"):
        return plain("Date32" if is_wide else "Date")
    if unit == "Day" or time.family in ("DateTime", "DateTime64"):
        if unit in SUBSECONDS:
            return date_time64(SUBSECONDS[unit], zone) if is_wide else None
        if unit == "Day" or unit in _OF_SECONDS:
            return date_time64(0, zone) if is_wide else date_time(zone)
    return None
