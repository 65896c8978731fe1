"""`SHOW TABLE EXTENDED`: what it says of the engine's tables, which Spark's catalog keeps as views.

dbt-spark and others tell by it whether a relation is a table or a view.

Source: Spark's `ShowTablesCommand` and `CatalogTable.toJsonLinkedHashMap`.
"""

from __future__ import annotations

import re

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmt_engine.sql.text.tokens import BLANK

__all__ = ["SHOW_EXTENDED", "shown_as_tables"]

SHOW_EXTENDED = re.compile(
    rf"{BLANK}*+SHOW{BLANK}++TABLE{BLANK}++EXTENDED\b", re.IGNORECASE | re.DOTALL
)
_INFORMATION = "information"
_OF_ENGINE = r"(?m)^Table Properties: \[(.*, )?rmt\.engine="
_KIND = r"(?m)^Type: VIEW$"
_TABLE = "Type: MANAGED\nProvider: rmt"
_ABOUT_VIEW = r"(?m)^View .*\n"


def shown_as_tables(shown: DataFrame) -> DataFrame:
    """The rows of the statement, those of the engine's tables as ones of tables.

    Args:
        shown: what Spark answers to it.
    """
    information = F.col(_INFORMATION)
    told = F.regexp_replace(F.regexp_replace(information, _ABOUT_VIEW, ""), _KIND, _TABLE)
    told = F.when(information.rlike(_OF_ENGINE), told).otherwise(information)
    return shown.withColumn(_INFORMATION, told)
