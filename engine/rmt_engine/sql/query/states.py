"""States of aggregate functions in expressions: what one state stands for.

Source: https://clickhouse.com/docs/sql-reference/functions/other-functions#finalizeaggregation.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.query.conversion import converted
from rmt_engine.sql.query.values import Value, argument_of
from rmt_engine.sql.values.state_types import base_function

__all__ = ["finalized"]


def finalized(values: Sequence[Value]) -> Value:
    """`finalizeAggregation(state)`: the result of the values that a state has seen.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it is no state.
    """
    [value] = values
    if value.type is None or value.family != "AggregateFunction":
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Illegal type: {value.type} of argument of function finalizeAggregation. It must be "
            "AggregateFunction.",
        )
    answer = answer_type("finalizeAggregation", [argument_of(value)])
    state, kept = value.sql, value.type.state
    function = base_function(str(value.type.arguments[0]))
    if function.startswith("uniq"):
        found = Value(f"CAST(size({state}) AS BIGINT)", None)
    elif function == "avg":
        found = Value(f"(CAST({state}.`1` AS DOUBLE) / nullif({state}.`2`, 0))", None)
    elif function.startswith("arg"):
        found = Value(f"{state}.`1`", kept.elements[0])
    else:
        found = Value(state, kept)
    if answer is None:
        return found
    text = f"CAST({found.sql} AS {answer.spark})"
    if found.type is not None:
        text = converted(found, answer).sql
    if not answer.nullable:
        default = "CAST('NaN' AS DOUBLE)" if function == "avg" else answer.default
        text = f"coalesce({text}, {default})"
    return Value(text, answer)
