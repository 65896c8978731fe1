"""One table of a backup, or of a frozen copy, brought into a store that is in use.

It comes as a table of its own with the parts it had then: their names, levels, blocks, masks and
row ids. Nobody sees it before ATTACH TABLE; then its rows go on to other tables by the commands for
partitions, or it gets another name by RENAME. Its files have new names, so that those of the table
it was may be collected at any time, and no row that is inserted gets one of its row ids.
"""

from __future__ import annotations

import posixpath
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.backup import (
    BackupSummary,
    copy_files,
    files_of_backup,
    known_tables,
    opened_backup,
)
from rmt_engine.store.digests import verify_files
from rmt_engine.store.files import add_files
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.row_ids import skip_rows
from rmt_engine.store.stagings import unstage_for_commit
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.table_names import refuse_taken

__all__ = ["restore_table"]

_ALSO = (schema.mutations, schema.block_ids, schema.refreshes)
"""What the registry knows of a table besides its parts and their files."""


def restore_table(
    backup: str,
    name: tuple[str, str],
    store: Store,
    new_name: tuple[str, str],
    note: Callable[[str], None] = lambda _: None,
) -> BackupSummary:
    """Brings a table of a backup into a store, where it is detached permanently.

    Args:
        backup: the directory or URI of the backup.
        name: database and name of the table.
        store: the store, which others may use meanwhile.
        new_name: database and name that it has in the store.
        note: told what is done next.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, there is no backup; `UNKNOWN_TABLE`, it does not have
            the table; `TABLE_ALREADY_EXISTS`; or a file is damaged or missing. Nothing has changed
            then.
    """
    with opened_backup(backup) as copy:
        table = _find(copy, name)
        parts = copy.parts.changes(table.id, -1).added
        rows = {kind: _rows_of(copy, kind, table.id) for kind in (schema.parts, *_ALSO)}
        [values] = _rows_of(copy, schema.tables, table.id, "id")
    with store.registry.reading() as connection:
        refuse_taken(connection, *new_name)
    identity = str(uuid.uuid4())
    with store.stage(replace(table, uuid=identity)) as staging:
        paths = _new_paths(staging.directory, parts)
        try:
            copy_files(files_of_backup(backup).link, store.storage, paths, note)
        except FileNotFoundError as error:
            raise RmtError("NO_FILE_IN_DATA_PART", f"The backup lacks the file {error}.") from None
        note("digests")
        runs = {part.id: [_renamed(file, paths) for file in part.every_file] for part in parts}
        every = [run for files in runs.values() for run in files]
        verify_files(store.storage, every)
        note("registry")
        named = {"uuid": identity, "database": new_name[0].lower(), "name": new_name[1]}
        detached = {"name_key": None, "detached_at": time.time(), "detached_by": None}
        with store.registry.writing() as connection:
            refuse_taken(connection, *new_name)
            skip_rows(connection, max((run.row_stop for run in every), default=0))
            table_id = _insert(connection, schema.tables, {**values, **named, **detached})
            for kind in _ALSO:
                for row in rows[kind]:
                    _insert(connection, kind, {**row, "table_id": table_id})
            for row in rows[schema.parts]:
                if row["id"] in runs:
                    part_id = _insert(connection, schema.parts, {**row, "table_id": table_id})
                    add_files(connection, part_id, runs[row["id"]])
            unstage_for_commit(connection, [staging.directory])
        staging.committed = True
    return BackupSummary(1, len(paths), sum(run.bytes for run in every), len(paths))


def _find(copy: Registry, name: tuple[str, str]) -> Table:
    tables = known_tables(copy)
    for table in tables:
        if (table.database, table.name.lower()) == (name[0].lower(), name[1].lower()):
            return table
    raise RmtError(
        "UNKNOWN_TABLE",
        f"The backup has no table {'.'.join(name)}.",
        f"It has {', '.join(sorted(table.qualified for table in tables)) or 'none'}.",
    )


def _rows_of(
    copy: Registry, kind: sa.Table, table_id: int, column: str = "table_id"
) -> list[dict[str, Any]]:
    with copy.reading() as connection:
        query = sa.select(kind).where(kind.c[column] == table_id)
        query = query.order_by(*kind.primary_key)
        return [dict(row) for row in connection.execute(query).mappings()]


def _new_paths(directory: str, parts: Sequence[Part]) -> dict[str, str]:
    """The new path of each file. It keeps the end of its name, which may have its hash."""
    files = (file for part in parts for file in part.every_file)
    paths = dict.fromkeys(path for file in files for path in (file.path, *file.masks))
    return {
        path: f"{directory}/{number}-{posixpath.basename(path)}"
        for number, path in enumerate(paths)
    }


def _renamed(file: RunFile, paths: Mapping[str, str]) -> RunFile:
    return replace(file, path=paths[file.path], masks=tuple(paths[path] for path in file.masks))


def _insert(connection: Connection, kind: sa.Table, row: Mapping[str, Any]) -> Any:
    """Inserts a row under a new number and returns that."""
    values = {name: value for name, value in row.items() if name != "id"}
    result = connection.execute(sa.insert(kind).values(values))
    [number] = result.inserted_primary_key or [None]
    return number
