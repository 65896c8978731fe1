"""The rows of one key range that FINAL must not show: what a task finds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from rmt_engine.engines import ChoosingAlgorithm
from rmt_engine.engines.kernels import pack_key, rows_with_new_keys
from rmt_engine.engines.keys import Indices, key_columns, key_names, query_indices
from rmt_engine.engines.replacing import Replacing
from rmt_engine.merges.gather import Removal, read_keys
from rmt_engine.merges.key_sets import KeySet
from rmt_engine.merges.ranges import KeyRange
from rmt_engine.store.deletion_vectors import DeletionVector
from rmt_engine.store.storage import Storage

__all__ = [
    "BeatenRowsTask",
    "DeadRowsTask",
    "are_few_new",
    "find_beaten_rows",
    "find_dead_rows",
    "rows_of_new_keys",
]

_NEW_SHARE = 0.1
"""With more new rows than this it is cheaper to look at all rows than to choose some."""


@dataclass(frozen=True)
class DeadRowsTask:
    """One key range in which to find dead rows.

    Attributes:
        storage: where the runs are.
        key_range: the rows, their slices in the order that decides ties.
        is_new: for each slice, whether it is of a part that came since the last vector.
        algorithm: which rows FINAL shows.
        merged_parts: the numbers of the parts that came of merges, by the paths of their runs.
    """

    storage: Storage
    key_range: KeyRange
    is_new: tuple[bool, ...]
    algorithm: ChoosingAlgorithm
    merged_parts: Mapping[str, int]


def find_dead_rows(task: DeadRowsTask) -> DeletionVector:
    """The rows of a key range that FINAL must not show; only keys of new parts are looked at.

    Masked rows beat none and are not among them.
    """
    new_paths = {
        piece.file.path
        for piece, is_new in zip(task.key_range.slices, task.is_new, strict=True)
        if is_new
    }
    algorithm = task.algorithm
    if algorithm.is_scattered and are_few_new(task.key_range, new_paths):
        return _dead_of_few(task, new_paths)
    read = read_keys(task.storage, task.key_range, algorithm.columns, algorithm.neighbours)
    if read is None:
        return DeletionVector.empty()
    rows, is_new = read.rows, read.of_files(new_paths)
    merged_parts = read.numbers_of_files(task.merged_parts)
    if np.count_nonzero(is_new) < _NEW_SHARE * rows.num_rows:
        chosen = rows_of_new_keys(rows, is_new, task.algorithm.key)
        dead = np.zeros(rows.num_rows, dtype=np.bool_)
        dead[chosen] = True
        shown = task.algorithm.visible_of_parts(rows.take(chosen), merged_parts[chosen])
        dead[chosen[shown]] = False
    else:
        dead = np.ones(rows.num_rows, dtype=np.bool_)
        dead[task.algorithm.visible_of_parts(rows, merged_parts)] = False
    return read.vector(dead)


def are_few_new(key_range: KeyRange, new_paths: Collection[str]) -> bool:
    """Whether it is cheaper to choose the rows that have keys of new ones."""
    new = sum(piece.rows for piece in key_range.slices if piece.file.path in new_paths)
    return new < _NEW_SHARE * key_range.rows


def _dead_of_few(task: DeadRowsTask, new_paths: Collection[str]) -> DeletionVector:
    """The same where the files are not sorted by the key: rows without a new key are not kept."""
    algorithm, slices = task.algorithm, task.key_range.slices
    new = replace(task.key_range, slices=tuple(p for p in slices if p.file.path in new_paths))
    found = read_keys(task.storage, new, algorithm.key, algorithm.neighbours)
    if found is None or not found.rows.num_rows:
        return DeletionVector.empty()
    keys = KeySet(found.rows, algorithm.key)
    read = read_keys(
        task.storage,
        task.key_range,
        algorithm.columns,
        algorithm.neighbours,
        choose=lambda rows, file: None if file.path in new_paths else keys.among(rows),
    )
    if read is None:
        return DeletionVector.empty()
    dead = np.ones(read.rows.num_rows, dtype=np.bool_)
    dead[algorithm.visible(read.rows)] = False
    return read.vector(dead)


@dataclass(frozen=True)
class BeatenRowsTask:
    """One range of the rows of a merge in which to find those that it does not keep.

    Attributes:
        storage: where the runs are.
        key_range: the rows, their slices in the order that decides ties.
        algorithm: which rows stay.
        removal: which rows marked as deleted go.
    """

    storage: Storage
    key_range: KeyRange
    algorithm: Replacing
    removal: Removal


def find_beaten_rows(task: BeatenRowsTask) -> DeletionVector:
    """The rows of a range that a merge does not keep; masked ones are not among them."""
    algorithm = task.algorithm
    read = read_keys(task.storage, task.key_range, algorithm.columns, algorithm.neighbours)
    if read is None:
        return DeletionVector.empty()
    beaten = np.ones(read.rows.num_rows, dtype=np.bool_)
    beaten[algorithm.newest(read.rows, task.removal.all)] = False
    if task.removal.runs:
        beaten |= task.removal.of(read)
    return read.vector(beaten)


def rows_of_new_keys(
    rows: pa.Table, is_new: np.ndarray[tuple[int], np.dtype[np.bool_]], key: Sequence[str]
) -> Indices:
    """The rows with keys that new rows have, in their order."""
    names = key_names(len(key))
    if not names:
        return np.arange(rows.num_rows, dtype=np.int64)
    packed = pack_key(key_columns(rows, key))
    found = None if packed is None else rows_with_new_keys(packed, is_new)
    if found is not None:
        return found
    columns = dict(zip(names, key_columns(rows, key), strict=True))
    columns["is_new"] = pa.array(is_new)
    columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
    same = " AND ".join(f"r.{name} IS NOT DISTINCT FROM n.{name}" for name in names)
    query = (
        f"SELECT i FROM rows AS r SEMI JOIN (SELECT * FROM rows WHERE is_new) AS n ON {same} "
        "ORDER BY i"
    )
    return query_indices(query, rows=pa.table(columns))
