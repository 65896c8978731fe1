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

    Attributes:
        words: what stands in queries, and where tables are created, for other words in braces:
            here, and in ClickHouse.
    """

    def __init__(self, client: Client, clickhouse: ClickHouse) -> None:
        self.client = client
        self.clickhouse = clickhouse
        self.words: dict[str, tuple[str, str]] = {}

    def create(self, *statements: str) -> None:
        """Creates tables, in place of any of these names, that merge only when asked to."""
        for statement in statements:
            name = statement.split()[2]
            self.client.run(f"DROP TABLE IF EXISTS {name}")
            self.clickhouse.execute(f"DROP TABLE IF EXISTS {name} SYNC")
            ours, theirs = self._texts(statement) if self.words else (statement, statement)
            self.clickhouse.execute(theirs)
            self.client.run(ours)
            self.run(f"ALTER TABLE {name} MODIFY SETTING {NO_MERGE_UNASKED}")

    def run(self, *statements: str) -> None:
        for statement in statements:
            self.clickhouse.execute(statement)
            self.client.run(statement)

    def compare(self, query: str) -> list[tuple[Any, ...]]:
        """The rows both engines give, as text, sorted; NULL is None."""
        for_us, for_clickhouse = self._texts(query)
        ours = self.client.run(for_us)
        theirs = self.clickhouse.rows(for_clickhouse)
        as_text = [tuple(None if value is None else _text(value) for value in row) for row in ours]
        assert sorted(as_text, key=str) == sorted(theirs, key=str), (query, as_text, theirs)
        return sorted(as_text, key=str)

    def _texts(self, text: str) -> tuple[str, str]:
        """A text with braces, here and in ClickHouse."""
        databases = (self.client.database, self.clickhouse.current)
        words = {"db": databases, **self.words}
        ours, theirs = ({name: pair[side] for name, pair in words.items()} for side in (0, 1))
        return text.format(**ours), text.format(**theirs)


def _text(value: Any) -> str:
    """A value as ClickHouse writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
