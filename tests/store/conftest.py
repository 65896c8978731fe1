"""A registry and a store, new for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import definition, open_store, registry_url


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    registry = Registry(registry_url(tmp_path))
    yield registry
    registry.close()


@pytest.fixture
def table(registry: Registry) -> Table:
    """`db.t`, empty."""
    return registry.create_table("db", "t", definition())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store
