"""Aggregate functions that draw points: `sparkbar` and `largestTriangleThreeBuckets`.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, ClickHouse's
`AggregateFunctionSparkbar.cpp` and `AggregateFunctionLargestTriangleThreeBuckets.cpp`, tried on
26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, INTEGERS, SIGNED, TIMES, is_number
from rmt_engine.sql.query.aggregates.plain_calls import (
    Aggregate,
    Rule,
    standing_for,
)
from rmt_engine.sql.query.aggregates.ranks import ends_of
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.failures import failing

__all__ = ["DRAWN_RULES"]

_LEVELS = 8
_BARS = " ▁▂▃▄▅▆▇█"
_NARROWEST, _WIDEST = 2, 1024
_WIDE = "DECIMAL(38,0)"


# Bars


def _sparkbar(call: Aggregate) -> str:
    """`sparkbar(width[, least, greatest])(x, y)`: the averages of y in equal stretches of x."""
    x, y = call.values
    place, most = _place(call, x)
    width = _width(call)
    bounds = _bounds(call, x)
    number, kind, greatest = _height(call, y)
    rows = call.rows
    if bounds is not None:
        rows = rows.only(f"{place} BETWEEN {bounds[0]} AND {bounds[1]}")
    points = (
        "array_sort(filter(rmt_rows, rmt_x -> NOT isnan(rmt_x.y) AND rmt_x.y > 0))"
        if y.family in FLOATS
        else "array_sort(filter(rmt_rows, rmt_x -> rmt_x.y > 0))"
    )
    low, high = (
        bounds
        if bounds is not None
        else (f"array_{end}(transform(rmt_rows, rmt_x -> rmt_x.x))" for end in ("min", "max"))
    )
    span = f"(rmt_high - rmt_low + CASE WHEN rmt_high - rmt_low < {most} THEN 1 ELSE 0 END)"
    at = f"least(floor({width}D / CAST({span} AS DOUBLE) * (rmt_x.x - rmt_low)), {width - 1})"
    heights = (
        f"transform(sequence(0, {width - 1}), rmt_i -> "
        f"{_average(f'filter(rmt_points, rmt_x -> {at} = rmt_i)', kind, greatest)})"
    )
    drawn = let(
        heights,
        "rmt_heights",
        let(
            "array_max(rmt_heights)",
            "rmt_most",
            f"array_join(transform(rmt_heights, rmt_y -> {_bar(kind, greatest)}), '')",
        ),
    )
    error = RmtError("BAD_ARGUMENTS", "Parameter `min_x` must be less than `max_x`.")
    nothing, narrow = "size(rmt_points) = 0 THEN ''", "rmt_low >= rmt_high THEN"
    cases = (
        (nothing, f"{narrow} '{_BARS[-1]}'")
        if bounds is None
        else (f"{narrow} {failing(error, 'STRING')}", nothing)
    )
    bars = f"CASE WHEN {cases[0]} WHEN {cases[1]} ELSE {drawn} END"
    body = let(low, "rmt_low", let(high, "rmt_high", bars))
    listed = rows.list_of(f"named_struct('x', {place}, 'y', CAST({number} AS {kind}))")
    return let(listed, "rmt_rows", let(_united(points, kind, greatest), "rmt_points", body))


def _place(call: Aggregate, value: Value) -> tuple[str, int]:
    """A place as a whole number, and the greatest that there is."""
    if value.family == "Date":
        return f"CAST(unix_date({value.sql}) AS {_WIDE})", 2**16 - 1
    if value.family == "DateTime":
        return f"CAST(unix_seconds({value.sql}) AS {_WIDE})", 2**32 - 1
    if value.family in INTEGERS and value.family not in SIGNED and BITS[value.family] <= 64:
        return f"CAST({value.sql} AS {_WIDE})", 2 ** BITS[value.family] - 1
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"The first argument type must be UInt or Date or DateTime for aggregate function "
        f"{call.name}.",
    )


def _height(call: Aggregate, value: Value) -> tuple[str, str, int | None]:
    """A number, its type here, and where sums of such end; None: nowhere."""
    if value.family in FLOATS:
        return value.sql, "DOUBLE", None
    if value.family in INTEGERS and BITS[value.family] <= 64:
        return value.sql, _WIDE, 2 ** (BITS[value.family] - (value.family in SIGNED)) - 1
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"The second argument type must be numeric for aggregate function {call.name}.",
    )


def _width(call: Aggregate) -> int:
    if len(call.parameters) not in (1, 3):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"The number of params does not match for aggregate function '{call.name}', expected "
            f"1 or 3, got {len(call.parameters)}.",
        )
    found = call.parameter(0, None)
    if not isinstance(found, int) or isinstance(found, bool):
        raise RmtError("BAD_GET", f"The width of {call.name} is a whole number, not {found}.")
    if not _NARROWEST <= found <= _WIDEST:
        raise RmtError(
            "BAD_ARGUMENTS", f"Parameter width must be in range [{_NARROWEST}, {_WIDEST}]."
        )
    return found


def _bounds(call: Aggregate, x: Value) -> tuple[str, str] | None:
    if len(call.parameters) == 1:
        return None
    low, high = (_bound(call, one, x) for one in call.parameters[1:])
    return low, high


def _bound(call: Aggregate, parameter: Value, x: Value) -> str:
    """A bound as the places are, of which it may be the number."""
    constant = parameter.constant
    if isinstance(constant, int) and not isinstance(constant, bool) and constant >= 0:
        return f"CAST({constant} AS {_WIDE})"
    if x.family in INTEGERS or parameter.family != x.family:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "The second and third parameters are not the same type as the first arguments for "
            f"aggregate function {call.name}.",
        )
    return _place(call, parameter)[0]


def _limited(total: str, kind: str, greatest: int | None) -> str:
    """A sum that ends at the greatest number of its type."""
    return total if greatest is None else f"least(CAST({total} AS {kind}), {greatest})"


def _united(points: str, kind: str, greatest: int | None) -> str:
    """Sorted points, of which those of one place are one with their sum."""
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    total = _limited("rmt_sum + rmt_one.y", kind, greatest)
    height = (
        f"aggregate(slice(rmt_p, {before} + 2, rmt_end - {before}), CAST(0 AS {kind}), "
        f"(rmt_sum, rmt_one) -> CAST({total} AS {kind}))"
    )
    made = (
        "transform(rmt_ends, (rmt_end, rmt_at) -> "
        f"named_struct('x', rmt_p[rmt_end].x, 'y', {height}))"
    )
    return let(points, "rmt_p", let(ends_of("x"), "rmt_ends", made))


def _average(points: str, kind: str, greatest: int | None) -> str:
    """The average of points; a sum that is beyond the type counts for no more of them."""
    if greatest is None:
        total = "aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one.y)"
        body = f"CASE WHEN size(rmt_all) > 0 THEN {total} / size(rmt_all) ELSE 0D END"
        return let(points, "rmt_all", body)
    start = f"named_struct('y', CAST(0 AS {kind}), 'n', 0L)"
    more = f"named_struct('y', CAST(rmt_sum.y + rmt_one.y AS {kind}), 'n', rmt_sum.n + 1)"
    most = f"named_struct('y', CAST({greatest} AS {kind}), 'n', rmt_sum.n)"
    fits = f"rmt_sum.y + rmt_one.y <= {greatest}"
    return (
        f"aggregate({points}, {start}, (rmt_sum, rmt_one) -> CASE WHEN {fits} THEN {more} "
        f"ELSE {most} END, rmt_sum -> {_quotient('rmt_sum.y', 'greatest(rmt_sum.n, 1)', kind)})"
    )


def _quotient(dividend: str, divisor: str, kind: str) -> str:
    """The whole quotient of numbers with more digits than a BIGINT has."""
    return f"CAST(({dividend} - {dividend} % {divisor}) / {divisor} AS {kind})"


def _bar(kind: str, greatest: int | None) -> str:
    """The bar of a height, from the lowest above 0 to the highest of all."""
    steps = _LEVELS - 1
    if greatest is None:
        level = f"rmt_y / (rmt_most / {steps}) + 1"
    else:
        exact = _quotient(f"(rmt_y * {steps})", "rmt_most", kind)
        rough = _quotient("rmt_y", _quotient("rmt_most", str(steps), kind), kind)
        level = f"CASE WHEN rmt_y * {steps} > {greatest} THEN {rough} ELSE {exact} END + 1"
    level = f"CASE WHEN rmt_y > 0 THEN {level} ELSE 0 END"
    shown = (
        f"CASE WHEN rmt_level BETWEEN 1 AND {_LEVELS} THEN CAST(floor(rmt_level) AS INT) ELSE 0 END"
    )
    return let(level, "rmt_level", f"substring('{_BARS}', {shown} + 1, 1)")


# Few of many points


def _three_buckets(call: Aggregate) -> str:
    """`largestTriangleThreeBuckets(n)(x, y)`: n points of which a line looks like that of all."""
    for value, name in zip(call.values, ("first", "second"), strict=True):
        if value.type is not None and not (is_number(value.type) or value.family in TIMES):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Aggregate function {call.name} only supports Date, Date32, DateTime, DateTime64 "
                f"and Number as the {name} argument.",
            )
    if len(call.parameters) != 1:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {call.name} require one parameter.",
            f"{call.name}(100)(x, y)",
        )
    count = call.parameter(0, None)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Aggregate function {call.name} require first parameter to be a UInt64.",
        )
    numbers = [_as_double(value) for value in call.values]
    rows = call.rows.only(*(f"NOT isnan({number})" for number in numbers))
    pairs = rows.list_of(f"named_struct('x', {numbers[0]}, 'y', {numbers[1]})")
    ordered = (
        f"transform(array_sort(transform({pairs}, (rmt_x, rmt_at) -> named_struct('x', rmt_x.x, "
        "'at', rmt_at, 'y', rmt_x.y))), rmt_x -> named_struct('x', rmt_x.x, 'y', rmt_x.y))"
    )
    first, last = "slice(rmt_all, 1, 1)", "slice(rmt_all, -1, 1)"
    few = {0: "slice(rmt_all, 1, 0)", 1: first, 2: f"concat({first}, {last})"}
    chosen = few.get(count) or f"concat({_between(count, first)}, {last})"
    body = f"CASE WHEN size(rmt_all) <= {count} THEN rmt_all ELSE {chosen} END"
    x, y = (_back(value, f"rmt_x.{name}") for value, name in zip(call.values, "xy", strict=True))
    found = let(ordered, "rmt_all", body)
    return f"transform({found}, rmt_x -> named_struct('1', {x}, '2', {y}))"


def _as_double(value: Value) -> str:
    return f"CAST({standing_for(value)[0]} AS DOUBLE)"


def _back(value: Value, number: str) -> str:
    return standing_for(value)[1](number) if value.family in TIMES else number


def _between(count: int, first: str) -> str:
    """The first point, and from each bucket that of the largest triangle with its neighbours."""
    size = f"((size(rmt_all) - 2) / {count - 2}D)"
    start, center, end = (f"CAST(1 + floor({size} * (rmt_i + {more})) AS INT)" for more in range(3))
    next_bucket = f"slice(rmt_all, {center} + 1, least({end}, size(rmt_all)) - {center})"
    mean_x, mean_y = (
        f"aggregate(rmt_next, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one.{name}) / "
        "nullif(size(rmt_next), 0)"
        for name in "xy"
    )
    mean = f"named_struct('x', {mean_x}, 'y', {mean_y})"
    area = (
        "abs(0.5D * (rmt_b.x * rmt_p.y + rmt_p.x * rmt_m.y + rmt_m.x * rmt_b.y - rmt_b.x * rmt_m.y "
        "- rmt_p.x * rmt_b.y - rmt_m.x * rmt_p.y))"
    )
    begin = f"named_struct('area', 0D, 'point', rmt_all[{start}])"
    largest = (
        f"aggregate(slice(rmt_all, {start} + 1, {center} - {start}), {begin}, (rmt_s, rmt_p) -> "
        f"CASE WHEN {area} > rmt_s.area THEN named_struct('area', {area}, 'point', rmt_p) "
        "ELSE rmt_s END, rmt_s -> rmt_s.point)"
    )
    chosen = let(next_bucket, "rmt_next", let(mean, "rmt_m", largest))
    chosen = let("element_at(rmt_out, -1)", "rmt_b", chosen)
    return (
        f"aggregate(sequence(0, {count - 3}), {first}, (rmt_out, rmt_i) -> "
        f"array_append(rmt_out, {chosen}))"
    )


DRAWN_RULES: Mapping[str, Rule] = {
    "sparkbar": Rule(_sparkbar, 2, 2, is_total=True),
    "largestTriangleThreeBuckets": Rule(_three_buckets, 2, 2, is_total=True),
}
"""How the functions are written for Spark."""
