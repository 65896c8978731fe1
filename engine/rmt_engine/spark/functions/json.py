"""JSON in texts, read through Spark's VARIANT.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import (
    ArrayType,
    DataType,
    DecimalType,
    DoubleType,
    FloatType,
    MapType,
    StringType,
    StructType,
)

from rmt_engine.spark.functions.arguments import (
    MANY,
    Arguments,
    Builder,
    Builders,
    default_of,
    of,
    typed,
)
from rmt_engine.spark.functions.conversion import text_of
from rmt_engine.sql.values.types import parse_type

__all__ = ["JSON"]


def _value(arguments: Arguments, last: int | None = None) -> Column:
    """The value at the path the arguments after the first name, as VARIANT."""
    value, path = F.try_parse_json(arguments.columns[0]), "$"
    for position in range(1, len(arguments) if last is None else last):
        step = _constant_step(arguments, position)
        if step is not None:
            path += step
            continue
        value, path = F.try_variant_get(value, path, "variant"), "$"
        key = arguments.columns[position]
        if arguments.type(position) == "string":
            value = F.try_element_at(_got(value, "map<string,variant>"), key)
        else:
            items = _got(value, "array<variant>")
            index = F.when(key.cast("int") != 0, key.cast("int"))
            value = F.try_element_at(items, index)
    return F.try_variant_get(value, path, "variant")


def _constant_step(arguments: Arguments, position: int) -> str | None:
    """A step of a path that is a constant key, or a constant index that counts from the front."""
    if not arguments.expressions[position].foldable():
        return None
    step = arguments.literal(position)
    if isinstance(step, bool) or not isinstance(step, int):
        is_text = arguments.type(position) == "string"
        return f"[{json.dumps(str(step), ensure_ascii=False)}]" if is_text else None
    return f"[{step - 1}]" if step > 0 else None


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
    known = arguments.columns[0].isNotNull()
    for column, expression in zip(arguments.columns[1:], arguments.expressions[1:], strict=True):
        if not expression.foldable():
            known = known & column.isNotNull()
    return F.when(known, F.coalesce(value, default))


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
    flag = F.when(_kind(value).isin("BOOLEAN", "BIGINT"), _got(value, "boolean"))
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


def _to_json(arguments: Arguments) -> Column:
    return _json_text(arguments, arguments.columns[0], arguments.kind(0))


def _json_text(arguments: Arguments, value: Column, kind: DataType) -> Column:
    """A value as ClickHouse writes it in JSON; NULL of NULL.

    A tuple whose elements have no names is an array.
    """
    match kind:
        case ArrayType():
            elements = F.transform(value, lambda one: _inside(arguments, one, kind.elementType))
            text = F.concat(F.lit("["), F.array_join(elements, ","), F.lit("]"))
        case MapType():
            entries = F.transform(
                F.map_entries(value),
                lambda entry: F.concat(
                    _json_text(arguments, entry["key"].cast("string"), StringType()),
                    F.lit(":"),
                    _inside(arguments, entry["value"], kind.valueType),
                ),
            )
            text = F.concat(F.lit("{"), F.array_join(entries, ","), F.lit("}"))
        case StructType():
            is_named = not _is_unnamed(kind)
            pieces = [
                F.concat(
                    F.lit(json.dumps(field.name, ensure_ascii=False) + ":" if is_named else ""),
                    _inside(arguments, value[field.name], field.dataType),
                )
                for field in kind.fields
            ]
            before, after = "{}" if is_named else "[]"
            text = F.concat(F.lit(before), F.concat_ws(",", *pieces), F.lit(after))
        case _:
            return _json_of_one(arguments, value, kind)
    return F.when(value.isNotNull(), text)


def _json_of_one(arguments: Arguments, value: Column, kind: DataType) -> Column:
    """A value that holds no others."""
    if isinstance(kind, FloatType | DoubleType | DecimalType):
        text = text_of(arguments, value, kind.simpleString())
        return F.when(text.isin("nan", "inf", "-inf"), "null").otherwise(text)
    # What is between the brackets of an array of one element is any value.
    array = F.to_json(F.array(value))
    text = F.substring(array, F.lit(2), F.length(array) - 2)
    if isinstance(kind, StringType):
        text = F.replace(text, F.lit("/"), F.lit(r"\/"))
    return F.when(value.isNotNull(), text)


def _inside(arguments: Arguments, value: Column, kind: DataType) -> Column:
    return F.coalesce(_json_text(arguments, value, kind), F.lit("null"))


def _is_unnamed(kind: StructType) -> bool:
    return kind.names == [str(place) for place in range(1, len(kind.names) + 1)]


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
    "toJSONString": typed(1, 1, _to_json),
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
