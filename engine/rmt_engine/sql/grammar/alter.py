"""ALTER TABLE, and the statements that change rows: DELETE FROM, UPDATE and MERGE INTO."""

from __future__ import annotations

from collections.abc import Callable

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.alter_columns import read_alter_columns
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.materialized_views import read_modify_query
from rmt_engine.sql.grammar.merge_into import read_merge_into
from rmt_engine.sql.grammar.partition_commands import parse_partition_commands
from rmt_engine.sql.grammar.refresh import read_modify_refresh
from rmt_engine.sql.grammar.row_commands import read_alter_rows, read_delete_from, read_update
from rmt_engine.sql.grammar.row_policies import accept_row_policy
from rmt_engine.sql.grammar.statements import AlterSettings, CommentView, RenameTables, Statement
from rmt_engine.sql.grammar.table_names import (
    TableNames,
    accept_temporary,
    behind_verb,
    refuse_missing,
    refuse_system,
    refuse_view,
    words_ahead,
)
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize

__all__ = ["read_alter", "read_change_of_rows"]

_COMMANDS = frozenset(
    """ADD ALTER APPLY ATTACH CLEAR COMMENT DETACH DROP EXECUTE FETCH FORGET FREEZE MATERIALIZE
    MODIFY MOVE REMOVE RENAME REPLACE RESET REWRITE UNFREEZE UNLOCK""".split()
)
"""The first words of the commands of ALTER TABLE that ClickHouse has."""
_COMMANDS_OF_ALTER: tuple[Callable[[Cursor, Name], Statement | None], ...] = (
    read_modify_query,
    read_modify_refresh,
    read_alter_rows,
    read_alter_columns,
    parse_partition_commands,
)


def read_alter(text: str, tables: TableNames) -> Statement | None:
    """ALTER TABLE of a table or a view of the engine."""
    cursor = behind_verb(text)
    if accept_row_policy(cursor):
        raise unsupported("ALTER ROW POLICY")
    accept_temporary(cursor)
    what = cursor.accept_any("TABLE", "VIEW")
    if what is None:
        return None
    cursor.accept("IF", "EXISTS")
    name = cursor.name()
    refuse_system(name, tables)
    if not tables.is_engine_table(name):
        if what == "TABLE":
            refuse_missing(name, tables)
            return _alter_view(cursor, name, tables)
        return None
    if what == "VIEW" and not tables.is_materialized_view(name):
        raise RmtError("INCORRECT_QUERY", f"{name} is not a View.", "Use ALTER TABLE.")
    on_cluster(cursor)
    if cursor.accept("RENAME", "TO"):
        if tables.is_temporary_table(name):
            raise unsupported("ALTER TABLE … RENAME TO of a temporary table")
        target = cursor.name()
        cursor.end()
        return RenameTables(((name, target),))
    if cursor.at("MODIFY", "SETTING") or cursor.at("RESET", "SETTING"):
        return _alter_settings(cursor, name)
    for read in _COMMANDS_OF_ALTER:
        found = read(cursor, name)
        if found is not None:
            return found
    words = words_ahead(cursor, 2)
    if not words or words[0] not in _COMMANDS:
        cursor.fail("expected a command of ALTER TABLE")
    raise unsupported(f"ALTER TABLE … {' '.join(words)}")


def _alter_view(cursor: Cursor, name: Name, tables: TableNames) -> CommentView | None:
    """Reads MODIFY COMMENT of a view; SET and RENAME are Spark's.

    The other commands that only ClickHouse has are refused, and so is ADD COLUMN.
    """
    if tables.is_plain_view(name) and cursor.accept("MODIFY", "COMMENT"):
        comment = cursor.string()
        cursor.end()
        return CommentView(name, comment)
    words = words_ahead(cursor, 2)
    if words and words[0] in (*_COMMANDS, "DELETE", "UPDATE") and words[0] != "RENAME":
        of_ttl = words == ["MODIFY", "TTL"]
        error = "BAD_ARGUMENTS" if of_ttl else "NOT_IMPLEMENTED"
        refuse_view(name, tables, f"ALTER TABLE … {' '.join(words)}", error)
    return None


def _alter_settings(cursor: Cursor, name: Name) -> AlterSettings:
    if cursor.accept("MODIFY", "SETTING"):
        changed = parse_assignments(cursor)
        cursor.end()
        return AlterSettings(name, changed)
    cursor.expect("RESET", "SETTING")
    reset = [cursor.identifier("the name of a setting")]
    while cursor.accept(","):
        reset.append(cursor.identifier("the name of a setting"))
    cursor.end()
    return AlterSettings(name, {}, tuple(reset))


def read_change_of_rows(text: str, tables: TableNames) -> Statement | None:
    """DELETE FROM, UPDATE and MERGE INTO."""
    cursor = Cursor(text, tokenize(text))
    verb = cursor.take().word
    if verb != "UPDATE":
        cursor.accept_any("FROM", "INTO")
    following = cursor.peek()
    if following is None or not following.is_identifier:
        return None
    name = cursor.name()
    if not tables.is_engine_table(name):
        refuse_missing(name, tables)
        error = "BAD_ARGUMENTS" if verb == "DELETE" else "NOT_IMPLEMENTED"
        refuse_view(name, tables, "MERGE INTO" if verb == "MERGE" else verb, error)
        return None
    if verb != "MERGE" and tables.is_temporary_table(name):
        raise RmtError(
            "UNKNOWN_TABLE",
            f"{verb} is for tables of databases, and {name} is a temporary table.",
            f"ALTER TABLE {name} {verb} … WHERE … changes its rows.",
        )
    if verb == "DELETE":
        return read_delete_from(cursor, name)
    if verb == "UPDATE":
        return read_update(cursor, name)
    return read_merge_into(cursor, name)
