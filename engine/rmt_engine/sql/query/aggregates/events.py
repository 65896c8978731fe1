"""Aggregate functions of events in the order of time: funnels, sequences, intersections.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, tried
on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.rows import ListRows, let
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["EVENT_RULES"]

_MOST_CONDITIONS = 32
_PIECE = re.compile(r"\(\?(\d+)\)|(\.\*)|(\.)|\s+|(\(\?t[^)]*\))")


def _moment_of(call: Aggregate, value: Value) -> str:
    """When an event was, a BIGINT."""
    family = value.family
    if family in ("Date", "Date32"):
        return f"CAST(unix_date({value.sql}) AS BIGINT)"
    if family == "DateTime":
        return f"unix_seconds({value.sql})"
    if family == "DateTime64" and call.name != "windowFunnel":
        return f"unix_micros({value.sql})"
    if family in INTEGERS and family not in SIGNED:
        return f"CAST({value.sql} AS DECIMAL(20,0))"
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal type {value.type} of first argument of aggregate function {call.name}, must be "
        "Unsigned Number, Date, DateTime.",
    )


def _conditions(call: Aggregate) -> list[str]:
    for value in call.values[1:]:
        if value.type is not None and value.family not in ("UInt8", "Bool"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument of aggregate function {call.name}, must be "
                "UInt8.",
            )
    return [f"coalesce({number_of(value)} <> 0, false)" for value in call.values[1:]]


# Funnels


def _window_funnel(call: Aggregate) -> str:
    """How many steps follow each other inside the window.

    The state is, of each step, when the latest chain began that reached it, and when it did.
    """
    modes = [str(value.constant) for value in call.parameters[1:]]
    unknown = [mode for mode in modes if mode != "strict_increase"]
    if unknown:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The mode '{unknown[0]}' of windowFunnel is not supported.",
            "strict_increase is there.",
        )
    if not call.parameters:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "Aggregate function windowFunnel requires a window."
        )
    conditions = _conditions(call)
    width, window = len(conditions), call.whole(0, 0)

    def body(inside: ListRows, names: list[str]) -> str:
        time, *met = names
        steps = ", ".join(
            f"CASE WHEN {one} THEN named_struct('t', {time}, 'i', {at}) END"
            for at, one in enumerate(met)
        )
        events = f"flatten({inside.list_of(f'array({steps})')})"
        events = f"array_sort(filter({events}, rmt_x -> rmt_x IS NOT NULL))"
        return _levels(events, _spark_of_time(call.first), width, window, bool(modes))

    return call.rows.as_list([_moment_of(call, call.first), *conditions], body, distinct=False)


def _spark_of_time(value: Value) -> str:
    return "DECIMAL(20,0)" if value.family in INTEGERS else "BIGINT"


def _levels(events: str, kind: str, width: int, window: int, is_increasing: bool) -> str:
    before = "get(rmt_state.began, rmt_i - 1)"
    reached = f"{before} IS NOT NULL AND rmt_e.t - {before} <= {window}"
    if is_increasing:
        reached += " AND get(rmt_state.reached, rmt_i - 1) < rmt_e.t"

    def updated(field: str, value: str) -> str:
        return (
            f"transform(rmt_state.{field}, (rmt_x, rmt_i) -> CASE WHEN rmt_i <> rmt_e.i THEN rmt_x "
            f"WHEN rmt_i = 0 THEN rmt_e.t WHEN {reached} THEN {value} ELSE rmt_x END)"
        )

    nothing = f"array_repeat(CAST(NULL AS {kind}), {width})"
    start = f"named_struct('began', {nothing}, 'reached', {nothing})"
    following = (
        f"named_struct('began', {updated('began', before)}, "
        f"'reached', {updated('reached', 'rmt_e.t')})"
    )
    count = "size(filter(rmt_state.began, rmt_x -> rmt_x IS NOT NULL))"
    return f"aggregate({events}, {start}, (rmt_state, rmt_e) -> {following}, rmt_state -> {count})"


# Sequences


def _sequence(count: bool) -> Callable[[Aggregate], str]:
    """A regular expression over the events, each of which is a comma and a digit per condition."""

    def text(call: Aggregate) -> str:
        conditions = _conditions(call)
        pattern = quote_string(_expression(call, len(conditions)))

        def body(inside: ListRows, names: list[str]) -> str:
            time, *met = names
            digits = ", ".join(f"CAST({one} AS TINYINT)" for one in met)
            known = inside.only(" OR ".join(met))
            event = f"named_struct('t', {time}, 'e', concat(',', {digits}))"
            events = let(
                known.list_of(event),
                "rmt_all",
                "array_join(transform(array_sort(transform(rmt_all, (rmt_x, rmt_i) -> "
                "named_struct('t', rmt_x.t, 'i', rmt_i, 'e', rmt_x.e))), rmt_x -> rmt_x.e), '')",
            )
            if count:
                return f"size(regexp_extract_all({events}, {pattern}, 0))"
            return f"({events} RLIKE {pattern})"

        return call.rows.as_list([_moment_of(call, call.first), *conditions], body, distinct=False)

    return text


def _expression(call: Aggregate, width: int) -> str:
    pattern = call.parameter(0, None)
    if not isinstance(pattern, str):
        raise RmtError("BAD_ARGUMENTS", f"Aggregate function {call.name} requires a pattern.")
    found, at = "", 0
    while at < len(pattern):
        piece = _PIECE.match(pattern, at)
        if piece is None:
            raise RmtError("BAD_ARGUMENTS", f"The pattern '{pattern}' cannot be read at {at + 1}.")
        if piece[4]:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Conditions of time, {piece[4]}, in patterns of {call.name} are not supported.",
                "windowFunnel(seconds) bounds the time.",
            )
        found += _translated(piece, pattern, width)
        at = piece.end()
    return found


def _translated(piece: re.Match[str], pattern: str, width: int) -> str:
    any_event = f",[01]{{{width}}}"
    if piece[2]:
        return f"(?:{any_event})*?"
    if piece[3]:
        return any_event
    if not piece[1]:
        return ""
    number = int(piece[1])
    if not 1 <= number <= width:
        raise RmtError("BAD_ARGUMENTS", f"Event number {number} is out of range in '{pattern}'.")
    return f",[01]{{{number - 1}}}1[01]{{{width - number}}}"


# Others


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
    "windowFunnel": Rule(_window_funnel, 2, _MOST_CONDITIONS + 1, is_total=True),
    "sequenceMatch": Rule(_sequence(False), 3, _MOST_CONDITIONS + 1, is_total=True),
    "sequenceCount": Rule(_sequence(True), 3, _MOST_CONDITIONS + 1, is_total=True),
    "deltaSum": Rule(_delta_sum, is_total=True),
    "groupArrayIntersect": Rule(_common_elements, is_total=True),
    "maxIntersections": Rule(_most_intersections, 2, 2, is_total=True),
}
"""Aggregate functions, by ClickHouse's name."""
