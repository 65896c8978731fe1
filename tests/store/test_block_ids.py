from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from rmt_engine.store import collector, part_log
from rmt_engine.store.block_ids import BlockWindow, NewBlocks, forget_blocks
from rmt_engine.store.part import NewPart
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
    stagings,
    write_file,
)

TEN = BlockWindow(10)


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


def _block(block_id: str, partition: str = "all", path: str = "t/p/0.parquet") -> NewPart:
    part = new_part(path, partition)
    return replace(part, partition=(partition,), block_id=block_id)


def _insert(store: Store, table: Table, *blocks: NewPart, window: BlockWindow = TEN) -> list[str]:
    """The names of the parts that came, with a staging directory as an INSERT has one."""
    with store.stage(table) as staging:
        [done] = store.block_ids.commit(
            [NewBlocks(table.id, tuple(blocks), staging.directory, window)]
        )
        staging.committed = bool(done.names)
    assert len(done.names) + len(done.duplicates) == len(blocks)
    return [str(name) for name in done.names]


def test_a_block_is_inserted_once(store: Store, table: Table) -> None:
    assert _insert(store, table, _block("x")) == ["all_1_1_0"]
    assert _insert(store, table, _block("x")) == []
    assert _insert(store, table, _block("y")) == ["all_3_3_0"]
    assert list(active(store.registry, table)) == ["all_1_1_0", "all_3_3_0"]
    assert stagings(store.registry) == []


def test_of_several_partitions_only_those_that_are_new_are_inserted(
    store: Store, table: Table
) -> None:
    assert _insert(store, table, _block("x", "1"), _block("x", "2")) == ["1_1_1_0", "2_2_2_0"]
    assert _insert(store, table, _block("x", "1"), _block("x", "3")) == ["3_4_4_0"]
    assert store.block_ids.partitions_with(table.id, "x") == [("1",), ("2",), ("3",)]


def test_parts_of_one_insert_with_one_id_are_one_block(store: Store, table: Table) -> None:
    assert len(_insert(store, table, _block("x"), _block("x"))) == 2
    assert _insert(store, table, _block("x"), _block("x")) == []


def test_the_files_of_parts_left_out_are_deleted_before_the_others_are_committed(
    store: Store, table: Table
) -> None:
    _insert(store, table, _block("x", "1"))
    with store.stage(table) as staging:
        files = [f"{staging.directory}/{name}.parquet" for name in ("old", "new")]
        for file in files:
            write_file(store, file)
        blocks = [_block("x", "1", files[0]), _block("x", "2", files[1])]
        store.block_ids.commit([NewBlocks(table.id, tuple(blocks), staging.directory, TEN)])
        staging.committed = True
    assert paths(store) == {files[1]}


def test_a_part_without_files_stands_for_a_block_known_before(store: Store, table: Table) -> None:
    known = replace(_block("x", "1"), files=())
    assert _insert(store, table, known, _block("x", "2")) == ["2_2_2_0"]
    assert _insert(store, table, known) == []
    assert _insert(store, table, _block("y", "1")) == ["1_4_4_0"]


def test_the_window_keeps_the_newest_blocks(store: Store, table: Table) -> None:
    three = BlockWindow(3)
    for block_id in "1234":
        _insert(store, table, _block(block_id), window=three)
    assert _insert(store, table, _block("2"), window=three) == []
    assert len(_insert(store, table, _block("1"), window=three)) == 1
    assert _insert(store, table, _block("4"), window=three) == []


def test_a_window_of_one_block_is_enough_for_a_retry(store: Store, table: Table) -> None:
    one = BlockWindow(1)
    _insert(store, table, _block("x"), window=one)
    assert _insert(store, table, _block("x"), window=one) == []


def test_windows_are_those_of_a_table(store: Store, table: Table) -> None:
    other = store.registry.tables.create("db", "u", definition())
    _insert(store, table, _block("x"))
    assert len(_insert(store, other, _block("x"), window=BlockWindow(1))) == 1
    assert _insert(store, table, _block("x")) == []


def test_a_block_is_forgotten_when_its_time_is_over(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = BlockWindow(10, 3600)
    now = 1_000_000.0
    monkeypatch.setattr("rmt_engine.store.block_ids.time.time", lambda: now)
    _insert(store, table, _block("x"), window=hour)
    now += 3599
    assert _insert(store, table, _block("x"), window=hour) == []
    now += 2
    assert store.block_ids.partitions_with(table.id, "x") == []
    assert len(_insert(store, table, _block("x"), window=hour)) == 1


def test_the_collector_forgets_blocks_and_events_that_are_too_old(
    store: Store, table: Table
) -> None:
    _insert(store, table, _block("x"), window=BlockWindow(10, 3600))
    _insert(store, table, _block("y"))
    assert store.block_ids.expire(0) == 0
    with store.registry.reading() as connection:
        [first, _] = part_log.events(connection)
    collector.collect(store, first.event_time + part_log.KEPT_SECONDS + 60)
    with store.registry.reading() as connection:
        assert part_log.events(connection) == []
    assert len(_insert(store, table, _block("x"))) == 1
    assert _insert(store, table, _block("y")) == []


def test_blocks_of_dropped_partitions_can_be_inserted_again(store: Store, table: Table) -> None:
    _insert(store, table, _block("x", "1"), _block("x", "2"))
    with store.registry.writing() as connection:
        forget_blocks(connection, table.id, ["1"])
    assert _insert(store, table, _block("x", "1"), _block("x", "2")) == ["1_3_3_0"]
    with store.registry.writing() as connection:
        forget_blocks(connection, table.id)
    assert len(_insert(store, table, _block("x", "1"), _block("x", "2"))) == 2


def test_blocks_go_with_their_table(store: Store, table: Table) -> None:
    _insert(store, table, _block("x"))
    store.registry.tables.drop(table.id)
    with refused("UNKNOWN_TABLE"):
        _insert(store, table, _block("x"))
    store.registry.expired.forget_table(table.id)
    assert store.block_ids.partitions_with(table.id, "x") == []


def test_a_commit_that_fails_remembers_nothing(store: Store, table: Table) -> None:
    with refused("TIMEOUT_EXCEEDED"):
        store.block_ids.commit([NewBlocks(table.id, (_block("x"),), "collected", TEN)])
    assert len(_insert(store, table, _block("x"))) == 1


def test_of_insertions_at_the_same_time_one_wins(
    tmp_path: Path, store: Store, table: Table
) -> None:
    with open_store(tmp_path) as other:
        start = threading.Barrier(8)

        def insert(number: int) -> int:
            start.wait()
            return len(_insert((store, other)[number % 2], table, _block("x")))

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(insert, range(8))) == 1
    assert list(active(store.registry, table)) == ["all_1_1_0"]


def test_an_insert_without_blocks_is_not_remembered(store: Store, table: Table) -> None:
    commit(store.registry, table)
    assert store.block_ids.partitions_with(table.id, "x") == []
