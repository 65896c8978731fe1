"""Texts of days and moments that become Spark's constants, without a call for each."""

from __future__ import annotations

import pytest

from rmt_engine.sql.query.types.conversion import constant_time
from rmt_engine.sql.values.types import parse_type


@pytest.mark.parametrize(
    ("text", "type_", "zone", "constant"),
    [
        ("2024-02-29", "Date", "UTC", "DATE'2024-02-29'"),
        ("2023-02-29", "Date", "UTC", None),
        ("2149-01-01", "Date", "UTC", None),
        ("1969-12-31", "Date", "UTC", None),
        ("1969-12-31", "Date32", "UTC", "DATE'1969-12-31'"),
        ("2024-2-9", "Date", "UTC", None),
        ("2024-02-09 10:00:00", "Date", "UTC", None),
        ("2024-02-09 10:00:00", "DateTime", "UTC", "TIMESTAMP'2024-02-09 10:00:00 UTC'"),
        ("2024-02-09 10:00:00", "DateTime('Asia/Tokyo')", "UTC",
         "TIMESTAMP'2024-02-09 10:00:00 Asia/Tokyo'"),
        ("2024-02-09 10:00:00", "DateTime", "No/Where", None),
        ("2024-02-09", "DateTime", "UTC", None),
        ("2024-02-09 24:00:00", "DateTime", "UTC", None),
        ("2024-02-09 10:00:00.5", "DateTime", "UTC", None),
        ("2106-01-01 00:00:00", "DateTime", "UTC", None),
        ("2024-03-10 02:30:00", "DateTime", "America/New_York", None),
        ("2024-11-03 01:30:00", "DateTime", "America/New_York", None),
        ("2024-02-09 10:00:00.125", "DateTime64(3)", "UTC",
         "TIMESTAMP'2024-02-09 10:00:00.125 UTC'"),
        ("2024-02-09 10:00:00.1255", "DateTime64(3)", "UTC", None),
        ("2024-02-09", "String", "UTC", None),
    ],
)  # fmt: skip
def test_what_any_reader_takes_for_the_same(
    text: str, type_: str, zone: str, constant: str | None
) -> None:
    assert constant_time(text, parse_type(type_), zone) == constant
