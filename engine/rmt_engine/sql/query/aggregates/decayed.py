"""Aggregate functions of values that count less, the longer ago they were.

Sources: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference and
https://clickhouse.com/docs/sql-reference/window-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import is_number
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, number_of
from rmt_engine.sql.query.aggregates.rows import GroupRows, let
from rmt_engine.sql.query.values import Value

__all__ = ["DECAYED_RULES"]

_TIMES = ("DateTime", "DateTime64")
_NAN = "CAST('NaN' AS DOUBLE)"


def _moving_average(call: Aggregate) -> str:
    """`exponentialMovingAverage(half-life)(value, time)`, seen from the greatest time above 0."""
    for one in call.values:
        if one.type is not None and not is_number(one.type):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Both arguments for aggregate function {call.name} must have numeric type, got "
                f"{one.type}.",
            )
    half = _parameter(call)
    value, time = (f"CAST({number_of(one)} AS DOUBLE)" for one in call.values)
    pairs = call.rows.only(f"NOT isnan({time})").list_of(f"named_struct('v', {value}, 't', {time})")
    last = "aggregate(rmt_all, 0D, (rmt_last, rmt_one) -> greatest(rmt_last, rmt_one.t))"
    earlier = _ratio("rmt_one.t - rmt_last", half)
    weight = f"CASE WHEN rmt_one.t = rmt_last THEN 1D ELSE power(2D, {earlier}) END"
    total = f"aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one.v * {weight})"
    of_one = f"(1D - power(2D, {_ratio('-1D', half)}))"
    return let(pairs, "rmt_all", let(last, "rmt_last", f"{total} * {of_one}"))


def _parameter(call: Aggregate) -> float:
    """How long a value takes to decay.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, `CANNOT_CONVERT_TYPE`, `BAD_ARGUMENTS`.
    """
    if len(call.parameters) != 1:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {call.name} requires exactly one parameter.",
            f"How long a value takes to decay: {call.name}(60)(…).",
        )
    return call.number(0, 0)


def _ratio(span: str, length: float) -> str:
    """A span of time, in lengths, as floating-point numbers are divided, by 0, too."""
    if length:
        return f"(({span}) / {length!r}D)"
    return f"(({span}) * CAST('Infinity' AS DOUBLE))"


# Over windows


def _over_window(call: Aggregate) -> str:
    """`exponentialTimeDecayedSum` and its kin, seen from the last row of the frame."""
    if not (isinstance(call.rows, GroupRows) and call.rows.over) or call.rows.where:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The function '{call.name}' can only be used as a window function, not as an "
            "aggregate function.",
            f"{call.name}(60)(…) OVER (ORDER BY …)",
        )
    *values, time = call.values
    for one in values:
        if one.type is not None and (one.is_nullable or not is_number(one.type)):
            raise RmtError("BAD_ARGUMENTS", f"Argument 0 must be a number, '{one.type}' given.")
    length = _parameter(call)
    value = f"CAST({number_of(values[0])} AS DOUBLE)" if values else "1D"
    rows = call.rows.list_of(f"named_struct('v', {value}, 't', {_seconds(time, len(values))})")
    back = "element_at(rmt_all, -1).t"
    weight = f"exp({_ratio(f'rmt_one.t - {back}', length)})"
    total, weights = (
        f"aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + {one})"
        for one in (f"rmt_one.v * {weight}", weight)
    )
    greatest = f"array_max(transform(rmt_all, rmt_one -> rmt_one.v * {weight}))"
    answers = {"Sum": total, "Count": total, "Avg": f"{total} / {weights}", "Max": greatest}
    nothing = "0D" if call.name.endswith(("Sum", "Count")) else _NAN
    answer = answers[call.name.removeprefix("exponentialTimeDecayed")]
    return let(rows, "rmt_all", f"CASE WHEN size(rmt_all) > 0 THEN {answer} ELSE {nothing} END")


def _seconds(time: Value, place: int) -> str:
    """A time as a number."""
    is_taken = time.type is None or is_number(time.type) or time.family in _TIMES
    if not is_taken or (time.type is not None and time.is_nullable):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Argument {place} must be DateTime, DateTime64 or a number, '{time.type}' given.",
        )
    if time.family in _TIMES:
        return f"(unix_micros({time.sql}) / 1000000D)"
    return f"CAST({number_of(time)} AS DOUBLE)"


DECAYED_RULES: Mapping[str, Rule] = {
    "exponentialMovingAverage": Rule(_moving_average, 2, 2, is_total=True),
    **{
        f"exponentialTimeDecayed{kind}": Rule(_over_window, 2, 2, is_total=True)
        for kind in ("Sum", "Avg", "Max")
    },
    "exponentialTimeDecayedCount": Rule(_over_window, is_total=True),
}
"""How the functions are written for Spark."""
