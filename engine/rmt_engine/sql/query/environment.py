"""The CTEs that can be read at some place of a query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rmt_engine.sql.query.recursion import SelfReference
from rmt_engine.sql.query.tree import CommonTable

__all__ = ["Environment"]


@dataclass(frozen=True)
class Environment:
    """The CTEs that can be read at some place: each with those that its own query can read.

    Attributes:
        tables: by their names; of a recursive one, inside its own query, how it reads itself.
    """

    tables: Mapping[str, tuple[CommonTable, Environment] | SelfReference] = field(
        default_factory=dict
    )

    def with_table(self, table: CommonTable) -> Environment:
        """The same with one more."""
        return Environment({**self.tables, table.name: (table, self)})

    def with_reference(self, reference: SelfReference) -> Environment:
        """The same inside the query of a recursive one."""
        return Environment({**self.tables, reference.name: reference})
