"""Values inside a JSON, as VARIANTs, and what is asked of them.

Source: https://clickhouse.com/docs/sql-reference/data-types/newjson and `dynamic` beside it, tried
on 26.9.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import MANY, Arguments, Builders, of, once, typed
from rmt_engine.spark.functions.json_nodes import bound_by
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.computed_once import computed_once
from rmt_engine.sql.values.json_functions import (
    DYNAMIC_TEXT,
    DYNAMIC_TYPE,
    JSON_ELEMENT,
    JSON_TEXT,
    PATH_VALUES,
    SUBCOLUMN,
    SUBOBJECT,
    SUBOBJECTS,
    is_time,
    text_of_json,
)

__all__ = ["DYNAMICS", "PATHS", "TOKENS", "found_in", "paths_of"]

_TEXT = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
"""A text of JSON."""
_NOTHING = r"(?:null|\{\})"
_EMPTY_MEMBERS = rf"({_TEXT}(?!:{_NOTHING}[,}}]))|{_TEXT}:{_NOTHING},?"
_LAST_COMMA = rf"({_TEXT})|,(?=\}})"
_POINT_ZERO = rf"({_TEXT})|(?<=[0-9])\.0(?=[,\]}}])"
_DEEPEST = 100
"""Objects in each other that are left out when all are empty."""
TOKENS = rf"{_TEXT}:?|[\[\]{{}},]|[^\[\]{{}},\":]+"
"""The tokens of JSON, a key with its colon as one."""
_MOST_KEYS = 4
"""Keys of a path that are looked for with points in them, too."""
_DEEPEST_ARRAY = 3
"""Arrays in each other whose elements' types are told."""
_JSON_OF_ARRAY = "JSON(max_dynamic_types=16, max_dynamic_paths=256)"


def _replaced(text: str, pattern: str) -> str:
    """The text without what matches; what the pattern's group matches stays."""
    return f"regexp_replace({text}, {quote_string(pattern)}, '$1')"


def _kept_text() -> str:
    whole = _replaced("`j`", _POINT_ZERO)
    shorter = _replaced(_replaced("`k`", _EMPTY_MEMBERS), _LAST_COMMA)
    runs = "transform(regexp_extract_all(`w`, '([}]+)', 1), `r` -> length(`r`))"
    passes = f"sequence(1, least(array_max({runs}), {_DEEPEST}))"
    shortened = f"aggregate({passes}, `w`, (`k`, `i`) -> {shorter})"
    has_empty = f"`w` RLIKE {quote_string(f':{_NOTHING}')}"
    kept = computed_once(whole, "`w`", f"CASE WHEN {has_empty} THEN {shortened} ELSE `w` END")
    return f"`j` -> {kept}"


# Paths


def found_in(arguments: Arguments, last: int | None = None) -> Column:
    """The value at the path that the arguments after the first name.

    Args:
        arguments: a JSON and keys.
        last: the place of the argument behind the path, if there is one.
    """
    end = len(arguments) if last is None else last
    keys = [arguments.text(position) for position in range(1, end)]
    parsed = F.try_parse_json(arguments.columns[0])
    return once(
        parsed,
        lambda whole: F.coalesce(
            *(F.try_variant_get(whole, path, "variant") for path in _paths_of(keys))
        ),
    )


def _paths_of(keys: list[str]) -> Iterator[str]:
    """The paths that names with points may mean: `a.b` is a key, too."""
    places = range(1, len(keys))
    most = len(places) if len(keys) <= _MOST_KEYS else 0
    for cuts in range(len(places), len(places) - most - 1, -1):
        for chosen in itertools.combinations(places, cuts):
            bounds = (0, *chosen, len(keys))
            joined = [".".join(keys[a:b]) for a, b in itertools.pairwise(bounds)]
            yield "$" + "".join(f"[{json.dumps(key, ensure_ascii=False)}]" for key in joined)


def _is_object(value: Column) -> Column:
    return F.startswith(F.schema_of_variant(value), F.lit("OBJECT"))


def _subcolumn(arguments: Arguments) -> Column:
    def is_value(one: Column) -> Column:
        return one.isNotNull() & ~F.is_variant_null(one) & ~_is_object(one)

    return F.try_element_at(F.filter(F.array(found_in(arguments)), is_value), F.lit(1))


