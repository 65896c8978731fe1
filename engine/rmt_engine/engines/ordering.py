"""Rows in the order of their key, and where one key ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines.kernels import pack_key
from rmt_engine.engines.keys import Indices, key_columns, key_names, query_arrow, query_indices

__all__ = ["grouped_rows", "sorted_rows"]

_SAMPLE = 65_536
_FEW_DIFFERENT = 8_192
"""With so many different texts among the first rows, telling all of them apart gains nothing."""


def sorted_rows(rows: pa.Table, key: Sequence[str]) -> Indices:
    """The numbers of all rows in the order of the key; rows with the same key keep their order."""
    if not key:
        return np.arange(rows.num_rows, dtype=np.int64)
    packed = _packed(rows, key)
    if packed is not None:
        return np.argsort(packed, kind="stable")
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
    packed = _packed(rows, key)
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


def _packed(rows: pa.Table, key: Sequence[str]) -> Indices | None:
    """One integer for each row, ordered as the rows' keys; None when they do not fit."""
    return pack_key([_ranked(column) for column in key_columns(rows, key)])


def _ranked(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column of bytes with few different values as the ranks of these; another as it is."""
    if not pa.types.is_binary(column.type):
        return column
    if pc.count_distinct(column.slice(0, _SAMPLE)).as_py() > _FEW_DIFFERENT:
        return column
    encoded = column.dictionary_encode().combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        return column
    ranks = pc.rank(encoded.dictionary, tiebreaker="dense").cast(pa.int64())
    return pa.chunked_array([ranks.take(encoded.indices)])


def _starts(is_new: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Indices:
    return np.append(0, np.flatnonzero(is_new) + 1).astype(np.int64)
