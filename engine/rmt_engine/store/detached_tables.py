"""Detached tables: nobody sees them, and nobody else gets their name.

Parts, mutations and settings stay as they are. Without PERMANENTLY a table comes back when an
endpoint starts after the process that detached it has ended; other endpoints that share the
registry may start meanwhile.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/detach.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.owners import may_be_there
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from rmt_engine.store.table_names import find_detached

__all__ = ["DetachedTable", "DetachedTables"]


@dataclass(frozen=True)
class DetachedTable:
    """A detached table.

    Attributes:
        table: the table as it was.
        is_permanent: whether only ATTACH TABLE brings it back.
    """

    table: Table
    is_permanent: bool


class DetachedTables:
    """Detaches and attaches tables.

    Args:
        registry: where they are kept.
        owner_id: the process that detaches.
    """

    def __init__(self, registry: Registry, owner_id: str) -> None:
        self._registry = registry
        self._owner_id = owner_id

    def all(self) -> list[DetachedTable]:
        """All of them, by database and name."""
        t = schema.tables.c
        query = sa.select(schema.tables).where(t.detached_at.is_not(None))
        with self._registry.reading() as connection:
            rows = connection.execute(query.order_by(t.database, t.name)).all()
        return [_detached(row) for row in rows]

    def find(self, database: str, name: str) -> Table | None:
        """The one of that name; upper and lower case are the same."""
        with self._registry.reading() as connection:
            row = find_detached(connection, database, name)
        return Table.of_row(row) if row is not None else None

    def left_behind(self) -> list[Table]:
        """Those that were detached for as long as a process lives that has ended."""
        there = {owner.id for owner in self._registry.owners.all() if may_be_there(owner)}
        t = schema.tables.c
        query = sa.select(schema.tables).where(
            t.detached_at.is_not(None), t.detached_by.is_not(None)
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query.order_by(t.database, t.name)).all()
        return [
            Table.of_row(row) for row in rows if row.detached_by not in {*there, self._owner_id}
        ]

    def detach(self, table_id: int, permanently: bool) -> None:
        """Takes a table out of sight.

        Args:
            table_id: the table.
            permanently: whether it stays away when an endpoint starts.

        Raises:
            RmtError: `UNKNOWN_TABLE`, it was dropped or detached meanwhile.
        """
        t = schema.tables.c
        with self._registry.writing() as connection:
            result = connection.execute(
                sa.update(schema.tables)
                .where(t.id == table_id, t.name_key.is_not(None))
                .values(
                    name_key=None,
                    detached_at=time.time(),
                    detached_by=None if permanently else self._owner_id,
                )
            )
        if not result.rowcount:
            raise RmtError("UNKNOWN_TABLE", "The table went while it was to be detached.")

    def attach(self, database: str, name: str) -> Table:
        """Brings a table back.

        Raises:
            RmtError: `CANNOT_GET_CREATE_TABLE_QUERY`, no table of that name is detached.
        """
        t = schema.tables.c
        with self._registry.writing() as connection:
            row = find_detached(connection, database, name)
            if row is None:
                raise RmtError(
                    "CANNOT_GET_CREATE_TABLE_QUERY",
                    f"Table {database}.{name} doesn't exist among the detached tables.",
                    "system.detached_tables lists them.",
                )
            connection.execute(
                sa.update(schema.tables)
                .where(t.id == row.id)
                .values(name_key=row.name.lower(), detached_at=None, detached_by=None)
            )
            row = connection.execute(sa.select(schema.tables).where(t.id == row.id)).one()
        return Table.of_row(row)


def _detached(row: Row[Any]) -> DetachedTable:
    return DetachedTable(Table.of_row(row), row.detached_by is None)
