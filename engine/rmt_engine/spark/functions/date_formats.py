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

__all__ = [
    "USUAL_YEAR",
    "formatted",
    "in_years",
    "iso_year",
    "of_short_year",
    "or_failure",
    "parsed",
]

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
_NOT_IN_CLICKHOUSE = frozenset("UXvx")
"""Specifiers of MySQL's that ClickHouse knows, and has nothing for."""
_CHARACTERS = {"n": "\n", "t": "\t", "%": "%"}


def iso_year(time: Column) -> Column:
    """The year that the week of a time is of."""
    day = time.cast("date")
    return F.year(F.date_add(F.date_sub(day, F.weekday(day)), 3))


def _two_digits(number: Column) -> Column:
    return F.lpad(number.cast("string"), 2, "0")


_COMPUTED: dict[str, Callable[[Column], Column]] = {
    "C": lambda t: _two_digits(F.floor(F.year(t) / 100)),
    "G": lambda t: iso_year(t).cast("string"),
    "g": lambda t: _two_digits(iso_year(t) % 100),
    "V": lambda t: _two_digits(F.weekofyear(t)),
    "e": lambda t: F.dayofmonth(t).cast("string"),
    "Q": lambda t: F.quarter(t).cast("string"),
    "u": lambda t: (F.weekday(t) + 1).cast("string"),
    "w": lambda t: (F.dayofweek(t) - 1).cast("string"),
}
_PARSED = frozenset("YymdHhIiSsfMbpFTRjcelkGrD")
_NOT_PARSED = frozenset("aWzuVwCQg")
"""Specifiers that ClickHouse reads, but for a quarter."""
_READ_PATTERNS = {"c": "M", "e": "d", "G": "yyyy", "k": "H", "l": "h"}
"""Specifiers that stand for other patterns where a text is read: one digit may be enough."""
_YEARS, _DAYS_OF_YEAR = frozenset("YyFDG"), frozenset("mcbMdej")
_SHORT_YEARS = frozenset("yD")
"""Years of two digits, which are those from 1970 to 2069."""
_YEARS_OF_TIMES = (1970, 2106)
USUAL_YEAR = "2000 "
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


def parsed(text: Column, pattern: str, *, or_null: bool, is_bounded: bool) -> Column:
    """A text as a time.

    Args:
        text: the text.
        pattern: with specifiers like `%Y`.
        or_null: NULL for a text that does not fit, instead of an error.
        is_bounded: whether the time is a DateTime.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the pattern has a specifier there is not; `NOT_IMPLEMENTED`, it
            has one that no text is read by.
    """
    named = {match[1] for match in _SPECIFIERS.finditer(pattern)}
    spark, position = "", 0
    if named & _DAYS_OF_YEAR and not named & _YEARS:
        spark, text = "yyyy' '", F.concat(F.lit(USUAL_YEAR), text)
    for match in _SPECIFIERS.finditer(pattern):
        spark += _quoted(pattern[position : match.start()])
        position = match.end()
        specifier = match[1] or ""
        if specifier in _CHARACTERS:
            spark += _quoted(_CHARACTERS[specifier])
        elif specifier in _PARSED:
            spark += _READ_PATTERNS.get(specifier) or _PATTERNS[specifier]
        elif specifier in _NOT_PARSED:
            raise RmtError("NOT_IMPLEMENTED", f"No text is read by %{specifier}.")
        else:
            raise _unknown(specifier)
    spark += _quoted(pattern[position:])
    found = F.try_to_timestamp(text, F.lit(spark))
    if named & _SHORT_YEARS:
        found = of_short_year(found)
    if is_bounded:
        found = in_years(found)
    return found if or_null else or_failure(found, text, pattern)


def of_short_year(found: Column) -> Column:
    """A time whose year was told by two digits, which Spark takes for one from 2000 on."""
    century = F.make_ym_interval(F.lit(100))
    return once(found, lambda time: F.when(F.year(time) < 2070, time).otherwise(time - century))


def in_years(found: Column) -> Column:
    """A time in the years that a DateTime has; NULL for others."""
    return once(found, lambda time: F.when(F.year(time).between(*_YEARS_OF_TIMES), time))


def or_failure(found: Column, text: Column, pattern: str) -> Column:
    """The time of a text; an error where there is none.

    Args:
        found: the time, or NULL.
        text: the text.
        pattern: what it was read by.
    """
    wrong = RmtError("CANNOT_PARSE_DATETIME", f"The text does not fit the pattern {pattern}")
    failure = failing(wrong, text, "timestamp")
    return once(
        found, lambda time: F.when(time.isNull() & text.isNotNull(), failure).otherwise(time)
    )


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'" if text else ""


def _unknown(specifier: str) -> RmtError:
    name = "NOT_IMPLEMENTED" if specifier in _NOT_IN_CLICKHOUSE else "BAD_ARGUMENTS"
    return RmtError(name, f"A time's pattern cannot have %{specifier} here.")
