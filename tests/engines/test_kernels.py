from __future__ import annotations

import itertools
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.engines import kernels
from rmt_engine.engines.kernels import as_integers, newest_rows, pack_key, rows_with_new_keys

_NAN, _INF = float("nan"), float("inf")


def _column(values: list[Any], kind: pa.DataType, chunks: int = 1) -> pa.ChunkedArray:
    bounds = [len(values) * i // chunks for i in range(chunks + 1)]
    return pa.chunked_array(
        [pa.array(values[a:b], kind) for a, b in itertools.pairwise(bounds)], kind
    )


@pytest.mark.parametrize("chunks", [1, 3])
@pytest.mark.parametrize(
    ("kind", "ascending"),
    [
        (pa.int8(), [-128, 0, 127]),
        (pa.uint64(), [0, 1, 2**63 - 1]),
        (pa.bool_(), [False, True]),
        (pa.decimal128(18, 2), [Decimal("-1.00"), Decimal("0.01"), Decimal("9.99")]),
        (pa.float32(), [-_INF, -1.5, 0.0, 1e-45, 2.5, _INF, _NAN]),
        (pa.float64(), [-_INF, -1e300, -0.5, 0.0, 5e-324, 1.0, _INF, _NAN]),
    ],
)
def test_integers_order_as_the_values_do(
    kind: pa.DataType, ascending: list[Any], chunks: int
) -> None:
    converted = as_integers(_column(ascending, kind, chunks))
    assert converted is not None
    assert converted.nulls is None
    assert np.all(np.diff(converted.values.astype(object)) > 0)


def test_zeros_are_equal_and_so_are_nans() -> None:
    converted = as_integers(_column([0.0, -0.0, _NAN, -_NAN], pa.float64()))
    assert converted is not None
    assert len(set(converted.values.tolist())) == 2


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.string(), ["a"]),
        (pa.uint64(), [2**63]),
        (pa.decimal128(38, 0), [Decimal(2**63)]),
        (pa.decimal128(38, 0), [Decimal(-(2**63) - 1)]),
        (pa.float16(), [np.float16(1)]),
        (pa.list_(pa.int64()), [[1]]),
    ],
)
def test_what_is_no_64_bit_integer_is_not_converted(kind: pa.DataType, values: list[Any]) -> None:
    assert as_integers(_column(values, kind)) is None


def test_a_slice_of_decimals_is_converted_from_its_start() -> None:
    column = _column([Decimal(n) for n in range(5)], pa.decimal128(20, 0)).slice(2, 2)
    converted = as_integers(column)
    assert converted is not None
    assert converted.values.tolist() == [2, 3]


def test_null_is_the_greatest_part_of_a_key() -> None:
    packed = pack_key([_column([1, None, 0], pa.int8()), _column([None, 5, 5], pa.int64())])
    assert packed is not None
    assert np.argsort(packed).tolist() == [2, 0, 1]


def test_a_key_too_wide_for_64_bits_is_not_packed() -> None:
    wide = _column([0, 2**40], pa.int64())
    assert pack_key([wide]) is not None
    assert pack_key([wide, wide]) is None


def test_a_key_of_nothing_is_not_packed() -> None:
    assert pack_key([]) is None
    assert pack_key([_column([], pa.int64())]) is None


def test_rows_that_are_in_no_runs_are_left_to_others() -> None:
    backwards = np.arange(1000, 0, -1, dtype=np.int64)
    assert newest_rows(backwards, None) is None
    assert rows_with_new_keys(backwards, backwards > 5) is None


_runs = st.lists(
    st.sets(st.integers(-50, 50) | st.integers(-(2**40), 2**40), min_size=1).map(sorted),
    min_size=1,
    max_size=9,
)


@pytest.mark.parametrize("dense", [kernels._DENSE_RANGE, -1, 2**50], ids=["auto", "merge", "some"])
@given(runs=_runs, data=st.data())
def test_the_newest_row_of_runs(dense: int, runs: list[list[int]], data: st.DataObject) -> None:
    key = np.concatenate([np.array(run, dtype=np.int64) for run in runs])
    version = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(key), max_size=len(key))))
    newest: dict[int, int] = {}
    last: dict[int, int] = {}
    for row, (k, v) in enumerate(zip(key.tolist(), version.tolist(), strict=True)):
        last[k] = row
        if k not in newest or v >= version[newest[k]]:
            newest[k] = row
    narrow = np.ptp(key) < 10_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "_DENSE_RANGE", dense if narrow else -1)
        found, latest = newest_rows(key, version), newest_rows(key, None)
    assert found is not None
    assert latest is not None
    assert found.tolist() == [newest[k] for k in sorted(newest)]
    assert latest.tolist() == [last[k] for k in sorted(last)]


@given(runs=_runs, data=st.data())
def test_rows_with_the_keys_of_new_ones(runs: list[list[int]], data: st.DataObject) -> None:
    key = np.concatenate([np.array(run, dtype=np.int64) for run in runs])
    is_new = np.concatenate([np.full(len(run), data.draw(st.booleans())) for run in runs])
    found = rows_with_new_keys(key, is_new)
    assert found is not None
    wanted = set(key[is_new].tolist())
    assert found.tolist() == [row for row, k in enumerate(key.tolist()) if k in wanted]
