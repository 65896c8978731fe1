"""Columns of the type `SimpleAggregateFunction(function, T)`: which functions there are.

Source of the rules: ClickHouse's `DataTypeCustomSimpleAggregateFunction` as it answers on 26.9.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type, canonical_name, is_aggregate
from rmt_engine.sql.functions.answers.call import Argument
from rmt_engine.sql.values.types import DataType

__all__ = ["checked_simple_function"]

_CLICKHOUSES = (
    "any any_respect_nulls anyLast anyLast_respect_nulls min max sum sumWithOverflow groupBitAnd "
    "groupBitOr groupBitXor sumMap minMap maxMap groupArrayArray groupArrayLastArray "
    "groupUniqArrayArray groupUniqArrayArrayMap sumMappedArrays minMappedArrays maxMappedArrays "
    "timeSeriesGroupArray"
).split()
_OF_MAPS = ("sumMap", "minMap", "maxMap")
_ABSENT = (
    "groupArrayLastArray groupUniqArrayArrayMap sumMappedArrays minMappedArrays maxMappedArrays "
    "timeSeriesGroupArray"
).split()
_SAME = {
    "first_value": "any",
    "last_value": "anyLast",
    "first_value_respect_nulls": "any_respect_nulls",
    "last_value_respect_nulls": "anyLast_respect_nulls",
    "any_value": "any",
}


def checked_simple_function(data_type: DataType) -> DataType:
    """A type with its function by the name ClickHouse shows.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`; `BAD_ARGUMENTS`, the function is none of those, or
            gives values of another type; `NOT_IMPLEMENTED`, it is not there yet.
    """
    written = data_type.simple_function
    if not written:
        return data_type
    name = _SAME.get(written) or _SAME.get(canonical_name(written) or "") or written
    if name not in _CLICKHOUSES:
        name = canonical_name(written) or written
    if name not in _CLICKHOUSES:
        if not is_aggregate(name):
            raise RmtError("UNKNOWN_AGGREGATE_FUNCTION", f"Unknown aggregate function {written}.")
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Unsupported aggregate function {name}, supported functions are "
            f"{','.join(_CLICKHOUSES)}.",
        )
    values = replace(data_type, simple_function="")
    if name in _ABSENT or (name in _OF_MAPS and values.family != "Map"):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The type SimpleAggregateFunction({name}, {values}) is not supported yet.",
        )
    found = answer_type(name.removesuffix("_respect_nulls"), [Argument(values)])
    if found is None:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {values} of argument for aggregate function {name}.",
        )
    if replace(found, low_cardinality=False) != replace(values, low_cardinality=False):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Incompatible data types between aggregate function '{name}' which returns {found} "
            f"and column storage type {values}.",
            f"Declare SimpleAggregateFunction({name}, {found}), or use sumWithOverflow."
            if name == "sum"
            else f"Declare SimpleAggregateFunction({name}, {found}).",
        )
    return replace(data_type, simple_function=name)
