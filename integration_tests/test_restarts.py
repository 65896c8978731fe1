"""What an endpoint leaves behind when it ends, well or by kill -9, and what the next one finds.

A start costs more than all that these scenarios do, so they share one test, and each reports a
result of its own.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from support.both import NO_MERGE_UNASKED
from support.command import rmt
from support.endpoint import COMPILED, MASTER, Client, Endpoint
from support.restarts import Scenario, check_all, prepare_all
from support.waiting import eventually

from rmt_engine.system.tables import SYSTEM_TABLES

COLUMNS = (
    "k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', {}a Int32 ALIAS v * 2, "
    "ver UInt32, del UInt8"
)
ENGINE = "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY k"
INSERTS = (
    "INSERT INTO t (k, p, v, ver) VALUES (1, 1, 1, 1), (2, 1, 2, 1), (3, 2, 3, 1), (5, 2, 5, 1)",
    "INSERT INTO t (k, p, v, n, ver, del) VALUES (1, 1, 11, 5, 2, 0), (4, 2, 0, NULL, 1, 1)",
)


# After a clean stop


class TablesStay(Scenario):
    name = "tables stay after SIGTERM"

    def prepare(self, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k")
        client.run("INSERT INTO t VALUES (1)")

    def check(self, client: Client) -> None:
        assert client.run("SELECT * FROM t FINAL") == [(1,)]


class ChangedColumns(Scenario):
    name = "a restart finds the changed table"

    def prepare(self, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64, v Int32) ENGINE = ReplacingMergeTree ORDER BY k")
        client.run("INSERT INTO t VALUES (1, 10)")
        client.run("ALTER TABLE t ADD COLUMN x Int32 DEFAULT v + 1, RENAME COLUMN v TO w")

    def check(self, client: Client) -> None:
        assert [row[:2] for row in client.run("DESCRIBE TABLE t")] == [
            ("k", "bigint"),
            ("w", "int"),
            ("x", "int"),
        ]
        assert client.run("SELECT * FROM t FINAL") == [(1, 10, 11)]


class UpdatedRows(Scenario):
    name = "what was updated is there after a restart"

    def prepare(self, client: Client) -> None:
        columns = COLUMNS.format("m Int32 MATERIALIZED v + 1, ")
        numbered = "enable_block_number_column = 1, enable_block_offset_column = 1"
        client.run(f"CREATE TABLE t ({columns}) {ENGINE} SETTINGS {numbered}")
        client.script(*INSERTS, "UPDATE t SET v = 70 WHERE k = 2")

    def check(self, client: Client) -> None:
        assert client.run("SELECT v FROM t FINAL WHERE k = 2") == [(70,)]


class Masks(Scenario):
    """Another process reads plain rows, FINAL and count() as the first one left them."""

    name = "masks are there after a restart"
    queries = ("SELECT k, v FROM t ORDER BY k, v", "SELECT k, v FROM t FINAL ORDER BY k")

    def prepare(self, client: Client) -> None:
        client.run(f"CREATE TABLE t ({COLUMNS.format('')}) {ENGINE}")
        client.script(*INSERTS, "DELETE FROM t WHERE k = 1 AND ver = 2")
        self.answers = [client.run(query) for query in self.queries]

    def check(self, client: Client) -> None:
        assert [client.run(query) for query in self.queries] == self.answers
        assert client.run("SELECT count() FROM t") == [(5,)]
        client.run("OPTIMIZE TABLE t FINAL")
        assert client.run(self.queries[1]) == self.answers[1]


# After kill -9


class RowsThatExpire(Scenario):
    name = "what is to expire is known after a crash"

    def prepare(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (k Int64, ts DateTime, c String TTL ts + INTERVAL 1 HOUR) "
            "ENGINE = ReplacingMergeTree ORDER BY k TTL ts WHERE k < 3 "
            f"SETTINGS {NO_MERGE_UNASKED}"
        )
        client.run("SYSTEM STOP TTL MERGES t")
        client.run("INSERT INTO t VALUES (1, now() - INTERVAL 2 HOUR, 'x'), (2, now(), 'x')")
        client.run("INSERT INTO t VALUES (3, now() - INTERVAL 2 HOUR, 'x'), (4, now(), 'x')")

    def check(self, client: Client) -> None:
        eventually(lambda: sorted(client.run("SELECT k, c FROM t")) == [(3, ""), (4, "x")])
        assert sorted(client.run("SELECT k, c FROM t FINAL")) == [(3, ""), (4, "x")]
        client.run("ALTER TABLE t MODIFY TTL ts + INTERVAL 2 HOUR WHERE k = 3")
        assert client.run("SELECT k, c FROM t") == [(4, "x")]


class UnfinishedMutation(Scenario):
    """Killed right after it was recorded, wherever the work is; a new endpoint finishes it.

    It is the last to be prepared, so that the kill comes while it works.
    """

    name = "a mutation goes on after a crash"

    def prepare(self, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k")
        client.script(*COMPILED)
        client.run("INSERT INTO t SELECT number, 0 FROM numbers(100000)")
        client.run("INSERT INTO t SELECT 500000 + number, 0 FROM numbers(100000)")
        client.run("SET mutations_sync = 0")
        client.run("ALTER TABLE t UPDATE v = v + 1 WHERE 1")
        eventually(lambda: self._is_at_work(client) or self._is_done(client))

    def check(self, client: Client) -> None:
        eventually(lambda: self._is_done(client), 150)
        assert client.run("SELECT count(*), min(v), max(v) FROM t") == [(200000, 1, 1)]
        assert sorted(client.active_parts("t")) == ["all_1_1_1_3", "all_2_2_1_3"]

    def _is_at_work(self, client: Client) -> bool:
        merges = "SELECT count(*) FROM system.merges WHERE is_mutation = 1"
        return client.run(f"{merges} AND database = '{self.database}'") != [(0,)]

    def _is_done(self, client: Client) -> bool:
        mutations = "SELECT min(is_done) FROM system.mutations"
        return client.run(f"{mutations} WHERE database = '{self.database}'") == [(1,)]


class DetachedTables(Scenario):
    name = "a detached table comes back with the next endpoint, unless PERMANENTLY"

    def prepare(self, client: Client) -> None:
        for name in ("t", "u"):
            client.run(f"CREATE TABLE {name} (k Int64) ENGINE = ReplacingMergeTree ORDER BY k")
            client.run(f"INSERT INTO {name} VALUES (1)")
        client.run("DETACH TABLE t")
        client.run("DETACH TABLE u PERMANENTLY")

    def check(self, client: Client) -> None:
        assert client.run("SELECT * FROM t FINAL") == [(1,)]
        assert client.run("SELECT `table` FROM system.detached_tables") == [("u",)]
        client.run("ATTACH TABLE u")
        assert client.run("SELECT * FROM u FINAL") == [(1,)]


class TemporaryTables(Scenario):
    name = "a temporary table ends with its endpoint"

    def prepare(self, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k")
        client.run("INSERT INTO t VALUES (1)")
        client.run("CREATE TEMPORARY TABLE t AS SELECT 'passing' AS x")
        assert client.run("SELECT * FROM t") == [("passing",)]

    def check(self, client: Client) -> None:
        assert client.run("SELECT * FROM t FINAL") == [(1,)]
        assert client.run("EXISTS TEMPORARY TABLE t") == [(0,)]
        assert client.run("SELECT count() FROM system.tables WHERE is_temporary = 1") == [(0,)]


class SystemTables(Scenario):
    """They are there on Derby, whose calls are made in a thread without a session."""

    name = "system tables know a view of the metastore that users have"

    def prepare(self, client: Client) -> None:
        client.run("CREATE VIEW v AS SELECT 1 AS one")

    def check(self, client: Client) -> None:
        assert {row[1] for row in client.run("SHOW TABLES IN system")} == set(SYSTEM_TABLES)
        views = "SELECT name FROM system.tables WHERE engine = 'View'"
        assert client.run(f"{views} AND database = '{self.database}'") == [("v",)]


def _left_by_a_stop() -> tuple[Scenario, ...]:
    return (TablesStay(), ChangedColumns(), UpdatedRows(), Masks())


def _left_by_a_crash() -> tuple[Scenario, ...]:
    return (
        RowsThatExpire(),
        DetachedTables(),
        TemporaryTables(),
        SystemTables(),
        UnfinishedMutation(),
    )


# After Ctrl-C


class TablesStayAfterInterrupt(TablesStay):
    name = "tables stay after SIGINT"


def test_a_killed_endpoint_loses_nothing(tmp_path: Path, subtests: pytest.Subtests) -> None:
    """It takes long because two endpoints start, one after the other."""
    warehouse = tmp_path / "w"
    scenarios = (*_left_by_a_stop(), *_left_by_a_crash())
    with _serve(warehouse, subtests) as endpoint:
        prepare_all(scenarios, endpoint)
        endpoint.kill()
    with _serve(warehouse, subtests) as endpoint:
        check_all(scenarios, endpoint, subtests)
        _stop(endpoint, signal.SIGTERM, subtests)


@pytest.mark.sample(0)
def test_the_next_endpoint_finds_what_the_last_one_left(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """It takes long because three endpoints and an embedded engine start, one after the other."""
    warehouse = tmp_path / "w"
    stopped, killed = _left_by_a_stop(), _left_by_a_crash()
    interrupted = TablesStayAfterInterrupt()
    with _serve(warehouse, subtests) as endpoint:
        prepare_all(stopped, endpoint)
        _stop(endpoint, signal.SIGTERM, subtests)
    with _serve(warehouse, subtests) as endpoint:
        check_all(stopped, endpoint, subtests)
        prepare_all(killed, endpoint)
        endpoint.kill()
    with _serve(warehouse, subtests) as endpoint:
        check_all(killed, endpoint, subtests)
        prepare_all([interrupted], endpoint)
        _stop(endpoint, signal.SIGINT, subtests)
    _check_embedded(warehouse, interrupted, subtests)


@pytest.mark.sample(0)
@pytest.mark.skipif(os.geteuid() != 0, reason="process namespaces are made by root")
def test_a_container_that_was_killed_goes_on_with_its_old_pid(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """The next process has the pid and the host name of the dead one, and is not taken for it."""
    container = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
    mutation = UnfinishedMutation()
    pids = []
    with Endpoint(tmp_path / "w", within=container) as endpoint:
        prepare_all([mutation], endpoint)
        pids.append(_pid_inside(endpoint))
        endpoint.kill()
    with Endpoint(tmp_path / "w", within=container) as endpoint:
        pids.append(_pid_inside(endpoint))
        check_all([mutation], endpoint, subtests)
        with endpoint.connect() as client:
            client.run(f"OPTIMIZE TABLE {mutation.database}.t FINAL")
            assert client.run("SELECT count(*) FROM system.merges") == [(0,)]
        endpoint.kill()
    assert pids[0] == pids[1]


@pytest.mark.sample(0)
def test_each_endpoint_has_its_own_directory_for_the_logs_of_operations(tmp_path: Path) -> None:
    """All servers of a user have one by default, and the first that ends deletes it."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    endpoints = [
        Endpoint(tmp_path / name, ["--metastore", "memory"], {"TMPDIR": str(temporary)})
        for name in ("first", "second", "killed")
    ]

    def sessions() -> list[int]:
        return sorted(
            len(list(logs.iterdir())) for logs in temporary.glob("rmt-endpoint-*/operations")
        )

    with endpoints[0] as first, first.connect() as client:
        kept = [endpoint.start().connect() for endpoint in endpoints[1:]]
        assert sessions() == [1, 1, 1], kept
        endpoints[1].stop()
        endpoints[2].kill_driver()
        eventually(lambda: sessions() == [1])
        assert client.run("SELECT 1") == [(1,)]
        with first.connect() as another:
            assert another.run("SELECT 2") == [(2,)]
    assert sessions() == []


