"""Keeping inserts from outrunning merges.

Source of the semantics: `parts_to_delay_insert`, `parts_to_throw_insert`, `max_delay_to_insert` in
https://clickhouse.com/docs/operations/settings/merge-tree-settings.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["insert_delay", "wait_for_merges"]

_SHORTEST_DELAY_S = 0.01


def wait_for_merges(store: Store, table: Table, check: Callable[[], None]) -> None:
    """Holds an INSERT up while a partition has many parts.

    Args:
        store: the store.
        table: the table to insert into.
        check: called while it waits; raises when the statement is cancelled.

    Raises:
        RmtError: `TOO_MANY_PARTS`.
    """
    settings = table.definition.settings
    delay_at, throw_at, longest = (
        int(table_setting(settings, name))
        for name in ("parts_to_delay_insert", "parts_to_throw_insert", "max_delay_to_insert")
    )
    partitions = store.snapshots.current(table).partitions().values()
    parts = max((len(partition) for partition in partitions), default=0)
    if throw_at and parts >= throw_at:
        raise RmtError(
            "TOO_MANY_PARTS",
            f"Too many parts ({parts}) in a partition of table {table.qualified}. Merges are "
            "processing significantly slower than inserts.",
            "Insert in larger blocks, see whether merges are stopped or fail (system.merges), or "
            "raise parts_to_throw_insert.",
        )
    until = time.monotonic() + insert_delay(parts, delay_at, throw_at, longest)
    while (left := until - time.monotonic()) > 0:
        check()
        time.sleep(min(left, 0.1))


def insert_delay(parts: int, delay_at: int, throw_at: int, longest: float) -> float:
    """How many seconds an INSERT waits: more with every part over the limit.

    Args:
        parts: the active parts of the partition that has most.
        delay_at: the limit; 0 for none.
        throw_at: where inserts are refused; 0 for never.
        longest: seconds to wait just before that.
    """
    if not delay_at or parts < delay_at:
        return 0.0
    steps = max(throw_at - delay_at, 1) if throw_at else 1
    return max(min((parts - delay_at + 1) / steps, 1.0) * longest, _SHORTEST_DELAY_S)
