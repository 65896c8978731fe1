"""Times of texts in any usual form: `parseDateTimeBestEffort` and its kin.

Source: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions, tried on
26.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, once, typed
from rmt_engine.spark.functions.dates import cut, whole_second
from rmt_engine.spark.functions.time_texts import SECONDS_IN_TEXT

__all__ = ["BEST_EFFORT"]

_MILLISECONDS = 3
_MILLISECONDS_IN_TEXT = "^[0-9]{13}$"
_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_MONTH = (
    "(?i)(?<![a-z])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])"
)
_WEEKDAY = "(?i)^ *(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +)?"
_LATE = "(1[3-9]|2[0-9]|3[01])"
"""A number that is no month's."""

Forms = Sequence[tuple[str, str]]
"""What a text may begin with, and what stands for it, in order: `2024-3-17 15:04:05` at last."""
_FIRST: Forms = (
    (r"^(\d{4})(\d\d)(\d\d)[ T]?(\d\d)(\d\d)(\d\d)(?!\d)", "$1-$2-$3 $4:$5:$6"),
    (r"^(\d{4})(\d\d)(\d\d)(?!\d)", "$1-$2-$3"),
    (r"^(\d{4})[-/]?(\d{1,2})$", "$1-$2-1"),
    (r"^(\d{4})$", "$1-1-1"),
    (r"^(\d{4}-\d\d-\d\d)[ T](\d\d)(\d\d)(\d\d)$", "$1 $2:$3:$4"),
    (r"^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?!\d)", "$1-$3-$4"),
    (r"^(\d{4}) M(\d+) (\d{1,2})(?!\d)", "$1-$2-$3"),
    (r"^(\d{1,2}) +M(\d+),? +(\d{4})(?!\d)", "$3-$2-$1"),
    (r"^M(\d+) +(\d{1,2}),? +(\d{4})(?!\d)", "$3-$1-$2"),
    (r"^M(\d+) +(\d{1,2}) +(\d{1,2}:[\d:]+) +(\d{4})$", "$4-$1-$2 $3"),
    (r"^M(\d+) +(\d{4})$", "$2-$1-1"),
    (r"^(\d{1,2})([-/.])(M?\d{1,2})\2([0-6]\d)(?!\d)", "$1$2$3$220$4"),
    (r"^(\d{1,2})([-/.])(M?\d{1,2})\2([7-9]\d)(?!\d)", "$1$2$3$219$4"),
    (rf"^{_LATE}([-/.])(\d{{1,2}})\2(\d{{4}})(?!\d)", "$4-$3-$1"),
    (rf"^(\d{{1,2}})([-/.]){_LATE}\2(\d{{4}})(?!\d)", "$4-$1-$3"),
)
_DAY_FIRST: Forms = (
    *_FIRST,
    (r"^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)", "$4-$3-$1"),
    (r"^(\d{1,2})([-/])M(\d+)\2(\d{4})(?!\d)", "$4-$3-$1"),
)
_MONTH_FIRST: Forms = (*_FIRST, (r"^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)", "$4-$1-$3"))
_USUAL = (
    r"(?i)^(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:(?:[ ,]+|T *)(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.](\d*))?)?)?)?"
    r"(?: *([ap]m))?(?: *(Z|UTC|GMT|MSK|MSD|[+-]\d{1,2}(?::?\d\d)?))? *$"
)
"""Year, month, day, hour, minute, second, its fraction, the half of the day, the time zone."""
_OFFSET = r"^([+-])(\d{1,2}):?(\d\d)?$"
_OF_MOSCOW = {"MSK": "+03:00", "MSD": "+04:00"}
_HALF_DAY = 12


def _in_usual_form(text: Column, forms: Forms) -> Column:
    """A text as `_USUAL` reads it; one that begins in no known way stays as it is."""
    name = F.lower(F.substring(F.regexp_extract(text, _MONTH, 1), 1, 3))
    number = F.floor((F.instr(F.lit(_MONTHS), name) + 2) / 3).cast("string")
    shown = F.regexp_replace(text, F.lit(_WEEKDAY), F.lit(""))
    shown = F.regexp_replace(shown, F.lit(_MONTH), F.concat(F.lit("M"), number))
    for pattern, instead in forms:
        shown = F.regexp_replace(shown, pattern, instead)
    return shown


