"""ORDER BY … WITH FILL: rows for the values that are missing, with INTERPOLATE.

The values lie on a grid from FROM, or the least value, up to TO, or the greatest one; each group of
rows that are equal in what ORDER BY has before has a grid of its own. The query is read three
times: for its bounds, for its values, and for its rows. Of several members of ORDER BY each is
filled in the rows of the one before; a row made for that one has the FROM of those behind it.

Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by#order-by-expr-with-fill-modifier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.query.clauses.interpolation import Calculation, default_of, interpolated
from rmt_engine.sql.query.clauses.order_columns import OrderColumn
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.text.interval_units import NANOSECONDS
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType

__all__ = ["FilledOrder", "FilledOrders", "filled"]

_NUMBERED = plain("Int64")
_DAYS = ("Date", "Date32")
_MADE_NOW = 2
"""`_f` of rows that the member makes which is filled now; it is 1 in those of members before."""


@dataclass(frozen=True)
class FilledOrder:
    """A member of ORDER BY that is filled, lowered.

    Attributes:
        column: the name of its column in the query.
        type: ClickHouse's type of it.
        start: FROM.
        stop: TO, which is not reached.
        step: STEP.
        descending: whether the greatest is first.
        nulls_first: where NULLs are, as written.
        staleness: how far from a row the rows that fill the gap behind it go.
    """

    column: str
    type: DataType
    start: Value | None
    stop: Value | None
    step: Value | None
    descending: bool
    nulls_first: bool | None
    staleness: Value | None

    def first_text(self, default: str) -> str:
        """What rows made for a member before this one have: FROM, or the type's default."""
        return default if self.start is None else _converted(self.start, self)


@dataclass(frozen=True)
class FilledOrders:
    """An ORDER BY with members that are filled.

    Attributes:
        groups: the columns of what it has before them, whose values have grids of their own.
        members: those that are filled, one behind the other.
        text: the whole ORDER BY.
    """

    groups: tuple[OrderColumn, ...]
    members: tuple[FilledOrder, ...]
    text: str


@dataclass(frozen=True)
class _Filling:
    """One member, filled within groups of equal values of all before it.

    Attributes:
        order: the member.
        rows: the query whose rows it fills.
        groups: the columns of all before it.
        earlier: the members that are filled before it.
        is_beside_end: whether another member has TO.
    """

    order: FilledOrder
    rows: str
    groups: tuple[OrderColumn, ...]
    earlier: tuple[_Filling, ...]
    is_beside_end: bool


def filled(
    inner: str,
    columns: Sequence[QueryColumn],
    hidden: Sequence[OrderColumn],
    orders: FilledOrders,
    interpolations: Sequence[Calculation] | None,
    context: CallContext,
) -> str:
    """A query of the rows of another and those that fill its gaps.

    Args:
        inner: the other query.
        columns: its columns.
        hidden: more columns it has, for the order and for INTERPOLATE.
        orders: what is filled.
        interpolations: those of INTERPOLATE; None without it.
        context: the statement's settings.

    Raises:
        RmtError: `INVALID_WITH_FILL_EXPRESSION`, the bounds or the step do not fit.
    """
    for order in orders.members:
        _check(order)
        _check_staleness(order.staleness, order.descending, has_start=order.start is not None)
    defaults = {column.spark_name: default_of(column) for column in columns}
    defaults |= {column.name: column.default for column in hidden}
    listed = ", ".join(map(quote_name, defaults))
    text = f"SELECT {listed}, 0 AS `_f` FROM ({inner})"
    groups = orders.groups
    done: tuple[_Filling, ...] = ()
    for place, order in enumerate(orders.members):
        later = {one.column: one.first_text(defaults[one.column]) for one in orders.members[place:]}
        others = (one for one in orders.members if one is not order)
        filling = _Filling(order, text, groups, done, any(one.stop is not None for one in others))
        text = _with_missing(defaults | later, filling, context)
        groups = (*groups, OrderColumn(order.column, order.type))
        done = (*done, filling)
    text += _of_no_rows(orders, inner, defaults, context)
    if interpolations is None:
        return text
    return interpolated(text, columns, hidden, interpolations, orders.text)


