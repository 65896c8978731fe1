"""Parameters of queries and of views, beside real ClickHouse."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k",
    "INSERT INTO t VALUES (1, 'x'), (3, 'y'), (9, 'x')",
    "SET param_k = 3",
    "SET param_name = 'x', param_arr = [1, 3], param_t = 't', param_c = 'v', param_n = '\\\\N'",
    "SET param_d = '2024-01-02', param_tu = '(1, ''a'')', param_f = 1.5, param_many = 300",
    "CREATE VIEW v AS SELECT k, v FROM t WHERE k = {k:UInt32}",
    "CREATE VIEW w AS SELECT k, {s:String} AS s FROM t WHERE k IN {a:Array(UInt32)}",
    "CREATE VIEW x AS SELECT * FROM v(k = {j:UInt32})",
    "CREATE VIEW y AS SELECT * FROM v(k = 9)",
    "CREATE VIEW c AS SELECT {n:UInt8} + 1 AS m",
)
QUERIES = (
    "SELECT * FROM t WHERE k = {k:UInt32}",
    "SELECT {k:String}, toTypeName({k:UInt8}), {k:UInt8} + 1",
    "SELECT * FROM t WHERE v = {name:String} ORDER BY k",
    "SELECT * FROM t WHERE k IN {arr:Array(UInt32)} ORDER BY k",
    "SELECT toTypeName({arr:Array(UInt32)}), {arr:Array(UInt32)}[2]",
    "SELECT {c:Identifier} FROM {t:Identifier} ORDER BY {c:Identifier}",
    "SELECT count() AS {c:Identifier}, '{k:UInt8}' AS s FROM t",
    "SELECT * FROM t ORDER BY k LIMIT { k : UInt32 }",
    "SELECT {n:Nullable(UInt8)}, {d:Date}, {f:Float64} * 2",
    "SELECT tupleElement({tu:Tuple(UInt8, String)}, 2)",
    "SELECT k FROM t WHERE k = {nosuch:UInt32}",
    "SELECT k FROM t WHERE k = {name:UInt32}",
    "SELECT {name:Nosuch} FROM t",
    "SELECT k FROM {nosuch:Identifier}",
    "SELECT k FROM t WHERE v = {arr:Date}",
    "SELECT * FROM v(k = 3)",
    "SELECT * FROM v(k = '3')",
    "SELECT * FROM v(k = 1 + 2)",
    "SELECT * FROM v(k = (SELECT max(k) FROM t))",
    "SELECT v.v, y.k FROM v(k = 3) JOIN v(k = 3) AS y ON v.k = y.k",
    "SELECT * FROM w(s = 'q', a = [1, 9]) ORDER BY k",
    "SELECT * FROM x(j = 9)",
    "SELECT * FROM y",
    "SELECT m FROM c(n = 4)",
    "SELECT * FROM w(s = 'q')",
    "SELECT * FROM v()",
    "SELECT * FROM v(3)",
    "SELECT * FROM v(k = 'abc')",
    "SELECT * FROM v(k = NULL)",
)
INSERTS = (
    "INSERT INTO t VALUES ({k:UInt32} + 100, {name:String})",
    "INSERT INTO t SELECT {k:UInt32} + 200, {name:String}",
    "INSERT INTO t SELECT k + 300, v FROM v(k = 3)",
    "ALTER TABLE {t:Identifier} DELETE WHERE k = {k:UInt32} SETTINGS mutations_sync = 2",
)


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


def test_the_answer_is_clickhouses(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    found = [(query, ours.answer(query), theirs.answer(query)) for query in QUERIES]
    assert [one for one in found if one[1] != one[2]] == []


def test_statements_that_write_take_parameters(sides: tuple[Side, Side]) -> None:
    ours, theirs = sides
    for side in sides:
        side.run("CREATE TABLE u AS t")
        side.run("SET param_t = 'u'")
        for statement in INSERTS:
            side.run(statement.replace("INTO t", "INTO u"))
        side.run("SET param_t = 't'")
    query = "SELECT * FROM u ORDER BY k"
    assert ours.answer(query) == theirs.answer(query)


def test_a_value_is_no_part_of_the_grammar(endpoint_client: Client, sides: object) -> None:
    endpoint_client.run("SET param_bad = '[1], (SELECT max(k) FROM t)'")
    error = endpoint_client.error("SELECT {bad:Array(UInt32)} FROM t")
    assert error.name == "BAD_QUERY_PARAMETER"
    endpoint_client.run("SET param_bad = 't` WHERE 1 --'")
    error = endpoint_client.error("SELECT * FROM {bad:Identifier}")
    assert error.name == "TABLE_OR_VIEW_NOT_FOUND"


def test_a_view_needs_its_parameters(endpoint_client: Client, sides: object) -> None:
    error = endpoint_client.error("SELECT k FROM v")
    assert error.name == "UNKNOWN_QUERY_PARAMETER"
    assert "FROM v(name = value)" in error.message
    statement = "CREATE VIEW z AS SELECT k FROM {t:Identifier}"
    assert endpoint_client.error(statement).name == "NOT_IMPLEMENTED"


def test_a_view_reads_the_tables_of_its_database(endpoint_client: Client, sides: object) -> None:
    database = endpoint_client.database
    endpoint_client.run("USE default")
    assert endpoint_client.run(f"SELECT v FROM {database}.v(k = 3)") == [("y",)]
    endpoint_client.run(f"USE {database}")


def test_other_braces_are_text(endpoint_client: Client, sides: object) -> None:
    assert endpoint_client.run("SELECT '{k:UInt8}', \"{k:UInt8}\"") == [("{k:UInt8}",) * 2]
    assert endpoint_client.run("SELECT v FROM t WHERE k = 3 AND '${k:x}' <> ''") == [("y",)]
