"""CREATE FUNCTION of lambdas, beside real ClickHouse."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k",
    "INSERT INTO t VALUES (1, 'x'), (3, 'y'), (9, 'x')",
)
FUNCTIONS = (
    "CREATE FUNCTION lin AS (x, y) -> x * y",
    "CREATE FUNCTION IF NOT EXISTS lin AS x -> x",
    "CREATE FUNCTION inc AS x -> x + 100",
    "CREATE OR REPLACE FUNCTION inc AS x -> x + 1",
    "CREATE FUNCTION tenfold AS x -> inc(x) * 10",
    "CREATE FUNCTION five AS () -> 5",
    "CREATE FUNCTION plus_each AS x -> arrayMap(y -> y + x, [1, 2])",
    "CREATE FUNCTION mean AS x -> sum(x) / count()",
    "CREATE FUNCTION above AS x -> x + (SELECT max(k) FROM t)",
    "CREATE FUNCTION with_k AS x -> x + k",
    "CREATE FUNCTION `my f` AS x -> upper(x)",
    "CREATE FUNCTION loop AS x -> loop2(x)",
    "CREATE FUNCTION loop2 AS x -> loop(x)",
    "CREATE VIEW w AS SELECT tenfold(k) AS n FROM t",
    "CREATE TABLE u (k UInt32, v String) ENGINE = MergeTree ORDER BY k",
    "INSERT INTO u SELECT inc(k) + 100, `my f`(v) FROM t",
)
QUERIES = (
    "SELECT lin(k, 2), lin(2, 3), toTypeName(lin(k, 2)) FROM t ORDER BY k",
    "SELECT inc(inc(k)), tenfold(k) FROM t WHERE inc(k) > 2 ORDER BY inc(k) DESC",
    "SELECT five(), inc(1), toTypeName(inc(1))",
    "SELECT sum(k) AS y, plus_each(y)[2] FROM t",
    "SELECT arrayStringConcat(arrayMap(y -> toString(inc(y)), [1, k]), '/') FROM t ORDER BY k",
    "SELECT v, mean(k) FROM t GROUP BY v ORDER BY v",
    "SELECT mean(inc(k)) AS m FROM t HAVING mean(k) > 1",
    "SELECT inc(k) AS g, count() FROM t GROUP BY inc(k) ORDER BY g",
    "SELECT above(k) FROM t ORDER BY k",
    "SELECT with_k(1) FROM t ORDER BY k",
    "SELECT `my f`(v) FROM t ORDER BY k",
    "SELECT inc(k) AS x, inc(x) FROM t ORDER BY 1",
    "SELECT sum(inc(k)) OVER (ORDER BY k) FROM t ORDER BY 1",
    "SELECT inc(number) FROM numbers(2)",
    "SELECT * FROM w ORDER BY n",
    "SELECT * FROM u ORDER BY k",
    "SELECT name, is_aggregate, case_insensitive FROM system.functions "
    "WHERE origin = 'SQLUserDefined' AND name IN ('inc', 'lin') ORDER BY name",
    "SELECT INC(k) FROM t",
    "SELECT inc(k, 1) FROM t",
    "SELECT lin(k) FROM t",
    "SELECT loop(k) FROM t",
    "SELECT nosuchf(k) FROM t",
    "SELECT with_k(1)",
)
MISUSES = (
    "CREATE FUNCTION inc AS x -> x",
    "CREATE FUNCTION length AS x -> x",
    "CREATE FUNCTION sum AS x -> x",
    "CREATE FUNCTION w AS (x, x) -> x",
    "CREATE FUNCTION w AS 5",
    "CREATE FUNCTION w AS x ->",
    "CREATE FUNCTION w AS x -> {nosuch:UInt8}",
    "DROP FUNCTION nosuchf",
    "DROP FUNCTION length",
    "DROP FUNCTION IF EXISTS nosuchf",
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in (*SETUP, *FUNCTIONS):
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


def test_the_answer_is_clickhouses(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    found = [(query, ours.answer(query), theirs.answer(query)) for query in QUERIES]
    assert [one for one in found if one[1] != one[2]] == []


def test_misuses_have_clickhouses_names(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    found = [
        (statement, ours.outcome(statement), theirs.outcome(statement)) for statement in MISUSES
    ]
    assert [one for one in found if one[1] != one[2]] == []


def test_the_statement_that_made_it(endpoint_client: Client, sides: object) -> None:
    query = "SELECT create_query FROM system.functions WHERE name = 'inc'"
    assert endpoint_client.run(query) == [("CREATE FUNCTION inc AS x -> x + 1",)]


def test_a_dropped_function_is_gone_but_in_views(endpoint_client: Client, sides: object) -> None:
    endpoint_client.run("CREATE FUNCTION twice_as_much AS x -> x * 2")
    endpoint_client.run("CREATE VIEW of_it AS SELECT twice_as_much(k) AS n FROM t WHERE k = 3")
    endpoint_client.run("DROP FUNCTION twice_as_much")
    assert endpoint_client.error("SELECT twice_as_much(k) FROM t").name == "UNKNOWN_FUNCTION"
    assert endpoint_client.run("SELECT n FROM of_it") == [(6,)]


def test_a_name_that_spark_has_is_sparks_beside_nothing_of_the_engine(
    endpoint_client: Client, sides: object
) -> None:
    assert endpoint_client.run("SELECT mean(x) FROM VALUES (1), (2), (6) AS v(x)") == [(3.0,)]
    assert endpoint_client.run("SELECT mean(number) FROM numbers(3)") == [(1.0,)]


def test_functions_of_spark_stay_sparks(endpoint_client: Client, sides: object) -> None:
    endpoint_client.run("CREATE TEMPORARY FUNCTION of_spark(x INT) RETURNS INT RETURN x + 7")
    assert endpoint_client.run("SELECT of_spark(1)") == [(8,)]
    endpoint_client.run("DROP TEMPORARY FUNCTION of_spark")
    endpoint_client.run("CREATE FUNCTION kept_by_spark(x INT) RETURNS INT RETURN x + 8")
    assert endpoint_client.run("SELECT kept_by_spark(1)") == [(9,)]
    endpoint_client.run("DROP FUNCTION kept_by_spark")
    assert endpoint_client.error("DROP FUNCTION kept_by_spark").name == "UNKNOWN_FUNCTION"
