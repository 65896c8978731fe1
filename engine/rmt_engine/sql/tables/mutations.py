"""What changes of rows may do to a table, and which columns they write.

Sources: https://clickhouse.com/docs/sql-reference/statements/alter/delete, …/alter/update; the
checks are `MutationsInterpreter`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ProjectionAction, RowCommand
from rmt_engine.sql.tables.column_changes import check_fixed
from rmt_engine.sql.tables.definition import column_types, evaluation_order, key_identifiers
from rmt_engine.sql.tables.dependent_columns import affected_columns, columns_after_clear
from rmt_engine.sql.tables.expressions import (
    calls_aggregate,
    check_identifiers,
    has_subquery,
    identifiers,
)
from rmt_engine.sql.tables.layout import partition_id_of
from rmt_engine.sql.tables.ttl import named_by
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import ROW_EXISTS, Column, TableDefinition

__all__ = [
    "absent_after",
    "check_commands",
    "has_to_act",
    "names_virtual",
    "readable_types",
    "renewed_columns",
]


def check_commands(commands: Sequence[RowCommand], definition: TableDefinition) -> None:
    """Checks what can be checked without Spark.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, an expression names a column there is not;
            `NO_SUCH_COLUMN_IN_TABLE` or `CANNOT_UPDATE_COLUMN`, a column cannot be updated;
            `ILLEGAL_AGGREGATION`, it has an aggregate function;
            `INCORRECT_QUERY`, there is no TTL; `MULTIPLE_ASSIGNMENTS_TO_COLUMN`, it is updated
            twice; `NOT_IMPLEMENTED`, there is a subquery, or `_row_exists` is set to another value
            than 0 or beside another column; `BAD_ARGUMENTS`, a column to materialize has no
            expression; `ALTER_OF_COLUMN_IS_FORBIDDEN`, one to clear is part of a key;
            `INVALID_PARTITION_VALUE` and the like, there are no such partitions.
    """
    for command in commands:
        partition_id_of(command.partition, command.partition_id, definition)
        if command.expires and not definition.ttl:
            raise RmtError(
                "INCORRECT_QUERY", "Cannot MATERIALIZE TTL as there is no TTL set for the table."
            )
        if command.column:
            _check_action_on_column(command, definition)
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


def readable_types(definition: TableDefinition) -> dict[str, DataType]:
    """The types of all that conditions and values of mutations may name."""
    virtual = {name: parse_type(kind) for name, kind in definition.virtual_columns.items()}
    return {**virtual, **column_types(definition)}


def names_virtual(commands: Iterable[RowCommand], definition: TableDefinition) -> bool:
    """Whether a condition or a value of a command names a virtual column."""
    virtual = set(definition.virtual_columns)
    return any(
        not virtual.isdisjoint(map(str.lower, identifiers(text)))
        for command in commands
        if command.is_conditional
        for text in (command.condition, *(value for _, value in command.assignments or ()))
    )


def renewed_columns(command: RowCommand, definition: TableDefinition) -> list[Column]:
    """The columns whose values MATERIALIZE or CLEAR COLUMN makes anew of the row's others.

    A DEFAULT that is materialized is none of them: what files lack is computed when they are read.
    """
    column = definition.column(command.column)
    if column is None or not column.is_stored:
        return []
    if command.action is ProjectionAction.CLEAR:
        return [column, *columns_after_clear(column.name, definition.columns)]
    return [column] if column.kind == "MATERIALIZED" else []


def has_to_act(
    command: RowCommand, definition: TableDefinition, structure: int, absent: Collection[str]
) -> bool:
    """Whether MATERIALIZE or CLEAR COLUMN changes a run.

    Args:
        command: the command.
        definition: the table.
        structure: of the run.
        absent: what the run lacks of that structure.
    """
    column = definition.column(command.column)
    if column is None or not column.is_stored:
        return False
    is_absent = column.file_name in definition.absent_columns(structure, absent)
    if command.action is ProjectionAction.CLEAR:
        return not is_absent
    return is_absent or column.kind == "MATERIALIZED"


def absent_after(
    definition: TableDefinition,
    commands: Sequence[RowCommand],
    structure: int,
    absent: Collection[str],
) -> frozenset[str]:
    """Names in files of the columns that a run lacks still when commands have changed its rows.

    As in ClickHouse, UPDATE writes the columns it sets and MATERIALIZED ones that depend on them,
    MATERIALIZE COLUMN writes its column, and CLEAR COLUMN the MATERIALIZED ones that depend on it;
    the value of another column that is younger than the run is still computed when it is read, as
    is that of a cleared one. What deletes rows writes all columns.

    Args:
        definition: the table.
        commands: what changes the rows.
        structure: of the run.
        absent: what the run lacks of that structure.
    """
    if not all(command.updates for command in commands):
        return frozenset()
    updated: set[str] = set()
    cleared: set[str] = set()
    for command in commands:
        written = [name for name, _ in command.assignments or ()]
        written += [column.name for column in affected_columns(written, definition.columns)]
        written += [column.name for column in renewed_columns(command, definition)]
        written += [command.column] if command.column else []
        updated |= {name.lower() for name in written}
        cleared -= updated
        if command.action is ProjectionAction.CLEAR:
            cleared.add(command.column.lower())
            updated -= cleared
    there = {c.file_name for c in definition.stored_columns if c.name.lower() in cleared}
    lacking = definition.absent_columns(structure, absent) | there
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


def _check_action_on_column(command: RowCommand, definition: TableDefinition) -> None:
    name = command.column
    column = definition.column(name)
    if command.action is ProjectionAction.CLEAR:
        if column is None and not command.if_exists:
            raise RmtError(
                "NOT_FOUND_COLUMN_IN_BLOCK",
                f"Wrong column name. Cannot find column `{name}` to drop.",
                f"The columns are: {', '.join(c.name for c in definition.columns)}.",
            )
        for one in renewed_columns(command, definition):
            check_fixed(definition, one, "CLEAR")
        return
    if column is None:
        raise RmtError("NO_SUCH_COLUMN_IN_TABLE", f"There is no column {name} in table.")
    if column.name in {*key_identifiers(definition), definition.version, definition.sign}:
        raise RmtError(
            "CANNOT_UPDATE_COLUMN",
            f"Refused to materialize column `{name}` because it's in the sort key or decides which "
            "rows are current.",
        )
    if not column.expression or column.kind == "EPHEMERAL":
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Cannot materialize column `{name}` because it doesn't have default expression.",
        )


def _check_updated(name: str, definition: TableDefinition) -> None:
    if name == ROW_EXISTS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"UPDATE can set {ROW_EXISTS} only to 0, and no other column with it.",
            "A row that is gone does not come back.",
        )
    column = definition.column(name)
    if column is None and name in definition.virtual_columns:
        raise RmtError("NOT_IMPLEMENTED", f"Update is not supported for virtual column `{name}`.")
    fixed = {*key_identifiers(definition), definition.version, definition.sign}
    if column is not None and column.name in fixed:
        raise RmtError("CANNOT_UPDATE_COLUMN", f"Cannot UPDATE key column `{column.name}`.")
    if column is None or not column.is_stored:
        raise RmtError(
            "NO_SUCH_COLUMN_IN_TABLE",
            f"There is no column `{name}` in table.",
            f"The columns are: {', '.join(c.name for c in definition.visible_columns)}.",
        )
    if parse_type(column.type).category is Category.STATE:
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Column {name}: there is no value that an expression gives an {column.type}.",
            "Insert rows with states; merges put them together.",
        )
    if column.kind == "MATERIALIZED":
        raise RmtError("CANNOT_UPDATE_COLUMN", f"Cannot UPDATE materialized column `{name}`.")
    for affected in affected_columns([column.name], definition.columns):
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
    check_identifiers(text, readable, "a mutation", hidden=definition.virtual_columns)
