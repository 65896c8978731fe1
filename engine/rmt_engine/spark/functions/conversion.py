"""Conversions between types.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import (
    ArrayType,
    DataType,
    DateType,
    MapType,
    StringType,
    StructType,
    TimestampType,
)

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.addresses import ipv4_or_null, ipv6_or_null
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    Arguments,
    Builder,
    Builders,
    default_of,
    of,
    typed,
)
from rmt_engine.spark.functions.dates import (
    MOST_SECONDS,
    as_date,
    cut,
    digits_of_time,
    whole_second,
)
from rmt_engine.spark.functions.decimals import (
    cut_decimal,
    decimal_in_text,
    decimal_of_float,
    is_number,
)
from rmt_engine.spark.functions.time_texts import (
    DAY_IN_TEXT,
    SECONDS_IN_TEXT,
    instant_in,
    on_clock,
)
from rmt_engine.sql.values.casts import (
    LOST_DIGITS,
    UNREADABLE,
    digits_beyond_microseconds,
)
from rmt_engine.sql.values.types import parse_type

__all__ = ["CONVERSION", "text_of"]

_INTEGERS: dict[str, tuple[int, bool, str]] = {
    "Int8": (8, True, "tinyint"),
    "Int16": (16, True, "smallint"),
    "Int32": (32, True, "int"),
    "Int64": (64, True, "bigint"),
    "UInt8": (8, False, "smallint"),
    "UInt16": (16, False, "int"),
    "UInt32": (32, False, "bigint"),
    "UInt64": (64, False, "decimal(20,0)"),
}
_MILLISECONDS = 3
"""Fractional digits of a DateTime64 that is not told how many to have."""
_SPARK_DIGITS = 6
"""Fractional digits of Spark's timestamps."""
_WHOLE_DECIMALS = frozenset(("decimal(20,0)", "decimal(38,0)"))
"""What Spark keeps UInt64 and wider integers as."""
_WIDEST = "9" * 38
_WIDE = {
    "Int128": f"-{_WIDEST}",
    "Int256": f"-{_WIDEST}",
    "UInt128": "0",
    "UInt256": "0",
}
"""The least numbers that Spark's decimals hold of ClickHouse's wide integers."""
_FLOAT_TYPES = ("float", "double")
_FLOATS = {"Float32": "float", "Float64": "double"}
_DECIMALS = {"Decimal32": 9, "Decimal64": 18, "Decimal128": 38}
_WHOLE = r"^[+-]?[0-9]+$"
_UNSIGNED = r"^[+]?[0-9]+$"
_WHOLE_TEXT = r"^[+-]?[0-9]{1,38}$"
_FLOAT_TEXT = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
_SPECIAL_NUMBERS = {
    "Infinity": ("inf", "+inf", "infinity", "+infinity"),
    "-Infinity": ("-inf", "-infinity"),
    "NaN": ("nan", "-nan", "+nan"),
}
_UUID_DIGITS = "^[0-9a-fA-F]{32}$"
_UUID_TEXT = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
_DAY_TEXT = (
    r"^(?:[0-9]{4}[^0-9][0-9]{1,2}[^0-9][0-9]{1,2}|[0-9]{8}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?)$"
)
_CLOCK_TEXT = r"^[0-9]{4}[^0-9][0-9]{2}[^0-9][0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}:[0-9]{2})?$"
_CLOCK_PARTS = r"[ T]([0-9]{2}):([0-9]{2}):([0-9]{2})$"
_MANY_SECONDS_TEXT = r"^[0-9]{5,11}$"
_DAY_PARTS = r"^([0-9]{4})[^0-9]?([0-9]{1,2})[^0-9]?([0-9]{1,2})"
_MOST_DAYS, _MOST_DAYS_32 = 65_535, 120_529
"""The days from 1970 to the last Date and the last Date32: 2149-06-06 and 2299-12-31."""
_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799
"""The seconds from 1970 to the first and to the last time of Spark's, in the years 1 and 9999."""
_ESCAPED = {
    "\\": "\\\\",
    "'": "\\'",
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\0": "\\0",
    "\b": "\\b",
    "\f": "\\f",
}
"""What stands for a character of a text inside an array, the backslash first."""
_TRUE_WORDS = ("true", "t", "yes", "y", "on", "enable", "enabled", "1")
_FALSE_WORDS = ("false", "f", "no", "n", "off", "disable", "disabled", "0")


