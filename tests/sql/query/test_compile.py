"""Queries compiled to Spark's text, over tables that only the test knows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.lower_query import Compiled, compile_query
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.query.values import NotCompiled
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type

_COLUMNS = {
    "k": "Int32",
    "v": "String",
    "n": "Nullable(Int64)",
    "f": "Float64",
    "arr": "Array(Int64)",
    "day": "Date",
    "e": "Enum8('b' = 1, 'a' = 2)",
    "settings": "UInt8",
    "user id": "UInt64",
}
_TABLE = KnownTable(
    "ReplacingMergeTree",
    "db",
    "t",
    tuple(KnownColumn(name, parse_type(text)) for name, text in _COLUMNS.items()),
    key=("k",),
)


class _Catalog:
    """A catalog of one table, `db.t`."""

    settings: Mapping[str, str] = {name: s.when_unset for name, s in SESSION_SETTINGS.items()}
    zone = "UTC"
    database = "db"

    def table(self, name: Name) -> KnownTable | None:
        return _TABLE if name.table in ("t", "u") else None

    def unknown_table(self, name: Name) -> RmtError:
        return RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")

    def constant(self, _expression: str) -> object:
        return None

    def tables_of(self, _database: str) -> Sequence[str]:
        return ("t",)

    def databases(self) -> Sequence[str]:
        return ("db",)

    def user_function(self, _name: str) -> str | None:
        return None

    def parametrised_view(self, _name: Name) -> tuple[str, str] | None:
        return None

    def refusal(self, query: str) -> str:
        return "UNRESOLVED_ROUTINE" if "no_such" in query else ""

    def columns_of(self, _relation: str) -> Sequence[KnownColumn]:
        return ()


def _compiled(text: str) -> Compiled:
    return compile_query(read_query(text), _Catalog())


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("SELECT k FROM t WHERE k = 1", "select k from t where (k = 1)"),
        ("SELECT k FROM t", "SELECT /* all */ `k` -- of t\nFROM t"),
        ('SELECT "user id" FROM t', "SELECT `user id` FROM t"),
        ("SELECT k + 1 FROM t", "SELECT plus(k, 1) FROM t"),
        ("SELECT k FROM t WHERE k BETWEEN 1 AND 2", "SELECT k FROM t WHERE k >= 1 AND k <= 2"),
        ("SELECT k = ANY (SELECT 1) FROM t", "SELECT k IN (SELECT 1) FROM t"),
        (
            "SELECT k FROM t WHERE k > ALL (SELECT n FROM t)",
            "SELECT k FROM t WHERE k > (SELECT max(*) FROM (SELECT n FROM t))",
        ),
        ("SELECT sum(k) FROM t GROUP BY v", "SELECT sum(((k))) FROM t GROUP BY (v)"),
        ("SELECT k FROM t ORDER BY k", "SELECT k FROM t ORDER BY 1 ASC"),
        ("SELECT k FROM t WHERE (NOT and(k, k))", "SELECT k FROM t WHERE not(and(k, k))"),
        ("SELECT k FROM t GROUP BY k, k WITH CUBE", "SELECT k FROM t GROUP BY CUBE (k)"),
    ],
)
def test_another_spelling_compiles_to_the_same_text(query: str, same: str) -> None:
    one, other = _compiled(query), _compiled(same)
    assert one.sql.partition(" AS ")[0] == other.sql.partition(" AS ")[0]
    assert one.sql.partition(" FROM ")[2] == other.sql.partition(" FROM ")[2]
    assert [column.type for column in one.columns] == [column.type for column in other.columns]


@pytest.mark.parametrize(
    ("expression", "data_type"),
    [
        ("k = 1", "UInt8"),
        ("n = 1", "Nullable(UInt8)"),
        ("count()", "UInt64"),
        ("sum(k)", "Int64"),
        ("max(n)", "Nullable(Int64)"),
        ("avg(k)", "Float64"),
        ("(SELECT max(k) FROM t)", "Nullable(Int32)"),
        ("toTypeName(k)", "String"),
        ("any(arr)[1]", "Int64"),
        ("if(max(k) = 1, 'a', NULL)", "Nullable(String)"),
        ("arrayMap(x -> x > 1, any(arr))", "Array(UInt8)"),
        ("max(day) + INTERVAL 2 HOUR", "DateTime"),
        ("greatest(max(f), 1.5)", "Float64"),
        ("abs(max(k) > 1)", "UInt8"),
        ("(k, 2) + (3, k)", "Tuple(Int64, Int64)"),
        ("3 * (k, f)", "Tuple(Int64, Float64)"),
        ("fromUnixTimestamp64Milli(n, 'Asia/Tokyo')", "Nullable(DateTime64(3, 'Asia/Tokyo'))"),
        ("toDateTime(v, 3, 'UTC')", "DateTime64(3, 'UTC')"),
        ("toDateTime(v, 0)", "DateTime"),
        ("CAST(v AS DateTime(2))", "DateTime64(2)"),
        ("bitShiftLeft(settings, 1)", "UInt8"),
    ],
)
def test_every_column_has_clickhouses_type(expression: str, data_type: str) -> None:
    [column] = _compiled(f"SELECT {expression} AS x FROM t").columns
    assert str(column.type) == data_type


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("SELECT nosuch FROM t", "UNKNOWN_IDENTIFIER"),
        ("SELECT k FROM nosuch", "UNKNOWN_TABLE"),
        ("SELECT k, count() FROM t", "NOT_AN_AGGREGATE"),
        ("SELECT of_spark(k), count() FROM t", "NOT_AN_AGGREGATE"),
        ("SELECT no_such(k), count() FROM t", "UNKNOWN_FUNCTION"),
        ("SELECT sum(count() OVER ()) FROM t", "ILLEGAL_AGGREGATION"),
        ("SELECT count() FROM t HAVING rank() OVER () = 1", "ILLEGAL_AGGREGATION"),
        (
            "WITH a AS (SELECT 1), a AS (SELECT 2) SELECT k FROM t",
            "MULTIPLE_EXPRESSIONS_FOR_ALIAS",
        ),
        ("SELECT k FROM t WHERE sum(k) > 1", "ILLEGAL_AGGREGATION"),
        ("SELECT sum(max(k)) FROM t", "ILLEGAL_AGGREGATION"),
        ("SELECT k FROM t AS a CROSS JOIN t AS b CROSS JOIN u AS c", "AMBIGUOUS_IDENTIFIER"),
        ("SELECT k FROM t UNION SELECT k FROM t", "EXPECTED_ALL_OR_DISTINCT"),
        ("SELECT k FROM t UNION ALL SELECT k, v FROM t", "UNION_ALL_RESULT_STRUCTURES_MISMATCH"),
        ("SELECT k AS a, v AS a FROM t WHERE a = 1", "MULTIPLE_EXPRESSIONS_FOR_ALIAS"),
        ("SELECT k FROM t ORDER BY 2", "BAD_ARGUMENTS"),
        ("SELECT k FROM t FORMAT Jason", "UNKNOWN_FORMAT"),
        ("SELECT k FROM t SETTINGS nosuch = 1", "UNKNOWN_SETTING"),
        ("SELECT day = 'x' FROM t", "CANNOT_PARSE_DATE"),
        ("SELECT v + 1 FROM t", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("SELECT k FROM (SELECT 1 AS k) FINAL", "UNSUPPORTED_METHOD"),
        ("SELECT k FROM t LIMIT 1 WITH TIES", "WITH_TIES_WITHOUT_ORDER_BY"),
        ("SELECT settings FROM t ORDER BY 1 WITH FILL FROM -1", "INVALID_WITH_FILL_EXPRESSION"),
        ("SELECT k FROM t ORDER BY k WITH FILL FROM 2 TO 1", "INVALID_WITH_FILL_EXPRESSION"),
        ("SELECT k FROM t ORDER BY k DESC WITH FILL STEP 1", "INVALID_WITH_FILL_EXPRESSION"),
        ("SELECT k FROM t ORDER BY k WITH FILL STEP 0.5", "INVALID_WITH_FILL_EXPRESSION"),
        ("SELECT n FROM t ORDER BY n NULLS FIRST WITH FILL", "NOT_IMPLEMENTED"),
        (
            "SELECT k FROM t GROUP BY k WITH ROLLUP WITH TOTALS HAVING count() > 1",
            "NOT_IMPLEMENTED",
        ),
        ("WITH a AS (SELECT k FROM b), b AS (SELECT k FROM a) SELECT k FROM a", "UNKNOWN_TABLE"),
        ("SELECT v AS t, t.nosuch FROM t", "UNKNOWN_IDENTIFIER"),
        ("SELECT k FROM", "SYNTAX_ERROR"),
        ("SELECT v LIKE ANY (SELECT v FROM t) FROM t", "SYNTAX_ERROR"),
        ("SELECT * APPLY(x -> x || x) APPLY(x -> x || x) FROM t WHERE (k", "SYNTAX_ERROR"),
        ("SELECT dateTrunc('minute', day) FROM t", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("SELECT toTimeZone(now(), 'Nowhere') FROM t", "BAD_ARGUMENTS"),
        ("SELECT transform(k, [1], ['a']) FROM t", "ILLEGAL_TYPE_OF_ARGUMENT"),
        ("SELECT bitShiftLeft(v, 1) FROM t", "NOT_IMPLEMENTED"),
    ],
)
def test_what_is_wrong_is_said_with_clickhouses_name(query: str, error: str) -> None:
    with pytest.raises(RmtError) as raised:
        _compiled(query)
    assert raised.value.name == error


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k FROM t LATERAL VIEW explode(arr) x AS y",
        "SELECT k FROM t, LATERAL explode(arr)",
        "SELECT * FROM t PIVOT (sum(k) FOR v IN ('a'))",
        "SELECT k FROM t DISTRIBUTE BY k",
        "FROM t INSERT INTO u SELECT k",
        "SELECT INTERVAL '1 00:00:00' DAY TO SECOND FROM t",
    ],
)
def test_what_only_spark_has_is_sparks(query: str) -> None:
    with pytest.raises(SparksOwn):
        _compiled(query)


@pytest.mark.parametrize(
    ("query", "piece"),
    [
        (
            "SELECT k FROM t TABLESAMPLE (10 PERCENT) REPEATABLE (7) AS x FINAL",
            "(SELECT * FROM rmt_final('db.t')) TABLESAMPLE (10 PERCENT) REPEATABLE (7) AS `x`",
        ),
        (
            "SELECT s.k FROM t AS a, LATERAL (SELECT b.k FROM u AS b FINAL WHERE b.k = a.k) AS s",
            "CROSS JOIN LATERAL (SELECT `b`.`k` AS `k` FROM rmt_final('db.t') AS `b` "
            "WHERE (`b`.`k` = `a`.`k`)) AS `s`",
        ),
    ],
)
def test_sparks_samples_and_lateral_subqueries_may_say_final(query: str, piece: str) -> None:
    assert piece in _compiled(query).sql


def test_a_shadowing_lambda_has_its_own_variable() -> None:
    text = _compiled("SELECT k + 1 AS x FROM t WHERE arrayExists(x -> x = 2, arr)").sql
    assert "-> (`_x" in text
    assert text.count("`k`") == 1


@pytest.mark.parametrize("name", ["user", "current_date", "Now", "DATABASE", "currentUser"])
def test_some_functions_need_no_parentheses(name: str) -> None:
    assert (
        _compiled(f"SELECT {name} AS x FROM t").sql == _compiled(f"SELECT {name}() AS x FROM t").sql
    )
    assert "`x`" in _compiled(f"SELECT {name} FROM (SELECT k AS x, k AS {name} FROM t)").sql


def test_other_functions_do() -> None:
    with pytest.raises(RmtError, match="UNKNOWN_IDENTIFIER"):
        _compiled("SELECT currentuser FROM t")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT arrayMap(x -> x + 1, arr) FROM t GROUP BY arrayMap(x -> x + 1, arr)",
        "SELECT arrayAll(x -> true, arr) AS y FROM t GROUP BY arrayAll(x -> true, arr)",
        "SELECT k + (SELECT max(k) FROM t) FROM t GROUP BY k + (SELECT max(k) FROM t)",
        "SELECT k IN (SELECT k FROM u), count() FROM t GROUP BY k IN (SELECT k FROM u)",
        "SELECT v AS t, t.k FROM t GROUP BY v, t.k",
        "SELECT count() > 1 AS t, t.k FROM t GROUP BY 2",
    ],
)
def test_an_expression_is_the_key_that_it_equals(query: str) -> None:
    assert "`_k0`" in _compiled(query).sql


def test_the_left_table_of_one_join_has_the_names_of_both() -> None:
    text = _compiled("SELECT v FROM t AS a JOIN u AS b ON a.k = b.k ARRAY JOIN arr AS x").sql
    assert text.startswith("SELECT `a`.`v`")
    with pytest.raises(RmtError, match="AMBIGUOUS_IDENTIFIER"):
        _compiled(
            "SELECT v FROM t a JOIN u b ON a.k = b.k JOIN u c ON a.k = c.k ARRAY JOIN [1] AS x"
        )


def test_totals_are_of_the_groups_that_having_keeps() -> None:
    query = "SELECT k, count() FROM t GROUP BY k WITH TOTALS"
    assert "LEFT SEMI JOIN" in _compiled(f"{query} HAVING count() > 1").sql
    assert "LEFT SEMI JOIN" not in _compiled(query).sql


def test_a_subquery_in_a_lambda_stands_beside_the_table() -> None:
    text = _compiled("SELECT arrayMap(x -> x IN (SELECT k FROM u), arr) FROM t").sql
    assert "(SELECT" not in text.partition(" FROM ")[0]


@pytest.mark.parametrize(
    "call",
    [
        "quantileExact(0.5)(k + (SELECT max(k) FROM u))",
        "sum(k) FILTER (WHERE k IN (SELECT k FROM u))",
        "groupArray(EXISTS(SELECT k FROM u)) OVER (PARTITION BY v)",
    ],
)
def test_a_subquery_in_an_aggregate_function_stands_beside_the_table(call: str) -> None:
    text = _compiled(f"SELECT {call} FROM t").sql
    before, _, behind = text.partition(" JOIN LATERAL ")
    assert before.count("(SELECT") <= 1, "the query of groups"
    assert "(SELECT" in behind


def test_an_order_by_a_column_is_not_one_by_a_field_of_an_alias() -> None:
    """Spark would look for a field `k` in the column `a`."""
    text = _compiled("SELECT v, day AS a FROM t AS a ORDER BY a.k").sql
    assert "ORDER BY `a`.`k`" not in text
    assert "ORDER BY `a`.`k`" in _compiled("SELECT v, day AS b FROM t AS a ORDER BY a.k").sql


def test_global_begins_a_join_behind_a_condition() -> None:
    text = _compiled(
        "SELECT a.k FROM t AS a JOIN u AS b ON a.k = b.k GLOBAL LEFT JOIN u AS c ON a.k = c.k "
        "WHERE a.k GLOBAL NOT IN (1, 2)"
    ).sql
    assert "LEFT JOIN" in text
    assert "NOT" in text


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        ("a.COLUMNS(v, nope, k)", ["k", "v"]),
        ("COLUMNS(v, k)", ["v", "k"]),
        (
            "COLUMNS(k, n) APPLY(x -> x + 1) APPLY(toString)",
            ["toString(plus(k, 1))", "toString(plus(n, 1))"],
        ),
        ("COLUMNS(k, n) APPLY((x -> x * 2)) EXCEPT (k)", ["multiply(k, 2)", "multiply(n, 2)"]),
        ("COLUMNS(k) REPLACE (k + 1 AS k) APPLY(toString)", ["toString(plus(k, 1))"]),
        ("COLUMNS(k) REPLACE (k + 1 AS k) APPLY(x -> x * 2)", ["multiply(k, 2)"]),
        ("COLUMNS(k) APPLY(x -> x)", ["k"]),
        ("COLUMNS(k, v) APPLY(toString, 'text_')", ["text_k", "text_v"]),
    ],
)
def test_columns_have_the_order_and_the_names_that_clickhouse_gives_them(
    columns: str, names: list[str]
) -> None:
    compiled = _compiled(f"SELECT {columns} FROM t AS a")
    assert [column.name for column in compiled.columns] == names


@pytest.mark.parametrize(
    ("columns", "error"),
    [("a.COLUMNS(nope)", "EMPTY_LIST_OF_COLUMNS_QUERIED"), ("b.COLUMNS(k)", "UNKNOWN_IDENTIFIER")],
)
def test_columns_that_are_not_there(columns: str, error: str) -> None:
    with pytest.raises(RmtError, match=re.escape(columns)) as caught:
        _compiled(f"SELECT {columns} FROM t AS a")
    assert caught.value.name == error


def test_rows_of_set_operations_are_compared_where_nan_is_found() -> None:
    """Spark asks a file's statistics for a constant NaN, which they leave out."""
    text = _compiled("(SELECT nan AS f FROM t) INTERSECT DISTINCT SELECT f FROM t").sql
    assert text.count("nanvl(") == 2
    assert "nanvl(" in _compiled("SELECT a.k FROM t AS a JOIN u AS b ON a.f = b.f").sql


