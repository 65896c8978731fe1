"""Functions of arrays and maps that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["ARRAYS"]

_KNOWN = "arrayMap(x -> assumeNotNull(x), arrayFilter(x -> x IS NOT NULL, a))"
_STRETCH = "arraySlice({0}, p.1, if(p.1 + toInt64(length({0})) < 0, 0, p.2))"
"""Nothing of an array where a stretch starts in front of it."""
_STEPS = (
    "arrayFold((r, x, i) -> arrayFold((n, y, c, d) -> arrayPushBack(n, least(n[-1] + 1, d + 1, "
    "c + if(x <=> y, 0, 1))), b, arrayPopBack(r), arrayPopFront(r), [toInt64(i)]), "
    "a, arrayEnumerate(a), arrayMap(i -> toInt64(i), range(0, length(b) + 1)))"
)
"""The last row of Levenshtein's table, which has the distance at its end."""
_WEIGHTED_STEPS = (
    "arrayFold((r, x, p) -> arrayFold((n, y, q, c, d) -> arrayPushBack(n, if(x <=> y, "
    "least(n[-1] + q, d + p, c), least(n[-1] + q, d + p))), "
    "b, arrayMap(q -> toFloat64(q), w), arrayPopBack(r), arrayPopFront(r), [r[1] + p]), "
    "a, arrayMap(p -> toFloat64(p), v), "
    "arrayPushFront(arrayCumSum(arrayMap(q -> toFloat64(q), w)), toFloat64(0)))"
)
_POSITIVE, _NEGATIVE = (f"arrayCount(l -> l {sign} 0, t)" for sign in (">", "<="))
_RIGHT_PAIRS = (
    "arraySum((x, l) -> if(l > 0, arraySum((y, m) -> multiIf(m > 0 OR x < y, 0, x = y, 0.5, 1), "
    "s, t), 0), s, t)"
)
"""How many pairs of a positive and a negative one have the scores that they should."""
_PRECISIONS = (
    "arraySum(x -> arrayCount((y, m) -> y >= x AND m > 0, s, t) / arrayCount(y -> y >= x, s) * "
    "arrayCount((y, m) -> y = x AND m > 0, s, t), arrayReverseSort(arrayDistinct(s)))"
)
_LAGS = (
    "arrayMap(d -> arrayMap(l -> arraySum(i -> d[i] * d[i + l], range(1, length(d) - l + 1)) / "
    "arraySum(x -> x * x, d), range(0, least(length(d), toUInt64(n)))), "
    "arrayMap(m -> arrayMap(x -> x - m, a), [arrayAvg(a)]))[1]"
)


def _unaligned(names: str) -> str:
    """Of so many arrays, one for each letter."""
    listed = ", ".join(names)
    longest = f"greatest({', '.join(f'length({name})' for name in names)}, 0)"
    elements = ", ".join(f"arrayElementOrNull({name}, i)" for name in names)
    return f"({listed}) -> arrayMap(i -> tuple({elements}), range(1, {longest} + 1))"


