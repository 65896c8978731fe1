"""A registry and a store, new for every test, in each database a registry can live in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.postgresql import PostgresServer, find_programs

from rmt_engine.store.backends import BACKENDS
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import definition, open_store, registry_url, use_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresServer]:
    """A server for the whole run."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    server = PostgresServer(programs)
    yield server
    server.stop()


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database registries are made in."""
    if request.param != "postgresql":
        yield request.param
        return
    with use_server(request.getfixturevalue("postgresql")):
        yield request.param


@pytest.fixture
def registry(tmp_path: Path, backend: str) -> Iterator[Registry]:
    registry = Registry(registry_url(tmp_path))
    yield registry
    registry.close()


@pytest.fixture
def other(tmp_path: Path, registry: Registry) -> Iterator[Registry]:
    """Another process's view of the same registry."""
    other = Registry(registry_url(tmp_path))
    yield other
    other.close()


@pytest.fixture
def table(registry: Registry) -> Table:
    """`db.t`, empty."""
    return registry.tables.create("db", "t", definition())


@pytest.fixture
def store(tmp_path: Path, backend: str) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store
