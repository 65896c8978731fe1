from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.examples import examples

from rmt_engine.errors import RmtError
from rmt_engine.merges import attach
from rmt_engine.merges.attach import (
    Attached,
    Transfer,
    attach_part,
    attach_partition,
    transfer_parts,
)
from rmt_engine.merges.final import PARTITION, TABLE, FinalRows
from rmt_engine.store.collector import collect
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import MERGE_TREE
from tests.merges.tables import Bench, newest, read_run, row_ids
from tests.store.samples import paths, refused, stagings

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "n": "Int64"}


def _row(k: int, v: int = 0, n: int = 0, p: int = 1) -> dict[str, Any]:
    return {"k": k, "p": p, "v": v, "n": n}


def _table(store: Store, **options: Any) -> Bench:
    return Bench(store, _COLUMNS, **{"version": "v", "partition_by": "p", **options})


def _transfer(
    source: Bench, target: Bench, partition: str | None, transfer: Transfer = Transfer.ATTACH
) -> list[str]:
    names = transfer_parts(source.store, target.stored, source.table, partition, transfer)
    return [str(name) for name in names]


def _drop(table: Bench, partition: str | None = None, detach: bool = False) -> None:
    table.store.partitions.drop(table.table.id, partition, detach)


def _detached(table: Bench) -> list[str | None]:
    return [part.detached_as for part in table.store.registry.parts.detached(table.table.id)]


def _attach(table: Bench, partition: str | None = None) -> list[str]:
    return [str(part.new) for part in attach_partition(table.store, table.stored, partition)]


def _shown(table: Bench, rows: FinalRows, scope: str = TABLE) -> list[int]:
    """The `n` of the rows FINAL shows."""
    state = rows.state(table.snapshot(), scope)
    return sorted(row["n"] for row in table.visible(state))


# Detached parts come back


def test_a_detached_partition_comes_back_in_the_order_of_its_blocks(store: Store) -> None:
    table = _table(store)
    for n in range(3):
        table.insert(_row(1, n=n), _row(2, n=n, p=2))
    _drop(table, "1", detach=True)
    assert _detached(table) == ["1_1_1_1", "1_3_3_1", "1_5_5_1"]
    assert _attach(table, "1") == ["1_7_7_1", "1_8_8_1", "1_9_9_1"]
    assert _attach(table, "1") == []
    assert _shown(table, FinalRows(store)) == [2, 2]


@pytest.mark.parametrize(("engine", "level"), [(MERGE_TREE, 0), ("ReplacingMergeTree", 1)])
def test_a_part_comes_back_with_a_level_of_one_at_most(
    store: Store, engine: str, level: int
) -> None:
    table = _table(store, engine=engine)
    table.insert(_row(1))
    table.insert(_row(2))
    table.optimize(final=True)
    _drop(table, detach=True)
    assert _attach(table) == [f"1_3_3_{level}"]


def test_one_part_comes_back_by_its_name(store: Store) -> None:
    table = _table(store)
    for n in range(2):
        table.insert(_row(1, n=n))
    _drop(table, detach=True)
    name = PartName("1", 1, 1, 1)
    assert attach_part(store, table.stored, name) == [Attached(name, PartName("1", 3, 3, 1))]
    assert _detached(table) == ["1_2_2_1"]
    for missing in (name, PartName("1", 2, 2, 0)):
        with refused("BAD_DATA_PART_NAME", match=f'Detached part "{missing}" not found'):
            attach_part(store, table.stored, missing)


def test_a_detached_part_that_another_one_covers_becomes_inactive(store: Store) -> None:
    table = _table(store)
    for n in range(3):
        table.insert(_row(n, n=n))
    store.partitions.drop_part(table.table.id, PartName("1", 2, 2, 1), detach=True)
    table.optimize(final=True)
    _drop(table, detach=True)
    assert _attach(table) == ["1_4_4_1"]
    assert _detached(table) == ["inactive_1_2_2_1"]
    assert sorted(row["n"] for row in table.rows()) == [0, 2]
    with refused("BAD_DATA_PART_NAME"):
        attach_part(store, table.stored, PartName("1", 2, 2, 1))


# Parts of another table


def test_files_are_shared_where_row_ids_stay_unique(store: Store) -> None:
    source, target = _table(store), _table(store)
    for n in range(2):
        source.insert(_row(1, n=n))
    target.insert(_row(1, n=9))
    assert _transfer(source, target, "1") == ["1_2_2_1", "1_3_3_1"]
    assert {file.path for file in source.snapshot().files} < {
        file.path for file in target.snapshot().files
    }
    assert sorted(row["n"] for row in target.rows()) == [0, 1, 9]


