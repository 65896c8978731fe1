"""Hashes that give ClickHouse's numbers.

Spark's own XXH64 takes a seed, which is 0 in ClickHouse. SipHash, MurmurHash3 and FarmHash are
Guava's, MurmurHash2 is of Apache Commons, XXH32 of LZ4's library; Spark brings them along, and its
expressions call their methods from generated code. Hashes
of whole numbers are a few operations that wrap around.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions, and
ClickHouse's `Common/HashTable/Hash.h` and `FunctionsHashing.h` for those of whole numbers.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BinaryType, DataType, StringType, StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    failing,
    of,
    typed,
)
from rmt_engine.spark.functions.cityhash import MULTIPLIER, city_hash, hash_of_two
from rmt_engine.spark.functions.java_calls import JavaCalls
from rmt_engine.spark.functions.words import Word, Words
from rmt_engine.sql.query.calls.hashes import BITS_OF_FLOAT, BYTES, HASHES

__all__ = ["HASHING", "OF_HASHED"]

_GUAVA = "com.google.common.hash"
_HASH_CODE = f"{_GUAVA}.HashCode"
_MURMUR2 = "org.apache.commons.codec.digest.MurmurHash2"
_XXHASH = "net.jpountz.xxhash.XXHash"
_SALT_32, _SALT_64 = 0x75D9543DE018BF45, 0x4CF2D2BAAE6DA887
_KAFKA_SEED, _GCC_SEED = (seed - 2**32 for seed in (0x9747B28C, 0xC70F6907))
_MOST_BUCKETS = 2**31 - 1
_TWO_TO_64 = "18446744073709551616"
_UINT64 = "decimal(20,0)"


def _unsigned(signed: Column) -> Column:
    """The bits of a signed number as UInt64."""
    wide = signed.cast("decimal(20,0)")
    return (
        F.when(signed < 0, wide + F.lit(_TWO_TO_64).cast("decimal(20,0)"))
        .otherwise(wide)
        .cast("decimal(20,0)")
    )


def _unsigned_32(signed: Column) -> Column:
    """The lowest 32 bits of a number as UInt32."""
    return signed.bitwiseAND(F.lit(0xFFFFFFFF))


@dataclass(frozen=True)
class _Hash:
    """A hash function of many values.

    Attributes:
        name: ClickHouse's.
        of_bytes: the hash of an expression of BINARY that is not NULL.
        of_two: combines the hashes of two values; None where that is the hash of their bytes.
        is_short: whether the hash has 32 bits.
    """

    name: str
    of_bytes: Callable[[Words, Any], Word]
    of_two: Callable[[Words, Word, Word], Word] | None = None
    is_short: bool = False

    @property
    def builder(self) -> Builder:
        """Builds calls of it."""
        return typed(1, MANY, self._build)

    def _build(self, arguments: Arguments) -> Column:
        """The hash of the first argument, combined with those of the others from left to right."""
        words = Words(arguments)
        values = [
            (expression, arguments.kind(place))
            for place, expression in enumerate(arguments.expressions)
        ]
        found = self._of_values(words, values)
        given = functools.reduce(operator.and_, (one.isNotNull() for one in arguments.columns))
        of_bits = _unsigned_32 if self.is_short else _unsigned
        return F.when(given, of_bits(words.column_of(found)))

    def _of_values(self, words: Words, values: Sequence[tuple[Any, DataType]]) -> Word:
        """The hash of several values, which are not nested in the expression it is.

        Fields of tuples are hashed like values of their own; so are the length of an array and,
        behind it, its elements.
        """
        fields = [field for value, kind in values for field in _fields(words, value, kind)]
        if len(fields) == 1 and not isinstance(fields[0][1], ArrayType):
            return self._of_value(words, *fields[0])
        parts = []
        for kind, group in itertools.groupby(fields, key=lambda field: field[1]):
            alike = [value for value, _ in group]
            if isinstance(kind, ArrayType):
                parts += [part for value in alike for part in self._of_array(words, value, kind)]
            else:
                parts.append(
                    words.transformed(words.listed(alike), functools.partial(self._of, words, kind))
                )
        return words.reduced(words.concatenated(parts), functools.partial(self._both, words))

    def _of_array(self, words: Words, value: Any, kind: ArrayType) -> list[Any]:
        size = words.size(value)
        length = _mixed_32(size ^ _SALT_32) if self.is_short else _mixed(size ^ _SALT_64)
        hashes = words.transformed(value, functools.partial(self._of, words, kind.elementType))
        return [words.listed([length.expression]), hashes]

    def _of(self, words: Words, kind: DataType, value: Any) -> Word:
        return self._of_values(words, [(value, kind)])

    def _both(self, words: Words, first: Word, second: Word) -> Word:
        if self.of_two is not None:
            return self.of_two(words, first, second)
        return self.of_bytes(words, words.joined(first.bytes(8), second.bytes(8)))

    def _of_value(self, words: Words, value: Any, kind: DataType) -> Word:
        if isinstance(kind, StringType | BinaryType):
            return self.of_bytes(words, words.converted(value, "binary").expression)
        name = kind.simpleString()
        if HASHES.get(self.name) and (name in INTEGER_TYPES or name == _UINT64):
            return _mixed(_bits(words, value, name) ^ _SALT_64)
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{self.name} is for String here, not for a value of Spark's type {name}.",
            "Convert it with toString; the number is then ClickHouse's for that text.",
        )


def _fields(words: Words, value: Any, kind: DataType) -> Iterator[tuple[Any, DataType]]:
    """A value; of a struct its fields."""
    if isinstance(kind, StructType):
        for field in kind.fields:
            yield from _fields(words, words.field(value, field.name), field.dataType)
    else:
        yield value, kind


def _fingerprint_of_two(words: Words, low: Word, high: Word) -> Word:
    """FarmHash's fingerprint of 16 bytes."""

    def of_first(first: Word, high: Word) -> Word:
        return words.named(
            [(first ^ high) * MULTIPLIER],
            lambda mixed: words.named(
                [mixed.folded(44) * MULTIPLIER], lambda last: last.folded(41) * MULTIPLIER
            ),
        )

    def of_high(high: Word) -> Word:
        mixed = (low ^ high) * MULTIPLIER
        return words.named([mixed], lambda mixed: of_first(mixed.folded(47), high))

    return words.named([high], of_high)


