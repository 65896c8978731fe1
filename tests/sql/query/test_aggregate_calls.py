from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.aggregates.aggregate_calls import Around, lower_aggregate
from rmt_engine.sql.query.aggregates.rows import GroupRows
from rmt_engine.sql.query.values import Value, literal, truth
from rmt_engine.sql.values.types import parse_type


def column(name: str, type_text: str) -> Value:
    return Value(name, parse_type(type_text))


SMALL = column("u", "UInt8")
MAYBE = column("n", "Nullable(Int32)")
FLOAT = column("f", "Float64")
TEXT = column("s", "String")


@pytest.mark.parametrize(
    ("name", "values", "sql", "type_text"),
    [
        ("count", [], "CAST(count(1) AS DECIMAL(20,0))", "UInt64"),
        ("COUNT", [MAYBE], "CAST(count(CASE WHEN (n IS NOT NULL) THEN 1 END) AS ", "UInt64"),
        ("sum", [SMALL], "coalesce(CAST(sum(u) AS DECIMAL(20,0)), CAST(0 AS ", "UInt64"),
        ("sum", [MAYBE], "CAST(sum(n) AS BIGINT)", "Nullable(Int64)"),
        ("sumIf", [MAYBE, truth("c")], "CAST(sum(CASE WHEN (c) THEN n END) AS ", "Nullable(Int64)"),
        ("max", [truth("c")], "coalesce(CAST(max(CAST(c AS SMALLINT)) AS SMALLINT), ", "UInt8"),
        ("min", [TEXT], "coalesce(CAST(min(s) AS STRING), '')", "String"),
        ("avg", [FLOAT], "coalesce(CAST(avg(CAST(f AS DOUBLE)) AS DOUBLE), CAST('NaN'", "Float64"),
        ("anyOrNull", [TEXT], "CASE WHEN count(1) > 0 THEN ", "Nullable(String)"),
    ],
)
def test_calls(name: str, values: list[Value], sql: str, type_text: str) -> None:
    found = lower_aggregate(name, values)
    assert found.sql.startswith(sql)
    assert str(found.type) == type_text


def test_over_follows_each_aggregate_function() -> None:
    found = lower_aggregate("sum", [column("i", "Int64")], rows=GroupRows(over=" OVER w"))
    assert found.sql.count("sum(") == found.sql.count(" OVER w") == 3


def test_null_for_empty_makes_answers_nullable() -> None:
    settings = {"aggregate_functions_null_for_empty": "1"}
    assert str(lower_aggregate("sum", [SMALL], around=Around(settings)).type) == "Nullable(UInt64)"
    assert str(lower_aggregate("count", [SMALL], around=Around(settings)).type) == "UInt64"


@pytest.mark.parametrize(
    ("name", "values", "error"),
    [
        ("sum", [TEXT], "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("avg", [SMALL, SMALL], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("sumx", [SMALL], "UNKNOWN_FUNCTION"),
        ("sumIf", [], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("sumArray", [SMALL], "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("anova", [SMALL, SMALL], "NOT_IMPLEMENTED"),
    ],
)
def test_refusals(name: str, values: list[Value], error: str) -> None:
    with pytest.raises(RmtError) as raised:
        lower_aggregate(name, values)
    assert raised.value.code.name == error


def test_levels_are_from_0_to_1() -> None:
    with pytest.raises(RmtError, match="out of range"):
        lower_aggregate("quantile", [FLOAT], [literal(1.5)])


@pytest.mark.parametrize(
    ("name", "parameters", "error"),
    [
        ("sum", [1], "AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS"),
        ("uniqOrNull", [1], "AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS"),
        ("quantile", [0.5, 0.9], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("quantiles", [], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("quantileGK", [], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("quantileGK", [9, 0.5, 0.9], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("groupArrayLast", [], "BAD_ARGUMENTS"),
        ("groupArray", ["x"], "BAD_ARGUMENTS"),
        ("groupUniqArray", [0], "BAD_ARGUMENTS"),
        ("uniqCombined", [11], "ARGUMENT_OUT_OF_BOUND"),
        ("sumMapMap", [], "ILLEGAL_AGGREGATION"),
    ],
)
def test_parameters_are_those_of_the_signature(
    name: str, parameters: list[object], error: str
) -> None:
    with pytest.raises(RmtError) as raised:
        lower_aggregate(name, [SMALL], [literal(one) for one in parameters])
    assert raised.value.code.name == error


def test_what_parameters_a_signature_allows() -> None:
    for name, parameters in [("quantileGK", [9, 0.5]), ("topK", [3, 2]), ("argMax", [1])]:
        values = [SMALL, SMALL] if name == "argMax" else [SMALL]
        assert lower_aggregate(name, values, [literal(one) for one in parameters]).type