def _pid_inside(endpoint: Endpoint) -> str:
    """The endpoint's pid in its own namespace."""
    [inside] = [
        child
        for child in psutil.Process(endpoint.pid).children()
        if "rmt_engine" in child.cmdline()
    ]
    status = Path(f"/proc/{inside.pid}/status").read_text()
    [pids] = [line for line in status.splitlines() if line.startswith("NSpid:")]
    return pids.split()[-1]


@contextmanager
def _serve(warehouse: Path, subtests: pytest.Subtests) -> Iterator[Endpoint]:
    """An endpoint that the environment configures."""
    with Endpoint(warehouse, env={"RMT_CONF": "spark.sql.broadcastTimeout=303"}) as endpoint:
        with subtests.test("it says where it listens, and the environment configures it"):
            assert "listening on jdbc:hive2://127.0.0.1" in endpoint.announcement
            with endpoint.connect() as client:
                assert client.run("SET spark.sql.broadcastTimeout")[0][1] == "303"
        yield endpoint


def _stop(endpoint: Endpoint, number: signal.Signals, subtests: pytest.Subtests) -> None:
    with subtests.test(f"{number.name} stops it cleanly"):
        assert endpoint.stop(number).strip() == "rmt stopped"
        assert endpoint.process is not None
        assert endpoint.process.returncode == 0


def _check_embedded(warehouse: Path, left: Scenario, subtests: pytest.Subtests) -> None:
    """`rmt sql --embedded` is the next on the store, and needs no endpoint."""
    done = rmt(
        *("sql", "--embedded", "--warehouse", str(warehouse), "--master", MASTER),
        *("-c", f"SELECT concat('keys ', to_json(collect_list(k))) FROM {left.database}.t FINAL"),
        *("-c", "CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k"),
        *("-c", "INSERT INTO t VALUES (1), (1), (2)"),
        *("-c", "SELECT count() AS rows_there FROM t FINAL"),
    )
    with subtests.test(left.name):
        if left.failure is not None:
            raise left.failure
        assert "keys [1]" in done.stdout, done.stdout + done.stderr
    with subtests.test("embedded needs no endpoint"):
        assert done.returncode == 0, done.stderr
        assert "rows_there" in done.stdout
        assert "2" in done.stdout