def _mixed_of_two_short(_words: Words, first: Word, second: Word) -> Word:
    return _mixed_32((first & 0xFFFFFFFF) ^ _SALT_32) ^ second


def _xxhash64(words: Words, data: Any) -> Word:
    return words.made("XxHash64", words.gateway.seq([data]), 0)


def _half_md5(words: Words, data: Any) -> Word:
    """The first half of MD5, the highest byte first."""
    digits = F.substring(F.md5(words.column_of(Word(words, data))), 1, 16)
    return words.of_column(F.conv(digits, 16, -10).cast("bigint"))


def _guava(
    function: Callable[[Any], Any] | str, method: str, kind: str
) -> Callable[[Arguments, Any], Any]:
    """A hash function of Guava's.

    Args:
        function: gives the function, of Guava's `Hashing`; or names the method that does, for a
            function that cannot be sent to executors.
        method: gives the result, of Guava's `HashCode`.
        kind: its type for Spark.
    """

    def build(arguments: Arguments, data: Any) -> Any:
        gateway = arguments.gateway
        function_type = arguments.object_type(f"{_GUAVA}.HashFunction")
        if isinstance(function, str):
            hashing = arguments.loaded(f"{_GUAVA}.Hashing")
            given = arguments.called_statically(hashing, function_type, function, [])
        else:
            literal = gateway.java_class("org.apache.spark.sql.catalyst.expressions.Literal")
            hashing = function(gateway.java_class(f"{_GUAVA}.Hashing"))
            given = literal.fromObject(hashing, function_type)
        code = arguments.called(given, arguments.object_type(_HASH_CODE), "hashBytes", [data])
        return arguments.called(code, arguments.data_type(kind), method, [])

    return build


def _word_of_guava(
    function: Callable[[Any], Any] | str, method: str, kind: str
) -> Callable[[Words, Any], Word]:
    hashed = _guava(function, method, kind)

    def build(words: Words, data: Any) -> Word:
        return words.converted(hashed(words.arguments, data), "bigint")

    return build


def _mixed_of_two(_words: Words, first: Word, second: Word) -> Word:
    return _mixed(first ^ _SALT_64) ^ second


def _murmur2(method: str, kind: str, seed: int = 0) -> Callable[[Words, Any], Word]:
    """MurmurHash2 of Apache Commons, with a seed."""

    def build(words: Words, data: Any) -> Word:
        calls = JavaCalls(words.arguments)
        length = words.converted(words.length(data).expression, "int").expression
        given = [data, length, calls.expression(F.lit(seed))]
        found = calls.static(_MURMUR2, calls.kind(kind), method, given)
        return words.converted(found, "bigint")

    return build


def _kafka(words: Words, data: Any) -> Word:
    """Without the sign, as Kafka numbers its partitions."""
    return _murmur2("hash32", "int", _KAFKA_SEED)(words, data) & 0x7FFFFFFF


def _murmur3_64(words: Words, data: Any) -> Word:
    """The two halves of the 16 bytes, combined."""
    bytes_of = _guava(lambda hashing: hashing.murmur3_128(), "asBytes", "binary")

    def of_bytes(found: Any) -> Word:
        return words.fetched(found, 0) ^ words.fetched(found, 8)

    return words.let(bytes_of(words.arguments, data), of_bytes)


