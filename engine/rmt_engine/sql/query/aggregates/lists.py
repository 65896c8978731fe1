"""Aggregate functions of values one after the other, and of places in a list.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS, INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value

__all__ = ["LIST_RULES"]

_MOST_PLACES = 0xFFFFFF
_SEED = 123456


def _inserted(call: Aggregate) -> str:
    """`groupArrayInsertAt([default[, size]])(value, place)`: of a place the first value."""
    value, place = call.values
    if place.type is not None and (place.family not in INTEGERS or place.family in SIGNED):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "Second argument of aggregate function groupArrayInsertAt must be unsigned integer.",
        )
    kind = value.type.spark if value.type is not None else "STRING"
    size = call.whole(1, 0)
    if not 0 <= size <= _MOST_PLACES:
        raise RmtError("ARGUMENT_OUT_OF_BOUND", f"Too large array size: {size}.")
    where = f"CAST({number_of(place)} AS BIGINT)"
    within = f"{where} < {size}" if size else f"{where} <= {_MOST_PLACES}"
    pairs = call.rows.only(within).list_of(f"named_struct('p', {where}, 'v', {value.sql})")
    keyed = (
        f"array_sort(transform({pairs}, (rmt_x, rmt_at) -> "
        "named_struct('p', rmt_x.p, 'at', rmt_at, 'v', rmt_x.v)))"
    )
    before = "get(rmt_p, rmt_at - 1).p"
    filling = f"array_repeat({_default(call)}, CAST(rmt_x.p - coalesce({before}, -1) - 1 AS INT))"
    pieces = (
        f"transform(rmt_p, (rmt_x, rmt_at) -> CASE WHEN rmt_x.p <=> {before} "
        f"THEN CAST(array() AS ARRAY<{kind}>) ELSE concat({filling}, array(rmt_x.v)) END)"
    )
    found = let(keyed, "rmt_p", f"flatten({pieces})")
    if not size:
        return found
    rest = f"array_repeat({_default(call)}, {size} - size(rmt_all))"
    return let(found, "rmt_all", f"concat(rmt_all, {rest})")


def _default(call: Aggregate) -> str:
    """What stands where no value is."""
    data_type = call.first.type
    if data_type is None:
        return "NULL"
    if not call.parameters:
        return data_type.default
    given = call.parameters[0]
    if isinstance(given.constant, str) and data_type.family in INTEGERS | FLOATS:
        raise RmtError(
            "TYPE_MISMATCH", f"Cannot convert string '{given.constant}' to type {data_type}."
        )
    return f"CAST({converted(given, data_type).sql} AS {data_type.spark})"


def _sampled(call: Aggregate) -> str:
    """`groupArraySample(size[, seed])(value)`: all if there are no more, else some at random."""
    if not call.parameters:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "Aggregate function groupArraySample requires the greatest number of values.",
        )
    most = call.whole(0, 1)
    if most <= 0:
        raise RmtError(
            "BAD_ARGUMENTS", "The number of values of groupArraySample must be positive."
        )
    keyed = (
        "transform(rmt_all, (rmt_x, rmt_at) -> "
        f"named_struct('h', xxhash64(rmt_at, {call.whole(1, _SEED)}), 'v', rmt_x))"
    )
    mixed = (
        f"array_sort({keyed}, (rmt_a, rmt_b) -> CASE WHEN rmt_a.h < rmt_b.h THEN -1 "
        "WHEN rmt_a.h > rmt_b.h THEN 1 ELSE 0 END)"
    )
    some = f"transform(slice({mixed}, 1, {most}), rmt_x -> rmt_x.v)"
    body = f"CASE WHEN size(rmt_all) > {most} THEN {some} ELSE rmt_all END"
    return let(call.rows.list_of(call.first.sql), "rmt_all", body)


def _heavy(call: Aggregate) -> str:
    """The value of more than half of the rows, if there is one: Boyer's and Moore's vote."""
    kind = call.first.type.spark if call.first.type is not None else "STRING"
    more = "named_struct('v', rmt_s.v, 'n', rmt_s.n + 1)"
    other = "named_struct('v', rmt_x, 'n', 1L)"
    less = "named_struct('v', rmt_s.v, 'n', rmt_s.n - 1)"
    return (
        f"aggregate({call.rows.list_of(call.first.sql)}, "
        f"named_struct('v', CAST(NULL AS {kind}), 'n', 0L), (rmt_s, rmt_x) -> "
        f"CASE WHEN rmt_s.v <=> rmt_x THEN {more} WHEN rmt_s.n = 0 THEN {other} ELSE {less} END, "
        "rmt_s -> rmt_s.v)"
    )


def _delta_by_time(call: Aggregate) -> str:
    """The sum of the increases, in the order of the times."""
    value, time = call.values
    kind = value.type.spark if value.type is not None else "DOUBLE"
    pairs = call.rows.list_of(f"named_struct('t', {time.sql}, 'v', {number_of(value)})")
    keyed = (
        f"array_sort(transform({pairs}, (rmt_x, rmt_at) -> "
        "named_struct('t', rmt_x.t, 'at', rmt_at, 'v', rmt_x.v)))"
    )
    before = "get(rmt_all, rmt_i - 1).v"
    more = f"CASE WHEN rmt_x.v > {before} THEN CAST(rmt_x.v - {before} AS {kind}) END"
    steps = f"filter(transform(rmt_all, (rmt_x, rmt_i) -> {more}), rmt_x -> rmt_x IS NOT NULL)"
    total = f"CAST(rmt_sum + rmt_one AS {kind})"
    body = f"aggregate({steps}, CAST(0 AS {kind}), (rmt_sum, rmt_one) -> {total})"
    return let(keyed, "rmt_all", body)


def _interval_ends(call: Aggregate) -> list[Value]:
    first, second = call.values
    if first.type is not None and second.type is not None and first.family != second.family:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal types {first.type} and {second.type} of arguments of aggregate function "
            f"{call.name}, both arguments should have same data type.",
        )
    return [first, second]


def _covered(call: Aggregate) -> str:
    """How long intervals are together, what several cover counted once."""
    start, stop = map(_measure, _interval_ends(call))
    intervals = call.rows.list_of(
        f"named_struct('a', least({start}, {stop}), 'b', greatest({start}, {stop}))"
    )
    is_float = call.first.family.startswith("Float")
    kind = "DOUBLE" if is_float else "DECIMAL(21,0)"
    ends = call.first.type.spark if is_float and call.first.type is not None else kind
    segment = f"'a', CAST({{}} AS {ends}), 'b', CAST({{}} AS {ends})"
    none = segment.format("NULL", "NULL")
    longer = segment.format("rmt_s.a", "greatest(rmt_s.b, rmt_x.b)")
    following = segment.format("rmt_x.a", "rmt_x.b")
    total = f"CAST(rmt_s.n + coalesce(rmt_s.b - rmt_s.a, 0) AS {kind})"
    return (
        f"aggregate(array_sort({intervals}), named_struct('n', CAST(0 AS {kind}), {none}), "
        "(rmt_s, rmt_x) -> CASE WHEN rmt_x.a <= rmt_s.b "
        f"THEN named_struct('n', rmt_s.n, {longer}) "
        f"ELSE named_struct('n', {total}, {following}) END, rmt_s -> {total})"
    )


def _measure(value: Value) -> str:
    """A number that stands for an end of an interval."""
    if value.family in ("Date", "Date32"):
        return f"CAST(unix_date({value.sql}) AS BIGINT)"
    if value.family == "DateTime":
        return f"unix_seconds({value.sql})"
    if value.family.startswith("Float"):
        return value.sql
    if value.family not in INTEGERS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument of aggregate function intervalLengthSum, must "
            "be native integral type, Date/DateTime or Float.",
        )
    return f"CAST({number_of(value)} AS DECIMAL(20,0))"


def _place_of_most(call: Aggregate) -> str:
    """Where the most intervals overlap first."""
    start, stop = map(number_of, _interval_ends(call))
    kind = call.first.type.spark if call.first.type is not None else "DOUBLE"
    edges = f"array(named_struct('at', {start}, 'n', 1L), named_struct('at', {stop}, 'n', -1L))"
    is_more = "rmt_s.n + rmt_x.n > rmt_s.most"
    return (
        f"aggregate(array_sort(flatten({call.rows.list_of(edges)})), named_struct('n', 0L, "
        f"'most', 0L, 'at', CAST(NULL AS {kind})), (rmt_s, rmt_x) -> named_struct("
        "'n', rmt_s.n + rmt_x.n, 'most', greatest(rmt_s.most, rmt_s.n + rmt_x.n), "
        f"'at', CASE WHEN {is_more} THEN CAST(rmt_x.at AS {kind}) ELSE rmt_s.at END), "
        "rmt_s -> rmt_s.at)"
    )


LIST_RULES: Mapping[str, Rule] = {
    "groupArrayInsertAt": Rule(_inserted, 2, 2, is_total=True),
    "groupArraySample": Rule(_sampled, is_total=True),
    "anyHeavy": Rule(_heavy),
    "deltaSumTimestamp": Rule(_delta_by_time, 2, 2),
    "intervalLengthSum": Rule(_covered, 2, 2),
    "maxIntersectionsPosition": Rule(_place_of_most, 2, 2),
}
"""How the functions are written for Spark."""
