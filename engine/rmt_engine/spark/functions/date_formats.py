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
    "z": lambda t: F.regexp_replace(F.date_format(t, "xx"), ":", ""),
}
_PARSED = frozenset("YymdHhIiSsfMbpFTRj")


def formatted(time: Column, pattern: str) -> Column:
    """A time as text.

    Args:
        time: a timestamp.
        pattern: with specifiers like `%Y`.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the pattern has a specifier there is not.
    """
    pieces, position = [], 0
    for match in _SPECIFIERS.finditer(pattern):
        if match.start() > position:
            pieces.append(F.lit(pattern[position : match.start()]))
        position = match.end()
        pieces.append(_piece(time, match[1] or ""))
    if position < len(pattern) or not pieces:
        pieces.append(F.lit(pattern[position:]))
    text = F.concat(*pieces)
    return F.when(time.isNotNull(), text)


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
    spark, position = "", 0
    for match in _SPECIFIERS.finditer(pattern):
        spark += _quoted(pattern[position : match.start()])
        position = match.end()
        specifier = match[1] or ""
        if specifier in _CHARACTERS:
            spark += _quoted(_CHARACTERS[specifier])
        elif specifier in _PARSED:
            spark += _PATTERNS[specifier]
        else:
            raise _unknown(specifier)
    spark += _quoted(pattern[position:])
    return F.try_to_timestamp(text, F.lit(spark)) if or_null else read_time(text, spark)


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
