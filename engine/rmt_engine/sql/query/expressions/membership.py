"""IN: whether a value is one of a list, or of a query's.

NULLs in the list do not count, unless `transform_null_in` is on; of NULL nothing is known.

Source: https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    FLOATS,
    INTEGERS,
    NULL,
    STRINGS,
    TIMES,
    is_number,
    plain,
)
from rmt_engine.sql.query.calls.scalar_calls import lower_scalar
from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.types.comparable import check_comparable
from rmt_engine.sql.query.types.comparisons import may_be_nan, paired
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.keys import needs_key
from rmt_engine.sql.query.types.members import as_text, check_member, is_never
from rmt_engine.sql.query.types.subscripts import element_of
from rmt_engine.sql.query.types.tuple_membership import among_tuples, row_of
from rmt_engine.sql.query.types.variants import alone
from rmt_engine.sql.query.types.wide_beside_floats import are_ordered, ordered
from rmt_engine.sql.query.values import Value, argument_of, literal, stored, truth
from rmt_engine.sql.values.types import DataType

__all__ = ["MEMBERSHIPS", "NULL_MEMBERSHIPS", "in_query_text", "lower_in"]

MEMBERSHIPS = {"in": False, "globalin": False, "notin": True, "globalnotin": True}
"""The names of IN and its like, in lower case, and whether each is negated."""
NULL_MEMBERSHIPS = {
    "nullin": False,
    "globalnullin": False,
    "notnullin": True,
    "globalnotnullin": True,
}
"""The same of those that know whether a NULL is in a set; unless the set has NULLs, it is not."""
_AS_THEY_ARE = frozenset(("Enum8", "Enum16", "FixedString", "Array", "Map", "Tuple", "Nothing"))
_NO_TUPLES = INTEGERS | FLOATS | TIMES | {"String", "FixedString", "Decimal", "UUID"}
_DAYS = frozenset(("Date", "Date32"))
_LOOKED_FOR_AS_IT_IS = ("String", "FixedString")
"""A String is looked for among FixedStrings with the zero bytes that fill them."""


def lower_in(
    value: Value, members: Sequence[Value], *, negated: bool, context: CallContext
) -> Value:
    """`value IN (members)`.

    Args:
        value: what is looked for.
        members: the list; one array stands for its elements.
        negated: whether it is NOT IN.
        context: the statement's settings.
    """
    null_is_value = context.settings.get("transform_null_in") == "1"
    if len(members) == 1 and members[0].family == "Array" and value.family != "Array":
        return _in_array(value, members[0], negated=negated, null_is_value=null_is_value)
    has_null = any(member.type == NULL for member in members)
    if value.type == NULL:
        if null_is_value:
            return truth("true" if has_null != negated else "false")
        return literal(None)
    known = [one for one in members if one.type != NULL and not is_never(one, value)]
    value = alone(_as_number(stored(value)), "in")
    for member in known:
        check_member(value, member)
    if value.family in STRINGS:
        known = list(map(as_text, known))
        for member in known:
            check_comparable("in", value, member)
    if value.family == "Tuple":
        text = among_tuples(value, known, null_is_value, context.zone)
    else:
        text = _listed(value, known, context.zone)
    nulls = [] if value.family == "Tuple" else _tests_for_null(known)
    if null_is_value:
        nulls = ["true"] if has_null else nulls
        alternative = f"({value.sql} IS NULL AND ({' OR '.join(nulls)}))" if nulls else "false"
        text = f"coalesce({text}, {alternative})"
    elif nulls:
        text = f"(CASE WHEN {value.sql} IS NOT NULL THEN coalesce({text}, false) END)"
    text = f"(NOT {text})" if negated else text
    found = _type_of(value, null_is_value)
    if nulls and not null_is_value and found is not None:
        found = replace(found, nullable=True)
    return truth(text, found)


def _tests_for_null(members: Sequence[Value]) -> list[str]:
    """Tests of the members that are NULL in some rows, and do not count there."""
    return [
        f"({one.sql} IS NULL)"
        for one in members
        if one.type is not None and one.type.nullable and not one.is_constant
    ]


def _as_number(value: Value) -> Value:
    """A Bool as the number it is found among."""
    if value.family != "Bool" or value.type is None:
        return value
    kept = replace(plain("UInt8"), nullable=value.type.nullable)
    return Value(f"CAST({value.sql} AS SMALLINT)", kept, value.constant)


def _type_of(value: Value, null_is_value: bool) -> DataType | None:
    found = answer_type("in", [argument_of(replace(value, constant=value.constant))])
    if found is None or found == NULL:
        return plain("UInt8")
    return replace(found, nullable=False) if null_is_value else found


def _listed(value: Value, members: Sequence[Value], zone: str) -> str:
    """The members as values of the type that is looked for."""
    pieces: dict[str, None] = {}
    left = value
    for given in members:
        member = _as_day(given) if value.family in _DAYS else given
        is_same = member.type == value.type and not needs_key(value.type)
        if is_same or (value.family, member.family) == _LOOKED_FOR_AS_IT_IS:
            pieces[member.sql] = None
            continue
        if value.family in INTEGERS and member.family in INTEGERS:
            pieces[_number(member)] = None
            continue
        left, right = paired(value, stored(member), zone)
        if left.sql != value.sql or are_ordered(left, right):
            return _one_by_one(value, members, zone)
        pieces[right.sql] = None
    if not pieces:
        return f"(CASE WHEN {value.sql} IS NULL THEN NULL ELSE false END)"
    found = f"({left.sql} IN ({', '.join(pieces)}))"
    if may_be_nan(left) and not any(one.is_constant and may_be_nan(one) for one in members):
        # Only a NaN that is constant is found. NOT IN else leaves out files by statistics that
        # say nothing of NaN; see `compared`.
        return f"({found} AND NOT isnan({left.sql}))"
    return found


def _as_day(member: Value) -> Value:
    """A moment as the day it is of."""
    if member.family != "DateTime":
        return member
    return Value(f"CAST({member.sql} AS DATE)", plain("Date"), folded=member.is_constant)


def _number(member: Value) -> str:
    is_bool = member.family == "Bool"
    return f"CAST({member.sql} AS SMALLINT)" if is_bool else member.sql


def _one_by_one(value: Value, members: Sequence[Value], zone: str) -> str:
    """Members of types of which each is compared in another way."""
    texts = []
    for member in members:
        left, right = paired(value, stored(member), zone)
        is_ordered = are_ordered(left, right)
        texts.append(ordered("=", left, right) if is_ordered else f"({left.sql} = {right.sql})")
    return f"({' OR '.join(texts)})"


def _in_array(value: Value, array: Value, *, negated: bool, null_is_value: bool) -> Value:
    """`value IN array`: the array's elements are the list."""
    value = stored(value)
    array_text = array.sql
    wanted = value.type
    if value.family == "Tuple" and array.type is not None and array.type.element.family != "Tuple":
        raise RmtError(
            "INCORRECT_ELEMENT_OF_SET",
            f"Invalid element type in set. Expected Tuple, got {array.type}.",
        )
    if array.type is not None and wanted is not None and array.type.element != wanted:
        element = array.type.element
        if is_number(element) and is_number(wanted) and value.family not in FLOATS:
            kind = _holding_both(element, wanted)
            array_text = f"CAST({array.sql} AS ARRAY<{kind}>)"
            value = replace(value, sql=f"CAST({value.sql} AS {kind})")
        else:
            kept = replace(wanted, nullable=element.nullable)
            target = DataType("Array", elements=(kept,))
            array_text = converted(array, target).sql
    if null_is_value:
        text = f"exists({array_text}, `_m` -> `_m` <=> {value.sql})"
    else:
        known = f"filter({array_text}, `_m` -> `_m` IS NOT NULL)"
        text = f"array_contains({known}, {value.sql})"
    return truth(f"(NOT {text})" if negated else text, _type_of(value, null_is_value))


