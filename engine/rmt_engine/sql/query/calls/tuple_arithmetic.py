"""Tuples that are calculated with element by element, joined, and asked for their names.

Source: https://clickhouse.com/docs/sql-reference/functions/tuple-functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import (
    TIMES,
    array_of,
    is_number,
    plain,
    tuple_of,
    without_codes,
)
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.values import Value, literal, stored
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["OF_TUPLES", "elements_of", "operator_of_tuples", "pairs_of", "sum_of"]

_OPERATORS = {
    "tuplePlus": "plus",
    "tupleMinus": "minus",
    "tupleMultiply": "multiply",
    "tupleDivide": "divide",
    "tupleIntDiv": "intDiv",
    "tupleIntDivOrZero": "intDivOrZero",
    "tupleModulo": "modulo",
    "tuplePositiveModulo": "positiveModulo",
}
"""Functions of two tuples, and what they do with two elements."""


_OF_TUPLES = {"plus": "tuplePlus", "minus": "tupleMinus", "multiply": "dotProduct"}
"""Operators, and the functions that they are between two tuples."""
_BY_NUMBERS = {
    "multiply": "tupleMultiplyByNumber",
    "divide": "tupleDivideByNumber",
    "intDiv": "tupleIntDivByNumber",
    "modulo": "tupleModuloByNumber",
}
"""The same between a tuple and a number."""


def operator_of_tuples(name: str, values: Sequence[Value]) -> tuple[str, Sequence[Value]] | None:
    """The function that an operator is whose operands are tuples, and its arguments.

    Args:
        name: the operator's function: `plus`.
        values: the operands.

    Returns:
        None if it is none of tuples.
    """
    if name == "negate" and values[0].family == "Tuple":
        return "tupleNegate", values
    if len(values) != 2:
        return None
    first, second = values
    are_tuples = [one.family == "Tuple" for one in values]
    if all(are_tuples):
        return (_OF_TUPLES[name], values) if name in _OF_TUPLES else None
    if not any(are_tuples):
        return None
    if name == "plus" and are_tuples[0] and second.family in TIMES:
        return name, [second, first]
    number = second if are_tuples[0] else first
    if name not in _BY_NUMBERS or number.type is None or not is_number(number.type):
        return None
    if are_tuples[0]:
        return _BY_NUMBERS[name], values
    return (_BY_NUMBERS[name], [second, first]) if name == "multiply" else None


def elements_of(name: str, value: Value) -> list[Value]:
    """The elements of a tuple.

    Args:
        name: the function that takes it.
        value: the tuple.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it is none.
    """
    if value.type is None or value.family != "Tuple":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"An argument of function {name} should be a tuple, got {value.type}.",
        )
    return [element_of(value, place) for place in range(1, len(value.type.elements) + 1)]


def pairs_of(name: str, values: Sequence[Value]) -> list[tuple[Value, Value]]:
    """The elements of two tuples side by side.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, they have not as many.
    """
    left, right = (elements_of(name, value) for value in values)
    if len(left) != len(right):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Expected tuples of the same size as arguments of function {name}, got "
            f"{values[0].type} and {values[1].type}.",
        )
    return list(zip(left, right, strict=True))


def sum_of(values: Sequence[Value], call: Compose) -> Value:
    """The sum of values, from left to right; 0 of none."""
    if not values:
        return literal(0)
    found, *rest = values
    for value in rest:
        found = call("plus", [found, value])
    return found


def _made(elements: Sequence[Value]) -> Value:
    types = [one.type for one in elements]
    known = [one for one in types if one is not None]
    return tuple_of_values(elements, tuple_of(known) if len(known) == len(types) else None)


def _of_pairs(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`tuplePlus(a, b, …)`: the answer of the first two and the next one, and so on."""
    operator = _OPERATORS[name]
    found, *others = values
    for other in others:
        pairs = pairs_of(name, [found, other])
        found = _made([call(operator, [left, right]) for left, right in pairs])
    return found


def _by_number(name: str, values: Sequence[Value], call: Compose) -> Value:
    operator = _OPERATORS[name.removesuffix("ByNumber")]
    value, number = values
    if number.is_nullable:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} by a number that may be NULL is not supported.",
            "assumeNotNull makes one that is not.",
        )
    return _made([call(operator, [one, number]) for one in elements_of(name, value)])


def _negated(name: str, values: Sequence[Value], call: Compose) -> Value:
    return _made([call("negate", [one]) for one in elements_of(name, values[0])])


def _product(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`dotProduct`, of tuples or of arrays."""
    if all(value.family == "Array" for value in values):
        return call("arrayDotProduct", values)
    return sum_of([call("multiply", [*pair]) for pair in pairs_of(name, values)], call)


def _differing(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`tupleHammingDistance`."""
    differ = [call("notEquals", [*pair]) for pair in pairs_of(name, values)]
    return sum_of([stored(one) for one in differ], call)


def _joined(name: str, values: Sequence[Value], _call: Compose) -> Value:
    elements = [one for value in values for one in elements_of(name, value)]
    return _made([replace(one, type=one.type and without_codes(one.type)) for one in elements])


def _names_of(name: str, value: Value) -> tuple[str, ...]:
    count = len(elements_of(name, value))
    names = value.type.names if value.type is not None else ()
    return names or tuple(str(place) for place in range(1, count + 1))


def _names(name: str, values: Sequence[Value], _call: Compose) -> Value:
    listed = ", ".join(quote_string(one) for one in _names_of(name, values[0]))
    return Value(f"array({listed})", array_of(plain("String")), folded=True)


def _pairs_with_names(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`tupleToNameValuePairs`: all elements have one type."""
    elements = elements_of(name, values[0])
    if len({str(one.type) for one in elements}) != 1:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"The argument tuple for function {name} must contain just one type.",
        )
    names = _names_of(name, values[0])
    pairs = [
        call("tuple", [literal(one), element]) for one, element in zip(names, elements, strict=True)
    ]
    return call("array", pairs)


def _flattened(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`flattenTuple`: the names of elements inside are paths."""
    leaves = list(_leaves(name, values[0], ""))
    fields = ", ".join(f"{quote_string(path)}, {stored(leaf).sql}" for path, leaf in leaves)
    types: list[DataType] = [leaf.type for _, leaf in leaves if leaf.type is not None]
    return Value(
        f"named_struct({fields})",
        tuple_of(types, [path for path, _ in leaves]),
        folded=values[0].is_constant,
    )


def _leaves(name: str, value: Value, path: str) -> list[tuple[str, Value]]:
    if value.type is not None and value.family == "Tuple" and not value.type.names:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Tuple argument for function {name!r} must be named. Got {value.type}.",
        )
    if value.family != "Tuple" and path:
        return [(path, value)]
    named = zip(_names_of(name, value), elements_of(name, value), strict=True)
    return [
        leaf
        for one, element in named
        for leaf in _leaves(name, element, f"{path}.{one}" if path else one)
    ]


OF_TUPLES: Mapping[str, Lowering] = {
    **dict.fromkeys(_OPERATORS.keys() - {"tuplePositiveModulo"}, _of_pairs),
    **{f"{name}ByNumber": _by_number for name in _OPERATORS.keys() - {"tuplePlus", "tupleMinus"}},
    "tupleNegate": _negated,
    "dotProduct": _product,
    "tupleHammingDistance": _differing,
    "tupleConcat": _joined,
    "tupleNames": _names,
    "tupleToNameValuePairs": _pairs_with_names,
    "flattenTuple": _flattened,
}
"""Lowerings, by ClickHouse's function."""
