"""Calls over values of several types that no type holds, ClickHouse's Variant, and over states.

Whole numbers are calculated with as Int128; values of other types are texts, and only what is the
same for the text of a value takes them.
Source: https://clickhouse.com/docs/sql-reference/data-types/variant, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.common import common_or_variant, no_common_type
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.types.comparable import check_null_safe
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.types.keys import compared_key_of, from_key, key_of
from rmt_engine.sql.query.values import Value, arguments_of, truth
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = [
    "alone",
    "common_type",
    "compared_in_set",
    "counted",
    "from_compared",
    "over_variants",
    "refuse_variant_argument",
    "refuse_variant_in_set",
    "refuse_variant_join",
    "refuse_variant_key",
]

_WHOLE = nullable(plain("Int128"))
_TEXT = nullable(plain("String"))
_OF_TEXTS = frozenset(("toString", "concat", "CAST"))
_OF_SEVERAL_TYPES = ("Variant", "Dynamic")
_LOGICAL = frozenset(("and", "or", "xor", "not"))


def over_variants(
    name: str, values: Sequence[Value], call: Callable[[str, Sequence[Value]], Value]
) -> Value:
    """A function called for each type of the Variants among its arguments.

    Args:
        name: the function, as ClickHouse spells it.
        values: its arguments.
        call: lowers a call.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a Variant is not of whole numbers;
            `ILLEGAL_TYPE_OF_ARGUMENT`, there is no Nullable one; `CANNOT_CONVERT_TYPE`, a value is
            none of its types.
    """
    check = _CHECKS.get(name)
    if check is not None:
        check(values)
    answer = answer_type(name, arguments_of(values))
    found = call(name, [alone(value, name) for value in values])
    if answer is None:
        return found
    if found.is_condition:
        return replace(found, type=answer)
    return converted(found, answer)


def _refuse_nullable(values: Sequence[Value]) -> None:
    [shown, *_] = [str(value.type) for value in values if value.family == "Variant"]
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT", f"Nested type {shown} cannot be inside Nullable type."
    )


def _check_known_values(values: Sequence[Value]) -> None:
    """Looks whether the values that `transform` knows have a type of the Variant's."""
    variant, known = values[0].type, values[1].type if len(values) > 1 else None
    if variant is None or variant.family != "Variant" or known is None or known.family != "Array":
        return
    if known.element not in variant.elements:
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Cannot convert type {known.element} to {variant}. Conversion to Variant allowed only "
            "for types from this Variant.",
            "Convert the values to one of its types, with toInt64 say.",
        )


def _check_null_safe(name: str, values: Sequence[Value]) -> None:
    check_null_safe(name, values[0], values[1])


def _check_all_variants(values: Sequence[Value]) -> None:
    """Refuses a Variant beside a value of one type, with which it has no common type."""
    types = [value.type for value in values]
    if not all(value.family == "Variant" for value in values):
        raise no_common_type(types)


_CHECKS: Mapping[str, Callable[[Sequence[Value]], None]] = {
    "isDistinctFrom": partial(_check_null_safe, "isDistinctFrom"),
    "isNotDistinctFrom": partial(_check_null_safe, "isNotDistinctFrom"),
    **dict.fromkeys(("greatest", "least"), _check_all_variants),
    "nullIf": _refuse_nullable,
    "transform": _check_known_values,
}
"""What else is looked at before a function is called for the types of a Variant."""


def refuse_variant_join(left: Value, right: Value) -> None:
    """Refuses a Variant as what tables are joined by.

    Raises:
        RmtError: `ILLEGAL_COLUMN`, as in ClickHouse, for a value inside a JSON; `NO_COMMON_TYPE`,
            likewise, if the other is of a type of its own;
            `NOT_IMPLEMENTED`, both are Variants: of two equal numbers of different types
            ClickHouse says that they differ.
    """
    sides = [value.type for value in (left, right) if value.type is not None]
    if any(one.family == "Dynamic" for one in sides):
        raise RmtError(
            "ILLEGAL_COLUMN",
            "JOIN on keys with Dynamic type is not supported.",
            "Convert the values to one type, with CAST or `.:Int64`.",
        )
    variants = [one for one in sides if one.family == "Variant"]
    if len(variants) == 2:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"JOIN on values of several types, {variants[0]}, is not supported.",
            "Convert both sides to one type with CAST.",
        )
    if variants and len(sides) == 2:
        raise RmtError(
            "NO_COMMON_TYPE",
            f"There is no supertype for types {sides[0]}, {sides[1]}: JOIN cannot infer common "
            "type in ON section for keys.",
            "Convert both sides to one type with CAST.",
        )


