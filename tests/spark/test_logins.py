"""Names as LDAP has them, and how much of refused logins is written down."""

from __future__ import annotations

import pytest

from rmt_engine.spark.serve.ldap import bound_name
from rmt_engine.spark.serve.logins import LogLimit
from rmt_engine.spark.serve.tls import rsa_key_to_pkcs8

_DN = "uid=%s,dc=org"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("alice", "uid=alice,dc=org"),
        ("Smith, Anna", r"uid=Smith\, Anna,dc=org"),
        ("a,dc=com", r"uid=a\,dc\=com,dc=org"),
        (r"a\,b", r"uid=a\\\,b,dc=org"),
        ("#1", r"uid=\#1,dc=org"),
        (" a ", r"uid=\ a\ ,dc=org"),
        (" ", r"uid=\ ,dc=org"),
        ("zoë", "uid=zoë,dc=org"),
        ("$0%s{}", "uid=$0%s{},dc=org"),
        ('a+b"c<d>e;f', r"uid=a\+b\"c\<d\>e\;f,dc=org"),
    ],
)
def test_a_name_is_a_value_of_the_distinguished_name(name: str, wanted: str) -> None:
    assert bound_name(_DN, name) == wanted


def test_elsewhere_only_plain_names_pass() -> None:
    assert bound_name("%s@example.org", "alice.b-c_1") == "alice.b-c_1@example.org"
    assert bound_name("%s@example.org", "alice@example.com") is None
    assert bound_name("CORP\\%s", "a b") is None


def test_so_many_lines_a_minute_and_the_others_are_counted() -> None:
    now = [0.0]
    limit = LogLimit(2, lambda: now[0])
    assert [limit.take() for _ in range(5)] == [0, 0, None, None, None]
    now[0] = 59.0
    assert limit.take() is None
    now[0] = 60.0
    assert [limit.take() for _ in range(3)] == [4, 0, None]


@pytest.mark.parametrize(("length", "head"), [(10, "301e"), (300, "30820142")])
def test_an_rsa_key_is_put_into_an_envelope(length: int, head: str) -> None:
    encoded = rsa_key_to_pkcs8(b"k" * length)
    assert encoded.hex().startswith(head)
    assert encoded.endswith(b"k" * length)
