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
    COMPILED_AGGREGATES,
    DEFAULTING,
    OF_LISTS,
    OF_NOTHING,
    SIMPLE_STATES,
)
from rmt_engine.sql.functions.composed import COMPOSED
from rmt_engine.sql.functions.declaration import Function
from rmt_engine.sql.functions.defined import DEFINED, Defined
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
    "COMPILED_AGGREGATES",
    "COMPILED_TABLE_FUNCTIONS",
    "COMPOSED",
    "DEFAULTING",
    "DEFINED",
    "FUNCTIONS",
    "OF_LISTS",
    "OF_NOTHING",
    "OF_NUMBERS",
    "SAME_IN_SPARK",
    "SCALARS",
    "SIMPLE_STATES",
    "SPARK_HOMONYMS",
    "TABLE_FUNCTIONS",
    "Defined",
    "Function",
    "function_of_spark",
    "refusal_of",
    "refusal_of_table_function",
]

_OF_ROWS = tuple(function for family in SCALARS.values() for function in family)

FUNCTIONS: dict[str, Function] = {f.name: f for f in (*_OF_ROWS, *AGGREGATES, *COMBINED)}
"""All functions, by ClickHouse's spelling."""

_MATHS = """abs acos acosh asin asinh atan atan2 atanh cbrt cos cosh degrees exp factorial hypot mod
    pow power radians sin sinh sqrt tan tanh""".split()
SAME_IN_SPARK: tuple[str, ...] = (
    *_MATHS,
    *"""any_value array avg coalesce concat corr count covar_pop covar_samp crc32 day dayofmonth
    dayofyear e endsWith greatest hour ifNull ilike isNotNull isNull last_day least like ltrim map
    max median min minute month nullIf pi printf quarter rtrim second startsWith std
    stddev_pop stddev_samp sum trim var_pop var_samp width_bucket year""".split(),
)
"""Functions that Spark has under ClickHouse's name, and that give ClickHouse's answers."""

OF_NUMBERS = frozenset(
    (*_MATHS, *(f.name for f in SCALARS["Numbers and bits"]), "bin", "char", "hex", "isZeroOrNull")
)
"""Functions of numbers, for which a Bool is one."""

SPARK_HOMONYMS: dict[str, str] = {
    **{f.name.lower(): f.spark_name for f in FUNCTIONS.values() if f.spark_name},
    "rand": "rand32",
}
"""Functions Spark has under the same name with another meaning, and what replaces them in a query
that is ClickHouse's."""

CLICKHOUSE_ONLY: frozenset[str] = frozenset(
    function.name
    for function in (
        *FUNCTIONS.values(),
        *COMPILED_AGGREGATES,
        *(one.function for one in DEFINED.values()),
        *COMPOSED.values(),
    )
    # Spark's `date`, which is written in any case, is another one.
    if not function.spark_name and function.name not in (function.name.lower(), "DATE")
) | frozenset(
    """bar basename clamp has histogram hop match now64 quantile quantiles rand32 rand64 reinterpret
    replicate sqr today tumble uniq untuple yesterday""".split()
)
"""Functions that Spark has none like, as ClickHouse spells them: a query that calls one of them is
ClickHouse's."""

_BY_SPARK_NAME = {f.known_as: f for f in reversed(FUNCTIONS.values())}


def function_of_spark(name: str) -> Function | None:
    """The function that Spark knows under a name, if it is one of ours."""
    return _BY_SPARK_NAME.get(name)
