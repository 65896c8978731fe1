"""What a table of the database `system` is, and what it looks at."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rmt_engine.store.claims import Claim
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["Database", "QueryRun", "Relation", "Row", "SystemContext", "SystemTable", "moment"]

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Database:
    """A database of the catalog: its name, comment and directory."""

    name: str
    comment: str
    path: str


@dataclass(frozen=True)
class Relation:
    """A view, or a table of Spark's own.

    Attributes:
        name: its name.
        engine: `View`, or the format that Spark keeps its rows in.
        comment: its comment.
        columns: name, type in Spark's words and comment of each.
    """

    name: str
    engine: str
    comment: str
    columns: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class QueryRun:
    """A statement that a client of this endpoint sent.

    Attributes:
        query_id: its identity.
        query: its text.
        user: who sent it.
        started_at: seconds since 1970.
        finished_at: when its result was there, or it failed; None while it runs.
        is_planned: whether it got as far as a plan.
        exception: the error it failed with; empty for none.
    """

    query_id: str
    query: str
    user: str
    started_at: float
    finished_at: float | None
    is_planned: bool
    exception: str


@dataclass(frozen=True)
class SystemContext:
    """What a system table looks at.

    Attributes:
        store: the store.
        session: the session's settings.
        databases: gives the databases there are.
        queries: gives the statements of this endpoint that are remembered, oldest first.
        progress: how far a merge of this process is, from 0 to 1.
        database: the only database that is asked for; None for all.
        relations: gives the relations of a database that are no tables of this engine.
        temporary: the session's temporary tables.
    """

    store: Store
    session: Mapping[str, str]
    databases: Callable[[], list[Database]] = list
    queries: Callable[[], list[QueryRun]] = list
    progress: Callable[[Claim], float] = lambda _: 0.0
    database: str | None = None
    relations: Callable[[str], list[Relation]] = lambda _: []
    temporary: Sequence[Table] = ()

    def tables(self) -> list[Table]:
        """The tables that are asked for."""
        return [
            table
            for table in self.store.registry.tables()
            if self.database is None or table.database == self.database
        ]

    def temporary_tables(self) -> Sequence[Table]:
        """The session's temporary tables, which are in no database."""
        return () if self.database else self.temporary

    def other_relations(self) -> list[Relation]:
        """The views and Spark's own tables, when one database is asked for."""
        return [] if self.database is None else self.relations(self.database)


@dataclass(frozen=True)
class SystemTable:
    """One table of the database `system`.

    Attributes:
        name: ClickHouse's name.
        description: what a row stands for.
        columns: Spark's DDL of its columns.
        rows: makes its rows.
        numbers: how many whole numbers from 0 its one column has; then it has no other rows.
    """

    name: str
    description: str
    columns: str
    rows: Callable[[SystemContext], Iterator[Row]]
    numbers: int = 0


def moment(seconds: float, whole: bool = True) -> datetime.datetime:
    """A time as a column has it.

    Args:
        seconds: since 1970.
        whole: whether the fraction goes, as in ClickHouse's DateTime.
    """
    return datetime.datetime.fromtimestamp(int(seconds) if whole else seconds, datetime.UTC)
