"""Numbers written in other bases: `conv(number, from, to)`.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/other-functions, tried
on 26.9.
"""

from __future__ import annotations

from decimal import Decimal

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Builders, failing, of, once

__all__ = ["BASES"]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER = r"^[ \t\n\u000B\f\r]*([+-]?)([0-9A-Za-z]*)"
_MOST = Decimal(2**64 - 1)
_UINT64 = "decimal(20,0)"
_WIDE = "decimal(38,0)"


def _converted(text: Column, base: Column, other: Column) -> Column:
    """A text's number in another base: 2 to the power of 64 less it if it is negative."""
    sign, digits = (F.regexp_extract(text, _NUMBER, group) for group in (1, 2))
    number = _read(F.lower(digits), base.cast("int"))
    signed = once(
        number,
        lambda n: F.when((sign == "-") & (n > 0), F.lit(_MOST) + 1 - n).otherwise(n),
    )
    decimal = signed.cast(_UINT64).cast("string")
    target = other.cast("int")
    found = F.call_function("conv", decimal, F.lit(10), target)
    empty = RmtError("BAD_ARGUMENTS", "Number for conversion is empty")
    no_base = RmtError(
        "BAD_ARGUMENTS", "Base is less than 2 or greater than 36 which is not supported"
    )
    are_known = text.isNotNull() & base.isNotNull() & other.isNotNull()
    is_right = base.between(2, 36) & other.between(2, 36)
    return (
        F.when(are_known & ~is_right, failing(no_base, F.lit("."), "string"))
        .when(are_known & (text == ""), failing(empty, F.lit("."), "string"))
        .when(are_known, found)
    )


def _read(digits: Column, base: Column) -> Column:
    """The number of digits up to the first that the base does not have, the greatest at most."""
    start = F.struct(F.lit(0).cast(_WIDE).alias("n"), F.lit(True).alias("goes_on"))

    def step(state: Column, character: Column) -> Column:
        value = F.instr(F.lit(_DIGITS), character) - 1
        is_digit = state["goes_on"] & (value >= 0) & (value < base)
        longer = (state["n"] * base + value).cast(_WIDE)
        number = F.when(is_digit, F.least(longer, F.lit(_MOST).cast(_WIDE))).otherwise(state["n"])
        return F.struct(number.cast(_WIDE).alias("n"), is_digit.alias("goes_on"))

    characters = F.filter(F.split(digits, ""), lambda one: one != "")
    return F.aggregate(characters, start, step, lambda state: state["n"])


BASES: Builders = {"clickhouse_conv": of(_converted)}
"""The functions."""
