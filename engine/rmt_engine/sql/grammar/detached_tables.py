"""Reads `DETACH TABLE`, `DETACH VIEW` and `ATTACH TABLE`.

Sources of the grammar: https://clickhouse.com/docs/sql-reference/statements/detach and
https://clickhouse.com/docs/sql-reference/statements/attach.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import AttachTable, DetachTable
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_attach", "read_detach"]

_OTHER_OBJECTS = ("DATABASE", "DICTIONARY", "TEMPORARY")
_DEFINITION = ("(", "ENGINE", "PARTITION", "PRIMARY", "ORDER", "SAMPLE", "TTL", "SETTINGS")


def read_detach(cursor: Cursor) -> DetachTable:
    """Reads what follows `DETACH`.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, something else than a table or a view.
    """
    _refuse_others(cursor, "DETACH")
    is_view = cursor.accept("VIEW")
    if not is_view:
        cursor.expect("TABLE")
    if_exists = cursor.accept("IF", "EXISTS")
    name = cursor.name()
    if cursor.at(","):
        raise RmtError("SYNTAX_ERROR", "DETACH TABLE takes one table; DROP TABLE takes several.")
    on_cluster(cursor)
    permanently = cursor.accept("PERMANENTLY")
    if not cursor.accept("NO", "DELAY"):
        cursor.accept("SYNC")
    cursor.end()
    return DetachTable(name, if_exists, permanently, is_view)


def read_attach(cursor: Cursor) -> AttachTable:
    """Reads what follows `ATTACH`.

    Raises:
        RmtError: `SYNTAX_ERROR`; `INCORRECT_QUERY`, a definition stands there; `NOT_IMPLEMENTED`,
            something else than a table that was detached.
    """
    _refuse_others(cursor, "ATTACH")
    if cursor.accept("VIEW"):
        raise _no_view(cursor)
    cursor.expect("TABLE")
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name()
    if cursor.at("UUID"):
        raise unsupported("ATTACH TABLE … UUID")
    on_cluster(cursor)
    if cursor.at("FROM"):
        raise unsupported("ATTACH TABLE … FROM")
    if cursor.at("AS", "REPLICATED") or cursor.at("AS", "NOT", "REPLICATED"):
        raise unsupported("ATTACH TABLE … AS REPLICATED")
    if any(cursor.at(word) for word in _DEFINITION):
        raise RmtError(
            "INCORRECT_QUERY",
            f"Incorrect ATTACH TABLE query: {name} has the definition it was detached with.",
            f"Use ATTACH TABLE {name}, or CREATE TABLE for a new one.",
        )
    cursor.end()
    return AttachTable(name, if_not_exists)


def _no_view(cursor: Cursor) -> RmtError:
    """ClickHouse's ATTACH VIEW has a query."""
    name = cursor.name()
    if cursor.done or cursor.at(";"):
        return RmtError(
            "SYNTAX_ERROR",
            "ATTACH VIEW wants the query of the view.",
            f"ATTACH TABLE {name} brings back what was detached, a view, too.",
        )
    return unsupported("ATTACH VIEW … AS")


def _refuse_others(cursor: Cursor, verb: str) -> None:
    for what in _OTHER_OBJECTS:
        if cursor.at(what):
            raise unsupported(f"{verb} {what}")
