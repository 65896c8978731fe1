"""Many writers and readers while parts merge, and many tiny inserts one after the other."""

from __future__ import annotations

import gc
import os
import statistics
import threading
import time

import psutil
import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError

SECONDS = float(os.environ.get("RMT_SOAK_SECONDS", "8"))
INSERTS = int(os.environ.get("RMT_SOAK_INSERTS", "150"))
SESSIONS = int(os.environ.get("RMT_SOAK_SESSIONS", "24"))
WRITERS, READERS = 8, 4
ACCOUNTS = 50
MOST_PARTS = 100


class Bank:
    """Accounts that writers move money between: the total never changes.

    Each writer has accounts of its own and writes both sides of a transfer in one INSERT.
    """

    def __init__(self, endpoint: EmbeddedEndpoint, client: Client) -> None:
        self._endpoint = endpoint
        self._client = client
        self._done = threading.Event()
        self.faults: list[str] = []
        self.transfers = 0
        self.reads = 0
        self.most_parts = 0
        client.run(
            "CREATE TABLE bank (account Int64, amount Int64, version Int64) "
            "ENGINE = ReplacingMergeTree(version) ORDER BY account"
        )
        client.run(f"INSERT INTO bank SELECT number, 100, 0 FROM numbers({WRITERS * ACCOUNTS})")

    def run(self, seconds: float) -> None:
        """Writes and reads for so long."""
        work = [(self._write, n) for n in range(WRITERS)] + [
            (self._read, n) for n in range(READERS)
        ]
        threads = [threading.Thread(target=self._guarded, args=each, daemon=True) for each in work]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        self._done.set()
        for thread in threads:
            thread.join(timeout=120)
        assert not any(thread.is_alive() for thread in threads), "a statement hangs"

    def _guarded(self, work: object, number: int) -> None:
        try:
            with self._endpoint.connect() as mine:
                mine.database = self._client.database
                mine.run(f"USE {mine.database}")
                work(mine, number)  # type: ignore[operator]
        except Exception as error:
            self.faults.append(repr(error))

    def _write(self, client: Client, number: int) -> None:
        amounts = [100] * ACCOUNTS
        for version in range(1, 1_000_000):
            if self._done.is_set():
                return
            source, target = version % ACCOUNTS, (version * 7 + 3) % ACCOUNTS
            if source == target:
                continue
            amounts[source] -= 1
            amounts[target] += 1
            rows = (
                f"({number * ACCOUNTS + account}, {amounts[account]}, {version})"
                for account in (source, target)
            )
            client.run(f"INSERT INTO bank VALUES {', '.join(rows)}")
            self.transfers += 1

    def _read(self, client: Client, _: int) -> None:
        expected = [(WRITERS * ACCOUNTS, WRITERS * ACCOUNTS * 100)]
        while not self._done.is_set():
            found = client.run("SELECT count(), sum(amount) FROM bank FINAL")
            if found != expected:
                self.faults.append(f"{found} is not {expected}")
            self.most_parts = max(self.most_parts, len(client.active_parts("bank")))
            self.reads += 1


@pytest.mark.sample(0)
def test_totals_are_right_at_every_moment(endpoint: EmbeddedEndpoint, client: Client) -> None:
    bank = Bank(endpoint, client)
    before = _memory(endpoint)
    bank.run(SECONDS)
    assert bank.faults == []
    assert bank.transfers > WRITERS
    assert bank.reads > 0
    assert bank.most_parts < MOST_PARTS
    print(
        f"{bank.transfers} transfers, {bank.reads} reads, at most {bank.most_parts} parts, "
        f"{before} to {_memory(endpoint)} MB"
    )


@pytest.mark.sample(0)
def test_tiny_inserts_do_not_pile_up(client: Client) -> None:
    client.run("CREATE TABLE tiny (k Int64, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k")
    keys, most = 50, 0
    latencies: list[float] = []
    for n in range(INSERTS):
        # Nearly from the start each insert replaces a row, so that FINAL has the same work.
        client.run(f"INSERT INTO tiny VALUES ({n % keys}, {n})")
        if n % 10 == 9:
            before = time.perf_counter()
            client.run("SELECT count(), sum(v) FROM tiny FINAL")
            latencies.append(time.perf_counter() - before)
            most = max(most, len(client.active_parts("tiny")))
    quarter = len(latencies) // 4
    quarters = [
        statistics.median(latencies[start : start + quarter])
        for start in range(0, 4 * quarter, quarter)
    ]
    print(
        f"{INSERTS} inserts, at most {most} parts, seconds of FINAL in each quarter of them: "
        + ", ".join(f"{seconds:.3f}" for seconds in quarters)
    )
    assert most < MOST_PARTS
    assert client.run("SELECT count(), max(v) FROM tiny FINAL") == [
        (min(INSERTS, keys), INSERTS - 1)
    ]


