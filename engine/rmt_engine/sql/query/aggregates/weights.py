"""Aggregate functions of values with weights, and the most frequent values.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.arrays import most_of_top
from rmt_engine.sql.query.aggregates.plain_calls import (
    Aggregate,
    Rule,
    as_number,
    empty_of_several,
    number_of,
)
from rmt_engine.sql.query.aggregates.quantiles import levels_of
from rmt_engine.sql.query.aggregates.rows import let

__all__ = ["WEIGHT_RULES"]

_LONGEST_TIME = 30_000
"""quantileTimingWeighted takes what is longer, in milliseconds, for this."""
_MOST_TICKS = 2**63 - 1

_Pick = Callable[[float, str], str]
"""Spark's text of a quantile of a level, of the sorted pairs `rmt_all` of values `v`, of a Spark
type, with weights `w`, which are `rmt_total` together."""


def _value_where(is_reached: str, kind: str) -> str:
    """The first value with which the weights so far, `rmt_s.n`, are enough."""
    return (
        f"aggregate(rmt_all, named_struct('n', 0D, 'v', CAST(NULL AS {kind})), (rmt_s, rmt_x) -> "
        f"CASE WHEN {is_reached} THEN rmt_s "
        "ELSE named_struct('n', rmt_s.n + rmt_x.w, 'v', rmt_x.v) END, rmt_s -> rmt_s.v)"
    )


def _exact(level: float, kind: str) -> str:
    return _value_where(f"rmt_s.n > 0 AND rmt_s.n >= {level!r}D * rmt_total", kind)


def _at_place(place: str, kind: str) -> str:
    """The value at a place, from 0, of the list that has each value as often as its weight says."""
    return _value_where(f"rmt_s.n > least({place}, rmt_total - 1)", kind)


def _of_places(level: float, kind: str) -> str:
    return _at_place(f"floor({level!r}D * rmt_total)", kind)


def _between_places(level: float, kind: str) -> str:
    place = f"({level!r}D * (rmt_total - 1))"
    low = f"floor{place}"
    below, above = _at_place(low, kind), _at_place(f"{low} + 1", kind)
    return f"({below} * ({low} + 1 - {place}) + {above} * ({place} - {low}))"


def _between_middles(level: float, kind: str) -> str:
    """Between the two values whose weights' middles are nearest."""
    middle = "((rmt_s.n + rmt_x.w / 2) / nullif(rmt_total, 0D))"
    between = f"rmt_s.v + ({level!r}D - rmt_s.t) / ({middle} - rmt_s.t) * (rmt_x.v - rmt_s.v)"
    found = (
        "CASE WHEN rmt_s.r IS NOT NULL OR rmt_total = 0 "
        f"OR {middle} < {level!r}D THEN rmt_s.r "
        f"WHEN rmt_s.v IS NULL THEN rmt_x.v ELSE {between} END"
    )
    nothing = f"CAST(NULL AS {kind})"
    return (
        f"aggregate(rmt_all, named_struct('n', 0D, 't', 0D, 'v', {nothing}, 'r', {nothing}), "
        f"(rmt_s, rmt_x) -> named_struct('n', rmt_s.n + rmt_x.w, 't', {middle}, 'v', rmt_x.v, "
        f"'r', {found}), rmt_s -> coalesce(rmt_s.r, rmt_s.v))"
    )


def _as_double(call: Aggregate) -> tuple[str, Callable[[str], str], str]:
    """A number that stands for the value, how to make an answer of one, and its Spark type."""
    return *as_number(call), "DOUBLE"


def _united(pairs: str) -> str:
    """Sorted pairs, of which those of one value are one with all of their weights."""
    is_last = "rmt_at = size(rmt_p) - 1 OR rmt_p[rmt_at + 1].v <> rmt_x.v"
    ends = (
        f"filter(transform(rmt_p, (rmt_x, rmt_at) -> CASE WHEN {is_last} THEN rmt_at END), "
        "rmt_x -> rmt_x IS NOT NULL)"
    )
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    weight = (
        f"aggregate(slice(rmt_p, {before} + 2, rmt_end - {before}), 0D, "
        "(rmt_sum, rmt_one) -> rmt_sum + rmt_one.w)"
    )
    made = (
        "transform(rmt_ends, (rmt_end, rmt_at) -> "
        f"named_struct('v', rmt_p[rmt_end].v, 'w', {weight}))"
    )
    return let(pairs, "rmt_p", let(ends, "rmt_ends", made))


