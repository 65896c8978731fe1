"""Functions that take the place of ClickHouse's operators: only rewritten statements call them.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/operators/in,
https://clickhouse.com/docs/sql-reference/window-functions/lagInFrame.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builders,
    default_of,
    typed,
)
from rmt_engine.sql.in_frame import OR_DEFAULT
from rmt_engine.sql.tuple_lists import TUPLE_IN

__all__ = ["OPERATORS"]


def _tuple_in(arguments: Arguments) -> Column:
    """Whether a tuple is one of others; one with a NULL is like none."""
    fields = [_fields(expression) for expression in arguments.expressions]
    width = len(fields[0])
    if any(len(others) != width for others in fields):
        raise RmtError(
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            f"Number of columns in section IN doesn't match: {width} at left.",
        )
    kinds = [_common([others[at][1] for others in fields]) for at in range(width)]

    def converted(position: int) -> Column:
        row = arguments.columns[position]
        return F.struct(
            *(
                row.getField(name).try_cast(kind).alias(f"_{at}")
                for at, ((name, _), kind) in enumerate(zip(fields[position], kinds, strict=True))
            )
        )

    wanted = converted(0)
    known = F.lit(True)
    for at in range(width):
        known = known & wanted.getField(f"_{at}").isNotNull()
    others = [converted(position) for position in range(1, len(fields))]
    return known & F.coalesce(wanted.isin(*others), F.lit(False))


def _fields(expression: Any) -> list[tuple[str, str]]:
    """The names and Spark's types of a tuple's elements."""
    kind = expression.dataType()
    if kind.typeName() != "struct":
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "A tuple can only be IN a list of tuples.")
    return [(field.name(), field.dataType().simpleString()) for field in kind.fields()]


def _common(kinds: list[str]) -> str:
    """The type that values are compared in: the first one's, or one that loses no digit."""
    first, *others = kinds
    numbers = [kind for kind in others if _is_number(kind)]
    if not _is_number(first) or all(kind in INTEGER_TYPES for kind in numbers):
        return first
    if "double" in numbers or first in ("double", "float"):
        return "double"
    scales = [int(kind.rpartition(",")[2][:-1]) for kind in kinds if kind.startswith("decimal")]
    return f"decimal(38,{max(scales)})"


def _is_number(kind: str) -> bool:
    return kind in INTEGER_TYPES or kind in ("float", "double") or kind.startswith("decimal")


def _or_default(arguments: Arguments) -> Column:
    """A value, or where it is NULL the default of the type of another that cannot be NULL."""
    value = arguments.columns[0]
    if arguments.expressions[1].nullable():
        return value
    return F.coalesce(value, default_of(arguments.type(1)))


OPERATORS: Builders = {
    TUPLE_IN: typed(2, MANY, _tuple_in),
    OR_DEFAULT: typed(2, 2, _or_default),
}
