"""A text of JSON with a line for each value.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Builders, of, once
from rmt_engine.spark.functions.dynamics import TOKENS
from rmt_engine.spark.functions.json_nodes import bound_by, root
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["JSON_LAYOUT"]

_LINE = "concat('\\n', repeat('    ', `s`.`depth` - CASE WHEN `t` IN ('}', ']') THEN 1 ELSE 0 END))"
_BEFORE = (
    "CASE WHEN `t` = ',' OR `s`.`last` = '' OR `s`.`last` RLIKE ':$' "
    "OR `s`.`last` IN ('{', '[') AND `t` IN ('}', ']') THEN '' "
    f"WHEN `t` IN ('}}', ']') OR `s`.`last` IN ('{{', '[', ',') THEN {_LINE} ELSE '' END"
)
_DEPTH = (
    "`s`.`depth` + CASE WHEN `t` IN ('{', '[') THEN 1 WHEN `t` IN ('}', ']') THEN -1 ELSE 0 END"
)
_AFTER = "CASE WHEN `t` RLIKE ':$' THEN ' ' ELSE '' END"
_PRETTY = (
    f"`j` -> aggregate(regexp_extract_all(`j`, {quote_string(f'({TOKENS})')}, 1), "
    "named_struct('depth', 0, 'last', '', 'pieces', CAST(array() AS ARRAY<STRING>)), "
    f"(`s`, `t`) -> named_struct('depth', {_DEPTH}, 'last', `t`, "
    f"'pieces', array_append(`s`.`pieces`, concat({_BEFORE}, `t`, {_AFTER}))), "
    "`s` -> array_join(`s`.`pieces`, ''))"
)
"""The state is how deep the next token is, the token before it, and what is written so far."""


def _pretty(text: Column) -> Column:
    node = root(text)
    error = RmtError("BAD_ARGUMENTS", "Invalid JSON string in function prettyPrintJSON.")
    failure = F.raise_error(F.lit(str(error))).cast("string")
    written = once(node.value, lambda value: F.when(value.isNotNull(), node.json))
    return F.when(text.isNotNull(), bound_by(F.coalesce(written, failure), _PRETTY))


JSON_LAYOUT: Builders = {"prettyPrintJSON": of(_pretty)}
