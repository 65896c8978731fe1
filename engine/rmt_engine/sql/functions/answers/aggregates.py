"""Types that aggregate functions give, with all combinators, and window functions.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on
ClickHouse 26.9.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.arithmetic import summed
from rmt_engine.sql.functions.answers.bitmaps import is_bitmap
from rmt_engine.sql.functions.answers.call import MISSING, Argument
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    NULL,
    TIMES,
    array_of,
    bare,
    decimal,
    named,
    nullable,
    plain,
    tuple_of,
    wider_decimal,
    without_codes,
)
from rmt_engine.sql.functions.names import canonical_name
from rmt_engine.sql.values.types import DataType

__all__ = [
    "WINDOW_FUNCTIONS",
    "aggregate_named",
    "aggregate_type",
    "parameters_of",
    "state_name",
]

Types = tuple[DataType, ...]
_OF_BITMAPS = ("groupBitmapAnd", "groupBitmapOr", "groupBitmapXor")
OfTypes = Callable[[Types], DataType | None]
_FLOAT = plain("Float64")


def _always(text: str) -> OfTypes:
    data_type = named(text)
    return lambda _: data_type


def _first(types: Types) -> DataType | None:
    return types[0] if types else None


def _first_or_null(types: Types) -> DataType | None:
    return nullable(types[0]) if types else None


def _sum(types: Types) -> DataType | None:
    return summed(_number(types[0]))


def _own_width(types: Types) -> DataType | None:
    """`sumWithOverflow`: as wide as its argument."""
    found = types[0]
    if found.family == "Decimal":
        return decimal(wider_decimal(found.precision) or 76, found.scale)
    return _number(found)


def _number(data_type: DataType) -> DataType:
    """The number that a Bool and a member of an enum are."""
    family = data_type.family
    if family == "Bool":
        return plain("UInt8")
    return plain(f"Int{family[4:]}") if family.startswith("Enum") else data_type


def _bits(types: Types) -> DataType:
    return _number(types[0])


def _bits_of_bitmap(types: Types) -> DataType | None:
    return _bits(types[0].elements) if is_bitmap(types[0]) else None


def _precise_sum(types: Types) -> DataType | None:
    return summed(types[0]) if types[0].family == "Decimal" else _FLOAT


def _average(types: Types) -> DataType:
    """The average of times is a time."""
    return types[0] if types[0].family in TIMES else _FLOAT


def _distinct(types: Types) -> DataType:
    """A DateTime loses its time zone."""
    found = plain("DateTime") if types[0].family == "DateTime" else types[0]
    return array_of(found)


def _sum_count(types: Types) -> DataType | None:
    total = summed(types[0])
    return None if total is None else tuple_of((total, plain("UInt64")))


def _moment(types: Types) -> DataType:
    """Float32 of nothing but Float32."""
    return plain("Float32" if all(t.family == "Float32" for t in types) else "Float64")


def _quantile(number: str) -> OfTypes:
    """A floating-point number of numbers; of decimals and times their own type."""

    def of_types(types: Types) -> DataType:
        if not types:
            raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "A quantile is of an argument.")
        found = types[0]
        is_plain = found.family in INTEGERS or found.family in FLOATS
        return plain(number) if is_plain else found

    return of_types


def _array(of_types: OfTypes) -> OfTypes:
    def of_all(types: Types) -> DataType | None:
        found = of_types(types)
        return None if found is None else array_of(found)

    return of_all


def _moving_average(types: Types) -> DataType | None:
    total = summed(_number(types[0]))
    return None if total is None else array_of(total if total.family == "Decimal" else _FLOAT)


def _maps(of_value: OfTypes) -> OfTypes:
    """`sumMap` and its kin: of a map, of arrays of keys and of values, or of a tuple of such."""

    def of_types(types: Types) -> DataType | None:
        if types[0].family == "Tuple":
            types = types[0].elements
        if types[0].family == "Map":
            value = _of_nullable(of_value, types[0].elements[1])
            if value is None:
                return None
            return DataType("Map", elements=(types[0].elements[0], value))
        if not all(t.family == "Array" for t in types):
            return None
        values = [_in_array(of_value, t.element) for t in types[1:]]
        if any(value is None for value in values):
            return None
        return tuple_of((types[0], *(array_of(value) for value in values if value)))

    return of_types


def _without_null(of_types: OfTypes) -> OfTypes:
    """Of arrays whose elements are not NULL, or of a tuple of such."""

    def of_bare(types: Types) -> DataType | None:
        return of_types(tuple(map(_bare_inside, types)))

    return of_bare


def _bare_inside(data_type: DataType) -> DataType:
    inside = map(_bare_inside, data_type.elements)
    elements = tuple(replace(one, nullable=False) for one in inside)
    return replace(data_type, elements=elements) if elements else data_type


def _of_nullable(of_value: OfTypes, data_type: DataType) -> DataType | None:
    found = of_value((bare(data_type),))
    return nullable(found) if found and data_type.nullable else found


def _in_array(of_value: OfTypes, data_type: DataType) -> DataType | None:
    """Values of arrays keep their decimals' digits."""
    return data_type if data_type.family == "Decimal" else _of_nullable(of_value, data_type)


