"""The server, sizes for people, and what fits nowhere else.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/other-functions.
"""

from __future__ import annotations

import socket
import time
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import MANY, Arguments, Builder, Builders, of, once, typed

__all__ = ["OTHER"]

_MOST_CHARACTERS = 2**24
_STARTED = time.monotonic()
_BINARY = (" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB", " ZiB", " YiB")
_DECIMAL = (" B", " KB", " MB", " GB", " TB", " PB", " EB", " ZB", " YB")
_QUANTITY = ("", " thousand", " million", " billion", " trillion", " quadrillion")


def _readable(base: float, units: tuple[str, ...]) -> Builder:
    """A number with two digits after the point and the unit that keeps it short."""

    def build(number: Column) -> Column:
        value = number.cast("double")
        chain: Any = F
        for power, unit in enumerate(units):
            scaled = F.format_string("%.2f", value / base**power)
            text = F.concat(scaled, F.lit(unit))
            if power + 1 == len(units):
                chain = chain.otherwise(text)
            else:
                chain = chain.when(F.abs(value) < base ** (power + 1), text)
        return F.when(number.isNotNull(), chain)

    return of(build)


def _throw_if(arguments: Arguments) -> Column:
    message = arguments.text(1) if len(arguments) > 1 else "Value passed to 'throwIf' is non-zero"
    error = RmtError("FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", message)
    failure = F.raise_error(F.lit(str(error))).cast("tinyint")
    condition = arguments.columns[0].cast("boolean")
    return F.when(condition, failure).when(~condition, F.lit(0).cast("tinyint"))


def _random_text(size: Column) -> Column:
    """So many characters of those that have four bytes, each as likely as the others."""

    def of_seed(seed: Column) -> Column:
        points = F.transform(
            F.sequence(F.lit(1), F.greatest(size, F.lit(1)).cast("int")),
            lambda at: F.lit(0x10000) + F.pmod(F.xxhash64(seed, at), F.lit(0x100000)),
        )
        codes = F.transform(points, lambda point: F.lpad(F.hex(point), 8, "0"))
        return F.decode(F.unhex(F.array_join(codes, "")), "UTF-32")

    # A lambda's body may not be random, what it is called with may.
    text = once(F.rand(), of_seed)
    problem = RmtError("TOO_LARGE_STRING_SIZE", "Too large string size in randomStringUTF8.")
    refused = F.raise_error(F.lit(str(problem))).cast("string")
    fits = size.between(0, _MOST_CHARACTERS)
    return F.when(~fits, refused).when(size == 0, F.lit("")).when(fits, text)


OTHER: Builders = {
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
    "randomStringUTF8": of(_random_text),
}
