from __future__ import annotations

import datetime
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.engines import MergeAlgorithm
from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.engines.replacing import Replacing
from rmt_engine.merges.gather import MergeTask, Removal, merge_runs, read_keys
from rmt_engine.merges.ranges import KeyRange, RunSlice, cut_ranges
from rmt_engine.store.part import RunFile
from rmt_engine.store.runs import RunLayout, describe_run
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID
from tests.merges.tables import Row, key_of, newest, read_run, write_run
from tests.store.samples import refused

_SCHEMA = pa.schema({"k": pa.int64(), "v": pa.int64(), "n": pa.int64()})
_LAYOUT = RunLayout(("k",), row_group_rows=8)


def _run(storage: Storage, name: str, rows: Sequence[Row], schema: pa.Schema = _SCHEMA) -> RunFile:
    table = pa.Table.from_pylist(list(rows), schema=schema)
    return write_run(storage, f"gather/{name}.parquet", table)


def _merge(
    storage: Storage,
    key_range: KeyRange,
    algorithm: MergeAlgorithm,
    *,
    cleanup: bool = False,
    deduplicate_by: tuple[str, ...] = (),
    schema: pa.Schema = _SCHEMA,
    path: str = "gather/out",
    first_row: int = 0,
    rows_per_file: int = 1000,
    layout: RunLayout = _LAYOUT,
) -> list[RunFile]:
    return merge_runs(
        MergeTask(
            storage,
            key_range,
            algorithm,
            Removal(all=cleanup),
            deduplicate_by,
            schema,
            layout,
            path,
            first_row,
            rows_per_file,
        )
    )


def _whole(*runs: RunFile) -> KeyRange:
    return KeyRange(None, None, tuple(RunSlice(run, 0, run.rows) for run in runs))


def _rows(storage: Storage, files: Sequence[RunFile]) -> list[dict[str, Any]]:
    rows = [row for file in files for row in read_run(storage, file)]
    return [{name: value for name, value in row.items() if name != ROW_ID} for row in rows]


_row = st.fixed_dictionaries({"k": st.none() | st.integers(0, 30), "v": st.integers(0, 2)})


@given(st.lists(st.lists(_row, min_size=1, max_size=40), min_size=1, max_size=4))
@settings(max_examples=examples(8))
def test_merging_range_by_range_is_merging_at_once(
    storage: Storage, blocks: list[list[Row]]
) -> None:
    numbered = [
        [{**row, "n": i * 100 + j} for j, row in enumerate(b)] for i, b in enumerate(blocks)
    ]
    ordered = [sorted(block, key=lambda row: key_of(row, "k")) for block in numbered]
    runs = [_run(storage, str(number), block) for number, block in enumerate(ordered)]
    algorithm = Replacing(("k",), "v")
    at_once = _merge(storage, _whole(*runs), algorithm, path="gather/once")
    by_range = [
        file
        for number, key_range in enumerate(cut_ranges(runs, ("k",), 8))
        for file in _merge(storage, key_range, algorithm, path=f"gather/range-{number}")
    ]
    merged = _rows(storage, at_once)
    assert merged == newest([row for block in ordered for row in block], "k", "v")
    assert _rows(storage, by_range) == merged


def _wide(number: int, run: int) -> dict[str, Any]:
    """A row whose values tell where it comes from, with a NULL now and then."""
    missing = (number + run) % 3 == 0
    return {
        "k": number,
        "text": None if missing else f"run {run} row {number}",
        "flag": bool(number % 2),
        "amount": None if missing else Decimal(f"{number}.0{run}"),
        "day": datetime.date(2024, 1, 1) + datetime.timedelta(days=number),
        "moment": datetime.datetime(2024, 1, 1, number % 24, microsecond=run, tzinfo=datetime.UTC),
        "list": None if missing else [number] * (number % 4),
        "lists": [[run], [], None],
        "map": None if missing else [("run", run), ("row", None)],
        "struct": {"x": number, "y": None if missing else [f"{run}"]},
    }


_WIDE = pa.schema(
    {
        "k": pa.int64(),
        "text": pa.string(),
        "flag": pa.bool_(),
        "amount": pa.decimal128(12, 2),
        "day": pa.date32(),
        "moment": pa.timestamp("us", "UTC"),
        "list": pa.list_(pa.int32()),
        "lists": pa.list_(pa.list_(pa.int64())),
        "map": pa.map_(pa.string(), pa.int64()),
        "struct": pa.struct({"x": pa.int64(), "y": pa.list_(pa.string())}),
    }
)


def test_rows_of_many_columns_stay_whole(storage: Storage) -> None:
    """Rows of three runs alternate, through many row groups and windows."""
    blocks = [[_wide(number, run) for number in range(run, 60, run + 1)] for run in range(3)]
    runs = [_run(storage, f"wide-{run}", block, _WIDE) for run, block in enumerate(blocks)]
    files = _merge(storage, _whole(*runs), Replacing(("k",)), schema=_WIDE)
    assert _rows(storage, files) == newest([row for block in blocks for row in block], "k")


