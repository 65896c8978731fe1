"""Dates and times.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/date-time-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    Arguments,
    Builder,
    Builders,
    at_least,
    at_most,
    failing,
    of,
    typed,
)
from rmt_engine.spark.functions.date_formats import formatted, parsed
from rmt_engine.sql.values.types import parse_type

__all__ = [
    "DATES",
    "MOST_SECONDS",
    "MOST_YEARS",
    "as_date",
    "cut",
    "days_of",
    "digits_of_time",
    "limited",
    "moment_of",
    "whole_second",
]

MOST_SECONDS = 2**32 - 1
"""The seconds from 1970 to the last DateTime."""
_MOST_DAYS = 2**16 - 1
"""The days from 1970 to the last Date."""
_USUAL_PATTERN = "%Y-%m-%d %H:%i:%s"
_FORMS = ("", "OrNull", "OrZero")
_DAYS_BEFORE_1970 = 719_528
_FIRST_JULIAN_DAY = -678_941
"""0000-01-01, in days since 1858-11-17."""
_LAST_JULIAN_DAY = 2_973_483
_EPOCH_MONDAY = -3
"""The Monday that weeks are counted from, in days since 1970: 1969-12-29."""
_UNIT_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
_UNIT_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_UNIT_MICROS = {"microsecond": 1, "millisecond": 1000} | {
    unit: seconds * 1_000_000 for unit, seconds in _UNIT_SECONDS.items()
}
MOST_YEARS = 20_000
"""How far a time is moved at most: beyond all that there are."""
_IN_A_YEAR = {
    **{"year": 1, "quarter": 4, "month": 12, "week": 53, "day": 366},
    **{
        unit: 366 * 86_400_000_000 // micros
        for unit, micros in _UNIT_MICROS.items()
        if micros < 10**11
    },
}
"""How many of a unit a year has at most."""
_UNIT_WORDS = {
    **{unit: unit for unit in (*_UNIT_MICROS, *_UNIT_MONTHS)},
    **dict.fromkeys(("yy", "yyyy"), "year"),
    **dict.fromkeys(("qq", "q"), "quarter"),
    **dict.fromkeys(("mm", "m"), "month"),
    **dict.fromkeys(("wk", "ww"), "week"),
    **dict.fromkeys(("dd", "d"), "day"),
    **dict.fromkeys(("hh", "h"), "hour"),
    **dict.fromkeys(("mi", "n"), "minute"),
    **dict.fromkeys(("ss", "s"), "second"),
    "ms": "millisecond",
    **dict.fromkeys(("us", "u"), "microsecond"),
}


def as_date(day: Column) -> Column:
    """A day as ClickHouse's Date, which ends at 1970-01-01 and 2149-06-06."""
    first, last = (F.lit(text).cast("date") for text in ("1970-01-01", "2149-06-06"))
    return F.when(day < first, first).when(day > last, last).otherwise(day)


def cut(instant: Column, digits: int) -> Column:
    """Cuts a time's fraction to so many digits; Spark has six."""
    if digits >= 6:
        return instant
    return _floor_micros(instant, 10 ** (6 - digits))


def whole_second(instant: Column) -> Column:
    """A moment as ClickHouse's DateTime, which has whole seconds of 1970 to 2106."""
    first, last = (F.timestamp_seconds(F.lit(second)) for second in (0, MOST_SECONDS))
    return cut(F.when(instant < first, first).when(instant > last, last).otherwise(instant), 0)


def digits_of_time(arguments: Arguments, position: int) -> int:
    """The fractional digits of a DateTime64, an argument.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND`, there are no times of so many.
    """
    return parse_type(f"DateTime64({int(arguments.literal(position))})").precision


def _floor_micros(instant: Column, unit: int) -> Column:
    micros = F.unix_micros(instant)
    return F.timestamp_micros(micros - F.pmod(micros, F.lit(unit)))


# Time zones


