"""Checks `CODEC(…)` of a column, which is kept and shown and does not change the files.

Source: https://clickhouse.com/docs/sql-reference/statements/create/table#column_compression_codec,
tried on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Cursor, Kind, split_list, tokenize
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import Column

__all__ = ["ALLOW_SUSPICIOUS", "with_codecs"]

ALLOW_SUSPICIOUS = "allow_suspicious_codecs"
_GENERIC = ("NONE", "LZ4", "LZ4HC", "ZSTD", "Default")
_ENCRYPTING = ("AES_128_GCM_SIV", "AES_256_GCM_SIV")
_OF_NUMBERS = ("Delta", "DoubleDelta", "GCD", "T64", "Gorilla", "FPC", "ALP")
_OF_FLOATS = ("Gorilla", "FPC", "ALP")
_COMPRESSING = (*_GENERIC, *_ENCRYPTING, "DoubleDelta", "Gorilla", "FPC", "T64", "ALP")
_CODECS = (*_GENERIC, *_ENCRYPTING, *_OF_NUMBERS)
_MOST_ARGUMENTS = {"ZSTD": 2, "FPC": 2, "GCD": 0}
_WITHOUT_ARGUMENTS = ("LZ4", "NONE", *_ENCRYPTING)
_HIGHEST_LEVEL_OF_ZSTD = 22
_LEVELS_OF_FPC = range(1, 29)
_WINDOWS_OF_ZSTD = range(10, 32)
_SIZES = (1, 2, 4, 8)
_INTEGERS = (Category.INTEGER, Category.BOOL, Category.DATE, Category.DATETIME)
_NUMERIC = (*_INTEGERS, Category.DECIMAL, Category.ENUM, Category.IPV4)
_BITS = re.compile(r"\D+(\d+)")
_BYTES = {
    Category.BOOL: 1,
    Category.IPV4: 4,
    Category.UUID: 16,
    Category.IPV6: 16,
}
_BYTES_OF_TIMES = {"Date": 2, "Date32": 4, "DateTime": 4, "DateTime64": 8}
_DIGITS = ((9, 4), (18, 8), (38, 16), (76, 32))


@dataclass(frozen=True)
class _Codec:
    """One of the codecs of a column, with the arguments that are shown."""

    name: str
    arguments: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.name}({', '.join(map(str, self.arguments))})" if self.arguments else self.name
        )


def with_codecs(columns: Iterable[Column], is_on: Callable[[str], bool]) -> tuple[Column, ...]:
    """Columns whose codecs are spelled out: `Delta(8), ZSTD(1)` for `Delta, ZSTD`.

    Args:
        columns: the columns, with codecs as they were written.
        is_on: whether a setting of the statement or its session is on.

    Raises:
        RmtError: `UNKNOWN_CODEC`, `ILLEGAL_CODEC_PARAMETER`, `ILLEGAL_SYNTAX_FOR_CODEC_TYPE`,
            `DATA_TYPE_CANNOT_HAVE_ARGUMENTS`, `BAD_GET`; `BAD_ARGUMENTS`, codecs that are not for
            the type, or that make no sense, which `allow_suspicious_codecs` permits.
    """
    return tuple(
        replace(one, codec=_spelled_out(one, is_on)) if one.codec else one for one in columns
    )


def _spelled_out(column: Column, is_on: Callable[[str], bool]) -> str:
    if column.kind == "ALIAS":
        raise RmtError("BAD_ARGUMENTS", "Cannot specify codec for column type ALIAS.")
    leaves = list(_leaves(parse_type(column.type)))
    codecs = [_codec(item, leaves) for item in split_list(column.codec)]
    if not is_on(ALLOW_SUSPICIOUS):
        _check_sense(codecs, leaves)
    return ", ".join(map(str, codecs))


def _leaves(data_type: DataType) -> Iterable[DataType]:
    """The types of the values that are compressed: those inside arrays, maps and tuples."""
    if not data_type.elements:
        yield replace(data_type, nullable=False, low_cardinality=False)
    for element in data_type.elements:
        yield from _leaves(element)


def _codec(text: str, leaves: Sequence[DataType]) -> _Codec:
    """One codec, checked against the types it is for; names are case-sensitive."""
    cursor = Cursor(text, tokenize(text))
    name = cursor.identifier("a codec")
    if name not in _CODECS:
        known = ", ".join(sorted(_CODECS))
        raise RmtError("UNKNOWN_CODEC", f"Unknown codec family: {text}.", f"There are {known}.")
    arguments: list[int | str | float] = []
    if cursor.at("("):
        inside = cursor.parenthesized()
        arguments = [_argument(one) for one in split_list(f"({inside})")] if inside.strip() else []
    cursor.end()
    _check_count(name, arguments)
    for leaf in leaves:
        _check_type(name, leaf)
    return _Codec(name, _shown(name, arguments, leaves))


def _argument(text: str) -> int | str | float:
    token = tokenize(text)[0]
    if token.kind is Kind.STRING:
        return token.value
    try:
        return int(text)
    except ValueError:
        return float(text) if token.kind is Kind.NUMBER else text


def _check_count(name: str, arguments: Sequence[object]) -> None:
    count = len(arguments)
    if name == "Default" and count:
        raise RmtError("BAD_ARGUMENTS", "Default codec cannot have any arguments.")
    if name in _WITHOUT_ARGUMENTS and count:
        raise RmtError(
            "DATA_TYPE_CANNOT_HAVE_ARGUMENTS", f"Compression codec {name} cannot have arguments."
        )
    most = _MOST_ARGUMENTS.get(name, 1)
    if count > most:
        raise RmtError(
            "ILLEGAL_SYNTAX_FOR_CODEC_TYPE",
            f"{name} codec must have {most} parameters at most, given {count}.",
        )


def _check_type(name: str, leaf: DataType) -> None:
    """Refuses a codec of numbers for values of another type."""
    category = leaf.category
    if name in ("FPC", "ALP") and category is not Category.FLOAT:
        raise _not_applicable(name, leaf, "is not Float*")
    if name == "T64" and (category not in _NUMERIC or _size(leaf) not in _SIZES):
        raise RmtError(
            "ILLEGAL_SYNTAX_FOR_CODEC_TYPE",
            f"T64 codec is not supported for specified type {leaf}.",
        )
    if name == "GCD" and category not in (*_INTEGERS, Category.DECIMAL):
        raise _not_applicable(name, leaf, "is no Int*, UInt*, Decimal*, Date* or DateTime*")
    if name == "DoubleDelta" and category not in (*_NUMERIC, Category.FLOAT):
        raise _not_applicable(name, leaf, "is not numeric")
    if name in ("Delta", "DoubleDelta", "Gorilla") and _size(leaf) not in _SIZES:
        raise _not_applicable(name, leaf, "is not of the size of 1, 2, 4 or 8 bytes")


def _not_applicable(name: str, leaf: DataType, reason: str) -> RmtError:
    return RmtError(
        "BAD_ARGUMENTS", f"Codec {name} is not applicable for {leaf}: the type {reason}."
    )


def _size(leaf: DataType) -> int | None:
    """Bytes of a value in ClickHouse's memory; None if they are of any length."""
    category = leaf.category
    if category in (Category.INTEGER, Category.FLOAT, Category.ENUM):
        found = _BITS.match(leaf.family)
        return int(found[1]) // 8 if found else None
    if category in (Category.DATE, Category.DATETIME):
        return _BYTES_OF_TIMES.get(leaf.family)
    if category is Category.FIXED_STRING:
        return int(leaf.arguments[0])
    if category is Category.DECIMAL:
        digits = int(leaf.arguments[0])
        return next(size for most, size in _DIGITS if digits <= most)
    return _BYTES.get(category)


