"""Times of a zone of their own: functions that look at the clock see the clock of that zone.

A DateTime of a column or a conversion may have a time zone, `DateTime('Asia/Tokyo')`. Spark's
TIMESTAMP is the moment alone, and its functions look at the session's clock. So the moment moves to
the one at which the session's clock shows what the other zone's does, and an answer that is a time
of that zone moves back.

Source: https://clickhouse.com/docs/sql-reference/data-types/datetime#usage-remarks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.query.values import Value, argument_of
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["clock_of", "moved", "on_own_clocks", "own_zone"]

_TIMES = ("DateTime", "DateTime64")
_UNITS = "Years Quarters Months Weeks Days".split()
_ONE_ARGUMENT = """toYear toQuarter toMonth toDayOfMonth toDayOfYear toDayOfWeek toHour toMinute
    toSecond toISOWeek toISOYear toWeek toYearWeek toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss
    toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toLastDayOfMonth toMonday
    toStartOfWeek toLastDayOfWeek toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond
    toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot toRelativeYearNum
    toRelativeQuarterNum toRelativeMonthNum toRelativeWeekNum toRelativeDayNum toRelativeHourNum
    toDaysSinceYearZero toDate toDate32 toString monthName""".split()
_WITHOUT_ZONE: dict[str, int] = {
    **dict.fromkeys(_ONE_ARGUMENT, 1),
    **dict.fromkeys(
        (
            "formatDateTimeInJodaSyntax",
            "dateTrunc",
            "dateName",
            "toStartOfInterval",
        ),
        2,
    ),
    **dict.fromkeys(("dateDiff", "age"), 3),
    **dict.fromkeys((f"{verb}{unit}" for verb in ("add", "subtract") for unit in _UNITS), 2),
}
"""Functions that look at the clock, with how many arguments they have at most without a zone."""
_DIFFERENCES = ("dateDiff", "age")
_OF_DAYS = frozenset(
    """day days dd d week weeks wk ww month months mm m quarter quarters qq q year years yyyy
    yy""".split()
)
"""The units of a difference that begin when a clock says so."""


def on_own_clocks(
    name: str, values: Sequence[Value], zone: str, call: Callable[[str, Sequence[Value]], Value]
) -> Value | None:
    """A call of a function that looks at the clock of its arguments.

    Args:
        name: the function, ClickHouse's name.
        values: its arguments.
        zone: the session's time zone.
        call: lowers a call.

    Returns:
        None if the function looks at no clock but the session's.
    """
    own = [own_zone(value, zone) for value in values]
    most = _WITHOUT_ZONE.get(name)
    if most is None or not any(own):
        return None
    if len(values) > most and isinstance(values[-1].constant, str):
        return None
    if name in _DIFFERENCES and str(values[0].constant).lower() not in _OF_DAYS:
        return None
    shifted = [
        value if its is None else clock_of(value, its, zone)
        for value, its in zip(values, own, strict=True)
    ]
    found = call(name, shifted)
    answer = answer_type(name, [argument_of(value) for value in values])
    kept = answer.own_timezone if answer is not None and answer.family in _TIMES else None
    return _moment_of(found, kept, zone) if kept else found


def own_zone(value: Value, zone: str) -> str | None:
    """The time zone of a time, if it has another one than the session.

    Args:
        value: any value.
        zone: the session's.
    """
    if value.family not in _TIMES or value.type is None:
        return None
    own = value.type.own_timezone
    return own if own and own != zone else None


def clock_of(value: Value, own: str, zone: str) -> Value:
    """The moment at which the session's clock shows what another zone's does at another moment.

    Args:
        value: a time.
        own: the other zone.
        zone: the session's. It is written into the expression: Spark's `current_timezone()` is that
            of the session which runs a plan, and a mutation runs plans that another one analyzed.
    """
    assert value.type is not None
    numbers = tuple(one for one in value.type.arguments if not isinstance(one, str))
    kept = replace(value.type, arguments=numbers)
    return Value(moved(value.sql, zone, own), kept, folded=value.is_constant)


def _moment_of(value: Value, own: str, zone: str) -> Value:
    """The moment at which a zone's clock shows what the session's does at another moment."""
    assert value.type is not None
    numbers = tuple(one for one in value.type.arguments if not isinstance(one, str))
    kept = replace(value.type, arguments=(*numbers, own))
    return Value(moved(value.sql, own, zone), kept, folded=value.is_constant)


def moved(text: str, from_zone: str, to_zone: str) -> str:
    """Spark's text of a moment or a day, moved from one zone's clock to that of another."""
    local = f"CAST({text} AS TIMESTAMP_NTZ)"
    zones = f"{quote_string(from_zone)}, {quote_string(to_zone)}"
    return f"CAST(convert_timezone({zones}, {local}) AS TIMESTAMP)"
