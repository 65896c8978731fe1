"""FixedStrings that are inserted as Strings."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

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
    texts = {
        at
        for at, (target, found) in enumerate(zip(wanted, given, strict=False))
        if found is not None and (found.family, target.family) == ("FixedString", "String")
    }
    if not texts:
        return frame
    names = [f"c{at}" for at in range(len(frame.columns))]
    columns = [
        F.expr(f"trim(TRAILING char(0) FROM {name})") if at in texts else F.col(name)
        for at, name in enumerate(names)
    ]
    return frame.toDF(*names).select(*columns).toDF(*frame.columns)
