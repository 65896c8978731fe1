"""Counts, also of different values, sums and averages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rmt_engine.sql.functions.answers.kinds import TIMES
from rmt_engine.sql.query.aggregates.plain_calls import (
    MANY,
    TWO_TO_64,
    Aggregate,
    Rule,
    in_width,
    number_of,
    standing_for,
)
from rmt_engine.sql.query.aggregates.rows import ListRows
from rmt_engine.sql.query.types.keys import key_of

__all__ = ["SUM_RULES"]


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
    return f"mod({total}, {TWO_TO_64})" if call.first.family == "UInt64" else total


def _sum_of_list(call: Aggregate, value: str, spark: str) -> str:
    answer = call.answer.spark if call.answer is not None else "DOUBLE"
    kind = "DOUBLE" if spark in ("FLOAT", "DOUBLE") else answer
    wide = answer if call.first.family == "Decimal" else kind
    total = call.rows.sum(
        value, wide if wide == "DOUBLE" or "," in wide else "BIGINT", call.distinct
    )
    if call.first.family == "Int64":
        return _wrapped(total)
    return f"mod({total}, {TWO_TO_64})" if call.first.family == "UInt64" else total


def _sum_in_own_width(call: Aggregate) -> str:
    return in_width(_sum(call), call.answer)


def _wrapped(total: str) -> str:
    """A sum as 64 bits with a sign."""
    half = "CAST('9223372036854775808' AS DECIMAL(20,0))"
    shifted = f"pmod(CAST({total} AS DECIMAL(38,0)) + {half}, {TWO_TO_64})"
    return f"CAST({shifted} - {half} AS BIGINT)"


def _precise_sum(call: Aggregate) -> str:
    return call.rows.sum(f"CAST({number_of(call.first)} AS DOUBLE)", "DOUBLE", call.distinct)


def _sum_count(call: Aggregate) -> str:
    summed = call if call.answer is None else replace(call, answer=call.answer.elements[0])
    total = f"coalesce({_sum(summed)}, 0)"
    return f"named_struct('1', {total}, '2', {call.rows.count()})"


def _average(call: Aggregate) -> str:
    """An average; what a float cannot hold is summed up exactly, and wraps around if it is whole.

    Decimals of more than 18 digits might have a sum that Spark's cannot hold.
    """
    data_type = call.first.type
    is_short = (
        call.first.family == "Decimal"
        and data_type is not None
        and (data_type.precision <= _SHORT_DECIMAL)
    )
    if (call.first.family in _SUMMED_EXACTLY or is_short) and not call.distinct:
        return f"CAST({_sum(call)} AS DOUBLE) / nullif({call.rows.count()}, 0)"
    number, back = standing_for(call.first)
    average = call.rows.average(number, call.distinct)
    return back(f"rint({average})" if call.first.family in TIMES else average)


_SHORT_DECIMAL = 18
_SUMMED_EXACTLY = ("Int64", "UInt64", "Int128", "UInt128", "Int256", "UInt256")


def _average_weighted(call: Aggregate) -> str:
    value, weight = (f"CAST({number_of(one)} AS DOUBLE)" for one in call.values)
    total = call.rows.sum(f"{value} * {weight}", "DOUBLE")
    return f"({total} / nullif({call.rows.sum(weight, 'DOUBLE')}, 0D))"


def _count_different(call: Aggregate) -> str:
    return call.rows.count_different([key_of(value) for value in call.values])


def _count_up_to(call: Aggregate) -> str:
    most = call.whole(0, 4) + 1
    return f"least({call.rows.count_different([key_of(value) for value in call.values])}, {most}L)"


_UNIQ = Rule(_count_different, most=MANY, is_total=True)


SUM_RULES: Mapping[str, Rule] = {
    "count": Rule(_count, 0, 1, is_total=True),
    **dict.fromkeys(
        "uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 uniqTheta".split(), _UNIQ
    ),
    "uniqUpTo": Rule(_count_up_to, most=MANY, is_total=True),
    "sum": Rule(_sum),
    "sumWithOverflow": Rule(_sum_in_own_width),
    "sumKahan": Rule(_precise_sum),
    "sumCount": Rule(_sum_count, is_total=True),
    "avg": Rule(_average, empty="nan"),
    "avgWeighted": Rule(_average_weighted, 2, 2, empty="nan", is_partial=True),
}
"""Functions that count and add up."""