def _element(arguments: Arguments) -> Column:
    def is_something(one: Column) -> Column:
        return one.isNotNull() & ~F.is_variant_null(one) & (F.to_json(one) != "{}")

    return F.try_element_at(F.filter(F.array(found_in(arguments)), is_something), F.lit(1))


def _subobject(arguments: Arguments) -> Column:
    text = once(found_in(arguments), lambda one: F.when(_is_object(one), F.to_json(one)))
    return F.when(arguments.columns[0].isNotNull(), F.coalesce(text, F.lit("{}")))


def _subobjects(arguments: Arguments) -> Column:
    items = F.try_variant_get(found_in(arguments), "$", "array<variant>")
    texts = F.transform(items, lambda one: F.when(_is_object(one), F.to_json(one)))
    is_whole = F.forall(texts, lambda text: text.isNotNull())
    return once(
        F.when(is_whole, texts), lambda one: F.coalesce(one, F.array().cast("array<string>"))
    )


# Types and texts


def _type(value: str, depth: int = 0) -> str:
    """The name of the type of a value; NULL of NULL."""
    kind = f"`k{depth}`"
    text = f"try_variant_get({value}, '$', 'string')"
    times = " ".join(
        f"WHEN {kind} = 'STRING' AND {is_time(text, family)} THEN '{family}'"
        for family in ("Date", "DateTime")
    )
    return computed_once(
        f"schema_of_variant({value})",
        kind,
        f"CASE WHEN {kind} = 'BIGINT' THEN 'Int64' WHEN {kind} = 'BOOLEAN' THEN 'Bool' {times} "
        f"WHEN {kind} = 'STRING' THEN 'String' "
        f"WHEN {kind} IN ('DECIMAL(19,0)', 'DECIMAL(20,0)') THEN 'UInt64' "
        f"WHEN {kind} RLIKE '^(DECIMAL|DOUBLE|FLOAT)' THEN 'Float64' "
        f"WHEN {kind} RLIKE '^OBJECT' THEN '{_JSON_OF_ARRAY if depth else 'JSON'}' "
        f"WHEN {kind} RLIKE '^ARRAY' THEN {_type_of_array(value, depth)} END",
    )


def _type_of_array(value: str, depth: int) -> str:
    if depth == _DEEPEST_ARRAY:
        return "'Array(Dynamic)'"
    items = f"try_variant_get({value}, '$', 'array<variant>')"
    one, types = f"`v{depth + 1}`", f"`n{depth}`"
    found = f"array_distinct(array_compact(transform({items}, {one} -> {_type(one, depth + 1)})))"
    return computed_once(
        found,
        types,
        f"concat('Array(', CASE WHEN size({types}) = 0 THEN 'Nullable(String)' "
        f"WHEN size({types}) > 1 THEN 'Dynamic' "
        f"WHEN {types}[0] RLIKE '^(Array|JSON)' THEN {types}[0] "
        f"ELSE concat('Nullable(', {types}[0], ')') END, ')')",
    )


_TYPE = _type("`v0`")
_DYNAMIC_TYPE = f"`v0` -> coalesce({_TYPE}, 'None')"
_TYPES_OF_PATHS = f"(`p`, `r`) -> {computed_once('parse_json(`r`)', '`v0`', _TYPE)}"


def _quoted(text: str) -> str:
    array = f"toString(array({text}))"
    return f"substring({array}, 2, length({array}) - 2)"


def _text(value: str, depth: int = 0) -> str:
    """The text of a value, as it stands alone or in an array."""
    kind = f"schema_of_variant({value})"
    text = f"try_variant_get({value}, '$', 'string')"
    in_array, whole = (_quoted(text), _quoted(text_of_json(f"to_json({value})")))
    array = f"to_json({value})"
    if depth < _DEEPEST_ARRAY:
        item = f"`v{depth + 1}`"
        items = f"try_variant_get({value}, '$', 'array<variant>')"
        texts = f"transform({items}, {item} -> {_text(item, depth + 1)})"
        array = f"concat('[', array_join({texts}, ',', 'NULL'), ']')"
    return (
        f"CASE WHEN {kind} IN ('DOUBLE', 'FLOAT') "
        f"THEN toString(try_variant_get({value}, '$', 'double')) "
        f"WHEN {kind} RLIKE '^ARRAY' THEN {array} "
        f"WHEN {kind} RLIKE '^OBJECT' THEN {whole if depth else f'to_json({value})'} "
        f"WHEN {kind} = 'STRING' THEN {in_array if depth else text} ELSE {text} END"
    )


