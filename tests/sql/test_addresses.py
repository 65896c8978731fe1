"""Addresses in one form."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.sql.values.addresses import canonical_ipv4, canonical_ipv6

GROUPS = st.lists(st.sampled_from([0, 0, 0, 1, 0xFFFF, 0x102]), min_size=8, max_size=8)


@given(st.integers(0, 2**32 - 1))
def test_an_ipv4_address_is_four_numbers(number: int) -> None:
    assert canonical_ipv4(str(IPv4Address(number))) == str(IPv4Address(number))


@pytest.mark.asks_clickhouse("random addresses, others in each run")
def test_an_ipv6_address_is_as_clickhouse_writes_it(clickhouse_server: ClickHouse) -> None:
    @given(GROUPS)
    def agree(groups: list[int]) -> None:
        text = ":".join(f"{group:04X}" for group in groups)
        [[theirs]] = clickhouse_server.rows(f"SELECT toString(toIPv6('{text}'))")
        assert canonical_ipv6(text) == theirs
        assert canonical_ipv6(theirs) == theirs
        assert IPv6Address(theirs) == IPv6Address(text)

    agree()


def test_an_ipv4_address_has_an_ipv6_address() -> None:
    assert canonical_ipv6("1.2.3.4") == "::ffff:1.2.3.4"


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "::1%eth0", "1:2", " ::1", "01.2.3.4"])
def test_what_is_none_is_an_error(text: str) -> None:
    for read in (canonical_ipv4, canonical_ipv6):
        with pytest.raises(ValueError, match=r".*"):
            read(text)