def _parsed(text: Column, found: Column, type_name: str, spark: str) -> Column:
    """What was found in a text; an error if it is nothing.

    Args:
        text: the text.
        found: the value in it, NULL if there is none.
        type_name: ClickHouse's type of the value.
        spark: Spark's type of the value.
    """
    hint = f"to{type_name}OrNull and to{type_name}OrZero take any text."
    problem = RmtError(
        UNREADABLE.get(type_name, "CANNOT_PARSE_TEXT"),
        f"Cannot parse string '\0' as {type_name}.",
        "" if type_name == "Bool" else hint,
    )
    before, after = str(problem).split("\0")
    failure = F.raise_error(F.concat(F.lit(before), text, F.lit(after))).cast(spark)
    return F.coalesce(found, F.when(text.isNotNull(), failure))


# Numbers


def _number(arguments: Arguments) -> Column:
    """The value as something that casts to a number: a date is days, a time seconds."""
    value, source = arguments.columns[0], arguments.type(0)
    if source == "timestamp":
        return F.unix_seconds(value)
    if source == "date":
        return F.unix_date(value)
    return value


def _integer(name: str) -> Builder:
    """Conversion to an integer; one that does not fit wraps around, but a Decimal is refused."""
    bits, signed, spark = _INTEGERS[name]
    form = _WHOLE if signed else _UNSIGNED

    def build(arguments: Arguments) -> Column:
        value, source = _number(arguments), arguments.type(0)
        if source == "string":
            number = F.when(F.rlike(value, F.lit(form)), value).try_cast("decimal(38,0)")
            value, source = _parsed(value, number, name, "decimal(38,0)"), "decimal(38,0)"
        if source.startswith("decimal(") and source not in _WHOLE_DECIMALS:
            return _of_decimal(value, bits, signed).cast(spark)
        is_wide = source in _WHOLE_DECIMALS
        if source in ("double", "float"):
            value = _of_float(value.cast("double"), bits, signed)
        if bits == 64 and signed and not is_wide:
            return value.cast("bigint")
        wide = "decimal(38,0)" if is_wide or bits == 64 else "bigint"
        modulus = F.lit(str(2**bits)).cast(wide)
        rest = F.pmod(value.cast(wide), modulus)
        if not signed:
            return rest.cast(spark)
        half = F.lit(str(2 ** (bits - 1))).cast(wide)
        return F.when(rest >= half, rest - modulus).otherwise(rest).cast(spark)

    return typed(1, 1, build)


def _of_decimal(value: Column, bits: int, signed: bool) -> Column:
    """What stands before a Decimal's point."""
    low, high = _bounds(bits, signed)
    whole = _before_point(value)
    problem = F.lit(str(RmtError("DECIMAL_OVERFLOW", "Convert overflow.")))
    fits = value.isNull() | whole.between(_exactly(low), _exactly(high))
    return F.when(fits, whole).otherwise(F.raise_error(problem).cast("decimal(38,0)"))


def _of_float(value: Column, bits: int, signed: bool) -> Column:
    """What stands before the point of a floating-point number.

    Of one that does not fit it is what the processor gives, as in ClickHouse: it converts to 32
    or 64 bits with a sign, and gives the least number for those that are out of that range.
    """
    limit = 2.0**31 if bits < 32 or (bits == 32 and signed) else 2.0**63
    fits = (value > -limit) & (value < limit)
    whole = F.when(~fits, -limit).otherwise(value).cast("bigint")
    if bits == 64 and not signed:
        upper = F.when(value < 2.0**64, value - limit).otherwise(0.0).cast("bigint")
        whole = F.when(value >= limit, upper.cast("decimal(38,0)") + _exactly(2**63)).otherwise(
            whole.cast("decimal(38,0)")
        )
    problem = RmtError("CANNOT_CONVERT_TYPE", "Unexpected inf or nan to integer conversion.")
    failure = F.raise_error(F.lit(str(problem))).cast("bigint")
    is_finite = ~(F.isnan(value) | (F.abs(value) == float("inf")))
    return F.when(value.isNull() | is_finite, whole).otherwise(failure)


def _bounds(bits: int, signed: bool) -> tuple[int, int]:
    """The least and the greatest whole number of so many bits."""
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)


def _exactly(number: int) -> Column:
    return F.lit(str(number)).cast("decimal(38,0)")


def _checked_integer(bits: int, signed: bool, spark: str) -> Callable[[Arguments], Column]:
    """Conversion to an integer; NULL for what is no such number."""
    low, high = _bounds(bits, signed)

    def build(arguments: Arguments) -> Column:
        value, source = _number(arguments), arguments.type(0)
        if source == "string":
            value = F.when(F.rlike(value, F.lit(_WHOLE_TEXT)), value)
        elif source in _FLOAT_TYPES:
            value = F.when(value == F.rint(value), value)
        elif source.startswith("decimal("):
            value = _before_point(value)
        number = value.try_cast("decimal(38,0)")
        return F.when(number.between(_exactly(low), _exactly(high)), number).cast(spark)

    return build


