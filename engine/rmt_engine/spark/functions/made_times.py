"""Days and times made of numbers: a year, a month, a day, an hour, or all of them in one number.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/date-time-functions.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence

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
    once,
    typed,
)
from rmt_engine.spark.functions.dates import (
    MOST_YEARS,
    as_date,
    days_of,
    digits_of_time,
    limited,
)
from rmt_engine.sql.query.calls.changed_times import CHANGED, IN_RANGE

__all__ = ["MADE_TIMES", "OF_CHANGES"]

_LAST_YEAR = 9998
_SECONDS = 86400
_MICROS = 10**6
_MOST_DIGITS = 6
"""The fractional digits that Spark has."""
_NANOS = 9
"""The fractional digits of nanoseconds."""
_LAST_OF_NANOS = (2**63 - 1) // 1000
"""The last time that 64 bits of nanoseconds have, in microseconds."""
_LAST_SECOND = 2**32 - 1
"""The last that a DateTime has."""
_FIRST_YEAR, _FINAL_YEAR = 1900, 2299
"""The years of times that are made of numbers."""
_FIRST_SECOND, _FINAL_SECOND = -2_208_988_800, 10_413_791_999
"""When the first of them begins and the last one ends, in seconds since 1970."""
_MOST_OF_CLOCK = 99
"""What hours, minutes and seconds may be: those beyond a day count on."""
_ON_CLOCK: Mapping[str, tuple[int, int, Callable[[Column], Column]]] = {
    "hour": (23, 3600, F.hour),
    "minute": (59, 60, F.minute),
    "second": (59, 1, F.second),
}
"""Of each part of a clock the greatest number, its seconds, and what reads it."""


# Days


def _make_date(*parts: Column) -> Column:
    return _day_of_parts(parts, 1970, 2148)


def _make_date32(*parts: Column) -> Column:
    return _day_of_parts(parts, 1, 9998)


def _day_of_parts(parts: Sequence[Column], first: int, last: int) -> Column:
    """The day of a year, a month and a day, or of a year and its day; 1970-01-01 if there is none.

    Args:
        parts: numbers.
        first: the first year of the type.
        last: the last year that is in it whole.
    """
    year, *rest = (limited(part, MOST_YEARS).cast("int") for part in parts)
    zero = F.lit("1970-01-01").cast("date")
    is_year = year.between(first, last + 1)
    year = F.when(is_year, year).otherwise(1970)
    if len(rest) == 1:
        day = F.date_add(F.make_date(year, F.lit(1), F.lit(1)), rest[0] - 1)
        found = F.when(is_year & (F.year(day) == year), day).otherwise(zero)
    else:
        month, number = rest
        start = F.make_date(year, F.when(month.between(1, 12), month).otherwise(1), F.lit(1))
        right = is_year & month.between(1, 12) & number.between(1, 31)
        found = F.when(right, F.date_add(start, number - 1)).otherwise(zero)
    return _if_known(parts, as_date(found) if last < _LAST_YEAR else found)


def _if_known(parts: Sequence[Column], value: Column) -> Column:
    """The value, or NULL if a part is."""
    return F.when(functools.reduce(operator.and_, (p.isNotNull() for p in parts)), value)


def _from_yyyymmdd(number: Column) -> Column:
    number = limited(number, 10**9)
    return _make_date(_stretch(number, 4), _stretch(number, 2) % 100, number % 100)


def _stretch(number: Column, digits: int) -> Column:
    """A whole number without so many of its last digits."""
    return F.floor(number / 10**digits).cast("bigint")


# Times


def _local_second(parts: Sequence[Column]) -> Column:
    """The seconds from 1970 to a time on a clock, whose year is one of the range.

    Args:
        parts: the year, the month, the day, the hour, the minute and the second.
    """
    numbers = [
        F.when(~F.isnan(part.cast("double")), limited(part, MOST_YEARS)).otherwise(-1).cast("int")
        for part in parts
    ]
    return once(F.array(*numbers), _second_of_parts)


def _second_of_parts(parts: Column) -> Column:
    year, month, day, *clock = (parts[place] for place in range(6))
    is_valid = month.between(1, 12) & day.between(1, 31) & (year >= _FIRST_YEAR)
    for part in clock:
        is_valid &= part.between(0, _MOST_OF_CLOCK)
    hour, minute, second = clock
    days = (days_of(F.make_date(year, month, F.lit(1))) + day - 1).cast("bigint")
    return (
        F.when(~is_valid, _FIRST_SECOND)
        .when(year > _FINAL_YEAR, _FINAL_SECOND)
        .otherwise(days * _SECONDS + hour * 3600 + minute * 60 + second)
    )


def _moment(arguments: Arguments, local: Column, place: int) -> Column:
    """The moment at which a clock shows so many microseconds since 1970.

    Args:
        arguments: those of the call.
        local: the microseconds.
        place: that of the argument with the clock's time zone; without it, it is the session's.
    """
    zone = arguments.columns[place] if len(arguments) > place else arguments.session_zone
    return F.to_utc_timestamp(F.timestamp_micros(local), zone)


def _make_datetime(arguments: Arguments) -> Column:
    parts = arguments.columns[:6]
    moment = _moment(arguments, _local_second(parts) * _MICROS, 6)
    return _if_known(parts, _as_seconds(moment))


def _as_seconds(moment: Column) -> Column:
    """A time as ClickHouse's DateTime, which ends at 1970-01-01 and 2106-02-07."""
    return once(
        F.unix_seconds(moment),
        lambda second: F.timestamp_seconds(at_most(at_least(second, 0), _LAST_SECOND)),
    )


