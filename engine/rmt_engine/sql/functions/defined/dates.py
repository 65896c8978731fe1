"""Functions of dates and times that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["DATES"]

_BEST_EFFORT = tuple(
    (f"parseDateTime32BestEffort{form}", "(text[, zone])", "", f"`parseDateTimeBestEffort{form}`",
     f"s -> parseDateTimeBestEffort{form}(s)", f"(s, z) -> parseDateTimeBestEffort{form}(s, z)")
    for form in ("", "OrNull", "OrZero")
)  # fmt: skip
_TICKS = 2**22
"""What a millisecond is in an identifier of Snowflake."""
_LENGTHS = (("W", 604800), ("D", 86400), ("H", 3600), ("M", 60), ("S", 1))
_LENGTH = " + ".join(
    f"toFloat64OrZero(extract(s, '([0-9.]+){unit}')) * {seconds}" for unit, seconds in _LENGTHS
)

DATES: Rows = (
    ("toDateTime32", "(value[, zone])", "", "`toDateTime`", "t -> toDateTime(t)",
     "(t, z) -> toDateTime(t, z)"),
    *_BEST_EFFORT,
    ("nowInBlock", "([zone])", "", "`now`", "() -> now()", "z -> now(z)"),
    ("nowInBlock64", "([digits])", "", "`now64`", "() -> now64()", "n -> now64(n)"),
    ("fromUnixTimestampInJodaSyntax", "(seconds, pattern[, zone])", "String", "the text of such a "
     "time", "(n, f) -> formatDateTimeInJodaSyntax(toDateTime(n), f)",
     "(n, f, z) -> formatDateTimeInJodaSyntax(toDateTime(n, z), f)"),
    ("addDate", "(time, interval)", "", "the time, later by an interval", "(t, i) -> t + i"),
    ("subDate", "(time, interval)", "", "the time, earlier by an interval", "(t, i) -> t - i"),
    ("parseISO8601Duration", "(text)", "Float64", "the seconds of a duration like 'P1DT2H30M'",
     f"s -> {_LENGTH}"),
    ("timeDiff", "(start, end)", "Int64", "the seconds between two times",
     "(a, b) -> dateDiff('second', a, b)"),
    ("toTimeWithFixedDate", "(time)", "", "the time of day, on 1970-01-02",
     "t -> toDateTime(86400 + toHour(t) * 3600 + toMinute(t) * 60 + toSecond(t))"),
    ("fromDaysSinceYearZero32", "(days)", "Date32", "the day so many days after 0000-01-01",
     "n -> toDate32(toInt32(n - 719528))"),
    ("YYYYMMDDToDate32", "(number)", "Date32", "the day of a number like 20240317",
     "n -> makeDate32(intDiv(n, 10000), intDiv(n, 100) % 100, n % 100)"),
    ("dateTimeToSnowflakeID", "(time[, epoch])", "UInt64", "the first identifier of Snowflake of "
     "a second", f"t -> toUInt64(toInt64(toUnixTimestamp(t)) * {1000 * _TICKS})",
     f"(t, e) -> toUInt64((toInt64(toUnixTimestamp(t)) * 1000 - e) * {_TICKS})"),
    ("dateTime64ToSnowflakeID", "(time[, epoch])", "UInt64", "the same of a millisecond",
     f"t -> toUInt64(toUnixTimestamp64Milli(t) * {_TICKS})",
     f"(t, e) -> toUInt64((toUnixTimestamp64Milli(t) - e) * {_TICKS})"),
    ("snowflakeIDToDateTime", "(id[, epoch[, zone]])", "", "the second of an identifier of "
     "Snowflake", f"n -> toDateTime(intDiv(intDiv(n, {_TICKS}), 1000))",
     f"(n, e) -> toDateTime(intDiv(intDiv(n, {_TICKS}) + e, 1000))",
     f"(n, e, z) -> toDateTime(intDiv(intDiv(n, {_TICKS}) + e, 1000), z)"),
    ("snowflakeIDToDateTime64", "(id[, epoch[, zone]])", "", "the millisecond of it",
     f"n -> fromUnixTimestamp64Milli(toInt64(intDiv(n, {_TICKS})))",
     f"(n, e) -> fromUnixTimestamp64Milli(toInt64(intDiv(n, {_TICKS}) + e))",
     f"(n, e, z) -> fromUnixTimestamp64Milli(toInt64(intDiv(n, {_TICKS}) + e), z)"),
    ("UUIDv7ToDateTime", "(uuid)", "DateTime64(3)", "the time in a UUID of version 7",
     "u -> fromUnixTimestamp64Milli(toInt64(if(substring(toString(u), 15, 1) = '7', "
     "MACStringToNum(replaceRegexpOne(toString(u), '^(..)(..)(..)(..)-(..)(..)-.*$', "
     r"'\\1:\\2:\\3:\\4:\\5:\\6')), 0)))"),
    ("timeSlots", "(time, seconds[, size])", "Array(DateTime)", "the starts of the stretches of a "
     "size, 1800 seconds, that a time of that length touches",
     "(t, n) -> timeSlots(t, n, 1800)",
     "(t, n, w) -> arrayMap(i -> toDateTime(i * w), range(intDiv(toUnixTimestamp(t), w), "
     "intDiv(toUnixTimestamp(t) + n, w) + 1))"),
    ("toDate32OrZero", "(text)", "", "1900-01-01 for what is no date",
     "s -> ifNull(toDate32OrNull(s), toDate32('1900-01-01'))"),
    ("toDate32OrDefault", "(text[, default])", "", "a default for what is no date",
     "s -> ifNull(toDate32OrNull(s), toDate32('1900-01-01'))",
     "(s, d) -> ifNull(toDate32OrNull(s), d)"),
    ("toDateTime64OrZero", "(text[, digits[, zone]])", "", "1970-01-01 for what is no time",
     "s -> toDateTime64OrZero(s, 3)",
     "(s, n) -> ifNull(toDateTime64OrNull(s, n), fromUnixTimestamp64Micro(toInt64(0)))",
     "(s, n, z) -> ifNull(toDateTime64OrNull(s, n, z), fromUnixTimestamp64Micro(toInt64(0), z))"),
    ("toDateTime64OrDefault", "(text[, digits[, zone[, default]]])", "", "1970-01-01, or a "
     "default, for what is no time", "s -> toDateTime64OrDefault(s, 3)",
     "(s, n) -> ifNull(toDateTime64OrNull(s, n), fromUnixTimestamp64Micro(toInt64(0)))",
     "(s, n, z) -> ifNull(toDateTime64OrNull(s, n, z), fromUnixTimestamp64Micro(toInt64(0), z))",
     "(s, n, z, d) -> ifNull(toDateTime64OrNull(s, n, z), toTimeZone(d, z))"),
    ("toUUIDOrDefault", "(text[, default])", "", "a default for what is no UUID",
     "s -> ifNull(toUUIDOrNull(s), toUUID('00000000-0000-0000-0000-000000000000'))",
     "(s, d) -> ifNull(toUUIDOrNull(s), d)"),
    ("UTCTimestamp", "()", "", "now, in the time zone UTC", "() -> toTimeZone(now(), 'UTC')"),
    ("toModifiedJulianDay", "(text)", "Int32", "the days since 1858-11-17",
     "s -> toInt32(toDate32(s)) + 40587"),
    ("toModifiedJulianDayOrNull", "(text)", "Nullable(Int32)", "NULL for what is no date",
     "s -> toInt32(toDate32OrNull(s)) + 40587"),
)  # fmt: skip
"""The functions."""
