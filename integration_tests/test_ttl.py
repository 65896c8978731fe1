"""TTL beside real ClickHouse and by itself: random tables, merges in the background, transfers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from support.both import NO_MERGE_UNASKED, Both
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.waiting import eventually

COLUMNS = (
    "CREATE TABLE {} (k Int64, ts DateTime, v Int64, del UInt8, c String DEFAULT concat('d', "
    "toString(k)){}, n Nullable(Int64){}) "
    "ENGINE = ReplacingMergeTree(v, del) ORDER BY k PARTITION BY k % 2"
)
ROWS_EXPIRE = (
    f"{COLUMNS.format('t', '', '')} TTL ts + INTERVAL 30 DAY, ts + INTERVAL 10 DAY WHERE del = 1 "
    "SETTINGS ttl_only_drop_parts = 1"
)
VALUES_EXPIRE = COLUMNS.format("u", " TTL ts + INTERVAL 5 DAY", " TTL ts + INTERVAL 15 DAY")


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Both:
    return Both(client, clickhouse)


def _values(rng: random.Random) -> str:
    """Some rows, some of them long expired; one in each partition never is."""
    rows = [f"({k}, now() + INTERVAL 1 DAY, {rng.randrange(9)}, 0, 'z', 1)" for k in (100, 101)]
    for _ in range(rng.randint(1, 12)):
        days = rng.choice((0, 3, 7, 12, 20, 40))
        rows.append(
            f"({rng.randrange(12)}, now() - INTERVAL {days} DAY, {rng.randrange(9)}, "
            f"{int(rng.random() < 0.3)}, '{rng.choice('abc')}', {rng.randrange(5)})"
        )
    return ", ".join(rows)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.sample(0)
def test_what_random_merges_leave_is_clickhouses(seed: int, both: Both) -> None:
    rng = random.Random(seed)
    both.create(ROWS_EXPIRE, VALUES_EXPIRE)
    queries = [f"SELECT k, v, del, c, n FROM {name}" for name in ("t", "t FINAL", "u", "u FINAL")]
    for _ in range(3):
        for _ in range(rng.randint(1, 4)):
            rows = _values(rng)
            both.run(f"INSERT INTO t VALUES {rows}", f"INSERT INTO u VALUES {rows}")
        # Whether values have expired already before the merge that is asked for is left to chance.
        for query in queries[:2]:
            both.compare(query)
        both.run(rng.choice(("OPTIMIZE TABLE t FINAL", "OPTIMIZE TABLE t PARTITION 1 FINAL")))
        both.run("OPTIMIZE TABLE u FINAL")
        for query in queries:
            both.compare(query)
    for name in ("t", "u"):
        both.run(f"ALTER TABLE {name} UPDATE ts = ts - INTERVAL 25 DAY WHERE k < 5")
        both.run(f"OPTIMIZE TABLE {name} FINAL")
    for query in queries:
        both.compare(query)
    both.run("ALTER TABLE t MODIFY TTL ts + INTERVAL 2 DAY", "ALTER TABLE t REMOVE TTL")
    both.compare(queries[0])


def _parts(client: Client) -> Callable[[], list[str]]:
    query = (
        "SELECT name FROM system.parts WHERE active AND `table` = 't' "
        f"AND database = '{client.database}' ORDER BY name"
    )
    return lambda: [row[0] for row in client.run(query)]


@pytest.mark.timeout(120)
@pytest.mark.sample(0)
def test_parts_merge_by_themselves_when_their_time_has_come(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, ts DateTime, c String TTL ts) ENGINE = ReplacingMergeTree "
        "ORDER BY k TTL ts + INTERVAL 1 SECOND WHERE k < 10 "
        f"SETTINGS merge_with_ttl_timeout = 0, {NO_MERGE_UNASKED}"
    )
    parts = _parts(client)
    # Nothing expires in the first one, all rows in the second, one in the third later on.
    client.run("INSERT INTO t VALUES (11, now() + INTERVAL 1 DAY, 'x')")
    client.run("INSERT INTO t VALUES (1, now() - INTERVAL 1 DAY, 'x'), (2, toDateTime(1), 'x')")
    eventually(lambda: parts() == ["all_1_1_1"])
    client.run("INSERT INTO t VALUES (3, now() + INTERVAL 6 SECOND, 'x'), (13, toDateTime(0), 'x')")
    assert len(client.run("SELECT k FROM t")) == 3
    eventually(lambda: sorted(client.run("SELECT k, c FROM t")) == [(11, "x"), (13, "x")])
    assert sorted(client.run("SELECT k FROM t FINAL")) == [(11,), (13,)]


@pytest.mark.sample(0)
@pytest.mark.timeout(120)
def test_a_dropped_part_uncovers_what_it_had_beaten(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, ts DateTime, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k "
        f"TTL ts SETTINGS {NO_MERGE_UNASKED}"
    )
    client.run("SYSTEM STOP TTL MERGES t")
    client.run("INSERT INTO t VALUES (1, now() + INTERVAL 1 DAY, 1)")
    client.run("INSERT INTO t VALUES (1, now() - INTERVAL 1 DAY, 2)")
    assert client.run("SELECT v FROM t FINAL") == [(2,)]
    client.run("SYSTEM START TTL MERGES t")
    eventually(lambda: client.run("SELECT v FROM t FINAL") == [(1,)])
    assert client.run("SELECT v FROM t") == [(1,)]


def test_parts_that_come_from_another_table_get_the_ttl_of_this_one(client: Client) -> None:
    columns = "(k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k"
    client.run(f"CREATE TABLE t {columns} TTL ts + INTERVAL 30 DAY")
    client.run(f"CREATE TABLE s {columns} TTL ts + INTERVAL 100 DAY")
    client.run(f"CREATE TABLE plain {columns}")
    for name, first in (("s", 1), ("plain", 3)):
        client.run(
            f"INSERT INTO {name} VALUES ({first}, now()), ({first + 1}, now() - INTERVAL 50 DAY)"
        )
        client.run(f"ALTER TABLE t ATTACH PARTITION tuple() FROM {name}")
    client.run("OPTIMIZE TABLE t FINAL")
    assert sorted(client.run("SELECT k FROM t")) == [(1,), (3,)]
    client.run("ALTER TABLE plain ATTACH PARTITION tuple() FROM t")
    client.run("OPTIMIZE TABLE plain FINAL")
    assert sorted(client.run("SELECT k FROM plain")) == [(1,), (1,), (3,), (3,), (4,)][1:]


@pytest.mark.timeout(120)
@pytest.mark.sample(0)
def test_rows_that_spark_writes_expire_as_well(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, ts DateTime, c String TTL ts) ENGINE = ReplacingMergeTree "
        "ORDER BY k PARTITION BY k % 2 TTL ts WHERE k < 100000"
    )
    client.run(
        "INSERT INTO t SELECT number, now() + toIntervalHour(if(number % 4 < 2, -1, 1)), 'x' "
        "FROM numbers(200000)"
    )
    client.run("OPTIMIZE TABLE t FINAL")
    shown = "SELECT count(), countIf(c = 'x'), max(k), count(DISTINCT k) FROM {}"
    for name in ("t", "t FINAL"):
        assert client.run(shown.format(name)) == [(150_000, 100_000, 199_999, 150_000)]


def test_the_moment_is_one_of_the_columns_time_zone(both: Both) -> None:
    both.create(
        "CREATE TABLE t (k Int64, ts DateTime('Asia/Tokyo')) ENGINE = MergeTree ORDER BY k "
        "TTL ts + INTERVAL 1 DAY"
    )
    both.run(
        "INSERT INTO t SELECT number, now() - INTERVAL 20 HOUR - toIntervalHour(number) "
        "FROM numbers(8)",
        "OPTIMIZE TABLE t FINAL",
    )
    both.compare("SELECT k FROM t")


def test_the_hidden_columns_are_hidden(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, ts DateTime, c String TTL ts) ENGINE = ReplacingMergeTree "
        "ORDER BY k TTL ts + INTERVAL 1 DAY"
    )
    client.run("INSERT INTO t VALUES (1, now() + INTERVAL 1 DAY, 'x')")
    assert len(client.run("SELECT * FROM t")[0]) == 3
    names = client.run(f"SELECT name FROM system.columns WHERE database = '{client.database}'")
    assert names == [("k",), ("ts",), ("c",)]
    held = client.run(
        f"SELECT column FROM system.parts_columns WHERE database = '{client.database}' AND active"
    )
    assert sorted(held) == [("c",), ("k",), ("ts",)]
    error = client.error("ALTER TABLE t ADD COLUMN __ttl_0_a Int64")
    assert error.name == "ILLEGAL_COLUMN"
