"""Backups: a consistent copy of a store, made while others read and write it.

A backup is laid out as a warehouse is: `registry.db`, an SQLite database, whatever the registry of
the store lives in, and the files under `tables/`. `rmt fsck` can look at it. It holds the state of
one moment: the registry is copied in one transaction, and files never change. A file that is
collected while the copy is under way was replaced; then the registry is copied once more, and the
files that are there already are kept. So a second backup into the same directory copies only what
is new.

Parts that were replaced, dropped tables and deletion vectors are left out; the latter are built
again from the rows. Views, and tables of Spark's own, are none of the store's.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.digests import verify_files
from rmt_engine.store.part import RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import TEMPORARY_DATABASE, Table

__all__ = [
    "REGISTRY",
    "TABLES",
    "BackupSummary",
    "back_up",
    "changed_backup",
    "copy_files",
    "files_of_backup",
    "known_tables",
    "opened_backup",
    "restore",
    "runs_of",
]

REGISTRY = "registry.db"
TABLES = "tables"
_MARKER = "rmt-backup.json"
_ATTEMPTS = 20
_ROWS_AT_ONCE = 500
_LEFT_OUT = (schema.owners, schema.stagings, schema.merges, schema.deletion_vectors)
"""What is of processes that are at work, or can be made again."""


@dataclass(frozen=True)
class BackupSummary:
    """What was copied.

    Attributes:
        tables: how many tables there are.
        files: how many files they have.
        bytes: the size of these.
        copied: how many of them were copied; the others were there already.
    """

    tables: int
    files: int
    bytes: int
    copied: int

    def __str__(self) -> str:
        return (
            f"{self.tables:,} tables, {self.files:,} files of {self.bytes:,} bytes, "
            f"{self.copied:,} of them copied now"
        )


def back_up(
    registry: Registry, tables: Storage, target: str, note: Callable[[str], None] = lambda _: None
) -> BackupSummary:
    """Copies a store that may be in use.

    Args:
        registry: the store's registry.
        tables: the store's files.
        target: the directory or URI of the backup: new, empty, or an older backup of the store,
            which becomes this one.
        note: told what is done next.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, the target is something else; or a file of the store
            is damaged or missing.
    """
    root, files = Storage(target), files_of_backup(target)
    _check_target(root)
    root.create_directory("")
    root.write(_MARKER, json.dumps({"began_at": time.time()}).encode())
    missing: str | None = None
    copied = 0
    for _ in range(_ATTEMPTS):
        note("registry")
        with tempfile.TemporaryDirectory(prefix="rmt-backup-") as directory:
            path = Path(directory, REGISTRY)
            with _opened(path) as copy:
                _copy_rows(registry, copy)
                wanted, names = runs_of(copy), known_tables(copy)
                paths = sorted(copy.files.known())
            try:
                copied += _copy_missing(tables, files, paths, note)
            except FileNotFoundError as error:
                if str(error) == missing:
                    raise RmtError(
                        "NO_FILE_IN_DATA_PART",
                        f"The file {missing} is missing.",
                        "rmt fsck lists all that is damaged; what there is was not backed up.",
                    ) from None
                missing = str(error)
                continue
            note("digests")
            verify_files(files, wanted)
            _put_registry(directory, root)
        known = set(paths)
        old = (file.path for file in files.list_files("", ".parquet") if file.path not in known)
        files.delete_files(old)
        size = sum(file.bytes for file in files.list_files("", ".parquet"))
        return BackupSummary(len(names), len(paths), size, copied)
    raise RmtError(
        "TIMEOUT_EXCEEDED",
        f"Files of the store were collected faster than they could be copied, {_ATTEMPTS} times.",
        "Give the tables a longer old_parts_lifetime.",
    )


def restore(
    backup: str, registry: Registry, tables: Storage, note: Callable[[str], None] = lambda _: None
) -> BackupSummary:
    """Makes a store without tables what a backup says.

    Args:
        backup: the directory or URI of the backup.
        registry: the store's registry.
        tables: the store's files.
        note: told what is done next.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, there is no backup, or the store has tables; or a file
            of the backup is damaged or missing. The store has no tables then.
    """
    with opened_backup(backup) as copy:
        if known_tables(registry):
            raise RmtError(
                "INVALID_CONFIG_PARAMETER",
                "The warehouse has tables; a whole backup is restored into a new one.",
                "--warehouse and --registry say where it is; --table restores one table.",
            )
        paths, wanted, names = sorted(copy.files.known()), runs_of(copy), known_tables(copy)
        try:
            copied = _copy_missing(files_of_backup(backup), tables, paths, note)
        except FileNotFoundError as error:
            raise RmtError("NO_FILE_IN_DATA_PART", f"The backup lacks the file {error}.") from None
        note("digests")
        verify_files(tables, wanted)
        note("registry")
        _copy_rows(copy, registry)
    return BackupSummary(len(names), len(paths), sum(file.bytes for file in wanted), copied)


def files_of_backup(backup: str) -> Storage:
    """The files of a backup, under the paths that its registry has."""
    return Storage(f"{backup}/{TABLES}")


@contextmanager
def opened_backup(backup: str) -> Iterator[Registry]:
    """The registry of a backup, to read.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, there is no backup.
    """
    root = Storage(backup)
    if not root.exists(REGISTRY):
        raise RmtError("INVALID_CONFIG_PARAMETER", f"There is no backup in {backup}.")
    with tempfile.TemporaryDirectory(prefix="rmt-restore-") as directory:
        root.copy(REGISTRY, Storage(directory))
        with _opened(Path(directory, REGISTRY)) as copy:
            yield copy


@contextmanager
def changed_backup(backup: str) -> Iterator[Registry]:
    """The registry of a backup, an empty one if there is none, to change.

    What the block leaves takes its place at once, unless the block fails.
    """
    root = Storage(backup)
    with tempfile.TemporaryDirectory(prefix="rmt-backup-") as directory:
        if root.exists(REGISTRY):
            root.copy(REGISTRY, Storage(directory))
        with _opened(Path(directory, REGISTRY)) as copy:
            yield copy
        root.create_directory("")
        root.write(_MARKER, json.dumps({"changed_at": time.time()}).encode())
        _put_registry(directory, root)


def _put_registry(directory: str, root: Storage) -> None:
    Storage(directory).copy(REGISTRY, root, f"{REGISTRY}.new")
    root.move(f"{REGISTRY}.new", REGISTRY)
    root.sync([REGISTRY])


def _check_target(root: Storage) -> None:
    if root.exists(REGISTRY) and not root.exists(_MARKER):
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"{root.root} is a warehouse, not a backup.",
            "Name a new directory, or one with an older backup.",
        )


@contextmanager
def _opened(path: Path) -> Iterator[Registry]:
    registry = Registry(f"sqlite:///{path}")
    try:
        yield registry
    finally:
        registry.close()


def _copy_rows(source: Registry, target: Registry) -> None:
    """Makes a registry one with the same tables as another."""
    with source.reading() as there, target.writing() as here:
        for table in reversed(schema.metadata.sorted_tables):
            here.execute(sa.delete(table))
        for table in schema.metadata.sorted_tables:
            if table not in _LEFT_OUT:
                _copy_table(there, here, table)


def _copy_table(there: Connection, here: Connection, table: sa.Table) -> None:
    kept = sa.select(table).where(_is_kept(table))
    result = there.execute(kept, execution_options={"yield_per": _ROWS_AT_ONCE})
    for rows in result.mappings().partitions():
        here.execute(sa.insert(table), [dict(row) for row in rows])
    numbered = table.autoincrement_column
    if here.dialect.name == "postgresql" and numbered is not None:
        # PostgreSQL does not count the numbers that rows came with.
        sequence = sa.func.pg_get_serial_sequence(table.name, numbered.name)
        most = sa.select(sa.func.max(numbered)).scalar_subquery()
        here.execute(sa.select(sa.func.setval(sequence, sa.func.coalesce(most, 1))))


def _is_kept(table: sa.Table) -> sa.ColumnElement[bool]:
    """Which rows of a table of the registry belong to the state of the store."""
    p, t = schema.parts.c, schema.tables.c
    lasts = sa.and_(t.dropped_at.is_(None), t.database != TEMPORARY_DATABASE)
    there = sa.select(t.id).where(lasts)
    stays = p.removed_version.is_(None) | p.detached_as.is_not(None)
    if table is schema.tables:
        return lasts
    if table is schema.parts:
        return p.table_id.in_(there) & stays
    if table is schema.files:
        parts = sa.select(p.id).where(p.table_id.in_(there) & stays)
        return schema.files.c.part_id.in_(parts)
    return table.c.table_id.in_(there) if "table_id" in table.c else sa.true()


def known_tables(registry: Registry) -> list[Table]:
    """All tables that have a name, or had one when they were detached; none that is temporary."""
    t = schema.tables.c
    named = t.name_key.is_not(None) | t.detached_at.is_not(None)
    with registry.reading() as connection:
        rows = connection.execute(
            sa.select(schema.tables).where(named, t.database != TEMPORARY_DATABASE)
        ).all()
    return [Table.of_row(row) for row in rows]


def runs_of(registry: Registry) -> list[RunFile]:
    """The runs of all active and detached parts."""
    parts = (
        part
        for table in known_tables(registry)
        for part in (
            *registry.parts.changes(table.id, -1).added,
            *registry.parts.detached(table.id),
        )
    )
    return list({file.path: file for part in parts for file in part.every_file}.values())


def _copy_missing(
    source: Storage, target: Storage, paths: Sequence[str], note: Callable[[str], None]
) -> int:
    """Copies the files that are not there yet and returns how many that were.

    Raises:
        FileNotFoundError: one is missing; its message is the path.
    """
    there = {file.path: file.bytes for file in target.list_files("", ".parquet")}
    wanted = {path: path for path in paths if not _is_there(source, path, there)}
    copy_files(source.copy, target, wanted, note)
    return len(wanted)


def _is_there(source: Storage, path: str, there: Mapping[str, int]) -> bool:
    try:
        return path in there and there[path] == source.size(path)
    except FileNotFoundError:
        raise FileNotFoundError(path) from None


def copy_files(
    copy: Callable[[str, Storage, str], None],
    target: Storage,
    paths: Mapping[str, str],
    note: Callable[[str], None],
) -> None:
    """Copies files and makes them durable.

    Args:
        copy: `Storage.copy` or `Storage.link` of where they are.
        target: where they go.
        paths: the new path of each file.
        note: told which is next.

    Raises:
        FileNotFoundError: one is missing; its message is the path.
    """
    for number, (path, new) in enumerate(paths.items()):
        note(f"file {number + 1:,} of {len(paths):,}")
        try:
            copy(path, target, new)
        except FileNotFoundError:
            raise FileNotFoundError(path) from None
    target.sync(paths.values())
