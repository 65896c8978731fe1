"""Decimals, calculated with and converted without losing a digit.

Spark takes digits from behind the point where a result might have more than 38 of them; here they
are calculated with as Java's BigDecimal, and cut to the scale that ClickHouse gives the result.

Source of the semantics: https://clickhouse.com/docs/sql-reference/data-types/decimal.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.sql.query.types.arithmetic import OF_DECIMALS

__all__ = ["DECIMAL_OPERATORS", "cut_decimal", "decimal_in_text", "decimal_of_float", "is_number"]

_MOST_DIGITS = 38
"""Digits of Spark's decimals."""
_DOWN = 1
"""`BigDecimal.ROUND_DOWN`."""
_BITS = {9: 31, 18: 63}
"""ClickHouse keeps decimals of so many digits in so many bits, besides the sign."""
_DIGITS = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 19}
_METHODS = {"plus": "add", "minus": "subtract", "multiply": "multiply"}
_NATIVE: dict[str, Callable[[Column, Column], Column]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "multiply": operator.mul,
}
_NUMBER = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"
_DECIMAL = "org.apache.spark.sql.types.Decimal"


def cut_decimal(arguments: Arguments, value: Column, scale: int) -> Column:
    """A number with so many digits after the point, others cut off; NULL if there are too many.

    Args:
        arguments: of the call that is built.
        value: a decimal, or a text of a number.
        scale: the digits.
    """
    cut = _called(arguments, _big(arguments, arguments.expression_of(value)), "setScale", scale)
    return _decimal_of(arguments, cut, scale)


def decimal_in_text(arguments: Arguments, text: Column, scale: int) -> Column:
    """The number that a text stands for, cut; NULL for what is none, or has too many digits."""
    made = arguments.called_statically(
        arguments.loaded(_DECIMAL),
        arguments.data_type(f"decimal({_MOST_DIGITS},18)"),
        "fromString",
        [arguments.expression_of(F.when(is_number(text), text))],
    )
    return cut_decimal(arguments, arguments.column_of(made), scale)


def decimal_of_float(value: Column, source: str, scale: int) -> Column:
    """A float as a decimal of 38 digits; NULL if it has more.

    The float is multiplied by a power of ten as a float, and what is behind the point is cut:
    16.65, a little less in binary, is 16.64 of two digits.

    Source: `convertToDecimalImpl` of ClickHouse.

    Args:
        value: the float.
        source: `float` or `double`.
        scale: the digits behind the point.
    """
    units = value * F.lit(float(f"1e{scale}")).cast(source)
    # Beyond 64 bits a double is a multiple of 2048, and has an upper half.
    half = float(2**64)
    upper = (units / half).try_cast("bigint")
    lower = ((units - upper * F.lit(half)) / 2048.0).try_cast("bigint")
    wide = upper.cast("decimal(19,0)") * _exactly_whole(2**64) + lower.cast(
        "decimal(19,0)"
    ) * _exactly_whole(2048)
    long = units.try_cast("bigint").cast("string")
    whole = F.coalesce(long, F.when(F.abs(units) < 1e38, wide).cast("string"))
    return F.concat(whole, F.lit(f"E-{scale}")).try_cast(f"decimal({_MOST_DIGITS},{scale})")


def _exactly_whole(number: int) -> Column:
    return F.lit(str(number)).cast(f"decimal({len(str(number))},0)")


def is_number(text: Column) -> Column:
    """Whether a text is a number, of however many digits."""
    return F.rlike(text, F.lit(_NUMBER))


def _calculated(name: str) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        left, right = (_Operand.of(arguments, place) for place in (0, 1))
        digits, scale = int(arguments.literal(2)), int(arguments.literal(3))
        found = _exactly(arguments, name, left, right, scale)
        known = left.value.isNotNull() & right.value.isNotNull()
        overflow = _failure("DECIMAL_OVERFLOW", "Decimal math overflow.", digits, scale)
        result = F.coalesce(_bounded(found, digits, scale), F.when(known, overflow))
        if name != "divide":
            return result
        by_zero = _failure("ILLEGAL_DIVISION", "Division by zero.", digits, scale)
        return F.when(known & (right.value == 0), by_zero).otherwise(result)

    return build


