"""States of aggregate functions in Spark's queries, where there are none.

A query that calls `sumState` or `sumMerge` is ClickHouse's, and compiled to functions of Spark's;
see `rmt_engine.sql.query.aggregates.states`.
"""

from __future__ import annotations

from pyspark.sql import Column

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import MANY, Arguments, Builder, typed
from rmt_engine.sql.functions import SCALARS

__all__ = ["STATE_FUNCTIONS"]


def _refused(name: str, fewest: int, most: int) -> Builder:
    def build(_arguments: Arguments) -> Column:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{name} is not supported in a query that is Spark's: a state is an ordinary value "
            "there, and does not know of which function it is.",
            "SET dialect = 'clickhouse'.",
        )

    return typed(fewest, most, build)


STATE_FUNCTIONS: dict[str, Builder] = {
    "finalizeAggregation": _refused("finalizeAggregation", 1, 1),
    "initializeAggregation": _refused("initializeAggregation", 2, MANY),
    **{one.name: _refused(one.name, one.signature.count(",") + 1, 3) for one in SCALARS["Bitmaps"]},
}
"""What ClickHouse's queries are compiled to something else for."""
