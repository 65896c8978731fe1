"""Texts of arrays, tuples and maps as values: `CAST(text AS Array(Int32))`.

A text becomes JSON whose leaves are all texts, with a quote before those that stood in quotes, and
Spark reads that level by level.

Source: https://clickhouse.com/docs/interfaces/formats/TabSeparated, tried on ClickHouse 26.9.
"""

from __future__ import annotations

from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.types.subscripts import field_names
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["read_text"]

_Convert = Callable[[Value, DataType], Value]

_WHOLE = {"Array": r"^\[[\s\S]*\]$", "Tuple": r"^\([\s\S]*\)$"}
_QUOTE, _MARK, _BACKSLASH = map(quote_string, ("'", '"', "\\"))
_ESCAPED_MARK = quote_string('\\"')
_TOKENS = quote_string(r"'(?:[^'\\]|\\[\s\S]|'')*'|[^']+|'")
"""What stands in quotes, and what is between."""
_PIECES = quote_string(r"\\x[0-9A-Fa-f]{2}|\\[\s\S]|''|[^\\']+")
_BYTE = quote_string(r"^\\x[0-9A-Fa-f]{2}$")
_ITS_CODE = quote_string("\\u00")
_LAST_COMMA = quote_string(r",\s*(?=[\])])")
_WORD = quote_string(r"[\w.+-]+")
_ESCAPES = {
    "''": "'",
    "\\'": "'",
    "\\`": "`",
    "\\N": "",
    "\\0": "\\u0000",
    "\\a": "\\u0007",
    "\\v": "\\u000b",
    "\\e": "\\u001b",
}
"""JSON's words for the escapes that it does not have."""
_SAME_IN_JSON = ", ".join(
    map(quote_string, (r"\\", r"\n", r"\t", r"\r", r"\b", r"\f", r"\/", r"\""))
)
_BARE = (Category.INTEGER, Category.FLOAT, Category.DECIMAL, Category.BOOL)
"""What stands without quotes."""
_OPENING, _CLOSING = quote_string('{"v":'), quote_string("}")
_SHAPES = {
    "Array": "array<string>",
    "Tuple": "struct<t: array<string>>",
    "Map": "map<string, string>",
}


def read_text(text: str, target: DataType, convert: _Convert) -> Value:
    """A text as an array or a tuple; NULL stays NULL.

    Args:
        text: Spark's text of the text.
        target: the type it becomes.
        convert: converts a text inside to a type that has no others inside.
    """
    found = _container(_json(text), target, convert, 0)
    cases = (
        f"WHEN {text} RLIKE {quote_string(_WHOLE[target.family])} THEN {found} "
        f"WHEN {text} IS NOT NULL THEN {_refused(target)}"
    )
    return Value(f"(CASE {cases} END)", target)


def _json(text: str) -> str:
    tokens = f"regexp_extract_all({text}, {_TOKENS}, 0)"
    is_quoted = f"startswith(`_t`, {_QUOTE}) AND length(`_t`) > 1"
    token = f"CASE WHEN {is_quoted} THEN {_quoted('`_t`')} ELSE {_structure('`_t`')} END"
    return f"array_join(transform({tokens}, `_t` -> {token}), '')"


def _quoted(token: str) -> str:
    """A text in quotes as JSON's, with a quote before it."""
    pieces = f"regexp_extract_all(substring({token}, 2, length({token}) - 2), {_PIECES}, 0)"
    escapes = " ".join(
        f"WHEN `_p` = {quote_string(escape)} THEN {quote_string(json)}"
        for escape, json in _ESCAPES.items()
    )
    piece = (
        f"CASE {escapes} WHEN `_p` IN ({_SAME_IN_JSON}) THEN `_p` "
        f"WHEN `_p` RLIKE {_BYTE} THEN concat({_ITS_CODE}, substring(`_p`, 3)) "
        f"WHEN startswith(`_p`, {_BACKSLASH}) THEN concat({_BACKSLASH}, `_p`) "
        f"ELSE replace(`_p`, {_MARK}, {_ESCAPED_MARK}) END"
    )
    return (
        f"concat({_MARK}, {_QUOTE}, array_join(transform({pieces}, `_p` -> {piece}), ''), {_MARK})"
    )


