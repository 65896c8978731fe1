"""The engine Memory, which temporary tables have: what it cannot do.

Its rows are in files like those of all tables: they end with the session, not before.

Source of the semantics: ClickHouse's `StorageMemory` as it answers on 26.9.
"""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import (
    AddColumn,
    AlterColumns,
    AlterRows,
    CommentColumn,
    CommentTable,
    CreateTable,
    DropColumn,
    ModifyColumn,
    ModifyTtl,
    RemoveFromColumn,
    RenameColumn,
)
from rmt_engine.store.table import MEMORY, TableDefinition

__all__ = ["check_memory", "check_memory_columns", "check_memory_rows", "refuse_memory"]

_ALTERS = (
    AddColumn,
    CommentColumn,
    CommentTable,
    DropColumn,
    ModifyColumn,
    RemoveFromColumn,
    RenameColumn,
)
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def check_memory(statement: CreateTable) -> None:
    """Refuses clauses that a table of the engine Memory cannot have.

    Raises:
        RmtError: `BAD_ARGUMENTS`; `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`.
    """
    assert statement.engine is not None
    given = len(statement.engine.arguments)
    if given:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            f"Engine Memory doesn't support any arguments ({given} given).",
        )
    keys = (statement.partition_by, statement.order_by, statement.sample_by)
    refused = {
        "PARTITION_BY, PRIMARY_KEY, ORDER_BY or SAMPLE_BY clauses": (
            any(key is not None for key in keys) or statement.declares_primary_key
        ),
        "TTL clause": bool(statement.ttl) or any(column.ttl for column in statement.columns),
        "skipping indices": bool(statement.indexes),
    }
    for what, is_there in refused.items():
        if is_there:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Engine Memory doesn't support {what}.",
                "ENGINE = MergeTree or ReplacingMergeTree does, for temporary tables, too.",
            )


def check_memory_columns(statement: AlterColumns, definition: TableDefinition) -> None:
    """Refuses changes of a table's columns that the engine Memory does not have.

    Raises:
        RmtError: `NOT_IMPLEMENTED`; `BAD_ARGUMENTS`, a TTL.
    """
    if not definition.is_memory:
        return
    for command in statement.commands:
        is_expiring = isinstance(command, AddColumn | ModifyColumn) and command.column.ttl
        if is_expiring or isinstance(command, ModifyTtl):
            raise RmtError("BAD_ARGUMENTS", "Engine Memory doesn't support TTL clause.")
        if not isinstance(command, _ALTERS):
            kind = _WORD.sub("_", type(command).__name__).upper()
            refuse_memory(definition, f"Alter of type '{kind}'")


def check_memory_rows(statement: AlterRows, definition: TableDefinition) -> None:
    """Refuses partitions in changes of rows of a table that has none.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if any(one.partition or one.partition_id for one in statement.commands):
        refuse_memory(definition, "ALTER UPDATE/DELETE … IN PARTITION")


def refuse_memory(definition: TableDefinition, what: str) -> None:
    """Refuses something for tables of the engine Memory.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if definition.is_memory:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{what} is not supported by storage {MEMORY}.",
            "It is for ReplacingMergeTree and MergeTree tables, which may be temporary, too.",
        )
