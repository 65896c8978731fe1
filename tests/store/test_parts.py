from __future__ import annotations

import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from rmt_engine.store.part import PartName, RunFile
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
    refused,
    stagings,
)


def test_inserts_take_block_numbers_in_the_order_of_their_commits(
    registry: Registry, table: Table
) -> None:
    assert commit(registry, table, new_part("a"), new_part("b", "p")) == [
        PartName("all", 1, 1, 0),
        PartName("p", 2, 2, 0),
    ]
    assert commit(registry, table, new_part("c", level=1)) == [PartName("all", 3, 3, 1)]


def test_a_merge_takes_no_block_number(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    sources = active(registry, table).values()
    merged = new_part("m", blocks=(1, 2), level=1)
    assert registry.parts.commit(table.id, [merged], [], replaces=sources) == [
        PartName("all", 1, 2, 1)
    ]
    assert commit(registry, table) == [PartName("all", 3, 3, 0)]


def test_a_part_is_read_back_as_it_was_committed(registry: Registry, table: Table) -> None:
    files = (RunFile("p/0", 5, 50, 0, b"\x00m"), RunFile("p/1", 6, 60, 65_536, b""))
    before = time.time()
    commit(registry, table, replace(new_part(partition_id="7"), partition=("v7",), files=files))
    [part] = registry.parts.changes(table.id, -1).added
    assert (part.files, part.partition, part.name) == (files, ("v7",), PartName("7", 1, 1, 0))
    assert (part.unique, part.complete, part.removed_at) == (True, True, None)
    assert before <= part.created_at <= time.time()


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("complete", [True, False])
def test_a_part_keeps_what_is_promised_of_its_rows(
    registry: Registry, table: Table, unique: bool, complete: bool
) -> None:
    commit(registry, table, replace(new_part(), unique=unique, complete=complete))
    [part] = registry.parts.changes(table.id, -1).added
    assert (part.unique, part.complete) == (unique, complete)


def test_changes_since_a_version_are_what_came_and_what_stayed(
    registry: Registry, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"), new_part("c"))
    ids = active(registry, table)
    merged = new_part("m", blocks=(1, 2), level=1)
    registry.parts.commit(table.id, [merged], [], replaces=[ids["all_1_1_0"], ids["all_2_2_0"]])
    changes = registry.parts.changes(table.id, 1)
    assert changes.version == 2
    assert [str(part.name) for part in changes.added] == ["all_1_2_1"]
    assert changes.kept == {ids["all_3_3_0"]}


def test_nothing_changed_since_the_version_of_now(registry: Registry, table: Table) -> None:
    commit(registry, table)
    changes = registry.parts.changes(table.id, 1)
    assert (changes.version, changes.added, changes.kept) == (1, (), None)


def test_a_part_that_came_and_went_in_between_is_no_change(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.parts.commit(table.id, [], [], replaces=None)
    changes = registry.parts.changes(table.id, 0)
    assert (changes.version, changes.added, changes.kept) == (2, (), frozenset())


def test_parts_at_a_version_are_those_active_then(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"))
    commit(registry, table, new_part("b"))
    registry.parts.commit(
        table.id,
        [new_part("m", blocks=(1, 2), level=1)],
        [],
        replaces=active(registry, table).values(),
    )
    at = {v: {str(p.name) for p in registry.parts.at(table.id, v)} for v in range(4)}
    assert at == {
        0: set(),
        1: {"all_1_1_0"},
        2: {"all_1_1_0", "all_2_2_0"},
        3: {"all_1_2_1"},
    }


def test_incomplete_parts_are_remembered_when_they_are_replaced(
    registry: Registry, table: Table
) -> None:
    incomplete = replace(new_part(), complete=False)
    commit(registry, table, incomplete)
    commit(registry, table, new_part(), incomplete)
    registry.parts.commit(table.id, [], [], replaces=None)
    found = {v: registry.parts.incomplete(table.id, since=v) for v in range(3)}
    assert {v: [str(part.name) for part in parts] for v, parts in found.items()} == {
        0: ["all_1_1_0", "all_3_3_0"],
        1: ["all_3_3_0"],
        2: [],
    }


def test_outdated_parts_keep_their_files_until_they_are_forgotten(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.parts.commit(table.id, [], [], replaces=None)
    [part] = registry.parts.outdated(table.id)
    assert part.files == new_part().files
    assert part.removed_at is not None
    registry.expired.forget_parts([part.id])
    assert registry.parts.outdated(table.id) == []


def test_parts_of_one_table_are_none_of_another(registry: Registry, table: Table) -> None:
    neighbour = registry.tables.create("db", "u", definition())
    commit(registry, table)
    commit(registry, neighbour)
    registry.parts.commit(table.id, [], [], replaces=None)
    assert list(active(registry, neighbour)) == ["all_1_1_0"]
    assert registry.parts.outdated(neighbour.id) == []


@pytest.mark.sample(1)
def test_hundreds_of_parts_come_and_go_together(registry: Registry, table: Table) -> None:
    commit(registry, table, *(new_part(f"p/{n}") for n in range(1201)))
    changes = registry.parts.changes(table.id, -1)
    assert {part.files[0].path for part in changes.added} == {f"p/{n}" for n in range(1201)}
    registry.parts.commit(table.id, [], [], replaces=[part.id for part in changes.added])
    registry.expired.forget_parts([part.id for part in changes.added])
    assert registry.parts.at(table.id, 1) == []


def _state(registry: Registry, table: Table) -> tuple[int, dict[str, int], list[str]]:
    version = registry.parts.changes(table.id, -1).version
    return version, active(registry, table), stagings(registry)


def test_parts_are_visible_and_their_staging_forgotten_at_once(
    registry: Registry, table: Table
) -> None:
    registry.stagings.add("me", "t/one")
    registry.stagings.add("me", "t/two")
    assert registry.parts.commit(table.id, [new_part()], ["t/one", "t/two"]) is not None
    version, parts, stagings = _state(registry, table)
    assert (version, list(parts), stagings) == (1, ["all_1_1_0"], [])


def test_a_commit_whose_files_were_collected_changes_nothing(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.stagings.add("me", "t/kept")
    before = _state(registry, table)
    with refused("TIMEOUT_EXCEEDED", match="collected"):
        registry.parts.commit(table.id, [new_part()], ["t/kept", "t/gone"], replaces=None)
    assert _state(registry, table) == before
    assert commit(registry, table) == [PartName("all", 2, 2, 0)]


@pytest.mark.parametrize("replaces", [(), None, [1]])
def test_a_commit_to_a_dropped_table_changes_nothing(
    registry: Registry, table: Table, replaces: list[int] | None
) -> None:
    commit(registry, table)
    registry.stagings.add("me", "t/new")
    registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE", match="dropped"):
        registry.parts.commit(table.id, [new_part()], ["t/new"], replaces=replaces)
    assert stagings(registry) == ["t/new"]
    assert [str(part.name) for part in registry.parts.at(table.id, 99)] == ["all_1_1_0"]


def test_the_parts_of_a_dropped_table_cannot_be_read(registry: Registry, table: Table) -> None:
    registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        registry.parts.changes(table.id, -1)


def test_a_merge_whose_source_is_gone_changes_nothing(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    ids = active(registry, table)
    registry.parts.commit(table.id, [], [], replaces=[ids["all_1_1_0"]])
    registry.stagings.add("me", "t/merge")
    before = _state(registry, table)
    merged = new_part("m", blocks=(1, 2), level=1)
    assert registry.parts.commit(table.id, [merged], ["t/merge"], replaces=ids.values()) is None
    assert _state(registry, table) == before


def test_a_part_of_another_table_cannot_be_replaced(registry: Registry, table: Table) -> None:
    neighbour = registry.tables.create("db", "u", definition())
    commit(registry, neighbour)
    [part] = active(registry, neighbour).values()
    assert registry.parts.commit(table.id, [new_part()], [], replaces=[part]) is None
    assert active(registry, table) == {}


def test_one_part_that_cannot_be_recorded_takes_all_with_it(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    before = _state(registry, table)
    broken = replace(new_part(), files=(replace(new_part().files[0], marks=None),))  # type: ignore[arg-type]
    with pytest.raises(sa.exc.IntegrityError):
        registry.parts.commit(table.id, [new_part(), broken], [], replaces=None)
    assert _state(registry, table) == before
