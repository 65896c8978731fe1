from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rmt_engine.errors import RmtError
from rmt_engine.sql.column_names import ColumnNames
from rmt_engine.sql.query_forms import FORMS, spell_out
from rmt_engine.sql.rewrite import rewrite
from rmt_engine.sql.tokens import Name


def _columns(query: str) -> Sequence[str]:
    assert "FROM" in query
    return ["k", "v", "a", "b"]


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("WITH 5 AS five SELECT five, five + k FROM t", "SELECT (5) AS `five`, (5) + k FROM t"),
        (
            "WITH (SELECT max(k) FROM t) AS m SELECT k FROM t WHERE k = m",
            "SELECT k FROM t WHERE k = ((SELECT max(k) FROM t))",
        ),
        (
            "WITH 1 AS x, c AS (SELECT x AS y), x + 1 AS z SELECT y, z FROM c",
            "WITH c AS (SELECT (1) AS y) SELECT y, ((1) + 1) AS `z` FROM c",
        ),
        (
            "SELECT * FROM (WITH 1 AS n SELECT n) AS n",
            "SELECT * FROM (SELECT (1) AS `n`) AS n",
        ),
        (
            "WITH 1 AS k SELECT t.k, k.x, k(1), u AS k FROM k",
            "SELECT t.k, k.x, k(1), u AS k FROM k",
        ),
        (
            "SELECT DISTINCT ON (k, v) k FROM t ORDER BY k LIMIT 5",
            "SELECT  k FROM t ORDER BY k LIMIT 1 BY k, v LIMIT 5",
        ),
        (
            "SELECT * FROM (SELECT DISTINCT ON (k) * FROM t) AS x",
            "SELECT * FROM (SELECT  * FROM t LIMIT 1 BY k) AS x",
        ),
        (
            "SELECT k FROM t ORDER BY k LIMIT 1, 2 WITH TIES",
            "SELECT k FROM t QUALIFY rank() OVER (ORDER BY k) <= (2) + (1) "
            "AND row_number() OVER (ORDER BY k) > (1) ORDER BY k ",
        ),
        (
            "SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 1 WITH TIES",
            "SELECT k FROM t QUALIFY rank() OVER (ORDER BY k) <= (2) + (1) "
            "AND row_number() OVER (ORDER BY k) > (1) ORDER BY k ",
        ),
        (
            "SELECT x FROM t LEFT ARRAY JOIN a AS x",
            "SELECT x FROM t LATERAL VIEW explode(emptyArrayToSingle(a)) `__array_join` AS `x`",
        ),
        (
            "SELECT a FROM values('a Int32, b String', (1, 'x'), (2, 'y')) AS v",
            "SELECT a FROM (SELECT CAST(`__0` AS INT) AS `a`, CAST(`__1` AS STRING) AS `b` "
            "FROM VALUES (1, 'x'), (2, 'y') AS `__values`(`__0`, `__1`)) AS v",
        ),
        (
            "SELECT 1 FROM t LEFT ANY JOIN u AS b FINAL ON t.x = b.x AND b.y = t.z WHERE t.k > 1",
            "SELECT 1 FROM t LEFT JOIN (SELECT * FROM u AS b FINAL QUALIFY row_number() OVER "
            "(PARTITION BY b.x, b.y ORDER BY NULL) = 1) AS `b` ON t.x = b.x AND b.y = t.z "
            "WHERE t.k > 1",
        ),
        (
            "SELECT 1 FROM t ANY LEFT JOIN (SELECT 1 AS k) USING (k)",
            "SELECT 1 FROM t LEFT JOIN (SELECT * FROM (SELECT 1 AS k) QUALIFY row_number() OVER "
            "(PARTITION BY k ORDER BY NULL) = 1) AS `__any` USING (k)",
        ),
        ("SELECT 1 FROM view(SELECT 2)", "SELECT 1 FROM (SELECT 2)"),
        ("SELECT 1 FROM cluster('c', db.t) AS x", "SELECT 1 FROM db.t AS x"),
        ("SELECT 1 FROM clusterAllReplicas('c', 'db', 't')", "SELECT 1 FROM `db`.`t`"),
        (
            "SELECT k FROM t WHERE v ORDER BY k DESC, v LIMIT 2 WITH TIES",
            "SELECT k FROM t WHERE v QUALIFY rank() OVER (ORDER BY k DESC, v) <= (2) "
            "ORDER BY k DESC, v ",
        ),
        ("SELECT k FROM t WHERE k GLOBAL NOT IN (1)", "SELECT k FROM t WHERE k NOT IN (1)"),
        ("SELECT 1 FROM t GLOBAL ALL LEFT JOIN u ON 1", "SELECT 1 FROM t LEFT JOIN u ON 1"),
        ("SELECT 1 FROM t SEMI LEFT JOIN u ON 1", "SELECT 1 FROM t LEFT SEMI JOIN u ON 1"),
        ("SELECT 1 FROM t ANTI JOIN u ON 1", "SELECT 1 FROM t LEFT ANTI JOIN u ON 1"),
        ("SELECT 1 FORMAT TSV", "SELECT 1"),
        ("SELECT 1 FORMAT JSONEachRow SETTINGS final = 1", "SELECT 1 SETTINGS final = 1"),
        (
            "SELECT 1 UNION ALL SELECT 2 FORMAT Null",
            "SELECT * FROM (SELECT 1 UNION ALL SELECT 2) WHERE rand() < 0",
        ),
        (
            "SELECT 1 SETTINGS final = 1 FORMAT Null",
            "SELECT * FROM (SELECT 1) WHERE rand() < 0 SETTINGS final = 1",
        ),
        (
            "SELECT * REPLACE (k + 1 AS k) FROM t",
            "SELECT (k + 1) AS `k`, `v` AS `v`, `a` AS `a`, `b` AS `b` FROM t",
        ),
        (
            "SELECT t.* EXCEPT (a, b) REPLACE v AS v APPLY(toString), 1 FROM t",
            "SELECT toString(t.`k`) AS `toString(k)`, toString((v)) AS `toString(v)`, 1 FROM t",
        ),
        (
            "SELECT DISTINCT COLUMNS('^[kv]') APPLY(x -> x || 'x') FROM t",
            "SELECT DISTINCT (`k` || 'x') AS `k || 'x'`, (`v` || 'x') AS `v || 'x'` FROM t",
        ),
        (
            "SELECT * EXCEPT (z, v, a) REPLACE (1 AS y, 2 AS B) FROM t",
            "SELECT `k` AS `k`, (2) AS `b` FROM t",
        ),
        ("SELECT COLUMNS(a, t.b) FROM t", "SELECT `a` AS `a`, `b` AS `b` FROM t"),
        (
            "SELECT k, x, * FROM t AS z FINAL ARRAY JOIN a AS x WHERE x > 1",
            "SELECT k, x, * EXCEPT (`x`) FROM t AS z FINAL LATERAL VIEW explode(a) "
            "`__array_join` AS `x` WHERE x > 1",
        ),
        (
            "SELECT * EXCEPT (b) FROM t ARRAY JOIN a AS x, b AS y",
            "SELECT * EXCEPT (`x`, `y`, b) FROM t LATERAL VIEW inline(if(size(b) <> size(a), "
            "raise_error('[SIZES_OF_ARRAYS_DONT_MATCH] Sizes of ARRAY-JOIN-ed arrays do not match')"
            ", arrays_zip(a, b))) `__array_join` AS `x`, `y`",
        ),
        (
            "SELECT k, a FROM t ARRAY JOIN a",
            "SELECT k, a FROM (SELECT `k`, `v`, `__element_0` AS `a`, `b` FROM t LATERAL VIEW "
            "explode(a) `__array_join` AS `__element_0`) AS `t`",
        ),
        (
            "SELECT x, b FROM d.t ARRAY JOIN t.a AS x, b",
            "SELECT x, b FROM (SELECT `k`, `v`, `a`, `__element_1` AS `b`, `__element_0` AS `x` "
            "FROM d.t LATERAL VIEW inline(if(size(b) <> size(t.a), raise_error("
            "'[SIZES_OF_ARRAYS_DONT_MATCH] Sizes of ARRAY-JOIN-ed arrays do not match'), "
            "arrays_zip(t.a, b))) `__array_join` AS `__element_0`, `__element_1`) AS `t`",
        ),
    ],
)
def test_a_form_is_spelled_out(text: str, spelled: str) -> None:
    assert FORMS.found(text)
    assert spell_out(text, _columns) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "WITH c AS (SELECT 1), d (x) AS (SELECT 2) SELECT * FROM c, d",
        "WITH RECURSIVE c AS (SELECT 1) SELECT * FROM c",
        "SELECT v, count(*) FROM t GROUP BY v WITH ROLLUP",
        "SELECT 2 * replace(v, 'a', 'b') FROM t",
        "SELECT * EXCEPT (k) FROM t",
        "SELECT k FROM t UNION ALL SELECT k FROM u ORDER BY k",
        "SELECT 1 FROM t LEFT SEMI JOIN u ON 1",
        "SELECT any.k FROM t AS any JOIN u",
        "SELECT global.k FROM t AS global JOIN u",
        "SELECT 'WITH TIES', `ARRAY JOIN` FROM t -- GLOBAL IN",
        "SELECT all FROM t AS all INNER JOIN u",
        "SELECT format FROM t",
        "SELECT k AS format FROM t ORDER BY format",
        "INSERT INTO t SELECT 1",
        "FROM t SELECT k",
        "SELECT extract(YEAR FROM d) FROM t",
    ],
)
def test_what_spark_reads_stays_as_it_is(text: str) -> None:
    assert spell_out(text, _columns) == text


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("SELECT v FROM t GROUP BY v WITH TOTALS", "NOT_IMPLEMENTED", "WITH TOTALS"),
        ("SELECT v FROM t ORDER BY v WITH FILL", "NOT_IMPLEMENTED", "WITH FILL"),
        ("SELECT 1 FROM t ANY LEFT JOIN u ON 1", "NOT_IMPLEMENTED", "ANY JOIN"),
        ("SELECT 1 FROM t LEFT ANY JOIN u ON 1", "NOT_IMPLEMENTED", "ANY JOIN"),
        ("SELECT 1 FROM t ASOF JOIN u ON 1", "NOT_IMPLEMENTED", "ASOF JOIN"),
        ("SELECT 1 FROM t AS x ASOF JOIN u ON 1", "NOT_IMPLEMENTED", "ASOF JOIN"),
        ("SELECT 1 FROM t SEMI RIGHT JOIN u ON 1", "NOT_IMPLEMENTED", "SEMI RIGHT JOIN"),
        ("SELECT 1 FROM t PASTE JOIN u", "NOT_IMPLEMENTED", "PASTE JOIN"),
        ("WITH (x) -> x AS f SELECT f(1)", "NOT_IMPLEMENTED", "function"),
        ("WITH x -> x AS f SELECT f(1)", "NOT_IMPLEMENTED", "function"),
        ("SELECT k FROM t LIMIT 1 WITH TIES", "WITH_TIES_WITHOUT_ORDER_BY", "ORDER BY"),
        (
            "SELECT k FROM t ORDER BY k LIMIT 1 WITH TIES OFFSET 1",
            "NOT_IMPLEMENTED",
            "OFFSET after",
        ),
        ("SELECT * EXCEPT STRICT (z) FROM t", "BAD_ARGUMENTS", "z"),
        ("SELECT * REPLACE STRICT (1 AS z) FROM t", "BAD_ARGUMENTS", "z"),
        ("SELECT * EXCEPT STRICT (z) APPLY(max) FROM t", "BAD_ARGUMENTS", "z"),
        ("SELECT * REPLACE (k) FROM t", "SYNTAX_ERROR", "AS"),
        ("SELECT * REPLACE (1 AS k) k FROM t", "SYNTAX_ERROR", "k"),
        ("SELECT COLUMNS('zz') FROM t", "EMPTY_LIST_OF_COLUMNS_QUERIED", "zz"),
        ("SELECT COLUMNS('(') FROM t", "CANNOT_COMPILE_REGEXP", "pattern"),
        ("SELECT * APPLY(max)", "UNKNOWN_IDENTIFIER", "FROM"),
        ("SELECT 1 FROM t ANY LEFT JOIN u ON t.x > u.x", "NOT_IMPLEMENTED", "equalities"),
        ("SELECT 1 FROM t ANY LEFT JOIN u ON f(u.x) = t.x", "NOT_IMPLEMENTED", "equalities"),
        ("SELECT 1 FROM t ANY LEFT JOIN u", "SYNTAX_ERROR", "ON or USING"),
        ("SELECT 1 FROM t FORMAT Jason", "UNKNOWN_FORMAT", "Jason"),
        ("SELECT 1 FROM t ARRAY JOIN a JOIN u ON 1", "NOT_IMPLEMENTED", "join after"),
        ("SELECT 1 FROM t, u ARRAY JOIN a", "NOT_IMPLEMENTED", "after a join"),
        ("SELECT 1 FROM t ARRAY JOIN [1, 2]", "NOT_IMPLEMENTED", "without AS"),
    ],
)
def test_what_cannot_be_done_is_refused(text: str, error: str, words: str) -> None:
    assert FORMS.found(text)
    with pytest.raises(RmtError, match=words) as raised:
        spell_out(text, _columns)
    assert raised.value.name == error


