"""A statement's turn at a table: it reads the current rows, and commits what becomes of them.

Meanwhile nobody else has a turn, nor changes the parts that there were. The commit has to look
whether it went so: a process may have stood still so long that others took it for dead; partitions
may have been dropped, the table renamed.

What is inserted meanwhile, and mutations that are recorded, come after the statement: it does not
read the one, and the parts that it adds take block numbers that it took before, so that the others
change them, too. They wait for the parts that there were; where there was none, they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.claims import Claim, is_held
from rmt_engine.store.mutations import RowChange
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.table import Table

__all__ = ["Turn", "TurnLostError"]


class TurnLostError(Exception):
    """Something else came between: what the statement read is no longer so."""


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        snapshot: the table as it is now.
        parts: those that nobody else changes.
        change: the block number that the statement took.
        claim: the claim on the table.
        blocks: the block numbers of parts that it adds.
    """

    snapshot: Snapshot
    parts: Sequence[Part]
    change: RowChange
    claim: Claim
    blocks: range = range(0)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.snapshot.table

    @property
    def is_of_all_parts(self) -> bool:
        """Whether nothing was inserted between taking the number and looking at the parts."""
        return len(self.parts) == len(self.snapshot.parts)

    def check(self, connection: Connection, added: Iterable[PartName] = ()) -> None:
        """Makes sure that what the statement has read is still so.

        Args:
            connection: the transaction that commits what it wrote.
            added: the parts that it adds.

        Raises:
            TurnLostError: it is not; the statement has to read again.
        """
        is_so = (
            is_held(connection, self.claim)
            and self._has_its_name(connection)
            and self._has_its_parts(connection)
            and not (self._may_escape(added) and self._has_mutations(connection))
        )
        if not is_so:
            raise TurnLostError

    def _has_its_name(self, connection: Connection) -> bool:
        t = schema.tables.c
        row = connection.execute(
            sa.select(t.database, t.name).where(t.id == self.table.id, t.name_key.is_not(None))
        ).one_or_none()
        return row is not None and tuple(row) == (self.table.database, self.table.name)

    def _has_its_parts(self, connection: Connection) -> bool:
        p = schema.parts.c
        count = sa.select(sa.func.count()).select_from(schema.parts)
        active = sum(
            connection.scalar(count.where(p.id.in_(chunk), p.removed_version.is_(None))) or 0
            for chunk in chunks([part.id for part in self.parts])
        )
        return active == len(self.parts)

    def _may_escape(self, added: Iterable[PartName]) -> bool:
        """Whether parts that it adds may miss a mutation that was recorded since."""
        return not self.parts or any(name.min_block not in self.blocks for name in added)

    def _has_mutations(self, connection: Connection) -> bool:
        """Whether any was recorded since."""
        m = schema.mutations.c
        later = sa.select(m.id).where(m.table_id == self.table.id, m.number > self.change.number)
        return connection.scalar(later.limit(1)) is not None
