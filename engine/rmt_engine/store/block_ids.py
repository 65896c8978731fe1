"""The blocks that INSERTs brought lately, so that a repeated INSERT changes nothing.

A block is known by its partition and an id, which is made of the INSERT's token or of its rows. It
is looked up and recorded in the transaction that commits its parts: of two INSERTs of the same
block at the same time one finds the other's.

Source: https://clickhouse.com/docs/guides/developer/deduplicating-inserts-on-retries
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import part_log, schema
from rmt_engine.store.part import NewPart, PartName
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage

__all__ = ["BlockIds", "BlockWindow", "Inserted", "forget_blocks"]

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


class _DuplicatesError(Exception):
    """Some of the blocks are there already; nothing was committed."""

    def __init__(self, blocks: Collection[_Block]) -> None:
        super().__init__()
        self.blocks = blocks


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

    def commit(
        self, table_id: int, parts: Sequence[NewPart], directory: str, window: BlockWindow
    ) -> Inserted:
        """Commits the parts whose blocks were not inserted before, in one transaction.

        Parts of one partition with the same id are one block. A part without files stands for a
        block that was known before it was written. A part that is left out takes a block number,
        as in ClickHouse, so that later parts have the names they have there.

        Args:
            table_id: the table.
            parts: the parts, each with its block's id.
            directory: the staging directory of their files; those of parts left out are deleted.
            window: which blocks the table remembers.

        Raises:
            RmtError: as `Registry.commit_parts`.
        """
        duplicates = [part for part in parts if not part.files]
        left = [part for part in parts if part.files]

        def record(connection: Connection) -> None:
            _record(connection, table_id, left, window)
            part_log.add_refused(connection, table_id, duplicates, DUPLICATE)

        while left:
            new = {_block(part) for part in left}
            numbered = [part if _block(part) in new else None for part in parts]
            try:
                names = self._registry.commit_parts(table_id, numbered, [directory], also=record)
            except _DuplicatesError as duplicated:
                known = [part for part in left if _block(part) in duplicated.blocks]
                # Before the commit: once it is done the collector does not look at the directory.
                self._storage.delete_files(file.path for part in known for file in part.files)
                duplicates += known
                left = [part for part in left if _block(part) not in duplicated.blocks]
            else:
                assert names is not None
                return Inserted(tuple(names), tuple(left), tuple(duplicates))
        if duplicates:
            t = schema.tables.c
            with self._registry.writing() as connection:
                connection.execute(
                    sa.update(schema.tables)
                    .where(t.id == table_id)
                    .values(next_block=t.next_block + len(duplicates))
                )
                part_log.add_refused(connection, table_id, duplicates, DUPLICATE)
        return Inserted(duplicates=tuple(duplicates))

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


def _block(part: NewPart) -> _Block:
    assert part.block_id is not None
    return part.partition_id, part.block_id


def _known(
    connection: Connection, table_id: int, block_ids: Collection[str], now: float
) -> set[_Block]:
    b = schema.block_ids.c
    ids = sorted(block_ids)
    return {
        (row.partition_id, row.block_id)
        for start in range(0, len(ids), 500)
        for row in connection.execute(
            sa.select(b.partition_id, b.block_id).where(
                b.table_id == table_id, b.block_id.in_(ids[start : start + 500]), _is_valid(now)
            )
        )
    }


def _is_valid(now: float) -> sa.ColumnElement[bool]:
    expires_at = schema.block_ids.c.expires_at
    return sa.or_(expires_at.is_(None), expires_at > now)


def _record(
    connection: Connection, table_id: int, parts: Iterable[NewPart], window: BlockWindow
) -> None:
    """Remembers the blocks of parts, and forgets older ones the window has no room for.

    Raises:
        _DuplicatesError: some are known already.
    """
    b = schema.block_ids.c
    now = time.time()
    blocks = {_block(part): part.partition for part in parts}
    duplicated = _known(connection, table_id, {block_id for _, block_id in blocks}, now)
    duplicated &= blocks.keys()
    if duplicated:
        raise _DuplicatesError(duplicated)
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
