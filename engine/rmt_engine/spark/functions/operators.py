"""Functions that take the place of ClickHouse's operators: only rewritten statements call them.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/operators and, below it,
https://clickhouse.com/docs/sql-reference/operators/in,
https://clickhouse.com/docs/sql-reference/window-functions/lagInFrame.
"""

from __future__ import annotations

import functools
import operator
import sys
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
    typed,
)
from rmt_engine.sql.conditions import ALL_TRUE, ANY_TRUE, IS_TRUE
from rmt_engine.sql.query.arithmetic import WRAPPING
from rmt_engine.sql.time_arithmetic import DIFFERENCE, SECONDS, SUM
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


def _sum(arguments: Arguments) -> Any:
    """A sum; a number beside a date counts days, and beside a time seconds."""
    signs = arguments.text(0)
    total = _Sum(arguments, 1)
    for position, sign in enumerate(signs, 2):
        total.add(position, sign)
    return total.expression()


class _Sum:
    """The terms of a sum up to one of them.

    Args:
        arguments: the call's.
        position: of the first term.
    """

    def __init__(self, arguments: Arguments, position: int) -> None:
        self._arguments = arguments
        self._base = arguments.expressions[position]
        self._kind = arguments.type(position)
        self._moved: Any = None

    def add(self, position: int, sign: str) -> None:
        """Adds a term, or takes it away."""
        term, kind = self._arguments.expressions[position], self._arguments.type(position)
        if self._kind in _TIMES and _is_number(kind):
            self._move(term, sign)
        elif _is_number(self._kind) and kind in _TIMES and sign == "+":
            number, self._base, self._kind = self._base, term, kind
            self._move(number, sign)
        elif self._kind == kind and kind in _TIMES and sign in (DIFFERENCE, SECONDS):
            self._base, self._kind = self._difference(position, sign == SECONDS), "bigint"
        else:
            name = "Add" if sign == "+" else "Subtract"
            self._base = self._arguments.catalyst(name, self.expression(), term)
            self._kind = _kind_of_sum(self._kind, kind)

    def expression(self) -> Any:
        """What the terms are together."""
        if self._moved is not None:
            time, by = self._arguments.column_of(self._base), self._arguments.column_of(self._moved)
            is_date = self._kind == "date"
            interval = F.make_dt_interval(secs=by.cast("decimal(18,6)"))
            moved = F.date_add(time, by.cast("int")) if is_date else time + interval
            self._base, self._moved = self._arguments.expression_of(moved), None
        return self._base

    def _move(self, number: Any, sign: str) -> None:
        """Moves a time by so many days or seconds; what is behind the point does not count."""
        cast = self._arguments.column_of(number).cast("bigint")
        whole = self._arguments.expression_of(cast)
        if self._moved is None:
            zero = self._arguments.expression_of(F.lit(0).cast("bigint"))
            self._moved = whole if sign == "+" else zero
            if sign == "+":
                return
        name = "Add" if sign == "+" else "Subtract"
        self._moved = self._arguments.catalyst(name, self._moved, whole)

    def _difference(self, position: int, is_whole: bool) -> Any:
        """The number of days between dates, of seconds between times."""
        left = self._arguments.column_of(self.expression())
        right = self._arguments.columns[position]
        if self._kind == "date":
            return self._arguments.expression_of(F.date_diff(left, right))
        micros = (F.unix_micros(left) - F.unix_micros(right)).cast("decimal(19,0)")
        seconds = (micros / F.lit(1_000_000)).cast("bigint" if is_whole else "decimal(20,6)")
        return self._arguments.expression_of(seconds)


_TIMES = frozenset(("date", "timestamp"))


def _kind_of_sum(left: str, right: str) -> str:
    """The type of a sum that is Spark's, as far as the next term has to know it."""
    if {left, right} & _TIMES:
        interval = right if left in _TIMES else left
        is_fine = any(unit in interval for unit in ("hour", "minute", "second"))
        return "timestamp" if "timestamp" in (left, right) or is_fine else "date"
    return left if _is_number(left) else right


def _wrapping(operator_class: str) -> Callable[[Arguments], Any]:
    """A sum, difference or product of whole numbers that wraps around, also in ANSI mode."""

    def build(arguments: Arguments) -> Any:
        catalyst = "org.apache.spark.sql.catalyst.expressions"
        mode = arguments.gateway.scala_object(f"{catalyst}.EvalMode").LEGACY()
        context = arguments.catalyst("NumericEvalContext", mode, True)
        return arguments.catalyst(operator_class, *arguments.expressions, context)

    return build


OPERATORS: Builders = {
    WRAPPING["+"]: typed(2, 2, _wrapping("Add")),
    WRAPPING["-"]: typed(2, 2, _wrapping("Subtract")),
    WRAPPING["*"]: typed(2, 2, _wrapping("Multiply")),
    TUPLE_IN: typed(2, MANY, _tuple_in),
    TUPLE_COMPARED: typed(3, 3, _tuple_compared),
    ALL_TRUE: typed(2, MANY, _reduced(operator.and_)),
    ANY_TRUE: typed(2, MANY, _reduced(operator.or_)),
    IS_TRUE: typed(1, 1, _is_true),
    SUM: typed(3, sys.maxsize, _sum),
}
