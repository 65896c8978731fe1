"""Two endpoints and a batch job on one store, its registry in PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.endpoint import MASTER, Client, Endpoint
from support.postgresql import PostgresServer, find_programs
from support.waiting import eventually

pytestmark = pytest.mark.together

_BATCH = """
import rmt_engine
spark = rmt_engine.session(warehouse={warehouse!r}, registry={registry!r}, metastore="memory")
rmt_engine.insert(spark.range(1000, 2000).selectExpr("id AS k", "7 AS v"), "t")
spark.stop()
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    server = PostgresServer(programs)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The warehouse and the registry's URL."""
    warehouse = tmp_path_factory.mktemp("shared")
    return warehouse, server.url(warehouse)


def _endpoint(address: tuple[Path, str], number: int) -> Endpoint:
    warehouse, registry = address
    log = warehouse.parent / f"{warehouse.name}-logs-{number}" / "rmt.log"
    options = ["--registry", registry, "--metastore", "memory", "--log-file", str(log)]
    return Endpoint(warehouse, options)


@pytest.fixture(scope="module")
def pair(address: tuple[Path, str]) -> Iterator[list[Endpoint]]:
    """Two endpoints; a test that kills the second one puts another in its place."""
    with _endpoint(address, 1) as first:
        with first.connect() as client:
            client.run(
                "CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k"
            )
        endpoints = [first, _endpoint(address, 2).start()]
        yield endpoints
        endpoints[1].stop()


@pytest.fixture
def clients(pair: list[Endpoint]) -> Iterator[tuple[Client, Client]]:
    """A connection to each, and an empty table `t`."""
    with pair[0].connect() as first, pair[1].connect() as second:
        first.run("TRUNCATE TABLE t")
        yield first, second


@pytest.mark.sample(0)
def test_each_sees_what_the_other_committed(clients: tuple[Client, Client]) -> None:
    """Its fixture starts PostgreSQL and two endpoints: some 20 seconds."""
    first, second = clients
    first.run("INSERT INTO t VALUES (1, 1)")
    assert second.run("SELECT * FROM t") == [(1, 1)]
    second.run("INSERT INTO t VALUES (1, 2)")
    assert first.run("SELECT * FROM t FINAL") == [(1, 2)]
    second.run("OPTIMIZE TABLE t FINAL")
    first.run("SYSTEM SYNC REPLICA t")
    assert first.run("SELECT * FROM t") == [(1, 2)]


@pytest.mark.sample(0)
def test_no_row_is_lost_or_doubled(pair: list[Endpoint], clients: object) -> None:
    """Four writers on two endpoints, which both merge; nobody is told of a conflict."""
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with pair[number % 2].connect() as client:
                for step in range(30):
                    client.run(f"INSERT INTO t VALUES ({number * 100 + step}, {step})")
                    if step % 10 == 9:
                        client.run("OPTIMIZE TABLE t FINAL")
        except BaseException as error:
            errors.append(error)

    _together(*(lambda n=n: write(n) for n in range(4)))  # type: ignore[misc]
    assert errors == []
    for endpoint in pair:
        with endpoint.connect() as client:
            client.run("SYSTEM SYNC REPLICA t")
            assert client.run("SELECT count(), count(DISTINCT k), sum(v) FROM t") == [
                (120, 120, 4 * sum(range(30)))
            ]
            assert client.run("SELECT count() FROM t FINAL") == [(120,)]


@pytest.mark.sample(0)
def test_a_table_of_the_other_is_found_after_a_sync(clients: tuple[Client, Client]) -> None:
    first, second = clients
    first.run("CREATE TABLE late (k Int64) ENGINE = MergeTree ORDER BY k")
    first.run("INSERT INTO late VALUES (1)")
    second.run("SYSTEM SYNC REPLICA late")
    assert second.run("SELECT * FROM late") == [(1,)]
    first.run("DROP TABLE late")


@pytest.mark.sample(0)
def test_a_batch_job_writes_beside_an_endpoint(
    address: tuple[Path, str], clients: tuple[Client, Client]
) -> None:
    first, second = clients
    first.run("INSERT INTO t VALUES (1000, 1)")
    warehouse, registry = address
    script = _BATCH.format(warehouse=str(warehouse), registry=registry)
    environment = {**os.environ, "RMT_MASTER": MASTER}
    environment["RMT_LOG_FILE"] = str(warehouse.parent / f"{warehouse.name}-logs-3" / "rmt.log")
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, timeout=300)
    for client in (first, second):
        assert client.run("SELECT count(), sum(v) FROM t FINAL") == [(1000, 7000)]


