from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.store import collector
from rmt_engine.store.collector import Collector, collect
from rmt_engine.store.owners import LEASE_S, Process, _start_of, this_process
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.vectors import DeletionVectorRecord
from tests.store.samples import definition, new_part, open_store, paths, stagings, write_file

_HOST = socket.gethostname()


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


@pytest.fixture(scope="module")
def dead_pid() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def _staged(store: Store, owner: str, directory: str = "t/staging") -> None:
    store.registry.stagings.add(owner, directory)
    write_file(store, f"{directory}/0.parquet")


def _process(host: str, pid: int) -> Process:
    """A process of this machine's boot, or one that has its number by now."""
    return replace(this_process(), host=host, pid=pid, started=_start_of(str(pid)))


def _committed(store: Store, table: Table, path: str) -> None:
    write_file(store, path)
    store.registry.parts.commit(table.id, [new_part(path)], [])


# Stagings


@pytest.mark.parametrize("host", [_HOST, "elsewhere"])
def test_what_a_crashed_owner_staged_is_collected(store: Store, host: str, dead_pid: int) -> None:
    store.registry.owners.register("crashed", _process(host, dead_pid))
    _staged(store, "crashed")
    assert collect(store, time.time() + LEASE_S + 1) == 1
    assert paths(store) == set()
    assert stagings(store.registry) == []
    assert [owner.id for owner in store.registry.owners.all()] == [store.owner_id]


@pytest.mark.parametrize(
    ("host", "pid", "silent"),
    [
        pytest.param("elsewhere", 1, LEASE_S - 5, id="it was heard of just now"),
        pytest.param(_HOST, None, LEASE_S - 5, id="its JVM may not have noticed its end"),
        pytest.param(_HOST, os.getpid(), 1e6, id="its process is still there"),
    ],
)
def test_what_a_live_owner_staged_is_not_collected(
    store: Store, host: str, pid: int | None, silent: float, dead_pid: int
) -> None:
    store.registry.owners.register("alive", _process(host, pid or dead_pid))
    _staged(store, "alive")
    assert collect(store, time.time() + silent) == 0
    assert paths(store) == {"t/staging/0.parquet"}
    assert "alive" in [owner.id for owner in store.registry.owners.all()]


def test_a_process_that_may_not_be_asked_is_alive(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_pid: int, _signal: int) -> None:
        raise PermissionError

    store.registry.owners.register("foreign", _process(_HOST, os.getppid()))
    _staged(store, "foreign")
    monkeypatch.setattr(os, "kill", refuse)
    assert collect(store, time.time() + 1e6) == 0


def test_its_own_stagings_are_not_collected(store: Store, table: Table) -> None:
    with store.stage(table) as staging:
        write_file(store, f"{staging.directory}/0.parquet")
        assert collect(store, time.time() + 1e6) == 0
        assert paths(store) == {f"{staging.directory}/0.parquet"}


