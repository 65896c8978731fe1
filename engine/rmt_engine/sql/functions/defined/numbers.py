"""Functions of numbers and decimals that others make up."""

from __future__ import annotations

from rmt_engine.sql.functions.defined.row import Rows

__all__ = ["NUMBERS"]

_FLOWS = "arraySum((c, i) -> c / pow(1 + r, i), f, range({0}, length(f) + {0}))"

NUMBERS: Rows = (
    ("sqr", "(x)", "", "x * x", "x -> x * x"),
    ("financialNetPresentValue", "(rate, flows[, from_zero])", "Float64", "what a flow of money "
     "is worth today", f"(r, f) -> {_FLOWS.format('0')}",
     f"(r, f, z) -> if(z, {_FLOWS.format('0')}, {_FLOWS.format('1')})"),
    ("hiveHash", "(text)", "Int32", "`javaHash` without its sign",
     "s -> bitAnd(javaHash(s), 2147483647)"),
    ("isDistinctFrom", "(a, b)", "UInt8", "whether they differ; NULL is as NULL",
     "(a, b) -> NOT isNotDistinctFrom(a, b)"),
    ("notHas", "(array, value)", "UInt8", "1 if the array does not have the value",
     "(a, x) -> NOT has(a, x)"),
)  # fmt: skip
"""The functions."""
