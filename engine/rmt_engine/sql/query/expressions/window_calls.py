"""Windows, and the functions that only windows have.

Source: https://clickhouse.com/docs/sql-reference/window-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import canonical_name, common_type, is_aggregate
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    bare,
    plain,
    wider_decimal,
    without_codes,
)
from rmt_engine.sql.query.aggregates.aggregate_calls import NOTHING_AROUND, Around, lower_aggregate
from rmt_engine.sql.query.aggregates.rows import GroupRows
from rmt_engine.sql.query.types.ordering import order_by_text, ordering_key
from rmt_engine.sql.query.types.variants import refuse_variant_key
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.interval_units import NANOSECONDS
from rmt_engine.sql.values.failures import SHOWN, failing
from rmt_engine.sql.values.types import DataType

__all__ = [
    "Bound",
    "OrderKey",
    "WindowFrame",
    "WindowSpec",
    "is_window_function",
    "lower_window_function",
]

_COUNT, _SHARE = plain("UInt64"), plain("Float64")
_FEW_DIGITS = frozenset(("TINYINT", "SMALLINT", "INT", "BIGINT"))
_FARTHEST = 2**31 - 1
"""Spark's greatest offset; it takes no partition with more rows."""


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A member of a window's ORDER BY.

    Attributes:
        value: what rows are ordered by.
        descending: whether the greatest is first.
        nulls_first: as written; None if nothing was.
        collation: the name behind COLLATE; empty without one.
    """

    value: Value
    descending: bool = False
    nulls_first: bool | None = None
    collation: str = ""

    @property
    def text(self) -> str:
        """Spark's text."""
        return order_by_text(self.value, self.descending, self.nulls_first, self.collation)


@dataclass(frozen=True, slots=True)
class Bound:
    """Where a frame begins or ends.

    Attributes:
        kind: `PRECEDING`, `FOLLOWING` or `CURRENT ROW`.
        offset: how far; None: unbounded, or the current row.
    """

    kind: str
    offset: Value | None = None

    @property
    def place(self) -> float:
        """How many rows behind the current one, which may be infinite."""
        if self.kind == "CURRENT ROW":
            return 0
        sign = -1 if self.kind == "PRECEDING" else 1
        if self.offset is None:
            return sign * float("inf")
        constant = self.offset.constant
        is_number = isinstance(constant, int) and self.offset.family in INTEGERS
        if not isinstance(constant, int) or not is_number or constant < 0:
            raise RmtError(
                "BAD_ARGUMENTS",
                "The offset of a window's frame must be a nonnegative 32-bit integer.",
            )
        return sign * constant


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """`ROWS BETWEEN … AND …`.

    Attributes:
        unit: `ROWS`, `RANGE` or `GROUPS`.
        start: where it begins.
        stop: where it ends.
    """

    unit: str
    start: Bound
    stop: Bound

    @property
    def has_offset(self) -> bool:
        """Whether it is bounded by a number."""
        return self.start.offset is not None or self.stop.offset is not None


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """A window.

    Attributes:
        partition: what rows are parted by.
        order: what they are ordered by.
        frame: the frame; None if none was written.
    """

    partition: Sequence[Value] = ()
    order: Sequence[OrderKey] = ()
    frame: WindowFrame | None = None

    def check_keys(self) -> None:
        """Refuses to part or to order by what has no order.

        Raises:
            RmtError: `ILLEGAL_COLUMN`.
        """
        for value in self.partition:
            refuse_variant_key(value, "GROUP BY")
        for key in self.order:
            refuse_variant_key(key.value, "ORDER BY")

    @property
    def rank(self) -> Value:
        """The number of a row's group, of those that are equal in the order."""
        over = self.text(with_frame=False, needs_order=True)
        return Value(f"CAST(dense_rank(){over} AS BIGINT)", plain("Int64"))

    def by_rank(self, rank: Value) -> WindowSpec:
        """The same with a frame of GROUPS as a RANGE of the numbers of groups.

        Args:
            rank: the number of a row's group, calculated in a query below.
        """
        assert self.frame is not None
        return replace(self, order=(OrderKey(rank),), frame=replace(self.frame, unit="RANGE"))

    def text(self, *, with_frame: bool = True, needs_order: bool = False) -> str:
        """Spark's ` OVER (…)`.

        Args:
            with_frame: whether the frame stands in it; Spark's own frames are those of `rank`.
            needs_order: whether Spark refuses a window without ORDER BY: all rows are equal then.

        Raises:
            RmtError: `BAD_ARGUMENTS`, the frame makes no sense; `NOT_IMPLEMENTED`, its unit.
        """
        frame = self.frame if with_frame else None
        parts = []
        if self.partition:
            keys = ", ".join(stored(value).sql for value in self.partition)
            parts.append(f"PARTITION BY {keys}")
        order = self._order(frame)
        if order or needs_order or frame is not None:
            parts.append(f"ORDER BY {order or '1'}")
        if frame is not None:
            parts.append(self._frame(frame))
        return f" OVER ({' '.join(parts)})"

    def _order(self, frame: WindowFrame | None) -> str:
        if frame is not None and frame.unit == "RANGE" and frame.has_offset:
            return self._range_order()
        return ", ".join(key.text for key in self.order)

    def _range_order(self) -> str:
        """The one number that a range is measured in."""
        if len(self.order) != 1:
            raise RmtError(
                "BAD_ARGUMENTS",
                "The RANGE OFFSET window frame requires exactly one ORDER BY column, "
                f"{len(self.order)} given.",
            )
        [key] = self.order
        direction = "DESC" if key.descending else "ASC"
        place = "FIRST" if key.nulls_first else "LAST"
        return f"{_measured(key.value)[0]} {direction} NULLS {place}"

    def _frame(self, frame: WindowFrame) -> str:
        unit = frame.unit
        if unit == "GROUPS":
            if frame.has_offset:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    "Frames of GROUPS with offsets are not supported beside arrayJoin.",
                    "Join the arrays in a subquery.",
                )
            unit = "RANGE"
        if frame.start.place > frame.stop.place:
            raise RmtError(
                "BAD_ARGUMENTS", "The start of a window's frame does not precede its end."
            )
        offsets = [abs(one.place) for one in (frame.start, frame.stop) if one.offset is not None]
        if any(offset >= _FARTHEST for offset in offsets):
            raise RmtError(
                "BAD_ARGUMENTS",
                "The offset of a window's frame must be a nonnegative 32-bit integer.",
                "UNBOUNDED has no end.",
            )
        kind = "INT"
        if unit == "RANGE" and frame.has_offset:
            _check_offsets(offsets, self.order[0].value)
            kind = _measured(self.order[0].value)[1]
        start, stop = (_bound(bound, kind) for bound in (frame.start, frame.stop))
        return f"{unit} BETWEEN {start} AND {stop}"