def _with_missing(defaults: Mapping[str, str], filling: _Filling, context: CallContext) -> str:
    """Rows, and those that one member of the order makes; `_f` tells which are made."""
    missing = _missing(filling, context)
    found = {group.name: f"`_g`.{quote_name(group.name)}" for group in filling.groups}
    found[filling.order.column] = "`_g`.`_v`"
    made = ", ".join(
        f"{found.get(name, default)} AS {quote_name(name)}" for name, default in defaults.items()
    )
    is_stale = filling.order.staleness is not None
    flag = _MADE_NOW if is_stale else 1
    text = f"{filling.rows} UNION ALL SELECT {made}, {flag} AS `_f` FROM ({missing}) AS `_g`"
    return _fresh(text, filling, context) if is_stale else text


def _missing(filling: _Filling, context: CallContext) -> str:
    """The values of the grids that no row has, as `_v`, with their groups."""
    values = _values(filling, context)
    return (
        f"SELECT * FROM ({values}) AS `_g` LEFT ANTI JOIN ({filling.rows}) AS `_r` "
        f"ON {_is_in_row(filling)}"
    )


def _values(filling: _Filling, context: CallContext) -> str:
    """The values of the grids, as `_v`, with their groups."""
    order = filling.order
    groups = "".join(f"{quote_name(group.name)}, " for group in filling.groups)
    low, high = _bounds(order, context)
    bounds = f"SELECT {groups}{low} AS `_lo`, {high} AS `_hi`, {_follows(filling)} AS `_follows`"
    if filling.groups or not _is_between(order):
        bounds += f" FROM ({_with_ends(filling)}) AS `_r`{_where_filled(filling, context)}"
    if filling.groups:
        bounds += f" GROUP BY {groups.removesuffix(', ')}"
    values = f"explode({_grid(order, context)}) AS `_v`"
    grid = f"SELECT {groups}`_lo`, `_hi`, `_follows`, {values} FROM ({bounds})"
    is_start = "`_follows` AND `_v` = `_lo`"
    return f"SELECT DISTINCT {groups}`_v` FROM ({grid}) WHERE {_within(order)} OR {is_start}"


def _follows(filling: _Filling) -> str:
    """Whether FROM is made in a group although all of its rows are before it.

    It is made as soon as a row of a later group comes, or at the end if a member has TO.

    Source: `FillingTransform` of ClickHouse.
    """
    if filling.order.start is None or filling.is_beside_end or not filling.earlier:
        return str(filling.order.start is not None and filling.is_beside_end)
    return f"any_value(`_last`) <> {_values_before(filling)}"


def _with_ends(filling: _Filling) -> str:
    """The rows, with what the first and the last one have of the members before: `_first`, `_last`.

    They are those of the rows that are equal in what ORDER BY has before all members.
    """
    if not filling.earlier:
        return filling.rows
    orders = [one.order for one in filling.earlier]
    members = {one.column for one in orders}
    prefix = ", ".join(quote_name(g.name) for g in filling.groups if g.name not in members)
    direction = ", ".join(
        f"{quote_name(one.column)} {'DESC' if one.descending else 'ASC'}" for one in orders
    )
    window = (
        f"OVER ({f'PARTITION BY {prefix} ' if prefix else ''}ORDER BY {direction} "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)"
    )
    found = _values_before(filling)
    ends = f"first_value({found}) {window} AS `_first`, last_value({found}) {window} AS `_last`"
    return f"SELECT *, {ends} FROM ({filling.rows})"


def _values_before(filling: _Filling) -> str:
    return f"struct({', '.join(quote_name(one.order.column) for one in filling.earlier)})"


def _is_in_row(filling: _Filling) -> str:
    """Whether a value `_g` of a grid is that of a row `_r`."""
    same = [f"`_g`.`_v` = {_of_row(filling.order)}"]
    same += [f"`_g`.{quote_name(g.name)} <=> `_r`.{quote_name(g.name)}" for g in filling.groups]
    return " AND ".join(same)


