"""Rows in the order of their key, whichever way they are sorted."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples

from rmt_engine.engines import ordering
from rmt_engine.engines.ordering import grouped_rows, sorted_rows

_TEXTS = st.sampled_from([None, b"", b"a", b"ab", b"\xff", b"b\x00"])
_NUMBERS = st.sampled_from([None, -1, 0, 7])
_ROWS = st.lists(st.tuples(_TEXTS, _NUMBERS), min_size=1, max_size=12)


def _table(rows: list[tuple[bytes | None, int | None]], cut: int) -> pa.Table:
    texts, numbers = zip(*rows, strict=True)
    whole = pa.table({"s": pa.array(texts, pa.binary()), "n": pa.array(numbers, pa.int64())})
    return pa.concat_tables([whole.slice(0, cut), whole.slice(cut)])


@pytest.mark.parametrize("few", [0, 8_192])
@given(_ROWS, st.integers(0, 12), st.sampled_from([("s",), ("s", "n"), ("n", "s")]))
@settings(max_examples=examples(15), deadline=None)
def test_rows_are_sorted_and_grouped_by_texts_and_numbers(
    few: int, rows: list[tuple[bytes | None, int | None]], cut: int, key: tuple[str, ...]
) -> None:
    table = _table(rows, min(cut, len(rows)))
    keys = list(zip(*(table.column(name).to_pylist() for name in key), strict=True))
    expected = sorted(
        range(len(keys)),
        key=lambda row: [(one is None, *([] if one is None else [one])) for one in keys[row]],
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ordering, "_FEW_DIFFERENT", few)
        assert sorted_rows(table, key).tolist() == expected
        order, starts = grouped_rows(table, key)
    assert order.tolist() == expected
    ordered = [keys[row] for row in expected]
    changes = [place for place in range(1, len(ordered)) if ordered[place] != ordered[place - 1]]
    assert starts.tolist() == [0, *changes]


def test_many_different_texts_are_sorted_as_they_are() -> None:
    texts = [str(number).encode() for number in np.random.default_rng(1).permutation(20_000)]
    table = pa.table({"s": pa.array(texts, pa.binary())})
    assert sorted_rows(table, ("s",)).tolist() == sorted(range(20_000), key=texts.__getitem__)
