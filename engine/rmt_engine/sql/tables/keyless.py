"""The engines without keys, Memory and the Log family: what they cannot do.

Source of the semantics: ClickHouse's `StorageMemory`, `StorageLog` and `StorageStripeLog` as they
answer on 26.9.
"""

from __future__ import annotations

import re

from rmt_engine.engines import ENGINES, engine_of
from rmt_engine.engines.merge_tree import KeylessEngine
from rmt_engine.engines.without_rows import OthersEngine
from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import (
    AddColumn,
    AlterColumns,
    AlterRows,
    AlterSettings,
    CommentColumn,
    CommentTable,
    CreateTable,
    DropColumn,
    ModifyColumn,
    ModifyTtl,
    OptimizeTable,
    RemoveFromColumn,
    RenameColumn,
)
from rmt_engine.sql.settings.declared import split_table_settings
from rmt_engine.store.table import TableDefinition

__all__ = [
    "check_keyless",
    "check_keyless_columns",
    "check_keyless_rows",
    "check_keyless_settings",
    "check_keyless_update",
    "check_optimize_of_buffer",
    "refuse_keyless",
    "refuse_rows",
]

_ALTERS = (
    AddColumn,
    CommentColumn,
    CommentTable,
    DropColumn,
    ModifyColumn,
    RemoveFromColumn,
    RenameColumn,
)
_COMMENTS = (CommentColumn, CommentTable)
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def check_keyless(statement: CreateTable) -> None:
    """Refuses clauses that a table without keys cannot have.

    Raises:
        RmtError: `BAD_ARGUMENTS`.
    """
    assert statement.engine is not None
    engine = statement.engine.name
    keys = (statement.partition_by, statement.order_by, statement.sample_by)
    refused = {
        "PARTITION_BY, PRIMARY_KEY, ORDER_BY or SAMPLE_BY clauses": (
            any(key is not None for key in keys) or statement.declares_primary_key
        ),
        "UNIQUE KEY clause": statement.unique_key is not None,
        "TTL clause": bool(statement.ttl) or any(column.ttl for column in statement.columns),
        "skipping indices": bool(statement.indexes),
        "SETTINGS clause": (
            isinstance(ENGINES[engine], OthersEngine)
            and bool(split_table_settings(statement.settings)[0])
        ),
        "projections": bool(statement.projections),
    }
    for what, is_there in refused.items():
        if is_there:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Engine {engine} doesn't support {what}.",
                "ENGINE = MergeTree or ReplacingMergeTree does, for temporary tables, too.",
            )


def check_keyless_columns(statement: AlterColumns, definition: TableDefinition) -> None:
    """Refuses changes of a table's columns that its engine does not have.

    Raises:
        RmtError: `NOT_IMPLEMENTED`; `BAD_ARGUMENTS`, a TTL.
    """
    engine = engine_of(definition)
    if not isinstance(engine, KeylessEngine):
        return
    for command in statement.commands:
        is_expiring = isinstance(command, AddColumn | ModifyColumn) and command.column.ttl
        if is_expiring or isinstance(command, ModifyTtl):
            raise RmtError("BAD_ARGUMENTS", f"Engine {engine.name} doesn't support TTL clause.")
        is_known = isinstance(command, _ALTERS if engine.changes_columns else _COMMENTS)
        if not is_known or (isinstance(command, RenameColumn) and not engine.renames_columns):
            kind = _WORD.sub("_", type(command).__name__).upper()
            refuse_keyless(definition, f"Alter of type '{kind}'")


def check_keyless_rows(statement: AlterRows, definition: TableDefinition) -> None:
    """Refuses changes of rows that a table's engine does not have.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a partition, or any mutation; `BAD_ARGUMENTS`, a `DELETE FROM`.
    """
    engine = engine_of(definition)
    if not isinstance(engine, KeylessEngine):
        return
    if statement.is_lightweight:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"DELETE query is not supported for tables of the engine {engine.name}.",
        )
    if not engine.changes_rows:
        raise RmtError("NOT_IMPLEMENTED", f"Table engine {engine.name} doesn't support mutations.")
    if any(one.partition or one.partition_id for one in statement.commands):
        refuse_keyless(definition, "ALTER UPDATE/DELETE … IN PARTITION")


def check_keyless_settings(statement: AlterSettings, definition: TableDefinition) -> None:
    """Refuses changes of settings that a table's engine does not have.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    engine = engine_of(definition)
    if statement.reset:
        refuse_keyless(definition, "Alter of type 'RESET_SETTING'")
    if isinstance(engine, KeylessEngine) and not engine.changes_rows:
        refuse_keyless(definition, "Alter of type 'MODIFY_SETTING'")


def check_keyless_update(definition: TableDefinition) -> None:
    """Refuses `UPDATE t SET` of a table without keys.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if definition.is_keyless:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "Lightweight updates are not supported. Table with engine "
            f"{definition.engine} doesn't support lightweight updates.",
        )


def check_optimize_of_buffer(statement: OptimizeTable) -> None:
    """Refuses what OPTIMIZE of a `Buffer` cannot say; there is nothing to flush.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    said = {
        "Partition": statement.partition is not None or statement.partition_id is not None,
        "FINAL": statement.final,
        "DEDUPLICATE": statement.deduplicate,
        "CLEANUP": statement.cleanup,
    }
    for what, is_said in said.items():
        if is_said:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{what} cannot be specified when optimizing table of type Buffer.",
                "OPTIMIZE the table behind it.",
            )


def refuse_rows(engine: str) -> None:
    """Refuses rows for a table whose engine takes none.

    Args:
        engine: its name; empty if it is not known.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if engine in ENGINES and not ENGINES[engine].takes_rows:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"Method write is not supported by storage {engine}.",
            "Insert into one of the tables that it shows.",
        )


def refuse_keyless(definition: TableDefinition, what: str) -> None:
    """Refuses something for tables without keys.

    Raises:
        RmtError: `NOT_IMPLEMENTED`.
    """
    if definition.is_keyless:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{what} is not supported by storage {definition.engine}.",
            "It is for ReplacingMergeTree and MergeTree tables, which may be temporary, too.",
        )
