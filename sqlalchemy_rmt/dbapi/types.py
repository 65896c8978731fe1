"""PEP 249's type objects and constructors, and the names of Spark's types.

Source: https://peps.python.org/pep-0249/#type-objects-and-constructors; the type ids are those of
HiveServer2's `TCLIService.thrift`.
"""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from datetime import date, datetime, time

from TCLIService.ttypes import TTypeId

__all__ = [
    "BINARY",
    "DATETIME",
    "NUMBER",
    "ROWID",
    "STRING",
    "Binary",
    "Date",
    "DateFromTicks",
    "Time",
    "TimeFromTicks",
    "Timestamp",
    "TimestampFromTicks",
    "TypeGroup",
    "type_name",
]

Date = date
Time = time
Timestamp = datetime
Binary = bytes


def DateFromTicks(ticks: float) -> date:  # noqa: N802
    """The local date of a time in seconds since 1970-01-01 UTC."""
    return Date(*clock.localtime(ticks)[:3])


def TimeFromTicks(ticks: float) -> time:  # noqa: N802
    """The local time of day of a time in seconds since 1970-01-01 UTC."""
    return Time(*clock.localtime(ticks)[3:6])


def TimestampFromTicks(ticks: float) -> datetime:  # noqa: N802
    """The local date and time of a time in seconds since 1970-01-01 UTC."""
    return Timestamp(*clock.localtime(ticks)[:6])


@dataclass(frozen=True)
class TypeGroup:
    """One of PEP 249's type objects: equal to the type code of each of its types.

    Attributes:
        names: the type codes.
    """

    names: frozenset[str]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return other in self.names
        return isinstance(other, TypeGroup) and other.names == self.names

    def __hash__(self) -> int:
        return hash(self.names)


STRING = TypeGroup(frozenset({"STRING", "VARCHAR", "CHAR", "ARRAY", "MAP", "STRUCT", "VOID"}))
BINARY = TypeGroup(frozenset({"BINARY"}))
NUMBER = TypeGroup(
    frozenset(
        {"BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL"},
    )
)
DATETIME = TypeGroup(
    frozenset({"DATE", "TIMESTAMP", "INTERVAL DAY TO SECOND", "INTERVAL YEAR TO MONTH"})
)
ROWID = TypeGroup(frozenset())

_RENAMED = {
    TTypeId.NULL_TYPE: "VOID",
    TTypeId.INTERVAL_DAY_TIME_TYPE: "INTERVAL DAY TO SECOND",
    TTypeId.INTERVAL_YEAR_MONTH_TYPE: "INTERVAL YEAR TO MONTH",
}


def type_name(type_id: int) -> str:
    """The type code of a Thrift type: Spark's name of the type, e.g. `BIGINT`."""
    named: str = TTypeId._VALUES_TO_NAMES[type_id]
    return _RENAMED.get(type_id, named.removesuffix("_TYPE"))
