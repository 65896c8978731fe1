"""Functions of arrays and maps that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["ARRAYS"]

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
     "(k, a) -> arraySlice(arrayReverseSort(a), 1, k)"),
    ("arrayBottomK", "(k, array)", "", "the least k elements, in order",
     "(k, a) -> arraySlice(arraySort(a), 1, k)"),
)  # fmt: skip
"""The functions."""
