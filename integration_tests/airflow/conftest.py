"""Airflow beside an endpoint. `make test-airflow` runs these tests; others leave them out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlalchemy_rmt import dbapi

HOST, _, PORT = os.environ.get("RMT_ENDPOINT", "127.0.0.1:10000").partition(":")
_HOME = tempfile.TemporaryDirectory(prefix="airflow-")
DAGS = Path(_HOME.name) / "dags"
DAGS.mkdir()
# Airflow reads these when it is imported.
os.environ |= {
    "AIRFLOW_HOME": _HOME.name,
    "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    "AIRFLOW__CORE__DAGS_FOLDER": str(DAGS),
    "AIRFLOW__CORE__UNIT_TEST_MODE": "False",
    "AIRFLOW__LOGGING__LOGGING_LEVEL": "INFO",
}


def set_connection(database: str, **extra: object) -> None:
    """Makes `rmt_default` the connection to a database of the endpoint."""
    fields = {
        "conn_type": "rmt",
        "host": HOST,
        "port": int(PORT),
        "schema": database,
        "extra": extra,
    }
    os.environ["AIRFLOW_CONN_RMT_DEFAULT"] = json.dumps(fields)


@pytest.fixture
def endpoint() -> Iterator[dbapi.Cursor]:
    """A session on the endpoint, in a database of the test's own, where `rmt_default` leads."""
    name = f"d_{uuid.uuid4().hex[:10]}"
    with dbapi.connect(HOST, int(PORT)) as connection:
        cursor = connection.cursor()
        cursor.execute(f"CREATE DATABASE {name}")
        cursor.execute(f"USE {name}")
        set_connection(name)
        yield cursor
        cursor.execute("USE default")
        cursor.execute(f"DROP DATABASE {name} CASCADE")


@pytest.fixture
def database(endpoint: dbapi.Cursor) -> str:
    """The name of the test's database."""
    row = endpoint.execute("SELECT current_database()").fetchone()
    assert row is not None
    return str(row[0])


@pytest.fixture(scope="session")
def metadata() -> None:
    """Airflow's own database, on SQLite."""
    airflow = Path(sys.executable).parent / "airflow"
    subprocess.run([airflow, "db", "migrate"], check=True, stdout=subprocess.DEVNULL)
