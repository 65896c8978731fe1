"""A dbt model of what is current: `replacing` beside dbt-spark, which builds the table anew.

Both run on the same endpoint and read the same table of events; dbt-spark has no other way to bring
changed rows into a Parquet table. Then a schema with many relations, which dbt lists first of all.
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
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rmt_engine.errors import RmtError

from .measure import Bar, Timed, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["building"]

_PROJECT = Path(__file__).parent / "shop"
_ROWS, _CHANGED, _DAYS = 1_000_000, 0.01, 365
_OURS, _THEIRS, _MODEL = "replacing", "dbt-spark insert_overwrite", "the model"
_EVENTS = "shop_events.order_events"
_MODELS = 500
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
        # Spark keeps a list of a Parquet table's files in each session.
        self.lab.ours.run("REFRESH TABLE shop_spark.orders_rebuilt")
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
        work = self.lab.directory / "dbt" / target
        started = time.perf_counter()
        _run_dbt(self.lab, _PROJECT, work, target)
        seconds = time.perf_counter() - started
        report: Any = json.loads((work / "run_results.json").read_text())
        return seconds, {_MODEL: report["results"][0]["execution_time"]}


def building(lab: Lab) -> Iterator[Work]:
    """A day's changes in one order of a hundred; the start of dbt with 500 models.

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
    yield _listing(lab)


def _listing(lab: Lab) -> Work:
    """A run of one model of many, from the end of parsing to the model's first statement."""
    project, run = lab.directory / "dbt" / "many", lab.ours.run
    shutil.copytree(_PROJECT, project, ignore=shutil.ignore_patterns("models"))
    (project / "models").mkdir()
    run("DROP DATABASE IF EXISTS shop_rmt CASCADE")
    run("CREATE DATABASE shop_rmt")
    lab.note(f"creating {_MODELS} relations")
    for number in range(_MODELS):
        kind = "table" if number % 2 else "view"
        select = f"select {number} as id"
        text = f"{{{{ config(materialized='{kind}') }}}} {select}"
        (project / "models" / f"model_{number}.sql").write_text(text)
        engine = "ENGINE = MergeTree ORDER BY tuple()" if kind == "table" else ""
        run(f"CREATE {kind} shop_rmt.model_{number} {engine} AS {select}")

    def start() -> Timed:
        work = lab.directory / "dbt" / "many-target"
        (work / "dbt.log").unlink(missing_ok=True)
        started = time.perf_counter()
        _run_dbt(lab, project, work, "rmt", "--select", "model_0")
        seconds = time.perf_counter() - started
        return Timed(seconds, {"parsed to first statement": _started_in(work / "dbt.log")}, None)

    name, part = f"a run with {_MODELS} models", "parsed to first statement"
    return Work("dbt", name, {"dbt": start}, [Bar(f"dbt, {part}", None, 3.0)])


def _started_in(log: Path) -> float:
    """The seconds between the end of parsing and the start of the first model."""
    times: dict[str, datetime] = {}
    for line in log.read_text().splitlines():
        info = json.loads(line)["info"]
        for sign in ("Found ", "1 of "):
            if info["msg"].startswith(sign):
                times.setdefault(sign, datetime.fromisoformat(info["ts"]))
    return (times["1 of "] - times["Found "]).total_seconds()


def _run_dbt(lab: Lab, project: Path, work: Path, target: str, *arguments: str) -> None:
    done = subprocess.run(
        [
            *(_python(), "-c", "from dbt.cli.main import cli; cli()"),
            *("--log-format-file", "json", "--quiet", "run", "--target", target, *arguments),
            *("--project-dir", str(project.resolve()), "--profiles-dir", str(_PROJECT)),
            *("--target-path", str(work.resolve()), "--log-path", str(work.resolve())),
        ],
        env={**os.environ, "RMT_BENCH_PORT": str(lab.ours.port)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RmtError("LOGICAL_ERROR", f"dbt failed: {done.stdout[-2000:]}{done.stderr}")


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
