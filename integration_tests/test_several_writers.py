"""Two endpoints and a batch job on one store, its registry in PostgreSQL."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.endpoint import MASTER, Client, Endpoint
from support.postgresql import PostgresServer, find_programs
from support.waiting import eventually
from thrift.transport.TTransport import TTransportException

from sqlalchemy_rmt import dbapi

pytestmark = pytest.mark.together

_BATCH = """
import rmt_engine
spark = rmt_engine.session(warehouse={warehouse!r}, registry={registry!r}, metastore="memory")
rmt_engine.insert(spark.range(1000, 2000).selectExpr("id AS k", "7 AS v"), "t")
spark.stop()
"""
_LIMITS = "16, 10, 100, 10000, 1000000, 10000000, 100000000"
_OF_OTHERS = ("dest_a", "dest_b", "log", "inbox", "inbox_log", "every")
_GROUPS = "SELECT v % 10 AS g, count() AS n, sum(k) AS s FROM p GROUP BY g ORDER BY g"
_BATCH_ROWS = 150_000
"""More than an INSERT takes for a small one, whose rows pass the driver."""


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
def test_rows_that_the_other_changed_are_never_told_wrong(
    pair: list[Endpoint], clients: tuple[Client, Client]
) -> None:
    """A mutation's parts are changed by whoever comes first; its rows are known or not known."""
    clients[0].run("CREATE TABLE told (k Int64) ENGINE = MergeTree ORDER BY k")
    _sync(clients[1], "told")
    told = []
    for number in range(6):
        for client in clients:
            client.run("INSERT INTO told SELECT id FROM range(100)")
        with dbapi.connect("127.0.0.1", pair[number % 2].port) as connection:
            told.append(connection.cursor().execute("DELETE FROM told WHERE k < 10").rowcount)
    assert set(told) <= {20, -1}, told
    assert 20 in told, told


CHANGED = (
    ("ver UInt32, del UInt8) ENGINE = ReplacingMergeTree(ver, del)", ", 1, 0"),
    ("PRIMARY KEY k) ENGINE = MergeTree", ""),
    ("PRIMARY KEY k) ENGINE = SummingMergeTree(n)", ""),
)


@pytest.mark.sample(0)
@pytest.mark.parametrize(("definition", "more"), CHANGED)
def test_merges_into_a_table_lose_no_update(
    pair: list[Endpoint], clients: tuple[Client, Client], definition: str, more: str
) -> None:
    """From both endpoints, beginning with a table without rows; others insert and merge parts."""
    first, second = clients
    first.run(f"CREATE TABLE m (k Int64, n Int64, {definition} ORDER BY k")
    _sync(second, "m")
    errors: list[BaseException] = []

    def add(number: int) -> None:
        try:
            with pair[number % 2].connect() as client:
                for _ in range(5):
                    client.run(
                        "MERGE INTO m AS t USING (SELECT number AS k FROM numbers(3)) AS s "
                        "ON t.k = s.k WHEN MATCHED THEN UPDATE SET n = t.n + 1 "
                        "WHEN NOT MATCHED THEN INSERT (k, n) VALUES (s.k, 1)"
                    )
        except BaseException as error:
            errors.append(error)

    def insert() -> None:
        try:
            with pair[1].connect() as client:
                for step in range(10):
                    client.run(f"INSERT INTO m VALUES ({100 + step}, 1{more})")
                    client.run("OPTIMIZE TABLE m")
        except BaseException as error:
            errors.append(error)

    _together(*(lambda n=n: add(n) for n in range(4)), insert)  # type: ignore[misc]
    assert errors == []
    for client in clients:
        _sync(client, "m")
        client.run("SET final = 1")
        assert client.run("SELECT k, n FROM m WHERE k < 100 ORDER BY k") == [
            (k, 20) for k in range(3)
        ]
        assert client.run("SELECT count() FROM m") == [(13,)]
        client.run("SET final = 0")
    first.run("DROP TABLE m")


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


