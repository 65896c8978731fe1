"""Types of what is made of arrays, tuples and maps. A lambda's type is that of its body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.aggregates import aggregate_named, finalized_type
from rmt_engine.sql.functions.answers.arithmetic import arithmetic, summed
from rmt_engine.sql.functions.answers.call import Answer, Argument, Call, Codes, Rule
from rmt_engine.sql.functions.answers.common import beside_signs, common_or_variant, common_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    NULL,
    array_of,
    bare,
    nullable,
    plain,
    tuple_of,
)
from rmt_engine.sql.values.types import DataType

__all__ = ["ARRAYS"]

Unary = Callable[[DataType], DataType | None]


def _is_array(data_type: DataType) -> bool:
    return data_type.family in ("Array", "Nested")


def _first(call: Call) -> DataType | None:
    return call.types[0] if _is_array(call.types[0]) else None


def _array(call: Call) -> DataType:
    return array_of(common_or_variant(beside_signs(call.types, call.constants)))


def _mapped(call: Call) -> DataType:
    return array_of(call.types[0])


def _second(call: Call) -> DataType | None:
    return call.types[1] if _is_array(call.types[1]) else None


def _pieces(call: Call) -> DataType | None:
    found = _second(call)
    return None if found is None else array_of(found)


def _after_lambda(call: Call) -> DataType | None:
    """The array behind a lambda, which may be missing."""
    found = call.types[1] if len(call.types) > 1 else call.types[0]
    return found if _is_array(found) else None


def _element_of_second(call: Call) -> DataType | None:
    return call.types[1].element if _is_array(call.types[1]) else None


def _calculated(call: Call) -> DataType | None:
    """The element that is calculated with: what a lambda gives, or else the array's own."""
    if len(call.types) > 1:
        return call.types[0]
    return call.types[0].element if _is_array(call.types[0]) else None


def _of_calculated(of_element: Unary) -> Rule:
    def of_call(call: Call) -> DataType | None:
        element = _calculated(call)
        return None if element is None else of_element(element)

    return of_call


def _array_of_calculated(of_element: Unary) -> Rule:
    def of_call(call: Call) -> DataType | None:
        element = _calculated(call)
        found = None if element is None else of_element(element)
        return None if found is None else array_of(found)

    return of_call


def _difference(element: DataType) -> DataType | None:
    if element.family == "Decimal":
        return element
    return arithmetic["minus"](Call("minus", (), (element, element)))


def _as_it_is(element: DataType) -> DataType:
    return element


def _number_of(family: str) -> Unary:
    data_type = plain(family)
    return lambda _: data_type


def _folded(call: Call) -> DataType:
    return call.types[-1]


def _reduced(call: Call) -> DataType | None:
    name = call.text(0)
    if name is None or not all(map(_is_array, call.types[1:])):
        return None
    return aggregate_named(name, tuple(Argument(t.element) for t in call.types[1:]))


def _initialized(call: Call) -> DataType | None:
    name = call.text(0)
    return None if name is None else aggregate_named(name, tuple(map(Argument, call.types[1:])))


def _element(call: Call) -> DataType | None:
    container = call.types[0]
    if container.family == "Map":
        return container.elements[1]
    return container.element if _is_array(container) else None


def _element_or_null(call: Call) -> DataType | None:
    found = _element(call)
    return None if found is None else nullable(found)


def _concatenated(call: Call) -> DataType | None:
    return common_type(call.types) if all(map(_is_array, call.types)) else None


def _with_element(place: int) -> Rule:
    def of_call(call: Call) -> DataType | None:
        array = call.types[0]
        if not _is_array(array):
            return NULL if array == NULL else None
        if len(call.types) <= place:
            return array
        return array_of(common_type((array.element, call.types[place])))

    return of_call


def _without_null(call: Call) -> DataType | None:
    array = call.types[0]
    return array_of(replace(array.element, nullable=False)) if _is_array(array) else None


def _intersection(call: Call) -> DataType | None:
    """What all arrays have fits into the least of their elements' types, and is NULL if all are."""
    if not all(map(_is_array, call.types)):
        return None
    elements = [t.element for t in call.types]
    found = [bare(element) for element in elements]
    narrow = found[0]
    if any(one != narrow for one in found):
        whole = [one for one in found if one.family in INTEGERS]
        if len(whole) + sum(one.family in FLOATS for one in found) < len(found):
            return _concatenated(call)
        narrow = min(whole or found, key=lambda one: BITS.get(one.family) or int(one.family[5:]))
    return array_of(nullable(narrow) if all(e.nullable for e in elements) else narrow)


