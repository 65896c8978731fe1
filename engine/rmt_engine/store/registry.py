"""The registry: a relational database, through SQLAlchemy Core, the only truth about tables.

Every change of what readers see is one transaction here. A commit that returned survives a crash,
and readers never wait for writers.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError, first_line
from rmt_engine.store import part_log, schema
from rmt_engine.store.backends import (
    begin_writing,
    open_database,
    registry_address,
    writing_options,
    writing_turn,
)
from rmt_engine.store.owners import Owner, Process
from rmt_engine.store.part import NewPart, Part, PartName, RunFile
from rmt_engine.store.refresh_rows import add_refresh_state
from rmt_engine.store.sql_functions import SqlFunctions
from rmt_engine.store.table import TEMPORARY_DATABASE, Table, TableDefinition, own_table_name
from rmt_engine.store.temporary_tables import TemporaryTables

__all__ = [
    "DeletionVectorRecord",
    "PartChanges",
    "Registry",
    "add_files",
    "find_detached",
    "refuse_taken",
    "skip_rows",
    "unstage_for_commit",
]

_T = TypeVar("_T")
_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = threading.Lock()
"""Alembic keeps what it works on in globals, and copies of stores have registries of their own."""
_FILE_COLUMNS = tuple(field.name for field in fields(RunFile))
_COLLECTED = ""
"""The owner of a staging whose directory is being deleted."""
_LONGEST_NAME = 206
_PLAIN = re.compile(r"[A-Za-z0-9_]")
"""What stands for itself in ClickHouse's file names; other bytes take three characters there."""
_STATE_OF_TABLES = sa.select(
    sa.func.max(schema.tables.c.id),
    sa.func.count(schema.tables.c.id),
    sa.func.count(schema.tables.c.name_key),
    sa.func.count(schema.tables.c.dropped_at),
    sa.func.sum(schema.tables.c.detached_at),
    sa.func.sum(schema.tables.c.altered_version),
)


@dataclass(frozen=True)
class PartChanges:
    """What happened to a table's parts since a version.

    Attributes:
        version: the table's version now.
        added: parts that are active now and were not then.
        kept: numbers of the parts that were active then and still are; None when all are, because
            the version is the same.
        table: the table as it is now; None when the version is the same.
    """

    version: int
    added: tuple[Part, ...]
    kept: frozenset[int] | None
    table: Table | None = None


@dataclass(frozen=True)
class DeletionVectorRecord:
    """A deletion vector the registry knows.

    Attributes:
        version: the table version it holds for.
        files: paths of its files, relative to the directory of the store's tables.
        dead_rows: how many rows of each part are dead, by the part's number; parts without dead
            rows are left out.
        parts: how many parts the table had; -1 when nobody counted them.
    """

    version: int
    files: tuple[str, ...]
    dead_rows: dict[int, int]
    parts: int = -1


