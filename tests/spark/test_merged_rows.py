"""Lists of rows that PREWHERE with FINAL left of each key, as Spark's workers merge them."""

from __future__ import annotations

import pyarrow as pa

from rmt_engine.spark.read.merged_rows import MergedLists
from rmt_engine.store.table import COLLAPSING, SUMMING, Column, KeyColumn, TableDefinition

_PLACES = [
    pa.field("__row", pa.int64()),
    pa.field("__partition_rank", pa.int64()),
    pa.field("__part_rank", pa.int64()),
    pa.field("__merged_part", pa.int64()),
]


def _definition(engine: str, sign: str | None = None) -> TableDefinition:
    columns = (
        Column("k", "Int32", stored_as="c1"),
        Column("v", "UInt64", stored_as="c2"),
        Column("sign", "Int8"),
    )
    key = (KeyColumn("c1"),)
    return TableDefinition(columns, engine, order_by=("k",), key=key, sign=sign, key_sources=("k",))


def _lists(rows: list[list[tuple[int, ...]]]) -> pa.Array:
    """Lists of key, value, sign, row, rank of the part, and of the merged part."""
    kind = pa.struct(
        [
            pa.field("k", pa.int32()),
            pa.field("v", pa.decimal128(20, 0)),
            pa.field("sign", pa.int8()),
            *_PLACES,
        ]
    )
    names = ("k", "v", "sign", "__row", "__part_rank", "__merged_part")
    values = [
        [{**dict(zip(names, row, strict=True)), "__partition_rank": 0} for row in of_list]
        for of_list in rows
    ]
    return pa.array(values, pa.list_(kind))


def _shown(lists: pa.Array) -> list[list[tuple[int, ...]]]:
    return [
        [(row["k"], int(row["v"]), row["sign"]) for row in of_list] for of_list in lists.to_pylist()
    ]


def test_each_list_is_folded_on_its_own() -> None:
    """Columns have other names in files, and a UInt64 is a decimal to Spark."""
    lists = _lists(
        [
            [(1, 2**64 - 1, 1, 7, 1, -1), (1, 3, 1, 9, 0, -1)],
            [],
            [(1, 5, 1, 1, 0, -1)],
            [(2, 0, 0, 2, 0, -1), (2, 0, 0, 3, 0, -1)],
        ]
    )
    merged = MergedLists.of(_definition(SUMMING)).merged(lists)
    assert merged.type == lists.type
    assert _shown(merged) == [[(1, 2, 2)], [], [(1, 5, 1)], []]


def test_the_order_of_parts_and_of_their_rows_decides() -> None:
    rows = [(1, 5, 1, 1, 1, -1), (1, 4, -1, 9, 0, -1), (1, 3, 1, 8, 0, -1)]
    merged = MergedLists.of(_definition(COLLAPSING, "sign")).merged(_lists([rows]))
    assert _shown(merged) == [[(1, 5, 1)]]


def test_rows_of_a_merged_part_are_not_compared() -> None:
    rows = [(1, 1, -1, 1, 0, 0), (1, 2, 1, 2, 0, 0), (1, 3, 1, 3, 1, -1), (1, 4, -1, 4, 2, -1)]
    of_new_parts = [(*row[:5], -1) for row in rows]
    merge = MergedLists.of(_definition(COLLAPSING, "sign"))
    assert _shown(merge.merged(_lists([rows[:1], rows]))) == [[], [(1, 3, 1)]]
    assert _shown(merge.merged(_lists([rows[:2], of_new_parts]))) == [[(1, 2, 1)], []]


def test_no_list_is_none() -> None:
    merge = MergedLists.of(_definition(SUMMING))
    assert merge.merged(_lists([])).to_pylist() == []
    assert merge.merged(_lists([[]])).to_pylist() == [[]]