ARRAYS: Rows = (
    ("replicate", "(value, array)", "", "an array of the value, as long as the array",
     "(x, a) -> arrayMap(e -> x, a)"),
    ("arrayExcept", "(array, array)", "", "the elements of the first that the second has not",
     "(a, b) -> arrayFilter(e -> NOT has(b, e), a)"),
    ("indexOfAssumeSorted", "(array, value)", "UInt64", "`indexOf` of a sorted array",
     "(a, x) -> indexOf(a, x)"),
    ("arrayShingles", "(array, n)", "", "the stretches of n elements",
     "(a, n) -> arrayMap(i -> arraySlice(a, i, n), range(1, length(a) - n + 2))"),
    ("arrayTranspose", "(matrix)", "", "the columns of an array of rows",
     "m -> arrayMap(i -> arrayMap(r -> r[i], m), range(1, length(m[1]) + 1))"),
    ("arrayPartialSort", "(n, array)", "", "the array, sorted", "(n, a) -> arraySort(a)"),
    ("arrayPartialReverseSort", "(n, array)", "", "the array, sorted from the greatest element on",
     "(n, a) -> arrayReverseSort(a)"),
    ("arrayTopK", "(k, array)", "", "the greatest k elements, in order",
     f"(k, a) -> arraySlice(arrayReverseSort({_KNOWN}), 1, k)"),
    ("arrayBottomK", "(k, array)", "", "the least k elements, in order",
     f"(k, a) -> arraySlice(arraySort({_KNOWN}), 1, k)"),
    ("arrayFlattenedLength", "(array)", "UInt64", "how many elements it has, with those of the "
     "arrays in it", "a -> length(arrayFlatten(a))"),
    ("arrayZipUnaligned", "(array, …)", "", "an array of tuples, with NULL behind the end of an "
     "array", *(_unaligned(names) for names in ("a", "ab", "abc", "abcd", "abcde"))),
    ("arrayReduceInRanges", "('aggregate', ranges, array)", "", "an aggregate function over "
     "stretches of an array, each a tuple of its start and length",
     f"(f, r, a) -> arrayMap(p -> arrayReduce(f, {_STRETCH.format('a')}), r)",
     f"(f, r, a, b) -> arrayMap(p -> arrayReduce(f, {_STRETCH.format('a')}, "
     f"{_STRETCH.format('b')}), r)"),
    ("arrayLevenshteinDistance", "(array, array)", "UInt32", "how many elements to insert, delete "
     "or replace", f"(a, b) -> {_STEPS}[-1]"),
    ("arrayLevenshteinDistanceWeighted", "(a, b, weights, weights)", "Float64", "the weights of "
     "the elements to delete and to insert", f"(a, b, v, w) -> {_WEIGHTED_STEPS}[-1]"),
    ("arraySimilarity", "(a, b, weights, weights)", "Float64", "1 less that distance, of the sum "
     "of all weights",
     f"(a, b, v, w) -> if(arraySum(v) + arraySum(w) = 0, 1, 1 - {_WEIGHTED_STEPS}[-1] / "
     "(arraySum(v) + arraySum(w)))"),
    ("arrayROCAUC", "(scores, labels[, scaled])", "Float64", "how likely a positive label has a "
     "greater score than another",
     f"(s, t) -> {_RIGHT_PAIRS} / ({_POSITIVE} * {_NEGATIVE})",
     f"(s, t, z) -> {_RIGHT_PAIRS} / if(z, {_POSITIVE} * {_NEGATIVE}, 1)"),
    ("arrayAUCPR", "(scores, labels)", "Float64", "the area below the curve of precision and "
     "recall", f"(s, t) -> if({_POSITIVE} = 0, 0, {_PRECISIONS} / {_POSITIVE})"),
    ("arrayAutocorrelation", "(array[, n])", "Array(Float64)", "how alike the array is to itself, "
     "moved by 0, 1, … elements", "a -> arrayAutocorrelation(a, length(a))",
     f"(a, n) -> {_LAGS}"),
    ("arrayRandomSample", "(array, n)", "", "so many of its elements at random",
     "(a, n) -> arraySlice(arrayShuffle(a), 1, n)"),
    ("arrayPartialShuffle", "(array[, n])", "", "the array, the first elements in random order",
     "a -> arrayShuffle(a)", "(a, n) -> arrayShuffle(a)"),
    ("mapPopulateSeries", "(map[, greatest])", "", "the map with all whole numbers between its "
     "keys, or up to another one", "m -> mapPopulateSeries(m, arrayMax(mapKeys(m)))",
     "(m, n) -> if(empty(m), m, arrayMap(k -> mapFromArrays(k, arrayMap(i -> m[i], k)), "
     "[range(arrayMin(mapKeys(m)), n + 1)])[1])"),
    ("mapPartialSort", "(n, map)", "", "`mapSort`", "(n, m) -> mapSort(m)"),
    ("mapPartialReverseSort", "(n, map)", "", "`mapReverseSort`", "(n, m) -> mapReverseSort(m)"),
)  # fmt: skip
"""The functions."""
