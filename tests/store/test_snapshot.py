from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.store.registry import Registry
from rmt_engine.store.snapshot import Snapshot, Snapshots
from rmt_engine.store.table import Table
from tests.store.samples import commit, definition, new_part, refused

pytestmark = pytest.mark.sample(1)  # the first of the databases


@pytest.fixture
def snapshots(registry: Registry) -> Snapshots:
    return Snapshots(registry)


def _names(snapshot: Snapshot) -> list[str]:
    return [str(part.name) for part in snapshot.parts]


def _merge(registry: Registry, table: Table, snapshot: Snapshot) -> None:
    """Replaces all parts of a snapshot, of one partition, by one."""
    first, last = snapshot.parts[0].name, snapshot.parts[-1].name
    merged = new_part("m", blocks=(first.min_block, last.max_block), level=first.level + 1)
    sources = [part.id for part in snapshot.parts]
    assert registry.parts.commit(table.id, [merged], [], replaces=sources)


def test_a_new_table_has_an_empty_snapshot(snapshots: Snapshots, table: Table) -> None:
    assert snapshots.current(table) == Snapshot(table, 0, ())


def test_parts_are_in_the_order_that_decides_ties(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    for partition in ("9", "10", "9", "10"):
        commit(registry, table, new_part("p", partition))
    snapshot = snapshots.current(table)
    assert _names(snapshot) == ["10_2_2_0", "10_4_4_0", "9_1_1_0", "9_3_3_0"]
    assert {p: len(parts) for p, parts in snapshot.partitions().items()} == {"10": 2, "9": 2}


def test_a_snapshot_has_the_rows_and_files_of_its_parts(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table, new_part("b", "2", rows=5), new_part("a", "1", rows=3))
    snapshot = snapshots.current(table)
    assert snapshot.rows == 8
    assert [file.path for file in snapshot.files] == ["a", "b"]


def test_a_snapshot_stays_as_it_was_while_parts_are_replaced(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    before = snapshots.current(table)
    _merge(registry, table, before)
    after = snapshots.current(table)
    assert (before.version, _names(before)) == (1, ["all_1_1_0", "all_2_2_0"])
    assert (after.version, _names(after)) == (2, ["all_1_2_1"])


def test_changes_of_other_processes_are_seen(
    other: Registry, snapshots: Snapshots, table: Table
) -> None:
    snapshots.current(table)
    commit(other, table)
    assert _names(snapshots.current(table)) == ["all_1_1_0"]


def test_an_unchanged_table_gives_the_same_snapshot(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table)
    assert snapshots.current(table) is snapshots.current(table)


def test_an_unchanged_table_is_shown_under_its_new_name(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table)
    before = snapshots.current(table)
    [renamed] = registry.tables.rename([(("db", "t"), ("db", "u"))])
    after = snapshots.current(renamed)
    assert (after.table, after.parts) == (renamed, before.parts)


def test_parts_collected_before_anyone_looked_again_are_gone(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    _merge(registry, table, snapshots.current(table))
    expired = registry.expired.parts(time.time() + 1e6, default_lifetime=480)
    registry.expired.forget_parts([part for part, _ in expired])
    assert _names(snapshots.current(table)) == ["all_1_2_1"]


def test_a_dropped_table_has_no_snapshot(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    snapshots.current(table)
    registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        snapshots.current(table)


def test_a_table_that_is_dropped_while_others_are_read_is_left_out(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table)
    listed = registry.tables.all()
    found = snapshots.of_existing([*listed, *listed])
    assert next(found).table.id == table.id
    registry.tables.drop(table.id)
    assert list(found) == []


def test_a_forgotten_table_is_read_anew(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    commit(registry, table)
    before = snapshots.current(table)
    snapshots.forget(table.id)
    after = snapshots.current(table)
    assert after == before
    assert after is not before


_moves = st.lists(
    st.sampled_from(["insert", "merge", "truncate", "collect", "look"]), min_size=1, max_size=12
)


@given(_moves)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(10))
def test_a_kept_snapshot_equals_one_read_anew_after_any_changes(
    registry: Registry, moves: list[str]
) -> None:
    table = registry.tables.create("db", "t", definition(), replace=True)
    kept = Snapshots(registry)
    for move in moves:
        fresh = Snapshots(registry).current(table)
        if move == "insert":
            commit(registry, table)
        elif move == "merge" and fresh.parts:
            _merge(registry, table, fresh)
        elif move == "truncate":
            registry.parts.commit(table.id, [], [], replaces=None)
        elif move == "collect":
            expired = registry.expired.parts(time.time() + 1e6, default_lifetime=480)
            registry.expired.forget_parts([part for part, _ in expired])
        else:
            assert kept.current(table) == fresh
    assert kept.current(table) == Snapshots(registry).current(table)


def test_readers_in_many_threads_see_only_whole_commits(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    def read(_: int) -> None:
        snapshot = snapshots.current(table)
        assert len(snapshot.parts) == (2 if snapshot.version else 0)
        assert all(p.name.min_block > 2 * (snapshot.version - 1) for p in snapshot.parts)

    with ThreadPoolExecutor(4) as pool:
        reads = []
        for _ in range(20):
            reads += [pool.submit(read, n) for n in range(4)]
            registry.parts.commit(table.id, [new_part("a"), new_part("b")], [], replaces=None)
        for future in reads:
            future.result()


def test_a_snapshot_has_the_definition_that_holds_for_its_parts(
    registry: Registry, snapshots: Snapshots, table: Table
) -> None:
    snapshots.current(table)
    after = replace(table.definition, structure=1)
    registry.definitions.change(table.id, table.definition, after)
    assert snapshots.current(table).table.definition == after
    assert snapshots.current(replace(table, name="new")).table.definition == after
