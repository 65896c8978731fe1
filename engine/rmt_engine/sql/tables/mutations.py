"""Changes of rows: `ALTER TABLE … DELETE | UPDATE`, `DELETE FROM`, `UPDATE`, `KILL`.

`DELETE FROM` is `UPDATE _row_exists = 0`, the command that masks rows.

Sources: https://clickhouse.com/docs/sql-reference/statements/alter/delete, …/alter/update,
…/alter/apply-deleted-mask, …/statements/delete, …/statements/update, …/statements/kill; the checks
are `MutationsInterpreter`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import (
    MASKING,
    ZONE_SETTING,
    AlterRows,
    KillMutation,
    KillQuery,
    RowCommand,
    UpdateTable,
)
from rmt_engine.sql.grammar.tokens import Cursor, Name, tokenize
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.tables.definition import evaluation_order, key_identifiers
from rmt_engine.sql.tables.expressions import (
    calls_aggregate,
    check_identifiers,
    has_subquery,
    identifiers,
)
from rmt_engine.sql.tables.layout import partition_id_of
from rmt_engine.sql.tables.ttl import named_by
from rmt_engine.store.table import ROW_EXISTS, Column, TableDefinition

__all__ = [
    "absent_after",
    "affected_columns",
    "check_commands",
    "parse_commands",
    "read_alter_rows",
    "read_delete_from",
    "read_kill",
    "read_update",
]


_PAIRS = (("APPLY", "DELETED"), ("MATERIALIZE", "TTL"))


# Statements


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
    return words[:1] in (("DELETE",), ("UPDATE",)) or words in _PAIRS


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
        else:
            cursor.fail(
                "expected DELETE, UPDATE, APPLY DELETED MASK or MATERIALIZE TTL: other commands "
                "stand in an ALTER of their own"
            )
        if parenthesized:
            if are_recorded and cursor.accept("SETTINGS", ZONE_SETTING.upper()):
                cursor.expect("=")
                commands[-1] = replace(commands[-1], time_zone=cursor.string("a time zone"))
            cursor.expect(")")
        if not cursor.accept(","):
            return tuple(commands)


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


# Checks


def check_commands(commands: Sequence[RowCommand], definition: TableDefinition) -> None:
    """Checks what can be checked without Spark.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, an expression names a column there is not;
            `NO_SUCH_COLUMN_IN_TABLE` or `CANNOT_UPDATE_COLUMN`, a column cannot be updated;
            `ILLEGAL_AGGREGATION`, it has an aggregate function;
            `INCORRECT_QUERY`, there is no TTL; `MULTIPLE_ASSIGNMENTS_TO_COLUMN`, it is updated
            twice; `NOT_IMPLEMENTED`, there is a subquery, or `_row_exists` is set to another value
            than 0 or beside another column;
            `INVALID_PARTITION_VALUE` and the like, there are no such partitions.
    """
    for command in commands:
        partition_id_of(command.partition, command.partition_id, definition)
        if command.expires and not definition.ttl:
            raise RmtError(
                "INCORRECT_QUERY", "Cannot MATERIALIZE TTL as there is no TTL set for the table."
            )
        if not command.is_conditional:
            continue
        _check_expression(command.condition, definition)
        if command.masks_rows:
            continue
        names: set[str] = set()
        for name, value in command.assignments or ():
            _check_updated(name, definition)
            _check_expression(value, definition)
            if name.lower() in names:
                raise RmtError(
                    "MULTIPLE_ASSIGNMENTS_TO_COLUMN",
                    f"Multiple assignments in the single statement to column `{name}`.",
                )
            names.add(name.lower())


def affected_columns(updated: Iterable[str], definition: TableDefinition) -> list[Column]:
    """The MATERIALIZED columns that depend on an updated one, each after those it depends on."""
    changed = {name.lower() for name in updated}
    affected: list[Column] = []
    for column in evaluation_order(definition.columns):
        needed = {name.lower() for name in identifiers(column.expression)}
        if column.kind != "DEFAULT" and changed & needed:
            changed.add(column.name.lower())
            affected += [column] if column.is_stored else []
    return affected


def absent_after(
    definition: TableDefinition,
    commands: Sequence[RowCommand],
    structure: int,
    absent: Collection[str],
) -> frozenset[str]:
    """Names in files of the columns that a run lacks still when commands have changed its rows.

    As in ClickHouse, UPDATE writes the columns it sets and MATERIALIZED ones that depend on them;
    the value of another column that is younger than the run is still computed when it is read. What
    deletes rows writes all columns.

    Args:
        definition: the table.
        commands: what changes the rows.
        structure: of the run.
        absent: what the run lacks of that structure.
    """
    if not all(command.updates for command in commands):
        return frozenset()
    updated = {name.lower() for command in commands for name, _ in command.assignments or ()}
    updated |= {column.name.lower() for column in affected_columns(updated, definition)}
    lacking = definition.absent_columns(structure, absent)
    left = {
        column.name.lower(): column.file_name
        for column in definition.stored_columns
        if column.file_name in lacking and column.name.lower() not in updated
    }
    computed = set(left)
    for column in evaluation_order(definition.columns):
        if computed & {name.lower() for name in identifiers(column.expression)}:
            computed.add(column.name.lower())
    moments = {
        rule.name
        for rule in definition.ttl
        if rule.name in lacking and computed & {name.lower() for name in named_by(rule)}
    }
    return frozenset({*left.values(), *moments})


def _check_updated(name: str, definition: TableDefinition) -> None:
    if name == ROW_EXISTS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"UPDATE can set {ROW_EXISTS} only to 0, and no other column with it.",
            "A row that is gone does not come back.",
        )
    column = definition.column(name)
    fixed = {*key_identifiers(definition), definition.version}
    if column is not None and column.name in fixed:
        raise RmtError("CANNOT_UPDATE_COLUMN", f"Cannot UPDATE key column `{column.name}`.")
    if column is None or not column.is_stored:
        raise RmtError(
            "NO_SUCH_COLUMN_IN_TABLE",
            f"There is no column `{name}` in table.",
            f"The columns are: {', '.join(c.name for c in definition.visible_columns)}.",
        )
    if column.kind == "MATERIALIZED":
        raise RmtError("CANNOT_UPDATE_COLUMN", f"Cannot UPDATE materialized column `{name}`.")
    for affected in affected_columns([column.name], definition):
        if affected.name in fixed:
            raise RmtError(
                "CANNOT_UPDATE_COLUMN",
                f"Updated column `{column.name}` affects MATERIALIZED column `{affected.name}`, "
                "which is a key column. Cannot UPDATE it.",
            )


def _check_expression(text: str, definition: TableDefinition) -> None:
    if has_subquery(text):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A subquery in a mutation is not supported: {text}.",
            "Put its values into the statement.",
        )
    if calls_aggregate(text):
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"Aggregate and window functions are not allowed in a mutation: {text}.",
        )
    readable = [column.name for column in definition.columns if column.kind != "EPHEMERAL"]
    check_identifiers(text, readable, "a mutation")
