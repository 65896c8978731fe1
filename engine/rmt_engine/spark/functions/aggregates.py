"""Aggregate functions and their combinators.

Aggregates that are one of Spark's own are returned as such, so that DISTINCT, FILTER and OVER work
on them; others are computed from the list of a group's values.

Source of the semantics: https://clickhouse.com/docs/sql-reference/aggregate-functions.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    bits_of,
    call,
    default_of,
    element_type,
    of,
    typed,
    unsigned,
)
from rmt_engine.spark.functions.maps import combined
from rmt_engine.sql.functions import (
    AGGREGATES_OF_NOTHING,
    COMBINATIONS,
    DEFAULTING,
    OF_LISTS,
    OF_NOTHING,
)

__all__ = ["AGGREGATES", "DEFAULTS_OF_NOTHING"]


def _column(arguments: Arguments, built: Any) -> Column:
    return built if isinstance(built, Column) else arguments.column_of(built)


# One of Spark's


def _by(function: str) -> Builder:
    """MaxBy or MinBy that skips NULLs on both sides, as ClickHouse does."""

    def build(arguments: Arguments) -> Any:
        value, by = arguments.columns
        ordering = arguments.expression_of(F.when(value.isNotNull(), by))
        return arguments.catalyst(f"aggregate.{function}", arguments.expressions[0], ordering)

    return typed(2, 2, build)


def _any(arguments: Arguments) -> Any:
    """Any value; of booleans, Spark's `any`: whether one of them is true."""
    if arguments.type(0) == "boolean":
        return arguments.catalyst("aggregate.BoolOr", arguments.expressions[0])
    return arguments.catalyst("aggregate.First", arguments.expressions[0], True)


def _first(arguments: Arguments) -> Any:
    return arguments.catalyst("aggregate.First", arguments.expressions[0], True)


def _last(arguments: Arguments) -> Any:
    return arguments.catalyst("aggregate.Last", arguments.expressions[0], True)


def _count(arguments: Arguments) -> Column:
    return F.count(arguments.columns[0]) if arguments.columns else F.count(F.lit(1))


# Moments


def _shrunk(moment: Callable[[Column], Column], power: float) -> Builder:
    """A moment of a sample from that of a population."""

    def build(x: Column) -> Column:
        count = F.count(x)
        return moment(x) * F.pow((count - 1) / F.nullif(count, F.lit(0)), F.lit(power))

    return of(build)


def _kurtosis(x: Column) -> Column:
    return F.kurtosis(x) + 3


def _average_weighted(x: Column, weight: Column) -> Column:
    total = F.sum(F.when(x.isNotNull(), weight))
    return F.sum(x * weight).cast("double") / F.nullif(total, F.lit(0)).cast("double")


# Quantiles


def _levels(arguments: Arguments) -> list[float]:
    return [float(level) for level in arguments.parameters or [0.5]]


def _level(arguments: Arguments) -> float:
    level = _levels(arguments)[0]
    if not 0 <= level <= 1:
        raise RmtError("PARAMETER_OUT_OF_BOUND", f"A quantile's level is 0 to 1, not {level}.")
    return level


def _quantile(arguments: Arguments) -> Column:
    return F.percentile(arguments.columns[0].cast("double"), _level(arguments))


def _quantiles(arguments: Arguments) -> Column:
    values = arguments.columns[0].cast("double")
    return F.percentile(values, F.array(*map(F.lit, _levels(arguments))))


def _sorted(values: Column) -> Column:
    return F.array_sort(F.collect_list(values))


def _at(values: Column, level: float, median: str = "high") -> Column:
    """The element of a sorted array that is a quantile."""
    size = F.size(values)
    position = F.least(F.floor(size * F.lit(level)), size - 1)
    if level == 0.5 and median == "low":
        position = F.floor((size - 1) / 2)
    return F.try_element_at(values, F.greatest(position + 1, F.lit(1)).cast("int"))


def _exact(median: str) -> Builder:
    return typed(1, 1, lambda a: _at(_sorted(a.columns[0]), _level(a), median))


def _quantiles_exact(arguments: Arguments) -> Column:
    values = _sorted(arguments.columns[0])
    return F.array(*(_at(values, level) for level in _levels(arguments)))


def _exclusive(arguments: Arguments) -> Column:
    values = _sorted(arguments.columns[0].cast("double"))
    size = F.size(values)
    at = F.greatest(F.lit(1.0), F.least((size + 1) * F.lit(_level(arguments)), size.cast("double")))
    below, above = (
        F.try_element_at(values, F.greatest(f(at), F.lit(1)).cast("int")) for f in (F.floor, F.ceil)
    )
    return below + (above - below) * (at - F.floor(at))


