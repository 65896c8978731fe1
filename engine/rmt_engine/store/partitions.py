"""Whole partitions and parts that go, come or change their table, as registry transactions.

No file is touched: a part that comes from elsewhere refers to the files of the part it was, and a
detached part stays a row of the registry that no reader sees. What a command does to a partition it
does to the parts the partition has in its transaction.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/alter/partition.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.block_ids import forget_blocks
from rmt_engine.store.files import add_files
from rmt_engine.store.part import PartName, RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.stagings import unstage_for_commit
from rmt_engine.store.table import TableDefinition

__all__ = ["Arrival", "LastCommands", "Partitions"]

_INACTIVE = "inactive"


@dataclass(frozen=True)
class Arrival:
    """A part that is to come into a table.

    Attributes:
        part_id: the number of the part it is made of.
        level: the level it gets.
        files: that part's rows under new row ids, masked ones left out; None to share its files,
            masks and all; empty when no row is left to bring: then no part comes.
        structures: which structures of the table shared files have, by those of the table they come
            from; those that are the same left out.
    """

    part_id: int
    level: int
    files: tuple[RunFile, ...] | None = None
    structures: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LastCommands:
    """The table versions at which commands last did what a deletion vector has to know of.

    Attributes:
        lost: rows went that no other part took over; 0 when none ever did.
        torn: such rows went, and their partition kept others.
        joined: files came that are older than the version, row ids and all.
    """

    lost: int
    torn: int
    joined: int


class Partitions:
    """Drops, detaches, attaches, replaces and moves parts.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def last_commands(self, table_id: int) -> LastCommands:
        """When rows last went from a table, or came back to it, by a command."""
        t = schema.tables.c
        query = sa.select(t.lost_version, t.torn_version, t.joined_version).where(t.id == table_id)
        with self._registry.reading() as connection:
            row = connection.execute(query).one_or_none()
        return LastCommands(*row) if row is not None else LastCommands(0, 0, 0)

    # Parts go

    def drop(self, table_id: int, partition_id: str | None, detach: bool = False) -> list[PartName]:
        """Takes all parts of a partition out of a table, if there are any.

        Their blocks can be inserted again.

        Args:
            table_id: the table.
            partition_id: the partition; None for all.
            detach: whether they are kept as detached parts.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile.
        """
        with self._registry.writing() as connection:
            change = _Change(connection, table_id)
            rows = _active(connection, table_id, partition_id)
            if rows:
                change.remove(rows, detach)
                change.finish()
            forget_blocks(connection, table_id, None if partition_id is None else [partition_id])
        return [PartName.of_row(row) for row in rows]

    def drop_part(self, table_id: int, name: PartName, detach: bool = False) -> None:
        """Takes one part out of a table.

        The blocks of its partition can be inserted again: which of them are in the part is not
        known.

        Raises:
            RmtError: `NO_SUCH_DATA_PART`, there is no active part of that name; `UNKNOWN_TABLE`.
        """
        with self._registry.writing() as connection:
            change = _Change(connection, table_id)
            rows = _active(connection, table_id, name.partition_id)
            chosen = [row for row in rows if PartName.of_row(row) == name]
            if not chosen:
                raise RmtError("NO_SUCH_DATA_PART", f"No part {name} in committed state.")
            change.remove(chosen, detach, tears=len(rows) > 1)
            change.finish()
            forget_blocks(connection, table_id, [name.partition_id])

    def drop_detached(self, table_id: int, part_ids: Iterable[int]) -> None:
        """Leaves detached parts to the collector; those that are detached no longer stay."""
        with self._registry.writing() as connection:
            _rename_detached(connection, table_id, dict.fromkeys(part_ids))

    def set_inactive(self, table_id: int, names: dict[int, PartName]) -> None:
        """Marks detached parts as covered by another one; they are not attached any more."""
        marked = {number: f"{_INACTIVE}_{name}" for number, name in names.items()}
        with self._registry.writing() as connection:
            _rename_detached(connection, table_id, marked)

    # Parts come

    def attach(
        self,
        table_id: int,
        arrivals: Sequence[Arrival],
        directories: Sequence[str],
        structure: int | None = None,
    ) -> list[PartName] | None:
        """Makes detached parts of a table active again, as if they were inserted now.

        Args:
            table_id: the table.
            arrivals: the detached parts, in the order in which they get their block numbers.
            directories: the staging directories of files written for them.
            structure: the table's structure they were planned for; None when it does not matter.

        Returns:
            The names of the new parts, or None when one is not detached any more or has row ids of
            an active part: then nothing happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`; `TIMEOUT_EXCEEDED`, the files written were collected;
                `CANNOT_ASSIGN_ALTER`, the table has another structure by now.
        """

        def commit(connection: Connection) -> list[PartName]:
            change = _Change(connection, table_id, structure)
            names = change.add(arrivals)
            left = dict.fromkeys(arrival.part_id for arrival in arrivals)
            if _rename_detached(connection, table_id, left) != len(left):
                raise _OutdatedError
            change.finish()
            unstage_for_commit(connection, directories)
            return names

        return self._commit(commit)

    def attach_from(
        self,
        table_id: int,
        source_id: int,
        partition_id: str | None,
        arrivals: Sequence[Arrival],
        directories: Sequence[str],
        replace: bool = False,
        structures: tuple[int, int] | None = None,
    ) -> list[PartName] | None:
        """Adds the parts of another table's partition, which keeps them.

        Args:
            table_id: the table they come into.
            source_id: the other table, or the same.
            partition_id: the partition; None for all.
            arrivals: the parts, in the order in which they get their block numbers.
            directories: the staging directories of files written for them.
            replace: whether the parts that the partition has go.
            structures: those of the two tables that this was planned for; None when they do not
                matter.

        Returns:
            The names of the new parts, or None when the source's partition has not just these
            parts any more or a new part has row ids of another one of the table: then nothing
            happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`; `TIMEOUT_EXCEEDED`, the files written were collected;
                `CANNOT_ASSIGN_ALTER`, one has another structure by now.
        """

        def commit(connection: Connection) -> list[PartName]:
            change, _ = _changes(connection, table_id, source_id, structures)
            _check_sources(connection, source_id, partition_id, arrivals)
            if replace:
                change.skip_block()
                change.remove(_active(connection, table_id, partition_id), detach=False)
            names = change.add(arrivals)
            change.finish()
            unstage_for_commit(connection, directories)
            return names

        return self._commit(commit)

    def move(
        self,
        table_id: int,
        source_id: int,
        partition_id: str,
        arrivals: Sequence[Arrival],
        directories: Sequence[str],
        structures: tuple[int, int] | None = None,
    ) -> list[PartName] | None:
        """Moves the parts of a partition from one table to another one, in one transaction.

        Args and errors are those of `attach_from`; the tables are different ones.
        """

        def commit(connection: Connection) -> list[PartName]:
            change, source = _changes(connection, table_id, source_id, structures)
            leaving = _check_sources(connection, source_id, partition_id, arrivals)
            names = change.add(arrivals)
            change.finish()
            source.remove(leaving, detach=False)
            source.finish()
            unstage_for_commit(connection, directories)
            return names

        return self._commit(commit)

    def _commit(self, change: Callable[[Connection], list[PartName]]) -> list[PartName] | None:
        try:
            with self._registry.writing() as connection:
                return change(connection)
        except _OutdatedError:
            return None


