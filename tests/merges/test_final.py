from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.merges.final import PARTITION, TABLE, FinalRows, final_scope
from rmt_engine.store import schema
from rmt_engine.store.store import Store
from rmt_engine.store.tasks import InlineRunner
from tests.merges.tables import Bench, Row, current, members, newest
from tests.store.samples import definition, open_store, paths, refused, stagings

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "d": "UInt8", "n": "Int64"}
_scopes = pytest.mark.parametrize("scope", [TABLE, PARTITION])


def _row(k: int, v: int = 0, n: int = 0, p: int = 1, d: int = 0) -> dict[str, Any]:
    return {"k": k, "p": p, "v": v, "d": d, "n": n}


def _table(store: Store, **options: Any) -> Bench:
    defaults = {"version": "v", "is_deleted": "d", "partition_by": "p"}
    return Bench(store, _COLUMNS, **{**defaults, **options})


def _shown(table: Bench, scope: str = TABLE, rows: FinalRows | None = None) -> list[int]:
    """The `n` of the rows FINAL shows."""
    state = (rows or FinalRows(table.store)).state(table.snapshot(), scope)
    return sorted(row["n"] for row in table.visible(state))


@pytest.mark.parametrize(
    ("follows", "within", "scope"),
    [
        (False, False, TABLE),
        (False, True, PARTITION),
        (True, False, PARTITION),
        (True, True, PARTITION),
    ],
)
def test_final_looks_in_each_partition_if_told_or_if_it_makes_no_difference(
    follows: bool, within: bool, scope: str
) -> None:
    assert final_scope(definition(partition_follows_key=follows), within) == scope


# What FINAL shows


@_scopes
def test_an_empty_table_has_no_dead_rows(store: Store, scope: str) -> None:
    table = _table(store)
    state = FinalRows(store).state(table.snapshot(), scope)
    assert (state.version, state.dead_rows, members(state.vector)) == (0, {}, set())


def test_the_highest_version_wins_wherever_it_is(store: Store) -> None:
    """Three versions in three partitions; see ClickHouse's FINAL across partitions."""
    table = _table(store)
    for n, (p, v) in enumerate([(1, 5), (2, 9), (3, 7)]):
        table.insert(_row(1, v=v, p=p, n=n))
    assert _shown(table, TABLE) == [1]
    assert _shown(table, PARTITION) == [0, 1, 2]


@pytest.mark.parametrize(
    ("partitions", "winner"), [((9, 10), 0), ((10, 9), 1), ((1, 2), 1), ((2, 10), 0)]
)
def test_of_equal_versions_the_partition_with_the_highest_id_as_text_wins(
    store: Store, partitions: tuple[int, int], winner: int
) -> None:
    table = _table(store, version=None)
    for n, p in enumerate(partitions):
        table.insert(_row(1, p=p, n=n))
    assert _shown(table, TABLE) == [winner]


def test_of_equal_versions_in_a_partition_the_last_inserted_wins(store: Store) -> None:
    table = _table(store)
    for n in range(12):
        table.insert(_row(1, n=n))
    assert _shown(table, TABLE) == _shown(table, PARTITION) == [11]


def test_a_merge_does_not_make_a_row_newer(store: Store) -> None:
    table = _table(store)
    for n in range(3):
        table.insert(_row(n, n=n))
    table.insert(_row(0, n=9))
    first_two = [part.name.min_block for part in table.snapshot().parts][:2]
    assert first_two == [1, 2]
    table.optimize(final=True)
    assert _shown(table) == [1, 2, 9]


def test_a_winning_tombstone_hides_its_row_and_itself(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, v=1, n=1), _row(2, v=1, n=2))
    table.insert(_row(1, v=2, n=3, d=1), _row(2, v=0, n=4, d=1))
    assert _shown(table) == [2]


@pytest.mark.parametrize("is_deleted", [None, "d"])
def test_duplicates_inside_one_part_are_found(store: Store, is_deleted: str | None) -> None:
    table = _table(store, is_deleted=is_deleted)
    table.insert(*(_row(n % 7, n=n) for n in range(40)), collapse=False)
    assert _shown(table) == list(range(33, 40))


