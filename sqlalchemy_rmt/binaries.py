"""Bytes: SQLAlchemy's LargeBinary in a String, which travels and is compared in hexadecimal.

A String of the endpoint holds any bytes, as ClickHouse's does, but a client gets a text of it, and
a constant of other bytes than UTF-8 does not reach Spark's files whole. So a value goes as
`unhex('00FF')` and comes as `hex(column)`. Comparisons are of the hexadecimal texts, whose order is
that of the bytes.

Source: https://clickhouse.com/docs/sql-reference/data-types/string;
https://clickhouse.com/docs/sql-reference/functions/encoding-functions#hex.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import func
from sqlalchemy import types as sqltypes
from sqlalchemy.sql import operators
from sqlalchemy.sql.elements import BinaryExpression, BindParameter

__all__ = ["binary_implementations", "with_hex"]

_COMPARISONS = frozenset(
    (
        operators.eq,
        operators.ne,
        operators.lt,
        operators.le,
        operators.gt,
        operators.ge,
        operators.in_op,
        getattr(operators, "not_in_op", operators.in_op),
        operators.between_op,
        getattr(operators, "not_between_op", operators.between_op),
        operators.is_distinct_from,
        getattr(operators, "is_not_distinct_from", operators.is_distinct_from),
    )
)


class _Bytes(sqltypes.LargeBinary):
    """Bytes of a String."""

    def bind_expression(self, bindvalue: Any) -> Any:
        """`unhex(parameter)`."""
        return func.unhex(bindvalue, type_=bindvalue.type)

    def column_expression(self, column: Any) -> Any:
        """`hex(column)` in the columns of a SELECT."""
        return func.hex(column, type_=column.type)

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        """Their hexadecimal text."""
        return _hexadecimal

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """A string literal of it."""
        return lambda value: f"'{_hexadecimal(value)}'"

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        """`bytes`."""
        return lambda value: bytes.fromhex(value) if isinstance(value, str) else value


class _Hexadecimal(sqltypes.String):
    """The hexadecimal text of bytes."""

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        """It, of bytes."""
        return _hexadecimal

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        """A string literal of it."""
        return lambda value: f"'{_hexadecimal(value)}'"


def binary_implementations() -> dict[Any, Any]:
    """Which classes carry bytes and their hexadecimal texts."""
    return {sqltypes._Binary: _Bytes, _Hexadecimal: _Hexadecimal}


def with_hex(binary: BinaryExpression[Any]) -> BinaryExpression[Any]:
    """Compares bytes by their hexadecimal texts.

    Args:
        binary: two operands and what is between them.
    """
    if binary.operator not in _COMPARISONS or not _is_binary(binary.left):
        return binary
    changed = binary._clone()
    changed.left, changed.right = _hex(binary.left), _hex(binary.right)
    return changed


def _hex(operand: Any) -> Any:
    if operand.__visit_name__ in ("clauselist", "expression_clauselist"):
        changed = operand._clone()
        changed.clauses = [_hex(part) for part in operand.clauses]
        return changed
    if not _is_binary(operand):
        return operand
    if isinstance(operand, BindParameter) and operand.expanding:
        changed = operand._clone(maintain_key=True)
        changed.type = _Hexadecimal()
        return changed
    return func.hex(operand, type_=sqltypes.String())


def _is_binary(element: Any) -> bool:
    type_ = getattr(element, "type", None)
    return type_ is not None and type_._type_affinity is sqltypes._Binary


def _hexadecimal(value: Any) -> str | None:
    return None if value is None else bytes(value).hex().upper()
