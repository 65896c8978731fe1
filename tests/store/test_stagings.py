from __future__ import annotations

import pytest
import sqlalchemy as sa

from rmt_engine.store.owners import Process
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from rmt_engine.store.vectors import DeletionVectorRecord
from tests.store.samples import (
    definition,
    refused,
    stagings,
)


def test_stagings_of_owners_that_are_gone_are_found(registry: Registry) -> None:
    registry.owners.register("alive", Process("host", 1))
    for owner in ("alive", "gone"):
        registry.stagings.add(owner, f"t/{owner}")
    assert registry.stagings.claim() == ["t/gone"]
    assert stagings(registry) == ["t/alive", "t/gone"]
    registry.stagings.forget(["t/gone", "t/never"])
    assert registry.stagings.claim() == []


def test_a_table_that_is_being_collected_cannot_be_published(registry: Registry) -> None:
    unpublished = registry.tables.create_unpublished("db", "t", definition(), "gone")
    assert registry.stagings.claim() == [unpublished.uuid]
    with refused("TIMEOUT_EXCEEDED"):
        registry.tables.publish(unpublished.id, replace=False)
    assert registry.tables.find("db", "t") is None


def test_a_deletion_vector_that_is_being_collected_cannot_be_recorded(
    registry: Registry, table: Table
) -> None:
    registry.stagings.add("gone", "t/dv")
    assert registry.stagings.claim() == ["t/dv"]
    record = DeletionVectorRecord(0, ("t/dv/0.parquet",), {})
    with refused("TIMEOUT_EXCEEDED"):
        registry.vectors.commit(table.id, "table", record, ["t/dv"])
    assert registry.vectors.newest(table.id, "table", 0) is None


def test_a_directory_is_staged_once(registry: Registry) -> None:
    registry.stagings.add("me", "t/one")
    with pytest.raises(sa.exc.IntegrityError):
        registry.stagings.add("you", "t/one")