@pytest.fixture
def of_others(pair: list[Endpoint]) -> Iterator[tuple[Client, Client]]:
    """A connection to each; a Buffer, what it feeds, and a Merge table over its destinations."""
    with _connected(pair) as (first, second):
        first.script(
            "CREATE TABLE dest_a (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k",
            "CREATE TABLE dest_b AS dest_a",
            "CREATE TABLE log (k Int64, v Int64) ENGINE = MergeTree ORDER BY k",
            f"CREATE TABLE inbox (k Int64, v Int64) ENGINE = Buffer(default, dest_a, {_LIMITS})",
            "CREATE MATERIALIZED VIEW inbox_log TO log AS SELECT k, v FROM inbox",
            "CREATE TABLE every (k Int64, v Int64) ENGINE = Merge(default, '^dest_')",
        )
        _sync(second, *_OF_OTHERS)
        yield first, second
    with pair[0].connect() as first:
        for name in reversed(_OF_OTHERS):
            first.run(f"DROP TABLE IF EXISTS {name}")


@contextlib.contextmanager
def _connected(pair: list[Endpoint]) -> Iterator[tuple[Client, Client]]:
    """A connection to each, one of which may be killed meanwhile."""
    clients = pair[0].connect(), pair[1].connect()
    yield clients
    for client in clients:
        with contextlib.suppress(TTransportException, OSError):
            client.close()


def _sync(client: Client, *names: str) -> None:
    for name in names:
        client.run(f"SYSTEM SYNC REPLICA {name}")


@pytest.mark.sample(0)
def test_a_buffer_of_both_loses_no_row_whose_destination_is_exchanged(
    pair: list[Endpoint], of_others: tuple[Client, Client]
) -> None:
    """Each INSERT goes to the table that has the name, from whichever endpoint, and once."""
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with pair[number % 2].connect() as client:
                for step in range(30):
                    client.run(f"INSERT INTO inbox VALUES ({number * 100 + step}, {step})")
        except BaseException as error:
            errors.append(error)

    def exchange(endpoint: Endpoint) -> None:
        try:
            with endpoint.connect() as client:
                for _ in range(8):
                    client.run("EXCHANGE TABLES dest_a AND dest_b")
                    client.run("OPTIMIZE TABLE dest_b FINAL")
        except BaseException as error:
            errors.append(error)

    writers = (lambda n=n: write(n) for n in range(4))  # type: ignore[misc]
    _together(*writers, lambda: exchange(pair[1]))
    assert errors == []
    expected = [(120, 120, 4 * sum(range(30)))]
    for client in of_others:
        for table in ("every", "log"):
            query = f"SELECT count(), count(DISTINCT k), sum(v) FROM {table}"
            assert client.run(query) == expected


@pytest.mark.sample(0)
def test_tables_of_others_follow_what_the_other_endpoint_does(
    of_others: tuple[Client, Client],
) -> None:
    first, second = of_others
    second.run("INSERT INTO inbox VALUES (1, 1)")
    first.script(
        "ALTER TABLE dest_a ADD COLUMN w Int64 DEFAULT v + 7",
        "CREATE TABLE dest_c (k Int64, v Int64) ENGINE = MergeTree ORDER BY k",
        "INSERT INTO dest_c VALUES (3, 3)",
        "INSERT INTO inbox VALUES (2, 2)",
    )
    assert second.run("SELECT k, _table FROM every ORDER BY k") == [
        (1, "dest_a"),
        (2, "dest_a"),
        (3, "dest_c"),
    ]
    second.run("INSERT INTO inbox VALUES (4, 4)")
    assert first.run("SELECT k, w FROM dest_a ORDER BY k") == [(1, 8), (2, 9), (4, 11)]
    first.script("DROP TABLE dest_c", "RENAME TABLE dest_a TO away")
    assert second.error("INSERT INTO inbox VALUES (5, 5)").name == "UNKNOWN_TABLE"
    assert second.run("SELECT k FROM log ORDER BY k") == [(1,), (2,), (4,)]
    assert second.run("SELECT count() FROM inbox") == second.run("SELECT count() FROM every")
    listed = (
        "SELECT name FROM system.tables WHERE database = 'default' AND name IN ('away', 'dest_a')"
    )
    assert second.run(listed) == first.run(listed) == [("away",)]
    assert second.error("SELECT * FROM dest_a").name == "UNKNOWN_TABLE"
    first.script("RENAME TABLE away TO dest_a", "DETACH TABLE dest_a")
    assert second.error("INSERT INTO inbox VALUES (5, 5)").name == "UNKNOWN_TABLE"
    assert second.run("SELECT k FROM every") == []
    first.run("ATTACH TABLE dest_a")
    second.run("INSERT INTO inbox VALUES (5, 5)")
    assert first.run("SELECT k FROM every ORDER BY k") == [(1,), (2,), (4,), (5,)]


