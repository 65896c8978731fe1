"""Refreshable views beside what goes on meanwhile: readers, writers, cancels, restarts, kills.

What they answer is compared with ClickHouse in `fidelity/views/refreshable*`.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.command import fsck, rmt
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, Endpoint
from support.waiting import eventually

SLOW = (
    "SELECT max(hex(MD5(repeat(toString(number), 20000)))) AS m FROM numbers(1500000) "
    "WHERE number < {}"
)
"""A query of one task that takes minutes, if it is asked for all."""
HOW_MANY = "(SELECT max(n) FROM size)"
ALL = 1_500_000


def _status(client: Client, view: str, columns: str = "status") -> tuple[object, ...]:
    [row] = client.run(
        f"SELECT {columns} FROM system.view_refreshes "
        f"WHERE database = currentDatabase() AND view = '{view}'"
    )
    return row


def _slow_view(client: Client, clause: str = "EVERY 1 YEAR") -> None:
    """A view `v` with one row, of which the next refresh takes minutes."""
    client.script(
        "CREATE TABLE size (n UInt64) ENGINE = MergeTree ORDER BY n",
        "INSERT INTO size VALUES (10)",
        f"CREATE MATERIALIZED VIEW v REFRESH {clause} ENGINE = MergeTree ORDER BY m AS "
        + SLOW.format(HOW_MANY),
        "SYSTEM WAIT VIEW v",
        f"INSERT INTO size VALUES ({ALL})",
        "SYSTEM REFRESH VIEW v",
    )
    eventually(lambda: _status(client, "v") == ("Running",))


@pytest.mark.sample(0)
def test_readers_see_the_old_rows_or_the_new_ones(
    client: Client, endpoint: EmbeddedEndpoint
) -> None:
    client.script(
        "CREATE TABLE g (v UInt64) ENGINE = MergeTree ORDER BY v",
        "INSERT INTO g VALUES (0)",
        "CREATE MATERIALIZED VIEW few REFRESH AFTER 0 SECOND ENGINE = MergeTree ORDER BY k AS "
        "SELECT number AS k, (SELECT max(v) FROM g) AS v FROM numbers(1000)",
        "CREATE MATERIALIZED VIEW many REFRESH AFTER 0 SECOND ENGINE = ReplacingMergeTree "
        "ORDER BY k AS SELECT number AS k, (SELECT max(v) FROM g) AS v FROM numbers(50000)",
        "SYSTEM WAIT VIEW few",
        "SYSTEM WAIT VIEW many",
    )
    done = threading.Event()

    def read(view: str, rows: int, final: str) -> int:
        generations = set()
        with endpoint.connect() as mine:
            while not done.wait(0.5):
                query = f"SELECT count(), uniqExact(k), min(v), max(v) FROM {view} {final}"
                [(count, keys, least, most)] = mine.run(
                    query.replace("FROM ", f"FROM {client.database}.")
                )
                assert (count, keys, least) == (rows, rows, most)
                generations.add(least)
        return len(generations)

    with ThreadPoolExecutor(3) as pool:
        jobs = [
            pool.submit(read, "few", 1000, ""),
            pool.submit(read, "many", 50_000, ""),
            pool.submit(read, "many", 50_000, "FINAL"),
        ]
        for generation in range(1, 4):
            client.run(f"INSERT INTO g VALUES ({generation})")
            for view, rows in (("few", 1000), ("many", 50_000)):
                query = f"SELECT min(v), count() FROM {view}"
                wanted = [(generation, rows)]
                eventually(lambda q=query, w=wanted: client.run(q) == w, 120)
        done.set()
        assert all(job.result() >= 1 for job in jobs)
    client.run("SYSTEM STOP VIEWS")
    client.run("SYSTEM START VIEWS")


@pytest.mark.parametrize("how", ["SYSTEM CANCEL VIEW v", "SYSTEM STOP VIEW v", "KILL QUERY"])
@pytest.mark.sample(1)
def test_a_refresh_that_is_cancelled_leaves_what_is_there(client: Client, how: str) -> None:
    _slow_view(client)
    before = client.run("SELECT * FROM v")
    running = (
        "SELECT query_id, query_kind, user FROM system.processes "
        "WHERE query LIKE 'INSERT INTO {}.%'"
    )
    [(query_id, kind, user)] = client.run(running.format(client.database))
    assert kind == "Insert"
    assert user == client.run("SELECT currentUser()")[0][0]
    if how == "KILL QUERY":
        how = f"KILL QUERY WHERE query_id = '{query_id}' SYNC"
    client.run(how)
    expected = "Disabled" if "STOP" in how else "Scheduled"
    eventually(lambda: _status(client, "v") == (expected,))
    (exception,) = _status(client, "v", "exception")
    assert exception == "cancelled" or "QUERY_WAS_CANCELLED" in str(exception)
    eventually(lambda: client.run(running.format(client.database)) == [])
    assert client.run("SELECT * FROM v") == before
    kinds = client.run(f"SELECT type FROM system.query_log WHERE query_id = '{query_id}'")
    assert kinds == [("QueryStart",), ("ExceptionWhileProcessing",)]
    client.run("TRUNCATE TABLE size")
    client.run("INSERT INTO size VALUES (5)")
    client.script("SYSTEM REFRESH VIEW v", "SYSTEM START VIEW v", "SYSTEM WAIT VIEW v")
    assert client.run("SELECT * FROM v") != before


@pytest.mark.parametrize("how", ["DROP VIEW v", "DETACH TABLE v"])
@pytest.mark.sample(1)
def test_a_view_goes_amid_its_refresh(client: Client, how: str) -> None:
    _slow_view(client)
    client.run(how)
    running = f"SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO {client.database}%'"
    eventually(lambda: client.run(running) == [])
    own = "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name LIKE '.%'"
    if how.startswith("DROP"):
        assert client.run(own) == [(0,)]
        return
    client.run("TRUNCATE TABLE size")
    client.run("INSERT INTO size VALUES (5)")
    client.script("ATTACH TABLE v", "SYSTEM REFRESH VIEW v", "SYSTEM WAIT VIEW v")
    assert client.run("SELECT count() FROM v") == [(1,)]


def test_whoever_waits_may_leave(client: Client, endpoint: EmbeddedEndpoint) -> None:
    _slow_view(client)
    with endpoint.connect() as other, ThreadPoolExecutor(1) as pool:
        other.run(f"USE {client.database}")
        waiting = pool.submit(other.error, "SYSTEM WAIT VIEW v")
        running = "SELECT query_id FROM system.processes WHERE query = 'SYSTEM WAIT VIEW v'"
        eventually(lambda: client.run(running))
        client.run("KILL QUERY WHERE query = 'SYSTEM WAIT VIEW v'")
        client.run("DROP VIEW v")
        assert waiting.result().name in ("TABLE_IS_DROPPED", "QUERY_WAS_CANCELLED")


def test_a_failure_is_in_the_log_and_in_counters(client: Client) -> None:
    counter = "SELECT value FROM system.events WHERE event = 'RefreshableViewRefreshFailed'"
    before = sum(value for (value,) in client.run(counter))
    client.script(
        "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 YEAR SETTINGS refresh_retries = 2, "
        "refresh_retry_initial_backoff_ms = 10 ENGINE = Memory AS SELECT throwIf(1, 'oh no') AS a"
    )
    eventually(lambda: _status(client, "v", "status, retry") == ("Scheduled", 3))
    error = client.error("SYSTEM WAIT VIEW v")
    assert error.name == "REFRESH_FAILED"
    assert "oh no" in error.message
    assert client.run(counter) == [(before + 3,)]
    [(exception,)] = client.run(
        "SELECT DISTINCT exception FROM system.query_log WHERE type = 'ExceptionWhileProcessing' "
        f"AND query LIKE 'INSERT INTO {client.database}.%'"
    )
    assert "oh no" in exception


def test_a_refresh_has_the_rights_of_the_one_who_made_the_view(
    client: Client, endpoint: EmbeddedEndpoint
) -> None:
    client.run("CREATE TABLE t (k UInt8, v String) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    client.run("CREATE ROW POLICY p ON t USING v = 'a' TO ann")
    view = "CREATE MATERIALIZED VIEW {} REFRESH EVERY 1 YEAR ENGINE = Memory AS SELECT k FROM t"
    with Client(endpoint.port, username="ann", database=client.database) as ann:
        ann.script(view.format("hers"), "SYSTEM WAIT VIEW hers")
        assert "DEFINER = ann SQL SECURITY DEFINER" in ann.run("SHOW CREATE TABLE hers")[0][0]
    client.script(view.format("mine"), "SYSTEM WAIT VIEW mine")
    client.script("SYSTEM REFRESH VIEW hers", "SYSTEM WAIT VIEW hers")
    assert client.run("SELECT k FROM hers ORDER BY k") == [(1,)]
    assert client.run("SELECT k FROM mine ORDER BY k") == [(1,), (2,)]
    error = client.error(
        "CREATE MATERIALIZED VIEW x REFRESH EVERY 1 YEAR ENGINE = Memory DEFINER = ann "
        "AS SELECT k FROM t"
    )
    assert error.name == "ACCESS_DENIED"


@pytest.mark.sample(0)
def test_what_a_session_has_set_makes_no_difference(client: Client) -> None:
    client.script(
        "CREATE TABLE t (k UInt8, v UInt8) ENGINE = ReplacingMergeTree(v) ORDER BY k",
        "INSERT INTO t VALUES (1, 1)",
        "INSERT INTO t VALUES (1, 2)",
        "SET final = 1",
        "SET spark.sql.session.timeZone = Asia/Tokyo",
        "CREATE TEMPORARY TABLE other (k UInt8)",
        "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 YEAR ENGINE = Memory AS SELECT k, v FROM t",
        "CREATE MATERIALIZED VIEW w REFRESH EVERY 1 YEAR ENGINE = Memory AS SELECT k, v FROM t "
        "SETTINGS final = 1",
        "SYSTEM WAIT VIEW v",
        "SYSTEM WAIT VIEW w",
    )
    assert client.run("SELECT count() FROM v") == [(2,)]
    assert client.run("SELECT count() FROM w") == [(1,)]
    error = client.error(
        "CREATE MATERIALIZED VIEW x REFRESH EVERY 1 YEAR ENGINE = Memory AS SELECT k FROM other"
    )
    assert error.name == "UNKNOWN_TABLE"


@pytest.mark.sample(0)
def test_a_target_may_have_keys_partitions_and_policies(client: Client) -> None:
    client.script(
        "CREATE TABLE s (k Int64, d Date) ENGINE = MergeTree ORDER BY k",
        "INSERT INTO s SELECT number, toDate('2024-01-01') + number % 3 FROM numbers(9)",
        "CREATE TABLE t (d Date, n UInt64, CONSTRAINT few CHECK n < 100) "
        "ENGINE = SummingMergeTree(n) PARTITION BY d ORDER BY d "
        "SETTINGS non_replicated_deduplication_window = 10",
        "INSERT INTO t VALUES ('2020-01-01', 1)",
        "ALTER TABLE t UPDATE n = 2 WHERE 1",
        "CREATE ROW POLICY p ON t USING n > 2 TO ALL",
        "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 YEAR SETTINGS refresh_retries = 0 TO t AS "
        "SELECT d, count() AS n FROM s GROUP BY d",
        "SYSTEM WAIT VIEW v",
    )
    assert client.run("SELECT toString(d), n FROM t FINAL ORDER BY d")[0] == ("2024-01-01", 3)
    assert len(client.active_parts("t")) == 3
    client.run("INSERT INTO s SELECT number, toDate('2024-01-01') FROM numbers(200)")
    client.run("SYSTEM REFRESH VIEW v")
    error = client.error("SYSTEM WAIT VIEW v")
    assert "VIOLATED_CONSTRAINT" in error.message
    assert client.run("SELECT sum(n) FROM t") == [(9,)]
    client.run("DROP ROW POLICY p ON t")


@pytest.mark.sample(0)
def test_a_database_goes_with_its_views(client: Client) -> None:
    name = f"{client.database}_x"
    client.script(
        f"CREATE DATABASE {name}",
        f"CREATE MATERIALIZED VIEW {name}.v REFRESH AFTER 0 SECOND ENGINE = Memory "
        "AS SELECT 1 AS a",
        f"SYSTEM WAIT VIEW {name}.v",
        "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a",
        f"EXCHANGE TABLES {name}.v AND t",
        "SYSTEM REFRESH VIEW t",
        "SYSTEM WAIT VIEW t",
    )
    assert client.run("SELECT * FROM t") == [(1,)]
    client.script(f"EXCHANGE TABLES {name}.v AND t", f"DROP DATABASE {name} CASCADE")
    count = f"SELECT count() FROM system.view_refreshes WHERE database = '{name}'"
    assert client.run(count) == [(0,)]


def test_the_statements_of_clickhouses_page(client: Client) -> None:
    """https://clickhouse.com/docs/materialized-view/refreshable-materialized-view"""
    client.script(
        "CREATE TABLE table_name (x Int64) ENGINE = MergeTree ORDER BY x",
        "CREATE MATERIALIZED VIEW table_name_mv REFRESH EVERY 1 MINUTE TO table_name AS "
        "SELECT 1 AS x",
        "SYSTEM REFRESH VIEW table_name_mv",
        "SYSTEM WAIT VIEW table_name_mv",
        "ALTER TABLE table_name_mv MODIFY REFRESH EVERY 30 SECONDS",
    )
    [row] = client.run(
        "SELECT database, view, status, last_success_time, last_refresh_time, next_refresh_time, "
        "read_rows, written_rows FROM system.view_refreshes WHERE database = currentDatabase()"
    )
    assert row[:2] == (client.database, "table_name_mv")
    assert row[2] in ("Scheduled", "Scheduling", "Running")
    client.script(
        "CREATE TABLE events (ts DateTime, uuid String) ENGINE = MergeTree ORDER BY uuid",
        "INSERT INTO events VALUES (now(), 'a'), (now(), 'a'), (now(), 'b')",
        "CREATE TABLE events_snapshot (ts DateTime32, uuid String, count UInt64) "
        "ENGINE = MergeTree ORDER BY uuid",
        "CREATE MATERIALIZED VIEW events_snapshot_mv REFRESH EVERY 10 SECOND APPEND "
        "TO events_snapshot AS SELECT now() AS ts, uuid, count() AS count FROM events "
        "GROUP BY ALL",
        "SYSTEM WAIT VIEW events_snapshot_mv",
    )
    assert client.run("SELECT uuid, count FROM events_snapshot ORDER BY uuid LIMIT 2") == [
        ("a", 2),
        ("b", 1),
    ]
    client.script("SYSTEM STOP VIEW events_snapshot_mv", "SYSTEM STOP VIEW table_name_mv")


