from __future__ import annotations

import pyarrow as pa

from rmt_engine.merges.block_identity import BlockIdentity

_ROWS = pa.table({"a": [1, 2, None], "b": ["x", None, "z"], "c": [7, 8, 9]})
_BY_ROWS = BlockIdentity(columns=("a", "b"))


def test_a_token_is_the_same_whatever_the_rows_are() -> None:
    token = BlockIdentity("x", ("a", "b"))
    assert token.of(_ROWS) == token.of(_ROWS.slice(1)) == token.of_token
    assert token.of_token != BlockIdentity("y").of_token
    assert len(token.of(_ROWS)) == 32


def test_equal_rows_have_one_id_however_they_lie_in_memory() -> None:
    wider = pa.concat_tables([_ROWS.slice(2), _ROWS, _ROWS.slice(0, 1)])
    chunked = pa.concat_tables([_ROWS.slice(0, 2), _ROWS.slice(2)])
    under_null = pa.Array.from_buffers(
        pa.int64(), 3, [pa.py_buffer(b"\x03"), pa.array([1, 2, 99]).buffers()[1]]
    )
    same = [wider.slice(1, 3), chunked, _ROWS.set_column(0, "a", under_null)]
    assert {_BY_ROWS.of(rows) for rows in same} == {_BY_ROWS.of(_ROWS)}


def test_values_their_order_and_the_columns_that_are_named_count() -> None:
    others = [
        _BY_ROWS.of(_ROWS.take([1, 0, 2])),
        _BY_ROWS.of(_ROWS.slice(0, 2)),
        _BY_ROWS.of(_ROWS.set_column(0, "a", pa.array([1, 2, 0]))),
        BlockIdentity(columns=("b", "a")).of(_ROWS),
        BlockIdentity(columns=("a",)).of(_ROWS),
        BlockIdentity("x", ("a", "b")).of(_ROWS),
    ]
    assert len({_BY_ROWS.of(_ROWS), *others}) == 7


def test_values_the_table_computes_do_not_count() -> None:
    computed = _ROWS.set_column(2, "c", pa.array([1, 1, 1]))
    assert _BY_ROWS.of(computed) == _BY_ROWS.of(_ROWS)


def test_without_a_token_there_is_no_id_before_the_rows() -> None:
    assert _BY_ROWS.of_token is None