def _make_datetime64(arguments: Arguments) -> Column:
    """`makeDateTime64(…, second[, fraction[, digits[, zone]]])`."""
    digits = digits_of_time(arguments, 7) if len(arguments) > 7 else 3
    parts = arguments.columns[:7]
    fraction = parts[6] if len(parts) > 6 else F.lit(0)
    is_number = ~F.isnan(fraction.cast("double"))
    second = F.when(is_number, _local_second(parts[:6])).otherwise(_FIRST_SECOND)
    most = 10**digits - 1
    kept = at_least(limited(fraction, most), 0)

    def micros(second: Column) -> Column:
        counted = F.when(second == _FINAL_SECOND, most).when(second > _FIRST_SECOND, kept)
        return second * _MICROS + _micros(F.coalesce(counted, F.lit(0)), digits)

    return _if_known(parts, _moment(arguments, once(second, micros), 8))


def _micros(fraction: Column, digits: int) -> Column:
    """A number of so many digits behind the point of a second."""
    if digits <= _MOST_DIGITS:
        return fraction * F.lit(10 ** (_MOST_DIGITS - digits))
    return F.floor(fraction / 10 ** (digits - _MOST_DIGITS)).cast("bigint")


def _parts_of(number: Column) -> Column:
    whole = limited(number, 10**15)
    return once(
        whole,
        lambda n: F.array(
            _stretch(n, 10), *(_stretch(n, place) % 100 for place in range(8, -1, -2))
        ),
    )


def _from_yyyymmddhhmmss(arguments: Arguments) -> Column:
    number = _finite(arguments, "YYYYMMDDhhmmssToDateTime")
    local = once(_parts_of(F.round(number)), _second_of_parts) * _MICROS
    return _if_known([number], _as_seconds(_moment(arguments, local, 1)))


def _from_yyyymmddhhmmss64(arguments: Arguments) -> Column:
    """`YYYYMMDDhhmmssToDateTime64(number[, digits[, zone]])`.

    The number is rounded, and what it was rounded by is added: also to the first and last time.
    """
    digits = digits_of_time(arguments, 1) if len(arguments) > 1 else 3
    number = _finite(arguments, "YYYYMMDDhhmmssToDateTime64")
    behind = F.round((number - F.round(number)) * 10**digits).cast("bigint")
    second = once(_parts_of(F.round(number)), _second_of_parts)
    local = second * _MICROS + _micros(behind, digits)
    if digits == _NANOS:
        error = RmtError("DECIMAL_OVERFLOW", "The time is beyond those of nine digits")
        failure = failing(error, arguments.columns[0].cast("string"), "bigint")
        local = once(
            local, lambda micros: F.when(micros > _LAST_OF_NANOS, failure).otherwise(micros)
        )
    return _if_known([number], _moment(arguments, local, 2))


def _finite(arguments: Arguments, name: str) -> Column:
    """The first argument; an error for a floating-point number that is none."""
    number = arguments.columns[0]
    if arguments.type(0) not in ("float", "double"):
        return number
    error = RmtError("BAD_ARGUMENTS", f"Argument for function {name} must be finite")
    is_finite = ~F.isnan(number) & (F.abs(number) != float("inf"))
    failure = failing(error, number.cast("string"), "double")
    return F.when(number.isNull() | is_finite, number).otherwise(failure)


