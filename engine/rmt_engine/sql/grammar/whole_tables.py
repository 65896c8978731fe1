"""Statements about whole tables: what merges, empties, drops, detaches and renames them."""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.deduplicate_by import read_deduplicate_by
from rmt_engine.sql.grammar.detached_tables import read_attach, read_detach
from rmt_engine.sql.grammar.indexes import read_drop_index
from rmt_engine.sql.grammar.row_policies import accept_row_policy, read_drop_row_policy
from rmt_engine.sql.grammar.sql_functions import read_drop_function
from rmt_engine.sql.grammar.statements import (
    DropDatabase,
    DropTables,
    ExchangeTables,
    OptimizeTable,
    RenameTables,
    Statement,
    TruncateTable,
    UndropTable,
)
from rmt_engine.sql.grammar.table_names import (
    TableNames,
    accept_temporary,
    behind_verb,
    refuse_system,
    refuse_view,
)
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name

__all__ = [
    "read_attach_table",
    "read_detach_table",
    "read_drop",
    "read_exchange",
    "read_optimize",
    "read_rename",
    "read_truncate",
    "read_undrop",
]


def read_optimize(text: str, tables: TableNames) -> Statement | None:
    """OPTIMIZE TABLE."""
    cursor = behind_verb(text)
    cursor.expect("TABLE")
    name = cursor.name()
    on_cluster(cursor)
    partition = partition_id = None
    if cursor.accept("PARTITION", "ID"):
        partition_id = cursor.string("a partition id, a string")
    elif cursor.accept("PARTITION"):
        partition = cursor.skip_until("FINAL", "CLEANUP", "DEDUPLICATE", "SETTINGS", ";")
    final = cursor.accept("FINAL")
    cleanup = cursor.accept("CLEANUP")
    deduplicate = cursor.accept("DEDUPLICATE")
    by = read_deduplicate_by(cursor) if deduplicate and cursor.accept("BY") else ()
    cleanup = cursor.accept("CLEANUP") or cleanup
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return OptimizeTable(name, partition, partition_id, final, cleanup, deduplicate, by, settings)


def read_truncate(text: str, tables: TableNames) -> Statement | None:
    """TRUNCATE of a table of the engine."""
    cursor = behind_verb(text)
    if cursor.at("DATABASE") or cursor.at("ALL"):
        raise unsupported(f"TRUNCATE {cursor.take().word}")
    temporary = accept_temporary(cursor)
    cursor.accept_any("TABLE", "VIEW")
    if_exists = cursor.accept("IF", "EXISTS")
    name = cursor.name()
    if not temporary and not tables.is_engine_table(name):
        refuse_view(name, tables, "Truncate")
    if not (if_exists or temporary or tables.is_engine_table(name)):
        return None
    on_cluster(cursor)
    cursor.accept("SYNC")
    if cursor.at("PARTITION"):
        raise unsupported("TRUNCATE … PARTITION")
    cursor.end()
    return TruncateTable(name, if_exists, temporary)


def read_drop(text: str, tables: TableNames) -> Statement | None:
    """DROP of what the engine has."""
    cursor = behind_verb(text)
    if cursor.accept_any("DATABASE", "SCHEMA"):
        if_exists = cursor.accept("IF", "EXISTS")
        name = cursor.identifier("a database name")
        cascade = cursor.accept_any("CASCADE", "RESTRICT") == "CASCADE"
        return DropDatabase(name, text, if_exists, cascade)
    if accept_row_policy(cursor):
        return read_drop_row_policy(cursor)
    if cursor.accept("FUNCTION"):
        dropped = read_drop_function(cursor)
        is_sparks = dropped is None or tables.is_sparks_function(dropped.name)
        return None if is_sparks else dropped
    if cursor.accept("INDEX"):
        return read_drop_index(cursor, tables)
    temporary = accept_temporary(cursor)
    is_view = cursor.accept("VIEW")
    if not is_view and not cursor.accept("TABLE"):
        return None
    if_exists = cursor.accept("IF", "EXISTS")
    if_empty = not is_view and cursor.accept("IF", "EMPTY")
    names = [cursor.name()]
    while cursor.accept(","):
        names.append(cursor.name())
    dropped_tables = DropTables(tuple(names), if_exists, if_empty, temporary)
    if temporary or _is_engines(dropped_tables, is_view, cursor, tables):
        return _end_of_drop(cursor, dropped_tables)
    return None


