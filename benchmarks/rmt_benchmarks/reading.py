"""A million rows over the endpoint: our driver beside PyHive's own cursor."""

from __future__ import annotations

import shutil
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
_COMMON = "id, rand(1) AS x, concat('user ', id % 1000) AS name"
_TIMESTAMP = "timestamp_micros(1700000000000000 + id * 1234567) AS seen"
_DATE = "date_add(DATE '1970-01-01', CAST(id % 20000 AS INT)) AS day"
# The name of a table, what it is called in the report, its columns.
_TABLES = (
    ("reading_timestamp", "bigint, double, string, timestamp", f"{_COMMON}, {_TIMESTAMP}"),
    ("reading_date", "bigint, double, string, date", f"{_COMMON}, {_DATE}"),
    (
        "reading_mixed",
        "8 mixed columns",
        f"{_COMMON}, {_TIMESTAMP}, {_DATE}, CAST(id % 7 AS INT) AS small, "
        "CAST(id % 100000 / 100 AS DECIMAL(12, 2)) AS price, id % 3 = 0 AS paid",
    ),
)


def reading(lab: Lab) -> Iterator[Work]:
    """Values of eight types: what a client makes of them."""
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
    bars = [Bar(_TUPLES, _PYHIVE, 1 / 5), Bar(_ARROW, _PYHIVE, 1 / 8)]
    rows = int(_ROWS * lab.scale)
    for table, columns, values in _TABLES:
        query = f"SELECT * FROM {table}"
        # The catalog of the last run is gone, its files are not.
        files = lab.directory / "reading" / table
        shutil.rmtree(files, ignore_errors=True)
        lab.ours.run(f"DROP TABLE IF EXISTS {table}")
        lab.ours.run(
            f"CREATE TABLE {table} USING parquet LOCATION '{files}' "
            f"AS SELECT {values} FROM range({rows})"
        )
        title = f"{rows:,} rows: {columns}"
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
