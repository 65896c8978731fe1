from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.engines import MergeAlgorithm, algorithm_of, kernels, replacing
from rmt_engine.engines.merge_tree import Ordinary
from rmt_engine.engines.replacing import Replacing
from rmt_engine.store.table import MERGE_TREE, REPLACING
from tests.merges.tables import Row, current, key_of, newest
from tests.store.samples import definition, refused

_NAN = float("nan")


@pytest.mark.parametrize(
    ("engine", "algorithm"),
    [
        (REPLACING, Replacing(("k",), "version", "is_deleted")),
        (MERGE_TREE, Ordinary(("k",))),
    ],
)
def test_every_engine_has_its_algorithm(engine: str, algorithm: MergeAlgorithm) -> None:
    declared = definition(version="version", is_deleted="is_deleted", engine=engine)
    assert algorithm_of(declared) == algorithm


@pytest.mark.parametrize(
    ("algorithm", "columns"),
    [
        (Ordinary(("a", "b")), ("a", "b")),
        (Replacing(("a", "b")), ("a", "b")),
        (Replacing(("a",), "v"), ("a", "v")),
        (Replacing(("a",), "v", "d"), ("a", "v", "d")),
        (Replacing(("a", "v"), "v", "d"), ("a", "v", "d")),
        (Replacing((), "v"), ("v",)),
        (Replacing(()), ()),
    ],
)
def test_only_what_decides_is_read_and_once(
    algorithm: MergeAlgorithm, columns: tuple[str, ...]
) -> None:
    assert algorithm.columns == columns


_COLUMNS = {"k": pa.int64(), "v": pa.float64(), "d": pa.uint8()}


def _table(*rows: tuple[Any, ...]) -> pa.Table:
    names = list(_COLUMNS)[: len(rows[0])] if rows else list(_COLUMNS)
    values = [[row[i] for row in rows] for i in range(len(names))]
    arrays = [pa.array(v, _COLUMNS[name]) for v, name in zip(values, names, strict=True)]
    return pa.table(arrays, names=names)


_REPLACING = Replacing(("k",), "v", "d")


@pytest.mark.parametrize(
    ("algorithm", "rows", "kept"),
    [
        pytest.param(Replacing(("k",)), [(1,), (2,), (1,)], [2, 1], id="the last inserted wins"),
        pytest.param(
            Replacing(("k",), "v"), [(1, 5), (1, 9), (1, 7)], [1], id="the highest version wins"
        ),
        pytest.param(
            Replacing(("k",), "v"), [(1, 5), (1, 9), (1, 9)], [2], id="the last of a tie wins"
        ),
        pytest.param(
            Replacing(("k",), "v"), [(1, _NAN), (1, 1e300)], [0], id="NaN is the highest version"
        ),
        pytest.param(
            Replacing(("k",), "v"), [(1, 0.0), (1, -0.0)], [1], id="zeros tie whatever their sign"
        ),
        pytest.param(Replacing(("k",), "v"), [(1, _NAN), (1, -_NAN)], [1], id="NaNs tie as well"),
        pytest.param(_REPLACING, [(1, 1, 0), (1, 2, 1)], [1], id="a tombstone stays"),
        pytest.param(_REPLACING, [(1, 2, 1), (1, 3, 0)], [1], id="a newer row beats a tombstone"),
        pytest.param(Ordinary(("k",)), [(2,), (1,), (2,)], [1, 0, 2], id="MergeTree only sorts"),
        pytest.param(Ordinary(()), [(2,), (1,)], [0, 1], id="without a key nothing is sorted"),
        pytest.param(Replacing(()), [(2,), (1,)], [1], id="without a key all rows are one"),
        pytest.param(Replacing((), "v"), [(1, 9), (2, 3)], [0], id="the newest of all rows"),
        pytest.param(Replacing(("k",)), [(None,), (1,), (None,)], [1, 2], id="NULL equals NULL"),
        pytest.param(Replacing(("k",)), [], [], id="no rows"),
    ],
)
def test_a_merge_keeps(algorithm: MergeAlgorithm, rows: list[Any], kept: list[int]) -> None:
    assert algorithm.merge(_table(*rows), cleanup=False).tolist() == kept