def _in_zone(build: Callable[[Column], Column]) -> Builder:
    """A part of a time, in the session's time zone or in the one of the second argument."""

    def in_zone(arguments: Arguments) -> Column:
        time, *zone = arguments.columns
        return build(clock_of(arguments, time, zone[0]) if zone else time)

    return typed(1, 2, in_zone)


def clock_of(arguments: Arguments, time: Column, zone: Column) -> Column:
    """The clock of a time zone, as a time of the session's zone."""
    clock = time.cast("timestamp").cast("timestamp_ntz")
    return F.convert_timezone(arguments.session_zone, zone, clock).cast("timestamp")


def moment_of(arguments: Arguments, time: Column, zone: Column) -> Column:
    """The moment at which a zone's clock shows what the session's shows at a time."""
    clock = time.cast("timestamp").cast("timestamp_ntz")
    return F.convert_timezone(zone, arguments.session_zone, clock).cast("timestamp")


def _start_in_zone(build: Callable[[Column], Column]) -> Builder:
    """The start of a stretch of time; the second argument is the time zone it is reckoned in."""

    def start(arguments: Arguments) -> Column:
        time, *zone = arguments.columns
        if not zone:
            return build(time)
        return moment_of(arguments, build(clock_of(arguments, time, zone[0])), zone[0])

    return typed(1, 2, start)


# Numbers of a date


def _moment(build: Callable[[Column], Column]) -> Builder:
    """A moment of a number; the time zone of the second argument is that of its type alone."""
    return typed(1, 2, lambda arguments: build(arguments.columns[0].cast("bigint")))


def _fraction(build: Callable[[Column], Column]) -> Builder:
    """A number of the microseconds of a second, which are the same in all time zones."""

    def of_time(arguments: Arguments) -> Column:
        micros = F.unix_micros(arguments.columns[0].cast("timestamp"))
        return build(F.pmod(micros, F.lit(1_000_000))).cast("bigint")

    return typed(1, 2, of_time)


def _cut(number: Column, divisor: int) -> Column:
    """A whole number divided, towards zero."""
    return ((number - number % divisor) / divisor).cast("bigint")


def _seconds(time: Column) -> Column:
    return F.unix_seconds(time.cast("timestamp"))


def days_of(day: Column) -> Column:
    """The days since 1970."""
    return F.unix_date(day.cast("date"))


def _months(day: Column) -> Column:
    return F.year(day) * 12 + F.month(day)


def _quarters(day: Column) -> Column:
    return F.year(day) * 4 + F.quarter(day)


def _floor_div(number: Column, unit: int) -> Column:
    return (number - F.pmod(number, F.lit(unit))) / unit


def _whole(number: Column) -> Column:
    return number.cast("bigint")


def _weeks(day: Column) -> Column:
    """The week, as `DateLUTImpl::toRelativeWeekNum` of ClickHouse counts: the one before 1970, too.

    The week of 1970-01-01 and the one before it are both 0.
    """
    monday = days_of(day) - F.weekday(day) + 7
    return _whole((monday - monday % 7) / 7)


def _yyyymmdd(day: Column) -> Column:
    return F.year(day) * 10000 + F.month(day) * 100 + F.dayofmonth(day)


def _yyyymmddhhmmss(time: Column) -> Column:
    clock = F.hour(time) * 10000 + F.minute(time) * 100 + F.second(time)
    return _yyyymmdd(time).cast("bigint") * 1_000_000 + clock


# Weeks


def _day_of_week(arguments: Arguments) -> Column:
    """`toDayOfWeek(day[, mode[, zone]])`: the mode says what begins a week, and with 0 or 1."""
    time, *more = arguments.columns
    day = clock_of(arguments, time, more[1]) if len(more) > 1 else time
    mode = int(arguments.literal(1)) if more else 0
    from_sunday, other_first = bool(mode & 2), bool(mode & 1)
    number = F.dayofweek(day) - 1 if from_sunday else F.weekday(day)
    return number + 1 if from_sunday == other_first else number


def _week_start(day: Column, monday_first: bool) -> Column:
    behind = F.weekday(day) if monday_first else F.dayofweek(day) - 1
    return F.date_sub(day, behind)