def _structure(token: str) -> str:
    """Brackets, commas and words as JSON's: words are texts, and a tuple is an object."""
    found = f"regexp_replace({token}, {_LAST_COMMA}, '')"
    found = f"regexp_replace({found}, {_WORD}, {quote_string(chr(34) + '$0' + chr(34))})"
    for old, new in (('"NULL"', "null"), ("(", '{"t":['), (")", "]}")):
        found = f"replace({found}, {quote_string(old)}, {quote_string(new)})"
    return found


def _container(json: str, target: DataType, convert: _Convert, depth: int) -> str:
    """An array, a tuple or a map of JSON."""
    wrapped = f"concat({_OPENING}, {json}, {_CLOSING})"
    options = "map('allowUnquotedControlChars', 'true')"
    shape = quote_string(f"v {_SHAPES[target.family]}")
    found = f"from_json({wrapped}, {shape}, {options}).`v`"
    one = f"`_n{depth}`"
    if target.family == "Array":
        known = f"coalesce({found}, {_refused(target, 'ARRAY<STRING>')})"
        return f"transform({known}, {one} -> {_inside(one, target.element, convert, depth)})"
    if target.family == "Map":
        known = f"coalesce({found}, {_refused(target, 'MAP<STRING, STRING>')})"
        key, value = (
            _inside(f"{one}.`{name}`", element, convert, depth)
            for name, element in zip(("key", "value"), target.elements, strict=True)
        )
        pairs = f"transform(map_entries({known}), {one} -> struct({key}, {value}))"
        return f"map_from_entries({pairs})"
    fields = ", ".join(
        f"{quote_string(name)}, {_inside(f'get({one}, {place})', element, convert, depth)}"
        for place, (name, element) in enumerate(
            zip(field_names(target), target.elements, strict=True)
        )
    )
    is_whole = f"size({one}) = {len(target.elements)}"
    built = f"CASE WHEN {is_whole} THEN named_struct({fields}) ELSE {_refused(target)} END"
    return f"transform(array({found}.`t`), {one} -> {built})[0]"


def _inside(text: str, target: DataType, convert: _Convert, depth: int) -> str:
    """A value inside, as one of its type; NULL is the default of a type without it."""
    if target.family in _SHAPES:
        return _container(text, target, convert, depth + 1)
    plain_text = text
    if target.category not in _BARE:
        without = f"substring({text}, 2)"
        bare = text if target.category is Category.DATETIME else _refused(target, "STRING")
        is_quoted = f"startswith({text}, {_QUOTE})"
        plain_text = (
            f"(CASE WHEN {is_quoted} THEN {without} WHEN {text} IS NOT NULL THEN {bare} END)"
        )
    value = stored(convert(Value(plain_text, plain("String")), target)).sql
    if target.nullable:
        return f"CAST({value} AS {target.spark})"
    return f"CASE WHEN {text} IS NULL THEN {target.default} ELSE {value} END"


def _refused(target: DataType, spark: str = "") -> str:
    """Spark's text that refuses a text, of a type of Spark's."""
    if target.family == "Array":
        error = RmtError("CANNOT_READ_ARRAY_FROM_TEXT", f"Cannot read {target} from text.")
    elif target.category is Category.STRING:
        error = RmtError(
            "CANNOT_PARSE_QUOTED_STRING",
            "Cannot parse quoted string: expected opening quote.",
            "Texts inside arrays, maps and tuples stand in single quotes.",
        )
    else:
        error = RmtError(
            "CANNOT_PARSE_INPUT_ASSERTION_FAILED", f"Cannot parse input: expected {target}."
        )
    return failing(error, spark or target.spark)
