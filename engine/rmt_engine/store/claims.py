"""Claims: who merges or mutates which parts at the moment, in all processes that share the store.

A claim keeps two processes from doing the same work; that nothing goes wrong when they do is the
commit's business, which fails when a part is no longer active. Claims of a process that died count
no more: at once if that can be seen from here, else once its lease is over.

A claim of no parts is one on the table, and there is one of these at a time: it is for statements
that read the current rows and write what becomes of them, also into a table that is empty. What
they commit replaces no part, so that their commit has to look whether the claim is still there.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.owners import Owner, may_be_there
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.registry import Registry

__all__ = ["Claim", "Claims", "is_held"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Claim:
    """A merge or mutation under way.

    Attributes:
        id: the registry's number.
        table_id: the table.
        owner_id: the process that works on it.
        sources: numbers of the parts it reads, in order; none for a claim on the table.
        names: their names.
        result: the part it makes.
        rows: rows of the sources.
        bytes: size of the sources.
        is_mutation: whether it is the work of a mutation.
        started_at: seconds since 1970.
    """

    id: int
    table_id: int
    owner_id: str
    sources: tuple[int, ...]
    names: tuple[str, ...]
    result: PartName
    rows: int
    bytes: int
    is_mutation: bool
    started_at: float


class Claims:
    """Takes and releases claims.

    A claim of this process that it does not hold is a stray: the registry went away while it was
    taken or released. The next claim that is taken removes strays, if there may be any.

    Args:
        registry: where they are kept.
        owner_id: this process.
    """

    def __init__(self, registry: Registry, owner_id: str) -> None:
        self._registry = registry
        self._owner_id = owner_id
        self._held: set[int] = set()
        self._may_have_strays = False
        self._lock = threading.Lock()

    def take(
        self, table_id: int, parts: Sequence[Part], result: PartName, is_mutation: bool = False
    ) -> Claim | None:
        """Claims parts of a table.

        Returns:
            The claim, or None when one of the parts is claimed already or no longer active.
        """
        return next(iter(self.take_each(table_id, [(parts, result)], is_mutation)), None)

    def take_each(
        self,
        table_id: int,
        wanted: Sequence[tuple[Sequence[Part], PartName]],
        is_mutation: bool = False,
    ) -> list[Claim]:
        """Takes several claims on a table's parts, in one transaction.

        Args:
            table_id: the table.
            wanted: for each claim its parts and the part they become.
            is_mutation: whether it is the work of a mutation.

        Returns:
            The claims, without those one of whose parts is claimed already or no longer active,
            and without one on the table if there is one already.
        """
        with self._lock:
            had_strays, self._may_have_strays = self._may_have_strays, True
            with self._registry.writing() as connection:
                if had_strays:
                    self._remove_strays(connection)
                claims = self._take(connection, table_id, wanted, is_mutation)
            self._may_have_strays = False
            self._held.update(claim.id for claim in claims)
            return claims

    def _take(
        self,
        connection: Connection,
        table_id: int,
        wanted: Sequence[tuple[Sequence[Part], PartName]],
        is_mutation: bool,
    ) -> list[Claim]:
        p = schema.parts.c
        ids = [part.id for parts, _ in wanted for part in parts]
        active = sa.and_(p.id.in_(ids), p.table_id == table_id, p.removed_version.is_(None))
        free = set(connection.scalars(sa.select(p.id).where(active)))
        there = _valid(connection, table_id)
        free -= {source for claim in there for source in claim.sources}
        is_free = all(claim.sources for claim in there)
        claims: list[Claim] = []
        for parts, result in wanted:
            sources = {part.id for part in parts}
            if not (sources <= free if sources else is_free):
                continue
            if not sources:
                is_free = False
                _remove_lapsed(connection, table_id)
            free -= sources
            values = {
                "table_id": table_id,
                "owner_id": self._owner_id,
                "sources": json.dumps([[part.id, str(part.name)] for part in parts]),
                "result": str(result),
                "rows": sum(part.rows for part in parts),
                "bytes": sum(part.bytes for part in parts),
                "is_mutation": is_mutation,
                "started_at": time.time(),
            }
            insert = sa.insert(schema.merges).values(values).returning(schema.merges)
            claims.append(_claim(connection.execute(insert).one()))
        return claims

    def _remove_strays(self, connection: Connection) -> None:
        m = schema.merges.c
        mine = sa.and_(m.owner_id == self._owner_id, m.id.not_in(self._held))
        connection.execute(sa.delete(schema.merges).where(mine))

    def release(self, *claims: Claim) -> None:
        """Ends claims; when the registry does not answer, they become strays."""
        ids = [claim.id for claim in claims]
        with self._lock:
            self._held.difference_update(ids)
        try:
            with self._registry.writing() as connection:
                connection.execute(sa.delete(schema.merges).where(schema.merges.c.id.in_(ids)))
        except RmtError:
            with self._lock:
                self._may_have_strays = True
            names = ", ".join(str(claim.result) for claim in claims)
            _log.exception("cannot release the claims of %s for now", names)

    def all(self, table_id: int | None = None) -> list[Claim]:
        """The claims on a table's parts, or on those of all tables, oldest first."""
        with self._registry.reading() as connection:
            return [claim for claim in _valid(connection, table_id) if claim.sources]


def is_held(connection: Connection, claim: Claim) -> bool:
    """Whether nobody took a claim over from a process that seemed to be gone.

    Args:
        connection: the transaction that commits what the claim is for.
        claim: the claim.
    """
    m = schema.merges.c
    return connection.scalar(sa.select(m.id).where(m.id == claim.id)) is not None


def _remove_lapsed(connection: Connection, table_id: int) -> None:
    """Removes claims on a table, none of which is valid: see `is_held`."""
    m = schema.merges.c
    lapsed = sa.and_(m.table_id == table_id, m.sources == json.dumps([]))
    connection.execute(sa.delete(schema.merges).where(lapsed))


def _valid(connection: Connection, table_id: int | None) -> list[Claim]:
    m, o = schema.merges.c, schema.owners.c
    owner = (o.host, o.pid, o.machine, o.started, o.seen_at)
    query = sa.select(schema.merges, *owner).join(schema.owners, o.id == m.owner_id)
    if table_id is not None:
        query = query.where(m.table_id == table_id)
    rows = connection.execute(query.order_by(m.id)).all()
    return [_claim(row) for row in rows if may_be_there(Owner.of_row(row.owner_id, row))]


def _claim(row: Row[Any]) -> Claim:
    sources = json.loads(row.sources)
    return Claim(
        row.id,
        row.table_id,
        row.owner_id,
        tuple(number for number, _ in sources),
        tuple(name for _, name in sources),
        PartName.parse(row.result),
        row.rows,
        row.bytes,
        row.is_mutation,
        row.started_at,
    )
