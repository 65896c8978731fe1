"""Numbers without their sign, rounded, and as the bits that they are kept as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    INTEGERS,
    SIGNED,
    nullable,
    plain,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.calls.hashes import bytes_of
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.rounding import digits_of, rounded_whole
from rmt_engine.sql.query.values import Value, argument_of, literal, stored

__all__ = ["NUMBER_CALLS"]

_MOST_BITS = 64
"""The widest whole number whose bits Spark has."""


def _absolute(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`abs(x)`: the answer has no sign, and holds that of the least number."""
    value = stored(values[0])
    answer = answer_type("abs", [argument_of(value)])
    if answer is None or value.family not in SIGNED:
        return called("abs", [value])
    return Value(f"abs(CAST({value.sql} AS {answer.spark}))", answer, folded=value.is_constant)


def _sign(_name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`sign(x)`: 1 of a NaN, too."""
    value = as_number(values[0])
    answer = answer_type("sign", [argument_of(value)])
    if answer is None or value.type is None:
        return called("sign", values)
    unknown = f"WHEN {value.sql} IS NULL THEN NULL " if value.is_nullable else ""
    cases = f"{unknown}WHEN {value.sql} < 0 THEN -1 WHEN {value.sql} = 0 THEN 0 ELSE 1"
    return Value(f"CAST(CASE {cases} END AS {answer.spark})", answer, folded=value.is_constant)


def _rounded(name: str, values: Sequence[Value], call: Compose) -> Value:
    if len(values) > 1 and not values[1].is_constant and values[0].family not in FLOATS:
        return _rounded_by_row(name, values[0], as_number(values[1]), call)
    found = called(name, values)
    if len(values) < 2 or found.type is None:
        return found
    text = rounded_whole(name, stored(values[0]), values[1])
    return found if text is None else replace(found, sql=f"CAST({text} AS {found.type.spark})")


def _rounded_by_row(name: str, value: Value, digits: Value, call: Compose) -> Value:
    """An exact number, rounded to as many digits as each row says."""
    value = as_number(value)
    places = digits_of(value)
    if value.type is None or places is None:
        return called(name, [value, digits])
    number = Value("`_r`", value.type)
    cases = [(place, call(name, [number, literal(place)])) for place in places]
    whens = " ".join(f"WHEN {place} THEN {found.sql}" for place, found in cases)
    below = f"WHEN {digits.sql} < {places.start} THEN CAST(0 AS {value.type.spark})"
    chosen = f"CASE {below} ELSE CASE {digits.sql} {whens} ELSE `_r` END END"
    if digits.is_nullable:
        chosen = f"CASE WHEN {digits.sql} IS NOT NULL THEN {chosen} END"
    answer = nullable(value.type) if digits.is_nullable else value.type
    return Value(f"transform(array({value.sql}), `_r` -> {chosen})[0]", answer)


def _inverted(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`bitNot(x)`: of what has no sign, what is missing to its greatest number."""
    value = as_number(values[0])
    answer = answer_type("bitNot", [argument_of(value)])
    if answer is None or answer.family not in INTEGERS:
        return called("bitNot", values)
    number = call(f"to{answer.family}", [value])
    if answer.family in SIGNED:
        greatest = "-1"
    else:
        greatest = str(2 ** BITS[answer.family] - 1) + ("BD" if answer.family == "UInt64" else "L")
    return Value(f"CAST({greatest} - {number.sql} AS {answer.spark})", answer)


def _of_bits(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`hex`, `bin` and `bitCount`: of what is no whole number, of the bytes that it is kept as."""
    value = stored(values[0])
    if value.family in INTEGERS and BITS[value.family] > _MOST_BITS:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a {value.type} is not supported.")
    answer = answer_type(name, [argument_of(value)])
    if value.family == "UUID":
        data = f"unhex(replace({value.sql}, '-', ''))"
    elif value.family == "IPv6":
        data = call("IPv6StringToNum", [call("toString", [value])]).sql
    elif value.family in FLOATS | {"Decimal"}:
        data = bytes_of(name, value)
    else:
        return called(name, values)
    if name == "bitCount":
        data = f"replace({FUNCTIONS['bin'].known_as}({data}), '0', '')"
        return Value(f"CAST(length({data}) AS {answer.spark if answer else 'INT'})", answer)
    return Value(f"{FUNCTIONS[name].known_as}({data})", answer, folded=value.is_constant)


def _bits(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`bitAnd` and its kin: both are converted to the type of the answer before."""
    answer = answer_type(name, [argument_of(value) for value in values])
    if answer is None or answer.family not in INTEGERS:
        return called(name, values)
    target = f"to{answer.family}"
    return called(name, [call(target, [value]) for value in values])


def _shifted(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`bitShiftLeft(number, n)`: bits beyond those of the answer's type are lost."""
    numbers = [as_number(stored(value)) for value in values]
    answer = answer_type(name, [argument_of(value) for value in numbers])
    if answer is None or answer.family not in INTEGERS or BITS[answer.family] >= _MOST_BITS:
        return called(name, values)
    word = plain("Int64")
    text = f"{name}({', '.join(number.sql for number in numbers)})"
    folded = all(number.is_constant for number in numbers)
    shifted = Value(text, nullable(word) if answer.nullable else word, folded=folded)
    return call(f"to{answer.family}", [shifted])


def _divisor(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`gcd` and `lcm`: of numbers that are made as wide as the answer, and wrap around as it."""
    numbers = [as_number(stored(value)) for value in values]
    answer = answer_type(name, [argument_of(value) for value in numbers])
    if answer is None or not any(BITS.get(value.family) == _MOST_BITS for value in numbers):
        return called(name, numbers)
    a, b = (call(f"to{answer.family}", [value]) for value in numbers)
    if name == "gcd":
        return called(name, [a, b])
    if answer.family == "UInt64":
        return call("multiply", [call("intDiv", [a, called("gcd", [a, b])]), b])
    text = f"{FUNCTIONS[name].known_as}({a.sql}, {b.sql}, {2**63 - 1}L)"
    return Value(f"CAST({text} AS BIGINT)", answer, folded=a.is_constant and b.is_constant)


def _bucket(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`widthBucket(x, low, high, n)`: 0 where there is nothing between the ends."""
    numbers = [as_number(stored(value)) for value in values]
    _, low, high, _ = numbers
    found = called(name, numbers)
    if found.type is None:
        return found
    unknown = " OR ".join(f"{one.sql} IS NULL" for one in numbers if one.is_nullable)
    is_empty = f"{low.sql} >= {high.sql}"
    if unknown:
        is_empty = f"NOT ({unknown}) AND {is_empty}"
    none = f"CAST(0 AS {found.type.spark})"
    return replace(found, sql=f"(CASE WHEN {is_empty} THEN {none} ELSE {found.sql} END)")


def _factorial(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`factorial(n)`: 1 of what is below 0."""
    number = as_number(stored(values[0]))
    text = f"CAST(CASE WHEN {number.sql} < 0 THEN 0 ELSE {number.sql} END AS INT)"
    return called(name, [replace(number, sql=text)])


NUMBER_CALLS: Mapping[str, Lowering] = {
    "sign": _sign,
    "abs": _absolute,
    **dict.fromkeys(("gcd", "lcm"), _divisor),
    "factorial": _factorial,
    "widthBucket": _bucket,
    **dict.fromkeys(("round", "floor", "ceil", "trunc", "roundBankers"), _rounded),
    "bitNot": _inverted,
    **dict.fromkeys(("bitAnd", "bitOr", "bitXor"), _bits),
    "bitShiftLeft": _shifted,
    **dict.fromkeys(("hex", "bin", "bitCount"), _of_bits),
}
"""Functions that calculate by the bits and digits of numbers."""