def _holding_both(one: DataType, other: DataType) -> str:
    """Spark's type in which numbers of two types are compared."""
    if {one.family, other.family} & FLOATS:
        return "DOUBLE"
    scales = (each.scale for each in (one, other) if each.family == "Decimal")
    return f"DECIMAL(38,{max(scales, default=0)})"


def in_query_text(
    value: Value,
    columns: Sequence[Value],
    source: str,
    *,
    negated: bool,
    context: CallContext,
) -> Value:
    """`value IN (query)`.

    Args:
        value: what is looked for.
        columns: the query's.
        source: the query with its alias, as it stands behind FROM.
        negated: whether it is NOT IN.
        context: the statement it stands in.

    Raises:
        RmtError: `NUMBER_OF_COLUMNS_DOESNT_MATCH`.
    """
    null_is_value = context.settings.get("transform_null_in") == "1"
    if value.type == NULL and not null_is_value:
        return literal(None)
    value = stored(value)
    lefts = [value]
    if len(columns) > 1 or (value.family == "Tuple" and columns[0].family in _NO_TUPLES):
        lefts = _elements(value, len(columns))
    pairs = [
        _nulls_paired(left, column) or _paired_with_set(left, stored(column), context)
        for left, column in zip(lefts, columns, strict=True)
    ]
    if null_is_value:
        wanted, listed = map(row_of, zip(*pairs, strict=True))
        text = f"({wanted} IN (SELECT {listed} FROM {source}))"
        return truth(f"(NOT {text})" if negated else text, _type_of(value, null_is_value))
    known = " AND ".join(f"{column.sql} IS NOT NULL" for _, column in pairs)
    wanted = ", ".join(left.sql for left, _ in pairs)
    listed = ", ".join(column.sql for _, column in pairs)
    rows = f"SELECT {listed} FROM {source} WHERE {known}"
    if len(pairs) > 1:
        plain_text = f"(({wanted}) IN ({rows}))"
        exact = f"coalesce({plain_text}, false)"
        found = truth(f"(NOT {exact})" if negated else exact, _type_of(value, null_is_value))
        return found if negated else replace(found, filter=plain_text)
    text = f"({wanted} IN ({rows}))"
    if _is_converted(value, columns[0]):
        text = f"coalesce({text}, false)"
    text = f"(NOT {text})" if negated else text
    answer = _type_of(value, null_is_value)
    if answer is None or not answer.nullable:
        return truth(text, answer)
    # Spark takes IN for false where it stands in a column and the value is NULL.
    exact = f"(CASE WHEN {value.sql} IS NOT NULL THEN {text} END)"
    known = f"({value.sql} IS NOT NULL AND {text})" if negated else text
    return replace(truth(exact, answer), filter=known)


