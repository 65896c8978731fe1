"""Reads the commands of ALTER TABLE that are for whole partitions and parts.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/alter/partition.
"""

from __future__ import annotations

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.statements import AlterPartitions, PartitionAction, PartitionCommand
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Name

__all__ = ["parse_partition_commands"]

_VERBS = (
    (("DROP", "DETACHED"), PartitionAction.DROP_DETACHED),
    (("DROP",), PartitionAction.DROP),
    (("DETACH",), PartitionAction.DETACH),
    (("ATTACH",), PartitionAction.ATTACH),
    (("REPLACE",), PartitionAction.REPLACE),
    (("MOVE",), PartitionAction.MOVE),
)
_COPIES = {
    "FREEZE": (PartitionAction.FREEZE, PartitionAction.FREEZE_ALL),
    "UNFREEZE": (PartitionAction.UNFREEZE, PartitionAction.UNFREEZE_ALL),
}
"""What is done with the copy of a partition, and with that of a table."""
_VALUE_STOPS = (",", "FROM", "TO", "WITH", "SETTINGS", ";")


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


def _at_command(cursor: Cursor) -> bool:
    return any(map(cursor.at, _COPIES)) or any(
        cursor.at(*words, what) for words, _ in _VERBS for what in ("PARTITION", "PART")
    )


def _command(cursor: Cursor) -> PartitionCommand:
    if word := cursor.accept_any(*_COPIES):
        return _copy_command(cursor, *_COPIES[word])
    action = next(action for words, action in _VERBS if cursor.accept(*words))
    if cursor.accept("PART"):
        return _part_command(cursor, action)
    cursor.expect("PARTITION")
    partition, partition_id = _partition(cursor)
    table = None
    if action is PartitionAction.ATTACH and cursor.accept("FROM"):
        action, table = PartitionAction.ATTACH_FROM, cursor.name()
    elif action is PartitionAction.REPLACE:
        cursor.expect("FROM")
        table = cursor.name()
    elif action is PartitionAction.MOVE:
        table = _move_target(cursor)
    return PartitionCommand(action, partition, partition_id, table=table)


def _partition(cursor: Cursor) -> tuple[str | None, str | None]:
    """Reads the value of a partition, or its id; neither is there for `ALL`."""
    if cursor.accept("ID"):
        return None, cursor.string("a partition id, a string")
    if cursor.accept("ALL"):
        return None, None
    partition = cursor.skip_until(*_VALUE_STOPS)
    if not partition:
        cursor.fail("expected a partition")
    return partition, None


def _copy_command(
    cursor: Cursor, of_partition: PartitionAction, of_table: PartitionAction
) -> PartitionCommand:
    """Reads `[PARTITION p] [WITH NAME 'name']`; whoever removes a copy has to name it."""
    partition = partition_id = None
    action = of_table
    if cursor.accept("PARTITION"):
        action = of_partition
        partition, partition_id = _partition(cursor)
    name = ""
    if action.is_unfreeze or cursor.at("WITH"):
        cursor.expect("WITH", "NAME")
        name = cursor.string("the name of the frozen copy, a string")
    return PartitionCommand(action, partition, partition_id, copy=name)


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
