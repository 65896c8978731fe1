"""A table or a function changes the meaning of no query that does not name it."""

from __future__ import annotations

import pytest
from support.composed.queries import compose

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import CLICKHOUSE_ONLY
from rmt_engine.sql.query import gate
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.gate import names_of_query
from rmt_engine.sql.text.tokens import Name, tokenize
from rmt_engine.sql.values.types import parse_type
from tests.sql.query.composed_catalog import ComposedCatalog, compiled

_SPARKS = (
    "SELECT t, k AS u FROM s WHERE t > 1 ORDER BY u, t",
    "SELECT (t), f(t, u), extract(DAY FROM t), trim(BOTH 'x' FROM t), position(u IN t) FROM s",
    "SELECT * FROM s JOIN r USING (t, u) WHERE s.t IS DISTINCT FROM u AND t IN (u, 1)",
    "SELECT * FROM s JOIN r ON (t, u) = (u, t)",
    "SELECT * FROM s LATERAL VIEW explode(t) x AS t, u",
    "SELECT * FROM s PIVOT (sum(t) FOR u IN (1, 2))",
    "WITH t AS (SELECT 1), u (a, b) AS (SELECT a, b FROM t) SELECT * FROM t, u UNION TABLE T",
    "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT * FROM (t JOIN r)",
    "SELECT * FROM (WITH t AS (SELECT 1) SELECT * FROM t) AS u",
    "SELECT * FROM s AS x (t, u), r AS t, range(9) AS u",
    "SELECT [t, u], map(t, u)[t] FROM s ARRAY JOIN t, u",
    "FROM s SELECT t, u",
    "SELECT * FROM s WINDOW t AS (PARTITION BY u), u AS (ORDER BY t, u)",
    "SELECT * FROM s ORDER BY t, u LIMIT 1 SETTINGS t = 1, u = 2",
)
_READING = (
    "SELECT 1 FROM t",
    "SELECT 1 FROM s, t",
    "SELECT 1 FROM s AS x JOIN r ON x.k = r.k, t",
    "SELECT 1 FROM (s JOIN t)",
    "SELECT 1 FROM (s, t)",
    "SELECT 1 FROM s WHERE k IN t",
    "SELECT 1 FROM s WHERE k IN (SELECT k FROM t)",
    "SELECT 1 FROM s AS format, t",
    "SELECT 1 FROM settings, t",
    "SELECT a FROM s ARRAY JOIN a, b JOIN t USING (k)",
    "WITH t AS (SELECT * FROM t) SELECT * FROM t",
    "SELECT * FROM (WITH t AS (SELECT 1) SELECT * FROM t) AS u, t",
    "WITH t AS (SELECT 1) SELECT * FROM db.t",
    "WITH (SELECT count() FROM t) AS n SELECT n",
    "FROM t SELECT k",
    "TABLE t",
    "SELECT extract(DAY FROM (SELECT max(d) FROM t))",
)
_COMPOSED = [compose(5, number).sql.replace("{db}", "db") for number in range(120)]


@pytest.mark.parametrize("text", _SPARKS)
def test_a_name_that_stands_for_no_table_is_looked_up_as_none(text: str) -> None:
    tables = {str(name) for name in names_of_query(text).tables}
    assert tables <= {"s", "r"}


@pytest.mark.parametrize("text", _READING)
def test_a_table_that_is_read_is_found(text: str) -> None:
    assert "t" in {name.table for name in names_of_query(text).tables}


@pytest.mark.parametrize(
    ("text", "views"),
    [
        ("SELECT * FROM range(9)", set()),
        ("SELECT * FROM s JOIN explode(array(k = 1)) AS e", set()),
        ("SELECT * FROM v(k = 1), v2()", {Name(None, "v"), Name(None, "v2")}),
        ("SELECT * FROM s JOIN db.v(`k` = 1, l = 2) USING (k)", {Name("db", "v")}),
    ],
)
def test_a_call_of_what_is_no_table_function_may_be_of_a_view(text: str, views: set[Name]) -> None:
    assert names_of_query(text).views == views


class _FullCatalog(ComposedCatalog):
    """A catalog where every name is a table's that a query does not read."""

    def __init__(self, text: str) -> None:
        super().__init__("UTC")
        self._read = names_of_query(text).tables

    def table(self, name: Name) -> KnownTable | None:  # type: ignore[override]
        if name in self._read:
            return super().table(name)
        return KnownTable("MergeTree", "db", name.table, (KnownColumn("no", parse_type("Int8")),))


@pytest.mark.parametrize("text", _COMPOSED)
@pytest.mark.sample(60)
def test_tables_with_all_names_change_no_composed_query(text: str) -> None:
    assert compiled(text, _FullCatalog(text)) == compiled(text)


@pytest.mark.parametrize("text", _SPARKS + tuple(_COMPOSED))
def test_functions_that_a_query_does_not_call_have_no_say(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        names = names_of_query(text)
    except RmtError:
        assert not tokenize(text)
        return
    monkeypatch.setattr(gate, "CLICKHOUSE_ONLY", CLICKHOUSE_ONLY - names.functions)
    without = names_of_query(text)
    monkeypatch.setattr(gate, "CLICKHOUSE_ONLY", frozenset())
    assert without == names_of_query(text)
