"""Bits of whole numbers as lists, moved around and turned over; digits of numbers.

Source: https://clickhouse.com/docs/sql-reference/functions/bit-functions and
https://clickhouse.com/docs/sql-reference/functions/encoding-functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    STRINGS,
    array_of,
    bare,
    nullable,
    plain,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.values import Value, argument_of, stored, truth
from rmt_engine.sql.values.types import DataType

__all__ = ["BITS_AND_DIGITS"]

_MOST_BITS = 64
_SMALL = plain("UInt8")


def _width(name: str, value: Value) -> int:
    bits = BITS.get(value.family)
    if bits is None:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"Illegal type {value.type} of argument of function {name}."
        )
    if bits > _MOST_BITS:
        raise RmtError("NOT_IMPLEMENTED", f"{name} of a {value.type} is not supported.")
    return bits


def _set_bits(value: Value, bits: int, call: Compose) -> str:
    """Spark's text of the positions of the bits that are set; of NULL there are none."""
    word = call("toInt64", [value])
    positions = f"sequence(0, {bits - 1})"
    text = f"filter({positions}, `_p` -> getbit({word.sql}, `_p`) = 1)"
    return f"coalesce({text}, filter({positions}, `_p` -> false))" if value.is_nullable else text


def _positions(name: str, values: Sequence[Value], call: Compose) -> Value:
    value = as_number(values[0])
    answer = array_of(plain("UInt64"))
    text = f"CAST({_set_bits(value, _width(name, value), call)} AS {answer.spark})"
    return Value(text, answer, folded=value.is_constant)


def _powers(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`bitmaskToArray(number)`: the powers of two that it is the sum of."""
    value = as_number(values[0])
    bits = _width(name, value)
    element = bare(value.type) if value.type is not None else plain("UInt64")
    power = call(f"to{element.family}", [Value("shiftleft(1L, `_p`)", plain("Int64"))])
    text = f"transform({_set_bits(value, bits, call)}, `_p` -> {power.sql})"
    return Value(text, array_of(element), folded=value.is_constant)


def _listed(name: str, values: Sequence[Value], call: Compose) -> Value:
    found = call("arrayStringConcat", [call("bitmaskToArray", values), _comma()])
    value = values[0]
    if not value.is_nullable:
        return found
    text = f"(CASE WHEN {value.sql} IS NOT NULL THEN {found.sql} END)"
    return Value(text, nullable(plain("String")))


def _comma() -> Value:
    return Value("','", plain("String"), ",")


def _rotated(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`bitRotateLeft(number, n)` and `bitRotateRight`."""
    value, count = (as_number(one) for one in values)
    answer = answer_type(name, [argument_of(one) for one in (value, count)])
    if answer is not None and answer.family in BITS and answer.family != value.family:
        value = call(f"to{answer.family}", [value])
    bits = _width(name, value)
    by = f"pmod(CAST({count.sql} AS INT), {bits})"
    if name == "bitRotateRight":
        by = f"pmod(-CAST({count.sql} AS INT), {bits})"
    ones = f"{2**bits - 1}L" if bits < _MOST_BITS else "-1L"
    word = f"({call('toInt64', [value]).sql} & {ones})"
    left, right = f"shiftleft({word}, {by})", f"shiftrightunsigned({word}, {bits} - {by})"
    kept = plain("Int64")
    if value.is_nullable or count.is_nullable:
        kept = nullable(kept)
    wide = Value(f"(({left} | {right}) & {ones})", kept)
    return call(f"to{value.family}", [wide])


def _swapped(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`byteSwap(number)`."""
    value = as_number(values[0])
    data = call("reverse", [call("reinterpretAsFixedString", [value])])
    assert _width(name, value)
    return call(f"reinterpretAs{value.family}", [data])


def _count_of_digits(value: Value) -> str:
    """Spark's text of how many decimal digits a number has, those after its point included."""
    digits = f"ltrim('0', translate(CAST({value.sql} AS STRING), '-.', ''))"
    return f"greatest(length({digits}), 1)"


def _digits(name: str, values: Sequence[Value], _call: Compose) -> Value:
    value = as_number(values[0])
    _check_exact(name, value)
    text = f"CAST({_count_of_digits(value)} AS {_SMALL.spark})"
    if value.is_nullable:
        text = f"(CASE WHEN {value.sql} IS NOT NULL THEN {text} END)"
    answer = nullable(_SMALL) if value.is_nullable else _SMALL
    return Value(text, answer, folded=value.is_constant)


def _in_other_base(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`conv(number, base, base)`: of the digits that a number is written with."""
    text, *bases = values
    if text.family not in STRINGS:
        text = call("toString", [text])
    return called(name, [text, *map(as_number, bases)])


def _check_exact(name: str, value: Value) -> None:
    if value.family not in BITS and value.family != "Decimal":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument of function {name}, which takes whole numbers "
            "and decimals.",
        )


def _overflows(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """`isDecimalOverflow(decimal[, digits])`."""
    value = stored(values[0])
    if value.type is None or value.family != "Decimal":
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", f"{name} takes a Decimal, not {value.type}.")
    most = f"{value.type.precision}" if len(values) < 2 else as_number(values[1]).sql
    text = f"({_count_of_digits(value)} > {most})"
    if value.is_nullable:
        text = f"(CASE WHEN {value.sql} IS NOT NULL THEN {text} END)"
    answer: DataType = nullable(_SMALL) if value.is_nullable else _SMALL
    return truth(text, answer)


BITS_AND_DIGITS: Mapping[str, Lowering] = {
    "bitPositionsToArray": _positions,
    "bitmaskToArray": _powers,
    "bitmaskToList": _listed,
    "bitRotateLeft": _rotated,
    "bitRotateRight": _rotated,
    "byteSwap": _swapped,
    "countDigits": _digits,
    "conv": _in_other_base,
    "isDecimalOverflow": _overflows,
}
"""Lowerings, by ClickHouse's function."""
