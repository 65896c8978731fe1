"""Reads `SYSTEM …`.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/system.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import (
    DropCache,
    FlushCommand,
    MergesCommand,
    SyncReplica,
    Unfreeze,
    ViewCommand,
    ViewVerb,
)
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["parse_system"]

_CACHES = (
    "COMPILED EXPRESSION",
    "DNS",
    "FILESYSTEM",
    "FORMAT SCHEMA",
    "INDEX MARK",
    "INDEX UNCOMPRESSED",
    "MARK",
    "MMAP",
    "PRIMARY INDEX",
    "QUERY",
    "QUERY CONDITION",
    "SCHEMA",
    "UNCOMPRESSED",
)
"""Caches of ClickHouse's that are not here, so that nothing is left in them."""
_OF_ALL_VIEWS = (ViewVerb.START, ViewVerb.STOP, ViewVerb.PAUSE)
"""The verbs that may be said of all views."""


def parse_system(
    cursor: Cursor,
) -> MergesCommand | SyncReplica | FlushCommand | DropCache | Unfreeze | ViewCommand:
    """Reads what follows `SYSTEM`.

    Raises:
        RmtError: `SYNTAX_ERROR`, or `NOT_IMPLEMENTED` for a command this engine has not.
    """
    start = cursor.offset
    command = _read_view_command(cursor)
    if command is not None:
        cursor.end()
        return command
    verb = cursor.accept_any("STOP", "START", "SYNC", "FLUSH", "UNFREEZE", "DROP", "CLEAR")
    ttl = verb in ("STOP", "START") and cursor.accept("TTL", "MERGES")
    if ttl or (verb in ("STOP", "START") and cursor.accept("MERGES")):
        on_cluster(cursor)
        if cursor.at("ON", "VOLUME"):
            raise _unsupported(cursor, start)
        following = cursor.peek()
        name = cursor.name() if following is not None and following.is_identifier else None
        cursor.end()
        return MergesCommand(verb == "STOP", name, ttl)
    if verb == "SYNC" and cursor.accept("REPLICA"):
        on_cluster(cursor)
        if_exists = cursor.accept("IF", "EXISTS")
        name = cursor.name()
        if not cursor.accept_any("STRICT", "LIGHTWEIGHT"):
            cursor.accept("PULL")
        cursor.end()
        return SyncReplica(name, if_exists)
    if verb == "FLUSH":
        return _read_flush(cursor, start)
    if verb == "UNFREEZE":
        cursor.expect("WITH", "NAME")
        copy = cursor.string("the name of the frozen copy, a string")
        cursor.end()
        return Unfreeze(copy)
    if verb in ("DROP", "CLEAR"):
        for cache in _CACHES:
            if cursor.accept(*cache.split(), "CACHE"):
                on_cluster(cursor)
                cursor.end()
                return DropCache(cache)
    raise _unsupported(cursor, start)


def _read_view_command(cursor: Cursor) -> ViewCommand | None:
    """Reads a command for refreshable views; None if something else stands there."""
    for verb in ViewVerb:
        if verb in _OF_ALL_VIEWS and cursor.accept(verb.value, "VIEWS"):
            return ViewCommand(verb)
        if cursor.accept(verb.value, "VIEW"):
            return ViewCommand(verb, cursor.name())
    for verb in (ViewVerb.START, ViewVerb.STOP):
        if cursor.accept(verb.value, "REPLICATED", "VIEW"):
            return ViewCommand(verb, cursor.name(), is_replicated=True)
    return None


def _read_flush(cursor: Cursor, start: int) -> FlushCommand:
    """Reads what may be flushed: here all of it is written at once."""
    if cursor.accept("LOGS"):
        on_cluster(cursor)
        if not cursor.done and not cursor.at(";"):
            cursor.name()
            while cursor.accept(","):
                cursor.name()
    elif cursor.accept("DISTRIBUTED"):
        on_cluster(cursor)
        cursor.name()
    elif cursor.accept("ASYNC", "INSERT", "QUEUE"):
        on_cluster(cursor)
    else:
        raise _unsupported(cursor, start)
    what = cursor.text[start : cursor.previous_end].split(maxsplit=1)[1]
    cursor.end()
    return FlushCommand(what)


def _unsupported(cursor: Cursor, start: int) -> RmtError:
    words = cursor.text[start:].split()[:3]
    return unsupported(f"SYSTEM {' '.join(words).upper().rstrip(';')}")
