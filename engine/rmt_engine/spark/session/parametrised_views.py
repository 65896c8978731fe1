"""Views with parameters: ClickHouse's query, kept in the text of a view that only says so.

Spark has no such views, and the query has a meaning only where the parameters have values. The view
in the catalog has its columns, and fails where Spark itself reads it; the query stands in a comment
behind its first word.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.spark.session.view_queries import json_in_comment
from rmt_engine.sql.query.lower_query import Compiled
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["ParametrisedQuery", "kept_query", "parameters_missing", "text_of_view"]

_KEPT = re.compile(r"^SELECT /\* rmt query: (\{.*?\}) \*/ ", re.DOTALL)


@dataclass(frozen=True)
class ParametrisedQuery:
    """The query of a view with parameters.

    Attributes:
        text: the query.
        database: where its tables are that it names without a database.
    """

    text: str
    database: str


def text_of_view(query: ParametrisedQuery, compiled: Compiled) -> str:
    """The text of the view in the catalog.

    Args:
        query: the query.
        compiled: the same, with defaults for its parameters.
    """
    kept = json_in_comment({"text": query.text, "database": query.database})
    missing = quote_string(str(parameters_missing("", compiled.parameters)))
    return (
        f"SELECT /* rmt query: {kept} */ * FROM ({compiled.sql}) "
        f"WHERE raise_error({missing}) IS NOT NULL"
    )


def kept_query(text: str) -> ParametrisedQuery | None:
    """The query that a view's text keeps; None if the view has no parameters."""
    found = _KEPT.match(text)
    if found is None:
        return None
    kept = json.loads(found[1])
    return ParametrisedQuery(kept["text"], kept["database"])


def parameters_missing(name: str, parameters: tuple[str, ...] = ()) -> RmtError:
    """The error for a view that is read without its parameters."""
    listed = ", ".join(f"{one} = …" for one in parameters) or "name = value"
    return RmtError(
        "UNKNOWN_QUERY_PARAMETER",
        f"The view {name} has parameters, which are not set.".replace("  ", " "),
        f"FROM {name or 'view'}({listed}) sets them.",
    )
