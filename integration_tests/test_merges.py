"""Background merges, and the statements that steer them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.waiting import eventually

_T = "CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k"


@pytest.fixture
def stopped(client: Client) -> Iterator[Client]:
    """A table `t` of seven parts that do not merge."""
    client.run(_T)
    client.run("SYSTEM STOP MERGES t")
    for n in range(7):
        client.run(f"INSERT INTO t VALUES ({n % 3}, {n})")
    yield client
    client.run("SYSTEM START MERGES")


def test_parts_merge_by_themselves(client: Client) -> None:
    client.run(_T)
    for n in range(60):
        client.run(f"INSERT INTO t VALUES ({n % 7}, {n})")
    eventually(lambda: len(client.active_parts("t")) < 10)
    assert client.run("SELECT count(), sum(v) FROM t FINAL") == [(7, sum(range(53, 60)))]
    assert client.run("SELECT count(DISTINCT k) FROM t") == [(7,)]
    client.run("OPTIMIZE TABLE t FINAL")
    [part] = client.active_parts("t")
    assert part.startswith("all_1_60_")


def test_stopped_merges_begin_when_they_may(stopped: Client) -> None:
    assert len(stopped.active_parts("t")) == 7
    stopped.run("SYSTEM START MERGES t")
    eventually(lambda: stopped.active_parts("t") == ["all_1_7_2"])
    assert stopped.run("SELECT * FROM t ORDER BY k") == [(0, 6), (1, 4), (2, 5)]


def test_optimize_is_refused_while_merges_are_stopped(
    stopped: Client, clickhouse: ClickHouse
) -> None:
    clickhouse.execute(_T)
    clickhouse.execute("SYSTEM STOP MERGES t")
    clickhouse.execute("INSERT INTO t VALUES (1, 1)")
    error, theirs = stopped.error("OPTIMIZE TABLE t FINAL"), clickhouse.error(
        "OPTIMIZE TABLE t FINAL"
    )  # fmt: skip
    assert (error.name, error.sqlstate) == (theirs.name, "57014") == ("ABORTED", "57014")
    assert "Cancelled merging parts." in error.message
    assert len(stopped.active_parts("t")) == 7


def test_sync_replica_waits_for_merges(stopped: Client) -> None:
    stopped.run("SYSTEM START MERGES t")
    eventually(lambda: stopped.run("SYSTEM SYNC REPLICA t") == [] and len(_names(stopped)) == 1)
    assert stopped.run("SYSTEM SYNC REPLICA IF EXISTS nosuch") == []
    assert stopped.error("SYSTEM SYNC REPLICA nosuch").name == "UNKNOWN_TABLE"


def _names(client: Client) -> list[str]:
    return client.active_parts("t")


@pytest.mark.parametrize("command", ["FLUSH LOGS", "FLUSH DISTRIBUTED t", "STOP MERGES nosuch"])
def test_other_system_commands(client: Client, command: str) -> None:
    if command.startswith("FLUSH"):
        assert client.run(f"SYSTEM {command}") == []
    else:
        assert client.error(f"SYSTEM {command}").name == "UNKNOWN_TABLE"


@pytest.mark.parametrize(
    "limit", ["max_bytes_to_merge_at_max_space_in_pool", "max_bytes_to_merge_at_min_space_in_pool"]
)
@pytest.mark.sample(0)
def test_no_merge_reads_more_than_the_table_allows(stopped: Client, limit: str) -> None:
    stopped.run(
        "ALTER TABLE t MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, "
        "max_bytes_to_merge_at_min_space_in_pool = 1"
    )
    stopped.run("SYSTEM START MERGES t")
    time.sleep(2)
    assert len(stopped.active_parts("t")) == 7
    stopped.run(f"ALTER TABLE t RESET SETTING {limit}")
    if limit.endswith("at_max_space_in_pool"):
        eventually(lambda: stopped.active_parts("t") == ["all_1_7_2"])
    else:
        time.sleep(2)
        assert len(stopped.active_parts("t")) == 7


def test_explain_stops_no_merges(client: Client) -> None:
    client.run(_T)
    assert "MergesCommand t" in client.run("EXPLAIN SYSTEM STOP MERGES t")[0][0]
    for n in range(7):
        client.run(f"INSERT INTO t VALUES ({n}, {n})")
    eventually(lambda: len(client.active_parts("t")) < 7)


def test_too_many_parts_are_refused(stopped: Client, clickhouse: ClickHouse) -> None:
    stopped.run("ALTER TABLE t MODIFY SETTING parts_to_throw_insert = 7")
    clickhouse.execute(f"{_T} SETTINGS parts_to_throw_insert = 1")
    clickhouse.execute("INSERT INTO t VALUES (1, 1)")
    error, theirs = stopped.error("INSERT INTO t VALUES (1, 1)"), clickhouse.error(
        "INSERT INTO t VALUES (1, 1)"
    )  # fmt: skip
    assert error.name == theirs.name == "TOO_MANY_PARTS"
    assert "Too many parts (7) in a partition of table" in error.message
    assert stopped.error("INSERT INTO t SELECT 1, 1").name == "TOO_MANY_PARTS"
    assert len(stopped.active_parts("t")) == 7
    stopped.run("ALTER TABLE t RESET SETTING parts_to_throw_insert")
    stopped.run("INSERT INTO t VALUES (1, 1)")
    assert len(stopped.active_parts("t")) == 8


@pytest.mark.sample(0)
def test_inserts_wait_for_merges(stopped: Client) -> None:
    stopped.run(
        "ALTER TABLE t MODIFY SETTING parts_to_delay_insert = 7, parts_to_throw_insert = 8, "
        "max_delay_to_insert = 2"
    )
    before = time.monotonic()
    stopped.run("INSERT INTO t VALUES (1, 1)")
    assert time.monotonic() - before >= 2


def test_settings_of_a_table_change(client: Client) -> None:
    client.run(_T)
    client.run("ALTER TABLE t MODIFY SETTING merge_selector_base = 1000000, old_parts_lifetime = 5")
    [(create,)] = client.run("SHOW CREATE TABLE t")
    assert "merge_selector_base = 1000000, old_parts_lifetime = 5" in create
    client.run("ALTER TABLE t RESET SETTING old_parts_lifetime")
    [(create,)] = client.run("SHOW CREATE TABLE t")
    assert "old_parts_lifetime" not in create
    for n in range(7):
        client.run(f"INSERT INTO t VALUES ({n}, {n})")
    time.sleep(1)
    assert len(client.active_parts("t")) == 7
    error = client.error("ALTER TABLE t MODIFY SETTING index_granularity = 1")
    assert (error.name, error.sqlstate) == ("READONLY_SETTING", "0A000")
    described = client.run("EXPLAIN ALTER TABLE t RESET SETTING merge_selector_base")
    assert described == [("AlterSettings t",)]


@pytest.mark.sample(0)
def test_old_partitions_are_merged_and_cleaned_up(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64, v Int64, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k "
        "SETTINGS min_age_to_force_merge_seconds = 2, "
        "min_age_to_force_merge_on_partition_only = 1, "
        "enable_replacing_merge_with_cleanup_for_min_age_to_force_merge = 1, "
        "allow_experimental_replacing_merge_with_cleanup = 1"
    )
    client.run("INSERT INTO t VALUES (1, 1, 0), (2, 1, 0)")
    client.run("INSERT INTO t VALUES (1, 2, 1)")
    eventually(lambda: client.active_parts("t") == ["all_1_2_2"])
    assert client.run("SELECT * FROM t") == [(2, 1, 0)]


@pytest.mark.sample(0)
def test_merges_are_shown_while_they_run(endpoint: EmbeddedEndpoint, client: Client) -> None:
    client.run(_T)
    client.run("SYSTEM STOP MERGES t")
    for n in range(6):
        client.run(f"INSERT INTO t SELECT number, {n} FROM numbers(200000)")
    seen: list[tuple[object, ...]] = []
    done = threading.Event()

    def watch() -> None:
        with endpoint.connect() as other:
            while not done.wait(0.05):
                seen.extend(
                    other.run(
                        "SELECT num_parts, result_part_name, is_mutation, progress, elapsed, "
                        "rows_read, size(source_part_names), partition_id FROM system.merges "
                        f"WHERE database = '{client.database}'"
                    )
                )

    watcher = threading.Thread(target=watch)
    watcher.start()
    client.run("SYSTEM START MERGES t")
    eventually(lambda: len(client.active_parts("t")) == 1)
    done.set()
    watcher.join()
    assert {row[:3] for row in seen} == {(6, "all_1_6_2", 0)}
    assert {row[6:] for row in seen} == {(6, "all")}
    assert all(0 <= row[3] <= 1 and row[4] >= 0 for row in seen)  # type: ignore[operator]
    assert client.run("SELECT count(), sum(v) FROM t") == [(200000, 1000000)]


@pytest.mark.sample(0)
def test_readers_see_every_state_whole(endpoint: EmbeddedEndpoint, client: Client) -> None:
    """Writers keep a sum; merges and deletion vectors come and go under the readers."""
    client.run(_T)
    client.run("INSERT INTO t SELECT number, 0 FROM numbers(100)")
    wrong: list[object] = []
    done = threading.Event()

    def read() -> None:
        with endpoint.connect() as other:
            other.run(f"USE {client.database}")
            while not done.is_set():
                [(rows, least, most)] = other.run("SELECT count(), min(v), max(v) FROM t FINAL")
                if rows != 100 or least != most:
                    wrong.append((rows, least, most))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for n in range(1, 40):
        client.run(f"INSERT INTO t SELECT number, {n} FROM numbers(100)")
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert client.run("SELECT count(), min(v), max(v) FROM t FINAL") == [(100, 39, 39)]


@pytest.mark.sample(0)
def test_old_tombstones_go_by_themselves(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k UInt32, ver UInt32, gone Bool) ENGINE = ReplacingMergeTree(ver, gone) "
        "ORDER BY k SETTINGS tombstone_retention_seconds = 1"
    )
    client.run("INSERT INTO t VALUES (1, 1, 0), (2, 1, 0)")
    client.run("INSERT INTO t VALUES (1, 2, 1)")
    eventually(lambda: client.run("SELECT k FROM t") == [(2,)])
    assert client.run("SELECT k FROM t FINAL") == [(2,)]
    client.run("ALTER TABLE t RESET SETTING tombstone_retention_seconds")
    assert (
        client.error(
            "CREATE TABLE u (k UInt32) ENGINE = ReplacingMergeTree ORDER BY k "
            "SETTINGS tombstone_retention_seconds = 1"
        ).name
        == "BAD_ARGUMENTS"
    )
