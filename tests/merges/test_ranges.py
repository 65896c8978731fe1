from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.engines.keys import key_table
from rmt_engine.merges.ranges import (
    KeyRange,
    RunSlice,
    cut_ranges,
    near,
    rows_in_range,
    rows_per_task,
)
from rmt_engine.store.part import RunFile
from rmt_engine.store.storage import Storage
from tests.merges.tables import Row, key_of, rank, write_run

# The marks of these runs are 4 rows apart: see conftest.
_MARK = 4
_NAN = float("nan")
_FIELDS: dict[str, dict[str, pa.DataType]] = {
    "int": {"k": pa.int64()},
    "float": {"k": pa.float64()},
    "string": {"k": pa.string()},
    "composite": {"a": pa.int32(), "b": pa.string()},
}
_VALUES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "int": {"k": st.none() | st.integers(0, 40)},
    "float": {"k": st.sampled_from([-1.0, -0.0, 0.0, 0.5, _NAN, None])},
    "string": {"k": st.none() | st.text("abA", max_size=3)},
    "composite": {"a": st.integers(0, 3), "b": st.none() | st.sampled_from("xyz")},
}
_every_key = pytest.mark.parametrize("kind", list(_FIELDS))


def _runs_of(kind: str, most: int = 4) -> st.SearchStrategy[list[list[Row]]]:
    key = tuple(_FIELDS[kind])
    run = st.lists(st.fixed_dictionaries(_VALUES[kind]), min_size=1, max_size=30)
    ordered = run.map(lambda rows: sorted(rows, key=lambda row: key_of(row, key)))
    return st.lists(ordered, min_size=1, max_size=most)


def _write(
    storage: Storage, kind: str, runs: Sequence[Sequence[Row]], prefix: str = ""
) -> list[RunFile]:
    schema = pa.schema(list(_FIELDS[kind].items()))
    return [
        write_run(
            storage,
            f"ranges/{prefix}{number}.parquet",
            pa.Table.from_pylist(list(rows), schema=schema),
            tuple(_FIELDS[kind]),
        )
        for number, rows in enumerate(runs)
    ]


def _ints(storage: Storage, *runs: Sequence[int], prefix: str = "") -> list[RunFile]:
    return _write(storage, "int", [[{"k": k} for k in run] for run in runs], prefix)


def _holds(key_range: KeyRange, key: tuple[Any, ...]) -> bool:
    """Whether a key lies between the bounds of a range."""
    low, high = (
        tuple(map(rank, bound.to_pylist()[0].values())) if bound is not None else None
        for bound in (key_range.low, key_range.high)
    )
    return (low is None or low <= key) and (high is None or key < high)


@_every_key
@given(data=st.data(), target=st.integers(1, 40))
@settings(max_examples=examples(10))
def test_every_row_is_in_one_range_and_rows_with_the_same_key_in_the_same_one(
    storage: Storage, kind: str, data: st.DataObject, target: int
) -> None:
    runs, key = data.draw(_runs_of(kind)), tuple(_FIELDS[kind])
    files = _write(storage, kind, runs)
    ranges = cut_ranges(files, key, target)
    for file, rows in zip(files, runs, strict=True):
        for place, row in enumerate(rows):
            identity = key_of(row, key)
            [holding] = [r for r in ranges if _holds(r, identity)]
            [piece] = [s for s in holding.slices if s.file == file]
            assert piece.start <= place < piece.stop


@_every_key
@given(data=st.data(), target=st.integers(1, 40))
@settings(max_examples=examples(10))
def test_ranges_follow_each_other_without_a_gap(
    storage: Storage, kind: str, data: st.DataObject, target: int
) -> None:
    files = _write(storage, kind, data.draw(_runs_of(kind)))
    ranges = cut_ranges(files, tuple(_FIELDS[kind]), target)
    assert ranges[-1].high is None
    for one, next_one in itertools.pairwise(ranges):
        assert one.high is not None
        assert one.high is next_one.low


@given(
    st.lists(st.sets(st.integers(0, 500), min_size=1, max_size=80), min_size=1, max_size=3),
    st.integers(1, 60),
)
def test_ranges_of_different_keys_are_of_bounded_size(
    storage: Storage, runs: list[set[int]], target: int
) -> None:
    files = _ints(storage, *map(sorted, runs))
    # At either end of a range a run may have up to a mark's distance of rows that are not in it.
    slack = 2 * _MARK * len(runs)
    assert all(r.rows <= max(target, _MARK) + slack for r in cut_ranges(files, ("k",), target))


@pytest.mark.parametrize(
    ("runs", "target", "number"),
    [
        pytest.param([range(40)], 40, 1, id="no more rows than a range may have"),
        pytest.param([range(40)], 20, 2, id="more rows"),
        pytest.param([range(40)], 19, 3, id="more rows than two ranges may have"),
        pytest.param([[7] * 40], 4, 1, id="one key, which cannot be cut"),
        pytest.param([[1] * 20, [2] * 20], 8, 2, id="two keys"),
        pytest.param([[5], [5]], 1, 1, id="runs shorter than a mark's distance"),
    ],
)
def test_runs_are_cut_into(
    storage: Storage, runs: list[Sequence[int]], target: int, number: int
) -> None:
    assert len(cut_ranges(_ints(storage, *runs), ("k",), target)) == number


