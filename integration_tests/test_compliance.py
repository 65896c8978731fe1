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
from support.endpoint import Client, Endpoint

SUITE = Path(__file__).parent / "compliance"
PYTHONS = os.environ.get("RMT_COMPLIANCE_PYTHONS", "").split()
SCHEMAS = ("test_schema", "test_schema_2")
SELECTION = """ComponentReflectionTestExtra ComputedReflectionTest DateTimeMicrosecondsTest EnumTest
    EscapingTest HasTableTest InsertBehaviorTest IntervalTest IsolationLevelTest NumericTest
    SimpleUpdateDeleteTest TableViaSelectTest UuidTest check_constraint""".split()


@pytest.fixture
def url(endpoint: Endpoint, client: Client) -> Iterator[str]:
    yield f"rmt://127.0.0.1:{endpoint.port}/{client.database}"
    for schema in SCHEMAS:
        client.run(f"DROP DATABASE IF EXISTS {schema} CASCADE")


def passes(python: str, url: str, *options: str) -> bool:
    command = [python, "-m", "pytest", "-c", "setup.cfg", "--confcutdir", ".", "--dburi", url]
    return subprocess.run([*command, *options], cwd=SUITE, check=False).returncode == 0


@pytest.mark.skipif(bool(PYTHONS), reason="all cases are run")
@pytest.mark.timeout(900)
def test_a_selection(url: str) -> None:
    assert passes(sys.executable, url, "--one-case", "-k", " or ".join(SELECTION))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("python", PYTHONS)
def test_all_cases(url: str, python: str) -> None:
    assert passes(python, url)