@pytest.mark.parametrize(
    ("algorithm", "rows", "kept"),
    [
        pytest.param(_REPLACING, [(1, 1, 0), (1, 2, 1), (2, 1, 0)], [2], id="a tombstone goes"),
        pytest.param(
            _REPLACING, [(1, 2, 1), (1, 3, 0)], [1], id="a beaten tombstone means nothing"
        ),
        pytest.param(_REPLACING, [(1, 2, 1)], [], id="nothing may be left"),
        pytest.param(Replacing(("k",), "v"), [(1, 1), (1, 2)], [1], id="there may be no mark"),
        pytest.param(Ordinary(("k",)), [(1, 0.0, 1)], [0], id="MergeTree knows no marks"),
    ],
)
def test_a_cleanup_keeps(algorithm: MergeAlgorithm, rows: list[Any], kept: list[int]) -> None:
    assert algorithm.merge(_table(*rows), cleanup=True).tolist() == kept


@pytest.mark.parametrize(
    ("algorithm", "rows", "shown"),
    [
        pytest.param(_REPLACING, [(1, 1, 0), (1, 2, 1), (2, 1, 0)], [2], id="no tombstone"),
        pytest.param(_REPLACING, [(1, 3, 0), (1, 2, 1)], [0], id="a tombstone may be beaten"),
        pytest.param(Replacing(("k",), "v"), [(1, 2), (1, 1)], [0], id="one row a key"),
        pytest.param(Ordinary(("k",)), [(1,), (1,)], [0, 1], id="all of a MergeTree"),
        pytest.param(_REPLACING, [], [], id="no rows"),
    ],
)
def test_final_shows(algorithm: MergeAlgorithm, rows: list[Any], shown: list[int]) -> None:
    assert sorted(algorithm.visible(_table(*rows)).tolist()) == shown


@pytest.mark.parametrize("mark", [2, 7, 255])
def test_a_mark_that_is_neither_0_nor_1_is_refused(mark: int) -> None:
    rows = _table((1, 1, 0), (1, 2, mark), (1, 3, 1))
    with refused("INCORRECT_DATA", match=f"is_deleted = {mark} "):
        _REPLACING.merge(rows, cleanup=False)
    with refused("INCORRECT_DATA", match=f"is_deleted = {mark} "):
        _REPLACING.visible(rows)


def test_a_mark_may_be_a_bool() -> None:
    rows = pa.table({"k": [1, 1, 2, 2], "d": [False, True, True, False]})
    algorithm = Replacing(("k",), None, "d")
    assert algorithm.visible(rows).tolist() == [3]
    assert algorithm.merge(rows, cleanup=True).tolist() == [3]


# Against plain Python

_floats = st.sampled_from([-1.5, -0.0, 0.0, 1.0, _NAN, float("inf")])
_KEYS: dict[str, tuple[dict[str, pa.DataType], dict[str, st.SearchStrategy[Any]]]] = {
    "int": ({"k": pa.int32()}, {"k": st.integers(-3, 3)}),
    "wide int": ({"k": pa.uint64()}, {"k": st.integers(2**64 - 5, 2**64 - 1)}),
    "string": ({"k": pa.string()}, {"k": st.none() | st.text("aAé\0", max_size=2)}),
    "float": ({"k": pa.float64()}, {"k": st.none() | _floats}),
    "decimal": (
        {"k": pa.decimal128(10, 2)},
        {"k": st.sampled_from([Decimal("-0.01"), Decimal("0.00"), Decimal("99999999.99")])},
    ),
    "composite": (
        {"a": pa.int8(), "b": pa.string(), "c": pa.float64()},
        {"a": st.integers(0, 1), "b": st.none() | st.sampled_from("xy"), "c": _floats},
    ),
    "packed": (
        {"a": pa.date32(), "b": pa.int8(), "c": pa.bool_(), "e": pa.decimal128(20, 0)},
        {
            "a": st.sampled_from([date(1970, 1, 1), date(1970, 1, 2)]),
            "b": st.none() | st.integers(-1, 0),
            "c": st.booleans(),
            "e": st.sampled_from([Decimal(0), Decimal(-7)]),
        },
    ),
    "far apart": ({"k": pa.int64()}, {"k": st.sampled_from([-(2**63), 0, 7, 2**63 - 1])}),
    "none": ({}, {}),
}


