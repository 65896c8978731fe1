"""Queries inside statements of Spark's."""

import pytest

from rmt_engine.sql.grammar.inner_query import statement_with_query


@pytest.mark.parametrize(
    ("head", "query"),
    [
        ("", "SELECT 1"),
        ("", "(SELECT 1)"),
        ("", "WITH q AS (SELECT 1) SELECT * FROM q"),
        ("EXPLAIN ", "SELECT 1"),
        ("EXPLAIN FORMATTED ", "SELECT 1"),
        ("CREATE VIEW v (a) AS ", "SELECT 1"),
        ("CACHE TABLE c AS ", "SELECT 1"),
        ("INSERT INTO s (a, b) ", "SELECT 1, 2"),
        ("INSERT INTO s ", "WITH q AS (SELECT 1) SELECT * FROM q"),
    ],
)
def test_a_query_is_found_behind_the_head_of_a_statement(head: str, query: str) -> None:
    found = statement_with_query(head + query)
    assert found is not None
    assert (found.head, found.query.strip()) == (head, query)


@pytest.mark.parametrize("insert", ["INSERT INTO s", "INSERT INTO s (a)", "INSERT OVERWRITE s"])
def test_an_insert_may_stand_behind_with(insert: str) -> None:
    statement = f"WITH q AS (SELECT 1 AS a)\n{insert} SELECT a FROM q"
    found = statement_with_query(statement)
    assert found is not None
    assert found.head.strip() == insert
    assert found.query.split() == "WITH q AS (SELECT 1 AS a) SELECT a FROM q".split()
    assert found.query.index("SELECT a") == statement.index("SELECT a")


def test_a_query_keeps_its_line_and_column() -> None:
    statement = "CREATE VIEW v AS\n  -- of one\n  SELECT x"
    found = statement_with_query(statement)
    assert found is not None
    assert len(found.query) == len(statement)
    assert found.query.index("SELECT") == statement.index("SELECT")
    assert found.query.count("\n") == 2
    assert found.creates_view


@pytest.mark.parametrize("statement", ["SHOW TABLES", "CREATE TABLE t (a INT)", "'", "INSERT"])
def test_other_statements_have_no_query(statement: str) -> None:
    assert statement_with_query(statement) is None


@pytest.mark.parametrize(
    ("text", "head", "query"),
    [
        (
            "CREATE VIEW v AS SELECT a FROM t COMMENT 'x';",
            "CREATE VIEW v COMMENT 'x' AS ",
            "SELECT a FROM t",
        ),
        (
            "CREATE VIEW v (a UInt8)\nAS (SELECT 1) COMMENT 'it''s'",
            "CREATE VIEW v (a UInt8) COMMENT 'it\\'s'\nAS ",
            "(SELECT 1)",
        ),
        ("CREATE VIEW v AS SELECT comment FROM t", "CREATE VIEW v AS ", "SELECT comment FROM t"),
        ("CREATE VIEW v AS SELECT 1 ;;", "CREATE VIEW v AS ", "SELECT 1"),
        ("CREATE VIEW v AS SELECT 1;;;", "CREATE VIEW v AS ", "SELECT 1"),
        ("CREATE VIEW v AS SELECT 1 COMMENT ';';", "CREATE VIEW v COMMENT ';' AS ", "SELECT 1"),
    ],
)
def test_a_comment_behind_the_query_of_a_view_stands_before_it(
    text: str, head: str, query: str
) -> None:
    found = statement_with_query(text)
    assert found is not None
    assert found.head == head
    assert found.query.strip(" ;\n") == query
    assert found.text.strip(" ;") == head + query