def _measured(value: Value) -> tuple[str, str]:
    """A number that stands for what a range is measured in, and its Spark type."""
    text, family = ordering_key(value), value.family
    if family in ("Date", "Date32"):
        return f"CAST(unix_date({text}) AS BIGINT)", "BIGINT"
    if family == "DateTime":
        return f"unix_seconds({text})", "BIGINT"
    if family in FLOATS:
        return f"CAST({text} AS DOUBLE)", "DOUBLE"
    if family in INTEGERS and value.type is not None and value.type.spark in _FEW_DIGITS:
        return f"CAST({text} AS BIGINT)", "BIGINT"
    if family in INTEGERS and value.type is not None:
        return text, value.type.spark
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"The RANGE OFFSET frame for '{value.type}' ORDER BY column is not implemented.",
    )


def _check_offsets(offsets: Sequence[float], key: Value) -> None:
    """Refuses offsets of a RANGE that the type of its key cannot hold.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND`.
    """
    most = 2.0**16 - 1 if key.family == "Date" else float("inf")
    if key.family in INTEGERS:
        bits = int(key.family.partition("Int")[2])
        most = 2.0 ** (bits - (not key.family.startswith("U"))) - 1
    for offset in offsets:
        if offset > most:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"Cannot convert value '{int(offset)}': it cannot be represented as {key.type}.",
                "UNBOUNDED has no end.",
            )


def _bound(bound: Bound, kind: str) -> str:
    if bound.kind == "CURRENT ROW":
        return bound.kind
    if bound.offset is None:
        return f"UNBOUNDED {bound.kind}"
    number = abs(bound.place)
    if kind == "INT":
        return f"{int(number)} {bound.kind}"
    return f"CAST('{number if kind == 'DOUBLE' else int(number)}' AS {kind}) {bound.kind}"


