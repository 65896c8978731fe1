"""The functions of bitmaps, which are states of `groupBitmap`: arrays of different whole numbers.

As in ClickHouse a bitmap of up to 32 numbers has them in the order in which they came, and a larger
one in the order of the numbers without their signs, which puts negative ones last.

Source: https://clickhouse.com/docs/sql-reference/functions/bitmap-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.bitmaps import is_bitmap
from rmt_engine.sql.functions.answers.kinds import BITS, INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.rows import let
from rmt_engine.sql.query.values import Value, arguments_of, number_of, stored, truth
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["BITMAP_FUNCTIONS", "check_bitmap", "fold_of_bitmaps"]

_MOST_IN_ORDER = 32
_WIDEST = 64
_FARTHEST = 2**31 - 1
_PLACES = ("First", "Second")
_UNSIGNED = ("UInt8", "UInt16", "UInt32", "UInt64")
_Lowering = Callable[[str, Sequence[Value]], Value]


def check_bitmap(value: Value, name: str, place: int = 0) -> DataType:
    """The type of the numbers in a bitmap.

    Args:
        value: the bitmap.
        name: the function that takes it.
        place: of the argument, from 0.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it is no bitmap; `NOT_IMPLEMENTED`, it is one of
            truth values.
    """
    if value.type is None or not is_bitmap(value.type):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{_PLACES[place]} argument for function {name} must be a bitmap but it has type "
            f"{value.type or 'unknown'}.",
            "bitmapBuild(array) makes one of an array, groupBitmapState(x) of rows.",
        )
    element = value.type.elements[0]
    if element.nullable or element.family not in INTEGERS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Unexpected type {value.type} of argument of function {name}.",
            "groupBitmapState(assumeNotNull(x)) makes a bitmap of numbers that are not Nullable.",
        )
    if element.family == "Bool":
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of a bitmap of Bool is not supported.",
            "toUInt8(x) makes numbers of truth values.",
        )
    return element


def fold_of_bitmaps(name: str, bitmaps: str, element: DataType) -> str:
    """What several bitmaps are together.

    Args:
        name: `groupBitmapAnd`, `groupBitmapOr` or `groupBitmapXor`.
        bitmaps: an ARRAY of them.
        element: the type of their numbers.
    """
    spark = f"ARRAY<{element.spark}>"
    if name == "groupBitmapOr":
        return f"array_distinct(flatten({bitmaps}))"
    both = _SETS[name.replace("groupBitmap", "bitmap")]("rmt_sum", "rmt_one")
    folded = (
        f"aggregate({bitmaps}, CAST(NULL AS {spark}), (rmt_sum, rmt_one) -> "
        f"CAST(CASE WHEN rmt_sum IS NULL THEN rmt_one ELSE {both} END AS {spark}))"
    )
    return f"coalesce({folded}, CAST(array() AS {spark}))"


# Texts of bitmaps


def _and(a: str, b: str) -> str:
    return f"array_intersect({a}, {b})"


def _or(a: str, b: str) -> str:
    return f"array_union({a}, {b})"


def _xor(a: str, b: str) -> str:
    return f"array_except({_or(a, b)}, {_and(a, b)})"


def _and_not(a: str, b: str) -> str:
    return f"array_except({a}, {b})"


_SETS: Mapping[str, Callable[[str, str], str]] = {
    "bitmapAnd": _and,
    "bitmapOr": _or,
    "bitmapXor": _xor,
    "bitmapAndnot": _and_not,
}


def _numbers(value: Value, element: DataType) -> str:
    """The numbers of a bitmap, which a row of a join without a match has not."""
    return f"coalesce({value.sql}, CAST(array() AS ARRAY<{element.spark}>))"


def _in_order(numbers: str, element: DataType) -> str:
    if element.family not in SIGNED:
        return f"array_sort({numbers})"
    halves = (f"array_sort(filter({numbers}, rmt_x -> rmt_x {sign} 0))" for sign in (">=", "<"))
    return f"concat({', '.join(halves)})"


def _in_order_of(numbers: str, element: DataType, made: str) -> str:
    """What is made of a bitmap `rmt_bits`, in the order that a bitmap of its size has."""
    ordered = f"CASE WHEN size(rmt_bits) > {_MOST_IN_ORDER} THEN {_in_order(made, element)}"
    return let(numbers, "rmt_bits", f"{ordered} ELSE {made} END")


def _without_sign(number: str, family: str, bits: int) -> str:
    """The number that has the same bits and no sign."""
    if family not in SIGNED:
        return f"CAST({number} AS DECIMAL(20,0))"
    negative = f"CAST({number} AS DECIMAL(21,0)) + {2**bits}"
    return f"CAST(CASE WHEN {number} < 0 THEN {negative} ELSE {number} END AS DECIMAL(20,0))"


def _unsigned(number: str, element: DataType) -> str:
    return _without_sign(number, element.family, BITS[element.family])


def _answer(name: str, values: Sequence[Value], text: str) -> Value:
    answer = answer_type(name, arguments_of(values))
    is_constant = all(value.is_constant for value in values)
    if answer is None:
        return Value(text, None)
    if name in ("bitmapContains", "bitmapHasAny", "bitmapHasAll"):
        return truth(f"({text})", answer)
    return Value(f"CAST({text} AS {answer.spark})", answer, folded=is_constant)


# Functions


def _built(name: str, values: Sequence[Value]) -> Value:
    array = values[0]
    if array.type is None or array.family != "Array":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"First argument for function {name} must be an array but it has type "
            f"{array.type or 'unknown'}.",
        )
    element = array.type.element
    if element.nullable or element.family not in INTEGERS or BITS[element.family] > _WIDEST:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Unexpected type {array.type} of argument of function {name}.",
            "A bitmap has whole numbers of up to 64 bits that are not Nullable.",
        )
    return _answer(name, values, f"array_distinct({array.sql})")


def _listed(name: str, values: Sequence[Value]) -> Value:
    element = check_bitmap(values[0], name)
    return _answer(name, values, _in_order_of(_numbers(values[0], element), element, "rmt_bits"))


def _counted(name: str, values: Sequence[Value]) -> Value:
    element = check_bitmap(values[0], name)
    return _answer(name, values, f"size({_numbers(values[0], element)})")


def _extreme(name: str, values: Sequence[Value]) -> Value:
    """Of an empty bitmap, 0 as the greatest and the greatest number there is as the least."""
    element = check_bitmap(values[0], name)
    places = f"transform({_numbers(values[0], element)}, rmt_x -> {_unsigned('rmt_x', element)})"
    if name == "bitmapMax":
        return _answer(name, values, f"coalesce(array_max({places}), 0)")
    nothing = 2 ** max(BITS[element.family], 32) - 1
    text = f"coalesce(array_min({places}), CAST('{nothing}' AS DECIMAL(20,0)))"
    return _answer(name, values, text)


def _contains(name: str, values: Sequence[Value]) -> Value:
    element, wanted = check_bitmap(values[0], name), number_of(stored(values[1]))
    if wanted.family not in INTEGERS or BITS[wanted.family] > _WIDEST:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Second argument for function {name} must be an native integer type but it has type "
            f"{wanted.type or 'unknown'}.",
        )
    bits = BITS[element.family]
    number = _without_sign(wanted.sql, wanted.family, _WIDEST)
    own = number
    if element.family in SIGNED:
        own = (
            f"(CASE WHEN {number} >= {2 ** (bits - 1)} THEN {number} - {2**bits} ELSE {number} END)"
        )
    found = f"array_contains({_numbers(values[0], element)}, TRY_CAST({own} AS {element.spark}))"
    return _answer(name, values, f"{number} < {2**bits} AND {found}")


def _pair(name: str, values: Sequence[Value]) -> tuple[str, str, DataType]:
    """The numbers of two bitmaps, and their type."""
    first, second = (check_bitmap(value, name, place) for place, value in enumerate(values))
    if first != second:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The nested type in bitmaps must be the same, but one is {first}, and the other is "
            f"{second}.",
            f"bitmapBuild(array::Array({first})) makes a bitmap of such numbers.",
        )
    return _numbers(values[0], first), _numbers(values[1], first), first


def _combined(name: str, values: Sequence[Value]) -> Value:
    a, b, element = _pair(name, values)
    if name == "bitmapXor":
        return _answer(name, values, _in_order(_xor(a, b), element))
    return _answer(name, values, _in_order_of(a, element, _SETS[name]("rmt_bits", b)))


def _counted_of_two(name: str, values: Sequence[Value]) -> Value:
    a, b, _ = _pair(name, values)
    return _answer(name, values, f"size({_SETS[name.removesuffix('Cardinality')](a, b)})")


def _has_any(name: str, values: Sequence[Value]) -> Value:
    a, b, _ = _pair(name, values)
    return _answer(name, values, f"arrays_overlap({a}, {b})")


def _has_all(name: str, values: Sequence[Value]) -> Value:
    a, b, _ = _pair(name, values)
    return _answer(name, values, f"size({_and_not(b, a)}) = 0")


def _bounds(name: str, values: Sequence[Value]) -> list[str]:
    """The numbers behind a bitmap, as DECIMALs."""
    for value in values[1:]:
        if value.type is None or (value.family not in (*_UNSIGNED, "Bool")):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"The second and third arguments for function {name} must be one of "
                f"[{', '.join(_UNSIGNED)}] but one of them has type {value.type or 'unknown'}.",
            )
    return [f"CAST({number_of(stored(value)).sql} AS DECIMAL(20,0))" for value in values[1:]]


def _in_range(name: str, values: Sequence[Value]) -> Value:
    element, (start, stop) = check_bitmap(values[0], name), _bounds(name, values)
    place = _unsigned("rmt_x", element)
    kept = f"filter(rmt_bits, rmt_x -> {place} >= {start} AND {place} < {stop})"
    return _answer(name, values, _in_order_of(_numbers(values[0], element), element, kept))


def _count(number: str) -> str:
    """A number of elements, which is a whole number of Spark's."""
    return f"CAST(least({number}, {_FARTHEST - 1}) AS INT)"


