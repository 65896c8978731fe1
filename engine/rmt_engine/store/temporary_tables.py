"""Temporary tables: each is one session's own, and ends with it.

In the registry such a table is in a database without a name, known by its identity: sessions may
have tables of the same name. Its directory stays staged for as long as it lives, so that a process
that dies leaves nothing behind: whoever collects what it staged drops the table.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/statements/create/table#temporary-tables.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.table import TEMPORARY_DATABASE, Table, TableDefinition

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["TemporaryTables"]


class TemporaryTables:
    """The temporary tables of this process's sessions.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._sessions: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Whether there is any: most sessions never have one, and ask at each name."""
        return bool(self._sessions)

    def create(
        self, name: str, definition: TableDefinition, owner_id: str, session_id: str
    ) -> Table:
        """Adds an empty table.

        Args:
            name: its name in the session.
            definition: what CREATE TEMPORARY TABLE said.
            owner_id: this process.
            session_id: the session.

        Raises:
            RmtError: `ARGUMENT_OUT_OF_BOUND`, the name is too long.
        """
        table = self._registry.tables.create_unpublished(
            TEMPORARY_DATABASE, name, definition, owner_id
        )
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.tables)
                .where(schema.tables.c.id == table.id)
                .values(name_key=table.uuid)
            )
        self._sessions[table.uuid] = session_id
        return table

    def find(self, identity: str, session_id: str) -> Table | None:
        """A session's table; None if it is gone or another session's.

        Args:
            identity: the table's.
            session_id: the session.
        """
        if self._sessions.get(identity) != session_id:
            return None
        return self._registry.tables.find(TEMPORARY_DATABASE, identity)

    def drop(self, identity: str) -> None:
        """Drops a table of this process; its files are collected later."""
        self.drop_all([identity], time.time())
        self._sessions.pop(identity, None)

    def drop_all(self, directories: Sequence[str], dropped_at: float) -> list[str]:
        """Drops the temporary tables to which some staged directories belong.

        Files of theirs may be parts of other tables by now: they are collected as those of every
        dropped table are.

        Args:
            directories: of temporary tables, and others.
            dropped_at: since when nobody can begin to read them, seconds since 1970.

        Returns:
            Those of temporary tables, which are staged no more.
        """
        t, s = schema.tables.c, schema.stagings.c
        dropped: list[str] = []
        with self._registry.writing() as connection:
            for chunk in chunks(directories):
                is_one = sa.and_(t.database == TEMPORARY_DATABASE, t.name_key.in_(chunk))
                found = connection.scalars(sa.select(t.name_key).where(is_one)).all()
                connection.execute(
                    sa.update(schema.tables)
                    .where(is_one)
                    .values(name_key=None, dropped_at=dropped_at)
                )
                connection.execute(sa.delete(schema.stagings).where(s.directory.in_(found)))
                dropped += found
        return dropped
