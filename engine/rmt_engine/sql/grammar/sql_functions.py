"""CREATE FUNCTION and DROP FUNCTION of functions that are lambdas.

Source: https://clickhouse.com/docs/sql-reference/statements/create/function.
"""

from __future__ import annotations

from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import CreateFunction, DropFunction
from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["read_create_function", "read_drop_function"]


def read_create_function(cursor: Cursor, replace: bool) -> CreateFunction | None:
    """Reads what stands behind CREATE FUNCTION; None if it is Spark's: a class, or has types."""
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.identifier("a function")
    on_cluster(cursor)
    body = cursor.peek(1)
    if not cursor.at("AS") or body is None or body.kind is Kind.STRING:
        return None
    cursor.expect("AS")
    definition = cursor.skip_until(";")
    cursor.end()
    return CreateFunction(name, definition, if_not_exists, replace)


def read_drop_function(cursor: Cursor) -> DropFunction | None:
    """Reads what stands behind DROP FUNCTION; None if it names a database, as Spark's do."""
    if_exists = cursor.accept("IF", "EXISTS")
    name = cursor.identifier("a function")
    if cursor.at("."):
        return None
    on_cluster(cursor)
    cursor.end()
    return DropFunction(name, if_exists)
