"""`windowFunnel(window[, mode, …])(time, condition, …)`: how far a chain of events comes.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions,
ClickHouse's `AggregateFunctionWindowFunnel.cpp`, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.aggregates.event_arguments import (
    MOST_CONDITIONS,
    conditions_of,
    moment_of,
    type_of_moments,
)
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule
from rmt_engine.sql.query.aggregates.rows import let

__all__ = ["FUNNEL_RULES"]

_MODES = ("strict_deduplication", "strict_order", "strict_increase", "strict_once", "allow_reentry")


def _window_funnel(call: Aggregate) -> str:
    """How many steps follow each other inside the window.

    An event is a step that a row takes: its time `t`, which step `i`, and which row `row`. With
    `strict_order`, a row that takes none is the event -1.
    """
    conditions = conditions_of(call)
    modes = _modes(call)
    window = _window(call)
    rows = call.rows.list_of(
        f"named_struct('t', {moment_of(call)}, 'met', array({', '.join(conditions)}))"
    )
    steps = (
        "filter(transform(rmt_x.met, (rmt_met, rmt_i) -> CASE WHEN rmt_met THEN "
        "named_struct('t', rmt_x.t, 'i', rmt_i, 'row', rmt_at) END), rmt_e -> rmt_e IS NOT NULL)"
    )
    if "strict_order" in modes:
        other = "array(named_struct('t', rmt_x.t, 'i', -1, 'row', rmt_at))"
        steps = f"CASE WHEN array_contains(rmt_x.met, true) THEN {steps} ELSE {other} END"
    events = f"array_sort(flatten(transform({rows}, (rmt_x, rmt_at) -> {steps})))"
    kind = type_of_moments(call)
    if "strict_once" in modes:
        return _level_of_paths(events, kind, len(conditions), window, modes)
    return _level(events, kind, len(conditions), window, modes)


def _modes(call: Aggregate) -> Collection[str]:
    modes = [parameter.constant for parameter in call.parameters[1:]]
    for mode in modes:
        if not isinstance(mode, str):
            raise RmtError("BAD_GET", f"The modes of windowFunnel are texts, not {mode}.")
        if mode == "strict":
            raise RmtError(
                "BAD_ARGUMENTS",
                "strict is replaced with strict_deduplication in Aggregate function windowFunnel.",
            )
        if mode not in _MODES:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Aggregate function windowFunnel doesn't support a parameter: {mode}.",
                f"Its modes are {', '.join(_MODES)}.",
            )
    if "allow_reentry" in modes and "strict_order" not in modes:
        raise RmtError(
            "BAD_ARGUMENTS",
            "allow_reentry option requires strict_order to be enabled in Aggregate function "
            "windowFunnel.",
        )
    return frozenset(map(str, modes))


def _window(call: Aggregate) -> int:
    if not call.parameters:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "Aggregate function windowFunnel requires a window."
        )
    found = call.parameter(0, None)
    if not isinstance(found, int) or isinstance(found, bool):
        raise RmtError("BAD_GET", f"The window of windowFunnel is a whole number, not {found}.")
    return found


def _updated(state: str, values: Mapping[str, str]) -> str:
    """A state of `rmt_state`'s fields with other values for some."""
    fields = ", ".join(
        f"'{name}', {values.get(name, f'rmt_state.{name}')}" for name in state.split()
    )
    return f"named_struct({fields})"


def _folded(events: str, start: str, choices: Sequence[tuple[str, str]], count: str) -> str:
    """Events one after the other, until the state says that nothing more is `open`.

    Args:
        events: an ARRAY.
        start: the state before them.
        choices: conditions of an event `rmt_e`, and the state that follows where one is the first
            that is met; otherwise the state stays.
        count: what is made of the last state.
    """
    cases = " ".join(f"WHEN {condition} THEN {state}" for condition, state in choices)
    following = f"CASE WHEN NOT rmt_state.open THEN rmt_state {cases} ELSE rmt_state END"
    return f"aggregate({events}, {start}, (rmt_state, rmt_e) -> {following}, rmt_state -> {count})"


def _choices(
    modes: Collection[str], first: str, step: str, end: str, reached: str, before: str
) -> list[tuple[str, str]]:
    """What each event does.

    Args:
        modes: of the funnel.
        first: the state with a first step.
        step: the state with a later one, which may be that without it.
        end: the state in which nothing more is open.
        reached: whether the event's own step was reached before.
        before: whether the step before it was.
    """
    choices = [("rmt_e.i = 0", first)]
    if "strict_order" in modes:
        has_begun = "coalesce(rmt_state.begun, false)"
        choices.insert(0, ("rmt_e.i = -1", f"CASE WHEN {has_begun} THEN {end} ELSE rmt_state END"))
    if "strict_deduplication" in modes:
        choices.append((reached, end))
    if "strict_order" in modes:
        early = "rmt_state" if "allow_reentry" in modes else end
        choices.append((f"rmt_state.begun AND NOT ({before})", early))
    return [*choices, (before, step)]


