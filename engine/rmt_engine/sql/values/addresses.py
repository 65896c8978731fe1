"""IPv4 and IPv6 addresses in the one form each has, that of ClickHouse.

`rmt_engine.spark.functions.addresses` does the same in Spark. Source: ClickHouse's `formatIPv6`.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

__all__ = ["canonical_ipv4", "canonical_ipv6"]


def canonical_ipv4(text: str) -> str:
    """An IPv4 address as it is stored.

    Raises:
        ValueError: it is none, or has leading zeros.
    """
    return str(IPv4Address(text))


def canonical_ipv6(text: str) -> str:
    """An IPv6 address as it is stored; an IPv4 address becomes the one that stands for it.

    Raises:
        ValueError: it is none, or is not written as usual.
    """
    if ":" not in text:
        return f"::ffff:{IPv4Address(text)}"
    address = IPv6Address(text)
    if address.scope_id is not None:
        raise ValueError(f"{text!r} names a zone")
    if address.ipv4_mapped is not None:
        return f"::ffff:{address.ipv4_mapped}"
    number = int(address)
    if 2**16 <= number < 2**32:
        return f"::{IPv4Address(number)}"
    return address.compressed
