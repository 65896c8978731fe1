"""The patterns of `formatDateTimeInJodaSyntax`, which are Joda-Time's, for Spark.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.date_formats import (
    USUAL_YEAR,
    in_years,
    iso_year,
    of_short_year,
    or_failure,
)
from rmt_engine.spark.functions.dates import moment_of

__all__ = ["JODA_FORMATS"]

_PIECES = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+")
_WRITTEN = "yYMdaKhHkmsDExweCSG"
_READ = "yYMdaKhHkmsD"
_SHORT_NAME = 3
_OF_YEARS = frozenset("MdD")
_NUMBERS: Mapping[str, Callable[[Column], Column]] = {
    "d": F.dayofmonth,
    "D": F.dayofyear,
    "H": F.hour,
    "k": lambda time: (F.hour(time) + 23) % 24 + 1,
    "K": lambda time: F.hour(time) % 12,
    "h": lambda time: (F.hour(time) + 11) % 12 + 1,
    "m": F.minute,
    "s": F.second,
    "x": iso_year,
    "w": F.weekofyear,
    "e": lambda time: F.weekday(time) + 1,
    "C": lambda time: F.floor(F.year(time) / 100),
}
"""Numbers, written with as many digits as letters stand for them, or more."""
_ONE_OR_TWO = frozenset("MdHhkKms")
"""Specifiers of numbers that may have one digit, if no other number is beside them."""
_OTHER_NAMES = {"MMM": "MMMM", "MMMM": "MMM"}


def _pieces(pattern: str, letters: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a pattern, and whether each is a specifier.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it has a specifier there is not; `BAD_ARGUMENTS`, a quote is
            not closed.
    """
    position = 0
    for match in _PIECES.finditer(pattern):
        if match.start() > position:
            break
        position = match.end()
        letter = match[2]
        if letter is None:
            quoted = match[1]
            yield (match[0] if quoted is None else quoted.replace("''", "'") or "'"), False
        elif letter in letters:
            yield match[0], True
        else:
            raise RmtError("NOT_IMPLEMENTED", f"format is not supported for {match[0]}")
    if position < len(pattern):
        raise RmtError("BAD_ARGUMENTS", "No closing single quote for literal")


def _spark(specifier: str) -> str:
    """Spark's specifier of one of Joda-Time's."""
    letter, length = specifier[0], len(specifier)
    if letter == "E":
        return "EEE" if length <= _SHORT_NAME else "EEEE"
    if letter == "M":
        return specifier[: _SHORT_NAME + 1]
    if letter == "Y":
        return specifier.lower()
    return "a" if letter == "a" else specifier


def _written(arguments: Arguments) -> Column:
    time = arguments.columns[0]
    texts = [
        _of_specifier(time, piece) if is_specifier else F.lit(piece)
        for piece, is_specifier in _pieces(arguments.text(1), _WRITTEN)
    ]
    return F.when(time.isNotNull(), F.concat(*texts) if texts else F.lit(""))


def _of_specifier(time: Column, specifier: str) -> Column:
    letter, length = specifier[0], len(specifier)
    if letter == "G":
        return F.lit("AD")
    if letter == "S":
        return F.rpad(F.date_format(time, "SSSSSS"), length, "0")
    if letter in _NUMBERS:
        number = _NUMBERS[letter](time).cast("string")
        return F.lpad(number, F.greatest(F.length(number), F.lit(length)), F.lit("0"))
    return F.date_format(time, _spark(specifier))


def _time_read(arguments: Arguments) -> Column:
    """The time of a text; NULL where it does not fit the pattern."""
    text, pieces = arguments.columns[0], list(_pieces(arguments.text(1), _READ))
    letters = {piece[0] for piece, is_specifier in pieces if is_specifier}
    begins = "yyyy' '" if letters & _OF_YEARS and not letters & {"y", "Y"} else ""
    if begins:
        text = F.concat(F.lit(USUAL_YEAR), text)
    tries = [F.try_to_timestamp(text, F.lit(begins + one)) for one in _read_patterns(pieces)]
    found = F.coalesce(*tries)
    return in_years(of_short_year(found) if {("yy", True), ("YY", True)} & {*pieces} else found)


def _read_patterns(pieces: Sequence[tuple[str, bool]]) -> list[str]:
    """Spark's patterns of one: a month has its name's first letters, or all of them."""
    texts = []
    for place, (piece, is_specifier) in enumerate(pieces):
        beside = (*pieces[max(place - 1, 0) : place], *pieces[place + 1 : place + 2])
        if not is_specifier:
            texts.append(_quoted(piece))
        elif piece[0] in _ONE_OR_TWO and len(piece) < _SHORT_NAME and not _has_specifier(beside):
            texts.append(piece[0])
        else:
            texts.append(_spark(piece))
    other = [_OTHER_NAMES.get(text, text) for text in texts]
    return ["".join(texts)] if other == texts else ["".join(texts), "".join(other)]


def _has_specifier(pieces: Sequence[tuple[str, bool]]) -> bool:
    return any(is_specifier for _, is_specifier in pieces)


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _in_zone(arguments: Arguments, time: Column) -> Column:
    """The moment at which the clock of the third argument, if there is one, shows a time."""
    return moment_of(arguments, time, arguments.columns[2]) if len(arguments) > 2 else time


def _read(arguments: Arguments) -> Column:
    found = or_failure(_time_read(arguments), arguments.columns[0], arguments.text(1))
    return _in_zone(arguments, found)


def _or_null(arguments: Arguments) -> Column:
    return _in_zone(arguments, _time_read(arguments))


def _or_zero(arguments: Arguments) -> Column:
    found = F.coalesce(_or_null(arguments), F.timestamp_seconds(F.lit(0)))
    return F.when(arguments.columns[0].isNotNull(), found)


JODA_FORMATS: Builders = {
    "formatDateTimeInJodaSyntax": typed(2, 2, _written),
    "parseDateTimeInJodaSyntax": typed(2, 3, _read),
    "parseDateTimeInJodaSyntaxOrNull": typed(2, 3, _or_null),
    "parseDateTimeInJodaSyntaxOrZero": typed(2, 3, _or_zero),
}
