"""Digests and checksums that neither Spark nor Java has: MD4, RIPEMD-160, Keccak and CRC-64.

Each is a loop over the words of a text, written for Spark as it stands: a state that one lambda
makes of the one before.

Sources: RFC 1320; https://homes.esat.kuleuven.be/~bosselae/ripemd160.html; the Keccak team's
specification summary, with the padding of Ethereum; ECMA-182 for the polynomial of CRC-64.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Builder, Builders, of, unsigned

__all__ = ["DIGESTS"]

_MASK = 2**32 - 1
_BLOCK = 64
"""Bytes that MD4 and RIPEMD-160 take at a time."""
_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
_IN_ORDER = tuple(range(16))
_MD4_ORDERS = (
    *_IN_ORDER,
    *(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
    *(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15),
)
_MD4_SHIFTS = (*(3, 7, 11, 19) * 4, *(3, 5, 9, 13) * 4, *(3, 9, 11, 15) * 4)
_RHO = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
_PI = tuple((9 * i + 5) % 16 for i in range(16))
_RIPEMD_SHIFTS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)
"""How far a step turns, by its round and the word that it takes."""
_LEFT = (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E)
_RIGHT = (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0)
_RATE = 136
"""Bytes that Keccak-256 takes at a time."""
_ROUNDS = 24
_POLYNOMIAL = 0xC96C5795D7870F42


def _bound(value: Column, name: str, made: str) -> Column:
    """What is made of a value, by the text of a lambda that has it under a name."""
    made_of = F.expr(f"`{name}` -> {made}")
    return F.element_at(F.call_function("transform", F.array(value), made_of), 1)


def _let(value: str, name: str, made: str) -> str:
    return f"element_at(transform(array({value}), `{name}` -> {made}), 1)"


def _numbers(values: Iterable[int]) -> str:
    return f"array({', '.join(map(str, values))})"


def _longs(values: Iterable[int]) -> str:
    """Words of 64 bits as an array of BIGINTs."""
    signed = (value - 2**64 if value >= 2**63 else value for value in values)
    return f"array({', '.join(f'CAST({quoted!r} AS BIGINT)' for quoted in map(str, signed))})"


def _zeros(count: str) -> str:
    return f"unhex(repeat('00', {count}))"


def _words(data: str, width: int) -> str:
    """The words of so many bytes, the lowest byte first, of a BINARY."""
    digits = ", ".join(
        f"hex(substring({data}, {width} * `_i` + {at}, 1))" for at in range(width, 0, -1)
    )
    word = f"CAST(conv(concat({digits}), 16, -10) AS BIGINT)"
    return f"transform(sequence(0, CAST(length({data}) DIV {width} - 1 AS INT)), `_i` -> {word})"


def _bytes(words: Sequence[str], width: int) -> str:
    """The bytes of words, the lowest of each first."""
    pieces = (
        f"lpad(hex(shiftrightunsigned({word}, {8 * at}) & 255), 2, '0')"
        for word in words
        for at in range(width)
    )
    return f"unhex(concat({', '.join(pieces)}))"


def _turned(word: str, by: str) -> str:
    """A word of 32 bits whose bits are moved to the left and come in again."""
    return f"((shiftleft({word}, {by}) | shiftrightunsigned({word}, 32 - {by})) & {_MASK}L)"


def _chosen(functions: Sequence[str]) -> str:
    """What the function of a step's round gives."""
    cases = " ".join(
        f"WHEN `_j` < {16 * (place + 1)} THEN {text}" for place, text in enumerate(functions)
    )
    return f"CASE {cases} END"


def _filled(data: str) -> str:
    """The bytes with what makes them whole blocks: a bit, zeros, and their number of bits."""
    length = f"CAST(length({data}) AS BIGINT) * 8"
    return (
        f"concat({data}, X'80', {_zeros(f'CAST(pmod(55 - length({data}), {_BLOCK}) AS INT)')}, "
        f"{_bytes([f'({length})'], 8)})"
    )


def _over_blocks(start: Sequence[int], compressed: str) -> str:
    """The state behind all blocks of the words `_w`: `_h` before one, whose number is `_k`."""
    blocks = "sequence(0, CAST(size(`_w`) DIV 16 - 1 AS INT))"
    return f"aggregate({blocks}, {_longs(start)}, (`_h`, `_k`) -> {compressed})"


