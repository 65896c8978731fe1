"""Calls of aggregate functions: combinators, NULL, and what there is over no rows.

A name is read from its end: `sumIfOrNull` is the combinator -OrNull of `sumIf`, which is -If of
`sum`. Each combinator chooses other rows, or makes something of the answer; `aggregate_rules` has
the functions themselves.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on 26.9.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS, SIMPLE_STATES, refusal_of
from rmt_engine.sql.functions.answers import (
    Missing,
    answer_type,
    canonical_name,
    is_aggregate,
    known_names,
    parameters_of,
)
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    NULL,
    array_of,
    nullable,
    takes_null,
    tuple_of,
)
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.query.aggregate_bitmaps import BITMAP_RULES, OF_BITMAPS, folded_bitmaps
from rmt_engine.sql.query.aggregate_events import EVENT_RULES
from rmt_engine.sql.query.aggregate_histogram import HISTOGRAM_RULES
from rmt_engine.sql.query.aggregate_lists import LIST_RULES
from rmt_engine.sql.query.aggregate_rows import GroupRows, ListRows, Rows, let
from rmt_engine.sql.query.aggregate_rules import RULES, Aggregate, Rule
from rmt_engine.sql.query.aggregate_statistics import STATISTICS_RULES
from rmt_engine.sql.query.aggregate_weights import WEIGHT_RULES
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.ordering import extreme_key
from rmt_engine.sql.query.states import merged_text, state_text, values_of_state
from rmt_engine.sql.query.values import Value, arguments_of, condition, literal, stored
from rmt_engine.sql.query.variants import counted, refuse_variant_argument
from rmt_engine.sql.values.state_types import (
    Keeping,
    StateFunction,
    has_same_states,
    is_of_levels,
    kept_state,
    state_function,
)
from rmt_engine.sql.values.types import DataType

__all__ = [
    "NOTHING_AROUND",
    "Around",
    "check_state",
    "finalized",
    "initialized",
    "lower_aggregate",
    "reduced_arrays",
]

_RULES: Mapping[str, Rule] = {
    **RULES,
    **EVENT_RULES,
    **HISTOGRAM_RULES,
    **BITMAP_RULES,
    **WEIGHT_RULES,
    **LIST_RULES,
    **STATISTICS_RULES,
}
_NEVER_NULL = ("count", "uniq")
"""What aggregate_functions_null_for_empty leaves as it is."""
_KNOWS_DISTINCT = (
    *("sumWithOverflow", "sumKahan", "avg", "groupArray", "groupConcat"),
    *("quantile", "median"),
)
"""What takes DISTINCT of one value itself."""
_GROUP = GroupRows()
_SAME_DISTINCT = ("min", "max", "any", "uniq", "first_value", "last_value", "groupUniqArray", "arg")
"""What is the same of different values."""
_NULLS_AS = {
    "RESPECT": {
        "any": "any_respect_nulls",
        "anyLast": "anyLast_respect_nulls",
        "first_value": "any_respect_nulls",
        "last_value": "anyLast_respect_nulls",
    },
    "IGNORE": {
        "any_respect_nulls": "any",
        "anyLast_respect_nulls": "anyLast",
        "first_value_respect_nulls": "any",
        "last_value_respect_nulls": "anyLast",
    },
}
"""What RESPECT NULLS and IGNORE NULLS make of functions."""
_STATES = ("SimpleState", "MergeState", "Merge", "State")
_STATE_FAMILY = "AggregateFunction"
_ORDER = (
    *("OrNull", "OrDefault", "Distinct", "If", "ArgMin", "ArgMax", *_STATES),
    *("ForEach", "Array", "Map", "Resample", "Tuple"),
)


ToText = Callable[[Value], Value]
"""Makes the text of a value that toString does."""


@dataclass(frozen=True, slots=True)
class Around:
    """What an aggregate function is told of its query.

    Attributes:
        settings: those of the query, as texts.
        to_text: what makes texts of values; None where Spark's texts will do.
    """

    settings: Mapping[str, str]
    to_text: ToText | None = None


NOTHING_AROUND = Around({})
"""Of a query without settings."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call whose outer combinators are done.

    Attributes:
        name: what is left of the name.
        written: the name as the user wrote it.
        rows: those that count.
        values: the arguments that are left.
        parameters: of a parametric function.
        distinct: whether equal values count once.
        to_text: what makes the text of a value that toString does.
    """

    name: str
    written: str
    rows: Rows
    values: Sequence[Value]
    parameters: Sequence[Value]
    distinct: bool = False
    to_text: ToText | None = None

    @property
    def type(self) -> DataType | None:
        """The type of the answer; None if it is not known."""
        return answer_type(self.name, arguments_of(self.values), arguments_of(self.parameters))

    def without_last(self, name: str) -> tuple[_Call, Value]:
        """The call of another name that lacks the last argument, and that."""
        if not self.values:
            raise _wrong_number(self.written)
        return replace(self, name=name, values=self.values[:-1]), self.values[-1]


def lower_aggregate(
    name: str,
    values: Sequence[Value],
    parameters: Sequence[Value] = (),
    *,
    distinct: bool = False,
    where: Value | None = None,
    nulls: str = "",
    around: Around = NOTHING_AROUND,
    rows: Rows = _GROUP,
) -> Value:
    """A call of an aggregate function, as Spark's text.

    Args:
        name: the function, as it was written.
        values: the arguments.
        parameters: of a parametric function.
        distinct: whether DISTINCT stands before the arguments.
        where: the condition of FILTER.
        nulls: `IGNORE` or `RESPECT`; empty for neither.
        around: the query.
        rows: the rows of a group, or of a window.

    Raises:
        RmtError: `UNKNOWN_FUNCTION`, `NOT_IMPLEMENTED`, `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`,
            `ILLEGAL_TYPE_OF_ARGUMENT`, and what parameters out of bounds are refused with.
    """
    canonical = canonical_name(name)
    if canonical is None or not is_aggregate(canonical):
        raise refusal_of(name, [one for one in known_names() if is_aggregate(one)])
    canonical = _with_nulls_as(nulls, canonical)
    if where is not None:
        _check_condition(where)
        rows = rows.only(condition(where))
    call = _Call(canonical, name, rows, values, parameters, distinct, around.to_text)
    if _is_null_for_empty(around.settings) and not _is_never_null(canonical):
        return _or_null("", replace(call, name=canonical))
    return _lowered(call)


def reduced_arrays(
    name: str,
    arrays: Sequence[Value],
    parameters: Sequence[Value],
    around: Around,
) -> Value:
    """`arrayReduce('name', arrays…)`: an aggregate function over the elements of arrays.

    Args:
        name: the function, as it was written.
        arrays: of values of its first argument, of its second, ….
        parameters: of a parametric function.
        around: the query.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`, or as `lower_aggregate`.
    """
    canonical = _canonical_aggregate(name)
    written = f"arrayReduce('{name}')"
    call = _Call(canonical, written, GroupRows(), arrays, parameters, to_text=around.to_text)
    _check_arrays(call)
    items, inside, values = _elements_of(call)
    inner = replace(call, rows=inside, values=values)
    if _is_null_for_empty(around.settings) and not _is_never_null(canonical):
        inner_value = _or_null("", inner)
    else:
        inner_value = _lowered(inner)
    return Value(let(items, inside.items, inner_value.sql), inner_value.type)


def _canonical_aggregate(name: str) -> str:
    """ClickHouse's own name of an aggregate function that a text names."""
    canonical = canonical_name(name)
    if canonical is None or not is_aggregate(canonical):
        error = refusal_of(name, [one for one in known_names() if is_aggregate(one)])
        raise RmtError("UNKNOWN_AGGREGATE_FUNCTION", error.message, error.hint)
    return canonical


def _is_null_for_empty(settings: Mapping[str, str]) -> bool:
    return settings.get("aggregate_functions_null_for_empty", "0") in ("1", "true")


def _is_never_null(name: str) -> bool:
    is_never = name.startswith((*_NEVER_NULL, "deltaSum"))
    return is_never and not name.startswith("uniqCombined")


def _with_nulls_as(nulls: str, name: str) -> str:
    """The function that RESPECT NULLS or IGNORE NULLS makes of one."""
    for base, other in _NULLS_AS.get(nulls, {}).items():
        if name in (base, f"{base}If"):
            return other + name.removeprefix(base)
    return name


def _lowered(call: _Call) -> Value:
    if call.name in _RULES:
        return _of_rule(call)
    for combinator in _ORDER:
        base = call.name.removesuffix(combinator)
        if base and base != call.name and is_aggregate(base):
            return _COMBINATORS[combinator](base, call)
    raise _absent(call)


def _absent(call: _Call) -> RmtError:
    close = difflib.get_close_matches(call.name, _RULES, 3, 0.7)
    return RmtError(
        "NOT_IMPLEMENTED",
        f"The aggregate function {call.name} is not supported.",
        f"Maybe one of these does it: {', '.join(close)}." if close else "",
    )


def _wrong_number(name: str) -> RmtError:
    return RmtError(
        "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"The aggregate function {name} was given a wrong number of arguments.",
    )


# Functions


def _of_rule(call: _Call) -> Value:
    if call.distinct and call.name == "count" and call.values:
        return _of_rule(replace(call, name="uniqExact", distinct=False))
    rule = _RULES[call.name]
    if not rule.fewest <= len(call.values) <= rule.most:
        raise _wrong_number(call.written)
    values = [stored(value) for value in call.values]
    refuse_variant_argument(call.name, values)
    check_arguments(call.name, len(values), [value.type for value in values])
    values = [counted(call.name, value) for value in values]
    if any(value.type == NULL for value in values) and not call.name.startswith(_NEVER_NULL):
        return _of_nulls(call)
    rows = call.rows
    if not rule.takes_null:
        rows = rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
    different = _of_different(rule, call, values, rows)
    if different is not None:
        return different
    answer = call.type
    given = [_without_null(value) for value in values]
    if call.name == "groupConcat" and call.to_text is not None:
        given[0] = call.to_text(given[0])
    aggregate = Aggregate(call.name, rows, given, call.parameters, answer, call.distinct)
    return _finished(rule, aggregate, answer)


def _of_different(rule: Rule, call: _Call, values: Sequence[Value], rows: Rows) -> Value | None:
    """DISTINCT where only a list knows what is different."""
    if not call.distinct or (len(values) == 1 and _knows_distinct(call.name)):
        return None
    if not values or call.name.startswith(_SAME_DISTINCT):
        return None

    def body(inside: ListRows, names: list[str]) -> str:
        renamed = [replace(v, sql=n) for v, n in zip(values, names, strict=True)]
        return _lowered(replace(call, rows=inside, values=renamed, distinct=False)).sql

    text = rows.as_list([value.sql for value in values], body, distinct=True)
    return Value(text, call.type)


def _knows_distinct(name: str) -> bool:
    return name == "sum" or (name.startswith(_KNOWS_DISTINCT) and "Weighted" not in name)


def _without_null(value: Value) -> Value:
    if value.type is None or not value.type.nullable:
        return value
    return replace(value, type=replace(value.type, nullable=False))


def _of_nulls(call: _Call) -> Value:
    """Of nothing but NULL."""
    answer = call.type
    spark = answer.spark if answer is not None else "VOID"
    # An aggregate function has to be there, or a query with no other gives a row for each row.
    text = call.rows.edge("first", "CAST(NULL AS INT)")
    return Value(f"CAST(CASE WHEN {text} IS NULL THEN NULL END AS {spark})", answer)


def _finished(rule: Rule, call: Aggregate, answer: DataType | None) -> Value:
    """The answer as a value of its type, also over no rows."""
    text = rule.text(call)
    if answer is None:
        return Value(f"({text})", None)
    if rule.is_partial:
        text = f"CASE WHEN {call.rows.count()} > 0 THEN coalesce({text}, CAST('NaN' AS DOUBLE)) END"
    if rule.is_total and answer.nullable:
        text = f"CASE WHEN {call.rows.count()} > 0 THEN {text} END"
    cast = f"CAST({text} AS {answer.spark})"
    if answer.nullable or rule.is_total or rule.takes_null:
        if rule.takes_null and not answer.nullable:
            return Value(f"coalesce({cast}, {answer.default})", answer)
        return Value(cast, answer)
    return Value(f"coalesce({cast}, {_empty(rule, answer)})", answer)


def _empty(rule: Rule, answer: DataType) -> str:
    if rule.empty == "nan" and answer.family in FLOATS:
        return f"CAST('NaN' AS {answer.spark})"
    if rule.empty == "ones" and answer.family in INTEGERS:
        low, high = answer.whole_bounds
        return f"CAST('{high if low == 0 else -1}' AS {answer.spark})"
    return answer.default


# Combinators of conditions and of no rows


def _if(base: str, call: _Call) -> Value:
    inner, last = call.without_last(base)
    _check_condition(last)
    return _lowered(replace(inner, rows=call.rows.only(condition(last))))


def _check_condition(value: Value) -> None:
    """Refuses what is no condition of -If, or of FILTER.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    if value.type is not None and value.type != NULL and value.family not in ("UInt8", "Bool"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of the last argument of an aggregate function with the If "
            "suffix: the last argument is the condition and must be UInt8.",
        )


def _distinct(base: str, call: _Call) -> Value:
    return _lowered(replace(call, name=base, distinct=True))


def _rows_met(call: _Call) -> Rows:
    """The rows that an aggregate function is told of: conditions are met, and nothing is NULL."""
    rows, values, name = call.rows, list(call.values), call.name
    if name.endswith("If") and values:
        rows = rows.only(condition(values.pop()))
    if name.endswith("_respect_nulls"):
        return rows
    return rows.only(*(f"{stored(one).sql} IS NOT NULL" for one in values if one.is_nullable))


def _or_null(base: str, call: _Call) -> Value:
    """NULL of no rows. `countIfOrNull` is told of all rows, whatever they meet."""
    inner = _lowered(replace(call, name=base or call.name))
    if inner.type is None:
        return inner
    answer = nullable(inner.type)
    rows = _rows_met(replace(call, name=base or call.name))
    if not takes_null(inner.type):
        if call.name.startswith("quantiles"):
            return inner
        text = f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} ELSE {answer.default} END"
        return Value(text, answer)
    if base.endswith("If") and base.startswith(_NEVER_NULL):
        rows = call.rows
    return Value(f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} END", answer)


def _or_default(base: str, call: _Call) -> Value:
    """The default of the type of no rows."""
    if base.endswith("If") and any(one.is_nullable for one in call.values):
        return _or_default_of_known(base, call)
    inner = _lowered(replace(call, name=base))
    answer = call.type if call.type is not None else inner.type
    if answer is None:
        return inner
    rows = call.rows if base.endswith("If") else _rows_met(replace(call, name=base))
    text = f"CASE WHEN {rows.count()} > 0 THEN {inner.sql} ELSE {answer.default} END"
    return Value(f"CAST({text} AS {answer.spark})", answer)


def _or_default_of_known(base: str, call: _Call) -> Value:
    """`sumIfOrDefault`: NULL where all values are NULL, whatever rows meet the condition."""
    values = [stored(value) for value in call.values]
    known = call.rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
    given = [_without_null(value) for value in values]
    inner = _lowered(replace(call, name=base, rows=known, values=given))
    answer = call.type if call.type is not None else inner.type
    if base.startswith(_NEVER_NULL):
        return Value(inner.sql, answer)
    return Value(f"CASE WHEN {known.count()} > 0 THEN {inner.sql} END", answer)


# Combinators that choose or split rows


def _in_list(
    call: _Call, made: Callable[[ListRows, list[Value]], str], rows: Rows | None = None
) -> str:
    """What is made of the call's rows as a list."""
    values = [stored(value) for value in call.values]

    def body(inside: ListRows, names: list[str]) -> str:
        return made(inside, [replace(v, sql=n) for v, n in zip(values, names, strict=True)])

    return (rows or call.rows).as_list([value.sql for value in values], body, distinct=False)


def _by_key(function: str) -> Callable[[str, _Call], Value]:
    """The rows that have the least, or the greatest, of the last argument."""

    def lowered(base: str, call: _Call) -> Value:
        if not call.values:
            raise _wrong_number(call.written)
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
            lowered = _lowered(replace(call, name=base, rows=chosen, values=given))
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


def _check_arrays(call: _Call, family: str = "Array") -> None:
    if not call.values:
        raise _wrong_number(call.written)
    for value in call.values:
        if value.type is not None and value.family != family:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument for aggregate function {call.written}."
                f" Must be {family}.",
            )


def _array(base: str, call: _Call) -> Value:
    """The elements of arrays."""
    _check_arrays(call)
    elements, inside, values = _elements_of(call)
    lowered = _lowered(replace(call, name=base, rows=inside, values=values))
    flat = f"flatten({call.rows.list_of(elements)})"
    return Value(let(flat, inside.items, lowered.sql), lowered.type)


def _elements_of(call: _Call) -> tuple[str, ListRows, list[Value]]:
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


def _for_each(base: str, call: _Call) -> Value:
    """An array of what the first, second, … elements give."""
    _check_arrays(call)
    found: list[DataType | None] = []

    def made(inside: ListRows, values: list[Value]) -> str:
        at = f"rmt_place{inside.depth}"
        there = inside.only(f"size({values[0].sql}) > {at}")
        elements = [_element(v, f"get({v.sql}, {at})") for v in values]
        lowered = _lowered(replace(call, name=base, rows=there, values=elements))
        found.append(lowered.type)
        most = f"coalesce({inside.extreme('max', f'size({values[0].sql})')}, 0)"
        places = f"filter(sequence(0, {most}), rmt_x -> rmt_x < {most})"
        return f"transform({places}, {at} -> {lowered.sql})"

    text = _in_list(call, made)
    return _array_value(text, found[0])


def _array_value(text: str, element: DataType | None) -> Value:
    return Value(text, None if element is None else array_of(element))


def _map(base: str, call: _Call) -> Value:
    """A map of what each key's values give."""
    _check_arrays(call, "Map")
    found: list[DataType | None] = []

    def made(inside: ListRows, values: list[Value]) -> str:
        [value] = values
        key = f"rmt_key{inside.depth}"
        there = inside.only(f"map_contains_key({value.sql}, {key})")
        own = value.type.elements[1] if value.type is not None else None
        lowered = _lowered(
            replace(
                call, name=base, rows=there, values=[Value(f"element_at({value.sql}, {key})", own)]
            )
        )
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


def _resample(base: str, call: _Call) -> Value:
    """An array of what rows give whose last argument is in each of equal ranges."""
    if len(call.parameters) < 3 or len(call.values) < 1:
        raise _wrong_number(call.written)
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
        lowered = _lowered(replace(call, name=base, rows=there, values=given, parameters=own))
        found.append(lowered.type)
        starts = ", ".join(f"{one}L" for one in range(low, high, width))
        return f"transform(CAST(array({starts}) AS ARRAY<BIGINT>), {begin} -> {lowered.sql})"

    return _array_value(_in_list(call, made), found[0])


def _tuple(base: str, call: _Call) -> Value:
    """A tuple of what each of its elements gives."""
    _check_arrays(call, "Tuple")
    columns: list[Value] = []
    types = [value.type for value in call.values if value.type is not None]
    if len(types) != len(call.values):
        raise _absent(call)
    for at in range(len(types[0].elements)):
        values = []
        for value, data_type in zip(call.values, types, strict=True):
            name = data_type.names[at] if data_type.names else str(at + 1)
            values.append(Value(f"{value.sql}.`{name}`", data_type.elements[at]))
        columns.append(_lowered(replace(call, name=base, values=values)))
    fields = ", ".join(f"'{at}', {one.sql}" for at, one in enumerate(columns, 1))
    known = [one.type for one in columns if one.type is not None]
    answer = tuple_of(known) if len(known) == len(columns) else None
    return Value(f"named_struct({fields})", answer)


# States


def finalized(values: Sequence[Value], to_text: ToText | None = None) -> Value:
    """`finalizeAggregation(state)`: the result of the values that a state has seen.

    Source: https://clickhouse.com/docs/sql-reference/functions/other-functions#finalizeaggregation.

    Args:
        values: the state.
        to_text: what makes the text of a value that toString does.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it is no state.
    """
    [value] = values
    if value.type is None or value.family != _STATE_FAMILY:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type: {value.type} of argument of function finalizeAggregation. It must be "
            "AggregateFunction.",
        )
    function = state_function(str(value.type.arguments[0]))
    parameters = _parameters(function)
    call = _Call(function.name, "finalizeAggregation", _GROUP, values, parameters, to_text=to_text)
    return _result(value, answer_type("finalizeAggregation", arguments_of(values)), call)


def initialized(
    name: str,
    values: Sequence[Value],
    parameters: Sequence[Value],
    around: Around,
) -> Value:
    """`initializeAggregation('name', values…)`: an aggregate function of one row.

    Args:
        name: the function, as it was written.
        values: the arguments.
        parameters: of a parametric function.
        around: the query.

    Raises:
        RmtError: `UNKNOWN_AGGREGATE_FUNCTION`, or as `lower_aggregate`.
    """
    _canonical_aggregate(name)
    fields = ", ".join(f"'a{at}', {value.sql}" for at, value in enumerate(values, 1))
    inside = ListRows((), 1, "rmt_rows1")
    inner = [
        Value(text, value.type)
        for text, value in zip(inside.names(len(values)), values, strict=True)
    ]
    found = lower_aggregate(name, inner, parameters, around=around, rows=inside)
    return Value(let(f"array(named_struct({fields}))", inside.items, found.sql), found.type)


def check_state(state: DataType) -> None:
    """Makes sure that there are states of a function.

    Raises:
        RmtError: as `lower_aggregate`.
    """
    finalized([Value("NULL", state)])


def _state(base: str, call: _Call) -> Value:
    """What the function is calculated of."""
    answer = call.type
    has_array = any(not isinstance(one.constant, int | float | str) for one in call.parameters)
    if answer is None or answer.family != _STATE_FAMILY or call.distinct or "State" in base:
        raise _absent(call)
    if has_array:
        raise _absent(call)
    if base in OF_BITMAPS:
        return Value(folded_bitmaps(base, call.rows, call.values[0]), answer)
    function = state_function(str(answer.arguments[0]))
    values = [stored(value) for value in call.values]
    refuse_variant_argument(call.name, values)
    rows = call.rows
    if function.is_conditional:
        _check_condition(call.values[-1])
        rows, values = rows.only(condition(call.values[-1])), values[:-1]
    rule = _RULES.get(function.name)
    if rule is not None:
        if not rule.fewest <= len(values) <= rule.most:
            raise _wrong_number(call.written)
        check_arguments(function.name, len(values), [value.type for value in values])
        if not rule.takes_null:
            rows = rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
            values = [_without_null(value) for value in values]
    finalized([Value("NULL", answer)])
    return Value(f"CAST({state_text(answer, rows, values)} AS {answer.spark})", answer)


def _merge(base: str, call: _Call) -> Value:
    """The result of states."""
    state = _merged(base, call)
    assert state.type is not None
    name, parameters = state_function(base).name, call.parameters
    if name.startswith("quantiles") and not parameters:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Aggregate function {call.written} requires at least one parameter.",
            f"{call.written}(0.5, 0.9)(…)",
        )
    if not parameters and not is_of_levels(name):
        parameters = _parameters(state_function(str(state.type.arguments[0])))
    return _result(state, call.type, replace(call, name=name, parameters=parameters))


def _merged(base: str, call: _Call) -> Value:
    """The state of states."""
    [value, *others] = call.values or (None,)
    if value is None or others:
        raise _wrong_number(call.written)
    _check_state(state_function(base).name, value, call)
    assert value.type is not None
    text = merged_text(stored(value), call.rows)
    return Value(f"CAST({text} AS {value.type.spark})", value.type)


def _check_state(function: str, value: Value, call: _Call) -> None:
    """Refuses to merge what is no state of the function."""
    if value.type is None or value.family != _STATE_FAMILY:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix. "
            "It must be AggregateFunction(...).",
        )
    own = state_function(str(value.type.arguments[0]))
    if not has_same_states(own.name, function):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix "
            f"because it corresponds to different aggregate function: {value.type.arguments[0]} "
            f"instead of {function}.",
        )
    given = [one.constant for one in call.parameters]
    if not is_of_levels(function) and given != [one.constant for one in _parameters(own)]:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {value.type} of argument for aggregate function with Merge suffix "
            f"because it corresponds to a different implementation of aggregate function "
            f"'{function}'.",
            f"Give it the same parameters: {function}Merge({own.parameters})(…).",
        )


def _parameters(function: StateFunction) -> list[Value]:
    """The parameters of a state's function."""
    given = [one.constant for one in parameters_of(function.parameters)]
    return [literal(one) for one in given if not isinstance(one, Missing)]


def _result(state: Value, answer: DataType | None, call: _Call) -> Value:
    """What a state stands for.

    Args:
        state: the state; NULL of no values.
        answer: the type; None if it is not known.
        call: the function without `If`, its parameters, and where it stands.
    """
    assert state.type is not None
    kept, own = kept_state(state.type), state.type.state
    if not kept.result:
        return _result_of_values(state, call)
    found = Value(kept.result.format(state.sql), None)
    if kept.keeping is Keeping.ANSWER:
        found = replace(found, type=own)
    elif kept.keeping is Keeping.PICKED and own.elements:
        picked = own.elements[0] if kept.result.endswith("`1`") else own
        found = replace(found, type=picked)
    if answer is None:
        return found
    text = f"CAST({found.sql} AS {answer.spark})"
    if found.type is not None:
        text = f"CAST({converted(found, answer).sql} AS {answer.spark})"
    rule = _RULES.get(call.name)
    if rule is not None and rule.is_partial:
        nan = f"CAST('NaN' AS {answer.spark})"
        text = f"CASE WHEN {state.sql}.`1` IS NOT NULL THEN coalesce({text}, {nan}) END"
    if answer.nullable:
        return Value(text, answer)
    return Value(f"coalesce({text}, {_empty(rule, answer) if rule else answer.default})", answer)


def _result_of_values(state: Value, call: _Call) -> Value:
    """What the function gives of the values that a state holds."""
    items, types = values_of_state(state)
    depth = call.rows.depth + 1
    inside = ListRows((), depth, f"rmt_rows{depth}")
    names = inside.names(len(types))
    values = [Value(text, one) for text, one in zip(names, types, strict=True)]
    found = _lowered(replace(call, rows=inside, values=values))
    return Value(let(items, inside.items, found.sql), found.type)


def _simple_state(base: str, call: _Call) -> Value:
    """The answer itself, of a type that says how such are merged."""
    if state_function(base).name not in SIMPLE_STATES:
        raise refusal_of(call.name, FUNCTIONS)
    value = _lowered(replace(call, name=base))
    if value.type is None or call.type is None:
        return value
    return replace(value, type=replace(value.type, simple_function=call.type.simple_function))


_COMBINATORS: Mapping[str, Callable[[str, _Call], Value]] = {
    "OrNull": _or_null,
    "OrDefault": _or_default,
    "Distinct": _distinct,
    "If": _if,
    "ArgMin": _by_key("min"),
    "ArgMax": _by_key("max"),
    "State": _state,
    "Merge": _merge,
    "MergeState": _merged,
    "SimpleState": _simple_state,
    "ForEach": _for_each,
    "Array": _array,
    "Map": _map,
    "Resample": _resample,
    "Tuple": _tuple,
}