def _flattened(call: Call) -> DataType | None:
    found = call.types[0]
    while _is_array(found) and _is_array(found.element):
        found = found.element
    return found if _is_array(found) else None


def _zipped(call: Call) -> DataType | None:
    if not all(map(_is_array, call.types)):
        return None
    return array_of(tuple_of([t.element for t in call.types]))


def _zipped_with_null(call: Call) -> DataType | None:
    """Of arrays that need not have one size."""
    if not all(map(_is_array, call.types)):
        return None
    elements = [replace(t.element, low_cardinality=False) for t in call.types]
    for one in elements:
        if nullable(one) == one and not one.nullable:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT", f"Nested type {one} cannot be inside Nullable type."
            )
    return array_of(tuple_of(list(map(nullable, elements))))


def _dot_product(call: Call) -> DataType | None:
    left, right = (t.element if _is_array(t) else t for t in call.types)
    return arithmetic["multiply"](Call("multiply", (), (left, right)))


def _range(call: Call) -> DataType | None:
    if NULL in call.types:
        return NULL
    return array_of(common_type([bare(t) for t in call.types]))


def _repeated(call: Call) -> DataType:
    return array_of(call.types[1])


def _joined(call: Call) -> DataType | None:
    found = call.types[0]
    if found.family == "Map":
        return tuple_of(found.elements, ("keys", "values"))
    return found.element if _is_array(found) else None


def _always(data_type: DataType) -> Rule:
    return lambda _: data_type


def _unless_null(rule: Rule) -> Rule:
    """NULL where the array is NULL."""
    return lambda call: NULL if call.types and call.types[-1] == NULL else rule(call)


def _reversed(call: Call) -> DataType:
    found = call.types[0]
    if found.family == "Tuple":
        return tuple_of(found.elements[::-1], found.names[::-1])
    return found


def _concat(call: Call) -> DataType | None:
    """`concat`: of arrays an array, of maps a map, of tuples a tuple, of all others a text."""
    families = {t.family for t in call.types}
    if len(call.types) < 2:
        return plain("String")
    if families in ({"Array"}, {"Map"}):
        return common_type(call.types)
    if families == {"Tuple"}:
        return tuple_of([element for t in call.types for element in t.elements])
    return plain("String")


def _tuple(call: Call) -> DataType:
    return tuple_of(call.types)


def _tuple_element(call: Call) -> DataType | None:
    container = call.types[0]
    found = _chosen(container.element if _is_array(container) else container, call)
    if found is not None and _is_array(container):
        return array_of(found)
    if found is not None and container.nullable:
        return nullable(found)
    return found


def _chosen(container: DataType, call: Call) -> DataType | None:
    if container.family != "Tuple":
        return None
    place, name = call.number(1), call.text(1)
    size = len(container.elements)
    if place is not None:
        index = place - 1 if place > 0 else size + place
        return container.elements[index] if 0 <= index < size else None
    names = container.names or tuple(str(i + 1) for i in range(size))
    return container.elements[names.index(name)] if name in names else None


def _map(call: Call) -> DataType | None:
    if len(call.types) % 2:
        return None
    keys, values = (
        common_or_variant(beside_signs(call.types[place::2], call.constants[place::2]))
        for place in (0, 1)
    )
    if keys.nullable:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Map cannot have a key of type {keys}.",
            "assumeNotNull(key) and ifNull(key, …) are not Nullable.",
        )
    return DataType("Map", elements=(keys, values))


def _map_of_arrays(call: Call) -> DataType | None:
    keys, values = call.types
    if not (_is_array(keys) and _is_array(values)):
        return None
    return DataType("Map", elements=(replace(keys.element, nullable=False), values.element))


def _map_side(index: int) -> Rule:
    def of_call(call: Call) -> DataType | None:
        found = call.types[0]
        return array_of(found.elements[index]) if found.family == "Map" else None

    return of_call


def _summed_map(call: Call) -> DataType | None:
    if any(t.family != "Map" for t in call.types):
        return None
    keys = common_type([t.elements[0] for t in call.types])
    values = summed(common_type([t.elements[1] for t in call.types]))
    return None if values is None else DataType("Map", elements=(keys, values))


def _joined_maps(call: Call) -> DataType | None:
    return common_type(call.types) if all(t.family == "Map" for t in call.types) else None


_LAMBDA_AND_MAP = 2


def _filtered_map(call: Call) -> DataType | None:
    if len(call.types) < _LAMBDA_AND_MAP:
        raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "A lambda or a map is missing.")
    return call.types[1] if call.types[1].family == "Map" else None


def _mapped_entries(call: Call) -> DataType | None:
    entry = call.types[0]
    if entry.family != "Tuple" or len(entry.elements) != 2:
        return None
    return DataType("Map", elements=entry.elements)


