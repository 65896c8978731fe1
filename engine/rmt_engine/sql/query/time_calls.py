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
from rmt_engine.sql.functions.answers.times import UNITS
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.function_calls import called
from rmt_engine.sql.query.numbers_taken import as_number
from rmt_engine.sql.query.steps_from_origin import start_of_step
from rmt_engine.sql.query.values import Value, stored

__all__ = ["TIME_CALLS"]

_MOMENTS = frozenset(("DateTime", "DateTime64"))


def _difference(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`dateDiff('unit', a, b)`; of two dates, Spark's number of days."""
    if len(values) == 2:
        return Value(f"datediff({', '.join(stored(v).sql for v in values)})", plain("Int32"))
    return called("dateDiff", values)


def _now(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`now64([digits[, zone]])`."""
    for zone in values[1:]:
        if not isinstance(zone.constant, str):
            raise RmtError(
                "ILLEGAL_COLUMN",
                "Illegal column of the time zone of function now64, must be a constant string.",
            )
    return called("now64", values)


def _unix_timestamp(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toUnixTimestamp(time)`, of a text, in a time zone, or of a number."""
    number = values[0] if values[0].family in TIMES else as_number(values[0])
    if number.type is not None and is_number(number.type):
        return call("toUInt32", [number])
    if len(values) == 2 or values[0].family == "String":
        values = [call("toDateTime", values)]
    found = called("toUnixTimestamp", values)
    is_early = values[0].family in ("Date32", "DateTime64")
    return replace(found, sql=f"toUInt32({found.sql})") if is_early else found


def _of_day(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function of a day that also reads one from a text."""
    first, *others = values
    if first.family in STRINGS:
        first = call("parseDateTimeBestEffort", [first])
    return called(name, [first, *others])


def _in_zone(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function of a time whose last argument may name the time zone it is in."""
    *others, zone = values
    most = 1 if name.startswith("toRelative") else 2
    if len(values) <= most or not isinstance(zone.constant, str):
        return _saturated(called(name, values), name)
    if others[0].family in _MOMENTS:
        others[0] = call("toTimeZone", [others[0], zone])
    return call(name, others)


def _saturated(found: Value, name: str) -> Value:
    """A Date that was moved, which stays one."""
    if found.family != "Date" or not name.startswith(("add", "subtract")):
        return found
    return replace(found, sql=f"toDate({found.sql})")


def _from_unix_timestamp(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`fromUnixTimestamp(seconds)`; with a format, Spark's own."""
    if len(values) > 1:
        return called(name, values)
    return call("toDateTime", [as_number(values[0])])


def _start_of_interval(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toStartOfInterval(time, interval[, origin])`."""
    return called(name, values) if len(values) < 3 else start_of_step(name, values, call)


TIME_CALLS: Mapping[str, Lowering] = {
    "toStartOfInterval": _start_of_interval,
    "dateDiff": _difference,
    "now64": _now,
    "toUnixTimestamp": _unix_timestamp,
    "fromUnixTimestamp": _from_unix_timestamp,
    **dict.fromkeys(("toWeek", "toYearWeek", "toDayOfWeek"), _of_day),
    **{
        f"{verb}{unit}s": _in_zone
        for verb in ("add", "subtract")
        for unit in UNITS
        if f"{verb}{unit}s" in FUNCTIONS
    },
    **{
        f"toRelative{unit}Num": _in_zone
        for unit in ("Year", "Quarter", "Month", "Week", "Day", "Hour", "Minute", "Second")
    },
}
"""Functions of times whose meaning depends on the types of their arguments."""
