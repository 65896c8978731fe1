"""Projections: what reads them, and what happens to parts that have them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command import fsck, rmt
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, Endpoint
from support.waiting import eventually

from rmt_engine.spark.read.scan import ReadMode, Scans
from rmt_engine.store.table import Table

AGGREGATE = "PROJECTION p (SELECT v, count(), sum(k) GROUP BY v)"
SORTED = "PROJECTION n (SELECT k, v ORDER BY v)"
GROUPS = "SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v"
FORCED = f"{GROUPS} SETTINGS force_optimize_projection_name = 'p'"
ROWS = 150_000
"""More than an insert takes for a small one, whose rows pass the driver."""


def create(client: Client, *projections: str, more: str = "") -> None:
    listed = "".join(f", {one}" for one in projections)
    client.run(f"CREATE TABLE t (k Int64, v Int64{listed}) ENGINE = MergeTree ORDER BY k {more}")


def both(client: Client, query: str) -> list[tuple[object, ...]]:
    """The answer of a query that reads a projection, which is that of the table."""
    answer = client.run(f"{query} SETTINGS force_optimize_projection = 1")
    assert answer == client.run(f"{query} SETTINGS optimize_use_projections = 0")
    return answer


def projection_parts(client: Client) -> list[tuple[object, ...]]:
    return client.run(
        "SELECT name, parent_name, rows FROM system.projection_parts "
        f"WHERE database = '{client.database}' AND active ORDER BY name, parent_name"
    )


@pytest.mark.sample(0)
def test_large_inserts_merges_and_what_is_read(client: Client) -> None:
    create(client, AGGREGATE, SORTED)
    for start in (0, ROWS):
        client.run(f"INSERT INTO t SELECT number, number % 100 FROM numbers({start}, {ROWS})")
    expected = both(client, GROUPS)
    assert len(expected) == 100
    assert both(client, "SELECT k FROM t WHERE v = 7 AND k < 1000 ORDER BY k")[:2] == [(7,), (107,)]
    client.run("OPTIMIZE TABLE t FINAL")
    assert both(client, GROUPS) == expected
    assert [(name, rows) for name, _, rows in projection_parts(client)] == [
        ("n", 2 * ROWS),
        ("p", 100),
    ]
    assert both(client, "SELECT count() FROM t WHERE v > 97") == [(2 * ROWS // 50,)]


@pytest.mark.sample(0)
def test_tasks_of_spark_project_large_parts(client: Client) -> None:
    create(client, AGGREGATE, SORTED)
    rows = 1_100_000
    client.run(f"INSERT INTO t SELECT number, number % 100 FROM numbers({rows})")
    assert both(client, GROUPS)[1] == (1, rows // 100, sum(range(1, rows, 100)))
    keys = both(client, "SELECT k FROM t WHERE v = 7 ORDER BY k")
    assert keys == [(k,) for k in range(7, rows, 100)]
    found = [(name, rows) for name, _, rows in projection_parts(client)]
    assert found == [("n", rows), ("p", 100)]


def test_explain_and_the_log_tell_which_is_read(client: Client) -> None:
    create(client, AGGREGATE, SORTED)
    client.run("INSERT INTO t VALUES (1, 2), (3, 4)")
    plans = {query: client.run(f"EXPLAIN PLAN {query}")[0][0] for query in QUERIES}
    assert plans == {
        query: f"ReadFromMergeTree ({name or f'{client.database}.t'})"
        for query, name in QUERIES.items()
    }
    client.run("SELECT v, sum(k) AS logged FROM t GROUP BY v")
    client.run("SELECT k AS logged FROM t")
    found = client.run(
        "SELECT projections FROM system.query_log WHERE type = 'QueryFinish' "
        "AND query LIKE 'SELECT % AS logged %' AND query LIKE '%FROM t%' ORDER BY query_start_time"
    )
    lists = [row[0] for row in found[-2:]]
    assert sorted(map(str, lists)) == sorted(["[]", f'["{client.database}.t.p"]'])


QUERIES = {
    "SELECT v, count() FROM t GROUP BY v": "p",
    "SELECT k FROM t WHERE v = 3": "n",
    "SELECT k FROM t WHERE v IN (1, 2)": "n",
    "SELECT k FROM t WHERE v BETWEEN 1 AND 2": "n",
    "SELECT k FROM t PREWHERE v = 3 WHERE k > 1": "n",
    "SELECT max(k) FROM t WHERE v = 3": "n",
    "SELECT k FROM t WHERE k = 3 AND v > 1": "",
    "SELECT k FROM t WHERE v + 1 = 3": "",
    "SELECT k FROM t WHERE v = k": "",
    "SELECT k, _part FROM t WHERE v = 3": "",
    "SELECT k FROM t WHERE v = (SELECT max(v) FROM t)": "",
    "SELECT k FROM t": "",
}


@pytest.mark.parametrize("settings", [{}, {"spark.sql.session.timeZone": "Asia/Tokyo"}])
@pytest.mark.sample(0)
def test_hours_of_another_time_zone(client: Client, settings: dict[str, str]) -> None:
    client.run(
        "CREATE TABLE t (at DateTime, n Int64, PROJECTION p (SELECT toStartOfDay(at), sum(n) "
        "GROUP BY toStartOfDay(at)), PROJECTION q (SELECT at, count() GROUP BY at)) "
        "ENGINE = MergeTree ORDER BY n"
    )
    client.run(
        "INSERT INTO t SELECT toDateTime(1700000000 + 3600 * number), number FROM numbers(50)"
    )
    queries = (
        "SELECT toString(toStartOfDay(at)) AS d, sum(n) FROM t GROUP BY toStartOfDay(at) "
        "ORDER BY d",
        "SELECT toString(at), count() FROM t WHERE at > '2023-11-15 12:00:00' GROUP BY at "
        "ORDER BY at",
        "SELECT toHour(at), count() FROM t GROUP BY toHour(at) ORDER BY toHour(at)",
    )
    for name, value in settings.items():
        client.run(f"SET {name} = {value}")
    for query in queries:
        answer = client.run(query)
        assert answer == client.run(f"{query} SETTINGS optimize_use_projections = 0")
        assert answer


def test_a_row_policy_hides_rows_of_projections(client: Client) -> None:
    create(client, AGGREGATE, SORTED)
    client.run("INSERT INTO t SELECT number, number % 3 FROM numbers(30)")
    client.run(f"CREATE ROW POLICY few ON {client.database}.t FOR SELECT USING k < 3 TO ALL")
    assert client.run(GROUPS) == [(0, 1, 0), (1, 1, 1), (2, 1, 2)]
    assert client.run("SELECT k FROM t WHERE v = 1") == [(1,)]
    client.run(f"DROP ROW POLICY few ON {client.database}.t")
    assert client.run("SELECT count() FROM t WHERE v = 1") == [(10,)]


def test_odd_names(client: Client) -> None:
    client.run(
        "CREATE TABLE t (`a b` Int64, `x.y` String, `count` Int64, "
        "PROJECTION `p ro'j` (SELECT `a b`, `x.y`, sum(`count`), count() GROUP BY `a b`, `x.y`), "
        'PROJECTION `n"` (SELECT `count`, `a b` ORDER BY `count`)) '
        "ENGINE = MergeTree ORDER BY tuple()"
    )
    client.run("INSERT INTO t VALUES (1, 'q', 5), (2, 'q', 6), (1, 'q', 7)")
    assert both(client, "SELECT `a b`, sum(`count`) FROM t GROUP BY `a b` ORDER BY `a b`") == [
        (1, 12),
        (2, 6),
    ]
    assert both(client, "SELECT `a b` FROM t WHERE `count` = 6") == [(2,)]
    [(shown,)] = client.run("SHOW CREATE TABLE t")
    client.run("DROP TABLE t")
    client.run(shown)
    client.run("ALTER TABLE t MATERIALIZE PROJECTION `p ro'j`")
    client.run("ALTER TABLE t DROP PROJECTION `p ro'j`")
    assert client.run("SELECT name FROM system.projections WHERE database = currentDatabase()") == [
        ('n"',)
    ]


def test_a_setting_of_the_session(client: Client) -> None:
    create(client, AGGREGATE)
    client.run("INSERT INTO t VALUES (1, 2)")
    client.run("SET force_optimize_projection = 1")
    assert client.run(GROUPS) == [(2, 1, 1)]
    assert client.error("SELECT k FROM t WHERE v = 2").name == "PROJECTION_NOT_USED"
    client.run("SET optimize_use_projections = 0")
    assert client.run("SELECT k FROM t WHERE v = 2") == [(1,)]


@pytest.mark.sample(0)
def test_columns_that_are_computed(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, m Int64 MATERIALIZED k * 2, a Int64 ALIAS m + 1, e Int64 "
        "EPHEMERAL, f Int64 DEFAULT e + 5, PROJECTION p (SELECT a, m, sum(f) GROUP BY a, m), "
        "PROJECTION n (SELECT k, a, f ORDER BY a)) ENGINE = MergeTree ORDER BY k"
    )
    client.run("INSERT INTO t (k, e) VALUES (1, 10), (2, 20)")
    assert both(client, "SELECT a, sum(f) FROM t GROUP BY a ORDER BY a") == [(3, 15), (5, 25)]
    assert client.run("SELECT k, f FROM t WHERE a = 5") == [(2, 25)]
    client.run("ALTER TABLE t MODIFY COLUMN a Int64 ALIAS m + 2")
    query = "SELECT a, sum(f) FROM t GROUP BY a ORDER BY a"
    assert client.run(query) == [(4, 15), (6, 25)]
    assert client.run("SELECT k, f FROM t WHERE a = 6") == [(2, 25)]
    client.run("INSERT INTO t (k, e) VALUES (3, 30)")
    assert both(client, query) == [(4, 15), (6, 25), (8, 35)]


@pytest.mark.sample(0)
def test_younger_columns_and_other_types(client: Client) -> None:
    create(client, SORTED, "PROJECTION s (SELECT * ORDER BY v)")
    client.run("INSERT INTO t VALUES (1, 2), (3, 4)")
    client.run("ALTER TABLE t ADD COLUMN w Int64 DEFAULT k + 1")
    assert client.run("SELECT * FROM t WHERE v = 4") == [(3, 4, 4)]
    client.run("ALTER TABLE t MODIFY COLUMN w Int64 DEFAULT k + 2")
    client.run("INSERT INTO t (k, v) VALUES (5, 6)")
    assert client.run("SELECT * FROM t WHERE v >= 4 ORDER BY k") == [(3, 4, 5), (5, 6, 7)]
    client.run("ALTER TABLE t MODIFY COLUMN v String")
    assert client.run("SELECT k FROM t WHERE v = '4'") == [(3,)]
    client.run("OPTIMIZE TABLE t FINAL")
    client.run("ALTER TABLE t MATERIALIZE PROJECTION s")
    assert both(client, "SELECT k, w FROM t WHERE v = '4'") == [(3, 5)]
    for statement in ("DROP PROJECTION n", "DROP PROJECTION s", "DROP COLUMN v"):
        client.run(f"ALTER TABLE t {statement}")
    client.run(f"ALTER TABLE t ADD COLUMN v Int64 DEFAULT 9, ADD {SORTED}")
    assert client.run("SELECT k FROM t WHERE v = 9 ORDER BY k") == [(1,), (3,), (5,)]
    assert client.run("SELECT k FROM t WHERE v = 4") == []


@pytest.mark.sample(0)
def test_expired_rows_go_from_projections(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, v Int64, at DateTime, PROJECTION p (SELECT v, count() "
        "GROUP BY v)) ENGINE = MergeTree ORDER BY k TTL at + INTERVAL 1 DAY"
    )
    client.run("SYSTEM STOP MERGES t")
    client.run("INSERT INTO t VALUES (1, 1, now() - INTERVAL 2 DAY), (2, 1, now()), (3, 2, now())")
    client.run("SYSTEM START MERGES t")
    client.run("OPTIMIZE TABLE t FINAL")
    assert both(client, "SELECT v, count() FROM t GROUP BY v ORDER BY v") == [(1, 1), (2, 1)]


@pytest.mark.sample(0)
def test_views_feed_tables_with_projections(client: Client) -> None:
    create(client, AGGREGATE)
    client.script(
        "CREATE TABLE g (v Int64, c UInt64, PROJECTION p (SELECT c, count() GROUP BY c)) "
        "ENGINE = MergeTree ORDER BY v",
        "CREATE MATERIALIZED VIEW m TO g AS SELECT v, count() AS c FROM t GROUP BY v",
        "INSERT INTO t VALUES (1, 2), (3, 4), (5, 2)",
        "INSERT INTO g SELECT v, count() AS c FROM t GROUP BY v",
    )
    assert both(client, "SELECT c, count() FROM g GROUP BY c ORDER BY c") == [(1, 2), (2, 2)]
    client.run("CREATE VIEW w AS SELECT v, sum(k) AS s FROM t GROUP BY v")
    client.run("CREATE TEMPORARY VIEW x AS SELECT v, sum(k) AS s FROM t GROUP BY v")
    client.run("ALTER TABLE t DROP PROJECTION p")
    assert client.run("SELECT v, s FROM w ORDER BY v") == [(2, 6), (4, 3)]
    assert client.run("SELECT v, s FROM x ORDER BY v") == [(2, 6), (4, 3)]


def test_a_repeated_insert_leaves_no_files(client: Client) -> None:
    create(client, AGGREGATE, more="SETTINGS non_replicated_deduplication_window = 10")
    for _ in range(2):
        client.run("INSERT INTO t VALUES (1, 2), (3, 4)")
    assert both(client, GROUPS) == [(2, 1, 1), (4, 1, 3)]


@pytest.mark.sample(0)
def test_temporary_tables_copies_and_overwritten_ones(client: Client) -> None:
    client.run(
        f"CREATE TEMPORARY TABLE t (k Int64, v Int64, {AGGREGATE}) ENGINE = MergeTree ORDER BY k"
    )
    client.run("INSERT INTO t VALUES (1, 2), (3, 4)")
    assert both(client, GROUPS) == [(2, 1, 1), (4, 1, 3)]
    client.run("DROP TABLE t")
    client.run(
        f"CREATE TABLE t (k Int64, v Int64, {AGGREGATE}) ENGINE = MergeTree ORDER BY k "
        "AS SELECT number AS k, number % 2 AS v FROM numbers(10)"
    )
    assert both(client, GROUPS) == [(0, 5, 20), (1, 5, 25)]
    client.run("INSERT OVERWRITE t VALUES (7, 7)")
    assert both(client, GROUPS) == [(7, 1, 7)]
    client.run("CREATE OR REPLACE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k")
    assert client.run(GROUPS) == []


@pytest.mark.sample(0)
def test_a_killed_mutation(client: Client) -> None:
    create(client)
    client.run(f"INSERT INTO t SELECT number, number % 10 FROM numbers({ROWS})")
    client.run(f"ALTER TABLE t ADD {AGGREGATE}")
    client.run("SYSTEM STOP MERGES t")
    client.run("ALTER TABLE t MATERIALIZE PROJECTION p SETTINGS mutations_sync = 0")
    client.run("KILL MUTATION WHERE table = 't' AND database = currentDatabase()")
    client.run("SYSTEM START MERGES t")
    assert projection_parts(client) == []
    client.run("ALTER TABLE t MATERIALIZE PROJECTION p")
    assert both(client, GROUPS)[0] == (0, ROWS // 10, sum(range(0, ROWS, 10)))


@pytest.mark.sample(0)
def test_rows_come_and_are_counted_meanwhile(endpoint: EmbeddedEndpoint, client: Client) -> None:
    """Whatever a reader sees is a state of the table, also while projections come and go."""
    create(client, AGGREGATE)
    client.run("INSERT INTO t SELECT number, number % 10 FROM numbers(1000)")
    stop = threading.Event()
    wrong: list[object] = []

    def change() -> None:
        with endpoint.connect(database=client.database) as other:
            for statement in CHANGES * 2:
                other.run(statement)
        stop.set()

    thread = threading.Thread(target=change)
    thread.start()
    while not stop.is_set():
        groups = client.run("SELECT v, count() FROM t GROUP BY v ORDER BY v")
        wrong += [row for row in groups if row[1] % 100 or not row[1]]
        assert len(groups) == 10
    thread.join()
    assert not wrong


@pytest.mark.sample(0)
def test_one_that_is_dropped_after_the_query_was_compiled(
    endpoint: EmbeddedEndpoint, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is that of the table, also if the name is another projection's by now."""
    create(client, AGGREGATE)
    client.run(f"INSERT INTO t SELECT number, number % 10 FROM numbers({ROWS})")
    expected = both(client, GROUPS)
    plan, begun = Scans.plan, threading.Event()

    def late(self: Scans, table: Table, mode: ReadMode) -> object:
        if mode.projection and not begun.is_set():
            begun.set()
            thread = threading.Thread(target=change)
            thread.start()
            thread.join()
        return plan(self, table, mode)

    def change() -> None:
        with endpoint.connect(database=client.database) as other:
            other.run("ALTER TABLE t DROP PROJECTION p")
            other.run("ALTER TABLE t ADD PROJECTION p (SELECT k, max(v) GROUP BY k)")
            other.run("ALTER TABLE t MATERIALIZE PROJECTION p")

    monkeypatch.setattr(Scans, "plan", late)
    assert client.run(FORCED) == expected
    assert begun.is_set()