def _steps(rounds: str, states: int, step: str) -> str:
    start = ", ".join(f"'{name}', `_h`[{at}]" for at, name in enumerate("abcde"[:states]))
    return f"aggregate(sequence(0, {rounds}), named_struct({start}), (`_s`, `_j`) -> {step})"


_A, _B, _C, _D, _E = (f"`_s`.`{name}`" for name in "abcde")


def _word_of_step(orders: Sequence[int]) -> str:
    return f"`_w`[16 * `_k` + {_numbers(orders)}[`_j`]]"


def _md4(data: str) -> str:
    chosen = _chosen(
        (
            f"({_B} & {_C}) | (({_MASK}L ^ {_B}) & {_D})",
            f"({_B} & {_C}) | ({_B} & {_D}) | ({_C} & {_D})",
            f"{_B} ^ {_C} ^ {_D}",
        )
    )
    added = f"{_longs(_LEFT[:3])}[CAST(`_j` DIV 16 AS INT)]"
    total = f"(({_A} + ({chosen}) + {_word_of_step(_MD4_ORDERS)} + {added}) & {_MASK}L)"
    turned = _turned(total, f"{_numbers(_MD4_SHIFTS)}[`_j`]")
    step = f"named_struct('a', {_D}, 'b', {turned}, 'c', {_B}, 'd', {_C})"
    sums = ", ".join(f"(`_h`[{at}] + `_f`.`{name}`) & {_MASK}L" for at, name in enumerate("abcd"))
    compressed = _let(_steps("47", 4, step), "_f", f"array({sums})")
    state = _over_blocks(_START[:4], compressed)
    digest = _let(state, "_h", _bytes([f"`_h`[{at}]" for at in range(4)], 4))
    return _let(_words(data, 4), "_w", digest)


_RIPEMD_FUNCTIONS = (
    f"{_B} ^ {_C} ^ {_D}",
    f"({_B} & {_C}) | (({_MASK}L ^ {_B}) & {_D})",
    f"({_B} | ({_MASK}L ^ {_C})) ^ {_D}",
    f"({_B} & {_D}) | ({_C} & ({_MASK}L ^ {_D}))",
    f"{_B} ^ ({_C} | ({_MASK}L ^ {_D}))",
)


def _line(first: Sequence[int], added: Sequence[int], functions: Sequence[str]) -> str:
    """One of the two lines of steps of RIPEMD-160.

    Args:
        first: the order of the words in the first round.
        added: a number of each round.
        functions: the function of each round.
    """
    orders, order = [], list(first)
    for _ in range(5):
        orders.append(order)
        order = [_RHO[word] for word in order]
    listed = [word for one in orders for word in one]
    shifts = [_RIPEMD_SHIFTS[at][word] for at, one in enumerate(orders) for word in one]
    constant = f"{_longs(added)}[CAST(`_j` DIV 16 AS INT)]"
    total = f"(({_A} + ({_chosen(functions)}) + {_word_of_step(listed)} + {constant}) & {_MASK}L)"
    turned = _turned(total, f"{_numbers(shifts)}[`_j`]")
    step = (
        f"named_struct('a', {_E}, 'b', ({turned} + {_E}) & {_MASK}L, 'c', {_B}, "
        f"'d', {_turned(_C, '10')}, 'e', {_D})"
    )
    return _steps("79", 5, step)


def _ripemd(data: str) -> str:
    left = _line(_IN_ORDER, _LEFT, _RIPEMD_FUNCTIONS)
    right = _line(_PI, _RIGHT, _RIPEMD_FUNCTIONS[::-1])
    sums = ", ".join(
        f"(`_h`[{(at + 1) % 5}] + `_f`.`{'abcde'[(at + 2) % 5]}` + `_g`.`{'abcde'[(at + 3) % 5]}`)"
        f" & {_MASK}L"
        for at in range(5)
    )
    compressed = _let(left, "_f", _let(right, "_g", f"array({sums})"))
    state = _over_blocks(_START, compressed)
    digest = _let(state, "_h", _bytes([f"`_h`[{at}]" for at in range(5)], 4))
    return _let(_words(data, 4), "_w", digest)


def _turned_lane(word: str, by: int) -> str:
    return f"(shiftleft({word}, {by}) | shiftrightunsigned({word}, {64 - by}))" if by else word


