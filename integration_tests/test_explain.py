"""EXPLAIN and DESCRIBE of queries, beside real ClickHouse where it says the same."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k UInt32, v String, n Nullable(Int32), a Array(Int8)) "
    "ENGINE = ReplacingMergeTree ORDER BY k SETTINGS index_granularity = 2",
    "INSERT INTO t VALUES (1, 'x', 1, [1]), (3, 'y', 2, []), (4, 'z', 3, [])",
    "CREATE VIEW w AS SELECT k FROM t FINAL",
)
SAME = (
    "EXPLAIN SYNTAX SELECT k + 1 * 2 AS x, v, -n, not (k = 1 and v <> 'x' or k in (1, 2)), a[1] "
    "FROM t AS z FINAL PREWHERE k > 1 WHERE v LIKE 'a%' GROUP BY k, v WITH ROLLUP "
    "HAVING count() > 1 ORDER BY k DESC NULLS FIRST, v LIMIT 5 OFFSET 2",
    "EXPLAIN SYNTAX SELECT s.k FROM (SELECT k FROM t) AS s LEFT JOIN t AS u ON s.k = u.k "
    "ARRAY JOIN a AS b, a AS c ORDER BY k LIMIT 1 BY k LIMIT 2 SETTINGS final = 1",
    "EXPLAIN SYNTAX oneline = 1 SELECT k FROM t JOIN t AS u USING (k)",
    "EXPLAIN SYNTAX SELECT nosuch FROM nosuch",
    "EXPLAIN AST SELECT k + 1 AS x FROM t WHERE v = 'a' ORDER BY k LIMIT 3",
    "EXPLAIN AST SELECT count(), 1.5, NULL, * FROM (SELECT k FROM t) AS s GROUP BY k",
    "EXPLAIN AST SELECT FROM",
    "DESCRIBE (SELECT k, v, n + 1 AS m, a, count() OVER () AS c FROM t)",
    "DESC (SELECT * FROM w)",
    "DESCRIBE TABLE (SELECT k = 1 AS is_one FROM t)",
    "DESCRIBE (SELECT nosuch FROM t)",
    "EXPLAIN ESTIMATE SELECT nosuch FROM t",
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


def test_the_answer_is_clickhouses(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    found = [(query, ours.answer(query), theirs.answer(query)) for query in SAME]
    assert [one for one in found if one[1] != one[2]] == []


def test_the_columns_of_describe(endpoint_client: Client, sides: object) -> None:
    endpoint_client.run("DESCRIBE (SELECT k FROM t)")
    assert [column[0] for column in endpoint_client.cursor.description] == [
        *("name", "type", "default_type", "default_expression", "comment", "codec_expression"),
        "ttl_expression",
    ]
    # Of Spark's queries it stays Spark's.
    endpoint_client.run("DESCRIBE SELECT 1 AS a")
    assert endpoint_client.cursor.description[0][0] == "col_name"


def test_an_estimate_is_what_the_registry_knows(endpoint_client: Client, sides: object) -> None:
    database = endpoint_client.database
    query = "EXPLAIN ESTIMATE SELECT * FROM w JOIN t USING (k)"
    assert endpoint_client.run("EXPLAIN ESTIMATE SELECT * FROM t") == [(database, "t", 1, 3, 2)]
    assert endpoint_client.run(query) == [(database, "t", 1, 3, 2)]
    assert endpoint_client.run("EXPLAIN ESTIMATE SELECT 1") == []


def test_a_plan_names_the_tables(endpoint_client: Client, sides: object) -> None:
    lines = [row[0] for row in endpoint_client.run("EXPLAIN PLAN SELECT k FROM t FINAL LIMIT 1")]
    assert lines[0] == f"ReadFromMergeTree ({endpoint_client.database}.t)"
    assert "Physical Plan" in lines[1]
    assert "Physical Plan" in endpoint_client.run("EXPLAIN PLAN SELECT 1")[0][0]


@pytest.mark.parametrize(
    "statement",
    [
        "EXPLAIN QUERY TREE SELECT k FROM t",
        "EXPLAIN PIPELINE SELECT k FROM t",
        "EXPLAIN PLAN indexes = 1 SELECT k FROM t",
        "EXPLAIN AST DROP TABLE x",
    ],
)
def test_other_kinds_are_refused_by_name(
    statement: str, endpoint_client: Client, sides: object
) -> None:
    error = endpoint_client.error(statement)
    assert error.name == "NOT_IMPLEMENTED"
    assert "EXPLAIN" in error.message
