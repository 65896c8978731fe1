from __future__ import annotations

import time

import pytest

from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from rmt_engine.store.vectors import DeletionVectorRecord
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
)


@pytest.mark.parametrize(
    ("lifetime", "age", "expired"),
    [(None, 479, False), (None, 481, True), ("5", 4, False), ("5", 6, True), ("0", 1, True)],
)
def test_a_replaced_part_expires_after_its_tables_lifetime(
    registry: Registry, lifetime: str | None, age: float, expired: bool
) -> None:
    settings = {"old_parts_lifetime": lifetime} if lifetime else {}
    table = registry.tables.create("db", "t", definition(settings=settings))
    commit(registry, table, new_part("t/p/0"))
    [part] = active(registry, table).values()
    registry.parts.commit(table.id, [], [], replaces=None)
    found = registry.expired.parts(time.time() + age, default_lifetime=480)
    assert found == ([(part, ["t/p/0"])] if expired else [])


def test_an_active_part_never_expires(registry: Registry, table: Table) -> None:
    commit(registry, table)
    assert registry.expired.parts(time.time() + 1e9, default_lifetime=0) == []


def test_a_dropped_table_expires_as_a_whole(registry: Registry, table: Table) -> None:
    commit(registry, table)
    registry.vectors.commit(table.id, "table", DeletionVectorRecord(1, (), {7: 3}), [])
    registry.parts.commit(table.id, [], [], replaces=None)
    registry.tables.drop(table.id)
    assert registry.expired.tables(time.time() - 60) == []
    assert registry.expired.parts(time.time() + 1e9, default_lifetime=0) == []
    assert [gone.uuid for gone in registry.expired.tables(time.time())] == [table.uuid]
    registry.expired.forget_table(table.id)
    assert registry.expired.tables(time.time()) == []
    assert registry.parts.at(table.id, 1) == []
    assert registry.vectors.newest(table.id, "table", 1) is None