def _shown(
    name: str, arguments: Sequence[int | str | float], leaves: Sequence[DataType]
) -> tuple[int | str, ...]:
    """The arguments as ClickHouse shows them, defaults included."""
    if name == "T64":
        if arguments and not isinstance(arguments[0], str):
            raise _wrong_kind(name, "a text")
        if arguments and arguments[0] not in ("bit", "byte"):
            raise _wrong_parameter(name, f"has no variant {arguments[0]}")
        return ("'bit'",) if arguments and arguments[0] == "bit" else ()
    if not all(isinstance(one, int) for one in arguments):
        if name in ("Delta", "DoubleDelta", "Gorilla"):
            raise _wrong_parameter(name, "takes an unsigned integer")
        raise _wrong_kind(name, "a whole number")
    numbers = [int(one) for one in arguments]
    if name in ("Delta", "DoubleDelta", "Gorilla"):
        if numbers and numbers[0] not in _SIZES:
            raise _wrong_parameter(name, f"takes 1, 2, 4 or 8, given {numbers[0]}")
        size = _size(leaves[0]) if len(leaves) == 1 else None
        shown = numbers or ([size] if size is not None else [])
        return () if name == "DoubleDelta" else tuple(shown)
    if name == "FPC":
        if numbers and numbers[0] not in _LEVELS_OF_FPC:
            raise _wrong_parameter(name, "takes a level from 1 to 28")
        if numbers[1:] and numbers[1] not in (4, 8):
            raise _wrong_parameter(name, f"takes floats of 4 or 8 bytes, given {numbers[1]}")
        return (numbers[0] if numbers else 12,)
    if name == "ZSTD":
        _check_zstd(numbers)
        return tuple(numbers or (1,))
    return tuple(numbers or (0,)) if name == "LZ4HC" else ()


