"""Aggregate functions without combinators, each as a text over rows.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, INTEGERS, SIGNED, TIMES, plain
from rmt_engine.sql.grammar.quoting import quote_string
from rmt_engine.sql.query.aggregate_rows import ListRows, Rows, let
from rmt_engine.sql.query.keys import from_key, key_of, needs_key
from rmt_engine.sql.query.ordering import extreme_key, ordering_key
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = [
    "RULES",
    "Aggregate",
    "Rule",
    "as_number",
    "empty_of_several",
    "in_width",
    "levels_of",
    "most_of_top",
    "number_of",
]

_NAN = "CAST('NaN' AS DOUBLE)"
_MANY = 99
_TWO_TO_64 = "CAST('18446744073709551616' AS DECIMAL(20,0))"
_SHORT = frozenset(("TINYINT", "SMALLINT", "INT"))


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A call of an aggregate function.

    Attributes:
        name: ClickHouse's, without combinators.
        rows: those it is calculated of.
        values: the arguments, as texts of such a row.
        parameters: of a parametric function.
        answer: the type of the answer; None if it is not known.
        distinct: whether equal values count once.
    """

    name: str
    rows: Rows
    values: Sequence[Value]
    parameters: Sequence[Value] = ()
    answer: DataType | None = None
    distinct: bool = False

    @property
    def first(self) -> Value:
        """The first argument."""
        return self.values[0]

    @property
    def texts(self) -> list[str]:
        """The arguments' texts."""
        return [value.sql for value in self.values]

    def parameter(self, position: int, default: object) -> object:
        """A constant parameter, or what it is when left out."""
        if position >= len(self.parameters):
            return default
        return self.parameters[position].constant

    def number(self, position: int, default: float) -> float:
        """A parameter that is a number.

        Raises:
            RmtError: `BAD_ARGUMENTS` or `CANNOT_CONVERT_TYPE`, it is none.
        """
        found = self.parameter(position, default)
        if isinstance(found, str):
            raise RmtError(
                "CANNOT_CONVERT_TYPE",
                f"The parameter '{found}' of the aggregate function {self.name} is no number.",
            )
        if isinstance(found, bool | str) or found is None:
            raise _bad_parameter(self.name)
        try:
            return float(found)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise _bad_parameter(self.name) from None

    def whole(self, position: int, default: int) -> int:
        """A parameter that is a whole number."""
        return int(self.number(position, default))


