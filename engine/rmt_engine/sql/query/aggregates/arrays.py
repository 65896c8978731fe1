"""All values, or some of them, in an array or a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import INTEGERS
from rmt_engine.sql.query.aggregates.plain_calls import (
    MANY,
    Aggregate,
    Rule,
    number_of,
)
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.types.arithmetic import OF_DECIMALS
from rmt_engine.sql.query.types.keys import from_key, key_of, needs_key
from rmt_engine.sql.query.types.ordering import ordering_key
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["ARRAY_RULES", "most_of_top"]


def _limited(values: str, limit: int | None) -> str:
    return values if limit is None else f"slice({values}, 1, {limit})"


def _list_of(call: Aggregate) -> str:
    found = call.rows.list_of(call.first.sql)
    return f"array_distinct({found})" if call.distinct else found


def _group_array(call: Aggregate) -> str:
    return _limited(_list_of(call), call.positive(0))


def _group_array_last(call: Aggregate) -> str:
    """The last values, each at its number modulo their count: a buffer that is written around."""
    most = call.positive(0)
    newest = f"size(rmt_all) % {most}"
    around = (
        f"concat(slice(rmt_all, size(rmt_all) - {newest} + 1, {newest}), "
        f"slice(rmt_all, size(rmt_all) - {most} + 1, {most} - {newest}))"
    )
    body = f"CASE WHEN size(rmt_all) <= {most} THEN rmt_all ELSE {around} END"
    return let(_list_of(call), "rmt_all", body)


def _group_array_sorted(call: Aggregate) -> str:
    key, limit = ordering_key(call.first), call.positive(0)
    if needs_key(call.first.type):
        keys = _limited(f"array_sort({call.rows.list_of(key)})", limit)
        return f"transform({keys}, rmt_x -> {from_key('rmt_x', call.first.type)})"
    if key == call.first.sql:
        return _limited(f"array_sort({_list_of(call)})", limit)
    pairs = call.rows.list_of(f"named_struct('by', {key}, 'v', {call.first.sql})")
    pairs = f"array_distinct({pairs})" if call.distinct else pairs
    return f"transform({_limited(f'array_sort({pairs})', limit)}, rmt_x -> rmt_x.v)"


def _group_uniq_array(call: Aggregate) -> str:
    return _limited(f"array_distinct({call.rows.list_of(call.first.sql)})", call.positive(0))


_RUNNING_SUMS = (
    "aggregate(rmt_all, CAST(array() AS ARRAY<DOUBLE>), (rmt_sums, rmt_one) -> "
    "array_append(rmt_sums, coalesce(get(rmt_sums, size(rmt_sums) - 1), 0D) + rmt_one))"
)


def _moving(is_average: bool) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        width = call.positive(0)
        kind = "DECIMAL(38,0)" if call.first.type and call.first.family in INTEGERS else "DOUBLE"
        if call.first.family == "Decimal" and call.answer is not None:
            kind = call.answer.element.spark
        number = f"CAST({number_of(call.first)} AS {kind})"
        first = "0" if width is None else f"greatest(rmt_at - {width} + 1, 0)"
        part = f"slice(rmt_all, {first} + 1, rmt_at - {first} + 1)"
        total = (
            f"aggregate({part}, CAST(0 AS {kind}), "
            f"(rmt_sum, rmt_one) -> CAST(rmt_sum + rmt_one AS {kind}))"
        )
        if kind == "DOUBLE":
            # ClickHouse takes the running sum before the part from the one behind it.
            total = "get(rmt_sums, rmt_at)"
            if width is not None:
                total = f"({total} - coalesce(get(rmt_sums, rmt_at - {width}), 0D))"
        if is_average:
            total = _part(call, total, "size(rmt_all)" if width is None else f"{width}")
        moved = f"transform(rmt_all, (rmt_x, rmt_at) -> {total})"
        if kind == "DOUBLE":
            moved = let(_RUNNING_SUMS, "rmt_sums", moved)
        return let(call.rows.list_of(number), "rmt_all", moved)

    return text


def _part(call: Aggregate, total: str, count: str) -> str:
    """The quotient of a sum and a whole number; of decimals, cut to their scale."""
    if call.first.family == "Decimal" and call.answer is not None:
        digits = f"{call.answer.element.precision}, {call.answer.element.scale}"
        return f"{OF_DECIMALS['divide']}({total}, CAST({count} AS DECIMAL(10,0)), {digits})"
    return f"CAST({total} AS DOUBLE) / {count}"


def _group_concat(call: Aggregate) -> str:
    separator = _separator(call)
    most = call.positive(1)
    values = call.rows.list_of(f"CAST({call.first.sql} AS STRING)")
    values = f"array_distinct({values})" if call.distinct else values
    joined = f"array_join({_limited('rmt_all', most)}, {quote_string(separator)})"
    return let(values, "rmt_all", f"CASE WHEN size(rmt_all) > 0 THEN {joined} END")


def _separator(call: Aggregate) -> str:
    """What stands between the values of groupConcat: its second argument, or first parameter."""
    if len(call.parameters) > 2:
        raise RmtError(
            "TOO_MANY_ARGUMENTS_FOR_FUNCTION",
            "Aggregate function groupConcat takes two parameters at most.",
            "groupConcat(separator, most)(value)",
        )
    parameter = call.parameter(0, "")
    separator = call.values[1].constant if len(call.values) > 1 else parameter
    if not isinstance(parameter, str) or not isinstance(separator, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "The separator of aggregate function groupConcat must be a constant String.",
        )
    return separator


def _runs(values: str, body: str) -> str:
    """What is made of `rmt_runs`: of each different value how often it occurs, and where first.

    The counts are negative, so that the most frequent comes first in order. Values are sorted:
    comparing each with each would take the square of the time.
    """
    keyed = f"transform({values}, (rmt_x, rmt_at) -> named_struct('v', rmt_x, 'at', rmt_at))"
    is_last = (
        "rmt_at = size(rmt_sorted) - 1 "
        "OR NOT (get(rmt_sorted, rmt_at + 1).v <=> get(rmt_sorted, rmt_at).v)"
    )
    places = f"transform(rmt_sorted, (rmt_x, rmt_at) -> CASE WHEN {is_last} THEN rmt_at END)"
    ends = f"filter({places}, rmt_x -> rmt_x IS NOT NULL)"
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    run = (
        f"named_struct('n', {before} - rmt_end, 'at', get(rmt_sorted, {before} + 1).at, "
        "'v', get(rmt_sorted, rmt_end).v)"
    )
    runs = f"transform(rmt_ends, (rmt_end, rmt_at) -> {run})"
    return let(
        f"array_sort({keyed})",
        "rmt_sorted",
        let(ends, "rmt_ends", let(runs, "rmt_runs", body)),
    )


_MOST_OF_TOP = 16_777_215
_FEW = 2


def most_of_top(call: Aggregate) -> int:
    """How many of the most frequent values are wanted.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND`; `NOT_IMPLEMENTED`, with counts.
    """
    most = call.whole(0, 10)
    if not 0 < most <= _MOST_OF_TOP:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Parameter {most} is illegal for the aggregate function {call.name}: it is from 1 to "
            f"{_MOST_OF_TOP}.",
        )
    if len(call.parameters) > _FEW:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{call.name} with more than two parameters is not supported.",
            "approx_top_k and approx_top_sum give counts.",
        )
    return most


def _top_k(call: Aggregate) -> str:
    most = most_of_top(call)
    body = f"transform(slice(array_sort(rmt_runs), 1, {most}), rmt_x -> rmt_x.v)"
    return _runs(call.rows.list_of(call.first.sql), body)


def _entropy(call: Aggregate) -> str:
    share = "(-rmt_x.n / size(rmt_sorted))"
    body = (
        "CASE WHEN size(rmt_runs) > 0 THEN aggregate(rmt_runs, 0D, (rmt_sum, rmt_x) -> "
        f"rmt_sum - {share} * log2({share})) END"
    )
    keys = [key_of(value) for value in call.values]
    return _runs(
        call.rows.list_of(keys[0] if len(keys) == 1 else f"struct({', '.join(keys)})"), body
    )


ARRAY_RULES: Mapping[str, Rule] = {
    "entropy": Rule(_entropy, most=MANY),
    "groupArray": Rule(_group_array, is_total=True),
    "groupArrayLast": Rule(_group_array_last, is_total=True),
    "groupArraySorted": Rule(_group_array_sorted, is_total=True),
    "groupUniqArray": Rule(_group_uniq_array, is_total=True),
    "groupArrayMovingSum": Rule(_moving(False), is_total=True),
    "groupArrayMovingAvg": Rule(_moving(True), is_total=True),
    "groupConcat": Rule(_group_concat, 1, 2),
    "topK": Rule(_top_k, is_total=True),
}
"""Functions that look at all values of a group at once."""
