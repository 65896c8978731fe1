from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.engines import MergeAlgorithm, ordering
from rmt_engine.engines.collapsing import Collapsing, VersionedCollapsing

SignedRow: TypeAlias = tuple[int, int]
"""A key and a sign."""

_ROWS = st.lists(st.tuples(st.integers(1, 3), st.sampled_from([1, -1])), max_size=20)


def _table(rows: Sequence[SignedRow], key_type: pa.DataType) -> pa.Table:
    keys = [str(key) if pa.types.is_string(key_type) else key for key, _ in rows]
    return pa.table({"k": pa.array(keys, key_type), "s": pa.array([s for _, s in rows], pa.int8())})


def _of_each_key(
    rows: Sequence[SignedRow], rule: Callable[[list[tuple[int, int]]], list[int]]
) -> list[int]:
    """The rows that a rule leaves of each key, in the order of the keys."""
    left: list[int] = []
    for key in sorted({key for key, _ in rows}):
        left += rule([(place, sign) for place, (k, sign) in enumerate(rows) if k == key])
    return left


def _merged(rows: list[tuple[int, int]]) -> list[int]:
    """What a merge leaves of one key, as ClickHouse's documentation lists the cases."""
    states = [place for place, sign in rows if sign == 1]
    cancelling = [place for place, sign in rows if sign == -1]
    if len(states) == len(cancelling):
        return [cancelling[0], states[-1]] if rows[-1][1] == 1 else []
    return [states[-1]] if len(states) > len(cancelling) else [cancelling[0]]


def _shown(rows: list[tuple[int, int]]) -> list[int]:
    """What FINAL shows of one key."""
    return [place for place in _merged(rows) if dict(rows)[place] == 1]


def _uncancelled(rows: list[tuple[int, int]]) -> list[int]:
    """The stack that is left when each row takes away the last one of the other sign."""
    stack: list[tuple[int, int]] = []
    for place, sign in rows:
        if stack and stack[-1][1] == -sign:
            stack.pop()
        else:
            stack.append((place, sign))
    return [place for place, _ in stack]


@pytest.fixture(params=["packed", "by DuckDB"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to find the rows of each key."""
    if request.param != "packed":
        monkeypatch.setattr(ordering, "pack_key", lambda columns: None)
    return str(request.param)


@pytest.mark.parametrize("key_type", [pa.int64(), pa.string()], ids=str)
@given(rows=_ROWS)
def test_rows_of_a_key_cancel_each_other(key_type: pa.DataType, rows: list[SignedRow]) -> None:
    table, algorithm = _table(rows, key_type), Collapsing(("k",), "s")
    assert algorithm.merge(table, cleanup=False).tolist() == _of_each_key(rows, _merged)
    assert sorted(algorithm.visible(table).tolist()) == sorted(_of_each_key(rows, _shown))


def _merged_of_parts(rows: list[tuple[int, int]], parts: Sequence[int]) -> list[int]:
    """What a merge leaves of one key, where parts that came of merges have numbers from 0 on."""
    apart: list[int] = []
    of_first = parts[rows[0][0]]
    while of_first >= 0 and len(rows) > 1 and parts[rows[1][0]] == of_first:
        apart.append(rows.pop(0)[0])
    return [*apart, *_merged(rows)]


@pytest.mark.parametrize("key_type", [pa.int64(), pa.string()], ids=str)
@given(blocks=st.lists(st.tuples(st.booleans(), _ROWS), max_size=4))
def test_a_merge_compares_no_rows_of_the_merged_part_that_begins_a_key(
    key_type: pa.DataType, blocks: list[tuple[bool, list[SignedRow]]]
) -> None:
    """As measured on ClickHouse 26.9: see the recorded cases of parts of several levels."""
    rows = [row for _, of_part in blocks for row in of_part]
    parts = [n if merged else -1 for n, (merged, of_part) in enumerate(blocks) for _ in of_part]
    merged = Collapsing(("k",), "s").merged_of_parts(
        _table(rows, key_type), False, np.array(parts, np.int64)
    )
    expected = _of_each_key(rows, lambda of_key: _merged_of_parts(of_key, parts))
    assert merged.rows.tolist() == expected


@pytest.mark.parametrize("key_type", [pa.int64(), pa.string()], ids=str)
@given(rows=_ROWS)
def test_rows_of_a_key_and_version_cancel_each_other(
    key_type: pa.DataType, rows: list[SignedRow]
) -> None:
    table, algorithm = _table(rows, key_type), VersionedCollapsing(("k",), "s")
    left = _of_each_key(rows, _uncancelled)
    assert algorithm.merge(table, cleanup=False).tolist() == left
    assert algorithm.visible(table).tolist() == left


@pytest.mark.parametrize(
    ("algorithm", "kept", "visible"),
    [
        (Collapsing(("k",), "s"), [0, 2, 3], [2]),
        (VersionedCollapsing(("k",), "s"), [0, 2, 3], [2]),
    ],
    ids=["plain", "versioned"],
)
def test_rows_with_another_sign_stay_and_are_not_shown(
    algorithm: MergeAlgorithm, kept: list[int], visible: list[int]
) -> None:
    """They come by `optimize_on_insert = 0` only."""
    table = pa.table({"k": [1, 2, 1, 2], "s": pa.array([0, 5, 1, -1], pa.int8())})
    shown = [row for row in algorithm.visible(table).tolist() if table["s"][row].as_py() == 1]
    assert shown == visible
    merged = algorithm.merge(table, cleanup=False).tolist()
    assert sorted(merged) == sorted({*kept, 1})


@pytest.mark.parametrize("algorithm", [Collapsing((), "s"), VersionedCollapsing((), "s")])
def test_without_a_key_all_rows_have_the_same(algorithm: MergeAlgorithm) -> None:
    table = pa.table({"s": pa.array([1, -1, 1], pa.int8())})
    assert algorithm.merge(table, cleanup=False).tolist() == [2]
    assert algorithm.merge(table.slice(0, 0), cleanup=False).tolist() == []
    assert algorithm.visible(table.slice(0, 0)).tolist() == []


@pytest.mark.parametrize(
    ("algorithm", "columns"),
    [
        (Collapsing(("a", "b"), "s"), ("a", "b", "s")),
        (Collapsing(("a", "s"), "s"), ("a", "s")),
        (VersionedCollapsing(("a", "v"), "s"), ("a", "v", "s")),
    ],
)
def test_only_what_decides_is_read_and_once(
    algorithm: MergeAlgorithm, columns: tuple[str, ...]
) -> None:
    assert algorithm.columns == columns
