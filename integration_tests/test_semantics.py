"""What is easy to get wrong, statement by statement beside real ClickHouse.

A scenario is a list of statements that both engines run; the queries of its second part must give
the same rows, or errors of the same name.
"""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

VER = "CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k"
THREE = (
    "INSERT INTO t VALUES (1, 'old', 3)",
    "INSERT INTO t VALUES (1, 'new', 5)",
    "INSERT INTO t VALUES (2, 'x', 1)",
)
DEL = (
    "CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8) "
    "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k"
)
CLEANUP = f"{DEL} SETTINGS allow_experimental_replacing_merge_with_cleanup = 1"
BY_G = (
    "CREATE TABLE t (k Int64, v String, ver UInt32, g UInt32) "
    "ENGINE = ReplacingMergeTree(ver) PARTITION BY g ORDER BY k"
)
MOVED = (
    "INSERT INTO t VALUES (1, 'p1', 5, 1)",
    "INSERT INTO t VALUES (1, 'p2', 9, 2)",
    "INSERT INTO t VALUES (1, 'p3', 7, 3)",
    "INSERT INTO t VALUES (2, 'q', 1, 3)",
)
PER_PARTITION = "SETTINGS do_not_merge_across_partitions_select_final = 1"

SCENARIOS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "PREWHERE runs before FINAL": (
        (VER, *THREE),
        (
            "SELECT * FROM t FINAL PREWHERE v = 'old'",
            "SELECT * FROM t FINAL WHERE v = 'old'",
            "SELECT * FROM t PREWHERE v = 'old' WHERE k = 1",
            "SELECT k FROM t FINAL PREWHERE ver < 5 WHERE k = 1",
            "SELECT count() FROM t FINAL PREWHERE ver < 5",
        ),
    ),
    "PREWHERE with hidden columns": (
        (
            "CREATE TABLE t (k UInt8, v UInt8, m UInt8 MATERIALIZED v % 3, a UInt8 ALIAS v % 2) "
            "ENGINE = ReplacingMergeTree ORDER BY k",
            "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
            "INSERT INTO t VALUES (1, 5)",
        ),
        (
            "SELECT * FROM t FINAL PREWHERE v < 5",
            "SELECT * FROM t FINAL PREWHERE v < 5 WHERE a = 1",
            "SELECT *, m FROM t AS x FINAL PREWHERE m > 0",
            "SELECT x.*, x.a FROM t AS x FINAL PREWHERE a = 1 WHERE m = 1",
        ),
    ),
    "PREWHERE resurrects deleted rows": (
        (
            DEL,
            "INSERT INTO t VALUES (1, 'a', 1, 0), (2, 'b', 1, 0)",
            "INSERT INTO t VALUES (1, '', 2, 1)",
        ),
        (
            "SELECT * FROM t FINAL PREWHERE del = 0",
            "SELECT * FROM t FINAL WHERE del = 0",
            "SELECT * FROM t FINAL PREWHERE del = 1",
        ),
    ),
    "the highest partition id wins a tie, as a string": (
        (
            "CREATE TABLE t (k Int64, v String, g UInt32) "
            "ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k",
            "INSERT INTO t VALUES (1, 'g=9', 9)",
            "INSERT INTO t VALUES (1, 'g=10', 10)",
        ),
        ("SELECT * FROM t FINAL", f"SELECT * FROM t FINAL {PER_PARTITION}"),
    ),
    "a filter on the partition column does not change the winner": (
        (BY_G, *MOVED),
        (
            "SELECT * FROM t FINAL WHERE g = 3",
            "SELECT * FROM t FINAL WHERE g >= 2",
            f"SELECT * FROM t FINAL WHERE g = 3 {PER_PARTITION}",
            f"SELECT * FROM t FINAL {PER_PARTITION}",
            f"SELECT * FROM t FINAL PREWHERE g = 3 {PER_PARTITION}",
            "SELECT * FROM t FINAL PREWHERE g <> 2",
        ),
    ),
    "one INSERT is collapsed at once": (
        (VER, "INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 3), (1, 'c', 2)"),
        ("SELECT * FROM t", "PARTS"),
    ),
    "optimize_on_insert = 0 keeps all rows of an INSERT": (
        (
            VER,
            "SET optimize_on_insert = 0",
            "INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 3), (1, 'c', 2)",
            "SET optimize_on_insert = 1",
        ),
        ("SELECT * FROM t", "SELECT * FROM t FINAL", "PARTS"),
    ),
    "OPTIMIZE FINAL keeps tombstones": (
        (
            DEL,
            "INSERT INTO t VALUES (1, 'a', 1, 0)",
            "INSERT INTO t VALUES (1, 'a', 2, 1)",
            "OPTIMIZE TABLE t FINAL",
        ),
        (
            "SELECT * FROM t",
            "SELECT * FROM t FINAL",
            "OPTIMIZE TABLE t FINAL CLEANUP",
            "OPTIMIZE TABLE t FINAL CLEANUP "
            "SETTINGS allow_experimental_replacing_merge_with_cleanup = 1",
            "SELECT * FROM t",
            "PARTS",
        ),
    ),
    "OPTIMIZE CLEANUP without FINAL keeps tombstones": (
        (
            CLEANUP,
            "INSERT INTO t VALUES (1, 'a', 1, 0)",
            "INSERT INTO t VALUES (1, 'a', 2, 1)",
            "OPTIMIZE TABLE t CLEANUP",
        ),
        ("SELECT * FROM t", "PARTS"),
    ),
    "OPTIMIZE FINAL CLEANUP drops them, and an older version may come back": (
        (
            CLEANUP,
            "INSERT INTO t VALUES (1, 'a', 1, 0), (2, 'b', 1, 0)",
            "INSERT INTO t VALUES (1, 'a', 2, 1)",
            "OPTIMIZE TABLE t FINAL CLEANUP",
        ),
        (
            "SELECT * FROM t",
            "PARTS",
            "INSERT INTO t VALUES (1, 'a', 1, 0)",
            "SELECT * FROM t FINAL",
        ),
    ),
    "CLEANUP of a table of tombstones leaves nothing": (
        (CLEANUP, "INSERT INTO t VALUES (1, 'a', 1, 1)", "OPTIMIZE TABLE t FINAL CLEANUP"),
        ("SELECT * FROM t", "SELECT count() FROM t FINAL", "INSERT INTO t VALUES (2, 'b', 1, 0)"),
    ),
    "CLEANUP is per partition": (
        (
            "CREATE TABLE t (k Int64, ver UInt32, del UInt8, g UInt8) "
            "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY g ORDER BY k "
            "SETTINGS allow_experimental_replacing_merge_with_cleanup = 1",
            "INSERT INTO t VALUES (1, 1, 0, 1)",
            "INSERT INTO t VALUES (1, 2, 1, 2)",
        ),
        (
            "SELECT count() FROM t FINAL",
            "OPTIMIZE TABLE t FINAL CLEANUP",
            "SELECT * FROM t FINAL",
        ),
    ),
    "CLEANUP on a table without is_deleted": (
        (
            f"{VER} SETTINGS allow_experimental_replacing_merge_with_cleanup = 1",
            *THREE,
        ),
        ("OPTIMIZE TABLE t FINAL CLEANUP", "SELECT * FROM t", "PARTS"),
    ),
    "is_deleted takes 0 and 1 only": (
        (DEL,),
        (
            "INSERT INTO t VALUES (1, 'a', 1, 7)",
            "SELECT * FROM t",
            "SET optimize_on_insert = 0",
            "INSERT INTO t VALUES (1, 'a', 1, 7)",
            "SELECT * FROM t",
            "SELECT * FROM t FINAL",
            "SET optimize_on_insert = 1",
        ),
    ),
    "a lone argument is the version, whatever its name": (
        (
            "CREATE TABLE t (k Int64, v String, is_deleted UInt8) "
            "ENGINE = ReplacingMergeTree(is_deleted) ORDER BY k",
            "INSERT INTO t VALUES (1, 'gone?', 1)",
            "INSERT INTO t VALUES (1, 'live', 0)",
        ),
        ("SELECT * FROM t FINAL",),
    ),
    "FINAL on a view is accepted and ignored, final = 1 reaches inside": (
        (VER, *THREE, "CREATE VIEW w AS SELECT * FROM t", "CREATE VIEW f AS SELECT * FROM t FINAL"),
        (
            "SELECT count() FROM w FINAL",
            "SELECT count() FROM w",
            "SELECT count() FROM f",
            "SELECT count() FROM w SETTINGS final = 1",
            "SELECT count() FROM t SETTINGS final = 1",
            "SET final = 1",
            "SELECT count() FROM w",
            "SELECT count() FROM t",
            "SET final = 0",
            "SELECT count() FROM t",
        ),
    ),
    "FINAL's targets": (
        (VER, *THREE, "CREATE TABLE m (k Int64) ENGINE = MergeTree ORDER BY k"),
        (
            "SELECT * FROM m FINAL",
            "SELECT * FROM (SELECT * FROM t) FINAL",
            "WITH c AS (SELECT * FROM t) SELECT * FROM c FINAL",
            "SELECT * FROM t FINAL AS x",
            "SELECT x.v FROM t AS x FINAL ORDER BY x.k",
            "SELECT count() FROM m SETTINGS final = 1",
            "SELECT * FROM t FINAL WHERE false LIMIT 0",
        ),
    ),
    "ORDER BY tuple() makes all rows one key": (
        (
            "CREATE TABLE t (a Int64, b Int64) ENGINE = ReplacingMergeTree ORDER BY tuple()",
            "INSERT INTO t VALUES (1, 1), (2, 2)",
        ),
        ("SELECT * FROM t", "INSERT INTO t VALUES (3, 3)", "SELECT * FROM t FINAL", "PARTS"),
    ),
    "a default version beats an explicit lower one": (
        (
            "CREATE TABLE t (k Int64, v String, ver UInt32 DEFAULT 100) "
            "ENGINE = ReplacingMergeTree(ver) ORDER BY k",
            "INSERT INTO t (k, v) VALUES (1, 'default')",
            "INSERT INTO t VALUES (1, 'explicit', 99)",
        ),
        ("SELECT * FROM t FINAL",),
    ),
    "a version may be a float, a Bool, a date or a time": (
        (
            "CREATE TABLE t (k Int64, ver Float64) ENGINE = ReplacingMergeTree(ver) ORDER BY k",
            "CREATE TABLE b (k Int64, ver Bool) ENGINE = ReplacingMergeTree(ver) ORDER BY k",
            "CREATE TABLE d (k Int64, ver Date) ENGINE = ReplacingMergeTree(ver) ORDER BY k",
            "CREATE TABLE c (k Int64, ver DateTime64(3), del Bool) "
            "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k",
            "INSERT INTO t VALUES (1, 1.5), (1, 1.25)",
            "INSERT INTO b VALUES (1, true)",
            "INSERT INTO b VALUES (1, false)",
            "INSERT INTO d VALUES (1, '2024-01-02')",
            "INSERT INTO d VALUES (1, '2024-01-01')",
            "INSERT INTO c VALUES (1, '2024-01-02 00:00:00.002', false)",
            "INSERT INTO c VALUES (1, '2024-01-02 00:00:00.001', true)",
        ),
        (
            "SELECT ver FROM t",
            "SELECT count() FROM b FINAL WHERE ver",
            "SELECT toString(ver) FROM d FINAL",
            "SELECT count() FROM c FINAL",
        ),
    ),
    "FINAL in every position": (
        (VER, *THREE, "INSERT INTO t VALUES (2, 'y', 2)"),
        (
            "SELECT a.v, b.v FROM t AS a FINAL JOIN t AS b FINAL ON a.k = b.k",
            "SELECT a.v, b.v FROM t AS a FINAL JOIN t AS b ON a.k = b.k",
            "SELECT t.v FROM t FINAL LEFT JOIN (SELECT k FROM t FINAL WHERE ver > 2) s USING (k)",
            "WITH c AS (SELECT * FROM t FINAL) SELECT count() FROM c",
            "SELECT v FROM t FINAL WHERE k IN (SELECT k FROM t FINAL WHERE v = 'new')",
            "SELECT k FROM t FINAL UNION ALL SELECT k FROM t",
            "SELECT count() FROM (SELECT * FROM t FINAL) WHERE v = 'y'",
            "SELECT k, count() FROM t FINAL GROUP BY k HAVING count() > 0",
            "SELECT v FROM t FINAL ORDER BY k DESC LIMIT 1",
            "SELECT (SELECT count() FROM t FINAL)",
        ),
    ),
    "LIMIT BY": (
        (
            "CREATE TABLE t (k Int64, n Int64) ENGINE = MergeTree ORDER BY (k, n)",
            "INSERT INTO t VALUES (1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6)",
        ),
        (
            "SELECT k, n FROM t ORDER BY n LIMIT 1 BY k",
            "SELECT k, n FROM t ORDER BY n DESC LIMIT 2 BY k",
            "SELECT k, n FROM t ORDER BY n LIMIT 1, 1 BY k",
            "SELECT k, n FROM t ORDER BY n LIMIT 1 OFFSET 2 BY k",
            "SELECT k, n FROM t ORDER BY n LIMIT 1 BY k LIMIT 2",
            "SELECT k, n FROM t WHERE n > 1 ORDER BY k, n LIMIT 1 BY k, n % 2",
        ),
    ),
    "argMax and argMin": (
        (VER, *THREE),
        (
            "SELECT k, argMax(v, ver) FROM t GROUP BY k",
            "SELECT argMin(v, ver) FROM t",
            "SELECT argMax(v, (ver, k)) FROM t",
        ),
    ),
    "OPTIMIZE takes a partition, by value or by id": (
        (
            BY_G,
            *MOVED,
            "INSERT INTO t VALUES (1, 'p1', 6, 1)",
            "INSERT INTO t VALUES (3, 'z', 1, 2)",
        ),
        (
            "OPTIMIZE TABLE t PARTITION 1 FINAL",
            "PARTS",
            "OPTIMIZE TABLE t PARTITION ID '3' FINAL",
            "PARTS",
            "OPTIMIZE TABLE t PARTITION 77 FINAL",
            "OPTIMIZE TABLE t FINAL",
            "PARTS",
            "OPTIMIZE TABLE t FINAL",
            "PARTS",
        ),
    ),
    "OPTIMIZE DEDUPLICATE": (
        (
            "CREATE TABLE t (a Int64, b Int64, c Int64) ENGINE = MergeTree ORDER BY a",
            "INSERT INTO t VALUES (1, 1, 1), (1, 1, 1), (1, 1, 2), (2, 1, 1)",
            "INSERT INTO t VALUES (1, 1, 1), (2, 2, 2)",
        ),
        (
            "SELECT count() FROM t",
            "OPTIMIZE TABLE t FINAL DEDUPLICATE",
            "SELECT * FROM t",
            "OPTIMIZE TABLE t FINAL DEDUPLICATE BY a, b",
            "SELECT a, b FROM t",
            "PARTS",
        ),
    ),
    "versions of equal height: the last inserted wins": (
        (
            VER,
            "INSERT INTO t VALUES (1, 'first', 1)",
            "INSERT INTO t VALUES (1, 'second', 1)",
            "INSERT INTO t VALUES (2, 'a', 1), (2, 'b', 1)",
        ),
        ("SELECT * FROM t FINAL", "OPTIMIZE TABLE t FINAL", "SELECT * FROM t"),
    ),
    "keys compare as ClickHouse compares them": (
        (
            "CREATE TABLE t (k Float64, s String, v Int64) ENGINE = ReplacingMergeTree "
            "ORDER BY (k, s)",
            "INSERT INTO t VALUES (0, 'é', 1), (-0.0, 'é', 2), (nan, 'z', 3), (inf, 'Z', 4)",
            "INSERT INTO t VALUES (nan, 'z', 5), (-inf, '', 6), (1e300, 'Z ', 7)",
        ),
        ("SELECT v FROM t FINAL", "OPTIMIZE TABLE t FINAL", "SELECT v FROM t"),
    ),
    "nullable keys": (
        (
            "CREATE TABLE t (k Nullable(Int64), v Int64) ENGINE = ReplacingMergeTree "
            "ORDER BY k SETTINGS allow_nullable_key = 1",
            "INSERT INTO t VALUES (NULL, 1), (1, 2)",
            "INSERT INTO t VALUES (NULL, 3), (2, 4)",
        ),
        ("SELECT v FROM t FINAL", "OPTIMIZE TABLE t FINAL", "SELECT v FROM t", "PARTS"),
    ),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.sample(3)
