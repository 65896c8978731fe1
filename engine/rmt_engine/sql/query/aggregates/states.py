"""States of aggregate functions as Spark's texts: of rows, and of other states.

`rmt_engine.sql.values.state_types` says of each function what is kept.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, number_of
from rmt_engine.sql.query.aggregates.rows import Rows
from rmt_engine.sql.query.aggregates.rules import RULES
from rmt_engine.sql.query.types.ordering import extreme_key
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.state_types import Keeping, kept_state, state_function
from rmt_engine.sql.values.types import DataType

__all__ = ["merged_text", "state_text", "values_of_state"]


def state_text(state: DataType, rows: Rows, values: Sequence[Value]) -> str:
    """The state of rows.

    Args:
        state: the AggregateFunction.
        rows: the rows; those with a NULL that the function leaves out are not among them.
        values: the arguments, without that of a condition.
    """
    kept, own = kept_state(state), state.state
    name = state_function(str(state.arguments[0])).name
    match kept.keeping:
        case Keeping.COUNT:
            return rows.count()
        case Keeping.ANSWER:
            return _answer(name, rows, values[0], own)
        case Keeping.SUM_AND_COUNT:
            total = _answer("sum", rows, values[0], own.elements[0])
            return f"named_struct('1', {total}, '2', {rows.count()})"
        case Keeping.SUMS:
            numbers = [f"CAST({number_of(value)} AS DOUBLE)" for value in values]
            return _struct([rows.sum(one.format(*numbers), "DOUBLE") for one in kept.sums])
        case Keeping.PICKED:
            pair = _struct([value.sql for value in values])
            return rows.by_extreme(_which(name), pair, extreme_key(values[1], _which(name)))
        case Keeping.DIFFERENT:
            found = rows.different(_row(values))
            return f"array_sort({found})" if name == "groupBitmap" else found
        case Keeping.VALUES:
            return rows.list_of(_row(values))


def merged_text(value: Value, rows: Rows) -> str:
    """The state of states.

    Args:
        value: a row's state.
        rows: the rows.
    """
    assert value.type is not None
    rows = rows.only(f"{value.sql} IS NOT NULL")
    kept, own = kept_state(value.type), value.type.state
    name = state_function(str(value.type.arguments[0])).name
    match kept.keeping:
        case Keeping.COUNT:
            return f"coalesce({rows.sum(value.sql, 'BIGINT')}, 0L)"
        case Keeping.ANSWER:
            one = replace(own, nullable=False) if own.nullable else own
            return _answer(name, rows, Value(value.sql, one), own)
        case Keeping.SUM_AND_COUNT:
            total = Value(f"{value.sql}.`1`", replace(own.elements[0], nullable=False))
            known = rows.only(f"{total.sql} IS NOT NULL")
            count = f"coalesce({rows.sum(f'{value.sql}.`2`', 'BIGINT')}, 0L)"
            return _struct([_answer("sum", known, total, own.elements[0]), count])
        case Keeping.SUMS:
            places = range(1, len(kept.sums) + 1)
            return _struct([rows.sum(f"{value.sql}.`{place}`", "DOUBLE") for place in places])
        case Keeping.PICKED:
            by = Value(f"{value.sql}.`2`", own.elements[1])
            return rows.by_extreme(_which(name), value.sql, extreme_key(by, _which(name)))
        case Keeping.DIFFERENT:
            return f"array_distinct(flatten({rows.list_of(value.sql)}))"
        case Keeping.VALUES:
            return f"flatten({rows.list_of(value.sql)})"


def values_of_state(value: Value) -> tuple[str, list[DataType]]:
    """A list of what the function is calculated of, as structs `a1`, `a2`, …, and the types.

    Args:
        value: the state.
    """
    assert value.type is not None
    kept = kept_state(value.type)
    if kept.keeping is Keeping.ANSWER:
        rows = f"array(named_struct('a1', {value.sql}))"
        return f"CASE WHEN {value.sql} IS NOT NULL THEN {rows} ELSE array() END", [value.type.state]
    own = value.type.state.element
    function = state_function(str(value.type.arguments[0]))
    types = list(value.type.elements[: len(value.type.elements) - function.is_conditional])
    fields = "'a1', rmt_x"
    if len(types) > 1:
        fields = ", ".join(f"'a{at}', rmt_x.`{at}`" for at in range(1, len(types) + 1))
    empty = f"CAST(array() AS ARRAY<{own.spark}>)"
    known = f"coalesce({value.sql}, {empty})"
    return f"transform({known}, rmt_x -> named_struct({fields}))", types


def _answer(name: str, rows: Rows, value: Value, answer: DataType) -> str:
    """What a function gives of rows; NULL of none."""
    text = RULES[name].text(Aggregate(name, rows, [value], (), answer))
    if RULES[name].is_total:
        text = f"CASE WHEN {rows.count()} > 0 THEN {text} END"
    return f"CAST({text} AS {answer.spark})"


def _which(name: str) -> str:
    return "min" if name.endswith("Min") else "max"


def _row(values: Sequence[Value]) -> str:
    return values[0].sql if len(values) == 1 else _struct([value.sql for value in values])


def _struct(texts: Sequence[str]) -> str:
    fields = ", ".join(f"'{at}', {text}" for at, text in enumerate(texts, 1))
    return f"named_struct({fields})"
