"""`ON CLUSTER`, which many statements take."""

from __future__ import annotations

from rmt_engine.sql.text.tokens import Cursor, Kind

__all__ = ["on_cluster"]


def on_cluster(cursor: Cursor) -> bool:
    """Reads `ON CLUSTER c`, if it stands there, and tells whether it does.

    It changes nothing: storage is shared, so every endpoint is the whole cluster.
    """
    if not cursor.accept("ON", "CLUSTER"):
        return False
    token = cursor.take()
    if not token.is_identifier and token.kind is not Kind.STRING:
        cursor.fail("expected the name of a cluster")
    return True
