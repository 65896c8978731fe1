"""The aggregate functions and their combinators."""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.sql.functions.declaration import Function, declared

__all__ = [
    "AGGREGATES",
    "AGGREGATES_OF_NOTHING",
    "COMBINATIONS",
    "COMBINATORS",
    "COMBINED",
    "COMPILED_AGGREGATES",
    "DEFAULTING",
    "OF_LISTS",
    "OF_NOTHING",
    "SIMPLE_STATES",
]

AGGREGATES: tuple[Function, ...] = declared(
    ("argMax", "(value, by)", "", "the value where the other is greatest"),
    ("argMin", "(value, by)", "", "the value where the other is smallest"),
    ("any", "(value)", "", "the first value met that is not NULL"),
    ("anyLast", "(value)", "", "the last value met that is not NULL"),
    (
        "first_value=clickhouse_first_value last_value=clickhouse_last_value",
        "(value)",
        "",
        "the first, or last, that is not NULL; Spark's takes NULL, too",
    ),
    ("uniqExact", "(value, …)", "UInt64", "the number of different values"),
    ("uniq uniqHLL12", "(value, …)", "UInt64", "the same, exact here"),
    (
        "uniqCombined uniqCombined64",
        "[(precision)](value, …)",
        "UInt64",
        "the same, exact here",
    ),
    ("uniqUpTo", "[(n)](value, …)", "UInt64", "the same, n + 1 at most"),
    ("sumWithOverflow sumKahan", "(value)", "", "the sum"),
    ("sumCount", "(value)", "", "a tuple of the sum and the count"),
    ("avgWeighted", "(value, weight)", "Float64", "the weighted average"),
    ("stddevPop stddevSamp", "(value)", "Float64", "the standard deviation"),
    ("varPop varSamp", "(value)", "Float64", "the variance"),
    ("covarPop covarSamp", "(a, b)", "Float64", "the covariance"),
    ("skewPop skewSamp", "(value)", "Float64", "the skewness"),
    ("kurtPop kurtSamp", "(value)", "Float64", "the kurtosis"),
    ("entropy", "(value, …)", "Float64", "Shannon's entropy, in bits"),
    ("simpleLinearRegression", "(x, y)", "", "a tuple of slope and intercept"),
    ("quantile", "[(level)](value)", "Float64", "exact here: between the two nearest values"),
    ("quantiles", "(level, …)(value)", "", "several of them"),
    ("quantileExact", "[(level)](value)", "", "the value that stands there"),
    ("quantilesExact", "(level, …)(value)", "", "several of them"),
    ("medianExact", "(value)", "", "the same of level 0.5"),
    ("quantileExactHigh quantileExactLow", "[(level)](value)", "", "the higher, or lower, median"),
    ("medianExactHigh medianExactLow", "(value)", "", "the same"),
    ("quantileExactInclusive", "[(level)](value)", "Float64", "as `quantile`"),
    ("quantilesExactInclusive", "(level, …)(value)", "", "as `quantiles`"),
    ("quantileExactExclusive", "[(level)](value)", "Float64", "as Excel's PERCENTILE.EXC"),
    ("quantileExactWeighted", "[(level)](value, weight)", "", "of values with weights"),
    ("quantileTiming", "[(level)](value)", "", "of whole milliseconds, up to 30,000"),
    ("medianTiming", "(value)", "", "as `medianExact`"),
    ("quantileTDigest", "[(level)](value)", "Float64", "as `quantile`, exact here"),
    ("quantilesTDigest", "(level, …)(value)", "", "as `quantiles`, exact here"),
    ("medianTDigest", "(value)", "Float64", "the median, exact here"),
    ("quantileDeterministic", "[(level)](value, seed)", "Float64", "as `quantile`, exact here"),
    ("groupArray", "[(most)](value)", "", "all values that are not NULL"),
    ("groupUniqArray", "[(most)](value)", "", "the different values"),
    ("groupArrayLast", "(most)(value)", "", "the last values"),
    ("groupArraySorted", "[(most)](value)", "", "the smallest values, in order"),
    ("groupArrayMovingSum groupArrayMovingAvg", "[(width)](value)", "", "over the last values"),
    ("groupConcat", "[(separator[, most])](value)", "String", "values as one text"),
    ("groupBitAnd groupBitOr groupBitXor", "(value)", "", "the bits of all values"),
    ("topK", "[(n[, load_factor[, …]])](value)", "", "the most frequent values, exact here"),
    (
        "sumMap minMap maxMap",
        "(map)",
        "",
        "a map of each key's sum, least or greatest; of arrays of keys and of values, or a tuple "
        "of such, a tuple of arrays",
    ),
    ("retention", "(condition, …)", "", "1 for each condition met with the first"),
    aggregate=True,
)

