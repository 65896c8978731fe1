"""Aggregates in two steps: -State gives what is known of a group, -Merge makes results of such.

ClickHouse keeps a state as bytes of a type of its own, AggregateFunction. Here it is an ordinary
value that holds the same: the sum so far, a tuple of sum and count, the different values.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, typed
from rmt_engine.sql.functions import STATES

__all__ = ["STATE_FUNCTIONS", "merge_builder", "merge_state_builder", "state_builder"]


@dataclass(frozen=True)
class _TwoSteps:
    """How an aggregate function is calculated in two steps.

    Attributes:
        state: the state of a group's rows, an aggregate of the arguments.
        merged: the state of a group's states.
        result: what a merged state stands for.
    """

    state: Callable[..., Column]
    merged: Callable[[Column], Column]
    result: Callable[[Column], Column] = lambda state: state


def _ordered(pick: Callable[[Column, Column], Column]) -> _TwoSteps:
    """A tuple of the value and what it was picked by."""

    def state(value: Column, by: Column) -> Column:
        known = value.isNotNull() & by.isNotNull()
        return pick(F.when(known, F.struct(value.alias("1"), by.alias("2"))), F.when(known, by))

    return _TwoSteps(state, lambda states: pick(states, states["2"]), lambda merged: merged["1"])


def _all_of(states: Column) -> Column:
    return F.flatten(F.collect_list(states))


def _row(*values: Column) -> Column:
    """The one value, or a tuple of several that counts when none is NULL."""
    if len(values) == 1:
        return values[0]
    known = values[0].isNotNull()
    for value in values[1:]:
        known = known & value.isNotNull()
    return F.when(known, F.struct(*values))


_SUM = _TwoSteps(F.sum, F.sum)
_DIFFERENT = _TwoSteps(
    lambda *values: F.collect_set(_row(*values)),
    lambda states: F.array_distinct(_all_of(states)),
)
_AVERAGE = _TwoSteps(
    lambda value: F.struct(F.sum(value).alias("1"), F.count(value).alias("2")),
    lambda states: F.struct(F.sum(states["1"]).alias("1"), F.sum(states["2"]).alias("2")),
    lambda merged: merged["1"].cast("double") / F.nullif(merged["2"], F.lit(0)).cast("double"),
)
_COUNTED = _TwoSteps(_DIFFERENT.state, _DIFFERENT.merged, lambda m: F.size(m).cast("bigint"))

_TWO_STEPS: dict[str, _TwoSteps] = {
    "count": _TwoSteps(
        lambda *values: F.count(values[0] if values else F.lit(1)),
        lambda states: F.coalesce(F.sum(states), F.lit(0).cast("bigint")),
    ),
    "sum": _SUM,
    "sumWithOverflow": _SUM,
    "min": _TwoSteps(F.min, F.min),
    "max": _TwoSteps(F.max, F.max),
    "any": _TwoSteps(
        lambda value: F.first(value, ignorenulls=True),
        lambda states: F.first(states, ignorenulls=True),
    ),
    "anyLast": _TwoSteps(
        lambda value: F.last(value, ignorenulls=True),
        lambda states: F.last(states, ignorenulls=True),
    ),
    "avg": _AVERAGE,
    "argMax": _ordered(F.max_by),
    "argMin": _ordered(F.min_by),
    "uniq": _COUNTED,
    "uniqExact": _COUNTED,
    "uniqCombined": _COUNTED,
    "uniqCombined64": _COUNTED,
    "uniqHLL12": _COUNTED,
    "groupArray": _TwoSteps(F.collect_list, _all_of),
    "groupUniqArray": _DIFFERENT,
    "groupBitAnd": _TwoSteps(F.bit_and, F.bit_and),
    "groupBitOr": _TwoSteps(F.bit_or, F.bit_or),
    "groupBitXor": _TwoSteps(F.bit_xor, F.bit_xor),
}
assert _TWO_STEPS.keys() == set(STATES)


def state_builder(name: str, base: Builder) -> Builder:
    """-State, and -SimpleState: the state of a group's rows.

    Args:
        name: the aggregate function's.
        base: its builder, which says how many arguments it takes.
    """

    def build(arguments: Arguments) -> Column:
        _check(name, arguments)
        return _TWO_STEPS[name].state(*arguments.columns)

    return typed(base.fewest, base.most, build)


def merge_builder(name: str, _base: Builder) -> Builder:
    """-Merge: the result of a group's states."""
    steps = _TWO_STEPS[name]
    return _of_states(name, lambda states: steps.result(steps.merged(states)))


def merge_state_builder(name: str, _base: Builder) -> Builder:
    """-MergeState: the state of a group's states."""
    return _of_states(name, _TWO_STEPS[name].merged)


def _of_states(name: str, made: Callable[[Column], Column]) -> Builder:
    def build(arguments: Arguments) -> Column:
        _check(name, arguments)
        return made(arguments.columns[0])

    return typed(1, 1, build)


def _finalized(_arguments: Arguments) -> Column:
    raise RmtError(
        "NOT_IMPLEMENTED",
        "finalizeAggregation is not supported in a query that is Spark's: a state is an ordinary "
        "value there, and does not know of which function it is.",
        "Use the combinator -Merge, or SET dialect = 'clickhouse'.",
    )


STATE_FUNCTIONS: dict[str, Builder] = {"finalizeAggregation": typed(1, 1, _finalized)}
"""What ClickHouse's queries are compiled to something else for."""


def _check(name: str, arguments: Arguments) -> None:
    if arguments.parameters:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Parameters of {name} are not supported with -State and -Merge.",
            "Leave them out, and take what is needed of the result.",
        )