def compared_in_set(value: Value, own: DataType | None) -> str:
    """What rows of UNION DISTINCT, INTERSECT and EXCEPT compare of a column.

    Of a Variant that is the value and its type: two equal numbers of different types are two
    values in ClickHouse.

    Args:
        value: the column, as the type of all members.
        own: its type in the member.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the member's own values are of several types.
    """
    refuse_variant_in_set(own, "UNION DISTINCT, INTERSECT or EXCEPT")
    if value.family != "Variant" or own is None:
        return compared_key_of(value)
    shown = quote_string(str(replace(own, nullable=False, low_cardinality=False)))
    tagged = f"named_struct('v', {value.sql}, 't', {shown})"
    return f"CASE WHEN {value.sql} IS NOT NULL THEN {tagged} END"


def from_compared(sql: str, data_type: DataType | None) -> str:
    """Spark's text of the value that `compared_in_set` compares."""
    if data_type is not None and data_type.family == "Variant":
        return f"{sql}.`v`"
    return from_key(sql, data_type)


def refuse_variant_in_set(data_type: DataType | None, where: str) -> None:
    """Refuses values of several types where equal values become one.

    Raises:
        RmtError: `NOT_IMPLEMENTED`: two equal numbers of different types are two values in
            ClickHouse.
    """
    if data_type is not None and _has_variant(data_type):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{where} of values of several types, {data_type}, is not supported.",
            "Convert the values to one type with CAST.",
        )


def _has_variant(data_type: DataType) -> bool:
    return data_type.family == "Variant" or any(map(_has_variant, data_type.elements))


def refuse_variant_key(value: Value, clause: str) -> None:
    """Refuses to group or order by values of several types, and to order by a JSON.

    Raises:
        RmtError: `ILLEGAL_COLUMN`; `NOT_IMPLEMENTED`, of a JSON.
    """
    if value.family == "JSON" and clause == "ORDER BY":
        raise _no_order_of_jsons(clause)
    if value.family == "AggregateFunction" and clause == "ORDER BY":
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Data type {value.type} is not allowed in ORDER BY keys, because its values are not "
            "comparable.",
            "Order by finalizeAggregation of it.",
        )
    if value.family in _OF_SEVERAL_TYPES:
        raise RmtError(
            "ILLEGAL_COLUMN",
            f"Data types Variant/Dynamic are not allowed in {clause} keys, because it can lead to "
            f"unexpected results: this one is a {value.type}.",
            "Convert the values to one type, with toInt64 or toString say.",
        )


def refuse_variant_argument(function: str, values: Sequence[Value]) -> None:
    """Refuses values of several types as what an aggregate function calculates with.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`; `NOT_IMPLEMENTED`, it tells equal values apart.
    """
    if function.startswith(_OF_SETS):
        for value in values:
            refuse_variant_in_set(value.type, function)
    if function.startswith(("min", "max")) and values and values[0].family == "JSON":
        raise _no_order_of_jsons(function)
    is_merge = "Merge" in function
    found = next((value for value in values if value.family in _UNCALCULATED), None)
    if found is not None and not is_merge and not function.startswith(_OF_ANYTHING):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type {found.type} of argument of aggregate function {function}.",
            "Convert the values to one type, with toInt64 or toString say.",
        )


def _no_order_of_jsons(where: str) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"{where} of values of the type JSON is not supported.",
        "Name a value inside: json.path::Int64.",
    )


def counted(function: str, value: Value) -> Value:
    """A value as `count`, `uniq` and its like count it: a NULL inside a JSON is a value there."""
    if value.family != "Dynamic" or not function.startswith(("count", "uniq")):
        return value
    return Value(f"coalesce({key_of(value)}, '')", plain("String"))


_UNCALCULATED = (*_OF_SEVERAL_TYPES, "AggregateFunction")
_OF_SETS = ("uniq", "groupUniqArray")
_OF_ANYTHING = (
    "any", "first_value", "last_value", "count", "groupArray", "groupBitmap", "lag", "lead",
    "nth_value", *_OF_SETS,
)  # fmt: skip


def alone(value: Value, name: str) -> Value:
    """A value of one type: of whole numbers one that holds them all, of others the text.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the function would see that it is a text;
            `ILLEGAL_TYPE_OF_ARGUMENT`, it is a value inside a JSON.
    """
    if value.family == "Dynamic":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type Dynamic of argument of function {name}.",
            "Convert it to one type, with CAST or `.:Int64`.",
        )
    if value.type is None or value.family != "Variant":
        return value
    if value.type.spark != "STRING" and name in _LOGICAL:
        return truth(f"({value.sql} <> 0)", nullable=True)
    if value.type.spark != "STRING":
        return converted(value, _WHOLE)
    if name not in _OF_TEXTS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} of a {value.type} is not supported.",
            "Convert the values to one type, with toString say.",
        )
    return replace(value, type=_TEXT)


def common_type(types: Sequence[DataType | None]) -> DataType | None:
    """The type that holds values of several; None if one is not known."""
    known = [one for one in types if one is not None]
    if len(known) < len(types):
        return None
    return common_or_variant(known)
