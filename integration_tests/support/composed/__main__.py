"""`python -m integration_tests.support.composed --count 200 --forms limit_by --show 10`."""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.both import Both
from support.clickhouse import ClickHouse, LiveSession
from support.composed.answers import (
    answer_of,
    compare,
    create_tables,
    other_statements,
    repeated,
)
from support.composed.queries import compose
from support.composed.report import Failure, Report, chosen, smallest
from support.composed.tables import TABLES
from support.embedded import EmbeddedEndpoint

BETWEEN_LINES = 100
"""Queries between two lines that say how far it is."""


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        if options.valid:
            return _check_validity(Path(folder), options)
        with _both(Path(folder)) as both:
            return _compare(both, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Composed queries, here and in ClickHouse.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first query")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--forms", default="", help="only queries with one of these, by commas")
    parser.add_argument("--without", default="", help="only queries without these, by commas")
    parser.add_argument("--show", type=int, default=5, help="so many failures, made small")
    parser.add_argument("--group", default="", help="show failures whose difference has this text")
    parser.add_argument("--valid", action="store_true", help="ask ClickHouse only: what it refuses")
    return parser.parse_args()


def _memory() -> str | None:
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


@contextmanager
def _both(folder: Path) -> Iterator[Both]:
    with (
        EmbeddedEndpoint(folder / "warehouse") as endpoint,
        endpoint.connect() as client,
        ClickHouse(LiveSession(folder / "clickhouse")) as clickhouse,
        clickhouse.database(),
    ):
        client.run("CREATE DATABASE composed")
        client.run("USE composed")
        client.database = "composed"
        both = Both(client, clickhouse)
        create_tables(both)
        yield both


def _compare(both: Both, options: argparse.Namespace) -> int:
    report = Report()
    begin = time.monotonic()
    queries = chosen(
        options.seed, options.forms.split(","), options.without.split(","), options.first
    )
    for done, (number, query) in enumerate(islice(queries, options.count), 1):
        outcome = compare(both, query)
        report.add(number, query, outcome)
        if not outcome.agrees:
            print(f"    {number} {outcome.kind}: {outcome.group[:75]}", flush=True)
        if done % BETWEEN_LINES == 0 or done == options.count:
            print(f"{time.monotonic() - begin:6.0f} s  {report.counts}", flush=True)
    print("\n".join(report.lines()))
    shown = [group[0] for name, group in _by_size(report) if options.group in name]
    for failure in shown[: options.show]:
        print(smallest(both, failure).text)
    return 1 if report.failures else 0


def _by_size(report: Report) -> list[tuple[str, list[Failure]]]:
    return sorted(report.groups.items(), key=lambda pair: -len(pair[1]))


def _check_validity(folder: Path, options: argparse.Namespace) -> int:
    """What ClickHouse refuses, or answers in one way or another: nothing to compare with."""
    report = Report()
    with ClickHouse(LiveSession(folder)) as clickhouse, clickhouse.database():
        for table in TABLES:
            for statement in (table.create, *table.inserts):
                clickhouse.execute(statement)
        for statement in other_statements():
            clickhouse.execute(statement)
        numbers = range(options.first, options.first + options.count)
        queries = [compose(options.seed, number) for number in numbers]
        answers = [answer_of(clickhouse, query) for query in queries]
        # Whatever of these chooses an order of rows, it may not change an answer.
        for setting in ("max_block_size = 1", "max_threads = 2", "optimize_read_in_order = 0"):
            clickhouse.execute(f"SET {setting}")
        for number, query, answer in zip(numbers, queries, answers, strict=True):
            report.add(number, query, repeated(answer, answer_of(clickhouse, query), query))
    print("\n".join(report.lines()))
    for name, group in _by_size(report):
        for failure in group[: options.show]:
            print(f"\n{name} {failure.number}\n{failure.query.sql}\n  {failure.outcome.theirs}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
