"""Stores in a directory, tables of a few columns, and parts whose files need not exist."""

from __future__ import annotations

import contextlib
import functools
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pytest
import sqlalchemy as sa
from support.postgresql import PostgresServer

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.part import NewPart, PartName, RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from rmt_engine.store.table import REPLACING, Column, Expiry, KeyColumn, Table, TableDefinition
from rmt_engine.store.tasks import InlineRunner

_servers: list[PostgresServer] = []


def registry_url(directory: Path) -> str:
    """The registry that belongs to a directory, in the database `use_server` chose.

    Migrations take longer than most tests: what is not there yet is a copy of an empty registry.
    """
    if _servers:
        return _servers[-1].url(directory, prepare=_migrate)
    path = directory / "registry.db"
    if not path.exists():
        directory.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty_registry())
    return f"sqlite:///{path}"


def _migrate(url: str) -> None:
    Registry(url).close()


@functools.cache
def _empty_registry() -> bytes:
    """The file of a SQLite registry without tables."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "registry.db")
        _migrate(f"sqlite:///{path}")
        return path.read_bytes()


@contextlib.contextmanager
def use_server(server: PostgresServer) -> Iterator[None]:
    """Registries are made in a PostgreSQL server meanwhile."""
    _servers.append(server)
    try:
        yield
    finally:
        _servers.pop()


@contextlib.contextmanager
def open_store(directory: Path) -> Iterator[Store]:
    """A store whose registry and files lie in a directory; a second one may share it."""
    storage = Storage(str(directory / "data"))
    store = Store(Registry(registry_url(directory)), storage, InlineRunner())
    try:
        yield store
    finally:
        store.close()


def stagings(registry: Registry) -> list[str]:
    """The directories that hold files nobody has committed."""
    engine = sa.create_engine(registry.url)
    with engine.connect() as connection:
        found = connection.scalars(sa.select(schema.stagings.c.directory)).all()
    engine.dispose()
    return sorted(found)


@contextlib.contextmanager
def refused(name: str, match: str | None = None) -> Iterator[None]:
    """The block raises the error ClickHouse calls by that name."""
    with pytest.raises(RmtError, match=match) as caught:
        yield
    assert caught.value.name == name


def definition(
    columns: Mapping[str, str] | None = None,
    key: Sequence[str] = ("k",),
    version: str | None = None,
    is_deleted: str | None = None,
    engine: str = REPLACING,
    settings: Mapping[str, str] | None = None,
    partition_follows_key: bool = True,
    ttl: Sequence[Expiry] = (),
    *,
    key_sources: Sequence[str] = (),
    unique_key: Sequence[str] = (),
) -> TableDefinition:
    return TableDefinition(
        columns=tuple(Column(n, t) for n, t in (columns or {"k": "Int64", "v": "String"}).items()),
        engine=engine,
        order_by=tuple(key),
        primary_key=tuple(key),
        key=tuple(KeyColumn(name) for name in key),
        version=version,
        is_deleted=is_deleted,
        partition_follows_key=partition_follows_key,
        settings=dict(settings or {}),
        ttl=tuple(ttl),
        key_sources=tuple(key_sources),
        unique_key=tuple(unique_key),
    )


def run_file(path: str = "t/p/0.parquet", rows: int = 1, first_row: int | None = None) -> RunFile:
    """A run; without a row id, its rows have those that belong to its path."""
    first_row = zlib.crc32(path.encode()) << 16 if first_row is None else first_row
    return RunFile(path, rows, 100 * rows, first_row, b"marks")


def new_part(
    path: str = "t/p/0.parquet",
    partition_id: str = "all",
    rows: int = 1,
    blocks: tuple[int, int] | None = None,
    level: int = 0,
) -> NewPart:
    return NewPart(partition_id, (), level, (run_file(path, rows),), True, blocks=blocks)


def commit(registry: Registry, table: Table, *parts: NewPart) -> list[PartName]:
    """Commits parts beside those there are; without any, one new part."""
    names = registry.parts.commit(table.id, parts or (new_part(),), [])
    assert names is not None
    return names


def active(registry: Registry, table: Table) -> dict[str, int]:
    """The numbers of the active parts by name."""
    return {str(part.name): part.id for part in registry.parts.changes(table.id, -1).added}


def write_file(store: Store, path: str) -> None:
    """Puts a file where one of a part would be."""
    store.storage.create_directory(path.rsplit("/", 1)[0])
    with store.storage.parquet_writer(path, pa.schema([("k", pa.int64())])) as file:
        file.write_table(pa.table({"k": [1]}))


def paths(store: Store, directory: str = "") -> set[str]:
    """All files below a directory of the store."""
    return {file.path for file in store.storage.list_files(directory, "")}
