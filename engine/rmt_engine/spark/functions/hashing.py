"""Hashes that give ClickHouse's numbers.

Spark's own XXH64 takes a seed, which is 0 in ClickHouse. SipHash and MurmurHash3 are those of
Guava, which Spark brings along; Spark's expressions call its methods from generated code. Hashes of
whole numbers are a few operations that wrap around.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions, and
ClickHouse's `Common/HashTable/Hash.h` and `FunctionsHashing.h` for those of whole numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    Arguments,
    Builder,
    Builders,
    of,
    typed,
)

__all__ = ["HASHING"]

_GUAVA = "com.google.common.hash"
_CATALYST = "org.apache.spark.sql.catalyst.expressions"
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


def _invoke(arguments: Arguments, target: Any, method: str, kind: Any, inputs: list[Any]) -> Any:
    """A call of a method of a Java object, as an expression."""
    invoke = arguments.gateway.java_class(f"{_CATALYST}.objects.Invoke")
    seq = arguments.gateway.seq
    return invoke(target, method, kind, seq(inputs), seq([]), True, False, True)


def _guava(name: str, function: Callable[[Any], Any], method: str, kind: str) -> Builder:
    """A hash function of Guava's.

    Args:
        name: ClickHouse's name.
        function: gives the function, of Guava's `Hashing`.
        method: gives the result, of Guava's `HashCode`.
        kind: its type for Spark.
    """

    def build(arguments: Arguments) -> Column:
        _text(arguments, name)
        gateway = arguments.gateway
        object_type = gateway.java_class("org.apache.spark.sql.types.ObjectType")
        literal = gateway.java_class("org.apache.spark.sql.catalyst.expressions.Literal")
        for_name = gateway.jvm.java.lang.Class.forName
        hashing = function(gateway.java_class(f"{_GUAVA}.Hashing"))
        constant = literal.fromObject(hashing, object_type(for_name(f"{_GUAVA}.HashFunction")))
        code_type = object_type(for_name(f"{_GUAVA}.HashCode"))
        data = arguments.expression_of(arguments.columns[0].cast("binary"))
        code = _invoke(arguments, constant, "hashBytes", code_type, [data])
        result = _invoke(arguments, code, method, arguments.data_type(kind), [])
        return F.when(arguments.columns[0].isNotNull(), arguments.column_of(result))

    return typed(1, 1, build)


def _then(builder: Builder, finish: Callable[[Column], Column]) -> Builder:
    return typed(1, 1, lambda arguments: finish(builder.build(arguments)))


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


def _wrapping(arguments: Arguments, operation: str, left: Column, right: int) -> Column:
    """`left + right` or `left * right` in 64 bits, without an error for what goes beyond."""
    gateway = arguments.gateway
    legacy = gateway.scala_object(f"{_CATALYST}.EvalMode").LEGACY()
    operands = (arguments.expression_of(column) for column in (left, F.lit(_signed(right))))
    made = gateway.scala_object(f"{_CATALYST}.{operation}").apply(*operands, legacy)
    return arguments.column_of(made)


def _signed(bits: int) -> int:
    """64 bits as Java's long, which a literal is to be, however small."""
    return bits - 2**64 if bits >= 2**63 else bits


def _salted(arguments: Arguments, name: str, salt: int) -> Column:
    return _number(arguments, name).bitwiseXOR(F.lit(_signed(salt)))


def _rotated(value: Column, bits: int) -> Column:
    """The value xor what it is when its bits are moved round to the right."""
    right, left = F.shiftrightunsigned(value, bits), F.shiftleft(value, 64 - bits)
    return value.bitwiseXOR(right).bitwiseXOR(left)


def _int_hash_32(arguments: Arguments) -> Column:
    value = _salted(arguments, "intHash32", _SALT_32)
    # ~x + (x << 18) is x * (2**18 - 1) - 1, x + (x << 6) is x * 65.
    value = _wrapping(arguments, "Add", _wrapping(arguments, "Multiply", value, 2**18 - 1), -1)
    value = _wrapping(arguments, "Multiply", _rotated(value, 31), 21)
    value = _wrapping(arguments, "Multiply", _rotated(value, 11), 65)
    return _rotated(value, 22).bitwiseAND(F.lit(0xFFFFFFFF))


def _int_hash_64(arguments: Arguments) -> Column:
    return _unsigned(_mixed(arguments, _salted(arguments, "intHash64", _SALT_64)))


def _city_hash_64(arguments: Arguments) -> Column:
    """The hashes of whole numbers, each intHash64 of its bits, combined from left to right."""
    hashes = [_city_hash(arguments, position) for position in range(len(arguments))]
    return _unsigned(functools.reduce(functools.partial(_combined, arguments), hashes))


def _city_hash(arguments: Arguments, position: int) -> Column:
    if arguments.type(position) in ("string", "binary"):
        raise RmtError(
            "NOT_IMPLEMENTED",
            "cityHash64 is for whole numbers here, not for String.",
            "xxHash64 and sipHash64 of a String give ClickHouse's numbers.",
        )
    column = arguments.columns[position]
    error = RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        "cityHash64 of a negative number depends on how wide its type is in ClickHouse.",
        "Convert it: cityHash64(toUInt64(n)) is the hash of an Int64.",
    )
    number = _number(arguments, "cityHash64", position)
    checked = F.when(
        column.cast("decimal(38,0)") < 0, F.raise_error(F.lit(str(error))).cast("bigint")
    ).otherwise(number)
    return _mixed(arguments, checked.bitwiseXOR(F.lit(_signed(_SALT_64))))


def _combined(arguments: Arguments, low: Column, high: Column) -> Column:
    """CityHash's `Hash128to64`."""

    def product(value: Column) -> Column:
        return _wrapping(arguments, "Multiply", value, 0x9DDFEA08EB382D69)

    first = _folded(product(low.bitwiseXOR(high)), 47)
    return product(_folded(product(high.bitwiseXOR(first)), 47))


def _mixed(arguments: Arguments, value: Column) -> Column:
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        value = _wrapping(arguments, "Multiply", _folded(value, 33), factor)
    return _folded(value, 33)


def _folded(value: Column, bits: int) -> Column:
    return value.bitwiseXOR(F.shiftrightunsigned(value, bits))


HASHING: Builders = {
    "clickhouse_xxHash64": typed(1, 1, _xxhash64),
    "sipHash64": _then(
        _guava("sipHash64", lambda hashing: hashing.sipHash24(0, 0), "asLong", "bigint"), _unsigned
    ),
    "intHash32": typed(1, 1, _int_hash_32),
    "intHash64": typed(1, 1, _int_hash_64),
    "cityHash64": typed(1, 3, _city_hash_64),
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
