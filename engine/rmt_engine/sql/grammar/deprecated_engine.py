"""ClickHouse's first syntax of engines: `ReplacingMergeTree(date, sample, (key), 8192, version)`.

Source of the semantics:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#deprecated-method-for-creating-a-table.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import CreateTable, EngineClause
from rmt_engine.store.table import MERGE_TREE, REPLICATED

__all__ = ["is_deprecated", "lacks_keys", "with_clauses"]


def is_deprecated(statement: CreateTable) -> bool:
    """Whether a statement gives its keys as arguments of the engine."""
    engine = statement.engine
    return engine is not None and lacks_keys(statement) and len(_without_paths(engine)) > 2


def lacks_keys(statement: CreateTable) -> bool:
    """Whether an engine has arguments, and no clause says that they are those of today's syntax."""
    clauses = (
        *(statement.partition_by, statement.order_by, statement.sample_by),
        statement.unique_key,
    )
    engine = statement.engine
    return (
        engine is not None
        and engine.name.endswith(MERGE_TREE)
        and not (any(clauses) or statement.declares_primary_key or statement.settings)
        and bool(_without_paths(engine))
    )


def with_clauses(statement: CreateTable) -> CreateTable:
    """The same table with the clauses that took the place of such arguments.

    Raises:
        RmtError: `BAD_ARGUMENTS`, the arguments are others.
    """
    engine = statement.engine
    if engine is None or not is_deprecated(statement):
        return statement
    date, *rest = _without_paths(engine)
    sample = rest.pop(0) if len(rest) > 2 and rest[2].isdigit() else None
    if len(rest) < 2 or not rest[1].isdigit():
        raise RmtError(
            "BAD_ARGUMENTS",
            f"{engine.name} wants a date, a key and an index granularity.",
            f"{engine.name}(date, (key), 8192), or ORDER BY and PARTITION BY toYYYYMM(date).",
        )
    key, granularity, *others = rest
    return replace(
        statement,
        engine=EngineClause(engine.name, tuple(others)),
        partition_by=f"toYYYYMM({date})",
        order_by=key,
        sample_by=sample,
        settings={"index_granularity": granularity},
    )


def _without_paths(engine: EngineClause) -> list[str]:
    """The arguments behind the path and the name of a replica."""
    arguments = list(engine.arguments)
    while engine.name.startswith(REPLICATED) and arguments and arguments[0][:1] in ("'", '"'):
        arguments.pop(0)
    return arguments