def _from_number(name: str, values: Sequence[Value]) -> Value:
    """`bitmapSubsetLimit(bitmap, start, limit)`: the least numbers from one on."""
    element, (start, limit) = check_bitmap(values[0], name), _bounds(name, values)
    kept = f"filter(rmt_bits, rmt_x -> {_unsigned('rmt_x', element)} >= {start})"
    least = f"slice({_in_order(kept, element)}, 1, {_count(limit)})"
    text = _in_order_of(_numbers(values[0], element), element, _and("rmt_bits", least))
    return _answer(name, values, text)


def _from_place(name: str, values: Sequence[Value]) -> Value:
    """`subBitmap(bitmap, offset, limit)`: the numbers from a place on, in order."""
    element, (offset, limit) = check_bitmap(values[0], name), _bounds(name, values)
    numbers = _in_order("rmt_bits", element)
    piece = f"slice({numbers}, {_count(offset)} + 1, {_count(limit)})"
    return _answer(name, values, let(_numbers(values[0], element), "rmt_bits", piece))


def _replaced(name: str, values: Sequence[Value]) -> Value:
    """`bitmapTransform(bitmap, from, to)`: one replacement after the other."""
    element = check_bitmap(values[0], name)
    for value in values[1:]:
        if (
            value.type is None
            or value.family != "Array"
            or str(value.type.element) not in _UNSIGNED
        ):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"The second and third arguments for function {name} must be an one of "
                f"[{', '.join(f'Array({one})' for one in _UNSIGNED)}] but one of them has type "
                f"{value.type or 'unknown'}.",
            )
    if element.family in SIGNED:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of a bitmap of {element} is not supported.",
            "Bitmaps of numbers without a sign are there.",
        )
    before, after = (value.sql for value in values[1:])
    kind, greatest = f"ARRAY<{element.spark}>", 2 ** BITS[element.family] - 1
    old, new = (f"TRY_CAST(rmt_pair.`{at}` AS {element.spark})" for at in "01")
    too_large = _refusal(
        f"A replacement value does not fit into the bitmap element type, the maximum is {greatest}."
    )
    one = (
        f"CASE WHEN rmt_pair.`1` > {greatest} THEN CAST({too_large} AS {kind}) "
        f"WHEN rmt_pair.`0` <= {greatest} AND array_contains(rmt_bits, {old}) "
        f"THEN array_union(array_remove(rmt_bits, {old}), array({new})) ELSE rmt_bits END"
    )
    made = (
        f"aggregate(zip_with({before}, {after}, (rmt_a, rmt_b) -> "
        "named_struct('0', rmt_a, '1', rmt_b)), "
        f"CAST({_numbers(values[0], element)} AS {kind}), "
        f"(rmt_bits, rmt_pair) -> CAST({one} AS {kind}), "
        f"rmt_bits -> {_in_order('rmt_bits', element)})"
    )
    unequal = _refusal("From array size and to array size mismatch.")
    is_unequal = f"size({before}) <> size({after})"
    text = f"CASE WHEN {is_unequal} THEN CAST({unequal} AS {kind}) ELSE {made} END"
    return _answer(name, values, text)