# Functions


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    values: Sequence[Value]
    window: WindowSpec

    @property
    def type(self) -> DataType:
        """The type of the first argument, which is that of the answer."""
        found = self.values[0].type
        return found if found is not None else plain("Nothing")


def lower_window_function(
    name: str,
    values: Sequence[Value],
    parameters: Sequence[Value],
    window: WindowSpec,
    *,
    distinct: bool = False,
    where: Value | None = None,
    nulls: str = "",
    around: Around = NOTHING_AROUND,
) -> Value:
    """A function over a window, as Spark's text; any aggregate function is one.

    Args:
        name: the function, as it was written.
        values: the arguments.
        parameters: of a parametric function.
        window: the window.
        distinct: whether DISTINCT stands before the arguments.
        where: the condition of FILTER.
        nulls: `IGNORE` or `RESPECT`; empty for neither.
        around: the query.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`, `BAD_ARGUMENTS`, `NOT_IMPLEMENTED`,
            `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, and those of `lower_aggregate`.
    """
    canonical = canonical_name(name)
    lowered = _FUNCTIONS.get(canonical or "")
    if lowered is not None and canonical is not None:
        if parameters:
            raise RmtError("BAD_ARGUMENTS", f"Function {name} cannot be parameterized.")
        if nulls == "RESPECT":
            raise RmtError("NOT_IMPLEMENTED", f"Function {name} does not support RESPECT NULLS.")
        window.check_keys()
        return lowered(_Call(canonical, [_plainly_stored(value) for value in values], window))
    if canonical is None or not is_aggregate(canonical):
        raise RmtError(
            "UNKNOWN_AGGREGATE_FUNCTION", f"Aggregate function with name '{name}' does not exist."
        )
    found = lower_aggregate(
        name,
        values,
        parameters,
        distinct=distinct,
        where=where,
        nulls=nulls,
        around=around,
        rows=GroupRows(over=window.text()),
    )
    window.check_keys()
    return found


def _plainly_stored(value: Value) -> Value:
    """An argument as a column of its type would hold it; no answer is of LowCardinality."""
    found = stored(value)
    return found if found.type is None else replace(found, type=without_codes(found.type))


def _place(function: str, answer: DataType) -> Callable[[_Call], Value]:
    """`rank` and its kin, whatever the frame is."""

    def lowered(call: _Call) -> Value:
        if call.values and call.name != "row_number":
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"Number of arguments for window function {call.name} doesn't match: "
                f"passed {len(call.values)}, should be 0.",
            )
        if call.name in ("percentRank", "cume_dist") and call.window.frame is not None:
            raise _unsupported_frame(call)
        over = call.window.text(with_frame=False, needs_order=True)
        return Value(f"CAST({function}(){over} AS {answer.spark})", answer)

    return lowered


def _unsupported_frame(call: _Call) -> RmtError:
    return RmtError("BAD_ARGUMENTS", f"Unsupported window frame type for function '{call.name}'.")


def _ntile(call: _Call) -> Value:
    _check_number(call, 1, 1)
    frame = call.window.frame
    if not call.window.order or not (frame is None or _is_of_all_rows(frame)):
        raise _unsupported_frame(call)
    count = _constant(call, 0, 1)
    over = call.window.text(with_frame=False)
    return Value(f"CAST(ntile({count}){over} AS {_COUNT.spark})", _COUNT)


def _is_of_all_rows(frame: WindowFrame) -> bool:
    return (frame.start.place, frame.stop.place) == (float("-inf"), float("inf"))


def _constant(call: _Call, position: int, least: int) -> int:
    """An argument that is a constant whole number."""
    if position >= len(call.values):
        return 1
    found = call.values[position].constant
    if not isinstance(found, int):
        raise RmtError(
            "NOT_IMPLEMENTED", f"The offset of the function {call.name} must be a constant number."
        )
    if found < least:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The offset for function {call.name} must be in "
            f"({least}, 9223372036854775807], {found} given.",
        )
    return min(found, _FARTHEST)


def _check_number(call: _Call, fewest: int, most: int) -> None:
    if not fewest <= len(call.values) <= most:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Function {call.name} takes from {fewest} to {most} arguments, "
            f"passed {len(call.values)}.",
        )


