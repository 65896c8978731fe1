"""Claims of refreshes: one process makes an attempt, and its end is one with its rows."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store.owners import this_process
from rmt_engine.store.refresh import Amounts, CalendarInterval, Refresh, RefreshState
from rmt_engine.store.refresh_rows import set_refresh_state
from rmt_engine.store.refreshes import Refreshes
from rmt_engine.store.store import Store
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    Table,
    TableDefinition,
    ViewDefinition,
    own_table_name,
)
from tests.store.samples import active, definition, new_part, open_store, refused

_HOURLY = Refresh(True, CalendarInterval(0, 3_600))


def _view(refresh: Refresh | None = _HOURLY, target: tuple[str, ...] = ()) -> TableDefinition:
    view = ViewDefinition("SELECT k FROM db.s", (), target, refresh, "me")
    return replace(definition(), engine=MATERIALIZED_VIEW, view=view)


@pytest.fixture
def view(store: Store) -> Table:
    return store.registry.tables.create("db", "v", _view(), own=definition())


def _state(store: Store, view: Table) -> RefreshState:
    state = store.refreshes.of(view.id)
    assert state is not None
    return state


def _begun(store: Store, view: Table) -> RefreshState:
    state = _state(store, view)
    run = store.refreshes.begin(state, replace(state, attempts=1, is_failed=True))
    assert run is not None
    return run


def test_a_refreshable_view_has_a_state_and_no_other_table_has_one(
    store: Store, view: Table
) -> None:
    plain = store.registry.tables.create("db", "w", _view(None))
    assert store.refreshes.all() == [(view, RefreshState(view.id))]
    assert store.refreshes.of(plain.id) is None
    found = store.registry.tables.find("db", "v")
    assert found is not None
    assert found.refresh == _HOURLY


def test_a_view_begins_with_the_state_it_was_given(store: Store) -> None:
    def also(connection: Connection, table: Table) -> None:
        set_refresh_state(connection, RefreshState(table.id, timeslot=7, dependencies={"d.ä": 1.5}))

    view = store.registry.tables.create("db", "v", _view(), also=also)
    state = _state(store, view)
    assert (state.timeslot, state.dependencies) == (7, {"d.ä": 1.5})


def test_an_attempt_is_one_processs(tmp_path: Path, store: Store, view: Table) -> None:
    before = _state(store, view)
    run = _begun(store, view)
    assert run.is_running
    assert run.owner_id == store.owner_id
    assert _state(store, view) == run
    with open_store(tmp_path) as other:
        assert other.refreshes.begin(before, before) is None
        assert _state(other, view).is_running


def test_what_is_committed_ends_the_attempt(store: Store, view: Table) -> None:
    run = _begun(store, view)
    own = store.registry.tables.find("db", own_table_name(view.uuid))
    assert own is not None
    written: list[tuple[int, int]] = []

    def also(connection: Connection) -> None:
        written.append(Refreshes.added_in(connection, own.id))
        after = replace(run, is_failed=False, timeslot=9, amounts=Amounts(1, 2, 3, 4))
        store.refreshes.end_in(connection, run, after)

    store.registry.parts.commit(own.id, [new_part(rows=3)], [], also=also)
    store.registry.parts.commit(own.id, [new_part("t/p/1.parquet", rows=5)], [])
    state = _state(store, view)
    assert (state.timeslot, state.is_running, state.owner_id) == (9, False, "")
    assert state.amounts == Amounts(1, 2, 3, 4)
    assert written == [(3, 300)]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda s, v: s.refreshes.cancel(v.id), "QUERY_WAS_CANCELLED"),
        (lambda s, v: s.registry.tables.drop(v.id), "UNKNOWN_TABLE"),
        (lambda s, v: s.detached_tables.detach(v.id, permanently=True), "UNKNOWN_TABLE"),
        (lambda s, v: s.refreshes.end(_state(s, v), _state(s, v)), "ABORTED"),
    ],
)
def test_an_attempt_that_is_not_wanted_commits_nothing(
    store: Store, view: Table, change: object, name: str
) -> None:
    run = _begun(store, view)
    own = store.registry.tables.create("db", "t", definition())
    change(store, view)  # type: ignore[operator]
    with refused(name):
        store.registry.parts.commit(
            own.id, [new_part()], [], also=lambda c: store.refreshes.end_in(c, run, run)
        )
    assert active(store.registry, own) == {}


def test_wishes_during_an_attempt_survive_its_end(store: Store, view: Table) -> None:
    run = _begun(store, view)
    store.refreshes.request(view.id)
    store.refreshes.pause(view.id, is_paused=True)
    store.refreshes.end(run, replace(run, error="no"))
    state = _state(store, view)
    assert (state.is_requested, state.is_paused, state.error) == (True, True, "no")
    assert not state.is_running


def test_nothing_is_cancelled_where_nothing_runs(store: Store, view: Table) -> None:
    store.refreshes.cancel(view.id)
    assert not _state(store, view).is_cancelled
    run = _begun(store, view)
    store.refreshes.cancel(view.id)
    assert _state(store, view).is_cancelled
    store.refreshes.end(run, run)
    assert not _state(store, view).is_cancelled


def test_an_attempt_ends_with_its_process(tmp_path: Path, store: Store, view: Table) -> None:
    with open_store(tmp_path) as other:
        run = _begun(other, view)
        assert _state(store, view).is_running
    state = _state(store, view)
    assert (state.is_running, state.is_failed, state.attempts) == (False, True, 1)
    taken_over = _begun(store, view)
    # The other one was only asleep: it finds that the attempt is not its own any more.
    with pytest.raises(RmtError, match="taken over"), store.registry.writing() as connection:
        store.refreshes.end_in(connection, run, run)
    store.refreshes.end(run, replace(run, error="late"))
    assert _state(store, view) == taken_over


@pytest.mark.parametrize(("host", "counts"), [(None, False), ("elsewhere", True)])
def test_a_process_that_died_on_this_machine_refreshes_nothing(
    store: Store, view: Table, host: str | None, counts: bool
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    here = this_process()
    dead = replace(here, host=host or here.host, pid=process.pid)
    store.registry.owners.register("dead", dead)
    state = _state(store, view)
    assert Refreshes(store.registry, "dead").begin(state, state) is not None
    assert _state(store, view).is_running is counts


def test_detached_and_dropped_views_are_not_refreshed(store: Store, view: Table) -> None:
    state = _state(store, view)
    store.detached_tables.detach(view.id, permanently=True)
    assert store.refreshes.all() == []
    assert store.refreshes.begin(state, state) is None
    store.detached_tables.attach("db", "v")
    assert _state(store, view) == state
    store.registry.tables.drop(view.id)
    assert store.refreshes.begin(state, state) is None
    store.registry.expired.forget_table(view.id)
    assert store.refreshes.all() == []


def test_one_view_replaces_the_rows_of_a_table(store: Store) -> None:
    registry, check = store.registry, Refreshes.refuse_shared_target
    appends = replace(_HOURLY, append=True)
    registry.tables.create("db", "a", _view(target=("db", "t")), also=check)
    registry.tables.create("db", "b", _view(appends, ("db", "t")), also=check)
    registry.tables.create("db", "own", _view(), also=check)
    registry.tables.create("db", "other", _view(), also=check)
    with refused("BAD_ARGUMENTS", r"already a target .*: db\.a"):
        registry.tables.create("db", "c", _view(target=("DB", "T")), also=check)
    assert registry.tables.find("db", "c") is None
    registry.tables.create("db", "a", _view(target=("db", "t")), replace=True, also=check)


def test_a_view_takes_its_own_table_into_another_database(store: Store, view: Table) -> None:
    store.registry.tables.create("other", "t", definition())
    store.registry.tables.exchange(("db", "v"), ("other", "t"))
    moved = store.registry.tables.by_number(view.id)
    assert moved is not None
    assert moved.qualified == "other.t"
    assert store.registry.tables.find(*moved.target) is not None
