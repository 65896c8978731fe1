from __future__ import annotations

from dataclasses import replace

import pytest

from rmt_engine.store import part_log
from rmt_engine.store.block_ids import BlockWindow, NewBlocks
from rmt_engine.store.part_log import PartEvent
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import active, commit, definition, new_part


def _events(registry: Registry) -> list[PartEvent]:
    with registry.reading() as connection:
        return part_log.events(connection)


def test_what_becomes_of_parts_is_logged(registry: Registry, table: Table) -> None:
    commit(registry, table, new_part(rows=2), new_part(rows=3))
    sources = list(active(registry, table).values())
    merged = new_part(rows=4, blocks=(1, 2), level=1)
    registry.parts.commit(table.id, [merged], [], replaces=sources)
    mutated = new_part(rows=1, blocks=(1, 2), level=1)
    registry.parts.commit(table.id, [mutated], [], replaces=active(registry, table).values())
    registry.expired.forget_parts(sources[:1])
    events = _events(registry)
    assert [(e.event_type, e.part_name, e.rows, e.bytes, e.merged_from) for e in events] == [
        ("NewPart", "all_1_1_0", 2, 200, ()),
        ("NewPart", "all_2_2_0", 3, 300, ()),
        ("MergeParts", "all_1_2_1", 4, 400, ("all_1_1_0", "all_2_2_0")),
        ("MutatePart", "all_1_2_1", 1, 100, ("all_1_2_1",)),
        ("RemovePart", "all_1_1_0", 2, 200, ()),
    ]
    assert {(e.database, e.table_name, e.table_uuid) for e in events} == {("db", "t", table.uuid)}


def test_what_an_overwrite_replaces_is_not_what_the_parts_are_made_of(
    registry: Registry, table: Table
) -> None:
    commit(registry, table)
    registry.parts.commit(table.id, [new_part()], [], replaces=None)
    assert [(e.event_type, e.merged_from) for e in _events(registry)] == [("NewPart", ())] * 2


def test_the_time_a_part_took_counts_from_its_staging(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = store.registry.tables.create("db", "t", definition())
    now = 1_000_000.0
    monkeypatch.setattr("rmt_engine.store.parts.time.time", lambda: now)
    with store.stage(table) as staging:
        now += 2.5
        store.registry.parts.commit(table.id, [new_part()], [staging.directory])
        staging.committed = True
    assert [event.duration_ms for event in _events(store.registry)] == [2500]


def test_blocks_that_were_left_out_are_logged_as_errors(store: Store) -> None:
    table = store.registry.tables.create("db", "t", definition())
    part = replace(new_part(rows=7), block_id="x")
    for _ in range(2):
        with store.stage(table) as staging:
            blocks = NewBlocks(table.id, (part,), staging.directory, BlockWindow(1))
            [done] = store.block_ids.commit([blocks])
            staging.committed = bool(done.names)
    first, second = _events(store.registry)
    assert (first.part_name, first.error) == ("all_1_1_0", "")
    assert (second.part_name, second.rows) == ("", 7)
    assert second.error == "INSERT_WAS_DEDUPLICATED"


def test_a_commit_that_did_not_happen_is_not_logged(registry: Registry, table: Table) -> None:
    assert registry.parts.commit(table.id, [new_part()], [], replaces=[77]) is None
    assert _events(registry) == []


def test_only_the_newest_events_are_kept(
    registry: Registry, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part_log, "KEPT_EVENTS", 2)
    commit(registry, table, *(new_part() for _ in range(5)))
    with registry.writing() as connection:
        part_log.trim(connection, 0.0)
    assert [event.part_name for event in _events(registry)] == ["all_4_4_0", "all_5_5_0"]