class _Writer(threading.Thread):
    """Inserts batch after batch, until the endpoint is killed, and notes those acknowledged.

    Args:
        endpoint: the endpoint.
        table: a table with the columns `k`, the number of the batch, and `v`.
    """

    def __init__(self, endpoint: Endpoint, table: str) -> None:
        super().__init__(daemon=True)
        self._client = endpoint.connect()
        self._table = table
        self.tried: list[int] = []
        self.acknowledged: list[int] = []

    def run(self) -> None:
        for batch in itertools.count(1):
            self.tried.append(batch)
            try:
                self._client.run(
                    f"INSERT INTO {self._table} SELECT {batch}, number FROM numbers({_BATCH_ROWS})"
                )
            except Exception:
                return
            self.acknowledged.append(batch)

    def check(self, found: dict[int, int]) -> None:
        """Makes sure that what was acknowledged is there, and no batch in part.

        Args:
            found: how many rows there are of which batch.
        """
        assert set(self.acknowledged) <= set(found) <= set(self.tried)
        assert set(found.values()) == {_BATCH_ROWS}


def _kill_amid(address: tuple[Path, str], pair: list[Endpoint], writer: _Writer) -> None:
    """Kills the second endpoint while it inserts, and puts another in its place."""
    writer.start()
    try:
        eventually(lambda: len(writer.acknowledged) > 2 or not writer.is_alive(), 120)
        time.sleep(random.Random(len(writer.tried)).uniform(0.0, 1.0))
    finally:
        pair[1].kill()
        pair[1] = _endpoint(address, 6).start()
    writer.join(timeout=60)
    assert not writer.is_alive()
    assert len(writer.acknowledged) > 2


@pytest.mark.sample(0)
def test_an_insert_through_a_buffer_is_there_or_not_when_its_endpoint_is_killed(
    address: tuple[Path, str], pair: list[Endpoint], of_others: tuple[Client, Client]
) -> None:
    """In the destination and in what a view on the Buffer feeds: the same batches, all whole."""
    first, _ = of_others
    first.script("DROP TABLE dest_a", "CREATE TABLE dest_a AS log")
    writer = _Writer(pair[1], "inbox")
    _kill_amid(address, pair, writer)
    with pair[1].connect() as second:
        _sync(second, *_OF_OTHERS)
        for client in (first, second):
            queries = [
                f"SELECT k, count() FROM {table} GROUP BY k" for table in ("inbox", "every", "log")
            ]
            found = [dict(client.run(query)) for query in queries]
            writer.check(found[0])
            assert found[1:] == [found[0]] * 2
        second.run(f"INSERT INTO inbox SELECT 0, number FROM numbers({_BATCH_ROWS})")
    assert first.run("SELECT count() FROM every WHERE k = 0") == [(_BATCH_ROWS,)]


