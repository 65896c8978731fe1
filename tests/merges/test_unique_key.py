"""Tables whose versions are equal in a unique key, and whose files are sorted by other columns."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.merges import ranges
from rmt_engine.merges.final import PARTITION, TABLE, FinalRows
from rmt_engine.merges.fsck import check_store
from rmt_engine.merges.key_sets import KeySet, Share, near_by_extremes
from rmt_engine.store.store import Store
from tests.merges.tables import Bench, Row, current, key_of, newest, read_run
from tests.store.samples import open_store

_COLUMNS = {"k": "Int64", "s": "String", "p": "Int64", "v": "Int64", "d": "UInt8", "n": "Int64"}
_ORDERS = [("s",), ("s", "v"), ("s", "k"), ("k", "s"), ("n", "k", "s"), (), ("k",)]


def _row(k: int, v: int = 0, n: int = 0, p: int = 1, d: int = 0, s: str = "") -> dict[str, Any]:
    return {"k": k, "s": s, "p": p, "v": v, "d": d, "n": n}


def _table(store: Store, order: Sequence[str] = ("s",), **options: Any) -> Bench:
    defaults = {
        "version": "v",
        "is_deleted": "d",
        "partition_by": "p",
        "unique_key": ("k",),
        "partition_follows_key": False,
    }
    return Bench(store, _COLUMNS, order, **{**defaults, **options})


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of its own: `check_store` also finds what tests of others leave."""
    with open_store(tmp_path_factory.mktemp("unique_key")) as store:
        yield store