def _bad_parameter(name: str) -> RmtError:
    return RmtError(
        "BAD_ARGUMENTS", f"A parameter of the aggregate function {name} must be a constant number."
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """How an aggregate function is written for Spark.

    Attributes:
        text: Spark's text of a call.
        fewest: how many arguments it takes at least.
        most: and at most.
        empty: what it gives of no values that are not Nullable, where that is not the default of
            the type.
        is_total: whether the text gives the answer over no rows itself.
        is_partial: whether the text may be NULL over some rows, where ClickHouse has NaN.
        takes_null: whether rows with NULL count.
    """

    text: Callable[[Aggregate], str]
    fewest: int = 1
    most: int = 1
    empty: str = ""
    is_total: bool = False
    is_partial: bool = False
    takes_null: bool = False


def number_of(value: Value) -> str:
    """A value as a number of Spark's: a Bool is 0 or 1, a member of an Enum its number."""
    if value.family == "Bool":
        return f"CAST({value.sql} AS SMALLINT)"
    if value.type is not None and value.type.members:
        return ordering_key(value)
    return value.sql


# Sums


def _count(call: Aggregate) -> str:
    return call.rows.count()


def _sum(call: Aggregate) -> str:
    """A sum; of 64 bits it wraps around, as in ClickHouse."""
    value, rows = number_of(call.first), call.rows
    spark = call.first.type.spark if call.first.type is not None else ""
    if isinstance(rows, ListRows):
        return _sum_of_list(call, value, spark)
    if call.first.family == "Int64" and not call.distinct:
        high = rows.sum(f"shiftright({value}, 32)", "BIGINT")
        low = rows.sum(f"({value} & 4294967295L)", "BIGINT")
        return f"shiftleft({high} + shiftright({low}, 32), 32) | ({low} & 4294967295L)"
    if call.first.family == "Int64":
        return _wrapped(rows.sum(f"CAST({value} AS DECIMAL(20,0))", "DECIMAL", True))
    total = rows.sum(value, "", call.distinct)
    return f"mod({total}, {_TWO_TO_64})" if call.first.family == "UInt64" else total


def _sum_of_list(call: Aggregate, value: str, spark: str) -> str:
    answer = call.answer.spark if call.answer is not None else "DOUBLE"
    kind = "DOUBLE" if spark in ("FLOAT", "DOUBLE") else answer
    wide = answer if call.first.family == "Decimal" else kind
    total = call.rows.sum(
        value, wide if wide == "DOUBLE" or "," in wide else "BIGINT", call.distinct
    )
    if call.first.family == "Int64":
        return _wrapped(total)
    return f"mod({total}, {_TWO_TO_64})" if call.first.family == "UInt64" else total


def _sum_in_own_width(call: Aggregate) -> str:
    return in_width(_sum(call), call.answer)


def in_width(total: str, answer: DataType | None) -> str:
    """A whole number, of an answer of 32 bits at most as a number of its width that wraps around.

    Args:
        total: the number.
        answer: the type of the answer; None if it is not known.
    """
    if answer is None or answer.family not in INTEGERS or BITS[answer.family] > 32:
        return total
    bits = BITS[answer.family]
    half = 2 ** (bits - 1) if answer.family in SIGNED else 0
    return f"(pmod({total} + {half}L, {2**bits}L) - {half}L)"


def _wrapped(total: str) -> str:
    """A sum as 64 bits with a sign."""
    half = "CAST('9223372036854775808' AS DECIMAL(20,0))"
    shifted = f"pmod(CAST({total} AS DECIMAL(38,0)) + {half}, {_TWO_TO_64})"
    return f"CAST({shifted} - {half} AS BIGINT)"


def _precise_sum(call: Aggregate) -> str:
    return call.rows.sum(f"CAST({number_of(call.first)} AS DOUBLE)", "DOUBLE", call.distinct)


def _sum_count(call: Aggregate) -> str:
    summed = call if call.answer is None else replace(call, answer=call.answer.elements[0])
    total = f"coalesce({_sum(summed)}, 0)"
    return f"named_struct('1', {total}, '2', {call.rows.count()})"


def _average(call: Aggregate) -> str:
    """An average; large whole numbers are summed up exactly, and wrap around as in ClickHouse."""
    if call.first.family in _SUMMED_EXACTLY and not call.distinct:
        return f"CAST({_sum(call)} AS DOUBLE) / nullif({call.rows.count()}, 0)"
    number, back = _as_number(call.first)
    average = call.rows.average(number, call.distinct)
    return back(f"rint({average})" if call.first.family in TIMES else average)


_SUMMED_EXACTLY = ("Int64", "UInt64", "Int128", "UInt128", "Int256", "UInt256")


def _as_number(value: Value) -> tuple[str, Callable[[str], str]]:
    """A number that stands for a value, and how to make the value of such a number."""
    family = value.family
    if family in ("Date", "Date32"):
        return f"unix_date({value.sql})", lambda n: f"date_from_unix_date(CAST({n} AS INT))"
    if family == "DateTime":
        return (
            f"unix_seconds({value.sql})",
            lambda n: f"timestamp_seconds(CAST({n} AS BIGINT))",
        )
    if family == "DateTime64":
        return (
            f"unix_micros({value.sql})",
            lambda n: f"timestamp_micros(CAST({n} AS BIGINT))",
        )
    return number_of(value), lambda n: n


def _average_weighted(call: Aggregate) -> str:
    value, weight = (f"CAST({number_of(one)} AS DOUBLE)" for one in call.values)
    total = call.rows.sum(f"{value} * {weight}", "DOUBLE")
    return f"({total} / nullif({call.rows.sum(weight, 'DOUBLE')}, 0D))"


# One of the values


def _extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        key = extreme_key(call.first, function)
        if key != call.first.sql:
            return call.rows.by_extreme(function, call.first.sql, key)
        found = call.rows.extreme(function, key)
        if function == "min" or call.first.family not in FLOATS:
            return found
        return f"coalesce({call.rows.extreme(function, _without_nan(call.first))}, {found})"

    return text


def _without_nan(value: Value) -> str:
    kind = value.type.spark if value.type is not None else "DOUBLE"
    return f"nullif({value.sql}, CAST('NaN' AS {kind}))"


def _by_extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value, by = call.values
        if function == "min" or by.family not in FLOATS:
            return call.rows.by_extreme(function, value.sql, extreme_key(by, function))
        found = call.rows.by_extreme(function, value.sql, _without_nan(by))
        return f"coalesce({found}, {call.rows.edge('first', value.sql)})"

    return text


def _pair_by_extreme(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value, by = call.values
        pair = f"named_struct('1', {value.sql}, '2', {by.sql})"
        return call.rows.by_extreme(function, pair, extreme_key(by, function))

    return text


def _edge(function: str) -> Callable[[Aggregate], str]:
    return lambda call: call.rows.edge(function, call.first.sql)


def _edge_with_null(function: str) -> Callable[[Aggregate], str]:
    """The first or the last value even if it is NULL."""

    def text(call: Aggregate) -> str:
        return f"{call.rows.edge(function, f'named_struct({_A}, {call.first.sql})')}.a"

    return text


_A = "'a'"


def _only_value(call: Aggregate) -> str:
    count = call.rows.count_different([key_of(value) for value in call.values])
    return f"(CASE WHEN {count} = 1 THEN {call.rows.edge('first', call.first.sql)} END)"


# How many


def _count_different(call: Aggregate) -> str:
    return call.rows.count_different([key_of(value) for value in call.values])


def _count_up_to(call: Aggregate) -> str:
    most = call.whole(0, 4) + 1
    return f"least({call.rows.count_different([key_of(value) for value in call.values])}, {most}L)"


# Moments


def _moment(function: str) -> Callable[[Aggregate], str]:
    return lambda call: call.rows.moment(function, [number_of(one) for one in call.values])


def _shrunk(function: str, power: float, plus: int = 0) -> Callable[[Aggregate], str]:
    """A moment of a sample from that of a population."""

    def text(call: Aggregate) -> str:
        count = call.rows.count()
        found = call.rows.moment(function, [number_of(call.first)])
        return f"(({found} + {plus}) * power(({count} - 1) / nullif({count}, 0), {power}D))"

    return text


def _kurtosis(call: Aggregate) -> str:
    return f"({call.rows.moment('kurtosis', [number_of(call.first)])} + 3)"


def _line(call: Aggregate) -> str:
    x, y = (number_of(one) for one in call.values)
    slope, intercept = (
        f"coalesce({call.rows.moment(function, [y, x])}, {_NAN})"
        for function in ("regr_slope", "regr_intercept")
    )
    return f"named_struct('k', {slope}, 'b', {intercept})"


def _bounding_ratio(call: Aggregate) -> str:
    x, y = (f"CAST({number_of(one)} AS DOUBLE)" for one in call.values)
    rise = f"{call.rows.by_extreme('max', y, x)} - {call.rows.by_extreme('min', y, x)}"
    return f"(({rise}) / nullif({call.rows.extreme('max', x)} - {call.rows.extreme('min', x)}, 0D))"


# Bits


def _bits(function: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        value = number_of(call.first)
        if call.first.type is not None and call.first.type.spark == "DECIMAL(38,0)":
            return _of_halves(call, function, value)
        if call.first.family != "UInt64":
            return call.rows.bits(function, value)
        return _unsigned(call.rows.bits(function, _bits_of(value)))

    return text


def _of_halves(call: Aggregate, function: str, value: str) -> str:
    """The bits of wide numbers: those above 64 and the others."""
    low = f"pmod({value}, {_TWO_TO_64})"
    upper = call.rows.bits(function, f"(({value} - {low}) DIV {_TWO_TO_64})")
    lower = call.rows.bits(function, _bits_of(f"CAST({low} AS DECIMAL(20,0))"))
    return f"CAST({upper} * {_TWO_TO_64} + {_unsigned(lower)} AS DECIMAL(38,0))"


def _unsigned(bits: str) -> str:
    """The UInt64 that a BIGINT has the bits of."""
    return f"CAST(pmod(CAST({bits} AS DECIMAL(21,0)), {_TWO_TO_64}) AS DECIMAL(20,0))"


def _bits_of(value: str) -> str:
    """A UInt64 as the BIGINT of the same bits."""
    half = "CAST('9223372036854775808' AS DECIMAL(20,0))"
    return (
        f"CAST(CASE WHEN {value} >= {half} THEN {value} - {_TWO_TO_64} ELSE {value} END AS BIGINT)"
    )


# Lists


def _limited(values: str, limit: object) -> str:
    return values if limit is None else f"slice({values}, 1, {int(str(limit))})"


def _list_of(call: Aggregate) -> str:
    found = call.rows.list_of(call.first.sql)
    return f"array_distinct({found})" if call.distinct else found


def _group_array(call: Aggregate) -> str:
    return _limited(_list_of(call), call.parameter(0, None))


def _group_array_last(call: Aggregate) -> str:
    kept = f"least({call.whole(0, 1)}, size(rmt_all))"
    return let(_list_of(call), "rmt_all", f"slice(rmt_all, size(rmt_all) - {kept} + 1, {kept})")


def _group_array_sorted(call: Aggregate) -> str:
    key, limit = ordering_key(call.first), call.parameter(0, None)
    if needs_key(call.first.type):
        keys = _limited(f"array_sort({call.rows.list_of(key)})", limit)
        return f"transform({keys}, rmt_x -> {from_key('rmt_x', call.first.type)})"
    if key == call.first.sql:
        return _limited(f"array_sort({_list_of(call)})", limit)
    pairs = call.rows.list_of(f"named_struct('by', {key}, 'v', {call.first.sql})")
    pairs = f"array_distinct({pairs})" if call.distinct else pairs
    return f"transform({_limited(f'array_sort({pairs})', limit)}, rmt_x -> rmt_x.v)"


def _group_uniq_array(call: Aggregate) -> str:
    return _limited(f"array_distinct({call.rows.list_of(call.first.sql)})", call.parameter(0, None))


_RUNNING_SUMS = (
    "aggregate(rmt_all, CAST(array() AS ARRAY<DOUBLE>), (rmt_sums, rmt_one) -> "
    "array_append(rmt_sums, coalesce(get(rmt_sums, size(rmt_sums) - 1), 0D) + rmt_one))"
)


def _moving(is_average: bool) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        width = call.parameter(0, None)
        kind = "DECIMAL(38,0)" if call.first.type and call.first.family in INTEGERS else "DOUBLE"
        if call.first.family == "Decimal" and call.answer is not None:
            kind = call.answer.element.spark
        number = f"CAST({number_of(call.first)} AS {kind})"
        first = "0" if width is None else f"greatest(rmt_at - {int(str(width))} + 1, 0)"
        part = f"slice(rmt_all, {first} + 1, rmt_at - {first} + 1)"
        total = (
            f"aggregate({part}, CAST(0 AS {kind}), "
            f"(rmt_sum, rmt_one) -> CAST(rmt_sum + rmt_one AS {kind}))"
        )
        if kind == "DOUBLE":
            # ClickHouse takes the running sum before the part from the one behind it.
            total = "get(rmt_sums, rmt_at)"
            if width is not None:
                total = f"({total} - coalesce(get(rmt_sums, rmt_at - {int(str(width))}), 0D))"
        if is_average:
            total = f"{total} / {'size(rmt_all)' if width is None else int(str(width))}"
        moved = f"transform(rmt_all, (rmt_x, rmt_at) -> {total})"
        if kind == "DOUBLE":
            moved = let(_RUNNING_SUMS, "rmt_sums", moved)
        return let(call.rows.list_of(number), "rmt_all", moved)

    return text


def _group_concat(call: Aggregate) -> str:
    separator = _separator(call)
    most = call.parameter(1, None)
    if len(call.parameters) > 1 and (not isinstance(most, int) or most < 1):
        raise RmtError(
            "BAD_ARGUMENTS",
            "The second parameter of aggregate function groupConcat must be a whole number greater "
            "than 0.",
        )
    values = call.rows.list_of(f"CAST({call.first.sql} AS STRING)")
    values = f"array_distinct({values})" if call.distinct else values
    joined = f"array_join({_limited('rmt_all', most)}, {quote_string(separator)})"
    return let(values, "rmt_all", f"CASE WHEN size(rmt_all) > 0 THEN {joined} END")


def _separator(call: Aggregate) -> str:
    """What stands between the values of groupConcat: its second argument, or first parameter."""
    if len(call.parameters) > 2:
        raise RmtError(
            "TOO_MANY_ARGUMENTS_FOR_FUNCTION",
            "Aggregate function groupConcat takes two parameters at most.",
            "groupConcat(separator, most)(value)",
        )
    parameter = call.parameter(0, "")
    separator = call.values[1].constant if len(call.values) > 1 else parameter
    if not isinstance(parameter, str) or not isinstance(separator, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "The separator of aggregate function groupConcat must be a constant String.",
        )
    return separator


def _runs(values: str, body: str) -> str:
    """What is made of `rmt_runs`: of each different value how often it occurs, and where first.

    The counts are negative, so that the most frequent comes first in order. Values are sorted:
    comparing each with each would take the square of the time.
    """
    keyed = f"transform({values}, (rmt_x, rmt_at) -> named_struct('v', rmt_x, 'at', rmt_at))"
    is_last = (
        "rmt_at = size(rmt_sorted) - 1 "
        "OR NOT (get(rmt_sorted, rmt_at + 1).v <=> get(rmt_sorted, rmt_at).v)"
    )
    places = f"transform(rmt_sorted, (rmt_x, rmt_at) -> CASE WHEN {is_last} THEN rmt_at END)"
    ends = f"filter({places}, rmt_x -> rmt_x IS NOT NULL)"
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    run = (
        f"named_struct('n', {before} - rmt_end, 'at', get(rmt_sorted, {before} + 1).at, "
        "'v', get(rmt_sorted, rmt_end).v)"
    )
    runs = f"transform(rmt_ends, (rmt_end, rmt_at) -> {run})"
    return let(
        f"array_sort({keyed})",
        "rmt_sorted",
        let(ends, "rmt_ends", let(runs, "rmt_runs", body)),
    )


_MOST_OF_TOP = 16_777_215
_FEW = 2


def most_of_top(call: Aggregate) -> int:
    """How many of the most frequent values are wanted.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND`; `NOT_IMPLEMENTED`, with counts.
    """
    most = call.whole(0, 10)
    if not 0 < most <= _MOST_OF_TOP:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Parameter {most} is illegal for the aggregate function {call.name}: it is from 1 to "
            f"{_MOST_OF_TOP}.",
        )
    if len(call.parameters) > _FEW:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{call.name} with more than two parameters is not supported.",
            "approx_top_k and approx_top_sum give counts.",
        )
    return most


def _top_k(call: Aggregate) -> str:
    most = most_of_top(call)
    body = f"transform(slice(array_sort(rmt_runs), 1, {most}), rmt_x -> rmt_x.v)"
    return _runs(call.rows.list_of(call.first.sql), body)


def _entropy(call: Aggregate) -> str:
    share = "(-rmt_x.n / size(rmt_sorted))"
    body = (
        "CASE WHEN size(rmt_runs) > 0 THEN aggregate(rmt_runs, 0D, (rmt_sum, rmt_x) -> "
        f"rmt_sum - {share} * log2({share})) END"
    )
    keys = [key_of(value) for value in call.values]
    return _runs(
        call.rows.list_of(keys[0] if len(keys) == 1 else f"struct({', '.join(keys)})"), body
    )


# Quantiles


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
        number, back = as_number(call) if as_double else _as_number(call.first)
        rows = call.rows
        if call.first.family in FLOATS:
            rows = rows.only(f"NOT isnan({call.first.sql})")
        if "Timing" in call.name:
            rows = rows.only(f"{number} BETWEEN 0 AND {_MOST_TICKS}")
            number = f"least(floor({number}), {_LONGEST_TIME})"
        if _answers_numbers(call):
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


def as_number(call: Aggregate) -> tuple[str, Callable[[str], str]]:
    """A number that stands for the first argument, and how to make an answer of a DOUBLE."""
    value = call.first
    if value.family == "Decimal" and value.type is not None and not _answers_numbers(call):
        return _as_units(value.sql, value.type.scale)
    number, back = _as_number(value)
    return number, str if _answers_numbers(call) else back


_LONGEST_TIME = 30_000
"""quantileTiming takes what is longer, in milliseconds, for this."""
_MOST_TICKS = 2**63 - 1


def _answers_numbers(call: Aggregate) -> bool:
    """Whether the answer, or each of several, is a floating-point number."""
    answer = call.answer
    if answer is not None and answer.family == "Array":
        answer = answer.element
    return answer is not None and answer.family in FLOATS


def empty_of_several(element: DataType) -> str:
    """What each of several quantiles of no values is."""
    return f"CAST('NaN' AS {element.spark})" if element.family in FLOATS else element.default


def _as_units(value: str, scale: int) -> tuple[str, Callable[[str], str]]:
    """A decimal as the number of its last digit's units, and how to make it of such."""
    unit = f"CAST('1e-{scale}' AS DECIMAL(19,{scale}))"

    def back(number: str) -> str:
        return f"CAST(CAST({number} AS BIGINT) AS DECIMAL(19,0)) * {unit}"

    return f"{value} * CAST('1e{scale}' AS DECIMAL(19,0))", back


def _without(call: Aggregate, skipped: int) -> Aggregate:
    return Aggregate(call.name, call.rows, call.values, call.parameters[skipped:], call.answer)


# Conditions


def _retention(call: Aggregate) -> str:
    """Whether each condition was met in a group that met the first."""
    met = [f"({call.rows.only(f'({one.sql}) <> 0').count()} > 0)" for one in call.values]
    both = [met[0], *(f"({met[0]} AND {one})" for one in met[1:])]
    return f"array({', '.join(f'CAST({one} AS SMALLINT)' for one in both)})"


# Maps


def _map_of(reducer: str) -> Callable[[Aggregate], str]:
    def text(call: Aggregate) -> str:
        values = list(call.values)
        if len(values) == 1 and values[0].family == "Tuple" and values[0].type is not None:
            names = values[0].type.names or [
                str(at) for at in range(1, len(values[0].type.elements) + 1)
            ]
            values = [
                Value(f"{values[0].sql}.`{name}`", element)
                for name, element in zip(names, values[0].type.elements, strict=True)
            ]
        if len(values) == 1 and values[0].family == "Map":
            return _sum_of_maps(call, reducer, values[0])
        if len(values) < 2 or not all(one.family == "Array" for one in values):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Aggregate function {call.name} requires a map, or arrays of keys and of values.",
            )
        return _sums_of_arrays(call, reducer, values)

    return text


