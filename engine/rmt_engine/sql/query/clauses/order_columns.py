"""Columns that rows are ordered by, beside those that the client sees."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.sql.values.types import DataType

__all__ = ["OrderColumn"]


@dataclass(frozen=True)
class OrderColumn:
    """A column that rows are ordered by.

    Attributes:
        name: in the query.
        type: ClickHouse's type of it; None if only Spark knows it.
    """

    name: str
    type: DataType | None

    @property
    def default(self) -> str:
        """Spark's text of what it is in a row that has no value of it."""
        if self.type is None or self.type.family == "Nothing":
            return "NULL"
        return self.type.default
