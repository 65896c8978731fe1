"""One of the values: the least, the greatest, the first, the last."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.aggregates.plain_calls import (
    Aggregate,
    Rule,
)
from rmt_engine.sql.query.types.keys import key_of
from rmt_engine.sql.query.types.ordering import extreme_key
from rmt_engine.sql.query.values import Value

__all__ = ["EXTREME_RULES"]


def _extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        key = extreme_key(call.first, function)
        if key != call.first.sql:
            return call.rows.by_extreme(function, call.first.sql, key)
        found = call.rows.extreme(function, key)
        if function == "min" or call.first.family not in FLOATS:
            return found
        return f"coalesce({call.rows.extreme(function, _without_nan(call.first))}, {found})"

    return text


def _without_nan(value: Value) -> str:
    kind = value.type.spark if value.type is not None else "DOUBLE"
    return f"nullif({value.sql}, CAST('NaN' AS {kind}))"


def _by_extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value, by = call.values
        if function == "min" or by.family not in FLOATS:
            return call.rows.by_extreme(function, value.sql, extreme_key(by, function))
        found = call.rows.by_extreme(function, value.sql, _without_nan(by))
        return f"coalesce({found}, {call.rows.edge('first', value.sql)})"

    return text


def _pair_by_extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value, by = call.values
        pair = f"named_struct('1', {value.sql}, '2', {by.sql})"
        return call.rows.by_extreme(function, pair, extreme_key(by, function))

    return text


def _edge(function: str) -> Callable[[Aggregate], str]:
    return lambda call: call.rows.edge(function, call.first.sql)


def _edge_with_null(function: str) -> Callable[[Aggregate], str]:
    """The first or the last value even if it is NULL."""

    def text(call: Aggregate) -> str:
        return f"{call.rows.edge(function, f'named_struct({_A}, {call.first.sql})')}.a"

    return text


_A = "'a'"


def _only_value(call: Aggregate) -> str:
    count = call.rows.count_different([key_of(value) for value in call.values])
    return f"(CASE WHEN {count} = 1 THEN {call.rows.edge('first', call.first.sql)} END)"


EXTREME_RULES: Mapping[str, Rule] = {
    "min": Rule(_extreme("min")),
    "max": Rule(_extreme("max")),
    "any": Rule(_edge("first")),
    "anyLast": Rule(_edge("last")),
    "first_value": Rule(_edge("first")),
    "last_value": Rule(_edge("last")),
    "any_respect_nulls": Rule(_edge_with_null("first"), takes_null=True),
    "anyLast_respect_nulls": Rule(_edge_with_null("last"), takes_null=True),
    "first_value_respect_nulls": Rule(_edge_with_null("first"), takes_null=True),
    "last_value_respect_nulls": Rule(_edge_with_null("last"), takes_null=True),
    "singleValueOrNull": Rule(_only_value, is_total=True),
    "argMin": Rule(_by_extreme("min"), 2, 2),
    "argMax": Rule(_by_extreme("max"), 2, 2),
    "argAndMin": Rule(_pair_by_extreme("min"), 2, 2),
    "argAndMax": Rule(_pair_by_extreme("max"), 2, 2),
}
"""Functions that choose a value."""
