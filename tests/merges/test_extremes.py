"""Extremes of columns that no file is read for."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.merges.extremes import exact_extremes
from rmt_engine.merges.final import TABLE, FinalRows
from rmt_engine.store.store import Store
from tests.merges.tables import Bench, Row

_COLUMNS = {"k": "Int64", "j": "Int64", "v": "Int64", "d": "UInt8", "s": "String"}


def _table(store: Store) -> Bench:
    return Bench(store, _COLUMNS, key=("k", "j"), version="v", is_deleted="d")


def _row(k: int, j: int = 0, v: int = 0, d: int = 0) -> Row:
    return {"k": k, "j": j, "v": v, "d": d, "s": "x"}


def _extremes(table: Bench, *columns: str, final: bool = True) -> list[dict[str, Any]] | None:
    snapshot = table.snapshot()
    state = FinalRows(table.store).state(snapshot, TABLE) if final else None
    found = exact_extremes(snapshot, state, columns)
    return None if found is None else found.to_pylist()


def test_a_table_without_rows_has_none(store: Store) -> None:
    assert _extremes(_table(store), "k") is None


def test_all_rows_count_for_a_plain_read(store: Store) -> None:
    table = _table(store)
    table.insert(_row(5, v=7), _row(6, v=3))
    table.insert(_row(5, v=1))
    assert _extremes(table, "k", "v", final=False) == [{"k": 5, "v": 1}, {"k": 6, "v": 7}]


def test_parts_without_dead_rows_are_exact_for_every_column(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1, j=4, v=9), _row(2, j=3, v=8))
    table.insert(_row(3, j=5, v=1))
    assert _extremes(table, "k", "j", "v") == [{"k": 1, "j": 3, "v": 1}, {"k": 3, "j": 5, "v": 9}]


def test_the_ends_of_a_file_are_exact_for_the_first_key_column_while_they_live(
    store: Store,
) -> None:
    table = _table(store)
    table.insert(_row(1), _row(2), _row(3))
    table.insert(_row(2, v=1, d=1))
    assert _extremes(table, "k") == [{"k": 1}, {"k": 3}]
    assert _extremes(table, "j") is None
    table.insert(_row(1, v=1, d=1))
    assert _extremes(table, "k") is None


def test_parts_whose_rows_are_all_dead_do_not_matter(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1), _row(9))
    table.insert(_row(1, v=1, d=1), _row(9, v=1, d=1))
    table.insert(_row(4))
    assert _extremes(table, "k") == [{"k": 4}, {"k": 4}]


def test_texts_and_columns_that_were_not_measured_are_not_exact(store: Store) -> None:
    table = _table(store)
    table.insert(_row(1))
    assert _extremes(table, "s") is None
    assert _extremes(table, "__row") is None


_ROWS = st.builds(
    _row, k=st.integers(0, 5), j=st.integers(0, 1), v=st.integers(0, 3), d=st.integers(0, 1)
)


@settings(max_examples=examples(12))
@given(st.lists(st.lists(_ROWS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_what_is_exact_is_right(store: Store, blocks: list[list[Row]]) -> None:
    table = _table(store)
    for block in blocks:
        table.insert(*block)
    shown = table.visible(FinalRows(store).state(table.snapshot(), TABLE))
    for column in ("k", "j", "v"):
        for rows, final in ((shown, True), (table.rows(), False)):
            found = _extremes(table, column, final=final)
            values = [row[column] for row in rows]
            assert found is None or [row[column] for row in found] == [min(values), max(values)]
            assert found is not None or final
