"""Parts of tables: which there are, and the transaction that makes new ones visible."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import part_log, schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.files import add_files, files_of
from rmt_engine.store.part import NewPart, Part, PartName, RunFile
from rmt_engine.store.row_ids import are_taken
from rmt_engine.store.stagings import staged_at, unstage_for_commit
from rmt_engine.store.table import Table, TableDefinition

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["PartChanges", "Parts"]


@dataclass(frozen=True)
class PartChanges:
    """What happened to a table's parts since a version.

    Attributes:
        version: the table's version now.
        added: parts that are active now and were not then.
        kept: numbers of the parts that were active then and still are; None when all are, because
            the version is the same.
        table: the table as it is now; None when the version is the same.
    """

    version: int
    added: tuple[Part, ...]
    kept: frozenset[int] | None
    table: Table | None = None


class Parts:
    """Reads and commits parts.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def changes(self, table_id: int, since: int) -> PartChanges:
        """The parts that came and that stayed since a version; -1 for all parts there are.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped.
        """
        p = schema.parts.c
        with self._registry.reading() as connection:
            exists = sa.and_(schema.tables.c.id == table_id, schema.tables.c.dropped_at.is_(None))
            version = connection.scalar(sa.select(schema.tables.c.version).where(exists))
            if version is None:
                raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was in use.")
            if version == since:
                return PartChanges(version, (), None)
            table = Table.of_row(connection.execute(sa.select(schema.tables).where(exists)).one())
            added = connection.execute(
                sa.select(schema.parts).where(
                    p.table_id == table_id, p.created_version > since, p.removed_version.is_(None)
                )
            ).all()
            # What is left and not what went: a part that went may be collected and forgotten.
            kept = connection.scalars(
                sa.select(p.id).where(
                    p.table_id == table_id, p.created_version <= since, p.removed_version.is_(None)
                )
            ).all()
            files = files_of(connection, [row.id for row in added])
        parts = tuple(part_of_row(row, files.get(row.id, ())) for row in added)
        return PartChanges(version, parts, frozenset(kept), table)

    @staticmethod
    def added_in(connection: Connection, table_id: int, since: int) -> list[Part]:
        """The active parts that came after a version, as a transaction under way sees them.

        Args:
            connection: the transaction.
            table_id: the table.
            since: the version.
        """
        p = schema.parts.c
        query = sa.select(schema.parts).where(
            p.table_id == table_id, p.created_version > since, p.removed_version.is_(None)
        )
        rows = connection.execute(query).all()
        files = files_of(connection, [row.id for row in rows])
        return [part_of_row(row, files.get(row.id, ())) for row in rows]

    def at(self, table_id: int, version: int) -> list[Part]:
        """The parts that were active at a version, as far as they are not collected."""
        p = schema.parts.c
        query = sa.select(schema.parts).where(
            p.table_id == table_id,
            p.created_version <= version,
            sa.or_(p.removed_version.is_(None), p.removed_version > version),
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query).all()
        return [part_of_row(row, ()) for row in rows]

    def incomplete(self, table_id: int, since: int) -> list[Part]:
        """Parts that came after a version and are not complete, as far as they are not collected.

        Those replaced meanwhile are among them.
        """
        p = schema.parts.c
        query = sa.select(schema.parts).where(
            p.table_id == table_id, p.created_version > since, p.is_complete.is_(False)
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query).all()
        return [part_of_row(row, ()) for row in rows]

    def outdated(self, table_id: int) -> list[Part]:
        """Parts that were replaced and whose files still exist, detached ones left out."""
        p = schema.parts.c
        return self._where(
            p.table_id == table_id, p.removed_version.is_not(None), p.detached_as.is_(None)
        )

    def detached(self, table_id: int) -> list[Part]:
        """Parts that were detached, by partition and block."""
        p = schema.parts.c
        parts = self._where(p.table_id == table_id, p.detached_as.is_not(None))
        return sorted(parts, key=lambda part: (part.name.partition_id, part.name.min_block))

    def _where(self, *conditions: sa.ColumnElement[bool]) -> list[Part]:
        with self._registry.reading() as connection:
            rows = connection.execute(sa.select(schema.parts).where(*conditions)).all()
            files = files_of(connection, [row.id for row in rows])
        return [part_of_row(row, files.get(row.id, ())) for row in rows]

    def projected_rows(self, table_id: int) -> dict[str, int]:
        """How many rows the active parts of a table have of each projection, by its identity."""
        p, f = schema.parts.c, schema.files.c
        query = (
            sa.select(f.projection_identity, sa.func.sum(f.rows))
            .join(schema.parts, p.id == f.part_id)
            .where(p.table_id == table_id, p.removed_version.is_(None), f.projection != "")
            .group_by(f.projection_identity)
        )
        with self._registry.reading() as connection:
            return {identity: int(rows) for identity, rows in connection.execute(query)}

    def count(self) -> tuple[int, int]:
        """How many parts of all tables are active, and how many others are not collected yet."""
        p, t = schema.parts.c, schema.tables.c
        query = (
            sa.select(sa.func.count(), sa.func.count(p.removed_version))
            .join_from(schema.parts, schema.tables, t.id == p.table_id)
            .where(t.dropped_at.is_(None), t.detached_at.is_(None))
        )
        with self._registry.reading() as connection:
            every, outdated = connection.execute(query).one()
        return every - outdated, outdated

    def commit(
        self,
        table_id: int,
        new_parts: Sequence[NewPart | None],
        directories: Sequence[str],
        replaces: Iterable[int] | None = (),
        also: Callable[[Connection], None] = lambda _: None,
        structure: int | None = None,
    ) -> list[PartName] | None:
        """Makes parts visible, in one transaction.

        Args:
            table_id: the table.
            new_parts: the parts, their files written; None for one that is left out and takes a
                block number all the same.
            directories: the staging directories the files are in; no longer to be collected.
            replaces: numbers of the parts they replace; None for all parts of the table.
            also: what else to do in the transaction, at its end; an error undoes everything.
            structure: the table's when the new parts were planned; None for that of their files. A
                part that takes over files of another one may hold older ones.

        Returns:
            The names of the new parts, or None when a part to be replaced is no longer active, or
            the types of columns or the sorting key have changed since the new ones were planned, or
            parts came that have their row ids: then nothing happened.

        Raises:
            RmtError: `UNKNOWN_TABLE`, the table was dropped meanwhile; `TIMEOUT_EXCEEDED`, this
                process was away for so long that its files were collected; `CANNOT_ASSIGN_ALTER`,
                types of columns or the sorting key have changed since rows to be inserted were
                converted and sorted, or parts came that have their row ids. Nothing happened.
        """
        with self._registry.writing() as connection:
            return self.commit_in(
                connection, table_id, new_parts, directories, replaces, also, structure
            )

    @staticmethod
    def commit_in(
        connection: Connection,
        table_id: int,
        new_parts: Sequence[NewPart | None],
        directories: Sequence[str],
        replaces: Iterable[int] | None = (),
        also: Callable[[Connection], None] = lambda _: None,
        structure: int | None = None,
    ) -> list[PartName] | None:
        """Makes parts visible when a transaction is committed, which may change other tables, too.

        See `commit`.
        """
        t, p = schema.tables.c, schema.parts.c
        now = time.time()
        sources: list[int] = []
        added = [part for part in new_parts if part is not None]
        row = connection.execute(
            sa.select(schema.tables).where(t.id == table_id, t.dropped_at.is_(None))
        ).one_or_none()
        if row is None:
            raise RmtError("UNKNOWN_TABLE", "The table was dropped while it was written to.")
        version, block = row.version + 1, row.next_block
        active = sa.and_(p.table_id == table_id, p.removed_version.is_(None))
        if replaces is None:
            condition = active
        else:
            sources = list(replaces)
            condition = sa.and_(active, p.id.in_(sources))
            count = connection.scalar(
                sa.select(sa.func.count()).select_from(schema.parts).where(condition)
            )
            if count != len(sources):
                return None
        if _is_too_old(row.definition, added, structure):
            if sources:
                return None
            raise RmtError(
                "CANNOT_ASSIGN_ALTER",
                "The type of a column, or the sorting key, changed while rows were inserted.",
                "Run the INSERT again.",
            )
        if row.joined_version and replaces is not None:
            files = [file for part in added for file in part.files]
            if are_taken(connection, table_id, files, sources):
                if sources:
                    return None
                raise RmtError(
                    "CANNOT_ASSIGN_ALTER",
                    "Parts of a restored table came while rows were inserted, and had the row "
                    "ids that these were to get.",
                    "Run the INSERT again.",
                )
        connection.execute(
            sa.update(schema.parts).where(condition).values(removed_version=version, removed_at=now)
        )
        names: list[PartName] = []
        for part in new_parts:
            blocks = part.blocks if part is not None else None
            if blocks is None:
                blocks, block = (block, block), block + 1
            if part is None:
                continue
            name = PartName(part.partition_id, *blocks, part.level, part.data_version)
            _insert_part(connection, table_id, name, part, version, now)
            names.append(name)
        connection.execute(
            sa.update(schema.tables)
            .where(t.id == table_id)
            .values(version=version, next_block=block)
        )
        replaced = _part_names(connection, sources)
        started_at = staged_at(connection, directories, now)
        parts = zip(names, added, strict=True)
        part_log.add_committed(connection, row, parts, replaced, started_at)
        unstage_for_commit(connection, directories)
        also(connection)
        return names