@pytest.fixture
def projected(pair: list[Endpoint]) -> Iterator[tuple[Client, Client]]:
    """A connection to each, and a table with projections."""
    with _connected(pair) as (first, second):
        first.run(
            "CREATE TABLE p (k Int64, v Int64, "
            "PROJECTION g (SELECT v % 10, count(), sum(k) GROUP BY v % 10), "
            "PROJECTION n (SELECT k, v ORDER BY v)) ENGINE = MergeTree PARTITION BY v % 4 "
            "ORDER BY k SETTINGS old_parts_lifetime = 1"
        )
        _sync(second, "p")
        yield first, second
    with pair[0].connect() as first:
        first.run("DROP TABLE p")


def _by_projection(client: Client) -> list[tuple[object, ...]]:
    """The groups, as the projection has them, which are those of the table."""
    answer = client.run(f"{_GROUPS} SETTINGS force_optimize_projection_name = 'g'")
    assert answer == client.run(f"{_GROUPS} SETTINGS optimize_use_projections = 0")
    one = "SELECT count() FROM p WHERE v = 12"
    forced = client.run(f"{one} SETTINGS force_optimize_projection = 1")
    assert forced == client.run(f"{one} SETTINGS optimize_use_projections = 0")
    return answer


def _check(client: Client) -> None:
    """Every file is sound, and no active part lacks a projection."""
    assert {is_sound for _, is_sound, _ in client.run("CHECK TABLE p")} == {1}
    lacking = (
        "SELECT name, projections FROM system.parts WHERE `table` = 'p' AND active "
        "AND projections <> array('g', 'n')"
    )
    assert client.run(lacking) == []


@pytest.mark.sample(0)
def test_projections_of_parts_that_both_write_and_merge(
    pair: list[Endpoint], projected: tuple[Client, Client]
) -> None:
    """While both insert, merge and change rows, each answers from projections as from the table."""
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            with pair[number % 2].connect() as client:
                for step in range(6):
                    client.run(
                        f"INSERT INTO p SELECT {number}, number + {100 * step} FROM numbers(100)"
                    )
                    client.run(_GROUPS)
                    if step % 3 == 2:
                        client.run("OPTIMIZE TABLE p FINAL")
                        client.run(f"ALTER TABLE p DELETE WHERE k = {number} AND v = {step}")
        except BaseException as error:
            errors.append(error)

    _together(*(lambda n=n: work(n) for n in range(4)))  # type: ignore[misc]
    assert errors == []
    for client in projected:
        _sync(client, "p")
        answer = _by_projection(client)
        assert sum(row[1] for row in answer) == 4 * (6 * 100 - 2)  # type: ignore[misc]
        _check(client)


@pytest.mark.sample(0)
def test_projections_whose_endpoint_is_killed_amid_an_insert(
    address: tuple[Path, str], pair: list[Endpoint], projected: tuple[Client, Client]
) -> None:
    """A part comes with its projections or not at all; the survivor merges what is there."""
    first, _ = projected
    writer = _Writer(pair[1], "p")
    _kill_amid(address, pair, writer)
    with pair[1].connect() as second:
        _sync(second, "p")
        for client in (first, second):
            query = "SELECT k, count() FROM p GROUP BY k SETTINGS optimize_use_projections = 0"
            writer.check(dict(client.run(query)))
            expected = _by_projection(client)
            _check(client)
        first.run("OPTIMIZE TABLE p FINAL")
        for client in (first, second):
            assert _by_projection(client) == expected
            _check(client)


