"""Hashes that give ClickHouse's numbers.

Spark's own XXH64 takes a seed, which is 0 in ClickHouse. SipHash, MurmurHash3 and FarmHash are
Guava's, which Spark brings along; Spark's expressions call its methods from generated code. Hashes
of whole numbers are a few operations that wrap around.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions, and
ClickHouse's `Common/HashTable/Hash.h` and `FunctionsHashing.h` for those of whole numbers.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    of,
    typed,
)
from rmt_engine.spark.functions.cityhash import city_hash, hash_of_two
from rmt_engine.spark.functions.words import Word, Words, signed

__all__ = ["HASHING"]

_GUAVA = "com.google.common.hash"
_SALT_32, _SALT_64 = 0x75D9543DE018BF45, 0x4CF2D2BAAE6DA887
_TWO_TO_64 = "18446744073709551616"


def _text(arguments: Arguments, name: str) -> Any:
    """The one argument; hashes of other types depend on widths that Spark's types do not have."""
    if arguments.type(0) not in ("string", "binary"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{name} is for String here, not for a value of Spark's type {arguments.type(0)}.",
            "Convert it with toString; the number is then ClickHouse's for that text.",
        )
    return arguments.expressions[0]


def _unsigned(signed: Column) -> Column:
    """The bits of a signed number as UInt64."""
    wide = signed.cast("decimal(20,0)")
    return (
        F.when(signed < 0, wide + F.lit(_TWO_TO_64).cast("decimal(20,0)"))
        .otherwise(wide)
        .cast("decimal(20,0)")
    )


def _xxhash64(arguments: Arguments) -> Column:
    text = _text(arguments, "xxHash64")
    hashed = arguments.column_of(arguments.catalyst("XxHash64", arguments.gateway.seq([text]), 0))
    return F.when(arguments.columns[0].isNotNull(), _unsigned(hashed))


def _guava(name: str, function: Callable[[Any], Any] | str, method: str, kind: str) -> Builder:
    """A hash function of Guava's.

    Args:
        name: ClickHouse's name.
        function: gives the function, of Guava's `Hashing`; or names the method that does, for a
            function that cannot be sent to executors.
        method: gives the result, of Guava's `HashCode`.
        kind: its type for Spark.
    """

    def build(arguments: Arguments) -> Column:
        _text(arguments, name)
        gateway = arguments.gateway
        for_name = gateway.jvm.java.lang.Class.forName

        def object_type(java_class: str) -> Any:
            kinds = gateway.java_class("org.apache.spark.sql.types.ObjectType")
            return kinds(for_name(f"{_GUAVA}.{java_class}"))

        function_type = object_type("HashFunction")
        if isinstance(function, str):
            hashing = for_name(f"{_GUAVA}.Hashing")
            given = arguments.called_statically(hashing, function_type, function, [])
        else:
            literal = gateway.java_class("org.apache.spark.sql.catalyst.expressions.Literal")
            hashing = function(gateway.java_class(f"{_GUAVA}.Hashing"))
            given = literal.fromObject(hashing, function_type)
        data = arguments.expression_of(arguments.columns[0].cast("binary"))
        code = arguments.called(given, object_type("HashCode"), "hashBytes", [data])
        result = arguments.called(code, arguments.data_type(kind), method, [])
        return F.when(arguments.columns[0].isNotNull(), arguments.column_of(result))

    return typed(1, 1, build)


def _then(builder: Builder, finish: Callable[[Column], Column]) -> Builder:
    return typed(1, 1, lambda arguments: finish(builder.build(arguments)))


def _half_md5(text: Column) -> Column:
    """The first half of MD5, the highest byte first."""
    return F.conv(F.substring(F.md5(text.cast("binary")), 1, 16), 16, 10).cast("decimal(20,0)")


def _digest(hexadecimal: Any) -> Builder:
    return of(lambda text: F.unhex(hexadecimal(text)))


def _number(arguments: Arguments, name: str, position: int = 0) -> Column:
    """An argument that is a whole number, as 64 bits."""
    column, kind = arguments.columns[position], arguments.type(position)
    if kind in INTEGER_TYPES or kind == "boolean":
        return column.cast("bigint")
    if kind == "decimal(20,0)":
        two_to_64 = F.lit(_TWO_TO_64).cast("decimal(20,0)")
        greatest = F.lit(str(2**63 - 1)).cast("decimal(20,0)")
        signed = F.when(column > greatest, column - two_to_64).otherwise(column)
        return signed.cast("bigint")
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"{name} is for whole numbers, not for a value of Spark's type {kind}.",
        "Convert it: toUnixTimestamp(time), toUInt64(number).",
    )


