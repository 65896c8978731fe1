"""`SAMPLE BY` and `SAMPLE` beside real ClickHouse: the same rows, or the same error."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k UInt8, v String, n Int32, ver UInt32) ENGINE = ReplacingMergeTree(ver) "
    "ORDER BY k SAMPLE BY k",
    "INSERT INTO t SELECT number, 'old', number % 7, 1 FROM numbers(200)",
    "INSERT INTO t SELECT number * 2, 'new', number % 5, 2 FROM numbers(50)",
    "DELETE FROM t WHERE k = 3",
    "CREATE TABLE h (id UInt64, g UInt32, s String) ENGINE = MergeTree "
    "ORDER BY (intHash32(id), id, intHash64(g)) SAMPLE BY intHash32(id)",
    "INSERT INTO h SELECT number * 1000003, number, toString(number) FROM numbers(500)",
    "INSERT INTO h SELECT toUInt64(18446744073709551615 - number), number, 'x' FROM numbers(100)",
    "OPTIMIZE TABLE h FINAL",
    "CREATE TABLE r (id UInt64, v UInt8, ver UInt8) ENGINE = ReplacingMergeTree(ver) "
    "ORDER BY (intHash64(v), intHash32(id), id) PRIMARY KEY (intHash64(v), intHash32(id)) "
    "SAMPLE BY intHash64(v)",
    "INSERT INTO r SELECT number % 40, number % 7, 1 FROM numbers(100)",
    "INSERT INTO r SELECT number % 30, number % 7, 2 FROM numbers(50)",
    "CREATE TABLE w (a UInt64, b Bool, m UInt16 MATERIALIZED toUInt16(a % 65536)) "
    "ENGINE = MergeTree ORDER BY (a, b, m) SAMPLE BY a",
    "INSERT INTO w SELECT toUInt64(number) * 184467440737095516, number % 2 = 1 FROM numbers(100)",
    "CREATE TABLE plain (k UInt8) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE empty (k UInt8) ENGINE = MergeTree ORDER BY k SAMPLE BY k",
    "CREATE VIEW a_view AS SELECT k, v FROM t FINAL SAMPLE 1/4 OFFSET 1/8",
)
QUERIES = (
    "SELECT k, v FROM t SAMPLE 1/10",
    "SELECT k, v FROM t FINAL SAMPLE 0.1 OFFSET 0.5",
    "SELECT k, v FROM t AS x FINAL SAMPLE 1/4 OFFSET 1/4 WHERE x.n > 1",
    "SELECT count() FROM t SAMPLE 0.25",
    "SELECT count(), min(k), max(k) FROM t FINAL SAMPLE 25",
    "SELECT min(k) FROM t SAMPLE 10 OFFSET 20",
    "SELECT k FROM t SAMPLE 1/4 SETTINGS final = 1",
    "SELECT k FROM t SAMPLE 1",
    "SELECT k FROM t SAMPLE 0",
    "SELECT k FROM t SAMPLE 1 OFFSET 1/2",
    "SELECT k, v FROM t SAMPLE 1/4 PREWHERE n < 3 WHERE k > 5",
    "SELECT k, v FROM t FINAL SAMPLE 1/4 PREWHERE v = 'old' WHERE k > 5",
    "SELECT x.k, y.v FROM t AS x SAMPLE 1/16 JOIN t AS y FINAL SAMPLE 1/32 ON x.k = y.k",
    "SELECT count() FROM t AS x SAMPLE 1/16, t AS y SAMPLE 1/32",
    "SELECT k FROM (SELECT k FROM t FINAL SAMPLE 1/8) AS q WHERE k > 3",
    "WITH c AS (SELECT k FROM t SAMPLE 1/16) SELECT k FROM c",
    "SELECT k FROM t FINAL WHERE k IN (SELECT k FROM t SAMPLE 1/50)",
    "SELECT k FROM t SAMPLE 1/32 UNION ALL SELECT k FROM t FINAL SAMPLE 1/32 OFFSET 1/2",
    "SELECT k, z FROM t FINAL SAMPLE 1/64 ARRAY JOIN [1, 2] AS z",
    "SELECT DISTINCT ON (n) n FROM t SAMPLE 1/4",
    "SELECT k FROM t SAMPLE 1/4 ORDER BY k LIMIT 3 OFFSET 1",
    "SELECT id, s FROM h SAMPLE 1/10",
    "SELECT id FROM h SAMPLE 0.05 OFFSET 0.95",
    "SELECT count() FROM h SAMPLE 100",
    "SELECT sum(g) FROM h SAMPLE 1/3 OFFSET 2/3 WHERE g > 50",
    "SELECT id, v, ver FROM r FINAL SAMPLE 1/2",
    "SELECT id, v, ver FROM r FINAL SAMPLE 1/3 OFFSET 2/3",
    "SELECT count() FROM r FINAL SAMPLE 40",
    "SELECT a FROM w SAMPLE 1/10 OFFSET 1/2",
    "SELECT a, m FROM w SAMPLE 3",
    "SELECT * EXCEPT (b) FROM w SAMPLE 1/20",
    "SELECT k FROM empty SAMPLE 10 OFFSET 5",
    "SELECT k, v FROM a_view",
    "SELECT count() FROM a_view SAMPLE 1/2",
    "SELECT k FROM plain SAMPLE 1/2",
    "SELECT k FROM plain SAMPLE 1",
    "SELECT number FROM numbers(10) SAMPLE 1/2",
    "SELECT k FROM nowhere SAMPLE 1/2",
    "SELECT k FROM (SELECT k FROM t) SAMPLE 1/2",
    "SELECT k FROM t SAMPLE 1/2 FINAL",
    "SELECT sampling_key, engine_full FROM system.tables "
    "WHERE database = currentDatabase() AND name IN ('t', 'h', 'plain')",
    "SELECT name, is_in_sampling_key FROM system.columns "
    "WHERE database = currentDatabase() AND `table` = 'h'",
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.sample(3)
def test_the_answer_is_clickhouses(query: str, sides: tuple[Side, Side]) -> None:
    ours, theirs = (side.answer(query) for side in sides)
    assert ours == theirs


@pytest.mark.sample(0)
def test_rows_of_a_sample_are_written(client: Client, clickhouse: ClickHouse) -> None:
    sides = Side(client), Side(clickhouse)
    for side in sides:
        for statement in SETUP[:3]:
            side.run(statement)
        side.run("CREATE TABLE u AS t")
        side.run("INSERT INTO u SELECT * FROM t FINAL SAMPLE 1/8 OFFSET 1/8")
        side.run("DELETE FROM t WHERE k < 20")
        side.run(
            "CREATE TABLE w (k UInt8) ENGINE = MergeTree ORDER BY k SAMPLE BY k "
            "AS SELECT k FROM t SAMPLE 1/2"
        )
    for query in ("SELECT k, v FROM u", "SELECT k, v FROM t FINAL", "SELECT k FROM w SAMPLE 1/3"):
        ours, theirs = (side.answer(query) for side in sides)
        assert ours == theirs, query


@pytest.mark.sample(0)
def test_the_sampling_key_changes(client: Client, clickhouse: ClickHouse) -> None:
    sides = Side(client), Side(clickhouse)
    for side in sides:
        side.run("CREATE TABLE t (a UInt8, b UInt32, c Int8) ENGINE = MergeTree ORDER BY (a, b, c)")
        side.run("INSERT INTO t SELECT number, number * 7000000, 0 FROM numbers(256)")
    for statement in (
        "ALTER TABLE t MODIFY SAMPLE BY b",
        "ALTER TABLE t MODIFY SAMPLE BY a, ADD COLUMN d Int8",
        "ALTER TABLE t MODIFY SAMPLE BY c",
        "ALTER TABLE t MODIFY SAMPLE BY intHash32(a)",
        "ALTER TABLE t MODIFY SAMPLE BY nothing",
        "ALTER TABLE t RENAME COLUMN a TO z",
        "ALTER TABLE t REMOVE SAMPLE BY",
        "ALTER TABLE t REMOVE SAMPLE BY",
    ):
        ours, theirs = (side.outcome(statement) for side in sides)
        assert ours == theirs, statement
        for query in (
            "SELECT a FROM t SAMPLE 1/5",
            "SELECT sampling_key FROM system.tables "
            "WHERE database = currentDatabase() AND name = 't'",
        ):
            ours, theirs = (side.answer(query) for side in sides)
            assert ours == theirs, f"{query} after {statement}"


def test_a_sample_leaves_files_unread(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32) ENGINE = ReplacingMergeTree ORDER BY k SAMPLE BY k")
    client.run("INSERT INTO t SELECT number FROM numbers(100)")
    client.run("INSERT INTO t SELECT 4294967295 - number FROM numbers(100)")
    [(plan,)] = client.run("EXPLAIN FORMATTED SELECT k FROM t FINAL SAMPLE 1/2 OFFSET 1/2")
    assert "2147483648" in plan
    assert "PushedFilters" in plan


def test_sparks_own_samples_stay(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k SAMPLE BY k")
    client.run("INSERT INTO t SELECT number FROM numbers(100)")
    assert client.run("SELECT count(*) FROM t TABLESAMPLE (100 PERCENT)") == [(100,)]
    assert client.run("SELECT max(sample.k) FROM t AS sample") == [(99,)]


def test_what_is_refused(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k SAMPLE BY k")
    assert client.error("SELECT _sample_factor FROM t SAMPLE 1/2").name == "NOT_IMPLEMENTED"
    client.run("CREATE TABLE sparks (k INT) USING parquet")
    error = client.error("SELECT k FROM sparks SAMPLE 1/2")
    assert error.name == "SAMPLING_NOT_SUPPORTED"
    assert "TABLESAMPLE" in error.message
