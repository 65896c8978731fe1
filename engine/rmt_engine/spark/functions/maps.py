"""Maps. A lambda gets a key and a value.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/tuple-map-functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, call, of, typed

__all__ = ["MAPS", "combined"]


def combined(entries: Column, reducer: str = "arraySum") -> Column:
    """One map of many entries: the values of a key are made one, keys in order.

    Args:
        entries: an array of structs `key`, `value`.
        reducer: the function of arrays that makes them one.
    """
    keys = F.array_sort(F.array_distinct(F.transform(entries, lambda entry: entry["key"])))

    def reduced(key: Column) -> Column:
        mine = F.filter(entries, lambda entry: entry["key"] == key)
        return call(reducer, F.transform(mine, lambda entry: entry["value"]))

    return F.map_from_arrays(keys, F.transform(keys, reduced))


def _entries(of_map: Column) -> Column:
    return F.map_entries(of_map)


def _add(*maps: Column) -> Column:
    return combined(F.concat(*(_entries(one) for one in maps)))


def _subtract(first: Column, *others: Column) -> Column:
    negative = [F.transform_values(other, lambda _, value: -value) for other in others]
    return _add(first, *negative)


def _update(first: Column, second: Column) -> Column:
    left = F.map_filter(first, lambda key, _: ~F.map_contains_key(second, key))
    return F.map_concat(left, second)


def _sorted(reverse: bool) -> Builder:
    def build(of_map: Column) -> Column:
        entries = F.array_sort(_entries(of_map))
        return F.map_from_entries(F.reverse(entries) if reverse else entries)

    return of(build)


def _condition(arguments: Arguments) -> Any:
    """The lambda, with a condition that is true or false."""
    if not arguments.is_lambda(0):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The first argument must be a lambda.")
    function = arguments.expressions[0]
    body = F.coalesce(arguments.column_of(function.function()).cast("boolean"), F.lit(False))
    variables = arguments.gateway.items(function.arguments())
    return arguments.lambda_of(arguments.expression_of(body), variables)


def _filter(arguments: Arguments) -> Any:
    return arguments.catalyst("MapFilter", arguments.expressions[1], _condition(arguments))


def _tested(test: Callable[[Column, Column], Column]) -> Builder:
    """Whether the lambda holds for some, or all, entries."""

    def build(arguments: Arguments) -> Any:
        kept = arguments.column_of(_filter(arguments))
        return arguments.higher_order(test(F.size(kept), F.size(arguments.columns[1])))

    return typed(2, 2, build)


def _apply(arguments: Arguments) -> Any:
    """`mapApply((k, v) -> (k, v + 1), map)`; the lambda gives a tuple."""
    if not arguments.is_lambda(0):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The first argument must be a lambda.")
    keys, values = (f(arguments.columns[1]) for f in (F.map_keys, F.map_values))
    pairs = arguments.catalyst(
        "ZipWith",
        arguments.expression_of(keys),
        arguments.expression_of(values),
        arguments.expressions[0],
    )
    return arguments.higher_order(F.map_from_entries(arguments.column_of(pairs)))


def _of_arrays(keys: Column, values: Column) -> Column:
    error = RmtError(
        "SIZES_OF_ARRAYS_DONT_MATCH", "Two arguments of function mapFromArrays have unequal sizes."
    )
    differ = F.size(keys) != F.size(values)
    return F.when(differ, F.raise_error(F.lit(str(error)))).otherwise(
        F.map_from_arrays(keys, values)
    )


MAPS: Builders = {
    "mapKeys": of(F.map_keys),
    "mapValues": of(F.map_values),
    "mapContains": of(F.map_contains_key),
    "mapContainsKey": of(F.map_contains_key),
    "mapContainsValue": of(lambda m, value: F.array_contains(F.map_values(m), value)),
    "mapContainsKeyLike": of(lambda m, p: F.exists(F.map_keys(m), lambda key: F.like(key, p))),
    "mapFromArrays": of(_of_arrays),
    "mapAdd": of(_add),
    "mapSubtract": of(_subtract),
    "mapUpdate": of(_update),
    "mapConcat": of(F.map_concat),
    "mapSort": _sorted(False),
    "mapReverseSort": _sorted(True),
    "mapFilter": typed(2, 2, _filter),
    "mapApply": typed(2, 2, _apply),
    "mapExists": _tested(lambda kept, size: kept > 0),
    "mapAll": _tested(lambda kept, size: kept == size),
}
