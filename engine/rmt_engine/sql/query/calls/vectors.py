"""Lengths of vectors and distances between them: tuples and arrays of numbers.

The length of an array is calculated with as a Float64, of a tuple with the types of its elements.

Source: https://clickhouse.com/docs/sql-reference/functions/distance-functions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, array_of, plain
from rmt_engine.sql.query.calls.tuple_arithmetic import elements_of, sum_of
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.array_sizes import of_one_size
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["OF_VECTORS"]

_FLOAT64, _FLOAT32 = plain("Float64"), plain("Float32")
_MOST_BITS = 64
_ZERO = "CAST(0 AS DOUBLE)"
_GREATER = "greatest(`_s`, abs(`_e`))"
_ARRAYS = {
    "L1Norm": ("`_s` + abs(`_e`)", "`_s`"),
    "L2Norm": ("`_s` + `_e` * `_e`", "sqrt(`_s`)"),
    "L2SquaredNorm": ("`_s` + `_e` * `_e`", "`_s`"),
    "LinfNorm": (_GREATER, "`_s`"),
}
"""What is added for an element of an array, and what is made of the sum."""


def _norm(name: str, values: Sequence[Value], call: Compose) -> Value:
    vector = stored(values[0])
    power = _power(name, values)
    if vector.family == "Array":
        return _norm_of_array(name, vector, power)
    sizes = [call("abs", [one]) for one in elements_of(name, vector)]
    if name == "L1Norm":
        return sum_of(sizes, call)
    if name == "LinfNorm":
        found, *rest = sizes
        for one in rest:
            found = call("max2", [found, one])
        return found
    if power is None:
        squares = [call("multiply", [one, one]) for one in elements_of(name, vector)]
        total = sum_of(squares, call)
        return total if name == "L2SquaredNorm" else call("sqrt", [total])
    raised = [call("pow", [one, power]) for one in sizes]
    return call("pow", [sum_of(raised, call), _inverse(power)])


def _norm_of_array(name: str, vector: Value, power: Value | None) -> Value:
    element = _element(name, vector)
    answer = _FLOAT32 if element.family == "Float32" else _FLOAT64
    if power is None:
        step, end = _ARRAYS[name]
    else:
        step = f"`_s` + power(abs(`_e`), {power.sql})"
        end = f"power(`_s`, {_inverse(power).sql})"
    of_elements = f"transform({vector.sql}, `_x` -> CAST(`_x` AS DOUBLE))"
    text = f"aggregate({of_elements}, {_ZERO}, (`_s`, `_e`) -> {step}, `_s` -> {end})"
    return Value(f"CAST({text} AS {answer.spark})", answer, folded=vector.is_constant)


def _element(name: str, vector: Value) -> DataType:
    element = vector.type.element if vector.type is not None else None
    is_number = element is not None and (
        element.family in FLOATS or BITS.get(element.family, _MOST_BITS + 1) <= _MOST_BITS
    )
    if element is None or not is_number or element.nullable:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Arguments of function {name} has nested type {element}. Supported types: whole and "
            "floating-point numbers of up to 64 bits.",
        )
    return element


def _power(name: str, values: Sequence[Value]) -> Value | None:
    """The p of `LpNorm(vector, p)`."""
    if not name.startswith("Lp"):
        return None
    power = values[-1]
    given = power.constant
    if not isinstance(given, int | float):
        raise RmtError("ILLEGAL_COLUMN", f"The last argument of function {name} must be constant.")
    if not 1 <= given < math.inf:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Second argument for function {name} must be a finite number not less than one.",
        )
    return _number(float(given))


def _inverse(power: Value) -> Value:
    assert isinstance(power.constant, float)
    return _number(1 / power.constant)


def _number(value: float) -> Value:
    return Value(f"{value!r}D", _FLOAT64, value)


def _distance(name: str, values: Sequence[Value], call: Compose) -> Value:
    norm = f"{name.removesuffix('Distance')}Norm"
    left, right, *rest = map(stored, values)
    if left.family == right.family == "Array":
        return call(norm, [_difference(name, left, right), *rest])
    if "Array" in (left.family, right.family):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Arguments of function {name} must be two tuples or two arrays, not {left.type} and "
            f"{right.type}.",
        )
    return call(norm, [call("tupleMinus", [left, right]), *rest])


def _difference(name: str, left: Value, right: Value) -> Value:
    element = _wider(_element(name, left), _element(name, right))
    first, second = of_one_size(name, [left, right])
    text = f"zip_with({first.sql}, {second.sql}, (`_x`, `_y`) -> CAST(`_x` AS DOUBLE) - `_y`)"
    is_constant = left.is_constant and right.is_constant
    return Value(text, array_of(element), folded=is_constant)


def _wider(left: DataType, right: DataType) -> DataType:
    """Float32 only beside itself and small whole numbers."""
    families = {left.family, right.family}
    others = families - {"Float32"}
    is_small = all(BITS.get(one, _MOST_BITS) <= 16 for one in others)
    return _FLOAT32 if "Float32" in families and is_small else _FLOAT64


def _cosine(name: str, values: Sequence[Value], call: Compose) -> Value:
    left, right = map(stored, values)
    answer = _FLOAT64
    if left.family == right.family == "Array":
        answer = _wider(_element(name, left), _element(name, right))
        left, right = of_one_size(name, [left, right])
        left, right = (converted(one, array_of(_FLOAT64)) for one in (left, right))
    product = call("dotProduct", [left, right])
    lengths = call("multiply", [call("L2Norm", [left]), call("L2Norm", [right])])
    found = call("minus", [_number(1.0), call("divide", [product, lengths])])
    return converted(found, answer)


def _normalized(name: str, values: Sequence[Value], call: Compose) -> Value:
    vector, *rest = map(stored, values)
    norm = call(name.removesuffix("alize"), [vector, *rest])
    if vector.family != "Array":
        return call("tupleDivideByNumber", [vector, norm])
    assert norm.type is not None
    each = f"CAST(divide(CAST(`_x` AS DOUBLE), CAST({norm.sql} AS DOUBLE)) AS {norm.type.spark})"
    text = f"transform({vector.sql}, `_x` -> {each})"
    return Value(text, array_of(norm.type), folded=vector.is_constant)


def _of_all(lowering: Lowering, suffix: str) -> dict[str, Lowering]:
    return {f"{kind}{suffix}": lowering for kind in ("L1", "L2", "Linf", "Lp")}


OF_VECTORS: Mapping[str, Lowering] = {
    **_of_all(_norm, "Norm"),
    **_of_all(_distance, "Distance"),
    **_of_all(_normalized, "Normalize"),
    "L2SquaredNorm": _norm,
    "L2SquaredDistance": _distance,
    "cosineDistance": _cosine,
}
"""Lowerings, by ClickHouse's function."""