def _default(call: _Call) -> str:
    """What stands for a row that is not there."""
    if len(call.values) < 3:
        return call.type.default
    given = call.values[2]
    if given.type is None or call.values[0].type is None:
        return f"CAST({given.sql} AS {call.type.spark})"
    try:
        common = common_type([call.type, given.type])
    except RmtError:
        common = None
    if common is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"There is no supertype for the argument type '{call.type}' and the default value "
            f"type '{given.type}'.",
        )
    if not _is_kept_as(bare(common), bare(call.type)) or common.nullable != call.type.nullable:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The supertype '{common}' for the argument type '{call.type}' and the default value "
            f"type '{given.type}' is not the same as the argument type.",
        )
    return f"CAST({given.sql} AS {call.type.spark})"


def _is_kept_as(common: DataType, given: DataType) -> bool:
    """Whether a type is another one, or has as many bytes and digits behind the point."""
    if common.family != "Decimal" or given.family != "Decimal":
        return common == given
    widths = {wider_decimal(one.precision) for one in (common, given)}
    return common.scale == given.scale and len(widths) == 1


def _offset(function: str) -> Callable[[_Call], Value]:
    """`lag` and `lead`, which have no frame."""

    def lowered(call: _Call) -> Value:
        _check_number(call, 1, 3)
        if call.window.frame is not None:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Window function '{call.name}' does not expect window frame to be explicitly "
                "specified.",
            )
        return _row_beside(call, function)

    return lowered


def _row_beside(call: _Call, function: str) -> Value:
    if _offset_varies(call):
        return _row_at(call, function)
    over = call.window.text(with_frame=False, needs_order=True)
    offset = _constant(call, 1, 0)
    text = f"{function}({call.values[0].sql}, {offset}, {_default(call)}){over}"
    return Value(text, call.values[0].type)


def _offset_in_frame(function: str) -> Callable[[_Call], Value]:
    """`lagInFrame` and `leadInFrame`: the default for rows that are not in the frame."""

    def lowered(call: _Call) -> Value:
        _check_number(call, 1, 3)
        if _offset_varies(call):
            return _row_at(call, function)
        offset = _constant(call, 1, 0)
        target = -offset if function == "lag" else offset
        beside = _row_beside(replace(call, window=replace(call.window, frame=None)), function)
        frame = call.window.frame
        if frame is not None and frame.unit == "ROWS":
            is_inside = frame.start.place <= target <= frame.stop.place
            return beside if is_inside else replace(beside, sql=_nothing(call))
        _check_beginning(call, frame)
        if function == "lag" and (frame is None or frame.stop.place >= 0):
            return beside
        over = call.window.text(with_frame=False, needs_order=True)
        last = f"count(1){call.window.text()}"
        is_inside_text = f"row_number(){over} + {target} <= {last}"
        return replace(
            beside, sql=f"CASE WHEN {is_inside_text} THEN {beside.sql} ELSE {_default(call)} END"
        )

    return lowered


def _check_beginning(call: _Call, frame: WindowFrame | None) -> None:
    if frame is None or frame.unit == "ROWS" or frame.start.place == float("-inf"):
        return
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"{call.name} over a {frame.unit} frame that begins at a row is not supported.",
        "Take ROWS, or lag and lead, which have no frame.",
    )


def _offset_varies(call: _Call) -> bool:
    """Whether each row says how far away the other one is.

    Raises:
        RmtError: `BAD_ARGUMENTS`, it is no whole number.
    """
    if len(call.values) < 2 or isinstance(call.values[1].constant, int):
        return False
    kind = call.values[1].type
    if kind is not None and (kind.nullable or kind.family not in INTEGERS):
        raise RmtError("BAD_ARGUMENTS", f"Offset must be an integer, '{kind}' given.")
    return True


def _row_at(call: _Call, function: str) -> Value:
    """The row that is so many rows before or behind as the current one says, or the default."""
    frame = call.window.frame
    _check_beginning(call, frame)
    by_rows = frame if frame is not None and frame.unit == "ROWS" else None
    if by_rows is not None and not by_rows.start.place <= 0 <= by_rows.stop.place:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{call.name} with an offset that differs by row needs a frame with the current row.",
            "Take a constant offset.",
        )
    here, offset = Bound("CURRENT ROW"), _checked_offset(call)
    if function == "lag":
        first = by_rows.start if by_rows is not None else Bound("PRECEDING")
        read = WindowFrame("ROWS", first, here)
    else:
        last = by_rows.stop if by_rows is not None else Bound("FOLLOWING")
        read = WindowFrame("ROWS", here, last)
    over = replace(call.window, frame=read).text(needs_order=True)
    rows = f"collect_list(named_struct('v', {call.values[0].sql})){over}"
    place = f"size({rows}) - 1 - {offset}" if function == "lag" else offset
    found = f"get({rows}, CAST(least({place}, {_FARTHEST}) AS INT))"
    if call.name == "leadInFrame" and by_rows is None:
        numbered = call.window.text(with_frame=False, needs_order=True)
        inside = f"row_number(){numbered} + {offset} <= count(1){call.window.text()}"
        found = f"CASE WHEN {inside} THEN {found} END"
    text = f"coalesce({found}, named_struct('v', {_default(call)})).`v`"
    return Value(text, call.values[0].type)


