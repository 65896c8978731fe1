"""`UNIQUE KEY` beside ORDER BY: FINAL shows what it does of a table that is sorted by that key.

ClickHouse's ReplacingMergeTree with `ORDER BY id` is the oracle of a table with `UNIQUE KEY id`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from support.examples import examples

COLUMNS = "(id UInt32, name String, day Date, shop UInt8, ver UInt32, del UInt8, n Int64)"
SHOWN = "id, name, day, shop, ver, del, n"
KEYS = {
    "a number": ("id", "(day, shop)"),
    "a number and a text": ("(id, name)", "(day, shop)"),
    "a text": ("name", "tuple()"),
    "what the sorting key begins with": ("(shop, id)", "(shop, day)"),
    "what the sorting key has too": ("id", "(shop, id)"),
}
PARTITIONS = ("", "PARTITION BY toYYYYMM(day)", "PARTITION BY shop % 2")


@pytest.fixture
def sides(client: Client, clickhouse: ClickHouse) -> Iterator[tuple[Client, ClickHouse]]:
    with clickhouse.database():
        yield client, clickhouse


def _texts(rows: Iterable[Sequence[Any]]) -> list[tuple[str, ...]]:
    return sorted(tuple(map(str, row)) for row in rows)


def _rows(moment: random.Random, first: int) -> str:
    rows = [
        f"({moment.randrange(12)}, '{moment.choice('abcä')}', "
        f"'2024-0{moment.randrange(1, 4)}-0{moment.randrange(1, 9)}', {moment.randrange(4)}, "
        f"{moment.randrange(4)}, {int(moment.random() < 0.15)}, {first + place})"
        for place in range(moment.randrange(1, 14))
    ]
    return ", ".join(rows)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("partition", PARTITIONS)
def test_programs_show_what_is_shown_of_a_table_sorted_by_the_key(
    sides: tuple[Client, ClickHouse], key: str, partition: str
) -> None:
    ours, theirs = sides
    unique, order = KEYS[key]
    moment = random.Random(f"{key} {partition}")
    engine = f"{COLUMNS} ENGINE = ReplacingMergeTree(ver, del) {partition}"
    settings = (
        "SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, "
        "allow_experimental_replacing_merge_with_cleanup = 1"
    )
    ours.run(f"CREATE TABLE t {engine} ORDER BY {order} UNIQUE KEY {unique} {settings}")
    ours.run(f"CREATE TABLE plain {engine} ORDER BY {unique} {settings}")
    theirs.execute(f"CREATE TABLE t {engine} ORDER BY {unique} {settings}")
    names = unique.strip("()").split(", ")
    first, last = names[0], names[-1]
    shown = f"SELECT {SHOWN} FROM t FINAL"
    finals = [
        shown,
        f"{shown} WHERE day < '2024-02-01'",
        f"{shown} WHERE {last} > 'a'" if last == "name" else f"{shown} WHERE {last} < 6",
        f"{shown} PREWHERE {first} != {first} OR n % 3 = 0",
        f"{shown} PREWHERE {first} IN (SELECT {first} FROM t) WHERE n > 9",
        f"{shown} SETTINGS do_not_merge_across_partitions_select_final = 1",
        "SELECT count(), min(day), max(n), sum(n) FROM t FINAL",
    ]

    def run(statement: str) -> None:
        ours.run(statement)
        ours.run(statement.replace(" t ", " plain "))
        theirs.execute(statement)

    for step in range(examples(4)):
        run(f"INSERT INTO t VALUES {_rows(moment, 100 * step)}")
        match moment.choice(["insert", "insert", "optimize", "delete", "update"]):
            case "delete":
                run(f"DELETE FROM t WHERE n % {moment.randrange(2, 5)} = 1")
            case "update":
                run("ALTER TABLE t UPDATE n = n + 1 WHERE n % 2 = 0 SETTINGS mutations_sync = 2")
            case "optimize":
                run("OPTIMIZE TABLE t FINAL")
        for query in finals:
            expected = _texts(theirs.rows(query))
            if partition and "PREWHERE" in query:
                expected = _texts(ours.run(query.replace("FROM t", "FROM plain")))
            assert _texts(ours.run(query)) == expected, (step, query)
    run("OPTIMIZE TABLE t FINAL")
    everything = f"SELECT {SHOWN} FROM t"
    assert _texts(ours.run(everything)) == _texts(theirs.rows(everything))
    before = _texts(ours.run(shown))
    ours.run("OPTIMIZE TABLE t FINAL CLEANUP")
    assert ours.run("SELECT count() FROM t WHERE del = 1") == [(0,)]
    assert partition or _texts(ours.run(shown)) == before
    assert {passed for _, passed, _ in _texts(ours.run("CHECK TABLE t"))} == {"1"}


NULLS = {
    "Nullable(Int32)": ("NULL", "0", "-1"),
    "Nullable(Float64)": ("NULL", "0", "nan"),
    "Nullable(String)": ("NULL", "''", "'a'"),
    "LowCardinality(Nullable(String))": ("NULL", "''", "'NULL'"),
    "Array(Nullable(Int32))": ("[NULL]", "[]", "[0]", "[NULL, NULL]"),
    "Tuple(Nullable(Int32), String)": ("(NULL, '')", "(0, '')", "(NULL, 'a')"),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("kind", NULLS)
def test_nulls_of_the_key_are_equal(sides: tuple[Client, ClickHouse], kind: str) -> None:
    ours, theirs = sides
    moment = random.Random(kind)
    columns = f"(k {kind}, l Nullable(UInt8), n UInt32, day UInt8) ENGINE = ReplacingMergeTree(n)"
    nullable = "SETTINGS allow_nullable_key = 1, max_bytes_to_merge_at_max_space_in_pool = 1"
    ours.run(f"CREATE TABLE t {columns} PARTITION BY l ORDER BY day UNIQUE KEY (k, l) {nullable}")
    theirs.execute(f"CREATE TABLE t {columns} PARTITION BY l ORDER BY (k, l) {nullable}")
    current = "SELECT toString(k), l, n FROM t FINAL"
    for step in range(4):
        rows = [
            f"({moment.choice(NULLS[kind])}, {moment.choice(('NULL', '0'))}, {10 * step + place}, "
            f"{moment.randrange(5)})"
            for place in range(moment.randrange(2, 7))
        ]
        for side in (ours.run, theirs.execute):
            side(f"INSERT INTO t VALUES {', '.join(rows)}")
            if step % 2:
                side("OPTIMIZE TABLE t FINAL")
        assert _texts(ours.run(current)) == _texts(theirs.rows(current))
    gone = f"{NULLS[kind][0]}::{kind}"
    ours.run(
        f"MERGE INTO t USING (SELECT {gone} AS k) AS s ON t.k <=> s.k "
        "AND t.l IS NOT DISTINCT FROM NULL WHEN MATCHED THEN DELETE"
    )
    text = "ifNull(toString({}), 'none')"
    theirs.execute(f"DELETE FROM t WHERE {text.format('k')} = {text.format(gone)} AND l IS NULL")
    assert _texts(ours.run(current)) == _texts(theirs.rows(current))


@pytest.mark.sample(0)
def test_a_large_insert_collapses_in_the_order_of_its_rows(
    sides: tuple[Client, ClickHouse],
) -> None:
    """Spark's tasks sort by day, which tells nothing of the order in which rows came."""
    ours, theirs = sides
    ours.run(
        "CREATE TABLE t (id UInt32, day Date, n UInt64) ENGINE = ReplacingMergeTree "
        "PARTITION BY id % 2 ORDER BY day UNIQUE KEY id"
    )
    theirs.execute(
        "CREATE TABLE t (id UInt32, day Date, n UInt64) ENGINE = ReplacingMergeTree "
        "PARTITION BY id % 2 ORDER BY id"
    )
    ours.run(
        "CREATE TABLE fed (n UInt64) ENGINE = MergeTree ORDER BY n",
    )
    ours.run("CREATE MATERIALIZED VIEW mv TO fed AS SELECT count() AS n FROM t")
    for seed in (7, 11):
        insert = (
            f"INSERT INTO t SELECT number * {seed} % 1000, "
            f"toDate('2024-01-01') + (number * 31) % 100, number FROM numbers(150000)"
        )
        ours.run(insert)
        theirs.execute(insert)
        query = "SELECT id, day, n FROM t FINAL"
        assert _texts(ours.run(query)) == _texts(theirs.rows(query))
    assert ours.run("SELECT sum(n) FROM fed") == [(300_000,)]
    ours.run("OPTIMIZE TABLE t FINAL")
    assert _texts(ours.run("SELECT id, day, n FROM t")) == _texts(theirs.rows(query))


