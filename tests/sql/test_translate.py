"""ClickHouse SQL as Spark SQL."""

# A row of a table is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.translate import parse_expression, translate_expression, translate_query


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a + 1", "rmt_sum('+', a, 1)"),
        ("`a b`", "`a b`"),
        ('"a b"', "`a b`"),
        ("[1, 2]", "ARRAY(1, 2)"),
        ("a = 'it''s'", r"a = 'it\'s'"),
        ("a ? 1 : 2", "IF(rmt_is_true(a), 1, 2)"),
        ("toYYYYMM(d)", "toYYYYMM(d)"),
        ("TOYYYYMM(d)", "toYYYYMM(d)"),
        ("toMonday(toDate(s))", "toMonday(toDate(s))"),
        ("concat(s, 'toYYYYMM(d)')", "CONCAT(s, 'toYYYYMM(d)')"),
    ],
)
def test_an_expression_of_clickhouse_is_said_for_spark(text: str, wanted: str) -> None:
    assert translate_expression(text) == wanted


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_ours_keeps_its_name_and_arguments(name: str) -> None:
    assert translate_expression(f"{name.upper()}(a, b)") == f"{FUNCTIONS[name].known_as}(a, b)"


def test_a_column_with_the_name_of_a_function_is_a_column() -> None:
    assert translate_expression("any + today") == "any + today"


@pytest.mark.parametrize("text", ["(", "f(", "a b c d", "1 +", "", "'open"])
def test_what_is_no_expression_is_a_syntax_error(text: str) -> None:
    for read in (parse_expression, translate_expression):
        with pytest.raises(RmtError) as raised:
            read(text)
        assert raised.value.name == "SYNTAX_ERROR"
        assert "Cannot read the" in raised.value.message


@pytest.mark.parametrize("text", ["(" * 3000 + "1" + ")" * 3000])
def test_an_expression_too_deep_is_a_syntax_error(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse_expression(text)
    assert raised.value.name == "SYNTAX_ERROR"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT toMonday(d) FROM t", "SELECT toMonday(d) FROM t"),
        ("SELECT a ? 1 : 2 FROM t", "SELECT IF(rmt_is_true(a), 1, 2) FROM t"),
        ("SELECT [1]", "SELECT ARRAY(1)"),
        ("SELECT 1 UNION ALL SELECT [2]", "SELECT 1 UNION ALL SELECT ARRAY(2)"),
        ("WITH c AS (SELECT [1]) SELECT * FROM c", "WITH c AS (SELECT ARRAY(1)) SELECT * FROM c"),
        ("SELECT uniqExact(a, b), argMax(a, b) FROM t", "SELECT uniqExact(a, b), argMax(a, b) FROM t"),
    ],
)  # fmt: skip
def test_a_query_of_clickhouse_is_said_for_spark(text: str, wanted: str) -> None:
    translated = translate_query(text)
    assert translated == wanted
    assert isinstance(sqlglot.parse_one(translated, read="spark"), exp.Query)


@pytest.mark.parametrize(
    "text",
    [
        "DROP TABLE t",
        "SELEC 1",
        "SELECT 'open",
        "SELECT (",
        "",
        "INSERT INTO t SELECT 1",
        "CREATE DEFAULT SAMPLE",
    ],
)
def test_what_is_no_query_is_not_translated(text: str) -> None:
    assert translate_query(text) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("CAST(x AS Int128)", "toInt128(x)"),
        ("x::UInt256 + 1", "rmt_sum('+', toUInt256(x), 1)"),
        ("CAST(x AS Nullable(Int256))", "toInt256(x)"),
        ("x::IPv4::IPv6", "toIPv6(toIPv4(x))"),
        ("CAST(CAST(x AS UInt128) AS Int8)", "CAST(toUInt128(x) AS TINYINT)"),
        ("CAST(x, 'IPv4')", "toIPv4(x)"),
        ("CAST(x, 'Int32')", "CAST(x AS INT)"),
        ("CAST(x, '(')", "CAST_TO_STR_TYPE(x, '(')"),
        ("CAST(x AS JSON)", "TO_JSON(PARSE_JSON(x))"),
    ],
)
def test_casts_to_types_that_spark_does_not_know_are_calls(text: str, wanted: str) -> None:
    assert translate_expression(text) == wanted


@pytest.mark.parametrize(
    ("text", "spark"),
    [
        ("select", "`select`"),
        ("(select, from)", "(`select`, `from`)"),
        ("toDate(order)", "toDate(`order`)"),
        ("x IN (SELECT 1)", "x IN (SELECT 1)"),
        ("CAST(x AS String)", "CAST(x AS STRING)"),
    ],
)
def test_a_word_of_the_grammar_is_a_name_where_only_a_name_can_stand(text: str, spark: str) -> None:
    assert translate_expression(text) == spark
