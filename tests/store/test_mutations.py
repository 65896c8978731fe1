from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from rmt_engine.store import mutations, schema
from rmt_engine.store.mutations import Mutation, Mutations, RowChange
from rmt_engine.store.part import PartName
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import active, commit, definition, new_part, open_store, refused


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


def test_a_mutation_takes_the_next_block_number(store: Store, table: Table) -> None:
    commit(store.registry, table)
    first = store.mutations.record(table.id, "(DELETE WHERE k = 1)")
    second = store.mutations.record(table.id, "(DELETE WHERE k = 2)")
    commit(store.registry, table)
    assert (first.number, first.name) == (2, "mutation_2.txt")
    assert (second.number, second.commands) == (3, "(DELETE WHERE k = 2)")
    assert sorted(active(store.registry, table)) == ["all_1_1_0", "all_4_4_0"]


def test_an_update_takes_a_number_when_no_mutation_is_before_it(store: Store, table: Table) -> None:
    commit(store.registry, table)
    update = store.mutations.number_update(table.id, "x")
    assert update == RowChange(table.id, 2, "x")
    mutation = store.mutations.record(table.id, "y")
    assert mutation.number == 3
    assert store.mutations.number_update(table.id, "x") is None
    store.mutations.finish(mutation)
    assert store.mutations.number_update(table.id, "x") == RowChange(table.id, 4, "x")
    assert store.mutations.all() == [replace(mutation, is_done=True)]


def test_it_concerns_the_parts_there_were(store: Store, table: Table) -> None:
    commit(store.registry, table)
    mutation = store.mutations.record(table.id, "")
    commit(store.registry, table)
    parts = store.snapshots.current(table).parts
    assert [str(part.name) for part in mutation.parts_to_do(parts)] == ["all_1_1_0"]


@pytest.mark.parametrize(
    ("name", "concerns"),
    [
        ("all_1_3_1", True),
        ("all_8_8_0", False),
        ("all_1_3_1_6", True),
        ("all_1_3_1_7", False),
        ("all_1_9_2_7", False),
    ],
)
def test_a_part_is_changed_once(name: str, concerns: bool) -> None:
    assert Mutation(1, 7, "", 1, False, 0.0).concerns(PartName.parse(name)) is concerns


def test_what_is_recorded_is_known_to_every_process(
    tmp_path: Path, store: Store, table: Table
) -> None:
    mutation = store.mutations.record(table.id, "x")
    with open_store(tmp_path) as other:
        assert other.mutations.unfinished() == other.mutations.all() == [mutation]
        assert other.mutations.find(mutation.id) == mutation


def test_mutations_are_listed_by_table_and_number(store: Store, table: Table) -> None:
    other = store.registry.tables.create("db", "u", definition())
    recorded = [store.mutations.record(t.id, "") for t in (other, table, other, table)]
    expected = sorted(recorded, key=lambda mutation: (mutation.table_id, mutation.number))
    assert store.mutations.unfinished() == expected
    assert store.mutations.unfinished(table.id) == [recorded[1], recorded[3]]


def test_a_failure_is_noted_until_it_is_done(store: Store, table: Table) -> None:
    mutation = store.mutations.record(table.id, "")
    store.mutations.fail(mutation, PartName("all", 1, 1, 0), "why")
    failed = store.mutations.find(mutation.id)
    assert failed is not None
    assert (failed.failed_part, failed.fail_reason) == ("all_1_1_0", "why")
    assert failed.failed_at is not None
    assert not failed.is_done
    store.mutations.finish(mutation)
    done = store.mutations.find(mutation.id)
    assert done is not None
    assert (done.is_done, done.failed_part, done.fail_reason) == (True, "", "")
    assert store.mutations.unfinished() == []


def test_a_killed_mutation_is_gone(store: Store, table: Table) -> None:
    mutation = store.mutations.record(table.id, "")
    assert store.mutations.kill(mutation.id)
    assert not store.mutations.kill(mutation.id)
    assert store.mutations.all() == []
    assert store.mutations.find(mutation.id) is None


def test_the_work_of_a_killed_mutation_cannot_be_committed(store: Store, table: Table) -> None:
    commit(store.registry, table)
    mutation = store.mutations.record(table.id, "")
    [part] = store.snapshots.current(table).parts
    store.mutations.kill(mutation.id)
    with refused("UNFINISHED", match=r"mutation_2.txt was killed"):
        store.registry.parts.commit(
            table.id,
            [new_part(blocks=(1, 1))],
            [],
            replaces=[part.id],
            also=Mutations.still_wanted(mutation),
        )
    assert store.snapshots.current(table).parts == (part,)


def test_the_last_done_mutations_are_kept(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutations, "_KEPT_DONE", 2)
    recorded = [store.mutations.record(table.id, "") for _ in range(4)]
    for mutation in recorded[:3]:
        store.mutations.finish(mutation)
    assert [mutation.number for mutation in store.mutations.all()] == [2, 3, 4]


def test_a_dropped_table_has_no_mutations(store: Store, table: Table) -> None:
    mutation = store.mutations.record(table.id, "")
    store.registry.tables.drop(table.id)
    assert store.mutations.all() == store.mutations.unfinished() == []
    assert store.mutations.find(mutation.id) is None
    with refused("UNKNOWN_TABLE"):
        store.mutations.record(table.id, "")


def test_mutations_go_with_their_table(registry: Registry, table: Table) -> None:
    Mutations(registry).record(table.id, "")
    registry.tables.drop(table.id)
    registry.expired.forget_table(table.id)
    with registry.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.mutations)) == 0
