"""INSERT into a table with materialized views: none, one and three."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["feeding"]

_ROWS = 2_500_000
_SOURCE = (
    "CREATE TABLE {name} (user UInt64, page String, seconds UInt32, at DateTime('UTC')) "
    "ENGINE = MergeTree ORDER BY (user, at)"
)
_INSERT = (
    "INSERT INTO {name} SELECT number % 100000, concat('/page/', toString(number % 500)), "
    "number % 300, toDateTime('2026-01-01 00:00:00', 'UTC') + number FROM numbers({rows}) "
    "SETTINGS min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 0"
)
_VIEWS = (
    "ENGINE = SummingMergeTree ORDER BY (day, page) AS SELECT toDate(at) AS day, page, "
    "count() AS visits, sum(seconds) AS seconds FROM {source} GROUP BY day, page",
    "ENGINE = AggregatingMergeTree ORDER BY user AS SELECT user, maxSimpleState(at) AS last, "
    "avgState(seconds) AS mean FROM {source} GROUP BY user",
    "ENGINE = MergeTree ORDER BY at AS SELECT at, user, page FROM {source} WHERE seconds > 290",
)
_COUNTS = {"no view": 0, "one view": 1, "three views": 3}


def feeding(lab: Lab) -> Iterator[Work]:
    """One INSERT of 2.5 million rows, the same into three tables: a rollup, states, a part."""
    rows = int(_ROWS * lab.scale)

    def anew() -> None:
        for engine in (lab.ours, lab.clickhouse):
            for views in _COUNTS.values():
                _create(engine.run, views)

    def insert(run: Callable[[str], Any], views: int) -> None:
        run(_INSERT.format(name=f"visited_{views}", rows=rows))

    contestants = {name: partial(insert, lab.ours.run, n) for name, n in _COUNTS.items()}
    contestants |= {
        f"ClickHouse, {name}": partial(insert, lab.clickhouse.run, n) for name, n in _COUNTS.items()
    }
    bars = [
        Bar("one view", "no view", 1.8),
        Bar("three views", "no view", 3.4),
        Bar("one view", "ClickHouse, one view", 3.0),
    ]
    yield Work("views", f"INSERT of {rows:,} rows", contestants, bars, before=anew, warm_up=2)


def _create(run: Callable[[str], Any], views: int) -> None:
    name = f"visited_{views}"
    for view in range(views):
        run(f"DROP TABLE IF EXISTS {name}_view_{view}")
    run(f"DROP TABLE IF EXISTS {name}")
    run(_SOURCE.format(name=name))
    for view in range(views):
        query = _VIEWS[view].format(source=name)
        run(f"CREATE MATERIALIZED VIEW {name}_view_{view} {query}")
