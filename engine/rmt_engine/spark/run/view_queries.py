"""ClickHouse's query of a view, kept in the view's text, which is Spark's.

It stands in a comment behind the first word and the types of the columns, so that it goes with the
text when that is replaced.
"""

from __future__ import annotations

import json
import re

__all__ = ["query_in_view", "with_written_query"]

_KEPT = re.compile(
    r'^SELECT (?:/\* rmt types: \[.*?\] \*/ )?/\* rmt written: ("(?:[^"\\]|\\.)*") \*/', re.DOTALL
)


def with_written_query(text: str, query: str) -> str:
    """A view's text, with the query that it was made from.

    Args:
        text: Spark's query.
        query: ClickHouse's, the names of its tables with their databases.
    """
    kept = json.dumps(query).replace("/", "\\/")
    return f"SELECT /* rmt written: {kept} */ {text.removeprefix('SELECT ')}"


def query_in_view(text: str) -> str:
    """The query that a view's text keeps; empty if it is Spark's."""
    found = _KEPT.match(text)
    return "" if found is None else str(json.loads(found[1]))
