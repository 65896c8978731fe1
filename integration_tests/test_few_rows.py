"""Reads of few rows, which the driver answers without tasks, beside the same by tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError

from rmt_engine.merges.final import FinalRows
from rmt_engine.spark.read.masks import MaskLimits
from rmt_engine.spark.read.scan import ReadMode, Scans
from rmt_engine.sql.query.wanted_rows import Stretch, WantedRows

CREATE = """CREATE TABLE t (
    k UInt64, s String, n Nullable(Int32), d Date, l LowCardinality(String), a Array(UInt32),
    m Map(String, UInt8), e Enum8('x' = 1, 'y' = 2), t DateTime64(3, 'Asia/Tokyo'),
    u UUID, f Float64, b Bool, x FixedString(3), p IPv6, w Int128, c Decimal(12, 3),
    o Tuple(i UInt8, j String), z String ALIAS concat(s, '!'), y UInt64 MATERIALIZED k * 2,
    ver UInt32, gone UInt8
) ENGINE = ReplacingMergeTree(ver, gone) PARTITION BY k % 3 ORDER BY (k, s)
SETTINGS merge_selector_base = 1000000"""
ROWS = """INSERT INTO t SELECT
    intDiv(number * 7, 3) % 400 AS k, concat('s', toString(number % 5)) AS s,
    if(number % 4 = 0, NULL, toInt32(number % 50) - 25) AS n,
    toDate('2024-01-01') + number % 60 AS d, concat('l', toString(number % 3)) AS l,
    [number, number + 1] AS a, map('m', number % 9) AS m,
    if(number % 2 = 0, 'x', 'y') AS e, toDateTime64('2024-03-10 01:30:00.123', 3, 'UTC') AS t,
    toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') AS u,
    if(number % 11 = 0, nan, number / 7) AS f, number % 2 = 1 AS b, 'ab' AS x, toIPv6('::1') AS p,
    toInt128(number) - 300 AS w, toDecimal64(number, 3) AS c, (number % 7, 'j') AS o,
    {version} AS ver, number % 13 = 0 AS gone
FROM numbers({first}, {count})"""
CONDITIONS = [
    "k = {0}",
    "{0} = k",
    "k IN ({0}, {1}, {2})",
    "k > {0} AND k <= {1}",
    "k BETWEEN {0} AND {1}",
    "k >= 390",
    "k < 3",
    "k = -1",
    "k = 18446744073709551615",
    "s = 's{3}' AND k < 40",
    "s > 's2' AND s < 's4'",
    "s IN ('s1', 'none')",
    "n = {4}",
    "n >= {4} AND n < 20",
    "n > 5000000000",
    "n < 5000000000 AND k < 20",
    "d = '2024-01-1{3}'",
    "d > '2024-02-2{3}'",
    "l = 'l1' AND k = {0}",
    "y = {0}",
    "ver = 2 AND k < 30",
    "gone = 0 AND k = {0}",
    "k = {0} AND e = 'x'",
    "k = {0} OR s = 's{3}'",
    "k = {0} AND k = {1}",
]
QUERIES = [
    "SELECT * FROM t {final} WHERE {where}",
    "SELECT k, z, y, o.j, m['m'], a[1] FROM t {final} WHERE {where}",
    "SELECT count(), sum(k), max(n), uniqExact(s) FROM t {final} WHERE {where}",
    "SELECT s, count() FROM t {final} WHERE {where} GROUP BY s",
    "SELECT DISTINCT d FROM (SELECT * FROM t {final} WHERE {where}) WHERE k % 2 = 0",
    "SELECT k, (SELECT count() FROM t {final} WHERE {where}) FROM t FINAL WHERE k = 7",
    "SELECT l.k, r.n FROM (SELECT k, s FROM t {final} WHERE {where}) AS l "
    "JOIN t AS r FINAL ON l.k = r.k AND l.s = r.s",
    "SELECT k, row_number() OVER (PARTITION BY s ORDER BY k, ver, n, d, f) FROM t {final} "
    "WHERE {where}",
]


@pytest.fixture
def table(client: Client) -> Client:
    client.run(CREATE)
    for version, first, count in ((1, 0, 900), (2, 300, 200), (3, 350, 60)):
        client.run(ROWS.format(version=version, first=first, count=count))
    return client


@contextmanager
def _by_tasks(client: Client) -> Iterator[None]:
    client.run("SET max_rows_read_in_driver = 0")
    try:
        yield
    finally:
        client.run("RESET max_rows_read_in_driver")


def _both_ways(client: Client, query: str) -> list[tuple[object, ...]]:
    """The rows of a query, which have to be the same however they are read."""
    rows = sorted(client.run(query), key=repr)
    with _by_tasks(client):
        assert repr(rows) == repr(sorted(client.run(query), key=repr)), query
    return rows


def _reads(client: Client, query: str) -> str:
    """Who reads the rows of a query's table: `driver` or `tasks`."""
    [(plan,)] = client.run(f"EXPLAIN {query}")
    return "tasks" if "FileScan" in plan else "driver"


