"""What an expression is once it is lowered: Spark's text of it, and ClickHouse's type."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import MISSING, Argument, Missing, literal_type
from rmt_engine.sql.functions.answers.kinds import NULL, plain
from rmt_engine.sql.text.quoting import is_of_bytes, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = [
    "ANY_BYTES",
    "Constant",
    "NotCompiled",
    "Value",
    "argument_of",
    "as_array",
    "condition",
    "default_text",
    "filter_text",
    "has_query",
    "literal",
    "not_constant",
    "number_of",
    "of_any_bytes",
    "stored",
    "truth",
    "whole_text",
]

Constant = str | int | float | Decimal | bool | None
"""The value of a literal."""
ANY_BYTES = "rmt_any_bytes"
"""The function that takes a constant text which may have bytes that are no UTF-8."""
_SMALL = plain("UInt8")
_WIDE = frozenset(("Int128", "UInt128", "Int256", "UInt256"))
_SUFFIXES = {"TINYINT": "Y", "SMALLINT": "S", "INT": "", "BIGINT": "L"}


class NotCompiled(Exception):  # noqa: N818
    """The compiler has no word for a part of a query."""


@dataclass(frozen=True, slots=True)
class Value:
    """A lowered expression.

    Attributes:
        sql: Spark's text, which can stand as an operand: a name, a call, or in parentheses. Its
            Spark type is `type.spark`, but for conditions.
        type: ClickHouse's type; None where only Spark knows it.
        constant: the value of a literal.
        folded: whether it is constant without being a literal: `[1, 2]`, `now()`.
        is_condition: whether it is a BOOLEAN of Spark's that counts as a number of the type UInt8.
        is_lambda: whether it is a lambda, whose type is that of its body.
        elements: of a tuple that is made here, its elements.
        filter: of a condition, a text that Spark filters faster by: it may be false for NULL.
    """

    sql: str
    type: DataType | None
    constant: Constant | Missing = MISSING
    folded: bool = False
    is_condition: bool = False
    is_lambda: bool = False
    elements: tuple[Value, ...] = ()
    filter: str = ""

    @property
    def is_constant(self) -> bool:
        """Whether ClickHouse sees a constant."""
        return self.folded or self.constant is not MISSING

    @property
    def is_nullable(self) -> bool:
        """Whether it may be NULL."""
        return self.type is None or self.type.nullable or self.family in ("Variant", "Dynamic")

    @property
    def family(self) -> str:
        """The family of the type; empty if it is not known."""
        return self.type.family if self.type is not None else ""


def has_query(value: Value) -> bool:
    """Whether there is a subquery in Spark's text of a value."""
    return "(SELECT " in value.sql


def truth(sql: str, data_type: DataType | None = None, *, nullable: bool = False) -> Value:
    """A condition of Spark's as the UInt8 that ClickHouse's comparisons are.

    Args:
        sql: a BOOLEAN.
        data_type: the type, if it is known; else UInt8.
        nullable: whether it may be NULL, where no type is given.
    """
    found = data_type if data_type is not None else replace(_SMALL, nullable=nullable)
    return Value(sql, found, is_condition=found.family != "Bool")


def condition(value: Value, function: str = "") -> str:
    """A value where a condition is wanted: Spark's text of a BOOLEAN.

    Args:
        value: the value.
        function: the function whose argument it is; empty for a clause that filters rows.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER`, of an argument `ILLEGAL_TYPE_OF_ARGUMENT`:
            its type is none of whole or floating-point numbers of up to 64 bits.
    """
    if value.is_condition or value.type is None or value.family == "Bool":
        return value.sql
    if value.family == "Nothing":
        return "CAST(NULL AS BOOLEAN)"
    if isinstance(value.constant, int | float):
        return "true" if value.constant else "false"
    if value.type.category.value not in ("integer", "float") or value.family in _WIDE:
        if function:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of an argument of function {function} that is a "
                "condition. Must be UInt8 or Nullable(UInt8).",
            )
        raise RmtError(
            "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER",
            f"Illegal type {value.type} of column for filter. Must be UInt8 or Nullable(UInt8).",
        )
    return f"({value.sql} <> 0)"


def filter_text(value: Value) -> str:
    """A value that rows are filtered by: of a condition, only whether it is true counts."""
    return value.filter or condition(value)


def stored(value: Value) -> Value:
    """A value whose Spark type is that of its ClickHouse type: a condition becomes a number."""
    if not value.is_condition or value.type is None:
        return value
    text = f"CAST({value.sql} AS {value.type.spark})"
    return replace(value, sql=text, is_condition=False, filter="")


def number_of(value: Value) -> Value:
    """A value where a number is wanted: of a Bool the number that it is."""
    if value.family != "Bool" or value.is_lambda:
        return value
    return replace(value, sql=f"CAST({value.sql} AS SMALLINT)")


def default_text(value: Value) -> str:
    """Spark's text of the default that a value's type has, kept as the value is."""
    if value.type is None or value.type.family == "Nothing":
        return "NULL"
    if value.is_condition:
        return "CAST(NULL AS BOOLEAN)" if value.type.nullable else "false"
    return value.type.default


def as_array(value: Value) -> Value:
    """A `Nested` that is one column, as the array of tuples that it is; any other value itself."""
    if value.type is None or value.family != "Nested":
        return value
    return replace(value, type=DataType("Array", elements=(value.type.element,)))


def argument_of(value: Value) -> Argument:
    """The value as the types of functions' answers are asked for."""
    constant = value.constant
    if isinstance(constant, Decimal):
        constant = float(constant)
    return Argument(value.type, constant, value.folded)


def arguments_of(values: Sequence[Value]) -> list[Argument]:
    """The same of several."""
    return [argument_of(value) for value in values]


def not_constant(value: Value) -> Value:
    """A value that may be the same for all rows, and is no constant to ClickHouse."""
    return replace(value, constant=MISSING, folded=False)


def literal(value: Constant) -> Value:
    """A constant."""
    if value is None:
        return Value("NULL", NULL, None)
    if isinstance(value, bool):
        return Value("true" if value else "false", plain("Bool"), value)
    if isinstance(value, str):
        text = quote_string(value)
        return Value(of_any_bytes(text) if is_of_bytes(value) else text, plain("String"), value)
    if isinstance(value, Decimal):
        value = float(value)
    data_type = literal_type(value)
    if isinstance(value, int):
        return Value(whole_text(value, data_type), data_type, value)
    return Value(_floating(value), data_type, value)


def of_any_bytes(sql: str) -> str:
    """A constant text that may have bytes which are no UTF-8.

    Of such a constant Spark would make a text of characters for a filter of Parquet files or of the
    index of files, and find other rows by it.
    """
    return f"{ANY_BYTES}({sql})"


def whole_text(value: int, data_type: DataType) -> str:
    """A whole number of the Spark type of its ClickHouse type."""
    spark = data_type.spark
    if spark in _SUFFIXES and value != -(2**63):
        text = f"{value}{_SUFFIXES[spark]}"
        return text if value >= 0 else f"({text})"
    return f"CAST({quote_string(str(value))} AS {spark})"


def _floating(value: float) -> str:
    if math.isnan(value) or math.isinf(value):
        name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        return f"CAST('{name}' AS DOUBLE)"
    text = f"{value!r}D"
    return text if value >= 0 and not text.startswith("-") else f"({text})"