def _before_point(value: Column) -> Column:
    return F.when(value < 0, F.ceil(value)).otherwise(F.floor(value))


def _checked_wide(least: str, *, is_cut: bool = False) -> Callable[[Arguments], Column]:
    """Conversion to an integer of up to 38 digits; NULL for what is no such number.

    Args:
        least: the least number.
        is_cut: whether floating-point numbers that are not whole are cut.
    """

    def build(arguments: Arguments) -> Column:
        value, source = _number(arguments), arguments.type(0)
        if source == "string":
            value = F.when(F.rlike(value, F.lit("^[+-]?[0-9]+$")), value)
        elif source in _FLOAT_TYPES:
            value = value - value % 1 if is_cut else F.when(value == F.rint(value), value)
        elif source.startswith("decimal("):
            value = _before_point(value)
        number = value.try_cast("decimal(38,0)")
        low, high = (F.lit(bound).cast("decimal(38,0)") for bound in (least, _WIDEST))
        return F.when(number.between(low, high), number)

    return build


def _wide(name: str) -> Builder:
    """Conversion to an integer of up to 38 digits; others are refused: nothing wraps around."""
    checked = _checked_wide(_WIDE[name], is_cut=True)

    def build(arguments: Arguments) -> Column:
        value, found = arguments.columns[0], checked(arguments)
        name_of_error = "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
        problem = F.lit(str(RmtError(name_of_error, f"A value is out of the range of {name}.")))
        if arguments.type(0) == "string":
            no_number = F.lit(str(RmtError("CANNOT_PARSE_TEXT", f"A text is no {name}.")))
            is_number = F.rlike(value, F.lit("^[+-]?[0-9]+$"))
            problem = F.when(is_number, problem).otherwise(no_number)
        failure = F.raise_error(problem).cast("decimal(38,0)")
        return F.when(value.isNull() | found.isNotNull(), found).otherwise(failure)

    return typed(1, 1, build)


def _float(name: str) -> Builder:
    spark = _FLOATS[name]
    checked = _checked_float(spark)

    def build(arguments: Arguments) -> Column:
        if arguments.type(0) != "string":
            return _number(arguments).cast(spark)
        return _parsed(arguments.columns[0], checked(arguments), name, spark)

    return typed(1, 1, build)


def _checked_float(spark: str) -> Callable[[Arguments], Column]:
    """Conversion to a floating-point number; NULL for what none is the same as."""

    def build(arguments: Arguments) -> Column:
        value, source = _number(arguments), arguments.type(0)
        if source == "string":
            named: Any = F
            for number, words in _SPECIAL_NUMBERS.items():
                named = named.when(F.lower(value).isin(*words), F.lit(number))
            text: Column = named.when(F.rlike(value, F.lit(_FLOAT_TEXT)), value)
            return text.try_cast(spark)
        found = value.try_cast(spark)
        exact = "double" if source in _FLOAT_TYPES else "decimal(38,0)"
        if source not in (*_FLOAT_TYPES, *INTEGER_TYPES, *_WHOLE_DECIMALS):
            return found
        return F.when(found.try_cast(exact) == value.cast(exact), found)

    return build


def _decimal(name: str) -> Builder:
    digits = _DECIMALS[name]
    checked = _checked_decimal(digits)

    def build(arguments: Arguments) -> Column:
        value, found = arguments.columns[0], checked(arguments)
        spark = f"decimal({digits},{int(arguments.literal(1))})"

        def unless(is_wrong: Column, name_of_error: str) -> Column:
            problem = RmtError(name_of_error, f"A number has more digits than a {name}.")
            failure = F.raise_error(F.lit(str(problem))).cast(spark)
            return F.coalesce(found, F.when(is_wrong, failure))

        if arguments.type(0) != "string":
            return unless(value.isNotNull(), "DECIMAL_OVERFLOW")
        return _parsed(value, unless(is_number(value), "ARGUMENT_OUT_OF_BOUND"), name, spark)

    return typed(2, 2, build)


def _checked_decimal(digits: int) -> Callable[[Arguments], Column]:
    """A decimal cut, not rounded, to its scale; NULL for what is no such number."""

    def build(arguments: Arguments) -> Column:
        scale = int(arguments.literal(1))
        value, source = arguments.columns[0], arguments.type(0)
        if source in _FLOAT_TYPES:
            exact = decimal_of_float(value, source, scale)
        elif source == "string":
            exact = decimal_in_text(arguments, value, scale)
        else:
            is_decimal = source.startswith("decimal(")
            number = value if is_decimal else _number(arguments).cast("decimal(20,0)")
            exact = cut_decimal(arguments, number, scale)
        return exact.try_cast(f"decimal({digits},{scale})")

    return build


# Dates and times


def _is_number(source: str) -> bool:
    return source in INTEGER_TYPES or source in _FLOAT_TYPES or source.startswith("decimal(")