STATEMENTS = (
    "CREATE OR REPLACE TABLE own (k Int64, v String, ver UInt32) "
    "ENGINE = ReplacingMergeTree(ver) ORDER BY k",
    "SET final = 1",
    "INSERT INTO own VALUES (1, 'a', 1), (2, 'b', 1)",
    "INSERT INTO own SELECT k, upper(v), 2 FROM own",
    "SELECT k, v FROM own ORDER BY k",
    "SELECT v, count() FROM own GROUP BY v WITH TOTALS",
    "CREATE TEMPORARY TABLE mine AS SELECT * FROM own",
    "SELECT count() FROM mine",
    "SELECT nothing FROM own",
    "ALTER TABLE own ADD COLUMN n Int32 DEFAULT k * 2",
    "SELECT sum(n) FROM own",
    "DELETE FROM own WHERE k = 1",
    "OPTIMIZE TABLE own FINAL",
    "SELECT name, rows FROM system.parts WHERE table = 'own' AND active",
    "SHOW TABLES",
    "SELECT explode(array(1, 2))",
    "DESCRIBE TABLE own",
    "TRUNCATE TABLE own",
    "SELECT count() FROM own",
    "DROP TABLE own",
)
"""What a session says; one of them fails."""


@pytest.mark.sample(0)
def test_sessions_that_come_and_go_leave_nothing(
    endpoint: EmbeddedEndpoint, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """A third of them are closed, a third end with their connection, a third amid a statement."""
    faults: list[str] = []
    measured = [("sessions", "statements", "s each", *_held(endpoint))]
    rounds = 8
    _visit(endpoint, client.database, SESSIONS // rounds, faults)
    for number in range(1, rounds + 1):
        began = time.monotonic()
        _visit(endpoint, client.database, SESSIONS // rounds, faults)
        count = SESSIONS // rounds * len(STATEMENTS)
        seconds = f"{(time.monotonic() - began) / max(1, count):.3f}"
        held = _held(endpoint).values()
        measured.append((number * SESSIONS // rounds, number * count, seconds, *held))
    with capsys.disabled():
        print()
        for row in measured:
            print("  ".join(f"{cell!s:>12}" for cell in row))
    client.script(*(f"DROP DATABASE {client.database}_{thread} CASCADE" for thread in range(4)))
    assert faults == []
    first, last = measured[1], measured[-1]
    for name, before, after in zip(measured[0][3:], first[3:], last[3:], strict=True):
        assert float(after) <= float(before) * 1.25 + 16, f"{name} grew from {before} to {after}"


def _visit(endpoint: EmbeddedEndpoint, database: str, sessions: int, faults: list[str]) -> None:
    """Sessions one after the other, in each of four threads."""

    def work(thread: int) -> None:
        for number in range(max(1, sessions // 4)):
            own = f"{database}_{thread}"
            try:
                visitor = endpoint.connect()
                visitor.script(f"CREATE DATABASE IF NOT EXISTS {own}", f"USE {own}")
                for statement in STATEMENTS:
                    try:
                        visitor.run(statement)
                    except ServerError as error:
                        if error.name != "UNKNOWN_IDENTIFIER":
                            faults.append(f"{statement}: {error}")
                if number % 3 == 0:
                    visitor.close()
                elif number % 3 == 1:
                    visitor.connection._transport.close()
                else:
                    slow = "SELECT count(*) FROM range(100000000) WHERE sqrt(id) = 0.5"
                    visitor.cursor.execute(slow, async_=True)
                    visitor.connection._transport.close()
            except Exception as error:
                faults.append(repr(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _held(endpoint: EmbeddedEndpoint) -> dict[str, int]:
    """What the endpoint holds once those who left are forgotten."""
    gateway = endpoint.engine.gateway
    for _ in range(4):
        gc.collect()
        gateway.jvm.java.lang.System.gc()
        time.sleep(1)
    process = psutil.Process(endpoint.pid)
    [jvm] = [child for child in process.children(recursive=True) if "java" in child.name()]
    runtime = gateway.jvm.java.lang.Runtime.getRuntime()
    return {
        "python MB": process.memory_info().rss // 2**20,
        "jvm MB": jvm.memory_info().rss // 2**20,
        "heap MB": (runtime.totalMemory() - runtime.freeMemory()) // 2**20,
        "threads": process.num_threads(),
        "jvm threads": jvm.num_threads(),
        "files": process.num_fds(),
        "jvm files": jvm.num_fds(),
        "py4j": gateway.proxies,
    }


def _memory(endpoint: EmbeddedEndpoint) -> int:
    """What the endpoint's processes take, in MB."""
    process = psutil.Process(endpoint.pid)
    family = [process, *process.children(recursive=True)]
    return sum(member.memory_info().rss for member in family) // 2**20
