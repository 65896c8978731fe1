"""SipHash-2-4 with ClickHouse's 128-bit result."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.sql.tables.siphash import siphash128


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 15, 16, 17, 255, 256, 1000])
def test_a_hash_is_sixteen_bytes_whatever_it_is_of(size: int) -> None:
    assert len(siphash128(b"x" * size)) == 16


def test_trailing_zeros_change_the_hash() -> None:
    hashes = {siphash128(b"\0" * size) for size in range(20)}
    assert len(hashes) == 20


@pytest.mark.asks_clickhouse("random texts, others in each run")
def test_the_hash_is_that_of_clickhouse(clickhouse_server: ClickHouse) -> None:
    @given(st.binary(max_size=80))
    @example(b"")
    @example(b"\xff" * 8)
    @example(b"\0" * 256)
    def agree(data: bytes) -> None:
        [[theirs]] = clickhouse_server.rows(f"SELECT hex(sipHash128(unhex('{data.hex()}')))")
        assert siphash128(data).hex().upper() == theirs

    agree()
