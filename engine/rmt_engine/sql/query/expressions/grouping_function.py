"""`grouping(a, b)`: which keys a row of GROUPING SETS, ROLLUP or CUBE is not grouped by.

The last argument has the lowest bit. Of GROUP BY without sets, and of the row of WITH TOTALS, all
bits are 0.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/grouping_function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import plain
from rmt_engine.sql.query.tree import Call
from rmt_engine.sql.query.values import Value

__all__ = [
    "GROUPING_ID",
    "GroupingBits",
    "grouping_outside_groups",
    "grouping_value",
    "is_grouping",
]

GROUPING_ID = "grouping_id()"
"""Spark's number with a bit for each key, 1 where a row is not grouped by it."""
_NUMBER = plain("UInt64")


@dataclass(frozen=True)
class GroupingBits:
    """Where Spark tells which keys a row is grouped by.

    Attributes:
        column: of `grouping_id()`; empty where every row is grouped by all keys.
        keys: the texts of the keys, from the highest bit to the lowest.
    """

    column: str = ""
    keys: tuple[str, ...] = ()

    @property
    def of_no_key(self) -> str:
        """The number of a row that is grouped by no key."""
        return f"{2 ** len(self.keys) - 1}L"

    def of(self, key: str) -> str:
        """Spark's text of a key's bit, 0 or 1."""
        if not self.column:
            return "0L"
        place = len(self.keys) - 1 - self.keys.index(key)
        return f"(shiftright({self.column}, {place}) & 1L)"


def is_grouping(node: Call) -> bool:
    """Whether it is a call of the function."""
    return node.name.lower() == "grouping"


def grouping_value(bits: GroupingBits, keys: Sequence[str]) -> Value:
    """The number that a call gives.

    Args:
        bits: tells which keys a row is grouped by.
        keys: the texts of the keys that the call names.

    Raises:
        RmtError: `TOO_FEW_ARGUMENTS_FOR_FUNCTION`, it names none.
    """
    if not keys:
        raise RmtError(
            "TOO_FEW_ARGUMENTS_FOR_FUNCTION", "Function GROUPING expects at least one argument."
        )
    pieces = [f"shiftleft({bits.of(key)}, {place})" for place, key in enumerate(reversed(keys))]
    return Value(f"CAST({' + '.join(pieces)} AS {_NUMBER.spark})", _NUMBER)


def grouping_outside_groups(text: str) -> RmtError:
    """The error for a call where rows are not grouped yet, or never."""
    return RmtError(
        "ILLEGAL_AGGREGATION",
        f"GROUPING function {text} is found in WHERE, in another aggregate function or in a SELECT "
        "without GROUP BY.",
        "HAVING has conditions on it.",
    )
