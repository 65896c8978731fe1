"""The patterns of `formatDateTimeInJodaSyntax`, which are Joda-Time's, for Spark.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.date_formats import read_time
from rmt_engine.spark.functions.dates import moment_of

__all__ = ["JODA_FORMATS"]

_PIECES = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+")
_WRITTEN = "yMdaKhHkmsDE"
_READ = "yMdaKhHkms"
_SHORT_NAME = 3


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
    return "a" if letter == "a" else specifier


def _written(arguments: Arguments) -> Column:
    time = arguments.columns[0]
    texts = [
        _of_specifier(time, piece) if is_specifier else F.lit(piece)
        for piece, is_specifier in _pieces(arguments.text(1), _WRITTEN + "e")
    ]
    return F.when(time.isNotNull(), F.concat(*texts) if texts else F.lit(""))


def _of_specifier(time: Column, specifier: str) -> Column:
    if specifier[0] == "e":
        return F.lpad((F.weekday(time) + 1).cast("string"), len(specifier), "0")
    return F.date_format(time, _spark(specifier))


def _read_pattern(arguments: Arguments) -> str:
    return "".join(
        _spark(piece) if is_specifier else _quoted(piece)
        for piece, is_specifier in _pieces(arguments.text(1), _READ)
    )


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _in_zone(arguments: Arguments, time: Column) -> Column:
    """The moment at which the clock of the third argument, if there is one, shows a time."""
    return moment_of(arguments, time, arguments.columns[2]) if len(arguments) > 2 else time


def _read(arguments: Arguments) -> Column:
    return _in_zone(arguments, read_time(arguments.columns[0], _read_pattern(arguments)))


def _or_null(arguments: Arguments) -> Column:
    found = F.try_to_timestamp(arguments.columns[0], F.lit(_read_pattern(arguments)))
    return _in_zone(arguments, found)


def _or_zero(arguments: Arguments) -> Column:
    found = F.coalesce(_or_null(arguments), F.timestamp_seconds(F.lit(0)))
    return F.when(arguments.columns[0].isNotNull(), found)


JODA_FORMATS: Builders = {
    "formatDateTimeInJodaSyntax": typed(2, 2, _written),
    "parseDateTimeInJodaSyntax": typed(2, 3, _read),
    "parseDateTimeInJodaSyntaxOrNull": typed(2, 3, _or_null),
    "parseDateTimeInJodaSyntaxOrZero": typed(2, 3, _or_zero),
}
