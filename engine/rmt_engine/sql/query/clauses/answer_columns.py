"""The columns of a statement's answer: what is kept of them, or shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.sql.query.calls.dynamic_calls import shown_json
from rmt_engine.sql.query.catalog import LoweredQuery
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_name

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["with_shown_jsons", "with_stored_columns"]


def with_stored_columns(queries: Queries, query: LoweredQuery) -> LoweredQuery:
    """The query with numbers for conditions."""
    if not any(column.is_condition for column in query.columns):
        return query
    alias = quote_name(queries.fresh_alias("_t"))
    values = [
        stored(Value(f"{alias}.{quote_name(c.spark_name)}", c.type, is_condition=c.is_condition))
        for c in query.columns
    ]
    listed = ", ".join(
        f"{value.sql} AS {quote_name(column.spark_name)}"
        for value, column in zip(values, query.columns, strict=True)
    )
    columns = tuple(replace(column, is_condition=False) for column in query.columns)
    return LoweredQuery(f"SELECT {listed} FROM ({query.sql}) AS {alias}", columns)


def with_shown_jsons(queries: Queries, query: LoweredQuery, *, stores: bool) -> LoweredQuery:
    """The query with texts for values inside a JSON, and for JSONs unless they are stored."""
    names = [quote_name(f"c{place}") for place in range(len(query.columns))]
    shown = [
        shown_json(name, column.type, stores=stores)
        for name, column in zip(names, query.columns, strict=True)
    ]
    if not any(shown):
        return query
    listed = ", ".join(
        f"{text or name} AS {quote_name(column.name)}"
        for text, name, column in zip(shown, names, query.columns, strict=True)
    )
    alias = quote_name(queries.fresh_alias("_t"))
    text = f"SELECT {listed} FROM ({query.sql}) AS {alias}({', '.join(names)})"
    return replace(query, sql=text)