_OF_NEW_YEAR = 8
"""The bit of a mode of weeks whose first one is that with January 1, without others of the year."""


def _mode(arguments: Arguments) -> int:
    return int(arguments.literal(1)) if len(arguments) > 1 else 0


def _week_anchor(arguments: Arguments, mode: int) -> Column:
    """The day of a week whose year is the week's year; see MySQL's `calc_week`."""
    monday_first = bool(mode & 1)
    four_days = bool(mode & 4) != monday_first
    start = _week_start(arguments.columns[0].cast("date"), monday_first)
    if mode & _OF_NEW_YEAR:
        return F.date_add(start, 6)
    return F.date_add(start, 3) if four_days else start


def _to_week(arguments: Arguments) -> Column:
    mode = _mode(arguments)
    day, anchor = arguments.columns[0].cast("date"), _week_anchor(arguments, mode)
    number = _whole(F.floor((F.dayofyear(anchor) - 1) / 7)) + 1
    if mode & (2 | _OF_NEW_YEAR):
        return number
    before = F.date_sub(anchor, 7)
    last = _whole(F.floor((F.dayofyear(before) - 1) / 7)) + 2
    return (
        F.when(F.year(anchor) < F.year(day), 0)
        .when(F.year(anchor) > F.year(day), last)
        .otherwise(number)
    )


def _to_year_week(arguments: Arguments) -> Column:
    anchor = _week_anchor(arguments, _mode(arguments) | 2)
    return F.year(anchor) * 100 + _whole(F.floor((F.dayofyear(anchor) - 1) / 7)) + 1


def _start_of_week(arguments: Arguments) -> Column:
    return as_date(_week_start(arguments.columns[0].cast("date"), bool(_mode(arguments) & 1)))


def _end_of_week(arguments: Arguments) -> Column:
    start = _week_start(arguments.columns[0].cast("date"), bool(_mode(arguments) & 1))
    return as_date(F.date_add(start, 6))


def _iso_year_start(day: Column) -> Column:
    monday = _week_start(day.cast("date"), True)
    year = F.year(F.date_add(monday, 3))
    return as_date(F.trunc(F.make_date(year, F.lit(1), F.lit(4)), "week"))


# Adding to dates and times


def _add(unit: str, sign: int) -> Builder:
    def build(arguments: Arguments) -> Column:
        count = limited(arguments.columns[1], MOST_YEARS * _IN_A_YEAR[unit]) * sign
        return _plus(arguments.columns[0], arguments.type(0), count, unit)

    return typed(2, 2, build)


def limited(number: Column, most: int) -> Column:
    """A number without what is behind its point, or the nearest bound, which is that of NaN."""
    return (
        F.when(number > most, most)
        .when(number < -most, -most)
        .otherwise(number.try_cast("bigint"))
        .cast("bigint")
    )


def _plus(time: Column, source: str, count: Column, unit: str) -> Column:
    count = count.cast("int") if unit in _UNIT_MONTHS or source == "date" else count
    if source == "string":
        time, source = time.cast("timestamp"), "timestamp"
    if source == "date" and unit in _UNIT_MONTHS:
        return F.add_months(time, count * _UNIT_MONTHS[unit])
    if source == "date" and unit in ("day", "week"):
        return F.date_add(time, count * (7 if unit == "week" else 1))
    if unit in _UNIT_MONTHS:
        return time + F.make_ym_interval(F.lit(0), count * _UNIT_MONTHS[unit])
    micros = F.unix_micros(time.cast("timestamp")) + count.cast("bigint") * _UNIT_MICROS[unit]
    return F.timestamp_micros(micros)


def _interval(unit: str) -> Builder:
    if unit in _UNIT_MONTHS:
        return of(lambda n: F.make_ym_interval(F.lit(0), (n * _UNIT_MONTHS[unit]).cast("int")))
    if unit in ("day", "week"):
        days = 7 if unit == "week" else 1
        return of(lambda n: F.make_interval(days=(n * days).cast("int")))
    return of(
        lambda n: F.make_dt_interval(
            F.lit(0), F.lit(0), F.lit(0), (n * _UNIT_MICROS[unit]).cast("decimal(18,0)") / 1_000_000
        )
    )


