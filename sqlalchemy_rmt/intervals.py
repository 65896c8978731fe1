"""Stretches of time: a `timedelta` in a column, and in what is computed.

The endpoint keeps none. A column or a parameter is the instant so long after 1970, which is how
SQLAlchemy keeps one where a database has no type for it. Spark computes with an INTERVAL, which is
also what an instant minus an instant is: here an instant that stands for a stretch becomes one.

Sources: https://docs.sqlalchemy.org/core/type_basics.html#sqlalchemy.types.Interval;
https://spark.apache.org/docs/latest/sql-ref-literals.html#interval-literal.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from sqlalchemy import types as sqltypes
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, ColumnClause, ColumnElement
from sqlalchemy.sql.sqltypes import _AbstractInterval
from sqlalchemy.sql.type_api import NativeForEmulated

from sqlalchemy_rmt.dbapi.literals import literal

__all__ = ["AsInterval", "interval_implementations", "with_interval_bounds", "with_intervals"]

_EPOCH = dt.datetime(1970, 1, 1)
_BOUNDS = ("lower_bind", "upper_bind")
_COMPUTING = {operators.add, operators.sub, operators.mul, operators.truediv}


class _Stretch(NativeForEmulated, _AbstractInterval):
    """A `timedelta`, as an instant where it is kept; an INTERVAL where it was computed."""

    __visit_name__ = "DATETIME"

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        """The instant so long after 1970."""
        return lambda value: None if value is None else _EPOCH + value

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """The same as a literal."""
        return lambda value: literal(_EPOCH + value)

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        """A `timedelta`, of either, or of the seconds between two times."""
        return _stretch


def _stretch(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value - _EPOCH
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return dt.timedelta(microseconds=round(value * 1_000_000)) if is_number else value


class _Computed(sqltypes.TypeEngine[dt.timedelta]):
    """A `timedelta` to compute with, as the driver writes it."""

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """`INTERVAL '7 00:00:00.000000' DAY TO SECOND`."""
        return literal


class _Bound(_Computed):
    """How far a window reaches: so many steps of what its key counts in.

    Args:
        step: days of a date, seconds of a time.
    """

    def __init__(self, step: dt.timedelta) -> None:
        self.step = step

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """A whole number, which is what ClickHouse takes; of parts of a step an INTERVAL."""
        return self._text

    def _text(self, value: dt.timedelta) -> str:
        return literal(value) if value % self.step else str(value // self.step)


class AsInterval(ColumnElement[dt.timedelta]):
    """An instant that stands for a stretch of time, as an INTERVAL.

    Args:
        element: the instant.
    """

    __visit_name__ = "as_interval"
    inherit_cache = False

    def __init__(self, element: Any) -> None:
        self.element = element
        self.type = element.type


def interval_implementations() -> dict[Any, Any]:
    """Which class carries the values of SQLAlchemy's Interval."""
    return {sqltypes.Interval: _Stretch}


def with_intervals(binary: BinaryExpression[Any]) -> BinaryExpression[Any]:
    """Computes and compares stretches of time as INTERVALs, unless all are instants to compare.

    Args:
        binary: two operands and what is between them.
    """
    operands = [part for side in (binary.left, binary.right) for part in _parts(side)]
    stretches = [operand for operand in operands if _is_stretch(operand)]
    if not stretches or (binary.operator not in _COMPUTING and all(map(_is_kept, stretches))):
        return binary
    changed = binary._clone()
    changed.left, changed.right = _as_interval(binary.left), _as_interval(binary.right)
    return changed


def with_interval_bounds(over: Any) -> Any:
    """Makes the bounds of a window's RANGE the numbers that its key counts in.

    Args:
        over: the window, with SQLAlchemy 2.1's `FrameClause`; any other one is left as it is.
    """
    frame: Any = getattr(over, "range_", None)
    if not any(_is_stretch(getattr(frame, name, None)) for name in _BOUNDS):
        return over
    keys = () if over.order_by is None else over.order_by
    is_of_days = all(one.type._type_affinity is sqltypes.Date for one in keys)
    step = dt.timedelta(days=1) if is_of_days else dt.timedelta(seconds=1)
    changed, changed.range_ = over._clone(), frame._clone()
    for name in _BOUNDS:
        bound = getattr(frame, name)
        if _is_stretch(bound):
            setattr(changed.range_, name, _typed(bound.render_literal_execute(), _Bound(step)))
    return changed


def _as_interval(operand: Any) -> Any:
    if _is_list(operand):
        changed = operand._clone()
        changed.clauses = [_as_interval(part) for part in operand.clauses]
        return changed
    if not _is_stretch(operand) or not _is_kept(operand):
        return operand
    if isinstance(operand, BindParameter) and operand.unique:
        # Its copy gets another name. A name that was given may stand where an instant belongs.
        return _typed(operand._clone(), _Computed())
    return AsInterval(operand)


def _typed(parameter: BindParameter[Any], type_: sqltypes.TypeEngine[Any]) -> BindParameter[Any]:
    parameter.type = type_
    return parameter


def _parts(operand: Any) -> list[Any]:
    """An operand, or what is in it when it is the list behind BETWEEN."""
    return list(operand.clauses) if _is_list(operand) else [operand]


def _is_list(operand: Any) -> bool:
    return operand.__visit_name__ in ("clauselist", "expression_clauselist")


def _is_stretch(element: Any) -> bool:
    type_ = getattr(element, "type", None)
    return type_ is not None and type_._type_affinity is sqltypes.Interval


def _is_kept(element: Any) -> bool:
    """Whether a stretch is an instant: made of columns and parameters, but not computed of them."""
    parts = [
        part
        for root in getattr(element, "base_columns", [element])
        for part in visitors.iterate(root)
        if _is_stretch(part)
    ]
    is_computed = any(isinstance(part, BinaryExpression) for part in parts)
    return not is_computed and any(map(_is_column_or_parameter, parts))


def _is_column_or_parameter(element: Any) -> bool:
    if isinstance(element, BindParameter):
        return True
    return isinstance(element, ColumnClause) and not element.is_literal