@pytest.mark.parametrize(
    ("rows", "per_file", "sizes"),
    [(5, 6, [5]), (6, 6, [6]), (7, 6, [6, 1]), (20, 6, [6, 6, 6, 2]), (20, 1000, [20])],
)
def test_a_long_output_is_several_files_with_row_ids_that_follow(
    storage: Storage, rows: int, per_file: int, sizes: list[int]
) -> None:
    run = _run(storage, "long", [{"k": k} for k in range(rows)])
    files = _merge(storage, _whole(run), Ordinary(("k",)), first_row=65_536, rows_per_file=per_file)
    assert [file.rows for file in files] == sizes
    assert [file.path for file in files] == [
        f"gather/out-{number:03d}.parquet" for number in range(len(sizes))
    ]
    ids = [row[ROW_ID] for file in files for row in read_run(storage, file)]
    assert ids == list(range(65_536, 65_536 + rows))
    assert files == [describe_run(storage, file.path, file.bytes, _LAYOUT) for file in files]


@pytest.mark.parametrize("rows", [3, 8, 20])
def test_a_row_group_has_as_many_rows_as_told(storage: Storage, rows: int) -> None:
    run = _run(storage, "groups", [{"k": k} for k in range(40)])
    layout = RunLayout(("k",), row_group_rows=rows)
    [file] = _merge(storage, _whole(run), Ordinary(("k",)), layout=layout)
    with storage.open_parquet(file.path) as parquet:
        assert parquet.metadata.row_group(0).num_rows == rows


def test_a_merge_of_which_nothing_is_left_writes_no_file(storage: Storage) -> None:
    schema = pa.schema({"k": pa.int64(), "d": pa.uint8()})
    run = _run(storage, "tombstones", [{"k": k, "d": 1} for k in range(9)], schema)
    algorithm = Replacing(("k",), None, "d")
    assert _merge(storage, _whole(run), algorithm, cleanup=True, schema=schema) == []
    [kept] = _merge(storage, _whole(run), algorithm, cleanup=False, schema=schema)
    assert kept.rows == 9


def test_a_range_without_a_row_writes_no_file(storage: Storage) -> None:
    run = _run(storage, "gap", [{"k": k} for k in (1, 2, 8, 9)])
    bounds = [pa.table({"k0": [bound]}) for bound in (4, 6)]
    empty = KeyRange(bounds[0], bounds[1], (RunSlice(run, 0, 4),))
    assert read_keys(storage, empty, ("k",), ("k",)) is None
    assert _merge(storage, empty, Ordinary(("k",))) == []


def test_only_the_rows_between_the_bounds_are_read(storage: Storage) -> None:
    runs = [_run(storage, f"bound-{n}", [{"k": k} for k in range(n, 40, 2)]) for n in range(2)]
    bounds = [pa.table({"k0": [bound]}) for bound in (9, 14)]
    key_range = KeyRange(bounds[0], bounds[1], _whole(*runs).slices)
    read = read_keys(storage, key_range, ("n", "k"), ("k",))
    assert read is not None
    assert read.rows.column_names == ["n", "k"]
    assert read.rows.column("k").to_pylist() == [10, 12, 9, 11, 13]
    assert [(piece.start, piece.stop) for piece in read.slices] == [(5, 7), (4, 7)]


@pytest.mark.parametrize(
    ("by", "kept"),
    [
        (("v",), [1, 2]),
        (("k",), [1, 3, 4]),
        (("k", "v"), [1, 2, 3, 4]),
        (("k", "v", "n"), [1, 2, 3, 4, 5]),
    ],
)
def test_of_rows_equal_in_some_columns_the_first_stays(
    storage: Storage, by: tuple[str, ...], kept: list[int]
) -> None:
    rows = [(1, 10, 1), (1, 20, 2), (2, 20, 3), (None, 10, 4), (None, 10, 5)]
    run = _run(storage, "equal", [dict(zip("kvn", row, strict=True)) for row in rows])
    files = _merge(storage, _whole(run), Ordinary(("k",)), deduplicate_by=by)
    assert [row["n"] for row in _rows(storage, files)] == kept


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param([3, 1, 2], id="within a window"),
        pytest.param([*range(8, 16), *range(8)], id="across windows"),
    ],
)
def test_a_run_that_is_not_sorted_is_an_error_and_not_a_wrong_answer(
    storage: Storage, keys: list[int]
) -> None:
    run = _run(storage, "unsorted", [{"k": k} for k in keys])
    with refused("LOGICAL_ERROR", match=r"gather/unsorted\.parquet is not sorted"):
        _merge(storage, _whole(run), Ordinary(("k",)))


def test_a_table_without_a_key_keeps_its_order(storage: Storage) -> None:
    runs = [_run(storage, f"keyless-{n}", [{"n": n * 10 + i} for i in range(9)]) for n in range(2)]
    files = _merge(storage, _whole(*runs), Ordinary(()))
    assert [row["n"] for row in _rows(storage, files)] == [*range(9), *range(10, 19)]
    [last] = _rows(storage, _merge(storage, _whole(*runs), Replacing(())))
    assert last["n"] == 18
