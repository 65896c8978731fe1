"""Which tables a statement names: the engine's, or others, of which some are refused."""

from __future__ import annotations

from typing import Protocol

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize

__all__ = [
    "TableNames",
    "accept_temporary",
    "behind_verb",
    "refuse_missing",
    "refuse_system",
    "refuse_view",
    "words_ahead",
]


class TableNames(Protocol):
    """Tells which names are the engine's."""

    def is_system_table(self, name: Name) -> bool:
        """Whether the name is in the database `system`."""

    def is_engine_table(self, name: Name) -> bool:
        """Whether the name is a table of this engine, as the session resolves it."""

    def is_materialized_view(self, name: Name) -> bool:
        """Whether the name is a materialized view."""

    def is_plain_view(self, name: Name) -> bool:
        """Whether the name is a view of a database that has no rows of its own."""

    def is_temporary_table(self, name: Name) -> bool:
        """Whether the name is a temporary table of the session."""

    def is_hidden_table(self, name: Name) -> bool:
        """Whether it is a table of this engine that something temporary of the session hides."""

    def is_missing(self, name: Name) -> bool:
        """Whether there is no table or view of that name at all."""

    def is_detached(self, name: Name) -> bool:
        """Whether a detached table has the name."""

    def reads_as_clickhouse(self) -> bool:
        """Whether a statement that both languages have is ClickHouse's in the session."""

    def is_sparks_function(self, name: str) -> bool:
        """Whether the name is a function that a statement of Spark's made."""

    def refuse_detached(self, name: Name) -> None:
        """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""


def behind_verb(text: str) -> Cursor:
    """A cursor behind the first word of a statement."""
    cursor = Cursor(text, tokenize(text))
    cursor.take()
    return cursor


def refuse_system(name: Name, tables: TableNames) -> None:
    """Refuses to change what is in the database `system`."""
    if tables.is_system_table(name):
        raise RmtError("NOT_IMPLEMENTED", "The database system is read only.")


def refuse_view(name: Name, tables: TableNames, what: str, error: str = "NOT_IMPLEMENTED") -> None:
    """Refuses what would change the rows or the columns of a view, as ClickHouse does."""
    if tables.is_plain_view(name):
        raise RmtError(
            error, f"{what} is not supported by storage View: {name}.", "Name the table behind it."
        )


def refuse_missing(name: Name, tables: TableNames) -> None:
    """Refuses a name that no table and no view has."""
    if tables.is_missing(name):
        raise RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")


def accept_temporary(cursor: Cursor) -> bool:
    """Reads TEMPORARY before TABLE."""
    return cursor.at("TEMPORARY", "TABLE") and cursor.accept("TEMPORARY")


def words_ahead(cursor: Cursor, count: int) -> list[str]:
    """The keywords among the next tokens, upper case."""
    tokens = (cursor.peek(ahead) for ahead in range(count))
    return [token.word for token in tokens if token is not None and token.word]