@pytest.mark.parametrize("key", [("k",), ()])
def test_rows_that_come_a_second_time_get_new_ids(store: Store, key: tuple[str, ...]) -> None:
    source, target = _table(store, key=key), _table(store, key=key)
    rows = [_row(k, n=k) for k in range(30)]
    source.insert(*rows, collapse=False)
    for _ in range(3):
        _transfer(source, target, "1")
    assert sorted(row["n"] for row in target.rows()) == sorted(3 * [row["n"] for row in rows])
    files = target.snapshot().files
    ids = row_ids(store.storage, files)
    assert len(ids) == len(set(ids)) == 90
    assert all(
        [r["k"] for r in read_run(store.storage, f)]
        == sorted(r["k"] for r in read_run(store.storage, f))
        for f in files
    )
    assert source.snapshot().files[0].path in {file.path for file in files}
    assert stagings(store.registry) == []


def test_a_table_can_take_its_own_parts_again(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, n=1))
    assert _transfer(table, table, "1") == ["1_2_2_1"]
    assert _transfer(table, table, None) == ["1_3_3_1", "1_4_4_1"]
    assert _transfer(table, table, "1", Transfer.REPLACE) == [f"1_{b}_{b}_1" for b in (6, 7, 8, 9)]
    assert [row["n"] for row in table.rows()] == [1, 1, 1, 1]
    assert _shown(table, FinalRows(store)) == [1]


def test_detached_parts_with_the_same_file_come_back_both(store: Store) -> None:
    source, table = _table(store), _table(store)
    source.insert(_row(1, n=1))
    for _ in range(2):
        _transfer(source, table, "1")
        _drop(table, detach=True)
    assert _attach(table) == ["1_3_3_1", "1_4_4_1"]
    ids = row_ids(store.storage, table.snapshot().files)
    assert len(set(ids)) == 2


@pytest.mark.parametrize(
    ("options", "level"),
    [({}, 2), ({"version": None}, 0), ({"version": "n"}, 0), ({"engine": MERGE_TREE}, 0)],
)
def test_a_part_keeps_its_level_where_it_means_the_same(
    store: Store, options: dict[str, Any], level: int
) -> None:
    source, target = _table(store), _table(store, **options)
    source.insert(_row(1))
    source.insert(_row(2))
    source.optimize(final=True)
    assert _transfer(source, target, "1") == [f"1_1_1_{level}"]
    assert _transfer(source, target, "1", Transfer.MOVE) == [f"1_2_2_{level}"]


def test_nothing_comes_from_an_empty_partition(store: Store) -> None:
    source, target = _table(store), _table(store)
    target.insert(_row(1))
    assert _transfer(source, target, "1") == []
    assert _transfer(source, target, "1", Transfer.MOVE) == []
    assert target.names() == ["1_1_1_1"]
    assert _transfer(source, target, "1", Transfer.REPLACE) == []
    assert target.names() == []
    assert target.insert(_row(1)) == ["1_3_3_1"]


def test_a_part_that_came_meanwhile_comes_along(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = _table(store), _table(store)
    source.insert(_row(1, n=1))
    late = [_row(2, n=2)]
    _before_each_commit(store, monkeypatch, lambda: source.insert(late.pop()) if late else None)
    assert _transfer(source, target, "1", Transfer.MOVE) == ["1_1_1_1", "1_2_2_1"]
    assert source.rows() == []


def test_it_gives_up_when_others_are_always_faster(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = _table(store), _table(store)
    source.insert(_row(1))
    _transfer(source, target, "1")
    _before_each_commit(store, monkeypatch, lambda: source.insert(_row(1)))
    before = paths(store)
    monkeypatch.setattr(attach, "_ATTEMPTS", 2)
    with refused("TIMEOUT_EXCEEDED", match="2 times"):
        _transfer(source, target, "1")
    assert target.names() == ["1_1_1_1"]
    new = {file.path for file in source.snapshot().files}
    assert paths(store) == before | new
    assert stagings(store.registry) == []


def _before_each_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]
) -> None:
    for name in ("attach_from", "move"):
        real = getattr(store.partitions, name)

        def acting(*args: Any, real: Any = real, **options: Any) -> Any:
            act()
            return real(*args, **options)

        monkeypatch.setattr(store.partitions, name, acting)


