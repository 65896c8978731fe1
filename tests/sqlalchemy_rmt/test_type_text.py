"""Reading the texts of types."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import types
from sqlalchemy_rmt.dialect import RmtDialect
from sqlalchemy_rmt.type_text import parse_type, split_list, unquoted

DIALECT = RmtDialect()
DECLARED = """Int8|Int16|Int32|Int64|UInt8|UInt16|UInt32|UInt64|Float32|Float64|Bool|String
Decimal(38, 10)|FixedString(5)|Date|Date32|DateTime|DateTime('Europe/Berlin')|DateTime64(6)
DateTime64(3, 'UTC')|UUID|Enum8('a' = 1, 'it\\'s' = -2)|Enum16('x' = 300)|Array(Int8)
Array(Nullable(String))|Map(String, Array(UInt64))|Tuple(Int64, String)
Tuple(`a` Int64, `b c` Array(Tuple(String)))|LowCardinality(String)
Int128|Int256|UInt128|UInt256|IPv4|IPv6|JSON|Array(JSON)|Map(IPv4, Nullable(IPv6))
AggregateFunction(count)|AggregateFunction(quantiles(0.5, 0.9), UInt64)
AggregateFunction(argMax, String, Nullable(Int64))
SimpleAggregateFunction(sum, Int64)|SimpleAggregateFunction(any, LowCardinality(String))
Nested(`a` Int128, `b c` Nested(`d` IPv4))|Array(Nested(`a` String))"""


@pytest.mark.parametrize(
    "text", [text for line in DECLARED.split("\n") for text in line.split("|")]
)
def test_a_type_is_declared_as_it_was_read(text: str) -> None:
    type_, nullable = parse_type(text)
    assert str(type_.compile(dialect=DIALECT)) == text
    assert str(type_) == text
    assert not nullable


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("Nullable(Int8)", "Int8"),
        ("Nullable(IPv6)", "IPv6"),
        ("Nullable(JSON)", "JSON"),
        ("Nullable(DateTime64(3))", "DateTime64(3)"),
        ("LowCardinality(Nullable(String))", "LowCardinality(String)"),
        ("SimpleAggregateFunction(max, Nullable(Int8))", "SimpleAggregateFunction(max, Int8)"),
    ],
)
def test_a_nullable_type_makes_a_nullable_column(text: str, declared: str) -> None:
    type_, nullable = parse_type(text)
    assert str(type_.compile(dialect=DIALECT)) == declared
    assert nullable


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("bigint", "Int64"),
        ("decimal(10,2)", "Decimal(10, 2)"),
        ("varchar(5)", "String"),
        ("timestamp_ntz", "DateTime64(6)"),
        ("array<map<string,int>>", "Array(Map(String, Int32))"),
        ("struct<a:int,b:array<date>>", "Tuple(`a` Int32, `b` Array(Date))"),
    ],
)
def test_sparks_types_are_read(text: str, declared: str) -> None:
    assert str(parse_type(text)[0].compile(dialect=DIALECT)) == declared


@pytest.mark.parametrize(
    "text", ["Decimal256(3)", "", "Array(", "Array(Int8", "Array(Int8))", "a b", "?"]
)
def test_what_is_not_known_is_told(text: str) -> None:
    with pytest.warns(exc.SAWarning, match="is not known"):
        type_, _ = parse_type(text)
    assert isinstance(type_, sa.types.NullType)


def test_lists_are_split_outside_parentheses_and_quotes() -> None:
    assert split_list("a, f(b, ','), `c, d`, [1, 2]") == ["a", "f(b, ',')", "`c, d`", "[1, 2]"]
    assert split_list("") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [("a", "a"), ("`a b`", "a b"), ("`a\\`b`", "a`b"), ("f(a)", None), ("1", None)],
)
def test_a_name_and_an_expression(text: str, name: str | None) -> None:
    assert unquoted(text) == name


def test_types_that_are_missing_say_so() -> None:
    with pytest.raises(AttributeError, match="does not support this type yet"):
        types.Decimal256  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'Nonsense'"):
        types.Nonsense  # noqa: B018


def test_types_that_cannot_be() -> None:
    for make in (
        lambda: types.Decimal(39, 0),
        lambda: types.DateTime64(10),
        lambda: types.Enum8({"a": 128}),
        lambda: types.Enum8({}),
        lambda: types.Nullable(types.Array(types.Int8)),
        types.Tuple,
    ):
        with pytest.raises(exc.ArgumentError):
            make()
