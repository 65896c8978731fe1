"""The files of parts: runs, those of projections, and masks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.store import schema
from rmt_engine.store.chunks import chunks
from rmt_engine.store.part import RunFile

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["Files", "add_files", "files_of", "paths_of_run", "shared_files"]

_FILE_COLUMNS = tuple(field.name for field in fields(RunFile))


class Files:
    """Knows which files there are, and notes what was measured in them.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def paths_of(self, part_ids: Sequence[int]) -> frozenset[str]:
        """The paths of the files of some parts, as far as they are not collected."""
        f = schema.files.c
        with self._registry.reading() as connection:
            return frozenset(
                path
                for chunk in chunks(part_ids)
                for path in connection.scalars(sa.select(f.path).where(f.part_id.in_(chunk)))
            )

    def known(self) -> set[str]:
        """The files that parts and deletion vectors refer to, those to be collected included."""
        f, d = schema.files.c, schema.deletion_vectors.c
        with self._registry.reading() as connection:
            files = set(connection.scalars(sa.select(f.path)).all())
            masks = connection.scalars(sa.select(f.masks).where(f.masked_rows > 0)).all()
            vectors = connection.scalars(sa.select(d.files)).all()
        return files.union(*(json.loads(text) for text in (*masks, *vectors)))

    def add_measures(self, name: str, measures: Mapping[str, str]) -> None:
        """Notes the `digest` or the `sizes` of files that have none, by the files' paths."""
        f = schema.files.c
        with self._registry.writing() as connection:
            for path, measure in measures.items():
                connection.execute(
                    sa.update(schema.files)
                    .where(f.path == path, f[name].is_(None))
                    .values({name: measure})
                )


def add_files(connection: Connection, part_id: Any, files: Sequence[RunFile]) -> None:
    """Gives a new part its files, at least one."""
    values = [
        {
            "part_id": part_id,
            **asdict(file),
            "masks": json.dumps(file.masks),
            "absent": json.dumps(file.absent),
        }
        for file in files
    ]
    connection.execute(sa.insert(schema.files), values)


def files_of(connection: Connection, part_ids: Sequence[int]) -> dict[int, tuple[RunFile, ...]]:
    """The files of some parts, by the part's number, in the order in which they were added."""
    f = schema.files.c
    files: dict[int, list[RunFile]] = {}
    for chunk in chunks(part_ids):
        query = sa.select(schema.files).where(f.part_id.in_(chunk)).order_by(f.id)
        for row in connection.execute(query):
            values = {name: row._mapping[name] for name in _FILE_COLUMNS}
            values |= {name: tuple(json.loads(values[name])) for name in ("masks", "absent")}
            files.setdefault(row.part_id, []).append(RunFile(**values))
    return {part: tuple(run) for part, run in files.items()}


def paths_of_run(file: RunFile) -> tuple[str, ...]:
    """The files of the store that a run is made of."""
    return (file.path, *file.masks)


def shared_files(
    connection: Connection, paths: Sequence[str], part_ids: frozenset[int]
) -> set[str]:
    """The runs among these to which parts other than those refer, and the masks they see.

    Only parts that share a run can share a mask.
    """
    f = schema.files.c
    query = sa.select(f.path, f.part_id, f.masks)
    return {
        path
        for chunk in chunks(paths)
        for row in connection.execute(query.where(f.path.in_(chunk)))
        if row.part_id not in part_ids
        for path in (row.path, *json.loads(row.masks))
    }
