"""The parser's dialect: what Superset writes means what the user wrote."""

from __future__ import annotations

import pytest
from sqlglot.errors import ParseError
from superset.exceptions import SupersetParseError
from superset.sql.parse import CTASMethod, RLSMethod, SQLScript, SQLStatement, Table

import sqlalchemy_rmt.superset  # noqa: F401  # registers the dialect


def written(sql: str, limit: int | None = None) -> str:
    """A script as Superset sends it, on one line."""
    script = SQLScript(sql, "rmt")
    for statement in script.statements:
        if limit is not None and not statement.is_mutating():
            statement.set_limit_value(limit)
    return " ".join(script.format().split()).replace("( ", "(").replace(" )", ")")


UNCHANGED = """
SELECT * FROM t FINAL
SELECT x.v FROM t AS x FINAL WHERE x.k = 1
SELECT a.v, b.v FROM t AS a FINAL LEFT JOIN db.t AS b FINAL ON a.k = b.k
SELECT v FROM t FINAL WHERE k IN (SELECT k FROM t FINAL WHERE v = 'new')
WITH c AS (SELECT * FROM t FINAL) SELECT count() FROM c
SELECT final FROM t
SELECT v FROM t SAMPLE 1 / 10 WHERE k > 1
SELECT x.v FROM t AS x FINAL SAMPLE 0.1 OFFSET 1 / 2 JOIN u SAMPLE 1000 ON u.k = x.k LIMIT 10
SELECT sample.v, sample FROM t AS sample
SELECT count() FROM t SETTINGS final = 1
SELECT k FROM t UNION ALL SELECT k FROM u SETTINGS final = 1, x = 'y'
SELECT a FROM t UNION SELECT DISTINCT a FROM u UNION DISTINCT SELECT a FROM v LIMIT 3
SELECT a FROM t INTERSECT DISTINCT SELECT a FROM u EXCEPT ALL SELECT a FROM v
SELECT * FROM t FINAL PREWHERE v = 'old' WHERE k > 1
SELECT k FROM t ORDER BY n LIMIT 1 BY k
SELECT k FROM t ORDER BY n LIMIT 1 OFFSET 2 BY k, lower(v) LIMIT 10
SELECT argMax(v, ver), any(v), uniqExact(v), toYYYYMM(d), position(a, b), left(a, 1), if(a, 1, 2)
SELECT date_trunc('HOUR', ts), DATE_TRUNC('week', d), date_add(d, 1), datediff(a, b), nvl(a, b)
SELECT CAST(x AS UInt8), CAST(y AS Nullable(String)), CAST(a AS array<int>)
SELECT CAST(b AS DateTime64(3)), CAST(c AS Decimal(10, 2)), CAST(d AS map<string, int>)
SELECT date(x), timestamp(y), string(z), map('a', 1), struct(1 AS a), array(1, 2)[0], m['a'].b
SELECT count(DISTINCT a), sum(a) FILTER(WHERE b > 1), row_number() OVER (PARTITION BY a ORDER BY b)
SELECT transform(a, x -> x + 1), exists(a, x -> x > 1), EXTRACT(YEAR FROM d), TRIM(BOTH 'x' FROM s)
SELECT a FROM t ORDER BY a ASC NULLS FIRST, b DESC NULLS LAST, c DESC, d
SELECT a FROM t GROUP BY ALL QUALIFY row_number() OVER (ORDER BY a) = 1
SELECT a FROM t LATERAL VIEW explode(x) y AS z
SELECT * EXCEPT (a) FROM numbers(10)
SELECT a / b, a DIV b, a % b, a || b, a RLIKE 'x', a ILIKE 'b', INTERVAL '2' HOUR, 1e3, X'1F'
SELECT a FROM t GROUP BY a WITH ROLLUP
SELECT `my col` FROM `my db`.`t`
SELECT /*+ BROADCAST(t) */ a FROM t TABLESAMPLE (10 PERCENT)
SELECT * FROM t PIVOT(sum(a) FOR b IN (1, 2))
SELECT 'it\\'s', 'a\\nb', '%', '😀'
SELECT "k", t."v", count("id") FROM t WHERE "k" = "it's" GROUP BY "k" ORDER BY "k"
SELECT "a\\"b", "a""b", "😀"
SELECT [1, 2][1], k = 1 ? 'one' : k = 2 ? 'two' : 'more' AS w
""".strip().splitlines()


@pytest.mark.parametrize("sql", UNCHANGED)
def test_a_query_stays_as_it_is(sql: str) -> None:
    assert written(sql) == sql


