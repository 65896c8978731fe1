"""PREWHERE with FINAL: the engine's rows of those that meet a condition."""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.engines import ENGINES, EngineColumns
from rmt_engine.engines.engine import Versions
from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.tree import TableSource

__all__ = ["filtered_rows"]


def filtered_rows(
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
