"""PREWHERE with FINAL: the engine's rows of those that meet a condition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.engines import ENGINES, EngineColumns
from rmt_engine.engines.engine import Versions
from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.current_rows import Rows, reads_current
from rmt_engine.sql.query.scopes import LoweredSource
from rmt_engine.sql.query.tree import (
    ArrayJoin,
    Exists,
    Expression,
    Join,
    Source,
    Subquery,
    TableSource,
    expressions_in,
)
from rmt_engine.sql.query.values import condition

if TYPE_CHECKING:
    from rmt_engine.sql.query.lowering import Lowering

__all__ = ["before_final"]

_UNLIKE_KEYS = (*FLOATS, "Array", "Map", "Nested")
"""The families of types whose equal keys may meet different conditions, or be something else."""


def before_final(
    prewhere: Expression, source: Source | None, lowered: LoweredSource, lowering: Lowering
) -> LoweredSource | None:
    """FROM with PREWHERE below FINAL, where it filters versions of rows; None elsewhere.

    Args:
        prewhere: the condition.
        source: FROM.
        lowered: it, lowered without the condition.
        lowering: lowers expressions over it.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, there are several tables, or columns of parts.
    """
    first = source
    while isinstance(first, Join | ArrayJoin):
        first = first.left
    queries = lowering.queries
    table = queries.prewhere_table(first)
    said = first.rows if isinstance(first, Source) else Rows.AS_SET
    is_final = reads_current(said, queries.settings, table)
    if not is_final or _is_of_keys(prewhere, table, source, lowered, lowering):
        return None
    if first is not source or not isinstance(source, TableSource):
        raise RmtError(
            "NOT_IMPLEMENTED",
            "PREWHERE with FINAL in a query of several tables is not supported yet.",
            "Put the table with its PREWHERE into a subquery.",
        )
    _refuse_virtual(table, lowered)
    text = condition(lowering.row(prewhere))
    alias = lowered.sql.rpartition(" AS ")[2]
    return replace(lowered, sql=_filtered(table, source, alias, text, queries.settings))


def _refuse_virtual(table: KnownTable, lowered: LoweredSource) -> None:
    """Refuses columns of parts, which the rows that PREWHERE filters do not have."""
    virtual = {column.name for column in table.columns if column.is_virtual}
    named = {column.name for column in lowered.relations[0].columns}
    if found := sorted(virtual & named):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"PREWHERE with FINAL beside the virtual column {found[0]} is not supported yet.",
            "Use WHERE, which filters the rows that FINAL shows.",
        )


def _is_of_keys(
    prewhere: Expression,
    table: KnownTable,
    source: Source | None,
    lowered: LoweredSource,
    lowering: Lowering,
) -> bool:
    """Whether a condition is the same before FINAL and behind it, as all rows of a key meet it.

    Floats are not among such keys, for 0.0 and -0.0 are one; nor arrays, which ARRAY JOIN may
    have made elements.
    """
    while isinstance(source, ArrayJoin):
        source = source.left
    if (
        isinstance(source, Join)
        or not table.key
        or any(isinstance(one, Subquery | Exists) for one in expressions_in(prewhere))
    ):
        return False
    families = {one.name: one.type.family for one in table.columns if one.type is not None}
    names = {name for name in table.key if families.get(name, "Array") not in _UNLIKE_KEYS}
    keys = {column.value.sql for column in lowered.relations[0].columns if column.name in names}
    found = (lowering.scope.find_here(one.parts) for one in lowering.reach.names(prewhere))
    return all(one is not None and one[0].value.sql in keys for one in found)


def _filtered(
    table: KnownTable,
    source: TableSource,
    alias: str,
    condition: str,
    settings: Mapping[str, str],
) -> str:
    """A table in FROM, filtered before its rows are merged.

    Args:
        table: the table.
        source: what FROM says of it.
        alias: what Spark knows it under, in backticks.
        condition: Spark's text, with columns of that alias.
        settings: that hold for the statement.
    """
    key = [quote_name(column) for column in table.key]
    if settings.get("do_not_merge_across_partitions_select_final") == "1":
        key.append("`__partition_rank`")
    arguments = [table.scanned, *([str(source.sample)] if source.sample is not None else [])]
    versions = Versions(
        f"rmt_rows({', '.join(map(quote_string, arguments))}) AS {alias} WHERE ({condition})",
        f"PARTITION BY {', '.join(key)}" if key else "",
        ("`__part_rank`", "`__row`"),
        EngineColumns(_quoted(table.version), _quoted(table.is_deleted), _quoted(table.sign)),
    )
    return f"({ENGINES[table.kind].current(versions)}) AS {alias}"


def _quoted(column: str | None) -> str | None:
    return None if column is None else quote_name(column)
