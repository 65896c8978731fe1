"""Frozen copies: parts as they were when `ALTER TABLE … FREEZE` was run.

They lie beside the tables, in `shadow/<name>/`, laid out as a backup is, so that what restores a
backup restores them. Their files are links to those of the tables where the file system has links:
a file is never changed, and stays for as long as one of its names does. A copy is what its
`registry.db` says, and that is replaced in one step; files that it does not know were left by a
FREEZE or UNFREEZE that was cut short, and go with the next one of that name.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/statements/alter/partition#freeze-partition.
"""

from __future__ import annotations

import contextlib
import json
import logging
import posixpath
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.backup import (
    REGISTRY,
    TABLES,
    changed_backup,
    copy_files,
    files_of_backup,
    opened_backup,
    runs_of,
)
from rmt_engine.store.chunks import chunks
from rmt_engine.store.digests import verify_files
from rmt_engine.store.part import PartName
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import TableDefinition

__all__ = ["FrozenCopies", "FrozenPart"]

_INCREMENT = "increment.txt"
_ATTEMPTS = 20
_WAIT_S = 120.0
_POLL_S = 0.05
_LONGEST_NAME = 255
_NAME_FIELDS = ("partition_id", "min_block", "max_block", "level", "data_version")
_log = logging.getLogger(__name__)

_Rows: TypeAlias = Sequence[RowMapping]


@dataclass(frozen=True)
class FrozenPart:
    """A part of a frozen copy.

    Attributes:
        name: the part.
        copy: the name of the copy, as its directory has it.
        directory: of the copy.
        part_directory: where the files of the part are.
    """

    name: PartName
    copy: str
    directory: str
    part_directory: str


@dataclass(frozen=True)
class _TableRows:
    """What the registry says of a table and some of its parts, in one transaction."""

    table: RowMapping
    parts: _Rows
    files: _Rows
    counters: _Rows

    @property
    def paths(self) -> list[str]:
        """The files of the store that the parts are made of."""
        return list(
            dict.fromkeys(
                path for row in self.files for path in (row["path"], *json.loads(row["masks"]))
            )
        )


