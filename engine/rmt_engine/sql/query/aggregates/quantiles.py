"""Quantiles of one level and of several, each way of choosing or interpolating them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.aggregates.plain_calls import (
    Aggregate,
    Rule,
    answers_numbers,
    as_number,
    empty_of_several,
    standing_for,
)
from rmt_engine.sql.query.aggregates.rows import let

__all__ = ["QUANTILE_RULES", "levels_of"]


def levels_of(call: Aggregate) -> list[float]:
    """The levels of a quantile, which are its parameters.

    Raises:
        RmtError: `PARAMETER_OUT_OF_BOUND`, one is not from 0 to 1.
    """
    if not call.parameters:
        return [0.5]
    levels = [call.number(at, 0.5) for at in range(len(call.parameters))]
    beyond = [level for level in levels if not 0 <= level <= 1]
    if beyond:
        raise RmtError(
            "PARAMETER_OUT_OF_BOUND", f"Quantile level is out of range [0..1]: {beyond[0]}."
        )
    return levels


Pick = Callable[[float], str]


def _interpolated(level: float) -> str:
    """Between the two nearest of the sorted values `rmt_all`."""
    place = f"({level!r}D * (size(rmt_all) - 1))"
    low = f"CAST(floor{place} AS INT)"
    below, above = f"get(rmt_all, {low})", f"get(rmt_all, least({low} + 1, size(rmt_all) - 1))"
    return f"({below} * ({low} + 1 - {place}) + {above} * ({place} - {low}))"


def _exact(level: float) -> str:
    return f"get(rmt_all, least(CAST({level!r}D * size(rmt_all) AS INT), size(rmt_all) - 1))"


def _exact_low(level: float) -> str:
    if level != 0.5:
        return _exact(level)
    return "get(rmt_all, CAST((size(rmt_all) - 1) DIV 2 AS INT))"


def _nearest(level: float) -> str:
    """As a t-digest gives it that has a centroid for each value."""
    return f"get(rmt_all, greatest(CAST(ceil({level!r}D * size(rmt_all)) AS INT), 1) - 1)"


def _below(level: float) -> str:
    """The lower of the two nearest."""
    return f"get(rmt_all, CAST({level!r}D * (size(rmt_all) - 1) AS INT))"


def _exclusive(level: float) -> str:
    place = f"({level!r}D * (size(rmt_all) + 1))"
    low = f"CAST(floor{place} AS INT)"
    below, above = f"get(rmt_all, {low} - 1)", f"get(rmt_all, {low})"
    between = f"{below} + ({place} - {low}) * ({above} - {below})"
    return (
        f"CASE WHEN {low} < 1 THEN get(rmt_all, 0) "
        f"WHEN {low} >= size(rmt_all) THEN get(rmt_all, size(rmt_all) - 1) ELSE {between} END"
    )


def _quantile(pick: Pick, *, as_double: bool, several: bool = False, skip: int = 0) -> Rule:
    def text(call: Aggregate) -> str:
        if len(call.parameters) < skip:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"Aggregate function {call.name} requires at least one parameter, its accuracy.",
            )
        levels = levels_of(_without(call, skip))
        number, back = as_number(call) if as_double else standing_for(call.first)
        rows = call.rows
        if call.first.family in FLOATS:
            rows = rows.only(f"NOT isnan({call.first.sql})")
        if "Timing" in call.name:
            rows = rows.only(f"{number} BETWEEN 0 AND {_MOST_TICKS}")
            number = f"least(floor({number}), {_LONGEST_TIME})"
        if answers_numbers(call):
            back = str
        if as_double:
            number = f"CAST({number} AS DOUBLE)"
        values = rows.list_of(number)
        values = f"array_distinct({values})" if call.distinct else values
        found = [back(pick(level)) for level in levels]
        if several and call.answer is not None:
            element = call.answer.element
            empty = empty_of_several(element)
            found = [f"coalesce(CAST({one} AS {element.spark}), {empty})" for one in found]
        body = f"array({', '.join(found)})" if several else found[0]
        return let(f"array_sort({values})", "rmt_all", body)

    return Rule(text, empty="" if several else "nan", is_total=several)


_LONGEST_TIME = 30_000
"""quantileTiming takes what is longer, in milliseconds, for this."""
_MOST_TICKS = 2**63 - 1


def _without(call: Aggregate, skipped: int) -> Aggregate:
    return Aggregate(call.name, call.rows, call.values, call.parameters[skipped:], call.answer)


_INTERPOLATED = _quantile(_interpolated, as_double=True)
_SEVERAL_INTERPOLATED = _quantile(_interpolated, as_double=True, several=True)
_QUANTILES: dict[str, tuple[Pick, bool, int]] = {
    "": (_interpolated, True, 0),
    "Exact": (_exact, False, 0),
    "ExactLow": (_exact_low, False, 0),
    "ExactHigh": (_exact, False, 0),
    "ExactInclusive": (_interpolated, True, 0),
    "ExactExclusive": (_exclusive, True, 0),
    "Timing": (_exact, True, 0),
    "TDigest": (_nearest, True, 0),
    "GK": (_nearest, False, 1),
    "DD": (_below, True, 1),
    "BFloat16": (_nearest, True, 0),
}


QUANTILE_RULES: Mapping[str, Rule] = {
    "quantileDeterministic": Rule(_INTERPOLATED.text, 2, 2, empty="nan"),
    "quantilesDeterministic": Rule(_SEVERAL_INTERPOLATED.text, 2, 2, is_total=True),
    **{
        f"{prefix}{kind}": _quantile(pick, as_double=wide, several=prefix == "quantiles", skip=skip)
        for kind, (pick, wide, skip) in _QUANTILES.items()
        for prefix in ("quantile", "quantiles")
    },
}
"""Functions of quantiles, of one level and of several."""
