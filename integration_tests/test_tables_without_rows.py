"""Tables that show the rows of others, Merge and Buffer: users, sessions, restarts, failures."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fsck
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, Endpoint, ServerError

LIMITS = "16, 10, 100, 10000, 1000000, 10000000, 100000000"


def _fails(client: Client, statement: str) -> str:
    with pytest.raises(ServerError) as caught:
        client.run(statement)
    return str(caught.value)


@pytest.mark.sample(0)
def test_policies_of_all_tables_on_the_way_hide_rows(
    endpoint: EmbeddedEndpoint, client: Client
) -> None:
    database = client.database
    client.script(
        "CREATE TABLE t1 (k UInt8, v String) ENGINE = ReplacingMergeTree ORDER BY k",
        "CREATE TABLE t2 (k UInt8, v String) ENGINE = MergeTree ORDER BY k",
        "INSERT INTO t1 VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO t1 VALUES (1, 'b')",
        "INSERT INTO t2 VALUES (3, 'a'), (4, 'b')",
        f"CREATE TABLE m ENGINE = Merge({database}, '^t[12]$')",
        f"CREATE TABLE b AS t2 ENGINE = Buffer({database}, t2, {LIMITS})",
        "CREATE VIEW v AS SELECT k FROM merge('^t[12]$') FINAL",
        "CREATE ROW POLICY p ON t1 USING v = 'b' TO ann",
        "CREATE ROW POLICY p ON t2 USING k > 3 TO ann",
    )
    ann = Client(endpoint.port, username="ann", database=database)
    assert ann.run("SELECT k, v FROM m ORDER BY k") == [(1, "b"), (2, "b"), (4, "b")]
    assert ann.run("SELECT count() FROM m") == [(3,)]
    assert ann.run("SELECT count() FROM merge('^t[12]$') FINAL") == [(3,)]
    assert ann.run("SELECT k FROM v ORDER BY k") == [(1,), (2,), (4,)]
    assert ann.run("SELECT k FROM b") == [(4,)]
    client.run("CREATE ROW POLICY p ON m USING k < 3 TO ann")
    assert ann.run("SELECT k FROM m ORDER BY k") == [(1,), (2,)]
    assert ann.run("SELECT count(), max(k) FROM m FINAL") == [(2, 2)]
    assert client.run("SELECT count() FROM m") == [(5,)]
    ann.connection.close()


def test_spark_reads_them_as_it_reads_tables(client: Client) -> None:
    client.script(
        "CREATE TABLE t1 (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t2 (k Int64) ENGINE = MergeTree ORDER BY k",
        f"CREATE TABLE m (k Int64, missing String) ENGINE = Merge({client.database}, '^t[0-9]$')",
        "CREATE VIEW v AS SELECT k FROM m",
        "INSERT INTO t1 VALUES (1)",
        "SET dialect = 'spark'",
    )
    assert client.run("SELECT k, missing FROM m") == [(1, "")]
    assert client.run("SELECT count(*) FROM m") == [(1,)]
    client.script(
        "CREATE VIEW s AS SELECT max(k) AS k FROM m", "CREATE TABLE spark USING parquet AS SELECT 1"
    )
    client.script("SET dialect = 'clickhouse'", "INSERT INTO t2 VALUES (7)")
    assert client.run("SELECT k FROM s") == [(7,)]
    assert client.run("SELECT k FROM v ORDER BY k") == [(1,), (7,)]
    client.script(
        "CREATE TABLE t3 (k Int64) ENGINE = MergeTree ORDER BY k", "INSERT INTO t3 VALUES (9)"
    )
    assert client.run("SELECT k FROM s") == [(9,)]
    client.run("DROP TABLE spark")


def test_what_a_buffer_hands_on_is_all_or_nothing(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k Int64, CONSTRAINT few CHECK k < 10) ENGINE = MergeTree ORDER BY k "
        "SETTINGS non_replicated_deduplication_window = 10",
        f"CREATE TABLE b (k Int64) ENGINE = Buffer({client.database}, t, {LIMITS})",
        "CREATE TABLE log (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE MATERIALIZED VIEW v TO log AS SELECT k FROM b",
    )
    assert "VIOLATED_CONSTRAINT" in _fails(client, "INSERT INTO b VALUES (1), (10)")
    assert client.run("SELECT count() FROM log") == [(0,)]
    for _ in range(2):
        client.run("INSERT INTO b SETTINGS insert_deduplication_token = 'once' VALUES (1)")
    assert client.run("SELECT count() FROM t") == [(1,)]
    client.run("DROP TABLE t")
    assert "UNKNOWN_TABLE" in _fails(client, "INSERT INTO b VALUES (2)")
    assert client.run("SELECT count() FROM b") == [(0,)]
    assert client.run("SELECT k FROM log WHERE k = 2") == []
    assert "NOT_IMPLEMENTED" in _fails(client, "INSERT OVERWRITE b VALUES (2)")


@pytest.mark.sample(0)
def test_a_large_insert_goes_through_a_buffer(client: Client) -> None:
    rows = 150_000
    client.script(
        "CREATE TABLE t (k Int64, d Int64, v String DEFAULT 'x') ENGINE = ReplacingMergeTree "
        "PARTITION BY k % 3 ORDER BY k",
        f"CREATE TABLE b (k Int64, d Int64, e Int8) ENGINE = Buffer({client.database}, t, "
        f"{LIMITS})",
        f"INSERT INTO b SELECT id % {rows // 2}, id, 1 FROM range({rows})",
    )
    assert client.run("SELECT count(), min(v) FROM t FINAL") == [(rows // 2, "x")]
    assert client.run("SELECT count(), max(e) FROM b FINAL") == [(rows // 2, 0)]


def test_temporary_tables_show_others_too(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k",
        f"CREATE TEMPORARY TABLE m (k Int64) ENGINE = Merge({client.database}, '^t$')",
        f"CREATE TEMPORARY TABLE b AS t ENGINE = Buffer({client.database}, t, {LIMITS})",
        "INSERT INTO b VALUES (1)",
    )
    assert client.run("SELECT k, _table FROM m") == [(1, "t")]
    assert client.run("SELECT count() FROM b") == [(1,)]
    client.run("DROP TABLE m")
    assert client.run("SELECT count() FROM t") == [(1,)]


def test_names_in_another_case_and_odd_patterns(client: Client) -> None:
    database = client.database
    client.script(
        "CREATE TABLE Orders_1 (k Int64) ENGINE = MergeTree ORDER BY k",
        "INSERT INTO Orders_1 VALUES (1)",
        f"CREATE TABLE m (k Int64) ENGINE = Merge('{database.upper()}', '(?i)^orders_\\\\d$')",
        f"CREATE TABLE none (k Int64) ENGINE = Merge({database}, 'it\\'s|`|\"')",
    )
    assert client.run("SELECT k, _table, _database FROM m") == [(1, "Orders_1", database)]
    assert client.run("SELECT * FROM none") == []
    [(text,)] = client.run("SHOW CREATE TABLE none")
    assert text.endswith(f"ENGINE = Merge('{database}', 'it\\'s|`|\"')")
    client.script("DROP TABLE none", text)
    assert client.run("SHOW CREATE TABLE none") == [(text,)]


@pytest.mark.sample(0)
def test_they_are_there_after_a_restart_whatever_they_show(tmp_path: Path) -> None:
    with Endpoint(tmp_path / "w") as endpoint, endpoint.connect() as client:
        client.script(
            "CREATE DATABASE away",
            "CREATE TABLE t (k Int64, a Array(Int8)) ENGINE = ReplacingMergeTree ORDER BY k",
            "CREATE TABLE of_away (k Int64) ENGINE = Merge(away, '^t$')",
            "CREATE TABLE m (k Int64) ENGINE = Merge(default, '^t$')",
            "CREATE TABLE wrong (a Int8) ENGINE = Merge(default, '^t$')",
            "CREATE TABLE one (k Int64) ENGINE = Merge(default, '^two$')",
            "CREATE TABLE two (k Int64) ENGINE = Merge(default, '^one$')",
            f"CREATE TABLE b (k Int64) ENGINE = Buffer(default, t, {LIMITS})",
            "CREATE VIEW v AS SELECT k FROM merge('^t$')",
            "DETACH TABLE m PERMANENTLY",
            "INSERT INTO b VALUES (1)",
            "DROP DATABASE away CASCADE",
        )
    with Endpoint(tmp_path / "w") as endpoint, endpoint.connect() as client:
        client.script("INSERT INTO b VALUES (2)", "ATTACH TABLE m")
        assert client.run("SELECT k FROM m ORDER BY k") == [(1,), (2,)]
        assert client.run("SELECT k FROM v ORDER BY k") == [(1,), (2,)]
        assert "UNKNOWN_DATABASE" in _fails(client, "SELECT k FROM of_away")
        assert "TOO_DEEP_RECURSION" in _fails(client, "SELECT k FROM one")
        assert "ILLEGAL_TYPE" in _fails(client, "SELECT a FROM wrong")
        client.script("DROP TABLE one", "DROP TABLE wrong")
        assert client.run("SELECT k FROM two") == []
    assert fsck(tmp_path / "w").endswith("5 tables, 0 faults")