@pytest.mark.parametrize(
    ("sql", "same"),
    [
        ('SELECT "k" AS "Key" FROM "t"', 'SELECT "k" AS `Key` FROM `t`'),
        ('SELECT "k" "Key" FROM t', "SELECT `k` AS `Key` FROM t"),
        ('SELECT "k" AS "Key" FROM "t" FINAL', "SELECT `k` AS `Key` FROM `t` FINAL"),
        ('SELECT "k" FROM t LIMIT 1 BY k', "SELECT `k` FROM t LIMIT 1 BY k"),
        ('SELECT "k" FROM t SETTINGS final = 1', "SELECT `k` FROM t SETTINGS final = 1"),
        ("SELECT k FROM t LIMIT 2, 1 BY k", "SELECT k FROM t LIMIT 1 OFFSET 2 BY k"),
        ("SELECT z::Int64, 1.5D", "SELECT CAST(z AS Int64), CAST(1.5 AS DOUBLE)"),
        ("SELECT \"k\" ? 'one' : 'two' AS w", "SELECT `k` ? 'one' : 'two' AS w"),
        ('SELECT [1, 2][1], "k"', "SELECT [1, 2][1], `k`"),
        ("SELECT 'it''s', \"a\"\"b\"", 'SELECT \'it\\\'s\', "a""b"'),
        ("SELECT DATE '2020-01-01'", "SELECT CAST('2020-01-01' AS DATE)"),
        ("SELECT a <=> b, a == b", "SELECT a IS NOT DISTINCT FROM b, a = b"),
        ("FROM t SELECT k", "SELECT k FROM t"),
    ],
)
def test_a_query_that_reads_otherwise_means_the_same(sql: str, same: str) -> None:
    assert written(sql) == same


@pytest.mark.parametrize(
    ("sql", "limited"),
    [
        ("SELECT * FROM t FINAL", "SELECT * FROM t FINAL LIMIT 9"),
        ("SELECT k FROM t LIMIT 1 BY k", "SELECT k FROM t LIMIT 1 BY k LIMIT 9"),
        ("SELECT k FROM t LIMIT 1 BY k LIMIT 5", "SELECT k FROM t LIMIT 1 BY k LIMIT 5"),
        ("SELECT k FROM t LIMIT 99 OFFSET 3", "SELECT k FROM t LIMIT 9 OFFSET 3"),
        (
            "SELECT k FROM t UNION SELECT 1 LIMIT 2",
            "SELECT * FROM (SELECT k FROM t UNION SELECT 1 LIMIT 2) LIMIT 9",
        ),
        (
            "WITH c AS (SELECT 1) SELECT k FROM t UNION ALL SELECT k FROM c ORDER BY k LIMIT 99",
            "SELECT * FROM (WITH c AS (SELECT 1) SELECT k FROM t UNION ALL SELECT k FROM c "
            "ORDER BY k LIMIT 99) LIMIT 9",
        ),
        (
            "(SELECT k FROM t FINAL) EXCEPT (SELECT 1)",
            "SELECT * FROM ((SELECT k FROM t FINAL) EXCEPT (SELECT 1)) LIMIT 9",
        ),
        ("SELECT k FROM t SETTINGS final = 1", "SELECT k FROM t LIMIT 9 SETTINGS final = 1"),
        (
            "SELECT k FROM t UNION ALL SELECT k FROM u SETTINGS final = 1",
            "SELECT * FROM (SELECT k FROM t UNION ALL SELECT k FROM u) LIMIT 9 SETTINGS final = 1",
        ),
        (
            "SELECT a FROM t QUALIFY row_number() OVER (ORDER BY a) = 1",
            "SELECT a FROM t QUALIFY row_number() OVER (ORDER BY a) = 1 LIMIT 9",
        ),
        ("SHOW TABLES", "SHOW TABLES"),
        ("OPTIMIZE TABLE t FINAL", "OPTIMIZE TABLE t FINAL"),
    ],
)
def test_a_limit_goes_where_it_belongs(sql: str, limited: str) -> None:
    assert written(sql, 9) == limited


def test_the_limit_is_not_that_of_limit_by() -> None:
    [statement] = SQLScript("SELECT k FROM t LIMIT 1 BY k", "rmt").statements
    assert statement.get_limit_value() is None
    [statement] = SQLScript("SELECT k FROM t LIMIT 1 BY k LIMIT 5", "rmt").statements
    assert statement.get_limit_value() == 5