class Registry:
    """Opens a registry, bringing its schema up to date.

    Args:
        url: an SQLAlchemy URL of SQLite or PostgreSQL, e.g. `sqlite:////data/registry.db` or
            `postgresql://rmt:secret@db.example.com/rmt`.

    Raises:
        RmtError: `KEEPER_EXCEPTION`, it cannot be opened.
    """

    def __init__(self, url: str) -> None:
        self.url = registry_address(url)
        self._engine = open_database(self.url)
        self._turn = writing_turn(self._engine)
        self._migrate()
        self.sql_functions = SqlFunctions(self)
        self.temporary_tables = TemporaryTables(self)
        self._derived: dict[Callable[..., Any], tuple[tuple[Any, ...], Any]] = {}

    def close(self) -> None:
        """Closes the connections."""
        self._engine.dispose()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        with self.writing() as connection:
            if MigrationContext.configure(connection).get_current_heads() == _newest_revisions():
                return
            config.attributes["connection"] = connection
            try:
                with _MIGRATING:
                    command.upgrade(config, "head")
            except CommandError as error:
                raise RmtError(
                    "KEEPER_EXCEPTION",
                    f"The registry was written by another version of rmt: {error}",
                    "Use that version, or a newer one.",
                ) from error

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state and changes nothing.

        Raises:
            RmtError: `KEEPER_EXCEPTION`, the registry does not answer.
        """
        with _failures_named(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that takes the write lock at once, so that it cannot fail half-way.

        Raises:
            RmtError: `KEEPER_EXCEPTION`, the registry does not answer; whether it took the change
                is not known then.
        """
        options = writing_options(self._engine)
        with (
            self._turn,
            _failures_named(),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            begin_writing(connection)
            yield connection

    # Tables

    def tables(self) -> list[Table]:
        """All tables that are neither dropped, detached nor temporary, by database and name."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(
            t.name_key.is_not(None), t.database != TEMPORARY_DATABASE
        )
        with self.reading() as connection:
            rows = connection.execute(query.order_by("database", "name_key")).all()
        return [Table.of_row(row) for row in rows]

    def find_table(self, database: str, name: str) -> Table | None:
        """The table of that name; upper and lower case are the same."""
        with self.reading() as connection:
            return self.find_in(connection, database, name)

    @staticmethod
    def find_in(connection: Connection, database: str, name: str) -> Table | None:
        """The table of that name, as a transaction sees it."""
        row = _find(connection, database, name)
        return Table.of_row(row) if row is not None else None

    def table(self, table_id: int) -> Table | None:
        """The table of that number, unless it is dropped or detached."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.id == table_id, t.name_key.is_not(None))
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Table.of_row(row) if row is not None else None

    def table_versions(self) -> dict[int, int]:
        """How often the visible state of each table has changed, by the table's number."""
        t = schema.tables.c
        query = sa.select(t.id, t.version).where(t.name_key.is_not(None)).order_by(t.id)
        with self.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def change_settings(
        self,
        table_id: int,
        changed: Mapping[str, str],
        reset: Collection[str] = (),
        also: Callable[[Connection], None] = lambda _: None,
    ) -> Table:
        """Changes settings of a table.

        Args:
            table_id: the table.
            changed: new values.
            reset: settings that get their default again.
            also: what else to do in the transaction.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile.
        """
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
        with self.writing() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was changed.")
            definition = TableDefinition.from_json(row.definition)
            kept = {n: value for n, value in definition.settings.items() if n not in reset}
            definition = replace(definition, settings={**kept, **changed})
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == table_id)
                .values(definition=definition.to_json(), version=t.version + 1)
            )
            also(connection)
            row = connection.execute(query).one()
        return Table.of_row(row)

    def change_definition(
        self,
        table_id: int,
        before: TableDefinition,
        after: TableDefinition,
        version: int | None = None,
        also: Callable[[Connection], None] = lambda _: None,
    ) -> Table | None:
        """Puts another definition in the place of the one it was made from.

        Args:
            table_id: the table.
            before: the definition as it was read.
            after: the new one.
            version: the version of the table whose rows it was checked against; None when rows do
                not matter.
            also: what else to do in the transaction.

        Returns:
            The table, or None when its definition, or its rows, are not those any more: then
            nothing happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile.
        """
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
        with self.writing() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was changed.")
            changed = TableDefinition.from_json(row.definition) != before
            if changed or version not in (None, row.version):
                return None
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == table_id)
                .values(
                    definition=after.to_json(),
                    version=row.version + 1,
                    altered_version=row.version + 1,
                )
            )
            also(connection)
            row = connection.execute(query).one()
        return Table.of_row(row)

    def derived(self, compute: Callable[[Sequence[Table]], _T]) -> _T:
        """What a function makes of all tables, kept in memory until one of them changes.

        One look at the number of tables tells whether it still holds: as numbers are never given
        again, equal counts mean that nothing came, went or got its name, and the versions at which
        columns changed only grow.

        Args:
            compute: the function; the same object for the same thing.
        """
        with self.reading() as connection:
            state = tuple(connection.execute(_STATE_OF_TABLES).one())
        kept = self._derived.get(compute)
        if kept is None or kept[0] != state:
            kept = self._derived[compute] = (state, compute(self.tables()))
        return cast("_T", kept[1])

    def create_table(
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
        with self.writing() as connection:
            table = self.add_table(connection, database, name, definition, replace, identity)
            if own is not None:
                self.add_table(connection, database, own_table_name(identity), own)
            also(connection, table)
        return table

    @staticmethod
    def add_table(
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
            RmtError: as `create_table`.
        """
        _check_length(database, name)
        _free_name(connection, database, name, replace)
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
        row = _find(connection, database, name)
        assert row is not None
        table = Table.of_row(row)
        if table.refresh is not None:
            add_refresh_state(connection, table.id)
        return table

    def is_detached(self, database: str, name: str) -> bool:
        """Whether a detached table has the name."""
        with self.reading() as connection:
            return find_detached(connection, database, name) is not None

    def refuse_detached(self, database: str, name: str) -> None:
        """Raises `TABLE_ALREADY_EXISTS` when a detached table has the name."""
        with self.reading() as connection:
            _refuse_detached(connection, database, name)

    def create_unpublished_table(
        self, database: str, name: str, definition: TableDefinition, owner_id: str
    ) -> Table:
        """Adds a table that has no name yet, to be filled before `publish_table`.

        Its directory is staged, so that a crash leaves nothing behind.

        Raises:
            RmtError: `ARGUMENT_OUT_OF_BOUND`, the name is too long.
        """
        _check_length(database, name)
        identity = str(uuid.uuid4())
        with self.writing() as connection:
            _stage(connection, owner_id, identity)
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
            row = connection.execute(
                sa.select(schema.tables).where(schema.tables.c.id == table_id)
            ).one()
        return Table.of_row(row)

    def publish_table(self, table_id: int, replace: bool) -> Table:
        """Gives an unpublished table its name.

        Raises:
            RmtError: `TABLE_ALREADY_EXISTS`, the name was taken meanwhile, or `TIMEOUT_EXCEEDED`,
                this process was away for so long that the table was collected.
        """
        with self.writing() as connection:
            return self.name_table(connection, table_id, replace)

    @staticmethod
    def name_table(connection: Connection, table_id: int, replace: bool) -> Table:
        """Gives an unpublished table its name in a transaction.

        Raises:
            RmtError: as `publish_table`.
        """
        t = schema.tables.c
        row = connection.execute(sa.select(schema.tables).where(t.id == table_id)).one_or_none()
        if row is None:
            raise _collected()
        _free_name(connection, row.database, row.name, replace)
        _set_name(connection, table_id, row.database, row.name)
        unstage_for_commit(connection, [row.uuid])
        row = connection.execute(sa.select(schema.tables).where(t.id == table_id)).one()
        return Table.of_row(row)

    def drop_table(self, table_id: int) -> None:
        """Takes a table's name away; its files are collected later."""
        with self.writing() as connection:
            _drop(connection, table_id)

    def drop_database(self, database: str) -> list[Table]:
        """Drops all tables of a database, detached ones and all, and returns them."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(
            t.database == database.lower(), t.name_key.is_not(None) | t.detached_at.is_not(None)
        )
        with self.writing() as connection:
            rows = connection.execute(query).all()
            for row in rows:
                _drop(connection, row.id)
        return [Table.of_row(row) for row in rows]

    def rename_tables(
        self, renames: Sequence[tuple[tuple[str, str], tuple[str, str]]]
    ) -> list[Table]:
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
            _check_length(new_database, new_name)
        with self.writing() as connection:
            for (database, name), (new_database, new_name) in renames:
                row = _find(connection, database, name)
                if row is None:
                    raise RmtError("UNKNOWN_TABLE", f"Table {database}.{name} doesn't exist.")
                _refuse_detached(connection, new_database, new_name)
                other = _find(connection, new_database, new_name)
                if other is not None and other.id != row.id:
                    raise RmtError(
                        "TABLE_ALREADY_EXISTS", f"Table {new_database}.{new_name} already exists."
                    )
                _set_name(connection, row.id, new_database, new_name)
                own = _find(connection, database, own_table_name(row.uuid))
                if own is not None:
                    _set_name(connection, own.id, new_database, own.name)
            rows = [_find(connection, *new) for _, new in renames]
        return [Table.of_row(row) for row in rows if row is not None]

    def exchange_tables(self, first: tuple[str, str], second: tuple[str, str]) -> None:
        """Swaps the names of two tables in one transaction.

        Raises:
            RmtError: `UNKNOWN_TABLE`.
        """
        with self.writing() as connection:
            rows = [_find(connection, *name) for name in (first, second)]
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
            _set_name(connection, other.id, one.database, one.name)
            _set_name(connection, one.id, other.database, other.name)
            for view, database in ((one, other.database), (other, one.database)):
                own = _find(connection, view.database, own_table_name(view.uuid))
                if own is not None:
                    _set_name(connection, own.id, database, own.name)

    # Parts

    def part_changes(self, table_id: int, since: int) -> PartChanges:
        """The parts that came and that stayed since a version; -1 for all parts there are.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped.
        """
        p = schema.parts.c
        with self.reading() as connection:
            exists = sa.and_(schema.tables.c.id == table_id, schema.tables.c.dropped_at.is_(None))
            version = connection.scalar(sa.select(schema.tables.c.version).where(exists))
            if version is None:
                raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was in use.")
            if version == since:
                return PartChanges(version, (), None)
            table = Table.of_row(connection.execute(sa.select(schema.tables).where(exists)).one())
            added = connection.execute(
                sa.select(schema.parts).where(
                    p.table_id == table_id, p.created_version > since, p.removed_version.is_(None)
                )
            ).all()
            # What is left and not what went: a part that went may be collected and forgotten.
            kept = connection.scalars(
                sa.select(p.id).where(
                    p.table_id == table_id, p.created_version <= since, p.removed_version.is_(None)
                )
            ).all()
            files = _files_of(connection, [row.id for row in added])
        parts = tuple(_part(row, files.get(row.id, ())) for row in added)
        return PartChanges(version, parts, frozenset(kept), table)

    def parts_at(self, table_id: int, version: int) -> list[Part]:
        """The parts that were active at a version, as far as they are not collected."""
        p = schema.parts.c
        query = sa.select(schema.parts).where(
            p.table_id == table_id,
            p.created_version <= version,
            sa.or_(p.removed_version.is_(None), p.removed_version > version),
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [_part(row, ()) for row in rows]

    def paths_of(self, part_ids: Sequence[int]) -> frozenset[str]:
        """The paths of the files of some parts, as far as they are not collected."""
        f = schema.files.c
        with self.reading() as connection:
            return frozenset(
                path
                for chunk in _chunks(part_ids)
                for path in connection.scalars(sa.select(f.path).where(f.part_id.in_(chunk)))
            )

    def projected_rows(self, table_id: int) -> dict[str, int]:
        """How many rows the active parts of a table have of each projection, by its identity."""
        p, f = schema.parts.c, schema.files.c
        query = (
            sa.select(f.projection_identity, sa.func.sum(f.rows))
            .join(schema.parts, p.id == f.part_id)
            .where(p.table_id == table_id, p.removed_version.is_(None), f.projection != "")
            .group_by(f.projection_identity)
        )
        with self.reading() as connection:
            return {identity: int(rows) for identity, rows in connection.execute(query)}

    def incomplete_parts(self, table_id: int, since: int) -> list[Part]:
        """Parts that came after a version and are not complete, as far as they are not collected.

        Those replaced meanwhile are among them.
        """
        p = schema.parts.c
        query = sa.select(schema.parts).where(
            p.table_id == table_id, p.created_version > since, p.is_complete.is_(False)
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [_part(row, ()) for row in rows]

    def outdated_parts(self, table_id: int) -> list[Part]:
        """Parts that were replaced and whose files still exist, detached ones left out."""
        p = schema.parts.c
        return self._parts(
            p.table_id == table_id, p.removed_version.is_not(None), p.detached_as.is_(None)
        )

    def detached_parts(self, table_id: int) -> list[Part]:
        """Parts that were detached, by partition and block."""
        p = schema.parts.c
        parts = self._parts(p.table_id == table_id, p.detached_as.is_not(None))
        return sorted(parts, key=lambda part: (part.name.partition_id, part.name.min_block))

    def _parts(self, *conditions: sa.ColumnElement[bool]) -> list[Part]:
        with self.reading() as connection:
            rows = connection.execute(sa.select(schema.parts).where(*conditions)).all()
            files = _files_of(connection, [row.id for row in rows])
        return [_part(row, files.get(row.id, ())) for row in rows]

    def count_parts(self) -> tuple[int, int]:
        """How many parts of all tables are active, and how many others are not collected yet."""
        p, t = schema.parts.c, schema.tables.c
        query = (
            sa.select(sa.func.count(), sa.func.count(p.removed_version))
            .join_from(schema.parts, schema.tables, t.id == p.table_id)
            .where(t.dropped_at.is_(None), t.detached_at.is_(None))
        )
        with self.reading() as connection:
            every, outdated = connection.execute(query).one()
        return every - outdated, outdated

    def reserve_rows(self, count: int) -> int:
        """Reserves row ids nobody else gets, in whole chunks of 65,536, and returns the first."""
        chunks = -(-count // 65536)
        c = schema.counters.c
        with self.writing() as connection:
            connection.execute(
                sa.update(schema.counters)
                .where(c.name == "row_id")
                .values(value=c.value + chunks * 65536)
            )
            stop = connection.scalar(sa.select(c.value).where(c.name == "row_id"))
        assert stop is not None
        return int(stop) - chunks * 65536

    def release_rows(self, reserved_stop: int, used_stop: int) -> None:
        """Gives the end of a reservation back, if nobody reserved after it.

        Args:
            reserved_stop: one more than the last id reserved.
            used_stop: one more than the last id used.
        """
        c = schema.counters.c
        value = -(-used_stop // 65536) * 65536
        with self.writing() as connection:
            connection.execute(
                sa.update(schema.counters)
                .where(c.name == "row_id", c.value == reserved_stop)
                .values(value=value)
            )

    def commit_parts(
        self,
        table_id: int,
        new_parts: Sequence[NewPart | None],
        directories: Sequence[str],
        replaces: Iterable[int] | None = (),
        also: Callable[[Connection], None] = lambda _: None,
        structure: int | None = None,
    ) -> list[PartName] | None:
        """Makes parts visible, in one transaction.

        Args:
            table_id: the table.
            new_parts: the parts, their files written; None for one that is left out and takes a
                block number all the same.
            directories: the staging directories the files are in; no longer to be collected.
            replaces: numbers of the parts they replace; None for all parts of the table.
            also: what else to do in the transaction, at its end; an error undoes everything.
            structure: the table's when the new parts were planned; None for that of their files. A
                part that takes over files of another one may hold older ones.

        Returns:
            The names of the new parts, or None when a part to be replaced is no longer active, or
            the types of columns or the sorting key have changed since the new ones were planned, or
            parts came that have their row ids: then nothing happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile; `TIMEOUT_EXCEEDED`, this
                process was away for so long that its files were collected; `CANNOT_ASSIGN_ALTER`,
                types of columns or the sorting key have changed since rows to be inserted were
                converted and sorted, or parts came that have their row ids. Nothing happened.
        """
        with self.writing() as connection:
            return self.commit_parts_in(
                connection, table_id, new_parts, directories, replaces, also, structure
            )

    @staticmethod
    def commit_parts_in(
        connection: Connection,
        table_id: int,
        new_parts: Sequence[NewPart | None],
        directories: Sequence[str],
        replaces: Iterable[int] | None = (),
        also: Callable[[Connection], None] = lambda _: None,
        structure: int | None = None,
    ) -> list[PartName] | None:
        """Makes parts visible when a transaction is committed, which may change other tables, too.

        See `commit_parts`.
        """
        t, p = schema.tables.c, schema.parts.c
        now = time.time()
        sources: list[int] = []
        added = [part for part in new_parts if part is not None]
        row = connection.execute(
            sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
        ).one_or_none()
        if row is None:
            raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was written to.")
        version, block = row.version + 1, row.next_block
        active = sa.and_(p.table_id == table_id, p.removed_version.is_(None))
        if replaces is None:
            condition = active
        else:
            sources = list(replaces)
            condition = sa.and_(active, p.id.in_(sources))
            count = connection.scalar(
                sa.select(sa.func.count()).select_from(schema.parts).where(condition)
            )
            if count != len(sources):
                return None
        if _is_too_old(row.definition, added, structure):
            if sources:
                return None
            raise RmtError(
                "CANNOT_ASSIGN_ALTER",
                "The type of a column, or the sorting key, changed while rows were inserted.",
                "Run the INSERT again.",
            )
        if row.joined_version and replaces is not None:
            files = [file for part in added for file in part.files]
            if _row_ids_are_taken(connection, table_id, files, sources):
                if sources:
                    return None
                raise RmtError(
                    "CANNOT_ASSIGN_ALTER",
                    "Parts of a restored table came while rows were inserted, and had the row "
                    "ids that these were to get.",
                    "Run the INSERT again.",
                )
        connection.execute(
            sa.update(schema.parts).where(condition).values(removed_version=version, removed_at=now)
        )
        names: list[PartName] = []
        for part in new_parts:
            blocks = part.blocks if part is not None else None
            if blocks is None:
                blocks, block = (block, block), block + 1
            if part is None:
                continue
            name = PartName(part.partition_id, *blocks, part.level, part.data_version)
            _insert_part(connection, table_id, name, part, version, now)
            names.append(name)
        connection.execute(
            sa.update(schema.tables)
            .where(t.id == table_id)
            .values(version=version, next_block=block)
        )
        replaced = _part_names(connection, sources)
        started_at = _staged_at(connection, directories, now)
        parts = zip(names, added, strict=True)
        part_log.add_committed(connection, row, parts, replaced, started_at)
        unstage_for_commit(connection, directories)
        also(connection)
        return names

    # Deletion vectors

    def deletion_vector(
        self, table_id: int, scope: str, at_most: int
    ) -> DeletionVectorRecord | None:
        """The newest deletion vector of a table that holds for a version up to `at_most`."""
        d = schema.deletion_vectors.c
        query = (
            sa.select(schema.deletion_vectors)
            .where(d.table_id == table_id, d.scope == scope, d.version <= at_most)
            .order_by(d.version.desc())
            .limit(1)
        )
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        dead = {int(part): count for part, count in json.loads(row.dead_rows).items()}
        return DeletionVectorRecord(row.version, tuple(json.loads(row.files)), dead, row.parts)

    def commit_deletion_vector(
        self,
        table_id: int,
        scope: str,
        record: DeletionVectorRecord,
        directories: Sequence[str],
    ) -> bool:
        """Records a deletion vector; False when another endpoint recorded the same one first.

        Raises:
            RmtError: `TIMEOUT_EXCEEDED`, this process was away for so long that its files were
                collected.
        """
        d = schema.deletion_vectors.c
        with self.writing() as connection:
            exists = connection.scalar(
                sa.select(d.id).where(
                    d.table_id == table_id, d.scope == scope, d.version == record.version
                )
            )
            if exists is not None:
                return False
            connection.execute(
                sa.insert(schema.deletion_vectors).values(
                    table_id=table_id,
                    scope=scope,
                    version=record.version,
                    files=json.dumps(record.files),
                    dead_rows=json.dumps(record.dead_rows),
                    parts=record.parts,
                    created_at=time.time(),
                )
            )
            unstage_for_commit(connection, directories)
        return True

    def add_measures(self, name: str, measures: Mapping[str, str]) -> None:
        """Notes the `digest` or the `sizes` of files that have none, by the files' paths."""
        f = schema.files.c
        with self.writing() as connection:
            for path, measure in measures.items():
                connection.execute(
                    sa.update(schema.files)
                    .where(f.path == path, f[name].is_(None))
                    .values({name: measure})
                )

    def forget_deletion_vector(
        self, table_id: int, scope: str, record: DeletionVectorRecord
    ) -> list[str]:
        """Forgets a deletion vector, unless it is another one by now.

        Returns:
            Files no deletion vector refers to any more.
        """
        d = schema.deletion_vectors
        with self.writing() as connection:
            gone = connection.execute(
                sa.delete(d).where(
                    d.c.table_id == table_id,
                    d.c.scope == scope,
                    d.c.version == record.version,
                    d.c.files == json.dumps(record.files),
                )
            ).rowcount
            kept = _files_of_vectors(connection, [table_id])
        return sorted(set(record.files) - kept) if gone else []

    # Owners, stagings and what can be collected

    def register_owner(self, owner_id: str, process: Process) -> None:
        """Notes that a process uses the store."""
        values = {"id": owner_id, "seen_at": time.time(), **asdict(process)}
        with self.writing() as connection:
            connection.execute(sa.insert(schema.owners).values(values))

    def touch_owner(self, owner_id: str) -> bool:
        """Notes that the process is still there; False when it is not known any more."""
        with self.writing() as connection:
            result = connection.execute(
                sa.update(schema.owners)
                .where(schema.owners.c.id == owner_id)
                .values(seen_at=time.time())
            )
        return result.rowcount == 1

    def owners(self) -> list[Owner]:
        """The processes that use the store."""
        with self.reading() as connection:
            rows = connection.execute(sa.select(schema.owners)).all()
        return [Owner.of_row(row.id, row) for row in rows]

    def remove_owner(self, owner_id: str) -> None:
        """Forgets a process and its claims."""
        with self.writing() as connection:
            connection.execute(sa.delete(schema.merges).where(schema.merges.c.owner_id == owner_id))
            connection.execute(sa.delete(schema.owners).where(schema.owners.c.id == owner_id))

    def stage(self, owner_id: str, directory: str) -> None:
        """Notes that files are about to be written to a directory, before the first of them is."""
        with self.writing() as connection:
            _stage(connection, owner_id, directory)

    def abandon(self, directory: str) -> bool:
        """Takes a staging directory away from a commit that may have failed, before it is deleted.

        Returns:
            Whether it was there: if not, the commit took it, and its files are part of a table.
        """
        s = schema.stagings.c
        with self.writing() as connection:
            result = connection.execute(
                sa.update(schema.stagings)
                .where(s.directory == directory)
                .values(owner_id=_COLLECTED)
            )
        return result.rowcount == 1

    def claim_stagings(self) -> list[str]:
        """Directories staged by processes that are not known any more, taken from them.

        A process that is there after all cannot commit a directory that is about to be deleted.
        """
        s = schema.stagings.c
        with self.writing() as connection:
            connection.execute(
                sa.update(schema.stagings)
                .where(s.owner_id.not_in(sa.select(schema.owners.c.id)))
                .values(owner_id=_COLLECTED)
            )
            query = sa.select(s.directory).where(s.owner_id == _COLLECTED)
            return list(connection.scalars(query).all())

    def staged_directories(self) -> list[str]:
        """The directories whose files nobody has committed yet."""
        with self.reading() as connection:
            return list(connection.scalars(sa.select(schema.stagings.c.directory)).all())

    def known_files(self) -> set[str]:
        """The files that parts and deletion vectors refer to, those to be collected included."""
        f, d = schema.files.c, schema.deletion_vectors.c
        with self.reading() as connection:
            files = set(connection.scalars(sa.select(f.path)).all())
            masks = connection.scalars(sa.select(f.masks).where(f.masked_rows > 0)).all()
            vectors = connection.scalars(sa.select(d.files)).all()
        return files.union(*(json.loads(text) for text in (*masks, *vectors)))

    def unstage(self, directories: Sequence[str]) -> None:
        """Forgets staging directories, once they are deleted."""
        with self.writing() as connection:
            _unstage(connection, directories)

    def expired_parts(self, now: float, default_lifetime: float) -> list[tuple[int, list[str]]]:
        """(number, files) of parts that were replaced longer ago than their table keeps them.

        Detached parts stay; files that another part refers to as well are left out.
        """
        p = schema.parts.c
        query = (
            sa.select(p.id, p.removed_at, schema.tables.c.definition)
            .join(schema.tables, schema.tables.c.id == p.table_id)
            .where(
                p.removed_at.is_not(None),
                p.detached_as.is_(None),
                schema.tables.c.dropped_at.is_(None),
            )
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
            expired = [
                row.id
                for row in rows
                if row.removed_at + _lifetime(row.definition, default_lifetime) <= now
            ]
            files = _files_of(connection, expired)
            paths = [file.path for run in files.values() for file in run]
            shared = _shared_files(connection, paths, frozenset(expired))
        owned = {part: [p for f in files.get(part, ()) for p in _paths_of(f)] for part in expired}
        return [(part, [p for p in paths if p not in shared]) for part, paths in owned.items()]

    def forget_parts(self, part_ids: Sequence[int]) -> None:
        """Forgets parts whose files are deleted."""
        with self.writing() as connection:
            for chunk in _chunks(part_ids):
                part_log.add_removed(connection, chunk)
                connection.execute(sa.delete(schema.files).where(schema.files.c.part_id.in_(chunk)))
                connection.execute(sa.delete(schema.parts).where(schema.parts.c.id.in_(chunk)))

    def expired_tables(self, before: float) -> list[Table]:
        """Tables dropped before a time and not yet collected."""
        query = sa.select(schema.tables).where(schema.tables.c.dropped_at <= before)
        with self.reading() as connection:
            return [Table.of_row(row) for row in connection.execute(query).all()]

    def files_of_table(self, table: Table) -> tuple[list[str], list[str]]:
        """What there is to delete of a dropped table, and what its directory has to keep.

        Returns:
            The files of the table's parts, their masks and the deletion vectors that no part of
            another table refers to, wherever they lie, and the files below its directory that one
            does refer to.
        """
        f, p, d = schema.files.c, schema.parts.c, schema.deletion_vectors.c
        own = sa.select(p.id).where(p.table_id == table.id)
        directory = f"{table.uuid}/"
        below = f.path.startswith(directory, autoescape=True)
        masked_below = f.masks.contains(f'"{directory}', autoescape=True)
        elsewhere = sa.select(f.path, f.masks).where(f.part_id.not_in(own))
        with self.reading() as connection:
            own_ids = frozenset(connection.scalars(own).all())
            rows = connection.execute(sa.select(f.path, f.masks).where(f.part_id.in_(own))).all()
            shared = _shared_files(connection, [row.path for row in rows], own_ids)
            others = connection.execute(elsewhere.where(sa.or_(below, masked_below))).all()
            vectors = connection.scalars(sa.select(d.files).where(d.table_id == table.id)).all()
        known = {path for row in rows for path in (row.path, *json.loads(row.masks))}
        known.update(file for text in vectors for file in json.loads(text))
        lent = {path for row in others for path in (row.path, *json.loads(row.masks))}
        return sorted(known - shared), sorted(path for path in lent if path.startswith(directory))

    def unpublished_tables(self, uuids: Sequence[str]) -> list[int]:
        """The numbers of unpublished tables among these identities."""
        t = schema.tables.c
        with self.reading() as connection:
            return [
                table_id
                for chunk in _chunks(uuids)
                for table_id in connection.scalars(
                    sa.select(t.id).where(t.uuid.in_(chunk), t.name_key.is_(None))
                ).all()
            ]

    def forget_table(self, table_id: int) -> None:
        """Forgets a dropped table whose files are deleted."""
        part_ids = sa.select(schema.parts.c.id).where(schema.parts.c.table_id == table_id)
        d, b = schema.deletion_vectors.c, schema.block_ids.c
        with self.writing() as connection:
            for owned in (schema.merges, schema.mutations, schema.refreshes):
                connection.execute(sa.delete(owned).where(owned.c.table_id == table_id))
            connection.execute(sa.delete(schema.files).where(schema.files.c.part_id.in_(part_ids)))
            connection.execute(sa.delete(schema.parts).where(schema.parts.c.table_id == table_id))
            connection.execute(sa.delete(schema.deletion_vectors).where(d.table_id == table_id))
            connection.execute(sa.delete(schema.block_ids).where(b.table_id == table_id))
            connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == table_id))

    def expire_deletion_vectors(self, before: float) -> list[str]:
        """Forgets deletion vectors that a newer one replaced before a time.

        Returns:
            Files no deletion vector refers to any more.
        """
        d = schema.deletion_vectors
        newer = d.alias()
        superseded = sa.exists(sa.select(newer.c.id)).where(
            newer.c.table_id == d.c.table_id,
            newer.c.scope == d.c.scope,
            newer.c.version > d.c.version,
            newer.c.created_at <= before,
        )
        with self.writing() as connection:
            gone = connection.execute(
                sa.select(d.c.id, d.c.table_id, d.c.files).where(superseded)
            ).all()
            if not gone:
                return []
            for chunk in _chunks([row.id for row in gone]):
                connection.execute(sa.delete(d).where(d.c.id.in_(chunk)))
            kept = _files_of_vectors(connection, sorted({row.table_id for row in gone}))
        return sorted({file for row in gone for file in json.loads(row.files)} - kept)


def _files_of_vectors(connection: Connection, table_ids: Sequence[int]) -> set[str]:
    d = schema.deletion_vectors.c
    return {
        file
        for chunk in _chunks(table_ids)
        for text in connection.scalars(sa.select(d.files).where(d.table_id.in_(chunk)))
        for file in json.loads(text)
    }


def _collected() -> RmtError:
    return RmtError(
        "TIMEOUT_EXCEEDED",
        "The process was silent for so long that its unfinished files were collected.",
        "Run the statement again.",
    )


@functools.cache
def _newest_revisions() -> tuple[str, ...]:
    return tuple(ScriptDirectory(str(_MIGRATIONS)).get_heads())


@contextlib.contextmanager
def _failures_named() -> Iterator[None]:
    """The database's failures become one error with a name."""
    try:
        yield
    except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
        reason = first_line(error.orig or error)[:200]
        raise RmtError(
            "KEEPER_EXCEPTION",
            f"The registry failed: {reason}.",
            "Look whether the statement took effect before you run it again.",
        ) from error
    except sa.exc.DatabaseError as error:
        if type(error) is not sa.exc.DatabaseError:
            raise
        reason = first_line(error.orig or error)[:200]
        raise RmtError(
            "KEEPER_EXCEPTION",
            f"The registry is damaged: {reason}.",
            "rmt restore brings a backup back into a new warehouse; sqlite3's .recover saves what "
            "can still be read.",
        ) from error


def _check_length(database: str, name: str) -> None:
    """Refuses a name for which there is no room in ClickHouse's files, nor in Hive's metastore."""
    length = sum(1 if _PLAIN.fullmatch(c) else 3 * len(c.encode()) for c in name)
    if length > _LONGEST_NAME:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"The max length of table name for database {database} is {_LONGEST_NAME}, current "
            f"length is {length}.",
        )