def test_a_block_collapses_whatever_optimize_on_insert_says(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt8, s UInt8) ENGINE = ReplacingMergeTree ORDER BY s UNIQUE KEY k"
    )
    client.run("SET optimize_on_insert = 0")
    client.run("INSERT INTO t VALUES (1, 9), (2, 1), (1, 0)")
    assert client.run("SELECT k, s FROM t ORDER BY k") == [(1, 0), (2, 1)]


def test_what_is_told_of_the_key(client: Client) -> None:
    client.run(
        "CREATE TABLE t (`a b` UInt8, day Date, z UInt8) ENGINE = ReplacingMergeTree "
        "UNIQUE KEY (`a b`, z) ORDER BY day"
    )
    [(told, sorting)] = client.run(
        "SELECT unique_key, sorting_key FROM system.tables WHERE name = 't' "
        "AND database = currentDatabase()"
    )
    assert (told, sorting) == ("(`a b`, z)", "day")
    [(created,)] = client.run("SHOW CREATE TABLE t")
    assert "ORDER BY day\nUNIQUE KEY (`a b`, z)\nSETTINGS" in created
    client.run("CREATE TABLE u AS t")
    assert "UNIQUE KEY (`a b`, z)" in client.run("SHOW CREATE TABLE u")[0][0]
    client.run("CREATE TABLE w AS t ENGINE = ReplacingMergeTree ORDER BY day")
    assert "UNIQUE" not in client.run("SHOW CREATE TABLE w")[0][0]


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("ALTER TABLE t DROP COLUMN k", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("ALTER TABLE t CLEAR COLUMN k", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("ALTER TABLE t RENAME COLUMN k TO kk", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("ALTER TABLE t MODIFY COLUMN k UInt64", "ALTER_OF_COLUMN_IS_FORBIDDEN"),
        ("ALTER TABLE t UPDATE k = 1 WHERE 1", "CANNOT_UPDATE_COLUMN"),
        ("ALTER TABLE t REPLACE PARTITION 1 FROM plain", "BAD_ARGUMENTS"),
        ("ALTER TABLE plain ATTACH PARTITION 1 FROM t", "BAD_ARGUMENTS"),
        ("ALTER TABLE t MOVE PARTITION 1 TO TABLE plain", "BAD_ARGUMENTS"),
    ],
)
@pytest.mark.sample(3)
def test_what_would_change_the_key_is_refused(client: Client, statement: str, error: str) -> None:
    columns = "(k UInt8, p UInt8, s UInt8) ENGINE = ReplacingMergeTree PARTITION BY p ORDER BY s"
    client.run(f"CREATE TABLE t {columns} UNIQUE KEY k")
    client.run(f"CREATE TABLE plain {columns}")
    client.run("INSERT INTO t VALUES (1, 1, 1)")
    client.run("INSERT INTO plain VALUES (1, 1, 1)")
    with pytest.raises(ServerError, match=error):
        client.run(statement)


def test_another_order_leaves_the_key_alone(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt8, s UInt8, n UInt8) ENGINE = ReplacingMergeTree ORDER BY (s, n) "
        "PRIMARY KEY s UNIQUE KEY k"
    )
    client.run("INSERT INTO t VALUES (1, 5, 1), (2, 4, 1)")
    client.run("ALTER TABLE t MODIFY ORDER BY s")
    client.run("INSERT INTO t VALUES (1, 1, 2)")
    client.run("ALTER TABLE t ADD COLUMN z UInt8, MODIFY ORDER BY (s, z)")
    client.run("INSERT INTO t VALUES (2, 9, 3, 9), (3, 9, 3, 9)")
    expected = [(1, 1, 2, 0), (2, 9, 3, 9), (3, 9, 3, 9)]
    assert client.run("SELECT * FROM t FINAL ORDER BY k") == expected
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT * FROM t ORDER BY k") == expected


