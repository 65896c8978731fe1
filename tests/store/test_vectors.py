from __future__ import annotations

import time

from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from rmt_engine.store.vectors import DeletionVectorRecord
from tests.store.samples import (
    stagings,
)


def _record(version: int, *files: str) -> DeletionVectorRecord:
    return DeletionVectorRecord(version, files, {7: 3, 12: 1})


def test_the_newest_vector_up_to_a_version_is_found(registry: Registry, table: Table) -> None:
    for version in (2, 5):
        assert registry.vectors.commit(table.id, "table", _record(version, "f"), [])
    found = {v: registry.vectors.newest(table.id, "table", v) for v in (1, 2, 4, 5, 9)}
    assert {v: record and record.version for v, record in found.items()} == {
        1: None,
        2: 2,
        4: 2,
        5: 5,
        9: 5,
    }
    assert found[9] == _record(5, "f")


def test_a_vector_is_of_one_table_and_scope(registry: Registry, table: Table) -> None:
    registry.vectors.commit(table.id, "table", _record(1), [])
    assert registry.vectors.newest(table.id, "partition", 1) is None
    assert registry.vectors.newest(table.id + 1, "table", 1) is None


def test_the_first_of_two_equal_vectors_is_recorded(registry: Registry, table: Table) -> None:
    registry.stagings.add("me", "t/second")
    assert registry.vectors.commit(table.id, "table", _record(1, "first"), [])
    assert not registry.vectors.commit(table.id, "table", _record(1, "second"), ["t/second"])
    assert registry.vectors.newest(table.id, "table", 1) == _record(1, "first")
    assert stagings(registry) == ["t/second"]


def test_a_vector_expires_once_a_newer_one_is_old_enough(registry: Registry, table: Table) -> None:
    for version, files in [(1, ("a",)), (2, ("a", "b")), (3, ("c",))]:
        registry.vectors.commit(table.id, "table", _record(version, *files), [])
    registry.vectors.commit(table.id, "partition", _record(1, "d"), [])
    assert registry.vectors.expire(before=time.time() - 60) == []
    assert registry.vectors.expire(before=time.time()) == ["a", "b"]
    assert registry.vectors.newest(table.id, "table", 2) is None
    assert registry.vectors.newest(table.id, "table", 3) is not None
    assert registry.vectors.newest(table.id, "partition", 1) is not None


def test_files_a_newer_vector_still_needs_do_not_expire(registry: Registry, table: Table) -> None:
    for version, files in [(1, ("a", "b")), (2, ("b", "c"))]:
        registry.vectors.commit(table.id, "table", _record(version, *files), [])
    assert registry.vectors.expire(before=time.time()) == ["a"]
