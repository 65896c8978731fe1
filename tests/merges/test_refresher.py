"""The thread that decides about refreshes, with work that a test does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.merges.refresher import Commit, Refresher, RefreshStatus
from rmt_engine.store.refresh import Amounts, CalendarInterval, Refresh
from rmt_engine.store.store import Store
from rmt_engine.store.table import MATERIALIZED_VIEW, Table, ViewDefinition
from tests.store.samples import definition, open_store

_YEARLY = Refresh(True, CalendarInterval(12))
_QUICK = replace(_YEARLY, settings={"refresh_retry_initial_backoff_ms": "10"})


class _Work:
    """Commits at once, or does what a test says."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.done: list[str] = []
        self.cancelled: list[str] = []
        self.act: Callable[[Table], None] = lambda _: None

    def refresh(self, view: Table, refresh: Refresh, run_id: str, commit: Commit) -> None:
        self.act(view)
        with self.store.registry.writing() as connection:
            commit(connection, Amounts(written_rows=1))
        self.done.append(view.name)

    def cancel(self, run_id: str) -> None:
        self.cancelled.append(run_id)

    @staticmethod
    def progress(run_id: str) -> float:
        return 0.5


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store without tables."""
    with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def work(store: Store) -> _Work:
    return _Work(store)


@pytest.fixture
def refresher(store: Store, work: _Work) -> Iterator[Refresher]:
    refresher = Refresher(store, 2, work)
    yield refresher
    refresher.close()


def _create(store: Store, name: str, refresh: Refresh = _YEARLY) -> Table:
    view = ViewDefinition("SELECT k FROM db.s", (), (), refresh, "me")
    definition_ = replace(definition(), engine=MATERIALIZED_VIEW, view=view)
    return store.registry.tables.create("db", name, definition_)


def _status(refresher: Refresher, view: Table) -> RefreshStatus:
    status = refresher.status(view.id)
    assert status is not None
    return status


def _advance_until(refresher: Refresher, condition: Callable[[], object]) -> None:
    """Decides again and again, as the thread does."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        refresher.advance()
        time.sleep(0.01)


def _settled(refresher: Refresher, view: Table, status: str = "Scheduled") -> None:
    _advance_until(refresher, lambda: _status(refresher, view).status == status)


def test_a_new_view_is_refreshed_once(store: Store, refresher: Refresher, work: _Work) -> None:
    view = _create(store, "v")
    assert _status(refresher, view).status == "Scheduling"
    _settled(refresher, view)
    refresher.advance()
    status = _status(refresher, view)
    assert work.done == ["v"]
    assert (status.progress, status.state.amounts.written_rows) == (1.0, 1)
    assert status.state.replica
    assert status.next_at is not None
    assert status.next_at > time.time()


def test_a_wish_is_granted_out_of_schedule(store: Store, refresher: Refresher, work: _Work) -> None:
    view = _create(store, "v")
    _settled(refresher, view)
    store.refreshes.request(view.id)
    _advance_until(refresher, lambda: len(work.done) == 2)
    _settled(refresher, view)
    assert not _status(refresher, view).state.is_requested


@contextmanager
def _held(work: _Work) -> Iterator[threading.Event]:
    """Work begins, and ends with the block; the event tells that it has begun."""
    begun, end = threading.Event(), threading.Event()

    def act(_: Table) -> None:
        begun.set()
        end.wait(20)

    work.act = act
    try:
        yield begun
    finally:
        work.act = lambda _: None
        end.set()


def test_a_view_that_is_refreshed_is_left_alone(
    tmp_path: Path, store: Store, refresher: Refresher, work: _Work
) -> None:
    view = _create(store, "v")
    with _held(work) as begun:
        _advance_until(refresher, begun.is_set)
        status = _status(refresher, view)
        assert (status.status, status.progress) == ("Running", 0.5)
        store.refreshes.request(view.id)
        refresher.advance()
        with open_store(tmp_path) as other:
            elsewhere = Refresher(other, 2, _Work(other))
            elsewhere.advance()
            status = _status(elsewhere, view)
            assert (status.status, status.progress) == ("RunningOnAnotherReplica", None)
            elsewhere.close()
    _advance_until(refresher, lambda: len(work.done) == 2)


def test_what_is_cancelled_is_not_committed(
    store: Store, refresher: Refresher, work: _Work
) -> None:
    view = _create(store, "v", replace(_QUICK, settings={"refresh_retries": "0"}))
    with _held(work) as begun:
        _advance_until(refresher, begun.is_set)
        store.refreshes.cancel(view.id)
        refresher.advance()
    _settled(refresher, view)
    state = _status(refresher, view).state
    assert (state.error, state.success_ms) == ("cancelled", None)
    assert work.cancelled


