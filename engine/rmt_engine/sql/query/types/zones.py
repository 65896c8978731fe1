"""Times of a zone of their own: functions that look at the clock see the clock of that zone.

A DateTime of a column or a conversion may have a time zone, `DateTime('Asia/Tokyo')`. Spark's
TIMESTAMP is the moment alone, and its functions look at the session's clock. So the moment moves to
the one at which the session's clock shows what the other zone's does, and an answer that is a time
of that zone moves back.

Source: https://clickhouse.com/docs/sql-reference/data-types/datetime#usage-remarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import STRINGS, plain
from rmt_engine.sql.functions.answers.times import date_time
from rmt_engine.sql.query.composing import Compose
from rmt_engine.sql.query.values import Value, argument_of, literal
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["clock_of", "constant_zone", "moved", "on_own_clocks", "own_zone"]

_TIMES = ("DateTime", "DateTime64")
_DAYS = ("Date", "Date32")
_UNITS = "Years Quarters Months Weeks Days".split()
_ONE_ARGUMENT = """toYear toQuarter toMonth toDayOfMonth toDayOfYear toHour toMinute
    toSecond toISOWeek toISOYear toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss
    toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toLastDayOfMonth toMonday
    toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond
    toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot toRelativeYearNum
    toRelativeQuarterNum toRelativeMonthNum toRelativeWeekNum toRelativeDayNum
    toDaysSinceYearZero toDate toDate32 toString monthName""".split()
_WITHOUT_ZONE: dict[str, int] = {
    **dict.fromkeys(_ONE_ARGUMENT, 1),
    **dict.fromkeys(
        (
            *("toDayOfWeek", "toWeek", "toYearWeek", "toStartOfWeek", "toLastDayOfWeek"),
            *("formatDateTimeInJodaSyntax", "dateTrunc", "dateName", "toStartOfInterval"),
        ),
        2,
    ),
    **dict.fromkeys(("dateDiff", "age"), 3),
    **dict.fromkeys((f"{verb}{unit}" for verb in ("add", "subtract") for unit in _UNITS), 2),
}
"""Functions that look at the clock, with how many arguments they have at most without a zone."""
_BEFORE_ZONE: dict[str, int] = {
    **_WITHOUT_ZONE,
    "formatDateTime": 2,
    **{
        f"{verb}{unit}second": 1
        for verb in ("to", "toStartOf")
        for unit in ("Milli", "Micro", "Nano")
    },
}
"""How many arguments functions have that take a time zone behind them."""
_ZONES_OF_ROWS = frozenset(("toString", "formatDateTime", "formatDateTimeInJodaSyntax"))
"""Functions that take another zone in each row."""
_OTHER_CLOCKS = frozenset(("toDaysSinceYearZero",))
"""Functions that take a zone, and look at the clock of the time's own."""
_READ_DAYS = frozenset(("toDate", "toDate32"))
"""Functions that look at a zone only where the value is a moment."""
_DIFFERENCES = ("dateDiff", "age")
_OF_DAYS = frozenset(
    """day days dd d week weeks wk ww month months mm m quarter quarters qq q year years yyyy
    yy""".split()
)
"""The units of a difference that begin when a clock says so."""


def on_own_clocks(name: str, values: Sequence[Value], zone: str, call: Compose) -> Value | None:
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
    if len(values) - 1 == _BEFORE_ZONE.get(name) and values[-1].family in STRINGS:
        return _in_named_zone(name, values[:-1], values[-1], zone, call)
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


def _in_named_zone(
    name: str, values: Sequence[Value], named: Value, zone: str, call: Compose
) -> Value | None:
    """A call with a time zone: its times are times of that zone."""
    if not any(value.family in _TIMES for value in values):
        if name in _READ_DAYS:
            return call(name, values)
        if name == "toString":
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"Function {name} takes a time zone only beside a DateTime or DateTime64.",
            )
    if name in _ZONES_OF_ROWS and not named.is_constant:
        if name == "formatDateTime":
            return None
        return call(name, [_on_clock(value, named.sql, zone) for value in values])
    its = constant_zone(name, named)
    if its is None:
        return None
    if name in _OTHER_CLOCKS:
        return call(name, values)
    answer = answer_type(name, [argument_of(value) for value in values])
    if name in _DIFFERENCES and str(values[0].constant).lower() not in _OF_DAYS:
        answer = plain("DateTime64")
    return call(name, [_as_of(name, value, its, answer, call) for value in values])


def constant_zone(name: str, named: Value) -> str | None:
    """The time zone that an argument names; None if it is a constant of a text that is not known.

    Args:
        name: the function.
        named: the argument.

    Raises:
        RmtError: `ILLEGAL_COLUMN`, it is no constant; `ILLEGAL_TYPE_OF_ARGUMENT`, it is empty;
            `BAD_ARGUMENTS`, there is no such time zone.
    """
    if not named.is_constant:
        raise RmtError(
            "ILLEGAL_COLUMN", f"The time zone of function {name} must be a constant string."
        )
    if not isinstance(named.constant, str):
        return None
    if not named.constant:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The time zone of function {name} must be non-empty and be a valid time zone.",
            "Use a name of the IANA database such as 'Europe/Zurich'.",
        )
    date_time(named.constant)
    return named.constant


def _as_of(name: str, value: Value, its: str, answer: DataType | None, call: Compose) -> Value:
    """An argument of a call in a time zone: a moment is of that zone.

    A day is the moment it begins there, if the answer is a moment, too.
    """
    if value.type is not None and value.family in _TIMES:
        numbers = (one for one in value.type.arguments if not isinstance(one, str))
        return replace(value, type=replace(value.type, arguments=(*numbers, its)))
    if value.family not in _DAYS or answer is None:
        return value
    if answer.family == "DateTime64":
        return call("toDateTime64", [value, literal(0), literal(its)])
    if answer.family == "DateTime":
        return call("toDateTime", [value, literal(its)])
    if answer.family not in _DAYS:
        return value
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"The time zone of function {name} is allowed only beside a DateTime or DateTime64, not a "
        f"{value.family}.",
    )


def _on_clock(value: Value, own: str, zone: str) -> Value:
    """A moment at which the session's clock shows what that of a row's zone does at another one.

    Args:
        value: any value; only moments change.
        own: Spark's text of the zone.
        zone: the session's.
    """
    if value.type is None or value.family not in _TIMES:
        return value
    numbers = tuple(one for one in value.type.arguments if not isinstance(one, str))
    text = _moved(value.sql, quote_string(zone), own)
    return Value(text, replace(value.type, arguments=numbers))


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
    return _moved(text, quote_string(from_zone), quote_string(to_zone))


def _moved(text: str, from_zone: str, to_zone: str) -> str:
    local = f"CAST({text} AS TIMESTAMP_NTZ)"
    return f"CAST(convert_timezone({from_zone}, {to_zone}, {local}) AS TIMESTAMP)"
