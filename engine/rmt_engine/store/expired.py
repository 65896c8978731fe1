"""Parts that were replaced and tables that were dropped, until their files are deleted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from rmt_engine.store import part_log, schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.files import files_of, paths_of_run, shared_files
from rmt_engine.store.table import Table, TableDefinition

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["Expired"]


class Expired:
    """Tells what can be collected, and forgets it.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def parts(self, now: float, default_lifetime: float) -> list[tuple[int, list[str]]]:
        """(number, files) of parts that were replaced longer ago than their table keeps them.

        Detached parts stay; files that another part refers to as well are left out.
        """
        p = schema.parts.c
        query = (
            sa.select(p.id, p.removed_at, schema.tables.c.definition)
            .join(schema.tables, schema.tables.c.id == p.table_id)
            .where(
                p.removed_at.is_not(None),
                p.detached_as.is_(None),
                schema.tables.c.dropped_at.is_(None),
            )
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query).all()
            expired = [
                row.id
                for row in rows
                if row.removed_at + _lifetime(row.definition, default_lifetime) <= now
            ]
            files = files_of(connection, expired)
            paths = [file.path for run in files.values() for file in run]
            shared = shared_files(connection, paths, frozenset(expired))
        owned = {
            part: [p for f in files.get(part, ()) for p in paths_of_run(f)] for part in expired
        }
        return [(part, [p for p in paths if p not in shared]) for part, paths in owned.items()]

    def forget_parts(self, part_ids: Sequence[int]) -> None:
        """Forgets parts whose files are deleted."""
        with self._registry.writing() as connection:
            for chunk in chunks(part_ids):
                part_log.add_removed(connection, chunk)
                connection.execute(sa.delete(schema.files).where(schema.files.c.part_id.in_(chunk)))
                connection.execute(sa.delete(schema.parts).where(schema.parts.c.id.in_(chunk)))

    def tables(self, before: float) -> list[Table]:
        """Tables dropped before a time and not yet collected."""
        query = sa.select(schema.tables).where(schema.tables.c.dropped_at <= before)
        with self._registry.reading() as connection:
            return [Table.of_row(row) for row in connection.execute(query).all()]

    def files_of_table(self, table: Table) -> tuple[list[str], list[str]]:
        """What there is to delete of a dropped table, and what its directory has to keep.

        Returns:
            The files of the table's parts, their masks and the deletion vectors that no part of
            another table refers to, wherever they lie, and the files below its directory that one
            does refer to.
        """
        f, p, d = schema.files.c, schema.parts.c, schema.deletion_vectors.c
        own = sa.select(p.id).where(p.table_id == table.id)
        directory = f"{table.uuid}/"
        below = f.path.startswith(directory, autoescape=True)
        masked_below = f.masks.contains(f'"{directory}', autoescape=True)
        elsewhere = sa.select(f.path, f.masks).where(f.part_id.not_in(own))
        with self._registry.reading() as connection:
            own_ids = frozenset(connection.scalars(own).all())
            rows = connection.execute(sa.select(f.path, f.masks).where(f.part_id.in_(own))).all()
            shared = shared_files(connection, [row.path for row in rows], own_ids)
            others = connection.execute(elsewhere.where(sa.or_(below, masked_below))).all()
            vectors = connection.scalars(sa.select(d.files).where(d.table_id == table.id)).all()
        known = {path for row in rows for path in (row.path, *json.loads(row.masks))}
        known.update(file for text in vectors for file in json.loads(text))
        lent = {path for row in others for path in (row.path, *json.loads(row.masks))}
        return sorted(known - shared), sorted(path for path in lent if path.startswith(directory))

    def unpublished_tables(self, uuids: Sequence[str]) -> list[int]:
        """The numbers of unpublished tables among these identities."""
        t = schema.tables.c
        with self._registry.reading() as connection:
            return [
                table_id
                for chunk in chunks(uuids)
                for table_id in connection.scalars(
                    sa.select(t.id).where(t.uuid.in_(chunk), t.name_key.is_(None))
                ).all()
            ]

    def forget_table(self, table_id: int) -> None:
        """Forgets a dropped table whose files are deleted."""
        part_ids = sa.select(schema.parts.c.id).where(schema.parts.c.table_id == table_id)
        d, b = schema.deletion_vectors.c, schema.block_ids.c
        with self._registry.writing() as connection:
            for owned in (schema.merges, schema.mutations, schema.refreshes):
                connection.execute(sa.delete(owned).where(owned.c.table_id == table_id))
            connection.execute(sa.delete(schema.files).where(schema.files.c.part_id.in_(part_ids)))
            connection.execute(sa.delete(schema.parts).where(schema.parts.c.table_id == table_id))
            connection.execute(sa.delete(schema.deletion_vectors).where(d.table_id == table_id))
            connection.execute(sa.delete(schema.block_ids).where(b.table_id == table_id))
            connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == table_id))


def _lifetime(definition: str, default: float) -> float:
    return float(TableDefinition.from_json(definition).settings.get("old_parts_lifetime", default))
