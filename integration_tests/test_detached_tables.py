"""DETACH TABLE and ATTACH TABLE, beside what runs on the table meanwhile.

What they answer is compared with ClickHouse in `fidelity/detached_tables`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

_PARTS = "SELECT name FROM system.parts WHERE database = '{}' AND active = 1 ORDER BY name"


@pytest.fixture
def table(client: Client) -> str:
    """A table with a part of three rows, which merges only when asked to."""
    client.run(
        "CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k "
        "SETTINGS merge_selector_base = 1000000"
    )
    client.run("INSERT INTO t VALUES (0, 0), (1, 0), (2, 0)")
    return "t"


def _parts(client: Client) -> list[str]:
    return [name for (name,) in client.run(_PARTS.format(client.database))]


def test_neither_merges_nor_mutations_run_for_a_detached_table(
    client: Client, engine: Engine, table: str
) -> None:
    client.run("SYSTEM STOP MERGES t")
    client.run("ALTER TABLE t UPDATE v = k + 1 WHERE 1 SETTINGS mutations_sync = 0")
    client.run("DETACH TABLE t")
    client.run("SYSTEM START MERGES")
    assert client.run("SELECT count() FROM system.mutations WHERE `table` = 't'") == [(0,)]
    known = engine._mutator.rounds
    engine._mutator.wake()
    engine._mutator.wait_for_round(known, 5)
    client.run("ATTACH TABLE t")
    eventually(lambda: client.run("SELECT k, v FROM t ORDER BY k") == [(0, 1), (1, 2), (2, 3)])
    assert _parts(client) == ["all_1_1_1_2"]


def test_who_waits_for_a_mutation_is_told(
    client: Client, endpoint: EmbeddedEndpoint, table: str
) -> None:
    client.run("SYSTEM STOP MERGES t")
    with endpoint.connect() as other, ThreadPoolExecutor(1) as pool:
        other.run(f"USE {client.database}")
        waiting = pool.submit(other.error, "ALTER TABLE t DELETE WHERE k = 1")
        mutations = f"SELECT 1 FROM system.mutations WHERE database = '{client.database}'"
        eventually(lambda: client.run(mutations) == [(1,)])
        client.run("DETACH TABLE t")
        error = waiting.result(timeout=60)
    assert error.name == "UNFINISHED"
    assert "ATTACH TABLE" in str(error)
    client.run("ATTACH TABLE t")
    client.run("SYSTEM START MERGES t")
    eventually(lambda: client.run("SELECT k FROM t ORDER BY k") == [(0,), (2,)])


def test_parts_and_names_stay_as_they_are(client: Client, table: str) -> None:
    before = _parts(client)
    client.run("DETACH TABLE t PERMANENTLY")
    assert _parts(client) == []
    assert client.run("SHOW TABLES") == []
    client.run("ATTACH TABLE t")
    assert _parts(client) == before
    assert client.run("SELECT count(), sum(k) FROM t FINAL") == [(3, 3)]
    client.run("INSERT INTO t VALUES (3, 0)")
    assert _parts(client) == [*before, "all_2_2_1"]


def test_a_database_with_detached_tables_is_dropped_with_cascade_only(
    client: Client, table: str
) -> None:
    database = f"{client.database}_2"
    client.run(f"CREATE DATABASE {database}")
    client.run(f"CREATE TABLE {database}.t (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run(f"DETACH TABLE {database}.t")
    error = client.error(f"DROP DATABASE {database}")
    assert error.name == "DATABASE_NOT_EMPTY"
    client.run(f"DROP DATABASE {database} CASCADE")
    query = f"SELECT count() FROM system.detached_tables WHERE database = '{database}'"
    assert client.run(query) == [(0,)]


def test_a_name_that_a_view_took_is_not_attached_over(client: Client, table: str) -> None:
    """Spark renames views without asking the engine."""
    client.run("CREATE VIEW a_view AS SELECT 1 AS x")
    client.run("DETACH TABLE t")
    client.run("ALTER VIEW a_view RENAME TO t")
    assert client.error("ATTACH TABLE t").name == "TABLE_ALREADY_EXISTS"
    client.run("DROP VIEW t")
    client.run("ATTACH TABLE t")
    assert client.run("SELECT count() FROM t") == [(3,)]
