"""Faults amid inserts, merges and mutations: an executor, the registry's database, the disk.

Afterwards what was acknowledged holds, anything else is done wholly or not at all, and `rmt fsck`
finds the store sound. `RMT_FAULTS` is how many rounds each kind of fault gets.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from pyhive import hive
from pyhive.exc import OperationalError
from support.command import fsck
from support.connections import drop
from support.endpoint import Client, Endpoint, ServerError
from support.postgresql import PostgresServer, find_programs
from support.waiting import eventually
from thrift.transport.TTransport import TTransportException

ROUNDS = int(os.environ.get("RMT_FAULTS", "2"))
VANISHING = int(os.environ.get("RMT_VANISHING", "24"))
CANCELS = int(os.environ.get("RMT_CANCELS", "48"))
SEED = int(os.environ.get("RMT_SEED", "11"))
DISK_BYTES = 96 * 2**20
SMALL, BIG = 40, 60_000
CREATE = (
    "CREATE TABLE t (batch Int64, i Int64, v Int64, pad String) "
    "ENGINE = ReplacingMergeTree PARTITION BY batch % 2 ORDER BY (batch, i) "
    "SETTINGS old_parts_lifetime = 1"
)
GONE = (OperationalError, ServerError, TTransportException, OSError, EOFError)


class Work:
    """Statements of several clients, and which of them were acknowledged.

    Batch `b` has `size(b)` rows, all with the same `v`; an update of a batch adds 1 to it.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.tried: set[int] = set()
        self.acknowledged: set[int] = set()
        self.updates_tried: dict[int, int] = {}
        self.updates_done: dict[int, int] = {}
        self.refusals: dict[str, str] = {}
        self.done = 0
        self._next = 0
        self._lock = threading.Lock()

    @staticmethod
    def size(batch: int) -> int:
        return BIG if batch % 5 == 0 else SMALL

    @contextlib.contextmanager
    def under_way(self) -> Iterator[None]:
        """Clients insert, merge and update meanwhile; at the end they finish what they do."""
        stopping = threading.Event()
        threads = [
            threading.Thread(target=self._repeat, args=(work, stopping), daemon=True)
            for work in (self._insert, self._insert, self._update, self._merge)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stopping.set()
            for thread in threads:
                thread.join(timeout=180)
            hanging = any(thread.is_alive() for thread in threads)
            assert not hanging, f"a statement hangs: {self.endpoint.printed[-4000:]}"

    def _repeat(self, work: object, stopping: threading.Event) -> None:
        while not stopping.is_set():
            try:
                with self.endpoint.connect() as client:
                    while not stopping.is_set():
                        work(client)  # type: ignore[operator]
                        self.done += 1
            except GONE as error:
                self.refusals[getattr(error, "name", type(error).__name__)] = str(error)
                time.sleep(0.1)

    def _insert(self, client: Client) -> None:
        with self._lock:
            batch = self._next
            self._next += 1
        self.tried.add(batch)
        rows = self.size(batch)
        if rows == SMALL:
            values = ", ".join(f"({batch}, {i}, 0, 'x')" for i in range(rows))
            client.run(f"INSERT INTO t VALUES {values}")
        else:
            client.run(
                f"INSERT INTO t SELECT {batch}, number, 0, toString(number) FROM numbers({rows})"
            )
        self.acknowledged.add(batch)

    def _update(self, client: Client) -> None:
        batch = max(self.acknowledged, default=None)
        if batch is None:
            time.sleep(0.05)
            return
        self.updates_tried[batch] = self.updates_tried.get(batch, 0) + 1
        client.run(
            f"ALTER TABLE t UPDATE v = v + 1 WHERE batch = {batch} SETTINGS mutations_sync = 2"
        )
        self.updates_done[batch] = self.updates_done.get(batch, 0) + 1

    def _merge(self, client: Client) -> None:
        client.run("OPTIMIZE TABLE t FINAL")

    def check(self) -> None:
        """Holds what is there against what was acknowledged."""
        with self.endpoint.connect() as client:
            unfinished = "SELECT count(*) FROM system.mutations WHERE is_done = 0"
            eventually(
                lambda: client.run(unfinished) == [(0,)],
                seconds=120,
                otherwise=lambda: "a mutation is not carried on",
            )
            found = client.run(
                "SELECT batch, count(), min(v), max(v) FROM t FINAL GROUP BY batch ORDER BY batch"
            )
        assert self.acknowledged <= {batch for batch, *_ in found}, "an acknowledged insert is gone"
        for batch, rows, least, most in found:
            assert batch in self.tried
            assert rows == self.size(batch), f"batch {batch} is half there"
            assert least == most, f"batch {batch} is half updated"
            assert self.updates_done.get(batch, 0) <= most <= self.updates_tried.get(batch, 0)

    def check_refusals(self, *names: str) -> None:
        """Nothing was refused for another reason."""
        assert {n: text for n, text in self.refusals.items() if n not in names} == {}


def _rounds(work: Work, fault: object, at_work: tuple[float, float]) -> None:
    """Has a fault happen again and again while clients work."""
    moment = random.Random(SEED)
    with work.endpoint.connect() as client:
        client.run(CREATE)
    for _ in range(ROUNDS):
        before = work.done
        with work.under_way():
            time.sleep(moment.uniform(*at_work))
            fault(moment)  # type: ignore[operator]
            _goes_on(work, before + 8)
        work.check()
    assert work.acknowledged


def _goes_on(work: Work, statements: int) -> None:
    """Waits until so many statements were acknowledged."""
    eventually(
        lambda: work.done >= statements,
        seconds=240,
        otherwise=lambda: (
            f"no statement gets through: {work.refusals}\n{work.endpoint.printed[-4000:]}"
        ),
    )


def _check_files(endpoint: Endpoint, *options: str) -> None:
    """`rmt fsck` finds no fault in a store nobody uses."""
    endpoint.stop()
    fsck(endpoint.warehouse, *options)


@pytest.mark.sample(0)
def test_an_executor_dies(tmp_path: Path) -> None:
    """It takes long because three rounds end executors, which start again."""
    options = ["--master", "local-cluster[2,1,1024]", "--metastore", "memory"]
    with Endpoint(tmp_path / "w", options) as endpoint:
        assert endpoint.process is not None
        driver = psutil.Process(endpoint.process.pid)

        def kill(moment: random.Random) -> None:
            executors: list[psutil.Process] = []
            while not executors:
                executors = [p for p in driver.children(recursive=True) if _is_executor(p)]
            moment.choice(executors).kill()

        work = Work(endpoint)
        _rounds(work, kill, (0.5, 3.0))
        _check_files(endpoint)


def _is_executor(process: psutil.Process) -> bool:
    try:
        return any("CoarseGrainedExecutorBackend" in word for word in process.cmdline())
    except psutil.Error:
        return False


@pytest.mark.sample(0)
def test_the_registrys_database_dies(tmp_path_factory: pytest.TempPathFactory) -> None:
    """It takes long because three rounds end PostgreSQL, which starts again."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    server = PostgresServer(programs)
    warehouse = tmp_path_factory.mktemp("faults")
    registry = ["--registry", server.url(warehouse)]
    try:
        with Endpoint(warehouse, [*registry, "--metastore", "memory"]) as endpoint:

            def kill(moment: random.Random) -> None:
                server.kill()
                time.sleep(moment.uniform(0.0, 1.0))
                server.start()

            work = Work(endpoint)
            _rounds(work, kill, (0.5, 3.0))
            work.check_refusals("KEEPER_EXCEPTION", "UNFINISHED")
            _check_files(endpoint, *registry)
    finally:
        server.stop()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no right to mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.sample(0)
def test_the_disk_is_full(small_disk: Path) -> None:
    """The store's files and its registry are on it."""
    filler = small_disk / "filler"
    with Endpoint(small_disk / "w", ["--metastore", "memory"]) as endpoint:

        def fill(moment: random.Random) -> None:
            with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                while True:
                    file.write(bytes(2**16))
            time.sleep(moment.uniform(0.5, 2.0))
            filler.unlink()

        work = Work(endpoint)
        _rounds(work, fill, (0.5, 3.0))
        work.check_refusals("NOT_ENOUGH_SPACE", "KEEPER_EXCEPTION", "UNFINISHED")
        _check_files(endpoint)


SMALL_STATEMENTS = (
    "SHOW TABLES",
    "SHOW DATABASES",
    "DESCRIBE t",
    "SELECT * FROM v",
    "SELECT count() FROM t FINAL",
    "INSERT INTO t VALUES (1, 1, 1, 'x')",
    "SELECT 1",
)


@pytest.mark.sample(0)
@pytest.mark.timeout(1200)
def test_clients_that_vanish_or_cancel_keep_nobody_out(tmp_path: Path) -> None:
    """Minutes: an endpoint on Derby, whose connections an interrupt closes."""
    chosen = random.Random(SEED)

    def vanish(endpoint: Endpoint) -> None:
        with contextlib.suppress(*GONE):
            connection = hive.connect("127.0.0.1", endpoint.port)
            cursor = connection.cursor()
            for statement in ("SHOW TABLES", "SELECT count() FROM t FINAL"):
                cursor.execute(statement)
                cursor.fetchall()
            cursor.execute("SELECT count(*) FROM range(100000000) a, range(100000) b", async_=True)
            time.sleep(chosen.uniform(0, 0.3))
            drop(connection)

    def cancel(endpoint: Endpoint) -> None:
        with contextlib.suppress(*GONE):
            connection = hive.connect("127.0.0.1", endpoint.port)
            cursor = connection.cursor()
            cursor.execute(chosen.choice(SMALL_STATEMENTS), async_=True)
            time.sleep(chosen.uniform(0, 0.25))
            cursor.cancel()
            if chosen.random() < 0.5:
                connection.close()
            else:
                drop(connection)

    with Endpoint(tmp_path) as endpoint:
        with endpoint.connect() as client:
            client.script(CREATE, "CREATE VIEW v AS SELECT * FROM t")
        for work, times in ((vanish, VANISHING), (cancel, CANCELS)):
            with ThreadPoolExecutor(12) as pool:
                list(pool.map(work, [endpoint] * times))
            with endpoint.connect() as client:
                assert ("t",) in [row[1:2] for row in client.run("SHOW TABLES")]
                client.run("SELECT count() FROM t FINAL")
        assert endpoint.process is not None
        endpoint.process.send_signal(signal.SIGTERM)
        assert endpoint.process.wait(60) == 0


@pytest.mark.sample(0)
@pytest.mark.timeout(600)
def test_a_statement_without_memory_fails_by_itself(tmp_path: Path) -> None:
    """An endpoint of its own, with little memory, whose JVM is killed at the end."""
    hungry = {
        "SELECT sum(size(x)) FROM (SELECT sequence(1, 100000000 + id) AS x FROM range(4))",
        "SELECT length(repeat('abcdefghij', 200000000))",
        "INSERT INTO t SELECT 1, 1, 1, repeat('abcdefghij', 100000000 + id % 2) FROM range(4)",
    }
    with Endpoint(tmp_path, env={"RMT_DRIVER_MEMORY": "1024m"}) as endpoint:
        with endpoint.connect() as client, endpoint.connect() as other:
            client.script(CREATE, "INSERT INTO t VALUES (1, 1, 1, 'x')")
            for statement in hungry:
                error = client.error(statement)
                assert (error.name, error.sqlstate) == ("MEMORY_LIMIT_EXCEEDED", "53200")
                assert other.run("SELECT count() FROM t FINAL") == [(1,)]
            rows = ", ".join(f"(3, {i}, 1 + 1, concat('a', '{i}'))" for i in range(50_000))
            other.run(f"INSERT INTO t VALUES {rows}")
            assert other.run("SELECT count() FROM t FINAL") == [(50_001,)]
        [jvm] = psutil.Process(endpoint.pid).children()
        jvm.kill()
        assert endpoint.process is not None
        assert endpoint.process.wait(60) == 1
        eventually(lambda: "The JVM ended with exit code -9" in endpoint.printed)
        assert endpoint.printed.count("\n") == 1
