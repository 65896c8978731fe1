"""Functions that take the place of ClickHouse's operators: only compiled queries call them.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/operators and, below it,
https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.addresses import OF_ADDRESSES
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builders,
    of,
    typed,
)
from rmt_engine.spark.functions.bytes import OF_BYTES
from rmt_engine.spark.functions.decimals import DECIMAL_OPERATORS
from rmt_engine.spark.functions.distributions import DISTRIBUTIONS
from rmt_engine.spark.functions.dynamics import DYNAMICS
from rmt_engine.spark.functions.hashing import OF_HASHED
from rmt_engine.spark.functions.json_shapes import JSON_SHAPES
from rmt_engine.spark.functions.made_times import OF_CHANGES
from rmt_engine.sql.query.types.arithmetic import WRAPPING
from rmt_engine.sql.query.types.tuple_membership import NULLABLE_TUPLE_IN, TUPLE_IN
from rmt_engine.sql.query.types.wide_beside_floats import ORDER
from rmt_engine.sql.query.values import ANY_BYTES

__all__ = ["OPERATORS"]

_WORD = 2.0**64
_UTF8_STRING = "org.apache.spark.unsafe.types.UTF8String"


def _tuple_in(null_is_value: bool) -> Callable[[Arguments], Column]:
    """Whether a tuple is one of others; one with a NULL is like none, unless NULL is a value."""

    def build(arguments: Arguments) -> Column:
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
                    for at, ((name, _), kind) in enumerate(
                        zip(fields[position], kinds, strict=True)
                    )
                )
            )

        wanted = converted(0)
        others = [converted(position) for position in range(1, len(fields))]
        found = F.coalesce(wanted.isin(*others), F.lit(False))
        if null_is_value:
            return found
        known = F.lit(True)
        for at in range(width):
            known = known & wanted.getField(f"_{at}").isNotNull()
        return known & found

    return build


def _fields(expression: Any) -> list[tuple[str, str]]:
    """The names and Spark's types of a tuple's elements."""
    kind = expression.dataType()
    if kind.typeName() != "struct":
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "A tuple can only be IN a list of tuples.")
    return [(field.name(), field.dataType().simpleString()) for field in kind.fields()]


def _common(kinds: list[str]) -> str:
    """The type that values are compared in: the first one's, or one that loses no digit."""
    first, *others = [kind for kind in kinds if kind != "void"] or kinds
    numbers = [kind for kind in others if _is_number(kind)]
    if not _is_number(first) or all(kind in INTEGER_TYPES for kind in numbers):
        return first
    if "double" in numbers or first in ("double", "float"):
        return "double"
    scales = [int(kind.rpartition(",")[2][:-1]) for kind in kinds if kind.startswith("decimal")]
    return f"decimal(38,{max(scales)})"


def _is_number(kind: str) -> bool:
    return kind in INTEGER_TYPES or kind in ("float", "double") or kind.startswith("decimal")


def _wrapping(operator_class: str) -> Callable[[Arguments], Any]:
    """A sum, difference or product of whole numbers that wraps around, also in ANSI mode."""

    def build(arguments: Arguments) -> Any:
        catalyst = "org.apache.spark.sql.catalyst.expressions"
        mode = arguments.gateway.scala_object(f"{catalyst}.EvalMode").LEGACY()
        context = arguments.catalyst("NumericEvalContext", mode, True)
        return arguments.catalyst(operator_class, *arguments.expressions, context)

    return build


def _order(whole: Column, number: Column) -> Column:
    """-1, 0 or 1: how a whole number of 64 bits or more compares with a floating-point number.

    As a floating-point number itself, the whole one is rounded. Where the two are the same then,
    the other is a whole number, too, and is compared as one.
    """
    rounded, number = whole.cast("double"), number.cast("double")
    high = F.floor(number / _WORD)
    low = number - high * _WORD
    middle = F.floor(low / 2.0**32)
    exact = (
        high.cast("decimal(20,0)") * F.lit(Decimal(2**64))
        + middle.cast("decimal(20,0)") * F.lit(Decimal(2**32))
        + (low % 2.0**32).cast("decimal(20,0)")
    )
    tie = F.when(whole < exact, -1).when(whole > exact, 1).otherwise(0)
    return F.when(rounded < number, -1).when(rounded > number, 1).when(rounded == number, tie)


def _any_bytes(arguments: Arguments) -> Any:
    """A constant text; if it is no UTF-8, as an expression that Spark keeps as it is.

    It does not fold calls of methods that give objects, so that no filter of files is made of them.

    Source: `StaticInvoke.foldable`, and `ParquetFilters`, which make Java's strings of constants.
    """
    [text] = arguments.expressions
    if _is_valid_text(text):
        return text
    string = arguments.object_type(_UTF8_STRING)
    data = arguments.expression_of(arguments.columns[0].cast("binary"))
    java_class = arguments.loaded(_UTF8_STRING)
    kept = arguments.called_statically(java_class, string, "fromBytes", [data])
    return arguments.called(kept, arguments.data_type("STRING"), "clone", [])


def _is_valid_text(expression: Any) -> bool:
    try:
        value = expression.eval(None)
    except Py4JJavaError:
        # It is known only when the query runs.
        return False
    return value is None or bool(value.isValid())


OPERATORS: Builders = {
    **DECIMAL_OPERATORS,
    **OF_HASHED,
    **OF_BYTES,
    **OF_ADDRESSES,
    **OF_CHANGES,
    **DISTRIBUTIONS,
    **DYNAMICS,
    **JSON_SHAPES,
    WRAPPING["+"]: typed(2, 2, _wrapping("Add")),
    WRAPPING["-"]: typed(2, 2, _wrapping("Subtract")),
    WRAPPING["*"]: typed(2, 2, _wrapping("Multiply")),
    ORDER: of(_order),
    ANY_BYTES: typed(1, 1, _any_bytes),
    TUPLE_IN: typed(2, MANY, _tuple_in(null_is_value=False)),
    NULLABLE_TUPLE_IN: typed(2, MANY, _tuple_in(null_is_value=True)),
}