def _map_of_arrays(reducer: str, *, is_filtered: bool = False) -> Callable[[Aggregate], str]:
    """`sumMappedArrays` and `sumMapFiltered([key, …])`, which take no maps."""
    of_all = _map_of(reducer)

    def text(call: Aggregate) -> str:
        if len(call.values) == 1 and call.first.family != "Tuple":
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"When function {call.name} gets one argument it must be a tuple.",
            )
        if is_filtered and (not call.parameters or call.parameters[0].family != "Array"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Aggregate function {call.name} requires an Array as a parameter.",
            )
        return of_all(call)

    return text


def _reduced(reducer: str, values: str, kind: DataType) -> str:
    if reducer != "sum":
        return f"array_{reducer}({values})"
    is_short = kind.family in INTEGERS and BITS[kind.family] <= 32
    wide = "BIGINT" if is_short else kind.spark
    total = f"CAST(rmt_sum + rmt_one AS {wide})"
    summed = f"aggregate({values}, CAST(0 AS {wide}), (rmt_sum, rmt_one) -> {total})"
    return f"CAST({in_width(summed, kind)} AS {kind.spark})" if is_short else summed


def _sum_of_maps(call: Aggregate, reducer: str, value: Value) -> str:
    kind = call.answer.elements[1] if call.answer is not None else plain("Float64")
    entries = f"flatten({call.rows.list_of(f'map_entries({value.sql})')})"
    keys = "array_sort(array_distinct(transform(rmt_all, rmt_x -> rmt_x.key)))"
    own = "transform(filter(rmt_all, rmt_x -> rmt_x.key = rmt_key), rmt_x -> rmt_x.value)"
    totals = f"transform(rmt_keys, rmt_key -> {_reduced(reducer, own, kind)})"
    return let(entries, "rmt_all", let(keys, "rmt_keys", f"map_from_arrays(rmt_keys, {totals})"))