def _checked_offset(call: _Call) -> str:
    """Spark's text of an offset, which is refused in a row where it is negative."""
    offset = call.values[1].sql
    error = RmtError(
        "BAD_ARGUMENTS",
        f"The offset for function {call.name} must be in (0, 9223372036854775807], {SHOWN} given.",
    )
    failure = failing(error, "BIGINT", shown=f"CAST({offset} AS STRING)")
    return f"(CASE WHEN {offset} < 0 THEN {failure} ELSE CAST({offset} AS BIGINT) END)"


def _nothing(call: _Call) -> str:
    """The default, as a function of a window, so that it is one in every row."""
    return f"coalesce({_default(call)}, {_default(call)})"


def _nth_value(call: _Call) -> Value:
    _check_number(call, 2, 2)
    offset = _constant(call, 1, 1)
    text = f"nth_value({call.values[0].sql}, {offset}){call.window.text(needs_order=True)}"
    if call.type.nullable or call.values[0].type is None:
        return Value(text, call.values[0].type)
    return Value(f"coalesce({text}, {call.type.default})", call.values[0].type)


def _non_negative_derivative(call: _Call) -> Value:
    """How much more a value is than in the row before, for a span of time; 0 where it is less.

    Source: https://clickhouse.com/docs/sql-reference/window-functions#nonnegativederivative.
    """
    _check_number(call, 2, 3)
    value, time = call.values[:2]
    if value.family not in INTEGERS and value.family not in FLOATS:
        raise RmtError("BAD_ARGUMENTS", f"Argument 0 must be a number, '{value.type}' given.")
    if time.family not in ("DateTime", "DateTime64") or value.is_nullable or time.is_nullable:
        raise RmtError(
            "BAD_ARGUMENTS", f"Argument 1 must be DateTime or DateTime64, '{time.type}' given."
        )
    over = call.window.text(with_frame=False, needs_order=True)
    number, micros = f"CAST({value.sql} AS DOUBLE)", f"unix_micros({time.sql})"
    more = f"({number} - lag({number}){over})"
    later = f"({micros} - lag({micros}){over})"
    rate = f"{more} * 1000000D / {later} * {_seconds(call)!r}D"
    text = f"CASE WHEN {later} > 0 AND {more} >= 0 THEN {rate} ELSE 0D END"
    return Value(text, plain("Float64"))


def _seconds(call: _Call) -> float:
    """The span of time of a derivative, in seconds."""
    if len(call.values) < 3:
        return 1.0
    span = call.values[2]
    nanoseconds = NANOSECONDS.get(span.family.removeprefix("Interval"))
    if nanoseconds is None:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The INTERVAL must be a week or shorter, '{span.type}' given.",
        )
    if not isinstance(span.constant, int):
        raise RmtError("NOT_IMPLEMENTED", f"The INTERVAL of {call.name} must be a constant.")
    return nanoseconds / 10**9 * span.constant


_FUNCTIONS: Mapping[str, Callable[[_Call], Value]] = {
    "row_number": _place("row_number", _COUNT),
    "rank": _place("rank", _COUNT),
    "denseRank": _place("dense_rank", _COUNT),
    "percentRank": _place("percent_rank", _SHARE),
    "cume_dist": _place("cume_dist", _SHARE),
    "ntile": _ntile,
    "lag": _offset("lag"),
    "lead": _offset("lead"),
    "lagInFrame": _offset_in_frame("lag"),
    "leadInFrame": _offset_in_frame("lead"),
    "nth_value": _nth_value,
    "nonNegativeDerivative": _non_negative_derivative,
}
"""Functions of windows only, by ClickHouse's name."""


def is_window_function(name: str) -> bool:
    """Whether a function is one of windows only, such as `rank`."""
    return canonical_name(name) in _FUNCTIONS
