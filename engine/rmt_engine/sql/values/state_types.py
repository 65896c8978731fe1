"""What the state of an aggregate function is kept as: the type `AggregateFunction(f, T…)`.

ClickHouse keeps bytes of its own. Here a state is an ordinary value that holds the same: the sum so
far, a tuple of sums, the different values. A function that has no row in the table below keeps the
values themselves, so each that is calculated of a list has a state.

Source: https://clickhouse.com/docs/sql-reference/data-types/aggregatefunction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError

if TYPE_CHECKING:
    from rmt_engine.sql.values.types import DataType

__all__ = [
    "OF_ENTRIES",
    "Keeping",
    "Kept",
    "StateFunction",
    "has_same_states",
    "is_of_levels",
    "kept_state",
    "state_function",
    "state_kernel",
    "state_type",
]


class Keeping(Enum):
    """What is kept of values."""

    COUNT = "how many there are"
    ANSWER = "what the function gives of them, of which it gives what it gives of all"
    SUM_AND_COUNT = "a tuple of both"
    PICKED = "a tuple of a value and what it is picked by"
    SUMS = "a tuple of sums of numbers that are calculated of each"
    DIFFERENT = "the different ones, as an array"
    VALUES = "all, as an array"


@dataclass(frozen=True)
class Kept:
    """How the states of an aggregate function are kept.

    Attributes:
        keeping: what.
        kernel: the name of the fold that makes one state of several: a key of
            `engines.folds.FOLDS`, or what is done `of entries` of maps.
        result: Spark's text of what a state `{0}` stands for, NULL if that is the function's answer
            of no values; empty if the function is calculated of the values, or of the one answer.
        sums: Spark's texts of the numbers that are summed, of DOUBLEs `{0}` and `{1}`.
    """

    keeping: Keeping
    kernel: str
    result: str = ""
    sums: tuple[str, ...] = ()


def _sums(result: str, *sums: str) -> Kept:
    """Sums, which the result calls `n` for the first, `x`, `y`, … in the order of the texts."""
    names = dict(zip("nxyzuvw", range(1, len(sums) + 1), strict=False))
    for name, place in names.items():
        result = result.replace(f"<{name}>", f"{{0}}.`{place}`")
    return Kept(Keeping.SUMS, "sum of fields", f"({result})", sums)


def _infinite_of_one(kept: Kept) -> Kept:
    """The stable form of a function of samples: of one row it is infinite, not NaN."""
    one = f"CASE WHEN {{0}}.`1` = 1 THEN CAST('inf' AS DOUBLE) ELSE {kept.result} END"
    return replace(kept, result=f"({one})")


def _without_nan(kept: Kept) -> Kept:
    """The same, 0 where it is NaN: ClickHouse takes the greater one of that and 0."""
    return replace(kept, result=f"nanvl({kept.result}, 0D)")


def _chosen(kernel: str) -> Kept:
    return Kept(Keeping.ANSWER, kernel, "{0}")


_SUM = Kept(Keeping.ANSWER, "sum", "{0}")
_NUMBER_OF = Kept(Keeping.DIFFERENT, "groupUniqArrayArray", "CAST(size({0}) AS BIGINT)")
_ALL = Kept(Keeping.VALUES, "groupArrayArray")
_PAIR = "named_struct('1', coalesce({0}.`1`, 0), '2', coalesce({0}.`2`, 0))"
_MOMENTS = ("1D", "{0}", "{0} * {0}")
_CO_MOMENTS = ("1D", "{0}", "{1}", "{0} * {1}")
_VARIANCE = "greatest((<y> - <x> * <x> / <n>), 0D)"
_COVARIANCE = "(<z> - <x> * <y> / <n>)"
_MANY = "nullif(<n> - 1, 0)"
_THIRD = "((<z> - (3 * <y> - 2 * <x> * <x> / <n>) * <x> / <n>) / <n>)"
_FOURTH = "((<u> - (4 * <z> - (6 * <y> - 3 * <x> * <x> / <n>) * <x> / <n>) * <x> / <n>) / <n>)"
_SPREAD = "<n> * <y> - <x> * <x>"
_CORRELATION = (
    "(<n> * <z> - <x> * <y>) / nullif(sqrt((<n> * <u> - <x> * <x>) * (<n> * <v> - <y> * <y>)), 0D)"
)
_OF_POPULATIONS = {
    "varPop": _sums(f"{_VARIANCE} / <n>", *_MOMENTS),
    "stddevPop": _sums(f"sqrt({_VARIANCE} / <n>)", *_MOMENTS),
    "covarPop": _sums(f"{_COVARIANCE} / <n>", *_CO_MOMENTS),
}
_OF_SAMPLES = {
    "varSamp": _sums(f"{_VARIANCE} / {_MANY}", *_MOMENTS),
    "stddevSamp": _sums(f"sqrt({_VARIANCE} / {_MANY})", *_MOMENTS),
    "covarSamp": _sums(f"{_COVARIANCE} / {_MANY}", *_CO_MOMENTS),
    "corr": _sums(_CORRELATION, *_CO_MOMENTS, "{0} * {0}", "{1} * {1}"),
}
_STATES: dict[str, Kept] = {
    "count": Kept(Keeping.COUNT, "sum", "{0}"),
    **dict.fromkeys(("sum", "sumWithOverflow"), _SUM),
    "avg": Kept(
        Keeping.SUM_AND_COUNT,
        "sum of fields",
        "(CAST({0}.`1` AS DOUBLE) / nullif({0}.`2`, 0))",
    ),
    "sumCount": Kept(Keeping.SUM_AND_COUNT, "sum of fields", _PAIR),
    "min": _chosen("min"),
    "max": _chosen("max"),
    "any": _chosen("first known"),
    "anyLast": _chosen("last known"),
    **{name: _chosen(name) for name in ("groupBitAnd", "groupBitOr", "groupBitXor")},
    "argMin": Kept(Keeping.PICKED, "arg min", "{0}.`1`"),
    "argMax": Kept(Keeping.PICKED, "arg max", "{0}.`1`"),
    "argAndMin": Kept(Keeping.PICKED, "arg min", "{0}"),
    "argAndMax": Kept(Keeping.PICKED, "arg max", "{0}"),
    **dict.fromkeys("uniq uniqExact uniqCombined uniqCombined64 uniqHLL12".split(), _NUMBER_OF),
    "uniqUpTo": replace(_NUMBER_OF, result=""),
    "groupUniqArray": replace(_NUMBER_OF, result="{0}"),
    "groupBitmap": replace(_NUMBER_OF, result=""),
    "groupArray": replace(_ALL, result="{0}"),
    **{f"{name}Map": Kept(Keeping.ANSWER, f"{name} of entries") for name in ("sum", "min", "max")},
    "sumKahan": _sums("<n>", "{0}"),
    "avgWeighted": _sums("<x> / nullif(<y>, 0D)", "1D", "{0} * {1}", "{1}"),
    **_OF_POPULATIONS,
    **_OF_SAMPLES,
    **{name: _without_nan(_OF_POPULATIONS[name]) for name in ("varPop", "stddevPop")},
    **{name: _without_nan(_OF_SAMPLES[name]) for name in ("varSamp", "stddevSamp")},
    **{f"{name}Stable": kept for name, kept in _OF_POPULATIONS.items()},
    **{f"{name}Stable": _infinite_of_one(kept) for name, kept in _OF_SAMPLES.items()},
    "skewPop": _sums(
        f"{_THIRD} / nullif(power({_VARIANCE} / <n>, 1.5D), 0D)", *_MOMENTS, "power({0}, 3)"
    ),
    "skewSamp": _sums(
        f"{_THIRD} / nullif(power({_VARIANCE} / {_MANY}, 1.5D), 0D)", *_MOMENTS, "power({0}, 3)"
    ),
    "kurtPop": _sums(
        f"{_FOURTH} / nullif(power({_VARIANCE} / <n>, 2), 0D)",
        *_MOMENTS,
        "power({0}, 3)",
        "power({0}, 4)",
    ),
    "kurtSamp": _sums(
        f"{_FOURTH} / nullif(power({_VARIANCE} / {_MANY}, 2), 0D)",
        *_MOMENTS,
        "power({0}, 3)",
        "power({0}, 4)",
    ),
}
"""How states are kept, by the function's name; a function that is not here keeps the values."""
OF_ENTRIES = " of entries"
"""How the name of a kernel ends that folds the values of each key of maps."""
_OF_NUMBERS = (Keeping.SUM_AND_COUNT, Keeping.SUMS)
_MOST_DIGITS = 38


