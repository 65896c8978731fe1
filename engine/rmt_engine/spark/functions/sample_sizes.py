"""Tests of proportions, and how large samples have to be for a test to find an effect.

Source of the semantics: ClickHouse's `Functions/minSampleSize.cpp` and `proportionsZTest`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.distributions import normal_quantile
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["SAMPLE_SIZES"]

_NAN = float("nan")
_POOLS = ("pooled", "unpooled")
_OF_TEST = ("z_statistic", "p_value", "confidence_interval_low", "confidence_interval_high")


def _above(arguments: Arguments, z: Column) -> Column:
    """With which probability such a value is greater than a number."""
    calls = JavaCalls(arguments)
    given = [calls.expression(z / F.sqrt(F.lit(2.0)), "double")]
    erfc = calls.static("org.apache.commons.math3.special.Erf", calls.kind("double"), "erfc", given)
    return calls.column(erfc) / 2


def _named(values: Mapping[str, Column | float]) -> Column:
    return F.struct(
        *(
            (one if isinstance(one, Column) else F.lit(one)).cast("double").alias(name)
            for name, one in values.items()
        )
    )


def _of_proportions(arguments: Arguments) -> Column:
    """`proportionsZTest(successes, successes, trials, trials, level, pool)`."""
    pool = arguments.text(5)
    if pool not in _POOLS:
        raise RmtError(
            "BAD_ARGUMENTS",
            "The sixth argument of function proportionsZTest must be equal to `pooled` or "
            "`unpooled`.",
        )
    met, other_met, tried, other_tried = (one.cast("double") for one in arguments.columns[:4])
    level = arguments.columns[4].cast("double")
    first, second = _ratio(met, tried), _ratio(other_met, other_tried)
    apart = F.sqrt(_ratio(first * (1 - first), tried) + _ratio(second * (1 - second), other_tried))
    together = _ratio(met + other_met, tried + other_tried)
    pooled = F.sqrt(together * (1 - together) * (_ratio(1.0, tried) + _ratio(1.0, other_tried)))
    z = _ratio(first - second, pooled if pool == "pooled" else apart)
    reach = apart * normal_quantile(arguments, 1 - (1 - level) / 2)
    found = _named(
        {
            "z_statistic": z,
            "p_value": 2 * _above(arguments, F.abs(z)),
            "confidence_interval_low": first - second - reach,
            "confidence_interval_high": first - second + reach,
        }
    )
    nothing = _named(dict.fromkeys(_OF_TEST, _NAN))
    is_test = (met > 0) & (other_met > 0) & (met <= tried) & (other_met <= other_tried)
    is_known = is_test & (level >= 0) & (level <= 1) & z.isNotNull() & (F.abs(z) < float("inf"))
    return F.when(is_known, found).when(_all_given(arguments), nothing)


def _ratio(dividend: Column | float, divisor: Column) -> Column:
    """A quotient; NULL of zero."""
    number = dividend if isinstance(dividend, Column) else F.lit(dividend)
    return number / F.nullif(divisor, F.lit(0.0))


def _all_given(arguments: Arguments) -> Column:
    given = F.lit(True)
    for column in arguments.columns:
        given = given & column.isNotNull()
    return given


def _of_conversion(arguments: Arguments) -> Column:
    """`minSampleSizeConversion(proportion, effect, power, alpha)`."""
    first, effect, power, alpha = (one.cast("double") for one in arguments.columns)
    second = first + effect
    middle = (first + second) / 2
    numerator = normal_quantile(arguments, 1 - alpha / 2) * F.sqrt(2 * middle * (1 - middle))
    numerator += normal_quantile(arguments, power) * F.sqrt(
        first * (1 - first) + second * (1 - second)
    )
    return _sized(arguments, F.pow(numerator, F.lit(2)), effect, first)


def _of_average(arguments: Arguments) -> Column:
    """`minSampleSizeContinuous(average, deviation, effect, power, alpha)`."""
    average, deviation, effect, power, alpha = (one.cast("double") for one in arguments.columns)
    quantiles = normal_quantile(arguments, 1 - alpha / 2) + normal_quantile(arguments, power)
    return _sized(
        arguments,
        F.lit(2.0) * F.pow(quantiles, F.lit(2)) * F.pow(deviation, F.lit(2)),
        average * effect,
        average,
    )


def _sized(arguments: Arguments, numerator: Column, effect: Column, middle: Column) -> Column:
    """So much divided by the square of an effect, and what is that far from a middle."""
    square = F.pow(effect, F.lit(2))
    size = F.coalesce(_ratio(numerator, square), F.lit(float("inf")))
    names = ("minimum_sample_size", "detect_range_lower", "detect_range_upper")
    found = _named(dict(zip(names, (size, middle - effect, middle + effect), strict=True)))
    is_known = F.lit(True)
    for share in arguments.columns[-3:]:
        is_known = is_known & (share.cast("double") > 0) & (share.cast("double") < 1)
    nothing = _named(dict.fromkeys(names, _NAN))
    return F.when(is_known, found).when(_all_given(arguments), nothing)


SAMPLE_SIZES: Builders = {
    "proportionsZTest": typed(6, 6, _of_proportions),
    "minSampleSizeConversion": typed(4, 4, _of_conversion),
    "minSampleSizeContinuous": typed(5, 5, _of_average),
}
"""The functions."""