# Differences


def _unit(word: str) -> str:
    unit = _UNIT_WORDS.get(word.lower()) or _UNIT_WORDS.get(word.lower().removesuffix("s"))
    if unit is None:
        raise RmtError("BAD_ARGUMENTS", f"There is no unit of time {word}.", "'day', for example.")
    return unit


_COUNTS: Mapping[str, Callable[[Column], Column]] = {
    "year": F.year,
    "quarter": _quarters,
    "month": _months,
    "week": _weeks,
    "day": days_of,
    "hour": lambda t: _whole(_floor_div(_seconds(t), 3600)),
    "minute": lambda t: _whole(_floor_div(_seconds(t), 60)),
    "second": _seconds,
    "millisecond": lambda t: F.unix_millis(t.cast("timestamp")),
    "microsecond": lambda t: F.unix_micros(t.cast("timestamp")),
}


def _date_diff(arguments: Arguments) -> Column:
    unit = _unit(arguments.text(0))
    start, end = arguments.columns[1:3]
    if len(arguments) > 3:
        start, end = (clock_of(arguments, time, arguments.columns[3]) for time in (start, end))
    count = _COUNTS[unit]
    return _whole(count(end) - count(start))


def _age(arguments: Arguments) -> Column:
    """Whole units between two times, as `months_between` and division count them."""
    unit = _unit(arguments.text(0))
    start, end = (time.cast("timestamp") for time in arguments.columns[1:3])
    if unit == "week":
        return _whole_weeks(start, end)
    if unit in _UNIT_MONTHS:
        return _whole(_full_months(start, end) / _UNIT_MONTHS[unit])
    micros = F.unix_micros(end) - F.unix_micros(start)
    return (
        (micros - micros % _UNIT_MICROS[unit]).cast("decimal(20,0)").cast("bigint")
        if (unit == "microsecond")
        else _whole((micros - micros % _UNIT_MICROS[unit]) / _UNIT_MICROS[unit])
    )


def _whole_weeks(start: Column, end: Column) -> Column:
    """Weeks from one time to another, as `DateDiffImpl` of ClickHouse counts those of `age`.

    One less where the first is later in its week, whichever comes first.
    """
    sign = F.when(start <= end, 1).otherwise(-1)
    first, last = F.weekday(start), F.weekday(end)
    clocks = [F.unix_micros(t) - F.unix_micros(F.date_trunc("day", t)) for t in (start, end)]
    is_later = (clocks[0] - clocks[1]) * sign > 0
    less = F.when((first > last) | ((first == last) & is_later), sign).otherwise(0)
    return (_weeks(end) - _weeks(start) - less).cast("bigint")


def _full_months(start: Column, end: Column) -> Column:
    """Months from one time to another that are over, towards zero."""
    months = _months(end) - _months(start)
    day_and_clock = [
        F.dayofmonth(t).cast("bigint") * 86_400_000_000
        + F.pmod(F.unix_micros(t), F.lit(86_400_000_000))
        for t in (start, end)
    ]
    return (
        F.when((months > 0) & (day_and_clock[1] < day_and_clock[0]), months - 1)
        .when((months < 0) & (day_and_clock[1] > day_and_clock[0]), months + 1)
        .otherwise(months)
    )


# Truncation


def _date_trunc(arguments: Arguments) -> Column:
    unit = _unit(arguments.text(0))
    start = _start_of(arguments.columns[1], 1, unit)
    return start.cast("date") if unit == "day" and arguments.type(1) == "date" else start


