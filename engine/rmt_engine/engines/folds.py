"""How values of rows with the same key become one: the kernels of the engines that fold.

A kernel gets the values of a column ordered by key, the rows of a key in the order that decides
ties, and where each key begins. It answers with one value for each key.

Source of the semantics: ClickHouse's `SummingSortedAlgorithm`, `AggregatingSortedAlgorithm` and
`CoalescingSortedAlgorithm` as they answer on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.engines.keys import Indices, key_columns, query_arrow
from rmt_engine.engines.ordering import grouped_rows
from rmt_engine.engines.value_order import in_order
from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import DataType

__all__ = ["FOLDS", "KEY", "ColumnFold", "Kernel", "is_zero"]

KEY = "key"
"""What stands for a kernel at fields by which entries are the same."""

_LIMB = 32
_NONE = -1


@dataclass(frozen=True)
class ColumnFold:
    """How the values of a column become one.

    Attributes:
        column: the column.
        kernel: the name of what does it, a key of `FOLDS`.
        bits: of whole numbers, which sums wrap at; 0 for others.
        signed: whether whole numbers have a sign.
        data_type: of the values, which tells how they are ordered; of argMin and argMax, of what
            they pick by. None where Arrow orders them right.
        fields: of entries, which are tuples or those of a map: what becomes of each field; those
            whose kernel is `KEY` tell which entries are the same.
        drops_zeros: whether entries go whose values are all zero.
        arrays: of entries whose fields are columns of arrays beside each other: these, in the
            order of the fields; `column` is the name of the Nested then.
    """

    column: str
    kernel: str
    bits: int = 0
    signed: bool = False
    data_type: DataType | None = None
    fields: tuple[ColumnFold, ...] = ()
    drops_zeros: bool = False
    arrays: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns whose values it makes."""
        return self.arrays or (self.column,)

    def folded_columns(
        self, rows: pa.Table, places: pa.Array, starts: Indices
    ) -> dict[str, pa.Array]:
        """One value for each key of each of its columns.

        Args:
            rows: the rows.
            places: of the rows, ordered by key.
            starts: where each key begins in this order.

        Raises:
            RmtError: as `folded`; `SIZES_OF_ARRAYS_DONT_MATCH`, arrays beside each other differ.
        """
        if not self.arrays:
            return {self.column: self.folded(rows.column(self.column).take(places), starts)}
        columns = [_whole(rows.column(name).take(places)) for name in self.arrays]
        folded = self.folded(_entries_of_arrays(self.column, columns), starts)
        fields = _entry_fields(folded)
        return {
            name: pa.ListArray.from_arrays(folded.offsets, field, type=column.type)
            for name, field, column in zip(self.arrays, fields, columns, strict=True)
        }

    def folded(self, values: pa.ChunkedArray | pa.Array, starts: Indices) -> pa.Array:
        """One value for each key.

        Args:
            values: those of the column, ordered by key.
            starts: where each key begins.

        Raises:
            RmtError: `DECIMAL_OVERFLOW`, a sum has more digits than its type.
        """
        return FOLDS[self.kernel](self, _whole(values), starts)


Kernel: TypeAlias = Callable[[ColumnFold, pa.Array, Indices], pa.Array]


def _whole(values: pa.ChunkedArray | pa.Array) -> pa.Array:
    """The values as one array."""
    if not isinstance(values, pa.ChunkedArray):
        return values
    return values.chunk(0) if values.num_chunks == 1 else pa.concat_arrays(values.chunks)


def _valid(values: pa.Array) -> npt.NDArray[np.bool_]:
    return np.asarray(values.is_valid().to_numpy(zero_copy_only=False), dtype=np.bool_)


def _group_of(values: pa.Array, starts: Indices) -> Indices:
    """Which key each value has."""
    return np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(values))))


def _chosen(values: pa.Array, places: Indices) -> pa.Array:
    """Values by their places; NULL for those that are `_NONE`."""
    return values.take(pa.array(places, mask=places == _NONE))


# Choosing


