"""Types of comparisons, conditions and choices between values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.call import Answer, Call, Codes
from rmt_engine.sql.functions.answers.common import beside_signs, common_or_variant
from rmt_engine.sql.functions.answers.kinds import NULL, nullable, plain
from rmt_engine.sql.values.types import DataType

__all__ = ["CONDITIONS"]

_COMPARISONS = "equals notEquals less lessOrEquals greater greaterOrEquals".split()
_MEMBERSHIPS = [
    *("in", "notIn", "nullIn", "notNullIn"),
    *("globalIn", "globalNotIn", "globalNullIn", "globalNotNullIn"),
]


def _logical(call: Call) -> DataType:
    """`and`, `or`, `xor`, `not`: a Bool if one of them is, but not with NULL."""
    is_bool = any(t.family == "Bool" and not t.nullable for t in call.types)
    found = plain("Bool" if is_bool else "UInt8")
    return nullable(found) if any(t.nullable for t in call.types) else found


def _comparison(call: Call) -> DataType:
    """A UInt8; of tuples, Nullable if an element is."""
    found = plain("UInt8")
    return nullable(found) if any(map(_has_null, call.types)) else found


def _has_null(data_type: DataType) -> bool:
    return data_type.family == "Tuple" and any(
        element.nullable or _has_null(element) for element in data_type.elements
    )


def _always_small(_: Call) -> DataType:
    return plain("UInt8")


def _membership(call: Call) -> DataType:
    """`x IN (…)`: compared with another column it is NULL where that is."""
    found = plain("UInt8")
    other = call.arguments[1] if len(call.arguments) > 1 else None
    if other is None or other.type is None or other.is_constant:
        return found
    return nullable(found) if other.type.nullable else found


def _of(values: Sequence[DataType]) -> DataType:
    return common_or_variant(values)


def _chosen(call: Call, *places: int) -> DataType:
    """The type of a choice between arguments."""
    types, constants = call.types, call.constants
    return _of(beside_signs([types[n] for n in places], [constants[n] for n in places]))


def _if(call: Call) -> DataType | None:
    return _chosen(call, 1, 2) if len(call.types) == 3 else None


def _multi_if(call: Call) -> DataType:
    return _chosen(call, *range(1, len(call.types) - 1, 2), -1)


def _case(call: Call) -> DataType:
    return _chosen(call, *range(2, len(call.types) - 1, 2), -1)


def _if_null(call: Call) -> DataType | None:
    if len(call.types) != 2:
        return None
    value, other = call.types
    if value == NULL:
        return other
    return _of((replace(value, nullable=False), other)) if value.nullable else value


def _coalesce(call: Call) -> DataType:
    """The supertype up to the first that is never NULL."""
    values: list[DataType] = []
    for data_type in call.types:
        if data_type == NULL:
            continue
        values.append(data_type)
        if not data_type.nullable:
            break
    if not values:
        return NULL
    return _of([*(replace(t, nullable=False) for t in values[:-1]), values[-1]])


def _null_if(call: Call) -> DataType:
    return nullable(call.types[0])


def _transform(call: Call) -> DataType | None:
    """`transform(x, from, to, default)`; without a default, x may be the answer, too."""
    if len(call.types) == 4:
        return _of((call.types[2].element, call.types[3]))
    if len(call.types) == 3:
        if call.types[0].family in ("Enum8", "Enum16"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Function transform without a default takes an Array({call.types[0]}) of what is "
                "known and one of what it becomes.",
                "Convert the Enum to a String with toString first.",
            )
        return _of((call.types[2].element, call.types[0]))
    return None


CONDITIONS: dict[str, Answer] = {
    **{name: Answer(_comparison) for name in _COMPARISONS},
    **{name: Answer(_membership, decided_by=1) for name in _MEMBERSHIPS},
    **{name: Answer(_logical, nulls=False, codes=Codes.DROPPED) for name in ("and", "or")},
    "not": Answer(_logical),
    "xor": Answer(_logical, codes=Codes.DROPPED),
    "isNotDistinctFrom": Answer(_always_small, nulls=False, decided_by=0),
    "isDistinctFrom": Answer(_always_small, nulls=False, decided_by=0),
    "isNull": Answer(_always_small, nulls=False, codes=Codes.DROPPED, decided_by=0),
    "isNotNull": Answer(_always_small, nulls=False, codes=Codes.DROPPED, decided_by=0),
    "isNullable": Answer(_always_small, nulls=False, codes=Codes.DROPPED, decided_by=0),
    "isZeroOrNull": Answer(_always_small, nulls=False),
    "if": Answer(_if, nulls=False, codes=Codes.DROPPED),
    "multiIf": Answer(_multi_if, nulls=False, codes=Codes.DROPPED),
    "caseWithExpression": Answer(_case, nulls=False),
    "caseWithoutExpression": Answer(_multi_if, nulls=False, codes=Codes.DROPPED),
    "ifNull": Answer(_if_null, nulls=False),
    "coalesce": Answer(_coalesce, nulls=False),
    "nullIf": Answer(_null_if, nulls=False),
    "transform": Answer(_transform, nulls=False),
}
"""Comparisons, conditions and choices, by name."""
