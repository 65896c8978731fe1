"""What is calculated in a query below: functions over windows beside `arrayJoin`, and the like."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_name

__all__ = ["ColumnsBelow"]


@dataclass
class ColumnsBelow:
    """Values that stand in a query below.

    They are functions over windows, which ClickHouse calculates before it joins arrays, and columns
    of the query around, of which Spark calculates no aggregates beside others.

    Attributes:
        alias: what Spark knows the rows of the query below as.
        names: the values' columns there, by Spark's texts.
    """

    alias: str
    names: dict[str, str] = field(default_factory=dict)

    def column(self, value: Value) -> Value:
        """A value, as a column of the query below."""
        name = self.names.setdefault(value.sql, f"_w{len(self.names)}")
        return replace(value, sql=f"{self.alias}.{quote_name(name)}", filter="")