COMPILED_AGGREGATES: tuple[Function, ...] = declared(
    ("any_respect_nulls anyLast_respect_nulls", "(value)", "", "the first, or last, value met"),
    ("singleValueOrNull", "(value)", "", "the value if all are equal, else NULL"),
    ("argAndMin argAndMax", "(value, by)", "", "a tuple of the value and the least, or greatest"),
    (
        "stddevPopStable stddevSampStable varPopStable varSampStable",
        "(value)",
        "Float64",
        "the same as without Stable",
    ),
    ("covarPopStable covarSampStable corrStable", "(a, b)", "Float64", "the same"),
    ("boundingRatio", "(x, y)", "Float64", "the slope from the leftmost to the rightmost point"),
    ("sumMapWithOverflow", "(keys, values)", "", "`sumMap`, sums as wide as the values"),
    ("quantilesExactLow quantilesExactHigh", "(level, …)(value)", "", "several of them"),
    ("quantilesExactExclusive", "(level, …)(value)", "", "several of them"),
    ("quantilesTiming", "(level, …)(value)", "", "several of them"),
    ("quantileGK", "(accuracy[, level])(value)", "", "as `quantileExact`, exact here"),
    ("quantilesGK", "(accuracy, level, …)(value)", "", "several of them"),
    ("quantilesExactWeighted", "(level, …)(value, weight)", "", "several of them"),
    (
        "quantileExactWeightedInterpolated",
        "[(level)](value, weight)",
        "Float64",
        "between the two nearest values",
    ),
    ("quantilesExactWeightedInterpolated", "(level, …)(value, weight)", "", "several of them"),
    (
        "quantileInterpolatedWeighted",
        "[(level)](value, weight)",
        "",
        "between the values whose weights' middles are nearest",
    ),
    ("quantilesInterpolatedWeighted", "(level, …)(value, weight)", "", "several of them"),
    (
        "quantileTimingWeighted",
        "[(level)](value, weight)",
        "Float32",
        "of whole milliseconds, up to 30,000",
    ),
    ("quantilesTimingWeighted", "(level, …)(value, weight)", "", "several of them"),
    (
        "quantileTDigestWeighted quantileBFloat16Weighted",
        "[(level)](value, weight)",
        "",
        "as `quantileExactWeighted`, exact here",
    ),
    (
        "quantilesTDigestWeighted quantilesBFloat16Weighted",
        "(level, …)(value, weight)",
        "",
        "several of them",
    ),
    ("quantilesDeterministic", "(level, …)(value, seed)", "", "as `quantiles`, exact here"),
    ("quantileDD", "(accuracy[, level])(value)", "Float64", "exact here: the lower of two values"),
    ("quantilesDD", "(accuracy, level, …)(value)", "", "several of them"),
    ("quantileBFloat16", "[(level)](value)", "Float64", "the nearest value, exact here"),
    ("quantilesBFloat16", "(level, …)(value)", "", "several of them"),
    (
        "topKWeighted",
        "[(n[, load_factor[, …]])](value, weight)",
        "",
        "the values of most weight, exact here",
    ),
    (
        "approx_top_k",
        "[(n[, reserved])](value)",
        "",
        "tuples of the most frequent values, their counts and an error of 0, exact here",
    ),
    (
        "approx_top_sum",
        "[(n[, reserved])](value, weight)",
        "",
        "the same of the values of most weight",
    ),
    (
        "regr_slope regr_intercept regr_r2 regr_avgx regr_avgy regr_sxx regr_sxy regr_syy",
        "(y, x)",
        "Float64",
        "what a linear regression has, and sums of squares",
    ),
    ("regr_count", "(y, x)", "UInt64", "how many pairs without NULL"),
    (
        "covarPopMatrix covarSampMatrix corrMatrix",
        "(x, …)",
        "Array(Array(Float64))",
        "of each argument with each",
    ),
    ("rankCorr", "(x, y)", "Float64", "Spearman's rank correlation"),
    ("gini", "(value)", "Float64", "Gini's coefficient"),
    (
        "contingency cramersV cramersVBiasCorrected theilsU",
        "(a, b)",
        "Float64",
        "how much categories depend on each other",
    ),
    (
        "categoricalInformationValue",
        "(category, …, outcome)",
        "Array(Float64)",
        "the information value of each category",
    ),
    (
        "studentTTest welchTTest",
        "[(level)](value, sample)",
        "",
        "whether the averages of two samples differ: a tuple of the statistic and how likely it is "
        "by chance, with a level also of the interval of confidence",
    ),
    (
        "meanZTest",
        "(variance, variance, level)(value, sample)",
        "",
        "the same of samples whose variances are known",
    ),
    (
        "mannWhitneyUTest",
        "[(alternative[, correction])](value, sample)",
        "",
        "whether the values of one sample are greater: a tuple of U and how likely it is by chance",
    ),
    (
        "kolmogorovSmirnovTest",
        "[(alternative[, method])](value, sample)",
        "",
        "whether two samples are alike: a tuple of how far apart they are, and how likely it is by "
        "chance",
    ),
    (
        "exponentialMovingAverage",
        "(half_life)(value, time)",
        "Float64",
        "the average of values that count half after such a time",
    ),
    (
        "exponentialTimeDecayedSum exponentialTimeDecayedAvg exponentialTimeDecayedMax",
        "(length)(value, time)",
        "Float64",
        "with OVER only: of values that count 1 / e after such a time",
    ),
    (
        "exponentialTimeDecayedCount",
        "(length)(time)",
        "Float64",
        "with OVER only: how many rows, as they count then",
    ),
    ("sparkbar", "(width[, least, greatest])(x, y)", "String", "bars as high as y is along x"),
    (
        "largestTriangleThreeBuckets",
        "(n)(x, y)",
        "",
        "so many of the points, of which a line looks like that of all; also `lttb`",
    ),
    (
        "histogram",
        "(bins)(value)",
        "",
        "tuples of lower end, upper end and height; of more than twice as many values as bins it "
        "depends on their order",
    ),
    (
        "windowFunnel",
        "(window[, mode, …])(time, condition, …)",
        "UInt8",
        "how many of the conditions were met one after the other within the window",
    ),
    (
        "sequenceMatch",
        "(pattern)(time, condition, …)",
        "UInt8",
        "whether the events match a pattern such as `(?1)(?t<=60).*(?2)`",
    ),
    ("sequenceCount", "(pattern)(time, condition, …)", "UInt64", "how often they do"),
    (
        "sequenceMatchEvents",
        "(pattern)(time, condition, …)",
        "",
        "when the events of the first match were, or of the longest part of one",
    ),
    ("deltaSum", "(value)", "", "the sum of the increases from row to row"),
    ("groupArrayIntersect", "(array)", "", "the elements that all arrays have"),
    ("maxIntersections", "(start, end)", "UInt64", "how many intervals overlap at most"),
    ("maxIntersectionsPosition", "(start, end)", "", "where the most intervals overlap first"),
    ("intervalLengthSum", "(start, end)", "", "how long intervals are together"),
    (
        "deltaSumTimestamp",
        "(value, time)",
        "",
        "the sum of the increases, in the order of the times",
    ),
    ("anyHeavy", "(value)", "", "the value of more than half of the rows; without one any"),
    (
        "groupArrayInsertAt",
        "[(default[, size])](value, place)",
        "",
        "values at their places, counted from 0",
    ),
    ("groupArraySample", "(most[, seed])(value)", "", "values at random, other ones than there"),
    ("sumMappedArrays minMappedArrays maxMappedArrays", "(keys, values, …)", "", "as `sumMap`"),
    (
        "sumMapFiltered sumMapFilteredWithOverflow",
        "([key, …])(keys, values, …)",
        "",
        "as `sumMap`, of these keys",
    ),
    ("groupBitmap", "(value)", "", "how many different whole numbers; its state is a bitmap"),
    (
        "groupBitmapAnd groupBitmapOr groupBitmapXor",
        "(bitmap)",
        "",
        "how many numbers bitmaps have together; with -State the bitmap",
    ),
    aggregate=True,
)
"""Those that the compiler of queries writes out, so that Spark has no function of that name."""

