"""FINAL where an engine computes values: a deletion vector and replacement runs."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.errors import RmtError
from rmt_engine.merges.final import PARTITION, TABLE, FinalRows, FinalState
from rmt_engine.merges.fsck import check_store
from rmt_engine.store.store import Store
from rmt_engine.store.table import SUMMING
from tests.merges.tables import Bench, members, read_run
from tests.store.samples import open_store

_COLUMNS = {"k": "Int64", "p": "Int64", "v": "Int64", "n": "Int64"}
_scopes = pytest.mark.parametrize("scope", [TABLE, PARTITION])


def _table(store: Store) -> Bench:
    return Bench(store, _COLUMNS, partition_by="p", engine=SUMMING, key_sources=("k", "p"))


def _row(k: int, v: int, n: int = 0, p: int = 1) -> dict[str, Any]:
    return {"k": k, "p": p, "v": v, "n": n}


def _state(table: Bench, scope: str, rows: FinalRows | None = None) -> FinalState:
    final_rows = rows or FinalRows(table.store, lambda _: table.stored)
    return final_rows.state(table.snapshot(), scope)


def _shown(table: Bench, scope: str = TABLE, rows: FinalRows | None = None) -> list[Any]:
    """Key, sum and `n` of what FINAL shows."""
    state = _state(table, scope, rows)
    dead = members(state.vector)
    shown = table.visible(state)
    for run in state.replacement:
        shown += [row for row in read_run(table.store.storage, run) if row["__row"] not in dead]
    counted = table.snapshot().rows + sum(run.rows for run in state.replacement)
    assert counted - sum(state.dead_rows.values()) == len(shown)
    return sorted((row["k"], row["v"], row["n"]) for row in shown)


def _sums(rows: Sequence[dict[str, Any]], scope: str) -> list[tuple[int, int, int]]:
    """What a merge of all rows would leave."""
    groups: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["k"], row["p"] if scope == PARTITION else 0), []).append(row)
    sums = [
        (key[0], sum(row["v"] for row in of), sum(row["n"] for row in of))
        for key, of in groups.items()
    ]
    return sorted((k, v, n) for k, v, n in sums if v or n)


@_scopes
def test_rows_of_a_key_are_shown_as_one(store: Store, scope: str) -> None:
    table = _table(store)
    table.insert(_row(1, 5), _row(2, 1))
    table.insert(_row(1, 7, p=2), _row(3, 1))
    shared = [(1, 12, 0)] if scope == TABLE else [(1, 5, 0), (1, 7, 0)]
    assert _shown(table, scope) == [*shared, (2, 1, 0), (3, 1, 0)]


def test_an_insert_only_adds_a_run_with_its_keys(store: Store) -> None:
    table, rows = _table(store), FinalRows(store, lambda _: table.stored)
    for k in range(4):
        table.insert(*(_row(key, 1) for key in range(k, 10)))
    assert len(_state(table, TABLE, rows).replacement) == 1
    table.insert(_row(9, 5))
    state = _state(table, TABLE, rows)
    assert [run.rows for run in state.replacement] == [9, 1]
    assert _shown(table, TABLE, rows)[-1] == (9, 9, 0)


def test_another_endpoint_finds_the_runs(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, 5))
    table.insert(_row(1, 7))
    first = _state(table, TABLE)
    again = _state(table, TABLE)
    assert first.replacement == again.replacement
    assert _shown(table) == [(1, 12, 0)]


def test_a_lost_run_is_made_anew(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, 5))
    table.insert(_row(1, 7))
    [run] = _state(table, TABLE).replacement
    store.storage.delete_files([run.path])
    assert _shown(table) == [(1, 12, 0)]


def test_fsck_finds_a_run_that_is_lost(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        table = _table(store)
        table.insert(_row(1, 5))
        table.insert(_row(1, 7))
        [run] = _state(table, TABLE).replacement
        assert list(check_store(store)) == []
        store.storage.delete_files([run.path])
        [fault] = check_store(store, repair=True)
        assert "cannot be read" in fault.what
        assert _shown(table) == [(1, 12, 0)]
        assert list(check_store(store)) == []


def test_nothing_folds_without_someone_who_knows_how_rows_are_stored(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, 5))
    table.insert(_row(1, 7))
    with pytest.raises(RmtError, match="Nothing can fold"):
        FinalRows(store).state(table.snapshot(), TABLE)


def test_a_single_row_that_no_merge_has_seen_is_looked_at(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, 0), _row(2, 1), collapse=False)
    assert _shown(table) == [(2, 1, 0)]


_STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("insert"),
            st.booleans(),
            st.lists(
                st.tuples(st.integers(1, 4), st.integers(1, 2), st.integers(-2, 2)),
                min_size=1,
                max_size=4,
            ),
        ),
        st.tuples(st.just("optimize"), st.booleans(), st.just([])),
        st.tuples(st.just("mask"), st.booleans(), st.just([])),
    ),
    max_size=7,
)


@pytest.mark.parametrize("scope", [TABLE, PARTITION])
@settings(max_examples=examples(5), deadline=None)
@given(steps=_STEPS)
@pytest.mark.sample(1)
def test_whatever_happens_it_is_what_a_merge_of_all_rows_leaves(scope: str, steps: Any) -> None:
    """One FINAL that goes on from step to step, and one that begins from nothing."""
    with tempfile.TemporaryDirectory() as directory, open_store(Path(directory)) as store:
        table = _table(store)
        rows = FinalRows(store, lambda _: table.stored)
        for kind, flag, values in steps:
            if kind == "insert":
                block = [_row(k, v, n=-v, p=p) for k, p, v in values]
                table.insert(*block, collapse=flag)
            elif kind == "optimize":
                table.optimize(final=True)
            else:
                table.mask(lambda row, flag=flag: row["k"] == (1 if flag else 4))
            found = _shown(table, scope, rows)
            assert found == _sums(table.rows(), scope)
            assert found == _shown(table, scope)
