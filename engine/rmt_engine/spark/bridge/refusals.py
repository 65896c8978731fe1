"""ClickHouse's errors for those of Spark's that say that there is no such function."""

from __future__ import annotations

from pyspark.errors import AnalysisException

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import (
    FUNCTIONS,
    SAME_IN_SPARK,
    refusal_of,
    refusal_of_table_function,
)

__all__ = ["refusal"]


def refusal(error: AnalysisException) -> RmtError | None:
    """ClickHouse's error for Spark's of an unknown function; None if it is another error."""
    parameters = error.getMessageParameters() or {}
    match error.getCondition():
        case "UNRESOLVED_ROUTINE":
            name = _last_part(parameters.get("routineName", ""))
            return refusal_of(name, (*FUNCTIONS, *SAME_IN_SPARK))
        case "UNRESOLVABLE_TABLE_VALUED_FUNCTION":
            return refusal_of_table_function(_last_part(parameters.get("name", "")))
    return None


def _last_part(name: str) -> str:
    return name.replace("`", "").rpartition(".")[2]
