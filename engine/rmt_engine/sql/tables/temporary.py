"""The engine of a temporary table, if its statement does not say it.

Source of the semantics: ClickHouse's `InterpreterCreateQuery::setEngine`.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import CreateTable, EngineClause

__all__ = ["with_engine"]

_OF_SEVERAL_SERVERS = ("Replicated", "Shared", "KeeperMap")


def with_engine(statement: CreateTable, default: str) -> CreateTable:
    """A CREATE TEMPORARY TABLE with an engine.

    Args:
        statement: the statement.
        default: the engine if it names none, as `default_temporary_table_engine` says; `None` for
            none.

    Raises:
        RmtError: `ENGINE_REQUIRED`; `INCORRECT_QUERY`, it is an engine of several servers.
    """
    engine = statement.engine or EngineClause(default)
    if engine.name == "None":
        raise RmtError(
            "ENGINE_REQUIRED",
            "Table engine is not specified in CREATE query.",
            "Say it, ENGINE = Memory, or set default_temporary_table_engine.",
        )
    if engine.name.startswith(_OF_SEVERAL_SERVERS):
        raise RmtError(
            "INCORRECT_QUERY",
            f"Temporary tables cannot be created with {engine.name}, an engine of several servers.",
            "Name a plain engine: Memory, MergeTree or ReplacingMergeTree.",
        )
    return replace(statement, engine=engine)
