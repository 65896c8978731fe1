"""Distributions of Apache Commons Math, for tests of samples: only compiled queries call them."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.java_calls import JavaCalls
from rmt_engine.sql.query.aggregates.distributions import (
    NORMAL_QUANTILE,
    REGULARIZED_BETA,
    STUDENTS_QUANTILE,
)

__all__ = ["DISTRIBUTIONS", "normal_quantile"]

_MATHS = "org.apache.commons.math3"


def _regularized_beta(arguments: Arguments) -> Column:
    calls = JavaCalls(arguments)
    given = [calls.expression(one, "double") for one in arguments.columns]
    beta = f"{_MATHS}.special.Beta"
    return calls.column(calls.static(beta, calls.kind("double"), "regularizedBeta", given))


def _quantile(arguments: Arguments, name: str, parameters: list[Column], place: Column) -> Column:
    calls = JavaCalls(arguments)
    given = [calls.expression(one, "double") for one in parameters]
    distribution = calls.new(f"{_MATHS}.distribution.{name}", *given)
    return calls.column(
        calls.method(
            distribution,
            calls.kind("double"),
            "inverseCumulativeProbability",
            [calls.expression(place, "double")],
        )
    )


def _students_quantile(arguments: Arguments) -> Column:
    place, freedom = arguments.columns
    return _quantile(arguments, "TDistribution", [F.when(freedom > 0, freedom)], place)


def normal_quantile(arguments: Arguments, place: Column) -> Column:
    """Below which number a value of the normal distribution is with a probability.

    Args:
        arguments: of the call that is built.
        place: the probability; NULL of what is none.
    """
    is_one = (place >= 0) & (place <= 1)
    return _quantile(arguments, "NormalDistribution", [], F.when(is_one, place))


DISTRIBUTIONS: Builders = {
    REGULARIZED_BETA: typed(3, 3, _regularized_beta),
    STUDENTS_QUANTILE: typed(2, 2, _students_quantile),
    NORMAL_QUANTILE: typed(1, 1, lambda a: normal_quantile(a, a.columns[0])),
}
"""The functions."""
