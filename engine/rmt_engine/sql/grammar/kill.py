"""Reads `KILL MUTATION` and `KILL QUERY`.

Source: https://clickhouse.com/docs/sql-reference/statements/kill.
"""

from __future__ import annotations

from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import KillMutation, KillQuery
from rmt_engine.sql.text.tokens import Cursor, tokenize

__all__ = ["read_kill"]


def read_kill(text: str) -> KillMutation | KillQuery | None:
    """Reads `KILL MUTATION | QUERY … WHERE condition [SYNC | ASYNC | TEST]`; None for others.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    cursor = Cursor(text, tokenize(text))
    cursor.expect("KILL")
    what = cursor.accept_any("MUTATION", "QUERY")
    if what is None:
        return None
    on_cluster(cursor)
    cursor.expect("WHERE")
    condition = cursor.skip_until("SYNC", "ASYNC", "TEST", ";")
    if not condition:
        source = "mutations" if what == "MUTATION" else "processes"
        cursor.fail(f"expected a condition on system.{source}")
    mode = cursor.accept_any("SYNC", "ASYNC", "TEST") or "ASYNC"
    cursor.end()
    return KillMutation(condition, mode) if what == "MUTATION" else KillQuery(condition, mode)