# Endpoints that end


@pytest.mark.sample(0)
def test_refreshes_go_on_after_a_restart_and_in_a_restored_backup(tmp_path: Path) -> None:
    """Three endpoints start one after the other."""
    warehouse = tmp_path / "w"
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        client.script(
            "CREATE TABLE t (k UInt64) ENGINE = MergeTree ORDER BY k",
            "CREATE MATERIALIZED VIEW once REFRESH EVERY 10 YEAR APPEND TO t AS SELECT 1 AS k",
            "CREATE MATERIALIZED VIEW later REFRESH EVERY 10 YEAR APPEND TO t EMPTY AS "
            "SELECT 2 AS k",
            "CREATE MATERIALIZED VIEW often REFRESH AFTER 1 SECOND ENGINE = Memory AS "
            "SELECT count() AS n FROM t",
            "SYSTEM WAIT VIEW once",
            "SYSTEM STOP VIEW once",
            "SYSTEM STOP REPLICATED VIEW later",
        )
        success = _status(client, "once", "last_success_time")
    backup = rmt("backup", "--warehouse", str(warehouse), str(tmp_path / "b"))
    assert backup.returncode == 0, backup.stderr
    restored = rmt("restore", "--warehouse", str(tmp_path / "r"), str(tmp_path / "b"))
    assert restored.returncode == 0, restored.stderr
    for place in (warehouse, tmp_path / "r"):
        with Endpoint(place) as endpoint, endpoint.connect() as client:
            assert _status(client, "once", "status, last_success_time") == ("Scheduled", *success)
            assert _status(client, "later") == ("Disabled",)
            assert client.run("SELECT k FROM t") == [(1,)]
            client.run("INSERT INTO t VALUES (7)")
            eventually(lambda c=client: c.run("SELECT n FROM often") == [(2,)])
            client.script("SYSTEM START REPLICATED VIEW later", "SYSTEM REFRESH VIEW later")
            client.run("SYSTEM WAIT VIEW later")
            assert client.run("SELECT k FROM t ORDER BY k") == [(1,), (2,), (7,)]
    assert fsck(warehouse).endswith(", 0 faults")


