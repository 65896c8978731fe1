"""Many writers and readers while parts merge, and many tiny inserts one after the other."""

from __future__ import annotations

import os
import statistics
import threading
import time

import psutil
import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

SECONDS = float(os.environ.get("RMT_SOAK_SECONDS", "8"))
INSERTS = int(os.environ.get("RMT_SOAK_INSERTS", "150"))
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


def _memory(endpoint: EmbeddedEndpoint) -> int:
    """What the endpoint's processes take, in MB."""
    process = psutil.Process(endpoint.pid)
    family = [process, *process.children(recursive=True)]
    return sum(member.memory_info().rss for member in family) // 2**20