class _OutdatedError(Exception):
    """The parts are not those any more for which the change was planned; it is undone."""


class _Change:
    """A change of one table's parts inside a transaction, its next version.

    Args:
        connection: the transaction.
        table_id: the table.
        structure: the structure it must have; None for any.

    Raises:
        RmtError: `UNKNOWN_TABLE`, the table was dropped; `CANNOT_ASSIGN_ALTER`, it has another
            structure.
    """

    def __init__(self, connection: Connection, table_id: int, structure: int | None = None) -> None:
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
        row = connection.execute(query.with_for_update()).one_or_none()
        if row is None:
            raise RmtError("UNKNOWN_TABLE", "The table was dropped while its parts were changed.")
        if (
            structure is not None
            and structure != TableDefinition.from_json(row.definition).structure
        ):
            raise RmtError(
                "CANNOT_ASSIGN_ALTER",
                f"The columns of {row.database}.{row.name} were changed meanwhile.",
                "Run the statement again.",
            )
        self._connection = connection
        self._table_id = table_id
        self._version = row.version + 1
        self._block = row.next_block
        self._now = time.time()
        self._marks: dict[str, int] = {}

    def skip_block(self) -> None:
        """Leaves a block number out, as ClickHouse does when a partition is replaced."""
        self._block += 1

    def remove(self, rows: Sequence[Row[Any]], detach: bool, tears: bool = False) -> None:
        """Takes active parts out.

        Args:
            rows: of the parts.
            detach: whether they become detached parts.
            tears: whether other parts of their partitions stay.
        """
        if not rows:
            return
        p = schema.parts.c
        self._connection.execute(
            sa.update(schema.parts)
            .where(p.id == sa.bindparam("part"))
            .values(
                removed_version=self._version,
                removed_at=self._now,
                detached_as=sa.bindparam("name"),
            ),
            [
                {"part": row.id, "name": str(PartName.of_row(row)) if detach else None}
                for row in rows
            ],
        )
        self._marks["lost_version"] = self._version
        if tears:
            self._marks["torn_version"] = self._version

    def add(self, arrivals: Sequence[Arrival]) -> list[PartName]:
        """Adds parts, each with a block number of its own.

        Raises:
            _OutdatedError: one has row ids of another active part, which would stand for two rows,
                or is no longer there.
        """
        names = [self._add(arrival) for arrival in arrivals if arrival.files != ()]
        if self._has_shared_rows():
            raise _OutdatedError
        return names

    def _add(self, arrival: Arrival) -> PartName:
        p, f = schema.parts.c, schema.files.c
        query = sa.select(schema.parts).where(p.id == arrival.part_id)
        row = self._connection.execute(query).one_or_none()
        if row is None:
            raise _OutdatedError
        block, self._block = self._block, self._block + 1
        values = {name: value for name, value in row._mapping.items() if name != "id"} | {
            "table_id": self._table_id,
            "min_block": block,
            "max_block": block,
            "level": arrival.level,
            "data_version": None,
            "is_complete": True,
            "created_version": self._version,
            "removed_version": None,
            "created_at": self._now,
            "removed_at": None,
            "detached_as": None,
        }
        inserted = self._connection.execute(sa.insert(schema.parts).values(values))
        [number] = inserted.inserted_primary_key or [None]
        if arrival.files is None:
            self._marks["joined_version"] = self._version
            structure: sa.ColumnElement[int] = f.structure
            if arrival.structures:
                structure = sa.case(dict(arrival.structures), value=f.structure, else_=f.structure)
            self._share_files(row.id, number, structure, f.projection == "")
        else:
            add_files(self._connection, number, arrival.files)
        self._share_files(row.id, number, f.structure, f.projection != "")
        return PartName(row.partition_id, block, block, arrival.level)

    def _share_files(
        self,
        part_id: int,
        new_id: int,
        structure: sa.ColumnElement[int],
        which: sa.ColumnElement[bool],
    ) -> None:
        """Gives a new part files of another one."""
        f = schema.files.c
        special = ("id", "part_id", "structure")
        copied = [column for column in f if column.name not in special]
        self._connection.execute(
            sa.insert(schema.files).from_select(
                ["part_id", "structure", *(column.name for column in copied)],
                sa.select(sa.literal(new_id), structure, *copied).where(
                    f.part_id == part_id, which
                ),
            )
        )

    def _has_shared_rows(self) -> bool:
        """Whether a row id stands for rows of two active files."""
        p, f = schema.parts.c, schema.files.c
        before = sa.func.max(f.first_row + f.rows).over(order_by=f.first_row, rows=(None, -1))
        mine = sa.select(f.first_row, before.label("stop")).join(schema.parts, p.id == f.part_id)
        mine = mine.where(p.table_id == self._table_id, p.removed_version.is_(None), f.rows > 0)
        mine = mine.where(f.projection == "")
        runs = mine.subquery().c
        twice = sa.select(runs.first_row).where(runs.first_row < runs.stop).limit(1)
        return self._connection.scalar(twice) is not None

    def finish(self) -> None:
        """Makes the change the table's newest version."""
        self._connection.execute(
            sa.update(schema.tables)
            .where(schema.tables.c.id == self._table_id)
            .values(version=self._version, next_block=self._block, **self._marks)
        )


