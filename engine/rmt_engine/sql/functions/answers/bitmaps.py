"""Types of the answers of the functions of bitmaps, which are states of `groupBitmap`.

Source: https://clickhouse.com/docs/sql-reference/functions/bitmap-functions, tried on 26.9.
"""

from __future__ import annotations

from rmt_engine.sql.functions.answers.call import Answer, Call
from rmt_engine.sql.functions.answers.kinds import array_of
from rmt_engine.sql.values.types import DataType

__all__ = ["BITMAPS", "bitmap_of", "is_bitmap"]

_FUNCTION = "groupBitmap"


def is_bitmap(data_type: DataType | None) -> bool:
    """Whether a type is that of bitmaps."""
    return (
        data_type is not None
        and data_type.family == "AggregateFunction"
        and data_type.arguments == (_FUNCTION,)
    )


def bitmap_of(element: DataType) -> DataType:
    """The type of bitmaps of whole numbers."""
    return DataType("AggregateFunction", (_FUNCTION,), (element,))


def _built(call: Call) -> DataType | None:
    found = call.types[0]
    return bitmap_of(found.element) if found.family == "Array" else None


def _elements(call: Call) -> DataType | None:
    found = call.types[0]
    return array_of(found.elements[0]) if is_bitmap(found) else None


def _same(call: Call) -> DataType | None:
    return call.types[0] if is_bitmap(call.types[0]) else None


BITMAPS: dict[str, Answer] = {
    "bitmapBuild": Answer(_built),
    "bitmapToArray": Answer(_elements),
    **dict.fromkeys(
        """bitmapAnd bitmapOr bitmapXor bitmapAndnot bitmapSubsetInRange bitmapSubsetLimit
        subBitmap bitmapTransform""".split(),
        Answer(_same),
    ),
}
"""Those whose answer's type follows from their arguments."""
