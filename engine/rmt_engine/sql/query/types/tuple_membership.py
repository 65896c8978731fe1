"""IN of tuples: whether one is among others.

Source: https://clickhouse.com/docs/sql-reference/operators/in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import (
    INTEGERS,
    NULL,
    STRINGS,
)
from rmt_engine.sql.query.types.comparisons import paired
from rmt_engine.sql.query.types.keys import key_of
from rmt_engine.sql.query.types.members import as_text
from rmt_engine.sql.query.types.subscripts import element_of, tuple_of_values
from rmt_engine.sql.query.values import Value, argument_of, stored, whole_text

__all__ = ["NULLABLE_TUPLE_IN", "TUPLE_IN", "among_tuples", "row_of"]

TUPLE_IN = "rmt_tuple_in"
"""The function that takes a tuple and those it may be."""
NULLABLE_TUPLE_IN = "rmt_nullable_tuple_in"
"""The same where NULLs are found like other elements."""
_WITH_ELEMENTS = ("Array", "Map", "Nested", "Variant")


class _NeverFound(Exception):  # noqa: N818
    """An element is no value of the type that is looked for."""


class _NotAlike(Exception):  # noqa: N818
    """An element cannot be written as a constant of the type that is looked for."""


def among_tuples(value: Value, members: Sequence[Value], null_is_value: bool, zone: str) -> str:
    """Whether a tuple is one of others, as a BOOLEAN of Spark's that is never NULL.

    Args:
        value: the tuple.
        members: what it may be.
        null_is_value: whether NULLs are found like other elements; else a tuple with a NULL is
            like none.
        zone: the session's time zone.
    """
    try:
        return _among_constants(value, members, null_is_value, zone)
    except _NotAlike:
        function = NULLABLE_TUPLE_IN if null_is_value else TUPLE_IN
        tuples = [key_of(value), *(key_of(_like(value, stored(one), zone)) for one in members)]
        return f"{function}({', '.join(tuples)})"


def row_of(values: Iterable[Value]) -> str:
    """Values as one of Spark's structs, which are equal where NULLs stand in the same places."""
    return _row(value.sql for value in values)


def _row(texts: Iterable[str]) -> str:
    fields = (f"'_{place}', {text}" for place, text in enumerate(texts))
    return f"named_struct({', '.join(fields)})"


def _among_constants(value: Value, members: Sequence[Value], null_is_value: bool, zone: str) -> str:
    """The same of constants, which Spark looks up in a set however many they are.

    That each element is one of its column leaves out files and row groups.
    """
    lefts = _elements_of(value)
    rows: dict[tuple[str, ...], None] = {}
    for member in members:
        with suppress(_NeverFound):
            rows[_as_lefts(lefts, member, null_is_value, zone)] = None
    if not rows:
        return "false"
    found = f"({row_of(lefts)} IN ({', '.join(map(_row, rows))}))"
    if null_is_value:
        return found
    columns = zip(lefts, zip(*rows, strict=True), strict=True)
    known = (f"{left.sql} IN ({', '.join(dict.fromkeys(texts))})" for left, texts in columns)
    return f"({' AND '.join(known)} AND {found})"


def _elements_of(value: Value) -> list[Value]:
    if value.type is None:
        raise _NotAlike
    places = range(1, len(value.type.elements) + 1)
    return [stored(element_of(value, place)) for place in places]


def _as_lefts(
    lefts: Sequence[Value], member: Value, null_is_value: bool, zone: str
) -> tuple[str, ...]:
    """The elements of a tuple as ones of the types of others.

    Raises:
        RmtError: `INCORRECT_ELEMENT_OF_SET`, they are more or fewer.
    """
    if not member.elements:
        raise _NotAlike
    if len(member.elements) != len(lefts):
        raise RmtError(
            "INCORRECT_ELEMENT_OF_SET",
            f"Incorrect size of tuple in set: {len(member.elements)} instead of {len(lefts)}.",
        )
    pairs = zip(lefts, member.elements, strict=True)
    return tuple(_as_left(left, right, null_is_value, zone) for left, right in pairs)


def _as_left(left: Value, right: Value, null_is_value: bool, zone: str) -> str:
    """A constant as one of the type that is looked for.

    Raises:
        _NeverFound: the type has no such value.
        _NotAlike: values of the two types are compared as ones of a third.
    """
    if left.type is None or left.family in _WITH_ELEMENTS:
        raise _NotAlike
    if left.family == "Tuple":
        return _row(_as_lefts(_elements_of(left), right, null_is_value, zone))
    if not right.is_constant:
        raise _NotAlike
    if right.type == NULL:
        if null_is_value and left.is_nullable:
            return f"CAST(NULL AS {left.type.spark})"
        raise _NeverFound
    if left.family in INTEGERS and type(right.constant) is int:
        low, high = left.type.whole_bounds
        if not low <= right.constant <= high:
            raise _NeverFound
        return whole_text(right.constant, left.type)
    member = as_text(right) if left.family in STRINGS else right
    same, other = paired(left, stored(member), zone)
    if same.sql != left.sql or other.type is None or other.type.spark != left.type.spark:
        raise _NotAlike
    return other.sql


def _like(value: Value, member: Value, zone: str) -> Value:
    """A tuple whose constants are values of the types that the elements of another one have."""
    if value.type is None or len(member.elements) != len(value.type.elements):
        return member
    made = []
    for place, given in enumerate(member.elements, 1):
        left = element_of(value, place)
        right = as_text(given) if left.family in STRINGS else given
        if not isinstance(right.constant, str | float) or left.type is None:
            made.append(right)
        elif left.family == "Tuple":
            made.append(_like(left, right, zone))
        else:
            made.append(paired(left, right, zone)[1])
    answer = answer_type("tuple", [argument_of(one) for one in made])
    return tuple_of_values(made, answer)