@dataclass(frozen=True)
class StateFunction:
    """The function of an AggregateFunction.

    Attributes:
        name: without `If`, whose states are the same.
        is_conditional: whether it has `If`, and so a condition behind the values.
        parameters: as written; empty without any.
    """

    name: str
    is_conditional: bool
    parameters: str


def state_function(written: str) -> StateFunction:
    """What the argument of an AggregateFunction says: `quantileIf(0.9)`."""
    name, bracket, parameters = written.partition("(")
    base = name.removesuffix("If")
    return StateFunction(base, base != name, parameters.removesuffix(")") if bracket else "")


def is_of_levels(function: str) -> bool:
    """Whether parameters of a function only tell what is made of a state."""
    return function.startswith("quantile")


def has_same_states(function: str, other: str) -> bool:
    """Whether states of two functions are the same: those of one and of several quantiles are.

    Args:
        function: a function without `If` and parameters.
        other: another one.
    """
    if function == other:
        return True
    names = (function.replace("quantiles", "quantile"), other.replace("quantiles", "quantile"))
    return is_of_levels(function) and names[0] == names[1]


def kept_state(state: DataType) -> Kept:
    """How states of an AggregateFunction are kept."""
    function = state_function(str(state.arguments[0]))
    kept, values = _STATES.get(function.name, _ALL), _values(state)
    if kept.kernel.endswith(OF_ENTRIES) and [one.family for one in values] != ["Map"]:
        return _ALL
    if kept.kernel.startswith("sum") and kept.keeping in _OF_NUMBERS:
        # The average of times is a time.
        return kept if all(map(_is_number, values)) else _ALL
    if function.parameters and kept.keeping in (Keeping.DIFFERENT, Keeping.VALUES):
        # How many of the values count is known when they are all there.
        return replace(kept, result="")
    return kept