def _is_engines(statement: DropTables, is_view: bool, cursor: Cursor, tables: TableNames) -> bool:
    """Whether a DROP TABLE or VIEW is the engine's: of its tables, or in ClickHouse's words."""
    names = statement.names
    for target in names:
        refuse_system(target, tables)
    is_sync = cursor.at("SYNC") or cursor.at("NO")
    if is_sync and not statement.if_empty and all(map(tables.is_missing, names)):
        return True
    ours = [target for target in names if tables.is_engine_table(target)]
    if is_view:
        if other := [one for one in names if ours and not tables.is_materialized_view(one)]:
            raise RmtError("INCORRECT_QUERY", f"{other[0]} is not a View.", "Use DROP TABLE.")
        return bool(ours)
    if ours or statement.if_empty:
        return True
    detached = [target for target in names if tables.is_detached(target)]
    if detached and not statement.if_exists:
        raise RmtError(
            "UNKNOWN_TABLE",
            f"Table {detached[0]} does not exist: it is detached.",
            "ATTACH TABLE brings it back, and then it can be dropped.",
        )
    return False


def _end_of_drop(cursor: Cursor, statement: DropTables) -> DropTables:
    on_cluster(cursor)
    sync = cursor.accept("NO", "DELAY") or cursor.accept_any("SYNC", "PURGE") == "SYNC"
    cursor.end()
    return replace(statement, sync=sync)


def read_undrop(text: str, tables: TableNames) -> Statement | None:
    """UNDROP TABLE."""
    cursor = behind_verb(text)
    cursor.expect("TABLE")
    name = cursor.name()
    refuse_system(name, tables)
    uuid = cursor.string("a UUID") if cursor.accept("UUID") else ""
    on_cluster(cursor)
    cursor.end()
    return UndropTable(name, uuid)


def read_detach_table(text: str, tables: TableNames) -> Statement | None:
    """DETACH of a table or a materialized view."""
    statement = read_detach(behind_verb(text))
    refuse_system(statement.name, tables)
    if tables.is_temporary_table(statement.name):
        raise RmtError("SYNTAX_ERROR", "DETACH of TEMPORARY tables are not supported.")
    return statement


def read_attach_table(text: str, tables: TableNames) -> Statement | None:
    """ATTACH of one that is detached."""
    statement = read_attach(behind_verb(text))
    refuse_system(statement.name, tables)
    return statement


def read_rename(text: str, tables: TableNames) -> Statement | None:
    """RENAME TABLE."""
    cursor = behind_verb(text)
    if cursor.at("DATABASE") or cursor.at("DICTIONARY"):
        raise unsupported(f"RENAME {cursor.take().word}")
    cursor.accept("TABLE")
    pairs: list[tuple[Name, Name]] = []
    while True:
        if_exists = cursor.accept("IF", "EXISTS")
        source = cursor.name()
        cursor.expect("TO")
        target = cursor.name()
        if not (if_exists and tables.is_missing(source)):
            pairs.append((source, target))
        if not cursor.accept(","):
            break
    on_cluster(cursor)
    cursor.end()
    return RenameTables(tuple(pairs))


def read_exchange(text: str, tables: TableNames) -> Statement | None:
    """EXCHANGE TABLES."""
    cursor = behind_verb(text)
    if cursor.at("DICTIONARIES"):
        raise unsupported("EXCHANGE DICTIONARIES")
    cursor.expect("TABLES")
    first = cursor.name()
    cursor.expect("AND")
    second = cursor.name()
    on_cluster(cursor)
    cursor.end()
    return ExchangeTables(first, second)
