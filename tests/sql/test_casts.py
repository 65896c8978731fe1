"""Conversions of source values to declared types, as Spark expressions."""

from __future__ import annotations

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from rmt_engine.errors import RmtError, raised_by_a_row
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.casts import cast_expression, refusal
from rmt_engine.sql.values.types import parse_type

SOURCES = [
    "boolean",
    "tinyint",
    "bigint",
    "double",
    "decimal(20,5)",
    "string",
    "varchar(9)",
    "date",
    "timestamp",
    "array<int>",
    "map<string,int>",
    "struct<a:int,b:string>",
    "binary",
]
TARGETS = {
    "Int8": "boolean tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "UInt64": "boolean tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "Int128": "boolean tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "UInt256": "boolean tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "Float32": "boolean tinyint bigint double decimal(20,5) string varchar(9)",
    "Decimal(9, 2)": "boolean tinyint bigint double decimal(20,5) string varchar(9)",
    "Bool": "boolean tinyint bigint double decimal(20,5) string varchar(9)",
    "FixedString(3)": "boolean tinyint bigint double decimal(20,5) string varchar(9) date "
    "timestamp binary",
    "Date": "tinyint bigint string varchar(9) date timestamp",
    "DateTime('Asia/Tokyo')": "tinyint bigint double decimal(20,5) string varchar(9) date "
    "timestamp",
    "DateTime64(3)": "tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "DateTime64(9)": "tinyint bigint double decimal(20,5) string varchar(9) date timestamp",
    "UUID": "string varchar(9)",
    "IPv4": "tinyint bigint string varchar(9)",
    "IPv6": "string varchar(9)",
    "JSON": "string varchar(9) map<string,int> struct<a:int,b:string>",
    "Enum8('a' = 1, 'it\\'s' = 2)": "tinyint bigint string varchar(9)",
    "Array(Int64)": "array<int>",
    "Map(String, Int64)": "map<string,int>",
    "Tuple(x Int64, y String)": "struct<a:int,b:string>",
}


def cast(source: str, target: str, value: str = "c") -> str:
    return cast_expression(value, source, parse_type(target), "col")


def errors_in(expression: str) -> set[str]:
    """The names of the errors an expression can raise."""
    names = set()
    for call in sqlglot.parse_one(expression, read="spark").find_all(exp.Anonymous):
        if call.name.lower() == "raise_error":
            names |= _names(call)
    for raised in sqlglot.parse_one(expression, read="spark").find_all(exp.Concat):
        names |= _names(raised)
    return names


def _names(tree: exp.Expression) -> set[str]:
    literals = "".join(literal.name for literal in tree.find_all(exp.Literal))
    error = raised_by_a_row(f"[USER_RAISED_EXCEPTION] {literals}")
    return {error.name} if error else set()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_value_becomes_what_clickhouse_can_make_of_it_and_nothing_else(
    source: str, target: str
) -> None:
    if source in TARGETS[target].split():
        sqlglot.parse_one(f"SELECT {cast(source, target)}", read="spark")
        return
    with pytest.raises(RmtError, match="Column col: a value of Spark's type") as raised:
        cast(source, target)
    assert raised.value.name == "TYPE_MISMATCH"
    assert raised.value.hint == "Convert it in the query."


@pytest.mark.parametrize("target", ["Int8", "String", "Array(Int8)", "Enum8('a' = 1)", "UUID"])
def test_null_without_a_type_is_null_of_any_type(target: str) -> None:
    assert cast("void", target) == f"CAST(NULL AS {parse_type(target).spark})"


@pytest.mark.parametrize(
    ("source", "target", "wanted"),
    [
        ("tinyint", "Int8", "CAST(c AS TINYINT)"),
        ("int", "Int64", "CAST(c AS BIGINT)"),
        ("float", "Float64", "CAST(c AS DOUBLE)"),
        ("string", "String", "c"),
        ("boolean", "Bool", "c"),
        ("int", "String", "CAST(c AS STRING)"),
        ("int", "Bool", "(c <> 0)"),
    ],
)
def test_a_value_that_always_fits_is_not_checked(source: str, target: str, wanted: str) -> None:
    assert cast(source, target) == wanted


OUT_OF_RANGE = "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"


