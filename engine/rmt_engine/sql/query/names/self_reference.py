"""A CTE that its own query reads: WITH RECURSIVE."""

from __future__ import annotations

from dataclasses import dataclass

from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.text.quoting import quote_name

__all__ = ["SelfReference"]


@dataclass(eq=False)
class SelfReference:
    """A CTE, as its own query reads it.

    Attributes:
        name: its name.
        alias: what Spark knows it under.
        columns: its columns, with the types known so far.
        uses: how often it was read.
    """

    name: str
    alias: str
    columns: tuple[QueryColumn, ...]
    uses: int = 0

    def query(self) -> LoweredQuery:
        """The rows of the step before."""
        self.uses += 1
        return LoweredQuery(f"SELECT * FROM {quote_name(self.alias)}", self.columns)
