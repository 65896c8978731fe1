"""Combinators that choose or split rows: -If, -OrNull, -Distinct, -ArgMin, -Array, -ForEach, -Map.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    array_of,
    nullable,
    takes_null,
    tuple_of,
)
from rmt_engine.sql.query.aggregates.combined_calls import (
    NEVER_NULL,
    CombinedCall,
    absent,
    check_condition,
    without_null,
    wrong_number,
)
from rmt_engine.sql.query.aggregates.rows import ListRows, Rows, let
from rmt_engine.sql.query.types.ordering import extreme_key
from rmt_engine.sql.query.values import Value, as_array, condition, stored
from rmt_engine.sql.values.types import DataType

__all__ = ["COMBINATORS", "check_arrays", "elements_of", "or_null"]


def _if(base: str, call: CombinedCall) -> Value:
    inner, last = call.without_last(base)
    check_condition(last)
    return replace(inner, rows=call.rows.only(condition(last))).lowered()


def _distinct(base: str, call: CombinedCall) -> Value:
    return replace(call, name=base, distinct=True).lowered()


def _rows_met(call: CombinedCall) -> Rows:
    """The rows that an aggregate function is told of: conditions are met, and nothing is NULL."""
    rows, values, name = call.rows, list(call.values), call.name
    if name.endswith("If") and values:
        rows = rows.only(condition(values.pop()))
    if name.endswith("_respect_nulls"):
        return rows
    return rows.only(*(f"{stored(one).sql} IS NOT NULL" for one in values if one.is_nullable))


def or_null(base: str, call: CombinedCall) -> Value:
    """NULL of no rows. `countIfOrNull` is told of all rows, whatever they meet."""
    inner = replace(call, name=base or call.name).lowered()
    if inner.type is None:
        return inner
    answer = nullable(inner.type)
    rows = _rows_met(replace(call, name=base or call.name))
    if not takes_null(inner.type):
        if call.name.startswith("quantiles"):
            return inner
        text = f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} ELSE {answer.default} END"
        return Value(text, answer)
    if base.endswith("If") and base.startswith(NEVER_NULL):
        rows = call.rows
    return Value(f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} END", answer)


def _or_default(base: str, call: CombinedCall) -> Value:
    """The default of the type of no rows."""
    if base.endswith("If") and any(one.is_nullable for one in call.values):
        return _or_default_of_known(base, call)
    inner = replace(call, name=base).lowered()
    answer = call.type if call.type is not None else inner.type
    if answer is None:
        return inner
    rows = call.rows if base.endswith("If") else _rows_met(replace(call, name=base))
    text = f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} ELSE {answer.default} END"
    return Value(f"CAST({text} AS {answer.spark})", answer)


def _or_default_of_known(base: str, call: CombinedCall) -> Value:
    """`sumIfOrDefault`: NULL where all values are NULL, whatever rows meet the condition."""
    values = [stored(value) for value in call.values]
    known = call.rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
    given = [without_null(value) for value in values]
    inner = replace(call, name=base, rows=known, values=given).lowered()
    answer = call.type if call.type is not None else inner.type
    if base.startswith(NEVER_NULL):
        return Value(inner.sql, answer)
    return Value(f"CASE WHEN {known.count()} > 0 THEN {inner.sql} END", answer)


def _in_list(
    call: CombinedCall, made: Callable[[ListRows, list[Value]], str], rows: Rows | None = None
) -> str:
    """What is made of the call's rows as a list."""
    values = [stored(value) for value in call.values]

    def body(inside: ListRows, names: list[str]) -> str:
        return made(inside, [replace(v, sql=n) for v, n in zip(values, names, strict=True)])

    return (rows or call.rows).as_list([value.sql for value in values], body, distinct=False)


def _by_key(function: str) -> Callable[[str, CombinedCall], Value]:
    """The rows that have the least, or the greatest, of the last argument."""

    def lowered(base: str, call: CombinedCall) -> Value:
        if not call.values:
            raise wrong_number(call.written)
        *others, key = call.values
        key = stored(key)
        text_of_key = extreme_key(key, function)
        if key.family in FLOATS and key.type is not None:
            text_of_key = f"nullif({text_of_key}, CAST('NaN' AS {key.type.spark}))"
        ordered = [*others, Value(text_of_key, None)]
        # A row with a NULL in any argument does not count.
        counted = [key, *(stored(one) for one in others if one.is_nullable)]
        rows = call.rows.only(" AND ".join(f"{one.sql} IS NOT NULL" for one in counted))
        found: list[DataType | None] = []

        def made(inside: ListRows, values: list[Value]) -> str:
            *given, by = values
            best = inside.extreme(function, by.sql)
            name = f"rmt_best{inside.depth}"
            chosen = replace(inside, where=(f"{by.sql} <=> {name}",))
            lowered = replace(call, name=base, rows=chosen, values=given).lowered()
            found.append(lowered.type)
            return let(best, name, lowered.sql)

        text = _in_list(replace(call, values=ordered), made, rows)
        answer = call.type or found[0]
        if answer is not None and answer.nullable and answer != found[0]:
            text = f"CASE WHEN {rows.count()} > 0 THEN {text} END"
        return Value(text, answer)

    return lowered


def _element(value: Value, sql: str) -> Value:
    return Value(sql, value.type.element if value.type is not None else None)


