"""Parameters as literals of Spark SQL."""

from __future__ import annotations

import enum
import math
import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlalchemy_rmt.dbapi.errors import DataError, InterfaceError
from sqlalchemy_rmt.dbapi.literals import Template, literal, parameter

TOKYO = timezone(timedelta(hours=9))


class Color(enum.Enum):
    RED = "it's red"
    NONE = None


class Level(enum.IntEnum):
    LOW = 1


class Name(enum.StrEnum):
    ADA = "Ada"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (None, "NULL"),
        (True, "TRUE"),
        (False, "FALSE"),
        (0, "0"),
        (-5, " -5"),
        (10**37, "1" + "0" * 37),
        (-(2**63), " -9223372036854775808"),
        (np.int64(7), "7"),
        (1.5, "1.5e0"),
        (-0.0, " -0.0e0"),
        (1e300, "1e+300"),
        (5e-324, "5e-324"),
        (np.float64(0.1), "0.1e0"),
        (math.nan, "CAST('NaN' AS DOUBLE)"),
        (math.inf, "CAST('Infinity' AS DOUBLE)"),
        (-math.inf, "CAST('-Infinity' AS DOUBLE)"),
        (Decimal("1.50"), "1.50"),
        (Decimal("-7"), " -7."),
        (Decimal("1E+3"), "1000."),
        (Decimal("1E-3"), "0.001"),
        ("x", "'x'"),
        ("", "''"),
        ("it's", r"'it\'s'"),
        ("back\\slash", r"'back\\slash'"),
        ("'; DROP TABLE t --", r"'\'; DROP TABLE t --'"),
        (r"\'; DROP TABLE t --", r"'\\\'; DROP TABLE t --'"),
        ("two\nlines", "'two\nlines'"),
        ("größe 🙂 \0 100%", "'größe 🙂 \0 100%'"),
        ("$1 ${env:HOME}", "concat('$1 $', '{env:HOME}')"),
        ("${a}${b}", "concat('$', '{a}$', '{b}')"),
        (b"", "X''"),
        (b"\x00\xff'", "X'00ff27'"),
        (bytearray(b"a"), "X'61'"),
        (memoryview(b"a"), "X'61'"),
        (date(1, 2, 3), "DATE '0001-02-03'"),
        (datetime(2024, 3, 17), "TIMESTAMP '2024-03-17 00:00:00'"),
        (datetime(2024, 3, 17, 1, 2, 3, 4), "TIMESTAMP '2024-03-17 01:02:03.000004'"),
        (datetime(2024, 3, 17, 1, tzinfo=TOKYO), "TIMESTAMP '2024-03-16 16:00:00 UTC'"),
        (pd.Timestamp("2024-03-17 01:02:03.000004"), "TIMESTAMP '2024-03-17 01:02:03.000004'"),
        (timedelta(1, 2, 3), "INTERVAL '1 00:00:02.000003' DAY TO SECOND"),
        (timedelta(microseconds=-1), "INTERVAL '-0 00:00:00.000001' DAY TO SECOND"),
        (UUID(int=7), "'00000000-0000-0000-0000-000000000007'"),
        (Color.RED, r"'it\'s red'"),
        (Color.NONE, "NULL"),
        (Level.LOW, "1"),
        (Name.ADA, "'Ada'"),
        ([], "array()"),
        ([1, None, "x"], "array(1, NULL, 'x')"),
        ([[1], [2]], "array(array(1), array(2))"),
        ([(1, "x")], "array(struct(1, 'x'))"),
        ({}, "map()"),
        ({"a": [1.5], "b": None}, "map('a', array(1.5e0), 'b', NULL)"),
    ],
)
def test_a_value_has_a_typed_literal(value: object, wanted: str) -> None:
    assert literal(value) == wanted
    if not isinstance(value, tuple):
        assert parameter(value) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ((1, "x"), "(1, 'x')"),
        ([1], "array(1)"),
        ({7}, "(7)"),
        (frozenset({"a"}), "('a')"),
        (((1, 2), (3, 4)), "(struct(1, 2), struct(3, 4))"),
        ((), "(SELECT NULL WHERE FALSE)"),
        (set(), "(SELECT NULL WHERE FALSE)"),
    ],
)
def test_a_tuple_or_a_set_is_a_list_of_in(value: object, wanted: str) -> None:
    assert parameter(value) == wanted


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (object(), "Cannot write an object as a parameter"),
        (1j, "Cannot write a complex as a parameter"),
        (range(3), "Cannot write a range as a parameter"),
        ([{1}], "Cannot write a set as a parameter"),
        (time(1, 2), "A time of day cannot be a parameter.*pass '01:02:00'"),
    ],
)
def test_a_value_of_another_type_is_refused(value: object, message: str) -> None:
    with pytest.raises(InterfaceError, match=message):
        parameter(value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Decimal("NaN"), "A DECIMAL cannot be NaN"),
        (Decimal("-Infinity"), "A DECIMAL cannot be -Infinity"),
        (Decimal("1E+38"), "up to 38 digits"),
        pytest.param(10**5000, "An integer is too long", id="5001 digits"),
        (datetime(1, 1, 1, tzinfo=TOKYO), "out of the range"),
        (pd.Timestamp("2024-03-17 01:02:03.000000004"), "has nanoseconds"),
    ],
)
def test_a_value_that_has_no_literal_is_a_data_error(value: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        literal(value)


@pytest.mark.parametrize(
    ("operation", "parameters", "wanted"),
    [
        ("SELECT 1", {}, "SELECT 1"),
        ("SELECT '100%%'", {}, "SELECT '100%'"),
        ("SELECT %(a)s, %(b)s, %(a)s", {"a": 1, "b": "%(a)s"}, "SELECT 1, '%(a)s', 1"),
        ("SELECT %(a b)s", {"a b": 1, "unused": 2}, "SELECT 1"),
        ("SELECT %s, %s", (1, "%s"), "SELECT 1, '%s'"),
        ("SELECT %s", [[1]], "SELECT array(1)"),
        ("SELECT 3 -%s", (-2,), "SELECT 3 - -2"),
        ("SELECT 1", (), "SELECT 1"),
    ],
)
def test_placeholders_are_replaced(operation: str, parameters: Any, wanted: str) -> None:
    assert Template.parse(operation).render(parameters) == wanted


@pytest.mark.parametrize(
    ("operation", "parameters", "message"),
    [
        ("SELECT %(a)s", {}, "There is no parameter 'a'"),
        ("SELECT %(a)s", [1], "takes a mapping"),
        ("SELECT %s", {"a": 1}, "takes a sequence"),
        ("SELECT %s", [], "has 1 placeholders, and 0 parameters"),
        ("SELECT %s", [1, 2], "has 1 placeholders, and 2 parameters"),
        ("SELECT 1", [1], "has 0 placeholders, and 1 parameters"),
        ("SELECT %s", "x", "not a str"),
        ("SELECT %s", 1, "not an int"),
        ("SELECT %s, %(a)s", {"a": 1}, "not both"),
        ("SELECT '5%'", {}, 'Cannot read "%\'"'),
        ("SELECT %d", [1], "Cannot read '%d'"),
        ("SELECT %", {}, "Cannot read '%'"),
    ],
)
def test_parameters_that_do_not_fit_the_statement_are_refused(
    operation: str, parameters: Any, message: str
) -> None:
    with pytest.raises(InterfaceError, match=message):
        Template.parse(operation).render(parameters)


STRING = r"'((?:[^'\\]|\\.)*)'"


@given(st.text(st.sampled_from("\\'\"${}%ab\n\0") | st.characters(exclude_categories=["Cs"])))
def test_a_string_is_read_as_it_was_and_never_as_a_variable(text: str) -> None:
    written = literal(text)
    assert "${" not in written
    assert re.fullmatch(rf"{STRING}|concat\({STRING}(?:, {STRING})+\)", written, re.DOTALL)
    pieces = re.findall(STRING, written, re.DOTALL)
    assert "".join(re.sub(r"\\(.)", r"\1", piece, flags=re.DOTALL) for piece in pieces) == text


def test_an_instant_does_not_depend_on_the_zone_it_is_given_in() -> None:
    instant = datetime(2024, 3, 17, 12, tzinfo=UTC)
    assert literal(instant) == literal(instant.astimezone(TOKYO))


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("SELECT x + %s FROM t", "SELECT x + CAST('37.12' AS DECIMAL(4, 2)) FROM t"),
        (
            "\n(WITH a AS (SELECT %s) SELECT 1)",
            "\n(WITH a AS (SELECT CAST('37.12' AS DECIMAL(4, 2))) SELECT 1)",
        ),
        ("INSERT INTO t VALUES (%s)", "INSERT INTO t VALUES (37.12)"),
        ("(%s)", "(37.12)"),
    ],
)
def test_a_decimal_of_a_query_says_so(operation: str, expected: str) -> None:
    assert Template.parse(operation).render([Decimal("37.12")]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("-0.05"), "CAST('-0.05' AS DECIMAL(2, 2))"),
        (Decimal("1E+3"), "CAST('1000' AS DECIMAL(4, 0))"),
        (Decimal("0"), "CAST('0' AS DECIMAL(1, 0))"),
        ((Decimal("1.5"), 2), "(CAST('1.5' AS DECIMAL(2, 1)), 2)"),
    ],
)
def test_decimals_of_a_query(value: object, expected: str) -> None:
    assert Template.parse("SELECT %s").render([value]) == f"SELECT {expected}"
