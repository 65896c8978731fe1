"""The refreshes of materialized views: how far each has come, and which process makes which one.

An attempt is the claim of one process. What it makes is committed together with the end of the
attempt, so that it counts once or not at all, whatever becomes of the process; an attempt whose
process died counts as failed.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from rmt_engine.errors import RmtError
from rmt_engine.store import schema
from rmt_engine.store.owners import Owner, may_be_there
from rmt_engine.store.refresh import RefreshState
from rmt_engine.store.refresh_rows import labelled_columns, state_of_row, values_of_state
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table

__all__ = ["Refreshes"]


class Refreshes:
    """Reads and changes the states of refreshes.

    Args:
        registry: where they are kept.
        owner_id: this process.
    """

    def __init__(self, registry: Registry, owner_id: str) -> None:
        self._registry = registry
        self._owner_id = owner_id

    def all(self) -> list[tuple[Table, RefreshState]]:
        """The refreshable views that are neither dropped nor detached, by database and name."""
        t, r = schema.tables.c, schema.refreshes
        query = (
            sa.select(schema.tables, *labelled_columns(), *_owner_columns())
            .join(r, r.c.table_id == t.id)
            .outerjoin(schema.owners, schema.owners.c.id == r.c.owner_id)
            .where(t.name_key.is_not(None))
            .order_by(t.database, t.name_key)
        )
        with self._registry.reading() as connection:
            rows = connection.execute(query).all()
        return [(Table.of_row(row), _state_now(row)) for row in rows]

    def of(self, table_id: int) -> RefreshState | None:
        """The state of a view; None if it is none that is refreshed, or is dropped or detached."""
        t, r = schema.tables.c, schema.refreshes
        query = (
            sa.select(*labelled_columns(), *_owner_columns())
            .join(schema.tables, r.c.table_id == t.id)
            .outerjoin(schema.owners, schema.owners.c.id == r.c.owner_id)
            .where(t.name_key.is_not(None), t.id == table_id)
        )
        with self._registry.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _state_now(row)

    @staticmethod
    def refuse_shared_target(connection: Connection, view: Table) -> None:
        """Refuses a new view that replaces the rows of a table of which another one does.

        Args:
            connection: the transaction that makes the view.
            view: the view.

        Raises:
            RmtError: `BAD_ARGUMENTS`.
        """
        t = schema.tables.c
        query = (
            sa.select(schema.tables)
            .join(schema.refreshes, schema.refreshes.c.table_id == t.id)
            .where(t.name_key.is_not(None), t.id != view.id)
        )
        if view.refresh is None or view.refresh.append:
            return
        for row in connection.execute(query):
            other = Table.of_row(row)
            replaces = other.refresh is not None and not other.refresh.append
            if replaces and _lower(other.target) == _lower(view.target):
                raise RmtError(
                    "BAD_ARGUMENTS",
                    f"Table {'.'.join(view.target)} is already a target of another refreshable "
                    f"materialized view: {other.qualified}.",
                    "With APPEND several views may add to one table.",
                )

    @staticmethod
    def added_in(connection: Connection, table_id: int) -> tuple[int, int]:
        """Rows and bytes of the parts that a transaction has just added to a table."""
        t, p, f = schema.tables.c, schema.parts.c, schema.files.c
        query = (
            sa.select(
                sa.func.coalesce(sa.func.sum(f.rows), 0), sa.func.coalesce(sa.func.sum(f.bytes), 0)
            )
            .join_from(schema.parts, schema.files, f.part_id == p.id)
            .join(schema.tables, t.id == p.table_id)
            .where(t.id == table_id, p.created_version == t.version)
        )
        rows, size = connection.execute(query).one()
        return int(rows), int(size)

    def request(self, table_id: int) -> None:
        """Has a view refreshed out of schedule, as soon as it may be."""
        self._change(table_id, is_requested=True)

    def cancel(self, table_id: int) -> None:
        """Has the current attempt of a view end, whoever makes it."""
        self._change(table_id, is_cancelled=schema.refreshes.c.run_id != "")

    def pause(self, table_id: int, is_paused: bool) -> None:
        """Has no endpoint begin refreshes of a view, or lets them again."""
        self._change(table_id, is_paused=is_paused)

    def _change(self, table_id: int, **values: Any) -> None:
        r = schema.refreshes.c
        with self._registry.writing() as connection:
            connection.execute(
                sa.update(schema.refreshes)
                .where(r.table_id == table_id)
                .values(version=r.version + 1, **values)
            )

    def begin(self, before: RefreshState, after: RefreshState) -> RefreshState | None:
        """Claims an attempt.

        Args:
            before: the state as it was read.
            after: what becomes of it.

        Returns:
            The state with this process's attempt; None if it is another one by now, or the view is
            dropped or detached: then nothing happened.
        """
        run = replace(after, run_id=str(uuid.uuid4()), owner_id=self._owner_id, is_cancelled=False)
        with self._registry.writing() as connection:
            if not _is_there(connection, before.table_id):
                return None
            return _put(connection, run, before.version)

    def end_in(self, connection: Connection, run: RefreshState, after: RefreshState) -> None:
        """Ends an attempt that succeeded in the transaction that commits its rows.

        Args:
            connection: the transaction.
            run: the state as `begin` gave it.
            after: what becomes of it.

        Raises:
            RmtError: `QUERY_WAS_CANCELLED`, the attempt is to end without; `ABORTED`, it is not
                this process's any more; `UNKNOWN_TABLE`, the view was dropped or detached.
        """
        now = _current(connection, run)
        if not _is_there(connection, run.table_id):
            raise RmtError("UNKNOWN_TABLE", "The view was dropped or detached meanwhile.")
        if now is None:
            raise RmtError("ABORTED", "Another process has taken over the refresh of the view.")
        if now.is_cancelled:
            raise RmtError("QUERY_WAS_CANCELLED", "The refresh was cancelled.")
        _put(connection, _with_wishes(after.ended(), now), now.version)

    def end(self, run: RefreshState, after: RefreshState) -> None:
        """Ends an attempt that failed; nothing happens if it is not this process's any more."""
        with self._registry.writing() as connection:
            now = _current(connection, run)
            if now is not None:
                _put(connection, _with_wishes(after.ended(), now), now.version)


