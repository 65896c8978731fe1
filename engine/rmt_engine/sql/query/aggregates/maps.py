"""Sums and extremes by the keys of maps, or of arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, INTEGERS, plain
from rmt_engine.sql.query.aggregates.plain_calls import (
    MANY,
    Aggregate,
    Rule,
    in_width,
)
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.types.arithmetic import as_uint64
from rmt_engine.sql.query.types.ordering import beside_key, has_key_of_order
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["MAP_RULES"]


def _map_of(reducer: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        values = list(call.values)
        if len(values) == 1 and values[0].family == "Tuple" and values[0].type is not None:
            names = values[0].type.names or [
                str(at) for at in range(1, len(values[0].type.elements) + 1)
            ]
            values = [
                Value(f"{values[0].sql}.`{name}`", element)
                for name, element in zip(names, values[0].type.elements, strict=True)
            ]
        if len(values) == 1 and values[0].family == "Map":
            return _sum_of_maps(call, reducer, values[0])
        if len(values) < 2 or not all(one.family == "Array" for one in values):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Aggregate function {call.name} requires a map, or arrays of keys and of values.",
            )
        return _sums_of_arrays(call, reducer, values)

    return text


def _map_of_arrays(reducer: str, *, is_filtered: bool = False) -> Callable[[Aggregate], str]:
    """`sumMappedArrays` and `sumMapFiltered([key, …])`, which take no maps."""
    of_all = _map_of(reducer)

    def text(call: Aggregate) -> str:
        if len(call.values) == 1 and call.first.family != "Tuple":
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"When function {call.name} gets one argument it must be a tuple.",
            )
        if is_filtered and (not call.parameters or call.parameters[0].family != "Array"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Aggregate function {call.name} requires an Array as a parameter.",
            )
        return of_all(call)

    return text


_WRAPPING_SUMS = {
    "Int64": "rmt_wrapping_sum(rmt_sum, rmt_one)",
    "UInt64": as_uint64("rmt_sum + rmt_one"),
}
"""Sums of numbers of 64 bits, which wrap around."""


def _reduced(reducer: str, values: str, kind: DataType) -> str:
    if reducer != "sum" and has_key_of_order(kind):
        pairs = f"transform({values}, `_k` -> {beside_key(Value('`_k`', kind))})"
        return f"array_{reducer}({pairs}).value"
    if reducer != "sum":
        return f"array_{reducer}({values})"
    is_short = kind.family in INTEGERS and BITS[kind.family] <= 32
    wide = "BIGINT" if is_short else kind.spark
    total = _WRAPPING_SUMS.get(kind.family, f"CAST(rmt_sum + rmt_one AS {wide})")
    summed = f"aggregate({values}, CAST(0 AS {wide}), (rmt_sum, rmt_one) -> {total})"
    return f"CAST({in_width(summed, kind)} AS {kind.spark})" if is_short else summed


def _sum_of_maps(call: Aggregate, reducer: str, value: Value) -> str:
    kind = call.answer.elements[1] if call.answer is not None else plain("Float64")
    entries = f"flatten({call.rows.list_of(f'map_entries({value.sql})')})"
    keys = "array_sort(array_distinct(transform(rmt_all, rmt_x -> rmt_x.key)))"
    own = "transform(filter(rmt_all, rmt_x -> rmt_x.key = rmt_key), rmt_x -> rmt_x.value)"
    if kind.nullable:
        own = f"filter({own}, rmt_x -> rmt_x IS NOT NULL)"
        found = f"if(size(rmt_own) > 0, {_reduced(reducer, 'rmt_own', kind)}, NULL)"
        total = let(own, "rmt_own", found)
    else:
        total = _reduced(reducer, own, kind)
    totals = f"transform(rmt_keys, rmt_key -> {total})"
    return let(entries, "rmt_all", let(keys, "rmt_keys", f"map_from_arrays(rmt_keys, {totals})"))


def _sums_of_arrays(call: Aggregate, reducer: str, values: Sequence[Value]) -> str:
    keys, *others = values
    kinds = [plain("Float64")] * len(others)
    if call.answer is not None:
        kinds = [element.element for element in call.answer.elements[1:]]
    fields = ", ".join(f"'v{at}', get({other.sql}, rmt_at)" for at, other in enumerate(others, 1))
    row = f"transform({keys.sql}, (rmt_k, rmt_at) -> named_struct('k', rmt_k, {fields}))"
    rows = f"flatten({call.rows.list_of(_of_one_size(keys, others, row))})"
    if "Filtered" in call.name:
        rows = f"filter({rows}, rmt_x -> array_contains({call.parameters[0].sql}, rmt_x.k))"
    # NULL is a key, too, and the first one.
    found = "sort_array(array_distinct(transform(rmt_all, rmt_x -> rmt_x.k)))"
    totals = ", ".join(
        f"'v{at}', "
        + _reduced(
            reducer,
            "filter(transform(filter(rmt_all, rmt_x -> rmt_x.k <=> rmt_key), "
            f"rmt_x -> rmt_x.v{at}), rmt_x -> rmt_x IS NOT NULL)",
            kind,
        )
        for at, kind in enumerate(kinds, 1)
    )
    made = f"transform({found}, rmt_key -> named_struct('k', rmt_key, {totals}))"
    if reducer == "sum":
        is_any = " OR ".join(f"rmt_x.v{at} <> 0" for at in range(1, len(kinds) + 1))
        made = f"filter({made}, rmt_x -> {is_any})"
    columns = ", ".join(
        f"'{at + 1}', transform(rmt_made, rmt_x -> rmt_x.{name})"
        for at, name in enumerate(["k", *(f"v{at}" for at in range(1, len(kinds) + 1))])
    )
    return let(rows, "rmt_all", let(made, "rmt_made", f"named_struct({columns})"))


def _of_one_size(keys: Value, others: Sequence[Value], row: str) -> str:
    """The pairs of a row, an error where there are more keys than values, or fewer."""
    same = " AND ".join(f"size({keys.sql}) = size({other.sql})" for other in others)
    error = RmtError("BAD_ARGUMENTS", "Sizes of keys and values arrays do not match.")
    return f"CASE WHEN {same} THEN {row} ELSE {failing(error)} END"


MAP_RULES: Mapping[str, Rule] = {
    "sumMap": Rule(_map_of("sum"), 1, MANY, is_total=True),
    "minMap": Rule(_map_of("min"), 1, MANY, is_total=True),
    "maxMap": Rule(_map_of("max"), 1, MANY, is_total=True),
    "sumMapWithOverflow": Rule(_map_of("sum"), 1, MANY, is_total=True),
    **{
        f"{reducer}MappedArrays": Rule(_map_of_arrays(reducer), 1, MANY, is_total=True)
        for reducer in ("sum", "min", "max")
    },
    **{
        name: Rule(_map_of_arrays("sum", is_filtered=True), 1, MANY, is_total=True)
        for name in ("sumMapFiltered", "sumMapFilteredWithOverflow")
    },
}
"""Functions that have an answer for each key."""
