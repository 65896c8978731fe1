"""Reads the commands of ALTER TABLE that are for whole partitions and parts.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/alter/partition.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.settings import parse_assignments
from rmt_engine.sql.statements import AlterPartitions, PartitionAction, PartitionCommand
from rmt_engine.sql.tokens import Cursor, Name

__all__ = ["frozen_copies_refused", "parse_partition_commands"]

_VERBS = (
    (("DROP", "DETACHED"), PartitionAction.DROP_DETACHED),
    (("DROP",), PartitionAction.DROP),
    (("DETACH",), PartitionAction.DETACH),
    (("ATTACH",), PartitionAction.ATTACH),
    (("REPLACE",), PartitionAction.REPLACE),
    (("MOVE",), PartitionAction.MOVE),
)
_VALUE_STOPS = (",", "FROM", "TO", "SETTINGS", ";")


def parse_partition_commands(cursor: Cursor, name: Name) -> AlterPartitions | None:
    """Reads the rest of an ALTER TABLE, if it begins with a partition command.

    Args:
        cursor: behind the name of the table.
        name: the table.

    Returns:
        The statement, or None when something else comes next; then nothing was read.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED`, a command this engine has not.
    """
    if word := cursor.accept_any("FREEZE", "UNFREEZE"):
        raise frozen_copies_refused(f"ALTER TABLE … {word}")
    if not _at_command(cursor):
        return None
    commands = [_command(cursor)]
    while cursor.accept(","):
        if not _at_command(cursor):
            raise unsupported(
                "A partition command beside another command of ALTER TABLE", "commands"
            )
        commands.append(_command(cursor))
    settings = parse_assignments(cursor) if cursor.accept("SETTINGS") else {}
    cursor.end()
    return AlterPartitions(name, tuple(commands), settings)


def frozen_copies_refused(what: str) -> RmtError:
    """The error of statements that make or remove a frozen copy of parts.

    Args:
        what: the statement.
    """
    return RmtError(
        "NOT_IMPLEMENTED",
        f"{what} is not supported yet.",
        "rmt backup copies tables in use; ALTER TABLE copy ATTACH PARTITION ALL FROM t makes a "
        "copy that shares the files of t.",
    )


def _at_command(cursor: Cursor) -> bool:
    return any(cursor.at(*words, what) for words, _ in _VERBS for what in ("PARTITION", "PART"))


def _command(cursor: Cursor) -> PartitionCommand:
    action = next(action for words, action in _VERBS if cursor.accept(*words))
    if cursor.accept("PART"):
        return _part_command(cursor, action)
    cursor.expect("PARTITION")
    partition = partition_id = table = None
    if cursor.accept("ID"):
        partition_id = cursor.string("a partition id, a string")
    elif not cursor.accept("ALL"):
        partition = cursor.skip_until(*_VALUE_STOPS)
        if not partition:
            cursor.fail("expected a partition")
    if action is PartitionAction.ATTACH and cursor.accept("FROM"):
        action, table = PartitionAction.ATTACH_FROM, cursor.name()
    elif action is PartitionAction.REPLACE:
        cursor.expect("FROM")
        table = cursor.name()
    elif action is PartitionAction.MOVE:
        table = _move_target(cursor)
    return PartitionCommand(action, partition, partition_id, table=table)


def _part_command(cursor: Cursor, action: PartitionAction) -> PartitionCommand:
    if action is PartitionAction.MOVE:
        raise unsupported("ALTER TABLE … MOVE PART", "commands")
    if action is PartitionAction.REPLACE:
        cursor.fail("expected PARTITION")
    return PartitionCommand(action, part=cursor.string("the name of a part, a string"))


def _move_target(cursor: Cursor) -> Name:
    cursor.expect("TO")
    if word := cursor.accept_any("DISK", "VOLUME"):
        raise unsupported(f"ALTER TABLE … MOVE PARTITION … TO {word}", "commands")
    cursor.expect("TABLE")
    return cursor.name()
