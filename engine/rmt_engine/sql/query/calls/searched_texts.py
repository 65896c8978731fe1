"""Texts that are searched for tokens and for the groups of a pattern; addresses as bytes.

Source: https://clickhouse.com/docs/sql-reference/functions/string-search-functions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import array_of, nullable, plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.types.ordering import ordering_key
from rmt_engine.sql.query.values import (
    Value,
    argument_of,
    condition,
    literal,
    stored,
    truth,
)
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["OF_SEARCHED_TEXTS"]

_TEXTS = array_of(plain("String"))
_OF_TOKENS = {"hasAllTokens": "hasAll", "hasAnyTokens": "hasAny", "hasPhrase": "hasSubstr"}
"""The functions of arrays that look for tokens."""
_TEXT_AND_TOKENS = 2
_GROUPS = re.compile(r"\\.|\[(?:\\.|[^\]\\])*+(?:\]|\\?\Z)|\((?!\?(?!P?<))", re.DOTALL)
"""What may look like the start of a group, and the starts themselves."""


def _has_tokens(name: str, values: Sequence[Value], call: Compose) -> Value:
    """Whether a text, or one of an array of them, has tokens: an array, or those of a text."""
    if len(values) > _TEXT_AND_TOKENS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} with a tokenizer is not supported.",
            "Without one, tokens are the words of letters and digits.",
        )
    text, wanted = map(stored, values)
    if wanted.family != "Array":
        wanted = call("tokens", [wanted])
    if text.family == "Array" and text.type is not None:
        tokens = call("tokens", [Value("`_t`", text.type.element)])
        listed = Value(f"transform({text.sql}, `_t` -> {tokens.sql})", array_of(_TEXTS))
        given = call("arrayFlatten", [replace(listed, folded=text.is_constant)])
    else:
        given = call("tokens", [text])
    found = call(_OF_TOKENS[name], [given, wanted])
    has = condition(call("and", [call("notEmpty", [wanted]), found]))
    if text.is_nullable:
        has = f"(CASE WHEN {text.sql} IS NOT NULL THEN {has} END)"
    return truth(has, answer_type(name, [argument_of(value) for value in values]))


def _all_groups(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`extractAllGroupsVertical(text, pattern)`, and `Horizontal`: arrays of one group each."""
    text, pattern = map(stored, values)
    count = _groups_in(name, pattern)
    matches = call("extractAll", [text, literal(f"({pattern.constant})")])
    groups = call("extractGroups", [Value("`_m`", plain("String")), pattern])
    rows = f"transform({matches.sql}, `_m` -> {groups.sql})"
    answer = array_of(_TEXTS)
    is_constant = text.is_constant
    if name == "extractAllGroupsVertical":
        return Value(rows, answer, folded=is_constant)
    columns = ", ".join(
        f"transform({rows}, `_r` -> element_at(`_r`, {place}))" for place in range(1, count + 1)
    )
    return Value(f"array({columns})", answer, folded=is_constant)


def _groups_in(name: str, pattern: Value) -> int:
    text = pattern.constant
    if not isinstance(text, str):
        raise RmtError("ILLEGAL_COLUMN", f"The pattern of {name} must be a constant.")
    count = sum(match[0].startswith("(") for match in _GROUPS.finditer(text))
    if not count:
        raise RmtError("BAD_ARGUMENTS", f"There are no groups in regexp: {text}.")
    return count


def _address_bytes(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`IPv6StringToNum(text)` and its kin: the sixteen bytes of an address."""
    text = stored(values[0])
    form = name.removeprefix("IPv6StringToNum")
    kept = DataType("FixedString", (16,))
    read = "OrNull" if text.is_nullable and not form else form
    address = call(f"toIPv6{read}", [text])
    sql = f"CAST({ordering_key(address)} AS STRING)"
    if form == "OrDefault" and text.is_nullable:
        sql = f"(CASE WHEN {text.sql} IS NOT NULL THEN {sql} END)"
    may_be_null = text.is_nullable or address.is_nullable
    return Value(sql, nullable(kept) if may_be_null else kept, folded=text.is_constant)


def _address_text(name: str, values: Sequence[Value], call: Compose) -> Value:
    """`IPv6NumToString(bytes)`, which takes an address, too."""
    value = stored(values[0])
    if value.family == "IPv6":
        return call("toString", [value])
    if value.family != "FixedString":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument of function {name}, expected IPv6 or "
            "FixedString(16).",
        )
    pieces = ", ".join(f"substring(hex({value.sql}), {start}, 4)" for start in range(1, 33, 4))
    groups = Value(f"concat_ws({quote_string(':')}, {pieces})", plain("String"))
    address = call("toString", [call("toIPv6OrNull", [groups])])
    return replace(address, type=answer_type(name, [argument_of(value)]))


def _wider_address(_name: str, values: Sequence[Value], call: Compose) -> Value:
    """`IPv4ToIPv6(address)`: an address; of a number, which stands for one, its sixteen bytes."""
    value = stored(values[0])
    if value.family == "IPv4":
        return call("toIPv6", [call("toString", [value])])
    prefix = literal("::ffff:")
    return call("IPv6StringToNum", [call("concat", [prefix, call("IPv4NumToString", [value])])])


OF_SEARCHED_TEXTS: Mapping[str, Lowering] = {
    **dict.fromkeys(_OF_TOKENS, _has_tokens),
    "extractAllGroupsVertical": _all_groups,
    "extractAllGroupsHorizontal": _all_groups,
    **{f"IPv6StringToNum{form}": _address_bytes for form in ("", "OrNull", "OrDefault")},
    "IPv4ToIPv6": _wider_address,
    "IPv6NumToString": _address_text,
}
"""Lowerings, by ClickHouse's function."""
