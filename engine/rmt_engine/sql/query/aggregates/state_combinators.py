"""Combinators of states: -State, -Merge, -MergeState and -SimpleState.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS, SIMPLE_STATES, refusal_of
from rmt_engine.sql.functions.answers import (
    Missing,
    answer_type,
    parameters_of,
)
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.query.aggregates.bitmaps import OF_BITMAPS, folded_bitmaps
from rmt_engine.sql.query.aggregates.combined_calls import (
    CombinedCall,
    absent,
    check_condition,
    without_null,
    wrong_number,
)
from rmt_engine.sql.query.aggregates.rows import ListRows, let
from rmt_engine.sql.query.aggregates.rules import RULES
from rmt_engine.sql.query.aggregates.states import merged_text, state_text, values_of_state
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.variants import refuse_variant_argument
from rmt_engine.sql.query.values import Value, arguments_of, condition, literal, stored
from rmt_engine.sql.values.state_types import (
    Keeping,
    StateFunction,
    has_same_states,
    is_of_levels,
    kept_state,
    state_function,
)
from rmt_engine.sql.values.types import DataType

__all__ = ["STATE_COMBINATORS", "STATE_FAMILY", "finalized_state"]

STATE_FAMILY = "AggregateFunction"


def finalized_state(state: Value, call: CombinedCall) -> Value:
    """What a state stands for.

    Args:
        state: the state.
        call: where it stands.
    """
    assert state.type is not None
    function = state_function(str(state.type.arguments[0]))
    called = replace(call, name=function.name, parameters=_parameters(function))
    return _result(state, answer_type("finalizeAggregation", arguments_of([state])), called)


def _state(base: str, call: CombinedCall) -> Value:
    """What the function is calculated of."""
    answer = call.type
    has_array = any(not isinstance(one.constant, int | float | str) for one in call.parameters)
    if answer is None or answer.family != STATE_FAMILY or call.distinct or "State" in base:
        raise absent(call)
    if has_array:
        raise absent(call)
    if base in OF_BITMAPS:
        return Value(folded_bitmaps(base, call.rows, call.values[0]), answer)
    function = state_function(str(answer.arguments[0]))
    values = [stored(value) for value in call.values]
    refuse_variant_argument(call.name, values)
    rows = call.rows
    if function.is_conditional:
        check_condition(call.values[-1])
        rows, values = rows.only(condition(call.values[-1])), values[:-1]
    rule = RULES.get(function.name)
    if rule is not None:
        if not rule.fewest <= len(values) <= rule.most:
            raise wrong_number(call.written)
        check_arguments(function.name, len(values), [value.type for value in values])
        if not rule.takes_null:
            rows = rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
            values = [without_null(value) for value in values]
    finalized_state(Value("NULL", answer), call)
    return Value(f"CAST({state_text(answer, rows, values)} AS {answer.spark})", answer)


def _merge(base: str, call: CombinedCall) -> Value:
    """The result of states."""
    state = _merged(base, call)
    assert state.type is not None
    name, parameters = state_function(base).name, call.parameters
    if name.startswith("quantiles") and not parameters:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {call.written} requires at least one parameter.",
            f"{call.written}(0.5, 0.9)(…)",
        )
    if not parameters and not is_of_levels(name):
        parameters = _parameters(state_function(str(state.type.arguments[0])))
    return _result(state, call.type, replace(call, name=name, parameters=parameters))


def _merged(base: str, call: CombinedCall) -> Value:
    """The state of states."""
    [value, *others] = call.values or (None,)
    if value is None or others:
        raise wrong_number(call.written)
    _check_state(state_function(base).name, value, call)
    assert value.type is not None
    text = merged_text(stored(value), call.rows)
    return Value(f"CAST({text} AS {value.type.spark})", value.type)


def _check_state(function: str, value: Value, call: CombinedCall) -> None:
    """Refuses to merge what is no state of the function."""
    if value.type is None or value.family != STATE_FAMILY:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix. "
            "It must be AggregateFunction(...).",
        )
    own = state_function(str(value.type.arguments[0]))
    if not has_same_states(own.name, function):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix "
            f"because it corresponds to different aggregate function: {value.type.arguments[0]} "
            f"instead of {function}.",
        )
    given = [one.constant for one in call.parameters]
    if not is_of_levels(function) and given != [one.constant for one in _parameters(own)]:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix "
            f"because it corresponds to a different implementation of aggregate function "
            f"'{function}'.",
            f"Give it the same parameters: {function}Merge({own.parameters})(…).",
        )


def _parameters(function: StateFunction) -> list[Value]:
    """The parameters of a state's function."""
    given = [one.constant for one in parameters_of(function.parameters)]
    return [literal(one) for one in given if not isinstance(one, Missing)]


def _result(state: Value, answer: DataType | None, call: CombinedCall) -> Value:
    """What a state stands for.

    Args:
        state: the state; NULL of no values.
        answer: the type; None if it is not known.
        call: the function without `If`, its parameters, and where it stands.
    """
    assert state.type is not None
    kept, own = kept_state(state.type), state.type.state
    if not kept.result:
        return _result_of_values(state, call)
    found = Value(kept.result.format(state.sql), None)
    if kept.keeping is Keeping.ANSWER:
        found = replace(found, type=own)
    elif kept.keeping is Keeping.PICKED and own.elements:
        picked = own.elements[0] if kept.result.endswith("`1`") else own
        found = replace(found, type=picked)
    if answer is None:
        return found
    text = f"CAST({found.sql} AS {answer.spark})"
    if found.type is not None:
        text = f"CAST({converted(found, answer).sql} AS {answer.spark})"
    rule = RULES.get(call.name)
    if rule is not None and rule.is_partial:
        nan = f"CAST('NaN' AS {answer.spark})"
        text = f"CASE WHEN {state.sql}.`1` IS NOT NULL THEN coalesce({text}, {nan}) END"
    if answer.nullable:
        return Value(text, answer)
    return Value(f"coalesce({text}, {rule.of_nothing(answer) if rule else answer.default})", answer)


def _result_of_values(state: Value, call: CombinedCall) -> Value:
    """What the function gives of the values that a state holds."""
    items, types = values_of_state(state)
    depth = call.rows.depth + 1
    inside = ListRows((), depth, f"rmt_rows{depth}")
    names = inside.names(len(types))
    values = [Value(text, one) for text, one in zip(names, types, strict=True)]
    found = replace(call, rows=inside, values=values).lowered()
    return Value(let(items, inside.items, found.sql), found.type)


def _simple_state(base: str, call: CombinedCall) -> Value:
    """The answer itself, of a type that says how such are merged."""
    if state_function(base).name not in SIMPLE_STATES:
        raise refusal_of(call.name, FUNCTIONS)
    value = replace(call, name=base).lowered()
    if value.type is None or call.type is None:
        return value
    return replace(value, type=replace(value.type, simple_function=call.type.simple_function))


STATE_COMBINATORS: Mapping[str, Callable[[str, CombinedCall], Value]] = {
    "State": _state,
    "Merge": _merge,
    "MergeState": _merged,
    "SimpleState": _simple_state,
}
"""Makes the value of a call: of the name without the combinator, and the call."""