def test_the_answers_are_clickhouses(scenario: str, client: Client, clickhouse: ClickHouse) -> None:
    statements, queries = SCENARIOS[scenario]
    for statement in statements:
        clickhouse.execute(statement)
        client.run(statement)
    ours, theirs = Side(client), Side(clickhouse)
    for query in queries:
        assert ours.answer(query) == theirs.answer(query), query


def test_a_value_out_of_range_is_refused_where_clickhouse_wraps_it(client: Client) -> None:
    client.run("CREATE TABLE t (k Int64, v Int8) ENGINE = ReplacingMergeTree(v) ORDER BY k")
    error = client.error("INSERT INTO t VALUES (1, 200)")
    assert error.name == "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
    assert "-128 to 127" in error.message
    assert client.run("SELECT * FROM t") == []


@pytest.mark.sample(0)
def test_an_is_deleted_value_from_a_query_is_checked_by_final(client: Client) -> None:
    client.run(DEL)
    client.run("SET optimize_on_insert = 0")
    client.run("INSERT INTO t SELECT number, 'x', 1, 5 FROM numbers(200000)")
    client.run("SET optimize_on_insert = 1")
    assert client.run("SELECT count() FROM t") == [(200000,)]
    assert client.error("SELECT count() FROM t FINAL").name == "INCORRECT_DATA"
    assert client.error("INSERT INTO t SELECT number, 'x', 1, 5 FROM numbers(200000)").name == (
        "INCORRECT_DATA"
    )
    assert client.run("SELECT count() FROM t") == [(200000,)]


def test_an_aggregate_of_no_rows_is_the_default_in_statements_of_clickhouse(
    client: Client,
) -> None:
    client.run(VER)
    assert client.run("SELECT argMax(v, ver) FROM t") == [("",)]
    assert client.run("SELECT max(ver) FROM t") == [(0,)]
    assert client.run("SELECT max(id) FROM range(0)") == [(None,)]
