"""Stagings: directories of files that nobody has committed yet.

Each is noted before its first file is written, with the process that writes there. Either a commit
takes it, or a collector.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["Stagings", "collected", "stage_in", "staged_at", "unstage_for_commit"]

_COLLECTED = ""
"""The owner of a staging whose directory is being deleted."""


class Stagings:
    """Notes, hands over and forgets directories.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def add(self, owner_id: str, directory: str) -> None:
        """Notes that files are about to be written to a directory, before the first of them is."""
        with self._registry.writing() as connection:
            stage_in(connection, owner_id, directory)

    def abandon(self, directory: str) -> bool:
        """Takes a staging directory away from a commit that may have failed, before it is deleted.

        Returns:
            Whether it was there: if not, the commit took it, and its files are part of a table.
        """
        s = schema.stagings.c
        with self._registry.writing() as connection:
            result = connection.execute(
                sa.update(schema.stagings)
                .where(s.directory == directory)
                .values(owner_id=_COLLECTED)
            )
        return result.rowcount == 1

    def claim(self) -> list[str]:
        """Directories staged by processes that are not known any more, taken from them.

        A process that is there after all cannot commit a directory that is about to be deleted.
        """
        s = schema.stagings.c
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.stagings)
                .where(s.owner_id.not_in(sa.select(schema.owners.c.id)))
                .values(owner_id=_COLLECTED)
            )
            query = sa.select(s.directory).where(s.owner_id == _COLLECTED)
            return list(connection.scalars(query).all())

    def all(self) -> list[str]:
        """The directories whose files nobody has committed yet."""
        with self._registry.reading() as connection:
            return list(connection.scalars(sa.select(schema.stagings.c.directory)).all())

    def forget(self, directories: Sequence[str]) -> None:
        """Forgets staging directories, once they are deleted."""
        with self._registry.writing() as connection:
            _unstage(connection, directories)


def stage_in(connection: Connection, owner_id: str, directory: str) -> None:
    """Notes in a transaction that files are about to be written to a directory."""
    connection.execute(
        sa.insert(schema.stagings).values(
            owner_id=owner_id, directory=directory, created_at=time.time()
        )
    )


def staged_at(connection: Connection, directories: Sequence[str], default: float) -> float:
    """When the first of these directories was staged: when the work on their files began."""
    s = schema.stagings.c
    found = [
        row.created_at
        for chunk in chunks(directories)
        for row in connection.execute(sa.select(s.created_at).where(s.directory.in_(chunk)))
    ]
    return min(found, default=default)


def unstage_for_commit(connection: Connection, directories: Sequence[str]) -> None:
    """Takes directories out of the collector's reach, or fails when it has taken one already."""
    mine = schema.stagings.c.owner_id != _COLLECTED
    if _unstage(connection, directories, mine) != len(directories):
        raise collected()


def _unstage(
    connection: Connection, directories: Sequence[str], *conditions: sa.ColumnElement[bool]
) -> int:
    found = 0
    for chunk in chunks(directories):
        statement = sa.delete(schema.stagings).where(
            schema.stagings.c.directory.in_(chunk), *conditions
        )
        found += connection.execute(statement).rowcount
    return found


def collected() -> RmtError:
    """The error of a process whose unfinished files a collector has taken."""
    return RmtError(
        "TIMEOUT_EXCEEDED",
        "The process was silent for so long that its unfinished files were collected.",
        "Run the statement again.",
    )
