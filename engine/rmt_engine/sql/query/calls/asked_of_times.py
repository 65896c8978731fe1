"""The time zone of a time, and times moved between its clock and that of UTC.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.composing import LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.zones import constant_zone
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["OF_TIMES"]

_TIMES = ("DateTime", "DateTime64")


def _zone_of(name: str, value: Value, context: CallContext) -> str:
    if value.type is None or value.family not in _TIMES:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument of function {name}. Should be DateTime or "
            "DateTime64.",
        )
    return value.type.own_timezone or context.zone


def _zone(values: Sequence[Value], context: CallContext) -> Value:
    return literal(_zone_of("timezoneOf", values[0], context))


def _offset(values: Sequence[Value], context: CallContext) -> Value:
    """`timezoneOffset(time[, zone])`: seconds."""
    value = stored(values[0])
    own = _zone_of("timezoneOffset", value, context)
    named = [constant_zone("timezoneOffset", zone) for zone in values[1:]]
    zone = quote_string(next(filter(None, named), own))
    there = f"unix_seconds(from_utc_timestamp({value.sql}, {zone}))"
    answer = nullable(plain("Int32")) if value.is_nullable else plain("Int32")
    text = f"CAST({there} - unix_seconds({value.sql}) AS INT)"
    return Value(text, answer, folded=value.is_constant)


def _shifted(name: str, function: str) -> LoweringInContext:
    """A moment as if the clock of one zone were that of another."""

    def lower(values: Sequence[Value], context: CallContext) -> Value:
        value, zone = map(stored, values)
        _zone_of(name, value, context)
        constant_zone(name, zone)
        if value.type is not None and value.type.own_timezone:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Function {name}'s 1st argument should not have explicit time zone.",
            )
        is_constant = value.is_constant and zone.is_constant
        return Value(f"{function}({value.sql}, {zone.sql})", value.type, folded=is_constant)

    return lower


OF_TIMES: Mapping[str, LoweringInContext] = {
    "timezoneOf": _zone,
    "timezoneOffset": _offset,
    "toUTCTimestamp": _shifted("toUTCTimestamp", "to_utc_timestamp"),
    "fromUTCTimestamp": _shifted("fromUTCTimestamp", "from_utc_timestamp"),
}
"""Lowerings, by ClickHouse's function."""
