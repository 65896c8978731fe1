"""A dbt model of what is current: `replacing` beside dbt-spark, which builds the table anew.

Both run on the same endpoint and read the same table of events; dbt-spark has no other way to bring
changed rows into a Parquet table.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rmt_engine.errors import RmtError

from .measure import Bar, Timed, Work

if TYPE_CHECKING:
    from .works import Lab

__all__ = ["building"]

_PROJECT = Path(__file__).parent / "shop"
_ROWS, _CHANGED, _DAYS = 1_000_000, 0.01, 365
_OURS, _THEIRS, _MODEL = "replacing", "dbt-spark insert_overwrite", "the model"
_EVENTS = "shop_events.order_events"
_CURRENT = "SELECT count(), sum(amount), max(updated_at) FROM"


@dataclass
class _Shop:
    """The events, and the two targets that dbt builds from them.

    Attributes:
        lab: the endpoint.
        rows: the orders there are.
        day: the last day that events were loaded.
        written: the rows that each target's last run wrote.
    """

    lab: Lab
    rows: int
    day: int = 0
    written: dict[str, int] = field(default_factory=dict)

    def create(self) -> None:
        """Makes the events of the first day, and both tables."""
        run = self.lab.ours.run
        for schema in ("shop_events", "shop_rmt", "shop_spark"):
            run(f"DROP DATABASE IF EXISTS {schema} CASCADE")
        run("CREATE DATABASE shop_events")
        run(
            f"CREATE TABLE {_EVENTS} (order_id Int64, customer_id Int64, ordered_on Date32, "
            "state String, amount Decimal(10, 2), op String, updated_at DateTime64(6), "
            "loaded_on Date32) ENGINE = MergeTree ORDER BY (loaded_on, order_id)"
        )
        self._insert(f"SELECT id AS order_id FROM range({self.rows})", "'i'")
        for target in ("rmt", "spark"):
            self._dbt(target)

    def next_day(self) -> None:
        """One order in a hundred changes; one change in twenty is a delete."""
        self.day += 1
        changed = int(self.rows * _CHANGED)
        step = self.rows // changed
        keys = f"SELECT id * {step} + {self.day % step} AS order_id FROM range({changed})"
        self._insert(keys, "if(pmod(hash(order_id), 20) = 0, 'd', 'u')")

    def replace(self) -> Timed:
        """The model with the strategy `replacing`."""
        stored = "SELECT count() FROM rmt_scan('shop_rmt.orders', 'raw')"
        before = self.lab.ours.run(stored)[0][0]
        seconds, parts = self._dbt("rmt")
        self.written[_OURS] = self.lab.ours.run(stored)[0][0] - before
        return Timed(seconds, parts, self.lab.ours.run(f"{_CURRENT} shop_rmt.orders FINAL"))

    def rebuild(self) -> Timed:
        """The model of dbt-spark."""
        seconds, parts = self._dbt("spark")
        current = self.lab.ours.run(f"{_CURRENT} shop_spark.orders_rebuilt")
        self.written[_THEIRS] = current[0][0]
        return Timed(seconds, parts, current)

    def _insert(self, keys: str, op: str) -> None:
        """Events about orders; an order keeps its customer and its day."""
        self.lab.ours.run(
            f"INSERT INTO {_EVENTS} SELECT order_id, pmod(hash(order_id), 50000), "
            f"date_add(DATE '2023-01-01', CAST(order_id % {_DAYS} AS INT)), "
            f"concat('state ', pmod(hash(order_id, {self.day}), 9)), "
            f"pmod(hash(order_id, {self.day}), 100000) / 100, {op}, "
            f"timestamp_micros(1704067200000000 + {self.day} * 86400000000 + order_id), "
            f"date_add(DATE '2024-01-01', {self.day}) FROM ({keys})"
        )

    def _dbt(self, target: str) -> tuple[float, dict[str, float]]:
        """Runs dbt; the seconds of the whole command, and of the model as dbt has measured it."""
        work = (self.lab.directory / "dbt" / target).resolve()
        started = time.perf_counter()
        done = subprocess.run(
            [
                *(_python(), "-c", "from dbt.cli.main import cli; cli()", "--quiet", "run"),
                *("--project-dir", str(_PROJECT), "--profiles-dir", str(_PROJECT)),
                *("--target-path", str(work), "--log-path", str(work), "--target", target),
            ],
            env={**os.environ, "RMT_BENCH_PORT": str(self.lab.ours.port)},
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - started
        if done.returncode:
            raise RmtError("LOGICAL_ERROR", f"dbt failed: {done.stdout[-2000:]}{done.stderr}")
        report: Any = json.loads((work / "run_results.json").read_text())
        return seconds, {_MODEL: report["results"][0]["execution_time"]}


def building(lab: Lab) -> Iterator[Work]:
    """A day's changes in one order of a hundred, with dbt's own start and without.

    Raises:
        RmtError: there is no dbt.
    """
    shutil.rmtree(lab.directory / "dbt", ignore_errors=True)
    shop = _Shop(lab, int(_ROWS * lab.scale))
    lab.note(f"loading {shop.rows:,} orders")
    shop.create()
    yield Work(
        "dbt",
        f"{_CHANGED:.0%} of {shop.rows:,} orders changed",
        {_OURS: shop.replace, _THEIRS: shop.rebuild},
        [Bar(f"{_OURS}, {_MODEL}", f"{_THEIRS}, {_MODEL}", 1 / 5), Bar(_OURS, _THEIRS, 1.0)],
        before=shop.next_day,
    )
    lab.facts += [f"dbt: a run of {who} wrote {rows:,} rows" for who, rows in shop.written.items()]


def _python() -> str:
    """An interpreter that has dbt."""
    given = os.environ.get("RMT_DBT_PYTHON")
    if given is None and find_spec("dbt.cli") is None:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            "dbt is not installed.",
            "RMT_DBT_PYTHON names an interpreter that has it: `pip install 'rmt-spark[dbt]'`.",
        )
    return given or sys.executable
