"""The same statements here and in real ClickHouse, and the same answers."""

from __future__ import annotations

from typing import Any

from support.clickhouse import ClickHouse
from support.endpoint import Client

__all__ = ["NO_MERGE_UNASKED", "Both"]

NO_MERGE_UNASKED = "merge_selector_base = 1000000"


class Both:
    """Tables of the same names in both engines.

    A query's `{db}` becomes the database the tables are in.
    """

    def __init__(self, client: Client, clickhouse: ClickHouse) -> None:
        self.client = client
        self.clickhouse = clickhouse

    def create(self, *statements: str) -> None:
        """Creates tables, in place of any of these names, that merge only when asked to."""
        for statement in statements:
            name = statement.split()[2]
            self.client.run(f"DROP TABLE IF EXISTS {name}")
            self.clickhouse.execute(f"DROP TABLE IF EXISTS {name} SYNC")
            self.run(statement, f"ALTER TABLE {name} MODIFY SETTING {NO_MERGE_UNASKED}")

    def run(self, *statements: str) -> None:
        for statement in statements:
            self.clickhouse.execute(statement)
            self.client.run(statement)

    def compare(self, query: str) -> list[tuple[Any, ...]]:
        """The rows both engines give, as text, sorted; NULL is None."""
        ours = self.client.run(query.format(db=self.client.database))
        theirs = self.clickhouse.rows(query.format(db=self.clickhouse.current))
        as_text = [tuple(None if value is None else _text(value) for value in row) for row in ours]
        assert sorted(as_text, key=str) == sorted(theirs, key=str), (query, as_text, theirs)
        return sorted(as_text, key=str)


def _text(value: Any) -> str:
    """A value as ClickHouse writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
