"""Tests of two samples: whether their averages, or their values, differ by more than chance.

The second argument says which sample a value is of: the first one where it is 0.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, ClickHouse's
`AggregateFunctions/Moments.h` and `AggregateFunctionMannWhitney.cpp`, tried on 26.9.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import is_number
from rmt_engine.sql.query.aggregates.distributions import (
    NORMAL_QUANTILE,
    REGULARIZED_BETA,
    STUDENTS_QUANTILE,
)
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.ranks import ranked
from rmt_engine.sql.query.aggregates.rows import Rows, let
from rmt_engine.sql.values.failures import failing

__all__ = ["SAMPLE_RULES", "alternative_of", "are_given", "counted_samples", "word_of"]

_NAN = "CAST('NaN' AS DOUBLE)"
_ALMOST_NOTHING = 10 * 2.0**-52
"""Averages whose error is smaller, in parts of them, are of constants."""
_ALTERNATIVES = ("two-sided", "less", "greater")


def _samples(call: Aggregate, error: str) -> tuple[str, Rows, Rows]:
    """A value as a DOUBLE, and the rows of the first and of the second sample."""
    for one in call.values:
        if one.type is not None and not is_number(one.type):
            raise RmtError(error, f"Aggregate function {call.name} only supports numerical types.")
    value, index = (number_of(one) for one in call.values)
    is_second = f"abs({index}) >= 1"
    return (
        f"CAST({value} AS DOUBLE)",
        call.rows.only(f"NOT ({is_second})"),
        call.rows.only(is_second),
    )


def _moments(call: Aggregate) -> str:
    """Of each sample how many values, their average and their variance."""
    value, first, second = _samples(call, "BAD_ARGUMENTS")
    fields = []
    for name, rows in (("x", first), ("y", second)):
        fields += [
            f"'n{name}', CAST({rows.count()} AS DOUBLE)",
            f"'{name}', {rows.average(value)}",
            f"'v{name}', {rows.moment('var_samp', [value])}",
        ]
    return f"named_struct({', '.join(fields)})"


def _checked(call: Aggregate, place: int, name: str) -> float:
    """A parameter that is a floating-point number."""
    found = call.parameter(place, None)
    if not isinstance(found, float):
        raise RmtError("BAD_GET", f"{name} of {call.name} has to be written as 0.95, not {found}.")
    if not math.isfinite(found):
        raise RmtError(
            "BAD_ARGUMENTS", f"Aggregate function {call.name} requires finite parameter values."
        )
    return found


def _level(call: Aggregate, place: int) -> float:
    found = _checked(call, place, "The level of confidence")
    if not 0 < found < 1:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Confidence level parameter must be between 0 and 1 in aggregate function "
            f"{call.name}.",
        )
    return found


def _answer(statistic: str, name: str, probability: str, reach: str | None) -> str:
    """The answer of a test of averages, of the values of `rmt_t`.

    Args:
        statistic: what is tested.
        name: what it is called.
        probability: how likely it is, of `rmt_s`.
        reach: how far their difference is from an end of the interval of confidence; None without.
    """
    is_number = "abs(rmt_s) < CAST('Infinity' AS DOUBLE)"
    fields = [
        f"'{name}', CASE WHEN {is_number} THEN rmt_s ELSE {_NAN} END",
        f"'p_value', CASE WHEN {is_number} THEN least(greatest({probability}, 0D), 1D) ELSE 0D END",
    ]
    if reach is not None:
        for end, sign in (("low", "-"), ("high", "+")):
            text = f"coalesce(rmt_t.x - rmt_t.y {sign} {reach}, {_NAN})"
            fields.append(f"'confidence_interval_{end}', {text}")
    return let(f"coalesce({statistic}, {_NAN})", "rmt_s", f"named_struct({', '.join(fields)})")


# Of averages


_POOLED = (
    "((coalesce(rmt_t.vx, 0D) * (rmt_t.nx - 1) + coalesce(rmt_t.vy, 0D) * (rmt_t.ny - 1)) "
    "/ (rmt_t.nx + rmt_t.ny - 2) * (1 / rmt_t.nx + 1 / rmt_t.ny))"
)
_APART = "(rmt_t.vx / rmt_t.nx + rmt_t.vy / rmt_t.ny)"
_FREEDOM_APART = (
    f"(power({_APART}, 2) / nullif(power(rmt_t.vx / rmt_t.nx, 2) / (rmt_t.nx - 1) + "
    "power(rmt_t.vy / rmt_t.ny, 2) / (rmt_t.ny - 1), 0D))"
)


def _t_test(square: str, freedom: str, is_enough: str) -> Callable[[Aggregate], str]:
    """A test by Student's distribution.

    Args:
        square: that of the difference's standard error.
        freedom: the degrees of freedom.
        is_enough: whether there are enough values.
    """

    def text(call: Aggregate) -> str:
        reach = None
        if call.parameters:
            place = 1 - (1 - _level(call, 0)) / 2
            reach = f"{STUDENTS_QUANTILE}({place!r}D, {freedom}) * sqrt({_APART})"
        probability = (
            f"{REGULARIZED_BETA}({freedom} / ({freedom} + rmt_s * rmt_s), {freedom} / 2, 0.5D)"
        )
        statistic = f"(rmt_t.x - rmt_t.y) / nullif(sqrt({square}), 0D)"
        found = _answer(statistic, "t_statistic", probability, reach)
        is_constant = (
            f"coalesce(sqrt({_APART}) < {_ALMOST_NOTHING!r}D * "
            "greatest(abs(rmt_t.x), abs(rmt_t.y)), false)"
        )
        names = ["t_statistic", "p_value"]
        if reach is not None:
            names += ["confidence_interval_low", "confidence_interval_high"]
        nothing = f"named_struct({', '.join(f'{name!r}, {_NAN}' for name in names)})"
        body = f"CASE WHEN {is_enough} AND NOT {is_constant} THEN {found} ELSE {nothing} END"
        return let(_moments(call), "rmt_t", body)

    return text


def _z_test(call: Aggregate) -> str:
    """`meanZTest(variance, variance, level)`, of samples whose variances are known."""
    first, second = (_checked(call, place, "A variance") for place in (0, 1))
    if first < 0 or second < 0:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Population variance parameters must be larger than or equal to zero in aggregate "
            f"function {call.name}.",
        )
    place = 1 - (1 - _level(call, 2)) / 2
    error = f"sqrt({first!r}D / nullif(rmt_t.nx, 0D) + {second!r}D / nullif(rmt_t.ny, 0D))"
    statistic = f"(rmt_t.x - rmt_t.y) / nullif({error}, 0D)"
    reach = f"{NORMAL_QUANTILE}({place!r}D) * {error}"
    found = _answer(statistic, "z_statistic", "erfc(abs(rmt_s) / sqrt(2D))", reach)
    return let(_moments(call), "rmt_t", found)


# Of values


def _mann_whitney(call: Aggregate) -> str:
    """`mannWhitneyUTest(alternative, correction)`, by the ranks of the values in both samples."""
    alternative = alternative_of(call)
    correction = call.parameter(1, 1)
    if not isinstance(correction, int):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Aggregate function {call.name} require second parameter to be a UInt64.",
        )
    value, numbers, rows = counted_samples(call)
    index = f"abs({number_of(call.values[1])}) < 1"
    pairs = rows.list_of(f"named_struct('v', {value}, 'x', {index})")
    ranks = ranked(pairs, "v", "'x', rmt_x.x, 'r', rmt_rank")
    sums = (
        "aggregate(rmt_all, named_struct('r', 0D, 's', 0D), (rmt_sum, rmt_one) -> named_struct("
        "'r', rmt_sum.r + CASE WHEN rmt_one.x THEN rmt_one.r ELSE 0D END, "
        "'s', rmt_sum.s + rmt_one.r * rmt_one.r))"
    )
    # Equal values make the sum of the squares of the ranks smaller.
    ties = "12 * (rmt_t.n * (rmt_t.n + 1) * (2 * rmt_t.n + 1) / 6 - rmt_r.s)"
    uneven = f"(1 - {ties} / nullif(power(rmt_t.n, 3) - rmt_t.n, 0D))"
    deviation = f"sqrt({uneven} * rmt_t.nx * rmt_t.ny * (rmt_t.n + 1) / 12)"
    second_u = "(rmt_r.r - rmt_t.nx * (rmt_t.nx + 1) / 2)"
    first_u = f"(rmt_t.nx * rmt_t.ny - {second_u})"
    taken = {
        "two-sided": f"greatest({first_u}, {second_u})",
        "less": first_u,
        "greater": second_u,
    }[alternative]
    middle = f"(rmt_t.nx * rmt_t.ny / 2 + {0.5 if correction else 0.0}D)"
    z = f"coalesce(({taken} - {middle}) / nullif({deviation}, 0D), 0D)"
    two_sided = alternative == "two-sided"
    probability = f"erfc(abs({z}) / sqrt(2D))" if two_sided else f"erfc({z} / sqrt(2D)) / 2"
    found = let(
        ranks,
        "rmt_all",
        let(
            sums,
            "rmt_r",
            f"named_struct('u_statistic', {second_u}, "
            f"'p_value', least(greatest({probability}, 0D), 1D))",
        ),
    )
    return let(numbers, "rmt_t", f"CASE WHEN {are_given(call)} THEN {found} END")


def counted_samples(call: Aggregate) -> tuple[str, str, Rows]:
    """A value as a DOUBLE, how many each sample has, and both together, and the rows of both.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the values are no numbers.
    """
    value, *samples = _samples(call, "NOT_IMPLEMENTED")
    is_number = f"NOT isnan({value})"
    x, y = (f"CAST({rows.only(is_number).count()} AS DOUBLE)" for rows in samples)
    counts = f"named_struct('nx', {x}, 'ny', {y}, 'n', {x} + {y})"
    return value, counts, call.rows.only(is_number)


def alternative_of(call: Aggregate) -> str:
    """The first parameter: what the samples are if they are not alike.

    Raises:
        RmtError: as `word_of`.
    """
    return word_of(call, 0, _ALTERNATIVES, "parameter", "'two-sided', 'less', 'greater'")


def word_of(call: Aggregate, place: int, words: Sequence[str], what: str, listed: str) -> str:
    """A parameter that is one of some words; the first of them where it is left out.

    Args:
        call: of a test with at most two parameters.
        place: of the parameter.
        words: the words.
        what: what messages call the parameter.
        listed: the words, as messages list them.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `BAD_ARGUMENTS`.
    """
    found = call.parameter(place, words[0])
    if not isinstance(found, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Aggregate function {call.name} require {('first', 'second')[place]} parameter to be "
            "a String.",
        )
    if found not in words:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Unknown {what} in aggregate function {call.name}. It must be one of: {listed}.",
        )
    return found


def are_given(call: Aggregate) -> str:
    """Whether both samples have values; otherwise the query fails."""
    error = RmtError(
        "BAD_ARGUMENTS",
        f"Aggregate function {call.name} require both samples to be non empty.",
        f"{call.name}OrNull is NULL of no rows.",
    )
    return f"CASE WHEN rmt_t.nx > 0 AND rmt_t.ny > 0 THEN true ELSE {failing(error, 'BOOLEAN')} END"


SAMPLE_RULES: Mapping[str, Rule] = {
    "studentTTest": Rule(
        _t_test(
            _POOLED,
            "(rmt_t.nx + rmt_t.ny - 2)",
            "rmt_t.nx > 0 AND rmt_t.ny > 0 AND rmt_t.nx + rmt_t.ny > 2",
        ),
        2,
        2,
        is_total=True,
    ),
    "welchTTest": Rule(
        _t_test(_APART, _FREEDOM_APART, "rmt_t.nx > 1 AND rmt_t.ny > 1"), 2, 2, is_total=True
    ),
    "meanZTest": Rule(_z_test, 2, 2, is_total=True),
    "mannWhitneyUTest": Rule(_mann_whitney, 2, 2, is_total=True),
}
"""How the functions are written for Spark."""