class FrozenCopies:
    """Makes and removes frozen copies.

    Args:
        registry: the registry.
        tables: the files of the tables.
        owner_id: this process.
    """

    def __init__(self, registry: Registry, tables: Storage, owner_id: str) -> None:
        self._registry = registry
        self._tables = tables
        self._owner_id = owner_id
        self._shadow = f"{posixpath.dirname(tables.root)}/shadow"
        self._strays: set[str] = set()
        self._lock = threading.Lock()

    def freeze(
        self,
        table_id: int,
        partition_id: str | None = None,
        name: str = "",
        check: Callable[[], None] = lambda: None,
    ) -> list[FrozenPart]:
        """Copies the active parts of a table, those of one moment.

        Args:
            table_id: the table.
            partition_id: the partition; None for all.
            name: of the copy, which may have other parts already; empty for the next number.
            check: called while it waits; raises when the work is to stop.

        Raises:
            RmtError: `DIRECTORY_ALREADY_EXISTS`, the copy has parts of that partition already;
                `UNKNOWN_TABLE`; `TIMEOUT_EXCEEDED`; or a file is damaged or missing.
        """
        number = self._next_number(check)
        directory_name = _directory_name(name or str(number))
        with self._alone(directory_name, check):
            rows = self._rows(table_id, partition_id)
            if not rows.parts:
                return []
            copy = self._copy(directory_name)
            try:
                with changed_backup(copy) as changed:
                    rows = self._fill(copy, changed, rows, partition_id, check)
            finally:
                with contextlib.suppress(Exception):
                    _sweep(copy)
        _log.info("froze table=%d copy=%s parts=%d", table_id, directory_name, len(rows.parts))
        return _frozen_parts(copy, rows.parts, rows.files)

    def unfreeze(
        self,
        name: str,
        table_id: int | None = None,
        partition_id: str | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> list[FrozenPart]:
        """Removes parts from a frozen copy, and the copy with the last of them.

        Args:
            name: of the copy; there need be none.
            table_id: the table they are of; None for all tables.
            partition_id: the partition; None for all.
            check: called while it waits; raises when the work is to stop.

        Returns:
            The parts that were removed.
        """
        if not name:
            return []
        directory_name = _directory_name(name)
        with self._alone(directory_name, check):
            copy = self._copy(directory_name)
            removed: list[FrozenPart] = []
            if Storage(copy).exists(REGISTRY):
                with changed_backup(copy) as changed, changed.writing() as connection:
                    parts, files = _remove(connection, table_id, partition_id)
                removed = _frozen_parts(copy, parts, files)
            _sweep(copy)
        _log.info("unfroze copy=%s parts=%d", directory_name, len(removed))
        return removed

    def _copy(self, directory_name: str) -> str:
        """The URI of a copy."""
        return f"{self._shadow}/{quote(directory_name)}"

    def _next_number(self, check: Callable[[], None]) -> int:
        """Counts every FREEZE, also one with a name, as ClickHouse does."""
        with self._alone("increment", check):
            shadow = Storage(self._shadow)
            number = _number(shadow) + 1
            shadow.create_directory("")
            shadow.write(f"{_INCREMENT}.new", f"{number}\n".encode())
            shadow.move(f"{_INCREMENT}.new", _INCREMENT)
        return number

    @contextmanager
    def _alone(self, name: str, check: Callable[[], None]) -> Iterator[None]:
        """Keeps others away from a copy, in all processes that share the registry.

        What a staging directory is noted for is given up when its process dies, so this is, too.
        If the registry went away before it was given up, whoever comes next here does that.
        """
        directory = f"freeze-{name}"
        with self._lock:
            if directory in self._strays:
                self._strays.discard(directory)
                self._give_up(directory)
        stop = time.monotonic() + _WAIT_S
        while True:
            try:
                self._registry.stagings.add(self._owner_id, directory)
                break
            except sa.exc.IntegrityError:
                if time.monotonic() > stop:
                    raise RmtError(
                        "TIMEOUT_EXCEEDED",
                        f"Another FREEZE or UNFREEZE has been at work on {name} for "
                        f"{_WAIT_S:.0f} s.",
                        "Run it again later.",
                    ) from None
            check()
            time.sleep(_POLL_S)
        try:
            yield
        finally:
            self._give_up(directory)

    def _give_up(self, directory: str) -> None:
        try:
            self._registry.stagings.forget([directory])
        except BaseException:
            self._strays.add(directory)
            raise

    def _rows(self, table_id: int, partition_id: str | None) -> _TableRows:
        p, f, t = schema.parts.c, schema.files.c, schema.tables.c
        chosen = [p.table_id == table_id, p.removed_version.is_(None)]
        if partition_id is not None:
            chosen.append(p.partition_id == partition_id)
        mine = f.part_id.in_(sa.select(p.id).where(*chosen))
        with self._registry.reading() as connection:
            table = sa.select(schema.tables).where(t.id == table_id, t.name_key.is_not(None))
            found = _all(connection, table)
            if not found:
                raise RmtError("UNKNOWN_TABLE", "The table was dropped before it was frozen.")
            return _TableRows(
                found[0],
                _all(connection, sa.select(schema.parts).where(*chosen).order_by(p.id)),
                _all(connection, sa.select(schema.files).where(mine).order_by(f.id)),
                _all(connection, sa.select(schema.counters)),
            )

    def _fill(
        self,
        copy: str,
        changed: Registry,
        rows: _TableRows,
        partition_id: str | None,
        check: Callable[[], None],
    ) -> _TableRows:
        """Copies the files of parts and adds their rows to the registry of a copy.

        A file that was collected meanwhile belongs to parts that others have replaced; then these
        are copied.

        Returns:
            The rows that were added.
        """
        target, known = files_of_backup(copy), changed.files.known()
        missing = None
        for _ in range(_ATTEMPTS):
            with changed.reading() as connection:
                _refuse_clash(connection, rows)
            paths = {path: path for path in rows.paths if path not in known}
            try:
                copy_files(self._tables.link, target, paths, lambda _: check())
            except FileNotFoundError as error:
                if str(error) == missing:
                    break
                missing = str(error)
                rows = self._rows(rows.table["id"], partition_id)
                continue
            with changed.writing() as connection:
                _add(connection, rows)
            verify_files(target, (run for run in runs_of(changed) if run.path in paths))
            return rows
        raise RmtError(
            "NO_FILE_IN_DATA_PART",
            f"The file {missing} is missing.",
            "rmt fsck lists all that is damaged.",
        )


def _number(shadow: Storage) -> int:
    """The number that the last FREEZE had."""
    if not shadow.exists(_INCREMENT):
        return 0
    text = shadow.read(_INCREMENT).decode(errors="replace").strip()
    if not text.isdecimal():
        raise RmtError("CORRUPTED_DATA", f"The file {_INCREMENT} of {shadow.root} has no number.")
    return int(text)


def _directory_name(name: str) -> str:
    """The name of a copy's directory, as ClickHouse's escapeForFileName makes it.

    Raises:
        RmtError: `ARGUMENT_OUT_OF_BOUND`, it is too long for one.
    """
    directory = "".join(
        chr(byte) if byte < 128 and (chr(byte).isalnum() or byte == ord("_")) else f"%{byte:02X}"
        for byte in name.encode("utf-8", "surrogatepass")
    )
    if len(directory) > _LONGEST_NAME:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"The name of a frozen copy may have {_LONGEST_NAME} characters, each that is no "
            f"letter, digit or underscore counting for three bytes; this one has {len(directory)}.",
        )
    return directory


