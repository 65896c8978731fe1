"""MERGE INTO a ReplacingMergeTree table beside delta-rs's merge: 1 % of the rows changes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .measure import Timed, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["merging"]

_ROWS = 10_000_000
_OURS, _DELTA = "MERGE INTO", "delta-rs merge"
_CREATE = (
    "CREATE TABLE merged (key Int64, amount Int64, city String, ver UInt32, gone UInt8) "
    "ENGINE = ReplacingMergeTree(ver, gone) ORDER BY key"
)
_MERGE = (
    "MERGE INTO merged AS t USING changes AS s ON t.key = s.key "
    "WHEN MATCHED AND s.op = 'd' THEN DELETE "
    "WHEN MATCHED THEN UPDATE SET amount = s.amount, city = s.city "
    "WHEN NOT MATCHED THEN INSERT (key, amount, city) VALUES (s.key, s.amount, s.city)"
)


def merging(lab: Lab) -> Iterator[Work]:
    """Ten million rows; of 100,000 changes 80 % update, 15 % insert and 5 % delete rows."""
    ours, delta = lab.ours, lab.delta
    rows = int(_ROWS * lab.scale)
    folder = lab.directory / "sources" / "merging"
    folder.mkdir(parents=True, exist_ok=True)
    first = folder / f"{rows}.parquet"
    changes = folder / "changes.parquet"
    random = np.random.default_rng(17)
    lab.note("loading the table that is merged into")
    pq.write_table(_values(random, np.arange(rows)), first)
    ours.run("DROP TABLE IF EXISTS merged")
    ours.run(_CREATE)
    ours.insert("merged", first)
    ours.run("OPTIMIZE TABLE merged FINAL")
    delta.create(first)
    numbers = itertools.count()

    def before() -> None:
        """Changes of this round: other new keys, other deleted ones, anybody updated."""
        count, number = rows // 100, next(numbers)
        inserted, deleted = count * 15 // 100, count * 5 // 100
        chosen = random.choice(rows // 2, count - inserted - deleted, replace=False)
        keys = np.concatenate(
            [
                chosen + rows // 2,
                np.arange(inserted) + rows + number * inserted,
                np.arange(deleted) + number * deleted,
            ]
        )
        table = _values(random, keys)
        operations = ["u"] * (len(keys) - deleted) + ["d"] * deleted
        pq.write_table(table.append_column("op", pa.array(operations)), changes)
        ours.run(f"CREATE OR REPLACE TEMPORARY VIEW changes AS SELECT * FROM parquet.`{changes}`")

    yield Work(
        "merging",
        "1 % changes",
        {_OURS: lambda: _ours(lab), _DELTA: lambda: _delta(lab, changes)},
        rounds=3,
        before=before,
    )


def _values(random: np.random.Generator, keys: np.ndarray) -> pa.Table:
    return pa.table(
        {
            "key": pa.array(keys.astype(np.int64)),
            "amount": pa.array(random.integers(0, 1_000_000, len(keys))),
            "city": pa.array([f"city {n}" for n in random.integers(0, 1_000_000, len(keys))]),
        }
    )


def _ours(lab: Lab) -> Timed:
    started = time.perf_counter()
    lab.ours.run(_MERGE)
    merged = time.perf_counter()
    answer = lab.ours.run("SELECT count(), sum(amount) FROM merged FINAL")
    read = time.perf_counter() - merged
    return Timed(merged - started, {"then FINAL": read}, answer)


def _delta(lab: Lab, changes: Path) -> Timed:
    started = time.perf_counter()
    lab.delta.change(changes, "key", ("amount", "city"))
    merged = time.perf_counter()
    answer = [lab.delta.total("amount")]
    read = time.perf_counter() - merged
    return Timed(merged - started, {"then a scan": read}, answer)
