"""Aggregate functions of what follows on each other: increases, intersections, retention.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, tried
on 26.9.
"""

from __future__ import annotations

from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.rows import let

__all__ = ["EVENT_RULES"]


def _delta_sum(call: Aggregate) -> str:
    """The sum of what a value has over the one before, where it is more."""
    kind = call.first.type.spark if call.first.type is not None else "DOUBLE"
    before = "get(rmt_all, rmt_i - 1)"
    more = f"CASE WHEN rmt_x > {before} THEN CAST(rmt_x - {before} AS {kind}) END"
    steps = f"filter(transform(rmt_all, (rmt_x, rmt_i) -> {more}), rmt_x -> rmt_x IS NOT NULL)"
    total = f"CAST(rmt_sum + rmt_one AS {kind})"
    body = f"aggregate({steps}, CAST(0 AS {kind}), (rmt_sum, rmt_one) -> {total})"
    return let(call.rows.list_of(number_of(call.first)), "rmt_all", body)


def _common_elements(call: Aggregate) -> str:
    found = "aggregate(rmt_all, rmt_all[0], (rmt_x, rmt_y) -> array_intersect(rmt_x, rmt_y))"
    empty = "slice(flatten(rmt_all), 1, 0)"
    body = f"CASE WHEN size(rmt_all) > 0 THEN {found} ELSE {empty} END"
    return let(call.rows.list_of(call.first.sql), "rmt_all", body)


def _most_intersections(call: Aggregate) -> str:
    """How many intervals overlap at most; one that ends where another starts does not."""
    start, stop = (number_of(value) for value in call.values)
    edges = (
        f"array(named_struct('at', CAST({start} AS DOUBLE), 'n', 1L), "
        f"named_struct('at', CAST({stop} AS DOUBLE), 'n', -1L))"
    )
    return (
        f"aggregate(array_sort(flatten({call.rows.list_of(edges)})), named_struct('n', 0L, "
        "'most', 0L), (rmt_s, rmt_x) -> named_struct('n', rmt_s.n + rmt_x.n, 'most', "
        "greatest(rmt_s.most, rmt_s.n + rmt_x.n)), rmt_s -> rmt_s.most)"
    )


def _retention(call: Aggregate) -> str:
    """Whether each condition was met in a group that met the first."""
    met = [f"({call.rows.only(f'({one.sql}) <> 0').count()} > 0)" for one in call.values]
    both = [met[0], *(f"({met[0]} AND {one})" for one in met[1:])]
    return f"array({', '.join(f'CAST({one} AS SMALLINT)' for one in both)})"


EVENT_RULES: dict[str, Rule] = {
    "retention": Rule(_retention, 2, 32, is_total=True),
    "deltaSum": Rule(_delta_sum, is_total=True),
    "groupArrayIntersect": Rule(_common_elements, is_total=True),
    "maxIntersections": Rule(_most_intersections, 2, 2, is_total=True),
}
"""Aggregate functions, by ClickHouse's name."""
