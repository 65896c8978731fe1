"""Queries said in Spark's words."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.column_names import ColumnNames
from rmt_engine.sql.rewrite import Relation, Rewritten, needs_rewriting, rewrite
from rmt_engine.sql.tokens import Name

RELATIONS = {
    "t": Relation(
        "replacing",
        "db.t",
        key=("id", "day"),
        version="ver",
        is_deleted="gone",
        measured=("id", "Day"),
    ),
    "u": Relation("replacing", "db.u", key=("id",)),
    "all_in_one": Relation("replacing", "db.all_in_one"),
    "h": Relation("replacing", "db.h", hidden=("mat", "ali"), key=("id",)),
    "log": Relation("merge_tree", "db.log", measured=("id",)),
    "parquet": Relation("other", "db.parquet"),
    "v": Relation("view", "db.v"),
}


class Session:
    """A session in the database `db`."""

    def __init__(self, hidden: frozenset[str] = frozenset()) -> None:
        self.hidden = hidden

    def relation(self, name: Name) -> Relation | None:
        if name.database is not None and name.database.lower() != "db":
            return None
        return RELATIONS.get(name.table.lower())

    def column_names(self) -> ColumnNames:
        return ColumnNames(self.hidden, frozenset({"at", "until"}), frozenset({"at", "until"}))

    def columns(self, query: str) -> list[str]:
        raise AssertionError(f"nobody asks for the columns of {query}")


def rewritten(text: str, **settings: str) -> str:
    return rewrite(text, Session(), settings).text


def refused(text: str) -> RmtError:
    with pytest.raises(RmtError) as raised:
        rewrite(text, Session(), {})
    return raised.value


# What stays as it is


UNTOUCHED = [
    "SELECT * FROM t",
    "SELECT 'FROM t FINAL' FROM t",
    'SELECT "FROM t FINAL" FROM t',
    "SELECT * FROM t -- FINAL",
    "SELECT * /* FROM t FINAL */ FROM t",
    "SELECT `FINAL`, `PREWHERE` FROM t",
    "SELECT final FROM t",
    "SELECT t.final FROM t",
    "SELECT a AS final FROM t ORDER BY final",
    "SELECT * FROM final",
    "SELECT * FROM `t FINAL`",
    "SELECT settings FROM t",
    "SELECT a, settings FROM t WHERE settings = 1",
    "SELECT format, a FROM t",
    "SELECT format('%s', a) FROM t",
    "SELECT * FROM parquet final WHERE final.a = 1",
    "SELECT * FROM parquet AS final",
    "SELECT a FROM t LIMIT 5",
    "SELECT a FROM t ORDER BY a LIMIT 5 OFFSET 2",
    "SELECT count(*), count(a) FROM t",
    "SELECT a FROM t GROUP BY (a + b) * 2",
    "SELECT a FROM t GROUP BY (a, b), c",
    "SELECT sum(a) OVER (PARTITION BY b ORDER BY c) FROM t",
    "SELECT rand() FROM t",
    "SELECT * FROM parquet TABLESAMPLE (10 PERCENT)",
    "SELECT 'an open string",
    "INSERT INTO x SELECT * FROM t",
]  # fmt: skip


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_only_looks_like_clickhouse_stays_byte_for_byte(text: str) -> None:
    assert rewrite(text, Session(), {}) == Rewritten(text)


# FINAL


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT * FROM t FINAL", "SELECT * FROM rmt_final('db.t') AS `t`"),
        ("select * from t final", "select * from rmt_final('db.t') AS `t`"),
        ("SELECT * FROM t AS x FINAL", "SELECT * FROM rmt_final('db.t') AS x"),
        ("SELECT * FROM t x FINAL WHERE x.a = 1", "SELECT * FROM rmt_final('db.t') x WHERE x.a = 1"),
        ("SELECT * FROM t AS `final` FINAL", "SELECT * FROM rmt_final('db.t') AS `final`"),
        ("SELECT * FROM db.t FINAL", "SELECT * FROM rmt_final('db.t') AS `t`"),
        ("SELECT * FROM spark_catalog.db.t FINAL", "SELECT * FROM rmt_final('db.t') AS `t`"),
        ("SELECT * FROM `db`.`t` FINAL", "SELECT * FROM rmt_final('db.t') AS `t`"),
        ("SELECT * FROM t/* x */FINAL;", "SELECT * FROM rmt_final('db.t') AS `t`;"),
        ("SELECT * FROM T FINAL", "SELECT * FROM rmt_final('db.t') AS `T`"),
        ("SELECT db.t.a FROM db.t FINAL", "SELECT t.a FROM rmt_final('db.t') AS `t`"),
        ("SELECT t.a FROM db.t FINAL", "SELECT t.a FROM rmt_final('db.t') AS `t`"),
        (
            "SELECT * FROM t FINAL WHERE a = 'FINAL' -- FINAL",
            "SELECT * FROM rmt_final('db.t') AS `t` WHERE a = 'FINAL' -- FINAL",
        ),
        ("SELECT * FROM v FINAL", "SELECT * FROM v"),
    ],
)  # fmt: skip
def test_final_reads_the_current_rows_under_the_name_of_the_table(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT * FROM (SELECT * FROM t FINAL) AS q", "SELECT * FROM (SELECT * FROM {t}) AS q"),
        ("SELECT * FROM (SELECT * FROM (SELECT * FROM t FINAL))", "SELECT * FROM (SELECT * FROM (SELECT * FROM {t}))"),
        ("SELECT (SELECT max(a) FROM t FINAL)", "SELECT (SELECT rmt_default_max(a) AS `max(a)` FROM {t})"),
        ("SELECT * FROM u WHERE id IN (SELECT id FROM t FINAL)", "SELECT * FROM u WHERE id IN (SELECT id FROM {t})"),
        ("WITH c AS (SELECT * FROM t FINAL) SELECT * FROM c", "WITH c AS (SELECT * FROM {t}) SELECT * FROM c"),
        ("WITH a AS (SELECT 1), c AS (SELECT * FROM t FINAL) SELECT * FROM c, a", "WITH a AS (SELECT 1), c AS (SELECT * FROM {t}) SELECT * FROM c, a"),
        ("SELECT 1 UNION ALL SELECT a FROM t FINAL", "SELECT 1 UNION ALL SELECT a FROM {t}"),
        ("SELECT a FROM t FINAL UNION ALL SELECT a FROM u FINAL", "SELECT a FROM {t} UNION ALL SELECT a FROM {u}"),
        ("SELECT a FROM t FINAL EXCEPT SELECT a FROM u FINAL", "SELECT a FROM {t} EXCEPT SELECT a FROM {u}"),
        ("SELECT * FROM t FINAL, u FINAL", "SELECT * FROM {t}, {u}"),
        ("SELECT * FROM u, t FINAL", "SELECT * FROM u, {t}"),
        ("SELECT * FROM t FINAL JOIN u FINAL ON t.id = u.id", "SELECT * FROM {t} JOIN {u} ON t.id = u.id"),
        ("SELECT * FROM u LEFT JOIN t FINAL USING (id)", "SELECT * FROM u LEFT JOIN {t} USING (id)"),
        ("SELECT * FROM t FINAL CROSS JOIN u WHERE u.a = 1", "SELECT * FROM {t} CROSS JOIN u WHERE u.a = 1"),
        ("SELECT * FROM u JOIN (SELECT * FROM t FINAL) q ON u.id = q.id", "SELECT * FROM u JOIN (SELECT * FROM {t}) q ON u.id = q.id"),
        ("FROM t FINAL SELECT a", "FROM {t} SELECT a"),
        ("INSERT INTO u SELECT * FROM t FINAL", "INSERT INTO u SELECT * FROM {t}"),
        ("CREATE VIEW w AS SELECT * FROM t FINAL", "CREATE VIEW w AS SELECT * FROM {t}"),
        ("CREATE TABLE w USING parquet AS SELECT * FROM t FINAL", "CREATE TABLE w USING parquet AS SELECT * FROM {t}"),
        ("EXPLAIN SELECT * FROM t FINAL", "EXPLAIN SELECT * FROM {t}"),
        ("EXPLAIN EXTENDED SELECT * FROM t FINAL", "EXPLAIN EXTENDED SELECT * FROM {t}"),
    ],
)  # fmt: skip
def test_final_is_found_wherever_a_table_may_stand(text: str, wanted: str) -> None:
    tables = {"t": "rmt_final('db.t') AS `t`", "u": "rmt_final('db.u') AS `u`"}
    assert rewritten(text) == wanted.format(**tables)


@pytest.mark.parametrize(
    ("text", "storage"),
    [
        ("SELECT * FROM log FINAL", "Storage MergeTree"),
        ("SELECT * FROM parquet FINAL", "Storage db.parquet"),
        ("SELECT * FROM numbers(3) FINAL", "The table function numbers"),
        ("SELECT * FROM numbers(3) AS n FINAL", "The table function numbers"),
        ("SELECT * FROM t FINAL JOIN log FINAL USING (id)", "Storage MergeTree"),
    ],
)
def test_final_of_what_has_no_versions_is_refused(text: str, storage: str) -> None:
    error = refused(text)
    assert error.name == "ILLEGAL_FINAL"
    assert error.message == f"{storage} doesn't support FINAL."
    assert error.hint == "FINAL is for ReplacingMergeTree tables."


@pytest.mark.parametrize(
    ("text", "subquery"),
    [
        ("SELECT * FROM (SELECT * FROM t) FINAL", "(SELECT * FROM t)"),
        ("SELECT * FROM (SELECT 1) AS q FINAL", "(SELECT 1)"),
        ("WITH c AS (SELECT 1) SELECT * FROM c FINAL", "c"),
        ("WITH c(a) AS (SELECT 1) SELECT * FROM c FINAL", "c"),
        ("WITH t AS (SELECT 1) SELECT * FROM t FINAL", "t"),
    ],
)
def test_final_of_a_subquery_is_refused_with_where_to_put_it(text: str, subquery: str) -> None:
    error = refused(text)
    assert error.name == "UNSUPPORTED_METHOD"
    assert f"not supported for subquery {subquery}." in error.message
    assert error.hint == "Put FINAL after the table inside the subquery."


@pytest.mark.parametrize("text", ["SELECT * FROM t FINAL AS x", "SELECT * FROM t FINAL x"])
def test_an_alias_after_final_is_refused_with_where_it_stands(
    clickhouse_server: ClickHouse, text: str
) -> None:
    error = refused(text)
    assert error.name == "SYNTAX_ERROR"
    assert "the alias stands before FINAL: FROM t AS x FINAL" in error.message
    assert clickhouse_server.error(text).name == "SYNTAX_ERROR"


def test_final_of_a_table_that_does_not_exist_names_it() -> None:
    error = refused("SELECT * FROM nowhere FINAL")
    assert (error.name, error.message) == ("UNKNOWN_TABLE", "Table nowhere does not exist.")


# PREWHERE


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT a FROM t PREWHERE a > 1", "SELECT a FROM t WHERE (a > 1)"),
        ("SELECT a FROM t PREWHERE a > 1 OR b WHERE c OR d", "SELECT a FROM t WHERE (a > 1 OR RMT_IS_TRUE(b)) AND (RMT_IS_TRUE(c) OR RMT_IS_TRUE(d))"),
        ("SELECT a FROM t PREWHERE a > 1 ORDER BY a", "SELECT a FROM t WHERE (a > 1) ORDER BY a NULLS LAST"),
        ("SELECT a FROM t PREWHERE a WHERE b GROUP BY a", "SELECT a FROM t WHERE (RMT_IS_TRUE(a)) AND (RMT_IS_TRUE(b)) GROUP BY a"),
        ("SELECT * FROM (SELECT a FROM t PREWHERE a) WHERE b", "SELECT * FROM (SELECT a FROM t WHERE (RMT_IS_TRUE(a))) WHERE RMT_IS_TRUE(b)"),
    ],
)  # fmt: skip
def test_prewhere_is_where(text: str, wanted: str) -> None:
    assert normalized(rewritten(text)) == normalized(wanted)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("SELECT * FROM (SELECT a FROM t) PREWHERE a = 1", "ILLEGAL_PREWHERE"),
        ("SELECT * FROM range(3) PREWHERE id = 1", "ILLEGAL_PREWHERE"),
        ("WITH c AS (SELECT a FROM t) SELECT * FROM c PREWHERE a = 1", "ILLEGAL_PREWHERE"),
        ("SELECT * FROM (t PREWHERE a = 1)", "ILLEGAL_PREWHERE"),
        ("SELECT * FROM nowhere PREWHERE a = 1", "UNKNOWN_TABLE"),
    ],
)
def test_prewhere_belongs_to_a_table_of_ours(text: str, name: str) -> None:
    assert refused(text).name == name


def normalized(text: str) -> str:
    return sqlglot.parse_one(text, read="spark").sql("spark")


def test_prewhere_of_final_filters_before_the_newest_row_is_looked_for() -> None:
    text = rewritten("SELECT a FROM t AS x FINAL PREWHERE x.a > 1 WHERE x.b = 2")
    tree = sqlglot.parse_one(text, read="spark")
    inner = tree.find(sqlglot.exp.Qualify).parent
    assert inner.args["where"].sql("spark") == "WHERE (x.a > 1)"
    assert tree.args["where"].sql("spark") == "WHERE x.b = 2"
    window = inner.args["qualify"].find(sqlglot.exp.Window)
    assert [e.name for e in window.args["partition_by"]] == ["id", "day"]
    order = window.args["order"].expressions
    assert [e.this.name for e in order] == ["ver", "__part_rank", "__row"]
    assert all(e.args["desc"] for e in order)
    # A deleted row wins first and disappears then.
    [deleted] = [w for w in tree.find_all(sqlglot.exp.Where) if "gone" in w.sql()]
    assert deleted.parent is not inner


@pytest.mark.parametrize(
    ("table", "key"), [("u", ["id"]), ("all_in_one", [])], ids=["no version", "no key"]
)
def test_prewhere_of_final_without_a_version_takes_the_last_row(table: str, key: list[str]) -> None:
    tree = sqlglot.parse_one(rewritten(f"SELECT a FROM {table} FINAL PREWHERE a"), read="spark")
    window = tree.find(sqlglot.exp.Window)
    assert [e.name for e in window.args.get("partition_by") or []] == key
    assert [e.this.name for e in window.args["order"].expressions] == ["__part_rank", "__row"]


def test_prewhere_of_final_can_stay_inside_partitions() -> None:
    text = rewritten(
        "SELECT a FROM u FINAL PREWHERE a", do_not_merge_across_partitions_select_final="1"
    )
    window = sqlglot.parse_one(text, read="spark").find(sqlglot.exp.Window)
    assert [e.name for e in window.args["partition_by"]] == ["id", "__partition_rank"]


def test_prewhere_under_the_setting_final_is_prewhere_of_final() -> None:
    assert "rmt_rows('db.t')" in rewritten("SELECT a FROM t PREWHERE a", final="1")
    assert "rmt_rows" not in rewritten("SELECT a FROM log PREWHERE a", final="1")
    assert "rmt_rows('db.t')" in rewritten("SELECT a FROM t PREWHERE a SETTINGS final = 1")


@pytest.mark.parametrize("text", ["SELECT a FROM t PREWHERE", "SELECT a FROM t PREWHERE WHERE b"])
def test_prewhere_without_a_condition_is_a_syntax_error(text: str) -> None:
    error = refused(text)
    assert error.name == "SYNTAX_ERROR"
    assert "expected a condition after PREWHERE" in error.message


def test_prewhere_of_final_in_a_join_is_refused_with_what_to_do() -> None:
    error = refused("SELECT * FROM t FINAL JOIN u USING (id) PREWHERE t.a > 1")
    assert error.name == "NOT_IMPLEMENTED"
    assert error.hint == "Put the table with its PREWHERE into a subquery."


# LIMIT BY, GROUP BY, count()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "SELECT a FROM t LIMIT 2 BY b",
            "SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY b ORDER BY NULL) BETWEEN (0) + 1 AND (0) + (2)",
        ),
        (
            "SELECT a FROM t ORDER BY c DESC, d LIMIT 2 BY a, b LIMIT 10",
            "SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY a, b ORDER BY c DESC, d NULLS LAST) BETWEEN (0) + 1 AND (0) + (2) ORDER BY c DESC, d NULLS LAST LIMIT 10",
        ),
        (
            "SELECT a FROM t LIMIT 3, 2 BY b",
            "SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY b ORDER BY NULL) BETWEEN (3) + 1 AND (3) + (2)",
        ),
        (
            "SELECT a FROM t LIMIT 2 OFFSET 3 BY b",
            "SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY b ORDER BY NULL) BETWEEN (3) + 1 AND (3) + (2)",
        ),
        (
            "SELECT * FROM (SELECT a FROM t ORDER BY c LIMIT 1 BY f(b, c)) ORDER BY d",
            "SELECT * FROM (SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY f(b, c) ORDER BY c NULLS LAST) BETWEEN (0) + 1 AND (0) + (1) ORDER BY c NULLS LAST) ORDER BY d NULLS LAST",
        ),
    ],
)  # fmt: skip
def test_limit_by_keeps_so_many_rows_for_each_value(text: str, wanted: str) -> None:
    assert normalized(rewritten(text)) == normalized(wanted)


def test_limit_by_with_qualify_is_refused() -> None:
    error = refused("SELECT a FROM t QUALIFY row_number() OVER (ORDER BY a) = 1 LIMIT 1 BY b")
    assert error.name == "NOT_IMPLEMENTED"
    assert "LIMIT BY together with QUALIFY" in error.message


def test_qualify_of_another_query_does_not_hinder_limit_by() -> None:
    text = rewritten(
        "SELECT * FROM (SELECT a FROM t QUALIFY rank() OVER (ORDER BY a) = 1) LIMIT 1 BY a"
    )
    assert text.count("QUALIFY") == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT count() FROM t GROUP BY a", "SELECT count(*) FROM t GROUP BY a"),
        ("SELECT COUNT ( ) FROM t LIMIT 1", "SELECT COUNT (* ) FROM t LIMIT 1"),
        ("SELECT 'count()', `count` FROM t", "SELECT 'count()', `count` FROM t"),
        ("SELECT a FROM t GROUP BY (a, b)", "SELECT a FROM t GROUP BY  a, b "),
        ("SELECT a FROM t GROUP BY (a, b) HAVING a", "SELECT a FROM t GROUP BY  a, b  HAVING rmt_is_true(a)"),
        ("SELECT * FROM (SELECT a FROM t GROUP BY (a, b))", "SELECT * FROM (SELECT a FROM t GROUP BY  a, b )"),
    ],
)  # fmt: skip
def test_counts_and_groups_of_clickhouse_are_said_for_spark(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


# Counts without reading


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT count(*) FROM t", "SELECT count(*) FROM rmt_count('db.t') AS `t`"),
        ("SELECT count() FROM log", "SELECT count(*) FROM rmt_count('db.log') AS `log`"),
        ("SELECT count(1) AS n, count() m FROM db.t AS x;", "SELECT count(1) AS n, count(*) m FROM rmt_count('db.t') AS x;"),
        ("SELECT count() FROM t FINAL", "SELECT count(*) FROM rmt_count('db.t', 'final') AS `t`"),
        ("SELECT count() FROM t x FINAL", "SELECT count(*) FROM rmt_count('db.t', 'final') x"),
        (
            "SELECT (SELECT count() FROM t) UNION ALL SELECT count(*) FROM t FINAL",
            "SELECT (SELECT count(*) FROM rmt_count('db.t') AS `t`) UNION ALL SELECT count(*) FROM rmt_count('db.t', 'final') AS `t`",
        ),
    ],
)  # fmt: skip
def test_a_bare_count_is_asked_of_the_parts(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*) FROM t WHERE a = 1",
        "SELECT count(*) FROM t GROUP BY a",
        "SELECT count(*) FROM t HAVING count(*) > 1",
        "SELECT count(*) FROM t, u",
        "SELECT count(*) FROM t JOIN u USING (id)",
        "SELECT count(*), a FROM t",
        "SELECT count(*) + 1 FROM t",
        "SELECT count(*) FILTER (WHERE a = 1) FROM t",
        "SELECT count(*) OVER () FROM t",
        "SELECT DISTINCT count(*) FROM t",
        "SELECT count(a) FROM t",
        "SELECT count(2) FROM t",
        "SELECT count(*) FROM (SELECT a FROM t)",
        "SELECT count(*) FROM parquet",
        "SELECT count(*) FROM v",
        "SELECT count(*) FROM nowhere",
        "SELECT count(*) FROM range(3)",
        "WITH t AS (SELECT 1) SELECT count(*) FROM t",
        "SELECT count(*) FROM t TABLESAMPLE (10 PERCENT)",
        "SELECT count(*)",
        "FROM t SELECT count(*)",
    ],
)
def test_any_other_count_reads_the_rows(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT min(id) FROM t", "SELECT `min id` AS `min(id)` FROM rmt_extremes('db.t', 'min id') AS `t`"),
        ("SELECT max(id) FROM rmt_scan('db.t', 'raw')", "SELECT `max id` AS `max(id)` FROM rmt_extremes('db.t', 'raw', 'max id') AS `t`"),
        ("SELECT a FROM t WHERE id > (SELECT max(id) FROM rmt_scan('db.log', 'raw') AS l)", "SELECT a FROM t WHERE id > (SELECT `max id` AS `max(id)` FROM rmt_extremes('db.log', 'raw', 'max id') AS l)"),
        ("SELECT count(*) FROM rmt_scan('db.t', 'raw')", "SELECT count(*) FROM rmt_count('db.t', 'raw') AS `t`"),
        ("SELECT max(id) FROM rmt_scan('db.t', 'virtual')", "SELECT max(id) FROM rmt_scan('db.t', 'virtual')"),
        ("SELECT max(id) FROM rmt_scan('db.t', 'raw') WHERE id < 3", "SELECT max(id) FROM rmt_scan('db.t', 'raw') WHERE id < 3"),
        ("SELECT max(id) FROM rmt_scan('db.t', 'raw'), log", "SELECT max(id) FROM rmt_scan('db.t', 'raw'), log"),
        ("SELECT MAX (`id`) AS m FROM log AS l;", "SELECT `max id` AS m FROM rmt_extremes('db.log', 'max id') AS l;"),
        (
            "SELECT min(day), max(DAY), min(id) low FROM t FINAL",
            "SELECT `rmt_default_min Day` AS `min(day)`, `rmt_default_max Day` AS `max(DAY)`, `rmt_default_min id` low FROM rmt_extremes('db.t', 'final', 'rmt_default_min Day', 'rmt_default_max Day', 'rmt_default_min id') AS `t`",
        ),
        (
            "SELECT a FROM t WHERE id = (SELECT max(id) FROM t FINAL)",
            "SELECT a FROM t WHERE id = (SELECT `rmt_default_max id` AS `max(id)` FROM rmt_extremes('db.t', 'final', 'rmt_default_max id') AS `t`)",
        ),
    ],
)  # fmt: skip
def test_bare_extremes_are_asked_of_the_parts(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT a FROM t WHERE (a, b) IN ((1, 'x'), (2, 'y'))", "SELECT a FROM t WHERE (rmt_tuple_in((a, b), (1, 'x'), (2, 'y')))"),
        ("SELECT a FROM t WHERE (a, b) NOT IN ((1, 2)) OR c", "SELECT a FROM t WHERE (NOT rmt_tuple_in((a, b), (1, 2))) OR rmt_is_true(c)"),
        ("SELECT (a, f(b)) GLOBAL IN ((1, 2)) FROM t", "SELECT (rmt_tuple_in((a, f(b)), (1, 2))) FROM t"),
        ("SELECT a FROM t WHERE (a, b) IN ((SELECT 1, 2))", "SELECT a FROM t WHERE (a, b) IN ((SELECT 1, 2))"),
        ("SELECT a FROM t WHERE (a) IN ((1), (2))", "SELECT a FROM t WHERE (a) IN ((1), (2))"),
        ("SELECT a FROM t WHERE f(a, b) IN ((1), (2))", "SELECT a FROM t WHERE f(a, b) IN ((1), (2))"),
        ("SELECT a FROM t WHERE (a, b) IN (SELECT 1, 2)", "SELECT a FROM t WHERE (a, b) IN (SELECT 1, 2)"),
    ],
)  # fmt: skip
def test_tuples_in_lists_are_calls(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT now() - 3600", "SELECT rmt_sum('-', now(), 3600)"),
        ("SELECT a FROM t WHERE at > now() - 24 * 3600", "SELECT a FROM t WHERE at > rmt_sum('-', now(), 24 * 3600)"),
        ("SELECT at + 1 - 60, b + 1 FROM t", "SELECT rmt_sum('+-', at, 1, 60), b + 1 FROM t"),
        ("SELECT at+b FROM t", "SELECT rmt_sum('+', at,b) FROM t"),
        ("SELECT at - INTERVAL 1 DAY, now() - 1.5 FROM t", "SELECT at - INTERVAL 1 DAY, rmt_sum('-', now(), 1.5) FROM t"),
        ("SELECT f(now() - 1, 2)", "SELECT f(rmt_sum('-', now(), 1), 2)"),
        ("SELECT until - at FROM t", "SELECT rmt_sum('-', until, at) FROM t"),
        ("SELECT until - at FROM t FINAL", "SELECT rmt_sum('s', until, at) FROM rmt_final('db.t') AS `t`"),
        ("SELECT at - max(at) FROM v FINAL", "SELECT rmt_sum('d', at, rmt_default_max(at)) FROM v"),
        ("SELECT max(at) - min(at) FROM t FINAL", "SELECT rmt_sum('s', rmt_default_max(at), rmt_default_min(at)) FROM rmt_final('db.t') AS `t`"),
        ("SELECT x - 1, 2 - 1 FROM (SELECT f(at) AS x FROM t)", "SELECT rmt_sum('-', x, 1), 2 - 1 FROM (SELECT f(at) AS x FROM t)"),
        ("SELECT a FROM t WHERE d = '2024-01-01' AND at > 5", "SELECT a FROM t WHERE d = '2024-01-01' AND at > 5"),
    ],
)  # fmt: skip
def test_a_number_beside_a_time_is_seconds(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "SELECT a, max(b) AS m FROM t GROUP BY a HAVING sum(c) = 0 ORDER BY min(d) DESC, a, m, 2 LIMIT 3",
            "SELECT * EXCEPT (rmt_order_0, rmt_order_1, rmt_order_2) FROM (SELECT a, max(b) AS m, min(d) AS rmt_order_0, a AS rmt_order_1, m AS rmt_order_2 FROM t GROUP BY a HAVING sum(c) = 0) ORDER BY rmt_order_0 DESC, rmt_order_1, rmt_order_2, 2 LIMIT 3",
        ),
        (
            "WITH x AS (SELECT 1) SELECT a FROM t GROUP BY a HAVING count(*) > 1 ORDER BY max(f(b) + 1)",
            "WITH x AS (SELECT 1) SELECT * EXCEPT (rmt_order_0) FROM (SELECT a, max(f(b) + 1) AS rmt_order_0 FROM t GROUP BY a HAVING count(*) > 1) ORDER BY rmt_order_0",
        ),
    ],
)  # fmt: skip
def test_an_order_of_aggregates_beside_having_is_one_of_columns(text: str, wanted: str) -> None:
    assert needs_rewriting(text, ColumnNames())
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "SELECT a FROM t GROUP BY a HAVING sum(c) = 0 ORDER BY a",
        "SELECT a FROM t GROUP BY a HAVING a = 1 ORDER BY sum(c)",
        "SELECT DISTINCT a FROM t GROUP BY a HAVING sum(c) = 0 ORDER BY max(b)",
        "SELECT a FROM t UNION ALL SELECT a FROM t GROUP BY a HAVING sum(c) = 0 ORDER BY max(a)",
        "SELECT a FROM parquet GROUP BY a HAVING sum(c) = 0 ORDER BY max(b)",
        "SELECT a, rank() OVER (ORDER BY sum(b)) FROM t GROUP BY a HAVING sum(c) = 0",
    ],
)
def test_other_orders_stay(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SHOW TABLES LIKE '%or_ers'", "SHOW TABLES LIKE '*or.ers'"),
        ("SHOW TABLES FROM db LIKE 'a%'", "SHOW TABLES FROM db LIKE 'a*'"),
        ("SHOW DATABASES LIKE '%(x)'", r"SHOW DATABASES LIKE '*\\(x\\)'"),
        ("SHOW TABLES LIKE 'or_ers*'", "SHOW TABLES LIKE 'or_ers*'"),
        ("SHOW CREATE TABLE t", "SHOW CREATE TABLE t"),
        ("SELECT a FROM t WHERE a LIKE '%show%'", "SELECT a FROM t WHERE a LIKE '%show%'"),
    ],
)
def test_patterns_of_show_are_spelled_as_spark_wants_them(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT lagInFrame(a) OVER (ORDER BY b) FROM t", "SELECT rmt_or_default(lag(a) OVER (ORDER BY b), a) FROM t"),
        ("SELECT lagInFrame(a, 2, 7) OVER (ORDER BY b) FROM t", "SELECT lag(a, 2, 7) OVER (ORDER BY b) FROM t"),
        ("SELECT lagInFrame(a) OVER w FROM t WINDOW w AS (ORDER BY b)", "SELECT rmt_or_default(lag(a) OVER w, a) FROM t WINDOW w AS (ORDER BY b)"),
        (
            "SELECT leadInFrame(f(a, b), 1) OVER (PARTITION BY c ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n FROM t",
            "SELECT rmt_or_default(lead(f(a, b), 1) OVER (PARTITION BY c ORDER BY b), f(a, b)) AS n FROM t",
        ),
        (
            "SELECT lagInFrame(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
            "SELECT rmt_or_default(lag(a) OVER (ORDER BY b), a) FROM t",
        ),
        (
            "SELECT lagInFrame(a, 1, 0) OVER (ORDER BY rows ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING) FROM t",
            "SELECT lag(a, 1, 0) OVER (ORDER BY rows) FROM t",
        ),
        (
            "SELECT leadInFrame(a, 1, 0) OVER w, sum(a) OVER w FROM t WINDOW v AS (), w AS (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
            "SELECT lead(a, 1, 0) OVER (ORDER BY b), sum(a) OVER w FROM t WINDOW v AS (), w AS (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
        ),
        (
            "SELECT (SELECT lagInFrame(a, 1, 0) OVER w FROM t WINDOW w AS (ORDER BY c)) FROM t WINDOW w AS (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
            "SELECT (SELECT lag(a, 1, 0) OVER w FROM t WINDOW w AS (ORDER BY c)) FROM t WINDOW w AS (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
        ),
    ],
)  # fmt: skip
def test_functions_of_a_frame_are_sparks(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    "query",
    [
        "lagInFrame(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
        "lagInFrame(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) FROM t",
        "lagInFrame(a) OVER (ORDER BY b ROWS UNBOUNDED PRECEDING) FROM t",
        "leadInFrame(a) OVER (ORDER BY b) FROM t",
        "leadInFrame(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
        "leadInFrame(a) OVER (ORDER BY b RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t",
        "leadInFrame(a) OVER w FROM t WINDOW w AS (ORDER BY b)",
        "lagInFrame(a) OVER w FROM t WINDOW w AS (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
    ],
)
def test_frames_that_leave_rows_out_are_refused(query: str) -> None:
    with pytest.raises(RmtError, match="NOT_IMPLEMENTED"):
        rewritten(f"SELECT {query}")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT min(a) FROM t",
        "SELECT min(id), max(a) FROM t",
        "SELECT min(id), count(*) FROM t",
        "SELECT min(id) + 1 FROM t",
        "SELECT min(id + 1) FROM t",
        "SELECT min(id, 2) FROM t",
        "SELECT min('id') FROM t",
        "SELECT min(DISTINCT id) FROM t",
        "SELECT min(t.id) FROM t",
        "SELECT min(id) OVER () FROM t",
        "SELECT min(id) FILTER (WHERE a = 1) FROM t",
        "SELECT min(id) FROM t WHERE a = 1",
        "SELECT min(id) FROM t GROUP BY a",
        "SELECT min(id) FROM t, u",
        "SELECT min(id) FROM v",
        "SELECT min(id)",
        "SELECT min(",
    ],
)
def test_any_other_extreme_reads_the_rows(text: str) -> None:
    assert rewritten(text) == text


# SAMPLE


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT a FROM t SAMPLE 1/10", "SELECT a FROM rmt_scan('db.t', 'sample 1/10') AS `t`"),
        ("SELECT a FROM db.t sample .1e0 -- x", "SELECT a FROM db.t sample .1e0 -- x"),
        ("SELECT a FROM db.t sample 0.10 OFFSET 5e-1 -- x", "SELECT a FROM rmt_scan('db.t', 'sample 1/10 offset 1/2') AS `t` -- x"),
        ("SELECT a FROM t AS x FINAL SAMPLE 10000 WHERE x.a = 1", "SELECT a FROM rmt_final('db.t', 'sample 10000/1') AS x WHERE x.a = 1"),
        ("SELECT count() FROM log x SAMPLE 0.5/2", "SELECT count(*) FROM rmt_scan('db.log', 'sample 1/4') x"),
        ("SELECT max(id) FROM t SAMPLE 1", "SELECT rmt_default_max(id) AS `max(id)` FROM rmt_scan('db.t', 'sample 1/1') AS `t`"),
        (
            "SELECT * FROM t SAMPLE 1/2 JOIN u FINAL SAMPLE 1/4 OFFSET 1/2 USING (id)",
            "SELECT * FROM rmt_scan('db.t', 'sample 1/2') AS `t` JOIN rmt_final('db.u', 'sample 1/4 offset 1/2') AS `u` USING (id)",
        ),
        (
            "WITH c AS (SELECT a FROM t SAMPLE 0.1) SELECT a FROM c WHERE a IN (SELECT id FROM u SAMPLE 0.2)",
            "WITH c AS (SELECT a FROM rmt_scan('db.t', 'sample 1/10') AS `t`) SELECT a FROM c WHERE a IN (SELECT id FROM rmt_scan('db.u', 'sample 1/5') AS `u`)",
        ),
        ("SELECT a FROM t SAMPLE 1/2 PREWHERE a > 1", "SELECT a FROM rmt_scan('db.t', 'sample 1/2') AS `t` WHERE ( a > 1)"),
        ("SELECT a FROM v SAMPLE 1/2", "SELECT a FROM v"),
        ("SELECT a FROM t SAMPLE 1/2 LIMIT 1 OFFSET 2", "SELECT a FROM rmt_scan('db.t', 'sample 1/2') AS `t` LIMIT 1 OFFSET 2"),
    ],
)  # fmt: skip
def test_sample_is_a_word_for_the_table_function(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


def test_a_sample_is_taken_before_prewhere_and_final() -> None:
    text = rewritten("SELECT a FROM u FINAL SAMPLE 1/2 PREWHERE a > 1 WHERE b")
    assert "FROM rmt_rows('db.u', 'sample 1/2') AS `u` WHERE (a > 1)" in text
    assert "SAMPLE" not in text


@pytest.mark.parametrize(
    "text",
    [
        "SELECT sample FROM t",
        "SELECT sample.a FROM t sample",
        "SELECT sample.a FROM t AS sample",
        "SELECT a AS sample FROM t WHERE sample > 1",
        "SELECT a FROM t TABLESAMPLE (10 PERCENT)",
        "SELECT 'FROM t SAMPLE 1/2' FROM t",
    ],
)
def test_other_samples_stay(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("SELECT a FROM parquet SAMPLE 1/2", "SAMPLING_NOT_SUPPORTED", "db.parquet"),
        ("SELECT a FROM numbers(10) AS n SAMPLE 1/2", "SAMPLING_NOT_SUPPORTED", "numbers"),
        ("SELECT a FROM nowhere SAMPLE 1/2", "UNKNOWN_TABLE", "nowhere"),
        ("SELECT a FROM (SELECT 1 AS a) SAMPLE 1/2", "UNSUPPORTED_METHOD", "SAMPLE 1/2"),
        ("WITH c AS (SELECT 1 AS a) SELECT a FROM c SAMPLE 1/2", "UNSUPPORTED_METHOD", "inside"),
        ("SELECT a FROM log FINAL SAMPLE 1/2", "ILLEGAL_FINAL", "MergeTree"),
        ("SELECT a FROM t SAMPLE 1/2 FINAL", "SYNTAX_ERROR", "FINAL stands before SAMPLE"),
        ("SELECT a FROM t SAMPLE 1/2 AS x", "SYNTAX_ERROR", "FROM t AS x SAMPLE"),
        ("SELECT a FROM t SAMPLE 1/2 x", "SYNTAX_ERROR", "FROM t AS x SAMPLE"),
        ("SELECT a FROM t FINAL SAMPLE", "SYNTAX_ERROR", "ratio or a number of rows"),
        ("SELECT a FROM t SAMPLE 1/x", "SYNTAX_ERROR", "ratio or offset"),
        ("SELECT a FROM t SAMPLE 1/2 OFFSET x", "SYNTAX_ERROR", "ratio or offset"),
        ("SELECT a FROM t SAMPLE 1/0", "ARGUMENT_OUT_OF_BOUND", "denominator"),
        ("SELECT _sample_factor FROM t SAMPLE 1/2", "NOT_IMPLEMENTED", "Multiply by"),
    ],
)  # fmt: skip
def test_samples_that_are_refused(text: str, name: str, says: str) -> None:
    error = refused(text)
    assert error.name == name
    assert says in str(error)


# SETTINGS, FORMAT


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT * FROM t SETTINGS final = 1", Rewritten("SELECT * FROM t", {"final": "1"})),
        ("SELECT * FROM t settings final=true;", Rewritten("SELECT * FROM t", {"final": "1"})),
        (
            "SELECT settings FROM t WHERE a = 'SETTINGS final = 0' SETTINGS final = 1, optimize_on_insert = 0",
            Rewritten("SELECT settings FROM t WHERE a = 'SETTINGS final = 0'", {"final": "1", "optimize_on_insert": "0"}),
        ),
        ("SELECT a FROM t UNION ALL SELECT a FROM u SETTINGS final = 1", Rewritten("SELECT a FROM t UNION ALL SELECT a FROM u", {"final": "1"})),
        ("SELECT a FROM (SELECT a FROM t SETTINGS final = 1, max_threads = 2) x, t", Rewritten("SELECT a FROM (SELECT a FROM rmt_final('db.t') AS `t`) x, t")),
        ("SELECT a FROM (SELECT a FROM log SETTINGS final = 1)", Rewritten("SELECT a FROM (SELECT a FROM log)")),
        ("SELECT a FROM (SELECT a FROM (SELECT a FROM t AS y) SETTINGS final = 1)", Rewritten("SELECT a FROM (SELECT a FROM (SELECT a FROM rmt_final('db.t') AS y))")),
        ("SELECT a FROM t FINAL SETTINGS final = 0", Rewritten("SELECT a FROM rmt_final('db.t') AS `t`", {"final": "0"})),
    ],
)  # fmt: skip
def test_settings_at_the_end_are_taken_off_and_returned(text: str, wanted: Rewritten) -> None:
    assert rewrite(text, Session(), {}) == wanted


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("SELECT * FROM t SETTINGS finall = 1", "UNKNOWN_SETTING", "Did you mean final?"),
        ("SELECT * FROM t SETTINGS final = 7", "CANNOT_CONVERT_TYPE", "Use 0 or 1."),
        ("SELECT * FROM t SETTINGS decimal_check_overflow = 0", "NOT_IMPLEMENTED", "Leave it out"),
        ("SELECT * FROM t SETTINGS final = 1 WHERE a", "SYNTAX_ERROR", "expected the end"),
        ("SELECT * FROM (SELECT * FROM t SETTINGS optimize_on_insert = 0)", "NOT_IMPLEMENTED", "Put it at the end of the statement"),
        ("SELECT * FROM (SELECT * FROM t SETTINGS final = 1 WHERE a)", "SYNTAX_ERROR", "end of the subquery"),
    ],
)  # fmt: skip
def test_clauses_that_cannot_be_had_are_refused_with_what_to_do(
    text: str, name: str, says: str
) -> None:
    error = refused(text)
    assert error.name == name
    assert says in str(error)


# Statements that are ClickHouse's


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('SELECT "a b" FROM t FINAL', "SELECT `a b` FROM rmt_final('db.t') AS `t`"),
        ('SELECT * FROM "t" FINAL', "SELECT * FROM rmt_final('db.t') AS `t`"),
        ('SELECT "x.a" FROM "db"."t" AS "x" FINAL', "SELECT `x.a` FROM rmt_final('db.t') AS `x`"),
        ('SELECT "a" FROM t SETTINGS final = 1', "SELECT `a` FROM t"),
        ('SELECT "a", toYYYYMM(d) FROM t', "SELECT `a`, toYYYYMM(d) FROM t"),
        ('SELECT "a", any(b) FROM t', 'SELECT "a", any(b) FROM t'),
        ("SELECT rand(), toYYYYMM(d) FROM t", "SELECT rand32(), toYYYYMM(d) FROM t"),
        (
            "SELECT length(a) FROM t FINAL",
            "SELECT clickhouse_length(a) FROM rmt_final('db.t') AS `t`",
        ),
        ("SELECT toYear(d), length(a) FROM t", "SELECT toYear(d), clickhouse_length(a) FROM t"),
        (
            "SELECT quantile(0.5)(a) FROM t",
            "SELECT rmt_default_quantile(named_struct('parameter_1', 0.5), a) FROM t",
        ),
        ("SELECT rand() FROM t FINAL", "SELECT rand32() FROM rmt_final('db.t') AS `t`"),
        ("SELECT rand FROM t FINAL", "SELECT rand FROM rmt_final('db.t') AS `t`"),
        ("SELECT 'rand()' FROM t FINAL", "SELECT 'rand()' FROM rmt_final('db.t') AS `t`"),
    ],
)
def test_a_statement_of_clickhouse_is_read_as_clickhouse_reads_it(text: str, wanted: str) -> None:
    assert rewritten(text) == wanted


# Hidden columns


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT * FROM h", "SELECT * FROM h"),
        ("SELECT mat FROM h", "SELECT mat FROM rmt_scan('db.h', 'hidden') AS `h`"),
        ("SELECT x.MAT FROM h AS x", "SELECT x.MAT FROM rmt_scan('db.h', 'hidden') AS x"),
        ("SELECT mat FROM h FINAL", "SELECT mat FROM rmt_final('db.h', 'hidden') AS `h`"),
        ("SELECT * FROM t WHERE mat", "SELECT * FROM t WHERE rmt_is_true(mat)"),
        (
            "SELECT *, mat FROM h",
            "SELECT * EXCEPT (`h`.`mat`, `h`.`ali`), mat FROM rmt_scan('db.h', 'hidden') AS `h`",
        ),
        (
            "SELECT x.*, mat FROM h AS x",
            "SELECT x.* EXCEPT (`mat`, `ali`), mat FROM rmt_scan('db.h', 'hidden') AS x",
        ),
        (
            "SELECT t.*, mat FROM h JOIN t USING (id)",
            "SELECT t.*, mat FROM rmt_scan('db.h', 'hidden') AS `h` JOIN t USING (id)",
        ),
        (
            "SELECT count(*), 2 * mat FROM h",
            "SELECT count(*), 2 * mat FROM rmt_scan('db.h', 'hidden') AS `h`",
        ),
        ("SELECT 'mat' FROM h", "SELECT 'mat' FROM h"),
    ],
)
def test_hidden_columns_are_there_when_named_and_not_in_stars(text: str, wanted: str) -> None:
    assert rewrite(text, Session(frozenset({"mat", "ali"})), {}).text == wanted


def test_a_star_of_final_with_prewhere_leaves_out_hidden_columns_that_are_named() -> None:
    text = "SELECT * FROM h FINAL PREWHERE id > 1 WHERE mat = 2"
    read = rewrite(text, Session(frozenset({"mat", "ali"})), {}).text
    assert read.startswith("SELECT * EXCEPT (`h`.`mat`, `h`.`ali`) FROM (SELECT * EXCEPT (")
    assert read.endswith(") AS `h`  WHERE mat = 2")


@pytest.mark.parametrize("first", ["SELECT *, mat FROM h", "SELECT * FROM h FINAL PREWHERE mat"])
def test_each_select_of_a_union_has_its_own_hidden_columns(first: str) -> None:
    second = "SELECT *, mat FROM h AS x UNION ALL SELECT * FROM t"
    alone, read = (
        rewrite(text, Session(frozenset({"mat", "ali"})), {}).text
        for text in (second, f"{first} UNION ALL {second}")
    )
    assert alone.startswith("SELECT * EXCEPT (`x`.`mat`, `x`.`ali`), mat FROM ")
    assert read.endswith(f" UNION ALL {alone}")


# The cheap check before


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM t FINAL",
        "select * from t final",
        "SELECT a FROM t PREWHERE a",
        "SELECT a FROM t SETTINGS final = 1",
        "SELECT a FROM t FORMAT JSON",
        "SELECT a FROM t LIMIT 1\nBY a",
        "SELECT count () FROM t",
        "SELECT a FROM t GROUP BY (a, b)",
        "SELECT rand(), toYear(d) FROM t",
        "SELECT quantile(0.5)(a) FROM t",
    ],
)
def test_a_statement_with_something_to_rewrite_is_noticed(text: str) -> None:
    assert needs_rewriting(text, ColumnNames())


def test_a_hidden_column_is_noticed_by_its_name() -> None:
    assert needs_rewriting("SELECT Mat FROM h", ColumnNames(frozenset({"mat"})))
    assert not needs_rewriting("SELECT format1 FROM h", ColumnNames(frozenset({"mat"})))


@pytest.mark.parametrize(
    "text",
    [
        "SELECT a FROM t",
        "SELECT finalist FROM t LIMIT 5",
        "SELECT count(a) FROM t",
        "SELECT rand() FROM t",
    ],
)
def test_an_ordinary_statement_costs_nothing(text: str) -> None:
    assert not needs_rewriting(text, ColumnNames())


PIECES = st.lists(
    st.sampled_from(
        """SELECT FROM t u h log parquet v db . ( ) , * = 1 'FINAL' "t" `FINAL` FINAL AS x JOIN ON
        USING WHERE PREWHERE LIMIT BY ORDER GROUP UNION ALL WITH SETTINGS final FORMAT SAMPLE mat
        count() rand() toYear(d) LATERAL EXCEPT QUALIFY ; /*FINAL*/""".split()
    ),
    max_size=16,
)


@pytest.mark.timeout(60)
@given(PIECES)
def test_any_sequence_of_words_is_rewritten_or_refused(pieces: list[str]) -> None:
    text = " ".join(["SELECT * FROM", *pieces])
    try:
        result = rewrite(text, Session(frozenset({"mat"})), {})
    except RmtError:
        return
    assert isinstance(result.text, str)


@given(PIECES)
def test_what_needs_no_rewriting_is_not_rewritten(pieces: list[str]) -> None:
    """Functions are named by others, and ON has a condition only where a JOIN is."""
    text = " ".join(["SELECT * FROM", *pieces])
    session = Session(frozenset({"mat"}))
    if needs_rewriting(text, session.column_names()) or "toYear" in text:
        return
    if "ON" in pieces and "JOIN" not in pieces:
        return
    try:
        result = rewrite(text, session, {})
    except RmtError:
        return
    assert result.text == text


# Conditions that are numbers


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT * FROM v WHERE active", "SELECT * FROM v WHERE rmt_is_true(active)"),
        ("SELECT * FROM v WHERE active;", "SELECT * FROM v WHERE rmt_is_true(active);"),
        ("SELECT a FROM t WHERE `Active` GROUP BY a", "SELECT a FROM t WHERE rmt_is_true(`Active`) GROUP BY a"),
        ("SELECT * FROM t WHERE NOT active AND a = 1", "SELECT * FROM t WHERE NOT rmt_is_true(active) AND a = 1"),
        ("SELECT * FROM t AS p WHERE p.active", "SELECT * FROM t AS p WHERE rmt_is_true(p.active)"),
        ("SELECT * FROM (SELECT * FROM t WHERE n) AS q WHERE n", "SELECT * FROM (SELECT * FROM t WHERE rmt_is_true(n)) AS q WHERE rmt_is_true(n)"),
        ("SELECT 1 UNION ALL SELECT a FROM t WHERE n", "SELECT 1 UNION ALL SELECT a FROM t WHERE rmt_is_true(n)"),
        ("SELECT id FROM t PREWHERE n WHERE NOT n", "SELECT id FROM t WHERE ( rmt_is_true(n) ) AND ( NOT rmt_is_true(n))"),
        ("SELECT * FROM t FINAL WHERE n", "SELECT * FROM rmt_final('db.t') AS `t` WHERE rmt_is_true(n)"),
        ("SELECT if(n % 2, 'a', 'b') FROM t", "SELECT if(rmt_is_true(n % 2), 'a', 'b') FROM t"),
        ("SELECT CASE WHEN n THEN 1 END FROM t", "SELECT CASE WHEN rmt_is_true(n) THEN 1 END FROM t"),
        ("SELECT a FROM t GROUP BY a HAVING NOT max(n)", "SELECT a FROM t GROUP BY a HAVING NOT rmt_is_true(max(n))"),
    ],
)  # fmt: skip
def test_what_may_be_a_number_is_a_condition_by_a_call(text: str, wanted: str) -> None:
    assert needs_rewriting(text, ColumnNames())
    assert rewritten(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM parquet WHERE active",
        "SELECT if(n, 1, 2) FROM parquet JOIN nowhere ON a",
        "SELECT * FROM t WHERE a BETWEEN 1 AND active",
        "SELECT * FROM t WHERE active = 1 AND a IN (n)",
        "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM parquet)",
        "WITH f AS (SELECT true AS active) SELECT * FROM f WHERE active",
    ],
)
def test_other_conditions_are_left_as_they_are(text: str) -> None:
    assert rewritten(text) == text


# Virtual columns


class VirtualSession(Session):
    """A session whose table `g` has virtual columns."""

    def __init__(self) -> None:
        super().__init__(frozenset({"_part", "_row_exists", "mat"}))

    def relation(self, name: Name) -> Relation | None:
        if name.table == "g":
            return Relation(
                "replacing", "db.g", ("mat",), ("id",), virtual=("_part", "_row_exists")
            )
        return super().relation(name)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("SELECT _part FROM g", "SELECT _part FROM rmt_scan('db.g', 'hidden', 'virtual') AS `g`"),
        ("SELECT x._part FROM g AS x FINAL", "SELECT x._part FROM rmt_final('db.g', 'hidden', 'virtual') AS x"),
        ("SELECT mat FROM g", "SELECT mat FROM rmt_scan('db.g', 'hidden') AS `g`"),
        ("SELECT *, _part FROM g", "SELECT * EXCEPT (`g`.`mat`, `g`.`_part`, `g`.`_row_exists`), _part FROM rmt_scan('db.g', 'hidden', 'virtual') AS `g`"),
        ("SELECT _part FROM t", "SELECT _part FROM t"),
    ],
)  # fmt: skip
def test_a_virtual_column_is_there_when_it_is_named(text: str, wanted: str) -> None:
    assert rewrite(text, VirtualSession(), {}).text == wanted