def test_a_cancelled_attach_changes_nothing(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1))
    _drop(table, detach=True)

    def cancel() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attach_partition(store, table.stored, None, cancel)
    assert (_detached(table), table.rows()) == (["1_1_1_1"], [])


# FINAL afterwards


@pytest.mark.parametrize("detach", [False, True])
def test_a_row_is_back_when_the_one_that_beat_it_in_another_partition_went(
    store: Store, detach: bool
) -> None:
    table, rows = _table(store), FinalRows(store)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2))
    assert _shown(table, rows) == [2]
    _drop(table, "2", detach)
    assert _shown(table, rows) == _shown(table, FinalRows(store)) == [1]
    assert _attach(table) == (["2_3_3_1"] if detach else [])
    assert _shown(table, rows) == _shown(table, FinalRows(store)) == ([2] if detach else [1])


def test_a_row_is_back_even_when_the_one_that_beat_it_is_collected(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2))
    assert _shown(table, rows) == [2]
    _drop(table, "2")
    collect(store, time.time() + 1e6)
    assert store.registry.parts.outdated(table.table.id) == []
    assert _shown(table, rows) == [1]


@pytest.mark.parametrize("scope", [TABLE, PARTITION])
def test_a_row_is_back_when_the_part_that_beat_it_went(store: Store, scope: str) -> None:
    table, rows = _table(store), FinalRows(store)
    for n in range(3):
        table.insert(_row(1, n=n), _row(10 + n, n=10 + n))
    assert _shown(table, rows, scope) == [2, 10, 11, 12]
    store.partitions.drop_part(table.table.id, PartName("1", 3, 3, 1), detach=True)
    assert _shown(table, rows, scope) == [1, 10, 11]
    _attach(table)
    assert _shown(table, rows, scope) == _shown(table, FinalRows(store), scope) == [2, 10, 11, 12]


