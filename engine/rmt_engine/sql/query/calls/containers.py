"""Arrays, maps and tuples: how they are made, their elements, and what is calculated of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    INTEGERS,
    NULL,
    TIMES,
    array_of,
    is_number,
    plain,
    tuple_of,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.arithmetic import as_uint64
from rmt_engine.sql.query.types.array_sizes import of_one_size
from rmt_engine.sql.query.types.conversion import converted, without_zeros
from rmt_engine.sql.query.types.subcolumns import element_of_json
from rmt_engine.sql.query.types.subscripts import element_of, entries_of, tuple_of_values
from rmt_engine.sql.query.values import Value, argument_of, literal, stored, truth
from rmt_engine.sql.values.computed_once import computed_once
from rmt_engine.sql.values.types import DataType

__all__ = ["CONTAINERS"]

_ADDED = {"arrayPushBack": 1, "arrayPushFront": 1, "arrayResize": 2}
"""Functions that put a value into an array, and which argument it is."""


def _array(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    answer = answer_type("array", [argument_of(value) for value in values])
    is_constant = all(value.is_constant for value in values)
    if answer is None or answer.element.family == "Nothing":
        texts = [stored(value).sql for value in values]
        return Value(f"array({', '.join(texts)})", answer, folded=is_constant)
    texts = [converted(value, answer.element).sql for value in values]
    return Value(f"array({', '.join(texts)})", answer, folded=is_constant)


def _map(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    answer = answer_type("map", [argument_of(value) for value in values])
    if answer is None or len(values) % 2:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "map takes keys and values in turn.")
    if not values:
        return Value("map()", answer, folded=True)
    key, item = answer.elements
    texts = [converted(value, item if place % 2 else key).sql for place, value in enumerate(values)]
    is_constant = all(value.is_constant for value in values)
    return Value(f"map({', '.join(texts)})", answer, folded=is_constant)


def _of_arrays(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`mapFromArrays(keys, values)`: a map is an array of its pairs."""
    return called(name, [_pairs_of(value) if value.family == "Map" else value for value in values])


def _difference(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`mapSubtract`: what is below 0 wraps around where the values have no sign."""
    found = called(name, values)
    if found.type is None or found.type.elements[1].family != "UInt64":
        return found
    item = f"CASE WHEN `_v` < 0 THEN CAST(`_v` + {2**64}BD AS DECIMAL(20, 0)) ELSE `_v` END"
    return replace(found, sql=f"transform_values({found.sql}, (`_n`, `_v`) -> {item})")


def _pairs_of(value: Value) -> Value:
    """The array of a map's entries, as tuples without names."""
    entries = entries_of(value)
    pairs = array_of(tuple_of(value.type.elements if value.type is not None else ()))
    return Value(f"CAST({entries.sql} AS {pairs.spark})", pairs, folded=value.is_constant)


def _contains(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`mapContainsKey` and `mapContainsValue`."""
    of_map, wanted = values
    listed = call("mapValues" if name == "mapContainsValue" else "mapKeys", [of_map])
    return call("has", [listed, wanted])


def _tuple(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    answer = answer_type("tuple", [argument_of(stored(value)) for value in values])
    return tuple_of_values(values, answer)


def _tuple_element(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`tupleElement(tuple, number or name[, default])`."""
    which = values[1].constant
    if not isinstance(which, str | int):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "tupleElement takes a constant number or name.")
    try:
        return element_of(values[0], which)
    except RmtError as error:
        if len(values) == 2 or error.name not in ("ARGUMENT_OUT_OF_BOUND", "BAD_ARGUMENTS"):
            raise
        return values[2]


def _element(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`array[n]`, `map[key]`: the type's default where there is none."""
    container, place = (stored(value) for value in values)
    if container.family == "JSON":
        return _element_of_json(container, place)
    if container.type is None:
        return Value(f"{container.sql}[{place.sql}]", None)
    answer = answer_type("arrayElement", [argument_of(container), argument_of(place)])
    if answer is None or not _is_place(container, place):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal types {container.type} and {place.type} of arguments of function "
            "arrayElement.",
        )
    if place.family == "Array":
        return _elements(container, place, _element)
    is_zero = container.family == "Array" and place.constant == 0 and place.family != "String"
    if is_zero and not container.is_constant:
        raise RmtError("ZERO_ARRAY_OR_TUPLE_INDEX", "Array indices are 1-based.")
    if container.family == "Map":
        key = converted(place, container.type.elements[0])
        found = f"try_element_at({container.sql}, {key.sql})"
    else:
        found = f"try_element_at({container.sql}, nullif(CAST({place.sql} AS INT), 0))"
    held = container.type.elements[-1]
    if held.nullable or answer.family == "Nothing" or place.type == NULL:
        return Value(found, answer)
    found = f"coalesce({found}, {held.default})"
    if answer.nullable:
        found = f"(CASE WHEN {place.sql} IS NOT NULL THEN {found} END)"
    return Value(found, answer)


def _element_of_json(json: Value, path: Value) -> Value:
    if path.type == NULL:
        return literal(None)
    if not isinstance(path.constant, str):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "Second argument of function arrayElement with JSON type must be a constant String.",
            "A literal is wanted: json['a'].",
        )
    return element_of_json(json, path.constant)


