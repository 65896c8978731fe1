"""Functions of numbers and decimals that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["NUMBERS"]

_EIGHTHS = "toInt64(toFloat64(x - low) / toFloat64(high - low) * n * 8 + 1e-9)"
_FLOWS = "arraySum((c, i) -> c / pow(1 + r, i), f, range({0}, length(f) + {0}))"

NUMBERS: Rows = (
    ("sqr", "(x)", "", "x * x", "x -> x * x"),
    ("financialNetPresentValue", "(rate, flows[, from_zero])", "Float64", "what a flow of money "
     "is worth today", f"(r, f) -> {_FLOWS.format('0')}",
     f"(r, f, z) -> if(z, {_FLOWS.format('0')}, {_FLOWS.format('1')})"),
    ("isDistinctFrom", "(a, b)", "UInt8", "whether they differ; NULL is as NULL",
     "(a, b) -> NOT isNotDistinctFrom(a, b)"),
    ("notHas", "(array, value)", "UInt8", "1 if the array does not have the value",
     "(a, x) -> NOT has(a, x)"),
    ("firstNonDefault", "(a, b, …)", "", "the first value that is neither NULL nor its type's "
     "default", "a -> a", "(a, b) -> if(ifNull(a != defaultValueOfArgumentType(a), 0), a, b)"),
)  # fmt: skip
"""The functions."""