@pytest.mark.sample(0)
def test_other_statements_know_the_key(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt32, s UInt32, ver UInt32, del UInt8) "
        "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY s % 3 ORDER BY s UNIQUE KEY k "
        "SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, "
        "final_by_default = 1"
    )
    client.run("INSERT INTO t SELECT number, number * 7 % 10, 1, 0 FROM numbers(10)")
    client.run("INSERT INTO t SELECT number, number * 3 % 10, 2, number = 4 FROM numbers(5)")
    client.run(
        "MERGE INTO t USING (SELECT number AS k FROM numbers(3, 9)) AS s ON t.k = s.k "
        "WHEN MATCHED AND t.k = 3 THEN DELETE WHEN MATCHED THEN UPDATE SET ver = t.ver + 10 "
        "WHEN NOT MATCHED THEN INSERT (k, s, ver, del) VALUES (s.k, 0, 5, 0)"
    )
    expected = {0: 2, 1: 2, 2: 2, 5: 11, 6: 11, 7: 11, 8: 11, 9: 11, 4: 5, 10: 5, 11: 5}
    assert dict(client.run("SELECT k, ver FROM t")) == expected
    assert client.run("SELECT count() FROM t WHERE s = 0 AND k = 0") == [(1,)]
    client.run("CREATE ROW POLICY few ON t USING k < 6 TO ALL")
    assert client.run("SELECT count() FROM t") == [(5,)]
    client.run("DROP ROW POLICY few ON t")
    client.run("ALTER TABLE t DETACH PARTITION 0")
    before = dict(client.run("SELECT k, ver FROM t"))
    client.run("ALTER TABLE t ATTACH PARTITION 0")
    after = dict(client.run("SELECT k, ver FROM t"))
    assert set(before) <= set(after) | {3, 4}
    assert {k: ver for k, ver in after.items() if k in expected} == expected
    client.run("CREATE TABLE u AS t")
    client.run("ALTER TABLE u ATTACH PARTITION 0 FROM t")
    client.run("EXCHANGE TABLES t AND u")
    assert client.run("SELECT count() FROM u") == [(len(after),)]
    client.run("TRUNCATE TABLE u")
    assert client.run("SELECT count() FROM u") == [(0,)]