@pytest.mark.parametrize(
    ("rows", "parallelism", "target"),
    [
        pytest.param(0, 2, 500_000, id="nothing"),
        pytest.param(700_000, 2, 500_000, id="few rows are one task or two"),
        pytest.param(10_000_000, 2, 5_000_000, id="both cores work"),
        pytest.param(10_000_001, 2, 5_000_001, id="no row is left over"),
        pytest.param(17_000_000, 2, 4_250_000, id="a second round when memory asks for it"),
        pytest.param(10_000_000, 1, 5_000_000, id="one core"),
    ],
)
def test_tasks_are_of_equal_size(rows: int, parallelism: int, target: int) -> None:
    assert rows_per_task(rows, parallelism, 8_000_000) == target


def test_without_a_key_there_is_nothing_to_cut_by(storage: Storage) -> None:
    files = _ints(storage, range(40), range(40))
    [whole] = cut_ranges(files, (), 4)
    assert whole == KeyRange(None, None, tuple(RunSlice(file, 0, 40) for file in files))


def test_a_range_names_only_the_runs_that_reach_into_it(storage: Storage) -> None:
    files = _ints(storage, range(20), range(100, 120))
    first, *_, last = cut_ranges(files, ("k",), 8)
    assert {piece.file.path for piece in first.slices} == {files[0].path}
    assert {piece.file.path for piece in last.slices} == {files[1].path}


def test_slices_are_in_the_order_of_the_runs(storage: Storage) -> None:
    files = _ints(storage, range(0, 40, 2), range(1, 40, 2), range(0, 40, 5))
    order = {file.path: number for number, file in enumerate(files)}
    for key_range in cut_ranges(files, ("k",), 12):
        numbers = [order[piece.file.path] for piece in key_range.slices]
        assert numbers == sorted(numbers)


# Rows in a range


@_every_key
@given(data=st.data())
@settings(max_examples=examples(10))
def test_the_rows_in_a_range_are_found_in_a_sorted_table(kind: str, data: st.DataObject) -> None:
    key = tuple(_FIELDS[kind])
    [rows] = data.draw(_runs_of(kind, most=1))
    bounds = data.draw(
        st.tuples(*[st.none() | st.fixed_dictionaries(_VALUES[kind]) for _ in range(2)])
    )
    schema = pa.schema(list(_FIELDS[kind].items()))

    def keys(of: Sequence[Row]) -> pa.Table:
        return key_table(pa.Table.from_pylist(list(of), schema=schema), key)

    low, high = (keys([bound]) if bound is not None else None for bound in bounds)
    key_range = KeyRange(low, high, ())
    start, stop = rows_in_range(keys(rows), key_range)
    inside = [place for place, row in enumerate(rows) if _holds(key_range, key_of(row, key))]
    assert list(range(start, stop)) == inside


# Rows near others


@_every_key
@given(data=st.data())
@settings(max_examples=examples(10))
def test_rows_with_a_key_in_common_with_others_are_near_them(
    storage: Storage, kind: str, data: st.DataObject
) -> None:
    key = tuple(_FIELDS[kind])
    runs, others = data.draw(_runs_of(kind)), data.draw(_runs_of(kind, most=2))
    files = _write(storage, kind, runs)
    close = near(files, _write(storage, kind, others, "other-"), key)
    wanted = {key_of(row, key) for run in others for row in run}
    for file, rows in zip(files, runs, strict=True):
        places = [place for place, row in enumerate(rows) if key_of(row, key) in wanted]
        if places:
            assert close[file.path].start <= places[0]
            assert places[-1] < close[file.path].stop


@pytest.mark.parametrize(
    ("other", "start", "stop"),
    [
        pytest.param([0, 9], 0, 12, id="its beginning"),
        pytest.param([17], 16, 20, id="the stretch between two marks"),
        pytest.param([16], 12, 20, id="a mark itself"),
        pytest.param([39, 80], 36, 40, id="its end"),
        pytest.param([-5, 50], 0, 40, id="all of it"),
    ],
)
def test_near_a_small_run_is(storage: Storage, other: list[int], start: int, stop: int) -> None:
    [file] = _ints(storage, range(40))
    others = _ints(storage, other, prefix="other-")
    assert near([file], others, ("k",)) == {file.path: RunSlice(file, start, stop)}


@pytest.mark.parametrize("other", [[-9, -1], [40, 50]])
def test_a_run_without_a_key_in_common_is_left_out(storage: Storage, other: list[int]) -> None:
    files = _ints(storage, range(40))
    assert near(files, _ints(storage, other, prefix="other-"), ("k",)) == {}


def test_without_a_key_all_rows_are_near(storage: Storage) -> None:
    [file] = _ints(storage, range(9))
    assert near([file], _ints(storage, [99], prefix="other-"), ()) == {
        file.path: RunSlice(file, 0, 9)
    }
