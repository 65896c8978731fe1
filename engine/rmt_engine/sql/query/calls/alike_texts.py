"""How much alike two texts are: distances of edits, Jaro's measure, stretches that both have.

Each is a loop over arrays of bytes, written for Spark as it stands.

Source: https://clickhouse.com/docs/sql-reference/functions/string-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import STRINGS
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.values import Value, arguments_of, stored
from rmt_engine.sql.values.computed_once import computed_once

__all__ = ["OF_ALIKE_TEXTS"]

_BYTES = "regexp_extract_all(hex({}), '..', 0)"
_P, _Q = "`_d`.`p`", "`_d`.`q`"
_ALL_P, _ALL_Q = (
    f"transform({one}, (`x`, `i`) -> named_struct('x', `x`, 'i', `i`))" for one in (_P, _Q)
)
"""The bytes of both texts with their places, from 0."""
_STEP = (
    "least(element_at(`n`, -1) + 1, element_at(`r`, -1)[`f`.`i` + 1] + 1, "
    "element_at(`r`, -1)[`f`.`i`] + CASE WHEN `e`.`x` = `f`.`x` THEN 0 ELSE 1 END, "
    f"CASE WHEN `e`.`i` > 0 AND `f`.`i` > 0 AND `e`.`x` = get({_Q}, `f`.`i` - 1) "
    f"AND get({_P}, `e`.`i` - 1) = `f`.`x` "
    "THEN get(get(`r`, size(`r`) - 2), `f`.`i` - 1) + 1 END)"
)
_DAMERAU = (
    f"aggregate({_ALL_P}, array(sequence(0, size({_Q}))), (`r`, `e`) -> array_append(`r`, "
    f"aggregate({_ALL_Q}, array(`e`.`i` + 1), (`n`, `f`) -> array_append(`n`, {_STEP}))), "
    "`r` -> element_at(element_at(`r`, -1), -1))"
)
"""The last number of the table whose rows are for the bytes of the first text."""
_REACH = f"greatest(greatest(size({_P}), size({_Q})) DIV 2 - 1, 0)"
_PLACES = (
    f"aggregate({_ALL_Q}, CAST(array() AS ARRAY<INT>), (`f`, `e`) -> array_append(`f`, "
    f"coalesce(get(filter(transform({_ALL_P}, `g` -> CASE WHEN `g`.`x` = `e`.`x` "
    f"AND abs(`g`.`i` - `e`.`i`) <= {_REACH} AND NOT array_contains(`f`, `g`.`i`) "
    "THEN `g`.`i` END), `i` -> `i` IS NOT NULL), 0), -1)))"
)
"""For each byte of the second text the place of one like it in the first; -1 for none near it."""
_COUNT = "size(`_m`.`c`)"
_MOVED = (
    f"size(filter(zip_with(filter({_Q}, (`x`, `i`) -> get(`_m`.`f`, `i`) >= 0), "
    f"transform(array_sort(`_m`.`c`), `i` -> get({_P}, `i`)), "
    "(`x`, `y`) -> `x` <> `y`), `o` -> `o`))"
)
_JARO = (
    f"element_at(transform(transform(array({_PLACES}), `f` -> "
    "named_struct('f', `f`, 'c', filter(`f`, `i` -> `i` >= 0))), `_m` -> "
    f"CASE WHEN size({_P}) = 0 OR size({_Q}) = 0 THEN CAST(size({_P}) + size({_Q}) AS DOUBLE) "
    f"WHEN {_COUNT} = 0 THEN CAST(0 AS DOUBLE) ELSE ({_COUNT} / CAST(size({_P}) AS DOUBLE) + "
    f"{_COUNT} / CAST(size({_Q}) AS DOUBLE) + "
    f"({_COUNT} - {_MOVED} DIV 2) / CAST({_COUNT} AS DOUBLE)) * (1D / 3D) END), 1)"
)
_SAME_START = (
    f"size(filter(sequence(1, 4), `i` -> `i` <= size({_P}) AND `i` <= size({_Q}) "
    f"AND slice({_P}, 1, `i`) = slice({_Q}, 1, `i`)))"
)
_WINKLER = computed_once(
    _JARO,
    "`j`",
    f"CASE WHEN `j` > 0.7D AND `j` <= 1 THEN `j` + {_SAME_START} * 0.1D * (1 - `j`) ELSE `j` END",
)
_OF_BYTES = (
    "transform(sequence(1, greatest(length(hex({0})) DIV 2 - 3, 0)), "
    "`i` -> substring(hex({0}), 2 * `i` - 1, 8))"
)
_OF_CHARACTERS = (
    "transform(sequence(1, greatest(length({0}) - 2, 0)), `i` -> concat(substring({0}, `i`, 1), "
    "ascii(substring({0}, `i` + 1, 1)) ^ ascii(substring({0}, `i` + 2, 1))))"
)
"""ClickHouse's hash of three characters is one of the first, and of the other two's bits that
differ."""
_COUNT_IN = "size(filter({}, `h` -> `h` = `g`))"
_IN_P, _IN_Q = (_COUNT_IN.format(one) for one in (_P, _Q))
_APART = (
    f"aggregate(array_distinct(concat({_P}, {_Q})), 0, (`s`, `g`) -> `s` + abs({_IN_P} - {_IN_Q}))"
)
_MISSING = f"aggregate(array_distinct({_Q}), 0, (`s`, `g`) -> `s` + greatest({_IN_Q} - {_IN_P}, 0))"
_DISTANCE = f"CAST({_APART} / CAST(greatest(size({_P}) + size({_Q}), 1) AS DOUBLE) AS FLOAT)"
_SEARCH = (
    f"CAST(1 - CAST(CAST({_MISSING} / CAST(greatest(size({_Q}), 1) AS DOUBLE) AS FLOAT) AS DOUBLE) "
    "AS FLOAT)"
)


def _of_bytes(made: str) -> Lowering:
    def lower(name: str, values: Sequence[Value], _call: Compose) -> Value:
        texts = _texts(name, values)
        return _made(name, values, made, [_BYTES.format(text.sql) for text in texts])

    return lower


def _of_stretches(made: str, *, of_bytes: bool, any_case: bool) -> Lowering:
    """Of all stretches of four bytes, or of three characters, in two texts."""
    width, length = (4, "octet_length") if of_bytes else (3, "length")
    pieces = _OF_BYTES if of_bytes else _OF_CHARACTERS

    def lower(name: str, values: Sequence[Value], call: Compose) -> Value:
        texts = _texts(name, values)
        if any_case:
            texts = [call("lower" if of_bytes else "lowerUTF8", [text]) for text in texts]
        arrays = [
            f"CASE WHEN {length}({text.sql}) >= {width} THEN {pieces.format(text.sql)} "
            f"WHEN {text.sql} IS NOT NULL THEN CAST(array() AS ARRAY<STRING>) END"
            for text in texts
        ]
        return _made(name, values, made, arrays)

    return lower


def _texts(name: str, values: Sequence[Value]) -> list[Value]:
    for value in values:
        if value.family not in STRINGS:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument of function {name}. Must be String.",
            )
    return [stored(value) for value in values]


def _made(name: str, values: Sequence[Value], made: str, arrays: Sequence[str]) -> Value:
    answer = answer_type(name, arguments_of(values))
    assert answer is not None
    first, second = arrays
    bound = f"transform(array(named_struct('p', {first}, 'q', {second})), `_d` -> {made})"
    text = f"CAST(element_at({bound}, 1) AS {answer.spark})"
    may_be_null = [f"{value.sql} IS NULL" for value in values if value.is_nullable]
    if may_be_null:
        text = f"(CASE WHEN NOT ({' OR '.join(may_be_null)}) THEN {text} END)"
    is_constant = all(value.is_constant for value in values)
    return replace(Value(text, answer), folded=is_constant)


OF_ALIKE_TEXTS: Mapping[str, Lowering] = {
    "damerauLevenshteinDistance": _of_bytes(_DAMERAU),
    "jaroSimilarity": _of_bytes(_JARO),
    "jaroWinklerSimilarity": _of_bytes(_WINKLER),
    **{
        f"ngram{what}{'CaseInsensitive' if any_case else ''}{'' if of_bytes else 'UTF8'}": (
            _of_stretches(made, of_bytes=of_bytes, any_case=any_case)
        )
        for what, made in (("Distance", _DISTANCE), ("Search", _SEARCH))
        for any_case in (False, True)
        for of_bytes in (True, False)
    },
}
"""Lowerings, by ClickHouse's function."""