def test_names_of_the_grammar_are_columns() -> None:
    columns = _compiled("SELECT settings, settings AS format FROM t WHERE settings = 1").columns
    assert [column.name for column in columns] == ["settings", "format"]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT NOT or(k, 1) FROM t",
        "SELECT k FROM t WHERE NOT and(k, 1) AND or(k, 0)",
        "SELECT k FROM (SELECT or(k, 1) AS k FROM t)",
        "SELECT k FROM ((SELECT and(k, 1) AS k FROM t) UNION ALL SELECT k FROM t)",
    ],
)
def test_operators_may_be_called_as_functions(query: str) -> None:
    assert _compiled(query).sql.startswith("SELECT")


_WORDS = st.lists(
    st.sampled_from(
        """SELECT FROM WHERE GROUP BY ORDER LIMIT UNION ALL JOIN ON USING AS t u k v n ( ) , * . = +
        - 1 'x' "k" [ ] -> ? : :: IN NOT AND OR CASE WHEN THEN END count sum max over OVER INTERVAL
        DAY WITH TOTALS FILL ARRAY FINAL PREWHERE SAMPLE arrayMap x toDate NULL {""".split()
    ),
    max_size=25,
)


@given(_WORDS)
def test_nothing_but_our_errors_is_raised(words: list[str]) -> None:
    with contextlib.suppress(RmtError, SparksOwn, NotCompiled):
        _compiled("SELECT " + " ".join(words))


