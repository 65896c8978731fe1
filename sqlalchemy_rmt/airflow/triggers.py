"""Triggers: what the triggerer waits for, for tasks and for assets.

Source: https://airflow.apache.org/docs/apache-airflow/stable/authoring-and-scheduling/event-scheduling.html.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from airflow.triggers.base import BaseEventTrigger, BaseTrigger, TriggerEvent
from asgiref.sync import sync_to_async

from sqlalchemy_rmt.airflow.freshness import Freshness, is_fresh, newest_blocks
from sqlalchemy_rmt.airflow.hook import RmtHook

__all__ = ["RmtFreshnessTrigger", "RmtPartsTrigger"]

_BLOCKS = "rmt_blocks"
"""What an asset remembers of its table."""


class RmtFreshnessTrigger(BaseTrigger):
    """Fires when rows came into a table lately.

    Args:
        conn_id: the connection.
        table: `table` or `database.table`.
        max_age: how many seconds ago they may have come.
        since: seconds since 1970 when they may have come at the earliest; instead of `max_age`.
        poll_interval: seconds between two questions.
    """

    def __init__(
        self,
        conn_id: str,
        table: str,
        max_age: float | None,
        since: float | None,
        poll_interval: float,
    ) -> None:
        super().__init__()
        self.conn_id = conn_id
        self.table = table
        self.max_age = max_age
        self.since = since
        self.poll_interval = poll_interval

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """What makes it again in another triggerer."""
        return (
            f"{__name__}.RmtFreshnessTrigger",
            {
                "conn_id": self.conn_id,
                "table": self.table,
                "max_age": self.max_age,
                "since": self.since,
                "poll_interval": self.poll_interval,
            },
        )

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Asks until they came."""
        while not await sync_to_async(self._is_fresh)():
            await asyncio.sleep(self.poll_interval)
        yield TriggerEvent({"table": self.table})

    def _is_fresh(self) -> bool:
        hook = RmtHook(self.conn_id, log_sql=False)
        return is_fresh(hook, self.table, Freshness(self.max_age, self.since))


class RmtPartsTrigger(BaseEventTrigger):
    """Fires when an INSERT has brought rows into a table; for an `AssetWatcher`.

    Merges and mutations are no events, and several INSERTs between two questions are one. With
    Airflow 3.3 or later, the asset remembers what was seen, so a triggerer that starts again misses
    nothing; before, it begins with what it finds.

    Args:
        table: `table` or `database.table`.
        conn_id: the connection.
        poll_interval: seconds between two questions.
    """

    def __init__(
        self,
        table: str,
        conn_id: str = RmtHook.default_conn_name,
        poll_interval: float = 30.0,
    ) -> None:
        super().__init__()
        self.table = table
        self.conn_id = conn_id
        self.poll_interval = poll_interval

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """What makes it again in another triggerer."""
        return (
            f"{__name__}.RmtPartsTrigger",
            {
                "table": self.table,
                "conn_id": self.conn_id,
                "poll_interval": self.poll_interval,
            },
        )

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Asks for ever; an event has the partitions that grew, with their newest block."""
        seen = await self._remembered()
        if seen is None:
            seen = await self._ask()
            await self._remember(seen)
        while True:
            found = await self._ask()
            grown = {
                partition: block
                for partition, block in found.items()
                if block > seen.get(partition, -1)
            }
            if grown:
                yield TriggerEvent({"table": self.table, "partitions": grown})
                seen = {**seen, **grown}
                await self._remember(seen)
            await asyncio.sleep(self.poll_interval)

    async def _ask(self) -> dict[str, int]:
        blocks: dict[str, int] = await sync_to_async(self._blocks)()
        return blocks

    def _blocks(self) -> dict[str, int]:
        return newest_blocks(RmtHook(self.conn_id, log_sql=False), self.table)

    async def _remembered(self) -> dict[str, int] | None:
        store = getattr(self, "asset_state_store", None)
        return None if store is None else await store.aget(_BLOCKS)

    async def _remember(self, blocks: dict[str, int]) -> None:
        store = getattr(self, "asset_state_store", None)
        if store is not None:
            await store.aset(_BLOCKS, blocks)
