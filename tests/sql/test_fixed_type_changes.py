"""Types that the columns of keys, the version and the mark may change to, as in ClickHouse."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.fixed_type_changes import (
    check_key_type,
    check_mark_type,
    check_version_type,
)
from rmt_engine.sql.values.types import DataType, parse_type

_FORBIDDEN = "ALTER_OF_COLUMN_IS_FORBIDDEN"
_LATER = "NOT_IMPLEMENTED"
_TYPES = """UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 Int8 Int16 Int32 Int64 Int128 Int256
Date Date32 DateTime DateTime('UTC') DateTime64(3) DateTime64(6) DateTime64(3,'UTC') Float32
Float64 Bool String Decimal(18,2) LowCardinality(UInt8)""".split()


def _answer(check: object, *arguments: object) -> str:
    try:
        check("c", *arguments)  # type: ignore[operator]
    except RmtError as error:
        return error.name
    return ""


def _answers(old: str) -> dict[str, str]:
    """What becomes of a version of a type, for each type but those that are refused for good."""
    found = {
        new: _answer(check_version_type, parse_type(old), parse_type(new))
        for new in _TYPES
        if new != old
    }
    return {new: answer for new, answer in found.items() if answer != _FORBIDDEN}


def _allowed(*types: str) -> dict[str, str]:
    return dict.fromkeys(types, "")


@pytest.mark.parametrize(
    ("old", "wanted"),
    [
        ("UInt8", {**_allowed("UInt16", "UInt32", "UInt64", "UInt128", "UInt256"), "Bool": _LATER}),
        ("UInt32", _allowed("UInt64", "UInt128", "UInt256")),
        ("UInt64", _allowed("UInt128", "UInt256")),
        ("UInt128", _allowed("UInt256")),
        ("Int32", _allowed("Int64", "Int128", "Int256")),
        ("Bool", _allowed("UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "UInt256")),
        ("Date", {}),
        ("Date32", {}),
        ("DateTime", _allowed("DateTime('UTC')")),
        (
            "DateTime64(3)",
            {
                **_allowed("DateTime64(6)", "DateTime64(3,'UTC')"),
                **dict.fromkeys(("UInt64", "UInt128", "UInt256"), _LATER),
                **dict.fromkeys(("Int64", "Int128", "Int256", "Float64"), _LATER),
            },
        ),
        (
            "DateTime64(6)",
            dict.fromkeys(
                ("DateTime64(3)", "DateTime64(3,'UTC')", "UInt64", "UInt128", "UInt256", "Int64",
                 "Int128", "Int256", "Float64"),
                _LATER,
            ),
        ),
        ("Float32", _allowed("Float64")),
        ("Float64", {}),
    ],
)  # fmt: skip
def test_a_version_keeps_its_order(old: str, wanted: dict[str, str]) -> None:
    assert _answers(old) == wanted
    nullable = DataType("UInt64", nullable=True)
    assert _answer(check_version_type, parse_type(old), nullable) == _FORBIDDEN


@pytest.mark.parametrize(("old", "new"), [("UInt8", "Bool"), ("Bool", "UInt8")])
def test_a_mark_is_a_truth(old: str, new: str) -> None:
    assert _answer(check_mark_type, parse_type(old), parse_type(new)) == ""
    for other in ("UInt16", "Int8", "String", "LowCardinality(UInt8)", "Nullable(UInt8)"):
        assert _answer(check_mark_type, parse_type(old), parse_type(other)) == _FORBIDDEN


@pytest.mark.parametrize(
    ("old", "new", "plain", "in_function"),
    [
        ("Enum8('a' = 1)", "Enum8('a' = 1, 'b' = 2)", "", ""),
        ("Nullable(Enum8('a' = 1))", "Nullable(Enum8('a' = 1, 'b' = 2))", "", ""),
        ("Enum8('a' = 1)", "Nullable(Enum8('a' = 1))", _FORBIDDEN, _FORBIDDEN),
        ("Enum8('a' = 1)", "Enum8('b' = 1)", _LATER, _LATER),
        ("Enum8('a' = 1)", "Enum8('b' = 2)", _FORBIDDEN, _FORBIDDEN),
        ("Enum8('a' = 1)", "Enum16('a' = 1)", _FORBIDDEN, _FORBIDDEN),
        ("Enum8('a' = 1)", "Int8", _LATER, _LATER),
        ("Array(Enum8('a' = 1))", "Array(Enum8('a' = 1, 'b' = 2))", _LATER, _LATER),
        ("Array(String)", "Array(LowCardinality(String))", _FORBIDDEN, _FORBIDDEN),
        ("String", "LowCardinality(String)", "", _FORBIDDEN),
        ("LowCardinality(String)", "String", "", _FORBIDDEN),
        ("FixedString(3)", "LowCardinality(FixedString(3))", "", _FORBIDDEN),
        ("String", "FixedString(3)", _FORBIDDEN, _FORBIDDEN),
        ("DateTime", "DateTime('UTC')", "", _LATER),
        ("DateTime64(3)", "DateTime64(3, 'UTC')", "", _LATER),
        ("DateTime64(3)", "DateTime64(6)", _FORBIDDEN, _FORBIDDEN),
        ("UInt32", "DateTime", _LATER, _LATER),
        ("Date", "UInt16", _LATER, _LATER),
        ("UInt16", "Date", _FORBIDDEN, _FORBIDDEN),
        ("UInt8", "Bool", _LATER, _LATER),
        ("Int32", "Int64", _FORBIDDEN, _FORBIDDEN),
        ("Int32", "Nullable(Int32)", _FORBIDDEN, _FORBIDDEN),
    ],
)
def test_a_key_keeps_its_order_and_its_form(
    old: str, new: str, plain: str, in_function: str
) -> None:
    types = parse_type(old), parse_type(new)
    assert _answer(check_key_type, *types, False) == plain
    assert _answer(check_key_type, *types, True) == in_function
