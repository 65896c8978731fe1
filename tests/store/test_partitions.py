from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from rmt_engine.store.collector import collect
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.partitions import Arrival, LastCommands, Partitions
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
    open_store,
    paths,
    refused,
    run_file,
    write_file,
)


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


@pytest.fixture
def other(store: Store) -> Table:
    return store.registry.tables.create("db", "u", definition())


@pytest.fixture
def parts(store: Store, table: Table) -> dict[str, Part]:
    """Two parts in partition `a`, one in `b`, by name; each with a file."""
    for number, partition in enumerate("aab"):
        path = f"{table.uuid}/{number}/0.parquet"
        write_file(store, path)
        commit(store.registry, table, new_part(path, partition))
    return {str(part.name): part for part in store.snapshots.current(table).parts}


def _names(store: Store, table: Table) -> list[str]:
    return sorted(active(store.registry, table))


def _detached(store: Store, table: Table) -> list[str | None]:
    return [part.detached_as for part in store.registry.parts.detached(table.id)]


def _files(parts: dict[str, Part]) -> set[str]:
    return {file.path for part in parts.values() for file in part.files}


def _arrivals(*parts: Part, level: int = 0) -> list[Arrival]:
    return [Arrival(part.id, level) for part in parts]


# Parts go


@pytest.mark.parametrize(
    ("partition", "gone"),
    [("a", ["a_1_1_0", "a_2_2_0"]), ("c", []), (None, ["a_1_1_0", "a_2_2_0", "b_3_3_0"])],
)
def test_a_partition_goes_with_all_its_parts(
    store: Store, table: Table, parts: dict[str, Part], partition: str | None, gone: list[str]
) -> None:
    before = store.snapshots.current(table)
    assert [str(name) for name in store.partitions.drop(table.id, partition)] == gone
    assert _names(store, table) == sorted(set(parts) - set(gone))
    assert _detached(store, table) == []
    after = store.snapshots.current(table)
    assert after.version == before.version + bool(gone)
    assert sorted(str(p.name) for p in store.registry.parts.outdated(table.id)) == gone


def test_a_part_goes_by_its_name(store: Store, table: Table, parts: dict[str, Part]) -> None:
    store.partitions.drop_part(table.id, PartName("a", 1, 1, 0))
    assert _names(store, table) == ["a_2_2_0", "b_3_3_0"]
    for name in (PartName("a", 1, 1, 0), PartName("a", 2, 2, 1), PartName("c", 1, 1, 0)):
        with refused("NO_SUCH_DATA_PART", match=f"No part {name} in committed state"):
            store.partitions.drop_part(table.id, name)
    assert _names(store, table) == ["a_2_2_0", "b_3_3_0"]


def test_block_numbers_go_on_after_a_drop(store: Store, table: Table) -> None:
    commit(store.registry, table)
    store.partitions.drop(table.id, None)
    assert commit(store.registry, table) == [PartName("all", 2, 2, 0)]


@pytest.mark.parametrize("detach", [False, True])
def test_the_table_knows_when_rows_went(
    store: Store, table: Table, parts: dict[str, Part], detach: bool
) -> None:
    """Parts are three versions; a part that leaves others of its partition tears it."""
    last = store.partitions.last_commands
    assert last(table.id) == LastCommands(0, 0, 0)
    store.partitions.drop_part(table.id, PartName("b", 3, 3, 0), detach)
    assert last(table.id) == LastCommands(4, 0, 0)
    store.partitions.drop_part(table.id, PartName("a", 1, 1, 0), detach)
    assert last(table.id) == LastCommands(5, 5, 0)
    store.partitions.drop(table.id, "a", detach)
    assert last(table.id) == LastCommands(6, 5, 0)
    store.partitions.drop(table.id, "a", detach)
    assert last(table.id) == LastCommands(6, 5, 0)
    assert last(4711) == LastCommands(0, 0, 0)


@pytest.mark.parametrize("detach", [False, True])
def test_a_dropped_table_has_no_parts_to_drop(store: Store, table: Table, detach: bool) -> None:
    store.registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        store.partitions.drop(table.id, None, detach)
    with refused("UNKNOWN_TABLE"):
        store.partitions.drop_part(table.id, PartName("all", 1, 1, 0), detach)


# Detached parts