@pytest.mark.parametrize("scope", [TABLE, PARTITION])
def test_a_merge_over_the_gap_does_not_hide_that_a_part_went(
    store: Store, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The merged part's blocks cover those of the part that went, its rows do not."""
    table, rows = _table(store), FinalRows(store)
    for k, v in ((1, 0), (2, 9), (3, 0), (2, 1)):
        table.insert(_row(k, v=v, n=10 * k + v))
    assert _shown(table, rows, scope) == [10, 29, 30]
    store.partitions.drop_part(table.table.id, PartName("1", 2, 2, 1))
    monkeypatch.setattr("rmt_engine.merges.optimize.select_parts", lambda p: list(*p)[:2])
    table.optimize()
    assert table.names() == ["1_1_3_2", "1_4_4_1"]
    assert _shown(table, rows, scope) == [10, 21, 30]


def test_a_merge_over_the_gap_in_another_partition_does_not_either(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    for k, v in ((1, 0), (2, 9), (3, 0)):
        table.insert(_row(k, v=v, n=10 * k + v))
    table.insert(_row(2, v=1, n=21, p=2))
    assert _shown(table, rows) == [10, 29, 30]
    store.partitions.drop_part(table.table.id, PartName("1", 2, 2, 1))
    table.optimize(final=True, partition_id="1")
    assert table.names() == ["1_1_3_2", "2_4_4_1"]
    assert _shown(table, rows) == [10, 21, 30]


def test_an_attached_row_wins_a_tie(store: Store) -> None:
    table, rows = _table(store, version=None), FinalRows(store)
    table.insert(_row(1, n=1))
    table.insert(_row(1, n=2))
    assert _shown(table, rows) == [2]
    store.partitions.drop_part(table.table.id, PartName("1", 1, 1, 1), detach=True)
    _attach(table)
    assert _shown(table, rows) == _shown(table, FinalRows(store)) == [1]


@pytest.mark.parametrize("scope", [TABLE, PARTITION])
@pytest.mark.parametrize("restarts", [False, True])
def test_a_row_that_was_dead_when_it_went_is_alive_when_it_is_back(
    store: Store, scope: str, restarts: bool
) -> None:
    """It went by a merge and comes back, under its old row id, from a table that shares its file.

    The files of the vector before still have it, since a merge only adds files.
    """
    table, other, rows = _table(store, version=None), _table(store, version=None), FinalRows(store)
    table.insert(_row(1, n=1))
    _transfer(table, other, "1")
    table.insert(_row(1, n=2))
    assert _shown(table, rows, scope) == [2]
    table.optimize(final=True)
    assert _shown(table, rows, scope) == [2]
    _transfer(other, table, "1")
    assert _shown(table, FinalRows(store) if restarts else rows, scope) == [1]
    assert _shown(table, FinalRows(store), scope) == [1]


def test_other_partitions_are_not_read_again_when_one_went_as_a_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rows = _table(store), FinalRows(store)
    for p in (1, 2):
        for n in range(2):
            table.insert(_row(1, n=n, p=p))
    assert _shown(table, rows, PARTITION) == [1, 1]
    _drop(table, "2")
    monkeypatch.setattr(store.runner, "run", lambda _function, tasks, _rows: tasks and 1 / 0)
    assert _shown(table, rows, PARTITION) == [1]
    with pytest.raises(ZeroDivisionError):
        _shown(table, rows, TABLE)


def test_no_row_is_lost_or_doubled_between_inserts_merges_and_moves(store: Store) -> None:
    """Three threads: one inserts, one merges, one moves the partition to and fro."""
    tables = [_table(store, engine=MERGE_TREE, version=None) for _ in range(2)]
    inserting = threading.Event()
    inserting.set()

    def insert() -> None:
        for n in range(15):
            tables[n % 2].insert(_row(n % 5, n=n))
        inserting.clear()

    def merge() -> None:
        while inserting.is_set():
            for table in tables:
                with contextlib.suppress(RmtError):
                    table.optimize(final=True)

    def move() -> None:
        while inserting.is_set():
            for source, target in itertools.permutations(tables):
                with contextlib.suppress(RmtError):
                    _transfer(source, target, "1", Transfer.MOVE)

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(work) for work in (insert, merge, move)]:
            done.result()
    assert sorted(row["n"] for table in tables for row in table.rows()) == list(range(15))
    for table in tables:
        ids = row_ids(store.storage, table.snapshot().files)
        assert len(ids) == len(set(ids))


# Random programs


class _Model:
    """A table's parts as plain lists, active and detached, each with its rows."""

    def __init__(self, version: str | None) -> None:
        self.version = version
        self.active: list[tuple[str, list[dict[str, Any]]]] = []
        self.detached: dict[str, list[dict[str, Any]]] = {}

    def rows(self, partition: str | None = None) -> list[dict[str, Any]]:
        ordered = sorted(self.active, key=lambda part: part[0])
        return [r for p, rows in ordered if partition in (None, p) for r in rows]

    def take(self, partition: str | None) -> list[tuple[str, list[dict[str, Any]]]]:
        taken = [part for part in self.active if partition in (None, part[0])]
        self.active = [part for part in self.active if partition not in (None, part[0])]
        return taken

    def final(self, within_partitions: bool) -> list[int]:
        partitions = sorted({p for p, _ in self.active}) if within_partitions else [None]
        rows = [r for p in partitions for r in newest(self.rows(p), ("k",), self.version)]
        return sorted(row["n"] for row in rows)


_partitions = st.sampled_from(["1", "2"])
_maybe_partitions = st.sampled_from(["1", "2", None])
_tables = st.sampled_from([0, 1])
_rows = st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([1, 2]))


