"""Functions that take the place of ClickHouse's operators: only rewritten statements call them.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/operators and, below it,
https://clickhouse.com/docs/sql-reference/operators/in,
https://clickhouse.com/docs/sql-reference/window-functions/lagInFrame.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
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
from rmt_engine.sql.conditions import ALL_TRUE, ANY_TRUE, IS_TRUE
from rmt_engine.sql.in_frame import OR_DEFAULT
from rmt_engine.sql.time_arithmetic import DIFFERENCE, MINUS, PLUS
from rmt_engine.sql.tuples import TUPLE_COMPARED, TUPLE_IN

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


def _or_default(arguments: Arguments) -> Column:
    """A value, or where it is NULL the default of the type of another that cannot be NULL."""
    value = arguments.columns[0]
    if arguments.expressions[1].nullable():
        return value
    return F.coalesce(value, default_of(arguments.type(1)))


def _tuple_compared(arguments: Arguments) -> Column:
    """A comparison of two tuples, element by element."""
    compare = arguments.text(0)
    left, right = (_fields(arguments.expressions[position]) for position in (1, 2))
    if len(left) != len(right):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Tuples of {len(left)} and {len(right)} elements cannot be compared.",
        )
    kinds = [
        _common([of_left, of_right])
        for (_, of_left), (_, of_right) in zip(left, right, strict=True)
    ]
    pairs = [
        tuple(
            arguments.columns[position].getField(fields[at][0]).cast(kind)
            for position, fields in ((1, left), (2, right))
        )
        for at, kind in enumerate(kinds)
    ]
    return _COMPARED[compare](pairs)


_Pairs = list[tuple[Column, ...]]


def _equal(pairs: _Pairs) -> Column:
    return functools.reduce(operator.and_, (a == b for a, b in pairs))


def _same(pairs: _Pairs) -> Column:
    return functools.reduce(operator.and_, (a.eqNullSafe(b) for a, b in pairs))


def _less(pairs: _Pairs) -> Column:
    """Whether the first pair that is not equal is in order."""
    [(a, b), *rest] = pairs
    return (a < b) | ((a == b) & _less(rest)) if rest else a < b


def _swapped(pairs: _Pairs) -> _Pairs:
    return [(b, a) for a, b in pairs]


_COMPARED: dict[str, Callable[[_Pairs], Column]] = {
    "=": _equal,
    "==": _equal,
    "<=>": _same,
    "!=": lambda pairs: ~_equal(pairs),
    "<>": lambda pairs: ~_equal(pairs),
    "<": _less,
    ">": lambda pairs: _less(_swapped(pairs)),
    "<=": lambda pairs: ~_less(_swapped(pairs)),
    ">=": lambda pairs: ~_less(pairs),
}


def _is_true(arguments: Arguments) -> Any:
    """A condition; of a number, whether it is not 0."""
    if _is_number(arguments.type(0)):
        return arguments.columns[0] != F.lit(0)
    return arguments.expressions[0]


def _reduced(combine: Callable[[Column, Column], Column]) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        conditions = (
            column != F.lit(0) if _is_number(arguments.type(position)) else column
            for position, column in enumerate(arguments.columns)
        )
        return functools.reduce(combine, conditions)

    return build


def _plus(arguments: Arguments) -> Column:
    """A sum; a number beside a date counts days, and beside a time seconds."""
    left, right = arguments.columns
    kinds = arguments.type(0), arguments.type(1)
    if _is_time(kinds[0]) and _is_number(kinds[1]):
        return _moved(left, kinds[0], right)
    if _is_number(kinds[0]) and _is_time(kinds[1]):
        return _moved(right, kinds[1], left)
    return left + right


def _minus(arguments: Arguments) -> Column:
    """A difference; see `_plus`."""
    left, right = arguments.columns[:2]
    if _is_time(arguments.type(0)) and _is_number(arguments.type(1)):
        return _moved(left, arguments.type(0), -right)
    return left - right


def _difference(arguments: Arguments) -> Column:
    """The same, but between two dates the number of days, between two times that of seconds."""
    kinds = {arguments.type(0), arguments.type(1)}
    left, right = arguments.columns[:2]
    if kinds == {"date"}:
        return F.date_diff(left, right)
    if kinds == {"timestamp"}:
        micros = F.unix_micros(left) - F.unix_micros(right)
        if len(arguments) > 2:
            return (micros / F.lit(1_000_000)).cast("bigint")
        return (micros.cast("decimal(19,0)") / F.lit(1_000_000)).cast("decimal(20,6)")
    return _minus(arguments)


def _is_time(kind: str) -> bool:
    return kind in ("date", "timestamp")


def _moved(time: Column, kind: str, number: Column) -> Column:
    """A time so many days or seconds later; what is behind the number's point does not count."""
    whole = number.cast("bigint")
    if kind == "date":
        return F.date_add(time, whole.cast("int"))
    return time + F.make_dt_interval(secs=whole.cast("decimal(18,6)"))


OPERATORS: Builders = {
    TUPLE_IN: typed(2, MANY, _tuple_in),
    TUPLE_COMPARED: typed(3, 3, _tuple_compared),
    OR_DEFAULT: typed(2, 2, _or_default),
    ALL_TRUE: typed(2, MANY, _reduced(operator.and_)),
    ANY_TRUE: typed(2, MANY, _reduced(operator.or_)),
    IS_TRUE: typed(1, 1, _is_true),
    PLUS: typed(2, 2, _plus),
    MINUS: typed(2, 2, _minus),
    DIFFERENCE: typed(2, 3, _difference),
}
