"""`histogram(bins)(x)`: an adaptive histogram.

A histogram in the making is a list of points, each a mean with the number of values that it stands
for. A value is a new point; as soon as there are twice as many as bins, the nearest neighbours are
united until there are as many as bins. So its answer depends on the order of the rows where there
are more of them.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, "A
Streaming Parallel Decision Tree Algorithm" of Ben-Haim and Tom-Tov, tried on ClickHouse 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.values.failures import failing

__all__ = ["HISTOGRAM_RULES"]

_MOST_BINS = 250
_POINTS = "ARRAY<STRUCT<m: DOUBLE, n: DOUBLE>>"
_SAME = "1e-8D"
"""Points that are not farther apart are one."""


def _histogram(call: Aggregate) -> str:
    bins = _bins(call)
    value = f"CAST({call.first.sql} AS DOUBLE)"
    is_number = f"NOT isnan({value}) AND abs({value}) < double('Infinity')"
    values = call.rows.list_of(f"CASE WHEN {is_number} THEN {value} ELSE {_refusal()} END")
    added = "array_append(rmt_points, named_struct('m', rmt_v, 'n', 1D))"
    grown = (
        f"CASE WHEN size(rmt_points) + 1 < {2 * bins} THEN {added} "
        f"ELSE {_compressed(added, bins)} END"
    )
    points = f"aggregate(rmt_values, CAST(array() AS {_POINTS}), (rmt_points, rmt_v) -> {grown})"
    return let(values, "rmt_values", let(_compressed(points, bins), "rmt_bins", _buckets()))


def _bins(call: Aggregate) -> int:
    if len(call.parameters) != 1:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "The function histogram takes one parameter, the number of bins: histogram(5)(x).",
        )
    bins = call.parameter(0, None)
    if not isinstance(bins, int) or isinstance(bins, bool) or bins < 0:
        raise RmtError("UNSUPPORTED_PARAMETER", f"{bins} is no number of bins of a histogram.")
    if not bins:
        raise RmtError("BAD_ARGUMENTS", "The number of bins of a histogram must be positive.")
    if bins > _MOST_BINS:
        raise RmtError(
            "PARAMETER_OUT_OF_BOUND", f"A histogram has {_MOST_BINS} bins at most, not {bins}."
        )
    return bins


def _refusal() -> str:
    error = RmtError("INCORRECT_DATA", "The function histogram takes no nan and no inf.")
    return failing(error, "DOUBLE")


def _compressed(points: str, bins: int) -> str:
    """Points of which the nearest are united, the left ones first, until there are few enough."""
    distances = (
        "transform(sequence(1, size(rmt_p) - 1), rmt_i -> rmt_p[rmt_i].m - rmt_p[rmt_i - 1].m)"
    )
    left, right = "rmt_p[rmt_at - 1]", "rmt_p[rmt_at]"
    mean = f"({left}.m * {left}.n + {right}.m * {right}.n) / ({left}.n + {right}.n)"
    united = f"named_struct('m', {mean}, 'n', {left}.n + {right}.n)"
    fewer = (
        f"concat(slice(rmt_p, 1, rmt_at - 1), array({united}), "
        "slice(rmt_p, rmt_at + 2, size(rmt_p)))"
    )
    nearest = let("int(array_position(rmt_d, array_min(rmt_d)))", "rmt_at", fewer)
    is_due = f"size(rmt_p) > {bins} OR array_min(rmt_d) < {_SAME}"
    step = let(distances, "rmt_d", f"CASE WHEN {is_due} THEN {nearest} ELSE rmt_p END")
    step = f"CASE WHEN size(rmt_p) > 1 THEN {step} ELSE rmt_p END"
    body = f"aggregate(rmt_sorted, rmt_sorted, (rmt_p, rmt_unused) -> {step})"
    return let(f"array_sort({points})", "rmt_sorted", body)


def _buckets() -> str:
    """The bins, which meet in the middle between two points; each point's number goes to its own.

    The number grows evenly from one point to the next, so that a bin has three eighths of its own
    and one of its neighbour's on either side, and at the ends half of its own.
    """
    last = "size(rmt_bins) - 1"
    before, after = "rmt_bins[rmt_at - 1]", "rmt_bins[rmt_at + 1]"
    lower = f"CASE WHEN rmt_at = 0 THEN array_min(rmt_values) ELSE ({before}.m + rmt_b.m) / 2 END"
    upper = (
        f"CASE WHEN rmt_at = {last} THEN array_max(rmt_values) ELSE (rmt_b.m + {after}.m) / 2 END"
    )
    left = f"CASE WHEN rmt_at = 0 THEN rmt_b.n / 2 ELSE (3 * rmt_b.n + {before}.n) / 8 END"
    right = f"CASE WHEN rmt_at = {last} THEN rmt_b.n / 2 ELSE (3 * rmt_b.n + {after}.n) / 8 END"
    bucket = f"named_struct('1', {lower}, '2', {upper}, '3', {left} + {right})"
    return f"transform(rmt_bins, (rmt_b, rmt_at) -> {bucket})"


HISTOGRAM_RULES: Mapping[str, Rule] = {"histogram": Rule(_histogram, is_total=True)}
"""How the function is written for Spark."""
