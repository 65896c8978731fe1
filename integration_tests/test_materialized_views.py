"""Materialized views: large inserts, other sessions, restarts, and what goes on meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.command import fsck
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, Endpoint

from sqlalchemy_rmt import dbapi

ROWS = 150_000
"""More than an insert takes for a small one, whose rows pass the driver."""


@pytest.mark.sample(0)
def test_a_large_insert_shows_views_all_its_rows_before_they_collapse(client: Client) -> None:
    client.script(
        "CREATE TABLE s (k Int64, v String, d Date MATERIALIZED toDate('2024-01-01') + k % 3) "
        "ENGINE = ReplacingMergeTree PARTITION BY k % 2 ORDER BY k",
        "CREATE TABLE log (k Int64, v String) ENGINE = Null",
        "CREATE TABLE t (d Date, n UInt64, least Int64) ENGINE = SummingMergeTree(n) ORDER BY d",
        "CREATE MATERIALIZED VIEW days TO t AS "
        "SELECT d, count() AS n, min(k) AS least FROM s GROUP BY d",
        "CREATE MATERIALIZED VIEW copy TO s AS SELECT k, v FROM log",
        f"INSERT INTO log SELECT number % 1000, toString(number) FROM numbers({ROWS})",
    )
    assert client.run("SELECT count(), uniqExact(k) FROM s FINAL") == [(1000, 1000)]
    assert client.run("SELECT count() FROM log") == [(0,)]
    rows = client.run("SELECT toString(d), n, least FROM t FINAL ORDER BY d")
    assert [row[0] for row in rows] == ["2024-01-01", "2024-01-02", "2024-01-03"]
    assert sum(row[1] for row in rows) == ROWS
    assert [row[2] for row in rows] == [0, 1, 2]


@pytest.mark.sample(0)
def test_a_repeated_large_insert_is_known_by_its_token(client: Client) -> None:
    window = "SETTINGS non_replicated_deduplication_window = 100"
    insert = (
        f"INSERT INTO s SELECT number FROM numbers({ROWS}) "
        "SETTINGS insert_deduplication_token = 'once'"
    )
    client.script(
        f"CREATE TABLE s (k Int64) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k {window}",
        f"CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n {window}",
        "CREATE TABLE u (n UInt64) ENGINE = MergeTree ORDER BY n",
        "CREATE MATERIALIZED VIEW vt TO t AS SELECT count() AS n FROM s",
        "CREATE MATERIALIZED VIEW vu TO u AS SELECT count() AS n FROM s",
        insert,
        insert,
    )
    assert client.run("SELECT count() FROM s") == [(ROWS,)]
    assert client.run("SELECT n FROM t") == [(ROWS,)]
    assert client.run("SELECT n FROM u") == [(ROWS,), (ROWS,)]


@pytest.mark.sample(0)
def test_a_large_insert_of_which_a_view_fails_leaves_nothing(client: Client) -> None:
    client.script(
        "CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE u (k UInt8) ENGINE = MergeTree ORDER BY k",
        "CREATE MATERIALIZED VIEW good TO t AS SELECT k FROM s",
        "CREATE MATERIALIZED VIEW bad TO u AS SELECT k FROM s",
    )
    error = client.error(f"INSERT INTO s SELECT number FROM numbers({ROWS})")
    assert error.name == "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
    assert f"while pushing to view {client.database}.bad" in error.message
    for table in ("s", "t", "u"):
        assert client.run(f"SELECT count() FROM {table}") == [(0,)]
        assert client.active_parts(table) == []


def test_a_view_is_as_its_readers_expect(client: Client, endpoint: EmbeddedEndpoint) -> None:
    """Spark's dialect, a view over it, metadata of drivers, another time zone, another database."""
    client.script(
        "CREATE TABLE s (k Int64, at DateTime('Asia/Tokyo')) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE t (day Date, k Int64, hidden Int64 MATERIALIZED k + 1, more Int64) "
        "ENGINE = ReplacingMergeTree ORDER BY k",
        "CREATE MATERIALIZED VIEW v TO t AS SELECT k, toDate(at) AS day FROM s",
        "CREATE VIEW plain AS SELECT day, count() AS n FROM v FINAL GROUP BY day",
    )
    with endpoint.connect() as other:
        other.run("SET spark.sql.session.timeZone = America/New_York")
        other.run(f"INSERT INTO {client.database}.s VALUES (1, '2024-03-01 23:30:00')")
    assert client.run("SELECT k, toString(day) FROM v") == [(1, "2024-03-01")]
    assert client.run("SELECT toString(day), n FROM plain") == [("2024-03-01", 1)]
    assert [row[0] for row in client.run("DESCRIBE v")] == ["k", "day"]
    client.run("SET dialect = 'spark'")
    assert client.run("SELECT k, CAST(day AS STRING) FROM v") == [(1, "2024-03-01")]
    client.run("SET dialect = 'auto'")
    with dbapi.connect(port=endpoint.port, database=client.database) as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT * FROM v")
        assert [column[0] for column in cursor.description or ()] == ["k", "day"]


@pytest.mark.sample(0)
def test_inserts_go_on_while_views_come_and_go(client: Client, endpoint: EmbeddedEndpoint) -> None:
    client.run("CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE MATERIALIZED VIEW always TO t AS SELECT k FROM s")

    def insert(first: int) -> None:
        with endpoint.connect() as mine:
            for k in range(first, first + 5):
                mine.run(f"INSERT INTO {client.database}.s VALUES ({k})")

    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(insert, 100 * number) for number in range(3)]
        for _ in range(4):
            client.run(
                "CREATE MATERIALIZED VIEW own ENGINE = MergeTree ORDER BY k POPULATE AS "
                "SELECT k FROM s"
            )
            client.run("DROP VIEW own")
        for job in jobs:
            job.result()
    assert client.run("SELECT count(), uniqExact(k) FROM s") == [(15, 15)]
    assert client.run("SELECT count(), uniqExact(k) FROM t") == [(15, 15)]
    assert client.run(
        "SELECT count() FROM system.tables "
        f"WHERE database = '{client.database}' AND name LIKE '.inner%'"
    ) == [(0,)]


@pytest.mark.sample(0)
def test_views_are_there_after_a_restart(tmp_path: Path) -> None:
    with Endpoint(tmp_path / "w") as endpoint, endpoint.connect() as client:
        client.script(
            "CREATE TABLE s (k Int64, v String) ENGINE = Null",
            "CREATE MATERIALIZED VIEW own ENGINE = ReplacingMergeTree ORDER BY k AS "
            "SELECT k, v FROM s",
            "CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k",
            "CREATE MATERIALIZED VIEW named TO t AS SELECT k FROM own",
            "CREATE MATERIALIZED VIEW away TO t AS SELECT k + 100 AS k FROM s",
            "DETACH TABLE away PERMANENTLY",
            "INSERT INTO s VALUES (1, 'a')",
        )
    with Endpoint(tmp_path / "w") as endpoint, endpoint.connect() as client:
        client.run("INSERT INTO s VALUES (1, 'b'), (2, 'c')")
        assert client.run("SELECT k, v FROM own FINAL ORDER BY k") == [(1, "b"), (2, "c")]
        client.script("ATTACH TABLE away", "INSERT INTO s VALUES (3, 'd')")
        assert client.run("SELECT k FROM t ORDER BY k") == [(103,)]
        client.run("DROP VIEW own")
    assert fsck(tmp_path / "w").endswith("4 tables, 0 faults")