def _check_zstd(numbers: Sequence[int]) -> None:
    if numbers and numbers[0] > _HIGHEST_LEVEL_OF_ZSTD:
        raise _wrong_parameter(
            "ZSTD", f"can't have level more than {_HIGHEST_LEVEL_OF_ZSTD}, given {numbers[0]}"
        )
    if numbers[1:] and numbers[1] not in _WINDOWS_OF_ZSTD:
        raise _wrong_parameter("ZSTD", f"takes a window log from 10 to 31, given {numbers[1]}")


def _wrong_parameter(name: str, what: str) -> RmtError:
    return RmtError("ILLEGAL_CODEC_PARAMETER", f"The codec {name} {what}.")


def _wrong_kind(name: str, what: str) -> RmtError:
    return RmtError("BAD_GET", f"The codec {name} takes {what}.")


def _check_sense(codecs: Sequence[_Codec], leaves: Sequence[DataType]) -> None:
    """Refuses what compresses nothing, or compresses what has been compressed."""
    names = [codec.name for codec in codecs]
    shown = ", ".join(map(str, codecs))
    if "NONE" in names and len(names) > 1:
        raise _senseless(f"NONE along with other codecs makes no sense: {shown}.")
    first = next((at for at, name in enumerate(names) if name in _GENERIC), len(names))
    if any(name not in _ENCRYPTING for name in names[first + 1 :]):
        raise _senseless(f"Nothing is left to do behind a generic compression: {shown}.")
    last = next((at for at, name in enumerate(names) if name in _ENCRYPTING), len(names))
    if any(name not in _ENCRYPTING for name in names[last + 1 :]):
        raise _senseless(f"Nothing can be compressed behind an encryption: {shown}.")
    floats = [leaf.category is Category.FLOAT for leaf in leaves]
    if any(name in _OF_FLOATS for name in names) and not all(floats):
        raise _senseless(f"A codec of floating-point series is for such columns only: {shown}.")
    if not any(name in _COMPRESSING for name in names):
        raise _senseless(
            f"Compression codec {shown} does not compress anything: add a generic one, like "
            f"{shown}, LZ4."
        )


def _senseless(message: str) -> RmtError:
    return RmtError("BAD_ARGUMENTS", message, f"SET {ALLOW_SUSPICIOUS} = 1 allows it.")
