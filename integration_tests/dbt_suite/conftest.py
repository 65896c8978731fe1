"""dbt's own tests of adapters, on one endpoint: the one at RMT_DBT_PORT, or one of their own.

    python -m pytest -c integration_tests/dbt_suite/setup.cfg

Source: https://docs.getdbt.com/guides/adapter-creation, "Test your adapter".
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from localize import statements

pytest_plugins = ["dbt.tests.fixtures.project"]


@pytest.fixture(scope="session")
def endpoint_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if given := os.environ.get("RMT_DBT_PORT"):
        yield int(given)
        return
    os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")
    os.environ.setdefault("RMT_DRIVER_MEMORY", "1536m")
    from support.endpoint import Endpoint

    with Endpoint(tmp_path_factory.mktemp("warehouse")) as running:
        yield running.port


@pytest.fixture(scope="session", autouse=True)
def statements_of_this_endpoint() -> Iterator[None]:
    """What tests send themselves is translated; what dbt sends is not."""
    from dbt.adapters.rmt import RmtAdapter

    send = RmtAdapter.run_sql_for_tests

    def translated(self: Any, sql: str, fetch: Any, conn: Any) -> Any:
        result = None
        for statement in statements(sql):
            result = send(self, statement, fetch, conn)
        return result

    RmtAdapter.run_sql_for_tests = translated
    yield
    RmtAdapter.run_sql_for_tests = send


@pytest.fixture(scope="class")
def target(endpoint_port: int) -> dict[str, Any]:
    return {
        "type": "rmt",
        "host": "127.0.0.1",
        "port": endpoint_port,
        "user": "dbt",
        "threads": 2,
    }


@pytest.fixture(scope="session")
def connect(endpoint_port: int) -> dict[str, Any]:
    """What the profile says of Spark Connect, where the endpoint speaks it."""
    if not (port := os.environ.get("RMT_DBT_CONNECT_PORT")):
        pytest.skip("RMT_DBT_CONNECT_PORT is not set: the endpoint has no Spark Connect")
    return {
        "connect_port": int(port),
        "connect_token_file": os.environ["RMT_DBT_CONNECT_TOKEN_FILE"],
    }


@pytest.fixture(scope="class")
def dbt_profile_target(target: dict[str, Any]) -> dict[str, Any]:
    return target