def _xxhash32(words: Words, data: Any) -> Word:
    """XXH32 of LZ4's library, with the seed 0."""
    calls = JavaCalls(words.arguments)
    factory = calls.static(f"{_XXHASH}Factory", f"{_XXHASH}Factory", "fastestJavaInstance", [])
    hash32 = calls.method(factory, f"{_XXHASH}32", "hash32", [])
    zero = calls.expression(F.lit(0))
    length = words.converted(words.length(data).expression, "int").expression
    given = [data, zero, length, zero]
    return words.converted(calls.method(hash32, calls.kind("int"), "hash", given), "bigint")


def _java_hash(arguments: Arguments) -> Column:
    """Java's hash of an array of bytes starts with 1; the byte in front makes that 0."""
    _check_text("javaHash", arguments)
    calls = JavaCalls(arguments)
    text = arguments.columns[0]
    data = F.concat(F.unhex(F.lit("E1")), text.cast("binary"))
    given = [calls.expression(data)]
    found = calls.static("java.util.Arrays", calls.kind("int"), "hashCode", given)
    return F.when(text.isNotNull(), calls.column(found))


def _check_text(name: str, arguments: Arguments) -> None:
    if arguments.type(0) not in ("string", "binary"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{name} is for String here, not for a value of Spark's type {arguments.type(0)}.",
            "Convert it with toString; the hash is then ClickHouse's for that text.",
        )


def _java_hash_of_utf16(arguments: Arguments) -> Column:
    """Java's hash of a text's two-byte characters, the lower byte first."""
    text = arguments.columns[0]
    calls = JavaCalls(arguments)
    decoded = F.decode(text.cast("binary"), "UTF-16LE")
    found = calls.method(calls.java_text(decoded), calls.kind("int"), "hashCode", [])
    error = RmtError("BAD_ARGUMENTS", "Arguments for javaHashUTF16LE must be in the form of UTF-16")
    failure = failing(error, F.lit("."), "int")
    return F.when(F.octet_length(text) % 2 == 1, failure).otherwise(calls.column(found))


def _jump(arguments: Arguments) -> Column:
    """Guava's consistent hash, for as many buckets as the second argument says."""
    words, calls = Words(arguments), JavaCalls(arguments)
    if arguments.type(0).startswith("decimal") and arguments.type(0) != _UINT64:
        raise RmtError(
            "BAD_ARGUMENTS", "Function jumpConsistentHash accepts 64-bit integers at most."
        )
    number = _bits(words, arguments.expressions[0], arguments.type(0)).expression
    buckets = arguments.columns[1]
    error = RmtError(
        "BAD_ARGUMENTS",
        "The second argument of function jumpConsistentHash (number of buckets) must be positive "
        f"number, not greater than {_MOST_BUCKETS}.",
    )
    failure = F.raise_error(F.lit(str(error))).cast("int")
    count = F.when(buckets.between(1, _MOST_BUCKETS), buckets.cast("int")).otherwise(failure)
    given = [number, calls.expression(count)]
    found = calls.static(f"{_GUAVA}.Hashing", calls.kind("int"), "consistentHash", given)
    known = arguments.columns[0].isNotNull() & arguments.columns[1].isNotNull()
    return F.when(known, calls.column(found))


def _crc32_without_ones(text: Column) -> Column:
    """CRC-32 that starts with zeros, which four bytes in front make of the usual start."""
    data = F.concat(F.unhex(F.lit("FFFFFFFF")), text.cast("binary"))
    return F.crc32(data).bitwiseXOR(F.lit(0xFFFFFFFF))


def _murmur_128(arguments: Arguments) -> Column:
    _check_text("murmurHash3_128", arguments)
    data = arguments.expression_of(arguments.columns[0].cast("binary"))
    hashed = _guava(lambda hashing: hashing.murmur3_128(), "asBytes", "binary")
    return F.when(arguments.columns[0].isNotNull(), arguments.column_of(hashed(arguments, data)))


def _digest(hexadecimal: Any) -> Builder:
    return of(lambda text: F.unhex(hexadecimal(text)))


def _bits(words: Words, value: Any, kind: str) -> Word:
    """The 64 bits of a whole number."""
    if kind != _UINT64:
        return words.converted(value, "bigint")
    column = words.column_of(Word(words, value))
    two_to_64 = F.lit(_TWO_TO_64).cast(_UINT64)
    greatest = F.lit(str(2**63 - 1)).cast(_UINT64)
    return words.of_column(
        F.when(column > greatest, column - two_to_64).otherwise(column).cast("bigint")
    )


def _salted(arguments: Arguments, name: str, salt: int) -> Word:
    kind = arguments.type(0)
    if kind not in INTEGER_TYPES | {"boolean", _UINT64}:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"{name} is for whole numbers, not for a value of Spark's type {kind}.",
            "Convert it: toUnixTimestamp(time), toUInt64(number).",
        )
    return _bits(Words(arguments), arguments.expressions[0], kind) ^ salt


