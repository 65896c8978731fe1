"""Reads `SYSTEM …`.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/system.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.cluster import on_cluster
from rmt_engine.sql.statements import FlushCommand, MergesCommand, SyncReplica
from rmt_engine.sql.tokens import Cursor

__all__ = ["parse_system"]

_NOTHING_TO_FLUSH = ("LOGS", "DISTRIBUTED", "ASYNC")


def parse_system(cursor: Cursor) -> MergesCommand | SyncReplica | FlushCommand:
    """Reads what follows `SYSTEM`.

    Raises:
        RmtError: `SYNTAX_ERROR`, or `NOT_IMPLEMENTED` for a command this engine has not.
    """
    start = cursor.offset
    verb = cursor.accept_any("STOP", "START", "SYNC", "FLUSH")
    if verb in ("STOP", "START") and cursor.accept("MERGES"):
        on_cluster(cursor)
        if cursor.at("ON", "VOLUME"):
            raise _unsupported(cursor, start)
        following = cursor.peek()
        name = cursor.name() if following is not None and following.is_identifier else None
        cursor.end()
        return MergesCommand(verb == "STOP", name)
    if verb == "SYNC" and cursor.accept("REPLICA"):
        on_cluster(cursor)
        if_exists = cursor.accept("IF", "EXISTS")
        name = cursor.name()
        if not cursor.accept_any("STRICT", "LIGHTWEIGHT"):
            cursor.accept("PULL")
        cursor.end()
        return SyncReplica(name, if_exists)
    if verb == "FLUSH" and any(cursor.at(word) for word in _NOTHING_TO_FLUSH):
        return FlushCommand(" ".join(_rest(cursor)))
    raise _unsupported(cursor, start)


def _rest(cursor: Cursor) -> list[str]:
    words: list[str] = []
    while not cursor.done and not cursor.at(";"):
        words.append(cursor.take().value)
    cursor.end()
    return words


def _unsupported(cursor: Cursor, start: int) -> RmtError:
    words = cursor.text[start:].split()[:3]
    return RmtError(
        "NOT_IMPLEMENTED",
        f"SYSTEM {' '.join(words).upper().rstrip(';')} is not supported yet.",
        "docs/sql.md lists the statements there are.",
    )
