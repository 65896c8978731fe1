"""Sizes and times that people write: `1.5 MiB`, `1h 30min`.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/other-functions.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Builders, failing, of, once

__all__ = ["READ_QUANTITIES"]

_SIZE = r"^([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+) *([kKmMgGtTpPeE]?)([iI]?)[bB]$"
_SIZES = "bkmgtpe"
_BYTES = 2.0**64
_COUNT = "decimal(20,0)"
_UNITS = {
    **dict.fromkeys(("years", "year", "yr", "y"), 31_536_000),
    **dict.fromkeys(("months", "month", "mo"), 2_635_200),
    **dict.fromkeys(("weeks", "week", "w"), 604_800),
    **dict.fromkeys(("days", "day", "d"), 86_400),
    **dict.fromkeys(("hours", "hour", "hr", "h"), 3600),
    **dict.fromkeys(("minutes", "minute", "min", "m"), 60),
    **dict.fromkeys(("seconds", "second", "sec", "s"), 1),
    **dict.fromkeys(("milliseconds", "millisecond", "millisec", "ms"), 1e-3),
    **dict.fromkeys(("microseconds", "microsecond", "microsec", "us", "\u03bcs", "\u00b5s"), 1e-6),
    **dict.fromkeys(("nanoseconds", "nanosecond", "nanosec", "ns"), 1e-9),
}
"""The seconds of the units of time."""
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_TIME = f"({_NUMBER}) *({_UNIT})"
_TIMES = f"^ *{_TIME} *(?:[;:,+-]? *{_TIME} *)*$"


def _size(text: Column) -> Column:
    """`parseReadableSize(text)`: bytes."""
    number, prefix, binary = (F.regexp_extract(text, _SIZE, group) for group in (1, 2, 3))
    place = F.instr(F.lit(_SIZES), F.lower(prefix)) - 1
    base = F.when(binary == "", 1000.0).otherwise(1024.0)
    power = F.when(prefix == "", 0).otherwise(place)
    found = number.try_cast("double") * F.pow(base, power)
    unknown = RmtError("CANNOT_PARSE_TEXT", "Unknown readable size unit")
    none = RmtError("CANNOT_PARSE_NUMBER", "Unable to parse readable size numeric component")
    negative = RmtError("BAD_ARGUMENTS", "Negative sizes are not allowed")
    too_big = RmtError("BAD_ARGUMENTS", "Result is too big for output type")
    return (
        F.when(F.rlike(text, F.lit(_SIZE)) & (found >= _BYTES), failing(too_big, text, _COUNT))
        .when(F.rlike(text, F.lit(_SIZE)), F.ceil(found.try_cast("decimal(38,6)")))
        .when(F.rlike(text, F.lit("^-[0-9]")), failing(negative, text, _COUNT))
        .when(F.rlike(text, F.lit(r"^[0-9]|^\.[0-9]")), failing(unknown, text, _COUNT))
        .when(text.isNotNull(), failing(none, text, _COUNT))
        .cast(_COUNT)
    )


def _seconds(text: Column) -> Column:
    """`parseTimeDelta(text)`."""
    units = F.create_map(*(F.lit(one) for pair in _SECONDS for one in pair))

    def total(pieces: Column) -> Column:
        return F.aggregate(
            pieces,
            F.lit(0.0),
            lambda seconds, piece: (
                seconds
                + F.regexp_extract(piece, _TIME, 1).cast("double")
                * F.element_at(units, F.regexp_extract(piece, _TIME, 2))
            ),
        )

    wrong = RmtError("BAD_ARGUMENTS", "Invalid argument of function parseTimeDelta")
    found = once(F.regexp_extract_all(text, F.lit(f"({_TIME})")), total)
    return F.when(F.rlike(text, F.lit(_TIMES)), found).when(
        text.isNotNull(), failing(wrong, text, "double")
    )


_SECONDS = tuple((unit, float(seconds)) for unit, seconds in _UNITS.items())
READ_QUANTITIES: Builders = {"parseReadableSize": of(_size), "parseTimeDelta": of(_seconds)}
"""The functions."""
