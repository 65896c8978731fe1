"""FixedStrings that are inserted as Strings."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame

from rmt_engine.sql.query.types.conversion import as_text
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["with_texts"]


def with_texts(
    frame: DataFrame, wanted: Sequence[DataType], given: Sequence[DataType | None]
) -> DataFrame:
    """Rows whose FixedStrings end before the zero bytes that fill them, where Strings are wanted.

    Args:
        frame: the rows.
        wanted: the types of the columns that get them, in order.
        given: the types of what the rows have; None where one is not known.
    """
    names = [f"c{at}" for at in range(len(frame.columns))]
    texts = list(names)
    for at, (name, target, found) in enumerate(zip(names, wanted, given, strict=False)):
        texts[at] = as_text(Value(name, found), target).sql
    if texts == names:
        return frame
    return frame.toDF(*names).selectExpr(*texts).toDF(*frame.columns)
