"""The trigger that runs the statements of a deferred task.

The endpoint cancels a statement when its client goes away, so the triggerer is the client: it sends
the statements, and asks how they are doing. If it goes away itself, what ran is cancelled, and
another triggerer sends the statements again, from the first. So they have to be such that nothing
happens twice; see `RmtHook.why_not_twice`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from airflow.triggers.base import BaseTrigger, TriggerEvent
from asgiref.sync import sync_to_async

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.airflow.hook import RmtHook, Written
from sqlalchemy_rmt.airflow.names import TableName

__all__ = ["RmtStatementsTrigger", "written_from"]


def written_from(event: Mapping[str, Any]) -> list[Written]:
    """What the statements changed, as the trigger's event tells."""
    return [
        Written(query_id, tuple(TableName(*table) for table in tables), rows, by_kind)
        for query_id, tables, rows, by_kind in event["written"]
    ]


class RmtStatementsTrigger(BaseTrigger):
    """Runs statements one after the other, and fires when they have ended or one has failed.

    Args:
        conn_id: the connection.
        hook_params: of `RmtHook`.
        statements: the statements.
        parameters: of each.
        poll_interval: seconds between two questions.
    """

    def __init__(
        self,
        conn_id: str,
        hook_params: dict[str, Any],
        statements: Sequence[str],
        parameters: Any,
        poll_interval: float,
    ) -> None:
        super().__init__()
        self.conn_id = conn_id
        self.hook_params = hook_params
        self.statements = statements
        self.parameters = parameters
        self.poll_interval = poll_interval
        self._cursor: dbapi.Cursor | None = None

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """What makes it again in another triggerer."""
        return (
            f"{__name__}.RmtStatementsTrigger",
            {
                "conn_id": self.conn_id,
                "hook_params": self.hook_params,
                "statements": self.statements,
                "parameters": self.parameters,
                "poll_interval": self.poll_interval,
            },
        )

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Runs them; the event has `error`, or `query_ids` and `written`."""
        hook = RmtHook(self.conn_id, **self.hook_params)
        try:
            event = await self._course(hook)
        except (dbapi.Error, ValueError) as error:
            event = {"error": str(error)}
        yield TriggerEvent(event)

    async def on_kill(self) -> None:
        """Stops the statement under way."""
        if self._cursor is not None:
            with contextlib.suppress(dbapi.Error):
                await _in_thread(self._cursor.cancel)

    async def _course(self, hook: RmtHook) -> dict[str, Any]:
        connection = await _in_thread(hook.get_conn)
        try:
            self._cursor = cursor = connection.cursor()
            hook.set_out(self.statements)
            for statement in self.statements:
                await _in_thread(hook.send, cursor, statement, self.parameters)
                while await _in_thread(cursor.is_running):
                    await asyncio.sleep(self.poll_interval)
                hook.note(cursor, statement)
            await _in_thread(hook.get_db_log_messages, connection)
        finally:
            self._cursor = None
            # At once: whoever is asked for an answer may be the one that does not come.
            connection.session.abandon()
        written = [
            [
                one.query_id,
                [[table.database, table.name] for table in one.tables],
                one.rows,
                dict(one.by_kind),
            ]
            for one in hook.written
        ]
        return {"query_ids": hook.query_ids, "written": written}


async def _in_thread(function: Any, *arguments: Any) -> Any:
    return await sync_to_async(function, thread_sensitive=False)(*arguments)
