"""Times with another year, month, day, hour, minute or second: `changeYear(time, 2024)`.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions#changeyear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.query.composing import LoweringInContext
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.zones import clock_of, moved, own_zone
from rmt_engine.sql.query.values import Value, argument_of, stored

__all__ = ["CHANGED", "IN_RANGE", "OF_CHANGES"]

CHANGED = "rmt_changed"
"""The function that changes a part of a time, as a clock shows it."""
IN_RANGE = "rmt_in_range"
"""The function that gives the value of a type that is nearest to a time."""


def _changed(unit: str) -> LoweringInContext:
    def lower(values: Sequence[Value], context: CallContext) -> Value:
        time, number = stored(values[0]), as_number(values[1])
        answer = answer_type(f"change{unit}", [argument_of(value) for value in values])
        family = answer.family if answer is not None else ""
        digits = answer.precision if answer is not None and family == "DateTime64" else 0
        own = own_zone(time, context.zone)
        clock = clock_of(time, own, context.zone) if own else time
        text = f"{CHANGED}({clock.sql}, {number.sql}, '{unit.lower()}', {digits})"
        moment = moved(text, own, context.zone) if own else text
        bounded = f"{IN_RANGE}({moment}, '{family}', {digits})"
        return Value(bounded, answer, folded=time.is_constant and number.is_constant)

    return lower


OF_CHANGES: Mapping[str, LoweringInContext] = {
    f"change{unit}": _changed(unit) for unit in ("Year", "Month", "Day", "Hour", "Minute", "Second")
}
"""Lowerings, by ClickHouse's function."""
