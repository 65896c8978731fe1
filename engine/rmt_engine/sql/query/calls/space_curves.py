"""Places on curves that fill a space, those of Morton and of Hilbert, and the way back.

A mask, which may be the first argument, gives each dimension another weight: Morton's curve takes
every second or third bit of it, Hilbert's has it moved by so many bits.

Source: https://clickhouse.com/docs/sql-reference/functions/encoding-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subscripts import tuple_of_values
from rmt_engine.sql.query.values import Value, arguments_of
from rmt_engine.sql.values.computed_once import computed_once

__all__ = ["SPACE_CURVES"]

_WORD_BITS = 64
_UNSIGNED = ("UInt8", "UInt16", "UInt32", "UInt64", "Bool")
_WORD = plain("Int64")
_LEVELS = 32
"""Squares of Hilbert's curve, each a quarter of the one before."""
_QUARTERS = "array(0L, 3L, 1L, 2L, 0L, 1L, 3L, 2L, 2L, 1L, 3L, 0L, 2L, 3L, 1L, 0L)"
"""The two digits of a quarter on the curve, by how the curve lies, 0 to 3, and the bits of x, y."""
_LIES_NEXT = "array(1, 3, 0, 0, 0, 1, 2, 1, 2, 2, 1, 3, 3, 0, 3, 2)"
"""How it lies in that quarter."""
_PLACES = "array(0L, 2L, 3L, 1L, 0L, 1L, 3L, 2L, 3L, 1L, 0L, 2L, 3L, 2L, 0L, 1L)"
"""The bits of x and y, by how the curve lies and by the two digits."""
_LIES_AT_DIGITS = "array(1, 0, 0, 3, 0, 1, 1, 2, 3, 2, 2, 1, 2, 3, 3, 0)"


@dataclass(frozen=True)
class _Curve:
    """A curve.

    Attributes:
        most: so many dimensions at most.
        weights: those that a mask may give a dimension.
        plain: the weight of a dimension without a mask.
        encoded: Spark's text of the place on the curve, of BIGINTs with their weights.
        decoded: Spark's texts of the numbers of a place, a BIGINT, with their weights.
    """

    most: int
    weights: range
    plain: int
    encoded: Callable[[Sequence[str], Sequence[int]], str]
    decoded: Callable[[str, Sequence[int]], Sequence[str]]


