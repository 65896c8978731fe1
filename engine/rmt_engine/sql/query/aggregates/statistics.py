"""Aggregate functions of statistics: regressions, matrices, ranks, and how categories depend.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.ranks import ends_of, ranked
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.types.keys import key_of
from rmt_engine.sql.values.failures import failing

__all__ = ["STATISTICS_RULES"]

_NAN = "CAST('NaN' AS DOUBLE)"
_MANY = 99


def _numbers(call: Aggregate) -> list[str]:
    for value in call.values:
        if value.type is not None and value.family not in INTEGERS | FLOATS:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument for aggregate function {call.name}, which "
                "takes whole and floating-point numbers.",
            )
    return [number_of(value) for value in call.values]


# Regressions


def _regression(call: Aggregate) -> str:
    """What the name of the function says, of `(y, x)`."""
    y, x = _numbers(call)
    rows = call.rows
    count, mean_x, mean_y = rows.count(), rows.average(x), rows.average(y)
    spread_x, spread_y = rows.moment("var_pop", [x]), rows.moment("var_pop", [y])
    together = rows.moment("covar_pop", [y, x])
    slope = f"({together} / nullif({spread_x}, 0D))"
    explained = f"{together} * {together} / ({spread_x} * {spread_y})"
    of_equal = f"WHEN {spread_x} = 0 THEN {_NAN} WHEN {spread_y} = 0 THEN 1D"
    return {
        "avgx": mean_x,
        "avgy": mean_y,
        "sxx": f"{spread_x} * {count}",
        "syy": f"{spread_y} * {count}",
        "sxy": f"{together} * {count}",
        "slope": slope,
        "intercept": f"{mean_y} - {slope} * {mean_x}",
        "r2": f"CASE {of_equal} ELSE {explained} END",
    }[call.name.removeprefix("regr_")]


def _count_pairs(call: Aggregate) -> str:
    return call.rows.count()


# Matrices


def _matrix(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        numbers = _numbers(call)
        rows = (
            f"array({', '.join(_cell(call, function, a, b) for b in numbers)})" for a in numbers
        )
        return f"array({', '.join(rows)})"

    return text


def _cell(call: Aggregate, function: str, a: str, b: str) -> str:
    return f"coalesce({call.rows.moment(function, [a, b])}, {_NAN})"


# Ranks


def _rank_correlation(call: Aggregate) -> str:
    x, y = (f"CAST({number} AS DOUBLE)" for number in _numbers(call))
    pairs = call.rows.list_of(f"named_struct('x', {x}, 'y', {y})")
    of_x = ranked(pairs, "x", "'x', rmt_rank, 'y', rmt_x.y")
    of_both = ranked(of_x, "y", "'x', rmt_x.x, 'y', rmt_rank")
    squares = (
        "aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + power(rmt_one.x - rmt_one.y, 2))"
    )
    count = "CAST(size(rmt_all) AS DOUBLE)"
    body = f"1 - 6 * {squares} / nullif({count} * ({count} * {count} - 1), 0D)"
    return let(of_both, "rmt_all", body)


def _gini(call: Aggregate) -> str:
    number = f"CAST({number_of(call.first)} AS DOUBLE)"
    message = "Aggregate function gini does not support negative values."
    refused = failing(RmtError("BAD_ARGUMENTS", message), "DOUBLE")
    values = call.rows.list_of(f"CASE WHEN {number} < 0 THEN {refused} ELSE {number} END")
    count = "size(rmt_all)"
    uneven = (
        f"aggregate(transform(rmt_all, (rmt_x, rmt_at) -> (2 * rmt_at + 1 - {count}) * rmt_x), "
        "0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one)"
    )
    total = "aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one)"
    body = f"CASE WHEN {count} > 1 THEN {uneven} / nullif({count} * {total}, 0D) END"
    return let(f"array_sort({values})", "rmt_all", body)


# Categories


def _counted(pairs: str, key: str, fields: Sequence[str]) -> str:
    """Pairs with how many have the same value of a field as the next of the fields."""
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    counts = (
        "flatten(transform(rmt_ends, (rmt_end, rmt_at) -> "
        f"array_repeat(CAST(rmt_end - {before} AS DOUBLE), rmt_end - {before})))"
    )
    kept = ", ".join(f"'{field}', rmt_x.{field}" for field in fields[:-1])
    made = (
        f"zip_with(rmt_p, {counts}, (rmt_x, rmt_n) -> named_struct({kept}, '{fields[-1]}', rmt_n))"
    )
    ordered = (
        f"array_sort({pairs}, (rmt_a, rmt_b) -> CASE WHEN rmt_a.{key} < rmt_b.{key} THEN -1 "
        f"WHEN rmt_a.{key} > rmt_b.{key} THEN 1 ELSE 0 END)"
    )
    return let(ordered, "rmt_p", let(ends_of(key), "rmt_ends", made))


def _sum(value: str) -> str:
    return f"aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + {value})"


_COUNT = "CAST(size(rmt_all) AS DOUBLE)"
_KINDS_OF_A, _KINDS_OF_B = (f"round({_sum(f'1 / rmt_one.{n}')})" for n in ("na", "nb"))
_PHI = f"greatest({_sum('rmt_one.nab / (rmt_one.na * rmt_one.nb)')} - 1, 0D)"
"""The mean square contingency: that of chi squared for each row."""


def _entropy(of_row: str) -> str:
    return f"(-{_sum(f'ln({of_row})')} / {_COUNT})"


_DEPENDENCE: Mapping[str, str] = {
    "contingency": (
        "CASE WHEN least(rmt_f.q, rmt_f.r) < 2 THEN 0D ELSE sqrt(rmt_f.phi / (1 + rmt_f.phi)) END"
    ),
    "cramersV": "sqrt(rmt_f.phi / nullif(least(rmt_f.q, rmt_f.r) - 1, 0D))",
    "cramersVBiasCorrected": (
        "sqrt(greatest(rmt_f.phi - (rmt_f.q - 1) * (rmt_f.r - 1) / (rmt_f.n - 1), 0D) / "
        "nullif(least(rmt_f.q - power(rmt_f.q - 1, 2) / (rmt_f.n - 1), "
        "rmt_f.r - power(rmt_f.r - 1, 2) / (rmt_f.n - 1)) - 1, 0D))"
    ),
    "theilsU": "CASE WHEN rmt_f.q < 2 THEN 0D ELSE (rmt_f.h - rmt_f.hb) / rmt_f.h END",
}


def _dependence(call: Aggregate) -> str:
    """How much the categories of the first argument depend on those of the second."""
    a, b = (key_of(value) for value in call.values)
    pairs = call.rows.list_of(f"named_struct('a', {a}, 'b', {b}, 'ab', struct({a}, {b}))")
    counted = _counted(pairs, "a", ("a", "b", "ab", "na"))
    counted = _counted(counted, "b", ("ab", "na", "nb"))
    counted = _counted(counted, "ab", ("na", "nb", "nab"))
    of_a = _entropy(f"rmt_one.na / {_COUNT}")
    of_a_given_b = _entropy("rmt_one.nab / rmt_one.nb")
    numbers = (
        f"named_struct('n', {_COUNT}, 'q', {_KINDS_OF_A}, 'r', {_KINDS_OF_B}, 'phi', {_PHI}, "
        f"'h', {of_a}, 'hb', {of_a_given_b})"
    )
    body = f"CASE WHEN size(rmt_all) > 0 THEN {_DEPENDENCE[call.name]} END"
    return let(counted, "rmt_all", let(numbers, "rmt_f", body))


def _information(call: Aggregate) -> str:
    """The information value of each category, of which the last argument is the outcome."""
    for value in call.values:
        if value.type is not None and value.family not in ("UInt8", "Bool"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument of aggregate function {call.name}, must "
                "be UInt8.",
            )
    *categories, outcome = (f"({number_of(value)} <> 0)" for value in call.values)
    all_met, all_missed = (_count_where(call, one) for one in (outcome, f"NOT {outcome}"))
    values = []
    for category in categories:
        met = f"({_count_where(call, category, outcome)} / nullif({all_met}, 0))"
        missed = f"({_count_where(call, category, f'NOT {outcome}')} / nullif({all_missed}, 0))"
        values.append(
            f"CASE WHEN coalesce({met} + {missed}, 0D) = 0 THEN {_NAN} "
            f"WHEN {met} = 0 OR {missed} = 0 THEN CAST('Infinity' AS DOUBLE) "
            f"ELSE ({met} - {missed}) * (ln({met}) - ln({missed})) END"
        )
    return f"array({', '.join(values)})"


def _count_where(call: Aggregate, *conditions: str) -> str:
    return call.rows.only(*conditions).count()


_REGRESSIONS = "avgx avgy intercept r2 slope sxx sxy syy".split()

STATISTICS_RULES: Mapping[str, Rule] = {
    **{
        f"regr_{name}": Rule(_regression, 2, 2, empty="nan", is_partial=True)
        for name in _REGRESSIONS
    },
    "regr_count": Rule(_count_pairs, 2, 2, is_total=True),
    "covarPopMatrix": Rule(_matrix("covar_pop"), 1, _MANY, is_total=True),
    "covarSampMatrix": Rule(_matrix("covar_samp"), 1, _MANY, is_total=True),
    "corrMatrix": Rule(_matrix("corr"), 1, _MANY, is_total=True),
    "rankCorr": Rule(_rank_correlation, 2, 2, empty="nan", is_partial=True),
    "gini": Rule(_gini, empty="nan", is_partial=True),
    **{name: Rule(_dependence, 2, 2, empty="nan", is_partial=True) for name in _DEPENDENCE},
    "categoricalInformationValue": Rule(_information, 2, _MANY, is_total=True),
}
"""How the functions are written for Spark."""
