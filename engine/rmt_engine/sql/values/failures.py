"""Spark's texts that fail, in the rows for which they are calculated."""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["SHOWN", "failing"]

SHOWN = "\0"
"""Stands in an error's message for what is shown of the row."""


def failing(error: RmtError, spark: str = "", *, shown: str = "") -> str:
    """Spark's text that fails with an error.

    Args:
        error: the error.
        spark: the type of Spark's that the text has, where one is needed.
        shown: Spark's text of what the message shows of the row in the place of `SHOWN`.
    """
    message = quote_string(str(error))
    if shown:
        before, after = map(quote_string, str(error).split(SHOWN))
        message = f"concat({before}, {shown}, {after})"
    text = f"raise_error({message})"
    return f"CAST({text} AS {spark})" if spark else text