def _start_of(time: Column, count: int, unit: str) -> Column:
    """The start of the stretch of `count` units a time is in; stretches are counted from 1970."""
    if unit in _UNIT_MONTHS:
        months = F.year(time) * 12 + F.month(time) - 1
        width = count * _UNIT_MONTHS[unit]
        # Months and quarters are counted from the year 1900, years from the year 0.
        offset = 0 if unit == "year" else 1900 * 12
        first = months - F.pmod(months - offset, F.lit(width))
        year = _whole(F.floor(first / 12)).cast("int")
        return as_date(F.make_date(year, F.pmod(first, F.lit(12)) + 1, F.lit(1)))
    if unit == "week":
        days = days_of(time)
        return as_date(
            F.date_from_unix_date(
                days - F.pmod(days - _EPOCH_MONDAY - 7, F.lit(count * 7)).cast("int")
            )
        )
    time = time.cast("timestamp")
    if unit == "hour" and count > 1:
        midnight = F.date_trunc("day", time)
        inside = F.unix_micros(time) - F.unix_micros(midnight)
        width = count * _UNIT_MICROS[unit]
        return F.timestamp_micros(F.unix_micros(midnight) + inside - inside % width)
    return _floor_micros(time, count * _UNIT_MICROS[unit])


def _start_of_interval(arguments: Arguments) -> Column:
    count, unit = _width(arguments)
    return _start_of(arguments.columns[0], count, unit)


def _width(arguments: Arguments) -> tuple[int, str]:
    """The interval of `INTERVAL 5 MINUTE`: Spark keeps months, or days and microseconds.

    Of a query in ClickHouse's language a third argument is the unit as it was written.
    """
    value, kind = int(arguments.literal(1)), arguments.type(1)
    if value <= 0:
        raise RmtError("ARGUMENT_OUT_OF_BOUND", "The interval must be longer than nothing.")
    if len(arguments) > 2:
        unit = arguments.text(2)
        return value // (_UNIT_MONTHS.get(unit) or _UNIT_MICROS[unit]), unit
    if kind == "interval year" or (kind.startswith("interval month") and value % 12 == 0):
        return value // 12, "year"
    if kind.startswith("interval month"):
        return value, "month"
    for unit in ("week", "day", "hour", "minute", "second", "millisecond"):
        if value % _UNIT_MICROS[unit] == 0:
            return value // _UNIT_MICROS[unit], unit
    return value, "microsecond"


def _minutes(count: int) -> Builder:
    return _start_in_zone(lambda t: _floor_micros(t.cast("timestamp"), count * 60_000_000))


# Other numbers of a day


def _of_julian_day_or_null(days: Column) -> Column:
    day = F.date_add(F.lit("1858-11-17").cast("date"), days.cast("int"))
    return F.when(days.between(_FIRST_JULIAN_DAY, _LAST_JULIAN_DAY), day.cast("string"))


def _of_julian_day(days: Column) -> Column:
    is_none = ~days.between(_FIRST_JULIAN_DAY, _LAST_JULIAN_DAY)
    error = RmtError("CANNOT_FORMAT_DATETIME", "Value cannot be represented as date")
    failure = failing(error, days.cast("string"), "string")
    return F.when(is_none, failure).otherwise(_of_julian_day_or_null(days))


def _from_days_since_year_zero(days: Column) -> Column:
    """A Date has 16 bits: what does not fit into them wraps around."""
    days = F.pmod(days.cast("decimal(20,0)") - _DAYS_BEFORE_1970, F.lit(2**16))
    return F.date_from_unix_date(days.cast("int"))


def _not_before_1970(count: Callable[[Column], Column], most: int = MOST_SECONDS) -> Builder:
    """A number of units since 1970, which a UInt32 holds."""
    return of(lambda time: at_most(at_least(count(time).cast("bigint"), 0), most))


_NAMES = {
    "year": "yyyy",
    "month": "MMMM",
    "day": "d",
    "hour": "H",
    "minute": "m",
    "second": "s",
    "weekday": "EEEE",
    "quarter": "q",
    "dayofyear": "D",
}


