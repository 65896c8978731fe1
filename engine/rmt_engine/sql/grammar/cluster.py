"""`ON CLUSTER`, which many statements take."""

from __future__ import annotations

from rmt_engine.sql.grammar.tokens import Cursor, Kind

__all__ = ["on_cluster"]


def on_cluster(cursor: Cursor) -> None:
    """Reads `ON CLUSTER c`: storage is shared, so every endpoint is the whole cluster."""
    if cursor.accept("ON", "CLUSTER"):
        token = cursor.take()
        if not token.is_identifier and token.kind is not Kind.STRING:
            cursor.fail("expected the name of a cluster")
