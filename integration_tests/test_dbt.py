"""dbt's own tests of adapters and those of `dbt_suite`, on the endpoint that all tests share.

`RMT_DBT_PYTHON` is an interpreter that has dbt, as it lives in an environment of its own.
`RMT_DBT_TESTS` is `all` for all tests; without it, a selection that goes through every
materialization, and through the strategies `append` and `replacing`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Endpoint
from support.results import written_results

from rmt_engine.spark.serve.ports import free_port

SUITE = Path(__file__).parent / "dbt_suite"
PYTHON = os.environ.get("RMT_DBT_PYTHON", "")
SELECTION = {
    "replacing": (
        # table and incremental by replacing
        "test_replacing.py::TestReplacing::test_versions_and_deletes",
    ),
    "replacing, repeated": (
        "test_replacing.py::TestReplacing::test_a_run_that_is_repeated_changes_nothing",
    ),
    "materializations": (
        # seed, table and view
        "test_basic.py::TestSimpleMaterializations",
    ),
    "other materializations": (
        # ephemeral; incremental by append
        "test_basic.py::TestEphemeral",
        "test_basic.py::TestIncremental",
    ),
    "constraints": (
        # table, view and snapshot
        "test_constraints.py::TestChecks",
    ),
}
ALL = {"all": (".",)}
TESTS = ALL if os.environ.get("RMT_DBT_TESTS") == "all" else SELECTION


@pytest.mark.skipif(not PYTHON, reason="RMT_DBT_PYTHON is not set")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("tests", TESTS.values(), ids=TESTS)
@pytest.mark.sample(1)
def test_dbt_suite(tests: Sequence[str], endpoint: EmbeddedEndpoint) -> None:
    """It takes long because dbt is started for every step of a project: 3 s of Python each."""
    _run(tests, "suite", RMT_DBT_PORT=str(endpoint.port))


@pytest.mark.skipif(not PYTHON or TESTS is not ALL, reason="RMT_DBT_TESTS is not all")
@pytest.mark.timeout(3600)
def test_python_models(tmp_path: Path) -> None:
    """On an endpoint with Spark Connect; without one, dbt_suite skips them."""
    port = free_port()
    options = ["--connect-port", str(port), "--metastore", "memory"]
    with Endpoint(tmp_path, options) as endpoint:
        _run(
            ["test_python_models.py"],
            "python_models",
            RMT_DBT_PORT=str(endpoint.port),
            RMT_DBT_CONNECT_PORT=str(port),
            RMT_DBT_CONNECT_TOKEN_FILE=str(tmp_path / f"connect-{port}.token"),
        )


def _run(tests: Sequence[str], suite: str, **variables: str) -> None:
    command = [PYTHON, "-m", "pytest", "-c", "setup.cfg", "--rootdir", ".", *tests]
    command += written_results("test-dbt", PYTHON, suite)
    environment = {**os.environ, **variables}
    assert subprocess.run(command, cwd=SUITE, env=environment, check=False).returncode == 0