# Each step once


def _level(events: str, kind: str, width: int, window: int, modes: Collection[str]) -> str:
    """The state is, of each step, when the latest chain began that reached it, and when it did."""
    fields = "began reached begun open"
    before = "get(rmt_state.began, rmt_e.i - 1)"
    is_near = f"rmt_e.t <= {before} + {window}"
    if "strict_increase" in modes:
        is_near += " AND get(rmt_state.reached, rmt_e.i - 1) < rmt_e.t"

    def with_step(field: str, value: str) -> str:
        return (
            f"transform(rmt_state.{field}, "
            f"(rmt_x, rmt_i) -> CASE WHEN rmt_i = rmt_e.i THEN {value} ELSE rmt_x END)"
        )

    def stepped(began: str, **others: str) -> str:
        lists = {"began": with_step("began", began), "reached": with_step("reached", "rmt_e.t")}
        return _updated(fields, {**lists, **others})

    nothing = f"array_repeat(CAST(NULL AS {kind}), {width})"
    start = f"named_struct('began', {nothing}, 'reached', {nothing}, 'begun', false, 'open', true)"
    is_open = f"rmt_e.i < {width - 1}"
    choices = _choices(
        modes,
        stepped("rmt_e.t", begun="true"),
        f"CASE WHEN {is_near} THEN {stepped(before, open=is_open)} ELSE rmt_state END",
        _updated(fields, {"open": "false"}),
        "get(rmt_state.began, rmt_e.i) IS NOT NULL",
        f"{before} IS NOT NULL",
    )
    count = "size(filter(rmt_state.began, rmt_x -> rmt_x IS NOT NULL))"
    return _folded(events, start, choices, count)


# Each row once


def _level_of_paths(events: str, kind: str, width: int, window: int, modes: Collection[str]) -> str:
    """The state is, of each step, the chains that reached it: which rows they are made of."""
    fields = "paths begun open"
    path = f"STRUCT<began: {kind}, reached: {kind}, rows: ARRAY<INT>>"
    near = f"filter(get(rmt_state.paths, rmt_e.i - 1), rmt_x -> rmt_e.t <= rmt_x.began + {window})"
    is_other = "NOT array_contains(rmt_x.rows, rmt_e.row)"
    if "strict_increase" in modes:
        is_other += " AND rmt_x.reached < rmt_e.t"
    longer = (
        f"transform(filter(rmt_near, rmt_x -> {is_other}), rmt_x -> named_struct('began', "
        "rmt_x.began, 'reached', rmt_e.t, 'rows', array_append(rmt_x.rows, rmt_e.row)))"
    )
    last = "slice(rmt_x, -1, 1)"
    stepped = (
        "transform(rmt_state.paths, (rmt_x, rmt_i) -> CASE WHEN rmt_i = rmt_e.i THEN "
        "concat(rmt_x, rmt_longer) WHEN rmt_i = rmt_e.i - 1 AND size(rmt_near) > 0 THEN rmt_near "
        f"WHEN rmt_i = rmt_e.i - 1 THEN {last} ELSE rmt_x END)"
    )
    is_open = f"rmt_e.i < {width - 1} OR size(rmt_longer) = 0"
    step = let(
        near,
        "rmt_near",
        let(longer, "rmt_longer", _updated(fields, {"paths": stepped, "open": is_open})),
    )
    new = "named_struct('began', rmt_e.t, 'reached', rmt_e.t, 'rows', array(rmt_e.row))"
    begun = (
        "transform(rmt_state.paths, (rmt_x, rmt_i) -> "
        f"CASE WHEN rmt_i = 0 THEN array_append(rmt_x, {new}) ELSE rmt_x END)"
    )
    nothing = f"array_repeat(CAST(array() AS ARRAY<{path}>), {width})"
    choices = _choices(
        modes,
        _updated(fields, {"paths": begun, "begun": "true"}),
        step,
        _updated(fields, {"open": "false"}),
        "size(get(rmt_state.paths, rmt_e.i)) > 0",
        "size(get(rmt_state.paths, rmt_e.i - 1)) > 0",
    )
    count = "size(filter(rmt_state.paths, rmt_x -> size(rmt_x) > 0))"
    start = f"named_struct('paths', {nothing}, 'begun', false, 'open', true)"
    return _folded(events, start, choices, count)


FUNNEL_RULES: Mapping[str, Rule] = {
    "windowFunnel": Rule(_window_funnel, 2, MOST_CONDITIONS + 1, is_total=True),
}
"""How the function is written for Spark."""