_DYNAMIC_TEXT = f"`v0` -> {_text('`v0`')}"


# All paths


def _paths(text: str) -> str:
    """A map of the paths of a JSON to the texts of the values there.

    The text is read token by token: state is the keys and the arrays around a token, and the text
    of the array that is being read.
    """
    state, token = "`s`", "`t`"
    is_key = f"({state}.arrays = 0 AND {token} RLIKE '^\".*\":$')"
    depth = f"({state}.arrays + CASE {token} WHEN '[' THEN 1 WHEN ']' THEN -1 ELSE 0 END)"
    ends_object = f"({state}.arrays = 0 AND {token} = '}}')"
    ends_value = (
        f"(NOT {is_key} AND {depth} = 0 "
        f"AND ({state}.arrays > 0 OR {token} NOT IN ('{{', '}}', ',')))"
    )
    whole = f"concat({state}.value, {token})"
    name = f"substring({token}, 2, length({token}) - 3)"
    found = f"named_struct('key', array_join({state}.keys, '.'), 'value', {whole})"
    after = (
        f"named_struct('keys', CASE WHEN {is_key} THEN array_append({state}.keys, {name}) "
        f"WHEN {ends_value} OR {ends_object} "
        f"THEN slice({state}.keys, 1, greatest(size({state}.keys) - 1, 0)) "
        f"ELSE {state}.keys END, 'arrays', {depth}, "
        f"'value', CASE WHEN {depth} > 0 THEN {whole} ELSE '' END, "
        f"'found', CASE WHEN {ends_value} THEN array_append({state}.found, {found}) "
        f"ELSE {state}.found END)"
    )
    none = "CAST(array() AS ARRAY<STRUCT<key: STRING, value: STRING>>)"
    start = (
        "named_struct('keys', CAST(array() AS ARRAY<STRING>), 'arrays', 0, 'value', '', "
        f"'found', {none})"
    )
    tokens = f"regexp_extract_all({text}, {quote_string(f'({TOKENS})')}, 1)"
    return (
        f"map_from_entries(aggregate({tokens}, {start}, ({state}, {token}) -> {after}, "
        f"{state} -> {state}.found))"
    )


def paths_of(text: Column) -> Column:
    """A map of the paths of a JSON to the texts of the values there."""
    return bound_by(text, f"`j` -> {_paths('`j`')}")


_PATHS = f"`j` -> map_keys({_paths('`j`')})"
_PATHS_WITH_TYPES = f"`j` -> transform_values({_paths('`j`')}, {_TYPES_OF_PATHS})"

_VALUES = f"`j` -> transform(map_values({_paths('`j`')}), `r` -> parse_json(`r`))"

_KEPT_TEXT = _kept_text()

DYNAMICS: Builders = {
    JSON_TEXT: of(lambda text: bound_by(text, _KEPT_TEXT)),
    SUBCOLUMN: typed(2, MANY, _subcolumn),
    JSON_ELEMENT: typed(2, MANY, _element),
    SUBOBJECT: typed(2, MANY, _subobject),
    SUBOBJECTS: typed(2, MANY, _subobjects),
    PATH_VALUES: of(lambda text: bound_by(text, _VALUES)),
    DYNAMIC_TYPE: of(lambda value: bound_by(value, _DYNAMIC_TYPE)),
    DYNAMIC_TEXT: of(lambda value: bound_by(value, _DYNAMIC_TEXT)),
}
PATHS: Builders = {
    "JSONAllPaths": of(lambda text: bound_by(text, _PATHS)),
    "JSONAllPathsWithTypes": of(lambda text: bound_by(text, _PATHS_WITH_TYPES)),
}
"""Functions of whole JSONs."""