@pytest.mark.parametrize(
    ("source", "target", "errors"),
    [
        ("tinyint", "Int8", set()),
        ("tinyint", "UInt8", {OUT_OF_RANGE}),
        ("bigint", "Int8", {OUT_OF_RANGE}),
        ("bigint", "UInt64", {OUT_OF_RANGE}),
        ("decimal(20,0)", "Int64", {OUT_OF_RANGE}),
        ("double", "Int8", {OUT_OF_RANGE, "CANNOT_CONVERT_TYPE"}),
        ("string", "Int8", {OUT_OF_RANGE, "CANNOT_PARSE_TEXT"}),
        ("date", "Int8", {OUT_OF_RANGE}),
        ("timestamp", "UInt32", {OUT_OF_RANGE}),
        ("string", "Float64", {"CANNOT_PARSE_TEXT"}),
        ("int", "Decimal(5, 2)", {"ARGUMENT_OUT_OF_BOUND"}),
        ("string", "Decimal(5, 2)", {"ARGUMENT_OUT_OF_BOUND", "CANNOT_PARSE_TEXT"}),
        ("string", "Bool", {"CANNOT_PARSE_BOOL"}),
        ("string", "FixedString(3)", {"TOO_LARGE_STRING_SIZE"}),
        ("string", "Date", {OUT_OF_RANGE, "CANNOT_PARSE_DATE"}),
        ("timestamp", "Date", {OUT_OF_RANGE}),
        ("string", "DateTime", {OUT_OF_RANGE, "CANNOT_PARSE_DATETIME"}),
        ("timestamp", "DateTime", {OUT_OF_RANGE}),
        ("string", "UUID", {"CANNOT_PARSE_UUID"}),
        ("string", "Enum8('a' = 1)", {"UNKNOWN_ELEMENT_OF_ENUM"}),
        ("bigint", "Int128", set()),
        ("bigint", "UInt128", {OUT_OF_RANGE}),
        ("decimal(38,0)", "Int256", {OUT_OF_RANGE}),
        ("string", "UInt256", {OUT_OF_RANGE, "CANNOT_PARSE_TEXT"}),
        ("string", "IPv4", {"CANNOT_PARSE_IPV4"}),
        ("decimal(20,0)", "IPv4", {OUT_OF_RANGE}),
        ("string", "IPv6", {"CANNOT_PARSE_IPV6"}),
        ("string", "JSON", {"INCORRECT_DATA"}),
        ("variant", "JSON", {"INCORRECT_DATA"}),
        (
            "array<struct<a:bigint,b:string>>",
            "Nested(x Int8, y IPv6)",
            {OUT_OF_RANGE, "CANNOT_PARSE_IPV6"},
        ),
        ("int", "Enum8('a' = 1)", {"UNKNOWN_ELEMENT_OF_ENUM"}),
        ("array<bigint>", "Array(Int8)", {OUT_OF_RANGE}),
        ("map<string,bigint>", "Map(UUID, Int8)", {OUT_OF_RANGE, "CANNOT_PARSE_UUID"}),
        ("struct<a:bigint,b:string>", "Tuple(Int8, UUID)", {OUT_OF_RANGE, "CANNOT_PARSE_UUID"}),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(
    source: str, target: str, errors: set[str]
) -> None:
    assert errors_in(cast(source, target)) == errors


@pytest.mark.parametrize(
    ("target", "low", "high"),
    [("Int8", "-128", "127"), ("UInt16", "0", "65535"), ("UInt64", "0", str(2**64 - 1))],
)
def test_a_refusal_names_column_type_and_range(target: str, low: str, high: str) -> None:
    expression = cast("bigint", target)
    assert f"Column col ({target}): value " in expression
    assert f"is out of range: {low} to {high}" in expression


def test_nested_values_have_lambdas_of_their_own() -> None:
    expression = cast("array<array<bigint>>", "Array(Array(Int8))")
    tree = sqlglot.parse_one(expression, read="spark")
    names = [node.expressions[0].name for node in tree.find_all(exp.Lambda)]
    assert sorted(set(names)) == ["x0", "x1"]


def test_null_inside_becomes_the_default_where_the_type_holds_none() -> None:
    assert "coalesce(" in cast("array<int>", "Array(Int64)")
    assert "coalesce(" not in cast("array<int>", "Array(Nullable(Int64))")


def test_a_tuple_needs_as_many_elements() -> None:
    with pytest.raises(RmtError, match="a tuple of 2 elements cannot become") as raised:
        cast("struct<a:int,b:int>", "Tuple(Int8, Int8, Int8)")
    assert raised.value.name == "TYPE_MISMATCH"


def test_a_tuple_gets_the_names_of_its_type() -> None:
    named = cast("struct<a:int,b:int>", "Tuple(x Int32, y Int32)")
    assert "named_struct('x', " in named
    assert "c.`b`" in named
    assert "named_struct('1', " in cast("struct<a:int,b:int>", "Tuple(Int32, Int32)")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_string_is_quoted_so_that_spark_reads_it_back(text: str) -> None:
    [literal] = sqlglot.parse_one(f"SELECT {quote_string(text)}", read="spark").expressions
    assert isinstance(literal, exp.Literal)
    assert literal.name == text


@given(st.sampled_from(["CANNOT_PARSE_TEXT", "SYNTAX_ERROR"]), st.text("abc <>/:é\n"))
def test_a_refusal_is_found_again_in_what_spark_wraps_around_it(name: str, message: str) -> None:
    tree = sqlglot.parse_one(refusal(name, "'@'"), read="spark")
    pieces = [literal.name for literal in tree.find_all(exp.Literal)]
    raised = "".join(piece for piece in pieces if piece).replace("@", message)
    error = raised_by_a_row(f"[USER_RAISED_EXCEPTION] {raised} SQLSTATE: P0001\n\tat org.x.Y")
    assert error is not None
    assert (error.name, error.message) == (name, message)


def test_an_error_that_is_none_of_ours_is_left_alone() -> None:
    assert raised_by_a_row("[DIVIDE_BY_ZERO] Division by zero.") is None