def _first(_: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    return values.take(pa.array(starts))


def _last(_: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    return values.take(pa.array(np.append(starts[1:], len(values)) - 1))


def _first_known(_: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    if not values.null_count:
        return values.take(pa.array(starts))
    nowhere = len(values)
    places = np.where(_valid(values), np.arange(len(values)), nowhere)
    first = np.minimum.reduceat(places, starts)
    return _chosen(values, np.where(first == nowhere, _NONE, first))


def _last_known(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    if not values.null_count:
        return _last(fold, values, starts)
    places = np.where(_valid(values), np.arange(len(values)), _NONE)
    return _chosen(values, np.maximum.reduceat(places, starts))


def _extreme(which: str) -> Kernel:
    def kernel(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
        compared = values if fold.data_type is None else in_order(values, fold.data_type)
        [comparable] = key_columns(pa.table({"v": compared}), ["v"])
        rows = pa.table(
            {
                "v": comparable,
                "g": _group_of(values, starts),
                "i": np.arange(len(values), dtype=np.int64),
            }
        )
        # NaN is only the extreme of what has no other value.
        number = "NOT isnan(v)" if pa.types.is_floating(values.type) else "true"
        extreme = f"arg_{which}(i, v)"
        query = (
            f"SELECT g, coalesce({extreme} FILTER (WHERE {number}), {extreme}) AS i "
            "FROM rows WHERE v IS NOT NULL GROUP BY g"
        )
        found = query_arrow(query, rows=rows)
        places = np.full(len(starts), _NONE, dtype=np.int64)
        places[found.column("g").to_numpy()] = found.column("i").to_numpy()
        return _chosen(values, places)

    return kernel


# Computing


def _sum(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """NULLs count for nothing; the sum of none but NULLs is NULL."""
    if pa.types.is_decimal128(values.type):
        sums = _decimal_sum(fold, values, starts)
    elif pa.types.is_floating(values.type):
        numbers = _numbers(values)
        sums = pa.array(np.add.reduceat(numbers, starts, dtype=numbers.dtype))
    else:
        total = np.add.reduceat(_numbers(values).astype(np.int64), starts, dtype=np.int64)
        sums = pa.array(_wrapped(total, fold)).cast(values.type)
    return _null_where_all_are(sums, values, starts)


def _numbers(values: pa.Array) -> npt.NDArray[np.generic]:
    if pa.types.is_boolean(values.type):
        values = values.cast(pa.int8())
    filled = values.fill_null(pa.scalar(0).cast(values.type)) if values.null_count else values
    return np.asarray(filled.to_numpy(zero_copy_only=False))


def _wrapped(total: Indices, fold: ColumnFold) -> Indices:
    """Sums in 64 bits as those of a type with fewer."""
    if not 0 < fold.bits < 64:
        return total
    low = -(1 << (fold.bits - 1)) if fold.signed else 0
    return (total - low) % (1 << fold.bits) + low


def _null_where_all_are(folded: pa.Array, values: pa.Array, starts: Indices) -> pa.Array:
    if not values.null_count:
        return folded
    some = np.logical_or.reduceat(_valid(values), starts)
    return pc.if_else(pa.array(some), folded, pa.scalar(None, folded.type))


def _decimal_sum(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """The sums of decimals, in four limbs of 32 bits each, and a carry from one to the next."""
    limbs = [np.add.reduceat(limb, starts) for limb in _limbs(values)]
    for place in range(3):
        limbs[place + 1] = limbs[place + 1] + (limbs[place] >> _LIMB)
        limbs[place] = limbs[place] & ((1 << _LIMB) - 1)
    if fold.bits == 64 and not fold.signed:
        limbs[2:] = [np.zeros_like(limb) for limb in limbs[2:]]
    _check_digits(limbs, values.type)
    return _of_limbs(limbs, values.type)


def _limbs(values: pa.Array) -> list[Indices]:
    """The limbs of decimals, the lowest first; the highest has the sign. NULLs are zero."""
    words = np.frombuffer(values.buffers()[1], dtype=np.int64)
    words = words[2 * values.offset : 2 * (values.offset + len(values))]
    low, high = words[::2], words[1::2]
    if values.null_count:
        valid = _valid(values)
        low, high = np.where(valid, low, 0), np.where(valid, high, 0)
    mask = (1 << _LIMB) - 1
    return [low & mask, (low >> _LIMB) & mask, high & mask, high >> _LIMB]


def _of_limbs(limbs: list[Indices], data_type: pa.DataType) -> pa.Array:
    words = np.empty(2 * len(limbs[0]), dtype=np.int64)
    words[::2] = limbs[0] | (limbs[1] << _LIMB)
    words[1::2] = limbs[2] | (limbs[3] << _LIMB)
    return pa.Array.from_buffers(data_type, len(limbs[0]), [None, pa.py_buffer(words)])


def _check_digits(limbs: list[Indices], data_type: pa.Decimal128Type) -> None:
    """Makes sure that no sum has more digits than its type.

    Raises:
        RmtError: `DECIMAL_OVERFLOW`.
    """
    most = float(10**data_type.precision)
    weights = [2.0 ** (_LIMB * place) for place in range(len(limbs))]
    sizes = np.abs(np.tensordot(weights, np.array(limbs, dtype=np.float64), 1))
    for place in np.flatnonzero(sizes >= most * 0.999):
        exact = sum(int(limb[place]) << (_LIMB * i) for i, limb in enumerate(limbs))
        if abs(exact) >= 10**data_type.precision:
            raise RmtError(
                "DECIMAL_OVERFLOW",
                f"Decimal math overflow: a sum has more than {data_type.precision} digits.",
                "Give the column a wider type.",
            )


def _bits(function: np.ufunc) -> Kernel:
    def kernel(_: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
        neutral = -1 if function is np.bitwise_and else 0
        if pa.types.is_decimal128(values.type):
            limbs = _limbs(values.fill_null(_all_ones(values.type)) if neutral else values)
            folded = _of_limbs([function.reduceat(limb, starts) for limb in limbs], values.type)
        else:
            filled = values.fill_null(pa.scalar(neutral).cast(values.type))
            folded = pa.array(function.reduceat(filled.to_numpy(), starts))
        return _null_where_all_are(folded.cast(values.type), values, starts)

    return kernel


def _all_ones(data_type: pa.DataType) -> pa.Scalar:
    return pa.scalar(2**64 - 1, pa.decimal128(20, 0)).cast(data_type)


# Arrays and maps


def _concatenated(_: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """The elements of all arrays of a key, one after the other."""
    offsets = np.append(0, np.cumsum(_lengths(values)))
    bounds = pa.array(np.append(offsets[starts], offsets[-1]), pa.int32())
    return pa.ListArray.from_arrays(bounds, values.flatten(), type=values.type)


def _distinct(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """The distinct elements of all arrays of a key, in the order in which they first appear."""
    lists = _concatenated(fold, values, starts)
    elements = lists.flatten()
    groups = _group_of_elements(lists)
    order, firsts = _grouped(groups, [elements])
    kept = np.sort(order[firsts])
    return _lists_of(elements.take(pa.array(kept)), groups[kept], lists)


def _lengths(values: pa.Array) -> Indices:
    lengths = pc.fill_null(pc.list_value_length(values), 0)
    return np.asarray(lengths.to_numpy(zero_copy_only=False), dtype=np.int64)


def _group_of_elements(lists: pa.Array) -> Indices:
    return np.repeat(np.arange(len(lists)), _lengths(lists))


def _lists_of(elements: pa.Array, groups: Indices, lists: pa.Array) -> pa.Array:
    """Elements, ordered by group, as one list for each group."""
    counts = np.bincount(groups, minlength=len(lists))
    bounds = pa.array(np.append(0, np.cumsum(counts)), pa.int32())
    return pa.ListArray.from_arrays(bounds, elements, type=lists.type)


def _entries(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """The entries of all rows of a key: those with the same key fields become one, in their order.

    They are the elements of arrays of tuples, or those of maps.
    """
    groups = np.repeat(_group_of(values, starts), _entry_counts(values))
    columns = _entry_fields(values)
    pairs = list(zip(columns, fold.fields, strict=True))
    keys = [column for column, field in pairs if field.kernel == KEY]
    order, firsts = _grouped(groups, keys)
    kept = np.ones(len(firsts), dtype=np.bool_)
    folded: list[pa.Array] = []
    if fold.drops_zeros:
        kept[:] = not len(keys) < len(columns)
    for column, field in pairs:
        ordered = column.take(pa.array(order))
        if field.kernel == KEY or not len(firsts):
            folded.append(ordered.take(pa.array(firsts)))
            continue
        folded.append(field.folded(ordered, firsts))
        if fold.drops_zeros:
            kept |= ~is_zero(folded[-1], nullable=False)
    counts = np.bincount(groups[order][firsts][kept], minlength=len(starts))
    bounds = pa.array(np.append(0, np.cumsum(counts)), pa.int32())
    found = _of_entries(bounds, [one.filter(pa.array(kept)) for one in folded], values.type)
    return _with_single_rows(found, values, starts) if len(keys) > 1 else found


def _entries_of_tuples(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """As `_entries`, of tuples whose elements are arrays: of the keys, and of their values.

    Keys whose sums are all zero go, as of `sumMap` in ClickHouse (`AggregateFunctionSumMap`).
    """
    arrays = [pc.struct_field(values, place) for place in range(values.type.num_fields)]
    if len({_lengths(array).tobytes() for array in arrays}) > 1:
        raise RmtError("BAD_ARGUMENTS", "Sizes of keys and values arrays do not match.")
    folded = _entries(fold, _entries_of_arrays(fold.column, arrays), starts)
    columns = [
        pa.ListArray.from_arrays(folded.offsets, field, type=array.type)
        for field, array in zip(_entry_fields(folded), arrays, strict=True)
    ]
    return pa.StructArray.from_arrays(columns, fields=list(values.type.fields))


def _with_single_rows(folded: pa.Array, values: pa.Array, starts: Indices) -> pa.Array:
    """What was folded, but for keys of one row, whose entries stay as they are.

    So it is in ClickHouse where several fields tell which entries are the same: only a second row
    has them merged (`SummingSortedAlgorithm`).
    """
    is_single = np.diff(np.append(starts, len(values))) == 1
    places = np.where(is_single, starts, np.arange(len(starts)) + len(values))
    return pa.concat_arrays([values, folded]).take(pa.array(places))


def _entries_of_arrays(nested: str, columns: Sequence[pa.Array]) -> pa.Array:
    """Arrays beside each other as one of arrays of entries."""
    counts = [_lengths(column) for column in columns]
    if any(not np.array_equal(counts[0], other) for other in counts[1:]):
        raise RmtError(
            "SIZES_OF_ARRAYS_DONT_MATCH",
            f"Elements of Nested data structure '{nested}' (Array columns) have different array "
            "sizes.",
            "ALTER TABLE … UPDATE can set all of them.",
        )
    elements = [column.flatten() for column in columns]
    fields = [
        pa.field(str(place), column.type.value_type, column.type.value_field.nullable)
        for place, column in enumerate(columns)
    ]
    bounds = pa.array(np.append(0, np.cumsum(counts[0])), pa.int32())
    return pa.ListArray.from_arrays(bounds, pa.StructArray.from_arrays(elements, fields=fields))


def _entry_counts(values: pa.Array) -> Indices:
    if pa.types.is_map(values.type):
        offsets = np.asarray(values.offsets.to_numpy(), dtype=np.int64)
        return np.diff(offsets)
    return _lengths(values)


def _entry_fields(values: pa.Array) -> list[pa.Array]:
    if pa.types.is_map(values.type):
        start, stop = values.offsets[0].as_py(), values.offsets[-1].as_py()
        return [one.slice(start, stop - start) for one in (values.keys, values.items)]
    elements = values.flatten()
    return [pc.struct_field(elements, i) for i in range(elements.type.num_fields)]


def _of_entries(bounds: pa.Array, fields: list[pa.Array], data_type: pa.DataType) -> pa.Array:
    if pa.types.is_map(data_type):
        return pa.MapArray.from_arrays(bounds, *fields, type=data_type)
    elements = pa.StructArray.from_arrays(fields, fields=list(data_type.value_type.fields))
    return pa.ListArray.from_arrays(bounds, elements, type=data_type)


def _grouped(groups: Indices, keys: list[pa.Array]) -> tuple[Indices, Indices]:
    """Elements in the order of their group and key, and where in this order each key begins."""
    if not len(groups):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    columns = {f"c{place}": key for place, key in enumerate(keys)}
    return grouped_rows(pa.table({"g": groups, **columns}), ("g", *columns))


def is_zero(values: pa.Array, nullable: bool) -> npt.NDArray[np.bool_]:
    """Which numbers are the default of their type: NULL if it is Nullable, else zero.

    Args:
        values: the numbers.
        nullable: whether the type is.
    """
    if nullable:
        return ~_valid(values)
    zero = pa.scalar(Decimal(0) if pa.types.is_decimal(values.type) else 0).cast(values.type)
    return np.asarray(pc.equal(values, zero).to_numpy(zero_copy_only=False), dtype=np.bool_)


def _sum_of_fields(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
    """Tuples, of which each element is summed: the states of an average."""
    fields = [
        field.folded(pc.struct_field(values, place), starts)
        for place, field in enumerate(fold.fields)
    ]
    return pa.StructArray.from_arrays(fields, fields=list(values.type.fields))


def _picked(which: str) -> Kernel:
    """Tuples of a value and what it is picked by: the states of argMin and argMax."""

    def kernel(fold: ColumnFold, values: pa.Array, starts: Indices) -> pa.Array:
        picked_by = pc.struct_field(values, 1)
        if fold.data_type is not None:
            picked_by = in_order(picked_by, fold.data_type)
        [by] = key_columns(pa.table({"v": picked_by}), ["v"])
        rows = pa.table(
            {
                "v": by,
                "g": _group_of(values, starts),
                "i": np.arange(len(values), dtype=np.int64),
            }
        )
        query = f"SELECT g, arg_{which}(i, v) AS i FROM rows GROUP BY g ORDER BY g"
        places = query_arrow(query, rows=rows).column("i").combine_chunks()
        return values.take(places)

    return kernel


FOLDS: dict[str, Kernel] = {
    "sum of fields": _sum_of_fields,
    "arg min": _picked("min"),
    "arg max": _picked("max"),
    "entries": _entries,
    "entries of arrays": _entries_of_tuples,
    "first": _first,
    "last": _last,
    "first known": _first_known,
    "last known": _last_known,
    "sum": _sum,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "groupBitAnd": _bits(np.bitwise_and),
    "groupBitOr": _bits(np.bitwise_or),
    "groupBitXor": _bits(np.bitwise_xor),
    "groupArrayArray": _concatenated,
    "groupUniqArrayArray": _distinct,
}
"""The kernels, by name."""