def _sums_of_arrays(call: Aggregate, reducer: str, values: Sequence[Value]) -> str:
    keys, *others = values
    kinds = [plain("Float64")] * len(others)
    if call.answer is not None:
        kinds = [element.element for element in call.answer.elements[1:]]
    fields = ", ".join(f"'v{at}', get({other.sql}, rmt_at)" for at, other in enumerate(others, 1))
    row = f"transform({keys.sql}, (rmt_k, rmt_at) -> named_struct('k', rmt_k, {fields}))"
    is_kept = "rmt_x.k IS NOT NULL"
    if "Filtered" in call.name:
        is_kept += f" AND array_contains({call.parameters[0].sql}, rmt_x.k)"
    rows = f"filter(flatten({call.rows.list_of(row)}), rmt_x -> {is_kept})"
    found = "array_sort(array_distinct(transform(rmt_all, rmt_x -> rmt_x.k)))"
    totals = ", ".join(
        f"'v{at}', "
        + _reduced(
            reducer,
            "filter(transform(filter(rmt_all, rmt_x -> rmt_x.k = rmt_key), "
            f"rmt_x -> rmt_x.v{at}), rmt_x -> rmt_x IS NOT NULL)",
            kind,
        )
        for at, kind in enumerate(kinds, 1)
    )
    made = f"transform({found}, rmt_key -> named_struct('k', rmt_key, {totals}))"
    if reducer == "sum":
        is_any = " OR ".join(f"rmt_x.v{at} <> 0" for at in range(1, len(kinds) + 1))
        made = f"filter({made}, rmt_x -> {is_any})"
    columns = ", ".join(
        f"'{at + 1}', transform(rmt_made, rmt_x -> rmt_x.{name})"
        for at, name in enumerate(["k", *(f"v{at}" for at in range(1, len(kinds) + 1))])
    )
    return let(rows, "rmt_all", let(made, "rmt_made", f"named_struct({columns})"))


