"""JSON in texts, read through Spark's VARIANT.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    MANY,
    Arguments,
    Builder,
    Builders,
    default_of,
    of,
    typed,
)
from rmt_engine.sql.values.types import parse_type

__all__ = ["JSON"]


def _value(arguments: Arguments, last: int | None = None) -> Column:
    """The value at the path the arguments after the first name, as VARIANT."""
    path = "$"
    for position in range(1, len(arguments) if last is None else last):
        step = arguments.literal(position)
        if isinstance(step, int):
            if step < 1:
                raise RmtError(
                    "NOT_IMPLEMENTED", "An index that counts from the end is not supported."
                )
            path += f"[{step - 1}]"
        else:
            path += f"[{json.dumps(str(step), ensure_ascii=False)}]"
    return F.try_variant_get(F.try_parse_json(arguments.columns[0]), path, "variant")


def _kind(value: Column) -> Column:
    """Spark's name of the type a VARIANT holds."""
    return F.schema_of_variant(value)


def _got(value: Column, spark: str) -> Column:
    return F.try_variant_get(value, "$", spark)


def _whole(arguments: Arguments) -> Column:
    value = _value(arguments)
    number = _got(value, "double")
    exact = _got(value, "decimal(38,0)")
    text = F.when(_kind(value) == "STRING", _got(value, "string"))
    from_text = F.when(F.rlike(text, F.lit("^[+-]?[0-9]+$")), text).try_cast("decimal(38,0)")
    plain = F.when(number < 0, F.ceil(number)).otherwise(F.floor(number)).cast("decimal(38,0)")
    is_number = _kind(value).isin("BIGINT", "DOUBLE") | _kind(value).startswith("DECIMAL")
    cut = F.when(number == F.rint(number), exact).otherwise(plain)
    return F.coalesce(F.when(is_number, cut), from_text)


def _present(arguments: Arguments, value: Column, default: Column) -> Column:
    """A default for what is not there; NULL only for NULL."""
    return F.when(arguments.columns[0].isNotNull(), F.coalesce(value, default))


def _int(arguments: Arguments) -> Column:
    return _present(arguments, _whole(arguments).try_cast("bigint"), F.lit(0).cast("bigint"))


def _uint(arguments: Arguments) -> Column:
    number = _whole(arguments)
    unsigned = F.when(number >= 0, number).try_cast("decimal(20,0)")
    return _present(arguments, unsigned, F.lit(0).cast("decimal(20,0)"))


def _float(arguments: Arguments) -> Column:
    value = _value(arguments)
    number = F.when(_kind(value) != "BOOLEAN", _got(value, "double"))
    return _present(arguments, number, F.lit(0.0))


def _bool(arguments: Arguments) -> Column:
    value = _value(arguments)
    flag = F.when(_kind(value) == "BOOLEAN", _got(value, "boolean"))
    return _present(arguments, flag, F.lit(False))


def _string(arguments: Arguments) -> Column:
    value = _value(arguments)
    return _present(arguments, _text_of(value), F.lit(""))


def _text_of(value: Column) -> Column:
    plain = F.when(_kind(value) == "STRING", _got(value, "string"))
    return F.when(_kind(value) != "VOID", F.coalesce(plain, F.to_json(value)))


def _raw(arguments: Arguments) -> Column:
    return _present(arguments, F.to_json(_value(arguments)), F.lit(""))


def _items(arguments: Arguments) -> Column:
    return _got(_value(arguments), "array<variant>")


def _json_of(item: Column) -> Column:
    return F.to_json(item)


def _array_raw(arguments: Arguments) -> Column:
    texts = F.transform(_items(arguments), _json_of)
    return _present(arguments, texts, F.array().cast("array<string>"))


def _object(arguments: Arguments) -> Column:
    value = _value(arguments)
    return F.when(_kind(value).startswith("OBJECT"), F.json_object_keys(F.to_json(value)))


def _keys(arguments: Arguments) -> Column:
    return _present(arguments, _object(arguments), F.array().cast("array<string>"))


def _length(arguments: Arguments) -> Column:
    return _present(
        arguments, F.coalesce(F.size(_items(arguments)), F.size(_object(arguments))), F.lit(0)
    )


def _has(arguments: Arguments) -> Column:
    return _present(arguments, _value(arguments).isNotNull(), F.lit(False))


_KINDS = {"STRING": "String", "DOUBLE": "Double", "BOOLEAN": "Bool", "VOID": "Null"}


def _type(arguments: Arguments) -> Column:
    value = _value(arguments)
    kind = _kind(value)
    name = F.when(kind == "BIGINT", "Int64").when(kind.startswith("DECIMAL"), "Double")
    name = name.when(kind.startswith("OBJECT"), "Object").when(kind.startswith("ARRAY"), "Array")
    for spark, theirs in _KINDS.items():
        name = name.when(kind == spark, theirs)
    return _present(arguments, name, F.lit("Null"))


def _extract(arguments: Arguments) -> Column:
    """`JSONExtract(json, 'a', …, 'Type')`."""
    last = len(arguments) - 1
    wanted = parse_type(arguments.text(last))
    value = _value(arguments, last)
    found = _text_of(value) if wanted.spark.lower() == "string" else _got(value, wanted.spark)
    if wanted.nullable:
        return found
    return _present(arguments, found, default_of(wanted.spark.lower()))


def _to_json(value: Column) -> Column:
    """Spark writes arrays, maps and structs; what is between the brackets of one is any value."""
    text = F.to_json(F.array(value))
    return F.when(value.isNotNull(), F.substring(text, F.lit(2), F.length(text) - 2))


def _simple(build: Callable[[Arguments], Column]) -> Builder:
    return typed(2, 2, build)


def _path_text(arguments: Arguments) -> Column:
    found = F.get_json_object(arguments.columns[0], arguments.text(1))
    return F.when(arguments.columns[0].isNotNull(), F.coalesce(found, F.lit("")))


def _anywhere(build: Callable[[Arguments], Column]) -> Builder:
    return typed(1, MANY, build)


JSON: Builders = {
    "JSONHas": _anywhere(_has),
    "JSONLength": _anywhere(_length),
    "JSONType": _anywhere(_type),
    "JSONExtractInt": _anywhere(_int),
    "JSONExtractUInt": _anywhere(_uint),
    "JSONExtractFloat": _anywhere(_float),
    "JSONExtractBool": _anywhere(_bool),
    "JSONExtractString": _anywhere(_string),
    "JSONExtractRaw": _anywhere(_raw),
    "JSONExtractArrayRaw": _anywhere(_array_raw),
    "JSONExtractKeys": _anywhere(_keys),
    "JSONExtract": typed(2, MANY, _extract),
    "isValidJSON": of(lambda text: F.when(text.isNotNull(), F.try_parse_json(text).isNotNull())),
    "toJSONString": of(_to_json),
    "simpleJSONHas": _simple(_has),
    "simpleJSONExtractInt": _simple(_int),
    "simpleJSONExtractUInt": _simple(_uint),
    "simpleJSONExtractFloat": _simple(_float),
    "simpleJSONExtractBool": _simple(_bool),
    "simpleJSONExtractString": _simple(_string),
    "simpleJSONExtractRaw": _simple(_raw),
    "visitParamHas": _simple(_has),
    "visitParamExtractInt": _simple(_int),
    "visitParamExtractUInt": _simple(_uint),
    "visitParamExtractFloat": _simple(_float),
    "visitParamExtractBool": _simple(_bool),
    "visitParamExtractString": _simple(_string),
    "visitParamExtractRaw": _simple(_raw),
    "JSON_VALUE": _simple(_path_text),
}
