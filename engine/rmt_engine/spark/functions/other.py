"""The server, sizes for people, and what fits nowhere else.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/other-functions.
"""

from __future__ import annotations

import functools
import socket
import time
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    MANY,
    Arguments,
    Builder,
    Builders,
    bits_of,
    of,
    typed,
)
from rmt_engine.sql.text.files import lines_of

__all__ = ["OTHER"]

_STARTED = time.monotonic()
_BINARY = (" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB", " ZiB", " YiB")
_DECIMAL = (" B", " KB", " MB", " GB", " TB", " PB", " EB", " ZB", " YB")
_QUANTITY = (
    "",
    *(" thousand", " million", " billion", " trillion", " quadrillion", " quintillion"),
    *(" sextillion", " septillion", " octillion", " nonillion", " decillion", " undecillion"),
    *(" duodecillion", " tredecillion", " quattuordecillion", " quindecillion", " sexdecillion"),
    *(" septendecillion", " octodecillion", " novemdecillion", " vigintillion"),
)


def _readable(base: float, units: tuple[str, ...]) -> Builder:
    """A number with two digits after the point, or so many, and the unit that keeps it short."""

    def build(arguments: Arguments) -> Column:
        number = arguments.columns[0]
        digits = arguments.literal(1) if len(arguments) > 1 else 2
        value = number.cast("double")
        chain: Any = F.when(F.isnan(value), F.lit(f"nan{units[0]}"))
        for power, unit in enumerate(units):
            scaled = F.format_string(f"%.{digits}f", value / base**power)
            text = F.concat(F.replace(scaled, F.lit("Infinity"), F.lit("inf")), F.lit(unit))
            if power + 1 == len(units):
                chain = chain.otherwise(text)
            else:
                chain = chain.when(F.abs(value) < base ** (power + 1), text)
        return F.when(number.isNotNull(), chain)

    return typed(1, 2, build)


def _throw_if(arguments: Arguments) -> Column:
    message = arguments.text(1) if len(arguments) > 1 else "Value passed to 'throwIf' is non-zero"
    error = RmtError("FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", message)
    failure = F.raise_error(F.lit(str(error))).cast("tinyint")
    condition = arguments.columns[0].cast("boolean")
    return F.when(condition, failure).when(~condition, F.lit(0).cast("tinyint"))


@functools.cache
def _error_names() -> str:
    """The names of errors by their codes, with commas; nothing for codes that none has."""
    names = {int(code): name for code, name in lines_of("errors.tsv", "rmt_engine.sql.functions")}
    return ",".join(names.get(code, "") for code in range(max(names) + 1))


def _error_name(arguments: Arguments) -> Column:
    """`errorCodeToName(code)`; of NULL, that of 0."""
    code, kind = arguments.columns[0], arguments.type(0)
    whole = bits_of(code) if kind.startswith("decimal") else code.cast("bigint")
    number = F.coalesce(whole, F.lit(0)).cast("bigint").bitwiseAND(F.lit(0xFFFFFFFF))
    names = F.split(F.lit(_error_names()), ",")
    place = F.when(number < 2**31, number.cast("int"))
    return F.when(F.lit(kind != "void"), F.coalesce(F.get(names, place), F.lit("")))


OTHER: Builders = {
    "errorCodeToName": typed(1, 1, _error_name),
    "currentDatabase": of(F.current_database),
    "database": of(F.current_database),
    "timezone": typed(0, 0, lambda arguments: arguments.session_zone),
    "currentUser": of(F.current_user),
    "hostName": of(lambda: F.lit(socket.gethostname())),
    "uptime": of(lambda: F.lit(int(time.monotonic() - _STARTED)).cast("bigint")),
    "formatReadableSize": _readable(1024.0, _BINARY),
    "formatReadableDecimalSize": _readable(1000.0, _DECIMAL),
    "formatReadableQuantity": _readable(1000.0, _QUANTITY),
    "throwIf": typed(1, 2, _throw_if),
    "ignore": typed(0, MANY, lambda _: F.lit(0).cast("tinyint")),
    "indexHint": typed(0, MANY, lambda _: F.lit(1).cast("tinyint")),
}
