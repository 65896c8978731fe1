"""The statements of materialized views, and which table's INSERTs a query sees."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    CreateMaterializedView,
    DropTables,
    ModifyQuery,
    ShowCreateTable,
)
from rmt_engine.sql.query.view_query import read_view_query
from rmt_engine.sql.tables.deduplication import recognition_of_view
from rmt_engine.sql.tables.show_create import create_statement, engine_text
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.table import MATERIALIZED_VIEW, Column, Table, TableDefinition, ViewDefinition
from tests.sql.support import NoTables


class _Views(NoTables):
    """A session with the view `v` and the table `t`."""

    def is_engine_table(self, name: Name) -> bool:
        return name.table in ("v", "t")

    def is_materialized_view(self, name: Name) -> bool:
        return name.table == "v"


def _read(text: str) -> object:
    return parse_statement(text, _Views())


def test_a_view_with_a_target() -> None:
    view = _read(
        "CREATE OR REPLACE MATERIALIZED VIEW IF NOT EXISTS db.v ON CLUSTER c TO db.t "
        "(k Int64, c UInt64) AS SELECT k, count() AS c FROM s GROUP BY k;"
    )
    assert isinstance(view, CreateMaterializedView)
    assert (view.table.name, view.to) == (Name("db", "v"), Name("db", "t"))
    assert (view.table.replace, view.table.if_not_exists, view.table.populate) == (
        True,
        True,
        False,
    )
    assert [column.name for column in view.table.columns] == ["k", "c"]
    assert view.table.as_select == "SELECT k, count() AS c FROM s GROUP BY k"


def test_a_view_with_a_table_of_its_own() -> None:
    view = _read(
        "CREATE MATERIALIZED VIEW v ENGINE = ReplacingMergeTree(ver) PARTITION BY d ORDER BY (k) "
        "SETTINGS index_granularity = 100 POPULATE AS WITH 1 AS one SELECT one FROM s "
        "COMMENT 'mine'"
    )
    assert isinstance(view, CreateMaterializedView)
    assert view.to is None
    assert view.table.populate
    assert view.table.engine is not None
    assert view.table.engine.name == "ReplacingMergeTree"
    assert (view.table.partition_by, view.table.order_by) == ("d", "(k)")
    assert view.table.as_select == "WITH 1 AS one SELECT one FROM s"
    assert view.table.comment == "mine"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CREATE MATERIALIZED VIEW v TO t", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v (k Int64) TO t AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t ENGINE = Null AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t PARTITION BY k AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t ORDER BY k AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t PRIMARY KEY k AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t TTL k AS SELECT 1 AS k", "SYNTAX_ERROR"),
        (
            "CREATE MATERIALIZED VIEW v TO t SETTINGS index_granularity = 1 AS SELECT 1 AS k",
            "SYNTAX_ERROR",
        ),
        ("CREATE TABLE x (k Int64) ENGINE = Null POPULATE", "SYNTAX_ERROR"),
        ("CREATE TABLE x (k Int64) ENGINE = Null EMPTY", "SYNTAX_ERROR"),
        ("CREATE TABLE x (k Int64) ENGINE = Null SQL SECURITY DEFINER", "SYNTAX_ERROR"),
        ("CREATE MATERIALIZED VIEW v TO t DEFINER = me AS SELECT 1", "NOT_IMPLEMENTED"),
        ("DROP VIEW t", "INCORRECT_QUERY"),
        ("ALTER VIEW t MODIFY QUERY SELECT 1", "INCORRECT_QUERY"),
        ("ALTER TABLE v MODIFY QUERY", "SYNTAX_ERROR"),
    ],
)
def test_what_is_refused(text: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        _read(text)
    assert raised.value.name == name


def test_other_statements_on_views() -> None:
    assert _read("DROP VIEW IF EXISTS v SYNC") == DropTables(
        (Name(None, "v"),), if_exists=True, sync=True
    )
    assert _read("DROP VIEW plain") is None
    assert _read("SHOW CREATE VIEW v") == ShowCreateTable(Name(None, "v"))
    with pytest.raises(RmtError, match="is not a VIEW"):
        _read("SHOW CREATE VIEW t")
    for what in ("TABLE", "VIEW"):
        assert _read(f"ALTER {what} v MODIFY QUERY SELECT k FROM s;") == ModifyQuery(
            Name(None, "v"), "SELECT k FROM s"
        )


@pytest.mark.parametrize(
    ("text", "qualified", "source"),
    [
        ("SELECT k FROM s", "SELECT k FROM db.s", ("db", "s")),
        ("SELECT s.k FROM s AS s", "SELECT s.k FROM db.s AS s", ("db", "s")),
        ("SELECT k FROM other.s -- s", "SELECT k FROM other.s -- s", ("other", "s")),
        (
            "SELECT a.k FROM s AS a LEFT JOIN dim ON a.k = dim.k",
            "SELECT a.k FROM db.s AS a LEFT JOIN db.dim ON a.k = dim.k",
            ("db", "s"),
        ),
        (
            "WITH x AS (SELECT k FROM a) SELECT k FROM x WHERE k IN (SELECT k FROM `b c`)",
            "WITH x AS (SELECT k FROM db.a) SELECT k FROM x WHERE k IN (SELECT k FROM db.`b c`)",
            ("db", "a"),
        ),
        (
            "WITH t AS (SELECT * FROM t) SELECT (SELECT max(k) FROM t) FROM t ARRAY JOIN [1] AS e",
            "WITH t AS (SELECT * FROM db.t) SELECT (SELECT max(k) FROM t) FROM t "
            "ARRAY JOIN [1] AS e",
            ("db", "t"),
        ),
        (
            "SELECT k FROM (SELECT k FROM a UNION ALL SELECT k FROM b) UNION ALL SELECT k FROM c",
            "SELECT k FROM (SELECT k FROM db.a UNION ALL SELECT k FROM db.b) "
            "UNION ALL SELECT k FROM db.c",
            ("db", "a"),
        ),
        ("SELECT k FROM s WHERE k IN dim", "SELECT k FROM db.s WHERE k IN db.dim", ("db", "s")),
        ("SELECT k FROM s WHERE k IN k2", "SELECT k FROM db.s WHERE k IN k2", ("db", "s")),
        ("SELECT number FROM numbers(3)", "SELECT number FROM numbers(3)", None),
        ("SELECT 1", "SELECT 1", None),
    ],
)
def test_the_leftmost_table_is_the_source(
    text: str, qualified: str, source: tuple[str, str] | None
) -> None:
    query = read_view_query(text, "db", lambda name: name.table == "dim")
    assert query.text == qualified
    assert query.source == (None if source is None else Name(*source))
    assert read_view_query(qualified, "elsewhere", lambda _: False) == query


@pytest.mark.parametrize(
    "text",
    [
        "SELECT k FROM s FINAL",
        "SELECT k FROM s SAMPLE 0.1",
        "SELECT k FROM s PREWHERE k = 1",
        "SELECT k FROM (SELECT k FROM s FINAL)",
        "SELECT k FROM (SELECT k FROM s PREWHERE k = 1)",
        "SELECT k FROM s UNION ALL SELECT k FROM dim FINAL",
        "SELECT s.k AS k FROM s JOIN s AS o FINAL ON s.k = o.k",
    ],
)
def test_what_sees_other_rows_than_the_block_is_refused(text: str) -> None:
    with pytest.raises(RmtError) as raised:
        read_view_query(text, "db", lambda _: False)
    assert raised.value.name == "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW"


@pytest.mark.parametrize(
    "text",
    [
        "SELECT k FROM s WHERE k IN (SELECT k FROM (SELECT k FROM dim FINAL))",
        "SELECT k FROM s JOIN dim FINAL USING (k)",
    ],
)
def test_other_tables_may_be_read_with_final(text: str) -> None:
    assert read_view_query(text, "db", lambda _: False).source == Name("db", "s")


def test_a_view_is_shown_with_the_clauses_of_its_own_table() -> None:
    view = ViewDefinition("SELECT k FROM db.s", ("db", "s"))
    definition = TableDefinition((Column("k", "Int64"),), MATERIALIZED_VIEW, view=view, comment="c")
    table = Table(1, "u", "db", "v", definition, 0, 0.0)
    own = TableDefinition((Column("k", "Int64"),), "MergeTree", ("k",), ("k",))
    assert create_statement(table, own).split("\n") == [
        "CREATE MATERIALIZED VIEW db.v",
        "(",
        "    `k` Int64",
        ")",
        "ENGINE = MergeTree",
        "ORDER BY k",
        "SETTINGS index_granularity = 8192",
        "COMMENT 'c'",
        "AS SELECT k",
        "FROM db.s",
    ]
    assert engine_text(definition) == ""


def test_rows_of_a_view_are_known_by_what_they_are_made_of() -> None:
    window = {"non_replicated_deduplication_window": "5"}
    definition = TableDefinition((Column("k", "Int64"),), "MergeTree", settings=window)
    settings = {
        "insert_deduplication_token": "",
        "deduplicate_insert": "enable",
        "insert_deduplicate": "1",
        "deduplicate_insert_select": "enable_when_possible",
        "deduplicate_blocks_in_dependent_materialized_views": "1",
    }
    found = recognition_of_view(definition, settings, None, "block view")
    assert found is not None
    assert (found.token, found.window.blocks) == ("block view", 5)
    assert recognition_of_view(definition, settings, None, "") is None
    assert recognition_of_view(definition, settings, "SELECT rand()", "block view") is None
    without = {**settings, "deduplicate_blocks_in_dependent_materialized_views": "0"}
    assert recognition_of_view(definition, without, None, "block view") is None
