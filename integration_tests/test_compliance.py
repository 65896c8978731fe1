"""SQLAlchemy's own tests of dialects (`compliance/`), on the endpoint that all tests share.

`RMT_COMPLIANCE_PYTHONS` has the interpreters to run them with, each with a SQLAlchemy of its own;
without it, it is this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.endpoint import Client, Endpoint

CONFIGURATION = Path(__file__).parent / "compliance" / "setup.cfg"
PYTHONS = os.environ.get("RMT_COMPLIANCE_PYTHONS", sys.executable).split()
SCHEMAS = ("test_schema", "test_schema_2")


@pytest.fixture
def url(endpoint: Endpoint, client: Client) -> Iterator[str]:
    yield f"rmt://127.0.0.1:{endpoint.port}/{client.database}"
    for schema in SCHEMAS:
        client.run(f"DROP DATABASE IF EXISTS {schema} CASCADE")


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("python", PYTHONS)
def test_the_suite_passes(url: str, python: str) -> None:
    command = [python, "-m", "pytest", "-c", str(CONFIGURATION), "--dburi", url]
    assert subprocess.run(command, check=False).returncode == 0
