"""The tables of the registry: their names, and how they come and go."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.refresh_rows import add_refresh_state
from rmt_engine.store.stagings import collected, stage_in, unstage_for_commit
from rmt_engine.store.table import TEMPORARY_DATABASE, Table, TableDefinition, own_table_name
from rmt_engine.store.table_names import (
    check_length,
    drop_in,
    find_detached,
    find_dropped,
    find_row,
    find_rows,
    free_name,
    refuse_detached,
    set_name,
)

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["Tables"]

_T = TypeVar("_T")
_STATE_OF_TABLES = sa.select(
    sa.func.max(schema.tables.c.id),
    sa.func.count(schema.tables.c.id),
    sa.func.count(schema.tables.c.name_key),
    sa.func.count(schema.tables.c.dropped_at),
    sa.func.sum(schema.tables.c.detached_at),
    sa.func.sum(schema.tables.c.altered_version),
)


class Tables:
    """Finds, creates, drops and renames tables.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._derived: dict[Callable[..., Any], tuple[tuple[Any, ...], Any]] = {}

    def all(self) -> list[Table]:
        """All tables that are neither dropped, detached nor temporary, by database and name."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(
            t.name_key.is_not(None), t.database != TEMPORARY_DATABASE
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query.order_by("database", "name_key")).all()
        return [Table.of_row(row) for row in rows]

    def find(self, database: str, name: str) -> Table | None:
        """The table of that name; upper and lower case are the same."""
        with self._registry.reading() as connection:
            return self.find_in(connection, database, name)

    def find_all(self, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Table]:
        """The tables of several names that are there, found by one query a database.

        Args:
            names: databases and names of tables; upper and lower case are the same.
        """
        asked = list(names)
        with self._registry.reading() as connection:
            rows = find_rows(connection, asked)
        keys = ((name, (name[0].lower(), name[1].lower())) for name in asked)
        return {name: Table.of_row(rows[key]) for name, key in keys if key in rows}

    @staticmethod
    def find_in(connection: Connection, database: str, name: str) -> Table | None:
        """The table of that name, as a transaction sees it."""
        row = find_row(connection, database, name)
        return Table.of_row(row) if row is not None else None

    def by_number(self, table_id: int) -> Table | None:
        """The table of that number, unless it is dropped or detached."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.id == table_id, t.name_key.is_not(None))
        with self._registry.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Table.of_row(row) if row is not None else None

    def versions(self) -> dict[int, int]:
        """How often the visible state of each table has changed, by the table's number."""
        t = schema.tables.c
        query = sa.select(t.id, t.version).where(t.name_key.is_not(None)).order_by(t.id)
        with self._registry.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def derived(self, compute: Callable[[Sequence[Table]], _T]) -> _T:
        """What a function makes of all tables, kept in memory until one of them changes.

        One look at the number of tables tells whether it still holds: as numbers are never given
        again, equal counts mean that nothing came, went or got its name, and the versions at which
        columns changed only grow.

        Args:
            compute: the function; the same object for the same thing.
        """
        with self._registry.reading() as connection:
            state = tuple(connection.execute(_STATE_OF_TABLES).one())
        kept = self._derived.get(compute)
        if kept is None or kept[0] != state:
            kept = self._derived[compute] = (state, compute(self.all()))
        return cast("_T", kept[1])

    def is_detached(self, database: str, name: str) -> bool:
        """Whether a detached table has the name."""
        with self._registry.reading() as connection:
            return find_detached(connection, database, name) is not None

    def refuse_detached(self, database: str, name: str) -> None:
        """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""
        with self._registry.reading() as connection:
            refuse_detached(connection, database, name)

    def create(
        self,
        database: str,
        name: str,
        definition: TableDefinition,
        replace: bool = False,
        own: TableDefinition | None = None,
        also: Callable[[Connection, Table], None] = lambda _connection, _table: None,
    ) -> Table:
        """Adds an empty table.

        Args:
            database: its database.
            name: its name.
            definition: what CREATE TABLE said.
            replace: whether a table of the same name goes in the same transaction.
            own: of a materialized view, the table for its rows that comes with it.
            also: what else to do in the transaction, with the table; an error undoes everything.

        Raises:
            RmtError: `TABLE_ALREADY_EXISTS`, or `ARGUMENT_OUT_OF_BOUND`, the name is too long.
        """
        identity = str(uuid.uuid4())
        with self._registry.writing() as connection:
            table = self.add_in(connection, database, name, definition, replace, identity)
            if own is not None:
                self.add_in(connection, database, own_table_name(identity), own)
            also(connection, table)
        return table

    @staticmethod
    def add_in(
        connection: Connection,
        database: str,
        name: str,
        definition: TableDefinition,
        replace: bool = False,
        identity: str = "",
    ) -> Table:
        """Adds an empty table in a transaction.

        Args:
            connection: the transaction.
            database: its database.
            name: its name.
            definition: what CREATE TABLE said.
            replace: whether a table of the same name goes.
            identity: its UUID; empty for a new one.

        Raises:
            RmtError: as `create`.
        """
        check_length(database, name)
        free_name(connection, database, name, replace)
        values = {
            "uuid": identity or str(uuid.uuid4()),
            "database": database.lower(),
            "name": name,
            "name_key": name.lower(),
            "definition": definition.to_json(),
            "version": 0,
            "next_block": 1,
            "created_at": time.time(),
        }
        connection.execute(sa.insert(schema.tables).values(values))
        row = find_row(connection, database, name)
        assert row is not None
        table = Table.of_row(row)
        if table.refresh is not None:
            add_refresh_state(connection, table.id)
        return table

    def create_unpublished(
        self, database: str, name: str, definition: TableDefinition, owner_id: str
    ) -> Table:
        """Adds a table that has no name yet, to be filled before `publish`.

        Its directory is staged, so that a crash leaves nothing behind.

        Raises:
            RmtError: `ARGUMENT_OUT_OF_BOUND`, the name is too long.
        """
        check_length(database, name)
        identity = str(uuid.uuid4())
        with self._registry.writing() as connection:
            stage_in(connection, owner_id, identity)
            result = connection.execute(
                sa.insert(schema.tables).values(
                    uuid=identity,
                    database=database.lower(),
                    name=name,
                    name_key=None,
                    definition=definition.to_json(),
                    version=0,
                    next_block=1,
                    created_at=time.time(),
                )
            )
            [table_id] = result.inserted_primary_key or [None]
            return self._of_number(connection, table_id)

    def publish(self, table_id: int, replace: bool) -> Table:
        """Gives an unpublished table its name.

        Raises:
            RmtError: `TABLE_ALREADY_EXISTS`, the name was taken meanwhile, or `TIMEOUT_EXCEEDED`,
                this process was away for so long that the table was collected.
        """
        with self._registry.writing() as connection:
            return self.publish_in(connection, table_id, replace)

    @classmethod
    def publish_in(cls, connection: Connection, table_id: int, replace: bool) -> Table:
        """Gives an unpublished table its name in a transaction.

        Raises:
            RmtError: as `publish`.
        """
        t = schema.tables.c
        row = connection.execute(sa.select(schema.tables).where(t.id == table_id)).one_or_none()
        if row is None:
            raise collected()
        free_name(connection, row.database, row.name, replace)
        set_name(connection, table_id, row.database, row.name)
        unstage_for_commit(connection, [row.uuid])
        return cls._of_number(connection, table_id)

    def drop(self, table_id: int, forgets_name: bool = False) -> None:
        """Takes a table's name away; its files are collected later.

        Args:
            table_id: the table.
            forgets_name: whether `undrop` finds it no more.
        """
        with self._registry.writing() as connection:
            drop_in(connection, table_id, forgets_name)

    def undrop(self, database: str, name: str, since: float, identity: str = "") -> Table:
        """Brings back the table that was dropped last under a name.

        Args:
            database: where it was.
            name: its name.
            since: when it was dropped at the earliest, seconds since 1970: the files of older ones
                may be gone.
            identity: its UUID; empty for any.

        Raises:
            RmtError: `TABLE_ALREADY_EXISTS`; `UNKNOWN_TABLE`, no table with rows of its own was
                dropped under the name.
        """
        t = schema.tables.c
        with self._registry.writing() as connection:
            if find_row(connection, database, name) is not None:
                raise RmtError(
                    "TABLE_ALREADY_EXISTS",
                    f"Cannot undrop table, {database}.{name} already exists.",
                )
            refuse_detached(connection, database, name)
            row = find_dropped(connection, database, name, since, identity)
            if row is None or Table.of_row(row).definition.view is not None:
                raise RmtError(
                    "UNKNOWN_TABLE",
                    f"Table {database}.{name} is being dropped, has been dropped, or is a view, "
                    "which UNDROP does not bring back.",
                )
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == row.id)
                .values(name_key=row.name.lower(), dropped_at=None)
            )
            return self._of_number(connection, row.id)

    @staticmethod
    def _of_number(connection: Connection, table_id: int) -> Table:
        query = sa.select(schema.tables).where(schema.tables.c.id == table_id)
        return Table.of_row(connection.execute(query).one())

    def drop_database(self, database: str) -> list[Table]:
        """Drops all tables of a database, detached ones and all, and returns them."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(
            t.database == database.lower(), t.name_key.is_not(None) | t.detached_at.is_not(None)
        )
        with self._registry.writing() as connection:
            rows = connection.execute(query).all()
            for row in rows:
                drop_in(connection, row.id)
        return [Table.of_row(row) for row in rows]

    def rename(self, renames: Sequence[tuple[tuple[str, str], tuple[str, str]]]) -> list[Table]:
        """Renames tables one after the other, all in one transaction.

        Args:
            renames: pairs of (database, name).

        Returns:
            The tables under their new names.

        Raises:
            RmtError: `UNKNOWN_TABLE`, `TABLE_ALREADY_EXISTS`, or `ARGUMENT_OUT_OF_BOUND`, a name is
                too long; nothing is renamed then.
        """
        for _, (new_database, new_name) in renames:
            check_length(new_database, new_name)
        with self._registry.writing() as connection:
            for (database, name), (new_database, new_name) in renames:
                row = find_row(connection, database, name)
                if row is None:
                    raise RmtError("UNKNOWN_TABLE", f"Table {database}.{name} doesn't exist.")
                refuse_detached(connection, new_database, new_name)
                other = find_row(connection, new_database, new_name)
                if other is not None and other.id != row.id:
                    raise RmtError(
                        "TABLE_ALREADY_EXISTS", f"Table {new_database}.{new_name} already exists."
                    )
                set_name(connection, row.id, new_database, new_name)
                own = find_row(connection, database, own_table_name(row.uuid))
                if own is not None:
                    set_name(connection, own.id, new_database, own.name)
            rows = [find_row(connection, *new) for _, new in renames]
        return [Table.of_row(row) for row in rows if row is not None]

    def exchange(self, first: tuple[str, str], second: tuple[str, str]) -> None:
        """Swaps the names of two tables in one transaction.

        Raises:
            RmtError: `UNKNOWN_TABLE`.
        """
        with self._registry.writing() as connection:
            rows = [find_row(connection, *name) for name in (first, second)]
            for row, (database, name) in zip(rows, (first, second), strict=True):
                if row is None:
                    raise RmtError("UNKNOWN_TABLE", f"Table {database}.{name} doesn't exist.")
            one, other = rows
            assert one is not None
            assert other is not None
            if one.id == other.id:
                return
            connection.execute(
                sa.update(schema.tables).where(schema.tables.c.id == one.id).values(name_key=None)
            )
            set_name(connection, other.id, one.database, one.name)
            set_name(connection, one.id, other.database, other.name)
            for view, database in ((one, other.database), (other, one.database)):
                own = find_row(connection, view.database, own_table_name(view.uuid))
                if own is not None:
                    set_name(connection, own.id, database, own.name)