def _counted_items(types: Types) -> DataType:
    count = plain("UInt64")
    return array_of(tuple_of((types[0], count, count), ("item", "count", "error")))


def _pair(types: Types) -> DataType:
    return tuple_of(types)


_HISTOGRAM = array_of(tuple_of((_FLOAT, _FLOAT, _FLOAT)))
_LINE = tuple_of((_FLOAT, _FLOAT), ("k", "b"))

_INTERVAL = ("confidence_interval_low", "confidence_interval_high")


def _test(statistic: str, *more: str) -> OfTypes:
    """A test: what is tested, how likely it is, and what else."""
    names = (statistic, "p_value", *more)
    data_type = tuple_of((_FLOAT,) * len(names), names)
    return lambda _: data_type


def _test_of_level(parameters: tuple[Argument, ...]) -> OfTypes:
    return _test("t_statistic", *(_INTERVAL if parameters else ()))


def _points(types: Types) -> DataType:
    """A time has no zone, and what is no time is a floating-point number."""
    axes = (one if one.family in TIMES else _FLOAT for one in types)
    return array_of(tuple_of(tuple(replace(one, arguments=_digits(one)) for one in axes)))


def _digits(data_type: DataType) -> tuple[int | str, ...]:
    return data_type.arguments[:1] if data_type.family == "DateTime64" else ()


_QUANTILES: dict[str, OfTypes] = {
    "": _quantile("Float64"),
    "Deterministic": _quantile("Float64"),
    "BFloat16": _quantile("Float64"),
    "BFloat16Weighted": _quantile("Float64"),
    "Exact": _first,
    "ExactLow": _first,
    "ExactHigh": _first,
    "ExactWeighted": _first,
    "ExactWeightedInterpolated": _quantile("Float64"),
    "InterpolatedWeighted": _first,
    "ExactInclusive": _always("Float64"),
    "ExactExclusive": _always("Float64"),
    "Timing": _always("Float32"),
    "TimingWeighted": _always("Float32"),
    "TDigest": _quantile("Float32"),
    "TDigestWeighted": _quantile("Float32"),
    "GK": _first,
    "DD": _always("Float64"),
}

_AGGREGATES: dict[str, OfTypes] = {
    **dict.fromkeys(
        """count uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 uniqUpTo uniqTheta
        maxIntersections sequenceCount regr_count""".split(),
        _always("UInt64"),
    ),
    **dict.fromkeys(
        """min max any anyLast anyHeavy first_value last_value argMin argMax any_respect_nulls
        anyLast_respect_nulls deltaSum
        deltaSumTimestamp maxIntersectionsPosition nth_value""".split(),
        _first,
    ),
    "singleValueOrNull": _first_or_null,
    "sum": _sum,
    "sumWithOverflow": _own_width,
    "sumKahan": _precise_sum,
    "avg": _average,
    **dict.fromkeys("groupBitAnd groupBitOr groupBitXor groupBitmap".split(), _bits),
    **dict.fromkeys(_OF_BITMAPS, _bits_of_bitmap),
    "sumCount": _sum_count,
    **dict.fromkeys(
        """avgWeighted entropy boundingRatio
        exponentialMovingAverage exponentialTimeDecayedSum exponentialTimeDecayedAvg
        exponentialTimeDecayedCount exponentialTimeDecayedMax nonNegativeDerivative rankCorr
        cramersV cramersVBiasCorrected theilsU contingency gini
        regr_avgx regr_avgy regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy""".split(),
        _always("Float64"),
    ),
    **dict.fromkeys(
        """stddevPop stddevSamp varPop varSamp covarPop covarSamp corr skewPop skewSamp kurtPop
        kurtSamp""".split(),
        _moment,
    ),
    **dict.fromkeys(
        """stddevPopStable stddevSampStable varPopStable varSampStable covarPopStable
        covarSampStable corrStable""".split(),
        _always("Float64"),
    ),
    "simpleLinearRegression": lambda _: _LINE,
    **{f"quantile{kind}": rule for kind, rule in _QUANTILES.items()},
    **{f"quantiles{kind}": _array(rule) for kind, rule in _QUANTILES.items()},
    **dict.fromkeys(
        """groupArray groupArrayLast groupArraySorted groupArraySample
        groupArrayInsertAt topK topKWeighted sequenceMatchEvents""".split(),
        _array(_first),
    ),
    **dict.fromkeys(("approx_top_k", "approx_top_sum"), _counted_items),
    **dict.fromkeys(
        "covarPopMatrix covarSampMatrix corrMatrix".split(), _always("Array(Array(Float64))")
    ),
    "categoricalInformationValue": _always("Array(Float64)"),
    "intervalLengthSum": lambda types: plain("Float64" if types[0].family in FLOATS else "UInt64"),
    "groupUniqArray": _distinct,
    "groupArrayIntersect": _first,
    "groupArrayMovingSum": _array(_sum),
    "groupArrayMovingAvg": _moving_average,
    **dict.fromkeys("groupConcat sparkbar".split(), _always("String")),
    "sumMap": _maps(_sum),
    "minMap": _maps(_first),
    "maxMap": _maps(_first),
    "sumMapWithOverflow": _maps(_own_width),
    "sumMappedArrays": _maps(_sum),
    "minMappedArrays": _maps(_first),
    "maxMappedArrays": _maps(_first),
    "sumMapFiltered": _without_null(_maps(_sum)),
    "sumMapFilteredWithOverflow": _without_null(_maps(_own_width)),
    "retention": _always("Array(UInt8)"),
    "meanZTest": _test("z_statistic", *_INTERVAL),
    "mannWhitneyUTest": _test("u_statistic"),
    "kolmogorovSmirnovTest": _test("d_statistic"),
    "largestTriangleThreeBuckets": _points,
    **dict.fromkeys(("windowFunnel", "sequenceMatch"), _always("UInt8")),
    "histogram": lambda _: _HISTOGRAM,
    **dict.fromkeys("argAndMin argAndMax".split(), _pair),
}
"""Aggregate functions, by name: the type of the answer over values that are not Nullable."""

