"""Hashes that give ClickHouse's numbers.

Spark's own XXH64 takes a seed, which is 0 in ClickHouse. SipHash is that of Guava, which Spark
brings along; Spark's expressions call its methods without leaving generated code.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/hash-functions.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, of, typed

__all__ = ["HASHING"]

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


def _siphash64(arguments: Arguments) -> Column:
    text = _text(arguments, "sipHash64")
    gateway = arguments.gateway
    object_type = gateway.java_class("org.apache.spark.sql.types.ObjectType")
    literal = gateway.java_class("org.apache.spark.sql.catalyst.expressions.Literal")
    for_name = gateway.jvm.java.lang.Class.forName
    siphash = gateway.java_class("com.google.common.hash.Hashing").sipHash24(0, 0)
    function = literal.fromObject(
        siphash, object_type(for_name("com.google.common.hash.HashFunction"))
    )
    code_type = object_type(for_name("com.google.common.hash.HashCode"))
    data = arguments.expression_of(arguments.columns[0].cast("binary"))
    code = _invoke(arguments, function, "hashBytes", code_type, [data])
    long_type = arguments.data_type("bigint")
    hashed = arguments.column_of(_invoke(arguments, code, "asLong", long_type, []))
    del text
    return F.when(arguments.columns[0].isNotNull(), _unsigned(hashed))


def _digest(hexadecimal: Any) -> Builder:
    return of(lambda text: F.unhex(hexadecimal(text)))


HASHING: Builders = {
    "clickhouse_xxHash64": typed(1, 1, _xxhash64),
    "sipHash64": typed(1, 1, _siphash64),
    "clickhouse_md5": _digest(lambda text: F.md5(text.cast("binary"))),
    "clickhouse_sha1": _digest(lambda text: F.sha1(text.cast("binary"))),
    "SHA224": _digest(lambda text: F.sha2(text.cast("binary"), 224)),
    "SHA256": _digest(lambda text: F.sha2(text.cast("binary"), 256)),
    "SHA384": _digest(lambda text: F.sha2(text.cast("binary"), 384)),
    "SHA512": _digest(lambda text: F.sha2(text.cast("binary"), 512)),
}
