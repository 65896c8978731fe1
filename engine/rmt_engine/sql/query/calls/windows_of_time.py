"""Stretches of time that a time is in: `tumble(time, INTERVAL 1 HOUR)`; those of `hop` overlap.

Source: https://clickhouse.com/docs/sql-reference/functions/time-window-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL, tuple_of
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.values.computed_once import computed_once
from rmt_engine.sql.values.failures import failing

__all__ = ["WINDOWS_OF_TIME"]


_KNOWN = "`_time`"
"""What a time is called where it is computed once."""
_ENDS = ("Start", "End")
"""What a function's name ends with that gives one end of the window."""
_RANGES: Mapping[str, tuple[str, str]] = {
    "Date": ("DATE'1970-01-01'", "DATE'2149-06-06'"),
    "DateTime": ("timestamp_seconds(0L)", f"timestamp_seconds({2**32 - 1}L)"),
}
"""Spark's texts of the first and the last value of the types of a window."""


def _tumble(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`tumble(time, interval[, zone])` is a `hop` by its own length."""
    if len(values) < 2:
        return _end_of(name, values[0])
    time, size, *zone = values
    return _window(name, time, (size, size), zone, call)


def _hop(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`hop(time, step, size[, zone])`."""
    if len(values) < 2:
        return _end_of(name, values[0])
    if len(values) < 3:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Number of arguments for function {name} doesn't match: passed 2, should be 3 or 4.",
        )
    time, step, size, *zone = values
    return _window(name, time, (step, size), zone, call)


def _end_of(name: str, window: Value) -> Value:
    """`hopStart(window)` and its kin: an end of a window that is there."""
    if window.type is None or window.family != "Tuple" or len(window.type.elements) != 2:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {window.type} of argument 1 of function {name}, which takes a window.",
        )
    return element_of(window, 1 if name.endswith("Start") else 2)


def _window(
    name: str, time: Value, lengths: tuple[Value, Value], zone: Sequence[Value], call: Compose
) -> Value:
    """The window that ends with the step a time is in: its start, its end, or both.

    Args:
        name: the function.
        time: the time.
        lengths: how far windows are apart, and how long they are.
        zone: the name of a time zone, or nothing.
        call: makes other calls.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, `ILLEGAL_COLUMN`, `ARGUMENT_OUT_OF_BOUND`;
            `NOT_IMPLEMENTED`, both ends of a time that may be NULL.
    """
    if time.type == NULL:
        return literal(None)
    step, size = lengths
    _check_time(name, time)
    _check_lengths(name, step, size)
    if zone:
        if zone[0].family != "String":
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {zone[0].type} of the last argument of function {name}. Must be a "
                "constant text.",
            )
        time = call("toTimeZone", [stored(time), *zone])
    begin = call("toStartOfInterval", [time, step])
    end = _once(begin, lambda known: call("plus", [known, step]))
    if name.startswith("hop"):
        end = _once(end, lambda known: _in_range(name, known, size, call))
    if name.endswith("End"):
        return end
    if name.endswith("Start"):
        return _once(end, lambda known: call("minus", [known, size]))
    return _once(end, lambda known: _pair(call("minus", [known, size]), known))


def _once(value: Value, build: Callable[[Value], Value]) -> Value:
    """What is made of a value that is computed once, however often it is named."""
    made = build(Value(_KNOWN, value.type))
    return replace(
        made,
        sql=computed_once(value.sql, _KNOWN, made.sql),
        folded=value.is_constant,
        elements=(),
    )


def _pair(start: Value, end: Value) -> Value:
    return tuple_of_values([start, end], tuple_of([one.type or NULL for one in (start, end)]))


def _in_range(name: str, end: Value, size: Value, call: Compose) -> Value:
    """The end of a window; an error in rows in which its type does not have both ends."""
    first, last = _RANGES[end.family]
    error = RmtError("BAD_ARGUMENTS", f"Time overflow in function {name}.")
    least = call("plus", [Value(first, end.type, folded=True), size])
    is_beyond = f"{end.sql} < {least.sql} OR {end.sql} > {last}"
    return replace(end, sql=f"CASE WHEN {is_beyond} THEN {failing(error)} ELSE {end.sql} END")


def _check_time(name: str, time: Value) -> None:
    if time.family != "DateTime":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {time.type} of argument 1 of function {name}, which takes a DateTime.",
        )
    if time.is_nullable and not name.endswith(_ENDS):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of a time that may be NULL is not supported.",
            f"{name}Start and {name}End of it are.",
        )


def _check_lengths(name: str, step: Value, size: Value) -> None:
    counts = []
    for one in (step, size):
        if not one.family.startswith("Interval"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {one.type} of an argument of function {name}. Must be an interval.",
            )
        if not isinstance(one.constant, int):
            raise RmtError("ILLEGAL_COLUMN", f"The interval of function {name} must be constant.")
        if one.constant <= 0:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND", f"The interval of function {name} must be positive."
            )
        counts.append(one.constant)
    if step.family != size.family:
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Illegal type of window and hop column of function {name}, must be same.",
        )
    if counts[0] > counts[1]:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Value for hop interval of function {name} must not larger than window interval.",
        )


WINDOWS_OF_TIME: Mapping[str, Lowering] = {
    **dict.fromkeys(("tumble", "tumbleStart", "tumbleEnd"), _tumble),
    **dict.fromkeys(("hop", "hopStart", "hopEnd"), _hop),
}
"""Lowerings, by ClickHouse's function."""
