from __future__ import annotations

import datetime
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.engines.keys import (
    adjacent_duplicates,
    compare_keys,
    key_columns,
    key_names,
    key_table,
    query_arrow,
    query_indices,
)
from tests.merges.tables import rank

_NAN = float("nan")
_DAY = datetime.date(2024, 3, 1)
_NOON = datetime.datetime(2024, 3, 1, 12, tzinfo=datetime.UTC)
_MICROSECOND = datetime.timedelta(microseconds=1)

ASCENDING: list[tuple[pa.DataType, list[Any]]] = [
    (pa.int8(), [-128, -1, 0, 127, None]),
    (pa.int64(), [-(2**63), 0, 2**63 - 1, None]),
    (pa.uint64(), [0, 2**63, 2**64 - 1, None]),
    (pa.bool_(), [False, True, None]),
    (pa.float64(), [float("-inf"), -1.5, 0.0, 5e-324, float("inf"), _NAN, None]),
    (pa.float32(), [-1.5, 0.0, 0.1, _NAN, None]),
    (pa.string(), ["", "\0", "A", "Z", "a", "a\0", "ab", "b", "é", "日", "😀", None]),
    (pa.binary(), [b"", b"\0", b"a", b"\x80", b"\xff", None]),
    (pa.decimal128(9, 2), [Decimal("-9.99"), Decimal("0.01"), Decimal("10.00"), None]),
    (pa.decimal128(38, 0), [Decimal(-(10**37)), Decimal(0), Decimal(10**37), None]),
    (pa.date32(), [datetime.date(1900, 1, 1), _DAY, datetime.date(2299, 12, 31), None]),
    (pa.timestamp("us", "UTC"), [_NOON, _NOON + _MICROSECOND, None]),
    (pa.dictionary(pa.int8(), pa.string()), ["b", "c", None]),
]
_of_every_type = pytest.mark.parametrize(
    ("data_type", "values"), ASCENDING, ids=[str(data_type) for data_type, _ in ASCENDING]
)


def _compare(keys: pa.Table, operator: str) -> set[tuple[int, int]]:
    """All pairs of rows in that relation."""
    rows = keys.append_column("i", pa.array(range(keys.num_rows)))
    condition = compare_keys(keys.num_columns, "a", operator, "b")
    found = query_arrow(
        f"SELECT a.i AS x, b.i AS y FROM rows a, rows b WHERE {condition}", rows=rows
    )
    return set(zip(*found.to_pydict().values(), strict=True))


def _one_column(values: list[Any], data_type: pa.DataType) -> pa.Table:
    return key_table(pa.table({"any name": pa.array(values, data_type)}), ["any name"])


@_of_every_type
def test_values_are_ordered_as_clickhouse_orders_them(
    data_type: pa.DataType, values: list[Any]
) -> None:
    places = range(len(values))
    keys = _one_column(values, data_type)
    assert _compare(keys, "<") == {(x, y) for x in places for y in places if x < y}
    assert _compare(keys, ">=") == {(x, y) for x in places for y in places if x >= y}


@_of_every_type
def test_sorting_and_comparing_agree(data_type: pa.DataType, values: list[Any]) -> None:
    keys = _one_column(values[::-1], data_type)
    rows = keys.append_column("i", pa.array(range(len(values))))
    assert (
        query_indices("SELECT i FROM rows ORDER BY k0", rows=rows).tolist()
        == list(range(len(values)))[::-1]
    )


@_of_every_type
def test_a_value_is_equal_to_itself_and_to_no_other(
    data_type: pa.DataType, values: list[Any]
) -> None:
    for value in values:
        assert adjacent_duplicates(_one_column([value, value], data_type))
    assert not adjacent_duplicates(_one_column(values, data_type))
    rows = _one_column([*values, *values], data_type)
    [count] = query_indices("SELECT count(*) FROM (SELECT k0 FROM rows GROUP BY k0)", rows=rows)
    assert count == len(values)


@pytest.mark.parametrize("pair", [(0.0, -0.0), (-0.0, 0.0), (_NAN, -_NAN)])
def test_zeros_and_nans_are_equal_whatever_their_sign(pair: tuple[float, float]) -> None:
    keys = _one_column(list(pair), pa.float64())
    assert adjacent_duplicates(keys)
    assert _compare(keys, "<") == set()
    groups = "SELECT count(*) FROM (SELECT k0 FROM rows GROUP BY k0)"
    assert query_indices(groups, rows=keys).tolist() == [1]