def _lower(name: tuple[str, str]) -> tuple[str, str]:
    database, table = name
    return database.lower(), table.lower()


def _with_wishes(after: RefreshState, now: RefreshState) -> RefreshState:
    """A state with what statements wished while the attempt was under way."""
    return replace(after, is_requested=now.is_requested, is_paused=now.is_paused)


def _is_there(connection: Connection, table_id: int) -> bool:
    t = schema.tables.c
    named = sa.select(t.id).where(t.id == table_id, t.name_key.is_not(None))
    return connection.scalar(named) is not None


def _current(connection: Connection, run: RefreshState) -> RefreshState | None:
    """The state as it is in a transaction, if the attempt is still the current one."""
    r = schema.refreshes
    query = sa.select(*labelled_columns()).where(
        r.c.table_id == run.table_id, r.c.run_id == run.run_id
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else state_of_row(row)


def _put(connection: Connection, state: RefreshState, version: int) -> RefreshState | None:
    """Replaces a state of a version; None if it has another one."""
    r = schema.refreshes.c
    new = replace(state, version=version + 1)
    result = connection.execute(
        sa.update(schema.refreshes)
        .where(r.table_id == state.table_id, r.version == version)
        .values(values_of_state(new))
    )
    return new if result.rowcount else None


def _owner_columns() -> tuple[sa.ColumnElement[Any], ...]:
    o = schema.owners.c
    return (o.host, o.pid, o.machine, o.started, o.seen_at)


def _state_now(row: Row[Any]) -> RefreshState:
    """The state of a row; an attempt whose process is gone has failed."""
    state = state_of_row(row)
    if not state.is_running:
        return state
    owner = state.owner_id
    if row.host is not None and may_be_there(Owner.of_row(owner, row)):
        return state
    return state.ended()
