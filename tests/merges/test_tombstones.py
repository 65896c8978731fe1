"""Merges that drop old tombstones by themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.examples import examples
from support.waiting import eventually

from rmt_engine.merges import scheduler as scheduler_module
from rmt_engine.merges import tombstones
from rmt_engine.merges.final import FinalRows, final_scope
from rmt_engine.merges.scheduler import MergePolicy, MergeScheduler
from rmt_engine.store import parts as parts_module
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from rmt_engine.store.tasks import InlineRunner
from tests.merges.tables import Bench, current
from tests.store.samples import open_store

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "d": "UInt8"}
_SECONDS = 5


class Clock:
    """The time, which tests let go by."""

    def __init__(self) -> None:
        self.offset = 0.0

    def time(self) -> float:
        return time.time() + self.offset

    def pass_by(self, seconds: float = _SECONDS + 1) -> None:
        self.offset += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (parts_module, tombstones, scheduler_module):
        monkeypatch.setattr(module, "time", _Time(clock))
    return clock


class _Time:
    """The module `time` with another clock."""

    monotonic, sleep = staticmethod(time.monotonic), staticmethod(time.sleep)

    def __init__(self, clock: Clock) -> None:
        self.time = clock.time


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


def _table(store: Store, seconds: int = _SECONDS, **options: Any) -> Bench:
    given = {"tombstone_retention_seconds": str(seconds)}
    return Bench(store, _COLUMNS, version="v", is_deleted="d", settings=given, **options)


def _row(k: int, v: int = 1, d: int = 0, p: int = 0) -> dict[str, int]:
    return {"k": k, "p": p, "v": v, "d": d}


def _stored(table: Bench) -> list[tuple[int, int]]:
    return sorted((row["k"], row["d"]) for row in table.rows())


def _final(table: Bench) -> list[tuple[int, int]]:
    scope = final_scope(table.table.definition, within_partitions=False)
    state = FinalRows(table.store).state(table.snapshot(), scope)
    return sorted((row["k"], row["v"]) for row in table.visible(state))


def test_an_old_tombstone_goes_with_the_row_it_hides(store: Store, clock: Clock) -> None:
    table = _table(store)
    table.insert(_row(1), _row(2))
    table.insert(_row(1, v=2, d=1))
    table.merge(0, 1)
    assert _stored(table) == [(1, 1), (2, 0)]
    clock.pass_by()
    table.insert(_row(9))
    table.merge(0, 1)
    assert _stored(table) == [(2, 0), (9, 0)]


@pytest.mark.parametrize("seconds", [0, 10**6])
def test_a_young_tombstone_stays_and_so_do_all_without_the_setting(
    store: Store, clock: Clock, seconds: int
) -> None:
    table = _table(store, seconds)
    table.insert(_row(1, v=2, d=1))
    table.insert(_row(2))
    clock.pass_by()
    table.merge(0, 1)
    assert _stored(table) == [(1, 1), (2, 0)]


def test_a_merge_makes_the_tombstones_it_keeps_young(store: Store, clock: Clock) -> None:
    table = _table(store)
    table.insert(_row(1, d=1))
    table.insert(_row(2))
    clock.pass_by(_SECONDS - 2)
    table.merge(0, 1)
    clock.pass_by(_SECONDS - 2)
    table.optimize(final=True)
    assert _stored(table) == [(1, 1), (2, 0)]
    clock.pass_by()
    table.optimize(final=True)
    assert _stored(table) == [(2, 0)]


def test_only_tombstones_of_old_parts_go(store: Store, clock: Clock) -> None:
    table = _table(store)
    table.insert(_row(1, d=1), _row(3, d=1))
    clock.pass_by()
    table.insert(_row(2, d=1), _row(3, v=2, d=1))
    table.merge(0, 1)
    assert _stored(table) == [(2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("beside", "left"),
    [([1, 3], [(2, 1), (9, 0)]), ([2], [(2, 1), (9, 0)]), ([10, 12], [(9, 0)]), ([0], [(9, 0)])],
)
def test_a_tombstone_stays_while_another_part_may_have_its_key(
    store: Store, clock: Clock, beside: list[int], left: list[tuple[int, int]]
) -> None:
    table = _table(store)
    table.insert(_row(2, v=2, d=1))
    table.insert(_row(9))
    table.insert(*(_row(k) for k in beside))
    before = _final(table)
    clock.pass_by()
    table.merge(0, 1)
    assert _stored(table) == sorted([*left, *((k, 0) for k in beside)])
    assert _final(table) == before


def test_another_partition_counts_where_final_looks_there(store: Store, clock: Clock) -> None:
    for follows, left in ((True, [(9, 0)]), (False, [(2, 1), (9, 0)])):
        table = _table(store, partition_by="p", partition_follows_key=follows)
        table.insert(_row(2, v=2, d=1))
        table.insert(_row(9))
        table.insert(_row(2, p=1))
        clock.pass_by()
        table.merge(0, 1)
        assert _stored(table) == sorted([*left, (2, 0)])


def test_masked_rows_and_keys_without_columns(store: Store, clock: Clock) -> None:
    table = _table(store, key=())
    table.insert(_row(1, v=2, d=1))
    table.insert(_row(1))
    clock.pass_by()
    table.merge(0, 1)
    assert _stored(table) == []
    table = _table(store)
    table.insert(_row(1, v=2, d=1), _row(2, d=1), _row(3), _row(4))
    table.mask(lambda row: row["k"] in (2, 3))
    table.insert(_row(8))
    clock.pass_by()
    table.merge(0, 1)
    assert _stored(table) == [(4, 0), (8, 0)]


class _Meanwhile(InlineRunner):
    """A runner that lets something happen after the files of a merge are written."""

    def __init__(self, happens: Any) -> None:
        super().__init__()
        self._happens = happens

    def run(self, *arguments: Any, **options: Any) -> Any:
        written = super().run(*arguments, **options)
        happens, self._happens = self._happens, lambda: None
        happens()
        return written


@pytest.mark.parametrize(("key", "is_done"), [(1, False), (2, False), (7, True)])
def test_a_row_that_comes_during_the_merge_stays_hidden(
    store: Store, clock: Clock, key: int, is_done: bool
) -> None:
    table = _table(store)
    table.insert(_row(1, v=2, d=1), _row(3, v=2, d=1))
    table.insert(_row(9))
    clock.pass_by()
    store.runner = _Meanwhile(lambda: table.insert(_row(key)))
    assert table.merge(0, 1) is is_done
    shown = [(key, 1)] if key != 1 else []
    assert _final(table) == sorted([(9, 1), *shown])
    # OPTIMIZE tries again and keeps them.
    store.runner = _Meanwhile(lambda: table.insert(_row(3)))
    table.optimize(final=True)
    assert _final(table) == sorted([(9, 1), *shown, *([(3, 1)] if is_done else [])])


def test_a_row_that_comes_after_the_merge_is_current(store: Store, clock: Clock) -> None:
    table = _table(store)
    table.insert(_row(1, v=2, d=1))
    table.insert(_row(9))
    clock.pass_by()
    table.merge(0, 1)
    table.insert(_row(1))
    assert _final(table) == [(1, 1), (9, 1)]


# By themselves


def _scheduler(store: Store, table: Bench) -> MergeScheduler:
    def rules(_: Table) -> MergePolicy:
        return MergePolicy(table.stored, most_bytes=10**9, least_bytes=10**6)

    return MergeScheduler(store, 2, rules)


def test_parts_merge_because_of_old_tombstones(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _table(store)
    table.insert(_row(1, d=1), _row(2))
    scheduler = _scheduler(store, table)
    scheduler.start()
    try:
        time.sleep(0.3)
        assert table.names() == ["all_1_1_1"]
        clock.pass_by()
        eventually(lambda: _stored(table) == [(2, 0)])
        # Its key is in another part: both are merged.
        table.insert(_row(2, v=2, d=1))
        scheduler.parts_changed()
        time.sleep(0.3)
        assert len(table.names()) == 2
        clock.pass_by()
        eventually(lambda: table.names() == [])
    finally:
        scheduler.close()


def test_no_merge_begins_that_would_drop_nothing(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "_LOOK_AGAIN_S", 0.05)
    table = _table(store, partition_by="p", partition_follows_key=False)
    table.insert(_row(1, v=2, d=1))
    table.insert(_row(1, p=1))
    clock.pass_by()
    scheduler = _scheduler(store, table)
    scheduler.start()
    try:
        time.sleep(0.5)
        assert sorted(table.names()) == ["0_1_1_1", "1_2_2_1"]
    finally:
        scheduler.close()


# Random programs

_KEYS = st.integers(0, 5)
_ROWS = st.lists(st.tuples(_KEYS, st.booleans()), min_size=1, max_size=3)
_PLACES = st.tuples(st.integers(0, 5), st.integers(1, 3))
_STEPS = st.one_of(
    st.tuples(st.just("insert"), _ROWS),
    st.tuples(st.just("insert"), _ROWS),
    st.tuples(st.just("late merge"), _PLACES),
    st.tuples(st.just("late merge"), _PLACES),
    st.tuples(st.just("merge"), _PLACES),
    st.tuples(st.just("wait"), st.just(None)),
    st.tuples(st.just("optimize"), st.just(None)),
    st.tuples(st.just("by itself"), st.just(None)),
    st.tuples(st.just("mask"), _KEYS),
    st.tuples(st.just("during"), st.tuples(_KEYS, st.integers(0, 5))),
)


class _Program:
    """A table with random happenings, and all rows that were ever inserted."""

    def __init__(self, store: Store, clock: Clock, follows: bool, ascending: bool) -> None:
        options: dict[str, Any] = {"partition_by": "p", "partition_follows_key": follows}
        self.table = _table(store, **options)
        self.clock = clock
        self.follows = follows
        self.ascending = ascending
        self.rows: list[dict[str, int]] = []
        self.numbers = 0
        self.finals = FinalRows(store)

    def insert(self, given: list[tuple[int, bool]]) -> None:
        block = []
        for k, deleted in given:
            self.numbers += 1
            version = self.numbers if self.ascending else self.numbers * 7 % 5
            partition = k % 2 if self.follows else self.numbers % 2
            block.append(_row(k, version, int(deleted), partition))
        self.table.insert(*block)
        self.rows += block

    def merge(self, first: int, count: int) -> bool:
        parts = self.table.snapshot().parts
        first = first * 3 % max(len(parts), 1)
        chosen = [
            place
            for place, part in enumerate(parts)
            if first <= place < first + count
            and part.name.partition_id == parts[first].name.partition_id
        ]
        return bool(chosen) and self.table.merge(*chosen)

    def during(self, key: int, first: int) -> None:
        store = self.table.store
        before = store.runner
        store.runner = _Meanwhile(lambda: self.insert([(key, False)]))
        self.clock.pass_by()
        try:
            self.merge(first, 3)
        finally:
            store.runner = before

    def by_itself(self) -> None:
        snapshot = self.table.snapshot()
        now = self.clock.time()
        stretches = list(snapshot.partitions().values())
        parts = tombstones.select_due(snapshot, stretches, 10**9, now)
        places = [place for place, part in enumerate(snapshot.parts) if part in parts]
        if places:
            rows = snapshot.rows
            assert self.table.merge(*places)
            assert self.table.snapshot().rows < rows

    def mask(self, key: int) -> None:
        self.table.mask(lambda row: row["k"] == key)
        self.rows = [row for row in self.rows if row["k"] != key]

    def shown(self) -> list[tuple[int, int]]:
        scope = final_scope(self.table.table.definition, within_partitions=False)
        state = self.finals.state(self.table.snapshot(), scope)
        fresh = FinalRows(self.table.store).state(self.table.snapshot(), scope)
        shown = [(row["k"], row["v"]) for row in self.table.visible(state)]
        assert sorted(shown) == sorted((r["k"], r["v"]) for r in self.table.visible(fresh))
        return sorted(shown)


@pytest.mark.sample(0)
@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize("ascending", [True, False])
def test_final_is_as_without_the_setting(
    follows: bool, ascending: bool, tmp_path: Path, clock: Clock
) -> None:
    """With ascending versions for ever, with others across every merge."""

    @settings(max_examples=examples(3), deadline=None, phases=[Phase.generate])
    @given(st.lists(_STEPS, min_size=12, max_size=30))
    def run(steps: list[tuple[str, Any]]) -> None:
        program = _Program(store, clock, follows, ascending)
        for what, details in steps:
            before = program.shown()
            match what:
                case "insert":
                    program.insert(details)
                case "merge":
                    program.merge(*details)
                case "late merge":
                    clock.pass_by()
                    program.merge(*details)
                case "wait":
                    clock.pass_by()
                case "optimize":
                    program.table.optimize(final=True)
                case "by itself":
                    program.by_itself()
                case "mask":
                    program.mask(details)
                case "during":
                    program.during(*details)
            shown = program.shown()
            if what not in ("insert", "mask", "during"):
                assert shown == before, what
            there = current(program.table.rows(), ("k",), "v", "d")
            if ascending:
                there = current(program.rows, ("k",), "v", "d")
                assert shown == sorted((row["k"], row["v"]) for row in there), what

    with open_store(tmp_path) as store:
        run()
