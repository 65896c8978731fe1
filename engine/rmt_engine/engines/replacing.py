"""ReplacingMergeTree: of the rows with the same key the newest stays.

Source of the semantics: ClickHouse's `ReplacingSortedAlgorithm` and `MergeTreeData::MergingParams`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines.engine import (
    PART_RANK,
    ChoosingAlgorithm,
    Engine,
    EngineColumns,
    MergeAlgorithm,
    Replaced,
    Versions,
)
from rmt_engine.engines.kernels import as_integers, newest_rows, pack_key
from rmt_engine.engines.keys import Indices, key_columns, key_names, query_indices
from rmt_engine.engines.ordering import sorted_rows
from rmt_engine.errors import RmtError
from rmt_engine.store.table import REPLACING, ROW_ID, TableDefinition

__all__ = ["Replacing", "ReplacingEngine"]

_PLACE_BITS = 32
_MOST_NUMBERED = 2**_PLACE_BITS


@dataclass(frozen=True)
class Replacing(ChoosingAlgorithm):
    """Of the rows with the same key the newest stays.

    Attributes:
        key: the stored key columns.
        version: the version column; without it the last inserted row is the newest.
        is_deleted: the column that marks a deleted row.
        order: the columns that files are sorted by, where they are not those of the key.
    """

    key: tuple[str, ...]
    version: str | None = None
    is_deleted: str | None = None
    order: tuple[str, ...] | None = None

    @property
    def neighbours(self) -> tuple[str, ...]:
        """Rows of a key are neighbours by these."""
        if self.order is None:
            return self.key
        return tuple(itertools.takewhile(self.key.__contains__, self.order))

    @property
    def is_scattered(self) -> bool:
        """Whether there is an order of its own."""
        return self.order is not None

    @property
    def columns(self) -> tuple[str, ...]:
        """Key, version and mark, each once."""
        extra = (self.version, self.is_deleted)
        return tuple(dict.fromkeys((*self.key, *(c for c in extra if c))))

    def merge(self, rows: pa.Table, cleanup: bool) -> Indices:
        """The newest row of each key, in the order of files; marked ones unless cleaned up.

        Of an order of its own the columns have to be among the rows'.
        """
        newest = self.newest(rows, cleanup)
        if self.order is None:
            return newest
        newest = np.sort(newest)
        return newest[sorted_rows(rows.take(pa.array(newest)), self.order)]

    def newest(self, rows: pa.Table, cleanup: bool) -> Indices:
        """The rows that a merge keeps, in the order of the key if that is the files'."""
        deleted = self._deleted(rows)
        newest = self._newest(rows, in_order=self.order is None)
        return newest[~deleted[newest]] if cleanup and deleted is not None else newest

    def visible(self, rows: pa.Table) -> Indices:
        """The newest row of each key, unless it is marked as deleted."""
        deleted = self._deleted(rows)
        newest = self._newest(rows, in_order=False)
        return newest if deleted is None else newest[~deleted[newest]]

    def _newest(self, rows: pa.Table, in_order: bool) -> Indices:
        """The newest row of each key, in the order of the key when that is asked for."""
        if rows.num_rows == 0:
            return np.empty(0, dtype=np.int64)
        version = self._version(rows)
        key = pack_key(key_columns(rows, self.key))
        if key is not None and (self.version is None or version is not None):
            packed = newest_rows(key, version)
            if packed is not None:
                return packed
        return self._newest_hashed(rows, version, in_order)

    def _version(self, rows: pa.Table) -> Indices | None:
        """The versions as integers, if they can be."""
        if self.version is None:
            return None
        [column] = key_columns(rows, (self.version,))
        version = as_integers(column)
        return None if version is None or version.nulls is not None else version.values

    def _newest_hashed(self, rows: pa.Table, version: Indices | None, in_order: bool) -> Indices:
        """The newest rows by DuckDB's hash table, for keys of any type."""
        names = key_names(len(self.key))
        columns = dict(zip(names, key_columns(rows, self.key), strict=True))
        columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
        if version is not None and rows.num_rows < _MOST_NUMBERED:
            # One number to compare for version and place is a third faster than a pair.
            columns["v"] = pa.array(version.view(np.uint64) - version.min().view(np.uint64))
            newest = f"max((v::HUGEINT << {_PLACE_BITS}) | i) & {_MOST_NUMBERED - 1}"
        elif self.version is not None:
            [columns["v"]] = key_columns(rows, (self.version,))
            newest = "arg_max(i, (v, i))"
        else:
            newest = "max(i)"
        listed = ", ".join(names)
        grouped = f" GROUP BY {listed}" if names else ""
        ordered = f" ORDER BY {listed}" if names and in_order else ""
        query = f"SELECT CAST({newest} AS BIGINT) FROM rows{grouped}{ordered}"
        return query_indices(query, rows=pa.table(columns))

    def _deleted(self, rows: pa.Table) -> np.ndarray[tuple[int], np.dtype[np.bool_]] | None:
        if self.is_deleted is None:
            return None
        marks = rows.column(self.is_deleted)
        if not pa.types.is_boolean(marks.type):
            least, greatest = pc.min_max(marks).as_py().values()
            if len(marks) and not 0 <= least <= greatest <= 1:
                wrong = greatest if least in (0, 1) else least
                raise RmtError(
                    "INCORRECT_DATA", f"Incorrect data: is_deleted = {wrong} (must be 1 or 0)."
                )
        return np.asarray(marks.to_numpy(), dtype=np.bool_)


class ReplacingEngine(Engine):
    """`ReplacingMergeTree[(version[, is_deleted])]`."""

    name = REPLACING
    keeps_one_row = True
    replaced = Replaced.VERSION
    has_cleanup = True
    has_unique_key = True

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """The version and the mark, which may both be left out."""
        if len(arguments) > 2:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                "Storage ReplacingMergeTree requires 0 to 2 parameters: "
                "[version], [is_deleted column].",
            )
        version, is_deleted = [*arguments, None, None][:2]
        return EngineColumns(version=version, is_deleted=is_deleted)

    def arguments(self, definition: TableDefinition) -> tuple[str, ...]:
        """The version and the mark."""
        return tuple(filter(None, (definition.version, definition.is_deleted)))

    def algorithm(self, definition: TableDefinition) -> MergeAlgorithm:
        """The newest row of each key stays."""
        return Replacing(
            definition.version_key,
            definition.version,
            definition.is_deleted,
            order=definition.key_columns if definition.has_unsorted_key else None,
        )

    def current(self, versions: Versions) -> str:
        """The newest of each key, unless it is marked as deleted."""
        columns = versions.columns
        order = [f"{PART_RANK} DESC", f"{ROW_ID} DESC"]
        if columns.version is not None:
            order.insert(0, f"{columns.version} DESC")
        number = f"row_number() {versions.window(*order)} AS `__n`"
        deleted = f" AND {columns.is_deleted} = 0" if columns.is_deleted else ""
        return f"SELECT * FROM (SELECT *, {number} FROM {versions.rows}) WHERE `__n` = 1{deleted}"
