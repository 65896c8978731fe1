"""Refreshes of materialized views: one thread decides which are due, a bounded pool makes them.

Of several processes that share a store the one that claims a refresh makes it. Each looks from time
to time: another process may have been asked for a refresh, or may have died amid one.

Source of the semantics:
https://clickhouse.com/docs/sql-reference/statements/create/view#refreshable-materialized-view and
ClickHouse's `RefreshTask.cpp`.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError, first_line
from rmt_engine.merges.refresh_schedule import (
    MOST_RANDOM,
    Dependency,
    NextRefresh,
    begun,
    failed,
    next_refresh,
    next_timeslot,
    succeeded,
)
from rmt_engine.store.owners import this_process
from rmt_engine.store.refresh import Amounts, Refresh, RefreshState
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["Commit", "RefreshStatus", "RefreshWork", "Refresher", "dependencies_of"]

_POLL_S = 1.0
"""How soon is seen what other processes were told, or left."""
_IDLE_POLL_S = 5.0
"""The same while there are no refreshable views."""
_CANCELLED = "cancelled"
_log = logging.getLogger(__name__)


class Commit(Protocol):
    """Ends an attempt in the transaction that commits its rows; raises if it may not."""

    def __call__(self, connection: Connection, amounts: Amounts) -> None:
        """Ends it.

        Args:
            connection: the transaction.
            amounts: what was read and written.
        """


class RefreshWork(Protocol):
    """Makes refreshes."""

    def refresh(self, view: Table, refresh: Refresh, run_id: str, commit: Commit) -> None:
        """Runs the query of a view and commits what it gives.

        Args:
            view: the view.
            refresh: its clause.
            run_id: tells the attempt from all others.
            commit: what the commit calls.
        """

    def cancel(self, run_id: str) -> None:
        """Makes an attempt that is under way in this process fail soon."""

    def progress(self, run_id: str) -> float:
        """How far an attempt of this process is, from 0 to 1."""


@dataclass(frozen=True)
class RefreshStatus:
    """What is to be said of a refreshable view now.

    Attributes:
        view: the view.
        status: ClickHouse's word for what it does.
        state: how far it has come.
        next_at: when it is refreshed next; None while nobody knows.
        progress: how far the current attempt is, or the last one was, from 0 to 1; None if another
            process makes it.
    """

    view: Table
    status: str
    state: RefreshState
    next_at: float | None
    progress: float | None


@dataclass
class _Running:
    """An attempt of this process."""

    view: Table
    run: RefreshState
    is_cancelled: bool = False


class Refresher:
    """Refreshes views.

    Args:
        store: the store.
        slots: how many refreshes this process makes at the same time.
        work: makes them.
    """

    def __init__(self, store: Store, slots: int, work: RefreshWork) -> None:
        self._store = store
        self._slots = slots
        self._work = work
        self._pool = ThreadPoolExecutor(slots, "rmt-refresh")
        self._running: dict[str, _Running] = {}
        self._stopped: set[int] = set()
        self._first_seen: dict[tuple[int, str], float] = {}
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._closing = threading.Event()
        process = this_process()
        self._replica = f"{process.host}:{process.pid}"
        self._thread = threading.Thread(target=self._run, name="rmt-refreshes", daemon=True)

    def start(self) -> None:
        """Begins to refresh."""
        self._thread.start()

    def close(self) -> None:
        """Cancels the refreshes at work and ends; another process may take them up."""
        self._closing.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()
        self._end_unwanted(set())
        self._pool.shutdown()

    def wake(self) -> None:
        """Looks now whether a refresh is due or is to end."""
        self._woken.set()

    def stop_views(self, table_ids: Sequence[int], cancels: bool = True) -> None:
        """Begins no refreshes of views in this process until `start_views`.

        Args:
            table_ids: the views.
            cancels: whether those that are under way end.
        """
        with self._lock:
            self._stopped.update(table_ids)
            under_way = [one for one in self._running.values() if one.view.id in table_ids]
        for running in under_way if cancels else ():
            self._cancel(running)

    def start_views(self, table_ids: Sequence[int]) -> None:
        """Lets views be refreshed in this process again."""
        with self._lock:
            self._stopped.difference_update(table_ids)
        self.wake()

    def statuses(self) -> list[RefreshStatus]:
        """All refreshable views, by database and name."""
        views = self._store.refreshes.all()
        states = _by_name(views)
        return [self._status(view, state, states) for view, state in views]

    def status(self, table_id: int) -> RefreshStatus | None:
        """A view; None if it is none that is refreshed, or is dropped or detached."""
        return next((one for one in self.statuses() if one.view.id == table_id), None)

    def _status(
        self, view: Table, state: RefreshState, states: Mapping[str, tuple[Table, RefreshState]]
    ) -> RefreshStatus:
        refresh = view.refresh
        assert refresh is not None
        if state.is_running:
            is_ours = state.owner_id == self._store.owner_id
            status = "Running" if is_ours else "RunningOnAnotherReplica"
            progress = self._work.progress(state.run_id) if is_ours else None
            return RefreshStatus(view, status, state, state.planned_at, progress)
        dependencies = dependencies_of(refresh, states)
        following = self._next(view, refresh, state, dependencies)
        progress = 1.0 if state.success_started_at is not None and not state.is_failed else 0.0
        status = self._word(view, following, dependencies)
        return RefreshStatus(view, status, state, following.at, progress)

    def _word(self, view: Table, following: NextRefresh, dependencies: Sequence[Dependency]) -> str:
        if following.state.is_paused or self._is_stopped(view.id):
            return "Disabled"
        now = time.time()
        if following.is_due(now):
            return "Scheduling"
        if following.at is not None and now < following.at and _are_there(dependencies):
            return "Scheduled"
        if not _are_there(dependencies):
            return "MissingDependencies"
        return "WaitingForDependencies"

    def _is_stopped(self, table_id: int) -> bool:
        with self._lock:
            return table_id in self._stopped

    # The thread that decides

    def _run(self) -> None:
        while not self._closing.is_set():
            self._woken.clear()
            try:
                delay = self.advance()
            except Exception:
                _log.exception("refreshes are looked at again later")
                delay = _POLL_S
            self._woken.wait(delay)

    def advance(self) -> float:
        """Begins the refreshes that are due and ends those that are to end.

        Returns:
            After how many seconds to come back.
        """
        views = self._store.refreshes.all()
        states = _by_name(views)
        self._end_unwanted({state.run_id for _, state in views if not state.is_cancelled})
        if not views:
            return _IDLE_POLL_S
        delay = _POLL_S
        for view, state in views:
            if self._closing.is_set():
                break
            try:
                delay = min(delay, self._advance(view, state, states))
            except RmtError:
                _log.exception("the refresh of view=%s is looked at again later", view.qualified)
        return max(delay, 0.0)

    def _end_unwanted(self, wanted: set[str]) -> None:
        """Cancels attempts that were cancelled, taken over, or whose views are gone."""
        with self._lock:
            under_way = list(self._running.values())
        for running in under_way:
            if running.run.run_id not in wanted:
                self._cancel(running)

    def _advance(
        self, view: Table, state: RefreshState, states: Mapping[str, tuple[Table, RefreshState]]
    ) -> float:
        """Begins the refresh of a view if it is due; returns when to come back, in seconds."""
        if state.is_running:
            self._end_stray(state)
            return _POLL_S
        refresh = view.refresh
        assert refresh is not None
        dependencies = dependencies_of(refresh, states)
        following = self._next(view, refresh, state, dependencies)
        if state.is_paused or self._is_stopped(view.id):
            return _POLL_S
        now = time.time()
        if not following.is_due(now):
            return _POLL_S if following.at is None or following.waits else following.at - now
        with self._lock:
            if len(self._running) >= self._slots:
                return _POLL_S
        run = self._store.refreshes.begin(state, begun(following, now, self._replica))
        if run is None:
            return 0.0
        running = _Running(view, run)
        with self._lock:
            self._running[run.run_id] = running
        self._pool.submit(self._make, running, refresh, state, dependencies)
        return _POLL_S

    def _end_stray(self, state: RefreshState) -> None:
        """Ends an attempt of this process that is not at work: its end was not noted."""
        with self._lock:
            is_at_work = state.run_id in self._running
        if state.owner_id == self._store.owner_id and not is_at_work:
            self._store.refreshes.end(state, failed(state, _CANCELLED, time.time()))

    def _next(
        self,
        view: Table,
        refresh: Refresh,
        state: RefreshState,
        dependencies: Sequence[Dependency],
    ) -> NextRefresh:
        first_seen: dict[str, float] = {}
        with self._lock:
            for one in dependencies:
                seen = self._first_seen.get((view.id, one.name), 0.0)
                if seen <= state.dependencies.get(one.name, 0.0):
                    seen = self._first_seen[view.id, one.name] = one.ended_at
                first_seen[one.name] = seen
        return next_refresh(refresh, state, dependencies, first_seen)

    # The pool

    def _make(
        self,
        running: _Running,
        refresh: Refresh,
        before: RefreshState,
        dependencies: Sequence[Dependency],
    ) -> None:
        view, run = running.view, running.run
        began = time.time()

        def commit(connection: Connection, amounts: Amounts) -> None:
            times = (began, time.time())
            after = succeeded(refresh, before, run, dependencies, times, amounts, draw_randomness())
            if running.is_cancelled:
                raise RmtError("QUERY_WAS_CANCELLED", "The refresh was cancelled.")
            self._store.refreshes.end_in(connection, run, after)

        try:
            self._work.refresh(view, refresh, run.run_id, commit)
            _log.info("refreshed view=%s seconds=%.3f", view.qualified, time.time() - began)
        except BaseException as error:
            self._note_failure(running, error)
        finally:
            with self._lock:
                del self._running[run.run_id]
            self.wake()

    def _note_failure(self, running: _Running, error: BaseException) -> None:
        view, run = running.view, running.run
        message = _CANCELLED
        if running.is_cancelled:
            _log.info("cancelled the refresh of view=%s", view.qualified)
        else:
            message = str(error) if isinstance(error, RmtError) else first_line(error)
            _log.error(
                "refresh failed view=%s attempt=%d: %s",
                view.qualified,
                run.attempts,
                message,
                exc_info=None if isinstance(error, RmtError) else error,
            )
        try:
            self._store.refreshes.end(run, failed(run, message, time.time()))
        except RmtError:
            # The thread that decides finds it among the attempts of this process.
            _log.exception("cannot note the failed refresh of view=%s for now", view.qualified)

    def _cancel(self, running: _Running) -> None:
        running.is_cancelled = True
        self._work.cancel(running.run.run_id)


def draw_randomness() -> int:
    """What chance says of a view's next refresh; see `RefreshState.randomness`."""
    return secrets.randbelow(2 * MOST_RANDOM + 1) - MOST_RANDOM


def dependencies_of(
    refresh: Refresh, states: Mapping[str, tuple[Table, RefreshState]]
) -> list[Dependency]:
    """The views that a view depends on, as they are now.

    Args:
        refresh: its clause.
        states: all refreshable views, by database and name, in lower case.
    """
    found: list[Dependency] = []
    for database, name in refresh.depends_on:
        qualified = f"{database}.{name}"
        if qualified.lower() not in states:
            found.append(Dependency(qualified))
            continue
        view, state = states[qualified.lower()]
        assert view.refresh is not None
        slot = next_timeslot(view.refresh, state.timeslot) if view.refresh.is_periodic else None
        found.append(Dependency(qualified, True, state.success_ended_at, slot))
    return found


def _by_name(
    views: Sequence[tuple[Table, RefreshState]],
) -> dict[str, tuple[Table, RefreshState]]:
    return {view.qualified.lower(): (view, state) for view, state in views}


def _are_there(dependencies: Sequence[Dependency]) -> bool:
    return all(one.is_there for one in dependencies)
