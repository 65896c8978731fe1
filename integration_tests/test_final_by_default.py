"""`final_by_default`: reads of such tables are those of ClickHouse with `final = 1`."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.sides import Side

from sqlalchemy_rmt import dbapi

pytestmark = pytest.mark.together
OURS = "SETTINGS final_by_default = 1"
SETUP = (
    "CREATE TABLE t (k UInt32, v Int32, ver UInt32, del UInt8) "
    f"ENGINE = ReplacingMergeTree(ver, del) PARTITION BY k % 2 ORDER BY k {OURS}",
    "CREATE TABLE s (k UInt32, v Int64) ENGINE = SummingMergeTree ORDER BY k " + OURS,
    f"CREATE TABLE one (k UInt32) ENGINE = ReplacingMergeTree ORDER BY k {OURS}",
    "CREATE TABLE plain (k UInt32, v Int64) ENGINE = MergeTree ORDER BY k",
    "CREATE TABLE made (k UInt32, v Int64) ENGINE = MergeTree ORDER BY k",
    "CREATE MATERIALIZED VIEW mv (k UInt32, v Int64) ENGINE = ReplacingMergeTree ORDER BY k "
    f"{OURS} AS SELECT k, v FROM t",
    "CREATE MATERIALIZED VIEW beside TO made AS "
    "SELECT k, v + (SELECT count() FROM t) AS v FROM plain",
    "CREATE VIEW vw AS SELECT k, v FROM t",
    "CREATE VIEW above AS SELECT k, sum(v) AS v FROM vw GROUP BY k",
    "CREATE VIEW some AS SELECT k, v FROM t WHERE k < {below:UInt32}",
    "INSERT INTO t SELECT number, number, 1, 0 FROM numbers(40)",
    "INSERT INTO t SELECT number * 2, number - 10, 2, number % 5 = 0 FROM numbers(15)",
    "INSERT INTO t SELECT number * 3, -number, number % 3, 0 FROM numbers(20)",
    "INSERT INTO s SELECT number % 9, number FROM numbers(20)",
    "INSERT INTO s SELECT number % 5, 100 FROM numbers(7)",
    "INSERT INTO one VALUES (1), (4)",
    "INSERT INTO one VALUES (1), (6), (7)",
    "INSERT INTO plain VALUES (1, 10), (4, 40), (4, 41), (30, 3)",
    "CREATE TABLE copy ENGINE = MergeTree ORDER BY k AS SELECT k, v FROM t",
    "INSERT INTO copy SELECT k + 1000, v FROM s",
    "ALTER TABLE copy DELETE WHERE k IN (SELECT k FROM t /* FINAL */ WHERE v < 0) "
    "SETTINGS mutations_sync = 2",
    "ALTER TABLE copy UPDATE v = 0 WHERE k IN (SELECT k + 1000 FROM one /* FINAL */) "
    "SETTINGS mutations_sync = 2",
    "CREATE TABLE merged (k UInt32, v Int64) ENGINE = Merge(currentDatabase(), '^(t|s)$')",
)
SOURCES = {
    "t": "t",
    "s": "s",
    "mv": "mv",
    "vw": "vw",
    "above": "above",
    "some": "some(below = 12)",
    "merged": "merged",
    "merge": "merge(currentDatabase(), '^(t|plain)$')",
    "sub": "(SELECT k, v FROM t WHERE v % 3 = 0)",
    "union": "(SELECT k, v FROM s UNION ALL SELECT k, v FROM t)",
    "joined": "(SELECT t.k AS k, s.v AS v FROM t JOIN s ON t.k = s.k)",
    "left": "(SELECT s.k AS k, t.v AS v FROM s LEFT JOIN t ON t.k = s.k)",
    "made": "made",
    "copy": "copy",
}
SHAPES = (
    "SELECT k, v FROM {} AS x",
    "SELECT count() FROM {}",
    "SELECT count(), min(v), max(k) FROM {} AS x",
    "SELECT max(v) FROM {}",
    "SELECT k, v FROM {} AS x WHERE v > 3 AND k < 30",
    "SELECT v % 3 AS g, count(), sum(k) FROM {} AS x GROUP BY g",
    "SELECT DISTINCT v FROM {} AS x",
    "SELECT k FROM plain WHERE k IN (SELECT k FROM {} AS x)",
    "SELECT k FROM plain WHERE k NOT IN (SELECT k FROM {} AS x)",
    "SELECT x.k, plain.v FROM plain JOIN {} AS x ON x.k = plain.k",
    "SELECT plain.k, x.v FROM plain LEFT JOIN {} AS x ON x.k = plain.k",
    "WITH c AS (SELECT k, v FROM {} AS x) SELECT count(), (SELECT max(v) FROM c) FROM c",
    "SELECT k, v FROM {} AS x ORDER BY v, k LIMIT 1 BY v % 4",
    "SELECT k, v FROM {} AS x ORDER BY k DESC, v LIMIT 3",
    "SELECT k, row_number() OVER (PARTITION BY v % 2 ORDER BY k, v) FROM {} AS x",
    "SELECT k, v FROM {} AS x WHERE k IN one",
    "SELECT (SELECT count() FROM {}), (SELECT sum(v) FROM {} AS x)",
)
ALONE = (
    "SELECT k, v FROM t PREWHERE v < 5",
    "SELECT k, v FROM t PREWHERE v < 5 WHERE k > 3",
    "SELECT count() FROM t PREWHERE del = 1",
    "SELECT k FROM t PREWHERE k < 9",
    "SELECT count() FROM one",
    "SELECT * FROM one",
    "SELECT k FROM t WHERE k IN one",
    "SELECT k FROM t FINAL WHERE v < 0",
    "SELECT count() FROM t SETTINGS final = 1",
    "SELECT k, v FROM t WHERE v < 0 SETTINGS final = 0",
    "SELECT count() FROM t SETTINGS final = 0",
    "SELECT min(v), max(v) FROM t SETTINGS final = 0",
    "SELECT k, v FROM t PREWHERE v < 5 SETTINGS final = 0",
    "SELECT k, v FROM vw SETTINGS final = 0",
    "SELECT k, v FROM merged SETTINGS final = 0",
    "SELECT k, v FROM some(below = 5) SETTINGS final = 0",
    "SELECT k, v FROM t SETTINGS do_not_merge_across_partitions_select_final = 1",
    "SELECT a.k, b.v FROM t AS a JOIN vw AS b ON a.k = b.k AND a.v = b.v",
    "SELECT k, z FROM t ARRAY JOIN [1, 2] AS z WHERE v < 0",
    "SELECT k FROM t INTERSECT SELECT k FROM s",
    "SELECT k FROM t EXCEPT SELECT k FROM vw",
)
QUERIES = (
    *ALONE,
    *(shape.replace("{}", source) for shape in SHAPES for source in SOURCES.values()),
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    ours, theirs = Side(endpoint_client), Side(module_clickhouse)
    theirs.run("SET final = 1")
    for statement in SETUP:
        ours.run(statement)
        # A mutation of ClickHouse's does not know the session's settings.
        theirs.run(statement.replace(OURS, "").replace("/* FINAL */", "FINAL"))
    return ours, theirs


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.sample(0)
def test_reads_are_final(query: str, sides: tuple[Side, Side]) -> None:
    ours, theirs = (side.answer(query) for side in sides)
    assert ours == theirs


def _table(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt32, v Int32, ver UInt32, "
        "PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = ReplacingMergeTree(ver) ORDER BY k "
        f"{OURS}, deduplicate_merge_projection_mode = 'rebuild'"
    )
    client.run("INSERT INTO t VALUES (1, 1, 1), (2, 1, 1)")
    client.run("INSERT INTO t VALUES (1, 2, 2)")


def test_the_setting_comes_and_goes(client: Client) -> None:
    _table(client)
    client.run("CREATE VIEW vw AS SELECT count() AS n FROM t")
    client.run("SET final = 0")
    client.run("CREATE VIEW later AS SELECT count() AS n FROM t")
    client.run("SET final = DEFAULT")
    counts = "SELECT (SELECT count() FROM t), (SELECT n FROM vw), (SELECT n FROM later)"
    assert client.run(counts) == [(2, 2, 2)]
    client.run("ALTER TABLE t RESET SETTING final_by_default")
    assert client.run(counts) == [(3, 3, 3)]
    client.run("ALTER TABLE t MODIFY SETTING final_by_default = 1")
    assert client.run(counts) == [(2, 2, 2)]
    client.run("RENAME TABLE t TO u")
    assert client.run("SELECT count() FROM u") == [(2,)]


@pytest.mark.sample(0)
def test_what_is_said_in_a_query_comes_first(client: Client) -> None:
    _table(client)
    rows = [(1, 1), (1, 2), (2, 1)]
    read = "SELECT k, v FROM {} ORDER BY k, v"
    assert client.run(read.format("t")) == rows[1:]
    assert client.run(read.format(f"rmt_rows('{client.database}.t')")) == rows
    assert client.run(read.format(f"rmt_scan('{client.database}.t', 'raw')")) == rows
    assert client.run(f"{read.format('t')} SETTINGS final = DEFAULT") == rows[1:]
    assert client.run("SELECT (SELECT count() FROM t SETTINGS final = 0), count() FROM t") == [
        (3, 2)
    ]
    client.run("SET final = 0")
    assert client.run(read.format("t")) == rows
    assert client.run("SELECT count() FROM t") == [(3,)]
    assert client.run("SELECT count() FROM t FINAL") == [(2,)]
    client.run("RESET final")
    assert client.run("SELECT count() FROM t") == [(2,)]
    client.run("SET final = 1")
    assert client.run("SELECT (SELECT count() FROM t SETTINGS final = 0), count() FROM t") == [
        (3, 2)
    ]


@pytest.mark.sample(0)
def test_a_connection_may_want_all_rows(client: Client, endpoint: EmbeddedEndpoint) -> None:
    _table(client)
    for settings, wanted in (({}, 2), ({"final": "0"}, 3), ({"final": "1"}, 2)):
        with dbapi.connect("127.0.0.1", endpoint.port, client.database, settings=settings) as other:
            cursor = other.cursor()
            cursor.execute("SELECT count() FROM t")
            assert cursor.fetchall() == [(wanted,)], settings


def test_spark_reads_current_rows(client: Client) -> None:
    _table(client)
    assert client.run("SELECT /*+ REPARTITION(2) */ count(*) FROM t") == [(2,)]
    client.run("SET dialect = 'spark'")
    assert client.run("SELECT k, v FROM t ORDER BY k") == [(1, 2), (2, 1)]
    assert client.run("SELECT count(*) FROM t LATERAL VIEW explode(array(1, 2)) AS z") == [(4,)]
    client.run("SET final = 0")
    assert client.run("SELECT count(*) FROM t") == [(3,)]


@pytest.mark.sample(0)
def test_a_projection_does_not_answer(client: Client) -> None:
    _table(client)
    by_v = "SELECT v, count() FROM t GROUP BY v ORDER BY v"
    assert client.run(by_v) == [(1, 1), (2, 1)]
    forced = f"{by_v} SETTINGS force_optimize_projection = 1"
    assert client.error(forced).name == "PROJECTION_NOT_USED"
    assert client.run(f"{forced}, final = 0") == [(1, 2), (2, 1)]


@pytest.mark.sample(0)
def test_a_row_policy_hides_current_rows(client: Client, endpoint: EmbeddedEndpoint) -> None:
    _table(client)
    client.run("CREATE ROW POLICY p ON t USING v = 1 TO ann")
    with endpoint.connect(username="ann", database=client.database) as ann:
        assert ann.run("SELECT k FROM t") == [(2,)]
        assert ann.run("SELECT count() FROM t") == [(1,)]
        assert ann.run("SELECT count() FROM t SETTINGS final = 0") == [(2,)]


@pytest.mark.sample(0)
def test_merges_and_the_parts_are_as_without_it(client: Client) -> None:
    _table(client)
    assert client.run("SELECT count() FROM t SETTINGS final = 0") == [(3,)]
    client.run("ALTER TABLE t UPDATE v = v + 10 WHERE 1 SETTINGS mutations_sync = 2")
    assert client.run("SELECT k, v FROM t ORDER BY k, v SETTINGS final = 0") == [
        (1, 11),
        (1, 12),
        (2, 11),
    ]
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT count() FROM t SETTINGS final = 0") == [(2,)]
    client.run("DETACH TABLE t")
    client.run("ATTACH TABLE t")
    client.run("INSERT INTO t VALUES (2, 5, 9)")
    assert client.run("SELECT k, v FROM t ORDER BY k") == [(1, 12), (2, 5)]


@pytest.mark.sample(0)
def test_a_materialized_view_sees_rows_as_they_come(client: Client) -> None:
    _table(client)
    client.run(
        "CREATE MATERIALIZED VIEW mv (k UInt32, v Int32) ENGINE = MergeTree ORDER BY k "
        "AS SELECT k, v FROM t"
    )
    client.run("SET optimize_on_insert = 0")
    client.run("INSERT INTO t VALUES (7, 1, 1), (7, 2, 0)")
    assert client.run("SELECT v FROM mv ORDER BY v") == [(1,), (2,)]
    assert client.run("SELECT v FROM t WHERE k = 7") == [(1,)]


def test_a_temporary_table_has_it(client: Client) -> None:
    client.run(
        "CREATE TEMPORARY TABLE tt (k UInt32, ver UInt32) ENGINE = ReplacingMergeTree(ver) "
        f"ORDER BY k {OURS}"
    )
    for version in (1, 2):
        client.run(f"INSERT INTO tt VALUES (1, {version})")
    assert client.run("SELECT * FROM tt") == [(1, 2)]
    assert client.run("SELECT count() FROM tt SETTINGS final = 0") == [(2,)]


@pytest.mark.sample(0)
def test_tables_show_it(client: Client) -> None:
    _table(client)
    [(text,)] = client.run("SHOW CREATE TABLE t")
    assert "final_by_default = 1" in text
    [(full, create)] = client.run(
        "SELECT engine_full, create_table_query FROM system.tables "
        "WHERE database = currentDatabase() AND name = 't'"
    )
    assert "final_by_default = 1" in full
    assert "final_by_default = 1" in create
    client.run("CREATE TABLE same AS t")
    client.run("CREATE TABLE other AS t ENGINE = MergeTree ORDER BY k")
    assert "final_by_default = 1" in client.run("SHOW CREATE TABLE same")[0][0]
    assert "final_by_default" not in client.run("SHOW CREATE TABLE other")[0][0]
    refused = client.error("ALTER TABLE other MODIFY SETTING final_by_default = 1")
    assert refused.name == "BAD_ARGUMENTS"
    client.run("ALTER TABLE other MODIFY SETTING final_by_default = 0")
