"""Arguments of hash functions, as the bytes or the bits that ClickHouse hashes.

What a number gives depends on how wide its type is in ClickHouse, which Spark's types do not say.
Elements of tuples are hashed like arguments of their own; of an array its length comes first.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS, FLOATS, SIGNED
from rmt_engine.sql.query.subscripts import element_of
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["BITS_OF_FLOAT", "BYTES", "HASHES", "hashed"]

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
    "murmurHash3_32": False,
}
"""Functions that hash many values of any type, and whether they mix the bits of short numbers."""
_TEXTS = ("String", "FixedString")
_WIDTHS: Mapping[str, int] = {
    **{family: bits // 8 for family, bits in BITS.items() if bits <= 64},
    **{"Bool": 1, "Enum8": 1, "Enum16": 2, "Date": 2, "Date32": 4, "DateTime": 4, "IPv4": 4},
    **{"Float32": 4, "Float64": 8},
}
"""How many bytes values of a type have."""
_SIGNED = SIGNED | {"Enum8", "Enum16", "Date32"}
_LONG_DIGITS = 18
_MICROS_DIGITS = 6


def hashed(
    name: str, value: Value, to_number: Callable[[Value], Value], *, inside: bool = False
) -> Iterator[str]:
    """What is hashed of an argument: Spark's texts of BINARYs, of BIGINTs, or of ARRAYs of those.

    Args:
        name: the function, one of `HASHES`.
        value: the argument.
        to_number: gives the whole number that a day, a time or an Enum is kept as.
        inside: whether it is an element of another value.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, values of its type are not hashed.
    """
    value = stored(value)
    data_type = value.type
    if data_type is None:
        yield value.sql
        return
    if inside and data_type.nullable:
        raise _not_hashed(name, data_type)
    if data_type.family == "Tuple":
        for place in range(1, len(data_type.elements) + 1):
            yield from hashed(name, element_of(value, place), to_number, inside=True)
    elif data_type.family == "Array":
        yield _of_array(name, value.sql, [Value("x", data_type.element)], to_number)
    elif data_type.family == "Map":
        key, item = data_type.elements
        entries = [Value("x.key", key), Value("x.value", item)]
        yield _of_array(name, f"map_entries({value.sql})", entries, to_number)
    else:
        yield _of_scalar(name, value, data_type, to_number)


def _of_array(
    name: str, array: str, elements: Sequence[Value], to_number: Callable[[Value], Value]
) -> str:
    """Spark's text of an array of what is hashed of each of its elements."""
    texts = [
        text
        for element in elements
        if element.family != "Nothing"
        for text in hashed(name, element, to_number, inside=True)
    ]
    if texts == ["x"] or not texts:
        return array if texts else f"transform({array}, x -> 0L)"
    made = texts[0] if len(texts) == 1 else f"struct({', '.join(texts)})"
    return f"transform({array}, x -> {made})"


def _of_scalar(
    name: str, value: Value, data_type: DataType, to_number: Callable[[Value], Value]
) -> str:
    family = data_type.family
    if family in _TEXTS:
        return f"CAST({value.sql} AS BINARY)"
    width = _WIDTHS.get(family)
    if width is not None:
        is_plain = family in FLOATS or family == "UInt64"
        bits = value.sql if is_plain else stored(to_number(value)).sql
        if family in FLOATS:
            bits = f"{BITS_OF_FLOAT}({value.sql})"
        if not HASHES[name]:
            return f"{BYTES}({bits}, {width})"
        is_narrow = width < 8 and (family in _SIGNED or family in FLOATS)
        return f"({bits} & {256**width - 1}L)" if is_narrow else bits
    if family == "Decimal" and data_type.precision <= _LONG_DIGITS:
        digits = f"CAST({value.sql} * {10**data_type.scale} AS BIGINT)"
        return f"{BYTES}({digits}, {4 if data_type.precision <= 9 else 8})"
    if family == "DateTime64":
        return f"{BYTES}({_ticks(value, data_type)}, 8)"
    if family == "UUID":
        halves = ((1, 8), (10, 4), (15, 4)), ((20, 4), (25, 12))
        return f"concat({', '.join(_half_of_uuid(value, pieces) for pieces in halves)})"
    raise _not_hashed(name, data_type)


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


def _not_hashed(name: str, data_type: DataType) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"{name} of a value of the type {replace(data_type, low_cardinality=False)} is not "
        "supported.",
        "Convert it with toString, or hash its elements.",
    )