def test_compiling_takes_linear_time_in_lists() -> None:
    text = f"SELECT k FROM t WHERE k IN ({', '.join(map(str, range(20_000)))})"
    assert _compiled(text).sql.count(",") >= 19_999


def test_compiling_takes_linear_time_in_joins_with_prewhere_inside_each_other() -> None:
    text = "SELECT k FROM u"
    for level in range(30):
        text = f"SELECT a.k FROM t AS a JOIN ({text}) AS b ON a.k = b.k PREWHERE a.k > {level}"
    assert _compiled(text).sql.count(" WHERE ") == 30


@pytest.mark.parametrize(
    ("source", "filtered"),
    [
        ("t AS a LEFT JOIN u AS b ON a.k = b.k PREWHERE a.k > 1", "a"),
        ("t AS a LEFT JOIN u AS b ON a.k = b.k PREWHERE b.k > 1", "b"),
        ("t AS a LEFT JOIN u AS b ON a.k = b.k PREWHERE 1", "a"),
        ("t AS a LEFT JOIN u AS b ON a.k = b.k PREWHERE 0", "a"),
        ("t AS a FULL JOIN u AS b USING (k) PREWHERE k > 1", "a"),
        ("t AS a ARRAY JOIN [1] AS e PREWHERE k > 1", "a"),
        ("t AS a ARRAY JOIN [1] AS k PREWHERE a.k > 1", "a"),
    ],
)
def test_prewhere_filters_the_table_that_it_names_before_the_joins(
    source: str, filtered: str
) -> None:
    sql = _compiled(f"SELECT 1 FROM {source}").sql
    tables = re.findall(r"AS `(\w)[^`]*` WHERE", sql)
    assert tables == [filtered], sql


