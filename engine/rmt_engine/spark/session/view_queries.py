"""ClickHouse's query of a view, kept in the view's text, which is Spark's.

It stands in a comment behind the first word and the types of the columns, so that it goes with the
text when that is replaced.
"""

from __future__ import annotations

import json
import re

__all__ = ["json_in_comment", "query_in_view", "with_written_query"]

_KEPT = re.compile(
    r'^SELECT (?:/\* rmt types: \[.*?\] \*/ )?/\* rmt written: ("(?:[^"\\]|\\.)*") \*/', re.DOTALL
)


def with_written_query(text: str, query: str) -> str:
    """A view's text, with the query that it was made from.

    Args:
        text: Spark's query.
        query: ClickHouse's, the names of its tables with their databases.
    """
    if not text.startswith("SELECT "):
        return text
    return f"SELECT /* rmt written: {json_in_comment(query)} */ {text.removeprefix('SELECT ')}"


def json_in_comment(value: object) -> str:
    """A value as JSON that neither begins nor ends a comment: those of Spark's may be nested."""
    return json.dumps(value).replace("*", "\\u002a")


def query_in_view(text: str) -> str:
    """The query that a view's text keeps; empty if it is Spark's."""
    found = _KEPT.match(text)
    return "" if found is None else str(json.loads(found[1]))
