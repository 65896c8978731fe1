"""Which deletion vectors are built, for which versions of which tables."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.stagings import unstage_for_commit

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["DeletionVectorRecord", "Vectors"]


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


class Vectors:
    """Finds, records and forgets deletion vectors.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def newest(self, table_id: int, scope: str, at_most: int) -> DeletionVectorRecord | None:
        """The newest deletion vector of a table that holds for a version up to `at_most`."""
        d = schema.deletion_vectors.c
        query = (
            sa.select(schema.deletion_vectors)
            .where(d.table_id == table_id, d.scope == scope, d.version <= at_most)
            .order_by(d.version.desc())
            .limit(1)
        )
        with self._registry.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        dead = {int(part): count for part, count in json.loads(row.dead_rows).items()}
        return DeletionVectorRecord(row.version, tuple(json.loads(row.files)), dead, row.parts)

    def commit(
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
        with self._registry.writing() as connection:
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

    def forget(self, table_id: int, scope: str, record: DeletionVectorRecord) -> list[str]:
        """Forgets a deletion vector, unless it is another one by now.

        Returns:
            Files no deletion vector refers to any more.
        """
        d = schema.deletion_vectors
        with self._registry.writing() as connection:
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

    def expire(self, before: float) -> list[str]:
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
        with self._registry.writing() as connection:
            gone = connection.execute(
                sa.select(d.c.id, d.c.table_id, d.c.files).where(superseded)
            ).all()
            if not gone:
                return []
            for chunk in chunks([row.id for row in gone]):
                connection.execute(sa.delete(d).where(d.c.id.in_(chunk)))
            kept = _files_of_vectors(connection, sorted({row.table_id for row in gone}))
        return sorted({file for row in gone for file in json.loads(row.files)} - kept)


def _files_of_vectors(connection: Connection, table_ids: Sequence[int]) -> set[str]:
    d = schema.deletion_vectors.c
    return {
        file
        for chunk in chunks(table_ids)
        for text in connection.scalars(sa.select(d.files).where(d.table_id.in_(chunk)))
        for file in json.loads(text)
    }
