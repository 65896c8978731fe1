from __future__ import annotations

import pytest

from rmt_engine.sql.tables.type_changes import always_converts, check_type_change, conversion
from rmt_engine.sql.values.types import parse_type
from tests.store.samples import refused


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Int32", "Int64", True),
        ("Int64", "Int32", False),
        ("Int8", "UInt8", False),
        ("UInt32", "Int64", True),
        ("Int32", "Nullable(Int32)", True),
        ("String", "LowCardinality(String)", True),
        ("Int32", "Float32", True),
        ("Float64", "Int32", False),
        ("Date", "Date32", True),
        ("Date32", "Date", False),
        ("DateTime", "DateTime64(3)", True),
        ("DateTime('Asia/Tokyo')", "DateTime", True),
        ("DateTime64(3)", "DateTime64(6)", True),
        ("DateTime64(6)", "DateTime64(3)", False),
        ("DateTime64(9)", "DateTime64(6)", True),
        ("DateTime64(6)", "DateTime64(9)", False),
        ("Bool", "UInt8", True),
        ("UInt8", "Bool", False),
        ("Enum8('a' = 1)", "Enum16('a' = 1, 'b' = 2)", True),
        ("Enum8('a' = 1, 'b' = 2)", "Enum8('a' = 1)", False),
        ("Int32", "String", True),
        ("Int64", "Int128", True),
        ("Int256", "Int64", False),
        ("UInt128", "Int256", True),
        ("IPv4", "IPv6", True),
        ("IPv6", "IPv4", False),
        ("JSON", "String", True),
        ("String", "Int32", False),
    ],
)
def test_which_changes_always_succeed(old: str, new: str, expected: bool) -> None:
    assert always_converts(parse_type(old), parse_type(new)) is expected


@pytest.mark.parametrize(
    ("old", "new", "null_as", "expected"),
    [
        ("Int32", "Nullable(Int32)", "", "v"),
        ("Int32", "String", "", "CAST(v AS STRING)"),
        ("Enum8('a' = 1)", "String", "", "v"),
        ("IPv6", "String", "", "v"),
        ("JSON", "String", "", "v"),
        ("UInt256", "String", "", "CAST(v AS STRING)"),
        ("Enum8('a' = 1)", "Enum8('b' = 1)", "", "CASE v WHEN 'a' THEN 'b' END"),
        ("Nullable(Int32)", "Int32", "7", "coalesce(v, CAST(7S AS INT))"),
        ("DateTime", "String", "", "date_format(v, 'yyyy-MM-dd HH:mm:ss')"),
    ],
)
def test_values_are_converted(old: str, new: str, null_as: str, expected: str) -> None:
    assert conversion("v", parse_type(old), parse_type(new), "v", null_as) == expected


def test_an_enum_becomes_its_numbers() -> None:
    text = conversion("v", parse_type("Enum8('a' = 1, 'b' = 5)"), parse_type("Int64"), "v")
    assert "WHEN 'a' THEN 1 WHEN 'b' THEN 5" in text


def test_a_member_that_is_gone_is_an_error() -> None:
    text = conversion("v", parse_type("Enum8('a' = 1, 'b' = 2)"), parse_type("Enum8('a' = 1)"), "v")
    assert "UNKNOWN_ELEMENT_OF_ENUM" in text


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("Enum8('a' = 1)", "Enum16('a' = 5)", "CANNOT_CONVERT_TYPE"),
        ("Int32", "Array(Int32)", "TYPE_MISMATCH"),
        ("Array(Int32)", "Array(Int64)", "NOT_IMPLEMENTED"),
        ("FixedString(3)", "String", "NOT_IMPLEMENTED"),
        ("Float64", "String", "NOT_IMPLEMENTED"),
        ("Decimal(9, 2)", "String", "NOT_IMPLEMENTED"),
        ("DateTime('Asia/Tokyo')", "String", "NOT_IMPLEMENTED"),
        ("DateTime('Asia/Tokyo')", "Date", "NOT_IMPLEMENTED"),
        ("Enum8('a' = 1)", "Date", "NOT_IMPLEMENTED"),
        ("Int32", "UUID", "TYPE_MISMATCH"),
    ],
)
def test_what_does_not_convert_is_refused(old: str, new: str, name: str) -> None:
    with refused(name):
        check_type_change(parse_type(old), parse_type(new), "v")