@dataclass(frozen=True)
class _Operand:
    """A number as a decimal.

    Attributes:
        value: the decimal.
        whole: how many digits it has before the point at most.
        scale: how many behind it.
    """

    value: Column
    whole: int
    scale: int

    @classmethod
    def of(cls, arguments: Arguments, place: int) -> _Operand:
        """An argument."""
        value, source = arguments.columns[place], arguments.type(place)
        if source in _DIGITS:
            return cls(value.cast(f"decimal({_DIGITS[source]},0)"), _DIGITS[source], 0)
        digits, _, scale = source.removeprefix("decimal(").removesuffix(")").partition(",")
        return cls(value, int(digits) - int(scale), int(scale))


def _exactly(
    arguments: Arguments, name: str, left: _Operand, right: _Operand, scale: int
) -> Column:
    """The result; NULL if it has too many digits."""
    if name == "multiply":
        # Spark's product has as many digits as both, and one more.
        is_exact = left.whole + left.scale + right.whole + right.scale < _MOST_DIGITS
    else:
        is_exact = max(left.whole, right.whole) + max(left.scale, right.scale) < _MOST_DIGITS
    if is_exact and name in _NATIVE:
        return _NATIVE[name](left.value, right.value)
    first, second = (_big(arguments, arguments.expression_of(one.value)) for one in (left, right))
    if name == "divide":
        return _decimal_of(arguments, _called(arguments, first, "divide", second, scale), scale)
    return _decimal_of(arguments, _called(arguments, first, _METHODS[name], second), scale)


def _spark(digits: int, scale: int) -> str:
    """Spark's type of a result, which may have one digit more than its type says."""
    return f"decimal({min(digits + 1, _MOST_DIGITS)},{scale})"


def _bounded(value: Column, digits: int, scale: int) -> Column:
    """A result, if ClickHouse has the bits for it."""
    bits = _BITS.get(digits)
    if bits is None:
        return value
    most = F.lit(Decimal(2**bits - 1).scaleb(-scale))
    return F.when(F.abs(value) <= most, value.cast(_spark(digits, scale)))


def _failure(name: str, message: str, digits: int, scale: int) -> Column:
    return F.raise_error(F.lit(str(RmtError(name, message)))).cast(_spark(digits, scale))


# Java's


def _big_kind(arguments: Arguments) -> Any:
    return arguments.object_type("java.math.BigDecimal")


def _big(arguments: Arguments, decimal: Any) -> Any:
    return arguments.called(decimal, _big_kind(arguments), "toJavaBigDecimal", [])


def _called(arguments: Arguments, target: Any, method: str, *inputs: Any) -> Any:
    """A call of a method of BigDecimal; behind a scale it is told how to round to it."""
    given: list[Any] = []
    for one in inputs:
        if isinstance(one, int):
            given += [arguments.expression_of(F.lit(number)) for number in (one, _DOWN)]
        else:
            given.append(one)
    return arguments.called(target, _big_kind(arguments), method, given)


def _decimal_of(arguments: Arguments, big: Any, scale: int) -> Column:
    """A BigDecimal as a decimal of Spark's; NULL if it has too many digits."""
    kind = arguments.data_type(f"decimal({_MOST_DIGITS},{scale})")
    decimal = arguments.called_statically(arguments.loaded(_DECIMAL), kind, "fromDecimal", [big])
    return arguments.column_of(arguments.catalyst("CheckOverflow", decimal, kind, True))


DECIMAL_OPERATORS: Builders = {
    known_as: typed(4, 4, _calculated(name)) for name, known_as in OF_DECIMALS.items()
}
