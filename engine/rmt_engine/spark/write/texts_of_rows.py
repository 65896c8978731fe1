"""Columns of inserted rows that are converted by the ClickHouse types of their query.

Spark's types do not tell a FixedString from a String, nor how an array becomes a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from pyspark.sql import DataFrame
from pyspark.sql.types import StringType

from rmt_engine.spark.session.time_zones import time_zone
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.conversion import as_text, cast_to
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["with_texts"]

_READ_FROM_TEXTS = (Category.ARRAY, Category.TUPLE)
_NESTED = (*_READ_FROM_TEXTS, Category.MAP)


def with_texts(
    frame: DataFrame, wanted: Sequence[DataType], given: Sequence[DataType | None]
) -> DataFrame:
    """Rows with texts of what the table keeps as texts, and with what it reads from texts.

    FixedStrings end before the zero bytes that fill them, where Strings are wanted; arrays, tuples
    and maps become texts as `toString` makes them; texts become arrays and tuples.

    Args:
        frame: the rows.
        wanted: the types of the columns that get them, in order.
        given: the types of what the rows have; None where only Spark's is known.

    Raises:
        RmtError: `TYPE_MISMATCH` and the like, such values cannot become those of the table.
    """
    names = [f"c{at}" for at in range(len(frame.columns))]
    texts = list(names)
    known = [
        plain("String") if kind is None and field.dataType == StringType() else kind
        for kind, field in zip_longest(given, frame.schema.fields)
    ]
    for at, (name, target, found) in enumerate(zip(names, wanted, known, strict=False)):
        texts[at] = _converted(frame, Value(name, found), target).sql
    if texts == names:
        return frame
    return frame.toDF(*names).selectExpr(*texts).toDF(*frame.columns)


def _converted(frame: DataFrame, value: Value, target: DataType) -> Value:
    source = value.type
    if source is None or not _is_text_of_other(source, target):
        return as_text(value, target)
    context = CallContext({}, time_zone(frame.sparkSession._jsparkSession))
    return cast_to(value, target, lambda name, values: lower_scalar(name, values, context))


def _is_text_of_other(source: DataType, target: DataType) -> bool:
    """Whether one is a String and the other has values inside."""
    if source.category is Category.STRING:
        return target.category in _READ_FROM_TEXTS
    return target.category is Category.STRING and source.category in _NESTED
