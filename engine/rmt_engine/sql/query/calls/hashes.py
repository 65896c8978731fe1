"""Arguments of hash functions, as the bytes or the bits that ClickHouse hashes.

What a number gives depends on how wide its type is in ClickHouse, which Spark's types do not say.
Elements of tuples are hashed like arguments of their own; of an array its length comes first.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers.kinds import (
    BITS,
    FLOATS,
    NULL,
    SIGNED,
    STRINGS,
)
from rmt_engine.sql.query.calls.function_calls import called
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.numbers_taken import as_number
from rmt_engine.sql.query.types.ordering import ordering_key
from rmt_engine.sql.query.types.subscripts import element_of
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.types import DataType

__all__ = ["BITS_OF_FLOAT", "BYTES", "HASHES", "HASH_CALLS", "bytes_of"]

BYTES = "rmt_bytes"
"""The function that gives the lowest bytes of a whole number, the lowest first."""
BITS_OF_FLOAT = "rmt_bits_of_float"
"""The function that gives the bits of a number of floating point as a whole one."""
HASHES: Mapping[str, bool] = {
    "cityHash64": True,
    "farmFingerprint64": True,
    "sipHash64": False,
    "xxHash64": False,
    "halfMD5": False,
    "murmurHash2_32": False,
    "murmurHash2_64": False,
    "murmurHash3_32": False,
    "murmurHash3_64": False,
    "xxHash32": False,
    "kafkaMurmurHash": False,
    "gccMurmurHash": False,
}
"""Functions that hash many values of any type, and whether they mix the bits of short numbers."""
_DIGESTS = """MD4 MD5 RIPEMD160 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512_256 keccak256""".split()
_SHORT = ("murmurHash2_32", "murmurHash3_32", "xxHash32", "kafkaMurmurHash")
_NOTHING = 0xE28DBDE7FE22E41C
_OF_NOTHING: Mapping[str, str] = {
    name: f"{_NOTHING & 0xFFFFFFFF}L" if name in _SHORT else f"{_NOTHING}BD" for name in HASHES
}
"""Spark's text of what each gives without values, or for empty tuples alone."""
_WIDTHS: Mapping[str, int] = {
    **{family: bits // 8 for family, bits in BITS.items() if bits <= 64},
    **{"Bool": 1, "Enum8": 1, "Enum16": 2, "Date": 2, "Date32": 4, "DateTime": 4, "IPv4": 4},
    **{"Float32": 4, "Float64": 8},
}
"""How many bytes values of a type have."""
_SIGNED = SIGNED | {"Enum8", "Enum16", "Date32"}
_LONG_DIGITS = 18
_MICROS_DIGITS = 6


def _hashed_values(name: str, values: Sequence[Value]) -> list[str]:
    """What is hashed of the arguments of a call.

    Args:
        name: the function, one of `HASHES`.
        values: the arguments.

    Returns:
        Spark's texts of BINARYs, of BIGINTs, and of ARRAYs of those.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, ClickHouse's hash of its type is not known.
    """
    found = [list(_hashed(name, value)) for value in values]
    texts = list(itertools.chain.from_iterable(found))
    if texts and not found[0]:
        raise _not_hashed(name, values[0].type)
    return texts


def _hashed(name: str, value: Value, *, inside: bool = False) -> Iterator[str]:
    """What is hashed of an argument, or of an element of another value."""
    data_type = value.type
    if data_type is None:
        yield value.sql
        return
    if inside and data_type.nullable:
        raise _not_hashed(name, data_type)
    if data_type.family == "Tuple":
        for place in range(1, len(data_type.elements) + 1):
            yield from _hashed(name, element_of(value, place), inside=True)
    elif data_type.family == "Array":
        yield _of_array(name, value.sql, [Value("x", data_type.element)])
    elif data_type.family == "Map":
        key, item = data_type.elements
        entries = [Value("x.key", key), Value("x.value", item)]
        yield _of_array(name, f"map_entries({value.sql})", entries)
    else:
        yield _mixed_or_bytes(name, value)


def _of_array(name: str, array: str, elements: Sequence[Value]) -> str:
    """Spark's text of an array of what is hashed of each of its elements."""
    if {element.family for element in elements} == {"Nothing"}:
        return f"transform({array}, x -> 0L)"
    texts = [text for element in elements for text in _hashed(name, element, inside=True)]
    if not texts:
        raise _not_hashed(name, elements[0].type)
    if texts == ["x"]:
        return array
    made = texts[0] if len(texts) == 1 else f"struct({', '.join(texts)})"
    return f"transform({array}, x -> {made})"


def bytes_of(name: str, value: Value) -> str:
    """Spark's text of the bytes that ClickHouse keeps a value as, as a BINARY.

    Args:
        name: the function that is given them, for the error.
        value: no array, map or tuple.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, those of its type are not known.
    """
    data_type, family = value.type, value.family
    assert data_type is not None
    if family in STRINGS:
        return f"CAST({value.sql} AS BINARY)"
    if family in _WIDTHS:
        return f"{BYTES}({_bits_of(value)}, {_WIDTHS[family]})"
    if family == "Decimal" and data_type.precision <= _LONG_DIGITS:
        digits = f"CAST({value.sql} * {10**data_type.scale} AS BIGINT)"
        return f"{BYTES}({digits}, {4 if data_type.precision <= 9 else 8})"
    if family == "DateTime64":
        return f"{BYTES}({_ticks(value, data_type)}, 8)"
    if family == "IPv6":
        return ordering_key(value)
    if family == "UUID":
        halves = ((1, 8), (10, 4), (15, 4)), ((20, 4), (25, 12))
        return f"concat({', '.join(_half_of_uuid(value, pieces) for pieces in halves)})"
    raise _not_hashed(name, data_type)


def _mixed_or_bytes(name: str, value: Value) -> str:
    """What a function hashes of a value that is no array, map or tuple."""
    width = _WIDTHS.get(value.family) if HASHES[name] else None
    if width is None:
        return bytes_of(name, value)
    bits = _bits_of(value)
    is_narrow = width < 8 and (value.family in _SIGNED or value.family in FLOATS)
    return f"({bits} & {256**width - 1}L)" if is_narrow else bits


def _bits_of(value: Value) -> str:
    """Spark's text of the BIGINT or UInt64 whose bits a value of up to 64 bits is kept as."""
    if value.family in FLOATS:
        return f"{BITS_OF_FLOAT}({value.sql})"
    number = as_number(value).sql
    return number if value.family == "UInt64" else f"CAST({number} AS BIGINT)"


def _ticks(value: Value, data_type: DataType) -> str:
    """How many of its smallest units a time is after 1970."""
    micros = f"unix_micros({value.sql})"
    short = _MICROS_DIGITS - data_type.precision
    if short > 0:
        return f"floor({micros} / {10**short})"
    return f"{micros} * {10**-short}" if short else micros


def _half_of_uuid(value: Value, pieces: tuple[tuple[int, int], ...]) -> str:
    digits = ", ".join(f"substr({value.sql}, {start}, {count})" for start, count in pieces)
    return f"{BYTES}(CAST(conv(concat({digits}), 16, -10) AS BIGINT), 8)"


def _not_hashed(name: str, data_type: DataType | None) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"{name} of a value of the type {data_type} is not supported.",
        "Convert it with toString, or hash its elements.",
    )


def _call_of_hash(name: str, values: Sequence[Value], _call: Compose) -> Value:
    found = called(name, values)
    if found.type is None or found.type == NULL:
        return found
    texts = _hashed_values(name, values)
    text = f"{FUNCTIONS[name].known_as}({', '.join(texts)})" if texts else _OF_NOTHING[name]
    return replace(found, sql=f"CAST({text} AS {found.type.spark})")


def _call_of_digest(name: str, values: Sequence[Value], _call: Compose) -> Value:
    """A digest of a text, or of the bytes of an address."""
    value = values[0]
    if value.family == "IPv6":
        value = replace(value, sql=f"CAST({ordering_key(value)} AS STRING)")
    return called(name, [value])


HASH_CALLS: Mapping[str, Lowering] = {
    **dict.fromkeys(HASHES, _call_of_hash),
    **dict.fromkeys(_DIGESTS, _call_of_digest),
}
"""The hash functions of many values, and digests."""
