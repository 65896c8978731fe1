"""kill -9 amid inserts and merges: what was acknowledged is there, nothing is half there.

That goes for what a materialized view makes of an insert, too, and for what a Buffer hands on.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from pyhive.exc import OperationalError
from support.command import fsck
from support.endpoint import Client, Endpoint, ServerError
from support.waiting import eventually
from thrift.transport.TTransport import TTransportException

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


class Merger(threading.Thread):
    """Merges again and again."""

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                while True:
                    client.run("OPTIMIZE TABLE t FINAL")
        except GONE:
            return


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
            for thread in (*writers, Merger(endpoint)):
                thread.start()
            _wait_for_an_insert(writers)
            time.sleep(moment.uniform(0.0, 5.0))
            (endpoint.kill_driver if moment.random() < 0.3 else endpoint.kill)()
        finally:
            endpoint.kill()
        for writer in writers:
            writer.join(timeout=30)
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


class Changer(threading.Thread):
    """Changes a table by MERGE INTO again and again, and notes how many were acknowledged.

    Each adds 1 to all rows, deletes what the one before it inserted, and inserts rows.
    """

    def __init__(self, endpoint: Endpoint, first: int) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.step = first

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                while True:
                    client.run(
                        f"MERGE INTO m AS t USING (SELECT number AS k, 0 AS at FROM "
                        f"numbers({MERGED}) UNION ALL SELECT {MERGED} + number, {self.step + 1} "
                        f"FROM numbers(100)) AS s ON t.k = s.k AND t.at = s.at "
                        "WHEN MATCHED THEN UPDATE SET n = t.n + 1 "
                        "WHEN NOT MATCHED THEN INSERT (k, at, n, ver) "
                        f"VALUES (s.k, s.at, s.at, {self.step + 2}) "
                        "WHEN NOT MATCHED BY SOURCE THEN DELETE"
                    )
                    self.step += 1
        except GONE:
            return


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
    moment = random.Random(int(os.environ.get("RMT_SEED", "7")))
    warehouse = tmp_path / "w"
    done = 0
    for crash in range(CRASHES):
        endpoint = Endpoint(warehouse, ["--metastore", "memory"]).start()
        try:
            with endpoint.connect() as client:
                if crash == 0:
                    client.script(
                        f"CREATE TABLE m (k Int64, at Int64, n Int64, {definition} "
                        "PARTITION BY k % 2 ORDER BY (k, at)",
                        "INSERT INTO m (k, at, n, ver) "
                        f"SELECT number, 0, 0, 1 FROM numbers({MERGED})",
                    )
                done = _merges_done(client, done)
            changer = Changer(endpoint, done)
            changer.start()
            eventually(lambda changer=changer, done=done: changer.step > done, 120)  # type: ignore[misc]
            time.sleep(moment.uniform(0.0, 4.0))
            (endpoint.kill_driver if moment.random() < 0.3 else endpoint.kill)()
        finally:
            endpoint.kill()
        changer.join(timeout=30)
        done = changer.step
    with Endpoint(warehouse, ["--metastore", "memory"]) as endpoint, endpoint.connect() as client:
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


class Deleter(threading.Thread):
    """Writes versions and tombstones of all keys again and again, each step in one statement."""

    def __init__(self, endpoint: Endpoint, first: int) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.step = first

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                while True:
                    step = self.step + 1
                    client.run(
                        f"INSERT INTO d SELECT number, {step}, {step}, (number + {step}) % 3 = 0 "
                        f"FROM numbers({KEYS})"
                    )
                    self.step = step
                    if step % 4 == 0:
                        time.sleep(1.5)
                        client.run("OPTIMIZE TABLE d")
        except GONE:
            return


@pytest.mark.sample(0)
@pytest.mark.timeout(1800)
def test_kill_9_brings_no_deleted_row_back(tmp_path: Path) -> None:
    """Merges drop old tombstones by themselves, in the background and by OPTIMIZE."""
    moment = random.Random(int(os.environ.get("RMT_SEED", "8")))
    warehouse = tmp_path / "w"
    done = 0
    for crash in range(CRASHES):
        endpoint = Endpoint(warehouse, ["--metastore", "memory"]).start()
        try:
            with endpoint.connect() as client:
                if crash == 0:
                    client.run(TOMBSTONES)
                done = _steps_done(client, done)
            deleter = Deleter(endpoint, done)
            deleter.start()
            eventually(lambda deleter=deleter, done=done: deleter.step > done + 4, 120)  # type: ignore[misc]
            time.sleep(moment.uniform(0.0, 4.0))
            (endpoint.kill_driver if moment.random() < 0.3 else endpoint.kill)()
        finally:
            endpoint.kill()
        deleter.join(timeout=30)
        done = deleter.step
    with Endpoint(warehouse, ["--metastore", "memory"]) as endpoint, endpoint.connect() as client:
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


class Renewer(threading.Thread):
    """Gives all rows another version on other days, again and again, and notes the last one."""

    def __init__(self, endpoint: Endpoint, first: int) -> None:
        super().__init__(daemon=True)
        self.endpoint = endpoint
        self.acknowledged = first

    def run(self) -> None:
        try:
            with self.endpoint.connect() as client:
                while True:
                    ver = self.acknowledged + 1
                    client.run(
                        f"INSERT INTO keyed SELECT number, number * {ver} % 1009, {ver} "
                        f"FROM numbers({_KEYS})"
                    )
                    client.run("OPTIMIZE TABLE keyed FINAL")
                    self.acknowledged = ver
        except GONE:
            return


@pytest.mark.sample(0)
@pytest.mark.timeout(1800)
def test_kill_9_in_a_merge_by_a_unique_key_leaves_each_row_once(tmp_path: Path) -> None:
    """It takes long because an endpoint starts anew after each kill."""
    moment = random.Random(int(os.environ.get("RMT_SEED", "7")))
    warehouse, least = tmp_path / "w", 0
    for crash in range(CRASHES):
        endpoint = Endpoint(warehouse).start()
        try:
            with endpoint.connect() as client:
                if crash == 0:
                    client.run(KEYED)
                    client.run(f"INSERT INTO keyed SELECT number, 0, 0 FROM numbers({_KEYS})")
                _check_keyed(client, least)
            renewer = Renewer(endpoint, least + 10)
            renewer.start()
            eventually(lambda r=renewer, n=least: r.acknowledged > n + 11, 120)
            time.sleep(moment.uniform(0.0, 3.0))
            endpoint.kill()
        finally:
            endpoint.kill()
        renewer.join(timeout=30)
        least = renewer.acknowledged
    with Endpoint(warehouse) as endpoint, endpoint.connect() as client:
        _check_keyed(client, least)
        client.run("OPTIMIZE TABLE keyed FINAL")
        _check_keyed(client, least)
    assert fsck(warehouse).endswith("1 tables, 0 faults")


def _check_keyed(client: Client, least: int) -> None:
    [(rows, ids, lowest, highest)] = client.run(
        "SELECT count(), count(DISTINCT id), min(ver), max(ver) FROM keyed FINAL"
    )
    assert (rows, ids) == (_KEYS, _KEYS)
    assert lowest == highest >= least, "an insert is half there"
    wrong = "SELECT count() FROM keyed FINAL WHERE day != id * ver % 1009"
    assert client.run(wrong) == [(0,)]