def _salted(arguments: Arguments, name: str, salt: int) -> Word:
    number = _number(arguments, name).bitwiseXOR(F.lit(signed(salt)))
    return Word(Words(arguments), arguments.expression_of(number))


def _int_hash_32(arguments: Arguments) -> Column:
    value = _salted(arguments, "intHash32", _SALT_32)
    # ~x + (x << 18) is x * (2**18 - 1) - 1, x + (x << 6) is x * 65.
    value = value * (2**18 - 1) - 1
    value = (value ^ value.rotated(31)) * 21
    value = (value ^ value.rotated(11)) * 65
    value ^= value.rotated(22)
    return arguments.column_of(value.expression).bitwiseAND(F.lit(0xFFFFFFFF))


def _int_hash_64(arguments: Arguments) -> Column:
    mixed = _mixed(_salted(arguments, "intHash64", _SALT_64))
    return _unsigned(arguments.column_of(mixed.expression))


def _mixed(value: Word) -> Word:
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        value = value.folded(33) * factor
    return value.folded(33)


def _city_hash_64(arguments: Arguments) -> Column:
    """Of each argument CityHash, or of a number intHash64 of its bits; then from left to right."""
    words = Words(arguments)
    hashes = [_city_hash(arguments, words, position) for position in range(len(arguments))]
    combined = functools.reduce(functools.partial(hash_of_two, words), hashes)
    given = functools.reduce(operator.and_, (column.isNotNull() for column in arguments.columns))
    return F.when(given, _unsigned(arguments.column_of(combined.expression)))


def _city_hash(arguments: Arguments, words: Words, position: int) -> Word:
    column = arguments.columns[position]
    if arguments.type(position) in ("string", "binary"):
        return city_hash(words, arguments.expression_of(column.cast("binary")))
    error = RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        "cityHash64 of a negative number depends on how wide its type is in ClickHouse.",
        "Convert it: cityHash64(toUInt64(n)) is the hash of an Int64.",
    )
    number = _number(arguments, "cityHash64", position)
    checked = F.when(
        column.cast("decimal(38,0)") < 0, F.raise_error(F.lit(str(error))).cast("bigint")
    ).otherwise(number)
    salted = checked.bitwiseXOR(F.lit(signed(_SALT_64)))
    return _mixed(Word(words, arguments.expression_of(salted)))


HASHING: Builders = {
    "clickhouse_xxHash64": typed(1, 1, _xxhash64),
    "sipHash64": _then(
        _guava("sipHash64", lambda hashing: hashing.sipHash24(0, 0), "asLong", "bigint"), _unsigned
    ),
    "intHash32": typed(1, 1, _int_hash_32),
    "intHash64": typed(1, 1, _int_hash_64),
    "cityHash64": typed(1, MANY, _city_hash_64),
    "farmFingerprint64": _then(
        _guava("farmFingerprint64", "farmHashFingerprint64", "asLong", "bigint"), _unsigned
    ),
    "halfMD5": of(_half_md5),
    "murmurHash3_32": _then(
        _guava("murmurHash3_32", lambda hashing: hashing.murmur3_32_fixed(), "asInt", "int"),
        lambda signed: signed.cast("bigint").bitwiseAND(F.lit(0xFFFFFFFF)),
    ),
    "murmurHash3_128": _guava(
        "murmurHash3_128", lambda hashing: hashing.murmur3_128(), "asBytes", "binary"
    ),
    "clickhouse_md5": _digest(lambda text: F.md5(text.cast("binary"))),
    "clickhouse_sha1": _digest(lambda text: F.sha1(text.cast("binary"))),
    "SHA224": _digest(lambda text: F.sha2(text.cast("binary"), 224)),
    "SHA256": _digest(lambda text: F.sha2(text.cast("binary"), 256)),
    "SHA384": _digest(lambda text: F.sha2(text.cast("binary"), 384)),
    "SHA512": _digest(lambda text: F.sha2(text.cast("binary"), 512)),
}