def _find(connection: Connection, database: str, name: str) -> Row[Any] | None:
    t = schema.tables.c
    return connection.execute(
        sa.select(schema.tables).where(t.database == database.lower(), t.name_key == name.lower())
    ).one_or_none()


def find_detached(connection: Connection, database: str, name: str) -> Row[Any] | None:
    """The row of the detached table of that name."""
    t = schema.tables.c
    return connection.execute(
        sa.select(schema.tables).where(
            t.detached_at.is_not(None),
            t.database == database.lower(),
            sa.func.lower(t.name) == name.lower(),
        )
    ).one_or_none()


def _free_name(connection: Connection, database: str, name: str, replace: bool) -> None:
    """Makes sure that no table has a name; one that is to be replaced is dropped.

    Raises:
        RmtError: `TABLE_ALREADY_EXISTS`.
    """
    _refuse_detached(connection, database, name)
    existing = _find(connection, database, name)
    if existing is None:
        return
    if not replace:
        raise RmtError("TABLE_ALREADY_EXISTS", f"Table {database}.{name} already exists.")
    _drop(connection, existing.id)


def _refuse_detached(connection: Connection, database: str, name: str) -> None:
    row = find_detached(connection, database, name)
    if row is not None:
        how = "detached permanently" if row.detached_by is None else "detached"
        raise RmtError(
            "TABLE_ALREADY_EXISTS",
            f"Table {row.database}.{row.name} already exists ({how}).",
            "ATTACH TABLE brings it back, and then it can be dropped.",
        )


