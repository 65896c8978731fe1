from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rmt_engine.store.owners import this_process
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import definition, new_part, open_store, paths, stagings, write_file


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


def test_an_open_store_signs_on_and_off(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path) as second:
        signed_on = {owner.id: owner.process for owner in store.registry.owners.all()}
        here = this_process()
        assert (here.host, here.pid) == (socket.gethostname(), os.getpid())
        assert signed_on == {store.owner_id: here, second.owner_id: here}
    assert [owner.id for owner in store.registry.owners.all()] == [store.owner_id]


def test_the_heartbeat_shows_that_the_process_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rmt_engine.store.store._HEARTBEAT_S", 0.01)
    with open_store(tmp_path) as store:
        first = store.registry.owners.all()[0].seen_at
        _wait_until(lambda: store.registry.owners.all()[0].seen_at > first)


def test_a_process_that_was_taken_for_dead_signs_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rmt_engine.store.store._HEARTBEAT_S", 0.01)
    with open_store(tmp_path) as store:
        store.registry.owners.remove(store.owner_id)
        _wait_until(lambda: bool(store.registry.owners.all()))
        [owner] = store.registry.owners.all()
        assert (owner.id, owner.process) == (store.owner_id, this_process())


def test_the_heartbeat_outlives_a_registry_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("rmt_engine.store.store._HEARTBEAT_S", 0.01)
    with open_store(tmp_path) as store:
        touch, failures = store.registry.owners.touch, [OSError("the registry is away")]

        def fail_once(owner_id: str) -> bool:
            if failures:
                raise failures.pop()
            return touch(owner_id)

        first = store.registry.owners.all()[0].seen_at
        monkeypatch.setattr(store.registry.owners, "touch", fail_once)
        _wait_until(lambda: not failures and store.registry.owners.all()[0].seen_at > first)
    assert "the registry is away" in caplog.text


def _wait_until(condition: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_staging_is_known_before_its_first_file(store: Store, table: Table) -> None:
    with store.stage(table) as staging:
        assert stagings(store.registry) == [staging.directory]
        assert staging.directory.startswith(f"{table.uuid}/")
        write_file(store, f"{staging.directory}/0.parquet")


def test_what_was_not_committed_is_deleted_at_once(store: Store, table: Table) -> None:
    with store.stage(table) as staging:
        write_file(store, f"{staging.directory}/0.parquet")
    assert paths(store) == set()
    assert stagings(store.registry) == []


def test_a_failure_leaves_nothing_and_is_not_swallowed(store: Store, table: Table) -> None:
    def fail() -> None:
        with store.stage(table) as staging:
            write_file(store, f"{staging.directory}/0.parquet")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert paths(store) == set()
    assert stagings(store.registry) == []


def test_committed_files_stay(store: Store, table: Table) -> None:
    with store.stage(table) as staging:
        path = f"{staging.directory}/0.parquet"
        write_file(store, path)
        store.registry.parts.commit(table.id, [new_part(path)], [staging.directory])
        staging.committed = True
    assert paths(store) == {path}
    assert stagings(store.registry) == []


def test_stagings_of_one_table_never_share_a_directory(store: Store, table: Table) -> None:
    with store.stage(table) as first, store.stage(table) as second:
        assert first.directory != second.directory