@pytest.mark.parametrize("engine", ["MergeTree", "SummingMergeTree", "AggregatingMergeTree"])
def test_engines_without_it_refuse_it_by_name(client: Client, engine: str) -> None:
    with pytest.raises(ServerError, match=r"NOT_IMPLEMENTED.*UNIQUE KEY.*ReplacingMergeTree"):
        client.run(f"CREATE TABLE t (k UInt8, s UInt8) ENGINE = {engine} ORDER BY s UNIQUE KEY k")


def test_a_temporary_table_and_a_view_have_one(client: Client, endpoint: EmbeddedEndpoint) -> None:
    client.run(
        "CREATE TEMPORARY TABLE tmp (k UInt8, s UInt8) ENGINE = ReplacingMergeTree ORDER BY s "
        "UNIQUE KEY k"
    )
    client.run("INSERT INTO tmp VALUES (1, 2)")
    client.run("INSERT INTO tmp VALUES (1, 1)")
    assert client.run("SELECT * FROM tmp FINAL") == [(1, 1)]
    client.run("CREATE TABLE src (k UInt8, s UInt8) ENGINE = MergeTree ORDER BY s")
    client.run(
        "CREATE MATERIALIZED VIEW mv ENGINE = ReplacingMergeTree ORDER BY s UNIQUE KEY k AS "
        "SELECT k, s FROM src"
    )
    client.run("INSERT INTO src VALUES (1, 2), (2, 2)")
    client.run("INSERT INTO src VALUES (1, 1)")
    assert client.run("SELECT * FROM mv FINAL ORDER BY k") == [(1, 1), (2, 2)]