CHANGES: Sequence[str] = (
    "INSERT INTO t SELECT number, number % 10 FROM numbers(1000)",
    "ALTER TABLE t CLEAR PROJECTION p",
    "OPTIMIZE TABLE t FINAL",
    "ALTER TABLE t MATERIALIZE PROJECTION p",
    "ALTER TABLE t DROP PROJECTION p",
    "INSERT INTO t SELECT number, number % 10 FROM numbers(1000)",
    f"ALTER TABLE t ADD {AGGREGATE}",
    "ALTER TABLE t MATERIALIZE PROJECTION p",
)


@pytest.mark.sample(0)
def test_a_store_with_projections_survives(tmp_path: Path) -> None:
    """A crash while one is materialized, backup, restore, a frozen copy, the collector, fsck."""
    warehouse = tmp_path / "w"
    with Endpoint(warehouse) as endpoint:
        client = endpoint.connect()
        create(client, SORTED, more="SETTINGS old_parts_lifetime = 0")
        for _ in range(3):
            client.run(f"INSERT INTO t SELECT number, number % 10 FROM numbers({ROWS})")
        client.run(f"ALTER TABLE t ADD {AGGREGATE}")
        client.run("ALTER TABLE t MATERIALIZE PROJECTION p SETTINGS mutations_sync = 0")
        endpoint.kill()
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        eventually(
            lambda: client.run("SELECT min(is_done) FROM system.mutations") == [(1,)], seconds=60
        )
        expected = both(client, GROUPS)
        assert [row[1] for row in expected] == [3 * ROWS // 10] * 10
        client.script(
            "OPTIMIZE TABLE t FINAL",
            "ALTER TABLE t FREEZE WITH NAME 'f'",
            "ALTER TABLE t DETACH PARTITION tuple()",
            "ALTER TABLE t ATTACH PARTITION tuple()",
        )
        assert both(client, GROUPS) == expected
        client.run("ALTER TABLE t DROP PROJECTION n")
        eventually(lambda: {n for n, _, _ in projection_parts_of_default(client)} == {"p"})
    assert fsck(warehouse).endswith("1 tables, 0 faults")
    rmt("backup", str(tmp_path / "b"), "--warehouse", str(warehouse))
    assert fsck(tmp_path / "b").endswith("1 tables, 0 faults")
    rmt("restore", str(tmp_path / "b"), "--warehouse", str(tmp_path / "w2"))
    with Endpoint(tmp_path / "w2") as endpoint, endpoint.connect() as client:
        assert both(client, GROUPS) == expected
        client.run("CHECK TABLE t")


def projection_parts_of_default(client: Client) -> list[tuple[object, ...]]:
    return client.run("SELECT name, parent_name, rows FROM system.projection_parts WHERE active")
