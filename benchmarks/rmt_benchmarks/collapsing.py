"""FINAL and merges of a CollapsingMergeTree table: a log of states beside ClickHouse's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["collapsing"]

_ROWS = 2_500_000
_OURS, _PLAIN, _HOUSE, _GROUP = "FINAL", "plain scan", "ClickHouse FINAL", "Spark GROUP BY"
_CREATE = (
    "CREATE TABLE visits (user UInt64, pages UInt32, seconds UInt32, sign Int8) "
    "ENGINE = CollapsingMergeTree(sign) ORDER BY user"
)
_FIRST = (
    "INSERT INTO visits SELECT number, number % 50, number % 1000, 1 FROM numbers({rows}) "
    "SETTINGS min_insert_block_size_rows = 100000000"
)
_CHANGES = (
    "INSERT INTO visits SELECT intDiv(number, 2) * 2, "
    "(intDiv(number, 2) * 2) % 50 + {change} - 1 + number % 2, (intDiv(number, 2) * 2) % 1000, "
    "if(number % 2 = 0, -1, 1) FROM numbers({rows}) "
    "SETTINGS min_insert_block_size_rows = 100000000"
)
"""Every other user has another state: the old one is cancelled, the new one comes behind it."""


def collapsing(lab: Lab) -> Iterator[Work]:
    """Ten million rows in four inserts, 2.5 million of them current."""
    ours, house = lab.ours, lab.clickhouse
    rows = int(_ROWS * lab.scale)
    for engine in (ours, house):
        engine.run("DROP TABLE IF EXISTS visits")
        engine.run(_CREATE)
    house.run("ALTER TABLE visits MODIFY SETTING merge_selector_base = 1000000")
    for change in range(4):
        for engine in (ours, house):
            engine.run((_CHANGES if change else _FIRST).format(rows=rows, change=change))
    total = "SELECT count(), sum(pages) FROM"
    folded = (
        "(SELECT user, sum(pages * sign) AS pages FROM visits GROUP BY user HAVING sum(sign) > 0)"
    )
    yield Work(
        "collapsing",
        "count and sum",
        {
            _OURS: lambda: ours.run(f"{total} visits FINAL"),
            _PLAIN: lambda: ours.run(f"{total} visits") and None,
            _HOUSE: lambda: house.run(f"{total} visits FINAL"),
            _GROUP: lambda: ours.run(f"{total} {folded}"),
        },
        [Bar(_OURS, _HOUSE, 1.2), Bar(_OURS, _PLAIN, 1.5)],
        warm_up=5,
        slow=frozenset({_GROUP}),
    )
    yield Work(
        "collapsing",
        "all columns",
        {
            _OURS: lambda: ours.scan("SELECT * FROM visits FINAL"),
            _PLAIN: lambda: ours.scan("SELECT * FROM visits"),
            _HOUSE: lambda: house.scan("SELECT * FROM visits FINAL"),
        },
        [Bar(_OURS, _HOUSE, 1.2), Bar(_OURS, _PLAIN, 1.5)],
    )

    def anew() -> None:
        for engine in (ours, house):
            engine.copy("visits", "visits_merge")

    yield Work(
        "collapsing",
        "OPTIMIZE FINAL",
        {
            "OPTIMIZE": lambda: ours.run("OPTIMIZE TABLE visits_merge FINAL"),
            "ClickHouse OPTIMIZE": lambda: house.run("OPTIMIZE TABLE visits_merge FINAL") and None,
        },
        [Bar("OPTIMIZE", "ClickHouse OPTIMIZE", 0.8)],
        rounds=3,
        before=anew,
    )