def _is_converted(value: Value, column: Value) -> bool:
    """Whether what is looked for becomes a value of the set's type, or NULL if it is none."""
    families = (value.family, column.family)
    if families[1] == "Bool" or families == ("Array", "String"):
        return families[0] != families[1]
    if families[0] == "DateTime" and families[1] in _DAYS:
        return True
    if are_ordered(value, column):
        return True
    if not all(families) or not _AS_THEY_ARE.isdisjoint(families):
        return False
    return (value.family in STRINGS) != (column.family in STRINGS)


def _paired_with_set(value: Value, column: Value, context: CallContext) -> tuple[Value, Value]:
    """What is looked for, and a column of the query, as Spark compares them."""
    if not _is_converted(value, column):
        return paired(value, column, context.zone)
    if column.family in _DAYS and value.family == "DateTime":
        return stored(lower_scalar(f"to{column.family}", [value], context)), column
    if column.family == "String":
        return stored(lower_scalar("toString", [value], context)), column
    if column.family == "Bool" and value.type is not None and is_number(value.type):
        return Value(
            f"({value.sql} <> 0)", replace(plain("Bool"), nullable=value.is_nullable)
        ), column
    assert column.type is not None
    target = literal(str(replace(column.type, nullable=False, low_cardinality=False)))
    return stored(lower_scalar("accurateCastOrNull", [value, target], context)), column


def _nulls_paired(left: Value, right: Value) -> tuple[Value, Value] | None:
    """Two values of one type, if one of them is NULL; else None."""
    if left.type == NULL and right.type is not None:
        return converted(left, right.type), stored(right)
    if right.type == NULL and left.type is not None:
        return left, converted(right, left.type)
    return None


def _elements(value: Value, count: int) -> list[Value]:
    if value.family != "Tuple" or value.type is None or len(value.type.elements) != count:
        raise RmtError(
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            f"Number of columns in section IN doesn't match. {count} at right.",
        )
    return [stored(element_of(value, place)) for place in range(1, count + 1)]