@pytest.mark.sample(0)
def test_one_of_them_makes_each_refresh(address: tuple[Path, str], pair: list[Endpoint]) -> None:
    """The one that goes on takes over from the one that is killed amid a refresh."""
    first, second = pair[0].connect(), pair[1].connect()
    first.script(
        "CREATE TABLE size (n UInt64) ENGINE = MergeTree ORDER BY n",
        "INSERT INTO size VALUES (3)",
        "CREATE MATERIALIZED VIEW often REFRESH AFTER 1 SECOND SETTINGS refresh_retries = -1 "
        "APPEND ENGINE = MergeTree ORDER BY at AS SELECT now() AS at, "
        "max(MD5(repeat(toString(number), 20000))) AS m FROM numbers(1500000) "
        "WHERE number < (SELECT max(n) FROM size)",
        "CREATE TABLE seen (n UInt64) ENGINE = MergeTree ORDER BY n",
        "CREATE MATERIALIZED VIEW counted REFRESH DEPENDS ON often APPEND TO seen AS "
        "SELECT count() AS n FROM often",
    )
    count = "SELECT count() FROM seen"
    eventually(lambda: first.run(count)[0][0] >= 6)
    repeated = "SELECT n, count() FROM seen GROUP BY n HAVING count() > 1"
    assert second.run(repeated) == []
    second.script("SYSTEM SYNC REPLICA often", "SYSTEM WAIT VIEW often")
    first.run("SYSTEM STOP VIEW often")
    second.run("INSERT INTO size VALUES (1500000)")
    mine = "SELECT status, last_refresh_replica FROM system.view_refreshes WHERE view = 'often'"
    slow = "SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO d%' AND elapsed > 2"
    eventually(lambda: second.run(slow))
    assert second.run(mine)[0][0] == "Running"
    assert first.run(mine)[0] == ("RunningOnAnotherReplica", second.run(mine)[0][1])
    rows = first.run("SELECT count() FROM often")
    first.run("SYSTEM START VIEW often")
    pair[1].kill()
    pair[1] = _endpoint(address, 5).start()
    first.run("TRUNCATE TABLE size")
    first.run("INSERT INTO size VALUES (3)")
    with pair[1].connect() as third:
        for client in (first, third):
            client.run("SYSTEM CANCEL VIEW often")
        eventually(lambda: first.run("SELECT count() FROM often") > rows)
        first.run("SYSTEM STOP REPLICATED VIEW often")
        eventually(lambda: third.run(mine)[0][0] == "Disabled")
        assert first.run(repeated) == []
        for name in ("counted", "often", "seen", "size"):
            first.run(f"DROP TABLE {name}")
        assert third.run("SELECT count() FROM system.view_refreshes") == [(0,)]
    first.close()


@pytest.mark.sample(0)
def test_both_go_on_when_the_server_comes_back(
    server: PostgresServer, clients: tuple[Client, Client]
) -> None:
    first, second = clients
    first.run("INSERT INTO t VALUES (1, 1)")
    server.kill()
    error = first.error("INSERT INTO t VALUES (2, 2)")
    assert (error.name, error.sqlstate) == ("KEEPER_EXCEPTION", "58030")
    assert "Traceback" not in error.message
    server.start()
    second.run("INSERT INTO t VALUES (3, 3)")
    assert first.run("SELECT k FROM t FINAL ORDER BY k") == [(1,), (3,)]


@pytest.mark.sample(0)
def test_the_other_endpoint_goes_on_when_one_is_killed(
    address: tuple[Path, str], pair: list[Endpoint]
) -> None:
    """And so does the one that takes the place of the killed one."""
    survivor, victim = pair
    client = victim.connect()
    client.run("CREATE TABLE k9 (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k")
    client.run("INSERT INTO k9 VALUES (1, 1)")
    acknowledged = [1]

    def write() -> None:
        for n in range(2, 10_000):
            try:
                client.run(f"INSERT INTO k9 VALUES ({n}, {n})")
            except Exception:
                return
            acknowledged.append(n)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        eventually(lambda: len(acknowledged) > 10 or not writer.is_alive())
    finally:
        victim.kill()
        pair[1] = _endpoint(address, 4).start()
    writer.join()
    assert len(acknowledged) > 10
    for endpoint in pair:
        with endpoint.connect() as client:
            client.run("SYSTEM SYNC REPLICA k9")
            found = [k for (k,) in client.run("SELECT k FROM k9 ORDER BY k")]
            assert found[: len(acknowledged)] == acknowledged
            assert len(found) - len(acknowledged) in (0, 1)
    with survivor.connect() as client:
        client.run("OPTIMIZE TABLE k9 FINAL")
        assert len(client.active_parts("k9")) == 1
        client.run("DROP TABLE k9")


def _together(*work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
