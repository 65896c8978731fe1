from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from rmt_engine.store.part import PartName
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table
from tests.store.samples import (
    active,
    commit,
    definition,
    new_part,
)


def _together(*work: Callable[[], object]) -> None:
    """Runs functions in threads that begin at the same time; an error of one is raised."""
    barrier = threading.Barrier(len(work))

    def begin(function: Callable[[], object]) -> object:
        barrier.wait(timeout=120)
        return function()

    with ThreadPoolExecutor(len(work)) as pool:
        for future in [pool.submit(begin, function) for function in work]:
            future.result()


def test_concurrent_inserts_all_get_a_block_of_their_own(
    registry: Registry, other: Registry, table: Table
) -> None:
    def insert(through: Registry) -> None:
        for _ in range(10):
            commit(through, table)

    _together(*(partial(insert, through) for through in (registry, other, registry, other)))
    changes = registry.parts.changes(table.id, -1)
    assert sorted(part.name.min_block for part in changes.added) == list(range(1, 41))
    assert changes.version == 40


def test_concurrent_reservations_never_overlap(registry: Registry, other: Registry) -> None:
    starts: list[int] = []

    def reserve(through: Registry) -> None:
        starts.extend([through.row_ids.reserve(65_537) for _ in range(20)])

    _together(*(partial(reserve, through) for through in (registry, other)))
    assert sorted(starts) == [131_072 * n for n in range(40)]


def test_of_concurrent_merges_of_the_same_parts_one_is_committed(
    registry: Registry, other: Registry, table: Table
) -> None:
    commit(registry, table, new_part("a"), new_part("b"))
    sources = list(active(registry, table).values())
    outcomes: list[list[PartName] | None] = []

    def merge(through: Registry) -> None:
        merged = new_part("m", blocks=(1, 2), level=1)
        outcomes.append(through.parts.commit(table.id, [merged], [], replaces=sources))

    _together(*(partial(merge, through) for through in (registry, other, registry, other)))
    assert sorted(map(str, outcomes)) == sorted([str([PartName("all", 1, 2, 1)]), *["None"] * 3])
    assert list(active(registry, table)) == ["all_1_2_1"]


def test_of_concurrent_creations_of_a_name_one_succeeds(
    registry: Registry, other: Registry
) -> None:
    outcomes: list[str] = []

    def attempt(through: Registry) -> None:
        try:
            outcomes.append(through.tables.create("db", "t", definition()).uuid)
        except Exception as error:
            outcomes.append(getattr(error, "name", repr(error)))

    _together(*(partial(attempt, through) for through in (registry, other)))
    [created] = registry.tables.all()
    assert sorted(outcomes) == sorted([created.uuid, "TABLE_ALREADY_EXISTS"])


def test_a_reader_never_sees_half_a_commit(
    registry: Registry, other: Registry, table: Table
) -> None:
    """Every commit replaces all parts by two; a reader that saw one or three saw it half-done."""
    seen: set[int] = set()
    done = threading.Event()

    def write() -> None:
        for _ in range(30):
            registry.parts.commit(table.id, [new_part("a"), new_part("b")], [], replaces=None)
        done.set()

    def read() -> None:
        while not done.is_set():
            changes = other.parts.changes(table.id, -1)
            seen.add(len(changes.added))
            if changes.added:
                blocks = {part.name.min_block for part in changes.added}
                assert blocks == {2 * changes.version - 1, 2 * changes.version}

    _together(write, read)
    assert seen <= {0, 2}