def _where_filled(filling: _Filling, context: CallContext) -> str:
    """Which rows' groups are filled.

    The values of the members before have to be on their grids, but for the first group's, which may
    have reached TO. A member without FROM has no first value before one in front of it has moved on
    from its own FROM, unless the first row has that.

    Source: `FillingRow::next` of ClickHouse.
    """
    conditions = []
    is_first = f"{_values_before(filling)} = `_first`"
    if filling.earlier and filling.order.start is None:
        # A row made for a member before has no first value: nothing follows it.
        conditions.append("`_f` = 0")
    for one in filling.earlier:
        name, order = _of_row(one.order), one.order
        if order.stop is not None:
            sign, stop = ">" if order.descending else "<", _converted(order.stop, order)
            reached = f"{name} = {stop} AND {is_first}"
            conditions.append(f"({name} {sign} {stop} OR {reached})")
        if order.start is not None:
            sign = "<=" if order.descending else ">="
            conditions.append(f"{name} {sign} {_converted(order.start, order)}")
        if not _takes_all(order):
            grid = f"({_values(one, context)}) AS `_g`"
            conditions.append(f"EXISTS(SELECT 1 FROM {grid} WHERE {_is_in_row(one)})")
    conditions += [f"({moved_on} OR {is_first})" for moved_on in _moved_on(filling)]
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _moved_on(filling: _Filling) -> list[str]:
    """That a member before the first one without FROM is beyond its own FROM."""
    at_start: list[str] = []
    for order in (*(one.order for one in filling.earlier), filling.order):
        if order.start is None:
            return [f"NOT ({' AND '.join(at_start)})"] if at_start else []
        at_start.append(f"{_of_row(order)} = {_converted(order.start, order)}")
    return []


def _of_row(order: FilledOrder) -> str:
    return f"`_r`.{quote_name(order.column)}"


def _takes_all(order: FilledOrder) -> bool:
    """Whether every value from the first one on is on the grid: whole numbers, each of them."""
    is_whole = order.type.family in INTEGERS or order.type.family in (*_DAYS, "DateTime")
    return is_whole and (order.step is None or _number(order.step) in (1, -1))


def _converted(value: Value, order: FilledOrder) -> str:
    """A bound in the column's type; a number beside days counts days, beside times seconds."""
    counted = _COUNTED.get(order.type.family)
    if counted is None or value.type is None or not is_number(value.type):
        return stored(converted(value, order.type)).sql
    function, kind = counted
    return f"CAST({function}(CAST({value.sql} AS {kind})) AS {order.type.spark})"


_COUNTED: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(_DAYS, ("date_from_unix_date", "INT")),
    **dict.fromkeys(("DateTime", "DateTime64"), ("timestamp_seconds", "BIGINT")),
}
"""What Spark makes a day or a time of a number by, and the number's type."""


def _first_value(order: FilledOrder) -> str:
    return f"{'max' if order.descending else 'min'}({quote_name(order.column)})"


def _of_no_rows(
    orders: FilledOrders, rows: str, defaults: Mapping[str, str], context: CallContext
) -> str:
    """The rows that are made where a query has none: those that UNION ALL appends.

    If a member has FROM and one has TO, there is a row: a member has its FROM or its type's
    default. Of a member that has both there is a row for each value between them.

    Source: `FillingTransform::generateSuffixIfNeeded` of ClickHouse.
    """
    members = orders.members
    has_start = any(one.start is not None for one in members)
    has_stop = any(one.stop is not None for one in members)
    is_made_by_first = members[0].start is not None and not orders.groups
    if not has_start or not has_stop or is_made_by_first:
        return ""
    made = {one.column: one.first_text(defaults[one.column]) for one in members}
    grids = []
    for place, order in enumerate(members):
        if _is_between(order):
            grid = f"`_g{place}`"
            values = _values(_Filling(order, "", (), (), is_beside_end=False), context)
            grids.append(f" CROSS JOIN ({values}) AS {grid}")
            made[order.column] = f"{grid}.`_v`"
    listed = ", ".join(
        f"{text} AS {quote_name(name)}" for name, text in ({**defaults, **made}).items()
    )
    counted = f"SELECT count(1) AS `_n` FROM ({rows})"
    return (
        f" UNION ALL SELECT {listed}, 1 AS `_f` FROM ({counted}) AS `_c`{''.join(grids)} "
        "WHERE `_c`.`_n` = 0"
    )


