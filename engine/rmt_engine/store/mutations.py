"""Mutations: changes of rows that are recorded first and carried out part by part.

A mutation takes a block number of its table, so every part is before it or after it: it changes the
parts whose data version is below its number. What is recorded is carried out, by whatever process
of the store comes to it, until it is done or killed.

Source: https://clickhouse.com/docs/sql-reference/statements/alter#mutations.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.registry import Registry

__all__ = ["Mutation", "Mutations", "RowChange"]

_KEPT_DONE = 100
"""How many mutations of a table are shown after they are done, as in ClickHouse."""


@dataclass(frozen=True)
class RowChange:
    """A change of rows of a table.

    Attributes:
        table_id: the table.
        number: the block number it took.
        commands: what it does, as text.
    """

    table_id: int
    number: int
    commands: str


@dataclass(frozen=True)
class Mutation(RowChange):
    """A change that is recorded.

    Attributes:
        id: the registry's number.
        is_done: whether no part is left to change.
        created_at: seconds since 1970.
        failed_part: the part that could not be changed last; empty when none.
        failed_at: when that was.
        fail_reason: why.
    """

    id: int
    is_done: bool
    created_at: float
    failed_part: str = ""
    failed_at: float | None = None
    fail_reason: str = ""

    @property
    def name(self) -> str:
        """ClickHouse's name of it."""
        return f"mutation_{self.number}.txt"

    def concerns(self, name: PartName) -> bool:
        """Whether it has yet to change a part; also one in which it finds no row."""
        return not self.is_done and name.changed_up_to < self.number

    def parts_to_do(self, parts: Iterable[Part]) -> list[Part]:
        """The parts it has yet to change."""
        return [part for part in parts if self.concerns(part.name)]


class Mutations:
    """The mutations of all tables.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def record(self, table_id: int, commands: str) -> Mutation:
        """Adds a mutation of all parts there are; from then on it is sure to be carried out.

        Args:
            table_id: the table.
            commands: what it does, as text.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped.
        """
        m = schema.mutations.c
        with self._registry.writing() as connection:
            number = self.record_in(connection, table_id, commands)
            row = connection.execute(
                sa.select(schema.mutations).where(m.table_id == table_id, m.number == number)
            ).one()
        return _mutation(row)

    @staticmethod
    def record_in(connection: Connection, table_id: int, commands: str) -> int:
        """Adds a mutation in a transaction, and returns the block number that it takes."""
        number = _take_block(connection, table_id)
        connection.execute(
            sa.insert(schema.mutations).values(
                table_id=table_id,
                number=number,
                commands=commands,
                is_done=False,
                created_at=time.time(),
                failed_part="",
                fail_reason="",
            )
        )
        return number

    def number_update(self, table_id: int, commands: str, blocks: int = 1) -> RowChange | None:
        """A change that the one who asks carries out: it takes a number and is not recorded.

        Args:
            table_id: the table.
            commands: what it does, as text.
            blocks: how many numbers it takes, for parts that it adds.

        Returns:
            None while the table has mutations that are not done.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped.
        """
        m = schema.mutations.c
        before = sa.select(m.id).where(m.table_id == table_id, m.is_done.is_(False)).limit(1)
        with self._registry.writing() as connection:
            if connection.scalar(before) is not None:
                return None
            number = _take_block(connection, table_id, blocks)
        return RowChange(table_id, number, commands)

    def find(self, mutation_id: int) -> Mutation | None:
        """A mutation by the registry's number; None once it is killed."""
        found = self._where(schema.mutations.c.id == mutation_id)
        return found[0] if found else None

    def all(self) -> list[Mutation]:
        """The mutations of all tables, by table and number; the oldest that are done left out."""
        return self._where()

    def unfinished(self, table_id: int | None = None) -> list[Mutation]:
        """The mutations that are not done, of a table or of all tables, by table and number."""
        m = schema.mutations.c
        own = () if table_id is None else (m.table_id == table_id,)
        return self._where(m.is_done.is_(False), *own)

    def _where(self, *conditions: sa.ColumnElement[bool]) -> list[Mutation]:
        m, t = schema.mutations.c, schema.tables.c
        existing = sa.select(t.id).where(t.dropped_at.is_(None))
        query = sa.select(schema.mutations).where(m.table_id.in_(existing), *conditions)
        with self._registry.reading() as connection:
            rows = connection.execute(query.order_by(m.table_id, m.number)).all()
        return [_mutation(row) for row in rows]

    def finish(self, mutation: Mutation) -> None:
        """Notes that no part is left to change."""
        m = schema.mutations.c
        done = (m.table_id == mutation.table_id, m.is_done.is_(True))
        kept = sa.select(m.id).where(*done).order_by(m.number.desc()).limit(_KEPT_DONE)
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.mutations)
                .where(m.id == mutation.id)
                .values(is_done=True, failed_part="", failed_at=None, fail_reason="")
            )
            ids = connection.scalars(kept).all()
            connection.execute(sa.delete(schema.mutations).where(*done, m.id.not_in(ids)))

    def fail(self, mutation: Mutation, part: PartName, reason: str) -> None:
        """Notes that a part could not be changed; the mutation stays to be tried again."""
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.mutations)
                .where(schema.mutations.c.id == mutation.id)
                .values(failed_part=str(part), failed_at=time.time(), fail_reason=reason)
            )

    def kill(self, mutation_id: int) -> bool:
        """Removes a mutation; False when it is gone already. What it has changed stays so."""
        with self._registry.writing() as connection:
            result = connection.execute(
                sa.delete(schema.mutations).where(schema.mutations.c.id == mutation_id)
            )
        return result.rowcount == 1

    @staticmethod
    def still_wanted(mutation: Mutation) -> Callable[[Connection], None]:
        """What a commit of a mutation's work has to ask in its own transaction.

        The callback raises `UNFINISHED` when the mutation was killed meanwhile.
        """

        def check(connection: Connection) -> None:
            m = schema.mutations.c
            if connection.scalar(sa.select(m.id).where(m.id == mutation.id)) is None:
                raise RmtError("UNFINISHED", f"Mutation {mutation.name} was killed.")

        return check


def _take_block(connection: Connection, table_id: int, blocks: int = 1) -> int:
    """The first of so many block numbers that nobody else takes."""
    t = schema.tables.c
    number = connection.scalar(
        sa.select(t.next_block).where(t.id == table_id, t.dropped_at.is_(None))
    )
    if number is None:
        raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was written to.")
    connection.execute(
        sa.update(schema.tables).where(t.id == table_id).values(next_block=number + blocks)
    )
    return int(number)


def _mutation(row: Row[Any]) -> Mutation:
    return Mutation(
        row.table_id,
        row.number,
        row.commands,
        row.id,
        row.is_done,
        row.created_at,
        row.failed_part,
        row.failed_at,
        row.fail_reason,
    )
