from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.engines import ENGINES, algorithm_of
from rmt_engine.engines.folding import Folding
from rmt_engine.engines.folds import KEY, ColumnFold
from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import AGGREGATING, COALESCING, SUMMING
from tests.store.samples import definition

_KEYS = st.integers(1, 3)
_NUMBERS = st.one_of(st.none(), st.integers(-128, 127))


def _folded(
    values: Sequence[tuple[int, Any]], arrow: pa.DataType, **fold: Any
) -> list[tuple[int, Any]]:
    """The keys and the folded values of rows of a key and a value."""
    rows = pa.table(
        {
            "k": pa.array([key for key, _ in values], pa.int64()),
            "v": pa.array([value for _, value in values], arrow),
        }
    )
    merged = Folding(("k",), (ColumnFold("v", **fold),)).merged(rows, cleanup=False).of(rows)
    assert merged.schema.types == rows.schema.types
    pairs = zip(merged.column("k").to_pylist(), merged.column("v").to_pylist(), strict=True)
    return list(pairs)


def _expected(
    values: Sequence[tuple[int, Any]], rule: Callable[[list[Any]], Any]
) -> list[tuple[int, Any]]:
    keys = sorted({key for key, _ in values})
    return [(key, rule([value for k, value in values if k == key])) for key in keys]


def _wrapped(total: int, bits: int, signed: bool) -> int:
    low = -(1 << (bits - 1)) if signed else 0
    return (total - low) % (1 << bits) + low


