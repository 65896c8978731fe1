"""One engine for the whole run of a process, a database for each test."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.class_archive import archive_classes, lighten_jvms
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.signals import ctrl_c_interrupts

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmt_engine.spark.run.engine import Engine

__all__ = ["ctrl_c_interrupts"]

pytest_plugins = ["support.recording_plugin"]

# SQLAlchemy's compliance suite, dbt's and Superset's tests have a configuration and a start of
# their own.
collect_ignore = ["airflow", "compliance", "dbt_suite", "superset"]

lighten_jvms()


def pytest_configure(config: pytest.Config) -> None:
    """Many JVMs start in a run with several workers: they share what they read of their jars."""
    if not hasattr(config, "workerinput") and config.getoption("numprocesses", None):
        archive_classes(config.cache.mkdir("classes"))  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedEndpoint]:
    """The endpoint of all tests of a worker that stop and kill nothing."""
    with EmbeddedEndpoint(tmp_path_factory.mktemp("it's 100% embedded")) as running:
        yield running


@contextmanager
def _client(endpoint: EmbeddedEndpoint) -> Iterator[Client]:
    with endpoint.connect() as connected:
        database = f"d_{uuid.uuid4().hex[:10]}"
        connected.run(f"CREATE DATABASE {database}")
        connected.run(f"USE {database}")
        connected.database = database
        yield connected
        connected.run(f"DROP DATABASE {database} CASCADE")


@pytest.fixture
def client(endpoint: EmbeddedEndpoint) -> Iterator[Client]:
    """A connection with a database of its own."""
    with _client(endpoint) as connected:
        yield connected


@pytest.fixture(scope="module")
def endpoint_client(endpoint: EmbeddedEndpoint) -> Iterator[Client]:
    """A connection with a database that all tests of a module share."""
    with _client(endpoint) as connected:
        yield connected


@pytest.fixture(scope="session")
def engine(endpoint: EmbeddedEndpoint) -> Engine:
    """The engine behind `endpoint`, in this process."""
    return endpoint.engine


@pytest.fixture
def _code_is_allowed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `--allow-code`: for tests that want a statement to sleep."""
    guard = engine._get_executor()._guard
    monkeypatch.setattr(guard, "_rights", replace(guard._rights, code=True))


@pytest.fixture
def spark(engine: Engine) -> Iterator[SparkSession]:
    """The session of `engine`, in a database of its own."""
    database = f"d_{uuid.uuid4().hex[:10]}"
    engine.spark.sql(f"CREATE DATABASE {database}")
    engine.spark.sql(f"USE {database}")
    yield engine.spark
    # Temporary views are of the session, which tests share, and of no database.
    for view in engine.spark.sql("SHOW VIEWS").collect():
        if view.isTemporary:
            engine.spark.catalog.dropTempView(view.viewName)
    engine.spark.sql("SET final = 0")
    engine.spark.sql("USE default")
    engine.spark.sql(f"DROP DATABASE {database} CASCADE")
