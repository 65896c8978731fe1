"""Parts of a JSON: `j.a.b`, `j.a.:Int64`, `j.^a`, `j.a[].b`.

Source: https://clickhouse.com/docs/sql-reference/data-types/newjson.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import array_of, nullable, plain
from rmt_engine.sql.query.tree import OF_EACH
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.json_functions import (
    DYNAMIC_TYPE,
    JSON_ELEMENT,
    SUBCOLUMN,
    SUBOBJECT,
    SUBOBJECTS,
    TYPED_SUBCOLUMN,
)
from rmt_engine.sql.values.json_shapes import shape_of
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = ["DYNAMIC", "element_of_json", "of_dynamic_type", "subcolumn", "with_types_of_json"]

DYNAMIC = DataType("Dynamic")
_JSON = plain("JSON")
_SCALARS = {
    "Int64": "bigint",
    "UInt64": "decimal(20,0)",
    "Float64": "double",
    "Bool": "boolean",
    "String": "string",
    "Date": "date",
    "DateTime": "timestamp",
}
"""The types that single values have, and the types of Spark that they are read as."""


def subcolumn(value: Value, names: Sequence[str]) -> Value:
    """A part of a JSON.

    Args:
        value: the JSON.
        names: the parts of the name behind it, as `Identifier` has them.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a part of another kind.
    """
    keys: list[str] = []
    for place, name in enumerate(names):
        rest = names[place + 1 :]
        if name.startswith("^") and not keys:
            return Value(_called(SUBOBJECT, value, [name[2:-1], *_plain(rest)]), _JSON)
        if name == OF_EACH and keys:
            return _of_each(value, keys, rest)
        if name.startswith(":") and not rest:
            return of_dynamic_type(_dynamic(value, keys), parse_type(name[2:-1]))
        keys.extend(_plain([name]))
    return _typed(value, keys) or _dynamic(value, keys)


def element_of_json(value: Value, path: str) -> Value:
    """`json['a.b']`: the value at a path, or the object there; of a value in a JSON likewise."""
    keys = path.split(".")
    if value.family == "JSON":
        return _typed(value, keys) or Value(_called(JSON_ELEMENT, value, keys), DYNAMIC)
    is_object = f"schema_of_variant({value.sql}) RLIKE '^OBJECT'"
    text = Value(f"CASE WHEN {is_object} THEN to_json({value.sql}) END", _JSON)
    return Value(_called(JSON_ELEMENT, text, keys), DYNAMIC)


def _typed(value: Value, keys: Sequence[str]) -> Value | None:
    """The value at a path that has a type; None if the path has none."""
    assert value.type is not None
    wanted = shape_of(value.type).types.get(".".join(keys))
    if wanted is None:
        return None
    text = _called(TYPED_SUBCOLUMN, value, [*keys, str(wanted)])
    return Value(f"CAST({text} AS {wanted.spark})", wanted)


def _plain(names: Sequence[str]) -> Sequence[str]:
    """Names that are keys of objects."""
    for name in names:
        if name[:1] in (":", "^"):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{name} is not supported at this place of a name in a JSON.",
                "`.^` stands behind the column, `.:Type` at the end, and `[]` once behind a key.",
            )
    return names


def _dynamic(value: Value, keys: Sequence[str]) -> Value:
    return Value(_called(SUBCOLUMN, value, keys), DYNAMIC)


def _called(function: str, value: Value, keys: Sequence[str]) -> str:
    return f"{function}({', '.join((value.sql, *map(quote_string, keys)))})"


def _of_each(value: Value, keys: Sequence[str], rest: Sequence[str]) -> Value:
    """A part of each object in an array."""
    array = _called(SUBOBJECTS, value, keys)
    if not rest:
        return Value(array, array_of(_JSON))
    if rest[0].startswith(":"):
        _plain(rest)
    name = f"`_j{value.sql.count('`_j')}`"
    found = subcolumn(Value(name, _JSON), rest)
    assert found.type is not None
    return Value(f"transform({array}, {name} -> {found.sql})", array_of(found.type))


def of_dynamic_type(value: Value, wanted: DataType) -> Value:
    """The value of a Dynamic if it is of a type, else NULL; of an array an empty one.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, values inside a JSON are never of the type here.
    """
    bare = str(wanted)
    held = _held(f"{value.sql}", wanted)
    if wanted.family == "Array":
        return Value(f"coalesce({_if_type(value, bare, held)}, {wanted.default})", wanted)
    return Value(_if_type(value, bare, held), nullable(wanted))


def _if_type(value: Value, name: str, held: str) -> str:
    return f"(CASE WHEN {DYNAMIC_TYPE}({value.sql}) = {quote_string(name)} THEN {held} END)"


def _held(sql: str, wanted: DataType) -> str:
    """Spark's text of a VARIANT as a value of the type that it is of."""
    if wanted.family in _SCALARS:
        if wanted.family == "DateTime":
            # The texts are of no zone, or of UTC.
            return f"to_timestamp(concat(substring(replace({_text(sql)}, 'T', ' '), 1, 19), 'Z'))"
        return f"try_variant_get({sql}, '$', '{_SCALARS[wanted.family]}')"
    if wanted.family == "Array":
        return f"try_variant_get({sql}, '$', {quote_string(wanted.spark)})"
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"Values of the type {wanted} inside a JSON are not supported.",
        f"They are of one of {', '.join(_SCALARS)} or arrays of these; CAST gives other types.",
    )


def _text(sql: str) -> str:
    return f"try_variant_get({sql}, '$', 'string')"


def with_types_of_json(value: Value, family: str) -> Value:
    """A Dynamic of which it is known that it holds a value of a family of types."""
    if family == "JSON":
        return Value(f"to_json({value.sql})", _JSON)
    wanted = array_of(DYNAMIC) if family == "Array" else plain(family)
    return Value(_held(value.sql, wanted), wanted)
