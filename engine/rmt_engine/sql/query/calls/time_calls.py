"""Functions of days and times that also take texts, numbers and time zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers.kinds import (
    STRINGS,
    TIMES,
    is_number,
    plain,
)
from rmt_engine.sql.functions.answers.times import SUBSECONDS, UNITS
from rmt_engine.sql.query.calls.function_calls import called, interval_of_spark
from rmt_engine.sql.query.calls.steps_from_origin import start_of_step
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.zones import constant_zone
from rmt_engine.sql.query.values import Value, literal, stored

__all__ = ["TIME_CALLS"]

_MOMENTS = frozenset(("DateTime", "DateTime64"))
_WIDE = frozenset(("Date32", "DateTime64"))
_STARTS = """toStartOfDay toStartOfHour toStartOfMinute toStartOfFiveMinutes toStartOfTenMinutes
toStartOfFifteenMinutes timeSlot""".split()
"""Functions that give the start of a stretch of time as a DateTime."""
_WITHOUT_ZONE = 2
_OF_CLOCKS = frozenset(("Hour", "Minute", "Second", *SUBSECONDS))
"""Units that days have no part of."""
_INTERVALS = frozenset(f"Interval{unit}" for unit in UNITS if unit != "Nanosecond")


def _difference(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`dateDiff('unit', a, b)`; of two dates, Spark's number of days."""
    if len(values) == 2:
        return Value(f"datediff({', '.join(stored(v).sql for v in values)})", plain("Int32"))
    return called("dateDiff", values)


def _now(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`now([zone])`."""
    _refuse_no_constant("now", values)
    found = called("now", values)
    return replace(found, sql=called("now", []).sql)


def _now64(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`now64([digits[, zone]])`."""
    _refuse_no_constant("now64", values[1:])
    return called("now64", values)


def _refuse_no_constant(name: str, zones: Sequence[Value]) -> None:
    for zone in zones:
        if not isinstance(zone.constant, str):
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Illegal column of the time zone of function {name}, must be a constant string.",
            )


def _unix_timestamp(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toUnixTimestamp(time)`, of a text, in a time zone, or of a number."""
    number = values[0] if values[0].family in TIMES else as_number(values[0])
    if number.type is not None and is_number(number.type):
        return call("toUInt32", [number])
    if values[0].family == "DateTime64":
        return call("toUInt32", values[:1])
    if values[0].family in TIMES:
        values = values[:1]
    elif len(values) == 2 or values[0].family == "String":
        values = [call("toDateTime", values)]
    found = called("toUnixTimestamp", values)
    is_day = values[0].family in ("Date", "Date32")
    return replace(found, sql=f"toUInt32({found.sql})") if is_day else found


def _of_day(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function of a day that also reads one from a text."""
    first, *others = values
    if first.family in STRINGS:
        first = call("parseDateTimeBestEffort", [first])
    return called(name, [first, *others])


def _in_zone(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function of a time whose last argument may name the time zone it is in."""
    *others, zone = values
    if len(values) <= _WITHOUT_ZONE or constant_zone(name, zone) is None:
        return _saturated(called(name, values), name)
    if others[0].family in _MOMENTS:
        others[0] = call("toTimeZone", [others[0], zone])
    return call(name, others)


def _start(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """The start of a stretch of time; of a day or a time of the wider types, a DateTime yet."""
    return _within_date_times(called(name, values), values[0])


def _within_date_times(found: Value, time: Value) -> Value:
    """A DateTime, which ends in 1970 and 2106, of a time of any type."""
    if found.family != "DateTime" or time.family not in _WIDE:
        return found
    return replace(found, sql=f"toDateTime({found.sql})")


def _saturated(found: Value, name: str) -> Value:
    """A Date that was moved, which stays one."""
    if found.family != "Date" or not name.startswith(("add", "subtract")):
        return found
    return replace(found, sql=f"toDate({found.sql})")


def _from_unix_timestamp(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`fromUnixTimestamp(seconds[, format[, zone]])`: a time, or its text."""
    time = call("toDateTime", [as_number(values[0])])
    return call("formatDateTime", [time, *values[1:]]) if len(values) > 1 else time


def _start_of_interval(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toStartOfInterval(time, interval[, origin])`."""
    if len(values) > 2:
        return start_of_step(name, values, call)
    time, step = values
    unit = step.family.removeprefix("Interval")
    _refuse_finer(name, unit, time)
    found = called(name, values)
    if found.type is None or step.family not in _INTERVALS:
        return found
    length = f"{interval_of_spark(step)}, '{unit.lower()}'"
    text = f"toStartOfInterval({stored(time).sql}, {length})"
    return _within_date_times(replace(found, sql=f"CAST({text} AS {found.type.spark})"), time)


def _refuse_finer(name: str, unit: str, time: Value) -> None:
    """Refuses a unit that is finer than what a type of times tells.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    is_day = time.family in ("Date", "Date32")
    if (is_day and unit in _OF_CLOCKS) or (time.family == "DateTime" and unit in SUBSECONDS):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal unit {unit.lower()} of function {name} for an argument of type {time.type}.",
            f"Convert it with {'toDateTime' if is_day else 'toDateTime64'}.",
        )


def _formatted(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`formatDateTime(time, format[, zone])`: in the zone of the time, unless it is given."""
    pattern = values[1] if len(values) > 1 else None
    if pattern is not None and pattern.type is not None and pattern.family not in STRINGS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {pattern.type} of second argument of function {name}. Must be String.",
        )
    time, *others = values
    if time.family in ("Date", "Date32"):
        # A day is the same in all time zones.
        return called(name, [time, *others[:1]])
    own = time.type.own_timezone if time.type is not None and time.family in _MOMENTS else None
    if own and len(values) == _WITHOUT_ZONE:
        values = [*values, literal(own)]
    return called(name, values)


def _cut(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`dateTrunc('unit', time[, zone])`: no day has hours; a Date32 may be any day."""
    unit = _unit(values)
    _refuse_finer(name, unit, values[1])
    found = called(name, values)
    if found.family != "Date32":
        return found
    return replace(found, sql=f"trunc({stored(values[1]).sql}, '{unit.lower()}')")


def _part_name(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`dateName('part', time[, zone])`: no day has hours."""
    if (unit := _unit(values)) not in SUBSECONDS:
        _refuse_finer(name, unit, values[1])
    return called(name, values)


def _unit(values: Sequence[Value]) -> str:
    """The unit that the first argument names, as names of intervals have it."""
    return str(values[0].constant).lower().capitalize()


TIME_CALLS: Mapping[str, Lowering] = {
    "toStartOfInterval": _start_of_interval,
    "dateTrunc": _cut,
    "dateName": _part_name,
    **dict.fromkeys(_STARTS, _start),
    "formatDateTime": _formatted,
    "dateDiff": _difference,
    "now": _now,
    "now64": _now64,
    "toUnixTimestamp": _unix_timestamp,
    "fromUnixTimestamp": _from_unix_timestamp,
    **dict.fromkeys(("toWeek", "toYearWeek", "toDayOfWeek"), _of_day),
    **{
        f"{verb}{unit}s": _in_zone
        for verb in ("add", "subtract")
        for unit in UNITS
        if f"{verb}{unit}s" in FUNCTIONS
    },
}
"""Functions of times whose meaning depends on the types of their arguments."""
