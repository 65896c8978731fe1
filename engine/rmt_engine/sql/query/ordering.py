"""The order of values: what ORDER BY says for ClickHouse's order, and what stands for a value.

NULLs are last unless NULLS FIRST is said, in both directions, and NaN stands beside them.
Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by, tried on 26.9.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.quoting import quote_string

__all__ = ["order_by_text", "ordering_key"]

_HALVES = 19
"""The letters of a UUID's first half; the second half orders first."""


def ordering_key(value: Value) -> str:
    """What is ordered as the value is in ClickHouse; the value itself for most types."""
    text = stored(value).sql
    if value.type is None:
        return text
    if value.type.members:
        numbers = " ".join(
            f"WHEN {quote_string(name)} THEN {number}" for name, number in value.type.members
        )
        return f"CASE {text} {numbers} END"
    if value.family == "IPv4":
        return f"CAST(IPv4StringToNum({text}) AS DECIMAL(20,0))"
    if value.family == "UUID":
        return f"concat(substr({text}, {_HALVES + 1}), substr({text}, 1, {_HALVES}))"
    return text


def order_by_text(
    value: Value, descending: bool = False, nulls_first: bool | None = None, collation: str = ""
) -> str:
    """A member of Spark's ORDER BY, or two: the first then places NaN.

    Args:
        value: what rows are ordered by.
        descending: whether the greatest is first.
        nulls_first: as written; None if nothing was.
        collation: the name behind COLLATE; empty without one.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, there is a collation.
    """
    if collation:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The collation '{collation}' of ORDER BY is not supported.",
            "Order by an expression: lowerUTF8(name) say.",
        )
    key = ordering_key(value)
    is_first = bool(nulls_first)
    direction = "DESC" if descending else "ASC"
    text = f"{key} {direction} NULLS {'FIRST' if is_first else 'LAST'}"
    # Spark's NaN is greater than all numbers: next to NULLs where both are at the same end.
    if value.family not in FLOATS or descending == is_first:
        return text
    place = f"CASE WHEN {key} IS NULL THEN 2 WHEN isnan({key}) THEN 1 ELSE 0 END"
    return (
        f"{place} {direction if is_first and descending else 'DESC' if is_first else 'ASC'}, {text}"
    )