def _changes(
    connection: Connection, table_id: int, source_id: int, structures: tuple[int, int] | None
) -> tuple[_Change, _Change]:
    """Changes of two tables, which are locked in the same order by everyone."""
    planned = dict(zip((table_id, source_id), structures or (), strict=False))
    changes = {
        number: _Change(connection, number, planned.get(number))
        for number in sorted({table_id, source_id})
    }
    return changes[table_id], changes[source_id]


def _active(connection: Connection, table_id: int, partition_id: str | None) -> list[Row[Any]]:
    """The active parts of a partition, or of all, in their order."""
    p = schema.parts.c
    query = sa.select(schema.parts).where(p.table_id == table_id, p.removed_version.is_(None))
    if partition_id is not None:
        query = query.where(p.partition_id == partition_id)
    return sorted(connection.execute(query).all(), key=PartName.of_row)


def _check_sources(
    connection: Connection,
    source_id: int,
    partition_id: str | None,
    arrivals: Sequence[Arrival],
) -> list[Row[Any]]:
    """The active parts of a partition, which must be the ones that were planned to come."""
    rows = _active(connection, source_id, partition_id)
    if {row.id for row in rows} != {arrival.part_id for arrival in arrivals}:
        raise _OutdatedError
    return rows


def _rename_detached(connection: Connection, table_id: int, names: Mapping[int, str | None]) -> int:
    """Gives detached parts a name, or takes it away, and returns how many there were."""
    p = schema.parts.c
    renamed = 0
    for number, name in names.items():
        mine = sa.and_(p.id == number, p.table_id == table_id, p.detached_as.is_not(None))
        statement = sa.update(schema.parts).where(mine).values(detached_as=name)
        renamed += connection.execute(statement).rowcount
    return renamed
