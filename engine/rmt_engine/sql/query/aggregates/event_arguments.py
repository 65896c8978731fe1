"""The arguments of aggregate functions of events: when each was, and which conditions it met.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, tried
on 26.9.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import INTEGERS, SIGNED
from rmt_engine.sql.query.aggregates.plain_calls import Aggregate, number_of

__all__ = ["MOST_CONDITIONS", "conditions_of", "moment_of", "type_of_moments"]

MOST_CONDITIONS = 32
"""So many conditions a function takes."""


def moment_of(call: Aggregate) -> str:
    """When an event was, the first argument: a whole number.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    value = call.first
    if value.family == "Date":
        return f"CAST(unix_date({value.sql}) AS BIGINT)"
    if value.family == "DateTime":
        return f"unix_seconds({value.sql})"
    if value.family in INTEGERS and value.family not in SIGNED:
        return f"CAST({value.sql} AS DECIMAL(20,0))"
    raise RmtError(
        "ILLEGAL_TYPE_OF_ARGUMENT",
        f"Illegal type {value.type} of first argument of aggregate function {call.name}, must be "
        "Unsigned Number, Date, DateTime.",
    )


def type_of_moments(call: Aggregate) -> str:
    """Spark's type of such numbers."""
    return "DECIMAL(20,0)" if call.first.family in INTEGERS else "BIGINT"


def conditions_of(call: Aggregate) -> list[str]:
    """The other arguments, as BOOLEANs.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`.
    """
    for value in call.values[1:]:
        if value.type is not None and value.family not in ("UInt8", "Bool"):
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Illegal type {value.type} of argument of aggregate function {call.name}, must be "
                "UInt8.",
            )
    return [f"coalesce({number_of(value)} <> 0, false)" for value in call.values[1:]]
