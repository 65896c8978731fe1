"""Functions that neither Spark nor this engine has: ClickHouse's error, with suggestions."""

from __future__ import annotations

import functools
from typing import Any

from pyspark.errors import AnalysisException

from rmt_engine.spark.active import ActiveSession
from rmt_engine.spark.frames import analyzed_plan
from rmt_engine.spark.functions import OPERATORS
from rmt_engine.spark.gateway import Gateway
from rmt_engine.spark.refusals import refusal
from rmt_engine.sql.function_calls import called_names
from rmt_engine.sql.functions import (
    AGGREGATES_OF_NOTHING,
    FUNCTIONS,
    TABLE_FUNCTIONS,
)

__all__ = ["UnknownFunctions"]

_NO_CALLS = frozenset(
    """all and any array as between bigint by case char cube date decimal else exists filter from
    group having if in interval into join like limit map not on or order over partition rollup
    select set sets struct table then union unnest using values varchar when where with""".split()
)


class UnknownFunctions:
    """Finds calls of functions there are not.

    Args:
        gateway: the bridge to the JVM.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def check(self, text: str, plan: Any, active: ActiveSession) -> None:
        """Analyzes a plan whose text may call such a function.

        All other statements pay for looking at their words only.

        Args:
            text: the statement.
            plan: what Spark's parser made of it.
            active: the session.

        Raises:
            RmtError: `UNKNOWN_FUNCTION`, or `NOT_IMPLEMENTED` for a function of ClickHouse's.
        """
        if self._known.issuperset(name.lower() for name in called_names(text)):
            return
        try:
            analyzed_plan(self._gateway, active.spark, plan)
        except AnalysisException as error:
            refused = refusal(error)
            if refused is not None:
                raise refused from None

    @functools.cached_property
    def _known(self) -> frozenset[str]:
        analysis = "org.apache.spark.sql.catalyst.analysis"
        names: set[str] = set(_NO_CALLS)
        for registry in ("FunctionRegistry", "TableFunctionRegistry"):
            builtin = self._gateway.scala_object(f"{analysis}.{registry}").builtin()
            names.update(str(builtin.listFunction().mkString(" ")).split())
        ours = [function.known_as for function in (*FUNCTIONS.values(), *TABLE_FUNCTIONS.values())]
        ours += [*AGGREGATES_OF_NOTHING.values(), *OPERATORS]
        return frozenset(name.lower().rpartition(".")[2] for name in (*names, *ours))
