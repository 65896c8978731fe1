"""Answers what EXPLAIN and DESCRIBE ask about a query; nothing of it is executed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import plan_of_rows
from rmt_engine.spark.run.described_tables import DESCRIBED, columns_of_query
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.grammar.explain import Explained, ExplainedQuery
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.lower_query import Compiled
from rmt_engine.sql.query.printing.ast_text import ast_text
from rmt_engine.sql.query.printing.queries import formatted_in_one_line, formatted_query
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.tables.layout import granules_of
from rmt_engine.store.store import Store

__all__ = ["described", "estimate", "plan_text", "text_of_query"]

_ESTIMATED = "database STRING, `table` STRING, parts BIGINT, rows BIGINT, marks BIGINT"


def text_of_query(asked: ExplainedQuery, active: ActiveSession) -> Any:
    """The plan of SYNTAX's or AST's answer.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, it has a word of Spark's.
    """
    try:
        query = read_query(asked.query).query
    except SparksOwn as error:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"EXPLAIN {asked.kind.value} of a query with Spark's {error} is not supported.",
            "EXPLAIN alone shows Spark's plan.",
        ) from None
    if asked.kind is Explained.AST:
        return _lines(ast_text(query).split("\n"), active)
    text = formatted_in_one_line(query) if asked.oneline else formatted_query(query)
    return _lines([text], active)


def described(compiled: Compiled, active: ActiveSession) -> Any:
    """The plan of DESCRIBE's answer: the columns of a query, with ClickHouse's types."""
    rows = columns_of_query((column.name, column.type or "") for column in compiled.columns)
    return plan_of_rows(active.spark, list(rows), DESCRIBED)


def plan_text(compiled: Compiled | None, execution: Any, active: ActiveSession) -> Any:
    """The plan of PLAN's answer: the tables or projections that are read, and Spark's plan.

    Args:
        compiled: the query; None if it is Spark's.
        execution: Spark's of it.
        active: the session.
    """
    tables = [] if compiled is None else [one for one in compiled.tables if one.is_engines]
    used = [] if compiled is None else compiled.projections
    named = [
        f"ReadFromMergeTree ({name})"
        for table in tables
        for name in [one.name for one in used if one.table == table.qualified] or [table.qualified]
    ]
    return _lines([*named, *str(execution.simpleString()).strip().split("\n")], active)


def estimate(compiled: Compiled | None, store: Store, active: ActiveSession) -> Any:
    """The plan of ESTIMATE's answer: what the tables of a query have, by the registry.

    Args:
        compiled: the query; None if it is Spark's, of whose tables nothing is known.
        store: the store.
        active: the session.
    """
    tables = [] if compiled is None else compiled.tables
    rows = [_estimated(table, store) for table in tables if table.is_engines]
    return plan_of_rows(active.spark, sorted(rows), _ESTIMATED)


def _estimated(table: KnownTable, store: Store) -> tuple[str, str, int, int, int]:
    found = store.registry.tables.find(*table.scanned.split(".", 1))
    assert found is not None
    parts = store.snapshots.current(found).parts
    marks = sum(granules_of(part.rows, found.definition) for part in parts)
    return table.database, table.name, len(parts), sum(part.rows for part in parts), marks


def _lines(lines: Sequence[str], active: ActiveSession) -> Any:
    return plan_of_rows(active.spark, [(line,) for line in lines], "explain STRING")