@pytest.mark.parametrize(
    "source",
    [
        "t AS a JOIN u AS b ON a.k = b.k PREWHERE a.k > b.k",
        "t AS a JOIN u AS b ON a.k = b.k PREWHERE a.k > 1 AND b.k > 1",
        "t ARRAY JOIN [1] AS e PREWHERE e > 1",
        "t AS a JOIN (SELECT k FROM u) AS q ON a.k = q.k PREWHERE q.k > 1",
    ],
)
def test_prewhere_is_about_one_table(source: str) -> None:
    with pytest.raises(RmtError) as caught:
        _compiled(f"SELECT 1 FROM {source}")
    assert caught.value.name == "ILLEGAL_PREWHERE"


def test_a_parameter_of_a_view_is_not_missed_where_prewhere_is_wrong() -> None:
    query = read_query("SELECT c FROM (SELECT 1 AS c) AS q PREWHERE c = {p:UInt8}")
    with pytest.raises(RmtError) as caught:
        compile_query(query, _Catalog(), keeps_parameters=True)
    assert caught.value.name == "ILLEGAL_PREWHERE"


@pytest.mark.parametrize(
    ("query", "is_refused"),
    [
        ("SELECT * FROM (SELECT k FROM t SETTINGS {})", True),
        ("WITH q AS (SELECT k FROM t SETTINGS {}) SELECT k FROM q", True),
        ("SELECT k FROM t UNION ALL SELECT k FROM u SETTINGS {}", False),
        ("SELECT k FROM t SETTINGS {}", False),
    ],
)
def test_settings_of_readers_hold_for_a_statement(query: str, is_refused: bool) -> None:
    text = query.format("do_not_merge_across_partitions_select_final = 1")
    if not is_refused:
        assert _compiled(text).settings
        return
    with pytest.raises(RmtError) as caught:
        _compiled(text)
    assert caught.value.name == "NOT_IMPLEMENTED"


