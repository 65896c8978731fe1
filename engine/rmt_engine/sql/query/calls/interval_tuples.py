"""Intervals of several units, which are tuples of intervals.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions#addinterval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL, is_interval, tuple_of
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.values import Value, stored

__all__ = ["OF_INTERVALS"]


def _with_interval(sign: str) -> Lowering:
    """`addInterval(intervals, interval)`: the last one grows if it has the same unit."""

    def lower(name: str, values: Sequence[Value], call: Compose) -> Value:
        first, by = map(stored, values)
        if not _is_interval(by):
            raise _illegal(name, by, "an Interval")
        *others, last = _intervals(name, first)
        if last.family == by.family:
            found = [*others, call("plus" if not sign else "minus", [last, by])]
        else:
            signed = replace(by, sql=f"({sign}{by.sql})") if sign else by
            found = [*others, last, signed]
        return tuple_of_values(found, tuple_of([one.type or NULL for one in found]))

    return lower


def _intervals(name: str, value: Value) -> list[Value]:
    if _is_interval(value):
        return [value]
    if value.type is None or value.family != "Tuple" or not value.type.elements:
        raise _illegal(name, value, "a Tuple or an Interval")
    elements = [element_of(value, place) for place in range(1, len(value.type.elements) + 1)]
    for one in elements:
        if not _is_interval(one):
            raise _illegal(name, one, "an Interval")
    return elements


def _moved(operator: str) -> Lowering:
    """`addTupleOfIntervals(time, intervals)`."""

    def lower(name: str, values: Sequence[Value], call: Compose) -> Value:
        time, intervals = values
        if intervals.family != "Tuple":
            raise _illegal(name, intervals, "a Tuple")
        for one in _intervals(name, stored(intervals)):
            time = call(operator, [time, one])
        return time

    return lower


def _is_interval(value: Value) -> bool:
    return value.type is not None and is_interval(value.type)


def _illegal(name: str, value: Value, wanted: str) -> RmtError:
    return RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal type {value.type} of an argument of function {name}. Must be {wanted}.",
    )


OF_INTERVALS: Mapping[str, Lowering] = {
    "addInterval": _with_interval(""),
    "subtractInterval": _with_interval("-"),
    "addTupleOfIntervals": _moved("plus"),
    "subtractTupleOfIntervals": _moved("minus"),
}
"""Lowerings, by ClickHouse's function."""
