"""What a table of the database `system` is, and what it looks at."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import RefreshStatus
from rmt_engine.sql.values.types import split_top_level
from rmt_engine.store.claims import Claim
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = [
    "SYSTEM_DATABASE",
    "AskedTables",
    "Database",
    "QueryRun",
    "Relation",
    "Row",
    "StatementNotes",
    "SystemContext",
    "SystemTable",
    "moment",
]

SYSTEM_DATABASE = "system"
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
        database: where it is.
        name: its name.
        engine: `View`, or the format that Spark keeps its rows in.
        comment: its comment.
        columns: name, type and comment of each; the type in ClickHouse's words where they are
            known, else in Spark's.
        query: of a view, ClickHouse's query that it was made from; empty if it is Spark's.
        has_parameters: whether the view has parameters.
    """

    database: str
    name: str
    engine: str
    comment: str
    columns: tuple[tuple[str, str, str], ...]
    query: str = ""
    has_parameters: bool = False


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
class AskedTables:
    """The tables that a query of a system table asks about.

    Attributes:
        databases: theirs; None for all.
        names: theirs; None for all.
    """

    databases: frozenset[str] | None = None
    names: frozenset[str] | None = None

    def include(self, table: Table) -> bool:
        """Whether a table is one of them."""
        is_in_database = self.databases is None or table.database in self.databases
        return is_in_database and (self.names is None or table.name in self.names)


@dataclass(frozen=True)
class StatementNotes:
    """What was noted of a statement while it ran.

    Attributes:
        query: its text, where Spark remembers another form of it.
        comment: its `log_comment`.
        projections: those it read in the place of tables, with the names of their tables.
        written_rows: rows that it inserted, by views too.
        affected_rows: rows of its own table that it inserted, deleted or updated; see
            `AffectedRows.count`.
        rows_by_kind: these by what was done to them, of a statement that does several things.
        is_planned: whether stages of its plan ran before Spark was given one.
    """

    query: str = ""
    comment: str = ""
    projections: tuple[str, ...] = ()
    written_rows: int = 0
    affected_rows: int | None = None
    rows_by_kind: Mapping[str, int] = field(default_factory=dict)
    is_planned: bool = False


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
        relations: gives the relations of a database that are no tables of this engine: those of
            some names, or all.
        temporary: the session's temporary tables.
        refreshes: gives the refreshable views and what they do.
        notes: gives what was noted of a statement, by its id.
        temporary_views: gives the session's temporary views, which are in no database, and those of
            all sessions, which are in `global_temp`; the names of temporary tables are among them.
        asked: the tables that are asked about; rows of others may be left out.
    """

    store: Store
    session: Mapping[str, str]
    databases: Callable[[], list[Database]] = list
    queries: Callable[[], list[QueryRun]] = list
    progress: Callable[[Claim], float] = lambda _: 0.0
    database: str | None = None
    relations: Callable[[str, frozenset[str] | None], list[Relation]] = lambda _, _names: []
    temporary: Sequence[Table] = ()
    refreshes: Callable[[], list[RefreshStatus]] = list
    notes: Callable[[str], StatementNotes] = lambda _: StatementNotes()
    temporary_views: Callable[[], list[Relation]] = list
    asked: AskedTables = AskedTables()

    def tables(self) -> list[Table]:
        """The tables that are asked for."""
        return [
            table
            for table in self.store.registry.tables.all()
            if self.database in (None, table.database) and self.asked.include(table)
        ]

    def temporary_tables(self) -> Sequence[Table]:
        """The session's temporary tables, which are in no database."""
        return () if self.database else list(filter(self.asked.include, self.temporary))

    def other_relations(self) -> list[Relation]:
        """The views, and when one database is asked for Spark's own tables in it, too."""
        if self.database is not None:
            return self.relations(self.database, self.asked.names)
        found = (self.relations_still(n, self.asked.names) for n in self._databases_with_views())
        return [one for relations in found for one in relations if one.engine == "View"]

    def relations_still(self, database: str, names: frozenset[str] | None) -> list[Relation]:
        """The relations of a database; none if it was dropped meanwhile, or never was."""
        try:
            return self.relations(database, names)
        except RmtError as error:
            if error.name != "UNKNOWN_DATABASE":
                raise
            return []

    def _databases_with_views(self) -> list[str]:
        if self.asked.databases is None:
            return [one.name for one in self.databases() if one.name != SYSTEM_DATABASE]
        # The catalog would find others, too: it takes no heed of upper and lower case.
        found = (name for name in sorted(self.asked.databases) if name == name.lower())
        return [name for name in found if name not in ("", SYSTEM_DATABASE)]


@dataclass(frozen=True)
class SystemTable:
    """One table of the database `system`.

    Attributes:
        name: ClickHouse's name.
        description: what a row stands for.
        columns: Spark's DDL of its columns.
        rows: makes its rows.
        numbers: how many whole numbers from 0 its one column has; then it has no other rows.
        of_table: the columns that have the database and the name of the table that a row is of, if
            it makes only the rows that are asked for.
        nullable: the columns that may be NULL, separated by spaces.
        flags: the columns that are 1 or 0, separated by spaces; UInt8 in queries of ClickHouse's.
    """

    name: str
    description: str
    columns: str
    rows: Callable[[SystemContext], Iterator[Row]]
    numbers: int = 0
    of_table: tuple[str, ...] = ()
    nullable: str = ""
    flags: str = ""

    def column_types(self) -> list[tuple[str, str]]:
        """The name of each column and Spark's type of it."""
        columns = (text.split(maxsplit=1) for text in split_top_level(self.columns))
        return [(name.strip("`"), kind) for name, kind in columns]


def moment(seconds: float, whole: bool = True) -> datetime.datetime:
    """A time as a column has it.

    Args:
        seconds: since 1970.
        whole: whether the fraction goes, as in ClickHouse's DateTime.
    """
    return datetime.datetime.fromtimestamp(int(seconds) if whole else seconds, datetime.UTC)