_WORDS = st.sampled_from(
    """SELECT FROM WHERE WITH AS t k v * , ( ) [ ] . 1 'x' EXCEPT REPLACE APPLY STRICT COLUMNS ARRAY
    JOIN LEFT ANY GLOBAL IN NOT DISTINCT ON ORDER BY LIMIT TIES FORMAT Null SETTINGS UNION ALL -> ;
    SAMPLE FINAL GROUP TOTALS '('""".split()
)


@settings(max_examples=3000, deadline=None)
@given(st.lists(_WORDS, max_size=25))
@example(["DISTINCT", "ON"])
def test_nothing_but_an_error_of_ours_comes_out_of_nonsense(words: list[str]) -> None:
    with contextlib.suppress(RmtError):
        spell_out(" ".join(("SELECT", *words)), lambda query: ["k", "v"])


class _NoTables:
    def relation(self, name: Name) -> None:
        return None

    def column_names(self) -> ColumnNames:
        return ColumnNames()

    def columns(self, query: str) -> Sequence[str]:
        return _columns(query)


@pytest.mark.parametrize(
    ("dialect", "text", "read"),
    [
        ("auto", 'SELECT "k", rand() FROM t', 'SELECT "k", rand() FROM t'),
        ("clickhouse", 'SELECT "k", rand() FROM t', "SELECT `k`, rand32() FROM t"),
        ("spark", 'SELECT "k" FROM t FORMAT TSV', 'SELECT "k" FROM t FORMAT TSV'),
        ("auto", 'SELECT "k" FROM t FORMAT TSV', "SELECT `k` FROM t"),
    ],
)
def test_the_dialect_says_how_a_query_is_read(dialect: str, text: str, read: str) -> None:
    assert rewrite(text, _NoTables(), {"dialect": dialect}).text == read


def test_columns_are_looked_up_with_the_tables_of_with() -> None:
    asked: list[str] = []

    def columns(query: str) -> Sequence[str]:
        asked.append(query)
        return ["k"]

    spell_out(
        "WITH c AS (SELECT 1 AS k), d AS (SELECT * APPLY(max) FROM c) SELECT k FROM d", columns
    )
    assert asked == ["WITH c AS (SELECT 1 AS k) SELECT * FROM c"]


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("s3('https://x/y.csv')", "s3"),
        ("fileCluster('c', 'x.csv', CSV, 'a Int32')", "fileCluster"),
        ("url('http://x', CSV)", "url"),
        ("remote('host', db.t)", "remote"),
        ("REMOTE('host', db.t)", "remote"),
        ("dictionary('d')", "dictionary"),
    ],
)
def test_table_functions_of_clickhouses_alone_are_refused_by_their_names(
    call: str, name: str
) -> None:
    for text in (f"SELECT * FROM {call}", f"SELECT 1 FROM t JOIN {call} USING (k)"):
        assert FORMS.found(text)
        with pytest.raises(RmtError, match=f"The table function {name} is not supported") as raised:
            spell_out(text, lambda _: [])
        assert raised.value.name == "NOT_IMPLEMENTED"
