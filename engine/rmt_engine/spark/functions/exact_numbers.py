"""Numbers as Java's BigDecimal and BigInteger have them: digits, products, quotients, primes.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions
and https://clickhouse.com/docs/sql-reference/functions/math-functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import DecimalType

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, failing, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["EXACT_NUMBERS"]

_DECIMAL = "java.math.BigDecimal"
_INTEGER = "java.math.BigInteger"
_TEXT = "java.lang.String"
_HALF_UP = 4
"""`RoundingMode.HALF_UP`."""
_DOWN = 1
"""`RoundingMode.DOWN`."""
_MOST_OF_DECIMALS, _MOST_OF_SCALES = 38, 76
"""The digits of Spark's decimals, and of ClickHouse's."""
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


def _product(calls: JavaCalls, first: Any, second: Any, scale: Any) -> Any:
    product = calls.method(first, _DECIMAL, "multiply", [second])
    return calls.method(product, _DECIMAL, "setScale", [scale, calls.expression(F.lit(_DOWN))])


def _quotient(calls: JavaCalls, first: Any, second: Any, scale: Any) -> Any:
    given = [second, scale, calls.expression(F.lit(_DOWN))]
    return calls.method(first, _DECIMAL, "divide", given)


def _of_decimals(calculate: Callable[[JavaCalls, Any, Any, Any], Any]) -> Builder:
    """A decimal of two decimals, cut to as many digits as the third argument says."""

    def build(arguments: Arguments) -> Column:
        calls = JavaCalls(arguments)
        scale = _scale_of_answer(arguments)
        first, second = arguments.columns[:2]
        divisor = second
        if calculate is _quotient:
            error = RmtError("ILLEGAL_DIVISION", "Division by zero")
            failure = failing(error, F.lit("."), arguments.type(1))
            divisor = F.when(second == 0, failure).otherwise(second)
        left, right = (calls.new(_DECIMAL, calls.java_text(one)) for one in (first, divisor))
        found = calculate(calls, left, right, calls.expression(F.lit(scale)))
        return _fitting(calls.text(calls.method(found, _TEXT, "toPlainString", [])), scale)

    return typed(2, 3, build)


def _scale_of_answer(arguments: Arguments) -> int:
    """What the third argument says, or the greater of both scales."""
    kinds = [arguments.kind(place) for place in range(2)]
    scales = [kind.scale for kind in kinds if isinstance(kind, DecimalType)]
    if len(scales) < 2:
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "Both arguments must be Decimal.")
    scale = int(arguments.literal(2)) if len(arguments) > 2 else max(scales)
    if not 0 <= scale <= _MOST_OF_SCALES:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal value of third argument: must be integer in range [0, {_MOST_OF_SCALES}].",
        )
    if scale > _MOST_OF_DECIMALS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"More than {_MOST_OF_DECIMALS} digits behind the point are not supported: Spark's "
            "decimals end there.",
        )
    return scale


def _fitting(text: Column, scale: int) -> Column:
    kind = f"decimal({_MOST_OF_DECIMALS},{scale})"
    error = RmtError(
        "DECIMAL_OVERFLOW",
        f"A decimal with {scale} digits behind its point does not fit into "
        f"{_MOST_OF_DECIMALS} digits: ",
    )
    failure = F.when(text.isNotNull(), failing(error, text, kind))
    return F.coalesce(text.try_cast(kind), failure)


EXACT_NUMBERS: Builders = {
    "toDecimalString": typed(2, 2, _as_text),
    **dict.fromkeys(("isPrime", "isProbablePrime"), typed(1, 1, _is_prime)),
    "multiplyDecimal": _of_decimals(_product),
    "divideDecimal": _of_decimals(_quotient),
}
"""The functions."""
