"""Times of texts in any usual form: `parseDateTimeBestEffort` and its kin.

Source: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions, tried on
26.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, typed
from rmt_engine.spark.functions.dates import cut, whole_second
from rmt_engine.spark.functions.time_texts import DAY_IN_TEXT, SECONDS_IN_TEXT

__all__ = ["BEST_EFFORT"]

_MILLISECONDS = 3
_MILLISECONDS_IN_TEXT = "^[0-9]{13}$"
_CLOCK = "[ H:mm[:ss[.SSSSSS]]]"
_ALWAYS = (
    *("yyyyMMddHHmmss", "yyyyMMdd", "yyyy-MM-dd HHmmss"),
    *(f"{day}{_CLOCK}" for day in ("d MMM yyyy", "MMM d yyyy", "MMM d, yyyy")),
)
_SLASHED = (f"d/M/yyyy{_CLOCK}", f"M/d/yyyy{_CLOCK}")
"""Days before months; the other way round if the first number is no day or no month."""
_WEEKDAY = "(?i)^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +"
_BEHIND_CLOCK = "(?i)(:[0-9]{2}(?:[.][0-9]+)?)(?: *([ap]m))? *(Z|GMT|UTC|[+-][0-9]{2}:?[0-9]{2})?$"
"""What a clock may have behind it: the half of the day, and the time zone."""
_HALF_DAY = 12


def _instant_in(arguments: Arguments, zone: Column, patterns: Sequence[str]) -> Column:
    """The moment that the text of a call names; NULL for what is none.

    Args:
        arguments: of the call.
        zone: the time zone of a clock that has none behind it.
        patterns: what a text may look like, beside `2024-03-17 15:04:05`.
    """
    text = arguments.columns[0]
    half, own_zone = (F.upper(F.regexp_extract(text, _BEHIND_CLOCK, part)) for part in (2, 3))
    shown = F.regexp_replace(F.regexp_replace(text, _WEEKDAY, ""), _BEHIND_CLOCK, "$1")
    plain = F.when(F.rlike(shown, F.lit(DAY_IN_TEXT)), shown).try_cast("timestamp_ntz")
    others = [F.try_to_timestamp(shown, F.lit(one)).cast("timestamp_ntz") for one in patterns]
    local = F.coalesce(plain, *others)
    twelve = F.make_dt_interval(F.lit(0), F.lit(_HALF_DAY))
    clock = (
        F.when((half == "PM") & (F.hour(local) < _HALF_DAY), local + twelve)
        .when((half == "AM") & (F.hour(local) == _HALF_DAY), local - twelve)
        .otherwise(local)
    )
    named = F.when(own_zone == "", zone).otherwise(own_zone)
    moment = F.convert_timezone(named, arguments.session_zone, clock).cast("timestamp")
    seconds = F.when(F.rlike(text, F.lit(SECONDS_IN_TEXT)), text).try_cast("bigint")
    millis = F.when(F.rlike(text, F.lit(_MILLISECONDS_IN_TEXT)), text).try_cast("bigint")
    return F.coalesce(moment, F.timestamp_seconds(seconds), F.timestamp_millis(millis))


def _forms(name: str, patterns: Sequence[str]) -> dict[str, Builder]:
    """A function of a text and a time zone, `…OrNull` and `…OrZero`.

    Args:
        name: the function; that of a DateTime64 takes the fractional digits first.
        patterns: what a text may look like.
    """
    place_of_zone = 2 if name.startswith("parseDateTime64") else 1

    def parsed(arguments: Arguments) -> Column:
        named = len(arguments) > place_of_zone
        zone = F.lit(arguments.text(place_of_zone)) if named else arguments.session_zone
        instant = _instant_in(arguments, zone, patterns)
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
    **_forms("parseDateTimeBestEffort", (*_ALWAYS, *_SLASHED)),
    **_forms("parseDateTimeBestEffortUS", (*_ALWAYS, *reversed(_SLASHED))),
    **_forms("parseDateTime64BestEffort", (*_ALWAYS, *_SLASHED)),
    **_forms("parseDateTime64BestEffortUS", (*_ALWAYS, *reversed(_SLASHED))),
}
"""The functions."""