def test_a_stopped_view_waits_until_it_is_started(
    store: Store, refresher: Refresher, work: _Work
) -> None:
    view, other = _create(store, "v"), _create(store, "w")
    refresher.stop_views([view.id])
    _settled(refresher, other)
    assert _status(refresher, view).status == "Disabled"
    refresher.start_views([view.id])
    _settled(refresher, view)
    assert sorted(work.done) == ["v", "w"]
    store.refreshes.pause(view.id, is_paused=True)
    store.refreshes.request(view.id)
    refresher.advance()
    assert _status(refresher, view).status == "Disabled"


@pytest.mark.parametrize("cancels", [True, False])
def test_stopping_cancels_and_pausing_does_not(
    store: Store, refresher: Refresher, work: _Work, cancels: bool
) -> None:
    view = _create(store, "v")
    with _held(work) as begun:
        _advance_until(refresher, begun.is_set)
        refresher.stop_views([view.id], cancels=cancels)
    _settled(refresher, view, "Disabled")
    _advance_until(refresher, lambda: not _status(refresher, view).state.is_running)
    assert (_status(refresher, view).state.error == "cancelled") is cancels
    assert bool(work.done) is not cancels


def test_a_failure_is_tried_again_and_said(store: Store, refresher: Refresher, work: _Work) -> None:
    def fail(_: Table) -> None:
        raise RmtError("BAD_ARGUMENTS", "It went wrong.")

    work.act = fail
    view = _create(store, "v", _QUICK)
    _advance_until(refresher, lambda: _status(refresher, view).state.attempts == 3)
    _settled(refresher, view)
    status = _status(refresher, view)
    assert "It went wrong." in status.state.error
    assert status.next_at is not None
    assert status.next_at > time.time() + 1
    work.act = lambda _: None
    store.refreshes.request(view.id)
    _advance_until(refresher, lambda: work.done)
    _settled(refresher, view)
    state = _status(refresher, view).state
    assert (state.error, state.attempts, state.is_failed) == ("", 0, False)


def test_dependencies_come_first(store: Store, refresher: Refresher, work: _Work) -> None:
    second = _create(store, "a", replace(_YEARLY, depends_on=(("db", "b"),)))
    assert _status(refresher, second).status == "MissingDependencies"
    first = _create(store, "b")
    third = _create(store, "c", Refresh(False, CalendarInterval(), depends_on=(("db", "a"),)))
    assert _status(refresher, second).status == "WaitingForDependencies"
    _advance_until(refresher, lambda: len(work.done) == 3)
    assert work.done == ["b", "a", "c"]
    _settled(refresher, third, "WaitingForDependencies")
    assert _status(refresher, third).next_at is None
    store.refreshes.request(first.id)
    _advance_until(refresher, lambda: len(work.done) == 4)
    _settled(refresher, first)
    # Both say EVERY 1 YEAR: the year is done for both.
    assert _status(refresher, second).status == "Scheduled"


def test_no_more_than_its_slots_are_at_work(
    store: Store, refresher: Refresher, work: _Work
) -> None:
    views = [_create(store, name) for name in "abc"]
    with _held(work) as begun:
        _advance_until(refresher, begun.is_set)
        refresher.advance()
        words = sorted(_status(refresher, view).status for view in views)
        assert words == ["Running", "Running", "Scheduling"]
    _advance_until(refresher, lambda: len(work.done) == 3)


def test_the_end_of_the_process_ends_its_refreshes(store: Store, work: _Work) -> None:
    view = _create(store, "v")
    refresher = Refresher(store, 2, work)
    refresher.start()
    begun, cancelled = threading.Event(), threading.Event()

    def act(_: Table) -> None:
        begun.set()
        cancelled.wait(20)

    work.act = act
    assert begun.wait(60)
    work.cancel = lambda _: cancelled.set()  # type: ignore[method-assign]
    refresher.close()
    state = store.refreshes.of(view.id)
    assert state is not None
    assert (state.is_running, state.error, state.attempts) == (False, "cancelled", 1)


def test_an_attempt_whose_end_could_not_be_noted_is_ended(
    store: Store, refresher: Refresher, work: _Work
) -> None:
    view = _create(store, "v")
    state = store.refreshes.of(view.id)
    assert state is not None
    run = store.refreshes.begin(state, replace(state, attempts=1, is_failed=True))
    assert run is not None
    _advance_until(refresher, lambda: work.done == ["v"])
    _settled(refresher, view)


def test_a_view_that_goes_amid_its_refresh_gets_none(
    store: Store, refresher: Refresher, work: _Work
) -> None:
    view = _create(store, "v")
    with _held(work) as begun:
        _advance_until(refresher, begun.is_set)
        store.registry.tables.drop(view.id)
        refresher.advance()
    refresher.close()
    assert work.done == []
    assert len(work.cancelled) >= 1
    assert refresher.status(view.id) is None
