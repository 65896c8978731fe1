"""SipHash-2-4 with ClickHouse's 128-bit result, for partition ids.

Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF"; the 128 bits are the two halves
of the state that the 64-bit variant folds into one (ClickHouse, `src/Common/SipHash.h`). It hashes
a few values per partition, so plain Python is quick enough.
"""

from __future__ import annotations

import struct

__all__ = ["siphash128"]

_MASK = (1 << 64) - 1
_INITIAL = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


def siphash128(data: bytes) -> bytes:
    """The 16-byte hash of some bytes, under the key 0."""
    state = list(_INITIAL)
    whole = len(data) - len(data) % 8
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        _absorb(state, word)
    tail = data[whole:].ljust(7, b"\0") + bytes([len(data) & 0xFF])
    _absorb(state, int.from_bytes(tail, "little"))
    state[2] ^= 0xFF
    for _ in range(4):
        _round(state)
    return struct.pack("<QQ", state[0] ^ state[1], state[2] ^ state[3])


def _absorb(state: list[int], word: int) -> None:
    state[3] ^= word
    _round(state)
    _round(state)
    state[0] ^= word


def _round(state: list[int]) -> None:
    a, b, c, d = state
    a = (a + b) & _MASK
    b = _rotate(b, 13) ^ a
    a = _rotate(a, 32)
    c = (c + d) & _MASK
    d = _rotate(d, 16) ^ c
    a = (a + d) & _MASK
    d = _rotate(d, 21) ^ a
    c = (c + b) & _MASK
    b = _rotate(b, 17) ^ c
    c = _rotate(c, 32)
    state[:] = a, b, c, d


def _rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & _MASK