def _refusal(message: str) -> str:
    return failing(RmtError("BAD_ARGUMENTS", message))


def _lowering(name: str, count: int, lower: _Lowering) -> Callable[[Sequence[Value]], Value]:
    def lowered(values: Sequence[Value]) -> Value:
        if len(values) != count:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"Number of arguments for function {name} doesn't match: passed {len(values)}, "
                f"should be {count}.",
            )
        return lower(name, values)

    return lowered


_FUNCTIONS: Mapping[str, tuple[int, _Lowering]] = {
    "bitmapBuild": (1, _built),
    "bitmapToArray": (1, _listed),
    "bitmapCardinality": (1, _counted),
    "bitmapMin": (1, _extreme),
    "bitmapMax": (1, _extreme),
    "bitmapContains": (2, _contains),
    **dict.fromkeys(_SETS, (2, _combined)),
    **{f"{name}Cardinality": (2, _counted_of_two) for name in _SETS},
    "bitmapHasAny": (2, _has_any),
    "bitmapHasAll": (2, _has_all),
    "bitmapSubsetInRange": (3, _in_range),
    "bitmapSubsetLimit": (3, _from_number),
    "subBitmap": (3, _from_place),
    "bitmapTransform": (3, _replaced),
}

BITMAP_FUNCTIONS: Mapping[str, Callable[[Sequence[Value]], Value]] = {
    name: _lowering(name, count, lower) for name, (count, lower) in _FUNCTIONS.items()
}
"""How each is lowered, by name."""
