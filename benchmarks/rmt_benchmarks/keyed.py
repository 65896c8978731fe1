"""FINAL and merges of a table with UNIQUE KEY, beside the same rows sorted by that key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["keyed"]

_ROWS = 2_500_000
_UNIQUE, _SORTED, _HOUSE = "UNIQUE KEY", "ORDER BY the key", "ClickHouse, ORDER BY the key"
_COLUMNS = "(id UInt64, day Date, shop UInt16, amount Float64, ver UInt32)"
_ENGINE = "ENGINE = ReplacingMergeTree(ver)"
_INSERT = (
    "INSERT INTO {table} SELECT number, toDate('2024-01-01') + number * {step} % 300, "
    "number % 97, number % 1000 / 8, number * {step} % 5 FROM numbers({rows}) "
    "SETTINGS min_insert_block_size_rows = 100000000"
)


def keyed(lab: Lab) -> Iterator[Work]:
    """Ten million rows in four inserts with the same keys, on other days each time."""
    ours, house = lab.ours, lab.clickhouse
    rows = int(_ROWS * lab.scale)
    tables = {"by_day": "ORDER BY (day, shop) UNIQUE KEY id", "by_id": "ORDER BY id"}
    for table, keys in tables.items():
        ours.run(f"DROP TABLE IF EXISTS {table}")
        ours.run(f"CREATE TABLE {table} {_COLUMNS} {_ENGINE} {keys}")
    house.run("DROP TABLE IF EXISTS by_id")
    house.run(f"CREATE TABLE by_id {_COLUMNS} {_ENGINE} ORDER BY id")
    house.run("ALTER TABLE by_id MODIFY SETTING merge_selector_base = 1000000")
    for step in (7, 11, 13, 17):
        for table in tables:
            ours.run(_INSERT.format(table=table, step=step, rows=rows))
        house.run(_INSERT.format(table="by_id", step=step, rows=rows))
    for name, query in {
        "count and sum": "SELECT count(), sum(ver), max(day) FROM {table} FINAL",
        "a week": "SELECT count(), sum(ver) FROM {table} FINAL "
        "WHERE day BETWEEN '2024-03-01' AND '2024-03-07'",
    }.items():
        yield Work(
            "keyed",
            name,
            {
                _UNIQUE: partial(ours.run, query.format(table="by_day")),
                _SORTED: partial(ours.run, query.format(table="by_id")),
                _HOUSE: partial(house.run, query.format(table="by_id")),
            },
            [Bar(_UNIQUE, _SORTED, 1.2)],
            warm_up=5,
        )
    yield Work(
        "keyed",
        "all columns",
        {
            _UNIQUE: lambda: ours.scan("SELECT * FROM by_day FINAL"),
            _SORTED: lambda: ours.scan("SELECT * FROM by_id FINAL"),
        },
        [Bar(_UNIQUE, _SORTED, 1.2)],
    )

    def anew() -> None:
        for table in tables:
            ours.copy(table, f"{table}_merge")

    for name, statement, most in (
        ("the first FINAL", "SELECT count() FROM {table}_merge FINAL", 4),
        ("OPTIMIZE FINAL", "OPTIMIZE TABLE {table}_merge FINAL", 3),
    ):
        yield Work(
            "keyed",
            name,
            {
                _UNIQUE: partial(ours.run, statement.format(table="by_day")),
                _SORTED: partial(ours.run, statement.format(table="by_id")),
            },
            [Bar(_UNIQUE, _SORTED, most)],
            rounds=3,
            before=anew,
        )
