"""Temporary tables: who sees them, how they look to Spark, and what is left when a session ends.

What statements answer is compared with ClickHouse in `fidelity/temporary_tables`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pyspark.sql import SparkSession
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

import rmt_engine
from rmt_engine.store.collector import DEFAULT_LIFETIME_S, collect
from rmt_engine.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from rmt_engine.spark.run.engine import Engine

MEMORY = "CREATE TEMPORARY TABLE own (k Int64, v String)"
REPLACING = (
    "CREATE TEMPORARY TABLE own (k Int64, v String, ver UInt8) "
    "ENGINE = ReplacingMergeTree(ver) ORDER BY k"
)
_OWN_TABLES = "SELECT name FROM system.tables WHERE is_temporary = 1 ORDER BY name"


@pytest.fixture
def other(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[Client]:
    """Another client, in the database of the first one."""
    with endpoint.connect() as connected:
        connected.run(f"USE {client.database}")
        yield connected


@pytest.fixture
def store(engine: Engine) -> Store:
    return engine.store


def _identity(client: Client) -> str:
    [(identity,)] = client.run("SELECT uuid FROM system.tables WHERE is_temporary = 1")
    return str(identity)


def _is_there(store: Store, identity: str) -> bool:
    return store.registry.tables.find("", identity) is not None


def _is_dropped(engine: Engine, identity: str) -> bool:
    """Whether the engine drops a table when it looks for such as have no session any more."""
    engine.session_tables.drop_orphans()
    return not _is_there(engine.store, identity)


# Sessions


def test_no_other_session_sees_it(client: Client, other: Client) -> None:
    client.script(MEMORY, "INSERT INTO own VALUES (1, 'a')")
    assert other.error("SELECT * FROM own FINAL").name == "UNKNOWN_TABLE"
    assert other.error("INSERT INTO own VALUES (1, 'a')").name == "TABLE_OR_VIEW_NOT_FOUND"
    assert other.error("DROP TEMPORARY TABLE own").name == "UNKNOWN_TABLE"
    assert other.run("EXISTS TEMPORARY TABLE own") == [(0,)]
    assert other.run(_OWN_TABLES) == []
    assert other.run("SHOW TEMPORARY TABLES") == []
    assert other.run("SELECT count() FROM system.columns WHERE `table` = 'own'") == [(0,)]
    assert client.run(_OWN_TABLES) == [("own",)]


def test_sessions_may_have_tables_of_the_same_name(client: Client, other: Client) -> None:
    client.script(MEMORY, "INSERT INTO own VALUES (1, 'a')")
    other.script("CREATE TEMPORARY TABLE own (x Int8)", "INSERT INTO own VALUES (7)")
    assert client.run("SELECT * FROM own") == [(1, "a")]
    assert other.run("SELECT * FROM own") == [(7,)]
    other.run("DROP TABLE own")
    assert client.run("SELECT * FROM own") == [(1, "a")]


def test_its_address_leads_nobody_else_to_it(client: Client, other: Client) -> None:
    client.script(MEMORY, "INSERT INTO own VALUES (1, 'a')")
    scan = f"SELECT * FROM rmt_scan('.{_identity(client)}')"
    assert client.run(scan) == [(1, "a")]
    assert other.error(scan).name == "UNKNOWN_TABLE"


def test_it_goes_when_the_client_closes_its_session(
    endpoint: EmbeddedEndpoint, engine: Engine, client: Client
) -> None:
    client.run(MEMORY)
    with endpoint.connect() as leaving:
        leaving.script(REPLACING, "INSERT INTO own VALUES (1, 'a', 1)")
        identity = _identity(leaving)
        assert not _is_dropped(engine, identity)
    eventually(lambda: _is_dropped(engine, identity))
    assert not _is_dropped(engine, _identity(client))
    [table] = [t for t in engine.store.registry.expired.tables(1e12) if t.uuid == identity]
    assert table.name == "own"


def test_it_goes_when_the_client_vanishes(endpoint: EmbeddedEndpoint, engine: Engine) -> None:
    vanishing = endpoint.connect()
    vanishing.run(MEMORY)
    identity = _identity(vanishing)
    vanishing.connection._transport.close()
    eventually(lambda: _is_dropped(engine, identity))


def test_its_files_are_deleted_once_no_query_can_read_them(
    endpoint: EmbeddedEndpoint, store: Store, engine: Engine
) -> None:
    with endpoint.connect() as leaving:
        leaving.script(MEMORY, "INSERT INTO own VALUES (1, 'a')")
        identity = _identity(leaving)
    assert store.storage.list_files(identity, ".parquet")
    eventually(lambda: _is_dropped(engine, identity))
    [table] = [t for t in store.registry.expired.tables(1e12) if t.uuid == identity]
    files, _ = store.registry.expired.files_of_table(table)
    assert files
    collect(store, time.time() + DEFAULT_LIFETIME_S + 60)
    assert not list(store.storage.list_files(identity, ".parquet"))
    assert identity not in store.registry.stagings.all()


def test_it_goes_when_a_view_takes_its_name(engine: Engine, spark: SparkSession) -> None:
    spark.sql(MEMORY)
    [row] = spark.sql("SELECT uuid FROM system.tables WHERE is_temporary = 1").collect()
    spark.range(3).createOrReplaceTempView("own")
    assert spark.sql("SELECT * FROM own").count() == 3
    assert _is_dropped(engine, row[0])
    spark.catalog.dropTempView("own")


# Spark


def test_spark_resolves_its_name(spark: SparkSession) -> None:
    spark.sql("CREATE TABLE own (x Int8) ENGINE = MergeTree ORDER BY x")
    spark.sql("CREATE TEMPORARY TABLE own (k Int64, tags Array(String)) ENGINE = Memory")
    spark.sql("INSERT INTO own VALUES (1, ['a', 'b'])")
    assert spark.table("own").columns == ["k", "tags"]
    lateral = spark.sql("SELECT k, tag FROM own LATERAL VIEW explode(tags) AS tag ORDER BY tag")
    assert [tuple(row) for row in lateral.collect()] == [(1, "a"), (1, "b")]
    described = spark.sql("DESCRIBE TABLE own").collect()
    assert [row[0] for row in described] == ["k", "tags"]
    shown = spark.sql("SHOW TABLES").collect()
    assert sorted((row.tableName, row.isTemporary) for row in shown) == [
        ("own", False),
        ("own", True),
    ]
    spark.sql("ALTER TABLE own DROP COLUMN tags, ADD COLUMN more Int8 DEFAULT 5")
    assert spark.table("own").columns == ["k", "more"]
    assert [tuple(row) for row in spark.table("own").collect()] == [(1, 5)]
    spark.sql("DROP TABLE own")
    assert spark.table("own").columns == ["x"]


@pytest.mark.sample(0)
def test_a_dataframe_goes_into_it(spark: SparkSession) -> None:
    spark.sql(MEMORY)
    frame = spark.createDataFrame([(1, "a"), (2, "b")], "k LONG, v STRING")
    rmt_engine.insert(frame, "own")
    assert [tuple(row) for row in spark.sql("SELECT * FROM own ORDER BY k").collect()] == [
        (1, "a"),
        (2, "b"),
    ]
    spark.sql("DROP TABLE own")


def test_sparks_own_temporary_tables_are_sparks(client: Client, tmp_path: Path) -> None:
    path = str(tmp_path)
    client.run("CREATE TABLE p (k BIGINT) USING parquet")
    client.run("INSERT INTO p VALUES (1)")
    client.run("CREATE TEMPORARY VIEW passing AS SELECT * FROM p")
    assert client.run("SELECT * FROM passing") == [(1,)]
    assert client.run("EXISTS TEMPORARY TABLE passing") == [(1,)]
    assert client.run("SHOW TEMPORARY TABLES") == []
    error = client.error("CREATE TEMPORARY TABLE passing (k Int64)")
    assert error.name == "TABLE_ALREADY_EXISTS"
    # Spark's statement reaches Spark, which looks at the path.
    refused = client.error(f"CREATE TEMPORARY TABLE x USING parquet OPTIONS (path '{path}')")
    assert refused.name in ("PATH_ACCESS_DENIED", "UNABLE_TO_INFER_SCHEMA")
    client.run("DROP TABLE p")


def test_spark_reads_it_in_its_own_dialect(client: Client) -> None:
    client.script(MEMORY, "INSERT INTO own VALUES (1, 'a')", "SET dialect = 'spark'")
    try:
        assert client.run("SELECT k, length(v) FROM own") == [(1, 1)]
        assert client.run("SHOW TEMPORARY TABLES LIKE 'o%'") == [("own",)]
    finally:
        client.run("SET dialect = 'auto'")


def test_explain_makes_none(client: Client) -> None:
    [(plan,)] = client.run("EXPLAIN CREATE TEMPORARY TABLE own AS SELECT 1 AS x")
    assert plan.startswith("CreateTemporaryTable own")
    assert client.run("EXISTS TEMPORARY TABLE own") == [(0,)]


# Views


def test_a_view_over_it_ends_with_the_session(client: Client) -> None:
    client.script(
        REPLACING, "INSERT INTO own VALUES (1, 'a', 1)", "INSERT INTO own VALUES (1, 'b', 2)"
    )
    client.run("CREATE TEMPORARY VIEW newest AS SELECT k, v FROM own FINAL")
    assert client.run("SELECT * FROM newest") == [(1, "b")]
    client.run("INSERT INTO own VALUES (1, 'c', 3)")
    assert client.run("SELECT * FROM newest") == [(1, "c")]
    for view in ("VIEW", "OR REPLACE VIEW", "GLOBAL TEMPORARY VIEW"):
        error = client.error(f"CREATE {view} lasting AS SELECT k FROM own")
        assert error.name == "NOT_IMPLEMENTED"
        assert "TEMPORARY VIEW" in error.message
    client.run("DROP TABLE own")
    error = client.error("SELECT * FROM newest")
    assert error.name == "UNKNOWN_TABLE"
    assert "rmt_" not in error.message


# Failures


def test_nothing_is_left_of_a_table_that_cannot_be_filled(client: Client, store: Store) -> None:
    before = set(store.registry.stagings.all())
    query = "SELECT throwIf(number = 2, 'no') AS x FROM numbers(3)"
    assert client.error(f"CREATE TEMPORARY TABLE own AS {query}").name
    assert client.run("EXISTS TEMPORARY TABLE own") == [(0,)]
    # Those of sessions that have ended may go meanwhile.
    assert set(store.registry.stagings.all()) <= before
    client.script(MEMORY, "INSERT INTO own VALUES (1, 'a')")
    assert client.error(f"CREATE OR REPLACE TEMPORARY TABLE own AS {query}").name
    assert client.run("SELECT * FROM own") == [(1, "a")]


def test_the_old_table_goes_when_it_is_replaced(client: Client, store: Store) -> None:
    client.run(MEMORY)
    old = _identity(client)
    client.run("CREATE OR REPLACE TEMPORARY TABLE own AS SELECT 1 AS x")
    assert not _is_there(store, old)
    assert _is_there(store, _identity(client))
    client.run("DROP TABLE own")


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE own FREEZE",
        "ALTER TABLE own RENAME TO other",
        "CREATE TABLE lasting (k Int64) ENGINE = Set",
        "CREATE TEMPORARY TABLE x (k Int64) ENGINE = Set",
    ],
)
def test_what_is_not_supported_is_refused_by_name(client: Client, statement: str) -> None:
    client.run(REPLACING)
    error = client.error(statement)
    assert error.name == "NOT_IMPLEMENTED"
    assert client.database not in error.message


def test_messages_say_the_name_that_was_given(client: Client) -> None:
    client.run("CREATE TEMPORARY TABLE own (k Int64, CONSTRAINT positive CHECK k > 0)")
    errors = [
        client.error("INSERT INTO own VALUES (0)"),
        client.error("INSERT INTO own (nothing) VALUES (1)"),
        client.error("SELECT nothing FROM own"),
        client.error("ALTER TABLE own DROP COLUMN nothing"),
        client.error("CREATE TEMPORARY TABLE own (k Int64)"),
    ]
    identity = _identity(client)
    for error in errors:
        assert identity not in error.message
        assert "rmt_scan" not in error.message
    assert "table own" in errors[0].message
    assert "Temporary table own already exists" in errors[4].message


# What works on tables in the background


def test_merges_and_mutations_work_on_it(client: Client, store: Store) -> None:
    client.run(REPLACING)
    for version in range(8):
        client.run(f"INSERT INTO own VALUES (1, 'v{version}', {version}), ({version + 2}, 'x', 1)")
    table = store.registry.tables.find("", _identity(client))
    assert table is not None
    eventually(lambda: len(store.snapshots.current(table).parts) < 8)
    client.run("ALTER TABLE own UPDATE v = 'changed' WHERE k = 1 SETTINGS mutations_sync = 2")
    assert client.run("SELECT v FROM own FINAL WHERE k = 1") == [("changed",)]
    assert client.run("SELECT count() FROM own FINAL") == [(9,)]