def test_detached_parts_are_neither_read_nor_collected(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    assert _names(store, table) == ["b_3_3_0"]
    assert _detached(store, table) == ["a_1_1_0", "a_2_2_0"]
    assert store.registry.parts.outdated(table.id) == []
    assert collect(store, time.time() + 1e6) == 0
    assert paths(store) == _files(parts)
    store.registry.parts.commit(table.id, [], [], replaces=None)
    assert _detached(store, table) == ["a_1_1_0", "a_2_2_0"]


def test_detached_parts_go_with_their_table(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, None, detach=True)
    store.registry.tables.drop(table.id)
    assert collect(store, time.time() + 1e6) == 1
    assert paths(store) == set()
    assert store.registry.parts.detached(table.id) == []


def test_detached_parts_are_there_after_a_restart(
    tmp_path: Path, store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    with open_store(tmp_path) as again:
        detached = again.registry.parts.detached(table.id)
        assert collect(again, time.time() + 1e6) == 0
        assert again.partitions.attach(table.id, _arrivals(*detached), []) is not None
    assert _names(store, table) == ["a_4_4_0", "a_5_5_0", "b_3_3_0"]


def test_a_dropped_detached_part_is_collected(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    first, second = store.registry.parts.detached(table.id)
    store.partitions.drop_detached(table.id, [first.id, 4711])
    assert _detached(store, table) == ["a_2_2_0"]
    assert collect(store, time.time() + 1e6) == 1
    assert paths(store) == _files(parts) - {first.files[0].path}
    store.partitions.drop_detached(table.id, [parts["b_3_3_0"].id])
    assert _names(store, table) == ["b_3_3_0"]
    assert second.detached_as == "a_2_2_0"


def test_detached_parts_come_back_as_new_ones(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    first, second = store.registry.parts.detached(table.id)
    names = store.partitions.attach(table.id, _arrivals(second, first), [])
    assert names == [PartName("a", 4, 4, 0), PartName("a", 5, 5, 0)]
    assert _detached(store, table) == []
    back = {str(part.name): part for part in store.snapshots.current(table).parts}
    assert sorted(back) == ["a_4_4_0", "a_5_5_0", "b_3_3_0"]
    assert back["a_4_4_0"].files == second.files
    assert back["a_4_4_0"].partition == second.partition
    assert store.partitions.last_commands(table.id).joined == 5
    assert collect(store, time.time() + 1e6) == 2
    assert paths(store) == _files(parts)


def test_a_part_is_attached_once(store: Store, table: Table, parts: dict[str, Part]) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    detached = store.registry.parts.detached(table.id)
    store.partitions.attach(table.id, _arrivals(detached[0]), [])
    version = store.snapshots.current(table).version
    assert store.partitions.attach(table.id, _arrivals(*detached), []) is None
    assert store.partitions.attach(table.id, [Arrival(4711, 0)], []) is None
    assert store.snapshots.current(table).version == version
    assert _detached(store, table) == ["a_2_2_0"]


def test_an_inactive_detached_part_keeps_its_mark(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    store.partitions.drop(table.id, "a", detach=True)
    first, _ = store.registry.parts.detached(table.id)
    store.partitions.set_inactive(table.id, {first.id: first.name})
    assert _detached(store, table) == ["inactive_a_1_1_0", "a_2_2_0"]


# Parts of another table


def test_a_partition_of_another_table_shares_its_files(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    commit(store.registry, other, new_part("u/p/0.parquet", "a"))
    come = [parts["a_1_1_0"], parts["a_2_2_0"]]
    names = store.partitions.attach_from(other.id, table.id, "a", _arrivals(*come, level=2), [])
    assert names == [PartName("a", 2, 2, 2), PartName("a", 3, 3, 2)]
    assert _names(store, other) == ["a_1_1_0", "a_2_2_2", "a_3_3_2"]
    assert _names(store, table) == sorted(parts)
    there = {str(part.name): part for part in store.snapshots.current(other).parts}
    assert there["a_2_2_2"].files == come[0].files
    assert store.partitions.last_commands(other.id) == LastCommands(0, 0, 2)
    assert store.partitions.last_commands(table.id) == LastCommands(0, 0, 0)


def test_a_replaced_partition_leaves_a_block_number_out(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    commit(store.registry, other, new_part("u/p/0.parquet", "b"), new_part("u/q/0.parquet", "c"))
    come = _arrivals(parts["b_3_3_0"])
    names = store.partitions.attach_from(other.id, table.id, "b", come, [], replace=True)
    assert names == [PartName("b", 4, 4, 0)]
    assert _names(store, other) == ["b_4_4_0", "c_2_2_0"]
    assert store.partitions.last_commands(other.id) == LastCommands(2, 0, 2)
    names = store.partitions.attach_from(other.id, table.id, "b", come, [], replace=True)
    assert names == [PartName("b", 6, 6, 0)]
    assert _names(store, other) == ["b_6_6_0", "c_2_2_0"]


def test_a_moved_partition_changes_both_tables_at_once(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    come = _arrivals(parts["a_1_1_0"], parts["a_2_2_0"])
    assert store.partitions.move(other.id, table.id, "a", come, []) is not None
    assert _names(store, other) == ["a_1_1_0", "a_2_2_0"]
    assert _names(store, table) == ["b_3_3_0"]
    assert store.partitions.last_commands(table.id) == LastCommands(4, 0, 0)
    store.registry.tables.drop(table.id)
    assert collect(store, time.time() + 1e6) == 1
    assert paths(store) == {parts[name].files[0].path for name in ("a_1_1_0", "a_2_2_0")}
    store.registry.tables.drop(other.id)
    assert collect(store, time.time() + 1e6) == 1
    assert paths(store) == set()


def test_a_table_that_is_dropped_last_takes_borrowed_files_along(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    """Its parts are all gone by then: the files lie in the directory of a table that still is."""
    come = _arrivals(parts["b_3_3_0"])
    store.partitions.move(other.id, table.id, "b", come, [])
    collect(store, time.time() + 1e6)
    assert paths(store) == _files(parts)
    store.registry.tables.drop(other.id)
    assert collect(store, time.time() + 1e6) == 1
    assert paths(store) == _files(parts) - {parts["b_3_3_0"].files[0].path}


def test_parts_that_are_not_the_partitions_any_more_do_not_come(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    planned = _arrivals(parts["a_1_1_0"], parts["a_2_2_0"])
    commit(store.registry, table, new_part("t/late/0.parquet", "a"))
    versions = [store.snapshots.current(t).version for t in (table, other)]
    for change in (
        lambda: store.partitions.attach_from(other.id, table.id, "a", planned, []),
        lambda: store.partitions.attach_from(other.id, table.id, "a", planned, [], replace=True),
        lambda: store.partitions.move(other.id, table.id, "a", planned, []),
    ):
        assert change() is None
    assert [store.snapshots.current(t).version for t in (table, other)] == versions
    assert _names(store, other) == []


def test_two_active_parts_never_share_a_file(
    store: Store, table: Table, other: Table, parts: dict[str, Part]
) -> None:
    come = parts["b_3_3_0"]
    store.partitions.attach_from(other.id, table.id, "b", _arrivals(come), [])
    assert store.partitions.attach_from(other.id, table.id, "b", _arrivals(come), []) is None
    assert store.partitions.attach_from(table.id, table.id, "b", _arrivals(come), []) is None
    assert store.partitions.move(other.id, table.id, "b", _arrivals(come), []) is None
    assert (_names(store, other), _names(store, table)) == (["b_1_1_0"], sorted(parts))
    rewritten = [Arrival(come.id, 0, (run_file("u/new/0.parquet", first_row=65536),))]
    assert store.partitions.attach_from(other.id, table.id, "b", rewritten, []) is not None
    assert store.partitions.last_commands(other.id).joined == 1
    files = [part.files for part in store.snapshots.current(other).parts]
    assert files == [come.files, rewritten[0].files]


def test_a_partition_can_replace_itself(store: Store, table: Table, parts: dict[str, Part]) -> None:
    come = _arrivals(parts["a_1_1_0"], parts["a_2_2_0"])
    assert store.partitions.attach_from(table.id, table.id, "a", come, [], replace=True)
    assert _names(store, table) == ["a_5_5_0", "a_6_6_0", "b_3_3_0"]


@pytest.mark.parametrize("gone", ["t", "u"])
def test_neither_table_may_be_dropped(
    store: Store, table: Table, other: Table, parts: dict[str, Part], gone: str
) -> None:
    store.registry.tables.drop(table.id if gone == "t" else other.id)
    come = _arrivals(parts["b_3_3_0"])
    with refused("UNKNOWN_TABLE"):
        store.partitions.move(other.id, table.id, "b", come, [])
    with refused("UNKNOWN_TABLE"):
        store.partitions.attach_from(other.id, table.id, "b", come, [])


def test_a_merge_of_parts_that_went_is_not_committed(
    store: Store, table: Table, parts: dict[str, Part]
) -> None:
    sources = [parts["a_1_1_0"].id, parts["a_2_2_0"].id]
    store.partitions.drop_part(table.id, PartName("a", 1, 1, 0))
    merged = new_part("t/merged/0.parquet", "a", blocks=(1, 2), level=1)
    assert store.registry.parts.commit(table.id, [merged], [], replaces=sources) is None
    assert _names(store, table) == ["a_2_2_0", "b_3_3_0"]


def test_an_arrival_notes_its_structure_in_the_table(registry: Registry, table: Table) -> None:
    part = replace(new_part(), files=(replace(run_file(), structure=3),))
    commit(registry, table, part)
    other = registry.tables.create("db", "other", replace(table.definition, structure=1))
    partitions = Partitions(registry)
    [source] = registry.parts.changes(table.id, -1).added
    arrivals = [Arrival(source.id, 0, structures={3: 1})]
    assert partitions.attach_from(other.id, table.id, "all", arrivals, [], structures=(1, 0))
    [arrived] = registry.parts.changes(other.id, -1).added
    assert [file.structure for file in arrived.files] == [1]


def test_parts_planned_for_another_structure_do_not_come(registry: Registry, table: Table) -> None:
    commit(registry, table)
    partitions = Partitions(registry)
    partitions.drop(table.id, None, detach=True)
    [detached] = registry.parts.detached(table.id)
    after = replace(table.definition, structure=1)
    registry.definitions.change(table.id, table.definition, after)
    arrivals = [Arrival(detached.id, 0)]
    with refused("CANNOT_ASSIGN_ALTER"):
        partitions.attach(table.id, arrivals, [], structure=0)
    other = registry.tables.create("db", "other", after)
    for attach in (partitions.attach_from, partitions.move):
        with refused("CANNOT_ASSIGN_ALTER"):
            attach(other.id, table.id, "all", arrivals, [], structures=(1, 0))
    assert partitions.attach(table.id, arrivals, [], structure=1) is not None