def test_without_a_key_one_row_is_left(store: Store) -> None:
    table = _table(store, key=(), version=None)
    table.insert(_row(1, n=1), _row(2, n=2))
    rows = FinalRows(store)
    assert _shown(table, rows=rows) == [2]
    table.insert(_row(3, n=3))
    assert _shown(table, rows=rows) == _shown(table) == [3]


@_scopes
def test_a_mark_that_is_neither_0_nor_1_is_refused_at_every_look(store: Store, scope: str) -> None:
    table = _table(store)
    table.insert(_row(1, d=7), collapse=False)
    rows = FinalRows(store)
    for _ in range(2):
        with refused("INCORRECT_DATA", match="is_deleted = 7 "):
            rows.state(table.snapshot(), scope)
    assert stagings(store.registry) == []


def test_dead_rows_are_counted_by_part(store: Store) -> None:
    table = _table(store)
    table.insert(*(_row(k) for k in range(20)))
    table.insert(*(_row(k) for k in range(15)))
    table.insert(_row(3))
    state = FinalRows(store).state(table.snapshot(), TABLE)
    by_name = {str(part.name): part.id for part in table.snapshot().parts}
    assert state.dead_rows == {by_name["1_1_1_1"]: 15, by_name["1_2_2_1"]: 1}


# What is looked at


class Counting(InlineRunner):
    """A runner that knows how many rows its tasks read."""

    def __init__(self) -> None:
        self.rows: list[int] = []

    def run(self, function: Any, tasks: Sequence[Any], rows: int) -> list[Any]:
        self.rows.append(rows)
        return super().run(function, tasks, rows)


@pytest.fixture
def counted(tmp_path: Path) -> Any:
    """A store of its own whose runner counts."""
    with open_store(tmp_path) as store:
        store.runner = Counting()
        yield store


def _read(store: Store) -> list[int]:
    assert isinstance(store.runner, Counting)
    return store.runner.rows


def test_a_single_part_of_unique_rows_is_not_read(counted: Store) -> None:
    table = _table(counted, is_deleted=None)
    table.insert(*(_row(k, p=k % 3) for k in range(30)))
    assert FinalRows(counted).state(table.snapshot(), PARTITION).dead_rows == {}
    assert _read(counted) == [0]


def test_a_vector_is_built_once(counted: Store) -> None:
    table = _table(counted)
    table.insert(_row(1))
    table.insert(_row(1))
    rows = FinalRows(counted)
    assert rows.state(table.snapshot(), TABLE) is rows.state(table.snapshot(), TABLE)
    assert len(_read(counted)) == 1


def test_a_vector_that_another_process_built_is_loaded(counted: Store) -> None:
    table = _table(counted)
    for n in range(2):
        table.insert(_row(1, n=n))
    built = FinalRows(counted).state(table.snapshot(), TABLE)
    loaded = FinalRows(counted).state(table.snapshot(), TABLE)
    assert (members(loaded.vector), loaded.dead_rows) == (members(built.vector), built.dead_rows)
    assert len(_read(counted)) == 1


def test_threads_that_need_the_same_vector_wait_for_the_one_that_builds_it(
    counted: Store,
) -> None:
    table = _table(counted)
    for n in range(2):
        table.insert(_row(1, n=n))
    rows, snapshot = FinalRows(counted), table.snapshot()
    with ThreadPoolExecutor(4) as pool:
        states = list(pool.map(lambda _: rows.state(snapshot, TABLE), range(8)))
    assert len(_read(counted)) == 1
    assert all(state is states[0] for state in states)


def test_a_new_part_is_compared_only_with_rows_near_its_keys(counted: Store) -> None:
    table = _table(counted)
    table.insert(*(_row(k, n=k) for k in range(200)))
    rows = FinalRows(counted)
    assert len(_shown(table, rows=rows)) == 200
    table.insert(_row(100, n=1000))
    assert 1000 in _shown(table, rows=rows)
    first, second = _read(counted)
    assert first >= 200
    assert second < 30


