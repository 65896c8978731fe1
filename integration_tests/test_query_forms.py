"""ClickHouse's own forms of queries, beside real ClickHouse: the same rows, or the same error."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k Int64, v String, ver UInt32, a Array(Int32), b Array(String)) "
    "ENGINE = ReplacingMergeTree(ver) ORDER BY k",
    "INSERT INTO t VALUES (1, 'old', 1, [9], ['z']), (2, 'two', 1, [], []), "
    "(3, 'x', 1, [3], ['r'])",
    "INSERT INTO t VALUES (1, 'new', 2, [1, 2], ['p', 'q'])",
)
QUERIES = (
    "WITH 5 AS five SELECT five, k + five FROM t FINAL ORDER BY k",
    "WITH (SELECT max(k) FROM t) AS m SELECT k, m FROM t FINAL WHERE k = m",
    "WITH c AS (SELECT k FROM t FINAL), 2 AS low SELECT k FROM c WHERE k >= low ORDER BY k",
    "WITH upper(v) AS u SELECT u, count() FROM t FINAL GROUP BY u ORDER BY u",
    "WITH 1 AS one SELECT k FROM t FINAL WHERE k IN (SELECT k FROM t WHERE k > one) ORDER BY k",
    "SELECT DISTINCT ON (k) k, v FROM t ORDER BY k, ver DESC",
    "SELECT DISTINCT ON (k) k, v FROM t ORDER BY k, ver DESC LIMIT 1",
    "SELECT ver, k FROM t FINAL ORDER BY ver LIMIT 1 WITH TIES",
    "SELECT ver, count() AS c FROM t GROUP BY ver ORDER BY c LIMIT 1 WITH TIES",
    "SELECT k FROM (SELECT k, ver FROM t ORDER BY ver DESC LIMIT 1 WITH TIES) AS x",
    "SELECT k FROM t FINAL WHERE k GLOBAL IN (SELECT 1) ORDER BY k",
    "SELECT k FROM t FINAL WHERE k GLOBAL NOT IN (1, 2) ORDER BY k",
    "SELECT x.k, y.v FROM t AS x FINAL GLOBAL ALL INNER JOIN t AS y ON x.k = y.k ORDER BY 1, 2",
    "SELECT x.k FROM t AS x FINAL SEMI LEFT JOIN (SELECT 1 AS k) AS y ON x.k = y.k",
    "SELECT x.k FROM t AS x FINAL ANTI LEFT JOIN (SELECT 1 AS k) AS y ON x.k = y.k ORDER BY x.k",
    "SELECT k FROM t FINAL ORDER BY k FORMAT Null",
    "SELECT * EXCEPT (a, b) REPLACE (k * 10 AS k) FROM t FINAL ORDER BY k",
    "SELECT * EXCEPT (a, b, v) APPLY(toString) FROM t FINAL ORDER BY k",
    "SELECT * EXCEPT (a, b, v) APPLY(x -> x + 1) FROM t FINAL ORDER BY k",
    "SELECT COLUMNS('^[kv]') FROM t FINAL ORDER BY k",
    "SELECT COLUMNS(k, ver) APPLY(max) FROM t FINAL",
    "SELECT t.* EXCEPT (a, b) REPLACE ('r' AS v) FROM t FINAL ORDER BY k",
    "WITH c AS (SELECT k, ver FROM t FINAL) SELECT * APPLY(sum) FROM c",
    "SELECT * EXCEPT STRICT (nothing) FROM t",
    "SELECT COLUMNS('nothing') FROM t",
    "SELECT COLUMNS('(') FROM t",
    "SELECT k, x FROM t FINAL ARRAY JOIN a AS x ORDER BY k, x",
    "SELECT k, a FROM t FINAL ARRAY JOIN a ORDER BY k, a",
    "SELECT k, a, b FROM t FINAL ARRAY JOIN a, b ORDER BY k, a",
    "SELECT k, x, y FROM t AS z FINAL ARRAY JOIN z.a AS x, b AS y WHERE x > 1 ORDER BY k, x",
    "SELECT * EXCEPT (a, b) FROM t FINAL ARRAY JOIN a AS x ORDER BY k",
    "SELECT count(), sum(x) FROM t FINAL ARRAY JOIN a AS x",
    "SELECT k, n FROM t FINAL ARRAY JOIN [1, 2] AS n ORDER BY k, n",
    "SELECT k FROM t LIMIT 1 WITH TIES",
    "SELECT k FROM t SAMPLE 0.1",
)


pytestmark = pytest.mark.usefixtures("sides")


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.sample(15)
def test_the_answer_is_clickhouses(query: str, sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    assert ours.answer(query) == theirs.answer(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT x.k FROM t AS x PASTE JOIN t AS y",
        "SELECT k FROM t ORDER BY k LIMIT 0.5 BY k",
        "SELECT explain FROM (EXPLAIN SELECT k FROM t)",
        "SELECT explain FROM (EXPLAIN SYNTAX SELECT k FROM t) AS e WHERE explain != ''",
    ],
)
def test_what_is_missing_is_refused_by_name(query: str, sides: tuple[Side, Side]) -> None:
    assert sides[0].answer(query) == "NOT_IMPLEMENTED"


def test_a_format_changes_nothing(sides: tuple[Side, Side]) -> None:
    query = "SELECT k, v FROM t ORDER BY k"
    final = sides[1].answer(f"{query} SETTINGS final = 1")
    assert sides[0].answer(f"{query} FORMAT JSONEachRow SETTINGS final = 1") == final
    assert sides[0].answer(f"{query} SETTINGS final = 1 FORMAT TSV") == final


def test_the_dialect_of_a_session(sides: tuple[Side, Side], endpoint_client: Client) -> None:
    ours, _ = sides
    assert endpoint_client.run('SELECT "k" FROM range(1)') == [("k",)]
    assert endpoint_client.run('SELECT "k" FROM t WHERE k = 3') == [(3,)]
    endpoint_client.run("SET dialect = 'clickhouse'")
    assert endpoint_client.run('SELECT "k" FROM t WHERE k = 3') == [(3,)]
    endpoint_client.run("SET dialect = 'spark'")
    assert endpoint_client.run('SELECT "k" FROM t WHERE k = 3') == [("k",)]
    assert ours.answer("SELECT k FROM t FINAL LIMIT 1 BY k") == "PARSE_SYNTAX_ERROR"
    assert endpoint_client.run("SELECT count(*) FROM t WHERE k = 1") == [(2,)]
    endpoint_client.run("SET final = 1")
    assert endpoint_client.run("SELECT count(*) FROM t WHERE k = 1") == [(1,)]
    endpoint_client.run("SET final = 0")
    assert ours.answer("SET dialect = 'kusto'") == "BAD_ARGUMENTS"
    endpoint_client.run("SET dialect = 'auto'")
    assert endpoint_client.run("SELECT count() FROM t FINAL") == [(3,)]


def test_a_view_of_such_a_query_reads_the_latest_rows(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    for side in sides:
        side.run("CREATE VIEW w AS SELECT k, x FROM t FINAL ARRAY JOIN a AS x")
    query = "SELECT * FROM w ORDER BY k, x"
    assert ours.answer(query) == theirs.answer(query)


def test_an_insert_takes_such_a_query(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    for side in sides:
        side.run("CREATE TABLE u (k Int64, x Int32) ENGINE = MergeTree ORDER BY (k, x)")
        side.run("INSERT INTO u SELECT k, x FROM t FINAL ARRAY JOIN a AS x")
        side.run("INSERT INTO u WITH 7 AS seven SELECT k, seven FROM t FINAL")
    query = "SELECT * FROM u ORDER BY k, x"
    assert ours.answer(query) == theirs.answer(query)


def test_comments_stand_anywhere(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    for side in sides:
        side.run(
            "/* who: me */ -- and why\nCREATE VIEW commented AS -- the query\n /* of it */ "
            'SELECT [k, 2] AS "GROUP", k AS "k 1" FROM t FINAL'
        )
    for query in (
        'SELECT "k 1", "GROUP" FROM commented ORDER BY "k 1" SETTINGS final = 0',
        "-- first\n/* then */ SELECT [1, 2] AS x",
    ):
        assert ours.answer(query) == theirs.answer(query)


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT toDateTime('2024-01-01 00:00:00'){' + 1' * 300} AS at",
        f"SELECT toDate('2024-01-01'){' + k - 1' * 150} AS day FROM t FINAL ORDER BY k",
        f"SELECT k{' + ver' * 300} + toHour(toDateTime(k) + 1) AS n FROM t FINAL ORDER BY k",
        f"SELECT {'if(ver % 2, ' * 100}1{', 2)' * 100} AS n FROM t FINAL ORDER BY k",
    ],
    ids=["seconds", "days", "numbers", "conditions"],
)
@pytest.mark.sample(0)
def test_long_expressions_are_analyzed(sides: tuple[Side, Side], query: str) -> None:
    ours, theirs = sides
    assert ours.answer(query) == theirs.answer(query)


def test_a_function_of_sql_is_sparks(endpoint_client: Client) -> None:
    endpoint_client.run("SET dialect = 'auto'")
    endpoint_client.run(
        "CREATE OR REPLACE TEMPORARY FUNCTION twice(price DOUBLE) RETURNS DOUBLE\n"
        "NOT DETERMINISTIC RETURN SELECT price * 2"
    )
    assert endpoint_client.run("SELECT twice(2D)") == [(4.0,)]
    assert endpoint_client.run("SELECT twice(k) FROM t WHERE k = 3 LIMIT 1") == [(6.0,)]


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("SELECT k, x FROM t FINAL LATERAL VIEW explode(a) l AS x", "LATERAL"),
        ("SELECT * FROM t AS z FINAL PIVOT (sum(ver) FOR k IN (1, 2))", "PIVOT"),
        ("SELECT k FROM t FINAL MINUS SELECT 1", "MINUS"),
        ("SELECT k FROM t FINAL CLUSTER BY k", "CLUSTER"),
    ],
)
def test_what_only_sparks_grammar_has_cannot_say_final(
    query: str, word: str, sides: tuple[Side, Side], endpoint_client: Client
) -> None:
    error = endpoint_client.error(query)
    assert error.name == "NOT_IMPLEMENTED"
    assert f"FINAL is not supported in a query with {word}" in error.message
    assert "SET final = 1" in error.message


def test_what_only_sparks_grammar_has_reads_the_tables_of_the_engine(
    sides: tuple[Side, Side], endpoint_client: Client
) -> None:
    query = "SELECT k, x FROM t LATERAL VIEW explode(a) l AS x ORDER BY k, x"
    assert endpoint_client.run(query) == [(1, 1), (1, 2), (1, 9), (3, 3)]
    endpoint_client.run("SET final = 1")
    assert endpoint_client.run(query) == [(1, 1), (1, 2), (3, 3)]
    endpoint_client.run("SET final = 0")


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("SELECT [1, 2][2]", [(2,)]),
        ("SELECT id AS x FROM range(3) WHERE x > 1", [(2,)]),
        ("SELECT quantile(0.5)(id) FROM range(11)", [(5.0,)]),
        ("SELECT id FROM range(9) LIMIT 1 BY id % 3", [(0,), (1,), (2,)]),
        ("SELECT 1 SETTINGS max_threads = 1 FORMAT Null", []),
        ('SELECT "x" FROM range(1)', [("x",)]),
        ("SELECT length('é')", [(1,)]),
    ],
)
def test_a_query_of_nothing_of_the_engines_is_clickhouses_where_spark_refuses_it(
    query: str, answer: list[tuple[object, ...]], endpoint_client: Client
) -> None:
    assert sorted(endpoint_client.run(query)) == answer


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SELECT [1, nothing]", "UNKNOWN_IDENTIFIER"),
        ("SELECT [1, no_such_function(2)]", "UNKNOWN_FUNCTION"),
        ("SELECT 1 SETTINGS nothing = 1", "UNKNOWN_SETTING"),
        ("SELECT [1, 2", "PARSE_SYNTAX_ERROR"),
        ("SELECT nothing", "UNRESOLVED_COLUMN.WITHOUT_SUGGESTION"),
        ("SELECT * FROM nothing", "TABLE_OR_VIEW_NOT_FOUND"),
        ("SELECT * FROM nothing FINAL", "UNKNOWN_TABLE"),
    ],
)
def test_the_error_is_that_of_the_language_whose_grammar_a_query_has(
    query: str, name: str, endpoint_client: Client
) -> None:
    assert endpoint_client.error(query).name == name


def test_the_dialect_reads_every_query_or_none(endpoint_client: Client) -> None:
    endpoint_client.run("SET dialect = 'clickhouse'")
    try:
        assert endpoint_client.run("SELECT length('é'), \"x\" FROM (SELECT 1 AS x)") == [(2, 1)]
    finally:
        endpoint_client.run("SET dialect = 'spark'")
    try:
        assert endpoint_client.error("SELECT [1, 2]").name == "PARSE_SYNTAX_ERROR"
    finally:
        endpoint_client.run("SET dialect = 'auto'")


def test_an_aggregate_of_a_lateral_subquery_has_a_row_without_rows(client: Client) -> None:
    """As Spark says; that of a correlated subquery is NULL, as in ClickHouse."""
    for name in ("t", "u"):
        client.run(f"CREATE TABLE {name} (k Int64) ENGINE = MergeTree ORDER BY k")
    client.run("INSERT INTO t VALUES (1), (2)")
    client.run("INSERT INTO u VALUES (1)")
    counted = "SELECT count() AS c FROM u WHERE u.k = t.k"
    rows = client.run(f"SELECT t.k, c FROM t, LATERAL ({counted}) AS l ORDER BY t.k")
    assert rows == [(1, 1), (2, 0)]
    assert client.run(f"SELECT t.k, ({counted}) FROM t ORDER BY t.k") == [(1, 1), (2, None)]
