"""Executes CHECK TABLE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.merges.part_checks import check_parts
from rmt_engine.sql.grammar.statements import CheckTable
from rmt_engine.sql.tables.layout import partition_id_of
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["check_tables"]

_OF_ALL = "result INT"
_OF_PARTS = "part_path STRING, is_passed INT, message STRING"
_OF_TABLES = f"database STRING, `table` STRING, {_OF_PARTS}"


def check_tables(
    store: Store, statement: CheckTable, tables: Sequence[Table], single: bool
) -> tuple[list[tuple[Any, ...]], str]:
    """Checks parts of tables.

    Args:
        store: the store.
        statement: which parts, if it names one table.
        tables: the tables.
        single: whether one number answers for all parts.

    Returns:
        The rows of the answer, and the DDL of its columns.

    Raises:
        RmtError: `NO_SUCH_DATA_PART`, `BAD_DATA_PART_NAME`, or the partition is no value of the
            table's partition key.
    """
    if statement.name is not None:
        snapshots = [store.snapshots.current(table) for table in tables]
    else:
        snapshots = list(store.snapshots.of_existing(tables))
    parts = [(s.table, part) for s in snapshots for part in _chosen(statement, s)]
    checks = check_parts(store, parts)
    if single:
        return [(int(all(not check.message for check in checks)),)], _OF_ALL
    rows = [(str(check.part.name), int(not check.message), check.message) for check in checks]
    if statement.name is not None:
        return rows, _OF_PARTS
    names = [(check.table.database, check.table.name) for check in checks]
    return [(*name, *row) for name, row in zip(names, rows, strict=True)], _OF_TABLES


def _chosen(statement: CheckTable, snapshot: Snapshot) -> Sequence[Part]:
    table = snapshot.table
    if statement.part is not None:
        wanted = PartName.parse(statement.part)
        parts = [part for part in snapshot.parts if part.name == wanted]
        if not parts:
            raise RmtError(
                "NO_SUCH_DATA_PART",
                f"No such data part '{statement.part}' to check in table '{table.qualified}'.",
            )
        return parts
    partition = partition_id_of(statement.partition, statement.partition_id, table.definition)
    return [part for part in snapshot.parts if partition in (None, part.name.partition_id)]
