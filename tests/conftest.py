"""Real ClickHouse, in this process, for the tests that ask it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest
from support.clickhouse import ClickHouse

# dbt lives in an environment of its own.
collect_ignore = [] if find_spec("dbt_common") else ["dbt_rmt"]

hypothesis.settings.register_profile("unit", deadline=None, max_examples=100)
hypothesis.settings.load_profile("unit")


# Of the package and not of the session, because a process can have one ClickHouse at a time and
# the integration tests open another.
@pytest.fixture(scope="package")
def clickhouse_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClickHouse]:
    with ClickHouse(Path(tmp_path_factory.mktemp("clickhouse"))) as server:
        yield server


@pytest.fixture
def clickhouse(clickhouse_server: ClickHouse) -> Iterator[ClickHouse]:
    """Real ClickHouse, in a database of its own."""
    with clickhouse_server.database():
        yield clickhouse_server
