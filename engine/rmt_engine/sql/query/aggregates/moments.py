"""Variances, covariances, and other moments of numbers and pairs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rmt_engine.sql.query.aggregates.plain_calls import (
    Aggregate,
    Rule,
    number_of,
)

__all__ = ["MOMENT_RULES"]

_NAN = "CAST('NaN' AS DOUBLE)"
_INFINITE = "CAST('inf' AS DOUBLE)"


def _moment(function: str) -> Callable[[Aggregate], str]:
    return lambda call: call.rows.moment(function, [number_of(one) for one in call.values])


def _shrunk(function: str, power: float, plus: int = 0) -> Callable[[Aggregate], str]:
    """A moment of a sample from that of a population."""

    def text(call: Aggregate) -> str:
        count = call.rows.count()
        found = call.rows.moment(function, [number_of(call.first)])
        return f"(({found} + {plus}) * power(({count} - 1) / nullif({count}, 0), {power}D))"

    return text


def _kurtosis(call: Aggregate) -> str:
    return f"({call.rows.moment('kurtosis', [number_of(call.first)])} + 3)"


def _line(call: Aggregate) -> str:
    x, y = (number_of(one) for one in call.values)
    slope, intercept = (
        f"coalesce({call.rows.moment(function, [y, x])}, {_NAN})"
        for function in ("regr_slope", "regr_intercept")
    )
    return f"named_struct('k', {slope}, 'b', {intercept})"


def _bounding_ratio(call: Aggregate) -> str:
    x, y = (f"CAST({number_of(one)} AS DOUBLE)" for one in call.values)
    rise = f"{call.rows.by_extreme('max', y, x)} - {call.rows.by_extreme('min', y, x)}"
    return f"(({rise}) / nullif({call.rows.extreme('max', x)} - {call.rows.extreme('min', x)}, 0D))"


def _of_moment(text: Callable[[Aggregate], str], count: int = 1) -> Rule:
    return Rule(text, count, count, empty="nan", is_partial=True)


def _stable(rule: Rule, is_of_population: bool) -> Rule:
    """The stable form of a function: infinite of too few rows, where the other one is NaN."""
    if is_of_population:
        return replace(rule, empty="inf")

    def text(call: Aggregate) -> str:
        return f"CASE WHEN {call.rows.count()} = 1 THEN {_INFINITE} ELSE {rule.text(call)} END"

    return replace(rule, text=text, empty="inf")


_VARIANCES: Mapping[str, Rule] = {
    "varPop": _of_moment(_moment("var_pop")),
    "varSamp": _of_moment(_moment("var_samp")),
    "stddevPop": _of_moment(_moment("stddev_pop")),
    "stddevSamp": _of_moment(_moment("stddev_samp")),
    "covarPop": _of_moment(_moment("covar_pop"), 2),
    "covarSamp": _of_moment(_moment("covar_samp"), 2),
    "corr": _of_moment(_moment("corr"), 2),
}
"""Functions that ClickHouse has in a stable form, too, which is how Spark calculates."""


def _without_nan(rule: Rule) -> Rule:
    """The same, 0 where it is NaN: ClickHouse takes the greater one of that and 0."""
    return replace(rule, text=lambda call: f"nanvl({rule.text(call)}, 0D)")


MOMENT_RULES: Mapping[str, Rule] = {
    **_VARIANCES,
    **{
        name: _without_nan(_VARIANCES[name])
        for name in ("varPop", "varSamp", "stddevPop", "stddevSamp")
    },
    **{f"{name}Stable": _stable(rule, name.endswith("Pop")) for name, rule in _VARIANCES.items()},
    "skewPop": _of_moment(_moment("skewness")),
    "skewSamp": _of_moment(_shrunk("skewness", 1.5)),
    "kurtPop": _of_moment(_kurtosis),
    "kurtSamp": _of_moment(_shrunk("kurtosis", 2, 3)),
    "simpleLinearRegression": Rule(_line, 2, 2, is_total=True),
    "boundingRatio": _of_moment(_bounding_ratio, 2),
}
"""Functions of moments, by ClickHouse's name."""
