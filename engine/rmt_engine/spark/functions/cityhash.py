"""CityHash64, version 1.0.2, of bytes.

Source: the algorithm as Geoff Pike and Jyrki Alakuijala published it. ClickHouse keeps this version
(https://clickhouse.com/docs/sql-reference/functions/hash-functions); later ones give other numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.functions.arguments import Arguments
from rmt_engine.spark.functions.words import Word, Words

__all__ = ["MULTIPLIER", "city_hash", "hash_of_two"]

_K0, _K1 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273
_K2, _K3 = 0x9AE16A3B2F90404F, 0xC949D7C7509E6557
MULTIPLIER = 0x9DDFEA08EB382D69


def city_hash(words: Words, data: Any) -> Word:
    """The hash of an expression of BINARY that is not NULL."""
    return words.applied(_function(words.gateway), data)


@functools.lru_cache(maxsize=1)
def _function(gateway: Gateway) -> Any:
    """The hash as a lambda: it takes a thousand calls of the JVM to put together."""
    words = Words(Arguments(gateway, [], []))
    return words.function(
        lambda text: words.named([words.length(text)], lambda length: _hash(words, text, length))
    )


def hash_of_two(words: Words, low: Word, high: Word) -> Word:
    """The hash of 16 bytes: `Hash128to64`."""

    def of_second(second: Word) -> Word:
        first = words.named([(low ^ second) * MULTIPLIER], lambda a: a.folded(47))
        return words.named([(second ^ first) * MULTIPLIER], lambda b: b.folded(47))

    return words.named([high], of_second) * MULTIPLIER


def _hash(words: Words, text: Any, length: Word) -> Word:
    return words.chosen(
        length,
        [
            (0, words.literal(_K2)),
            (3, _of_up_to_3(words, text, length)),
            (8, _of_up_to_8(words, text, length)),
            (16, _of_up_to_16(words, text, length)),
            (32, _of_up_to_32(words, text, length)),
            (64, _of_up_to_64(words, text, length)),
        ],
        _of_more(words, text, length),
    )


def _mixed(words: Words, word: Word) -> Word:
    return words.named([word], lambda value: value.folded(47))


def _of_up_to_3(words: Words, text: Any, length: Word) -> Word:
    first, middle = words.fetched(text, 0, 1), words.fetched(text, length >> 1, 1)
    last = words.fetched(text, -1, 1)
    y, z = first + (middle << 8), length + (last << 2)
    return _mixed(words, (y * _K2) ^ (z * _K3)) * _K2


def _of_up_to_8(words: Words, text: Any, length: Word) -> Word:
    low = length + (words.fetched(text, 0, 4) << 3)
    return hash_of_two(words, low, words.fetched(text, -4, 4))


def _of_up_to_16(words: Words, text: Any, length: Word) -> Word:
    def combined(first: Word, last: Word) -> Word:
        return hash_of_two(words, first, (last + length).rotated(length)) ^ last

    return words.named([words.fetched(text, 0), words.fetched(text, -8)], combined)


def _of_up_to_32(words: Words, text: Any, length: Word) -> Word:
    def combined(a: Word, b: Word, c: Word, d: Word) -> Word:
        low = (a - b).rotated(43) + c.rotated(30) + d
        return hash_of_two(words, low, a + (b ^ _K3).rotated(20) - c + length)

    return words.named(
        [
            words.fetched(text, 0) * _K1,
            words.fetched(text, 8),
            words.fetched(text, -8) * _K2,
            words.fetched(text, -16) * _K0,
        ],
        combined,
    )


def _of_up_to_64(words: Words, text: Any, length: Word) -> Word:
    def half(a: Word, second: Word, third: Word, z: Word) -> list[Word]:
        b, c = (a + z).rotated(52), a.rotated(37) + (a + second).rotated(7)
        end = a + second + third
        return [end + z, b + end.rotated(31) + c]

    def finished(v1: Word, v2: Word, w1: Word, w2: Word) -> Word:
        r = _mixed(words, (v1 + w2) * _K2 + (w1 + v2) * _K0)
        return _mixed(words, r * _K0 + v2) * _K2

    def combined(third: Word, z: Word, back_24: Word, back_16: Word, last: Word) -> Word:
        starts = [
            words.fetched(text, 0) + (length + back_16) * _K0,
            third + words.fetched(text, -32),
        ]
        second = words.fetched(text, 8)
        return words.named(
            starts,
            lambda a, b: words.named(
                [*half(a, second, third, z), *half(b, back_24, back_16, last)], finished
            ),
        )

    return words.named([words.fetched(text, at) for at in (16, 24, -24, -16, -8)], combined)


def _of_more(words: Words, text: Any, length: Word) -> Word:
    """The 64 last bytes first, then one block of 64 after the other, seven words of state."""

    def started(v: Word, w: Word, y: Word) -> Word:
        z = (words.fetched(text, -56) ^ _K0) + _mixed(words, v[1]) * _K1
        return words.named(
            [z],
            lambda z: words.repeated(
                (length - 1) >> 6,
                words.array(
                    (z + words.fetched(text, 0)).rotated(39) * _K1,
                    *(y.rotated(33) * _K1, z, v[0], v[1], w[0], w[1]),
                ),
                lambda state, block: _next_state(words, text, state, block << 6),
                finished,
            ),
        )

    def finished(state: Word) -> Word:
        x, y, z, v1, v2, w1, w2 = (state[position] for position in range(7))
        low = hash_of_two(words, v1, w1) + _mixed(words, y) * _K1 + z
        return hash_of_two(words, low, hash_of_two(words, v2, w2) + x)

    y = words.fetched(text, -16) ^ _K1
    return words.named(
        [
            _weak(words, text, [-64, -56, -48, -40], length, y),
            _weak(words, text, [-32, -24, -16, -8], length * _K1, words.literal(_K0)),
            y,
        ],
        started,
    )


def _next_state(words: Words, text: Any, state: Word, offset: Word) -> Word:
    def advanced(x: Word, y: Word, z: Word) -> Word:
        return words.named(
            [
                _weak(words, text, [offset + at for at in (0, 8, 16, 24)], v2 * _K1, x + w1),
                _weak(words, text, [offset + at for at in (32, 40, 48, 56)], z + w2, y),
            ],
            lambda v, w: words.array(z, y, x, v[0], v[1], w[0], w[1]),
        )

    x, y, z, v1, v2, w1, w2 = (state[position] for position in range(7))
    third, seventh = words.fetched(text, offset + 16), words.fetched(text, offset + 48)
    return words.named(
        [
            ((x + y + v1 + third).rotated(37) * _K1) ^ w2,
            ((y + v2 + seventh).rotated(42) * _K1) ^ v1,
            (z ^ w1).rotated(33),
        ],
        advanced,
    )


def _weak(words: Words, text: Any, at: Sequence[Word | int], a: Word, b: Word) -> Word:
    """Two words, of 32 bytes and two seeds: `WeakHashLen32WithSeeds`.

    Args:
        words: makes words.
        text: an expression of BINARY.
        at: where its four words begin.
        a: a seed.
        b: a seed.
    """

    def mixed(a: Word, last: Word, b: Word) -> Word:
        end = a + words.fetched(text, at[1]) + words.fetched(text, at[2])
        return words.named(
            [end, (b + a + last).rotated(21)],
            lambda end, b: words.array(end + last, b + end.rotated(44) + a),
        )

    return words.named([a + words.fetched(text, at[0]), words.fetched(text, at[3]), b], mixed)