def _sweep(copy: str) -> None:
    """Deletes what a copy does not know of, and a copy that has no part."""
    root, files = Storage(copy), files_of_backup(copy)
    known: set[str] = set()
    if root.exists(REGISTRY):
        with opened_backup(copy) as there:
            known = there.files.known()
    if known:
        left = [file.path for file in files.list_files("", ".parquet") if file.path not in known]
        files.delete_files(left)
        return
    root.delete_files([REGISTRY])
    root.delete_directory("")


def _refuse_clash(connection: Connection, rows: _TableRows) -> None:
    """Refuses parts that the copy has, or that its registry has no room for.

    Raises:
        RmtError: `DIRECTORY_ALREADY_EXISTS`.
    """
    p = schema.parts.c
    qualified = f"{rows.table['database']}.{rows.table['name']}"
    for row in connection.execute(sa.select(schema.tables)).all():
        same_name = (row.database, row.name_key) == tuple(
            rows.table[name] for name in ("database", "name_key")
        )
        if row.id == rows.table["id"]:
            old, new = (
                TableDefinition.from_json(text)
                for text in (row.definition, rows.table["definition"])
            )
            if old.least_structure != new.least_structure:
                raise _exists(f"parts of {qualified} with columns of other types, or keys")
        elif same_name:
            raise _exists(f"another table {qualified}")
    partitions = {row["partition_id"] for row in rows.parts}
    there = sa.select(p.partition_id).where(p.table_id == rows.table["id"]).distinct()
    both = sorted(partitions & set(connection.scalars(there)))
    if both:
        raise _exists(f"the partition {both[0]} of {qualified}")


def _exists(what: str) -> RmtError:
    return RmtError(
        "DIRECTORY_ALREADY_EXISTS",
        f"The frozen copy of that name has {what} already.",
        "Choose another name, or UNFREEZE it.",
    )


def _add(connection: Connection, rows: _TableRows) -> None:
    """Adds parts to the registry of a copy, and their table as it is now."""
    t = schema.tables.c
    known = connection.scalar(sa.select(t.id).where(t.id == rows.table["id"]))
    if known is None:
        connection.execute(sa.insert(schema.tables), [dict(rows.table)])
    else:
        connection.execute(sa.update(schema.tables).where(t.id == known).values(dict(rows.table)))
    connection.execute(sa.delete(schema.counters))
    for table, found in (
        (schema.parts, rows.parts),
        (schema.files, rows.files),
        (schema.counters, rows.counters),
    ):
        for chunk in chunks(found):
            connection.execute(sa.insert(table), [dict(row) for row in chunk])


def _remove(
    connection: Connection, table_id: int | None, partition_id: str | None
) -> tuple[_Rows, _Rows]:
    """Takes parts out of the registry of a copy, and returns the rows of these and of their files.

    A table goes with its last part.
    """
    p, f, t = schema.parts.c, schema.files.c, schema.tables.c
    chosen: list[sa.ColumnElement[bool]] = []
    if table_id is not None:
        chosen.append(p.table_id == table_id)
    if partition_id is not None:
        chosen.append(p.partition_id == partition_id)
    mine = f.part_id.in_(sa.select(p.id).where(*chosen))
    parts = _all(connection, sa.select(schema.parts).where(*chosen).order_by(p.id))
    files = _all(connection, sa.select(schema.files).where(mine).order_by(f.id))
    connection.execute(sa.delete(schema.files).where(mine))
    connection.execute(sa.delete(schema.parts).where(*chosen))
    connection.execute(sa.delete(schema.tables).where(t.id.not_in(sa.select(p.table_id))))
    return parts, files


def _all(connection: Connection, query: sa.Select[Any]) -> _Rows:
    return connection.execute(query).mappings().all()


def _frozen_parts(copy: str, parts: _Rows, files: _Rows) -> list[FrozenPart]:
    """Parts in their order, each with its place: that of its first file."""
    directory = unquote(copy.removeprefix("file://"))
    first = {row["part_id"]: row["path"] for row in reversed(files)}
    frozen = [
        FrozenPart(
            PartName(*(row[field] for field in _NAME_FIELDS)),
            posixpath.basename(directory),
            f"{directory}/",
            f"{directory}/{TABLES}/{posixpath.dirname(first[row['id']])}/",
        )
        for row in parts
    ]
    return sorted(frozen, key=lambda part: part.name)
