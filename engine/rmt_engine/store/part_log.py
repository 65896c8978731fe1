"""The log of parts: which came by INSERT, merge or mutation, which were refused, which are gone.

Events are recorded in the transaction that makes them true, and trimmed by the collector.

Source: https://clickhouse.com/docs/operations/system-tables/part_log
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.store import schema
from rmt_engine.store.part import NewPart, PartName

__all__ = ["PartEvent", "add_committed", "add_refused", "add_removed", "events", "trim"]

NEW, MERGE, MUTATE, REMOVE = "NewPart", "MergeParts", "MutatePart", "RemovePart"
KEPT_EVENTS = 100_000
KEPT_SECONDS = 30 * 86400.0


@dataclass(frozen=True)
class PartEvent:
    """What happened to a part.

    Attributes:
        event_type: `NewPart`, `MergeParts`, `MutatePart` or `RemovePart`.
        event_time: seconds since 1970.
        duration_ms: how long it took to write the part.
        database: the database of the table, as it was called then.
        table_name: the table, as it was called then.
        table_uuid: the table's identity.
        part_name: the part; empty when it was refused before it got a name.
        partition_id: its partition.
        rows: its rows.
        bytes: its size.
        merged_from: names of the parts it was made of.
        error: the name of the error that refused it; empty for none.
    """

    event_type: str
    event_time: float
    duration_ms: int
    database: str
    table_name: str
    table_uuid: str
    part_name: str
    partition_id: str
    rows: int
    bytes: int
    merged_from: tuple[str, ...] = ()
    error: str = ""


def add_committed(
    connection: Connection,
    table: Row[Any],
    parts: Iterable[tuple[PartName, NewPart]],
    sources: Sequence[PartName],
    started_at: float,
) -> None:
    """Records parts that were just committed.

    Args:
        connection: the transaction.
        table: the table's row: database, name, uuid.
        parts: the parts and their names.
        sources: the parts they replace.
        started_at: when their files began to be written.
    """
    now = time.time()
    _add(connection, _committed(table, parts, sources, now, round(1000 * (now - started_at))))


def _committed(
    table: Row[Any],
    parts: Iterable[tuple[PartName, NewPart]],
    sources: Sequence[PartName],
    now: float,
    duration_ms: int,
) -> Iterator[PartEvent]:
    for name, part in parts:
        merged = [] if part.blocks is None else [s for s in sources if name.covers(s)]
        yield PartEvent(
            _kind(name, part, merged),
            now,
            duration_ms,
            table.database,
            table.name,
            table.uuid,
            str(name),
            name.partition_id,
            part.rows,
            part.bytes,
            tuple(map(str, merged)),
        )


def _kind(name: PartName, part: NewPart, sources: Sequence[PartName]) -> str:
    """A merge raises the level, a mutation keeps it."""
    if part.blocks is None:
        return NEW
    return MUTATE if [source.level for source in sources] == [name.level] else MERGE


def add_refused(
    connection: Connection, table_id: int, parts: Iterable[NewPart], error: str
) -> None:
    """Records parts of an INSERT that were left out."""
    t = schema.tables.c
    table = connection.execute(
        sa.select(t.database, t.name, t.uuid).where(t.id == table_id)
    ).one_or_none()
    if table is None:
        return
    now = time.time()
    names = (table.database, table.name, table.uuid)
    _add(
        connection,
        (
            PartEvent(NEW, now, 0, *names, "", p.partition_id, p.rows, p.bytes, error=error)
            for p in parts
        ),
    )


def add_removed(connection: Connection, part_ids: Sequence[int]) -> None:
    """Records that parts are forgotten, before they are."""
    p, t, f = schema.parts.c, schema.tables.c, schema.files.c
    size = sa.select(
        f.part_id, sa.func.sum(f.rows).label("rows"), sa.func.sum(f.bytes).label("bytes")
    ).where(f.part_id.in_(part_ids), f.projection == "")
    sizes = size.group_by(f.part_id).subquery()
    query = (
        sa.select(schema.parts, t.database, t.name, t.uuid, sizes.c.rows, sizes.c.bytes)
        .join(schema.tables, t.id == p.table_id)
        .outerjoin(sizes, sizes.c.part_id == p.id)
        .where(p.id.in_(part_ids))
        .order_by(p.id)
    )
    now = time.time()
    _add(
        connection,
        (
            PartEvent(
                REMOVE,
                now,
                0,
                row.database,
                row.name,
                row.uuid,
                str(PartName.of_row(row)),
                row.partition_id,
                row.rows or 0,
                row.bytes or 0,
            )
            for row in connection.execute(query).all()
        ),
    )


def _add(connection: Connection, added: Iterable[PartEvent]) -> None:
    values = [{**asdict(e), "merged_from": json.dumps(e.merged_from)} for e in added]
    if values:
        connection.execute(sa.insert(schema.part_log), values)


def events(connection: Connection) -> list[PartEvent]:
    """All events that are kept, oldest first."""
    e = schema.part_log.c
    columns = [column for column in e if column.name != "id"]
    return [
        PartEvent(**{**row._mapping, "merged_from": tuple(json.loads(row.merged_from))})
        for row in connection.execute(sa.select(*columns).order_by(e.id))
    ]


def trim(connection: Connection, now: float) -> None:
    """Forgets events that are too old or too many."""
    e = schema.part_log.c
    newest_to_go = sa.select(e.id).order_by(e.id.desc()).limit(1).offset(KEPT_EVENTS)
    connection.execute(
        sa.delete(schema.part_log).where(
            sa.or_(e.event_time <= now - KEPT_SECONDS, e.id <= newest_to_go.scalar_subquery())
        )
    )
