"""What values are ordered by, where the texts that they are kept as are ordered otherwise.

Source: https://clickhouse.com/docs/sql-reference/data-types: addresses, UUIDs and members of Enums
are numbers in ClickHouse.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rmt_engine.sql.values.types import DataType

__all__ = ["in_order"]

_HALF_OF_UUID = 19
"""The letters of its first half; the second half orders first."""
_Order: TypeAlias = Callable[[pa.Array, DataType], pa.Array]


def in_order(values: pa.Array, data_type: DataType) -> pa.Array:
    """What Arrow and DuckDB order as ClickHouse orders the values; themselves for most types.

    Args:
        values: as files keep them.
        data_type: ClickHouse's type of them.
    """
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    if data_type.members:
        return _numbers_of_members(values, data_type)
    order = _ORDERS.get(data_type.family)
    return values if order is None else order(values, data_type)


def _numbers_of_members(values: pa.Array, data_type: DataType) -> pa.Array:
    names, numbers = zip(*data_type.members, strict=True)
    return pa.array(numbers, pa.int32()).take(pc.index_in(values, pa.array(names, values.type)))


def _of_ipv4(values: pa.Array, _: DataType) -> pa.Array:
    octets = pc.split_pattern(pc.fill_null(values, "127.0.0.1"), ".").flatten().cast(pa.int64())
    of_each = np.asarray(octets).reshape(-1, 4)
    numbers = of_each @ np.array([1 << 24, 1 << 16, 1 << 8, 1], dtype=np.int64)
    return pa.array(numbers, mask=np.asarray(values.is_null().to_numpy(zero_copy_only=False)))


def _of_ipv6(values: pa.Array, _: DataType) -> pa.Array:
    encoded = values.dictionary_encode()
    texts = encoded.dictionary.to_pylist()
    packed = pa.array([ipaddress.IPv6Address(text).packed for text in texts], pa.binary())
    return packed.take(encoded.indices)


def _of_uuid(values: pa.Array, _: DataType) -> pa.Array:
    first = pc.utf8_slice_codeunits(values, 0, _HALF_OF_UUID)
    second = pc.utf8_slice_codeunits(values, _HALF_OF_UUID)
    return pc.binary_join_element_wise(second, first, "")


def _of_tuple(values: pa.Array, data_type: DataType) -> pa.Array:
    fields = [
        in_order(pc.struct_field(values, place), element)
        for place, element in enumerate(data_type.elements)
    ]
    names = [str(place) for place in range(len(fields))]
    return pa.StructArray.from_arrays(fields, names=names, mask=values.is_null())


def _of_array(values: pa.Array, data_type: DataType) -> pa.Array:
    elements = in_order(values.flatten(), data_type.element)
    lengths = pc.fill_null(pc.list_value_length(values), 0).to_numpy()
    bounds = pa.array(np.append(0, np.cumsum(lengths)), pa.int32())
    return pa.ListArray.from_arrays(bounds, elements, mask=values.is_null())


_ORDERS: Mapping[str, _Order] = {
    "IPv4": _of_ipv4,
    "IPv6": _of_ipv6,
    "UUID": _of_uuid,
    "Tuple": _of_tuple,
    "Array": _of_array,
}