def _is_between(order: FilledOrder) -> bool:
    """Whether a member has both ends of its grid."""
    return order.start is not None and order.stop is not None


def _fresh(text: str, filling: _Filling, context: CallContext) -> str:
    """Rows, without those that fill a gap too far behind a row."""
    order = filling.order
    name = quote_name(order.column)
    direction = "DESC" if order.descending else "ASC"
    groups = ", ".join(quote_name(group.name) for group in filling.groups)
    window = (
        f"OVER ({f'PARTITION BY {groups} ' if groups else ''}ORDER BY {name} {direction}, `_f` "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
    )
    last = f"last_value(CASE WHEN `_f` = 0 THEN {name} END, true) {window}"
    limit = _moved(Value("`_last`", order.type), order, context)
    sign = ">" if order.descending else "<"
    return (
        f"SELECT * EXCEPT (`_last`, `_f`), least(`_f`, 1) AS `_f` "
        f"FROM (SELECT *, {last} AS `_last` FROM ({text})) "
        f"WHERE `_f` < {_MADE_NOW} OR {name} {sign} {limit}"
    )


def _moved(value: Value, order: FilledOrder, context: CallContext) -> str:
    """A value and the staleness."""
    assert order.staleness is not None
    moved = lower_scalar("plus", [value, order.staleness], context)
    return _converted(moved, order)


def _check_staleness(staleness: Value | None, descending: bool, *, has_start: bool) -> None:
    """Refuses a STALENESS that leads the wrong way.

    Raises:
        RmtError: `INVALID_WITH_FILL_EXPRESSION`.
    """
    if staleness is None:
        return
    if has_start:
        raise RmtError(
            "INVALID_WITH_FILL_EXPRESSION",
            "WITH FILL STALENESS cannot be used together with WITH FILL FROM.",
        )
    size = staleness.constant
    if isinstance(size, int | float) and size != 0 and (size < 0) != descending:
        raise RmtError(
            "INVALID_WITH_FILL_EXPRESSION",
            "WITH FILL STALENESS value cannot be "
            f"{'positive' if descending else 'negative'} for sorting in "
            f"{'descending' if descending else 'ascending'} direction.",
        )


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
    if order.step is not None:
        _check_interval(order.step, order.type)
    bounds = [_number(value) for value in (order.start, order.stop)]
    if order.type.family.startswith("UInt") and any(one is not None and one < 0 for one in bounds):
        raise _invalid(f"WITH FILL bound values cannot be negative for unsigned type {order.type}.")


def _invalid(message: str) -> RmtError:
    return RmtError("INVALID_WITH_FILL_EXPRESSION", message)


def _is_numeric(value: Value) -> bool:
    data_type = value.type
    if data_type is None or is_interval(data_type) or data_type.family in TIMES:
        return True
    return is_number(data_type) and data_type.family != "Decimal"


def _is_filled(data_type: DataType) -> bool:
    if data_type.low_cardinality:
        return False
    family = data_type.family
    return family in INTEGERS or family in FLOATS or family in TIMES


def _check_interval(step: Value, filled: DataType) -> None:
    """Refuses a step in a unit that the column has no use for.

    Source: `tryConvertFields` of ClickHouse's `FillingTransform`.
    """
    if step.type is None or not is_interval(step.type):
        return
    if filled.family not in TIMES:
        raise _invalid(
            "STEP of Interval type can be used only with Date/DateTime types, "
            f"but got {filled.family}."
        )
    count, unit = _number(step), step.type.family.removeprefix("Interval")
    if count is None or filled.family not in _DAYS:
        return
    seconds = abs(count) * _SHORTEST[unit]
    if seconds < _SHORTEST["Day"]:
        raise _invalid(f"Value of step is too low ({int(seconds)} seconds). Must be >= 1 day.")


