"""The blocks that INSERTs brought lately, so that a repeated INSERT changes nothing.

A block is known by its partition and an id, which is made of the INSERT's token or of its rows. It
is looked up and recorded in the transaction that commits its parts: of two INSERTs of the same
block at the same time one finds the other's.

Source: https://clickhouse.com/docs/guides/developer/deduplicating-inserts-on-retries
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import part_log, schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.part import NewPart, PartName
from rmt_engine.store.parts import Parts
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage

__all__ = [
    "AlsoDone",
    "AtCommit",
    "BlockIds",
    "BlockWindow",
    "Inserted",
    "NewBlocks",
    "forget_blocks",
]

DUPLICATE = "INSERT_WAS_DEDUPLICATED"
_Block: TypeAlias = tuple[str, str]
"""The partition and the id of a block."""


@dataclass(frozen=True)
class BlockWindow:
    """Which blocks of a table are remembered.

    Attributes:
        blocks: how many, the newest ones.
        seconds: for how long; None for as long as there are not too many.
    """

    blocks: int
    seconds: float | None = None


@dataclass(frozen=True)
class Inserted:
    """What became of an INSERT's parts.

    Attributes:
        names: of the parts that were committed.
        parts: those parts.
        duplicates: parts whose blocks had been inserted before, left out.
    """

    names: tuple[PartName, ...] = ()
    parts: tuple[NewPart, ...] = ()
    duplicates: tuple[NewPart, ...] = ()


@dataclass(frozen=True)
class NewBlocks:
    """What an INSERT wrote for one table.

    Attributes:
        table_id: the table.
        parts: the parts; with a window each with its block's id.
        directory: the staging directory of their files.
        window: which blocks the table remembers; None if it takes every one.
        overwrite: whether the parts replace all that the table has.
        views: the numbers of the materialized views that the rows come through: once one of them
            is gone, they do not come.
    """

    table_id: int
    parts: tuple[NewPart, ...]
    directory: str
    window: BlockWindow | None = None
    overwrite: bool = False
    views: tuple[int, ...] = ()

    def numbered(self, blocks: range) -> NewBlocks:
        """The same, the parts of each partition with these block numbers, as far as they go."""
        numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: iter(blocks))
        parts: list[NewPart] = []
        for part in self.parts:
            number = next(numbers[part.partition_id], None)
            parts.append(part if number is None else replace(part, blocks=(number, number)))
        return replace(self, parts=tuple(parts))


AlsoDone: TypeAlias = Callable[[Connection, Sequence[Inserted]], None]
"""What else is done in the transaction that commits blocks of tables."""


def _nothing_else(_connection: Connection, _inserted: Sequence[Inserted]) -> None:
    """What most INSERTs do beside."""


@dataclass(frozen=True)
class AtCommit:
    """What is done when the blocks of an INSERT are committed.

    Attributes:
        also: what else, in the same transaction.
        blocks: block numbers that the parts of each partition take, as far as they go.
    """

    also: AlsoDone = _nothing_else
    blocks: range = range(0)


class _DuplicatesError(Exception):
    """Some of the blocks are there already; nothing was committed."""

    def __init__(self, commit: _Commit, blocks: Collection[_Block]) -> None:
        super().__init__()
        self.commit = commit
        self.blocks = blocks


class _Commit:
    """What is left of the blocks of one table once those that are there already are left out."""

    def __init__(self, blocks: NewBlocks) -> None:
        self.blocks = blocks
        self.left = [part for part in blocks.parts if part.files]
        self.duplicates = [part for part in blocks.parts if not part.files]
        self.names: tuple[PartName, ...] = ()

    @property
    def inserted(self) -> Inserted:
        """What became of them."""
        return Inserted(self.names, tuple(self.left), tuple(self.duplicates))

    def leave_out(self, known: Collection[_Block], storage: Storage) -> None:
        """Leaves out the parts of some blocks."""
        found = [part for part in self.left if _block(part) in known]
        # Before the commit: once it is done the collector does not look at the directory.
        storage.delete_files(file.path for part in found for file in (*part.files, *part.projected))
        self.duplicates += found
        self.left = [part for part in self.left if _block(part) not in known]

    def run(self, connection: Connection) -> None:
        """Commits what is left, in a transaction.

        Raises:
            RmtError: as `Parts.commit`.
            _DuplicatesError: some of it is there already.
        """
        blocks, self.names = self.blocks, ()
        if not _are_there(connection, blocks.views):
            self.left, self.duplicates = [], []
        if self.left or blocks.overwrite:
            names = Parts.commit_in(
                connection,
                blocks.table_id,
                self._numbered(),
                [blocks.directory],
                replaces=None if blocks.overwrite else (),
                also=self._record,
            )
            assert names is not None
            self.names = tuple(names)
        elif self.duplicates:
            t = schema.tables.c
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == blocks.table_id)
                .values(next_block=t.next_block + len(self.duplicates))
            )
            part_log.add_refused(connection, blocks.table_id, self.duplicates, DUPLICATE)

    def _numbered(self) -> list[NewPart | None]:
        """The parts, None for those that are left out and take a number all the same."""
        left = {id(part) for part in self.left}
        return [part if id(part) in left else None for part in self.blocks.parts]

    def _record(self, connection: Connection) -> None:
        table_id, window = self.blocks.table_id, self.blocks.window
        if self.blocks.overwrite:
            forget_blocks(connection, table_id)
        if window is None:
            return
        known = _record(connection, table_id, self.left, window)
        if known:
            raise _DuplicatesError(self, known)
        part_log.add_refused(connection, table_id, self.duplicates, DUPLICATE)


class BlockIds:
    """Commits each block once.

    Args:
        registry: where the ids are kept.
        storage: where the parts' files are.
    """

    def __init__(self, registry: Registry, storage: Storage) -> None:
        self._registry = registry
        self._storage = storage

    def partitions_with(self, table_id: int, block_id: str) -> list[tuple[str, ...]]:
        """The partitions, by their values, into which a block of that id was inserted."""
        b = schema.block_ids.c
        query = sa.select(b.partition_values).where(
            b.table_id == table_id, b.block_id == block_id, _is_valid(time.time())
        )
        with self._registry.reading() as connection:
            return [tuple(json.loads(values)) for values in connection.scalars(query)]

    def commit(self, tables: Sequence[NewBlocks], also: AlsoDone = _nothing_else) -> list[Inserted]:
        """Commits what an INSERT wrote for one or several tables, all in one transaction.

        Of a table with a window, blocks that were inserted before are left out. Parts of one
        partition with the same id are one block. A part without files stands for a block that was
        known before it was written. A part that is left out takes a block number, as in ClickHouse,
        so that later parts have the names they have there.

        Args:
            tables: what was written; the files of parts that are left out are deleted.
            also: what else to do in the transaction, at its end, knowing what became of the blocks;
                an error undoes everything.

        Returns:
            What became of it, in the same order.

        Raises:
            RmtError: as `Parts.commit`.
        """
        commits = [_Commit(blocks) for blocks in tables]
        while True:
            try:
                with self._registry.writing() as connection:
                    for commit in commits:
                        commit.run(connection)
                    inserted = [one.inserted for one in commits]
                    also(connection, inserted)
            except _DuplicatesError as error:
                error.commit.leave_out(error.blocks, self._storage)
            else:
                return inserted

    def expire(self, now: float) -> int:
        """Forgets the blocks whose time is over and returns how many those were."""
        b = schema.block_ids
        with self._registry.writing() as connection:
            return connection.execute(sa.delete(b).where(b.c.expires_at <= now)).rowcount


def forget_blocks(
    connection: Connection, table_id: int, partition_ids: Iterable[str] | None = None
) -> None:
    """Forgets the blocks of partitions that are dropped, so that they can be inserted again.

    Args:
        connection: a transaction of the registry.
        table_id: the table.
        partition_ids: the partitions; None for all.
    """
    b = schema.block_ids.c
    condition = b.table_id == table_id
    if partition_ids is not None:
        condition &= b.partition_id.in_(list(partition_ids))
    connection.execute(sa.delete(schema.block_ids).where(condition))


def _are_there(connection: Connection, views: Collection[int]) -> bool:
    """Whether none of some views was dropped or detached."""
    if not views:
        return True
    t = schema.tables.c
    query = sa.select(sa.func.count()).where(t.id.in_(views), t.name_key.is_not(None))
    return connection.scalar(query) == len(set(views))


def _block(part: NewPart) -> _Block:
    assert part.block_id is not None
    return part.partition_id, part.block_id


def _known(
    connection: Connection, table_id: int, block_ids: Collection[str], now: float
) -> set[_Block]:
    b = schema.block_ids.c
    return {
        (row.partition_id, row.block_id)
        for chunk in chunks(sorted(block_ids))
        for row in connection.execute(
            sa.select(b.partition_id, b.block_id).where(
                b.table_id == table_id, b.block_id.in_(chunk), _is_valid(now)
            )
        )
    }


def _is_valid(now: float) -> sa.ColumnElement[bool]:
    expires_at = schema.block_ids.c.expires_at
    return sa.or_(expires_at.is_(None), expires_at > now)


def _record(
    connection: Connection, table_id: int, parts: Iterable[NewPart], window: BlockWindow
) -> set[_Block]:
    """Remembers the blocks of parts, and forgets older ones the window has no room for.

    Returns:
        Those that are known already; if there are any, nothing happened.
    """
    b = schema.block_ids.c
    now = time.time()
    blocks = {_block(part): part.partition for part in parts}
    duplicated = _known(connection, table_id, {block_id for _, block_id in blocks}, now)
    duplicated &= blocks.keys()
    if duplicated:
        return duplicated
    of_table = b.table_id == table_id
    connection.execute(sa.delete(schema.block_ids).where(of_table, b.expires_at <= now))
    expires_at = None if window.seconds is None else now + window.seconds
    connection.execute(
        sa.insert(schema.block_ids),
        [
            {
                "table_id": table_id,
                "partition_id": partition_id,
                "partition_values": json.dumps(values),
                "block_id": block_id,
                "created_at": now,
                "expires_at": expires_at,
            }
            for (partition_id, block_id), values in blocks.items()
        ],
    )
    newest_to_go = sa.select(b.id).where(of_table).order_by(b.id.desc()).limit(1)
    connection.execute(
        sa.delete(schema.block_ids).where(
            of_table, b.id <= newest_to_go.offset(window.blocks).scalar_subquery()
        )
    )
    return set()