def _exact_weighted(arguments: Arguments) -> Column:
    value, weight = arguments.columns
    pair = F.when(
        value.isNotNull() & (weight > 0),
        F.struct(value.alias("value"), weight.cast("bigint").alias("weight")),
    )
    pairs = F.array_sort(F.collect_list(pair))
    weights = F.transform(pairs, lambda one: one["weight"])
    reached = call("arrayCumSum", weights)
    threshold = call("arraySum", weights) * F.lit(_level(arguments))
    place = F.size(F.filter(reached, lambda total: total < threshold)) + 1
    return F.try_element_at(pairs, place)["value"]


# Lists of a group's values


def _limited(values: Column, limit: Any) -> Column:
    return values if limit is None else F.slice(values, 1, int(limit))


def _group_array(arguments: Arguments) -> Column:
    return _limited(F.collect_list(arguments.columns[0]), arguments.parameter(0, None))


def _group_array_last(arguments: Arguments) -> Column:
    values = F.collect_list(arguments.columns[0])
    kept = F.least(F.lit(int(arguments.parameter(0, 1))), F.size(values))
    return F.slice(values, F.size(values) - kept + 1, kept)


def _group_array_sorted(arguments: Arguments) -> Column:
    return _limited(_sorted(arguments.columns[0]), arguments.parameter(0, None))


def _moving(average: bool) -> Builder:
    def build(arguments: Arguments) -> Column:
        values = F.collect_list(arguments.columns[0])
        width = arguments.parameter(0, None)

        def window(_: Column, at: Column) -> Column:
            first = F.lit(0) if width is None else F.greatest(at - int(width) + 1, F.lit(0))
            total = call("arraySum", F.slice(values, first + 1, at - first + 1))
            if not average:
                return total
            return total / (F.size(values) if width is None else F.lit(int(width)))

        return F.transform(values, window)

    return typed(1, 1, build)


def _group_concat(arguments: Arguments) -> Column:
    values = F.collect_list(arguments.columns[0].cast("string"))
    separator = str(arguments.parameter(0, ""))
    return F.array_join(_limited(values, arguments.parameter(1, None)), separator)


def _top_k(arguments: Arguments) -> Column:
    """The most frequent values; of equally frequent ones, the one met first comes first."""
    values = F.collect_list(arguments.columns[0])
    counted = F.transform(
        F.array_distinct(values),
        lambda value, at: F.struct(
            (-F.size(F.filter(values, lambda other: other == value))).alias("count"),
            at.alias("at"),
            value.alias("value"),
        ),
    )
    most = F.slice(F.array_sort(counted), 1, int(arguments.parameter(0, 10)))
    return F.transform(most, lambda one: one["value"])


def _uniq_up_to(arguments: Arguments) -> Column:
    most = int(arguments.parameter(0, 1)) + 1
    return F.least(F.count_distinct(*arguments.columns), F.lit(most).cast("bigint"))


def _map_of(reducer: str) -> Builder:
    """`sumMap(map)`, or `sumMap(keys, values, …)` and `sumMap((keys, values, …))`.

    The latter give a tuple of arrays, and sums without the keys of which all are 0.
    """

    def build(arguments: Arguments) -> Column:
        arrays = arguments.columns
        if len(arrays) == 1 and arguments.type(0).startswith("map<"):
            lists = F.collect_list(F.map_entries(arrays[0]))
            return combined(F.flatten(lists), reducer)
        if len(arrays) == 1:
            kind = arguments.kind(0)
            names = kind.fieldNames() if isinstance(kind, StructType) else []
            arrays = [arrays[0].getField(name) for name in names]
        if len(arrays) < 2:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"A map, or arrays of keys and of values, are wanted, not {arguments.type(0)}.",
            )
        keys, *values = arrays
        totals = [combined(F.flatten(F.collect_list(_pairs(keys, v))), reducer) for v in values]
        found = F.map_keys(totals[0])
        if reducer == "arraySum":
            found = F.filter(found, lambda key: _is_any(totals, key))
        made = [F.transform(found, functools.partial(F.element_at, total)) for total in totals]
        return F.struct(*(one.alias(str(at)) for at, one in enumerate([found, *made], 1)))

    return typed(1, MANY, build)


def _pairs(keys: Column, values: Column) -> Column:
    return F.zip_with(keys, values, lambda k, v: F.struct(k.alias("key"), v.alias("value")))


