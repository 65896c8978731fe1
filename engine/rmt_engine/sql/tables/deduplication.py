"""When repeated INSERTs are recognised: what a table's and a session's settings say.

Source: https://clickhouse.com/docs/guides/developer/deduplicating-inserts-on-retries, and
ClickHouse 26.9 as it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.sql.text.tokens import Cursor, tokenize
from rmt_engine.store.block_ids import BlockWindow
from rmt_engine.store.table import TableDefinition

__all__ = ["Recognition", "is_stable", "not_possible", "recognition", "recognition_of_view"]


@dataclass(frozen=True)
class Recognition:
    """How the blocks of an INSERT are compared with earlier ones.

    Attributes:
        window: which blocks are remembered.
        token: the INSERT's token; empty when blocks are known by their rows.
        required: whether an INSERT that cannot be recognised is an error.
    """

    window: BlockWindow
    token: str
    required: bool = False


def recognition(
    definition: TableDefinition, session: Mapping[str, str], query: str | None
) -> Recognition | None:
    """How an INSERT is recognised; None when it is not.

    Args:
        definition: the table.
        session: the settings of the INSERT.
        query: the query its rows come from; None for VALUES, empty for a DataFrame.

    Raises:
        RmtError: `DEDUPLICATION_IS_NOT_POSSIBLE`, it has to be recognised, and a retry of its
            query may give other rows.
    """
    window = _window(definition)
    if window is None:
        return None
    token = session["insert_deduplication_token"]
    enabled = session["deduplicate_insert"] == "enable" or (
        session["deduplicate_insert"] == "backward_compatible_choice"
        and session["insert_deduplicate"] == "1"
    )
    if query is None:
        return Recognition(window, token) if enabled else None
    stable = bool(token) or is_stable(query)
    match session["deduplicate_insert_select"]:
        case "force_enable":
            if not stable:
                raise not_possible()
            return Recognition(window, token, required=True)
        case "enable_when_possible":
            return Recognition(window, token) if enabled and stable else None
        case "enable_even_for_bad_queries":
            return Recognition(window, token) if enabled else None
        case _:
            return None


def recognition_of_view(
    definition: TableDefinition, session: Mapping[str, str], query: str | None, token: str
) -> Recognition | None:
    """How the rows are recognised that a materialized view makes of an INSERT.

    Args:
        definition: the view's target.
        session: the settings of the INSERT.
        query: as for `recognition`.
        token: what the rows are made of, and the view; empty if it is not known.
    """
    if not token or session["deduplicate_blocks_in_dependent_materialized_views"] == "0":
        return None
    found = recognition(definition, session, query)
    return None if found is None else replace(found, token=token, required=False)


def is_stable(query: str) -> bool:
    """Whether a query gives the same rows in the same order each time: by `ORDER BY ALL`."""
    cursor = Cursor(query, tokenize(query, "spark"))
    while not cursor.done:
        cursor.skip_until("ORDER")
        if cursor.accept("ORDER", "BY", "ALL"):
            cursor.accept_any("ASC", "DESC")
            return cursor.done or any(cursor.at(word) for word in ("LIMIT", "SETTINGS", ";"))
        if not cursor.done:
            cursor.take()
    return False


def not_possible() -> RmtError:
    """The error of an INSERT … SELECT that has to be recognised and cannot be."""
    return RmtError(
        "DEDUPLICATION_IS_NOT_POSSIBLE",
        "Deduplication for INSERT SELECT with non-stable SELECT is not possible (the SELECT part "
        "can return different results on each execution).",
        "Give it an insert_deduplication_token, or set deduplicate_insert_select to "
        "'enable_when_possible'.",
    )


def _window(definition: TableDefinition) -> BlockWindow | None:
    if not definition.is_replicated:
        blocks = _number(definition, "non_replicated_deduplication_window")
        return BlockWindow(blocks) if blocks else None
    blocks = _number(definition, "replicated_deduplication_window")
    seconds = _number(definition, "replicated_deduplication_window_seconds")
    return BlockWindow(blocks, float(seconds)) if blocks else None


def _number(definition: TableDefinition, name: str) -> int:
    return int(table_setting(definition.settings, name))
