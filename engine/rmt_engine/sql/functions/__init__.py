"""ClickHouse functions this engine adds to Spark: what they are called and what they return.

How each is built from Spark's expressions stands in `rmt_engine.spark.functions`. The page
`docs/functions.md` and the table `system.functions` are made from these tables.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions.
"""

from __future__ import annotations

from rmt_engine.sql.functions.absent import (
    ABSENT,
    ABSENT_TABLE_FUNCTIONS,
    refusal_of,
    refusal_of_table_function,
)
from rmt_engine.sql.functions.aggregates import (
    AGGREGATES,
    AGGREGATES_OF_NOTHING,
    COMBINATIONS,
    COMBINATORS,
    COMBINED,
    DEFAULTING,
    OF_LISTS,
    OF_NOTHING,
    STATES,
)
from rmt_engine.sql.functions.declaration import Function
from rmt_engine.sql.functions.scalars import SCALARS
from rmt_engine.sql.functions.tables import COMPILED_TABLE_FUNCTIONS, TABLE_FUNCTIONS

__all__ = [
    "ABSENT",
    "ABSENT_TABLE_FUNCTIONS",
    "AGGREGATES",
    "AGGREGATES_OF_NOTHING",
    "CLICKHOUSE_ONLY",
    "COMBINATIONS",
    "COMBINATORS",
    "COMPILED_TABLE_FUNCTIONS",
    "DEFAULTING",
    "FUNCTIONS",
    "OF_LISTS",
    "OF_NOTHING",
    "SAME_IN_SPARK",
    "SCALARS",
    "SPARK_HOMONYMS",
    "STATES",
    "TABLE_FUNCTIONS",
    "Function",
    "function_of_spark",
    "refusal_of",
    "refusal_of_table_function",
]

_OF_ROWS = tuple(function for family in SCALARS.values() for function in family)

FUNCTIONS: dict[str, Function] = {f.name: f for f in (*_OF_ROWS, *AGGREGATES, *COMBINED)}
"""All functions, by ClickHouse's spelling."""

SAME_IN_SPARK: tuple[str, ...] = tuple(
    """abs acos acosh any_value array asin asinh atan atan2 atanh avg cbrt coalesce concat corr cos
    cosh count covar_pop covar_samp crc32 day dayofmonth dayofyear degrees e endsWith exp factorial
    greatest hour hypot ifNull ilike isNotNull isNull last_day least like ltrim map max median
    min minute mod month nullIf pi pow power printf quarter radians rtrim second sin sinh soundex
    sqrt startsWith std stddev_pop stddev_samp sum tan tanh trim var_pop var_samp width_bucket
    year""".split()
)
"""Functions that Spark has under ClickHouse's name, and that give ClickHouse's answers."""

SPARK_HOMONYMS: dict[str, str] = {
    **{f.name.lower(): f.spark_name for f in FUNCTIONS.values() if f.spark_name},
    "rand": "rand32",
}
"""Functions Spark has under the same name with another meaning, and what replaces them in a
statement that is ClickHouse's (`rmt_engine.sql.rewrite` says when one is)."""

CLICKHOUSE_ONLY: frozenset[str] = frozenset(
    name
    for name, function in FUNCTIONS.items()
    if not function.spark_name and name != name.lower() and name != "multiIf"
) | frozenset(
    "generateSeries generate_series has match now64 numbers quantile quantiles rand32 rand64 uniq "
    "zeros".split()
)
"""Names that, in this spelling, make a statement one of ClickHouse's."""

_BY_SPARK_NAME = {f.known_as: f for f in reversed(FUNCTIONS.values())}


def function_of_spark(name: str) -> Function | None:
    """The function that Spark knows under a name, if it is one of ours."""
    return _BY_SPARK_NAME.get(name)
