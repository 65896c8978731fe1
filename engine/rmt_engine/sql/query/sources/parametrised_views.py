"""Views with parameters, which are called as table functions: `FROM v(name = value)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rmt_engine.sql.query.catalog import LoweredQuery
from rmt_engine.sql.query.expressions.parameters import arguments_of_view
from rmt_engine.sql.query.tree import Call, Expression
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["calls_view", "parametrised_view"]


def parametrised_view(
    queries: Queries, call: Call, aliases: Mapping[str, Expression]
) -> LoweredQuery | None:
    """The query of a view with parameters, called as a function, which may name aliases."""
    found = _found(queries, call)
    if found is None:
        return None
    text, view_database = found
    values = arguments_of_view(call, lambda node: queries.constant(node, aliases))
    return queries.of_view(text, view_database, dict(values))


def calls_view(queries: Queries, call: Call) -> bool:
    """Whether a call of a table function names a view with parameters."""
    return _found(queries, call) is not None


def _found(queries: Queries, call: Call) -> tuple[str, str] | None:
    """The query of the view, and the database it is in."""
    database, _, name = call.name.rpartition(".")
    return queries.catalog.parametrised_view(Name(database or None, name))
