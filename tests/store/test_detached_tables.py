"""Detached tables: their names, who brings them back, and what stays of them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rmt_engine.store.collector import DEFAULT_LIFETIME_S, collect
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import commit, definition, open_store, refused


@pytest.fixture
def table(store: Store) -> Table:
    """`db.t`, with a part."""
    table = store.registry.tables.create("db", "t", definition())
    commit(store.registry, table)
    return table


def test_a_detached_table_is_out_of_sight_and_keeps_its_parts(store: Store, table: Table) -> None:
    store.mutations.record(table.id, "DELETE WHERE 1")
    store.detached_tables.detach(table.id, permanently=False)
    registry = store.registry
    assert registry.tables.all() == []
    assert registry.tables.find("db", "t") is None
    assert registry.tables.by_number(table.id) is None
    assert registry.tables.versions() == {}
    assert registry.parts.count() == (0, 0)
    assert len(store.mutations.unfinished(table.id)) == 1, "merges under way must know of it"
    assert [d.table.qualified for d in store.detached_tables.all()] == ["db.t"]
    collect(store, time.time() + 10 * DEFAULT_LIFETIME_S)
    assert store.detached_tables.attach("DB", "T").id == table.id
    assert [part.name.min_block for part in registry.parts.changes(table.id, -1).added] == [1]
    assert len(store.mutations.unfinished()) == 1
    assert store.detached_tables.all() == []


@pytest.mark.parametrize(
    ("permanently", "how"), [(False, "detached"), (True, "detached permanently")]
)
def test_its_name_is_nobody_elses(store: Store, table: Table, permanently: bool, how: str) -> None:
    registry = store.registry
    unpublished = registry.tables.create_unpublished("db", "T", definition(), store.owner_id)
    other = registry.tables.create("db", "u", definition())
    store.detached_tables.detach(table.id, permanently)
    message = rf"Table db.t already exists \({how}\)"
    for replace in (False, True):
        with refused("TABLE_ALREADY_EXISTS", match=message):
            registry.tables.create("db", "T", definition(), replace)
        with refused("TABLE_ALREADY_EXISTS", match=message):
            registry.tables.publish(unpublished.id, replace)
    with refused("TABLE_ALREADY_EXISTS", match=message):
        registry.tables.rename([(("db", "u"), ("db", "t"))])
    with refused("UNKNOWN_TABLE"):
        registry.tables.exchange(("db", "u"), ("db", "t"))
    with refused("UNKNOWN_TABLE"):
        store.detached_tables.detach(table.id, permanently)
    assert registry.tables.all() == [other]


def test_a_database_is_dropped_with_its_detached_tables(store: Store, table: Table) -> None:
    store.detached_tables.detach(table.id, permanently=True)
    store.registry.tables.drop_database("DB")
    assert store.detached_tables.all() == []
    with refused("CANNOT_GET_CREATE_TABLE_QUERY"):
        store.detached_tables.attach("db", "t")
    collect(store, time.time() + 10 * DEFAULT_LIFETIME_S)
    with refused("UNKNOWN_TABLE"):
        store.registry.parts.changes(table.id, -1)


def test_it_comes_back_once_the_process_that_detached_it_has_ended(
    store: Store, table: Table, tmp_path: Path
) -> None:
    other = store.registry.tables.create("db", "u", definition())
    with open_store(tmp_path) as ending:
        ending.detached_tables.detach(table.id, permanently=False)
        ending.detached_tables.detach(other.id, permanently=True)
        assert ending.detached_tables.left_behind() == []
        assert store.detached_tables.left_behind() == []
    assert [table.name for table in store.detached_tables.left_behind()] == ["t"]
    is_permanent = {d.table.name: d.is_permanent for d in store.detached_tables.all()}
    assert is_permanent == {"t": False, "u": True}


def test_what_is_derived_of_all_tables_follows(registry: Registry, store: Store) -> None:
    for name in ("t", "u"):
        store.registry.tables.create("db", name, definition())

    def names(tables: object) -> list[str]:
        assert isinstance(tables, list)
        return [table.name for table in tables]

    first, second = store.registry.tables.all()
    store.detached_tables.detach(first.id, permanently=False)
    assert store.registry.tables.derived(names) == ["u"]
    store.detached_tables.attach("db", "t")
    store.detached_tables.detach(second.id, permanently=False)
    assert store.registry.tables.derived(names) == ["t"]