def _conditions(seed: int, count: int) -> Iterator[str]:
    draw = random.Random(seed)
    for _ in range(count):
        numbers = [draw.randrange(420) for _ in range(3)]
        yield draw.choice(CONDITIONS).format(*numbers, draw.randrange(7), draw.randrange(-25, 25))


CHANGES = (
    "SELECT 1",
    "DELETE FROM t WHERE k % 10 = 3",
    "ALTER TABLE t UPDATE n = 7 WHERE k % 5 = 1 SETTINGS mutations_sync = 2",
    "ALTER TABLE t ADD COLUMN late String DEFAULT concat(s, '?')",
    "INSERT INTO t (k, s, ver) VALUES (5, 's1', 9), (1000, 'none', 1)",
    "OPTIMIZE TABLE t FINAL",
    "ALTER TABLE t RENAME COLUMN n TO nn; ALTER TABLE t RENAME COLUMN nn TO n",
    "OPTIMIZE TABLE t FINAL CLEANUP",
)


@pytest.mark.sample(0)
@pytest.mark.parametrize("seed", range(48))
def test_the_driver_finds_the_rows_that_tasks_find(table: Client, seed: int) -> None:
    table.run("ALTER TABLE t MODIFY SETTING allow_experimental_replacing_merge_with_cleanup = 1")
    draw = random.Random(seed)
    for place, change in enumerate(CHANGES):
        for statement in change.split("; "):
            table.run(statement)
        for where in _conditions(seed * 100 + place, 1):
            final = draw.choice(("FINAL", ""))
            _both_ways(table, draw.choice(QUERIES).format(final=final, where=where))


def test_few_rows_are_read_by_the_driver_and_others_by_tasks(table: Client) -> None:
    for query in (
        "SELECT * FROM t FINAL WHERE k = 6",
        "SELECT k FROM t WHERE k IN (6, 8) AND f > 1",
        "SELECT * FROM t FINAL WHERE s = 's1'",
        "SELECT * FROM t FINAL WHERE d = '2024-01-05'",
    ):
        assert _reads(table, query) == "driver"
        assert _reads(table, f"{query} SETTINGS max_rows_read_in_driver = 0") == "tasks"
        assert _reads(table, f"{query} SETTINGS max_rows_read_in_driver = 1") == "tasks"
    for query in (
        "SELECT * FROM t FINAL",
        "SELECT * FROM t FINAL WHERE k + 0 = 6",
        "SELECT * FROM t FINAL WHERE f = 1",
        "SELECT _part, k FROM t WHERE k = 6",
    ):
        assert _reads(table, query) == "tasks"


@pytest.mark.sample(0)
def test_many_rows_and_many_files_are_left_to_tasks(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32, v UInt32) ENGINE = ReplacingMergeTree ORDER BY k")
    client.run("INSERT INTO t SELECT number, number % 3 FROM numbers(40000)")
    assert _reads(client, "SELECT * FROM t FINAL WHERE v = 1") == "tasks"
    assert _reads(client, "SELECT * FROM t FINAL WHERE k < 999") == "driver"
    assert _reads(client, "SELECT * FROM t FINAL WHERE k <= 1000") == "tasks"
    assert _both_ways(client, "SELECT count(), sum(v) FROM t FINAL WHERE k <= 1000")
    client.run("SYSTEM STOP MERGES t")
    for _ in range(17):
        client.run("INSERT INTO t VALUES (7, 1)")
    assert _reads(client, "SELECT * FROM t FINAL WHERE k = 7") == "tasks"
    assert _reads(client, "SELECT * FROM t FINAL WHERE k = 8") == "driver"


def test_large_values_are_left_to_tasks(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32, s String) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t SELECT number, repeat(toString(number), 30000) FROM numbers(200)")
    assert _reads(client, "SELECT k FROM t WHERE k = 100") == "driver"
    assert _reads(client, "SELECT k FROM t WHERE k >= 0") == "tasks"
    assert client.run("SELECT count(), sum(length(s)) FROM t WHERE k >= 100") == [(100, 9_000_000)]


