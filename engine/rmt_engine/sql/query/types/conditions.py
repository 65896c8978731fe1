"""Logic, and choices between values.

Source: https://clickhouse.com/docs/sql-reference/functions/logical-functions and
https://clickhouse.com/docs/sql-reference/functions/conditional-functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type, common_type
from rmt_engine.sql.functions.answers.kinds import FLOATS, NULL, is_number, nullable, plain
from rmt_engine.sql.query.types.comparable import check_null_safe
from rmt_engine.sql.query.types.comparisons import compared, is_no_member, paired
from rmt_engine.sql.query.types.conversion import as_result, converted
from rmt_engine.sql.query.types.ordering import beside_key, has_key_of_order
from rmt_engine.sql.query.types.wide_beside_floats import are_ordered, ordered
from rmt_engine.sql.query.values import (
    Value,
    argument_of,
    condition,
    filter_text,
    literal,
    not_constant,
    stored,
    truth,
)
from rmt_engine.sql.values.types import DataType

__all__ = ["CONDITIONS"]

_WHEN_THEN_ELSE = 3
_Lowering = Callable[[str, Sequence[Value], str], Value]


def _answer(name: str, values: Sequence[Value]) -> DataType | None:
    return answer_type(name, [argument_of(value) for value in values])


def _logical(name: str, values: Sequence[Value], _zone: str) -> Value:
    if len(values) < 2:
        raise RmtError(
            "TOO_FEW_ARGUMENTS_FOR_FUNCTION", f"Function {name} takes two arguments at least."
        )
    decided = "false" if name == "and" else "true"
    conditions = [condition(one, name) for one in values]
    if any(_is_known(one, name == "or") for one in values):
        return replace(truth(decided, _answer(name, values)), folded=True)
    word = f" {name.upper()} "
    found = truth(f"({word.join(conditions)})", _answer(name, values))
    if name == "and" and any(value.filter for value in values):
        return replace(found, filter=f"({word.join(map(filter_text, values))})")
    return found


def _is_known(value: Value, truth_value: bool) -> bool:
    """Whether a condition is known to be true, or false; then no other one matters."""
    if isinstance(value.constant, int | float):
        return bool(value.constant) is truth_value
    return value.folded and value.sql == ("true" if truth_value else "false")


def _exclusive(name: str, values: Sequence[Value], _zone: str) -> Value:
    text = condition(values[0], name)
    for value in values[1:]:
        text = f"({text} <> {condition(value, name)})"
    return truth(text, _answer(name, values))


def _not(name: str, values: Sequence[Value], _zone: str) -> Value:
    [value] = values
    if value.type == NULL:
        return literal(None)
    return truth(f"(NOT {condition(value, name)})", _answer(name, values))


def _chosen(
    conditions: Sequence[str],
    results: Sequence[Value],
    answer: DataType | None,
    as_one: Callable[[Value, DataType], Value] = converted,
) -> Value:
    """CASE over conditions, with a last result for none.

    Args:
        conditions: one for each result but the last.
        results: what is chosen from.
        answer: the type of the choice.
        as_one: makes a result one of that type.
    """
    if all(one.is_condition or one.type == NULL for one in results) and any(
        one.is_condition for one in results
    ):
        texts = [condition(one) for one in results]
        is_condition = True
    else:
        made = [stored(one) if answer is None else as_one(one, answer) for one in results]
        texts = [one.sql for one in made]
        is_condition = False
    if not conditions:
        return Value(texts[-1], answer, is_condition=is_condition)
    cases = " ".join(
        f"WHEN {when} THEN {then}" for when, then in zip(conditions, texts, strict=False)
    )
    return Value(f"(CASE {cases} ELSE {texts[-1]} END)", answer, is_condition=is_condition)


def _if(name: str, values: Sequence[Value], _zone: str) -> Value:
    if len(values) != 3:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "Function if takes a condition and two values."
        )
    answer = _answer(name, values)
    return _chosen([condition(values[0], name)], values[1:], answer, as_result)


def _multi_if(name: str, values: Sequence[Value], zone: str) -> Value:
    if len(values) % 2 == 0 or len(values) < 3:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "Function multiIf takes conditions with values, and a value for none of them.",
        )
    answer = _answer(name, values)
    if len(values) == 3:
        return _if(name, values, zone)
    conditions = [condition(value, name) for value in values[:-1:2]]
    return _chosen(conditions, [*values[1::2], values[-1]], answer)


def _case(name: str, values: Sequence[Value], zone: str) -> Value:
    subject, *rest = values
    if len(rest) < _WHEN_THEN_ELSE or len(rest) % 2 == 0:
        raise RmtError("BAD_ARGUMENTS", f"{name} takes a value, pairs of WHEN and THEN, an ELSE.")
    answer = _answer(name, values)
    conditions = []
    for one in rest[:-1:2]:
        if is_no_member(one, subject):
            raise RmtError(
                "UNKNOWN_ELEMENT_OF_ENUM",
                f"Unknown element '{one.constant}' for enum {subject.type}.",
            )
        conditions.append(_matches(subject, one, zone))
    return _chosen(conditions, [*rest[1::2], rest[-1]], answer)


def _matches(subject: Value, one: Value, zone: str) -> str:
    """The condition that the subject of CASE is the value behind a WHEN, which NULL is of NULL."""
    if not (subject.is_nullable and one.is_nullable):
        same = compared("equals", subject, one, zone)
        return "false" if same.type == NULL else condition(same)
    are_null = " AND ".join(
        f"{stored(value).sql} IS NULL" for value in (subject, one) if value.type != NULL
    )
    if NULL in (subject.type, one.type):
        return f"({are_null or 'true'})"
    return f"({condition(compared('equals', subject, one, zone))} OR ({are_null}))"


def _first_known(name: str, values: Sequence[Value], _zone: str) -> Value:
    """Coalesce and ifNull."""
    answer = _answer(name, values)
    known = [value for value in values if value.type != NULL]
    if not known:
        return literal(None)
    if len(known) == 1 or not known[0].is_nullable:
        is_constant = all(value.is_constant for value in values)
        return known[0] if is_constant else not_constant(known[0])
    if all(value.is_condition for value in known):
        return truth(f"coalesce({', '.join(value.sql for value in known)})", answer)
    made = [stored(one) if answer is None else as_result(one, answer) for one in known]
    return Value(f"coalesce({', '.join(one.sql for one in made)})", answer)


def _null_if(name: str, values: Sequence[Value], zone: str) -> Value:
    value, other = values
    types = [one.type for one in values if one.type is not None and one.is_constant]
    if len(types) == len(values) and not all(map(is_number, types)):
        # ClickHouse writes the answer of constants as one of their common type.
        common_type(types)
    same = compared("equals", value, other, zone)
    answer = _answer(name, values)
    if same.type == NULL:
        return replace(stored(value), type=answer)
    return Value(f"(CASE WHEN {same.sql} THEN NULL ELSE {stored(value).sql} END)", answer)


def _is_null(_name: str, values: Sequence[Value], _zone: str) -> Value:
    [value] = values
    if value.is_nullable:
        return truth(f"({value.sql} IS NULL)")
    return replace(truth("false"), folded=True)


def _is_not_null(_name: str, values: Sequence[Value], _zone: str) -> Value:
    [value] = values
    if value.is_nullable:
        return truth(f"({value.sql} IS NOT NULL)")
    return replace(truth("true"), folded=True)


def _same(name: str, values: Sequence[Value], zone: str) -> Value:
    return truth(_null_safe(name, values, zone), _answer(name, values))


def _distinct(name: str, values: Sequence[Value], zone: str) -> Value:
    return truth(f"(NOT {_null_safe(name, values, zone)})", _answer(name, values))


def _null_safe(name: str, values: Sequence[Value], zone: str) -> str:
    left, right = (stored(value) for value in values)
    check_null_safe(name, left, right)
    if NULL not in (left.type, right.type):
        if not any(map(_may_be_null, (left, right))):
            return compared("equals", left, right, zone).sql
        left, right = paired(left, right, zone)
    if are_ordered(left, right):
        are_null = f"{left.sql} IS NULL AND {right.sql} IS NULL"
        return f"coalesce({ordered('=', left, right)}, {are_null})"
    return f"({left.sql} <=> {right.sql})"


def _may_be_null(value: Value) -> bool:
    """Whether a value may be NULL, or a tuple with a NULL inside, which equals nothing either."""
    if value.type is None:
        return True
    return value.type.has_nulls if value.family == "Tuple" else value.type.nullable


def _extreme(name: str, values: Sequence[Value], _zone: str) -> Value:
    """Least and greatest: NULLs do not count."""
    answer = _answer(name, values)
    known = [value for value in values if value.type != NULL]
    if not known:
        return literal(None)
    if len(known) == 1:
        return known[0] if answer is None else replace(stored(known[0]), type=answer)
    made = [stored(one) if answer is None else converted(one, answer) for one in known]
    text = _extreme_of([one.sql for one in made], name, answer)
    return Value(text, answer, folded=all(one.is_constant for one in values))


def _extreme_of(texts: Sequence[str], name: str, answer: DataType | None) -> str:
    """The extreme of values; NaN is the second of two numbers, or none of several."""
    if answer is not None and has_key_of_order(answer):
        pairs = [f"if({one} IS NULL, NULL, {beside_key(Value(one, answer))})" for one in texts]
        return f"{name}({', '.join(pairs)}).value"
    text = f"{name}({', '.join(texts)})"
    if answer is None or answer.family not in FLOATS:
        return text
    if len(texts) == 2 and not answer.nullable:
        first, second = texts
        sign, nan = (">", first) if name == "greatest" else ("<", second)
        is_first = f"{first} {sign} {second} AND NOT isnan({nan})"
        return f"(CASE WHEN {is_first} THEN {first} ELSE {second} END)"
    if name == "least":
        return text
    numbers = ", ".join(f"nullif({one}, CAST('NaN' AS {answer.spark}))" for one in texts)
    return f"coalesce({name}({numbers}), {text})"


def _assumed(_name: str, values: Sequence[Value], _zone: str) -> Value:
    value = stored(values[0])
    if value.type is None or not value.type.nullable or value.type == NULL:
        return value
    known = replace(value.type, nullable=False)
    return Value(f"coalesce({value.sql}, {known.default})", known)


def _to_nullable(_name: str, values: Sequence[Value], _zone: str) -> Value:
    value = stored(values[0])
    return value if value.type is None else replace(value, type=nullable(value.type))


def _to_codes(_name: str, values: Sequence[Value], _zone: str) -> Value:
    value = stored(values[0])
    if value.type is None:
        return value
    return replace(value, type=replace(value.type, low_cardinality=True), folded=False)


def _itself(_name: str, values: Sequence[Value], _zone: str) -> Value:
    value = stored(values[0])
    return Value(value.sql, value.type)


def _is_constant(_name: str, values: Sequence[Value], _zone: str) -> Value:
    return replace(literal(int(values[0].is_constant)), type=plain("UInt8"))


CONDITIONS: Mapping[str, _Lowering] = {
    "and": _logical,
    "or": _logical,
    "xor": _exclusive,
    "not": _not,
    "if": _if,
    "multiIf": _multi_if,
    "caseWithoutExpression": _multi_if,
    "caseWithExpression": _case,
    "ifNull": _first_known,
    "coalesce": _first_known,
    "nullIf": _null_if,
    "isNull": _is_null,
    "isNotNull": _is_not_null,
    "isNotDistinctFrom": _same,
    "isDistinctFrom": _distinct,
    "least": _extreme,
    "greatest": _extreme,
    "assumeNotNull": _assumed,
    "toNullable": _to_nullable,
    "toLowCardinality": _to_codes,
    "materialize": _itself,
    "identity": _itself,
    "isConstant": _is_constant,
}
"""Lowerings, by ClickHouse's function."""