def _is_any(totals: Sequence[Column], key: Column) -> Column:
    """Whether one of the maps has something else than 0 at a key."""
    return functools.reduce(operator.or_, (F.element_at(total, key) != 0 for total in totals))


def _retention(*conditions: Column) -> Column:
    """Whether each condition was met in a group that met the first."""
    met = [F.coalesce(F.max(c.cast("boolean")), F.lit(False)) for c in conditions]
    return F.array(met[0].cast("tinyint"), *((met[0] & m).cast("tinyint") for m in met[1:]))


def _linear_regression(x: Column, y: Column) -> Column:
    return F.struct(F.regr_slope(y, x).alias("k"), F.regr_intercept(y, x).alias("b"))


def _entropy(arguments: Arguments) -> Column:
    values = F.collect_list(arguments.columns[0])
    size = F.size(values)
    shares = F.transform(
        F.array_distinct(values),
        lambda value: F.size(F.filter(values, lambda other: other == value)) / size,
    )
    return F.aggregate(shares, F.lit(0.0), lambda total, share: total - share * F.log2(share))


def _of_bits(aggregate: Callable[[Column], Column]) -> Callable[[Arguments], Column]:
    """An aggregate of bits, of UInt64 as well, which Spark has as decimals."""

    def build(arguments: Arguments) -> Column:
        [value] = arguments.columns
        if arguments.type(0).startswith("decimal"):
            return unsigned(aggregate(bits_of(value)))
        return aggregate(value)

    return build


_UNIQ = of(F.count_distinct)
_QUANTILE, _QUANTILES = typed(1, 1, _quantile), typed(1, 1, _quantiles)

_BASE: Builders = {
    "count": typed(0, 1, _count),
    "sum": of(F.sum),
    "avg": of(F.avg),
    "min": of(F.min),
    "max": of(F.max),
    "any": typed(1, 1, _any),
    "anyLast": typed(1, 1, _last),
    "clickhouse_first_value": typed(1, 1, _first),
    "clickhouse_last_value": typed(1, 1, _last),
    "argMax": _by("MaxBy"),
    "argMin": _by("MinBy"),
    "uniq": _UNIQ,
    "uniqExact": _UNIQ,
    "uniqCombined": _UNIQ,
    "uniqCombined64": _UNIQ,
    "uniqHLL12": _UNIQ,
    "uniqUpTo": typed(1, MANY, _uniq_up_to),
    "sumWithOverflow": of(F.sum),
    "sumKahan": of(lambda x: F.sum(x.cast("double"))),
    "sumCount": of(lambda x: F.struct(F.sum(x).alias("1"), F.count(x).alias("2"))),
    "avgWeighted": of(_average_weighted),
    "stddevPop": of(F.stddev_pop),
    "stddevSamp": of(F.stddev_samp),
    "varPop": of(F.var_pop),
    "varSamp": of(F.var_samp),
    "covarPop": of(F.covar_pop),
    "covarSamp": of(F.covar_samp),
    "skewPop": of(F.skewness),
    "skewSamp": _shrunk(F.skewness, 1.5),
    "kurtPop": of(_kurtosis),
    "kurtSamp": _shrunk(_kurtosis, 2),
    "entropy": typed(1, 1, _entropy),
    "simpleLinearRegression": of(_linear_regression),
    "quantile": _QUANTILE,
    "quantiles": _QUANTILES,
    "median": _QUANTILE,
    "corr": of(F.corr),
    "quantileExact": _exact("high"),
    "quantilesExact": typed(1, 1, _quantiles_exact),
    "medianExact": _exact("high"),
    "quantileExactHigh": _exact("high"),
    "medianExactHigh": _exact("high"),
    "quantileExactLow": _exact("low"),
    "medianExactLow": _exact("low"),
    "quantileExactInclusive": _QUANTILE,
    "quantilesExactInclusive": _QUANTILES,
    "quantileExactExclusive": typed(1, 1, _exclusive),
    "quantileExactWeighted": typed(2, 2, _exact_weighted),
    "quantileTiming": _exact("high"),
    "medianTiming": _exact("high"),
    "quantileTDigest": _QUANTILE,
    "quantilesTDigest": _QUANTILES,
    "medianTDigest": _QUANTILE,
    "quantileDeterministic": typed(2, 2, _quantile),
    "groupArray": typed(1, 1, _group_array),
    "groupUniqArray": typed(
        1, 1, lambda a: _limited(F.collect_set(a.columns[0]), a.parameter(0, None))
    ),
    "groupArrayLast": typed(1, 1, _group_array_last),
    "groupArraySorted": typed(1, 1, _group_array_sorted),
    "groupArrayMovingSum": _moving(False),
    "groupArrayMovingAvg": _moving(True),
    "groupConcat": typed(1, 1, _group_concat),
    "groupBitAnd": typed(1, 1, _of_bits(F.bit_and)),
    "groupBitOr": typed(1, 1, _of_bits(F.bit_or)),
    "groupBitXor": typed(1, 1, _of_bits(F.bit_xor)),
    "topK": typed(1, 1, _top_k),
    "sumMap": _map_of("arraySum"),
    "minMap": _map_of("arrayMin"),
    "maxMap": _map_of("arrayMax"),
    "retention": of(_retention),
}
_SPARKS = frozenset({"count", "sum", "avg", "min", "max", "median", "corr"})
"""Those Spark has under the same name: only their combinations are added."""


