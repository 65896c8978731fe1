"""Aggregate functions of bitmaps: of whole numbers, and of bitmaps of such.

Source: https://clickhouse.com/docs/sql-reference/functions/bitmap-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, INTEGERS
from rmt_engine.sql.query.aggregates.bitmap_functions import check_bitmap, fold_of_bitmaps
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule, in_width
from rmt_engine.sql.query.aggregates.rows import Rows
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["BITMAP_RULES", "OF_BITMAPS", "folded_bitmaps"]

OF_BITMAPS = ("groupBitmapAnd", "groupBitmapOr", "groupBitmapXor")
"""Functions of bitmaps, whose states are bitmaps as well."""
_WIDEST = 64


def _check_whole(name: str, data_type: DataType | None) -> None:
    """Makes sure that a type is one of numbers that a bitmap may have."""
    family = data_type.family if data_type is not None else ""
    if data_type is not None and (family not in INTEGERS or BITS[family] > _WIDEST):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {data_type} of argument for aggregate function {name}: a bitmap has "
            "whole numbers of up to 64 bits.",
        )


def folded_bitmaps(name: str, rows: Rows, bitmap: Value) -> str:
    """The bitmap that the bitmaps of rows are together, an ARRAY.

    Args:
        name: one of `OF_BITMAPS`.
        rows: the rows.
        bitmap: that of a row.
    """
    if bitmap.family != "AggregateFunction":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {bitmap.type or 'unknown'} of argument for aggregate function {name}.",
            "It takes bitmaps: groupBitmapState(x) makes one of rows.",
        )
    return fold_of_bitmaps(name, rows.list_of(bitmap.sql), check_bitmap(bitmap, name))


def _count_numbers(call: Aggregate) -> str:
    _check_whole(call.name, call.first.type)
    return in_width(call.rows.count_different(call.texts), call.answer)


def _count_together(call: Aggregate) -> str:
    bitmap = folded_bitmaps(call.name, call.rows, call.first)
    return in_width(f"CAST(size({bitmap}) AS BIGINT)", call.answer)


BITMAP_RULES: Mapping[str, Rule] = {
    "groupBitmap": Rule(_count_numbers, is_total=True),
    **{name: Rule(_count_together, is_total=True) for name in OF_BITMAPS},
}
"""How the functions are written for Spark."""