def _local_time(usual: Column) -> Column:
    """The day and the clock of a text in the usual form; NULL for what is none."""
    year, month, day, hour, minute, second, fraction = (
        F.regexp_extract(usual, _USUAL, part) for part in range(1, 8)
    )
    midnight = F.concat_ws("-", year, month, day).try_cast("date").cast("timestamp_ntz")
    half = F.upper(F.regexp_extract(usual, _USUAL, 8))
    hours, minutes = (F.coalesce(one.try_cast("int"), F.lit(0)) for one in (hour, minute))
    exact = F.concat(second, F.lit("."), F.substring(fraction, 1, 6))
    seconds = F.coalesce(exact.try_cast("decimal(18,6)"), F.lit(0).cast("decimal(18,6)"))
    of_day = (
        F.when((half == "PM") & (hours < _HALF_DAY), hours + _HALF_DAY)
        .when((half == "AM") & (hours == _HALF_DAY), F.lit(0))
        .otherwise(hours)
    )
    return midnight + F.make_dt_interval(F.lit(0), of_day, minutes, seconds)


def _zone_of(usual: Column, otherwise: Column) -> Column:
    """The time zone that a text in the usual form names, or another one."""
    named = F.upper(F.regexp_extract(usual, _USUAL, 9))
    sign, hours, minutes = (F.regexp_extract(named, _OFFSET, part) for part in (1, 2, 3))
    offset = F.concat(sign, F.lpad(hours, 2, "0"), F.lit(":"), F.rpad(minutes, 2, "0"))
    found = F.when(named == "", otherwise).when(sign != "", offset)
    for name, ahead in _OF_MOSCOW.items():
        found = found.when(named == name, F.lit(ahead))
    return found.otherwise(F.lit("UTC"))


def _instant_in(arguments: Arguments, zone: Column, forms: Forms) -> Column:
    """The moment that the text of a call names; NULL for what is none.

    Args:
        arguments: of the call.
        zone: the time zone of a clock that has none behind it.
        forms: what a text may begin with.
    """
    text = arguments.columns[0]
    seconds = F.when(F.rlike(text, F.lit(SECONDS_IN_TEXT)), text).try_cast("bigint")
    millis = F.when(F.rlike(text, F.lit(_MILLISECONDS_IN_TEXT)), text).try_cast("bigint")
    moment = once(
        _in_usual_form(text, forms),
        lambda usual: F.convert_timezone(
            _zone_of(usual, zone), arguments.session_zone, _local_time(usual)
        ).cast("timestamp"),
    )
    return F.coalesce(F.timestamp_seconds(seconds), F.timestamp_millis(millis), moment)


def _forms(name: str, forms: Forms) -> dict[str, Builder]:
    """A function of a text and a time zone, `…OrNull` and `…OrZero`.

    Args:
        name: the function; that of a DateTime64 takes the fractional digits first.
        forms: what a text may begin with.
    """
    place_of_zone = 2 if name.startswith("parseDateTime64") else 1

    def parsed(arguments: Arguments) -> Column:
        named = len(arguments) > place_of_zone
        zone = F.lit(arguments.text(place_of_zone)) if named else arguments.session_zone
        instant = _instant_in(arguments, zone, forms)
        if place_of_zone == 1:
            return whole_second(instant)
        return cut(instant, int(arguments.literal(1)) if len(arguments) > 1 else _MILLISECONDS)

    def or_error(arguments: Arguments) -> Column:
        text, found = arguments.columns[0], parsed(arguments)
        error = RmtError("CANNOT_PARSE_DATETIME", "A text is no time in a usual form")
        message = F.concat(F.lit(f"{error}: "), text)
        return F.when(text.isNull() | found.isNotNull(), found).otherwise(
            F.raise_error(message).cast("timestamp")
        )

    def or_zero(arguments: Arguments) -> Column:
        found = F.coalesce(parsed(arguments), F.timestamp_seconds(F.lit(0)))
        return F.when(arguments.columns[0].isNotNull(), found)

    most = place_of_zone + 1
    return {
        name: typed(1, most, or_error),
        f"{name}OrNull": typed(1, most, parsed),
        f"{name}OrZero": typed(1, most, or_zero),
    }


BEST_EFFORT: Builders = {
    **_forms("parseDateTimeBestEffort", _DAY_FIRST),
    **_forms("parseDateTimeBestEffortUS", _MONTH_FIRST),
    **_forms("parseDateTime64BestEffort", _DAY_FIRST),
    **_forms("parseDateTime64BestEffortUS", _MONTH_FIRST),
}
"""The functions."""
