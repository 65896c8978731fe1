"""The error function, the gamma function, and numbers at random of other distributions.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/math-functions and
https://clickhouse.com/docs/sql-reference/functions/random-functions.
"""

from __future__ import annotations

import functools
import math
import operator
import random

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, of, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["SPECIAL_NUMBERS"]

_SPECIAL = "org.apache.commons.math3.special"
_DISTRIBUTIONS = "org.apache.commons.math3.distribution"
_WHOLE = ("PoissonDistribution", "BinomialDistribution", "PascalDistribution")
_INFINITE = float("inf")


def _special(arguments: Arguments, name: str, method: str, x: Column) -> Column:
    calls = JavaCalls(arguments)
    given = [calls.expression(x, "double")]
    return calls.column(calls.static(f"{_SPECIAL}.{name}", calls.kind("double"), method, given))


def _error_function(method: str) -> Builder:
    return typed(1, 1, lambda a: _special(a, "Erf", method, a.columns[0]))


def _log_gamma(arguments: Arguments) -> Column:
    """Of a negative number by the one that it is reflected to."""
    x = arguments.columns[0].cast("double")
    reflected = F.log(math.pi / F.abs(F.sin(math.pi * x))) - _special(
        arguments, "Gamma", "logGamma", 1 - x
    )
    is_pole = (x <= 0) & (x == F.floor(x))
    return (
        F.when(is_pole, _INFINITE)
        .when(x < 0, reflected)
        .otherwise(_special(arguments, "Gamma", "logGamma", x))
    )


def _gamma(arguments: Arguments) -> Column:
    x = arguments.columns[0].cast("double")
    return F.when(x == 0, _INFINITE).otherwise(_special(arguments, "Gamma", "gamma", x))


def _distributed(name: str, *parameters: str) -> Builder:
    """A number at random of a distribution, by the place of an evenly distributed one in it."""

    def build(arguments: Arguments) -> Column:
        calls = JavaCalls(arguments)
        given = [
            calls.expression(column, kind)
            for column, kind in zip(arguments.columns, parameters, strict=True)
        ]
        distribution = calls.new(f"{_DISTRIBUTIONS}.{name}", *given)
        kind = calls.kind("int" if name in _WHOLE else "double")
        place = [calls.expression(F.rand())]
        found = calls.method(distribution, kind, "inverseCumulativeProbability", place)
        known = functools.reduce(operator.and_, (one.isNotNull() for one in arguments.columns))
        return F.when(known, calls.column(found))

    return typed(len(parameters), len(parameters), build)


def _normal(mean: Column, deviation: Column) -> Column:
    return mean.cast("double") + deviation.cast("double") * F.randn()


SPECIAL_NUMBERS: Builders = {
    "erf": _error_function("erf"),
    "erfc": _error_function("erfc"),
    "lgamma": typed(1, 1, _log_gamma),
    "tgamma": typed(1, 1, _gamma),
    "widthBucket": of(F.width_bucket),
    "randNormal": of(_normal),
    "randLogNormal": of(lambda mean, deviation: F.exp(_normal(mean, deviation))),
    "randExponential": of(lambda rate: -F.log(1 - F.rand()) / rate.cast("double")),
    "randStudentT": _distributed("TDistribution", "double"),
    "randChiSquared": _distributed("ChiSquaredDistribution", "double"),
    "randPoisson": _distributed("PoissonDistribution", "double"),
    "randBinomial": _distributed("BinomialDistribution", "int", "double"),
    "randNegativeBinomial": _distributed("PascalDistribution", "int", "double"),
    "randFisherF": _distributed("FDistribution", "double", "double"),
    "randConstant": typed(0, 1, lambda _: F.lit(random.getrandbits(32)).cast("bigint")),
    "randBernoulli": of(
        lambda probability: (F.rand() < probability.cast("double")).cast("smallint")
    ),
}
