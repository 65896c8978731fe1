"""Hashes that give ClickHouse's numbers.

Spark's own XXH64 takes a seed, which is 0 in ClickHouse. SipHash and MurmurHash3 are those of
Guava, which Spark brings along; Spark's expressions call its methods from generated code.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, of, typed

__all__ = ["HASHING"]

_GUAVA = "com.google.common.hash"
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
    invoke = arguments.gateway.java_class(
        "org.apache.spark.sql.catalyst.expressions.objects.Invoke"
    )
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


HASHING: Builders = {
    "clickhouse_xxHash64": typed(1, 1, _xxhash64),
    "sipHash64": _then(
        _guava("sipHash64", lambda hashing: hashing.sipHash24(0, 0), "asLong", "bigint"), _unsigned
    ),
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