def _is_too_old(definition: str, parts: Iterable[NewPart], structure: int | None) -> bool:
    """Whether new parts, planned for a structure, may not fit the table's columns and key now."""
    least = TableDefinition.from_json(definition).least_structure
    if structure is not None:
        return structure < least
    return any(file.structure < least for part in parts for file in part.files)


def _insert_part(
    connection: Connection,
    table_id: int,
    name: PartName,
    part: NewPart,
    version: int,
    now: float,
) -> None:
    result = connection.execute(
        sa.insert(schema.parts).values(
            table_id=table_id,
            partition_id=name.partition_id,
            min_block=name.min_block,
            max_block=name.max_block,
            level=name.level,
            data_version=name.data_version,
            partition_values=json.dumps(part.partition),
            is_unique=part.unique,
            is_complete=part.complete,
            created_version=version,
            created_at=now,
        )
    )
    [part_id] = result.inserted_primary_key or [None]
    add_files(connection, part_id, (*part.files, *part.projected))


def _part_names(connection: Connection, part_ids: Sequence[int]) -> list[PartName]:
    """The names of parts, in order."""
    p = schema.parts.c
    return sorted(
        PartName.of_row(row)
        for chunk in chunks(part_ids)
        for row in connection.execute(sa.select(schema.parts).where(p.id.in_(chunk)))
    )


def part_of_row(row: Row[Any], files: tuple[RunFile, ...]) -> Part:
    """A part of its row, and of its runs and those of its projections."""
    return Part(
        id=row.id,
        name=PartName.of_row(row),
        partition=tuple(json.loads(row.partition_values)),
        files=tuple(file for file in files if not file.projection),
        unique=row.is_unique,
        complete=row.is_complete,
        created_at=row.created_at,
        removed_at=row.removed_at,
        detached_as=row.detached_as,
        projected=tuple(file for file in files if file.projection),
    )
