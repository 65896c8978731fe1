"""What the registry keeps of parts by their table's sorting key, when that becomes another one."""

from __future__ import annotations

import pyarrow as pa
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import schema
from rmt_engine.store.runs import with_constants
from rmt_engine.store.table import TableDefinition

__all__ = ["change_parts"]


def change_parts(
    connection: Connection,
    table_id: int,
    before: TableDefinition,
    after: TableDefinition,
    values: pa.Table,
) -> None:
    """Brings the parts of a table to its new sorting key, detached ones too: they may come back.

    Marks get the columns that came. When some went, rows that were different may be versions of the
    same one: no part is known to be free of them, and no deletion vector holds.

    Args:
        connection: the transaction that changes the definition.
        table_id: the table; it has its new definition and version already.
        before: the definition it had.
        after: the definition it has.
        values: one row with the columns that came, which all rows of the parts have.
    """
    p, f, t = schema.parts.c, schema.files.c, schema.tables.c
    kept = sa.and_(
        p.table_id == table_id, sa.or_(p.removed_version.is_(None), p.detached_as.is_not(None))
    )
    if values.num_columns:
        query = sa.select(f.id, f.marks).join(schema.parts, p.id == f.part_id)
        query = query.where(kept, f.projection == "")
        changed = [
            {"file": row.id, "new": with_constants(row.marks, values)}
            for row in connection.execute(query)
        ]
        if changed:
            update = sa.update(schema.files).where(f.id == sa.bindparam("file"))
            connection.execute(update.values(marks=sa.bindparam("new")), changed)
    if not set(before.version_key) <= set(after.version_key):
        connection.execute(sa.update(schema.parts).where(kept).values(is_unique=False))
        connection.execute(
            sa.update(schema.tables)
            .where(t.id == table_id)
            .values(lost_version=t.version, torn_version=t.version)
        )
