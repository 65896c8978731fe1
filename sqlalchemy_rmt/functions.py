"""The result types of ClickHouse's functions: `func.argMax(users.c.name, users.c.ver)`.

Importing `sqlalchemy_rmt` registers them, so `func.name` finds them in any case of letters and
writes them as below. `any` is left out: other dialects have another function of that name.

Source: docs/functions.md.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.sql.functions import GenericFunction, ReturnTypeFromArgs
from sqlalchemy.types import TypeEngine

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
_OF_FIRST_ARGUMENT = "argMax argMin anyLast sumIf minIf maxIf"


class groupArray(GenericFunction[list[Any]]):  # noqa: N801
    """All values that are not NULL."""

    inherit_cache = True
    name = "groupArray"

    def __init__(self, value: Any, **options: Any) -> None:
        super().__init__(value, **options)
        [argument] = self.clauses
        self.type = types.Array(argument.type)


def _define() -> None:
    for type_, names in _TYPES.items():
        for name in names.split():
            members = {"inherit_cache": True, "name": name, "type": type_(), "__module__": __name__}
            type(name, (GenericFunction,), members)
    for name in _OF_FIRST_ARGUMENT.split():
        members = {"inherit_cache": True, "name": name, "__module__": __name__}
        type(name, (_OfFirstArgument,), members)


class _OfFirstArgument(ReturnTypeFromArgs[Any]):
    """A function that gives a value of its first argument's type."""

    _register = False
    inherit_cache = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.type = next(iter(self.clauses)).type


_define()