# Combinators


def _if(name: str, base: Builder) -> Builder:
    """Rows for which the last argument is true."""

    def build(arguments: Arguments) -> Any:
        *columns, condition = arguments.columns
        first = columns[0] if columns else F.lit(1)
        kept = F.when(condition.cast("boolean"), first)
        return base.build(_replaced(arguments, [kept, *columns[1:]]))

    return typed(base.fewest + 1, min(base.most + 1, MANY), build)


def _replaced(arguments: Arguments, columns: list[Column]) -> Arguments:
    expressions = [arguments.expression_of(columns[0]), *arguments.expressions[1 : len(columns)]]
    result = Arguments(arguments.gateway, expressions, columns)
    result.parameters = arguments.parameters
    return result


def _or_null(name: str, base: Builder) -> Builder:
    """NULL of no rows, also where the function gives something else then."""

    def build(arguments: Arguments) -> Any:
        built = base.build(arguments)
        if not name.startswith(("count", "uniq", "group", "topK")):
            return built
        met = F.count(arguments.columns[0]) if arguments.columns else F.count(F.lit(1))
        return F.when(met > 0, _column(arguments, built))

    return typed(base.fewest, base.most, build)


_OF_VALUES = ("min", "max", "any", "anyLast", "argMin", "argMax")


def _or_default(name: str, base: Builder) -> Builder:
    """The type's default of no rows."""
    plain = next((n for n in (name.removesuffix("If"), name) if n in _BASE), name)

    def build(arguments: Arguments) -> Any:
        built = _column(arguments, base.build(arguments))
        default = default_of(arguments.type(0)) if plain in _OF_VALUES else F.lit(0)
        return F.coalesce(built, default)

    return typed(base.fewest, base.most, build)


_DISTINCT_LISTS: Mapping[str, str] = {
    "groupArray": "collect_set",
    "groupUniqArray": "collect_set",
}
_CLASSES = {"sum": "Sum", "avg": "Average", "count": "Count"}


def _distinct(name: str, base: Builder) -> Builder:
    """Of different values only."""

    def build(arguments: Arguments) -> Any:
        if name in _DISTINCT_LISTS:
            return call(_DISTINCT_LISTS[name], arguments.columns[0])
        if name in _CLASSES:
            return _distinct_value(arguments, _CLASSES[name])
        return base.build(arguments)

    return typed(1, max(base.most, 1), build)


def _distinct_value(arguments: Arguments, java: str) -> Any:
    value = arguments.expression_of(arguments.columns[0])
    value = arguments.gateway.seq([value]) if java == "Count" else value
    return arguments.catalyst(f"aggregate.{java}", value).toAggregateExpression(
        True, arguments.gateway.none
    )


def _of_elements(name: str, base: Builder) -> Builder:
    """Of the elements of arrays."""

    def build(arguments: Arguments) -> Any:
        array = arguments.columns[0]
        element_type(arguments.type(0))
        known = F.filter(array, lambda item: item.isNotNull())
        lists = F.flatten(F.collect_list(known))
        return {
            "sum": lambda: F.sum(call("arraySum", array)),
            "min": lambda: F.min(F.array_min(array)),
            "max": lambda: F.max(F.array_max(array)),
            "count": lambda: F.coalesce(F.sum(F.size(known)), F.lit(0).cast("bigint")),
            "avg": lambda: (
                F.sum(call("arraySum", array)).cast("double")
                / F.nullif(F.sum(F.size(known)), F.lit(0))
            ),
            "groupArray": lambda: lists,
            "groupUniqArray": lambda: F.array_distinct(lists),
        }.get(name, lambda: F.size(F.array_distinct(lists)).cast("bigint"))()

    return typed(1, 1, build)


