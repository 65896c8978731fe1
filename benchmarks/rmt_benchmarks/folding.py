"""FINAL and merges of tables that fold, SummingMergeTree and AggregatingMergeTree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["folding"]

_ROWS = 2_500_000
_INSERTS = 4
_OURS, _PLAIN, _HOUSE, _GROUP = "FINAL", "plain scan", "ClickHouse FINAL", "Spark GROUP BY"
_ONE_BLOCK = "SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0"


@dataclass(frozen=True)
class _Table:
    """A table that folds.

    Attributes:
        name: the table.
        create: its columns and its engine.
        fill: what an INSERT of it selects; `{rows}` keys, the same each time, in insert `{number}`.
        total: what FINAL is asked for.
        by_key: the query that gives the same rows without FINAL, over `{name}`.
    """

    name: str
    create: str
    fill: str
    total: str
    by_key: str


_SUMMING = _Table(
    "summing",
    "(user UInt64, pages UInt32, seconds UInt64) ENGINE = SummingMergeTree ORDER BY user",
    "SELECT number, number % 50 + {number} + 1, number % 1000 + 1 FROM numbers({rows})",
    "count(), sum(pages), sum(seconds)",
    "SELECT user, sum(pages) AS pages, sum(seconds) AS seconds FROM {name} GROUP BY user",
)
_AGGREGATING = _Table(
    "aggregating",
    "(user UInt64, pages AggregateFunction(sum, UInt64), mean AggregateFunction(avg, UInt64), "
    "last SimpleAggregateFunction(max, UInt64)) ENGINE = AggregatingMergeTree ORDER BY user",
    "SELECT number, sumState(toUInt64(number % 50 + {number})), avgState(toUInt64(number % 1000)), "
    "max(number % 7 + {number}) FROM numbers({rows}) GROUP BY number",
    "count(), sum(finalizeAggregation(pages)), sum(finalizeAggregation(mean)), sum(last)",
    "SELECT user, sumMergeState(pages) AS pages, avgMergeState(mean) AS mean, max(last) AS last "
    "FROM {name} GROUP BY user",
)


def folding(lab: Lab) -> Iterator[Work]:
    """Ten million rows in four inserts that have the same 2.5 million keys."""
    for table in (_SUMMING, _AGGREGATING):
        _load(lab, table)
        yield from _reading(lab, table)
        yield _merging(lab, table)


def _load(lab: Lab, table: _Table) -> None:
    rows = int(_ROWS * lab.scale)
    for engine in (lab.ours, lab.clickhouse):
        engine.run(f"DROP TABLE IF EXISTS {table.name}")
        engine.run(f"CREATE TABLE {table.name} {table.create}")
    lab.clickhouse.run(f"ALTER TABLE {table.name} MODIFY SETTING merge_selector_base = 1000000")
    for number in range(_INSERTS):
        fill = table.fill.format(rows=rows, number=number)
        for engine in (lab.ours, lab.clickhouse):
            engine.run(f"INSERT INTO {table.name} {fill} {_ONE_BLOCK}")


def _reading(lab: Lab, table: _Table) -> Iterator[Work]:
    ours, house, name = lab.ours, lab.clickhouse, table.name
    bars = [Bar(_OURS, _HOUSE, 1.2), Bar(_OURS, _PLAIN, 1.5)]
    grouped = table.by_key.format(name=name)
    yield Work(
        name,
        "count and sums",
        {
            _OURS: lambda: ours.run(f"SELECT {table.total} FROM {name} FINAL"),
            _PLAIN: lambda: ours.run(f"SELECT {table.total} FROM {name}") and None,
            _HOUSE: lambda: house.run(f"SELECT {table.total} FROM {name} FINAL"),
            _GROUP: lambda: ours.run(f"SELECT {table.total} FROM ({grouped})"),
        },
        bars,
        warm_up=5,
        slow=frozenset({_GROUP}),
    )
    yield Work(
        name,
        "all columns",
        {
            _OURS: lambda: ours.scan(f"SELECT * FROM {name} FINAL"),
            _PLAIN: lambda: ours.scan(f"SELECT * FROM {name}"),
            _HOUSE: lambda: house.scan(f"SELECT * FROM {name} FINAL"),
        },
        bars,
    )


def _merging(lab: Lab, table: _Table) -> Work:
    copy = f"{table.name}_merge"

    def anew() -> None:
        for engine in (lab.ours, lab.clickhouse):
            engine.copy(table.name, copy)

    def optimize(run: Callable[[str], Any]) -> Callable[[], Any]:
        return lambda: run(f"OPTIMIZE TABLE {copy} FINAL") and None

    return Work(
        table.name,
        "OPTIMIZE FINAL",
        {"OPTIMIZE": optimize(lab.ours.run), "ClickHouse OPTIMIZE": optimize(lab.clickhouse.run)},
        [Bar("OPTIMIZE", "ClickHouse OPTIMIZE", 1.0)],
        rounds=3,
        before=anew,
    )