def refuse_taken(connection: Connection, database: str, name: str) -> None:
    """Refuses the name of a new table that cannot have it.

    Raises:
        RmtError: `TABLE_ALREADY_EXISTS`, or `ARGUMENT_OUT_OF_BOUND`, the name is too long.
    """
    _check_length(database, name)
    _free_name(connection, database, name, replace=False)


def skip_rows(connection: Connection, stop: int) -> None:
    """Has no row id below a number reserved any more."""
    c = schema.counters.c
    value = -(-stop // 65536) * 65536
    connection.execute(
        sa.update(schema.counters).where(c.name == "row_id", c.value < value).values(value=value)
    )


def _drop(connection: Connection, table_id: int) -> None:
    """Drops a table; with a materialized view goes the table that it made for its rows."""
    t = schema.tables.c
    identity = connection.scalar(sa.select(t.uuid).where(t.id == table_id))
    own = sa.and_(t.name == own_table_name(str(identity)), t.dropped_at.is_(None))
    connection.execute(
        sa.update(schema.tables)
        .where(sa.or_(t.id == table_id, own))
        .values(name_key=None, dropped_at=time.time(), detached_at=None, detached_by=None)
    )


def _set_name(connection: Connection, table_id: int, database: str, name: str) -> None:
    connection.execute(
        sa.update(schema.tables)
        .where(schema.tables.c.id == table_id)
        .values(database=database.lower(), name=name, name_key=name.lower())
    )


def _part(row: Row[Any], files: tuple[RunFile, ...]) -> Part:
    """A part of its row, and of its runs and those of its projections."""
    return Part(
        id=row.id,
        name=PartName.of_row(row),
        partition=tuple(json.loads(row.partition_values)),
        files=tuple(file for file in files if not file.projection),
        unique=row.is_unique,
        complete=row.is_complete,
        created_at=row.created_at,
        removed_at=row.removed_at,
        detached_as=row.detached_as,
        projected=tuple(file for file in files if file.projection),
    )


def _files_of(connection: Connection, part_ids: Sequence[int]) -> dict[int, tuple[RunFile, ...]]:
    f = schema.files.c
    files: dict[int, list[RunFile]] = {}
    for chunk in _chunks(part_ids):
        query = sa.select(schema.files).where(f.part_id.in_(chunk)).order_by(f.id)
        for row in connection.execute(query):
            values = {name: row._mapping[name] for name in _FILE_COLUMNS}
            values |= {name: tuple(json.loads(values[name])) for name in ("masks", "absent")}
            files.setdefault(row.part_id, []).append(RunFile(**values))
    return {part: tuple(run) for part, run in files.items()}


def _paths_of(file: RunFile) -> tuple[str, ...]:
    """The files of the store that a run is made of."""
    return (file.path, *file.masks)


def _part_names(connection: Connection, part_ids: Sequence[int]) -> list[PartName]:
    """The names of parts, in order."""
    p = schema.parts.c
    return sorted(
        PartName.of_row(row)
        for chunk in _chunks(part_ids)
        for row in connection.execute(sa.select(schema.parts).where(p.id.in_(chunk)))
    )


def _shared_files(
    connection: Connection, paths: Sequence[str], part_ids: frozenset[int]
) -> set[str]:
    """The runs among these to which parts other than those refer, and the masks they see.

    Only parts that share a run can share a mask.
    """
    f = schema.files.c
    query = sa.select(f.path, f.part_id, f.masks)
    return {
        path
        for chunk in _chunks(paths)
        for row in connection.execute(query.where(f.path.in_(chunk)))
        if row.part_id not in part_ids
        for path in (row.path, *json.loads(row.masks))
    }


def _insert_part(
    connection: Connection,
    table_id: int,
    name: PartName,
    part: NewPart,
    version: int,
    now: float,
) -> None:
    result = connection.execute(
        sa.insert(schema.parts).values(
            table_id=table_id,
            partition_id=name.partition_id,
            min_block=name.min_block,
            max_block=name.max_block,
            level=name.level,
            data_version=name.data_version,
            partition_values=json.dumps(part.partition),
            is_unique=part.unique,
            is_complete=part.complete,
            created_version=version,
            created_at=now,
        )
    )
    [part_id] = result.inserted_primary_key or [None]
    add_files(connection, part_id, (*part.files, *part.projected))


def add_files(connection: Connection, part_id: Any, files: Sequence[RunFile]) -> None:
    """Gives a new part its files, at least one."""
    values = [
        {
            "part_id": part_id,
            **asdict(file),
            "masks": json.dumps(file.masks),
            "absent": json.dumps(file.absent),
        }
        for file in files
    ]
    connection.execute(sa.insert(schema.files), values)


def _stage(connection: Connection, owner_id: str, directory: str) -> None:
    connection.execute(
        sa.insert(schema.stagings).values(
            owner_id=owner_id, directory=directory, created_at=time.time()
        )
    )


def _staged_at(connection: Connection, directories: Sequence[str], default: float) -> float:
    """When the first of these directories was staged: when the work on their files began."""
    s = schema.stagings.c
    found = [
        row.created_at
        for chunk in _chunks(directories)
        for row in connection.execute(sa.select(s.created_at).where(s.directory.in_(chunk)))
    ]
    return min(found, default=default)


def _unstage(
    connection: Connection, directories: Sequence[str], *conditions: sa.ColumnElement[bool]
) -> int:
    found = 0
    for chunk in _chunks(directories):
        statement = sa.delete(schema.stagings).where(
            schema.stagings.c.directory.in_(chunk), *conditions
        )
        found += connection.execute(statement).rowcount
    return found


def unstage_for_commit(connection: Connection, directories: Sequence[str]) -> None:
    """Takes directories out of the collector's reach, or fails when it has taken one already."""
    mine = schema.stagings.c.owner_id != _COLLECTED
    if _unstage(connection, directories, mine) != len(directories):
        raise _collected()


def _is_too_old(definition: str, parts: Iterable[NewPart], structure: int | None) -> bool:
    """Whether new parts, planned for a structure, may not fit the table's columns and key now."""
    least = TableDefinition.from_json(definition).least_structure
    if structure is not None:
        return structure < least
    return any(file.structure < least for part in parts for file in part.files)


def _row_ids_are_taken(
    connection: Connection, table_id: int, files: Sequence[RunFile], replaced: Collection[int]
) -> bool:
    """Whether active parts of a table, but those that are replaced, have row ids of new files.

    Only a table that was restored from a backup of another store has row ids that were not
    reserved here; `skip_rows` sees to those that are reserved after it came.
    """
    p, f = schema.parts.c, schema.files.c
    query = (
        sa.select(p.id)
        .join(schema.files, p.id == f.part_id)
        .where(p.table_id == table_id, p.removed_version.is_(None), f.projection == "")
        .distinct()
    )
    return any(
        not set(replaced).issuperset(
            connection.scalars(
                query.where(
                    sa.or_(
                        *(
                            sa.and_(
                                f.first_row < file.row_stop, f.first_row + f.rows > file.first_row
                            )
                            for file in chunk
                        )
                    )
                )
            )
        )
        for chunk in _chunks(files, 50)
    )


def _lifetime(definition: str, default: float) -> float:
    return float(TableDefinition.from_json(definition).settings.get("old_parts_lifetime", default))


def _chunks(items: Sequence[Any], size: int = 500) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
