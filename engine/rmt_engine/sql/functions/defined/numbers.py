"""Functions of numbers and decimals that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["NUMBERS"]

_FLOWS = "arraySum((c, i) -> c / pow(1 + r, i), f, range({0}, length(f) + {0}))"

_DAYS = "arraySum((c, t) -> c / pow(1 + r, (toInt64(t) - toInt64(d[1])) / {0}), f, d)"
NUMBERS: Rows = (
    ("sqr", "(x)", "", "x * x", "x -> x * x"),
    ("financialNetPresentValue", "(rate, flows[, from_zero])", "Float64", "what a flow of money "
     "is worth today", f"(r, f) -> {_FLOWS.format('0')}",
     f"(r, f, z) -> if(z, {_FLOWS.format('0')}, {_FLOWS.format('1')})"),
    ("financialNetPresentValueExtended", "(rate, flows, dates[, days])", "Float64", "the same of a "
     "flow on some days", f"(r, f, d) -> {_DAYS.format('365')}",
     f"(r, f, d, y) -> if(y = 'ACT_365_25', {_DAYS.format('365.25')}, {_DAYS.format('365')})"),
    ("hiveHash", "(text)", "Int32", "`javaHash` without its sign",
     "s -> bitAnd(javaHash(s), 2147483647)"),
    ("isDistinctFrom", "(a, b)", "UInt8", "whether they differ; NULL is as NULL",
     "(a, b) -> NOT isNotDistinctFrom(a, b)"),
    ("notHas", "(array, value)", "UInt8", "1 if the array does not have the value",
     "(a, x) -> NOT has(a, x)"),
)  # fmt: skip
"""The functions."""
