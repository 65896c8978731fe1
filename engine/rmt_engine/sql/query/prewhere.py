"""PREWHERE with FINAL: the newest of the versions that meet a condition."""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.sql.grammar.quoting import quote_name, quote_string
from rmt_engine.sql.query.catalog import KnownTable
from rmt_engine.sql.query.tree import TableSource

__all__ = ["newest_rows"]


def newest_rows(
    table: KnownTable,
    source: TableSource,
    alias: str,
    condition: str,
    settings: Mapping[str, str],
) -> str:
    """A ReplacingMergeTree table in FROM, filtered before its rows replace each other.

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
    partition = f"PARTITION BY {', '.join(key)} " if key else ""
    order = [f"{quote_name(table.version)} DESC"] if table.version else []
    order += ["`__part_rank` DESC", "`__row` DESC"]
    arguments = [table.scanned, *([str(source.sample)] if source.sample is not None else [])]
    rows = f"rmt_rows({', '.join(map(quote_string, arguments))}) AS {alias}"
    number = f"row_number() OVER ({partition}ORDER BY {', '.join(order)}) AS `__n`"
    deleted = f" AND {quote_name(table.is_deleted)} = 0" if table.is_deleted else ""
    inner = f"SELECT *, {number} FROM {rows} WHERE {condition}"
    return f"(SELECT * FROM ({inner}) WHERE `__n` = 1{deleted}) AS {alias}"
