"""Numbers as Java's BigDecimal and BigInteger have them: all their digits, whether they are prime.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions
and https://clickhouse.com/docs/sql-reference/functions/math-functions.
"""

from __future__ import annotations

import re

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["EXACT_NUMBERS"]

_DECIMAL = "java.math.BigDecimal"
_INTEGER = "java.math.BigInteger"
_TEXT = "java.lang.String"
_HALF_UP = 4
"""`RoundingMode.HALF_UP`."""
_CERTAINTY = 100
"""So many bits a number would have to be unlike by chance to be taken for a prime it is not."""
_MOST_DIGITS, _MOST_OF_FLOATS = 77, 60
_SCALE = re.compile(r"decimal\(\d+,[1-9]")
"""A decimal with digits behind its point, which then stays."""


def _as_text(arguments: Arguments) -> Column:
    """`toDecimalString(number, digits)`: a floating-point number is rounded as it is kept."""
    number, digits = arguments.columns[0], int(arguments.literal(1))
    is_float = arguments.type(0) in ("float", "double")
    most = _MOST_OF_FLOATS if is_float else _MOST_DIGITS
    if not 0 <= digits <= most:
        raise RmtError(
            "CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER",
            f"Too many fractional digits requested, shall not be more than {most}.",
        )
    calls = JavaCalls(arguments)
    if is_float:
        is_finite = ~F.isnan(number) & (F.abs(number) != float("inf"))
        given = calls.expression(F.when(is_finite, number), "double")
    else:
        given = calls.java_text(number)
    exact = calls.new(_DECIMAL, given)
    scale = [calls.expression(F.lit(digits)), calls.expression(F.lit(_HALF_UP))]
    rounded = calls.method(exact, _DECIMAL, "setScale", scale)
    text = calls.text(calls.method(rounded, _TEXT, "toPlainString", []))
    is_signed = F.startswith(number.cast("string"), F.lit("-"))
    signed = F.when(is_signed & ~F.startswith(text, F.lit("-")), F.concat(F.lit("-"), text))
    found = F.coalesce(signed, text)
    if not is_float:
        has_point = digits == 0 and _SCALE.search(arguments.type(0)) is not None
        return F.concat(found, F.lit(".")) if has_point else found
    return F.when(F.isnan(number), "nan").otherwise(
        F.coalesce(found, F.when(number > 0, "inf").when(number < 0, "-inf"))
    )


def _is_prime(arguments: Arguments) -> Column:
    calls = JavaCalls(arguments)
    number = calls.new(_INTEGER, calls.java_text(arguments.columns[0]))
    certainty = [calls.expression(F.lit(_CERTAINTY))]
    found = calls.method(number, calls.kind("boolean"), "isProbablePrime", certainty)
    return calls.column(found).cast("smallint")


EXACT_NUMBERS: Builders = {
    "toDecimalString": typed(2, 2, _as_text),
    "isPrime": typed(1, 1, _is_prime),
}
"""The functions."""