@pytest.mark.sample(0)
def test_projections_whose_endpoint_is_killed_while_they_are_materialized(
    address: tuple[Path, str], pair: list[Endpoint], projected: tuple[Client, Client]
) -> None:
    """The survivor, which may not mutate meanwhile, goes on where the killed one was."""
    first, second = projected
    first.run("ALTER TABLE p MODIFY SETTING materialize_projections_on_insert = 0")
    first.run("SYSTEM STOP MERGES p")
    for batch in range(4):
        first.run(f"INSERT INTO p SELECT {batch}, number FROM numbers({_BATCH_ROWS})")
    expected = first.run(f"{_GROUPS} SETTINGS optimize_use_projections = 0")
    for name in "ng":
        second.run(f"ALTER TABLE p MATERIALIZE PROJECTION {name} SETTINGS mutations_sync = 0")
    under_way = "SELECT count() FROM system.merges WHERE `table` = 'p' AND is_mutation"
    eventually(lambda: first.run(under_way) != [(0,)])
    pair[1].kill()
    assert first.run(f"{_GROUPS} SETTINGS optimize_use_projections = 0") == expected
    assert first.run(_GROUPS) == expected
    undone = "SELECT count() FROM system.mutations WHERE `table` = 'p' AND is_done = 0"
    assert first.run(undone) != [(0,)]
    pair[1] = _endpoint(address, 7).start()
    first.run("SYSTEM START MERGES p")
    eventually(lambda: first.run(undone) == [(0,)], 120)
    with pair[1].connect() as third:
        _sync(third, "p")
        for client in (first, third):
            assert _by_projection(client) == expected
            _check(client)


def _together(*work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.sample(0)
def test_no_deleted_row_comes_back(pair: list[Endpoint], clients: tuple[Client, Client]) -> None:
    """Both endpoints write versions and tombstones, and drop old tombstones by merges."""
    first, second = clients
    first.run(
        "CREATE TABLE d (k Int64, n Int64, del UInt8) ENGINE = ReplacingMergeTree(n, del) "
        "ORDER BY k SETTINGS final_by_default = 1, tombstone_retention_seconds = 1"
    )
    _sync(second, "d")
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with pair[number].connect() as client:
                for step in range(1, 25):
                    client.run(
                        f"INSERT INTO d SELECT number * 2 + {number}, {step}, "
                        f"(number + {step}) % 3 = 0 FROM numbers(30)"
                    )
                    time.sleep(0.1)
                    if step % 5 == 0:
                        client.run("OPTIMIZE TABLE d")
        except BaseException as error:
            errors.append(error)

    _together(*(lambda n=n: write(n) for n in range(2)))  # type: ignore[misc]
    assert errors == []
    expected = sorted((2 * k + n, 24) for k in range(30) for n in range(2) if (k + 24) % 3)
    time.sleep(1.5)
    for client in clients:
        _sync(client, "d")
        assert client.run("SELECT k, n FROM d ORDER BY k") == expected
        client.run("OPTIMIZE TABLE d FINAL")
    for client in clients:
        _sync(client, "d")
        assert client.run("SELECT k, n FROM d ORDER BY k SETTINGS final = 0") == expected
    first.run("DROP TABLE d")


@pytest.mark.sample(0)
def test_both_merge_and_read_a_table_with_a_unique_key(clients: tuple[Client, Client]) -> None:
    """Each builds deletion vectors from those of the other."""
    moment = random.Random(5)
    clients[0].run(
        "CREATE TABLE keyed (k Int64, s Int64, v Int64, d UInt8) ENGINE = ReplacingMergeTree(v, d) "
        "PARTITION BY s % 2 ORDER BY s UNIQUE KEY k"
    )
    _sync(clients[1], "keyed")
    newest: dict[int, tuple[int, int, int]] = {}
    for step in range(1, 25):
        client = moment.choice(clients)
        rows = {
            moment.randrange(40): (moment.randrange(30), step, int(moment.random() < 0.2))
            for _ in range(moment.randrange(1, 20))
        }
        newest |= rows
        values = ", ".join(f"({k}, {s}, {v}, {d})" for k, (s, v, d) in rows.items())
        client.run(f"INSERT INTO keyed VALUES {values}")
        if moment.random() < 0.3:
            moment.choice(clients).run("OPTIMIZE TABLE keyed FINAL")
        expected = sorted((k, s, v) for k, (s, v, d) in newest.items() if not d)
        for other in clients:
            assert sorted(other.run("SELECT k, s, v FROM keyed FINAL")) == expected
