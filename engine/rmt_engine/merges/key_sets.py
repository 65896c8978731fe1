"""Rows chosen by their keys where the files are not sorted by these.

Rows of one key may then lie anywhere. What has to look at all of them at once takes a share of the
keys at a time, told by a hash; what looks for the keys of a few rows takes only the rows that have
one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from rmt_engine.engines.kernels import as_integers
from rmt_engine.engines.keys import (
    Indices,
    key_columns,
    key_names,
    key_table,
    query_indices,
)
from rmt_engine.store.minmax import read_minmax
from rmt_engine.store.part import RunFile

__all__ = ["KeySet", "Share", "near_by_extremes"]

_Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Share:
    """A share of all keys.

    Attributes:
        number: which one, from 0.
        of: how many there are.
        key: the key columns.
    """

    number: int
    of: int
    key: tuple[str, ...]

    def holds(self, rows: pa.Table) -> _Marks:
        """Which rows have a key of the share; equal keys have equal hashes, whatever the file."""
        names = ", ".join(key_names(len(self.key)))
        query = f"SELECT CAST(hash({names}) % {self.of} AS BIGINT) AS share FROM rows"
        held: _Marks = query_indices(query, rows=key_table(rows, self.key)) == self.number
        return held


class KeySet:
    """The keys that some rows have.

    Args:
        rows: the rows.
        key: the key columns.
    """

    def __init__(self, rows: pa.Table, key: Sequence[str]) -> None:
        self._key = tuple(key)
        self._keys = key_table(rows, key)
        self._numbers = self._as_numbers(rows)
        if self._numbers is not None:
            self._numbers = np.unique(self._numbers)

    def among(self, rows: pa.Table) -> _Marks:
        """Which rows have one of the keys."""
        if not rows.num_rows or not self._keys.num_rows:
            return np.zeros(rows.num_rows, dtype=np.bool_)
        numbers = None if self._numbers is None else self._as_numbers(rows)
        if self._numbers is not None and numbers is not None:
            places = np.searchsorted(self._numbers, numbers)
            found: _Marks = self._numbers[np.minimum(places, len(self._numbers) - 1)] == numbers
            return found
        names = key_names(len(self._key))
        same = " AND ".join(f"r.{name} IS NOT DISTINCT FROM w.{name}" for name in names)
        numbered = key_table(rows, self._key).append_column(
            "i", pa.array(np.arange(rows.num_rows, dtype=np.int64))
        )
        query = f"SELECT i FROM rows AS r SEMI JOIN wanted AS w ON {same}"
        marks = np.zeros(rows.num_rows, dtype=np.bool_)
        marks[query_indices(query, rows=numbered, wanted=self._keys)] = True
        return marks

    def _as_numbers(self, rows: pa.Table) -> Indices | None:
        """The keys, where they are whole numbers of one column without NULLs."""
        if len(self._key) != 1:
            return None
        [column] = key_columns(rows, self._key)
        integers = as_integers(column)
        return None if integers is None or integers.nulls is not None else integers.values


def near_by_extremes(
    runs: Sequence[RunFile], others: Sequence[RunFile], key: Sequence[str]
) -> set[str]:
    """The paths of the runs that may have a key in common with others, by the extremes of both.

    Args:
        runs: the runs.
        others: the other ones.
        key: the key columns; of one without known extremes nothing is told.
    """
    theirs = [[_extent(run, column) for column in key] for run in others]
    near: set[str] = set()
    for run in runs:
        ours = [_extent(run, column) for column in key]
        if any(all(map(_meet, ours, other)) for other in theirs):
            near.add(run.path)
    return near


@dataclass(frozen=True)
class _Extent:
    """The values of a column: from the least to the greatest, both None if there are only NULLs."""

    least: Any
    greatest: Any
    has_null: bool


def _meet(one: _Extent | None, other: _Extent | None) -> bool:
    """Whether there may be a value in both; an extent that is not known may hold any."""
    if one is None or other is None or (one.has_null and other.has_null):
        return True
    if one.least is None or other.least is None:
        return False
    return bool(one.least <= other.greatest and other.least <= one.greatest)


def _extent(run: RunFile, column: str) -> _Extent | None:
    """The extent of a column in a run; None where it is not known."""
    extremes = read_minmax(run)
    if extremes is None or column not in extremes.schema.names:
        return None
    [values] = key_columns(extremes, [column])
    least, greatest = values.to_pylist()
    return _Extent(least, greatest, extremes.schema.field(column).nullable)