_BY_PARAMETERS: dict[str, Callable[[tuple[Argument, ...]], OfTypes]] = dict.fromkeys(
    ("studentTTest", "welchTTest"), _test_of_level
)
"""Those whose answer depends on their parameters."""

_NEVER_NULL = frozenset(
    """count uniq uniqExact uniqHLL12 uniqUpTo uniqTheta sumCount maxIntersections
    deltaSum deltaSumTimestamp intervalLengthSum regr_count""".split()
)
_KEEPS_NULL = frozenset(("any_respect_nulls", "anyLast_respect_nulls"))

WINDOW_FUNCTIONS: dict[str, OfTypes] = {
    **dict.fromkeys("row_number rank denseRank ntile".split(), _always("UInt64")),
    **dict.fromkeys("percentRank cume_dist".split(), _always("Float64")),
    **dict.fromkeys("lag lead lagInFrame leadInFrame nth_value".split(), _first),
}
"""Functions that exist with OVER only."""


def aggregate_type(
    name: str, arguments: tuple[Argument, ...], parameters: tuple[Argument, ...]
) -> DataType | None:
    """The type of an aggregate function's answer; None if it or an argument is not known."""
    types = tuple(a.type for a in arguments if a.type is not None)
    if len(types) != len(arguments):
        return _of_unknown(name)
    plain_types = tuple(map(without_codes, types))
    window = WINDOW_FUNCTIONS.get(name)
    if window is not None:
        return window(plain_types)
    return _aggregate(name, plain_types, parameters)


def aggregate_named(text: str, arguments: tuple[Argument, ...]) -> DataType | None:
    """The type of an aggregate function that is named in a text: `'quantile(0.5)'`."""
    name, parameters = _parsed(text)
    canonical = canonical_name(name)
    return None if canonical is None else aggregate_type(canonical, arguments, parameters)


def _of_unknown(name: str) -> DataType | None:
    """The answer whose type no argument decides."""
    base = name.removesuffix("If").removesuffix("Distinct")
    return plain("UInt64") if base in _NEVER_NULL and base != "sumCount" else None


