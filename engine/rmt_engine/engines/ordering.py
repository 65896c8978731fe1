"""Rows in the order of their key, and where one key ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from rmt_engine.merges.kernels import pack_key
from rmt_engine.merges.keys import Indices, key_columns, key_names, query_arrow, query_indices

__all__ = ["grouped_rows", "sorted_rows"]


def sorted_rows(rows: pa.Table, key: Sequence[str]) -> Indices:
    """The numbers of all rows in the order of the key; rows with the same key keep their order."""
    if not key:
        return np.arange(rows.num_rows, dtype=np.int64)
    names = key_names(len(key))
    columns = dict(zip(names, key_columns(rows, key), strict=True))
    columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
    return query_indices(
        f"SELECT i FROM rows ORDER BY {', '.join(names)}, i", rows=pa.table(columns)
    )


def grouped_rows(rows: pa.Table, key: Sequence[str]) -> tuple[Indices, Indices]:
    """The rows as `sorted_rows` has them, and where in this order each key begins.

    Args:
        rows: the rows, at least one.
        key: the names of the key's columns.
    """
    if not key:
        return np.arange(rows.num_rows, dtype=np.int64), np.zeros(1, dtype=np.int64)
    packed = pack_key(key_columns(rows, key))
    if packed is not None:
        order = np.argsort(packed, kind="stable")
        ordered = packed[order]
        return order, _starts(ordered[1:] != ordered[:-1])
    names = key_names(len(key))
    columns = dict(zip(names, key_columns(rows, key), strict=True))
    columns["i"] = pa.array(np.arange(rows.num_rows, dtype=np.int64))
    listed = ", ".join(names)
    ranked = query_arrow(
        f"SELECT i, dense_rank() OVER (ORDER BY {listed}) AS r FROM rows ORDER BY r, i",
        rows=pa.table(columns),
    )
    order, ranks = (np.asarray(one.to_numpy(), dtype=np.int64) for one in ranked.columns)
    return order, _starts(ranks[1:] != ranks[:-1])


def _starts(is_new: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Indices:
    return np.append(0, np.flatnonzero(is_new) + 1).astype(np.int64)