def _date_name(arguments: Arguments) -> Column:
    word = arguments.text(0).lower()
    if word == "week":
        return F.weekofyear(arguments.columns[1]).cast("string")
    if word not in _NAMES:
        raise RmtError("BAD_ARGUMENTS", f"dateName knows no part {word}.")
    return F.date_format(arguments.columns[1].cast("timestamp"), _NAMES[word])


def _now64(arguments: Arguments) -> Column:
    digits = digits_of_time(arguments, 0) if arguments.columns else 3
    return cut(F.current_timestamp(), digits)


def _format(arguments: Arguments) -> Column:
    time = arguments.columns[0].cast("timestamp")
    zone = arguments.columns[2] if len(arguments) > 2 else arguments.session_zone
    moment = time.cast("timestamp_ntz")
    local, universal = (
        F.convert_timezone(arguments.session_zone, one, moment) for one in (zone, F.lit("UTC"))
    )
    shown = local.cast("timestamp") if len(arguments) > 2 else time
    return formatted(shown, arguments.text(1), local - universal)


def _parsed(usual: str, form: str = "") -> Builder:
    """A time of a text, in a pattern and a time zone.

    Args:
        usual: the pattern that the call leaves out.
        form: `OrNull`, `OrZero`, or nothing for an error, where the text does not fit.
    """

    def build(arguments: Arguments) -> Column:
        text = arguments.columns[0]
        pattern = arguments.text(1) if len(arguments) > 1 else usual
        is_bounded = ".%f" not in usual
        found = parsed(text, pattern, or_null=bool(form), is_bounded=is_bounded)
        if len(arguments) > 2:
            found = moment_of(arguments, found, arguments.columns[2])
        if is_bounded:
            found = cut(found, 0)
        if form != "OrZero":
            return found
        return F.when(text.isNotNull(), F.coalesce(found, F.timestamp_seconds(F.lit(0))))

    return typed(1, 3, build)


_UNITS = ("Year", "Quarter", "Month", "Week", "Day", "Hour", "Minute", "Second")
_FINER_UNITS = ("Millisecond", "Microsecond")