def _fits(given: DataType, filled: DataType) -> bool:
    """Whether a bound or a step is of a kind that the column takes."""
    if given.family in TIMES and given.family != filled.family:
        return False
    if filled.family in FLOATS or filled.family == "DateTime64":
        return True
    return given.family not in FLOATS


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


def _bounds(order: FilledOrder, context: CallContext) -> tuple[str, str]:
    name = quote_name(order.column)
    last = "min" if order.descending else "max"
    low = _first_value(order)
    if order.start is not None:
        low = _converted(order.start, order)
    if order.stop is not None:
        return low, _converted(order.stop, order)
    high = f"{last}({name})"
    if order.staleness is not None:
        high = _moved(Value(high, order.type), order, context)
    return low, high


def _within(order: FilledOrder) -> str:
    """The grid ends before TO, or before it is stale; else at the last value, if there is one."""
    ends_before = order.stop is not None or order.staleness is not None
    sign = "<" if ends_before else "<="
    return f"`_v` {sign.replace('<', '>') if order.descending else sign} `_hi`"


def _grid(order: FilledOrder, context: CallContext) -> str:
    """The values between the bounds, an array."""
    step = order.step if order.step is not None else literal(-1 if order.descending else 1)
    steps = f"sequence(0L, {_steps(order, step)})"
    if _unit_of(step) in _OF_SEVERAL_LENGTHS:
        # The next of the last: a month after 31 January is 29 February, and 29 March after it.
        following = _after("element_at(`_g`, -1)", step, order, context)
        longer = f"if(`_i` = 0L, `_g`, concat(`_g`, array({following})))"
        return f"aggregate({steps}, array(`_lo`), (`_g`, `_i`) -> {longer})"
    if _unit_of(step) is not None:
        moved = replace(step, sql=f"(`_i` * {step.sql})", constant=MISSING, folded=False)
    else:
        moved = lower_scalar("multiply", [Value("`_i`", _NUMBERED), step], context)
    return f"transform({steps}, `_i` -> {_after('`_lo`', moved, order, context)})"


def _after(start: str, step: Value, order: FilledOrder, context: CallContext) -> str:
    moved = lower_scalar("plus", [Value(start, order.type), step], context)
    return stored(converted(moved, order.type)).sql


def _unit_of(step: Value) -> str | None:
    if step.type is None or not is_interval(step.type):
        return None
    return step.type.family.removeprefix("Interval")


def _steps(order: FilledOrder, step: Value) -> str:
    """At least as many steps as lie between the bounds."""
    if is_number(order.type):
        distance = "CAST(`_hi` - `_lo` AS DOUBLE)"
    elif order.type.family in _DAYS:
        distance = "CAST(datediff(`_hi`, `_lo`) AS DOUBLE)"
    else:
        distance = "CAST(unix_micros(`_hi`) - unix_micros(`_lo`) AS DOUBLE) / 1e6"
    size = f"CAST({step.sql} AS DOUBLE)"
    unit = _unit_of(step)
    if unit is not None:
        seconds = _SHORTEST[unit]
        per_unit = seconds / 86400 if order.type.family in _DAYS else seconds
        size = f"(CAST({step.sql} AS DOUBLE) * {per_unit!r}D)"
    return f"greatest(0L, CAST(ceil(coalesce({distance} / {size}, 0D)) AS BIGINT))"


_SHORTEST = {
    **{unit: nanoseconds / 10**9 for unit, nanoseconds in NANOSECONDS.items()},
    **{"Month": 28 * 86400.0, "Quarter": 90 * 86400.0, "Year": 365 * 86400.0},
}
"""The fewest seconds that a unit has."""

_OF_SEVERAL_LENGTHS = ("Month", "Quarter", "Year")
