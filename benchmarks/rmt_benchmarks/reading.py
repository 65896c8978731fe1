"""A million rows over the endpoint: our driver beside PyHive's own cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from pyhive import hive

from sqlalchemy_rmt import dbapi

from .measure import Bar, Work

if TYPE_CHECKING:
    from .lab import Lab

__all__ = ["reading"]

_ROWS = 1_000_000
_PYHIVE, _TUPLES, _ARROW, _FRAME = "PyHive", "rows", "Arrow table", "data frame"
_COLUMNS = {
    "timestamp": "timestamp_micros(1700000000000000 + id * 1234567)",
    "date": "date_add(DATE '1970-01-01', CAST(id % 20000 AS INT))",
}


def reading(lab: Lab) -> Iterator[Work]:
    """Whole numbers, floats, strings, and timestamps or dates: what a client makes of them."""
    address = ("127.0.0.1", lab.ours.port)
    theirs = hive.connect(*address).cursor()
    tuples, arrow, frame = (dbapi.connect(*address).cursor() for _ in range(3))
    fetches: dict[str, Callable[[], int]] = {
        _PYHIVE: lambda: len(theirs.fetchall()),
        _TUPLES: lambda: len(tuples.fetchall()),
        _ARROW: lambda: arrow.fetch_arrow_table().num_rows,
        _FRAME: lambda: len(frame.fetch_df()),
    }
    cursors = dict(zip(fetches, (theirs, tuples, arrow, frame), strict=True))
    bars = [Bar(who, _PYHIVE, 1 / 5) for who in (_TUPLES, _ARROW)]
    rows = int(_ROWS * lab.scale)
    for name, column in _COLUMNS.items():
        query = f"SELECT * FROM reading_{name}"
        lab.ours.run(f"DROP TABLE IF EXISTS reading_{name}")
        lab.ours.run(
            f"CREATE TABLE reading_{name} USING parquet AS SELECT id, rand(1) AS x, "
            f"concat('user ', id % 1000) AS name, {column} AS seen FROM range({rows})"
        )
        title = f"{rows:,} rows: bigint, double, string, {name}"
        before = partial(_execute_all, cursors.values(), query)
        yield Work("reading", f"{title}, fetched", fetches, bars, before=before)
        whole = {who: partial(_whole, cursors[who], query, fetches[who]) for who in fetches}
        yield Work("reading", f"{title}, executed and fetched", whole, bars)


def _execute_all(cursors: Iterable[Any], query: str) -> None:
    for cursor in cursors:
        cursor.execute(query)


def _whole(cursor: Any, query: str, fetch: Callable[[], int]) -> int:
    cursor.execute(query)
    return fetch()
