"""Temporary tables in the registry: whose they are, and that nothing is left of them."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace

import pytest

from rmt_engine.store.backup import known_tables
from rmt_engine.store.collector import DEFAULT_LIFETIME_S, collect
from rmt_engine.store.owners import LEASE_S, this_process
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import definition, new_part, paths, stagings, write_file


@pytest.fixture
def table(store: Store) -> Table:
    return _created(store, store.owner_id)


def _created(store: Store, owner: str, session: str = "session") -> Table:
    return store.registry.temporary_tables.create("t", definition(), owner, session)


def _filled(store: Store, table: Table) -> str:
    path = f"{table.uuid}/insert/0.parquet"
    write_file(store, path)
    store.registry.parts.commit(table.id, [new_part(path)], [])
    return path


def _crashed(store: Store) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    store.registry.owners.register("crashed", replace(this_process(), pid=process.pid, started="0"))


def test_only_its_session_finds_it(store: Store, table: Table) -> None:
    tables = store.registry.temporary_tables
    found = tables.find(table.uuid, "session")
    assert found is not None
    assert (found.id, found.database, found.name) == (table.id, "", "t")
    assert tables.find(table.uuid, "another") is None
    assert tables.find("nothing", "session") is None


def test_sessions_may_have_tables_of_the_same_name(store: Store, table: Table) -> None:
    other = _created(store, store.owner_id, "another")
    in_database = store.registry.tables.create("db", "t", definition())
    assert len({table.id, other.id, in_database.id}) == 3
    assert store.registry.tables.find("db", "t") == in_database
    assert store.registry.tables.find("", "t") is None


def test_it_is_no_table_of_the_store(store: Store, table: Table) -> None:
    assert store.registry.tables.all() == []
    assert known_tables(store.registry) == []
    assert store.registry.tables.derived(len) == 0


def test_merges_and_mutations_find_it_by_its_number(store: Store, table: Table) -> None:
    assert table.id in store.registry.tables.versions()
    assert store.registry.tables.by_number(table.id) is not None


def test_there_are_none_until_one_is_made(store: Store) -> None:
    assert not store.registry.temporary_tables
    table = _created(store, store.owner_id)
    assert store.registry.temporary_tables
    store.registry.temporary_tables.drop(table.uuid)
    assert not store.registry.temporary_tables


def test_a_dropped_one_is_collected_when_no_query_reads_it_any_more(
    store: Store, table: Table
) -> None:
    path = _filled(store, table)
    store.registry.temporary_tables.drop(table.uuid)
    assert store.registry.temporary_tables.find(table.uuid, "session") is None
    assert stagings(store.registry) == []
    assert collect(store) == 0
    assert paths(store) == {path}
    assert collect(store, time.time() + DEFAULT_LIFETIME_S + 1) == 1
    assert paths(store) == set()
    assert store.registry.expired.tables(time.time() + 1) == []


def test_one_of_a_process_that_is_there_stays(store: Store, table: Table) -> None:
    path = _filled(store, table)
    assert collect(store, time.time() + 1e6) == 0
    assert paths(store) == {path}


def test_nothing_is_left_of_one_whose_process_crashed(store: Store) -> None:
    _crashed(store)
    table = _created(store, "crashed")
    _filled(store, table)
    assert collect(store, time.time() + LEASE_S + 1) > 0
    assert paths(store) == set()
    assert stagings(store.registry) == []
    assert store.registry.tables.by_number(table.id) is None
    assert store.registry.expired.tables(time.time() + 1e9) == []


def test_what_another_table_took_over_stays(store: Store) -> None:
    """ALTER TABLE … ATTACH PARTITION … FROM has two tables refer to the same files."""
    _crashed(store)
    path = _filled(store, _created(store, "crashed"))
    lasting = store.registry.tables.create("db", "lasting", definition())
    store.registry.parts.commit(lasting.id, [new_part(path)], [])
    collect(store, time.time() + LEASE_S + 1)
    assert paths(store) == {path}
    [part] = store.snapshots.current(lasting).parts
    assert [file.path for file in part.files] == [path]


def test_nothing_is_left_of_one_whose_process_stopped(store: Store) -> None:
    store.registry.owners.register("stopped", this_process())
    table = _created(store, "stopped")
    _filled(store, table)
    store.registry.owners.remove("stopped")
    assert collect(store) > 0
    assert paths(store) == set()
    assert store.registry.tables.by_number(table.id) is None
