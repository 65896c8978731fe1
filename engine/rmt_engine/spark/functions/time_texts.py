"""Times in texts, in the forms that `toDateTime` reads.

Source: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions#todatetime,
tried on 26.9.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments

__all__ = ["DAY_IN_TEXT", "SECONDS_IN_TEXT", "instant_in", "on_clock"]

SECONDS_IN_TEXT = r"^[0-9]{9,10}$"
"""Seconds since 1970."""
DAY_IN_TEXT = r"^[0-9]{4}([^0-9])[0-9]{1,2}\1[0-9]{1,2}([ T].*)?$"
"""A day, whose numbers one sign parts, and what stands behind it."""
_NO_TIME = r"^([0-9]{5,7}|[0-9]{11,13}|[0-9]{15,})$"
_FRACTIONS = r"^[0-9]{9,10}[.][0-9]+$"
_PARTED = r"^([0-9]{4})([^0-9])([0-9]{1,2})\2([0-9]{1,2})"
_PARTED_BY_LINES = "^[0-9]{4}-"
_DIGITS = r"^([0-9]{4})([0-9]{2})([0-9]{2})(?:[ T]?([0-9]{2})([0-9]{2})([0-9]{2}))?$"
_CLOCK = "[ T][0-9]{2}:"
_OFFSET = "(Z|[+-][0-9]{2}:?[0-9]{2})$"
_IN_WORDS = (
    "d MMM yyyy HH:mm:ss",
    "d MMM yyyy HH:mm",
    "d MMM yyyy",
    "MMM d yyyy HH:mm:ss",
    "MMM d yyyy",
    "dd/MM/yyyy HH:mm:ss",
    "dd/MM/yyyy",
)


def instant_in(arguments: Arguments, text: Column, zone: Any, *, fractions: bool = False) -> Column:
    """The time that a text names; NULL for what is none.

    Args:
        arguments: of the call that reads it.
        text: the text.
        zone: the time zone of a clock that the text does not name; None for the session's.
        fractions: whether seconds since 1970 may have fractions.
    """
    whole = F.when(F.rlike(text, F.lit(SECONDS_IN_TEXT)), text).try_cast("bigint")
    tries = [F.timestamp_seconds(whole)]
    if fractions:
        exact = F.when(F.rlike(text, F.lit(_FRACTIONS)), text).try_cast("decimal(38,9)")
        tries.append(F.timestamp_seconds(F.floor(exact, 6)))
    shown = F.when(~F.rlike(text, F.lit(_NO_TIME)), F.trim(text))
    clocks = [shown, _by_lines(shown)]
    readings = [one.try_cast("timestamp_ntz") for one in clocks]
    readings += [F.try_to_timestamp(shown, F.lit(form)).cast("timestamp_ntz") for form in _IN_WORDS]
    if zone is None:
        return F.coalesce(
            *(one.try_cast("timestamp") for one in clocks),
            *tries,
            *(one.cast("timestamp") for one in readings[2:]),
        )
    has_offset = F.rlike(shown, F.lit(_CLOCK)) & F.rlike(shown, F.lit(_OFFSET))
    exact = F.when(has_offset, F.coalesce(*(one.try_cast("timestamp") for one in clocks)))
    return F.coalesce(exact, *tries, on_clock(arguments, F.coalesce(*readings), zone))


def on_clock(arguments: Arguments, local: Column, zone: Any) -> Column:
    """The moment at which a clock in a time zone shows a time."""
    return F.convert_timezone(F.lit(str(zone)), arguments.session_zone, local).cast("timestamp")


def _by_lines(text: Column) -> Column:
    """A time with its day as `2024-01-02`; NULL for what is none, or has it so."""
    parted = F.regexp_replace(text, _PARTED, "$1-$3-$4")
    is_parted = F.rlike(text, F.lit(_PARTED)) & ~F.rlike(text, F.lit(_PARTED_BY_LINES))
    digits = F.regexp_replace(text, _DIGITS, "$1-$2-$3 $4:$5:$6")
    is_of_digits = F.rlike(text, F.lit(_DIGITS))
    return F.when(is_parted, parted).when(is_of_digits, F.regexp_replace(digits, " ::$", ""))
