"""A bucket for a number, most of which stay in it when buckets are added: `kostikConsistentHash`.

The four words of 16 bits are a, b, c and d, the lowest first. The lowest bits of c say how many
bits the bucket has and whether they are those of a or of b. Where the bucket is none of n, which
are no power of two, the other bits choose between the greater half of the next power and the lower.

Source: Konstantin Oblakov's algorithm, which ClickHouse has from Yandex's library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import BITS
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.values import Value, arguments_of
from rmt_engine.sql.values.computed_once import computed_once

__all__ = ["CONSISTENT_HASHES"]

_MOST_BUCKETS = 32768
_PART_BITS = 16
_A, _B, _C, _D = (f"(shiftrightunsigned(`_x`, {16 * place}) & 65535L)" for place in range(4))


def _bucket(name: str, values: Sequence[Value], call: Compose) -> Value:
    number, buckets = as_number(values[0]), values[1]
    if BITS.get(number.family, 0) > 4 * _PART_BITS:
        raise RmtError("BAD_ARGUMENTS", f"Function {name} accepts 64-bit integers at most.")
    count = _count_of(name, buckets)
    answer = answer_type(name, arguments_of(values))
    assert answer is not None
    word = call("toInt64", [number])
    text = f"CAST({computed_once(word.sql, '`_x`', _of_buckets(count))} AS {answer.spark})"
    return Value(text, answer, folded=number.is_constant)


def _count_of(name: str, buckets: Value) -> int:
    count = buckets.constant
    if not isinstance(count, int):
        raise RmtError(
            "ILLEGAL_COLUMN", f"Argument 2 of function {name} must be a constant, a literal."
        )
    if not 0 < count <= _MOST_BUCKETS:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The second argument of function {name} (number of buckets) must be a positive "
            f"number, not greater than {_MOST_BUCKETS}.",
        )
    return count


def _of_buckets(count: int) -> str:
    """Spark's text of the bucket of the word `_x`."""
    bits = (count - 1).bit_length()
    if not bits:
        return "`_x` & 0L"
    half = 2 ** (bits - 1)
    greater = f"(({_other_bits(bits)} % (`_v` * (`_v` + 1))) DIV {2 * half} + {half})"
    chosen = (
        f"CASE WHEN `_v` < {count} THEN `_v` WHEN {greater} < {count} THEN {greater} "
        f"ELSE {_of_power(bits - 1)} END"
    )
    return computed_once(_of_power(bits), "`_v`", chosen)


def _of_power(bits: int) -> str:
    """Spark's text of the bucket of 2 ** bits."""
    block = f"({_C} & {2**bits - 1}L)"
    first = "shiftleft(1L, length(bin(`_c`)) - 1)"
    chosen = f"CASE WHEN bit_count(`_c`) % 2 = 0 THEN {_A} ELSE {_B} END"
    return computed_once(
        block,
        "`_c`",
        f"CASE WHEN `_c` < 2 THEN `_c` ELSE {first} + (({chosen}) & ({first} - 1)) END",
    )


def _other_bits(bits: int) -> str:
    """Spark's text of the bits of all parts that the bucket of 2 ** bits is not made of."""
    shift = _PART_BITS - bits
    text = f"(shiftleft({_D}, {shift}) | shiftright({_C}, {bits}))"
    for part in (_B, _A):
        text = f"(shiftleft({text}, {shift + 1}) | shiftright({part}, {bits - 1}))"
    return text


CONSISTENT_HASHES: Mapping[str, Lowering] = {"kostikConsistentHash": _bucket}
"""Lowerings, by ClickHouse's function."""
