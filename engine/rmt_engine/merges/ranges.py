"""Cutting runs into key ranges, by their marks, so that each range is a task of bounded size.

The cost is one query over the marks of all runs: a billion rows have 15,000 of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from rmt_engine.engines.keys import (
    Indices,
    compare_keys,
    key_names,
    key_table,
    query_arrow,
    query_indices,
)
from rmt_engine.merges.key_sets import Share
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import MARK_ROWS, read_marks

__all__ = [
    "KeyRange",
    "RunSlice",
    "cut_ranges",
    "narrowed",
    "near",
    "rows_in_range",
    "rows_per_task",
    "shared_out",
]

_STEP_ROWS = 4096
_FEWEST_ROWS = 500_000
"""A task of fewer rows is over before it is shipped."""


@dataclass(frozen=True)
class RunSlice:
    """The rows of a run that may lie in a key range.

    Attributes:
        file: the run.
        start: first candidate row.
        stop: one more than the last candidate row.
    """

    file: RunFile
    start: int
    stop: int

    @property
    def rows(self) -> int:
        """Candidate rows."""
        return self.stop - self.start


@dataclass(frozen=True)
class KeyRange:
    """The keys from `low` (included) to `high` (not included) and the rows that may have them.

    Attributes:
        low: one row with the key columns under plain names; None for no bound.
        high: likewise.
        slices: of every run that may hold such keys, in the order of the runs.
        share: which of these keys, where rows of one lie anywhere in the range; None for all.
    """

    low: pa.Table | None
    high: pa.Table | None
    slices: tuple[RunSlice, ...]
    share: Share | None = None

    @property
    def rows(self) -> int:
        """Candidate rows of all runs."""
        return sum(piece.rows for piece in self.slices)

    def known_of(self, by_path: Mapping[str, int]) -> dict[str, int]:
        """Of what is known of runs, by their paths, that of those which may hold such keys."""
        paths = {piece.file.path for piece in self.slices}
        return {path: by_path[path] for path in paths & by_path.keys()}


def rows_per_task(rows: int, parallelism: int, most: int) -> int:
    """How many rows a task gets, so that all run at once, or in rounds, and end together.

    Args:
        rows: rows of all tasks.
        parallelism: how many tasks run at the same time.
        most: what a task's memory allows.
    """
    rounds = max(-(-rows // (parallelism * most)), 1)
    return max(-(-rows // (rounds * parallelism)), _FEWEST_ROWS)


def cut_ranges(runs: Sequence[RunFile], key: Sequence[str], target_rows: int) -> list[KeyRange]:
    """Cuts runs into ranges of equal size, `target_rows` or less, in the order of the key.

    The sizes are right to a mark of each run.
    """
    total = sum(run.rows for run in runs)
    whole = KeyRange(None, None, tuple(RunSlice(run, 0, run.rows) for run in runs))
    if total <= target_rows or not key:
        return [whole]
    marks = _all_marks(runs, key)
    cuts = _choose_cuts(marks, len(key), -(-total // target_rows))
    if cuts.num_rows == 0:
        return [whole]
    below = _marks_below(marks, cuts, len(key), len(runs))
    bounds = [None, *(cuts.slice(i, 1) for i in range(cuts.num_rows)), None]
    ranges = []
    for position in range(cuts.num_rows + 1):
        low = below[position - 1] if position else None
        high = below[position] if position < cuts.num_rows else None
        slices = _slices(runs, low, high)
        ranges.append(KeyRange(bounds[position], bounds[position + 1], slices))
    return [key_range for key_range in ranges if key_range.slices]


def near(
    runs: Sequence[RunFile], others: Sequence[RunFile], key: Sequence[str]
) -> dict[str, RunSlice]:
    """The rows of `runs` that may have a key in common with `others`, by the path of the run."""
    if not runs or not others or not key:
        return {run.path: RunSlice(run, 0, run.rows) for run in runs}
    names = ", ".join(key_names(len(key)))
    bounds = _of_one_type([key_table(read_marks(run), key) for run in others])
    descending = ", ".join(f"{name} DESC NULLS FIRST" for name in key_names(len(key)))
    low = query_arrow(f"SELECT {names} FROM bounds ORDER BY {names} LIMIT 1", bounds=bounds)
    high = query_arrow(f"SELECT {names} FROM bounds ORDER BY {descending} LIMIT 1", bounds=bounds)
    marks = _all_marks(runs, key)
    [below] = _marks_below(marks, low, len(key), len(runs))
    [above] = _marks_below(marks, high, len(key), len(runs), inclusive=True)
    return {piece.file.path: piece for piece in _slices(runs, below, above)}


def narrowed(key_range: KeyRange, close: Mapping[str, RunSlice]) -> KeyRange:
    """Leaves out rows of old runs that have no key in common with a new one."""
    slices = []
    for piece in key_range.slices:
        limit = close.get(piece.file.path)
        if limit is None:
            slices.append(piece)
            continue
        start, stop = max(piece.start, limit.start), min(piece.stop, limit.stop)
        if start < stop:
            slices.append(RunSlice(piece.file, start, stop))
    return replace(key_range, slices=tuple(slices))


def shared_out(
    key_range: KeyRange, key: Sequence[str], rows: int, target_rows: int
) -> list[KeyRange]:
    """Shares the keys of a range out, so that each share has `target_rows` or less.

    Args:
        key_range: the range; files are not sorted by the key.
        key: the key columns.
        rows: how many rows are looked at.
        target_rows: how many of them at once.
    """
    count = -(-rows // target_rows)
    if count < 2:
        return [key_range]
    return [replace(key_range, share=Share(i, count, tuple(key))) for i in range(count)]


def rows_in_range(keys: pa.Table, key_range: KeyRange) -> tuple[int, int]:
    """The first row of a sorted table in a range and one more than the last.

    Args:
        keys: the key columns under plain names, sorted.
        key_range: the range.
    """
    low, high = key_range.low, key_range.high
    start = 0 if low is None else _rows_below(keys, low)
    stop = keys.num_rows if high is None else _rows_below(keys, high)
    return start, max(start, stop)


def _rows_below(keys: pa.Table, bound: pa.Table) -> int:
    """How many rows of a sorted table lie below a key: counted in steps, then within one step."""
    steps = keys.take(np.arange(0, keys.num_rows, _STEP_ROWS))
    begun = _count_below(steps, bound)
    if not begun:
        return 0
    first = (begun - 1) * _STEP_ROWS
    return first + _count_below(keys.slice(first, _STEP_ROWS), bound)


def _count_below(keys: pa.Table, bound: pa.Table) -> int:
    condition = compare_keys(keys.num_columns, "rows", "<", "bound")
    query = f"SELECT count(*) FROM rows, bound WHERE {condition}"
    return int(query_indices(query, rows=keys, bound=bound)[0])


def _all_marks(runs: Sequence[RunFile], key: Sequence[str]) -> pa.Table:
    tables = []
    for position, run in enumerate(runs):
        marks = key_table(read_marks(run), key)
        tables.append(marks.append_column("run", pa.array(np.full(marks.num_rows, position))))
    return _of_one_type(tables)


def _of_one_type(tables: Sequence[pa.Table]) -> pa.Table:
    """Marks of runs of several structures: a version that is a part of the key may be wider now."""
    return pa.concat_tables(tables, promote_options="permissive")


def _choose_cuts(marks: pa.Table, count: int, ranges: int) -> pa.Table:
    """The marks that cut all of them into so many equal ranges; equal ones are one cut."""
    names = ", ".join(key_names(count))
    places = ", ".join(str(marks.num_rows * i // ranges) for i in range(1, ranges))
    query = (
        f"SELECT DISTINCT {names} FROM (SELECT {names}, row_number() OVER (ORDER BY {names}) AS n "
        f"FROM marks) WHERE n IN ({places}) ORDER BY {names}"
    )
    return query_arrow(query, marks=marks)


def _marks_below(
    marks: pa.Table, cuts: pa.Table, count: int, runs: int, inclusive: bool = False
) -> list[Indices]:
    """For each cut, how many marks of each run lie below it, or at it when that is included."""
    numbered = cuts.append_column("cut", pa.array(np.arange(cuts.num_rows, dtype=np.int64)))
    condition = compare_keys(count, "marks", "<", "cuts")
    if inclusive:
        condition = compare_keys(count, "cuts", ">=", "marks")
    query = (
        f"SELECT cut * {runs} + run AS place, count(*) AS n FROM marks, cuts WHERE {condition} "
        "GROUP BY ALL"
    )
    found = query_arrow(query, marks=marks, cuts=numbered)
    below = np.zeros(cuts.num_rows * runs, dtype=np.int64)
    below[found.column("place").to_numpy()] = found.column("n").to_numpy()
    return list(below.reshape(cuts.num_rows, runs))


def _slices(
    runs: Sequence[RunFile],
    below_low: Indices | None,
    below_high: Indices | None,
) -> tuple[RunSlice, ...]:
    slices = []
    for position, run in enumerate(runs):
        marks = -(-run.rows // MARK_ROWS) + 1
        start, stop = 0, run.rows
        if below_low is not None:
            start = max(int(below_low[position]) - 1, 0) * MARK_ROWS
        if below_high is not None and below_high[position] < marks - 1:
            stop = int(below_high[position]) * MARK_ROWS
        if start < stop:
            slices.append(RunSlice(run, start, min(stop, run.rows)))
    return tuple(slices)