def test_a_new_part_of_other_keys_reads_no_old_row(counted: Store) -> None:
    table = _table(counted)
    table.insert(*(_row(k, n=k) for k in range(40)))
    rows = FinalRows(counted)
    _shown(table, rows=rows)
    table.insert(*(_row(k, n=k) for k in range(40, 45)))
    assert len(_shown(table, rows=rows)) == 45
    assert _read(counted)[1] == 5


def test_an_older_snapshot_still_gets_its_own_vector(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, n=1))
    before = table.snapshot()
    table.insert(_row(1, n=2))
    rows = FinalRows(store)
    after = rows.state(table.snapshot(), TABLE)
    older = rows.state(before, TABLE)
    assert (older.version, members(older.vector)) == (1, set())
    assert rows.state(table.snapshot(), TABLE) is after


# What is kept


def _vector_files(table: Bench) -> set[str]:
    data = {file.path for file in table.snapshot().files}
    return paths(table.store, table.table.uuid) - data


def test_a_vector_without_a_dead_row_has_no_file_nor_directory(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1))
    _shown(table)
    assert _vector_files(table) == set()
    directory = Path(store.storage.hadoop_path(table.table.uuid).removeprefix("file://"))
    assert len(list(directory.iterdir())) == len(table.snapshot().parts)
    assert stagings(store.registry) == []


def test_a_later_vector_adds_a_file_with_what_died_since(store: Store) -> None:
    table = _table(store)
    table.insert(*(_row(k, n=k) for k in range(9)))
    sizes = []
    for n in range(3):
        table.insert(_row(n, n=100 + n))
        _shown(table)
        sizes.append(len(_vector_files(table)))
    assert sizes == [1, 2, 3]


def test_many_small_files_become_one(store: Store) -> None:
    """At most three, here; see conftest."""
    table = _table(store)
    table.insert(*(_row(k, n=k) for k in range(9)))
    counts = []
    for n in range(6):
        table.insert(_row(n, n=100 + n))
        assert len(_shown(table)) == 9
        record = store.registry.vectors.newest(table.table.id, TABLE, table.snapshot().version)
        assert record is not None
        counts.append(len(record.files))
    assert counts == [1, 2, 3, 1, 2, 3]


def test_a_vector_built_twice_at_once_is_kept_once(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, open_store(tmp_path) as other:
        table = _table(store)
        for n in range(2):
            table.insert(_row(1, n=n))
        snapshot, rival = table.snapshot(), FinalRows(other)

        class Meddling(InlineRunner):
            def run(self, function: Any, tasks: Sequence[Any], rows: int) -> list[Any]:
                rival.state(snapshot, TABLE)
                return super().run(function, tasks, rows)

        store.runner = Meddling()
        mine = FinalRows(store).state(snapshot, TABLE)
        assert members(mine.vector) == members(rival.state(snapshot, TABLE).vector)
        assert len(_vector_files(table)) == 1
        assert stagings(store.registry) == []


# After parts went


def test_truncating_begins_anew(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    for n in range(2):
        table.insert(_row(1, n=n))
    assert _shown(table, rows=rows) == [1]
    store.registry.parts.commit(table.table.id, [], [], replaces=None)
    table.insert(_row(1, v=-5, n=7))
    assert _shown(table, rows=rows) == [7]


def test_what_a_cleaned_up_tombstone_beat_is_back(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2, d=1))
    assert _shown(table, rows=rows) == []
    table.optimize(partition_id="2", final=True, cleanup=True)
    assert _shown(table, rows=rows) == [1]


def test_what_a_cleaned_up_tombstone_beat_is_back_after_a_further_merge(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2, d=1), _row(2, n=3, p=2))
    assert _shown(table, rows=rows) == [3]
    table.optimize(partition_id="2", final=True, cleanup=True)
    table.optimize(partition_id="2", final=True)
    assert _shown(table, rows=rows) == [1, 3]


