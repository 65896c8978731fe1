"""kill -9 amid inserts and merges: what was acknowledged is there, nothing is half there.

That goes for what a materialized view makes of an insert, too, and for what a Buffer hands on.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyhive.exc import OperationalError
from support.command import fsck
from support.endpoint import Client, Endpoint, ServerError
from support.waiting import eventually
from thrift.transport.TTransport import TTransportException

IN_MEMORY = ("--metastore", "memory")
CRASHES = int(os.environ.get("RMT_CRASHES", "2"))
ROWS = 500
BIG = 120_000
CREATE = (
    "CREATE TABLE t (batch Int64, i Int64, ver UInt32, pad String) "
    "ENGINE = ReplacingMergeTree(ver) PARTITION BY batch % 2 ORDER BY (batch, i)",
    "CREATE TABLE seen (batch Int64, n UInt64) ENGINE = SummingMergeTree ORDER BY batch",
    "CREATE MATERIALIZED VIEW seen_mv TO seen AS SELECT batch, count() AS n FROM t GROUP BY batch",
    "CREATE TABLE inbox AS t ENGINE = Buffer(default, t, 1, 10, 100, 10000, 1000000, 10, 100)",
    "CREATE TABLE handed (batch Int64, n UInt64) ENGINE = SummingMergeTree ORDER BY batch",
    "CREATE MATERIALIZED VIEW handed_mv TO handed AS "
    "SELECT batch, count() AS n FROM inbox GROUP BY batch",
    "CREATE TABLE every AS t ENGINE = Merge(default, '^t$')",
)
GONE = (OperationalError, ServerError, TTransportException, OSError, EOFError)


class Writer(threading.Thread):
    """Inserts batch after batch and notes which the endpoint acknowledged.

    Those of an odd number go through the Buffer.
    """

    def __init__(self, endpoint: Endpoint, first: int, rows: int) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.first = first
        self.rows = rows
        self.acknowledged: list[int] = []
        self.tried: list[int] = []

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                for batch in range(self.first, self.first + 1000):
                    self.tried.append(batch)
                    table = "inbox" if batch % 2 else "t"
                    client.run(
                        f"INSERT INTO {table} SELECT {batch}, number, {batch}, repeat('x', 20) "
                        f"FROM numbers({self.rows})"
                    )
                    self.acknowledged.append(batch)
        except GONE:
            return


class Repeater(threading.Thread):
    """Takes one step after the other until the endpoint is gone; notes the last acknowledged."""

    def __init__(
        self, endpoint: Endpoint, first: int, take: Callable[[Client, int], object]
    ) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.step = first
        self.take = take

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                while True:
                    self.take(client, self.step + 1)
                    self.step += 1
        except GONE:
            return


@dataclass(frozen=True)
class Crashes:
    """Endpoints of one warehouse that are killed while steps are taken.

    Attributes:
        arguments: of the endpoints.
        create: what the first one carries out.
        take: takes the step of a number.
        done: looks at what is there, knowing the last step that was acknowledged, and tells the
            last one that is done.
        few: more steps than these are taken before each kill.
        pause: after them, at most so many seconds go by.
        drivers: how often only the driver is killed.
        seed: of what is random.
    """

    arguments: Sequence[str]
    create: Sequence[str]
    take: Callable[[Client, int], object]
    done: Callable[[Client, int], int]
    few: int = 0
    pause: float = 4.0
    drivers: float = 0.3
    seed: str = "7"

    def run(self, warehouse: Path) -> int:
        """The last step that was acknowledged before the last kill."""
        moment = random.Random(int(os.environ.get("RMT_SEED", self.seed)))
        done = 0
        for crash in range(CRASHES):
            endpoint = Endpoint(warehouse, self.arguments).start()
            try:
                with endpoint.connect() as client:
                    if crash == 0:
                        client.script(*self.create)
                    done = self.done(client, done)
                repeater = Repeater(endpoint, done, self.take)
                repeater.start()
                enough = done + self.few
                eventually(lambda r=repeater, n=enough: r.step > n, 120)  # type: ignore[misc]
                time.sleep(moment.uniform(0.0, self.pause))
                (endpoint.kill_driver if moment.random() < self.drivers else endpoint.kill)()
            finally:
                endpoint.kill()
            repeater.join(timeout=120)
            done = repeater.step
        return done


def _merge(client: Client, _step: int) -> None:
    client.run("OPTIMIZE TABLE t FINAL")


def _batches(client: Client) -> dict[int, int]:
    return dict(client.run("SELECT batch, count() FROM t FINAL GROUP BY batch"))


@pytest.mark.sample(0)
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """It takes long because an endpoint starts anew after each kill."""
    moment = random.Random(int(os.environ.get("RMT_SEED", "7")))
    size: dict[int, int] = {}
    acknowledged: set[int] = set()
    warehouse = tmp_path / "w"
    for crash in range(CRASHES):
        endpoint = Endpoint(warehouse).start()
        try:
            with endpoint.connect() as client:
                if crash == 0:
                    client.script(*CREATE)
                _check(client, size, acknowledged)
            writers = [
                Writer(endpoint, 10_000 * crash, ROWS),
                Writer(endpoint, 10_000 * crash + 5_000, BIG),
            ]
            for thread in (*writers, Repeater(endpoint, 0, _merge)):
                thread.start()
            _wait_for_an_insert(writers)
            time.sleep(moment.uniform(0.0, 5.0))
            (endpoint.kill_driver if moment.random() < 0.3 else endpoint.kill)()
        finally:
            endpoint.kill()
        for writer in writers:
            writer.join(timeout=120)
            size |= dict.fromkeys(writer.tried, writer.rows)
            acknowledged |= set(writer.acknowledged)
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        _check(client, size, acknowledged)
        assert acknowledged
        client.run("OPTIMIZE TABLE t FINAL")
        _check(client, size, acknowledged)
    assert fsck(warehouse).endswith("7 tables, 0 faults")


def _wait_for_an_insert(writers: Sequence[Writer]) -> None:
    eventually(lambda: any(writer.acknowledged for writer in writers), 120)


def _check(client: Client, size: dict[int, int], acknowledged: set[int]) -> None:
    found = _batches(client)
    assert acknowledged <= set(found), "an acknowledged insert is gone"
    assert {batch: size.get(batch) for batch in found} == found, "an insert is half there"
    seen = dict(client.run("SELECT batch, sum(n) FROM seen GROUP BY batch"))
    assert seen == found, "a view's rows are not those of its source"
    handed = dict(client.run("SELECT batch, sum(n) FROM handed GROUP BY batch"))
    odd = {batch: rows for batch, rows in found.items() if batch % 2}
    assert handed == odd, "a Buffer's rows are not those that its destination has of it"
    every = client.run("SELECT batch, count() FROM every FINAL GROUP BY batch")
    assert dict(every) == found, "a Merge table's rows are not those of its tables"


MERGED = 60_000
"""More rows than an INSERT brings into the driver, together with the others of the statement."""


def _change(client: Client, step: int) -> None:
    """Adds 1 to all rows, deletes what the step before inserted, and inserts rows."""
    client.run(
        f"MERGE INTO m AS t USING (SELECT number AS k, 0 AS at FROM "
        f"numbers({MERGED}) UNION ALL SELECT {MERGED} + number, {step} "
        f"FROM numbers(100)) AS s ON t.k = s.k AND t.at = s.at "
        "WHEN MATCHED THEN UPDATE SET n = t.n + 1 "
        "WHEN NOT MATCHED THEN INSERT (k, at, n, ver) "
        f"VALUES (s.k, s.at, s.at, {step + 1}) "
        "WHEN NOT MATCHED BY SOURCE THEN DELETE"
    )


CHANGED = (
    "ver UInt32, del UInt8) ENGINE = ReplacingMergeTree(ver, del)",
    "ver UInt32 DEFAULT 1) ENGINE = MergeTree",
    "ver UInt32 DEFAULT 1) ENGINE = ReplacingMergeTree",
)
"""How tables are defined whose rows MERGE INTO changes: by versions, by masks, and by both."""


@pytest.mark.sample(0)
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("definition", CHANGED)
def test_kill_9_leaves_merge_into_done_or_not(tmp_path: Path, definition: str) -> None:
    """It takes long because an endpoint starts anew after each kill."""
    warehouse = tmp_path / "w"
    create = (
        f"CREATE TABLE m (k Int64, at Int64, n Int64, {definition} "
        "PARTITION BY k % 2 ORDER BY (k, at)",
        f"INSERT INTO m (k, at, n, ver) SELECT number, 0, 0, 1 FROM numbers({MERGED})",
    )
    done = Crashes(IN_MEMORY, create, _change, _merges_done).run(warehouse)
    with Endpoint(warehouse, IN_MEMORY) as endpoint, endpoint.connect() as client:
        done = _merges_done(client, done)
        assert done >= CRASHES
        client.run("OPTIMIZE TABLE m FINAL")
        assert _merges_done(client, done) == done
    fsck(warehouse)


def _merges_done(client: Client, acknowledged: int) -> int:
    """How many were done: all that were acknowledged, and perhaps the one under way."""
    client.run("SET final = 1")
    [(rows, least, most)] = client.run("SELECT count(), min(n), max(n) FROM m WHERE at = 0")
    assert rows == MERGED
    assert least == most, "one is half done"
    assert most in (acknowledged, acknowledged + 1)
    inserted = client.run("SELECT at, count() FROM m WHERE at != 0 GROUP BY at")
    assert inserted == ([(most, 100)] if most else []), "one is half done"
    return int(most)


TOMBSTONES = (
    "CREATE TABLE d (k Int64, n Int64, ver UInt32, del UInt8) "
    "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY k % 2 ORDER BY k "
    "SETTINGS final_by_default = 1, tombstone_retention_seconds = 1"
)
KEYS = 90


def _write_and_delete(client: Client, step: int) -> None:
    """Writes versions and tombstones of all keys in one statement; after four, merges them."""
    if step % 4 == 1:
        time.sleep(1.5)
        client.run("OPTIMIZE TABLE d")
    client.run(
        f"INSERT INTO d SELECT number, {step}, {step}, (number + {step}) % 3 = 0 "
        f"FROM numbers({KEYS})"
    )


@pytest.mark.sample(0)
@pytest.mark.timeout(1800)
def test_kill_9_brings_no_deleted_row_back(tmp_path: Path) -> None:
    """Merges drop old tombstones by themselves, in the background and by OPTIMIZE."""
    warehouse = tmp_path / "w"
    crashes = Crashes(IN_MEMORY, (TOMBSTONES,), _write_and_delete, _steps_done, few=4, seed="8")
    done = crashes.run(warehouse)
    with Endpoint(warehouse, IN_MEMORY) as endpoint, endpoint.connect() as client:
        done = _steps_done(client, done)
        assert done > CRASHES
        time.sleep(1.5)
        client.run("OPTIMIZE TABLE d FINAL")
        assert _steps_done(client, done) == done
        assert client.run("SELECT count() FROM d SETTINGS final = 0") == [(KEYS // 3 * 2,)]
    fsck(warehouse)


def _steps_done(client: Client, acknowledged: int) -> int:
    """How many steps were done: all that were acknowledged, and perhaps the one under way."""
    rows = client.run("SELECT k, n FROM d ORDER BY k")
    step = rows[0][1] if rows else 0
    assert step in (acknowledged, acknowledged + 1)
    expected = [(k, step) for k in range(KEYS) if (k + step) % 3] if step else []
    assert rows == expected, "a deleted row is back, or a step is half there"
    return int(step)


_KEYS = 60_000
KEYED = (
    "CREATE TABLE keyed (id UInt32, day UInt32, ver UInt64) ENGINE = ReplacingMergeTree(ver) "
    "PARTITION BY day % 2 ORDER BY day UNIQUE KEY id"
)


def _renew(client: Client, ver: int) -> None:
    """Gives all rows another version on other days, and merges them."""
    client.run(
        f"INSERT INTO keyed SELECT number, number * {ver} % 1009, {ver} FROM numbers({_KEYS})"
    )
    client.run("OPTIMIZE TABLE keyed FINAL")


@pytest.mark.sample(0)
@pytest.mark.timeout(1800)
def test_kill_9_in_a_merge_by_a_unique_key_leaves_each_row_once(tmp_path: Path) -> None:
    """It takes long because an endpoint starts anew after each kill."""
    warehouse = tmp_path / "w"
    create = (KEYED, f"INSERT INTO keyed SELECT number, 0, 0 FROM numbers({_KEYS})")
    crashes = Crashes((), create, _renew, _renewals_done, few=1, pause=3.0, drivers=0.0)
    done = crashes.run(warehouse)
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        done = _renewals_done(client, done)
        client.run("OPTIMIZE TABLE keyed FINAL")
        assert _renewals_done(client, done) == done
    assert fsck(warehouse).endswith("1 tables, 0 faults")


def _renewals_done(client: Client, least: int) -> int:
    """The version that all rows have: the last that was acknowledged, or a later one."""
    [(rows, ids, lowest, highest)] = client.run(
        "SELECT count(), count(DISTINCT id), min(ver), max(ver) FROM keyed FINAL"
    )
    assert (rows, ids) == (_KEYS, _KEYS)
    assert lowest == highest >= least, "an insert is half there"
    wrong = "SELECT count() FROM keyed FINAL WHERE day != id * ver % 1009"
    assert client.run(wrong) == [(0,)]
    return int(highest)
