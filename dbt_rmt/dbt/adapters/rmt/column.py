"""Columns: names in backticks, types in Spark's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from dbt.adapters.base.column import Column

__all__ = ["RmtColumn"]

_INTEGERS = {"tinyint", "smallint", "int", "bigint"}
_FLOATS = {"float", "double"}


@dataclass
class RmtColumn(Column):
    """A column of a table, a view or a query, with the type that DESCRIBE shows."""

    # What dbt calls them, and Spark. dbt's float has 64 bits.
    TYPE_LABELS: ClassVar[dict[str, str]] = {
        "TEXT": "string",
        "STRING": "string",
        "INTEGER": "int",
        "FLOAT": "double",
        "NUMERIC": "decimal",
        "BOOLEAN": "boolean",
        "TIMESTAMP": "timestamp",
    }

    @property
    def quoted(self) -> str:
        """The name as an identifier."""
        return f"`{self.column.replace('`', '``')}`"

    @property
    def data_type(self) -> str:
        """The type with its arguments."""
        return self.dtype

    def is_string(self) -> bool:
        """Whether it is text, of whatever length."""
        return self.dtype.lower().partition("(")[0] in ("string", "varchar", "char")

    def is_integer(self) -> bool:
        """Whether it is a whole number."""
        return self.dtype.lower() in _INTEGERS

    def is_float(self) -> bool:
        """Whether it is a floating-point number."""
        return self.dtype.lower() in _FLOATS

    def is_numeric(self) -> bool:
        """Whether it is a decimal."""
        return self.dtype.lower().startswith("decimal")

    def string_size(self) -> int:
        """A string has no length; dbt wants one."""
        return super().string_size() if not self.is_string() else 2**31 - 1

    def can_expand_to(self, other_column: Column) -> bool:
        """Never: a string holds any text."""
        return False

    def literal(self, value: Any) -> str:
        """A value of this type."""
        return f"cast({value} as {self.data_type})"

    @classmethod
    def string_type(cls, size: int) -> str:
        """The type of text."""
        return "string"

    @classmethod
    def numeric_type(cls, dtype: str, precision: Any, scale: Any) -> str:
        """The type of decimals."""
        if precision is None or scale is None:
            return "decimal"
        return f"decimal({precision},{scale})"

    def __repr__(self) -> str:
        return f"<RmtColumn {self.name} ({self.data_type})>"
