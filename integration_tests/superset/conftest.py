"""Superset beside an endpoint. `make test-superset` runs these tests; others leave them out."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from running import ENDPOINT, Superset


@pytest.fixture(scope="session")
def superset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Superset]:
    with Superset(tmp_path_factory.mktemp("superset")) as running:
        yield running


@pytest.fixture(scope="session")
def schema() -> Iterator[str]:
    """A database of the endpoint."""
    name = f"d_{uuid.uuid4().hex[:10]}"
    engine = sa.create_engine(f"rmt://{ENDPOINT}")
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        yield name
        connection.exec_driver_sql(f"DROP DATABASE {name} CASCADE")
    engine.dispose()


@pytest.fixture(scope="session")
def endpoint(schema: str) -> Iterator[sa.engine.Connection]:
    """A session of our own on the endpoint, in that database."""
    engine = sa.create_engine(f"rmt://{ENDPOINT}/{schema}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.fixture(scope="session")
def database(superset: Superset, schema: str) -> int:
    """The endpoint as Superset's database."""
    return superset.add_database(schema)


@pytest.fixture(scope="session")
def final_database(superset: Superset, schema: str) -> int:
    """The same, where every read is FINAL."""
    return superset.add_database(schema, final=True)
