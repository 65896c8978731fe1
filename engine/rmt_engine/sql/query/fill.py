"""ORDER BY … WITH FILL: rows for the values that are missing, with INTERPOLATE.

The values lie on a grid from FROM, or the least value, up to TO, or the greatest one. The query is
read three times: for its bounds, for its values, and for its rows.

Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by#order-by-expr-with-fill-modifier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import MISSING
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    TIMES,
    is_interval,
    is_number,
    plain,
)
from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.ordering import order_by_text
from rmt_engine.sql.query.scalar_calls import lower_scalar
from rmt_engine.sql.query.tree import Identifier, Interpolation
from rmt_engine.sql.query.values import Value, default_text, literal, stored
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.types import DataType

__all__ = ["FilledOrder", "filled"]

_NUMBERED = plain("Int64")


@dataclass(frozen=True)
class FilledOrder:
    """The member of ORDER BY that is filled, lowered.

    Attributes:
        column: the name of its column in the query.
        type: ClickHouse's type of it.
        start: FROM.
        stop: TO, which is not reached.
        step: STEP.
        descending: whether the greatest is first.
        nulls_first: where NULLs are, as written.
    """

    column: str
    type: DataType
    start: Value | None
    stop: Value | None
    step: Value | None
    descending: bool
    nulls_first: bool | None = None


def filled(
    inner: str,
    columns: Sequence[QueryColumn],
    hidden: Sequence[str],
    order: FilledOrder,
    interpolations: Sequence[Interpolation] | None,
    context: CallContext,
) -> str:
    """A query of the rows of another and those that fill its gaps.

    Args:
        inner: the other query.
        columns: its columns.
        hidden: the names of more columns it has, for the order.
        order: what is filled.
        interpolations: those of INTERPOLATE, none for all columns; None without it.
        context: the statement's settings.

    Raises:
        RmtError: `INVALID_WITH_FILL_EXPRESSION`, the bounds or the step are wrong;
            `NOT_IMPLEMENTED`, an INTERPOLATE that calculates.
    """
    _check(order)
    name = quote_name(order.column)
    low, high = _bounds(order)
    grid = _grid(order, context)
    values = (
        f"SELECT DISTINCT `_v` FROM (SELECT explode({grid}) AS `_v`, `_hi` FROM "
        f"(SELECT {low} AS `_lo`, {high} AS `_hi`, count(1) AS `_n` FROM ({inner}))) "
        f"WHERE {_within(order)}"
    )
    missing = (
        f"SELECT `_v` FROM ({values}) AS `_g` LEFT ANTI JOIN ({inner}) AS `_r` "
        f"ON `_g`.`_v` = `_r`.{name}"
    )
    rows = ", ".join(
        [*(quote_name(column.spark_name) for column in columns), *map(quote_name, hidden)]
    )
    defaults = ", ".join(
        f"`_v` AS {quote_name(one)}" if one == order.column else f"{text} AS {quote_name(one)}"
        for one, text in [
            *((column.spark_name, _default(column)) for column in columns),
            *((one, "NULL") for one in hidden),
        ]
    )
    text = (
        f"SELECT {rows}, 0 AS `_f` FROM ({inner}) UNION ALL "
        f"SELECT {defaults}, 1 AS `_f` FROM ({missing})"
    )
    if interpolations is None:
        return text
    return _interpolated(text, columns, order, interpolations, hidden)


def _check(order: FilledOrder) -> None:
    """Refuses what ClickHouse does.

    Source: `extractWithFillDescription` and `FillingTransform` of ClickHouse.
    """
    given = [("FROM", order.start), ("TO", order.stop), ("STEP", order.step)]
    for word, value in given:
        if value is not None and not _is_numeric(value):
            raise _invalid(f"Sort FILL {word} expression must be constant with numeric type.")
    _check_direction(order)
    types = [value.type for _, value in given if value is not None and value.type is not None]
    if order.type.nullable and order.nulls_first:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "WITH FILL of a Nullable expression with NULLS FIRST is not supported.",
            "Leave NULLS FIRST out, or the NULLs.",
        )
    if not _is_filled(order.type) or not all(_fits(one, order.type) for one in types):
        raise _invalid(
            f"Incompatible types of WITH FILL expression values with column type {order.type}."
        )
    bounds = [_number(value) for value in (order.start, order.stop)]
    if order.type.family.startswith("UInt") and any(one is not None and one < 0 for one in bounds):
        raise _invalid(f"WITH FILL bound values cannot be negative for unsigned type {order.type}.")


def _invalid(message: str) -> RmtError:
    return RmtError("INVALID_WITH_FILL_EXPRESSION", message)


def _is_numeric(value: Value) -> bool:
    data_type = value.type
    return data_type is None or (
        is_number(data_type) or is_interval(data_type) or data_type.family in TIMES
    )


def _is_filled(data_type: DataType) -> bool:
    family = data_type.family
    return family in INTEGERS or family in FLOATS or family in TIMES


def _fits(given: DataType, filled: DataType) -> bool:
    """Whether a bound or a step is of a kind that the column takes."""
    if filled.family in FLOATS or filled.family == "DateTime64":
        return True
    return given.family not in FLOATS and given.family not in ("Decimal", "DateTime64")


def _check_direction(order: FilledOrder) -> None:
    direction = "descending" if order.descending else "ascending"
    step = 1 if order.step is None else _number(order.step)
    if step == 0:
        raise _invalid("WITH FILL STEP value cannot be zero.")
    if order.step is not None and step is not None and (step < 0) != order.descending:
        sign = "positive" if order.descending else "negative"
        raise _invalid(
            f"WITH FILL STEP value cannot be {sign} for sorting in {direction} direction."
        )
    start, stop = (_number(value) for value in (order.start, order.stop))
    if start is None or stop is None:
        return
    if order.descending and start < stop:
        raise _invalid(
            "WITH FILL FROM value cannot be less than TO value for sorting in descending direction."
        )
    if not order.descending and stop < start:
        raise _invalid(
            "WITH FILL TO value cannot be less than FROM value for sorting in ascending direction."
        )


def _number(value: Value | None) -> int | float | None:
    """The number of a literal."""
    constant = None if value is None else value.constant
    return constant if isinstance(constant, int | float) else None


def _bounds(order: FilledOrder) -> tuple[str, str]:
    name = quote_name(order.column)
    first, last = ("max", "min") if order.descending else ("min", "max")
    low = stored(converted(order.start, order.type)).sql if order.start else f"{first}({name})"
    high = stored(converted(order.stop, order.type)).sql if order.stop else f"{last}({name})"
    return low, high


def _within(order: FilledOrder) -> str:
    """The grid ends before TO; without it, at the last value, and is empty without one."""
    sign = "<" if order.stop is not None else "<="
    return f"`_v` {sign.replace('<', '>') if order.descending else sign} `_hi`"


def _grid(order: FilledOrder, context: CallContext) -> str:
    """The values between the bounds, an array."""
    low = Value("`_lo`", order.type)
    step = order.step if order.step is not None else literal(-1 if order.descending else 1)
    number = Value("`_i`", _NUMBERED)
    if step.type is not None and is_interval(step.type):
        moved = replace(step, sql=f"(`_i` * {step.sql})", constant=MISSING, folded=False)
    else:
        moved = lower_scalar("multiply", [number, step], context)
    value = stored(converted(lower_scalar("plus", [low, moved], context), order.type)).sql
    return f"transform(sequence(0L, {_steps(order, step)}), `_i` -> {value})"


def _steps(order: FilledOrder, step: Value) -> str:
    """At least as many steps as lie between the bounds."""
    if is_number(order.type):
        distance = "CAST(`_hi` - `_lo` AS DOUBLE)"
    elif order.type.family in ("Date", "Date32"):
        distance = "CAST(datediff(`_hi`, `_lo`) AS DOUBLE)"
    else:
        distance = "CAST(unix_micros(`_hi`) - unix_micros(`_lo`) AS DOUBLE) / 1e6"
    size = f"CAST({step.sql} AS DOUBLE)"
    if step.type is not None and is_interval(step.type):
        seconds = _SHORTEST[step.type.family.removeprefix("Interval")]
        per_unit = seconds / 86400 if order.type.family in ("Date", "Date32") else seconds
        size = f"(CAST({step.sql} AS DOUBLE) * {per_unit!r}D)"
    return f"greatest(0L, CAST(ceil(coalesce({distance} / {size}, 0D)) AS BIGINT))"


_SHORTEST = {
    "Nanosecond": 1e-9,
    "Microsecond": 1e-6,
    "Millisecond": 1e-3,
    "Second": 1.0,
    "Minute": 60.0,
    "Hour": 3600.0,
    "Day": 86400.0,
    "Week": 7 * 86400.0,
    "Month": 28 * 86400.0,
    "Quarter": 90 * 86400.0,
    "Year": 365 * 86400.0,
}
"""The fewest seconds that a unit has."""


def _default(column: QueryColumn) -> str:
    return default_text(Value("", column.type, is_condition=column.is_condition))


def _interpolated(
    text: str,
    columns: Sequence[QueryColumn],
    order: FilledOrder,
    interpolations: Sequence[Interpolation],
    hidden: Sequence[str],
) -> str:
    """Rows of gaps with the values of the row before them."""
    names = {column.name for column in columns}
    wanted: set[str] = set()
    for one in interpolations:
        if one.name not in names:
            raise RmtError(
                "UNKNOWN_IDENTIFIER", f"INTERPOLATE names {one.name}, which is no column."
            )
        is_same = isinstance(one.value, Identifier) and one.value.parts == (one.name,)
        if one.value is not None and not is_same:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "INTERPOLATE with an expression is not supported.",
                "INTERPOLATE (x) takes the value of the row before.",
            )
        wanted.add(one.name)
    key = Value(quote_name(order.column), order.type)
    direction = order_by_text(key, order.descending, order.nulls_first)
    window = f"OVER (ORDER BY {direction}, `_f` ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"

    def shown(column: QueryColumn) -> str:
        name = quote_name(column.spark_name)
        is_wanted = column.name in wanted if interpolations else True
        if not is_wanted or column.spark_name == order.column:
            return name
        last = f"last_value(CASE WHEN `_f` = 0 THEN named_struct('v', {name}) END, true) {window}"
        known = f"coalesce({last}, named_struct('v', {name})).v"
        return f"CASE WHEN `_f` = 0 THEN {name} ELSE {known} END AS {name}"

    listed = ", ".join([*map(shown, columns), *map(quote_name, hidden)])
    return f"SELECT {listed} FROM ({text})"
