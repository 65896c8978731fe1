"""Reads what changes rows: `ALTER TABLE … DELETE | UPDATE`, `DELETE FROM`, `UPDATE`.

`DELETE FROM` is `UPDATE _row_exists = 0`, the command that masks rows.

Sources: https://clickhouse.com/docs/sql-reference/statements/alter/delete, …/alter/update,
…/alter/apply-deleted-mask, …/alter/projection, …/alter/column, …/statements/delete,
…/statements/update.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import (
    MASKING,
    AlterRows,
    ProjectionAction,
    RowCommand,
    UpdateTable,
)
from rmt_engine.sql.settings.declared import ZONE_SETTING, parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize

__all__ = ["parse_commands", "read_alter_rows", "read_delete_from", "read_update"]

_PAIRS = (
    ("APPLY", "DELETED"),
    ("MATERIALIZE", "TTL"),
    ("MATERIALIZE", "PROJECTION"),
    ("CLEAR", "PROJECTION"),
    ("MATERIALIZE", "INDEX"),
    ("CLEAR", "INDEX"),
    ("MATERIALIZE", "COLUMN"),
)


def read_alter_rows(cursor: Cursor, name: Name) -> AlterRows | None:
    """Reads the commands of an ALTER TABLE that changes rows; None when it is another ALTER.

    Args:
        cursor: behind the table's name.
        name: the table.
    """
    if not _at_command(cursor):
        return None
    commands = _read_commands(cursor)
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return AlterRows(name, commands, settings)


def read_delete_from(cursor: Cursor, name: Name) -> AlterRows:
    """Reads `DELETE FROM t [ON CLUSTER c] [IN PARTITION p] WHERE condition`.

    Args:
        cursor: behind the table's name.
        name: the table.
    """
    on_cluster(cursor)
    command = replace(_read_delete(cursor), assignments=MASKING)
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return AlterRows(name, (command,), settings, is_lightweight=True)


def read_update(cursor: Cursor, name: Name) -> UpdateTable | AlterRows:
    """Reads `UPDATE t [ON CLUSTER c] SET column = expression, … [IN PARTITION p] WHERE condition`.

    Args:
        cursor: behind the table's name.
        name: the table.

    Returns:
        A `DELETE FROM` when `_row_exists` is set to 0.
    """
    on_cluster(cursor)
    cursor.expect("SET")
    command = _read_update(cursor)
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    if command.masks_rows:
        return AlterRows(name, (command,), settings, is_lightweight=True)
    return UpdateTable(name, command, settings)


def parse_commands(text: str) -> tuple[RowCommand, ...]:
    """Reads the commands of a mutation, as `RowCommand.text` gives them, with commas between."""
    cursor = Cursor(text, tokenize(text))
    commands = _read_commands(cursor, are_recorded=True)
    cursor.end()
    return commands


def _at_command(cursor: Cursor) -> bool:
    start = 1 if cursor.at("(") else 0
    token, following = cursor.peek(start), cursor.peek(start + 1)
    words = tuple(token.word for token in (token, following) if token is not None)
    return words[:1] in (("DELETE",), ("UPDATE",)) or words in _PAIRS or _at_clear(cursor, start)


def _at_clear(cursor: Cursor, start: int) -> bool:
    """Whether CLEAR COLUMN comes, after some tokens, for one partition: a mutation then."""
    ahead = Cursor(cursor.text, cursor.tokens, cursor.position + start)
    if not ahead.accept("CLEAR", "COLUMN"):
        return False
    ahead.skip_until(",", "IN", ")", ";")
    return ahead.at("IN", "PARTITION")


def _read_commands(cursor: Cursor, are_recorded: bool = False) -> tuple[RowCommand, ...]:
    """Reads commands; those that are recorded say in which time zone they are read."""
    commands: list[RowCommand] = []
    while True:
        parenthesized = cursor.accept("(")
        if cursor.accept("DELETE"):
            commands.append(_read_delete(cursor))
        elif cursor.accept("UPDATE"):
            commands.append(_read_update(cursor))
        elif cursor.accept("APPLY", "DELETED", "MASK"):
            partition, identity = _read_partition(cursor, ",", "SETTINGS", ";")
            commands.append(RowCommand("", None, partition, identity, applies_mask=True))
        elif cursor.accept("MATERIALIZE", "TTL"):
            partition, identity = _read_partition(cursor, ",", "SETTINGS", ";")
            commands.append(RowCommand("", None, partition, identity, expires=True))
        elif action := _action_on_projection(cursor, are_recorded):
            cursor.accept("IF", "EXISTS")
            projection = cursor.identifier("the name of a projection")
            partition, identity = _read_partition(cursor, ",", "SETTINGS", ";")
            command = RowCommand(
                "", None, partition, identity, action=action, projection=projection
            )
            commands.append(command)
        elif action := _action_on_index(cursor):
            cursor.accept("IF", "EXISTS")
            index = cursor.identifier("the name of an index")
            partition, identity = _read_partition(cursor, ",", "SETTINGS", ";")
            commands.append(RowCommand("", None, partition, identity, action=action, index=index))
        elif action := _action_on_column(cursor):
            commands.append(_read_action_on_column(cursor, action))
        else:
            cursor.fail(
                "expected DELETE, UPDATE, APPLY DELETED MASK, MATERIALIZE TTL, MATERIALIZE or "
                "CLEAR COLUMN, PROJECTION or INDEX: other commands stand in an ALTER of their own"
            )
        if parenthesized:
            if are_recorded and cursor.accept("SETTINGS", ZONE_SETTING.upper()):
                cursor.expect("=")
                commands[-1] = replace(commands[-1], time_zone=cursor.string("a time zone"))
            cursor.expect(")")
        if not cursor.accept(","):
            return tuple(commands)


def _action_on_projection(cursor: Cursor, are_recorded: bool) -> ProjectionAction | None:
    """The action on a projection that comes next; DROP is a mutation only when it is recorded."""
    for action in ProjectionAction:
        is_mutation = are_recorded or action is not ProjectionAction.DROP
        if is_mutation and cursor.accept(action.value, "PROJECTION"):
            return action
    return None


def _action_on_index(cursor: Cursor) -> ProjectionAction | None:
    """The action on an index that comes next; what parts have of one is their files' business."""
    for action in (ProjectionAction.MATERIALIZE, ProjectionAction.CLEAR):
        if cursor.accept(action.value, "INDEX"):
            return action
    return None