COMBINATORS: dict[str, str] = {
    "If": "only rows for which one more argument is true",
    "OrNull": "NULL when there are no rows",
    "OrDefault": "the type's default when there are no rows",
    "Distinct": "each value once",
    "Array": "the elements of arrays",
    "ArgMin": "only rows for which one more argument is least",
    "ArgMax": "only rows for which one more argument is greatest",
    "State": "not the result but what it is calculated of: a number, a tuple or an array; of all "
    "aggregate functions",
    "SimpleState": "the same, where it is the result",
    "Merge": "the result of such states",
    "MergeState": "the state of such states",
}
_CHAINS = (
    ("If",),
    ("OrNull",),
    ("OrDefault",),
    ("OrNull", "If"),
    ("OrDefault", "If"),
    ("If", "OrNull"),
    ("If", "OrDefault"),
)
_DISTINCT = ("count", "sum", "avg", "min", "max", "any", "uniq", "groupArray", "groupUniqArray")
_OF_ARRAYS = (
    "count",
    "sum",
    "avg",
    "min",
    "max",
    "uniq",
    "uniqExact",
    "groupArray",
    "groupUniqArray",
)
OF_LISTS: tuple[str, ...] = (*_OF_ARRAYS, "any", "anyLast")
"""Aggregate functions that are also calculated of a list of values."""
SIMPLE_STATES = (
    *("sum", "sumWithOverflow", "min", "max", "any", "anyLast"),
    *("groupArray", "groupUniqArray", "groupBitAnd", "groupBitOr", "groupBitXor"),
)
"""Aggregate functions whose state may be their answer: the combinator -SimpleState."""
_OF_SPARK = declared(
    ("count", "([value])", "UInt64", "how many"),
    ("sum", "(value)", "", "the sum"),
    ("avg", "(value)", "Float64", "the average"),
    ("min", "(value)", "", "the least value"),
    ("max", "(value)", "", "the greatest value"),
    ("median", "(value)", "Float64", "the median"),
    ("corr", "(a, b)", "Float64", "the correlation"),
    aggregate=True,
)


