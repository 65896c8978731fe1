"""What the state of an aggregate function is kept as: the type `AggregateFunction(f, T…)`.

ClickHouse keeps bytes of its own. Here a state is an ordinary value that holds the same: the sum so
far, a tuple of sum and count, the different values; see `rmt_engine.spark.functions.states`.

Source: https://clickhouse.com/docs/sql-reference/data-types/aggregatefunction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError

if TYPE_CHECKING:
    from rmt_engine.sql.values.types import DataType

__all__ = ["base_function", "state_kernel", "state_type"]

_SUMS = ("sum", "sumWithOverflow")
_CHOSEN = {
    "min": "min",
    "max": "max",
    "any": "first known",
    "anyLast": "last known",
    "groupBitAnd": "groupBitAnd",
    "groupBitOr": "groupBitOr",
    "groupBitXor": "groupBitXor",
}
"""Functions whose state is one of their values, with the kernel that makes one of several."""
_PICKED = {"argMin": "arg min", "argMax": "arg max"}
_SETS = ("uniq", "uniqExact", "uniqCombined", "uniqCombined64", "uniqHLL12", "groupUniqArray")
_MOST_DIGITS = 38


def base_function(function: str) -> str:
    """The function without `If`, whose state is the same."""
    return function.removesuffix("If")


def state_type(state: DataType) -> DataType:
    """The type of the values that states of an AggregateFunction are kept as.

    Args:
        state: the AggregateFunction: its function is its argument, its elements those of the call.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, states of the function cannot be kept.
    """
    function = str(state.arguments[0])
    base = base_function(function)
    values = state.elements[: len(state.elements) - (base != function)]
    make = type(state)
    count = make("Int64")
    if base == "count":
        return count
    if base in _SUMS and len(values) == 1:
        return replace(_sum_of(values[0]), nullable=True)
    if base == "avg" and len(values) == 1:
        return make("Tuple", elements=(replace(_sum_of(values[0]), nullable=True), count))
    if base in _CHOSEN and len(values) == 1:
        return _with_null(values[0])
    if base in _PICKED and len(values) == 2:
        return make("Tuple", elements=tuple(map(_with_null, values)))
    if base in (*_SETS, "groupArray") and values:
        element = values[0] if len(values) == 1 else make("Tuple", elements=values)
        return make("Array", elements=(replace(element, nullable=False),))
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"Columns of the type {state} are not supported yet.",
        "Keep values and aggregate them when they are read, or use SimpleAggregateFunction.",
    )


def state_kernel(state: DataType) -> str:
    """The name of the fold that makes one state of several: a key of `engines.folds.FOLDS`."""
    base = base_function(str(state.arguments[0]))
    if base in (*_SUMS, "count"):
        return "sum"
    if base == "avg":
        return "sum of fields"
    if base == "groupArray":
        return "groupArrayArray"
    return _CHOSEN.get(base) or _PICKED.get(base) or "groupUniqArrayArray"


def _with_null(data_type: DataType) -> DataType:
    if data_type.elements:
        return data_type
    return replace(data_type, nullable=True, low_cardinality=False)


def _sum_of(value: DataType) -> DataType:
    """The type of sums: ClickHouse's `AggregateFunctionSum`."""
    make, family = type(value), value.family
    if family.startswith("Float"):
        return make("Float64")
    if family == "Decimal":
        return make("Decimal", (_MOST_DIGITS, value.scale))
    if family in ("Int128", "Int256", "UInt128", "UInt256"):
        return make(family)
    return make("UInt64" if family.startswith("U") or family == "Bool" else "Int64")
