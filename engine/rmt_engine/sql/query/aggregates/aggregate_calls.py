"""Calls of aggregate functions: combinators, NULL, and what there is over no rows.

A name is read from its end: `sumIfOrNull` is the combinator -OrNull of `sumIf`, which is -If of
`sum`. Each combinator chooses other rows, or makes something of the answer; `aggregate_rules` has
the functions themselves.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/combinators, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import refusal_of
from rmt_engine.sql.functions.answers import (
    canonical_name,
    is_aggregate,
    known_names,
)
from rmt_engine.sql.functions.answers.kinds import (
    NULL,
)
from rmt_engine.sql.functions.arguments import check_arguments
from rmt_engine.sql.query.aggregates.combinators import (
    COMBINATORS,
    check_arrays,
    elements_of,
    or_null,
)
from rmt_engine.sql.query.aggregates.combined_calls import (
    NEVER_NULL,
    CombinedCall,
    ToText,
    absent,
    check_condition,
    without_null,
    wrong_number,
)
from rmt_engine.sql.query.aggregates.parameters import check_parameters
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, Rule
from rmt_engine.sql.query.aggregates.rows import GroupRows, ListRows, Rows, let
from rmt_engine.sql.query.aggregates.rules import RULES
from rmt_engine.sql.query.aggregates.state_combinators import (
    STATE_COMBINATORS,
    STATE_FAMILY,
    finalized_state,
)
from rmt_engine.sql.query.types.variants import counted, refuse_variant_argument
from rmt_engine.sql.query.values import Value, condition, stored
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

_ALL_COMBINATORS: Mapping[str, Callable[[str, CombinedCall], Value]] = {
    **COMBINATORS,
    **STATE_COMBINATORS,
}
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

_ORDER = (
    *("OrNull", "OrDefault", "Distinct", "If", "ArgMin", "ArgMax", *_STATES),
    *("ForEach", "Array", "Map", "Resample", "Tuple"),
)

_NESTING = ("Array", "OrNull", "OrDefault", "Tuple")
"""What may stand twice at the end of a name: `sumArrayArray`."""


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
        check_condition(where)
        rows = rows.only(condition(where))
    call = CombinedCall(
        canonical, name, rows, values, parameters, _lowered, distinct, around.to_text
    )
    if _is_null_for_empty(around.settings) and not _is_never_null(canonical):
        return or_null("", replace(call, name=canonical))
    return call.lowered()


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
    call = CombinedCall(
        canonical, written, GroupRows(), arrays, parameters, _lowered, to_text=around.to_text
    )
    check_arrays(call)
    items, inside, values = elements_of(call)
    inner = replace(call, rows=inside, values=values)
    if _is_null_for_empty(around.settings) and not _is_never_null(canonical):
        inner_value = or_null("", inner)
    else:
        inner_value = inner.lowered()
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
    is_never = name.startswith((*NEVER_NULL, "deltaSum"))
    return is_never and not name.startswith("uniqCombined")


def _with_nulls_as(nulls: str, name: str) -> str:
    """The function that RESPECT NULLS or IGNORE NULLS makes of one, whatever its combinators.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it has no form that counts NULLs.
    """
    for base, other in _NULLS_AS.get(nulls, {}).items():
        combinators = name.removeprefix(base)
        if name.startswith(base) and is_aggregate(other + combinators):
            return other + combinators
    if nulls == "RESPECT" and "_respect_nulls" not in name:
        raise RmtError("NOT_IMPLEMENTED", f"Function {name} does not support RESPECT NULLS.")
    return name


def _lowered(call: CombinedCall) -> Value:
    if call.name in RULES:
        return _of_rule(call)
    for combinator in _ORDER:
        base = call.name.removesuffix(combinator)
        if base != call.name and base.endswith(combinator) and combinator not in _NESTING:
            raise RmtError(
                "ILLEGAL_AGGREGATION",
                f"Nested identical combinator '{combinator}' is not supported.",
            )
        if base and base != call.name and is_aggregate(base):
            return _ALL_COMBINATORS[combinator](base, call)
    raise absent(call)


def _of_rule(call: CombinedCall) -> Value:
    if call.distinct and call.name == "count" and call.values:
        return _of_rule(replace(call, name="uniqExact", distinct=False))
    rule = RULES[call.name]
    if not rule.fewest <= len(call.values) <= rule.most:
        raise wrong_number(call.written)
    check_parameters(call.name, call.parameters)
    values = [stored(value) for value in call.values]
    refuse_variant_argument(call.name, values)
    check_arguments(call.name, len(values), [value.type for value in values])
    values = [counted(call.name, value) for value in values]
    if any(value.type == NULL for value in values) and not call.name.startswith(NEVER_NULL):
        return _of_nulls(call)
    rows = call.rows
    if not rule.takes_null:
        rows = rows.only(*(f"{one.sql} IS NOT NULL" for one in values if one.is_nullable))
    different = _of_different(call, values, rows)
    if different is not None:
        return different
    answer = call.type
    given = [without_null(value) for value in values]
    if call.name == "groupConcat" and call.to_text is not None:
        given[0] = call.to_text(given[0])
    aggregate = Aggregate(call.name, rows, given, call.parameters, answer, call.distinct)
    return _finished(rule, aggregate, answer)


def _of_different(call: CombinedCall, values: Sequence[Value], rows: Rows) -> Value | None:
    """DISTINCT where only a list knows what is different."""
    if not call.distinct or (len(values) == 1 and _knows_distinct(call.name)):
        return None
    if not values or call.name.startswith(_SAME_DISTINCT):
        return None

    def body(inside: ListRows, names: list[str]) -> str:
        renamed = [replace(v, sql=n) for v, n in zip(values, names, strict=True)]
        return replace(call, rows=inside, values=renamed, distinct=False).lowered().sql

    text = rows.as_list([value.sql for value in values], body, distinct=True)
    return Value(text, call.type)


def _knows_distinct(name: str) -> bool:
    return name == "sum" or (name.startswith(_KNOWS_DISTINCT) and "Weighted" not in name)


def _of_nulls(call: CombinedCall) -> Value:
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
    return Value(f"coalesce({cast}, {rule.of_nothing(answer)})", answer)


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
    if value.type is None or value.family != STATE_FAMILY:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type: {value.type} of argument of function finalizeAggregation. It must be "
            "AggregateFunction.",
        )
    name = "finalizeAggregation"
    return finalized_state(
        value, CombinedCall(name, name, _GROUP, values, (), _lowered, to_text=to_text)
    )


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