def test_functions_in_functions_that_repeat_their_arguments_are_bounded() -> None:
    assert _compiled(f"SELECT {'roundDuration(' * 3}k{')' * 3} FROM t").sql
    with pytest.raises(RmtError) as caught:
        _compiled(f"SELECT {'roundDuration(' * 30}k{')' * 30} FROM t")
    assert caught.value.name == "TOO_BIG_AST"


@pytest.mark.parametrize(
    ("query", "is_semi"),
    [
        ("SELECT a.k FROM t AS a LEFT SEMI JOIN u AS b ON a.k = b.k", True),
        ("SELECT count(*) FROM t AS a LEFT SEMI JOIN u AS b USING (k)", True),
        ("SELECT b.k FROM t AS a RIGHT SEMI JOIN u AS b ON a.k = b.k", True),
        ("SELECT b.k FROM t AS a LEFT SEMI JOIN u AS b ON a.k = b.k", False),
        ("SELECT * FROM t AS a LEFT SEMI JOIN u AS b ON a.k = b.k", False),
        ("SELECT 1 FROM t AS a SEMI JOIN u AS b ON a.k = b.k JOIN t AS c ON c.k = b.n", False),
        ("SELECT 1 FROM t AS a SEMI JOIN u AS b ON a.k = b.k WHERE (SELECT b.n) > 1", False),
    ],
)
def test_a_semi_join_reads_the_columns_of_a_partner_only_where_they_are_named(
    query: str, is_semi: bool
) -> None:
    text = _compiled(query).sql
    assert ("LEFT SEMI JOIN" in text) == is_semi
    assert ("row_number()" in text) == (not is_semi)


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        ("a.k, b.k, b.k + a.k", ["k", "b.k", "plus(b.k, k)"]),
        ("a.k, b.k AS k", ["a.k", "k"]),
        ("b.COLUMNS(k) APPLY(x -> x + 1)", ["plus(b.k, 1)"]),
        ("arrayMap(b -> b + a.k, [1])", ["arrayMap(lambda(tuple(b), plus(b, k)), [1])"]),
    ],
)
def test_names_of_the_result_have_the_tables_that_they_need(columns: str, names: list[str]) -> None:
    compiled = _compiled(f"SELECT {columns} FROM t AS a JOIN t AS b ON a.k = b.k")
    assert [column.name for column in compiled.columns][: len(names)] == names