def state_type(state: DataType) -> DataType:
    """The type of the values that states of an AggregateFunction are kept as.

    Args:
        state: the AggregateFunction: its function is its argument, its elements those of the call.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, states of the function cannot be kept.
    """
    kept, values = kept_state(state), _values(state)
    make = type(state)
    match kept.keeping:
        case Keeping.COUNT:
            return make("Int64")
        case Keeping.SUM_AND_COUNT if values:
            return make("Tuple", elements=(_sum_of(values[0]), make("Int64")))
        case Keeping.SUMS:
            number = replace(make("Float64"), nullable=True)
            return make("Tuple", elements=(number,) * len(kept.sums))
        case Keeping.PICKED if len(values) == 2:
            return make("Tuple", elements=tuple(map(_with_null, values)))
        case Keeping.ANSWER if len(values) == 1:
            return _answer(kept, values[0])
        case Keeping.DIFFERENT | Keeping.VALUES if values and not _is_of_bitmaps(state):
            element = values[0] if len(values) == 1 else make("Tuple", elements=values)
            return make("Array", elements=(replace(element, nullable=False),))
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"Columns of the type {state} are not supported yet.",
        "Keep values and aggregate them when they are read, or use SimpleAggregateFunction.",
    )


def state_kernel(state: DataType) -> str:
    """The name of the fold that makes one state of several."""
    return kept_state(state).kernel


def _values(state: DataType) -> tuple[DataType, ...]:
    """The types of the arguments, without that of a condition."""
    function = state_function(str(state.arguments[0]))
    return state.elements[: len(state.elements) - function.is_conditional]


def _is_of_bitmaps(state: DataType) -> bool:
    """Whether it is of a function whose states are bitmaps, as those that it is calculated of."""
    return str(state.arguments[0]).startswith(("groupBitmapAnd", "groupBitmapOr", "groupBitmapXor"))


def _answer(kept: Kept, value: DataType) -> DataType:
    if kept.kernel == "sum":
        return _sum_of(value)
    if kept.kernel == f"sum{OF_ENTRIES}":
        key, one = value.elements
        return replace(value, elements=(key, replace(_sum_of(one), nullable=one.nullable)))
    return _with_null(value)


def _with_null(data_type: DataType) -> DataType:
    if data_type.elements:
        return data_type
    return replace(data_type, nullable=True, low_cardinality=False)


def _is_number(data_type: DataType) -> bool:
    return data_type.family.startswith(("Int", "UInt", "Float", "Decimal", "Bool", "Enum"))


def _sum_of(value: DataType) -> DataType:
    """The type of sums, which are NULL of no values: ClickHouse's `AggregateFunctionSum`."""
    make, family = type(value), value.family
    if family.startswith("Float"):
        found = make("Float64")
    elif family == "Decimal":
        found = make("Decimal", (_MOST_DIGITS, value.scale))
    elif family in ("Int128", "Int256", "UInt128", "UInt256"):
        found = make(family)
    else:
        found = make("UInt64" if family.startswith("U") or family == "Bool" else "Int64")
    return replace(found, nullable=True)
