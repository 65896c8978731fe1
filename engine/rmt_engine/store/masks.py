"""Masks: the rows of runs that lightweight deletes took away and no merge has dropped yet.

A run keeps its file and refers to small ones that hold its masked rows, a set of row ids. A part
that shares the run shares its mask or has one with more rows; nothing takes a row out of a mask.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/delete.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.part import Part, RunFile
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import Table

__all__ = ["HiddenRows", "MaskedRows", "read_mask"]

_KEPT_TABLES = 256
_READ_AT_ONCE = 16


@dataclass(frozen=True)
class HiddenRows:
    """The rows of some parts that a reader must not see.

    Attributes:
        vector: the rows.
        files: the files of the store that hold the vector, together.
        dead_rows: how many rows of each part are hidden, by the part's number; parts without any
            are left out.
    """

    vector: DeletionVector
    files: tuple[str, ...]
    dead_rows: dict[int, int]


class MaskedRows:
    """Gives the masked rows of parts, keeping those of each table that were asked for last.

    Args:
        storage: where the masks are.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._kept: OrderedDict[int, dict[str, DeletionVector]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, table: Table, parts: Sequence[Part]) -> HiddenRows | None:
        """The masked rows of some parts of a table; None when there are none."""
        paths = [path for part in parts for file in part.files for path in file.masks]
        with self._lock:
            known = self._kept.pop(table.id, {})
        if not paths:
            return None
        missing = [path for path in paths if path not in known]
        loaded = dict(zip(missing, _load(self._storage, missing), strict=True))
        vectors = {path: loaded[path] if path in loaded else known[path] for path in paths}
        with self._lock:
            self._kept[table.id] = vectors
            while len(self._kept) > _KEPT_TABLES:
                self._kept.popitem(last=False)
        counts = {part.id: part.masked_rows for part in parts if part.masked_rows}
        return HiddenRows(DeletionVector.union(vectors.values()), tuple(paths), counts)


def read_mask(storage: Storage, files: Iterable[RunFile]) -> DeletionVector:
    """The masked rows of some runs.

    Raises:
        RmtError: a mask is damaged or missing; see `DeletionVector.load`.
    """
    paths = [path for file in files for path in file.masks]
    return DeletionVector.union(_load(storage, paths))


def _load(storage: Storage, paths: Sequence[str]) -> list[DeletionVector]:
    """Reads masks, some at the same time: they are small, and a store may be far away."""
    if not paths:
        return []
    with ThreadPoolExecutor(min(len(paths), _READ_AT_ONCE)) as pool:
        return list(pool.map(lambda path: DeletionVector.load(storage, [path]), paths))