@pytest.fixture(params=["scattered", "merged", "hashed"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Forces a way to find the newest rows, where the key allows it."""
    if request.param != "scattered":
        monkeypatch.setattr(kernels, "_DENSE_RANGE", -1)
    if request.param == "hashed":
        monkeypatch.setattr(replacing, "pack_key", lambda columns: None)
    return str(request.param)


def _rows_of(kind: str, version: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Row]]:
    columns = _KEYS[kind][1] | {"v": version, "d": st.integers(0, 1)}
    return st.lists(st.fixed_dictionaries(columns), max_size=25)


def _arrow(kind: str, rows: Sequence[Row], version: pa.DataType) -> pa.Table:
    fields = _KEYS[kind][0] | {"v": version, "d": pa.uint8()}
    return pa.Table.from_pylist(list(rows), schema=pa.schema(list(fields.items())))


def _numbered(rows: Sequence[Row]) -> list[Row]:
    return [{**row, "place": place} for place, row in enumerate(rows)]


_many = settings(
    max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
_every_key = pytest.mark.parametrize("kind", list(_KEYS))


@_every_key
@pytest.mark.usefixtures("kernel")
@given(data=st.data())
@_many
@pytest.mark.sample(7)
def test_the_last_row_of_every_key_stays(kind: str, data: st.DataObject) -> None:
    rows = data.draw(_rows_of(kind, st.just(0)))
    key = tuple(_KEYS[kind][0])
    kept = Replacing(key).merge(_arrow(kind, rows, pa.int8()), cleanup=False)
    assert kept.tolist() == [row["place"] for row in newest(_numbered(rows), key)]


@_every_key
@pytest.mark.parametrize(
    ("version", "versions"),
    [(pa.int64(), st.integers(-2, 2)), (pa.float64(), _floats)],
    ids=["integer version", "float version"],
)
@pytest.mark.usefixtures("kernel")
@given(data=st.data())
@_many
@pytest.mark.sample(5)
def test_the_newest_row_of_every_key_stays(
    kind: str, version: pa.DataType, versions: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    rows = data.draw(_rows_of(kind, versions))
    key = tuple(_KEYS[kind][0])
    algorithm = Replacing(key, "v", "d")
    table = _arrow(kind, rows, version)
    winners = newest(_numbered(rows), key, "v")
    shown = [row["place"] for row in current(_numbered(rows), key, "v", "d")]
    assert algorithm.merge(table, cleanup=False).tolist() == [row["place"] for row in winners]
    assert algorithm.merge(table, cleanup=True).tolist() == shown
    assert sorted(algorithm.visible(table).tolist()) == sorted(shown)


@_every_key
@given(data=st.data())
@settings(max_examples=examples(12))
@pytest.mark.sample(4)
def test_mergetree_keeps_all_rows_and_the_order_of_equal_ones(
    kind: str, data: st.DataObject
) -> None:
    rows = data.draw(_rows_of(kind, st.just(0)))
    key = tuple(_KEYS[kind][0])
    kept = Ordinary(key).merge(_arrow(kind, rows, pa.int8()), cleanup=True)
    ordered = sorted(_numbered(rows), key=lambda row: key_of(row, key))
    assert kept.tolist() == [row["place"] for row in ordered]