def test_a_process_does_not_take_itself_for_dead(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even after a long sleep on a machine that got another name meanwhile."""
    monkeypatch.setattr(socket, "gethostname", lambda: "renamed")
    _staged(store, store.owner_id)
    assert collect(store, time.time() + 1e6) == 0
    assert [owner.id for owner in store.registry.owners.all()] == [store.owner_id]


def test_what_a_closed_store_left_is_collected_at_once(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path) as other:
        _staged(other, other.owner_id)
        assert collect(store) == 0
    assert collect(store) == 1
    assert paths(store) == set()


def test_a_staging_without_a_file_is_collected_too(store: Store) -> None:
    store.registry.stagings.add("nobody", "t/never-created")
    assert collect(store) == 1
    assert stagings(store.registry) == []


def test_an_unpublished_table_of_a_crashed_owner_is_collected(store: Store, table: Table) -> None:
    left = store.registry.tables.create_unpublished("db", "u", definition(), "nobody")
    _committed(store, left, f"{left.uuid}/p/0.parquet")
    _committed(store, table, f"{table.uuid}/p/0.parquet")
    assert collect(store) == 1
    assert paths(store) == {f"{table.uuid}/p/0.parquet"}
    assert store.registry.expired.unpublished_tables([left.uuid]) == []
    assert [t.uuid for t in store.registry.tables.all()] == [table.uuid]


# Parts


@pytest.mark.parametrize(
    ("lifetime", "age", "collected"),
    [("480", 479, 0), ("480", 481, 1), (None, 479, 0), (None, 481, 1), ("3", 2, 0), ("3", 4, 1)],
)
def test_replaced_parts_are_collected_after_old_parts_lifetime(
    store: Store, lifetime: str | None, age: float, collected: int
) -> None:
    settings = {"old_parts_lifetime": lifetime} if lifetime else {}
    table = store.registry.tables.create("db", "t", definition(settings=settings))
    _committed(store, table, "t/old/0.parquet")
    store.registry.parts.commit(table.id, [], [], replaces=None)
    [replaced] = store.registry.parts.outdated(table.id)
    assert replaced.removed_at is not None
    _committed(store, table, "t/new/0.parquet")
    assert collect(store, replaced.removed_at + age) == collected
    old = set() if collected else {"t/old/0.parquet"}
    assert paths(store) == {"t/new/0.parquet"} | old
    assert len(store.registry.parts.outdated(table.id)) == 1 - collected


def test_a_part_whose_files_are_already_gone_is_forgotten(store: Store, table: Table) -> None:
    _committed(store, table, "t/old/0.parquet")
    store.registry.parts.commit(table.id, [], [], replaces=None)
    store.storage.delete_directory("t/old")
    assert collect(store, time.time() + 1e6) == 1
    assert store.registry.parts.outdated(table.id) == []


def test_active_parts_are_never_collected(store: Store, table: Table) -> None:
    _committed(store, table, "t/p/0.parquet")
    assert collect(store, time.time() + 1e9) == 0
    assert paths(store) == {"t/p/0.parquet"}


# Tables


def test_a_dropped_table_is_collected_after_a_while(store: Store, table: Table) -> None:
    path = f"{table.uuid}/p/0.parquet"
    _committed(store, table, path)
    store.snapshots.current(table)
    store.registry.tables.drop(table.id)
    assert collect(store, time.time() + collector.DEFAULT_LIFETIME_S - 5) == 0
    assert paths(store) == {path}
    assert collect(store, time.time() + collector.DEFAULT_LIFETIME_S + 5) == 1
    assert paths(store) == set()
    assert store.registry.expired.tables(time.time() + 1e9) == []


# Deletion vectors


def test_a_replaced_deletion_vector_is_collected_after_a_while(store: Store, table: Table) -> None:
    for version, files in [(1, ("t/a/0", "t/b/0")), (2, ("t/b/0", "t/c/0"))]:
        record = DeletionVectorRecord(version, files, {})
        store.registry.vectors.commit(table.id, "table", record, [])
    for path in ("t/a/0", "t/b/0", "t/c/0"):
        write_file(store, path)
    assert collect(store, time.time() + collector.DEFAULT_LIFETIME_S - 5) == 0
    assert collect(store, time.time() + collector.DEFAULT_LIFETIME_S + 5) == 1
    assert paths(store) == {"t/b/0", "t/c/0"}


def test_collecting_again_finds_nothing(store: Store, table: Table) -> None:
    _staged(store, "nobody")
    _committed(store, table, "t/old/0.parquet")
    store.registry.parts.commit(table.id, [], [], replaces=None)
    later = time.time() + 1e6
    assert collect(store, later) == 2
    assert collect(store, later) == 0


# The thread


def test_the_collector_begins_with_what_the_last_process_left(store: Store) -> None:
    _staged(store, "nobody")
    thread = Collector(store)
    thread.start()
    _wait_for_no_staging(store)
    thread.stop()


def test_the_collector_survives_a_failure(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, failures = collector.collect, [OSError("the disk is away")]

    def fail_once(store: Store) -> int:
        if failures:
            raise failures.pop()
        return real(store)

    monkeypatch.setattr(collector, "collect", fail_once)
    monkeypatch.setattr(collector, "_INTERVAL_S", 0.01)
    _staged(store, "nobody")
    thread = Collector(store)
    thread.start()
    _wait_for_no_staging(store)
    thread.stop()
    assert "the disk is away" in caplog.text


def _wait_for_no_staging(store: Store) -> None:
    deadline = time.monotonic() + 10
    while stagings(store.registry):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_process_that_wakes_cannot_commit_what_is_being_collected(
    store: Store, table: Table
) -> None:
    with store.stage(table) as staging:
        store.registry.owners.remove(store.owner_id)
        assert store.registry.stagings.claim() == [staging.directory]
        with pytest.raises(RmtError, match="TIMEOUT_EXCEEDED"):
            store.registry.parts.commit(table.id, [], [staging.directory])
    assert stagings(store.registry) == []


# Files that several parts share


def test_a_file_lives_as_long_as_a_part_refers_to_it(store: Store, table: Table) -> None:
    _committed(store, table, "t/a/0.parquet")
    [first] = store.snapshots.current(table).parts
    again = new_part("t/a/0.parquet", blocks=(1, 1), level=1)
    store.registry.parts.commit(table.id, [again], [], replaces=[first.id])
    later = time.time() + 1000
    assert collect(store, later) == 1
    assert paths(store) == {"t/a/0.parquet"}
    [second] = store.snapshots.current(table).parts
    store.registry.parts.commit(table.id, [], [], replaces=[second.id])
    assert collect(store, later) == 1
    assert paths(store) == set()


def test_parts_that_go_together_take_their_file_along(store: Store, table: Table) -> None:
    _committed(store, table, "t/a/0.parquet")
    store.registry.parts.commit(table.id, [new_part("t/a/0.parquet")], [])
    store.registry.parts.commit(table.id, [], [], replaces=None)
    assert collect(store, time.time() + 1000) == 2
    assert paths(store) == set()


def test_a_dropped_table_leaves_what_another_one_reads(store: Store, table: Table) -> None:
    shared, own = f"{table.uuid}/a/0.parquet", f"{table.uuid}/b/0.parquet"
    _committed(store, table, shared)
    _committed(store, table, own)
    vector = f"{table.uuid}/v/0.parquet"
    write_file(store, vector)
    record = DeletionVectorRecord(1, (vector,), {})
    store.registry.vectors.commit(table.id, "table", record, [])
    other = store.registry.tables.create("db", "other", definition())
    store.registry.parts.commit(other.id, [new_part(shared)], [])
    store.registry.tables.drop(table.id)
    later = time.time() + 1000
    assert collect(store, later) == 1
    assert paths(store) == {shared}
    store.registry.parts.commit(other.id, [], [], replaces=None)
    assert collect(store, later) == 1
    assert paths(store) == set()