def test_what_a_collected_tombstone_beat_is_back(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    table.insert(_row(1, v=1, n=1, p=1))
    table.insert(_row(1, v=2, n=2, p=2, d=1))
    assert _shown(table, rows=rows) == []
    table.optimize(partition_id="2", final=True, cleanup=True)
    store.registry.expired.forget_parts(
        [part.id for part in store.registry.parts.outdated(table.table.id)]
    )
    assert _shown(table, rows=rows) == [1]


def test_a_vector_whose_parts_are_collected_is_built_anew(store: Store) -> None:
    table, rows = _table(store), FinalRows(store)
    for n in range(2):
        table.insert(_row(1, n=n), _row(2 + n, n=2 + n))
    assert _shown(table, rows=rows) == [1, 2, 3]
    table.optimize(final=True)
    store.registry.expired.forget_parts(
        [part.id for part in store.registry.parts.outdated(table.table.id)]
    )
    table.insert(_row(2, n=7))
    assert _shown(table, rows=rows) == [1, 3, 7]


_moves = st.lists(
    st.one_of(
        st.tuples(
            st.just("insert"),
            st.lists(
                st.builds(
                    _row,
                    k=st.integers(0, 9),
                    v=st.integers(0, 2),
                    p=st.sampled_from([9, 10]),
                    d=st.integers(0, 1),
                ),
                min_size=1,
                max_size=12,
            ),
            st.booleans(),
        ),
        st.tuples(st.just("merge"), st.sampled_from(["9", "10"]), st.booleans()),
        st.tuples(st.just("look"), st.none(), st.none()),
    ),
    min_size=1,
    max_size=9,
)


class Model:
    """The same table in plain Python: the rows of every part, in the order that decides ties."""

    def __init__(self) -> None:
        self._parts: dict[str, list[list[Row]]] = {"9": [], "10": []}

    def insert(self, rows: Sequence[Row], collapse: bool) -> None:
        for partition, parts in self._parts.items():
            block = [row for row in rows if str(row["p"]) == partition]
            if block:
                parts.append(newest(block, "k", "v") if collapse else block)

    def merge(self, partition: str, cleanup: bool) -> None:
        rows = list(itertools.chain(*self._parts[partition]))
        kept = current(rows, "k", "v", "d") if cleanup else newest(rows, "k", "v")
        self._parts[partition] = [kept]

    def final(self, scope: str) -> list[int]:
        partitions = [itertools.chain(*self._parts[p]) for p in sorted(self._parts)]
        groups = [itertools.chain(*partitions)] if scope == TABLE else partitions
        return sorted(row["n"] for g in groups for row in current(list(g), "k", "v", "d"))


@given(_moves)
@settings(max_examples=examples(6))
def test_vectors_built_step_by_step_and_at_once_show_what_final_means(
    store: Store, moves: Sequence[tuple[str, Any, Any]]
) -> None:
    table, model, rows, numbers = _table(store), Model(), FinalRows(store), itertools.count()
    for move, what, how in [*moves, ("look", None, None)]:
        if move == "insert":
            block = [{**row, "n": next(numbers)} for row in what]
            table.insert(*block, collapse=how)
            model.insert(block, how)
        elif move == "merge":
            table.optimize(partition_id=what, final=True, cleanup=how)
            model.merge(what, how)
        else:
            for scope in (TABLE, PARTITION):
                assert _shown(table, scope, rows) == model.final(scope)
    for scope in (TABLE, PARTITION):
        step_by_step = rows.state(table.snapshot(), scope)
        _forget_vectors(store)
        at_once = FinalRows(store).state(table.snapshot(), scope)
        assert table.visible(at_once) == table.visible(step_by_step)
        assert at_once.dead_rows == step_by_step.dead_rows


def _forget_vectors(store: Store) -> None:
    engine = sa.create_engine(store.registry.url)
    with engine.begin() as connection:
        connection.execute(sa.delete(schema.deletion_vectors))
    engine.dispose()