def check_arrays(call: CombinedCall, family: str = "Array") -> None:
    """Makes sure that all arguments are arrays, or of another family of types.

    Raises:
        RmtError: `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`, `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    if not call.values:
        raise wrong_number(call.written)
    for value in call.values:
        if value.type is not None and as_array(value).family != family:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument for aggregate function {call.written}."
                f" Must be {family}.",
            )


def _array(base: str, call: CombinedCall) -> Value:
    """The elements of arrays."""
    check_arrays(call)
    elements, inside, values = elements_of(call)
    lowered = replace(call, name=base, rows=inside, values=values).lowered()
    flat = f"flatten({call.rows.list_of(elements)})"
    return Value(let(flat, inside.items, lowered.sql), lowered.type)


def elements_of(call: CombinedCall) -> tuple[str, ListRows, list[Value]]:
    """The elements of arrays: a list of structs, its rows, and what the values are called there."""
    names = ", ".join(
        f"'a{at}', {'rmt_x' if at == 1 else f'get({value.sql}, rmt_at)'}"
        for at, value in enumerate(call.values, 1)
    )
    elements = f"transform({call.values[0].sql}, (rmt_x, rmt_at) -> named_struct({names}))"
    depth = call.rows.depth + 1
    inside = ListRows((), depth, f"rmt_rows{depth}")
    called = inside.names(len(call.values))
    values = [_element(value, name) for value, name in zip(call.values, called, strict=True)]
    return elements, inside, values


def _for_each(base: str, call: CombinedCall) -> Value:
    """An array of what the first, second, … elements give."""
    check_arrays(call)
    found: list[DataType | None] = []

    def made(inside: ListRows, values: list[Value]) -> str:
        at = f"rmt_place{inside.depth}"
        there = inside.only(f"size({values[0].sql}) > {at}")
        elements = [_element(v, f"get({v.sql}, {at})") for v in values]
        lowered = replace(call, name=base, rows=there, values=elements).lowered()
        found.append(lowered.type)
        most = f"coalesce({inside.extreme('max', f'size({values[0].sql})')}, 0)"
        places = f"filter(sequence(0, {most}), rmt_x -> rmt_x < {most})"
        return f"transform({places}, {at} -> {lowered.sql})"

    text = _in_list(call, made)
    return _array_value(text, found[0])


def _array_value(text: str, element: DataType | None) -> Value:
    return Value(text, None if element is None else array_of(element))


def _map(base: str, call: CombinedCall) -> Value:
    """A map of what each key's values give."""
    check_arrays(call, "Map")
    found: list[DataType | None] = []

    def made(inside: ListRows, values: list[Value]) -> str:
        [value] = values
        key = f"rmt_key{inside.depth}"
        there = inside.only(f"map_contains_key({value.sql}, {key})")
        own = value.type.elements[1] if value.type is not None else None
        lowered = replace(
            call, name=base, rows=there, values=[Value(f"element_at({value.sql}, {key})", own)]
        ).lowered()
        found.append(lowered.type)
        keys = f"array_sort(array_distinct(flatten({inside.list_of(f'map_keys({value.sql})')})))"
        made = f"map_from_arrays(rmt_keys, transform(rmt_keys, {key} -> {lowered.sql}))"
        return let(keys, "rmt_keys", made)

    text = _in_list(call, made)
    [value] = call.values
    if value.type is None or found[0] is None:
        return Value(text, None)
    answer = DataType("Map", elements=(value.type.elements[0], found[0]))
    return Value(text, answer)


def _resample(base: str, call: CombinedCall) -> Value:
    """An array of what rows give whose last argument is in each of equal ranges."""
    if len(call.parameters) < 3 or len(call.values) < 1:
        raise wrong_number(call.written)
    *own, start, stop, step = call.parameters
    bounds = [one.constant for one in (start, stop, step)]
    if not all(isinstance(one, int) for one in bounds):
        raise RmtError("BAD_ARGUMENTS", "The ranges of -Resample are whole numbers.")
    low, high, width = (int(str(one)) for one in bounds)
    if width <= 0 or high < low:
        raise RmtError("ARGUMENT_OUT_OF_BOUND", "The step of -Resample must be above zero.")
    found: list[DataType | None] = []

    def made(inside: ListRows, values: list[Value]) -> str:
        *given, key = values
        begin = f"rmt_begin{inside.depth}"
        there = inside.only(
            f"{key.sql} >= {begin}", f"{key.sql} < least({begin} + {width}, {high})"
        )
        lowered = replace(call, name=base, rows=there, values=given, parameters=own).lowered()
        found.append(lowered.type)
        starts = ", ".join(f"{one}L" for one in range(low, high, width))
        return f"transform(CAST(array({starts}) AS ARRAY<BIGINT>), {begin} -> {lowered.sql})"

    return _array_value(_in_list(call, made), found[0])


def _tuple(base: str, call: CombinedCall) -> Value:
    """A tuple of what each of its elements gives."""
    check_arrays(call, "Tuple")
    columns: list[Value] = []
    types = [value.type for value in call.values if value.type is not None]
    if len(types) != len(call.values):
        raise absent(call)
    for at in range(len(types[0].elements)):
        values = []
        for value, data_type in zip(call.values, types, strict=True):
            name = data_type.names[at] if data_type.names else str(at + 1)
            values.append(Value(f"{value.sql}.`{name}`", data_type.elements[at]))
        columns.append(replace(call, name=base, values=values).lowered())
    fields = ", ".join(f"'{at}', {one.sql}" for at, one in enumerate(columns, 1))
    known = [one.type for one in columns if one.type is not None]
    answer = tuple_of(known) if len(known) == len(columns) else None
    return Value(f"named_struct({fields})", answer)


COMBINATORS: Mapping[str, Callable[[str, CombinedCall], Value]] = {
    "OrNull": or_null,
    "OrDefault": _or_default,
    "Distinct": _distinct,
    "If": _if,
    "ArgMin": _by_key("min"),
    "ArgMax": _by_key("max"),
    "ForEach": _for_each,
    "Array": _array,
    "Map": _map,
    "Resample": _resample,
    "Tuple": _tuple,
}
"""Makes the value of a call: of the name without the combinator, and the call."""
