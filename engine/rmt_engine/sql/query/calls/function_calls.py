"""Calls of functions by the names that Spark knows them by."""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.sql.functions import FUNCTIONS, SAME_IN_SPARK, SPARK_HOMONYMS, refusal_of
from rmt_engine.sql.functions.answers import answer_type
from rmt_engine.sql.functions.answers.kinds import is_interval
from rmt_engine.sql.query.types.numbers_taken import with_numbers
from rmt_engine.sql.query.values import Value, argument_of, literal, stored, truth

__all__ = ["called", "interval_of_spark"]

_SPARKS = {name.lower(): name for name in SAME_IN_SPARK}
_BOOLEAN_IN_SPARK = frozenset(("startsWith", "endsWith"))
_BOOLEANS = _BOOLEAN_IN_SPARK | frozenset(
    name for name, function in FUNCTIONS.items() if function.returns == "Bool"
)
_OF_INTERVALS = frozenset(("toStartOfInterval",))
"""Functions that are given Spark's intervals; to all others an interval is its number."""
_CLOCKS = frozenset(("now", "now64", "today", "yesterday"))
"""Functions whose answer is the same for all rows of a query, and not for all queries."""
_OF_SESSION = frozenset(("currentDatabase",))
"""Functions without arguments that are constants of the session."""


def called(name: str, values: Sequence[Value], written: str = "") -> Value:
    """A call of a function by its name in Spark; by the name as written, if only that is known."""
    homonym = SPARK_HOMONYMS.get(name.lower(), "")
    function = FUNCTIONS.get(name) or FUNCTIONS.get(homonym) or FUNCTIONS.get(written)
    is_of_interval = name in _OF_INTERVALS
    given = with_numbers(name, values)
    arguments = ", ".join(
        interval_of_spark(value) if is_of_interval else _argument(value) for value in given
    )
    spark_name = function.known_as if function is not None else name
    if function is None and name.lower() not in _SPARKS:
        if written.lower() not in _SPARKS:
            raise refusal_of(name, FUNCTIONS)
        spark_name = written
    text = f"{spark_name}({arguments})"
    answer = answer_type(name, [argument_of(value) for value in values])
    if answer is None:
        answer = answer_type(name, [argument_of(value) for value in given])
    if answer is None:
        return Value(text, None)
    if answer.family == "Nothing":
        return literal(None)
    if name in _BOOLEANS and answer.family == "UInt8":
        return truth(text, answer)
    if name in ("arrayFirst", "arrayLast") and answer.nullable:
        return called(f"{name}OrNull", values)
    if name in ("arrayFirst", "arrayLast") and answer.family == "Tuple":
        text = f"coalesce({text}, {answer.default})"
    is_random = function is not None and not function.deterministic and name not in _CLOCKS
    is_known = bool(values) or name in _OF_SESSION
    is_constant = is_known and not is_random and all(value.is_constant for value in values)
    return Value(f"CAST({text} AS {answer.spark})", answer, folded=is_constant)


def _argument(value: Value) -> str:
    return value.sql if value.is_lambda else stored(value).sql


def interval_of_spark(value: Value) -> str:
    """Spark's text of an interval of its own; of a value of another type, of the value."""
    if value.type is None or not is_interval(value.type):
        return _argument(value)
    unit = value.type.family.removeprefix("Interval")
    if isinstance(value.constant, int) and unit != "Nanosecond":
        count, unit = (3 * value.constant, "Month") if unit == "Quarter" else (value.constant, unit)
        return f"INTERVAL '{count}' {unit.upper()}"
    return f"toInterval{unit}(CAST({value.sql} AS INT))"