def _known(rule: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """A rule for what is not NULL; NULL where all is."""

    def of(values: list[Any]) -> Any:
        known = [value for value in values if value is not None]
        return rule(known) if known else None

    return of


def _bitwise(rule: Callable[[int, int], int]) -> Callable[[list[int]], int]:
    def of(values: list[int]) -> int:
        result = values[0]
        for value in values[1:]:
            result = rule(result, value)
        return result

    return of


_RULES: dict[str, Callable[[list[Any]], Any]] = {
    "first": lambda values: values[0],
    "last": lambda values: values[-1],
    "first known": _known(lambda values: values[0]),
    "last known": _known(lambda values: values[-1]),
    "sum": _known(lambda values: _wrapped(sum(values), 8, signed=True)),
    "min": _known(min),
    "max": _known(max),
    "groupBitAnd": _known(_bitwise(lambda a, b: a & b)),
    "groupBitOr": _known(_bitwise(lambda a, b: a | b)),
    "groupBitXor": _known(_bitwise(lambda a, b: a ^ b)),
}


@pytest.mark.parametrize("kernel", _RULES)
@given(rows=st.lists(st.tuples(_KEYS, _NUMBERS), min_size=1, max_size=12))
def test_the_values_of_a_key_become_one(kernel: str, rows: list[tuple[int, int | None]]) -> None:
    found = _folded(rows, pa.int8(), kernel=kernel, bits=8, signed=True)
    assert found == _expected(rows, _RULES[kernel])


@given(
    rows=st.lists(
        st.tuples(_KEYS, st.one_of(st.none(), st.integers(0, 2**64 - 1))), min_size=1, max_size=9
    )
)
def test_numbers_of_64_bits_wrap(rows: list[tuple[int, int | None]]) -> None:
    """They are DECIMAL(20, 0) in files."""
    values = [(k, None if v is None else Decimal(v)) for k, v in rows]
    found = _folded(values, pa.decimal128(20, 0), kernel="sum", bits=64)
    rule = _known(lambda numbers: Decimal(int(sum(numbers)) % 2**64))
    assert found == _expected(values, rule)


@given(rows=st.lists(st.tuples(_KEYS, st.integers(-(10**20), 10**20)), min_size=1, max_size=9))
def test_decimals_are_summed_exactly(rows: list[tuple[int, int]]) -> None:
    values = [(k, Decimal(v).scaleb(-2)) for k, v in rows]
    found = _folded(values, pa.decimal128(38, 2), kernel="sum")
    assert found == _expected(
        values, lambda numbers: Decimal(sum(int(n * 100) for n in numbers)).scaleb(-2)
    )


def test_a_sum_with_too_many_digits_is_refused() -> None:
    with pytest.raises(RmtError) as raised:
        _folded([(1, Decimal("99.99")), (1, Decimal("0.01"))], pa.decimal128(4, 2), kernel="sum")
    assert raised.value.name == "DECIMAL_OVERFLOW"


def test_nan_is_the_extreme_of_nothing_else_only() -> None:
    rows = [(1, math.nan), (1, 1.0), (1, -1.0), (2, math.nan), (3, None)]
    least = _folded(rows, pa.float64(), kernel="min")
    greatest = _folded(rows, pa.float64(), kernel="max")
    assert (least[0], greatest[0]) == ((1, -1.0), (1, 1.0))
    assert math.isnan(least[1][1])
    assert (least[2], greatest[2]) == ((3, None), (3, None))


def test_members_of_an_enum_are_compared_by_their_numbers() -> None:
    data_type = parse_type("Enum8('z' = -1, 'a' = 7)")
    rows = [(1, "z"), (1, "a"), (2, "z")]
    assert _folded(rows, pa.string(), kernel="max", data_type=data_type) == [(1, "a"), (2, "z")]


def test_texts_are_compared_as_bytes() -> None:
    rows = [(1, "b"), (1, "É"), (1, "a")]
    assert _folded(rows, pa.string(), kernel="max") == [(1, "É")]


def test_truths_are_summed_as_numbers() -> None:
    rows = [(1, True), (1, True), (2, False), (2, False)]
    assert _folded(rows, pa.bool_(), kernel="sum", bits=8) == [(1, True), (2, False)]


def test_floats_keep_their_width() -> None:
    assert _folded([(1, 0.5), (1, 0.25)], pa.float32(), kernel="sum") == [(1, 0.75)]


@given(
    rows=st.lists(st.tuples(_KEYS, st.lists(st.integers(1, 3), max_size=3)), min_size=1, max_size=6)
)
def test_arrays_are_put_together(rows: list[tuple[int, list[int]]]) -> None:
    arrow = pa.list_(pa.int64())
    together = _expected(rows, lambda arrays: [value for array in arrays for value in array])
    assert _folded(rows, arrow, kernel="groupArrayArray") == together
    distinct = [(key, list(dict.fromkeys(values))) for key, values in together]
    assert _folded(rows, arrow, kernel="groupUniqArrayArray") == distinct


_MAPS = st.dictionaries(st.sampled_from("abc"), st.integers(-2, 2), max_size=3)


@pytest.mark.parametrize(("kernel", "rule"), [("sum", sum), ("min", min), ("max", max)])
@given(rows=st.lists(st.tuples(_KEYS, _MAPS), min_size=1, max_size=6))
def test_maps_are_put_together_by_their_keys(
    kernel: str, rule: Callable[[list[int]], int], rows: list[tuple[int, dict[str, int]]]
) -> None:
    def of(maps: list[dict[str, int]]) -> list[tuple[str, int]]:
        keys = sorted({key for one in maps for key in one})
        return [(key, rule([one[key] for one in maps if key in one])) for key in keys]

    fields = (ColumnFold("key", KEY), ColumnFold("value", kernel, bits=64, signed=True))
    values = [(k, list(one.items())) for k, one in rows]
    found = _folded(values, pa.map_(pa.string(), pa.int64()), kernel="entries", fields=fields)
    assert found == _expected([(k, one) for k, one in rows], of)


def test_entries_of_a_nested_map_whose_values_are_all_zero_go() -> None:
    arrow = pa.list_(pa.struct({"ID": pa.int16(), "v": pa.int8(), "w": pa.float32()}))
    fields = (
        ColumnFold("ID", KEY),
        ColumnFold("v", "sum", bits=8, signed=True),
        ColumnFold("w", "sum"),
    )
    rows = [
        (1, [{"ID": 2, "v": 100, "w": 1.0}, {"ID": 1, "v": 1, "w": 0.0}]),
        (1, [{"ID": 2, "v": 100, "w": -1.0}, {"ID": 1, "v": -1, "w": 0.0}]),
        (2, []),
    ]
    found = _folded(rows, arrow, kernel="entries", fields=fields, drops_zeros=True)
    assert found == [(1, [{"ID": 2, "v": -56, "w": 0.0}]), (2, [])]


# What an engine makes of a column's type


@pytest.mark.parametrize(
    ("engine", "text", "kernel"),
    [
        (SUMMING, "Nullable(Int32)", "sum"),
        (SUMMING, "Decimal(9, 2)", "sum"),
        (SUMMING, "Bool", "sum"),
        (SUMMING, "String", None),
        (SUMMING, "Enum8('a' = 1)", None),
        (SUMMING, "Date", None),
        (SUMMING, "Map(String, Int8)", None),
        (SUMMING, "SimpleAggregateFunction(max, Int8)", "max"),
        (AGGREGATING, "Int8", None),
        (AGGREGATING, "SimpleAggregateFunction(any, Int8)", "first known"),
        (AGGREGATING, "SimpleAggregateFunction(anyLast_respect_nulls, Int8)", "last"),
        (AGGREGATING, "SimpleAggregateFunction(sumMap, Map(String, UInt64))", "entries"),
        (AGGREGATING, "AggregateFunction(uniq, UInt64)", "groupUniqArrayArray"),
        (AGGREGATING, "AggregateFunction(avg, Int32)", "sum of fields"),
        (AGGREGATING, "AggregateFunction(argMaxIf, String, Int32, UInt8)", "arg max"),
        (SUMMING, "AggregateFunction(count)", "sum"),
        (COALESCING, "AggregateFunction(anyLast, String)", "last known"),
        (COALESCING, "String", "last known"),
        (COALESCING, "SimpleAggregateFunction(min, Int8)", "min"),
    ],
)
def test_the_type_of_a_column_says_how_its_values_become_one(
    engine: str, text: str, kernel: str | None
) -> None:
    table = definition({"k": "Int64", "c": str(parse_type(text))}, engine=engine)
    algorithm = algorithm_of(table)
    assert isinstance(algorithm, Folding)
    assert [fold.kernel for fold in algorithm.folds] == ([kernel] if kernel else [])
    assert ENGINES[engine].computed_columns(table) == ({"c"} if kernel else set())


@pytest.mark.parametrize(
    ("text", "name", "is_summed"),
    [
        ("Nested(ID UInt8, v Int8)", "aMap", True),
        ("Nested(ID UInt8, v Int8)", "a", False),
        ("Nested(Key String, subID UInt8, v UInt64)", "aMap", True),
        ("Nested(ID UInt8)", "aMap", False),
        ("Nested(ID Float32, v Int8)", "aMap", False),
        ("Nested(ID UInt8, v String)", "aMap", False),
    ],
)
def test_a_nested_column_is_a_map_by_its_name_and_its_fields(
    text: str, name: str, is_summed: bool
) -> None:
    table = definition({"k": "Int64", name: text}, engine=SUMMING)
    algorithm = algorithm_of(table)
    assert isinstance(algorithm, Folding)
    assert bool(algorithm.folds) is is_summed
    assert algorithm.settles_single_rows is not is_summed


@pytest.mark.parametrize(
    ("columns", "rows", "left"),
    [
        ({"a": "Int8", "b": "Int8"}, [(1, 0, 0), (2, 0, 1), (3, 1, 0)], [2, 3]),
        ({"a": "Int8", "b": "Nullable(Int8)"}, [(1, 0, 0), (2, 0, None), (3, 0, 1)], [1, 3]),
        ({"a": "Int8", "b": "SimpleAggregateFunction(max, Int8)"}, [(1, 0, 0)], [1]),
        ({"a": "String", "b": "String"}, [(1, "", "")], [1]),
    ],
)
def test_a_row_goes_when_all_its_sums_are_zero(
    columns: dict[str, str], rows: list[tuple[Any, ...]], left: list[int]
) -> None:
    table = definition({"k": "Int64", **columns}, engine=SUMMING)
    types = [pa.int64(), *(parse_type(text).arrow for text in columns.values())]
    arrays = [
        pa.array(values, kind) for values, kind in zip(zip(*rows, strict=True), types, strict=True)
    ]
    block = pa.table(arrays, names=["k", *columns])
    assert (
        algorithm_of(table).merged(block, cleanup=False).of(block).column("k").to_pylist() == left
    )


def test_without_a_key_no_rows_become_one() -> None:
    table = definition({"v": "Int64"}, key=(), engine=SUMMING)
    block = pa.table({"v": np.array([1, 1, 0])})
    merged = algorithm_of(table).merged(block, cleanup=False).of(block)
    assert merged.column("v").to_pylist() == [1, 1]
    assert not ENGINES[SUMMING].leaves_unique_keys(table)


def test_without_a_key_a_row_goes_whose_sums_are_all_zero() -> None:
    rows = pa.table({"a": [0, 1, 0], "b": [0, 0, None]})
    folds = (ColumnFold("a", "sum", 32, True), ColumnFold("b", "sum", 32, True))
    summing = Folding((), folds, (("a", False), ("b", True)))
    assert summing.merged(rows, cleanup=False).of(rows).to_pylist() == [
        {"a": 0, "b": 0},
        {"a": 1, "b": 0},
    ]
    assert len(Folding((), folds).merged(rows, cleanup=False).rows) == 3
