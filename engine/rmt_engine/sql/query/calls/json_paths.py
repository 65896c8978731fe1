"""Functions of the paths of a JSON, whose type may say what is at some of them.

Source: https://clickhouse.com/docs/sql-reference/functions/json-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.functions.answers.kinds import array_of, plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.subcolumns import DYNAMIC
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.json_functions import PATH_VALUES
from rmt_engine.sql.values.json_shapes import shape_of
from rmt_engine.sql.values.types import DataType

__all__ = ["OF_PATHS", "all_with_types"]

_TEXT = plain("String")
_TYPES = DataType("Map", elements=(_TEXT, _TEXT))


def all_with_types(json: Value) -> Value:
    """`JSONAllPathsWithTypes(json)`."""
    json = stored(json)
    text = f"{FUNCTIONS['JSONAllPathsWithTypes'].known_as}({json.sql})"
    types = shape_of(json.type).types if json.family == "JSON" and json.type else {}
    if types:
        cases = " ".join(
            f"WHEN {quote_string(path)} THEN {quote_string(str(data_type))}"
            for path, data_type in types.items()
        )
        text = f"transform_values({text}, (`_p`, `_t`) -> CASE `_p` {cases} ELSE `_t` END)"
    return Value(text, _TYPES)


def _dynamic(_name: str, values: Sequence[Value], call: Compose) -> Value:
    paths = call("JSONAllPaths", values)
    typed = _typed(values[0])
    if not typed:
        return paths
    return Value(f"filter({paths.sql}, `_p` -> NOT `_p` IN ({typed}))", array_of(_TEXT))


def _dynamic_with_types(_name: str, values: Sequence[Value], call: Compose) -> Value:
    paths = call("JSONAllPathsWithTypes", values)
    typed = _typed(values[0])
    if not typed:
        return paths
    return Value(f"map_filter({paths.sql}, (`_p`, `_t`) -> NOT `_p` IN ({typed}))", _TYPES)


def _all_values(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`JSONAllValues(json)`: the texts of the values at all paths."""
    json = stored(values[0])
    if json.family != "JSON":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Function {name} requires argument with type JSON, got: {json.type}.",
        )
    text = call("toString", [Value("`_v`", DYNAMIC)])
    return Value(f"transform({PATH_VALUES}({json.sql}), `_v` -> {text.sql})", array_of(_TEXT))


def _typed(json: Value) -> str:
    """The paths that have types, as Spark's list of texts."""
    types = shape_of(json.type).types if json.family == "JSON" and json.type else {}
    return ", ".join(map(quote_string, types))


OF_PATHS: Mapping[str, Lowering] = {
    "JSONAllValues": _all_values,
    "JSONDynamicPaths": _dynamic,
    "JSONDynamicPathsWithTypes": _dynamic_with_types,
}
"""Lowerings, by ClickHouse's function."""