# The table


_UNIQ = Rule(_count_different, most=_MANY, is_total=True)
_INTERPOLATED = _quantile(_interpolated, as_double=True)
_SEVERAL_INTERPOLATED = _quantile(_interpolated, as_double=True, several=True)


def _of_moment(text: Callable[[Aggregate], str], count: int = 1) -> Rule:
    return Rule(text, count, count, empty="nan", is_partial=True)


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

RULES: dict[str, Rule] = {
    "count": Rule(_count, 0, 1, is_total=True),
    **dict.fromkeys(
        "uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 uniqTheta".split(), _UNIQ
    ),
    "uniqUpTo": Rule(_count_up_to, most=_MANY, is_total=True),
    "sum": Rule(_sum),
    "sumWithOverflow": Rule(_sum_in_own_width),
    "sumKahan": Rule(_precise_sum),
    "sumCount": Rule(_sum_count, is_total=True),
    "avg": Rule(_average, empty="nan"),
    "avgWeighted": Rule(_average_weighted, 2, 2, empty="nan", is_partial=True),
    "min": Rule(_extreme("min")),
    "max": Rule(_extreme("max")),
    "any": Rule(_edge("first")),
    "anyLast": Rule(_edge("last")),
    "first_value": Rule(_edge("first")),
    "last_value": Rule(_edge("last")),
    "any_respect_nulls": Rule(_edge_with_null("first"), takes_null=True),
    "anyLast_respect_nulls": Rule(_edge_with_null("last"), takes_null=True),
    "first_value_respect_nulls": Rule(_edge_with_null("first"), takes_null=True),
    "last_value_respect_nulls": Rule(_edge_with_null("last"), takes_null=True),
    "singleValueOrNull": Rule(_only_value, is_total=True),
    "argMin": Rule(_by_extreme("min"), 2, 2),
    "argMax": Rule(_by_extreme("max"), 2, 2),
    "argAndMin": Rule(_pair_by_extreme("min"), 2, 2),
    "argAndMax": Rule(_pair_by_extreme("max"), 2, 2),
    "varPop": _of_moment(_moment("var_pop")),
    "varSamp": _of_moment(_moment("var_samp")),
    "stddevPop": _of_moment(_moment("stddev_pop")),
    "stddevSamp": _of_moment(_moment("stddev_samp")),
    "covarPop": _of_moment(_moment("covar_pop"), 2),
    "covarSamp": _of_moment(_moment("covar_samp"), 2),
    "corr": _of_moment(_moment("corr"), 2),
    "varPopStable": _of_moment(_moment("var_pop")),
    "varSampStable": _of_moment(_moment("var_samp")),
    "stddevPopStable": _of_moment(_moment("stddev_pop")),
    "stddevSampStable": _of_moment(_moment("stddev_samp")),
    "covarPopStable": _of_moment(_moment("covar_pop"), 2),
    "covarSampStable": _of_moment(_moment("covar_samp"), 2),
    "corrStable": _of_moment(_moment("corr"), 2),
    "skewPop": _of_moment(_moment("skewness")),
    "skewSamp": _of_moment(_shrunk("skewness", 1.5)),
    "kurtPop": _of_moment(_kurtosis),
    "kurtSamp": _of_moment(_shrunk("kurtosis", 2, 3)),
    "simpleLinearRegression": Rule(_line, 2, 2, is_total=True),
    "boundingRatio": _of_moment(_bounding_ratio, 2),
    "entropy": Rule(_entropy, most=_MANY),
    "groupBitAnd": Rule(_bits("bit_and"), empty="ones"),
    "groupBitOr": Rule(_bits("bit_or")),
    "groupBitXor": Rule(_bits("bit_xor")),
    "groupArray": Rule(_group_array, is_total=True),
    "groupArrayLast": Rule(_group_array_last, is_total=True),
    "groupArraySorted": Rule(_group_array_sorted, is_total=True),
    "groupUniqArray": Rule(_group_uniq_array, is_total=True),
    "groupArrayMovingSum": Rule(_moving(False), is_total=True),
    "groupArrayMovingAvg": Rule(_moving(True), is_total=True),
    "groupConcat": Rule(_group_concat, 1, 2),
    "topK": Rule(_top_k, is_total=True),
    "sumMap": Rule(_map_of("sum"), 1, _MANY, is_total=True),
    "minMap": Rule(_map_of("min"), 1, _MANY, is_total=True),
    "maxMap": Rule(_map_of("max"), 1, _MANY, is_total=True),
    "sumMapWithOverflow": Rule(_map_of("sum"), 1, _MANY, is_total=True),
    **{
        f"{reducer}MappedArrays": Rule(_map_of_arrays(reducer), 1, _MANY, is_total=True)
        for reducer in ("sum", "min", "max")
    },
    **{
        name: Rule(_map_of_arrays("sum", is_filtered=True), 1, _MANY, is_total=True)
        for name in ("sumMapFiltered", "sumMapFilteredWithOverflow")
    },
    "retention": Rule(_retention, 2, 32, is_total=True),
    "quantileDeterministic": Rule(_INTERPOLATED.text, 2, 2, empty="nan"),
    "quantilesDeterministic": Rule(_SEVERAL_INTERPOLATED.text, 2, 2, is_total=True),
    **{
        f"{prefix}{kind}": _quantile(pick, as_double=wide, several=prefix == "quantiles", skip=skip)
        for kind, (pick, wide, skip) in _QUANTILES.items()
        for prefix in ("quantile", "quantiles")
    },
}
"""Aggregate functions, by ClickHouse's name."""