def _aggregate(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    by_parameters = _BY_PARAMETERS.get(name)
    rule = _AGGREGATES.get(name) if by_parameters is None else by_parameters(parameters)
    if rule is not None:
        return _over_nulls(name, rule, types)
    for combinator, of_types in _COMBINATORS.items():
        if name.endswith(combinator) and len(name) > len(combinator):
            return of_types(name.removesuffix(combinator), types, parameters)
    return None


def _over_nulls(name: str, rule: OfTypes, types: Types) -> DataType | None:
    """NULLs are skipped; without any other value the answer is NULL, for most functions."""
    if name in _KEEPS_NULL:
        return rule(types)
    if NULL in types and (name not in _NEVER_NULL or name == "sumCount"):
        return NULL
    if not any(t.nullable for t in types):
        return rule(types)
    found = rule(tuple(replace(t, nullable=False) for t in types))
    return found if found is None or name in _NEVER_NULL else nullable(found)


Combined = Callable[[str, Types, tuple[Argument, ...]], DataType | None]


def _if(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    """A state of rows that a condition chose is one of values that are not NULL."""
    if name.endswith("State"):
        types = tuple(replace(t, nullable=False) for t in types)
    return _aggregate(name, types[:-1], parameters)


def _by_key(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    """`-ArgMin`, `-ArgMax`: without a row whose key is not NULL the answer is NULL."""
    found = _aggregate(name, types[:-1], parameters)
    is_null = types[-1].nullable and name not in _NEVER_NULL
    return nullable(found) if found and is_null else found


def _or_default(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    """The default of a Nullable type is NULL; a condition may be what makes it Nullable."""
    found = _aggregate(name, types, parameters)
    base = name.removesuffix("If")
    is_null = base != name and any(t.nullable for t in types)
    skips_null = base in _NEVER_NULL and base != "sumCount"
    return nullable(found) if found and is_null and not skips_null else found


def _or_null(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    found = _aggregate(name, types, parameters)
    return None if found is None else nullable(found)


def _of_elements(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    if not all(t.family == "Array" for t in types):
        return None
    return _aggregate(name, tuple(t.element for t in types), parameters)


def _for_each(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    found = _of_elements(name, types, parameters)
    return None if found is None else array_of(found)


def _resampled(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    found = _aggregate(name, types[:-1], parameters[:-3])
    return None if found is None else array_of(found)


def _of_values(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    if len(types) != 1 or types[0].family != "Map":
        return None
    key, value = types[0].elements
    found = _aggregate(name, (value,), parameters)
    return None if found is None else DataType("Map", elements=(key, found))


def _of_tuples(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    if not all(t.family == "Tuple" for t in types):
        return None
    found = [
        _aggregate(name, tuple(column), parameters)
        for column in zip(*(t.elements for t in types), strict=True)
    ]
    known = [one for one in found if one is not None]
    return tuple_of(known) if len(known) == len(found) else None


def _state(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    if _aggregate(name, types, parameters) is None:
        return None
    if name in _OF_BITMAPS:
        return types[0]
    return DataType("AggregateFunction", (name + _shown(parameters),), types)


def _simple_state(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    found = _aggregate(name, types, parameters)
    if found is None:
        return None
    return replace(found, simple_function=name + _shown(parameters))


def _merged(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    if len(types) != 1 or types[0].family != "AggregateFunction":
        return None
    own, own_parameters = _parsed(str(types[0].arguments[0]))
    return _aggregate(own, types[0].elements, parameters or own_parameters)


def finalized_type(state: DataType) -> DataType | None:
    """The type of what a state stands for; None if it is none."""
    return _merged("", (state,), ())


def _merged_state(name: str, types: Types, parameters: tuple[Argument, ...]) -> DataType | None:
    return types[0] if len(types) == 1 and types[0].family == "AggregateFunction" else None


_COMBINATORS: dict[str, Combined] = {
    "OrNull": _or_null,
    "OrDefault": _or_default,
    "Distinct": _aggregate,
    "If": _if,
    "ArgMin": _by_key,
    "ArgMax": _by_key,
    "SimpleState": _simple_state,
    "MergeState": _merged_state,
    "Merge": _merged,
    "State": _state,
    "ForEach": _for_each,
    "Array": _of_elements,
    "Map": _of_values,
    "Resample": _resampled,
    "Tuple": _of_tuples,
}
"""The combinators, the longer ones before those that they end with."""


def _shown(parameters: tuple[Argument, ...]) -> str:
    if not parameters:
        return ""
    return f"({', '.join(_literal(p) for p in parameters)})"


def _literal(parameter: Argument) -> str:
    value = parameter.constant
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)


def _parsed(text: str) -> tuple[str, tuple[Argument, ...]]:
    """A function's name and its parameters, as `_state` wrote them."""
    name, bracket, rest = text.partition("(")
    return name.strip(), parameters_of(rest.rstrip().removesuffix(")")) if bracket else ()


def parameters_of(text: str) -> tuple[Argument, ...]:
    """Constants, as they are written between the brackets of a parametric function."""
    if not text.strip():
        return ()
    try:
        values = ast.literal_eval(f"({text},)")
    except (SyntaxError, ValueError):
        return (Argument(None, MISSING),)
    return tuple(Argument(None, value) for value in values)


def state_name(name: str, parameters: str) -> str:
    """A function of states with its parameters, as its type shows it."""
    return name + _shown(parameters_of(parameters))