@pytest.mark.sample(0)
@pytest.mark.parametrize("append", ["", "APPEND"])
def test_kill_9_amid_a_refresh_leaves_nothing_half(tmp_path: Path, append: str) -> None:
    """An endpoint starts anew after the kill."""
    warehouse = tmp_path / "w"
    endpoint = Endpoint(warehouse).start()
    try:
        with endpoint.connect() as client:
            client.script(
                "CREATE TABLE size (n UInt64) ENGINE = MergeTree ORDER BY n",
                "INSERT INTO size VALUES (10)",
                f"CREATE MATERIALIZED VIEW v REFRESH EVERY 10 YEAR {append} "
                "ENGINE = MergeTree ORDER BY k AS SELECT number AS k, "
                "hex(MD5(repeat(toString(number), 100))) AS m FROM numbers(1900000) "
                f"WHERE number < {HOW_MANY}",
                "SYSTEM WAIT VIEW v",
                "INSERT INTO size VALUES (1900000)",
                "ALTER TABLE v MODIFY REFRESH EVERY 1 SECOND" + (" APPEND" if append else ""),
            )
            eventually(lambda: _status(client, "v") == ("Running",))
            assert client.run("SELECT count() FROM v") == [(10,)]
    finally:
        endpoint.kill()
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        assert client.run("SELECT count() FROM v") == [(10,)]
        client.script("SYSTEM STOP VIEW v", "TRUNCATE TABLE size", "INSERT INTO size VALUES (5)")
        eventually(lambda: _status(client, "v") == ("Disabled",))
        again = " APPEND" if append else ""
        client.script(
            f"ALTER TABLE v MODIFY REFRESH EVERY 10 YEAR{again}",
            "SYSTEM START VIEW v",
            "SYSTEM REFRESH VIEW v",
            "SYSTEM WAIT VIEW v",
        )
        eventually(lambda: _status(client, "v") == ("Scheduled",))
        [(rows,)] = client.run("SELECT count() FROM v")
        assert rows == 5 if not append else rows in (15, 20)
    assert fsck(warehouse).endswith(", 0 faults")