@pytest.fixture(params=[500_000, 3], ids=["whole", "in shares"])
def _share_rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many rows a task looks at: all of them, or so few that the keys are shared out."""
    monkeypatch.setattr(ranges, "_FEWEST_ROWS", request.param)


def _shown(table: Bench, scope: str = TABLE, rows: FinalRows | None = None) -> list[int]:
    """The `n` of the rows FINAL shows."""
    state = (rows or FinalRows(table.store)).state(table.snapshot(), scope)
    return sorted(row["n"] for row in table.visible(state))


# The key


def test_the_unique_key_tells_versions_unless_the_sorting_key_has_the_same_columns(
    store: Store,
) -> None:
    of = {order: _table(store, order).table.definition for order in _ORDERS}
    assert {one.version_key for one in of.values()} == {("k",)}
    assert [order for order, one in of.items() if not one.has_unsorted_key] == [("k",)]
    two = _table(store, ("k", "s"), unique_key=("s", "k")).table.definition
    assert (two.version_key, two.has_unsorted_key) == (("k", "s"), False)
    plain = _table(store, ("s", "k"), unique_key=()).table.definition
    assert (plain.version_key, plain.has_unsorted_key) == (("s", "k"), False)


# Inserts


def test_a_block_collapses_by_the_unique_key_in_the_order_of_the_insert(store: Store) -> None:
    table = _table(store, is_deleted=None)
    table.insert(
        _row(1, s="z", n=0), _row(2, s="y", n=1), _row(1, s="a", n=2), _row(2, s="b", v=-1, n=3)
    )
    assert [row["n"] for row in table.rows()] == [2, 1]
    assert all(part.unique for part in table.snapshot().parts)


# Programs


_moves = st.lists(
    st.one_of(
        st.tuples(
            st.just("insert"),
            st.lists(
                st.builds(
                    _row,
                    k=st.integers(0, 9),
                    s=st.sampled_from("abcdef"),
                    v=st.integers(0, 2),
                    p=st.sampled_from([9, 10]),
                    d=st.sampled_from([0, 0, 1]),
                ),
                min_size=1,
                max_size=12,
            ),
        ),
        st.tuples(st.just("merge"), st.tuples(st.sampled_from(["9", "10"]), st.booleans())),
        st.tuples(st.just("delete"), st.integers(2, 4)),
        st.tuples(st.just("look"), st.none()),
    ),
    min_size=1,
    max_size=9,
)


class _Model:
    """The same table in plain Python: the rows of every part, in the order that decides ties."""

    def __init__(self) -> None:
        self._parts: dict[str, list[list[Row]]] = {"9": [], "10": []}

    def insert(self, rows: Sequence[Row]) -> None:
        for partition, parts in self._parts.items():
            if block := [row for row in rows if str(row["p"]) == partition]:
                parts.append(newest(block, "k", "v"))

    def merge(self, partition: str, cleanup: bool) -> None:
        rows = list(itertools.chain(*self._parts[partition]))
        kept = current(rows, "k", "v", "d") if cleanup else newest(rows, "k", "v")
        self._parts[partition] = [kept]

    def delete(self, matches: Callable[[Row], bool]) -> None:
        for parts in self._parts.values():
            parts[:] = [[row for row in part if not matches(row)] for part in parts]

    def rows(self) -> list[int]:
        parts = itertools.chain(*self._parts.values())
        return sorted(row["n"] for part in parts for row in part)

    def final(self, scope: str) -> list[int]:
        partitions = [itertools.chain(*self._parts[p]) for p in sorted(self._parts)]
        groups = [itertools.chain(*partitions)] if scope == TABLE else partitions
        return sorted(row["n"] for g in groups for row in current(list(g), "k", "v", "d"))


@pytest.mark.usefixtures("_share_rows")
@given(_moves, st.sampled_from(_ORDERS))
@settings(max_examples=examples(4))
@pytest.mark.sample(1)
def test_programs_show_what_final_means_and_keep_files_in_their_order(
    store: Store, moves: Sequence[tuple[str, Any]], order: tuple[str, ...]
) -> None:
    table, model, rows, numbers = (
        _table(store, order),
        _Model(),
        FinalRows(store),
        itertools.count(),
    )
    for move, what in [*moves, ("look", None)]:
        if move == "insert":
            block = [{**row, "n": next(numbers)} for row in what]
            table.insert(*block)
            model.insert(block)
        elif move == "merge":
            table.optimize(partition_id=what[0], final=True, cleanup=what[1])
            model.merge(*what)
        elif move == "delete":
            modulus = what
            table.mask(lambda row: row["n"] % modulus == 1)  # noqa: B023
            model.delete(lambda row: row["n"] % modulus == 1)  # noqa: B023
        else:
            assert sorted(row["n"] for row in table.rows()) == model.rows()
            for scope in (TABLE, PARTITION):
                assert _shown(table, scope, rows) == model.final(scope)
    for run in table.snapshot().files:
        keys = [key_of(row, order) for row in read_run(store.storage, run)]
        assert keys == sorted(keys)
    assert list(check_store(store)) == []
    store.registry.tables.drop(table.table.id)


@given(_moves)
@settings(max_examples=examples(4))
@pytest.mark.sample(0)
def test_a_unique_key_that_is_the_sorting_key_changes_nothing(
    store: Store, moves: Sequence[tuple[str, Any]]
) -> None:
    with_clause, without = _table(store, ("k",)), _table(store, ("k",), unique_key=())
    numbers = itertools.count()
    for move, what in moves:
        if move == "insert":
            block = [{**row, "n": next(numbers)} for row in what]
            assert with_clause.insert(*block) == without.insert(*block)
        elif move == "merge":
            for table in (with_clause, without):
                table.optimize(partition_id=what[0], final=True, cleanup=what[1])
        assert with_clause.names() == without.names()
        assert with_clause.rows() == without.rows()
        for scope in (TABLE, PARTITION):
            assert _shown(with_clause, scope) == _shown(without, scope)


# Tombstones


def test_merges_drop_old_tombstones_of_keys_that_no_other_part_has(store: Store) -> None:
    table = _table(store, settings={"tombstone_retention_seconds": "1"})
    table.insert(_row(1, s="a", d=1, n=0), _row(2, s="b", n=1))
    table.insert(_row(1, s="z", v=-1, n=2))
    table.insert(_row(7, s="a", d=1, p=2, n=3))
    time.sleep(1.1)
    table.optimize(partition_id="1", final=True)
    assert [row["n"] for row in table.rows() if row["p"] == 1] == [1]
    table.insert(_row(7, s="q", v=-1, p=1, n=4))
    table.optimize(partition_id="2", final=True)
    assert [row["n"] for row in table.rows() if row["p"] == 2] == [3]
    assert _shown(table) == [1]


# Choosing rows by keys


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.int64(), [1, 2, 3, 2, None, None, -1]),
        (pa.uint64(), [2**64 - 1, 1, 2**64 - 1]),
        (pa.float64(), [0.0, -0.0, math.nan, -math.nan, 1.5]),
        (pa.string(), ["", "a", "ä", "a", None]),
        (pa.list_(pa.string()), [["a"], ["a", "b"], ["a"], []]),
    ],
)
def test_equal_keys_are_in_the_same_share_and_set(kind: pa.DataType, values: list[Any]) -> None:
    rows = pa.table({"k": pa.array(values, kind)})
    shares = [Share(number, 3, ("k",)).holds(rows) for number in range(3)]
    assert np.sum(shares, axis=0).tolist() == [1] * len(values)
    for place in range(len(values)):
        same = KeySet(rows.slice(place, 1), ("k",)).among(rows)
        assert same[place]
        [number] = [number for number in range(3) if shares[number][place]]
        assert not np.any(same & ~shares[number])
    assert not KeySet(rows.slice(0, 0), ("k",)).among(rows).any()


def test_files_are_near_if_all_columns_of_the_key_may_meet(store: Store) -> None:
    table = _table(store, ("s",), unique_key=("k", "v"), partition_by=None)
    table.insert(_row(1, v=1), _row(5, v=2))
    table.insert(_row(6, v=1), _row(9, v=2))
    table.insert(_row(3, v=7), _row(7, v=9))
    table.insert(_row(4, v=2))
    first, second, third, fourth = (part.files for part in table.snapshot().parts)
    near = near_by_extremes([*first, *second, *third], fourth, ("k", "v"))
    assert near == {file.path for file in first}