def _round_constants() -> list[int]:
    """The numbers that a round of Keccak begins its next state with, of a shift register."""
    found, register = [], 1
    for _ in range(_ROUNDS):
        number = 0
        for place in range(7):
            if register & 1:
                number |= 1 << (2**place - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        found.append(number)
    return found


def _turns() -> list[int]:
    """How far each lane of Keccak turns, by its place x + 5 y."""
    found, x, y = [0] * 25, 1, 0
    for step in range(_ROUNDS):
        found[x + 5 * y] = (step + 1) * (step + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


def _permuted(start: str) -> str:
    """The state of Keccak behind its rounds, each of which mixes, turns and moves the lanes."""
    columns = ", ".join(" ^ ".join(f"`_a`[{x + 5 * y}]" for y in range(5)) for x in range(5))
    mixes = ", ".join(
        f"`_c`[{(x + 4) % 5}] ^ {_turned_lane(f'`_c`[{(x + 1) % 5}]', 1)}" for x in range(5)
    )
    turns, moved = _turns(), [""] * 25
    for x in range(5):
        for y in range(5):
            lane = f"(`_a`[{x + 5 * y}] ^ `_d`[{x}])"
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = _turned_lane(lane, turns[x + 5 * y])
    last = [
        f"`_b`[{x + 5 * y}] ^ (~`_b`[{(x + 1) % 5 + 5 * y}] & `_b`[{(x + 2) % 5 + 5 * y}])"
        for y in range(5)
        for x in range(5)
    ]
    last[0] = f"{last[0]} ^ {_longs(_round_constants())}[`_j`]"
    made = _let(f"array({', '.join(moved)})", "_b", f"array({', '.join(last)})")
    made = _let(f"array({columns})", "_c", _let(f"array({mixes})", "_d", made))
    return f"aggregate(sequence(0, {_ROUNDS - 1}), {start}, (`_a`, `_j`) -> {made})"


def _keccak(data: str) -> str:
    lanes = _RATE // 8
    taken = f"CASE WHEN `_l` < {lanes} THEN `_x` ^ `_w`[{lanes} * `_k` + `_l`] ELSE `_x` END"
    absorbed = f"transform(`_h`, (`_x`, `_l`) -> {taken})"
    blocks = f"sequence(0, CAST(size(`_w`) DIV {lanes} - 1 AS INT))"
    start = _longs([0] * 25)
    state = f"aggregate({blocks}, {start}, (`_h`, `_k`) -> {_permuted(absorbed)})"
    digest = _let(state, "_h", _bytes([f"`_h`[{at}]" for at in range(4)], 8))
    return _let(_words(data, 8), "_w", digest)


def _filled_for_keccak(data: str) -> str:
    """The bytes with a bit, zeros and another bit, which make them whole blocks."""
    zeros = f"CAST(pmod({_RATE - 2} - length({data}), {_RATE}) AS INT)"
    return (
        f"CASE WHEN length({data}) % {_RATE} = {_RATE - 1} THEN concat({data}, X'81') "
        f"ELSE concat({data}, X'01', {_zeros(zeros)}, X'80') END"
    )


@cache
def _crc_table() -> str:
    found = []
    for byte in range(256):
        rest = byte
        for _ in range(8):
            rest = (rest >> 1) ^ (_POLYNOMIAL if rest & 1 else 0)
        found.append(rest)
    return _longs(found)


def _crc64(text: Column) -> Column:
    """CRC-64 that starts with zeros, its lowest bits first."""
    byte = "CAST(conv(hex(substring(`_d`, `_i`, 1)), 16, 10) AS BIGINT)"
    step = f"{_crc_table()}[CAST((`_c` ^ {byte}) & 255 AS INT)] ^ shiftrightunsigned(`_c`, 8)"
    looped = f"aggregate(sequence(1, length(`_d`)), 0L, (`_c`, `_i`) -> {step})"
    made = f"CASE WHEN length(`_d`) = 0 THEN 0L WHEN length(`_d`) > 0 THEN {looped} END"
    return unsigned(_bound(text.cast("binary"), "_d", made))


def _digest(filled: str, digest: str) -> Builder:
    """A digest: of the bytes `_d` when they are filled, the words of `_p`."""
    made = f"CASE WHEN `_d` IS NOT NULL THEN {_let(filled, '_p', digest)} END"
    return of(lambda text: _bound(text.cast("binary"), "_d", made))


DIGESTS: Builders = {
    "MD4": _digest(_filled("`_d`"), _md4("`_p`")),
    "RIPEMD160": _digest(_filled("`_d`"), _ripemd("`_p`")),
    "keccak256": _digest(_filled_for_keccak("`_d`"), _keccak("`_p`")),
    "CRC64": of(_crc64),
}
"""The functions."""