DATES: Builders = {
    "toYear": _in_zone(F.year),
    "toQuarter": _in_zone(F.quarter),
    "toMonth": _in_zone(F.month),
    "toDayOfMonth": _in_zone(F.dayofmonth),
    "toDayOfWeek": typed(1, 3, _day_of_week),
    "clickhouse_dayofweek": typed(1, 3, _day_of_week),
    "toDayOfYear": _in_zone(F.dayofyear),
    "toHour": _in_zone(F.hour),
    "toMinute": _in_zone(F.minute),
    "toSecond": _in_zone(F.second),
    "toMillisecond": _fraction(lambda micros: F.floor(micros / 1000)),
    "toMicrosecond": _fraction(lambda micros: micros),
    "toNanosecond": _fraction(lambda micros: micros * 1000),
    "toISOWeek": _in_zone(F.weekofyear),
    "toISOYear": _in_zone(lambda d: F.year(F.date_add(_week_start(d.cast("date"), True), 3))),
    "toWeek": typed(1, 2, _to_week),
    "toYearWeek": typed(1, 2, _to_year_week),
    "toYYYYMM": _in_zone(lambda d: F.year(d) * 100 + F.month(d)),
    "toYYYYMMDD": _in_zone(_yyyymmdd),
    "toYYYYMMDDhhmmss": _in_zone(_yyyymmddhhmmss),
    "toUnixTimestamp": of(_seconds),
    "toUnixTimestamp64Second": of(lambda t: _cut(F.unix_micros(t), 1_000_000)),
    "toUnixTimestamp64Milli": of(lambda t: _cut(F.unix_micros(t), 1000)),
    "toUnixTimestamp64Micro": of(F.unix_micros),
    "toUnixTimestamp64Nano": of(lambda t: F.unix_micros(t) * 1000),
    "fromUnixTimestamp": of(lambda n: F.timestamp_seconds(n.cast("bigint"))),
    "fromUnixTimestamp64Second": _moment(F.timestamp_seconds),
    "fromUnixTimestamp64Milli": _moment(F.timestamp_millis),
    "fromUnixTimestamp64Micro": _moment(F.timestamp_micros),
    "toStartOfYear": of(lambda d: as_date(F.trunc(d, "year"))),
    "toStartOfISOYear": of(_iso_year_start),
    "toStartOfQuarter": of(lambda d: as_date(F.trunc(d, "quarter"))),
    "toStartOfMonth": of(lambda d: as_date(F.trunc(d, "month"))),
    "toLastDayOfMonth": of(lambda d: as_date(F.last_day(d.cast("date")))),
    "toMonday": of(lambda d: as_date(F.trunc(d, "week"))),
    "toStartOfWeek": typed(1, 2, _start_of_week),
    "toLastDayOfWeek": typed(1, 2, _end_of_week),
    "toStartOfDay": _start_in_zone(lambda t: F.date_trunc("day", t)),
    "toStartOfHour": _start_in_zone(lambda t: F.date_trunc("hour", t)),
    "toStartOfMinute": _start_in_zone(lambda t: F.date_trunc("minute", t)),
    "toStartOfSecond": _start_in_zone(lambda t: F.date_trunc("second", t)),
    "toStartOfMillisecond": of(lambda t: _floor_micros(t.cast("timestamp"), 1000)),
    "toStartOfMicrosecond": of(lambda t: t.cast("timestamp")),
    "toStartOfNanosecond": of(lambda t: t.cast("timestamp")),
    "toStartOfFiveMinutes": _minutes(5),
    "toStartOfTenMinutes": _minutes(10),
    "toStartOfFifteenMinutes": _minutes(15),
    "timeSlot": _minutes(30),
    "toStartOfInterval": typed(2, 3, _start_of_interval),
    "dateTrunc": typed(2, 2, _date_trunc),
    "clickhouse_date_trunc": typed(2, 2, _date_trunc),
    "toRelativeYearNum": of(F.year),
    "toRelativeQuarterNum": of(lambda d: _quarters(d) - 1),
    "toRelativeMonthNum": of(_months),
    "toRelativeWeekNum": _not_before_1970(_weeks),
    "toRelativeDayNum": _not_before_1970(days_of, _MOST_DAYS),
    "toRelativeHourNum": _not_before_1970(_COUNTS["hour"]),
    "toRelativeMinuteNum": _not_before_1970(_COUNTS["minute"]),
    "toRelativeSecondNum": _not_before_1970(_seconds),
    "toDaysSinceYearZero": of(lambda d: days_of(d) + _DAYS_BEFORE_1970),
    "fromModifiedJulianDay": of(_of_julian_day),
    "fromModifiedJulianDayOrNull": of(_of_julian_day_or_null),
    "fromDaysSinceYearZero": of(_from_days_since_year_zero),
    "clickhouse_dateDiff": typed(3, 4, _date_diff),
    "age": typed(3, 3, _age),
    "clickhouse_monthName": of(lambda d: F.date_format(d.cast("timestamp"), "MMMM")),
    "dateName": typed(2, 2, _date_name),
    "formatDateTime": typed(2, 3, _format),
    **{f"parseDateTime{form}": _parsed(_USUAL_PATTERN, form) for form in _FORMS},
    **{f"parseDateTime64{form}": _parsed(_USUAL_PATTERN + ".%f", form) for form in _FORMS},
    "toTimezone": of(lambda time, zone: time.cast("timestamp")),
    "clickhouse_now": of(lambda: cut(F.current_timestamp(), 0)),
    "now64": typed(0, 2, _now64),
    "today": of(F.current_date),
    "yesterday": of(lambda: F.date_sub(F.current_date(), 1)),
    **{f"add{unit}s": _add(unit.lower(), 1) for unit in (*_UNITS, *_FINER_UNITS)},
    **{f"subtract{unit}s": _add(unit.lower(), -1) for unit in (*_UNITS, *_FINER_UNITS)},
    **{f"toInterval{unit}": _interval(unit.lower()) for unit in (*_UNITS, *_FINER_UNITS)},
}
