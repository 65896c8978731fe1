"""Queries in the place of a value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable, tuple_of
from rmt_engine.sql.query.catalog import LoweredQuery
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import DataType

__all__ = ["value_of_query"]

_TWO_ROWS = RmtError(
    "INCORRECT_RESULT_OF_SCALAR_SUBQUERY", "Scalar subquery returned more than one row."
)
_SEVERAL_ROWS = failing(_TWO_ROWS)


def value_of_query(query: LoweredQuery, alias: str) -> Value:
    """The value of the one row of a query, of several columns a tuple.

    Args:
        query: the query.
        alias: what Spark knows it under.
    """
    names = [f"{quote_name(alias)}.{quote_name(c.spark_name)}" for c in query.columns]
    values = [
        stored(Value(name, column.type, is_condition=column.is_condition))
        for name, column in zip(names, query.columns, strict=True)
    ]
    chosen = values[0].sql
    data_type = values[0].type
    if len(values) > 1:
        fields = _names_of_elements([column.name for column in query.columns])
        pieces = ", ".join(
            f"{quote_string(field)}, {value.sql}"
            for field, value in zip(fields, values, strict=True)
        )
        chosen = f"named_struct({pieces})"
        known = [value.type for value in values if value.type is not None]
        data_type = tuple_of(known, fields) if len(known) == len(values) else None
    if data_type is not None and not _stays(data_type, query):
        data_type = nullable(data_type)
    cases = "" if query.is_single else f"WHEN count(1) > 1 THEN {_SEVERAL_ROWS} "
    is_nullable = len(values) > 1 or (data_type is not None and data_type.nullable)
    if data_type is not None and not (is_nullable or query.is_total):
        cases += f"WHEN count(1) = 0 THEN {_no_row(data_type)} "
    if cases:
        chosen = f"CASE {cases}ELSE first({chosen}) END"
    text = f"(SELECT {chosen} FROM ({query.sql}) AS {quote_name(alias)})"
    if query.is_total and data_type is not None and not data_type.nullable:
        text = f"coalesce({text}, {data_type.default})"
    return Value(text, data_type, folded=True)


def _stays(data_type: DataType, query: LoweredQuery) -> bool:
    """Whether the type of a row's value is that of the query.

    That of several columns is, if there is a row. Only who reads the rows knows whether there is
    one, so it is taken for granted.
    """
    return data_type.low_cardinality or len(query.columns) > 1


def _no_row(data_type: DataType) -> str:
    error = RmtError(
        "INCORRECT_RESULT_OF_SCALAR_SUBQUERY",
        f"Scalar subquery returned empty result of type {data_type} which cannot be Nullable.",
    )
    return failing(error)


def _names_of_elements(names: Sequence[str]) -> list[str]:
    """Names of a tuple's elements, each only once; numbers, if two differ in their case only."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        found.append(next(one for one in chain([name], numbered) if one not in found))
    if len({name.lower() for name in found}) == len(found):
        return found
    return [str(place) for place in range(1, len(names) + 1)]