def _combine(name: str, base: Function, chain: tuple[str, ...]) -> Function:
    signature = base.signature
    if "If" in chain:
        inner, _, _ = signature.rpartition(")")
        start = inner.rpartition("(")[2]
        signature = f"{inner}{', ' if start and start != '[value]' else ''}condition)"
        signature = signature.replace("([value]condition)", "(condition)")
    if chain[0].startswith("Arg"):
        signature = "(value, by, condition)" if "If" in chain else "(value, by)"
    meaning = ", ".join(COMBINATORS[one] for one in chain)
    returns = base.returns if "Array" not in chain else ""
    return replace(
        base,
        name=name,
        signature=signature,
        returns=returns,
        description=f"`{base.name}`: {meaning}",
        spark_name="",
        combinators=chain,
    )


def _combinations() -> dict[str, tuple[Function, tuple[str, ...]]]:
    found: dict[str, tuple[Function, tuple[str, ...]]] = {}
    for base in (*_OF_SPARK, *AGGREGATES):
        if base.spark_name:
            continue
        chains = list(_CHAINS)
        if base.name in _DISTINCT:
            chains += [("Distinct",), ("Distinct", "If")]
        if base.name in _OF_ARRAYS:
            chains += [("Array",), ("Array", "If")]
        if base.name in OF_LISTS:
            chains += [("ArgMin",), ("ArgMin", "If"), ("ArgMax",), ("ArgMax", "If")]
        for chain in chains:
            found[base.name + "".join(chain)] = (base, chain)
    return found


_FOUND = _combinations()

COMBINED: tuple[Function, ...] = tuple(
    _combine(name, base, chain) for name, (base, chain) in _FOUND.items()
)
"""Aggregate functions made by combinators."""

COMBINATIONS: dict[str, tuple[str, ...]] = {
    name: (base.name, *chain) for name, (base, chain) in _FOUND.items()
}
"""Their names, with the function and the combinators each is made of."""

OF_NOTHING: dict[str, str] = {
    **dict.fromkeys("sum sumWithOverflow sumKahan".split(), "zero"),
    **dict.fromkeys(
        """avg avgWeighted median quantile quantileExactInclusive quantileExactExclusive
        quantileTDigest medianTDigest quantileDeterministic stddevPop stddevSamp varPop varSamp
        covarPop covarSamp corr skewPop skewSamp kurtPop kurtSamp""".split(),
        "nan",
    ),
    **dict.fromkeys(
        """min max any anyLast first_value last_value argMin argMax quantileExact quantileExactHigh
        quantileExactLow medianExact medianExactHigh medianExactLow quantileTiming
        medianTiming""".split(),
        "default",
    ),
}
"""What an aggregate function of values that are not Nullable gives over no rows: 0, NaN or the
default of its type. Spark's give NULL."""

_GIVEN = {f.name: f.known_as for f in (*_OF_SPARK, *AGGREGATES, *COMBINED)}

DEFAULTING = "rmt_default_"

AGGREGATES_OF_NOTHING: dict[str, str] = {
    _GIVEN[name].lower(): DEFAULTING + name
    for name, (base, *chain) in {
        **{name: (name,) for name in OF_NOTHING},
        **COMBINATIONS,
    }.items()
    if base in OF_NOTHING and set(chain) <= {"If", "Distinct", "Array", "ArgMin", "ArgMax"}
}
"""The names Spark knows aggregate functions under in a statement that is ClickHouse's, where they
give that, by the names it knows them under elsewhere."""
