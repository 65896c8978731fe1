"""Reads `CHECK TABLE` and `CHECK ALL TABLES`.

Source of the grammar: https://clickhouse.com/docs/sql-reference/statements/check-table.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.statements import CheckTable
from rmt_engine.sql.text.tokens import Cursor

__all__ = ["read_check"]


def read_check(cursor: Cursor) -> CheckTable:
    """Reads what follows `CHECK`.

    Raises:
        RmtError: `SYNTAX_ERROR`; `SUPPORT_IS_DISABLED`, PARTITION ALL; `NOT_IMPLEMENTED`, CHECK of
            something else.
    """
    if cursor.accept("ALL", "TABLES"):
        cursor.end()
        return CheckTable()
    for what in ("GRANT", "DATABASE"):
        if cursor.at(what):
            raise unsupported(f"CHECK {what}")
    cursor.expect("TABLE")
    name = cursor.name()
    partition = partition_id = part = None
    if cursor.accept("PART"):
        part = cursor.string("the name of a part, a string")
    elif cursor.accept("PARTITION", "ID"):
        partition_id = cursor.string("a partition id, a string")
    elif cursor.accept("PARTITION", "ALL"):
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            "Only Support DROP/DETACH/ATTACH PARTITION ALL currently.",
            "CHECK TABLE without PARTITION checks all of them.",
        )
    elif cursor.accept("PARTITION"):
        partition = cursor.skip_until("PART", ";")
        if not partition:
            cursor.fail("expected a partition")
    cursor.end()
    return CheckTable(name, partition, partition_id, part)
