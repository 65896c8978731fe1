"""Arrays and maps in ClickHouse's order, where Spark orders what values are kept as otherwise.

An address, a UUID and a member of an Enum are texts in Spark; what they are ordered by is a key.
Source: https://clickhouse.com/docs/sql-reference/functions/array-functions (`arraySort`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.ordering import beside_key, has_key_of_order, ordering_key
from rmt_engine.sql.query.types.subscripts import entries_of
from rmt_engine.sql.query.values import Value, argument_of, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["SORTED_ARRAYS"]

_KEY = plain("String")
"""The type of the keys of a lambda; any that can be ordered does."""


def _sorted(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`arraySort(array)` and `arrayReverseSort`; the answers of a lambda are keys."""
    first, *others = values
    element = _element(first)
    if element is None or others:
        return called(name, values)
    key = ordering_key(Value("`_k`", element))
    found = called(name, [Value(f"`_k` -> {key}", _KEY, is_lambda=True), stored(first)])
    return replace(found, type=first.type)


def _least_or_greatest(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`arrayMin([function,] array, …)` and `arrayMax`."""
    first, *others = values
    if first.is_lambda and has_key_of_order(first.type):
        return call(name, [call("arrayMap", values)])
    element = _element(first)
    if element is None or others:
        return _of_no_element(values[-1], called(name, values))
    array, function = stored(first), "array_min" if name == "arrayMin" else "array_max"
    given = f"filter({array.sql}, `_k` -> `_k` IS NOT NULL)" if element.nullable else array.sql
    pairs = f"transform({given}, `_k` -> {beside_key(Value('`_k`', element))})"
    answer = answer_type(name, [argument_of(first)]) or element
    default = "NULL" if answer.nullable else answer.default
    text = f"coalesce({function}({pairs}).value, {default})"
    return Value(text, answer, folded=first.is_constant)


def _of_no_element(array: Value, found: Value) -> Value:
    """The least or greatest of elements that may be NULL: of none it is NULL."""
    if found.type is None or not found.type.nullable:
        return found
    return replace(found, sql=f"if(size({stored(array).sql}) = 0, NULL, {found.sql})")


def _sorted_map(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`mapSort(map)` and `mapReverseSort`."""
    first, *others = values
    key = first.type.elements[0] if first.type is not None and first.family == "Map" else None
    if others or not has_key_of_order(key):
        return called(name, values)
    entries = entries_of(stored(first))
    by = Value(f"`_k` -> {ordering_key(Value('`_k`.keys', key))}", _KEY, is_lambda=True)
    found = call("arraySort" if name == "mapSort" else "arrayReverseSort", [by, entries])
    text = f"map_from_entries({found.sql})"
    return Value(text, first.type, folded=first.is_constant)


def _element(array: Value) -> DataType | None:
    """The type of an array's elements, if Spark orders them otherwise."""
    if array.is_lambda or array.type is None or array.family != "Array":
        return None
    return array.type.element if has_key_of_order(array.type.element) else None


SORTED_ARRAYS: Mapping[str, Lowering] = {
    **dict.fromkeys(("arraySort", "arrayReverseSort"), _sorted),
    **dict.fromkeys(("arrayMin", "arrayMax"), _least_or_greatest),
    **dict.fromkeys(("mapSort", "mapReverseSort"), _sorted_map),
}