_EMPTY = "Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 Date DateTime String"

_WITH_LAMBDA: dict[str, Rule] = {
    **dict.fromkeys("arrayExists arrayAll mapExists mapAll".split(), _always(plain("UInt8"))),
    **dict.fromkeys("arrayCount arrayFirstIndex arrayLastIndex".split(), _always(plain("UInt32"))),
    "arrayMap": _mapped,
    **dict.fromkeys("arrayFilter arrayFill arrayReverseFill".split(), _second),
    **dict.fromkeys(("arraySplit", "arrayReverseSplit"), _pieces),
    **dict.fromkeys(
        "arraySort arrayReverseSort arrayPartialSort arrayPartialReverseSort".split(),
        _after_lambda,
    ),
    **dict.fromkeys("arrayFirst arrayLast".split(), _element_of_second),
    "arraySum": _of_calculated(summed),
    **dict.fromkeys("arrayMin arrayMax".split(), _of_calculated(_as_it_is)),
    **dict.fromkeys("arrayAvg arrayProduct".split(), _of_calculated(_number_of("Float64"))),
    **dict.fromkeys("arrayCumSum arrayCumSumNonNegative".split(), _array_of_calculated(summed)),
    "arrayDifference": _array_of_calculated(_difference),
    "mapFilter": _filtered_map,
    "mapApply": _mapped_entries,
    **dict.fromkeys("mapSort mapReverseSort".split(), lambda call: call.types[-1]),
    "arrayFirstOrNull": lambda call: _or_null(_element_of_second(call)),
    "arrayLastOrNull": lambda call: _or_null(_element_of_second(call)),
}
_RULES: dict[str, Rule] = {
    "arrayReduce": _reduced,
    "arrayElement": _element,
    "arrayElementOrNull": _element_or_null,
    **dict.fromkeys(
        """arrayReverse arrayPopBack arrayPopFront arrayRotateLeft arrayRotateRight
        arrayCompact arrayShuffle arrayPartialShuffle emptyArrayToSingle arrayShiftLeft
        arrayShiftRight""".split(),
        _first,
    ),
    "arrayConcat": _concatenated,
    **dict.fromkeys("arrayUnion arraySymmetricDifference".split(), _concatenated),
    "arrayIntersect": _intersection,
    "arrayDistinct": _without_null,
    "arrayFlatten": _flattened,
    "arrayZip": _zipped,
    "arrayZipUnaligned": _zipped_with_null,
    "arrayDotProduct": _dot_product,
    **{f"emptyArray{name}": _always(array_of(plain(name))) for name in _EMPTY.split()},
    "reverse": _reversed,
    "concat": _concat,
    "mapKeys": _map_side(0),
    "mapValues": _map_side(1),
    "mapAdd": _summed_map,
    "mapSubtract": _summed_map,
    **dict.fromkeys("mapUpdate mapConcat".split(), _joined_maps),
    "mapFromArrays": _map_of_arrays,
}

ARRAYS: dict[str, Answer] = {
    **{name: Answer(rule) for name, rule in _RULES.items()},
    # The type of a lambda's body may be Nullable where no argument is.
    **{name: Answer(_unless_null(rule), nulls=False) for name, rule in _WITH_LAMBDA.items()},
    "array": Answer(_array, nulls=False, codes=Codes.OWN),
    # NULL for a place or a number is as if it were not there.
    "arraySlice": Answer(_first, nulls=False),
    "arrayPushBack": Answer(_with_element(1), nulls=False, codes=Codes.DROPPED),
    "arrayPushFront": Answer(_with_element(1), nulls=False, codes=Codes.DROPPED),
    "arrayResize": Answer(_with_element(2), nulls=False, codes=Codes.DROPPED),
    "arrayWithConstant": Answer(_repeated, nulls=False, codes=Codes.DROPPED),
    "arrayFold": Answer(_folded, nulls=False, codes=Codes.DROPPED),
    "arrayJoin": Answer(_joined, nulls=False, codes=Codes.OWN),
    "range": Answer(_range, nulls=False, codes=Codes.DROPPED),
    "tuple": Answer(_tuple, nulls=False, codes=Codes.OWN),
    "initializeAggregation": Answer(_initialized, nulls=False),
    "finalizeAggregation": Answer(lambda call: finalized_type(call.types[0]), nulls=False),
    "tupleElement": Answer(_tuple_element, nulls=False, codes=Codes.OWN),
    "map": Answer(_map, nulls=False, codes=Codes.OWN),
}
"""Functions of arrays, tuples and maps, by name."""


def _or_null(data_type: DataType | None) -> DataType | None:
    return None if data_type is None else nullable(data_type)
