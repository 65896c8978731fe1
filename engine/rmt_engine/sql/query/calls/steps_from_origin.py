"""`toStartOfInterval` with an origin or a time zone: steps that do not begin in 1970.

Source: https://clickhouse.com/docs/sql-reference/functions/date-time-functions#toStartOfInterval,
tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import STRINGS, TIMES
from rmt_engine.sql.query.composing import Compose
from rmt_engine.sql.query.values import Value, condition, literal, stored
from rmt_engine.sql.values.failures import failing

__all__ = ["start_of_step"]

_OF_MONTHS = frozenset(("Month", "Quarter", "Year"))
"""Units that are counted by the day, whatever the clock shows."""
_OF_DAYS = _OF_MONTHS | {"Day", "Week"}


def start_of_step(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`toStartOfInterval(time, INTERVAL n unit, origin)`, or with a time zone.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `ILLEGAL_COLUMN`, `NOT_IMPLEMENTED`.
    """
    time, step, origin, *zone = values
    if origin.family in STRINGS:
        return call(name, [call("toTimeZone", [stored(time), origin]), step])
    if zone:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"An origin and a time zone of function {name} are not supported together.",
            "Convert the time and the origin with toTimeZone.",
        )
    unit, count = _step_of(name, time, step, origin)
    ends = [origin, time]
    if unit in _OF_MONTHS:
        ends = [call("toDate32", [stored(one)]) for one in ends]
    age = call("age", [literal(unit.lower()), *ends])
    steps = call("multiply", [call("intDiv", [age, literal(count)]), literal(count)])
    found = stored(call(f"add{unit}s", [origin, steps]))
    error = RmtError("BAD_ARGUMENTS", f"The origin of function {name} must be before the time.")
    is_behind = condition(call("greater", [origin, time]))
    text = f"(CASE WHEN {is_behind} THEN {failing(error)} ELSE {found.sql} END)"
    return Value(text, found.type, folded=time.is_constant)


def _step_of(name: str, time: Value, step: Value, origin: Value) -> tuple[str, int]:
    """The unit and the length of a step from an origin of the time's type."""
    if time.type is None or time.family not in TIMES or time.family != origin.family:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The time and the origin of function {name} must have the same type, not {time.type} "
            f"and {origin.type}.",
        )
    count = step.constant
    if not isinstance(count, int):
        raise RmtError("ILLEGAL_COLUMN", f"The interval of function {name} must be constant.")
    unit = step.family.removeprefix("Interval")
    if time.family in ("Date", "Date32") and unit not in _OF_DAYS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"Illegal interval kind {unit} for a {time.family}."
        )
    return ("Day", 7 * count) if unit == "Week" else (unit, count)