def _limited(value: Column, source: str, least: int, most: int) -> Column:
    """A number as a whole one, or the nearest bound; NaN and infinities are refused."""
    low, high = F.lit(least).cast("bigint"), F.lit(most).cast("bigint")
    limited = F.when(value < low, low).when(value > high, high).otherwise(value.try_cast("bigint"))
    if source not in _FLOAT_TYPES:
        return limited
    problem = RmtError("CANNOT_CONVERT_TYPE", "Unexpected inf or nan to integer conversion.")
    is_finite = ~(F.isnan(value) | (F.abs(value) == float("inf")))
    failure = F.raise_error(F.lit(str(problem))).cast("bigint")
    return F.when(value.isNull() | is_finite, limited).otherwise(failure)


def _whole_within(value: Column, source: str, least: int, most: int) -> Column:
    """A number that is whole and within bounds; NULL for all others."""
    if source in _FLOAT_TYPES:
        value = F.when(value == F.rint(value), value)
    return F.when(value.between(F.lit(least), F.lit(most)), value.try_cast("bigint"))


def _to_date(most_days: int) -> Callable[[Arguments], Column]:
    """Conversion to a date; a number is one of days, or of seconds when it is too large for that.

    A zone says on which day a moment is, and nothing of a number of days, a text or a date.
    """

    def build(arguments: Arguments) -> Column:
        value, source = arguments.columns[0], arguments.type(0)
        zone = arguments.columns[1] if len(arguments) > 1 else None
        if _is_number(source):
            is_short = most_days == _MOST_DAYS
            bounds = (0, MOST_SECONDS) if is_short else (_FIRST_SECOND // 86400, _LAST_SECOND)
            number = _limited(value, source, *bounds)
            days = F.date_from_unix_date(F.least(number, F.lit(most_days)).cast("int"))
            seconds = _day_of(arguments, F.timestamp_seconds(number), zone)
            return F.when(number <= most_days, days).otherwise(seconds)
        if source == "timestamp":
            return _day_of(arguments, value, zone)
        if source == "string":
            name = "Date" if most_days == _MOST_DAYS else "Date32"
            return _parsed(value, _day_in(value), name, "date")
        return value.cast("date")

    return build


def _day_of(arguments: Arguments, moment: Column, zone: Column | None) -> Column:
    """The day of a moment in a zone, which is the session's unless it is given."""
    if zone is None:
        return moment.cast("date")
    local = moment.cast("timestamp_ntz")
    return F.convert_timezone(arguments.session_zone, zone, local).cast("date")


def _to_datetime(arguments: Arguments) -> Column:
    zone = arguments.literal(1) if len(arguments) > 1 else None
    return whole_second(_instant(arguments, zone, "DateTime"))


def _to_datetime64(arguments: Arguments) -> Column:
    zone = arguments.literal(2) if len(arguments) > 2 else None
    value, source, digits = arguments.columns[0], arguments.type(0), digits_of_time(arguments, 1)
    instant = cut(_instant(arguments, zone, "DateTime64"), digits)
    if digits <= _SPARK_DIGITS:
        return instant
    if source == "string":
        loses = F.rlike(value, F.lit(digits_beyond_microseconds(digits)))
    elif source.startswith("decimal("):
        loses = F.floor(value, digits) != F.floor(value, _SPARK_DIGITS)
    else:
        return instant
    return _without_loss(loses, instant)


def _from_nanoseconds(number: Column) -> Column:
    number = number.cast("bigint")
    instant = F.timestamp_micros(F.call_function("div", number, F.lit(1000)))
    return _without_loss(number % 1000 != 0, instant)


def _without_loss(loses: Column, instant: Column) -> Column:
    problem = F.lit(str(RmtError("CANNOT_CONVERT_TYPE", f"A time {LOST_DIGITS}.")))
    return F.when(loses, F.raise_error(problem).cast("timestamp")).otherwise(instant)


def _instant(arguments: Arguments, zone: Any, name: str) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if name == "DateTime" and _is_number(source):
        return F.timestamp_seconds(_limited(value, source, 0, MOST_SECONDS))
    if source.startswith("decimal(") and source not in _WHOLE_DECIMALS:
        return F.timestamp_seconds(F.floor(value, _SPARK_DIGITS))
    if source in _FLOAT_TYPES:
        first, last = (F.lit(float(second)) for second in (_FIRST_SECOND, _LAST_SECOND))
        return F.timestamp_seconds(F.least(F.greatest(value.cast("double"), first), last))
    if _is_number(source):
        return F.timestamp_seconds(_limited(value, source, _FIRST_SECOND, _LAST_SECOND))
    if source == "timestamp":
        return value
    if source == "string":
        found = instant_in(arguments, value, zone, fractions=name == "DateTime64")
        return _parsed(value, found, name, "timestamp")
    if zone is None:
        return value.cast("timestamp")
    return on_clock(arguments, value.cast("timestamp_ntz"), zone)


def _date_or_null(arguments: Arguments) -> Column:
    """The date a text stands for; NULL for what has not the form of one."""
    return as_date(_date32_or_null(arguments))


def _date32_or_null(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if source == "string":
        return _day_in(value)
    if not _is_number(source):
        return value.try_cast("date")
    number = _whole_within(value, source, 0, MOST_SECONDS)
    days = F.date_from_unix_date(F.when(number <= _MOST_DAYS, number).cast("int"))
    return F.coalesce(days, F.timestamp_seconds(number).cast("date"))


def _day_in(value: Column) -> Column:
    """The day that a text names; NULL for what has not the form of one.

    ClickHouse counts a day that a month lacks on into the next one, and what no month has is the
    first of 1900, which a Date has as its own first day.
    """
    text = F.when(F.rlike(value, F.lit(_DAY_TEXT)), value)
    year, month, day = (
        F.regexp_extract(text, _DAY_PARTS, group).try_cast("int") for group in (1, 2, 3)
    )
    is_day = month.between(1, 12) & day.between(1, 31)
    first = F.make_date(year, F.greatest(F.lit(1), F.least(F.lit(12), month)), F.lit(1))
    found = F.when(is_day, F.date_add(first, day - 1)).otherwise(F.lit("1900-01-01").cast("date"))
    return F.when(text.isNotNull(), found)


def _datetime_or_null(arguments: Arguments) -> Column:
    """The time a text stands for; NULL for what is not in the form that times are shown in."""
    value = arguments.columns[0]
    if arguments.type(0) != "string":
        return _told_datetime_or_null(arguments)
    zone = arguments.literal(1) if len(arguments) > 1 else None
    return whole_second(_shown_instant_in(arguments, value, zone))


def _datetime_or_zero(arguments: Arguments) -> Column:
    found = F.coalesce(_datetime_or_null(arguments), F.timestamp_seconds(F.lit(0)))
    return F.when(arguments.columns[0].isNotNull(), found)


def _told_datetime_or_null(arguments: Arguments) -> Column:
    """The time that a value stands for; NULL for what is none."""
    zone = arguments.literal(1) if len(arguments) > 1 else None
    return whole_second(_instant_or_null(arguments, zone, 0, MOST_SECONDS))


def _datetime_or_default(arguments: Arguments) -> Column:
    """`toDateTimeOrDefault(value[, zone[, default]])`; a default may stand for the zone."""
    names_zone = len(arguments) > 1 and arguments.type(1) == "string"
    zone = arguments.literal(1) if names_zone else None
    found = whole_second(_instant_or_null(arguments, zone, 0, MOST_SECONDS))
    place = 2 if names_zone else 1
    if len(arguments) > place:
        return F.coalesce(found, arguments.columns[place].cast("timestamp"))
    return F.coalesce(found, F.timestamp_seconds(F.lit(0)))


def _shown_instant_in(arguments: Arguments, text: Column, zone: Any) -> Column:
    """The time of a text with a day and a clock, or of the seconds since 1970; NULL for others.

    Days, hours, minutes and seconds beyond the last are counted on, as in ClickHouse.
    """
    shown = F.when(F.rlike(text, F.lit(_CLOCK_TEXT)), text)
    clock = (
        F.coalesce(F.regexp_extract(shown, _CLOCK_PARTS, group).try_cast("int"), F.lit(0))
        for group in (1, 2, 3)
    )
    day = _day_in(F.substring(shown, 1, 10)).cast("timestamp_ntz")
    local = day + F.make_dt_interval(F.lit(0), *clock)
    instant = local.cast("timestamp") if zone is None else on_clock(arguments, local, zone)
    seconds = F.when(F.rlike(text, F.lit(_MANY_SECONDS_TEXT)), text).try_cast("bigint")
    return F.coalesce(instant, F.timestamp_seconds(seconds))


def _datetime64_or_null(arguments: Arguments) -> Column:
    zone = arguments.literal(2) if len(arguments) > 2 else None
    instant = _instant_or_null(arguments, zone, _FIRST_SECOND, _LAST_SECOND)
    return cut(instant, digits_of_time(arguments, 1) if len(arguments) > 1 else _MILLISECONDS)


def _instant_or_null(arguments: Arguments, zone: Any, first: int, last: int) -> Column:
    """The time of a text, or of so many seconds after 1970 between a first and a last one."""
    value, source = arguments.columns[0], arguments.type(0)
    if _is_number(source):
        return F.timestamp_seconds(_whole_within(value, source, first, last))
    if source != "string":
        return value.try_cast("timestamp")
    is_time = F.rlike(value, F.lit(DAY_IN_TEXT)) | F.rlike(value, F.lit(SECONDS_IN_TEXT))
    return instant_in(arguments, F.when(is_time, value), zone)


# Text

_WRITERS = {
    "double": "com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal",
    "float": "com.fasterxml.jackson.core.io.schubfach.FloatToDecimal",
}
"""What writes numbers of Spark's types, below Spark's own jars."""


def text_of(arguments: Arguments, value: Column, source: str) -> Column:
    """A value as ClickHouse writes it.

    Args:
        arguments: those of the call that writes it.
        value: the value.
        source: Spark's name of its type.
    """
    if source.startswith("decimal(") and not source.endswith(",0)"):
        return F.regexp_replace(value.cast("string"), r"\.?0*$", "")
    if source not in _WRITERS:
        return value.cast("string")
    text = _shortest(arguments, value, source)
    size = F.abs(value)
    plain = F.regexp_replace(text.try_cast("decimal(38,15)").cast("string"), r"\.?0*$", "")
    small = F.regexp_replace(text.try_cast("decimal(38,28)").cast("string"), r"0+$", "")
    scientific = F.regexp_replace(text, r"(\.0)?E", "e")
    return (
        F.when(F.isnan(value), "nan")
        .when(value == float("inf"), "inf")
        .when(value == float("-inf"), "-inf")
        .when((size >= 1e7) & (size < 1e21), plain)
        .when((size >= 1e-6) & (size < 1e-3), small)
        .when((size >= 1e-3) & (size < 1e7) & text.contains("E"), plain)
        .when((size >= 1e-3) & (size < 1e7), F.regexp_replace(text, r"\.0$", ""))
        .when(value == 0, F.when(text.startswith("-"), "-0").otherwise("0"))
        .otherwise(scientific)
    )


def _shortest(arguments: Arguments, value: Column, source: str) -> Column:
    """The fewest digits that are read as the same number, as Java writes numbers.

    Java writes more than those before version 19; Jackson, which Spark brings along, does not.

    Source: "The Schubfach way to render doubles" of Raffaello Giulietti.
    """
    java_text = arguments.object_type("java.lang.String")
    writer = arguments.loaded(_WRITERS[source])
    given = [arguments.expression_of(value)]
    written = arguments.called_statically(writer, java_text, "toString", given)
    of_spark = arguments.loaded("org.apache.spark.unsafe.types.UTF8String")
    string = arguments.data_type("string")
    text = arguments.called_statically(of_spark, string, "fromString", [written])
    return arguments.column_of(text)


def _text_of_several(arguments: Arguments, value: Column, kind: DataType) -> Column:
    """An array, a map or a tuple as ClickHouse writes it; nothing of NULL."""
    match kind:
        case ArrayType():
            elements = F.transform(
                value, lambda element: _element(arguments, element, kind.elementType)
            )
            text = F.concat(F.lit("["), F.array_join(elements, ","), F.lit("]"))
        case MapType():
            entries = F.transform(
                F.map_entries(value),
                lambda entry: F.concat(
                    _element(arguments, entry["key"], kind.keyType),
                    F.lit(":"),
                    _element(arguments, entry["value"], kind.valueType),
                ),
            )
            text = F.concat(F.lit("{"), F.array_join(entries, ","), F.lit("}"))
        case StructType():
            fields = [
                _element(arguments, value[field.name], field.dataType) for field in kind.fields
            ]
            inside = F.concat_ws(",", *fields) if fields else F.lit("")
            text = F.concat(F.lit("("), inside, F.lit(")"))
        case _:
            raise TypeError(f"{kind} holds no values")
    return F.when(value.isNotNull(), text)


def _element(arguments: Arguments, value: Column, kind: DataType) -> Column:
    """A value inside another one: texts and times in quotes, and NULL a word."""
    if isinstance(kind, ArrayType | MapType | StructType):
        text = _text_of_several(arguments, value, kind)
    else:
        text = text_of(arguments, value, kind.simpleString())
    if isinstance(kind, StringType | DateType | TimestampType):
        for character, escaped in _ESCAPED.items():
            text = F.replace(text, F.lit(character), F.lit(escaped))
        text = F.concat(F.lit("'"), text, F.lit("'"))
    return F.coalesce(text, F.lit("NULL"))


def _to_string(arguments: Arguments) -> Column:
    value, source = arguments.columns[0], arguments.type(0)
    if len(arguments) > 1:
        local = value.cast("timestamp").cast("timestamp_ntz")
        value = F.convert_timezone(arguments.session_zone, arguments.columns[1], local)
    if source.startswith(("array<", "map<", "struct<")):
        return _text_of_several(arguments, value, arguments.kind(0))
    return text_of(arguments, value, source)


def _fixed_string(arguments: Arguments) -> Column:
    size = int(arguments.literal(1))
    value = arguments.columns[0].cast("binary")
    padding = F.unhex(F.lit("00" * size))
    padded = F.substring(F.concat(value, padding), F.lit(1), F.lit(size)).cast("string")
    message = F.lit(str(RmtError("TOO_LARGE_STRING_SIZE", f"A text has more than {size} bytes.")))
    return F.when(F.octet_length(value) > size, F.raise_error(message).cast("string")).otherwise(
        padded
    )


def _to_bool(arguments: Arguments) -> Column:
    value = arguments.columns[0]
    if arguments.type(0) != "string":
        return value.cast("boolean")
    word = F.lower(value)
    found = F.when(word.isin(*_TRUE_WORDS), True).when(word.isin(*_FALSE_WORDS), False)
    return _parsed(value, found, "Bool", "boolean")


def _uuid_in(text: Column) -> Column:
    """The UUID in a text, which may lack its dashes; NULL for what is none."""
    digits = F.when(F.rlike(text, F.lit(_UUID_DIGITS)), F.lower(text))
    dashed = F.regexp_replace(digits, "^(.{8})(.{4})(.{4})(.{4})(.{12})$", "$1-$2-$3-$4-$5")
    whole = F.when(F.rlike(text, F.lit(_UUID_TEXT)), F.lower(text))
    return F.coalesce(whole, dashed)


_TEXTS_OF_TIMES: dict[str, Callable[[Arguments], Column]] = {
    "Date": lambda arguments: as_date(_day_in(arguments.columns[0])),
    "Date32": lambda arguments: _day_in(arguments.columns[0]),
    "DateTime": lambda arguments: whole_second(instant_in(arguments, arguments.columns[0], None)),
}
_ADDRESSES = {"IPv4": ipv4_or_null, "IPv6": ipv6_or_null}


_NUMBERS = frozenset("tinyint smallint int bigint float double decimal(20,0) decimal(38,0)".split())
"""Spark's types of whole numbers and of floats."""


def _exact_float(spark: str) -> Callable[[Arguments], Column]:
    """A number as a float, which is the same number."""

    def build(arguments: Arguments) -> Column:
        value = arguments.columns[0]
        found = value.try_cast(spark)
        is_wide = arguments.type(0).startswith("decimal")
        again = _whole(found) if is_wide else found.try_cast(arguments.type(0))
        # Spark makes the greatest whole number of the float behind it.
        behind = F.lit(2.0**64 if is_wide else 2.0**63)
        return F.when(again.eqNullSafe(value) & (found != behind), found)

    return build


def _whole(number: Column) -> Column:
    """A float as a decimal; Spark makes one of the digits that the float is shown with."""
    half = 2.0**63
    rest = (number - half).try_cast("bigint") + F.lit(Decimal(2**63))
    return F.when(number < half, number.try_cast("bigint")).otherwise(rest)


def _exact_second(arguments: Arguments) -> Column:
    """A number of seconds as a DateTime, without one that is before or behind all of them."""
    value = arguments.columns[0]
    seconds = value.try_cast("bigint")
    is_held = seconds.between(0, MOST_SECONDS) & (seconds == value)
    return F.when(is_held, F.timestamp_seconds(seconds))


_EXACT: dict[str, Callable[[Arguments], Column]] = {
    "Float32": _exact_float("float"),
    "Float64": _exact_float("double"),
    "DateTime": _exact_second,
}


def _accurate(or_null: bool) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        wanted = parse_type(arguments.text(1))
        if wanted.family in _INTEGERS:
            found = _checked_integer(*_INTEGERS[wanted.family])(arguments)
        elif wanted.family in _WIDE:
            found = _checked_wide(_WIDE[wanted.family])(arguments)
        elif wanted.family in _TEXTS_OF_TIMES and arguments.type(0) == "string":
            found = _TEXTS_OF_TIMES[wanted.family](arguments)
        elif wanted.family in _ADDRESSES:
            found = _ADDRESSES[wanted.family](arguments.columns[0])
        elif wanted.family == "Decimal" and arguments.type(0) in _FLOAT_TYPES:
            of_float = decimal_of_float(arguments.columns[0], arguments.type(0), wanted.scale)
            found = of_float.try_cast(wanted.spark)
        elif wanted.family in _EXACT and arguments.type(0) in _NUMBERS:
            found = _EXACT[wanted.family](arguments)
        else:
            found = arguments.columns[0].try_cast(wanted.spark)
        if or_null:
            return found
        message = F.lit(str(RmtError("CANNOT_CONVERT_TYPE", f"A value is no {wanted}.")))
        failure = F.raise_error(message).cast(wanted.spark)
        return F.when(arguments.columns[0].isNull() | found.isNotNull(), found).otherwise(failure)

    return build


def _cast_constant(arguments: Arguments) -> Column:
    """The value of a parameter, which fits its type but for the range of whole numbers."""
    return arguments.columns[0].cast(parse_type(arguments.text(1)).spark)


# What comes of a value that does not fit


def _variants(
    name: str, checked: Callable[[Arguments], Column], spark: str, fewest: int = 1
) -> Builders:
    """`…OrNull`, `…OrZero` and `…OrDefault` of a conversion."""

    def or_zero(arguments: Arguments) -> Column:
        found = checked(arguments)
        default = _zero(arguments, spark)
        return F.when(arguments.columns[0].isNotNull(), F.coalesce(found, default))

    def or_default(arguments: Arguments) -> Column:
        found = checked(arguments)
        if len(arguments) > fewest:
            return F.coalesce(found, arguments.columns[fewest].cast(spark))
        return F.coalesce(found, _zero(arguments, spark))

    return {
        f"{name}OrNull": typed(fewest, fewest, checked),
        f"{name}OrZero": typed(fewest, fewest, or_zero),
        f"{name}OrDefault": typed(fewest, fewest + 1, or_default),
    }


def _zero(arguments: Arguments, spark: str) -> Column:
    if spark == "decimal":
        return F.lit(0)
    if spark == "uuid":
        return F.lit("00000000-0000-0000-0000-000000000000")
    return default_of(spark)


def _refuse_default(builders: Builders) -> Builders:
    return {name: b for name, b in builders.items() if not name.endswith("OrDefault")}


def _same(arguments: Arguments) -> Column:
    return arguments.columns[0]


CONVERSION: Builders = {
    **{f"to{name}": _integer(name) for name in _INTEGERS},
    **{f"to{name}": _wide(name) for name in _WIDE},
    **{f"to{name}": _float(name) for name in _FLOATS},
    **{f"to{name}": _decimal(name) for name in _DECIMALS},
    "toDate": typed(1, 2, lambda arguments: as_date(_to_date(_MOST_DAYS)(arguments))),
    "toDate32": typed(1, 2, _to_date(_MOST_DAYS_32)),
    "toDateTime": typed(1, 2, _to_datetime),
    "toDateTime64": typed(2, 3, _to_datetime64),
    "fromUnixTimestamp64Nano": typed(1, 2, lambda a: _from_nanoseconds(a.columns[0])),
    "toString": typed(1, 2, _to_string),
    "toFixedString": typed(2, 2, _fixed_string),
    "toStringCutToZero": of(lambda text: F.regexp_extract(text, r"^([^\x00]*)", 1)),
    "toBool": typed(1, 1, _to_bool),
    "toUUID": of(lambda text: _parsed(text, _uuid_in(text), "UUID", "string")),
    "toUUIDOrNull": of(_uuid_in),
    "toUUIDOrZero": of(
        lambda text: F.when(
            text.isNotNull(),
            F.coalesce(_uuid_in(text), F.lit("00000000-0000-0000-0000-000000000000")),
        )
    ),
    "_CAST": typed(2, 2, _cast_constant),
    "accurateCast": typed(2, 2, _accurate(False)),
    "accurateCastOrNull": typed(2, 2, _accurate(True)),
    "toNullable": typed(1, 1, _same),
    "toLowCardinality": typed(1, 1, _same),
    "materialize": typed(1, 1, _same),
    "identity": typed(1, 1, _same),
    **{
        key: builder
        for name, kind in _INTEGERS.items()
        for key, builder in _variants(f"to{name}", _checked_integer(*kind), kind[2]).items()
    },
    **{
        key: builder
        for name, least in _WIDE.items()
        for key, builder in _variants(f"to{name}", _checked_wide(least), "decimal(38,0)").items()
    },
    **{
        key: builder
        for name, spark in _FLOATS.items()
        for key, builder in _variants(f"to{name}", _checked_float(spark), spark).items()
    },
    **{
        key: builder
        for name, digits in _DECIMALS.items()
        for key, builder in _refuse_default(
            _variants(f"to{name}", _checked_decimal(digits), "decimal", 2)
        ).items()
    },
    **_variants("toDate", _date_or_null, "date"),
    "toDate32OrNull": typed(1, 1, _date32_or_null),
    **_variants("toDateTime", _datetime_or_null, "timestamp"),
    "toDateTimeOrDefault": typed(1, 3, _datetime_or_default),
    "toDateTimeOrNull": typed(1, 2, _datetime_or_null),
    "toDateTimeOrZero": typed(1, 2, _datetime_or_zero),
    "toDateTime64OrNull": typed(1, 3, _datetime64_or_null),
}