@pytest.mark.sample(0)
def test_errors_are_those_of_tasks(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32, v Int32, s String) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1, 0, 'x')")
    for expression, name in (
        ("intDiv(k, v)", "ILLEGAL_DIVISION"),
        ("toInt32(s)", "CANNOT_PARSE_TEXT"),
        ("throwIf(v = 0, 'none')", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"),
        ("toDate(s)", "CANNOT_PARSE_DATE"),
    ):
        for most in (0, 1000):
            client.run(f"SET max_rows_read_in_driver = {most}")
            with pytest.raises(ServerError) as raised:
                client.run(f"SELECT {expression} FROM t WHERE k = 1")
            assert raised.value.name == name
            assert "Traceback" not in str(raised.value)
    client.run("RESET max_rows_read_in_driver")


@pytest.mark.sample(0)
def test_rows_are_found_beyond_the_first_row_group(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt32, s String) ENGINE = MergeTree ORDER BY k "
        "SETTINGS row_group_rows = 50000"
    )
    client.run("INSERT INTO t SELECT number * 2, toString(number) FROM numbers(200000)")
    for key in (0, 99_998, 100_000, 131_070, 131_072, 262_144, 399_998):
        assert client.run(f"SELECT s FROM t WHERE k = {key}") == [(str(key // 2),)]
        assert client.run(f"SELECT s FROM t WHERE k = {key + 1}") == []
    assert client.run("SELECT count() FROM t WHERE k BETWEEN 131000 AND 131200") == [(101,)]
    assert _reads(client, "SELECT * FROM t WHERE k = 131072") == "driver"


@pytest.mark.sample(0)
def test_an_engine_that_computes_rows_shows_those_it_computed(client: Client) -> None:
    client.run("CREATE TABLE t (k String, v UInt64) ENGINE = SummingMergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES ('a', 1), ('b', 2)")
    client.run("INSERT INTO t VALUES ('a', 10), ('c', 3)")
    assert _both_ways(client, "SELECT * FROM t FINAL WHERE k = 'a'") == [("a", 11)]
    assert _both_ways(client, "SELECT * FROM t WHERE k = 'a'") == [("a", 1), ("a", 10)]
    assert _both_ways(client, "SELECT * FROM t FINAL WHERE v = 1") == []
    assert _reads(client, "SELECT * FROM t FINAL WHERE v = 11") == "driver"


def test_rows_that_a_policy_hides_stay_hidden(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32, v UInt32) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1, 1), (2, 2)")
    client.run("CREATE ROW POLICY own ON t USING v = 1 TO ALL")
    try:
        assert _both_ways(client, "SELECT * FROM t WHERE k IN (1, 2)") == [(1, 1)]
    finally:
        client.run("DROP ROW POLICY own ON t")


def test_a_damaged_file_is_told_of(client: Client, endpoint: EmbeddedEndpoint) -> None:
    client.run("CREATE TABLE t (k UInt32, s String) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t SELECT number, toString(number) FROM numbers(900)")
    store = endpoint.engine.store
    table = store.registry.tables.find(client.database, "t")
    assert table is not None
    [file] = store.snapshots.current(table).files
    path = Path(store.storage.hadoop_path(file.path).removeprefix("file://"))
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    with pytest.raises(ServerError, match=r"CHECKSUM_DOESNT_MATCH|CORRUPTED_DATA"):
        client.run("SELECT * FROM t WHERE k < 900")
    path.unlink()
    with pytest.raises(ServerError, match="NO_FILE_IN_DATA_PART"):
        client.run("SELECT * FROM t WHERE k = 5")


@pytest.mark.parametrize("prune", [True, False])
def test_with_files_that_are_not_left_out_tasks_read_all(
    client: Client, endpoint: EmbeddedEndpoint, prune: bool
) -> None:
    client.run("CREATE TABLE t (k UInt32) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t SELECT number FROM numbers(900)")
    engine = endpoint.engine
    table = engine.store.registry.tables.find(client.database, "t")
    assert table is not None
    final_rows = FinalRows(engine.store, lambda _: pytest.fail("nothing is FINAL"))
    limits = MaskLimits(0, 0)
    scans = Scans(engine.gateway, engine.spark, engine.store, final_rows, limits, prune, True)
    wanted = WantedRows((Stretch("k", (7,)),), most=10)
    plan = scans.plan(table, ReadMode(wanted=wanted)).toString()
    assert ("LocalRelation" in plan) == prune
    assert ("parquet" in plan) != prune


def test_a_view_reads_what_there_is_when_it_is_read(client: Client) -> None:
    client.run("CREATE TABLE t (k UInt32, v UInt32) ENGINE = ReplacingMergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1, 1)")
    client.run("CREATE VIEW seen AS SELECT * FROM t FINAL WHERE k = 1")
    client.run("INSERT INTO t VALUES (1, 2)")
    assert client.run("SELECT * FROM seen") == [(1, 2)]
    client.run("DROP VIEW seen")