class PartitionMachine(RuleBasedStateMachine):
    """Two tables between which partitions go back and forth, beside a model of them."""

    store: Store

    @initialize(version=st.sampled_from(["v", None]))
    def create(self, version: str | None) -> None:
        self.version = version
        self.tables = [_table(self.store, version=version) for _ in range(2)]
        self.models = [_Model(version), _Model(version)]
        self.final = FinalRows(self.store)
        self.n = 0

    @rule(table=_tables, rows=st.lists(_rows, min_size=1, max_size=4))
    def insert(self, table: int, rows: list[tuple[int, int, int]]) -> None:
        made = [_row(k, v=v, n=self.n + i, p=p) for i, (k, v, p) in enumerate(rows)]
        self.n += len(made)
        self.tables[table].insert(*made)
        for p in dict.fromkeys(row["p"] for row in made):
            block = newest([row for row in made if row["p"] == p], ("k",), self.version)
            self.models[table].active.append((str(p), [dict(row) for row in block]))

    @rule(table=_tables, partition=_partitions)
    def optimize(self, table: int, partition: str) -> None:
        self.tables[table].optimize(partition_id=partition, final=True)
        model = self.models[table]
        rows = [dict(row) for row in newest(model.rows(partition), ("k",), self.version)]
        if model.take(partition):
            model.active.append((partition, rows))

    @rule(table=_tables, data=st.data())
    def mask(self, table: int, data: st.DataObject) -> None:
        """Masks a row of a part that has others."""
        model = self.models[table]
        found = sorted({row["n"] for _, rows in model.active if len(rows) > 1 for row in rows})
        alone = {rows[0]["n"] for _, rows in model.active if len(rows) == 1}
        choices = [n for n in found if n not in alone]
        if choices:
            n = data.draw(st.sampled_from(choices))
            self.tables[table].mask(lambda row: bool(row["n"] == n))
            model.active = [(p, [r for r in rows if r["n"] != n]) for p, rows in model.active]

    @rule(table=_tables, partition=_maybe_partitions)
    def drop(self, table: int, partition: str | None) -> None:
        _drop(self.tables[table], partition)
        self.models[table].take(partition)

    @rule(table=_tables, data=st.data(), detach=st.booleans())
    def drop_part(self, table: int, data: st.DataObject, detach: bool) -> None:
        parts = self.tables[table].snapshot().parts
        if not parts:
            return
        place = data.draw(st.integers(0, len(parts) - 1))
        part = parts[place]
        self.store.partitions.drop_part(self.tables[table].table.id, part.name, detach)
        model = self.models[table]
        mine = [p for p in model.active if p[0] == part.name.partition_id]
        gone = mine[[p for p in parts if p.name.partition_id == part.name.partition_id].index(part)]
        model.active = [p for p in model.active if p is not gone]
        if detach:
            model.detached[str(part.name)] = gone[1]

    @rule(table=_tables, data=st.data())
    @precondition(lambda self: any(model.detached for model in self.models))
    def attach_part(self, table: int, data: st.DataObject) -> None:
        model = self.models[table]
        if model.detached:
            name = PartName.parse(data.draw(st.sampled_from(sorted(model.detached))))
            attach_part(self.store, self.tables[table].stored, name)
            model.active.append((name.partition_id, model.detached.pop(str(name))))

    @rule(into=_tables, source=_tables, partition=_maybe_partitions)
    def attach_from(self, into: int, source: int, partition: str | None) -> None:
        _transfer(self.tables[source], self.tables[into], partition)
        ordered = sorted(self.models[source].active, key=lambda part: part[0])
        come = [(p, rows) for p, rows in ordered if partition in (None, p)]
        self.models[into].active += come

    @rule(into=_tables, source=_tables, partition=_partitions)
    def replace(self, into: int, source: int, partition: str) -> None:
        _transfer(self.tables[source], self.tables[into], partition, Transfer.REPLACE)
        come = [(p, rows) for p, rows in self.models[source].active if p == partition]
        self.models[into].take(partition)
        self.models[into].active += come

    @rule(into=_tables, partition=_partitions)
    def move(self, into: int, partition: str) -> None:
        _transfer(self.tables[1 - into], self.tables[into], partition, Transfer.MOVE)
        self.models[into].active += self.models[1 - into].take(partition)

    @rule()
    def restart(self) -> None:
        """Another process: vectors are read from their files."""
        self.final = FinalRows(self.store)

    @rule()
    def build(self) -> None:
        for table in self.tables:
            for scope in (TABLE, PARTITION):
                self.final.state(table.snapshot(), scope)

    @invariant()
    def rows_are_the_models(self) -> None:
        for table, model in zip(self.tables, self.models, strict=True):
            assert sorted(r["n"] for r in table.rows()) == sorted(r["n"] for r in model.rows())
            ids = row_ids(self.store.storage, table.snapshot().files)
            assert len(ids) == len(set(ids))
            assert sorted(map(str, _detached(table))) == sorted(model.detached)

    @rule()
    def final_is_the_models(self) -> None:
        for table, model in zip(self.tables, self.models, strict=True):
            assert _shown(table, self.final, TABLE) == model.final(False)
            assert _shown(table, self.final, PARTITION) == model.final(True)


@pytest.mark.sample(0)
def test_random_programs_agree_with_a_model(store: Store) -> None:
    """It takes long because each of many programs writes, merges and reads parts of its own."""
    machine = type("Machine", (PartitionMachine,), {"store": store})
    run = machine.TestCase
    run.settings = settings(
        max_examples=examples(5),
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    run("runTest").runTest()
