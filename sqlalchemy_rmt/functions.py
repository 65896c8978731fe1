"""The result types of ClickHouse's functions: `func.argMax(users.c.name, users.c.ver)`.

Importing `sqlalchemy_rmt` registers them, so `func.name` finds them in any case of letters and
writes them as below. `any` is left out: other dialects have another function of that name.

Source: docs/functions.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import NULLTYPE, NullType, TypeEngine

from sqlalchemy_rmt import types

__all__: list[str] = []

_TYPES: dict[type[TypeEngine[Any]], str] = {
    types.UInt8: """toQuarter toMonth toDayOfMonth toDayOfWeek toHour toMinute toSecond toUInt8""",
    types.UInt16: "toYear toDayOfYear toUInt16",
    types.UInt32: "toYYYYMM toYYYYMMDD toUnixTimestamp toUInt32 rand32",
    types.UInt64: "uniqExact countIf toUInt64",
    types.Int8: "toInt8",
    types.Int16: "toInt16",
    types.Int32: "toInt32",
    types.Int64: "toInt64 intDiv",
    types.Float32: "toFloat32",
    types.Float64: "toFloat64 avgIf randUniform",
    types.Date: """toStartOfYear toStartOfQuarter toStartOfMonth toMonday toDate today yesterday""",
    types.Date32: "toDate32",
    types.DateTime: "toStartOfDay toStartOfHour toStartOfMinute toDateTime",
    types.DateTime64: "toDateTime64 now64",
    types.UUID: "generateUUIDv4",
    types.String: "toString",
}


def _array_among(given: Sequence[Any]) -> Any:
    kinds = (argument.type for argument in given)
    return next((kind for kind in kinds if isinstance(kind, types.Array)), NULLTYPE)


def _array_of(item: Any) -> Any:
    return NULLTYPE if isinstance(item, NullType) else types.Array(item)


_OF_FIRST_ARGUMENT = """argMax argMin anyLast sumIf minIf maxIf
    arrayDistinct arrayReverse arraySlice arrayConcat arrayResize
    arrayPushBack arrayPushFront arrayPopBack arrayPopFront"""
_OF_FIRST_ARRAY = "arrayFilter arraySort arrayReverseSort"
_OF_ARGUMENTS: dict[str, Callable[[Sequence[Any]], Any]] = {
    **dict.fromkeys(_OF_FIRST_ARGUMENT.split(), lambda given: given[0].type),
    **dict.fromkeys(_OF_FIRST_ARRAY.split(), _array_among),
    "groupArray": lambda given: types.Array(given[0].type),
    "arrayMap": lambda given: _array_of(getattr(given[0], "body", given[0]).type),
    "mapKeys": lambda given: _array_of(getattr(given[0].type, "key", NULLTYPE)),
    "mapValues": lambda given: _array_of(getattr(given[0].type, "value", NULLTYPE)),
}
"""The result type by a function's arguments, before which a lambda may stand."""


class _OfArguments(GenericFunction[Any]):
    """A function whose type follows from its arguments."""

    _register = False
    inherit_cache = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if "type_" not in options:
            self.type = _OF_ARGUMENTS[self.name](list(self.clauses))


def _define() -> None:
    for type_, names in _TYPES.items():
        for name in names.split():
            members = {"inherit_cache": True, "name": name, "type": type_(), "__module__": __name__}
            type(name, (GenericFunction,), members)
    for name in _OF_ARGUMENTS:
        members = {"inherit_cache": True, "name": name, "__module__": __name__}
        type(name, (_OfArguments,), members)


_define()
