"""Whether arrays have values, how often, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import common_type
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    STRINGS,
    bare,
    is_number,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.comparisons import may_be_nan
from rmt_engine.sql.query.types.conversion import converted, without_zeros
from rmt_engine.sql.query.types.texts_inside import with_texts
from rmt_engine.sql.query.types.wide_beside_floats import are_kept_apart, exact_key
from rmt_engine.sql.query.values import Value, stored, truth
from rmt_engine.sql.values.types import DataType

__all__ = ["ARRAY_SEARCHES"]


def _at_edge(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`startsWith` and `endsWith`, of texts and of arrays."""
    types = [value.type for value in values if value.family == "Array" and value.type]
    if not types:
        return called(name, values)
    if len(types) < len(values):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal types {', '.join(str(value.type) for value in values)} of arguments of "
            f"function {name}. Both must be String or Array.",
        )
    whole, part = (converted(value, common_type(types)).sql for value in values)
    start = "1" if name == "startsWith" else f"greatest(size({whole}) - size({part}) + 1, 1)"
    return truth(f"(slice({whole}, {start}, size({part})) <=> {part})")


def _search(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function that compares the elements of an array, or the keys of a map, with a value."""
    if name == "has" and values and values[0].family == "Map":
        return call("mapContains", values)
    if name == "has" and values and values[0].family == "JSON":
        return _has_path(stored(values[0]), stored(values[1]), call)
    if len(values) == 2:
        array, wanted = map(stored, values)
        _check_elements(array, wanted.type, has_numbers=True)
        values = _of_one_type(array, wanted)
    found = called(name, values)
    if len(values) < 2 or not may_be_nan(values[1]):
        return found
    nowhere = "false" if found.is_condition else "0"
    text = f"(CASE WHEN isnan({values[1].sql}) THEN {nowhere} ELSE {found.sql} END)"
    return replace(found, sql=text)


def _has_path(json: Value, path: Value, call: Compose) -> Value:
    """`has(json, 'a.b')`: whether something is at the path, or below it."""
    if path.family not in STRINGS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Second argument for function has must be String when the first argument is JSON. "
            f"Actual {path.type}.",
        )
    paths = call("JSONAllPaths", [json])
    below = f"startswith(`_p`, concat({path.sql}, '.'))"
    return truth(f"exists({paths.sql}, `_p` -> `_p` = {path.sql} OR {below})")


def _search_of_several(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A function that compares the elements of two arrays."""
    types = [value.type for value in values if value.type is not None and value.family == "Array"]
    if len(values) < 2 or len(types) < len(values):
        return called(name, values)
    _check_elements(values[0], types[1].element, has_numbers=False)
    if _are_unlike_texts(*types):
        values = [_of_texts(value) for value in values]
    if types[1].element.family in FLOATS:
        return _without_nan(name, values[0], stored(values[1]))
    if len(values) == 2:
        values = _of_one_tuple(values)
    return called(name, values)


def _combined(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A function that puts arrays together as sets."""
    return called(name, _of_one_tuple(values))


def _of_one_tuple(values: Sequence[Value]) -> Sequence[Value]:
    """Arrays of tuples whose types or names differ, as arrays of one type."""
    types = [one.type for one in values if one.type is not None and one.family == "Array"]
    if len(types) < len(values) or any(one.element.family != "Tuple" for one in types):
        return values
    if len({one.spark for one in types}) == 1:
        return values
    common = common_type(types)
    return [converted(stored(one), common) for one in values]


def _without_nan(name: str, array: Value, others: Value) -> Value:
    """The same for others that may be NaN, which is in no array."""
    if name == "hasAny":
        numbers = f"filter({others.sql}, `_e` -> NOT isnan(`_e`))"
        return called(name, [array, replace(others, sql=numbers)])
    found = called(name, [array, others])
    return replace(found, sql=f"({found.sql} AND NOT exists({others.sql}, `_e` -> isnan(`_e`)))")


def _check_elements(array: Value, wanted: DataType | None, *, has_numbers: bool) -> None:
    """Looks whether an array may have a value of a type.

    Args:
        array: the array.
        wanted: the type.
        has_numbers: whether numbers are compared that have no common type.

    Raises:
        RmtError: `NO_COMMON_TYPE`.
    """
    if array.type is None or array.family != "Array" or wanted is None:
        return
    types = [bare(array.type.element), bare(wanted)]
    if has_numbers and all(map(is_number, types)):
        return
    if not any(one.family in ("Variant", "Nothing") for one in types):
        common_type(types)


def _of_one_type(array: Value, wanted: Value) -> list[Value]:
    if array.type is None or wanted.type is None or array.family != "Array":
        return [array, wanted]
    element = array.type.element
    if _are_unlike_texts(element, wanted.type) and not array.is_constant:
        is_fixed = wanted.family == "FixedString"
        return [_of_texts(array), without_zeros(wanted) if is_fixed else wanted]
    if are_kept_apart(element, wanted.type):
        return [exact_key(array), exact_key(wanted)]
    are_numbers = is_number(element) and is_number(wanted.type)
    are_tuples = element.family == wanted.type.family == "Tuple"
    if element.spark == wanted.type.spark or not (are_numbers or are_tuples):
        return [array, wanted]
    try:
        target = common_type([bare(element), bare(wanted.type)])
    except RmtError:
        return [array, wanted]
    kept = replace(array.type, elements=(replace(target, nullable=element.nullable),))
    return [converted(array, kept), converted(wanted, replace(target, nullable=True))]


def _are_unlike_texts(left: DataType, right: DataType) -> bool:
    """Whether texts of one type have zero bytes at their end that those of the other lack."""
    if left.family == "Array" and right.family == "Array":
        return _are_unlike_texts(left.element, right.element)
    families = {left.family, right.family}
    return "FixedString" in families and families <= STRINGS and bare(left) != bare(right)


def _of_texts(array: Value) -> Value:
    """An array of texts without the zero bytes that fill FixedStrings."""
    return with_texts(array, ("FixedString",), without_zeros)


ARRAY_SEARCHES: Mapping[str, Lowering] = {
    **dict.fromkeys(("startsWith", "endsWith"), _at_edge),
    **dict.fromkeys(("has", "indexOf", "countEqual"), _search),
    **dict.fromkeys(("hasAny", "hasAll", "hasSubstr"), _search_of_several),
    **dict.fromkeys(("arrayIntersect", "arrayUnion", "arraySymmetricDifference"), _combined),
}
"""Functions that look for values in arrays."""
