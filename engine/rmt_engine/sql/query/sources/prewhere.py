"""PREWHERE of one table: with FINAL, the engine's rows of those that meet a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.engines import ENGINES, EngineColumns
from rmt_engine.engines.engine import PARTITION_RANK, Versions
from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.current_rows import BEFORE_FINAL, Rows, reads_current
from rmt_engine.sql.query.names.scopes import LoweredSource
from rmt_engine.sql.query.names.statement import StatementNames
from rmt_engine.sql.query.tree import (
    Call,
    Exists,
    Expression,
    Select,
    Source,
    Subquery,
    TableSource,
    expressions_in,
)
from rmt_engine.sql.query.values import condition
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.store.table import KEYLESS

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.lowering import Lowering

__all__ = ["before_final", "filtered_table", "prewhere_table", "with_where_only"]

_UNLIKE_KEYS = (*FLOATS, "Array", "Map", "Nested")
"""The families of types whose equal keys may meet different conditions, or be something else."""


def with_where_only(select: Select) -> Select:
    """A query whose WHERE has the condition of its PREWHERE, too."""
    conditions = [one for one in (select.prewhere, select.where) if one is not None]
    where = conditions[0] if len(conditions) == 1 else Call("and", conditions)
    return replace(select, prewhere=None, where=where) if conditions else select


def prewhere_table(queries: StatementNames, source: Source | None) -> KnownTable:
    """The table that PREWHERE filters.

    Raises:
        RmtError: `ILLEGAL_PREWHERE`, the source is none of the engine's tables.
    """
    what = "A subquery or a table function"
    if isinstance(source, TableSource):
        if queries.is_common_table(source.name):
            what = f"The subquery {source.name}"
        else:
            table = queries.table(source.name)
            if table.is_engines and (table.kind not in KEYLESS or table.has_final):
                return table
            what = f"Storage {table.kind} (table {table.qualified})"
    raise RmtError("ILLEGAL_PREWHERE", f"{what} does not support PREWHERE.", "Use WHERE.")


def before_final(
    prewhere: Expression, source: Source | None, lowered: LoweredSource, lowering: Lowering
) -> LoweredSource | None:
    """A table with PREWHERE below FINAL, where it filters versions of rows; None elsewhere.

    Args:
        prewhere: the condition.
        source: FROM, or the table in it that the condition is on.
        lowered: it, lowered without the condition.
        lowering: lowers expressions over it.

    Raises:
        RmtError: `ILLEGAL_PREWHERE`, it is none of the engine's tables; `NOT_IMPLEMENTED`, columns
            of parts stand beside computed rows, or ALIAS columns are of computed values.
    """
    queries = lowering.queries
    if not isinstance(source, TableSource) or queries.is_common_table(source.name):
        # A name that nothing has is told of first.
        lowering.row(prewhere)
    table = prewhere_table(queries, source)
    said = source.rows if isinstance(source, Source) else Rows.AS_SET
    is_final = reads_current(said, queries.settings, table)
    if not is_final or _is_of_keys(prewhere, table, lowered, lowering):
        return None
    assert isinstance(source, TableSource)
    _refuse_computed_aliases(table)
    has_virtual = _has_virtual(table, lowered)
    text = condition(lowering.row(prewhere))
    alias = lowered.sql.rpartition(" AS ")[2]
    words = [BEFORE_FINAL, *(["virtual"] if has_virtual else [])]
    words += [str(source.sample)] if source.sample is not None else []
    return replace(lowered, sql=_filtered(table, words, alias, text, queries.settings))


def filtered_table(
    prewhere: Expression, source: TableSource, lowered: LoweredSource, lowering: Lowering
) -> LoweredSource:
    """One of several tables of FROM, with the rows that meet a condition before they are joined.

    Args:
        prewhere: the condition.
        source: the table.
        lowered: it, lowered without the condition.
        lowering: lowers expressions over it.

    Raises:
        RmtError: as of `before_final`.
    """
    found = before_final(prewhere, source, lowered, lowering)
    if found is not None:
        return found
    alias = lowered.sql.rpartition(" AS ")[2]
    rows = f"SELECT * FROM {lowered.sql} WHERE {lowering.filter(prewhere)}"
    return replace(lowered, sql=f"({rows}) AS {alias}")


def _has_virtual(table: KnownTable, lowered: LoweredSource) -> bool:
    """Whether columns of parts are named beside PREWHERE; computed rows are of no part."""
    virtual = {column.name for column in table.columns if column.is_virtual}
    named = {column.name for column in lowered.relations[0].columns}
    found = sorted(virtual & named)
    if found and ENGINES[table.kind].computes:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"PREWHERE with FINAL of {table.qualified} computes rows, which are of no part: "
            f"{found[0]} is not there.",
            "Leave the column out, or FINAL.",
        )
    return bool(found)


def _refuse_computed_aliases(table: KnownTable) -> None:
    """Refuses ALIAS columns where they are of values that FINAL computes, and not of a row's."""
    aliases = [column.name for column in table.columns if column.is_alias]
    if aliases and ENGINES[table.kind].computes:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"PREWHERE with FINAL is not supported for {table.qualified}, of engine {table.kind} "
            f"with the ALIAS column {aliases[0]}.",
            "Use WHERE, which filters the rows that FINAL shows.",
        )


def _is_of_keys(
    prewhere: Expression, table: KnownTable, lowered: LoweredSource, lowering: Lowering
) -> bool:
    """Whether a condition is the same before FINAL and behind it, as all rows of a key meet it.

    Floats are not among such keys, for 0.0 and -0.0 are one.
    """
    if not table.key or any(isinstance(one, Subquery | Exists) for one in expressions_in(prewhere)):
        return False
    families = {one.name: one.type.family for one in table.columns if one.type is not None}
    names = {name for name in table.key if families.get(name, "Array") not in _UNLIKE_KEYS}
    keys = {column.value.sql for column in lowered.relations[0].columns if column.name in names}
    found = (lowering.scope.find_here(one.parts) for one in lowering.reach.names(prewhere))
    return all(one is not None and one[0].value.sql in keys for one in found)


def _filtered(
    table: KnownTable,
    words: Sequence[str],
    alias: str,
    condition: str,
    settings: Mapping[str, str],
) -> str:
    """A table in FROM, filtered before its rows are merged.

    Args:
        table: the table.
        words: what `rmt_rows` is told of the rows.
        alias: what Spark knows it under, in backticks.
        condition: Spark's text, with columns of that alias.
        settings: that hold for the statement.
    """
    key = [quote_name(column) for column in table.key]
    if settings.get("do_not_merge_across_partitions_select_final") == "1":
        key.append(PARTITION_RANK)
    name = quote_string(table.scanned)
    versions = Versions(
        name,
        alias,
        f"rmt_rows({', '.join([name, *map(quote_string, words)])}) AS {alias} WHERE ({condition})",
        tuple(key),
        EngineColumns(_quoted(table.version), _quoted(table.is_deleted)),
    )
    return f"({ENGINES[table.kind].current(versions)}) AS {alias}"


def _quoted(column: str | None) -> str | None:
    return None if column is None else quote_name(column)