_values = st.none() | st.sampled_from([-1.5, -0.0, 0.0, 2.0, _NAN, float("inf")])
_texts = st.none() | st.sampled_from(["", "a", "b"])
_pairs = st.lists(st.tuples(_values, _texts), max_size=12)


def _composite(rows: list[tuple[Any, Any]]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [(), ()]
    types = (pa.float64(), pa.string())
    arrays = [pa.array(list(c), t) for c, t in zip(columns, types, strict=True)]
    return key_table(pa.table(arrays, names=["x", "y"]), ["x", "y"])


@given(_pairs)
def test_composite_keys_are_compared_column_by_column(rows: list[tuple[Any, Any]]) -> None:
    ranks = [tuple(map(rank, row)) for row in rows]
    less = {(i, j) for i, x in enumerate(ranks) for j, y in enumerate(ranks) if x < y}
    every = {(i, j) for i in range(len(rows)) for j in range(len(rows))}
    assert _compare(_composite(rows), "<") == less
    assert _compare(_composite(rows), ">=") == every - less


@given(_pairs)
def test_neighbours_with_the_same_key_are_found(rows: list[tuple[Any, Any]]) -> None:
    ordered = sorted(rows, key=lambda row: tuple(map(rank, row)))
    ranks = [tuple(map(rank, row)) for row in rows]
    assert adjacent_duplicates(_composite(ordered)) is (len(set(ranks)) < len(ranks))


def test_without_a_key_all_rows_have_the_same_one() -> None:
    rows = pa.table({"v": [1, 2]}).select([])
    assert rows.num_rows == 2
    assert adjacent_duplicates(rows)
    assert compare_keys(0, "a", "<", "b") == "false"


def test_neighbours_are_found_across_chunks() -> None:
    chunks = pa.chunked_array([[1, 2], [2, 3]])
    assert adjacent_duplicates(pa.table({"k0": chunks}))


def test_nested_keys_may_always_be_duplicates() -> None:
    """Arrow cannot compare them; to say yes costs a rewrite and is never wrong."""
    assert adjacent_duplicates(pa.table({"k0": [[1], [2]]}))


def test_key_columns_are_taken_in_the_order_of_the_key() -> None:
    table = pa.table({"a": [1], "b": [2], "c": [3]})
    assert [column.to_pylist() for column in key_columns(table, ["c", "a"])] == [[3], [1]]
    assert key_table(table, ["c", "a"]).to_pydict() == {"k0": [3], "k1": [1]}
    assert key_names(2) == ["k0", "k1"]


def test_a_failing_query_leaves_no_table_behind() -> None:
    with pytest.raises(duckdb.Error):
        query_arrow("SELECT missing FROM left_behind", left_behind=pa.table({"k0": [1]}))
    with pytest.raises(duckdb.Error, match="left_behind"):
        query_arrow("SELECT k0 FROM left_behind")


def test_threads_do_not_see_each_others_tables() -> None:
    def total(n: int) -> int:
        rows = pa.table({"k0": [n] * 100})
        return sum(
            int(query_indices("SELECT sum(k0)::BIGINT FROM rows", rows=rows)[0]) for _ in "abcd"
        )

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(total, range(20))) == [400 * n for n in range(20)]


def _texts(values: list[bytes]) -> pa.Array:
    """Strings of any bytes, as Spark writes them."""
    binary = pa.array(values, pa.binary())
    return pa.StringArray.from_buffers(len(binary), *binary.buffers()[1:])


@given(st.lists(st.binary(max_size=3), min_size=1))
def test_texts_that_are_not_utf8_compare_as_bytes(values: list[bytes]) -> None:
    keys = key_table(pa.table({"k": _texts(values)}), ["k"])
    numbers = pa.array(range(len(values)))
    found = query_indices(
        "SELECT i FROM rows ORDER BY k0, i", rows=keys.append_column("i", numbers)
    )
    assert found.tolist() == sorted(range(len(values)), key=lambda place: (values[place], place))


def test_texts_inside_other_types_are_bytes_too() -> None:
    texts = _texts([b"\xff", b"a"])
    rows = pa.table(
        {
            "l": pa.ListArray.from_arrays([0, 1, 2], texts),
            "s": pa.StructArray.from_arrays([texts], ["x"]),
            "d": pa.DictionaryArray.from_arrays(pa.array([0, 1]), texts),
        }
    )
    keys = key_table(rows, ["l", "s", "d"]).append_column("i", pa.array([0, 1]))
    for name in key_names(3):
        assert query_indices(f"SELECT i FROM rows ORDER BY {name}", rows=keys).tolist() == [1, 0]