def _action_on_column(cursor: Cursor) -> ProjectionAction | None:
    """The action on a column that comes next; CLEAR is a mutation only of a partition."""
    for action in (ProjectionAction.MATERIALIZE, ProjectionAction.CLEAR):
        if cursor.accept(action.value, "COLUMN"):
            return action
    return None


def _read_action_on_column(cursor: Cursor, action: ProjectionAction) -> RowCommand:
    clears = action is ProjectionAction.CLEAR
    if_exists = clears and cursor.accept("IF", "EXISTS")
    column = cursor.column_name()
    if clears and not cursor.at("IN", "PARTITION"):
        cursor.fail("expected IN PARTITION: CLEAR COLUMN of all stands in an ALTER of its own")
    partition, identity = _read_partition(cursor, ",", "SETTINGS", ";")
    return RowCommand(
        "", None, partition, identity, action=action, column=column, if_exists=if_exists
    )


def _read_delete(cursor: Cursor) -> RowCommand:
    partition, identity = _read_partition(cursor, "WHERE")
    return RowCommand(_read_condition(cursor), None, partition, identity)


def _read_update(cursor: Cursor) -> RowCommand:
    assignments: list[tuple[str, str]] = []
    while True:
        column = cursor.identifier("a column name")
        cursor.expect("=")
        assignments.append((column, _read_value(cursor)))
        if not cursor.accept(","):
            break
    partition, identity = _read_partition(cursor, "WHERE")
    return RowCommand(_read_condition(cursor), tuple(assignments), partition, identity)


def _read_value(cursor: Cursor) -> str:
    """Reads an expression up to a comma, `IN PARTITION` or `WHERE`."""
    start = cursor.offset
    while True:
        cursor.skip_until(",", "IN", "WHERE", ";")
        if not cursor.at("IN") or cursor.at("IN", "PARTITION"):
            break
        cursor.take()
    value = cursor.text[start : max(cursor.previous_end, start)].strip()
    if not value:
        cursor.fail("expected an expression")
    return value


def _read_partition(cursor: Cursor, *stops: str) -> tuple[str | None, str | None]:
    """The partition's values as written, and its id: at most one of the two."""
    if not cursor.accept("IN", "PARTITION"):
        return None, None
    if cursor.accept("ID"):
        return None, cursor.string("a partition id, a string")
    value = cursor.skip_until(*stops)
    if not value:
        cursor.fail("expected a partition")
    return value, None


def _read_condition(cursor: Cursor) -> str:
    cursor.expect("WHERE")
    condition = cursor.skip_until(",", "SETTINGS", ";")
    if not condition:
        cursor.fail("expected a condition")
    return condition
