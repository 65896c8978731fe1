"""Functions of JSON in texts.

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
    of,
    once,
    typed,
)
from rmt_engine.spark.functions.conversion import text_of
from rmt_engine.spark.functions.json_layout import JSON_LAYOUT
from rmt_engine.spark.functions.json_nodes import Node, got, json_of, kind, node_at, root
from rmt_engine.spark.functions.json_paths import JSON_PATHS
from rmt_engine.spark.functions.json_values import as_type, float_of, known, whole_as, whole_of
from rmt_engine.spark.functions.simple_json import SIMPLE_JSON
from rmt_engine.sql.values import types

__all__ = ["JSON"]


def _present(arguments: Arguments, value: Column, default: Column) -> Column:
    """A default for what is not there; NULL only for NULL."""
    return F.when(_is_known(arguments), F.coalesce(value, default))


def _is_known(arguments: Arguments) -> Column:
    known = arguments.columns[0].isNotNull()
    for column, expression in zip(arguments.columns[1:], arguments.expressions[1:], strict=True):
        if not expression.foldable():
            known = known & column.isNotNull()
    return known


_NO_TEXTS = "array<string>"
_NO_PAIRS = "array<struct<`1`: string, `2`: string>>"


def _whole(name: str) -> Callable[[Arguments, Node], Column]:
    wanted = types.parse_type(name)

    def build(arguments: Arguments, node: Node) -> Column:
        number = whole_as(whole_of(node.value, with_flags=False), wanted)
        return _present(arguments, number, F.lit(0).cast(wanted.spark))

    return build


def _float(arguments: Arguments, node: Node) -> Column:
    return _present(arguments, float_of(node.value, with_flags=False), F.lit(0.0))


def _bool(arguments: Arguments, node: Node) -> Column:
    is_flag = kind(node.value).isin("BOOLEAN", "BIGINT")
    return _present(arguments, F.when(is_flag, got(node.value, "boolean")), F.lit(False))


def _string(arguments: Arguments, node: Node) -> Column:
    return _present(arguments, node.as_text, F.lit(""))


def _raw(arguments: Arguments, node: Node) -> Column:
    return _present(arguments, node.json, F.lit(""))


def _array_raw(arguments: Arguments, node: Node) -> Column:
    texts = node.items(lambda item: item.json)
    return _present(arguments, texts, F.array().cast(_NO_TEXTS))


def _keys(arguments: Arguments, node: Node) -> Column:
    return _present(arguments, node.keys, F.array().cast(_NO_TEXTS))


def _pair(key: Column, value: Column) -> Column:
    return F.struct(key.alias("1"), value.alias("2"))


def _keys_and_values_raw(arguments: Arguments, node: Node) -> Column:
    pairs = node.members(lambda key, member: _pair(key, member.json))
    return _present(arguments, pairs, F.array().cast(_NO_PAIRS))


def _length(arguments: Arguments, node: Node) -> Column:
    items = F.size(got(node.value, "array<variant>"))
    return _present(arguments, F.coalesce(items, F.size(node.keys)), F.lit(0))


def _has(arguments: Arguments, node: Node) -> Column:
    return _present(arguments, node.value.isNotNull(), F.lit(False))


_KINDS = {"STRING": "String", "DOUBLE": "Double", "BOOLEAN": "Bool", "VOID": "Null"}
_UNSIGNED = ("DECIMAL(19,0)", "DECIMAL(20,0)")


def _type(arguments: Arguments, node: Node) -> Column:
    held = kind(node.value)
    name = F.when(held == "BIGINT", "Int64").when(held.isin(*_UNSIGNED), "UInt64")
    name = name.when(held.startswith("DECIMAL"), "Double")
    name = name.when(held.startswith("OBJECT"), "Object").when(held.startswith("ARRAY"), "Array")
    for spark, theirs in _KINDS.items():
        name = name.when(held == spark, theirs)
    return _present(arguments, name, F.lit("Null"))


def _wanted(arguments: Arguments) -> types.DataType:
    return types.parse_type(arguments.text(len(arguments) - 1))


def _extract(arguments: Arguments, node: Node) -> Column:
    """`JSONExtract(json, 'a', …, 'Type')`."""
    wanted = _wanted(arguments)
    return F.when(_is_known(arguments), known(as_type(node, wanted), wanted))


def _keys_and_values(arguments: Arguments, node: Node) -> Column:
    """`JSONExtractKeysAndValues(json, 'a', …, 'Type')`: the members with values of the type."""
    wanted = _wanted(arguments)

    def is_whole(pair: Column) -> Column:
        return pair["2"].isNotNull()

    pairs = node.members(lambda key, member: _pair(key, as_type(member, wanted)))
    found = pairs if wanted.nullable else F.filter(pairs, is_whole)
    return F.when(_is_known(arguments), F.coalesce(found, F.filter(F.array(), is_whole)))


def _key(arguments: Arguments) -> Column:
    """`JSONKey(json, 'a', …, place)`."""
    last = len(arguments) - 1
    if arguments.type(last) == "string":
        return _present(arguments, arguments.columns[last], F.lit(""))
    key = node_at(arguments, last).key(arguments.columns[last].cast("int"))
    return _present(arguments, key, F.lit(""))


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
    text = json_of(value)
    if isinstance(kind, StringType):
        text = F.replace(text, F.lit("/"), F.lit(r"\/"))
    return F.when(value.isNotNull(), text)


def _inside(arguments: Arguments, value: Column, kind: DataType) -> Column:
    return F.coalesce(_json_text(arguments, value, kind), F.lit("null"))


def _is_unnamed(kind: StructType) -> bool:
    return kind.names == [str(place) for place in range(1, len(kind.names) + 1)]


def _anywhere(
    name: str, build: Callable[[Arguments, Node], Column], *, has_type: bool = False
) -> Builders:
    """A function of a value at a path, and the one to which the case of keys' letters is the same.

    Args:
        name: the function.
        build: makes the answer.
        has_type: whether the last argument is a type.
    """

    def built(any_case: bool) -> Builder:
        def made(arguments: Arguments) -> Column:
            last = len(arguments) - 1 if has_type else None
            node = node_at(arguments, last, any_case=any_case)
            return once(node.value, lambda value: build(arguments, Node(value, node.text)))

        return typed(2 if has_type else 1, MANY, made)

    return {name: built(False), f"{name}CaseInsensitive": built(True)}


_EXTRACTING: dict[str, Callable[[Arguments, Node], Column]] = {
    "JSONExtractInt": _whole("Int64"),
    "JSONExtractUInt": _whole("UInt64"),
    "JSONExtractFloat": _float,
    "JSONExtractBool": _bool,
    "JSONExtractString": _string,
    "JSONExtractRaw": _raw,
    "JSONExtractArrayRaw": _array_raw,
    "JSONExtractKeys": _keys,
    "JSONExtractKeysAndValuesRaw": _keys_and_values_raw,
}
_ASKING: dict[str, Callable[[Arguments, Node], Column]] = {
    "JSONHas": _has,
    "JSONLength": _length,
    "JSONType": _type,
}


def _is_valid(text: Column) -> Column:
    return F.when(text.isNotNull(), root(text).value.isNotNull())


JSON: Builders = {
    **{
        name: builder
        for function, build in _EXTRACTING.items()
        for name, builder in _anywhere(function, build).items()
    },
    **{name: _anywhere(name, build)[name] for name, build in _ASKING.items()},
    **_anywhere("JSONExtract", _extract, has_type=True),
    **_anywhere("JSONExtractKeysAndValues", _keys_and_values, has_type=True),
    "JSONKey": typed(1, MANY, _key),
    "isValidJSON": of(_is_valid),
    "toJSONString": typed(1, 1, _to_json),
    **JSON_LAYOUT,
    **SIMPLE_JSON,
    **JSON_PATHS,
}
