"""The columns of a SELECT."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.query.tree import Alias, Expression
from rmt_engine.sql.query.values import Value

__all__ = ["Item", "without_alias"]


@dataclass(frozen=True)
class Item:
    """A column of the SELECT.

    Attributes:
        name: as the client sees it.
        spark_name: as Spark knows it.
        node: its tree, without the alias.
        value: what it is.
    """

    name: str
    spark_name: str
    node: Expression
    value: Value

    @property
    def output(self) -> QueryColumn:
        """It as a column of the answer."""
        value = self.value
        return QueryColumn(self.name, self.spark_name, value.type, value.is_condition)


def without_alias(node: Expression) -> Expression:
    """What an alias stands for; another expression is itself."""
    return node.value if isinstance(node, Alias) else node
