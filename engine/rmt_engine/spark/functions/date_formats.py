"""The patterns of `formatDateTime` and `parseDateTime`, which are MySQL's, for Spark.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions#formatdatetime.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import failing, once

__all__ = ["formatted", "parsed", "read_time"]

_SPECIFIERS = re.compile(r"%(.)|%$", re.DOTALL)
_PATTERNS = {
    "Y": "yyyy",
    "y": "yy",
    "m": "MM",
    "c": "MM",
    "d": "dd",
    "H": "HH",
    "k": "HH",
    "I": "hh",
    "h": "hh",
    "l": "hh",
    "i": "mm",
    "S": "ss",
    "s": "ss",
    "f": "SSSSSS",
    "j": "DDD",
    "M": "MMMM",
    "b": "MMM",
    "W": "EEEE",
    "a": "EEE",
    "p": "a",
    "F": "yyyy-MM-dd",
    "T": "HH:mm:ss",
    "R": "HH:mm",
    "r": "hh:mm a",
    "D": "MM/dd/yy",
}
_CHARACTERS = {"n": "\n", "t": "\t", "%": "%"}


def _iso_year(time: Column) -> Column:
    day = time.cast("date")
    return F.year(F.date_add(F.date_sub(day, F.weekday(day)), 3))


def _two_digits(number: Column) -> Column:
    return F.lpad(number.cast("string"), 2, "0")


_COMPUTED: dict[str, Callable[[Column], Column]] = {
    "C": lambda t: _two_digits(F.floor(F.year(t) / 100)),
    "G": lambda t: _iso_year(t).cast("string"),
    "g": lambda t: _two_digits(_iso_year(t) % 100),
    "V": lambda t: _two_digits(F.weekofyear(t)),
    "e": lambda t: F.dayofmonth(t).cast("string"),
    "Q": lambda t: F.quarter(t).cast("string"),
    "u": lambda t: (F.weekday(t) + 1).cast("string"),
    "w": lambda t: (F.dayofweek(t) - 1).cast("string"),
}
_PARSED = frozenset("YymdHhIiSsfMbpFTRjcelkGr")
_READ_PATTERNS = {"c": "M", "e": "d", "G": "yyyy", "k": "H", "l": "h"}
"""Specifiers that stand for other patterns where a text is read: one digit may be enough."""
_YEARS, _DAYS_OF_YEAR = frozenset("YyFDG"), frozenset("mcbMdej")
_SHORT_YEARS = frozenset("yD")
"""Years of two digits, which are those from 1970 to 2069."""
_USUAL_YEAR = "2000 "
"""The year of a text that has a month or a day, and none."""


def formatted(time: Column, pattern: str, ahead: Column) -> Column:
    """A time as text.

    Args:
        time: a timestamp.
        pattern: with specifiers like `%Y`.
        ahead: by how much its time zone is ahead of UTC, an interval.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the pattern has a specifier there is not.
    """
    pieces, position = [], 0
    for match in _SPECIFIERS.finditer(pattern):
        if match.start() > position:
            pieces.append(F.lit(pattern[position : match.start()]))
        position = match.end()
        specifier = match[1] or ""
        pieces.append(_offset(ahead) if specifier == "z" else _piece(time, specifier))
    if position < len(pattern) or not pieces:
        pieces.append(F.lit(pattern[position:]))
    text = F.concat(*pieces)
    return F.when(time.isNotNull(), text)


def _offset(ahead: Column) -> Column:
    """The text of a time zone's offset: `+0530`."""
    hours, minutes = (F.extract(F.lit(unit), ahead).cast("int") for unit in ("HOUR", "MINUTE"))
    sign = F.when((hours < 0) | (minutes < 0), "-").otherwise("+")
    return F.concat(sign, _two_digits(F.abs(hours)), _two_digits(F.abs(minutes)))


def _piece(time: Column, specifier: str) -> Column:
    if specifier in _CHARACTERS:
        return F.lit(_CHARACTERS[specifier])
    if specifier in _PATTERNS:
        return F.date_format(time, _PATTERNS[specifier])
    if specifier in _COMPUTED:
        return _COMPUTED[specifier](time)
    raise _unknown(specifier)


def parsed(text: Column, pattern: str, or_null: bool) -> Column:
    """A text as a time.

    Args:
        text: the text.
        pattern: with specifiers like `%Y`.
        or_null: NULL for a text that does not fit, instead of an error.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the pattern has a specifier there is not.
    """
    named = {match[1] for match in _SPECIFIERS.finditer(pattern)}
    spark, position = "", 0
    if named & _DAYS_OF_YEAR and not named & _YEARS:
        spark, text = "yyyy' '", F.concat(F.lit(_USUAL_YEAR), text)
    for match in _SPECIFIERS.finditer(pattern):
        spark += _quoted(pattern[position : match.start()])
        position = match.end()
        specifier = match[1] or ""
        if specifier in _CHARACTERS:
            spark += _quoted(_CHARACTERS[specifier])
        elif specifier in _PARSED:
            spark += _READ_PATTERNS.get(specifier) or _PATTERNS[specifier]
        else:
            raise _unknown(specifier)
    spark += _quoted(pattern[position:])
    found = F.try_to_timestamp(text, F.lit(spark)) if or_null else read_time(text, spark)
    if not named & _SHORT_YEARS:
        return found
    century = F.make_ym_interval(F.lit(100))
    return once(found, lambda time: F.when(F.year(time) < 2070, time).otherwise(time - century))


def read_time(text: Column, pattern: str) -> Column:
    """A text as a time; an error if it does not fit.

    Args:
        text: the text.
        pattern: Spark's.
    """
    wrong = RmtError("CANNOT_PARSE_DATETIME", f"The text does not fit the pattern {pattern}")
    failure = failing(wrong, text, "timestamp")
    return once(
        F.try_to_timestamp(text, F.lit(pattern)),
        lambda found: F.when(found.isNull() & text.isNotNull(), failure).otherwise(found),
    )


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'" if text else ""


def _unknown(specifier: str) -> RmtError:
    return RmtError("BAD_ARGUMENTS", f"A time's pattern cannot have %{specifier} here.")
