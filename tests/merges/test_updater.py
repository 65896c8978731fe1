from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rmt_engine.merges import changed_parts
from rmt_engine.merges.updater import Updater
from rmt_engine.store.claims import Claim
from rmt_engine.store.part import Part
from rmt_engine.store.store import Store
from tests.merges.changes import COLUMNS, Changer, add, row_of
from tests.merges.tables import Bench
from tests.store.samples import open_store, paths, refused, stagings


class Workshop:
    """A table of three parts, rows 1 and 2, rows 3 and 4, row 5, and an updater."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bench = Bench(store, COLUMNS, version="v", is_deleted="d")
        self.changer = Changer(
            self.bench, some=add(10, 1, 3), more=add(100, 1, 5), none=lambda row: row
        )
        self.updater = Updater(store, self.changer)
        self.asked = 0
        for ns in ((1, 2), (3, 4), (5,)):
            self.bench.insert(*(row_of(n, n=n) for n in ns))

    def update(self, change: str) -> bool:
        return self.updater.update(self.bench.table, change, self.check)

    def check(self) -> None:
        self.asked += 1

    def ns(self) -> list[int]:
        return [row["n"] for row in self.bench.rows()]

    def claim(self, *parts: Part) -> Claim:
        """What somebody else's merge of these parts does first."""
        name = parts[0].name.merged_with(*(part.name for part in parts[1:]))
        claim = self.store.claims.take(self.bench.table.id, parts, name)
        assert claim is not None
        return claim


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    with open_store(tmp_path) as store:
        yield Workshop(store)


def test_parts_with_a_match_change_and_the_others_stay(workshop: Workshop) -> None:
    assert workshop.update("some")
    assert workshop.ns() == [11, 2, 13, 4, 5]
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4", "all_3_3_1"]
    assert stagings(workshop.store.registry) == []
    assert workshop.store.claims.all() == []
    assert workshop.store.mutations.all() == []


def test_without_a_match_nothing_happens(workshop: Workshop) -> None:
    before, known = workshop.bench.snapshot().version, paths(workshop.store)
    assert not workshop.update("none")
    assert workshop.bench.snapshot().version == before
    assert paths(workshop.store) == known


def test_all_parts_change_in_one_version(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_parts, "_BATCH_PARTS", 1)
    before = workshop.bench.snapshot().version
    assert workshop.update("more")
    assert workshop.bench.snapshot().version == before + 1
    assert workshop.ns() == [101, 2, 3, 4, 105]


def test_parts_inserted_meanwhile_are_left_alone(workshop: Workshop) -> None:
    workshop.changer.before_rewrite = lambda: workshop.bench.insert(row_of(9, n=1))
    assert workshop.update("some")
    assert workshop.ns() == [11, 2, 13, 4, 5, 1]


def test_a_failure_leaves_everything_as_it_was(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_parts, "_BATCH_PARTS", 1)
    known, written = paths(workshop.store), []

    def fail() -> None:
        if written:
            raise ValueError("no value")
        written.append(True)

    workshop.changer.before_rewrite = fail
    with pytest.raises(ValueError, match="no value"):
        workshop.update("some")
    assert workshop.ns() == [1, 2, 3, 4, 5]
    assert paths(workshop.store) == known
    assert workshop.store.claims.all() == []


def test_whoever_asks_can_break_it_off(workshop: Workshop) -> None:
    def check() -> None:
        if workshop.changer.rewritten:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workshop.updater.update(workshop.bench.table, "some", check)
    assert workshop.ns() == [1, 2, 3, 4, 5]
    assert workshop.store.claims.all() == []


def test_it_waits_for_a_merge_of_its_parts(workshop: Workshop) -> None:
    claim = workshop.claim(*workshop.bench.snapshot().parts[:2])

    def check() -> None:
        workshop.asked += 1
        if workshop.asked == 3:
            assert workshop.changer.rewritten == []
            workshop.store.claims.release(claim)
            workshop.bench.optimize(final=True)

    assert workshop.updater.update(workshop.bench.table, "some", check)
    assert workshop.ns() == [11, 2, 13, 4, 5]
    [name] = workshop.bench.names()
    assert name.startswith("all_1_3_2_")


def test_it_begins_again_when_a_merge_takes_in_a_later_insert(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_each, calls = workshop.store.claims.take_each, []

    def merge_first(*arguments: object, **options: object) -> list[Claim]:
        calls.append(True)
        if len(calls) == 1:
            workshop.bench.insert(row_of(9, n=1))
            workshop.bench.optimize(final=True)
        return take_each(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(workshop.store.claims, "take_each", merge_first)
    assert workshop.update("some")
    assert workshop.ns() == [11, 2, 13, 4, 5, 11]


def test_mutations_recorded_before_come_first(workshop: Workshop) -> None:
    mutation = workshop.store.mutations.record(workshop.bench.table.id, "x")

    def check() -> None:
        workshop.asked += 1
        if workshop.asked == 3:
            workshop.store.mutations.finish(mutation)

    assert workshop.updater.update(workshop.bench.table, "some", check)
    assert workshop.asked > 3
    assert workshop.bench.names()[0] == f"all_1_1_1_{mutation.number + 1}"


def test_a_mutation_that_fails_is_named(workshop: Workshop) -> None:
    mutation = workshop.store.mutations.record(workshop.bench.table.id, "x")
    [first, *_] = workshop.bench.snapshot().parts
    workshop.store.mutations.fail(mutation, first.name, "a reason")
    with refused("UNFINISHED", "a reason"):
        workshop.update("some")


def test_updates_at_the_same_time_are_all_done(workshop: Workshop) -> None:
    threads = [threading.Thread(target=workshop.update, args=("some",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    # The function changes rows that have the numbers of the beginning: the others find none.
    assert workshop.ns() == [11, 2, 13, 4, 5]
    assert workshop.store.claims.all() == []


def test_a_dropped_table_is_not_there(workshop: Workshop) -> None:
    workshop.store.registry.tables.drop(workshop.bench.table.id)
    with refused("UNKNOWN_TABLE"):
        workshop.update("some")