def _weighted(
    pick: _Pick, *, several: bool, is_timing: bool = False, unites: bool = False, empty: str = "nan"
) -> Rule:
    def text(call: Aggregate) -> str:
        value, weight = call.values
        number, back, kind = _as_double(call)
        if pick is _exact and call.name.endswith("ExactWeighted") and value.type is not None:
            number, back, kind = value.sql, str, value.type.spark
        rows = call.rows
        if not unites:
            rows = rows.only(f"{weight.sql} > 0")
        if value.family in FLOATS:
            rows = rows.only(f"NOT isnan({value.sql})")
        if is_timing:
            rows = rows.only(f"{number} BETWEEN 0 AND {_MOST_TICKS}")
            number = f"least(floor({number}), {_LONGEST_TIME})"
        pairs = rows.list_of(
            f"named_struct('v', CAST({number} AS {kind}), 'w', CAST({weight.sql} AS DOUBLE))"
        )
        pairs = f"array_sort({pairs})"
        if unites and value.family in INTEGERS:
            back = _cut if value.family in SIGNED else _floored
        found = [back(pick(level, kind)) for level in levels_of(call)]
        body = found[0]
        if several and call.answer is not None:
            element = call.answer.element
            nothing = empty_of_several(element)
            texts = [f"coalesce(CAST({one} AS {element.spark}), {nothing})" for one in found]
            body = f"array({', '.join(texts)})"
        total = "aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one.w)"
        return let(_united(pairs) if unites else pairs, "rmt_all", let(total, "rmt_total", body))

    return Rule(text, 2, 2, empty="" if several else empty, is_total=several)


def _cut(number: str) -> str:
    return f"CAST({number} AS BIGINT)"


def _floored(number: str) -> str:
    return f"floor({number})"


# The most frequent


def _top(call: Aggregate, weight: str, *, has_counts: bool) -> str:
    """The values with the greatest sums of weights; of equal ones the first that was met."""
    most = most_of_top(call)
    pairs = call.rows.list_of(
        f"named_struct('v', {call.first.sql}, 'w', CAST({weight} AS DECIMAL(38,0)))"
    )
    keyed = (
        f"transform({pairs}, (rmt_x, rmt_at) -> "
        "named_struct('v', rmt_x.v, 'at', rmt_at, 'w', rmt_x.w))"
    )
    is_last = "rmt_at = size(rmt_p) - 1 OR NOT (rmt_p[rmt_at + 1].v <=> rmt_x.v)"
    ends = (
        f"filter(transform(rmt_p, (rmt_x, rmt_at) -> CASE WHEN {is_last} THEN rmt_at END), "
        "rmt_x -> rmt_x IS NOT NULL)"
    )
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    total = (
        f"aggregate(slice(rmt_p, {before} + 2, rmt_end - {before}), CAST(0 AS DECIMAL(38,0)), "
        "(rmt_sum, rmt_one) -> CAST(rmt_sum + rmt_one.w AS DECIMAL(38,0)))"
    )
    summed = (
        f"transform(rmt_ends, (rmt_end, rmt_at) -> named_struct('n', -{total}, "
        f"'at', rmt_p[{before} + 1].at, 'v', rmt_p[rmt_end].v))"
    )
    kept = f"slice(array_sort({summed}), 1, {most})"
    one = "rmt_x.v"
    if has_counts:
        count = "CAST(-rmt_x.n AS DECIMAL(20,0))"
        one = f"named_struct('item', rmt_x.v, 'count', {count}, 'error', CAST(0 AS DECIMAL(20,0)))"
    made = f"transform({kept}, rmt_x -> {one})"
    return let(f"array_sort({keyed})", "rmt_p", let(ends, "rmt_ends", made))


def _weight(call: Aggregate) -> str:
    weight = call.values[1]
    if weight.type is not None and weight.family not in INTEGERS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The second argument for aggregate function '{call.name}' must have integer type.",
        )
    text = number_of(weight)
    if weight.family not in SIGNED:
        return text
    wrapped = f"CAST({text} AS DECIMAL(38,0)) + 18446744073709551616"
    return f"CASE WHEN {text} < 0 THEN {wrapped} ELSE {text} END"


_KINDS: Mapping[str, tuple[_Pick, bool, bool, str]] = {
    "ExactWeighted": (_exact, False, False, ""),
    "ExactWeightedInterpolated": (_between_places, False, False, "nan"),
    "InterpolatedWeighted": (_between_middles, False, True, ""),
    "TimingWeighted": (_of_places, True, False, "nan"),
    "TDigestWeighted": (_exact, False, False, "nan"),
    "BFloat16Weighted": (_exact, False, False, "nan"),
}

WEIGHT_RULES: Mapping[str, Rule] = {
    **{
        f"{prefix}{kind}": _weighted(
            pick, several=prefix == "quantiles", is_timing=is_timing, unites=unites, empty=empty
        )
        for kind, (pick, is_timing, unites, empty) in _KINDS.items()
        for prefix in ("quantile", "quantiles")
    },
    "topKWeighted": Rule(
        lambda call: _top(call, _weight(call), has_counts=False), 2, 2, is_total=True
    ),
    "approx_top_k": Rule(lambda call: _top(call, "1", has_counts=True), is_total=True),
    "approx_top_sum": Rule(
        lambda call: _top(call, _weight(call), has_counts=True), 2, 2, is_total=True
    ),
}
"""How the functions are written for Spark."""