_OF_LISTS: Mapping[str, Callable[[Column], Column]] = {
    "count": lambda values: F.size(values).cast("bigint"),
    "sum": lambda values: call("arraySum", values),
    "avg": lambda values: call("arrayAvg", values),
    "min": F.array_min,
    "max": F.array_max,
    "any": lambda values: F.try_element_at(values, F.lit(1)),
    "anyLast": lambda values: F.try_element_at(values, F.lit(-1)),
    "uniq": lambda values: F.size(F.array_distinct(values)).cast("bigint"),
    "uniqExact": lambda values: F.size(F.array_distinct(values)).cast("bigint"),
    "groupArray": lambda values: values,
    "groupUniqArray": F.array_distinct,
}
"""Aggregate functions of the values in a list."""
assert _OF_LISTS.keys() == set(OF_LISTS)
_NEVER_NULL = ("count", "uniq", "group")


def _of_extremes(extreme: Callable[[Column], Column]) -> Callable[[str, Builder], Builder]:
    """Of the rows that have the least, or the greatest, of the last argument."""

    def combinator(name: str, _base: Builder) -> Builder:
        def build(arguments: Arguments) -> Any:
            *values, by = arguments.columns
            if arguments.type(len(arguments) - 1) in ("float", "double"):
                by = F.nanvl(by, F.lit(None).cast("double"))
            value = values[0] if values else F.lit(1)
            known = value.isNotNull() & by.isNotNull()
            row = F.when(known, F.struct(by.alias("by"), value.alias("value")))
            rows = F.collect_list(row)
            best = extreme(F.transform(rows, lambda one: one["by"]))
            chosen = F.filter(rows, lambda one: one["by"] == best)
            result = _OF_LISTS[name](F.transform(chosen, lambda one: one["value"]))
            if name.startswith(_NEVER_NULL):
                return result
            return F.when(F.size(rows) > 0, result)

        fewest = 1 if name == "count" else 2
        return typed(fewest, 2, build)

    return combinator


_COMBINATORS: Mapping[str, Callable[[str, Builder], Builder]] = {
    "If": _if,
    "OrNull": _or_null,
    "OrDefault": _or_default,
    "Distinct": _distinct,
    "Array": _of_elements,
    "ArgMin": _of_extremes(F.array_min),
    "ArgMax": _of_extremes(F.array_max),
}


def _combined() -> Builders:
    builders: Builders = {}
    for name, (base, *combinators) in COMBINATIONS.items():
        builder, done = _BASE[base], base
        for combinator in combinators:
            builder = _COMBINATORS[combinator](done, builder)
            done += combinator
        builders[name] = builder
    return builders


AGGREGATES: Builders = {
    **{name: builder for name, builder in _BASE.items() if name not in _SPARKS},
    **_combined(),
}


# Aggregates over no rows


def _defaulting(name: str, builder: Builder) -> Builder:
    """ClickHouse's default where a group has no rows; of Nullable values NULL, as everywhere."""
    base, *chain = COMBINATIONS.get(name, (name,))
    of_nothing = OF_NOTHING[base]

    def build(arguments: Arguments) -> Any:
        if of_nothing != "default" and arguments.type(0) == "boolean":
            number = arguments.columns[0].cast("bigint")
            arguments = _replaced(arguments, [number, *arguments.columns[1:]])
        built = builder.build(arguments)
        values = arguments.expressions[: len(arguments) - ("If" in chain)]
        kind = element_type(arguments.type(0)) if "Array" in chain else arguments.type(0)
        is_number = kind in INTEGER_TYPES or kind in ("float", "double", "decimal(20,0)")
        default = default_of(kind)
        if of_nothing == "zero" and (is_number or kind.startswith("decimal")):
            default = F.lit(0)
        elif of_nothing == "nan" and is_number:
            default = F.lit(math.nan)
        elif of_nothing != "default" or "interval" in kind:
            return built
        if any(value.nullable() for value in values):
            return built
        return F.coalesce(_column(arguments, built), default)

    return typed(builder.fewest, builder.most, build)


_BY_LOWER_NAME = {name.lower(): builder for name, builder in {**_BASE, **AGGREGATES}.items()}

DEFAULTS_OF_NOTHING: Builders = {
    called: _defaulting(called.removeprefix(DEFAULTING), _BY_LOWER_NAME[known])
    for known, called in AGGREGATES_OF_NOTHING.items()
}
"""Aggregate functions as ClickHouse means them, also over no rows."""