def _elements(container: Value, places: Value, one: Lowering) -> Value:
    """The elements at several places, or of several keys."""
    assert places.type is not None
    if places.type.element.family == "Array":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"An array counts by whole numbers or an array of these, not by {places.type}.",
        )
    known = replace(container, sql="`_all`")
    found = one("", [known, Value("`_at`", places.type.element)], called)
    made = f"transform({places.sql}, `_at` -> {found.sql})"
    text = computed_once(container.sql, "`_all`", made)
    answer = array_of(found.type) if found.type is not None else None
    return Value(text, answer, folded=container.is_constant and places.is_constant)


def _element_or_null(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    container, place = (stored(value) for value in values)
    if place.type is not None and place.family == "Array" and container.family != "Map":
        return _elements(container, place, _element_or_null)
    if container.type is not None and container.family == "Map":
        place = converted(place, container.type.elements[0])
    return called("arrayElementOrNull", [container, place])


def _is_place(container: Value, place: Value) -> bool:
    """Whether an array counts by such a value, or a map may have such a key."""
    assert container.type is not None
    if place.type is None or place.type == NULL:
        return True
    if container.family != "Map":
        return place.family in INTEGERS or container.family != "Array" or place.family == "Array"
    key = container.type.elements[0]
    return is_number(key) == is_number(place.type)


def _is_empty(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`empty` and `notEmpty`: of a FixedString, whether it has nothing but zero bytes.

    A JSON is empty without a path, an address or a UUID that is zero.
    """
    value = stored(values[0])
    sign = "=" if name == "empty" else "<>"
    if value.family == "JSON":
        return truth(f"({value.sql} {sign} '{{}}')")
    if value.type is not None and value.family in ("UUID", "IPv4", "IPv6"):
        zero = replace(value.type, nullable=False).default
        return truth(f"({value.sql} {sign} {zero})", nullable=value.is_nullable)
    return called(name, [without_zeros(value) if value.family == "FixedString" else value])


def _zipped(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    arrays = [stored(value) for value in values]
    return called("arrayZip", of_one_size("arrayZip", arrays) if arrays else arrays)


def _of_rows(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`arrayUniq(a, b)`: of several arrays, whose elements at one place are one row."""
    if len(values) < 2:
        return called(name, values)
    arrays = of_one_size(name, [stored(value) for value in values])
    return called(name, [called("arrayZip", arrays)])


def _never_empty(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`emptyArrayToSingle(array)`."""
    value = stored(values[0])
    if value.type is None or value.family != "Array" or value.type.element.family == "Nothing":
        return called("emptyArrayToSingle", values)
    element = value.type.element
    default = "NULL" if element.nullable else element.default
    single = f"array(CAST({default} AS {element.spark}))"
    text = f"CASE WHEN size({value.sql}) = 0 THEN {single} ELSE {value.sql} END"
    return Value(f"({text})", value.type, folded=value.is_constant)


def _calculated(name: str, values: Sequence[Value], call: Compose) -> Value:
    """A function that calculates with elements, or with what a lambda gives for them: numbers."""
    first = values[0]
    element = first.type
    if element is not None and not first.is_lambda:
        element = element.element if element.family == "Array" else None
    if element is None:
        return called(name, values)
    if name == "arrayDifference" and BITS.get(element.family) == 64 and not first.is_lambda:
        return _wrapped_differences(stored(first), element, call)
    if name == "arrayDifference" and element.family in TIMES:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "arrayDifference of times is not supported.",
            "Convert them with arrayMap(x -> toInt64(x), …).",
        )
    if element.nullable or not is_number(element):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{name} cannot be performed on values of type {element}.",
            "arrayFilter(x -> x IS NOT NULL, …) and assumeNotNull leave NULLs out."
            if element.nullable
            else "",
        )
    found = called(name, values)
    return _wrapped(name, found) if element.family == "UInt64" else found


def _wrapped(name: str, found: Value) -> Value:
    """Sums of UInt64, which wrap around; Spark's functions see to those of Int64."""
    if name == "arraySum":
        return replace(found, sql=as_uint64(found.sql))
    if name == "arrayCumSum":
        return replace(found, sql=f"transform({found.sql}, `_s` -> {as_uint64('`_s`')})")
    return found


def _wrapped_differences(array: Value, element: DataType, call: Compose) -> Value:
    """`arrayDifference` of numbers whose differences wrap around."""
    before = Value("try_element_at(`_all`, `_at`)", element)
    difference = call("minus", [Value("`_n`", element), before])
    made = f"transform(`_all`, (`_n`, `_at`) -> if(`_at` = 0, 0L, {difference.sql}))"
    text = computed_once(array.sql, "`_all`", made)
    return Value(text, array_of(plain("Int64")), folded=array.is_constant)


def _joined(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`arrayStringConcat(array[, separator])`, of elements as toString writes them."""
    array = stored(values[0])
    element = array.type.element if array.type is not None and array.family == "Array" else None
    if element is None or element.family in ("String", "Nothing"):
        return called("arrayStringConcat", values)
    text = call("toString", [Value("`_s`", element)])
    texts = Value(f"transform({array.sql}, `_s` -> {text.sql})", array_of(plain("String")))
    return called("arrayStringConcat", [texts, *values[1:]])


def _grown(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`arrayConcat`, `arrayPushBack` and their like: all elements have the type of the answer's."""
    answer = answer_type(name, [argument_of(value) for value in values])
    if answer is None or answer.family != "Array" or answer.element.family == "Nothing":
        return called(name, values)
    if name == "arrayConcat":
        given = [converted(stored(value), answer) for value in values]
        return called(name, given)
    given = list(values)
    place = _ADDED[name]
    if len(values) == place:
        given.append(Value(answer.element.default, answer.element))
    given[0] = converted(stored(values[0]), answer)
    given[place] = converted(stored(given[place]), answer.element)
    return called(name, given)


def _reversed(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    value = stored(values[0])
    if value.type is None or value.family != "Tuple":
        return called("reverse", values)
    places = range(len(value.type.elements), 0, -1)
    elements = [element_of(value, place) for place in places]
    return tuple_of_values(elements, tuple_of([one.type or NULL for one in elements]))


CONTAINERS: Mapping[str, Lowering] = {
    "array": _array,
    "map": _map,
    "mapFromArrays": _of_arrays,
    "mapSubtract": _difference,
    **dict.fromkeys(("mapContainsKey", "mapContainsValue"), _contains),
    "tuple": _tuple,
    "tupleElement": _tuple_element,
    "arrayElement": _element,
    "arrayElementOrNull": _element_or_null,
    "arrayZip": _zipped,
    "arrayStringConcat": _joined,
    "emptyArrayToSingle": _never_empty,
    **dict.fromkeys(("arrayUniq", "arrayEnumerateUniq", "arrayEnumerateDense"), _of_rows),
    "reverse": _reversed,
    **dict.fromkeys(("arrayConcat", *_ADDED), _grown),
    **dict.fromkeys(("empty", "notEmpty"), _is_empty),
    **dict.fromkeys(("arraySum", "arrayAvg", "arrayProduct"), _calculated),
    **dict.fromkeys(("arrayCumSum", "arrayCumSumNonNegative", "arrayDifference"), _calculated),
}
"""Functions of arrays, maps and tuples whose meaning depends on the types of elements."""
