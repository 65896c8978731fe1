"""Texts at random, and texts whose bits are changed at random.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/random-functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, failing, once, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["RANDOM_TEXTS"]

_LANG = "org.apache.commons.lang3"
_LONGEST = 2**24
_PRINTABLE = (32, 127)
_LONGEST_FIXED = 0xFFFFFF
_FRACTION = 2**53
"""A number of so many bits is a fraction of 1 that Float64 has."""


def _at_random(name: str, text: Callable[[Arguments, Column], Column]) -> Builder:
    """A text of so many characters, as the first argument says."""

    def build(arguments: Arguments) -> Column:
        size = arguments.columns[0].cast("bigint")
        error = RmtError("TOO_LARGE_STRING_SIZE", f"Too large string size in function {name}")
        fits = size.between(0, _LONGEST)
        refused = failing(error, F.lit("."), "string")
        return F.when(~fits, refused).when(fits, text(arguments, size))

    return typed(1, 2, build)


def _chosen_anew(size: Column) -> Column:
    """A number that Spark does not take for a constant."""
    return (size + F.floor(F.rand())).cast("int")


def _bytes(arguments: Arguments, size: Column) -> Column:
    calls = JavaCalls(arguments)
    given = [calls.expression(_chosen_anew(size))]
    found = calls.static(f"{_LANG}.RandomUtils", calls.kind("binary"), "nextBytes", given)
    return calls.column(found).cast("string")


def _printable(arguments: Arguments, size: Column) -> Column:
    calls = JavaCalls(arguments)
    given: list[Any] = [calls.expression(_chosen_anew(size))]
    given += [calls.expression(F.lit(bound)) for bound in (*_PRINTABLE, False, False)]
    text = calls.static(f"{_LANG}.RandomStringUtils", "java.lang.String", "random", given)
    return calls.text(text)


def _wide_characters(_arguments: Arguments, size: Column) -> Column:
    """So many characters of those that have four bytes, each as likely as the others."""

    def of_seed(seed: Column) -> Column:
        points = F.transform(
            F.sequence(F.lit(1), F.greatest(size, F.lit(1)).cast("int")),
            lambda at: F.lit(0x10000) + F.pmod(F.xxhash64(seed, at), F.lit(0x100000)),
        )
        codes = F.transform(points, lambda point: F.lpad(F.hex(point), 8, "0"))
        return F.decode(F.unhex(F.array_join(codes, "")), "UTF-32")

    # A lambda's body may not be random, what it is called with may.
    return F.when(size == 0, F.lit("")).otherwise(once(F.rand(), of_seed))


def _fixed(arguments: Arguments) -> Column:
    """`randomFixedString(n)`."""
    size = arguments.literal(0)
    if not 0 < size <= _LONGEST_FIXED:
        raise RmtError("ARGUMENT_OUT_OF_BOUND", "FixedString size must be positive.")
    return _bytes(arguments, arguments.columns[0])


def _fuzzed(arguments: Arguments) -> Column:
    """`fuzzBits(text, probability)`: each bit is turned over with that probability."""
    text, probability = arguments.columns[0], float(arguments.literal(1))
    if not 0 <= probability <= 1:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            "Second argument of function fuzzBits must be from `0.0` to `1.0`.",
        )
    most = F.lit(int(probability * _FRACTION))

    def turned(seed: Column, digits: Column, place: Column) -> Column:
        byte = F.conv(F.substring(digits, place * 2 - 1, F.lit(2)), 16, 10).cast("int")
        for bit in range(8):
            fraction = F.xxhash64(seed, place, F.lit(bit)).bitwiseAND(F.lit(_FRACTION - 1))
            byte = byte.bitwiseXOR(F.when(fraction < most, 2**bit).otherwise(0))
        return F.lpad(F.hex(byte), 2, "0")

    def of_seed(seed: Column) -> Column:
        return once(
            F.hex(text),
            lambda digits: F.array_join(
                F.transform(
                    F.sequence(F.lit(1), F.greatest(F.octet_length(text), F.lit(1))),
                    lambda place: turned(seed, digits, place),
                ),
                "",
            ),
        )

    digits = once(F.rand(), of_seed)
    return F.when(text == "", "").when(text.isNotNull(), F.unhex(digits).cast("string"))


RANDOM_TEXTS: Builders = {
    "randomString": _at_random("randomString", _bytes),
    "randomPrintableASCII": _at_random("randomPrintableASCII", _printable),
    "randomStringUTF8": _at_random("randomStringUTF8", _wide_characters),
    "randomFixedString": typed(1, 1, _fixed),
    "fuzzBits": typed(2, 2, _fuzzed),
}
"""The functions."""
