"""`kolmogorovSmirnovTest(alternative, method)(value, sample)`: whether two samples are alike.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, ClickHouse's
`AggregateFunctionKolmogorovSmirnovTest.cpp`, tried on 26.9.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.aggregates.samples import (
    alternative_of,
    are_given,
    counted_samples,
    word_of,
)

__all__ = ["KOLMOGOROV_RULES"]

_METHODS = ("auto", "exact", "asymp", "asymptotic")
_MOST_EXACT = 10_000
"""Of more values the method `auto` is the asymptotic one."""
_SAME = "1e-7D"
"""Values that are not farther apart are equal."""
_LEAST, _GREATEST = "2.2250738585072014e-308D", "1.7976931348623157e308D"
_NORMAL = 0.398942280401432677939946059934
_TERMS = 100
"""So many terms of a sum that converges after a few."""


def _test(call: Aggregate) -> str:
    alternative = alternative_of(call)
    method = word_of(call, 1, _METHODS, "method", "'auto', 'exact', 'asymp' (or 'asymptotic')")
    value, counts, rows = counted_samples(call)
    index = f"abs({number_of(call.values[1])}) < 1"
    pair = f"named_struct('v', {value}, 'x', {index})"
    pairs = f"array_sort({rows.list_of(pair)})"
    exact, rough = _exact(alternative), _asymptotic(alternative)
    probability = {
        "auto": f"CASE WHEN rmt_n.m <= {_MOST_EXACT} THEN {exact} ELSE {rough} END",
        "exact": exact,
    }.get(method, rough)
    sizes = "named_struct('n', least(rmt_t.nx, rmt_t.ny), 'm', greatest(rmt_t.nx, rmt_t.ny))"
    answer = (
        f"named_struct('d_statistic', rmt_d, 'p_value', least(greatest({probability}, 0D), 1D))"
    )
    found = let(_distance(pairs, alternative), "rmt_d", let(sizes, "rmt_n", answer))
    return let(counts, "rmt_t", f"CASE WHEN {are_given(call)} THEN {found} END")


def _distance(pairs: str, alternative: str) -> str:
    """How far the samples' distribution functions are apart at most."""
    start = f"named_struct('v', CAST(NULL AS DOUBLE), 's', 0D, 'hi', {_LEAST}, 'lo', {_GREATEST})"
    is_same = f"rmt_s.v IS NULL OR rmt_e.v - rmt_s.v < {_SAME}"
    more = "rmt_s.s + CASE WHEN rmt_e.x THEN 1 / rmt_t.nx ELSE -1 / rmt_t.ny END"
    step = (
        f"CASE WHEN {is_same} THEN named_struct('v', coalesce(rmt_s.v, rmt_e.v), 's', {more}, "
        f"'hi', rmt_s.hi, 'lo', rmt_s.lo) ELSE named_struct('v', rmt_e.v, 's', {more}, "
        "'hi', greatest(rmt_s.hi, rmt_s.s), 'lo', least(rmt_s.lo, rmt_s.s)) END"
    )
    high, low = "greatest(rmt_s.hi, rmt_s.s)", "least(rmt_s.lo, rmt_s.s)"
    distance = {
        "two-sided": f"greatest(abs({high}), abs({low}))",
        "less": f"-{low}",
        "greater": high,
    }[alternative]
    return f"aggregate({pairs}, {start}, (rmt_s, rmt_e) -> {step}, rmt_s -> {distance})"


def _exact(alternative: str) -> str:
    """By all ways in which the values of both samples may follow each other.

    A way is a path from (0, 0) to (n, m). The fold goes from diagonal to diagonal, and has of each
    point which part of the paths to it was too far from the middle.
    """
    bound = "((0.5D + floor(rmt_d * rmt_n.n * rmt_n.m - 1e-7D)) / (rmt_n.n * rmt_n.m))"
    apart = "rmt_i / rmt_n.n - (rmt_at - rmt_i) / rmt_n.m"
    if alternative == "two-sided":
        apart = f"abs({apart})"
    part = (
        "CASE WHEN rmt_i > rmt_at OR rmt_at - rmt_i > rmt_n.m THEN 0D "
        f"WHEN {apart} >= rmt_bound THEN 1D "
        "ELSE rmt_i / rmt_at * coalesce(get(rmt_before, rmt_i - 1), 0D) "
        "+ (rmt_at - rmt_i) / rmt_at * rmt_x END"
    )
    folded = (
        "aggregate(sequence(1, CAST(rmt_n.n + rmt_n.m AS INT)), "
        "array_repeat(0D, CAST(rmt_n.n AS INT) + 1), (rmt_before, rmt_at) -> "
        f"transform(rmt_before, (rmt_x, rmt_i) -> {part}), "
        "rmt_before -> element_at(rmt_before, -1))"
    )
    return let(bound, "rmt_bound", folded)


def _asymptotic(alternative: str) -> str:
    scaled = "sqrt(rmt_n.n * rmt_n.m / (rmt_n.n + rmt_n.m)) * rmt_d"
    if alternative != "two-sided":
        sizes = "(rmt_n.m + 2 * rmt_n.n) / sqrt(rmt_n.m * rmt_n.n * (rmt_n.m + rmt_n.n))"
        return let(scaled, "rmt_p", f"exp(-2 * rmt_p * rmt_p - 2 * rmt_p * {sizes} / 3)")
    near = " + ".join(
        f"exp({-(term**2) * math.pi**2 / 8!r}D / nullif(rmt_p * rmt_p, 0D) - ln(rmt_p))"
        for term in (1, 3)
    )
    far = (
        f"aggregate(sequence(1, {_TERMS}), 0D, (rmt_sum, rmt_k) -> rmt_sum + "
        "CASE WHEN rmt_k % 2 = 0 THEN -2D ELSE 2D END * exp(-2 * rmt_p * rmt_p * rmt_k * rmt_k))"
    )
    body = f"CASE WHEN rmt_p < 1 THEN 1 - coalesce({near}, 0D) / {_NORMAL!r}D ELSE {far} END"
    return let(scaled, "rmt_p", body)


KOLMOGOROV_RULES: Mapping[str, Rule] = {
    "kolmogorovSmirnovTest": Rule(_test, 2, 2, is_total=True),
}
"""How the function is written for Spark."""