def _spread(weight: int, dimensions: int, place: int) -> list[tuple[int, int]]:
    """The bits of a number that are kept, with their places on Morton's curve."""
    kept = ((bit, weight * bit + weight - 1) for bit in range(_WORD_BITS // weight))
    return [(bit, dimensions * at + place) for bit, at in kept if at < _WORD_BITS // dimensions]


def _moved(word: str, bits: Sequence[tuple[int, int]], start: str = "0L") -> str:
    """A word with bits of another at other places.

    Args:
        word: the other.
        bits: places in the other, and in this one.
        start: the word that the bits are added to.
    """
    if not bits:
        return start
    pairs = ", ".join(f"struct({source}, {target})" for source, target in bits)
    bit = f"(shiftrightunsigned({word}, `_b`.`col1`) & 1L)"
    step = f"`_w` | shiftleft({bit}, `_b`.`col2`)"
    return f"aggregate(array({pairs}), {start}, (`_w`, `_b`) -> {step})"


def _morton(words: Sequence[str], weights: Sequence[int]) -> str:
    found = "0L"
    for place, (word, weight) in enumerate(zip(words, weights, strict=True)):
        found = _moved(word, _spread(weight, len(words), place), found)
    return found


def _of_morton(word: str, weights: Sequence[int]) -> list[str]:
    return [
        _moved(word, [(at, bit) for bit, at in _spread(weight, len(weights), place)])
        for place, weight in enumerate(weights)
    ]


def _shifted(word: str, weight: int) -> str:
    if weight >= _WORD_BITS:
        return "0L"
    return f"shiftleft({word}, {weight})" if weight else word


def _hilbert(words: Sequence[str], weights: Sequence[int]) -> str:
    """0 of numbers that the curve does not reach."""
    moved = [_shifted(word, weight) for word, weight in zip(words, weights, strict=True)]
    if len(moved) == 1:
        return moved[0]
    bits = "CAST(shiftrightunsigned(`_p`.`{}`, `_i`) & 1L AS INT)"
    at = f"`_a`.`s` * 4 + {bits.format('x')} * 2 + {bits.format('y')}"
    step = (
        f"named_struct('d', shiftleft(`_a`.`d`, 2) | get({_QUARTERS}, {at}), "
        f"'s', get({_LIES_NEXT}, {at}))"
    )
    walked = (
        f"aggregate(sequence({_LEVELS - 1}, 0), named_struct('d', 0L, 's', 0), "
        f"(`_a`, `_i`) -> {step}, `_a` -> `_a`.`d`)"
    )
    x, y = (f"shiftrightunsigned(`_p`.`{name}`, {_LEVELS})" for name in "xy")
    pair = f"named_struct('x', {moved[0]}, 'y', {moved[1]})"
    is_known = f"{x} = 0 AND {y} = 0"
    return computed_once(
        pair, "`_p`", f"CASE WHEN {is_known} THEN {walked} WHEN NOT ({is_known}) THEN 0L END"
    )


def _of_hilbert(word: str, weights: Sequence[int]) -> list[str]:
    if len(weights) == 1:
        found = [word]
    else:
        at = f"`_a`.`s` * 4 + CAST(shiftrightunsigned({word}, 2 * `_i`) & 3L AS INT)"
        place = f"get({_PLACES}, {at})"
        step = (
            f"named_struct('x', shiftleft(`_a`.`x`, 1) | shiftright({place}, 1), "
            f"'y', shiftleft(`_a`.`y`, 1) | ({place} & 1L), 's', get({_LIES_AT_DIGITS}, {at}))"
        )
        start = "named_struct('x', 0L, 'y', 0L, 's', 0)"
        levels = f"sequence({_LEVELS - 1}, 0)"
        found = [
            f"aggregate({levels}, {start}, (`_a`, `_i`) -> {step}, `_a` -> `_a`.`{name}`)"
            for name in "xy"
        ]
    return [
        f"shiftrightunsigned({one}, {weight})" if weight < _WORD_BITS else "0L"
        for one, weight in zip(found, weights, strict=True)
    ]


def _encode(curve: _Curve) -> Lowering:
    def lower(name: str, values: Sequence[Value], call: Compose) -> Value:
        mask = values[0] if values and values[0].family == "Tuple" else None
        numbers = values if mask is None else values[1:]
        if len(numbers) > curve.most:
            raise RmtError(
                "TOO_MANY_ARGUMENTS_FOR_FUNCTION",
                f"Illegal number of UInt arguments of function {name}: should be not more than "
                f"{curve.most} dimensions.",
            )
        weights = [curve.plain] * len(numbers) if mask is None else _weights(name, curve, mask)
        if len(weights) != len(numbers) or not numbers:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"Illegal first argument of function {name}, the tuple's size should be equal to "
                "the number of UInt arguments.",
            )
        for number in numbers:
            _check_unsigned(name, number, "ILLEGAL_TYPE_OF_ARGUMENT")
        words = [call("toInt64", [number]) for number in numbers]
        kept = nullable(_WORD) if any(one.is_nullable for one in numbers) else _WORD
        names = [f"`_n{place}`" for place in range(len(words))]
        text = curve.encoded(names, weights)
        for word, known_as in zip(words, names, strict=True):
            text = computed_once(word.sql, known_as, text)
        found = call("toUInt64", [Value(text, kept)])
        return replace(found, folded=all(one.is_constant for one in values))

    return lower


def _decode(curve: _Curve) -> Lowering:
    def lower(name: str, values: Sequence[Value], call: Compose) -> Value:
        dimensions, number = values
        weights = _weights_of_decoding(name, curve, dimensions)
        _check_unsigned(name, number, "ILLEGAL_COLUMN")
        answer = answer_type(name, arguments_of(values))
        assert answer is not None
        found = [call("toUInt64", [Value(text, _WORD)]) for text in curve.decoded("`_n`", weights)]
        made = f"CAST({tuple_of_values(found, None).sql} AS {answer.spark})"
        if number.is_nullable:
            made = f"CASE WHEN `_n` IS NOT NULL THEN {made} END"
        text = computed_once(call("toInt64", [number]).sql, "`_n`", made)
        return Value(text, answer, folded=number.is_constant)

    return lower


def _weights(name: str, curve: _Curve, mask: Value) -> list[int]:
    weights = [one.constant for one in mask.elements]
    if not weights or not all(isinstance(one, int) for one in weights):
        raise RmtError(
            "NOT_IMPLEMENTED", f"{name} with a mask that is no constant tuple is not supported."
        )
    found = [one for one in weights if isinstance(one, int)]
    for one in found:
        if one not in curve.weights:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"Illegal argument {one} in tuple for function {name}, should be a number in range "
                f"{curve.weights.start}-{curve.weights.stop - 1}.",
            )
    return found


def _weights_of_decoding(name: str, curve: _Curve, dimensions: Value) -> list[int]:
    if dimensions.family == "Tuple":
        weights = _weights(name, curve, dimensions)
    elif not dimensions.is_constant or dimensions.family not in _UNSIGNED:
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Illegal column type {dimensions.type} for function {name}, should be a constant "
            "(UInt or Tuple).",
        )
    else:
        count = dimensions.constant
        weights = [curve.plain] * count if isinstance(count, int) else []
    if not 1 <= len(weights) <= curve.most:
        raise RmtError(
            "ARGUMENT_OUT_OF_BOUND",
            f"Illegal first argument for function {name}, should be a number in range "
            f"1-{curve.most} or a Tuple of such size.",
        )
    return weights


def _check_unsigned(name: str, number: Value, error: str) -> None:
    if number.family not in _UNSIGNED:
        raise RmtError(
            error,
            f"Illegal type {number.type} of argument for function {name}, should be a native UInt.",
        )


_MORTON = _Curve(8, range(1, 9), 1, _morton, _of_morton)
_HILBERT = _Curve(2, range(33), 0, _hilbert, _of_hilbert)
SPACE_CURVES: Mapping[str, Lowering] = {
    "mortonEncode": _encode(_MORTON),
    "mortonDecode": _decode(_MORTON),
    "hilbertEncode": _encode(_HILBERT),
    "hilbertDecode": _decode(_HILBERT),
}
"""Lowerings, by ClickHouse's function."""
