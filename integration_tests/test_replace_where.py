"""INSERT INTO … REPLACE WHERE, beside a model in Python: readers see all of it or nothing."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter

import pytest
from pyhive import hive
from support.connections import drop
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import dbapi

PLAIN = "CREATE TABLE t (k Int32, day Date, v Nullable(String)) ENGINE = MergeTree"
DEFINITIONS = (
    f"{PLAIN} ORDER BY k",
    f"{PLAIN} PARTITION BY toYYYYMM(day) ORDER BY ()",
    f"{PLAIN} ORDER BY k".replace("= MergeTree", "= ReplacingMergeTree"),
    f"{PLAIN} PARTITION BY day ORDER BY (day, k)".replace("= MergeTree", "= ReplacingMergeTree"),
)
ROWS = "SELECT k, day, v FROM t ORDER BY ALL"
Row = tuple[int, str, str | None]


def literal(value: int | str | None) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else str(value)


def values(rows: list[Row]) -> str:
    return ", ".join(f"({', '.join(map(literal, row))})" for row in rows)


def kinds(deleted: int, inserted: int) -> dict[str, int]:
    return {"inserted": inserted, "updated": 0, "deleted": deleted}


def as_rows(found: list[tuple[object, ...]]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(map(str, row)) for row in found)


@pytest.mark.parametrize("definition", DEFINITIONS)
@pytest.mark.sample(0)
def test_random_rows_take_the_place_of_others(client: Client, definition: str) -> None:
    client.run(f"{definition} SETTINGS min_bytes_for_wide_part = 0")
    drawn = random.Random(7)
    there: list[Row] = []
    fresh = iter(range(10_000))
    for _ in range(8):
        rows: list[Row] = [
            (next(fresh), f"2024-0{drawn.randint(1, 3)}-01", drawn.choice(["a", "it's", None]))
            for _ in range(drawn.randint(1, 6))
        ]
        match drawn.randrange(4):
            case 0:
                client.run(f"INSERT INTO t VALUES {values(rows)}")
            case 1:
                day = f"2024-0{drawn.randint(1, 3)}-01"
                client.run(f"INSERT INTO t REPLACE WHERE day = '{day}' VALUES {values(rows)}")
                there = [row for row in there if row[1] != day]
            case 2:
                client.run(
                    "INSERT INTO t (v, k, day) REPLACE WHERE v IN ('a', 'x') OR v IS NULL "
                    f"SELECT c, a, b FROM VALUES {values(rows)} AS s(a, b, c)"
                )
                there = [row for row in there if row[2] == "it's"]
            case _:
                # The condition and the rows are of the table as it was.
                client.run(
                    "INSERT INTO t REPLACE WHERE k IN (SELECT max(k) FROM t) "
                    f"SELECT toInt32(k + 100000), day, v FROM t WHERE k >= {rows[0][0] // 2}"
                )
                most = max((row[0] for row in there), default=None)
                rows = [(k + 100_000, day, v) for k, day, v in there if k >= rows[0][0] // 2]
                there = [row for row in there if row[0] != most]
        # Nothing has a key of another row: what an engine makes of versions is none of this.
        there += rows
        assert as_rows(client.run(ROWS)) == as_rows([tuple(row) for row in there])
    client.run("OPTIMIZE TABLE t FINAL")
    assert as_rows(client.run(ROWS)) == as_rows([tuple(row) for row in there])


def test_all_versions_of_a_key_go(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int32, v Int32, ver UInt32, gone UInt8) "
        "ENGINE = ReplacingMergeTree(ver, gone) ORDER BY k"
    )
    for version in (1, 2, 9):
        client.run(f"INSERT INTO t VALUES (1, {version}, {version}, 0), (2, 0, {version}, 0)")
    client.run("INSERT INTO t REPLACE WHERE k = 1 VALUES (1, 50, 5, 0), (3, 0, 1, 0)")
    assert client.run("SELECT k, v, ver FROM t FINAL ORDER BY k") == [
        (1, 50, 5),
        (2, 0, 9),
        (3, 0, 1),
    ]


def test_rows_are_told_by_kind(endpoint: EmbeddedEndpoint, client: Client) -> None:
    client.run(f"{PLAIN} ORDER BY k SETTINGS non_replicated_deduplication_window = 10")
    client.run("INSERT INTO t SELECT number, '2024-01-01', NULL FROM numbers(10)")
    statement = "INSERT INTO t REPLACE WHERE k < 4 SELECT 1, toDate('2024-01-01'), 'new'"
    with dbapi.connect("127.0.0.1", endpoint.port, client.database) as connection:
        cursor = connection.cursor()
        cursor.execute(statement)
        assert (cursor.rowcount, cursor.rows_by_kind) == (5, kinds(4, 1))
        # Without a token the same rows are inserted once more.
        cursor.execute(statement)
        assert (cursor.rowcount, cursor.rows_by_kind) == (2, kinds(1, 1))
        for deleted, inserted in ((1, 1), (0, 0)):
            cursor.execute(f"{statement} SETTINGS insert_deduplication_token = 'once'")
            found = cursor.rowcount, cursor.rows_by_kind
            assert found == (deleted + inserted, kinds(deleted, inserted))
    assert client.run("SELECT count() FROM t WHERE k < 4") == [(1,)]


def test_the_condition_is_read_in_the_sessions_zone(client: Client) -> None:
    client.run("CREATE TABLE t (at DateTime, n Int32) ENGINE = MergeTree ORDER BY at")
    client.run(
        "INSERT INTO t SELECT toDateTime('2024-01-01 00:00:00', 'UTC') + 3600 * number, 0 "
        "FROM numbers(4)"
    )
    client.run("SET TIME ZONE 'Europe/Berlin'")
    client.run(
        "INSERT INTO t REPLACE WHERE at >= '2024-01-01 02:00:00' AND at < '2024-01-01 04:00:00' "
        "SELECT toDateTime('2024-01-01 02:30:00'), 1"
    )
    client.run("SET TIME ZONE 'UTC'")
    assert client.run("SELECT formatDateTime(at, '%H:%i'), n FROM t ORDER BY at") == [
        ("00:00", 0),
        ("01:30", 1),
        ("03:00", 0),
    ]


@pytest.mark.sample(0)
def test_views_see_the_rows_that_come(client: Client) -> None:
    client.run(f"{PLAIN} ORDER BY k")
    client.run("CREATE TABLE seen (k Int32) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE MATERIALIZED VIEW mv TO seen AS SELECT k FROM t")
    client.run("CREATE MATERIALIZED VIEW own ENGINE = MergeTree ORDER BY k AS SELECT k FROM t")
    client.run("INSERT INTO t REPLACE WHERE k = 1 SELECT 1, toDate('2024-01-01'), 'a'")
    client.run("INSERT INTO own REPLACE WHERE k = 1 VALUES (7)")
    assert client.run("SELECT k FROM seen") == [(1,)]
    assert client.run("SELECT k FROM own") == [(7,)]


@pytest.mark.sample(0)
def test_other_forms_of_rows(client: Client) -> None:
    client.run("CREATE TABLE t (k Int32, v String DEFAULT 'd') ENGINE = MergeTree ORDER BY k")
    client.run('INSERT INTO t REPLACE WHERE k = 1 FORMAT JSONEachRow {"k": 1}\n{"k": 2}')
    client.run("INSERT INTO t BY NAME REPLACE WHERE k = 1 SELECT 'n' AS v, 3 AS k")
    client.run("INSERT INTO t (* EXCEPT v) REPLACE WHERE k = 2 WITH 4 AS x SELECT x")
    client.run("INSERT INTO t (k) REPLACE WHERE false SETTINGS max_block_size = 5 VALUES (1 + 4)")
    client.run("CREATE TEMPORARY TABLE own (k Int32) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO own REPLACE WHERE true VALUES (1)")
    client.run("INSERT INTO own REPLACE WHERE true VALUES (2)")
    assert client.run("SELECT k, v FROM t ORDER BY k") == [(3, "n"), (4, "d"), (5, "d")]
    assert client.run("SELECT k FROM own") == [(2,)]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("INSERT INTO t REPLACE WHERE z = 1 SELECT 1, 'a'", "UNKNOWN_IDENTIFIER"),
        ("INSERT INTO t REPLACE WHERE v SELECT 1, 'a'", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("INSERT INTO t REPLACE WHERE k = 1 SELECT 1", "NUMBER_OF_COLUMNS_DOESNT_MATCH"),
        ("INSERT INTO t REPLACE WHERE k = 1 SELECT 1, w FROM t", "UNKNOWN_IDENTIFIER"),
        ("INSERT INTO t REPLACE WHERE k = 1", "SYNTAX_ERROR"),
        ("INSERT INTO t REPLACE WHERE SELECT 1, 'a'", "SYNTAX_ERROR"),
        ("INSERT OVERWRITE t REPLACE WHERE k = 1 SELECT 1, 'a'", "SYNTAX_ERROR"),
        ("INSERT INTO m REPLACE WHERE k = 1 SELECT 1", "NOT_IMPLEMENTED"),
        ("INSERT INTO p REPLACE WHERE k = 1 SELECT 1", "SUPPORT_IS_DISABLED"),
        ("INSERT INTO b REPLACE WHERE k = 1 SELECT 1, 'a'", "NOT_IMPLEMENTED"),
        (
            "INSERT INTO t REPLACE WHERE k = 1 VALUES (1, 'a'), (throwIf(1), 'b')",
            "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO",
        ),
    ],
)
@pytest.mark.sample(4)
def test_what_is_refused_changes_nothing(client: Client, statement: str, name: str) -> None:
    client.run("CREATE TABLE t (k Int32, v String) ENGINE = MergeTree ORDER BY k")
    client.run("CREATE TABLE m (k Int32) ENGINE = Memory")
    client.run("CREATE TABLE b AS t ENGINE = Buffer(currentDatabase(), t, 1, 1, 1, 1, 1, 1, 1)")
    client.run(
        "CREATE TABLE p (k Int32, PROJECTION x (SELECT k ORDER BY k)) ENGINE = MergeTree ORDER BY k"
    )
    client.run("INSERT INTO t VALUES (1, 'old')")
    assert client.error(statement).name == name
    assert client.run("SELECT * FROM t") == [(1, "old")]


def test_readers_see_all_of_it_or_nothing(endpoint: EmbeddedEndpoint, client: Client) -> None:
    client.run(f"{PLAIN} ORDER BY k")
    client.run("INSERT INTO t SELECT number, '2024-01-01', '0' FROM numbers(100)")
    seen: set[tuple[object, ...]] = set()
    stop = threading.Event()

    def read() -> None:
        with endpoint.connect(database=client.database) as reader:
            while not stop.is_set():
                seen.update(reader.run("SELECT count(), uniqExact(v), count(DISTINCT k) FROM t"))

    reading = threading.Thread(target=read)
    reading.start()
    try:
        for step in range(1, 4):
            client.run(
                "INSERT INTO t REPLACE WHERE day = '2024-01-01' "
                f"SELECT number, '2024-01-01', '{step}' FROM numbers(100)"
            )
    finally:
        stop.set()
        reading.join()
    assert seen == {(100, 1, 100)}


@pytest.mark.parametrize("vanishes", [False, True])
@pytest.mark.sample(0)
def test_a_client_that_cancels_or_vanishes_leaves_it_done_or_not(
    endpoint: EmbeddedEndpoint, client: Client, vanishes: bool
) -> None:
    client.run(f"{PLAIN} ORDER BY k")
    client.run("INSERT INTO t SELECT number, '2024-01-01', '0' FROM numbers(20000)")
    drawn = random.Random(3)
    for step in range(1, 11):
        connection = hive.connect("127.0.0.1", endpoint.port, database=client.database)
        cursor = connection.cursor()
        cursor.execute(
            "INSERT INTO t REPLACE WHERE day = '2024-01-01' "
            f"SELECT number, '2024-01-01', '{step}' FROM numbers(20000)",
            async_=True,
        )
        time.sleep(drawn.uniform(0, 1))
        if vanishes:
            drop(connection)
        else:
            cursor.cancel()
            connection.close()
        # The next one waits for whatever is left of it.
        client.run("INSERT INTO t REPLACE WHERE k < 0 SELECT k, day, v FROM t WHERE k < 0")
        assert client.run("SELECT count(), uniqExact(v), count(DISTINCT k) FROM t") == [
            (20000, 1, 20000)
        ]