@pytest.mark.sample(0)
def test_merge_into_moves_rows_within_the_table(client: Client) -> None:
    """What the table is sorted and split by may change where versions are found by another key."""
    client.run(
        "CREATE TABLE t (id UInt32, day Date, n UInt32, h UInt32 MATERIALIZED n % 10, ver UInt32, "
        "del UInt8) ENGINE = ReplacingMergeTree(ver, del) PARTITION BY toYYYYMM(day) "
        "ORDER BY (day, h) UNIQUE KEY id"
    )
    client.run(
        "INSERT INTO t (id, day, n, ver) SELECT number, '2024-02-01', number, 1 FROM numbers(4)"
    )
    client.run(
        "MERGE INTO t USING (SELECT number AS id, toDate('2024-01-01') + number * 20 AS day "
        "FROM numbers(1, 4)) AS s ON t.id = s.id WHEN MATCHED AND t.id = 3 THEN DELETE "
        "WHEN MATCHED THEN UPDATE SET day = s.day, n = t.n + 15 "
        "WHEN NOT MATCHED THEN INSERT (id, day, n, ver, del) VALUES (s.id, s.day, 9, 1, 0)"
    )
    expected = [
        (0, "2024-02", 0, 0),
        (1, "2024-01", 16, 6),
        (2, "2024-02", 17, 7),
        (4, "2024-03", 9, 9),
    ]
    current = "SELECT id, formatDateTime(day, '%Y-%m'), n, h FROM t FINAL ORDER BY id"
    assert client.run(current) == expected
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run(current) == expected
    merge = "MERGE INTO t USING (SELECT 1 AS id) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET "
    assert client.error(f"{merge} id = 7").name == "CANNOT_UPDATE_COLUMN"


@pytest.mark.sample(0)
def test_merge_into_leaves_rows_without_versions_in_their_partition(client: Client) -> None:
    """Of rows without versions in two partitions it is not the last one that is current."""
    client.run(
        "CREATE TABLE t (id UInt32, p UInt8, n UInt32) ENGINE = ReplacingMergeTree PARTITION BY p "
        "ORDER BY n UNIQUE KEY id"
    )
    client.run("INSERT INTO t VALUES (1, 1, 1), (2, 2, 2)")
    merge = "MERGE INTO t USING (SELECT 1 AS id) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET "
    client.run(f"{merge} n = 5")
    assert client.error(f"{merge} p = 0").name == "CANNOT_UPDATE_COLUMN"
    assert client.run("SELECT * FROM t FINAL ORDER BY id") == [(1, 1, 5), (2, 2, 2)]


@pytest.mark.parametrize(("columns", "version"), [("ver UInt32", "ver"), ("note String", "")])
@pytest.mark.sample(1)
def test_a_row_that_merge_into_deletes_leaves_no_older_version(
    client: Client, columns: str, version: str
) -> None:
    """Its versions have one unique key, and lie at different places of the sorting key."""
    client.run(
        f"CREATE TABLE t (k UInt32, s UInt32, {columns}) ENGINE = ReplacingMergeTree({version}) "
        "PARTITION BY s % 2 ORDER BY s UNIQUE KEY k"
    )
    for step in (1, 2, 3):
        client.run(f"INSERT INTO t SELECT number, number + {step}, {step} FROM numbers(6)")
    client.run(
        "MERGE INTO t USING (SELECT number * 2 AS k FROM numbers(2)) AS s ON t.k = s.k "
        "WHEN MATCHED THEN DELETE"
    )
    assert client.run("SELECT k FROM t FINAL ORDER BY k") == [(1,), (3,), (4,), (5,)]
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run("SELECT k FROM t FINAL ORDER BY k") == [(1,), (3,), (4,), (5,)]