READINGS = {
    "SHOW TABLES IN db": set(),
    "SHOW CREATE TABLE db.s": {"db.s"},
    "SHOW COLUMNS IN s": {"s"},
    "SHOW PARTITIONS db.s": {"db.s"},
    "SHOW TBLPROPERTIES s": {"s"},
    "DESCRIBE TABLE EXTENDED db.s": {"db.s"},
    "DESC s": {"s"},
    "EXISTS TABLE s": {"s"},
    "EXPLAIN EXTENDED SELECT * FROM s FINAL": {"s"},
    "VALUES (1, (SELECT max(a) FROM s))": {"s"},
    "TABLE s": {"s"},
    "SET final = 1": set(),
    "RESET final": set(),
}
CHANGES = {
    "OPTIMIZE TABLE t PARTITION 202401 FINAL CLEANUP": set(),
    "SYSTEM STOP MERGES t": set(),
    "USE db": set(),
    "INSERT INTO t VALUES (1, 'a;b')": set(),
    "INSERT INTO t SELECT * FROM s FINAL": {"s"},
    "INSERT INTO t (a) SETTINGS x = 0 WITH c AS (SELECT * FROM s) SELECT * FROM c": {"s"},
    "INSERT INTO TABLE t TABLE s": {"s"},
    "INSERT INTO t FROM s SELECT *": {"s"},
    "INSERT OVERWRITE t SELECT * FROM s": {"s"},
    "FROM s INSERT INTO t SELECT *": {"s"},
    "CREATE TABLE t (id UInt64, v String DEFAULT concat('k', toString(id))) "
    "ENGINE = ReplacingMergeTree(v) ORDER BY id": set(),
    "CREATE TABLE t ENGINE = MergeTree AS SELECT 1 AS id FROM s": {"s"},
    "CREATE VIEW v AS SELECT * FROM s FINAL": {"s"},
    "ALTER TABLE t UPDATE a = 1 WHERE b = (SELECT max(b) FROM s)": {"s"},
    "ALTER TABLE t ATTACH PARTITION 1 FROM s": {"s"},
    "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE": {"s"},
    "EXCHANGE TABLES a AND b": set(),
    "TRUNCATE TABLE a": set(),
    "KILL MUTATION WHERE table = 't'": set(),
    "CREATE TABLE IF NOT EXISTS t AS (TABLE s)": {"s"},
    "FROBNICATE t": set(),
}


@pytest.mark.parametrize(("sql", "tables"), READINGS.items())
def test_a_reading_statement_is_sent_as_it_is(sql: str, tables: set[str]) -> None:
    [statement] = SQLScript(sql, "rmt").statements
    assert statement.format() == sql
    assert not statement.is_mutating()
    assert {str(table) for table in statement.tables} == tables


@pytest.mark.parametrize(("sql", "tables"), CHANGES.items())
def test_any_other_statement_is_a_change(sql: str, tables: set[str]) -> None:
    [statement] = SQLScript(sql, "rmt").statements
    assert statement.format() == sql
    assert statement.is_mutating()
    assert {str(table) for table in statement.tables} == tables


def test_the_tables_of_a_query() -> None:
    sql = "WITH c AS (SELECT * FROM a FINAL) SELECT * FROM c JOIN db.b AS x FINAL ON c.k = x.k"
    [statement] = SQLScript(sql, "rmt").statements
    assert statement.tables == {Table("a"), Table("b", "db")}


def test_a_script() -> None:
    script = SQLScript("SET final = 1; OPTIMIZE TABLE t FINAL;\nSELECT 1 -- the end\n;", "rmt")
    assert [statement.is_mutating() for statement in script.statements] == [False, True, False]


@pytest.mark.parametrize(
    ("sql", "secured"),
    [
        (
            "SELECT x.v FROM t AS x FINAL",
            "SELECT x.v FROM (SELECT * FROM t FINAL WHERE k < 3) AS x",
        ),
        ("SELECT v FROM t FINAL", "SELECT v FROM (SELECT * FROM t FINAL WHERE k < 3) AS `t`"),
        ("SELECT v FROM u FINAL", "SELECT v FROM u FINAL"),
    ],
)
def test_row_level_security_is_below_final(sql: str, secured: str) -> None:
    statement = SQLStatement(sql, "rmt")
    predicate = statement.parse_predicate("k < 3")
    statement.apply_rls(None, None, {Table("t"): [predicate]}, RLSMethod.AS_SUBQUERY)
    text = " ".join(statement.format().split()).replace("( ", "(").replace(" )", ")")
    assert text == secured


def test_create_table_as() -> None:
    statement = SQLStatement("SELECT k FROM t FINAL", "rmt")
    made = statement.as_create_table(Table("n", "db"), CTASMethod.TABLE)
    assert " ".join(made.format().split()) == "CREATE TABLE db.n AS SELECT k FROM t FINAL"
    assert made.is_mutating()


def test_functions_are_found_by_name() -> None:
    script = SQLScript("SELECT reflect('java.lang.System', 'exit', 1)", "rmt")
    assert script.check_functions_present({"REFLECT"})
    assert not script.check_functions_present({"SUM"})


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM ${t}",
        "SELECT * FROM `${t}`",
        "SELECT '${t}'",
        "INSERT INTO t TABLE ${s}",
        "EXECUTE IMMEDIATE 'SELECT * FROM s'",
        "SELECT * FROM IDENTIFIER('s')",
        "SELECT * FROM t JOIN LATERAL rmt_scan('db.s')",
        "INSERT INTO t SELECT * FROM rmt_final('db.s')",
    ],
)
def test_a_statement_that_hides_its_tables_is_refused(sql: str) -> None:
    with pytest.raises(SupersetParseError):
        SQLScript(sql, "rmt")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM (SELECT 1) FINAL",
        "SELECT * FROM t FINAL AS x",
        "SELECT a ? b FROM t",
        "SELECT FROM WHERE",
        "INSERT INTO t SELECT * FROM (",
    ],
)
def test_what_cannot_be_read_is_refused(sql: str) -> None:
    with pytest.raises((SupersetParseError, ParseError)):
        SQLScript(sql, "rmt")
