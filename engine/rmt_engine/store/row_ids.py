"""Row ids: the numbers that rows of all tables get, in the order in which they are reserved.

They are reserved in whole chunks of 65,536: those that one bitmap of a deletion vector covers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.part import RunFile

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["RowIds", "are_taken", "skip_rows"]


class RowIds:
    """Reserves row ids.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def reserve(self, count: int) -> int:
        """Reserves row ids nobody else gets, in whole chunks of 65,536, and returns the first."""
        chunks = -(-count // 65536)
        c = schema.counters.c
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.counters)
                .where(c.name == "row_id")
                .values(value=c.value + chunks * 65536)
            )
            stop = connection.scalar(sa.select(c.value).where(c.name == "row_id"))
        assert stop is not None
        return int(stop) - chunks * 65536

    def release(self, reserved_stop: int, used_stop: int) -> None:
        """Gives the end of a reservation back, if nobody reserved after it.

        Args:
            reserved_stop: one more than the last id reserved.
            used_stop: one more than the last id used.
        """
        c = schema.counters.c
        value = -(-used_stop // 65536) * 65536
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.counters)
                .where(c.name == "row_id", c.value == reserved_stop)
                .values(value=value)
            )


def skip_rows(connection: Connection, stop: int) -> None:
    """Has no row id below a number reserved any more."""
    c = schema.counters.c
    value = -(-stop // 65536) * 65536
    connection.execute(
        sa.update(schema.counters).where(c.name == "row_id", c.value < value).values(value=value)
    )


def are_taken(
    connection: Connection, table_id: int, files: Sequence[RunFile], replaced: Collection[int]
) -> bool:
    """Whether active parts of a table, but those that are replaced, have row ids of new files.

    Only a table that was restored from a backup of another store has row ids that were not
    reserved here; `skip_rows` sees to those that are reserved after it came.
    """
    p, f = schema.parts.c, schema.files.c
    query = (
        sa.select(p.id)
        .join(schema.files, p.id == f.part_id)
        .where(p.table_id == table_id, p.removed_version.is_(None), f.projection == "")
        .distinct()
    )
    return any(
        not set(replaced).issuperset(
            connection.scalars(
                query.where(
                    sa.or_(
                        *(
                            sa.and_(
                                f.first_row < file.row_stop, f.first_row + f.rows > file.first_row
                            )
                            for file in chunk
                        )
                    )
                )
            )
        )
        for chunk in chunks(files, 50)
    )
