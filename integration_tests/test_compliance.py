"""SQLAlchemy's own tests of dialects (`compliance/`), on the endpoint that all tests share.

`RMT_COMPLIANCE_PYTHONS` has the interpreters to run them with, each with a SQLAlchemy of its own:
each runs all tests. Without it, this interpreter runs a selection, each test with one of its cases.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.results import written_results

SUITE = Path(__file__).parent / "compliance"
PYTHONS = os.environ.get("RMT_COMPLIANCE_PYTHONS", "").split()
SCHEMAS = ("test_schema", "test_schema_2")
SELECTION = ("RowFetchTest", "HasTableTest or check_constraint")


@pytest.fixture
def url(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[str]:
    yield f"rmt://127.0.0.1:{endpoint.port}/{client.database}?default_engine=MergeTree"
    for schema in SCHEMAS:
        client.run(f"DROP DATABASE IF EXISTS {schema} CASCADE")


def passes(python: str, url: str, *options: str) -> bool:
    command = [python, "-m", "pytest", "-c", "setup.cfg", "--confcutdir", ".", "--dburi", url]
    return subprocess.run([*command, *options], cwd=SUITE, check=False).returncode == 0


@pytest.mark.skipif(bool(PYTHONS), reason="all cases are run")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("names", SELECTION)
@pytest.mark.sample(1)
def test_a_selection(url: str, names: str) -> None:
    """It takes long because these are tests with tables of their own."""
    assert passes(sys.executable, url, "--one-case", "-k", names)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("python", PYTHONS)
def test_all_cases(url: str, python: str) -> None:
    version = subprocess.run(
        [python, "-c", "import sqlalchemy; print(sqlalchemy.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    target = f"test-sqlalchemy-{version.rpartition('.')[0]}"
    assert passes(python, url, *written_results(target, python))
