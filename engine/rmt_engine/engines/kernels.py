"""Finding the newest row of each key with numpy, where the key is numbers, dates or times.

Such keys are packed into one integer that orders as the key does. Rows come as ascending runs, so
nothing is sorted: the runs are scattered over the range of the key when it is narrow, or merged
pair by pair. Both are several times faster than a hash table. What cannot be packed is left to
DuckDB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines.keys import Indices

__all__ = ["as_integers", "newest_rows", "pack_key", "rows_with_new_keys"]

_MOST_PACKED = 2**62
_DENSE_RANGE = 4
_MOST_SCATTERED = 2**31
_SMALLEST_RUN = 256
_FEW_RUNS = 64


@dataclass(frozen=True)
class _Integers:
    values: Indices
    nulls: npt.NDArray[np.bool_] | None


def as_integers(column: pa.ChunkedArray) -> _Integers | None:
    """A column as integers that compare as its values do; None when there are none.

    -0.0 is 0.0, and NaN is the greatest number.
    """
    if not _is_number(column.type):
        return None
    array = column.combine_chunks()
    nulls = None
    if array.null_count:
        nulls = np.asarray(pc.is_null(array).to_numpy(zero_copy_only=False))
    values = _integers(array)
    return None if values is None else _Integers(values, nulls)


def _is_number(kind: pa.DataType) -> bool:
    is_float = pa.types.is_floating(kind) and not pa.types.is_float16(kind)
    is_whole = pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    return is_float or is_whole or pa.types.is_decimal128(kind)


def _integers(array: pa.Array) -> Indices | None:
    """The values of numbers; what stands where there is none does not matter."""
    kind = array.type
    if pa.types.is_decimal128(kind):
        return _unscaled(array)
    if array.null_count:
        array = array.fill_null(False if pa.types.is_boolean(kind) else pa.scalar(0).cast(kind))
    if pa.types.is_boolean(kind):
        return np.asarray(array.to_numpy(zero_copy_only=False), dtype=np.int64)
    if pa.types.is_uint64(kind):
        numbers = array.to_numpy()
        return None if len(numbers) and numbers.max() >= 2**63 else numbers.astype(np.int64)
    if pa.types.is_integer(kind):
        return np.asarray(array.to_numpy(), dtype=np.int64)
    numbers = array.to_numpy().astype(np.float64) + 0.0
    numbers[np.isnan(numbers)] = np.nan
    bits = numbers.view(np.int64)
    return np.asarray(bits ^ ((bits >> 63) & np.int64(2**63 - 1)))


def _unscaled(array: pa.Array) -> Indices | None:
    """Decimals without their point, when all of them fit 64 bits."""
    words = np.frombuffer(array.buffers()[1], dtype=np.int64)
    words = words[2 * array.offset : 2 * (array.offset + len(array))]
    low, high = words[::2], words[1::2]
    if array.null_count:
        valid = np.asarray(array.is_valid().to_numpy(zero_copy_only=False))
        low, high = np.where(valid, low, 0), np.where(valid, high, 0)
    return low.copy() if np.array_equal(high, low >> 63) else None


def pack_key(columns: Sequence[pa.ChunkedArray]) -> Indices | None:
    """One integer for each row, equal and ordered as the rows' keys; None when they do not fit.

    Args:
        columns: the key columns; NULL is equal to NULL and greater than any value.
    """
    integers: list[_Integers] = []
    for column in columns:
        converted = as_integers(column)
        if converted is None:
            return None
        integers.append(converted)
    if not integers or not len(integers[0].values):
        return None
    if len(integers) == 1 and integers[0].nulls is None:
        return integers[0].values
    packed = np.zeros(len(integers[0].values), dtype=np.int64)
    total = 1
    for column in integers:
        low, high = int(column.values.min()), int(column.values.max())
        size = high - low + 2
        total *= size
        if total > _MOST_PACKED:
            return None
        digit = column.values - low
        if column.nulls is not None:
            digit[column.nulls] = size - 1
        packed = packed * size + digit
    return packed


def newest_rows(key: Indices, version: Indices | None) -> Indices | None:
    """The newest row of each key, in the order of the key; None when the rows are not in runs.

    Args:
        key: packed keys, run after run; a run ascends and has each key once.
        version: of each row; among equal ones, or without any, the later row is newer.
    """
    starts = _run_starts(key)
    if starts is None:
        return None
    low, high = int(key.min()), int(key.max())
    if high - low < _DENSE_RANGE * len(key) and len(key) < _MOST_SCATTERED:
        return _scatter(key, version, starts, low, high - low + 1)
    return _merge(key, version, starts)


def _run_starts(key: Indices) -> list[int] | None:
    """Where runs begin; None when they are too short to gain anything."""
    breaks = np.flatnonzero(key[1:] <= key[:-1]) + 1
    if len(breaks) > max(_FEW_RUNS, len(key) // _SMALLEST_RUN):
        return None
    return [0, *breaks.tolist()]


def _runs(starts: Sequence[int], stop: int) -> list[tuple[int, int]]:
    return list(zip(starts, [*starts[1:], stop], strict=True))


def _scatter(
    key: Indices, version: Indices | None, starts: Sequence[int], low: int, size: int
) -> Indices:
    """Gives every possible key a place and lets newer rows take it."""
    newest = np.full(size, -1, dtype=np.int32)
    for start, stop in _runs(starts, len(key)):
        places = key[start:stop] - low
        rows = np.arange(start, stop, dtype=np.int32)
        if version is not None and start:
            before = newest[places]
            wins = (before < 0) | (version[start:stop] >= version[before])
            places, rows = places[wins], rows[wins]
        newest[places] = rows
    return newest[newest >= 0].astype(np.int64)


def _merge(key: Indices, version: Indices | None, starts: Sequence[int]) -> Indices:
    """Merges neighbouring runs until one is left."""
    runs = [
        (key[start:stop], np.arange(start, stop, dtype=np.int64))
        for start, stop in _runs(starts, len(key))
    ]
    while len(runs) > 1:
        merged = [
            _merge_two(older, newer, version)
            for older, newer in zip(runs[::2], runs[1::2], strict=False)
        ]
        runs = merged + (runs[-1:] if len(runs) % 2 else [])
    return runs[0][1]


def _merge_two(
    older: tuple[Indices, Indices], newer: tuple[Indices, Indices], version: Indices | None
) -> tuple[Indices, Indices]:
    keys, rows = older
    new_keys, new_rows = newer
    places = np.searchsorted(keys, new_keys)
    known = keys[np.minimum(places, len(keys) - 1)] == new_keys
    at, candidates = places[known], new_rows[known]
    if version is not None:
        wins = version[candidates] >= version[rows[at]]
        at, candidates = at[wins], candidates[wins]
    rows[at] = candidates
    missing = ~known
    if not missing.any():
        return keys, rows
    at = places[missing]
    return np.insert(keys, at, new_keys[missing]), np.insert(rows, at, new_rows[missing])


def rows_with_new_keys(key: Indices, is_new: npt.NDArray[np.bool_]) -> Indices | None:
    """The rows whose key a new row has; None when the rows are not in runs.

    Args:
        key: packed keys, run after run.
        is_new: which rows are new.
    """
    starts = _run_starts(key)
    if starts is None:
        return None
    wanted = np.sort(key[is_new])
    if not len(wanted):
        return wanted
    wanted = wanted[np.append(True, wanted[1:] != wanted[:-1])]
    found: list[Indices] = []
    for start, stop in _runs(starts, len(key)):
        run = key[start:stop]
        within = wanted[np.searchsorted(wanted, run[0]) : np.searchsorted(wanted, run[-1], "right")]
        if len(within) < len(run):
            places = np.searchsorted(run, within)
            found.append(start + places[run[places] == within])
        else:
            places = np.searchsorted(wanted, run)
            known = wanted[np.minimum(places, len(wanted) - 1)] == run
            found.append(start + np.flatnonzero(known))
    return np.concatenate(found)