# Times whose parts change


def _changed(arguments: Arguments) -> Column:
    """A day or a time with another year, month, day, hour, minute or second.

    Days that a month does not have are counted on into the next one. What no clock shows is the
    first day there is.
    """
    time, number = arguments.columns[:2]
    unit, digits = arguments.text(2), int(arguments.literal(3))
    count = limited(number, MOST_YEARS).cast("int")
    is_day = arguments.type(0) == "date"

    def changed(row: Column) -> Column:
        if unit in _ON_CLOCK:
            return _on_other_clock(row["time"].cast("timestamp"), row["count"], unit)
        return _on_other_day(row["time"], row["count"], unit, None if is_day else digits)

    found = once(F.struct(time.alias("time"), count.alias("count")), changed)
    return _if_known([time, number], found)


def _on_other_clock(time: Column, count: Column, unit: str) -> Column:
    most, width, shown = _ON_CLOCK[unit]
    micros = F.unix_micros(time) + (count - shown(time)).cast("bigint") * (width * _MICROS)
    in_range = count.between(0, most)
    return F.when(in_range, F.timestamp_micros(micros)).otherwise(_first_day().cast("timestamp"))


def _first_day() -> Column:
    return F.make_date(F.lit(0), F.lit(1), F.lit(1))


def _on_other_day(time: Column, count: Column, unit: str, digits: int | None) -> Column:
    """A day, or a time with so many fractional digits, in another year or month, or the like."""
    parts = {"year": F.year(time), "month": F.month(time), "day": F.dayofmonth(time)}
    parts[unit] = count
    first, last = {"year": (0, 9999), "month": (1, 12), "day": (1, 31)}[unit]
    in_range = count.between(first, last)
    year, month = (F.when(in_range, parts[name]).otherwise(1) for name in ("year", "month"))
    day = F.date_add(F.make_date(year, month, F.lit(1)), parts["day"] - 1)
    latest = F.lit("9999-12-31").cast("date")
    if digits is None:
        found, outermost = day, latest
    else:
        clock = F.unix_micros(time) - F.unix_micros(F.date_trunc("day", time))
        found = F.timestamp_micros(F.unix_micros(day.cast("timestamp")) + clock)
        fraction = "9" * min(digits, _MOST_DIGITS) or "0"
        outermost = F.lit(f"9999-12-31 23:59:59.{fraction}").cast("timestamp")
    earliest = _first_day().cast("date" if digits is None else "timestamp")
    beyond = F.when(count > last, outermost) if unit == "year" else F.lit(None)
    return F.when(in_range, found).otherwise(F.coalesce(beyond, earliest))


def _in_range(arguments: Arguments) -> Column:
    """The nearest value that a type has; Date32 and most of DateTime64 have all that Spark has."""
    value, family, digits = arguments.columns[0], arguments.text(1), int(arguments.literal(2))
    if family == "Date":
        return once(value, as_date)
    if family == "DateTime":
        return _as_seconds(value)
    if digits <= _MOST_DIGITS:
        return value
    finer = 10 ** (digits - _MOST_DIGITS)
    first, last = -(2**63) // finer, (2**63 - 1) // finer
    return once(
        F.unix_micros(value),
        lambda micros: F.timestamp_micros(at_most(at_least(micros, first), last)),
    )


OF_CHANGES: Builders = {CHANGED: typed(4, 4, _changed), IN_RANGE: typed(3, 3, _in_range)}
"""What only compiled queries call."""
MADE_TIMES: Builders = {
    "makeDate": Builder(2, 3, lambda arguments: _make_date(*arguments.columns)),
    "makeDate32": Builder(2, 3, lambda arguments: _make_date32(*arguments.columns)),
    "makeDateTime": typed(6, 7, _make_datetime),
    "makeDateTime64": typed(6, 9, _make_datetime64),
    "YYYYMMDDToDate": of(_from_yyyymmdd),
    "YYYYMMDDhhmmssToDateTime": typed(1, 2, _from_yyyymmddhhmmss),
    "YYYYMMDDhhmmssToDateTime64": typed(1, 3, _from_yyyymmddhhmmss64),
}
"""The functions."""
