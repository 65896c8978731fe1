"""INSERT into a table with a projection: none, one that sorts, one that aggregates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["projecting"]

_ROWS = 2_500_000
_CREATE = (
    "CREATE TABLE {name} (user UInt64, page String, seconds UInt32, at DateTime('UTC')"
    "{projection}) ENGINE = MergeTree ORDER BY (user, at)"
)
_INSERT = (
    "INSERT INTO {name} SELECT number % 100000, concat('/page/', toString(number % 500)), "
    "number % 300, toDateTime('2026-01-01 00:00:00', 'UTC') + number FROM numbers({rows}) "
    "SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0"
)
_PROJECTIONS = {
    "none": "",
    "sorted": "SELECT * ORDER BY (page, at)",
    "groups": "SELECT page, count(), sum(seconds), max(at) GROUP BY page",
    "many groups": "SELECT user, count(), avg(seconds), max(at) GROUP BY user",
}


def projecting(lab: Lab) -> Iterator[Work]:
    """One INSERT of 2.5 million rows, the same into four tables: by page, 500 groups, 100,000."""
    rows = int(_ROWS * lab.scale)

    def anew() -> None:
        for engine in (lab.ours, lab.clickhouse):
            for kind, query in _PROJECTIONS.items():
                engine.run(f"DROP TABLE IF EXISTS {_table(kind)}")
                projection = f", PROJECTION p ({query})" if query else ""
                engine.run(_CREATE.format(name=_table(kind), projection=projection))

    def insert(run: Callable[[str], Any], kind: str) -> None:
        run(_INSERT.format(name=_table(kind), rows=rows))

    contestants = {kind: partial(insert, lab.ours.run, kind) for kind in _PROJECTIONS}
    contestants |= {
        f"ClickHouse, {kind}": partial(insert, lab.clickhouse.run, kind) for kind in _PROJECTIONS
    }
    bars = [
        Bar("sorted", "none", 2.0),
        Bar("groups", "none", 1.4),
        Bar("many groups", "none", 1.4),
        Bar("sorted", "ClickHouse, sorted", 3.0),
    ]
    yield Work("projections", f"INSERT of {rows:,} rows", contestants, bars, before=anew, warm_up=2)


def _table(kind: str) -> str:
    return f"projected_{kind.replace(' ', '_')}"