def _int_hash_32(arguments: Arguments) -> Column:
    mixed = _mixed_32(_salted(arguments, "intHash32", _SALT_32))
    return arguments.column_of(mixed.expression)


def _mixed_32(value: Word) -> Word:
    # ~x + (x << 18) is x * (2**18 - 1) - 1, x + (x << 6) is x * 65.
    value = value * (2**18 - 1) - 1
    value = (value ^ value.rotated(31)) * 21
    value = (value ^ value.rotated(11)) * 65
    value ^= value.rotated(22)
    return value & 0xFFFFFFFF


def _int_hash_64(arguments: Arguments) -> Column:
    mixed = _mixed(_salted(arguments, "intHash64", _SALT_64))
    return _unsigned(arguments.column_of(mixed.expression))


def _mixed(value: Word) -> Word:
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        value = value.folded(33) * factor
    return value.folded(33)


def _bytes(arguments: Arguments) -> Column:
    """The lowest bytes of a whole number, the lowest first: as many as the second argument says."""
    words = Words(arguments)
    number = _bits(words, arguments.expressions[0], arguments.type(0))
    count = int(arguments.literal(1))
    given = words.column_of(Word(words, number.bytes(count)))
    return F.when(arguments.columns[0].isNotNull(), given)


def _bits_of_float(arguments: Arguments) -> Column:
    """The bits of a number of floating point, as a whole one."""
    name, kind, method = (
        ("java.lang.Float", "int", "floatToRawIntBits")
        if arguments.type(0) == "float"
        else ("java.lang.Double", "bigint", "doubleToRawLongBits")
    )
    of_class = arguments.gateway.jvm.java.lang.Class.forName(name)
    data_type = arguments.data_type(kind)
    found = arguments.called_statically(of_class, data_type, method, arguments.expressions)
    return arguments.column_of(found).cast("bigint")


_HASHES = (
    _Hash("cityHash64", city_hash, hash_of_two),
    _Hash(
        "farmFingerprint64",
        _word_of_guava("farmHashFingerprint64", "asLong", "bigint"),
        _fingerprint_of_two,
    ),
    _Hash("sipHash64", _word_of_guava(lambda hashing: hashing.sipHash24(0, 0), "asLong", "bigint")),
    _Hash("clickhouse_xxHash64", _xxhash64, hash_of_two),
    _Hash("halfMD5", _half_md5),
    _Hash(
        "murmurHash3_32",
        _word_of_guava(lambda hashing: hashing.murmur3_32_fixed(), "asInt", "int"),
        _mixed_of_two_short,
        is_short=True,
    ),
    _Hash("murmurHash2_32", _murmur2("hash32", "int"), _mixed_of_two_short, is_short=True),
    _Hash("murmurHash2_64", _murmur2("hash64", "bigint"), _mixed_of_two),
    _Hash(
        "kafkaMurmurHash",
        _kafka,
        _mixed_of_two_short,
        is_short=True,
    ),
    _Hash("gccMurmurHash", _murmur2("hash64", "bigint", _GCC_SEED), _mixed_of_two),
    _Hash("murmurHash3_64", _murmur3_64, _mixed_of_two),
    _Hash("xxHash32", _xxhash32, _mixed_of_two_short, is_short=True),
)
HASHING: Builders = {
    **{one.name: one.builder for one in _HASHES},
    "intHash32": typed(1, 1, _int_hash_32),
    "intHash64": typed(1, 1, _int_hash_64),
    "murmurHash3_128": typed(1, 1, _murmur_128),
    "javaHash": typed(1, 1, _java_hash),
    "javaHashUTF16LE": typed(1, 1, _java_hash_of_utf16),
    "xxHash64Spark": typed(1, 1, lambda arguments: F.xxhash64(*arguments.columns)),
    "jumpConsistentHash": typed(2, 2, _jump),
    "CRC32IEEE": of(_crc32_without_ones),
    "clickhouse_md5": _digest(lambda text: F.md5(text.cast("binary"))),
    "clickhouse_sha1": _digest(lambda text: F.sha1(text.cast("binary"))),
    "SHA224": _digest(lambda text: F.sha2(text.cast("binary"), 224)),
    "SHA256": _digest(lambda text: F.sha2(text.cast("binary"), 256)),
    "SHA384": _digest(lambda text: F.sha2(text.cast("binary"), 384)),
    "SHA512": _digest(lambda text: F.sha2(text.cast("binary"), 512)),
}
OF_HASHED: Builders = {
    BYTES: typed(2, 2, _bytes),
    BITS_OF_FLOAT: typed(1, 1, _bits_of_float),
}
"""What only compiled queries call."""
