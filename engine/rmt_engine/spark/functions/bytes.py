"""Values read from bytes, the lowest first.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/functions/type-conversion-functions#reinterpret.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builders, once, typed
from rmt_engine.spark.functions.java_calls import JavaCalls
from rmt_engine.sql.functions.answers.kinds import BITS, SIGNED
from rmt_engine.sql.query.calls.reinterpreting import FROM_BYTES

__all__ = ["OF_BYTES"]

_WIDTHS = {"Float32": 4, "Float64": 8, "Date": 2, "DateTime": 4}
_UUID = r"^(.{8})(.{4})(.{4})(.{4})(.{12})$"


def _lowest_last(digits: Column, first: int, count: int) -> Column:
    """Hexadecimal digits of so many bytes, from a first one on, the highest first."""
    places = range(first + count - 1, first - 1, -1)
    return F.concat(*(F.substring(digits, 2 * place + 1, 2) for place in places))


def _padded(digits: Column, count: int) -> Column:
    return F.rpad(F.substring(digits, 1, 2 * count), 2 * count, "0")


def _read(arguments: Arguments) -> Column:
    digits, family = F.hex(arguments.columns[0]), arguments.text(1)
    return once(digits, lambda one: _value(arguments, one, family))


def _value(arguments: Arguments, digits: Column, family: str) -> Column:
    if family == "String":
        return F.unhex(F.regexp_replace(digits, "^((?:..)*?)(?:00)*$", "$1")).cast("string")
    if family == "UUID":
        padded = _padded(digits, 16)
        whole = F.concat(_lowest_last(padded, 0, 8), _lowest_last(padded, 8, 8))
        return F.regexp_replace(F.lower(whole), _UUID, "$1-$2-$3-$4-$5")
    width = _WIDTHS.get(family) or BITS[family] // 8
    number = _number(_padded(digits, width), width, is_signed=family in SIGNED)
    if family == "Date":
        return F.date_from_unix_date(number.cast("int"))
    if family == "DateTime":
        return F.timestamp_seconds(number.cast("bigint"))
    return number


def _number(digits: Column, width: int, *, is_signed: bool) -> Column:
    wide = F.conv(_lowest_last(digits, 0, width), 16, 10).cast("decimal(20,0)")
    if not is_signed:
        return wide
    half = F.lit(str(2 ** (8 * width - 1))).cast("decimal(20,0)")
    return F.when(wide >= half, wide - half - half).otherwise(wide)


def _float(arguments: Arguments, family: str) -> Column:
    calls = JavaCalls(arguments)
    width = _WIDTHS[family]
    bits = _number(_padded(F.hex(arguments.columns[0]), width), width, is_signed=True)
    java_class, method, kind, whole = (
        ("java.lang.Float", "intBitsToFloat", "float", "int")
        if family == "Float32"
        else ("java.lang.Double", "longBitsToDouble", "double", "bigint")
    )
    given = [calls.expression(bits, whole)]
    return calls.column(calls.static(java_class, calls.kind(kind), method, given))


def _from_bytes(arguments: Arguments) -> Column:
    family = arguments.text(1)
    return _float(arguments, family) if family.startswith("Float") else _read(arguments)


OF_BYTES: Builders = {FROM_BYTES: typed(2, 2, _from_bytes)}
"""What only compiled queries call."""
