"""The minmax index: what is measured, and which files it leaves out."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.store.minmax import measure_minmax, read_minmax
from rmt_engine.store.minmax_index import MinMaxIndex
from rmt_engine.store.part import RunFile

_UTC = datetime.UTC
_SCHEMA = pa.schema([("k", pa.int64()), ("s", pa.string())])


def _measure(path: Path, values: list[Any], kind: pa.DataType, rows: int = 2) -> bytes:
    pq.write_table(pa.table({"c": pa.array(values, kind)}), path, row_group_size=rows)
    return measure_minmax(pq.read_metadata(path), ["c"])


def _file(minmax: bytes) -> RunFile:
    return RunFile("f", 1, 1, 0, b"", minmax)


def _extremes(minmax: bytes) -> list[Any] | None:
    table = read_minmax(_file(minmax))
    return None if table is None else table["c"].to_pylist()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.int8(), [-3, 0, 5]),
        (pa.int64(), [-(2**63), 0, 2**63 - 1]),
        (pa.decimal128(20, 0), [Decimal(0), Decimal(7), Decimal(2**64 - 1)]),
        (pa.decimal128(9, 2), [Decimal("-1.50"), Decimal("0.25"), Decimal("0.26")]),
        (pa.date32(), [datetime.date(1900, 1, 1), datetime.date(2299, 12, 31)]),
        (
            pa.timestamp("us", "UTC"),
            [
                datetime.datetime(1970, 1, 1, tzinfo=_UTC),
                datetime.datetime(2299, 1, 1, tzinfo=_UTC),
            ],
        ),
        (pa.string(), ["", "Z", "a", "é", "\U0001f600"]),
        (pa.bool_(), [False, True]),
    ],
)
def test_the_extremes_of_all_row_groups_are_measured(
    tmp_path: Path, kind: pa.DataType, values: list[Any]
) -> None:
    middle_first = [*values[1:], values[0]]
    assert _extremes(_measure(tmp_path / "f", middle_first, kind)) == [values[0], values[-1]]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.float64(), [1.0, float("nan")]),
        (pa.list_(pa.int64()), [[1], [2]]),
        (pa.string(), ["a", "x" * 2000]),
    ],
)
def test_what_has_no_extremes_that_can_be_trusted_is_left_out(
    tmp_path: Path, kind: pa.DataType, values: list[Any]
) -> None:
    path = tmp_path / "f"
    pq.write_table(pa.table({"c": pa.array(values, kind)}), path)
    metadata = pq.read_metadata(path)
    columns = ["c"] if kind.num_fields == 0 else []
    assert measure_minmax(metadata, columns) == b""


def test_a_column_without_statistics_is_left_out(tmp_path: Path) -> None:
    pq.write_table(pa.table({"c": [1, 2]}), tmp_path / "f", write_statistics=False)
    assert measure_minmax(pq.read_metadata(tmp_path / "f"), ["c"]) == b""


def test_text_that_is_no_utf_8_is_left_out(tmp_path: Path) -> None:
    text = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.array([0, 1], pa.int32()).buffers()[1], pa.py_buffer(b"\xff")]
    )
    pq.write_table(pa.table({"c": text}), tmp_path / "f")
    assert measure_minmax(pq.read_metadata(tmp_path / "f"), ["c"]) == b""


def test_a_column_behind_nested_ones_is_measured(tmp_path: Path) -> None:
    row = {"t": {"a": 7, "b": [8]}, "m": [("x", 9)], "c": 1, "l": [10], "d": 2}
    schema = pa.schema(
        [
            ("t", pa.struct([("a", pa.int64()), ("b", pa.list_(pa.int64()))])),
            ("m", pa.map_(pa.string(), pa.int64())),
            ("c", pa.int64()),
            ("l", pa.list_(pa.int64())),
            ("d", pa.int64()),
        ]
    )
    pq.write_table(pa.Table.from_pylist([row], schema=schema), tmp_path / "f")
    measured = read_minmax(_file(measure_minmax(pq.read_metadata(tmp_path / "f"), ["c", "d"])))
    assert measured is not None
    assert measured.to_pydict() == {"c": [1, 1], "d": [2, 2]}


def test_a_null_is_remembered(tmp_path: Path) -> None:
    index = MinMaxIndex(
        [
            _file(_measure(tmp_path / "f", [1, None, 3], pa.int64())),
            _file(_measure(tmp_path / "f", [1, 2, 3], pa.int64())),
        ],
        pa.schema([("c", pa.int64())]),
    )
    assert index.matching(pc.field("c").is_null()) == [0]
    assert index.matching(pc.field("c") > 3) == []


def test_a_file_of_nulls_only_is_left_out_by_whatever_wants_a_value(tmp_path: Path) -> None:
    nulls = _file(_measure(tmp_path / "f", [None, None, None], pa.int64()))
    index = MinMaxIndex([nulls], pa.schema([("c", pa.int64())]))
    assert index.matching(pc.field("c") == 3) == index.matching(pc.field("c").is_valid()) == []
    assert index.matching(pc.field("c").is_null()) == [0]


def test_a_file_that_was_not_measured_is_never_left_out() -> None:
    index = MinMaxIndex([_file(b"")], _SCHEMA)
    assert index.matching(pc.field("k") == 1) == [0]


_VALUES = st.integers(-5, 5) | st.none()
_CONDITIONS = st.recursive(
    st.one_of(
        st.builds(lambda n: ("==", n), st.integers(-6, 6)),
        st.builds(lambda n: ("<", n), st.integers(-6, 6)),
        st.builds(lambda n: (">=", n), st.integers(-6, 6)),
        st.builds(lambda n: ("in", n), st.lists(st.integers(-6, 6), max_size=3)),
        st.just(("null", 0)),
    ),
    lambda inner: st.one_of(
        st.tuples(st.just("and"), inner, inner),
        st.tuples(st.just("or"), inner, inner),
        st.tuples(st.just("not"), inner),
    ),
    max_leaves=5,
)


def _expression(condition: Any) -> pc.Expression:
    column = pc.field("k")
    match condition:
        case ("==", n):
            return column == n
        case ("<", n):
            return column < n
        case (">=", n):
            return column >= n
        case ("in", values):
            return column.isin(pa.array(values, pa.int64()))
        case ("null", _):
            return column.is_null()
        case ("not", inner):
            return ~_expression(inner)
        case ("and", left, right):
            return _expression(left) & _expression(right)
        case (_, left, right):
            return _expression(left) | _expression(right)
    raise AssertionError(condition)


@given(files=st.lists(st.lists(_VALUES, min_size=1, max_size=4), max_size=4), condition=_CONDITIONS)
def test_no_file_with_a_row_that_matches_is_left_out(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[Any]], condition: Any
) -> None:
    directory = tmp_path_factory.mktemp("files")
    described: list[RunFile] = []
    for place, values in enumerate(files):
        path = directory / str(place)
        pq.write_table(pa.table({"k": pa.array(values, pa.int64())}), path)
        described.append(_file(measure_minmax(pq.read_metadata(path), ["k"])))
    expression = _expression(condition)
    found = MinMaxIndex(described, pa.schema([("k", pa.int64())])).matching(expression)
    needed = [
        place
        for place, values in enumerate(files)
        if pa.table({"k": pa.array(values, pa.int64())}).filter(expression).num_rows
    ]
    assert set(needed) <= set(found)
