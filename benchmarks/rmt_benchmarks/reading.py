"""A million rows over the endpoint: our driver beside PyHive's own cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pyhive import hive

from sqlalchemy_rmt import dbapi

from .measure import Bar, Work

if TYPE_CHECKING:
    from .works import Lab

__all__ = ["reading"]

_ROWS = 1_000_000
_PYHIVE, _TUPLES, _ARROW, _FRAME = "PyHive", "rows", "Arrow table", "data frame"
_COLUMNS = {
    "timestamp": "timestamp_micros(1700000000000000 + id * 1234567)",
    "date": "date_add(DATE '1970-01-01', CAST(id % 20000 AS INT))",
}


def reading(lab: Lab) -> Iterator[Work]:
    """`fetchall` of whole numbers, floats, strings, and timestamps or dates."""
    address = ("127.0.0.1", lab.ours.port)
    theirs, ours = hive.connect(*address).cursor(), dbapi.connect(*address).cursor()
    rows = int(_ROWS * lab.scale)
    for name, column in _COLUMNS.items():
        lab.ours.run(f"DROP TABLE IF EXISTS h_{name}")
        lab.ours.run(
            f"CREATE TABLE h_{name} USING parquet AS SELECT id, rand(1) AS x, "
            f"concat('user ', id % 1000) AS name, {column} AS seen FROM range({rows})"
        )
        yield Work(
            "reading",
            f"{rows:,} rows: bigint, double, string, {name}",
            _contestants(theirs, ours, f"SELECT * FROM h_{name}"),
            [Bar(who, _PYHIVE, 1 / 5) for who in (_TUPLES, _ARROW)],
        )


def _contestants(theirs: Any, ours: dbapi.Cursor, query: str) -> dict[str, Callable[[], int]]:
    def pyhive() -> int:
        theirs.execute(query)
        return len(theirs.fetchall())

    return {
        _PYHIVE: pyhive,
        _TUPLES: lambda: len(ours.execute(query).fetchall()),
        _ARROW: lambda: ours.execute(query).fetch_arrow_table().num_rows,
        _FRAME: lambda: len(ours.execute(query).fetch_df()),
    }
