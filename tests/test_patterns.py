"""What reads a text takes time in proportion to it, whatever the text is.

It would hold the lock of Python meanwhile. What takes quadratic time runs into the timeout.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rmt_engine.spark.activity import _STACK_TRACE
from rmt_engine.spark.executor import _query_start
from rmt_engine.sql.aliases import may_filter_by_alias
from rmt_engine.sql.casts import data_error


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("read", "text"),
    [
        pytest.param(lambda text: _STACK_TRACE.sub("", text), "\n" * 400_000, id="lines"),
        pytest.param(lambda text: _STACK_TRACE.sub("", text), "\n " * 200_000, id="blank lines"),
        pytest.param(data_error, "<rmt-data-error:A>" * 100_000, id="marks that do not end"),
        pytest.param(may_filter_by_alias, "WHERE " + "'\\'" * 100_000, id="escaped quotes"),
        pytest.param(_query_start, "CREATE VIEW v" + " AS /*" * 40_000, id="open comments"),
        pytest.param(_query_start, "CREATE VIEW v" + " AS" * 100_000, id="many AS"),
    ],
)
def test_long_texts_are_read_in_time(read: Callable[[str], object], text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("SELECT 1", "SELECT 1"),
        ("EXPLAIN SELECT 1", "SELECT 1"),
        (
            "explain /* a */ formatted\nWITH a AS (SELECT 1) SELECT 2",
            "WITH a AS (SELECT 1) SELECT 2",
        ),
        ("CREATE VIEW v AS SELECT 1 AS (x)", "SELECT 1 AS (x)"),
        ("-- AS (no)\nCREATE OR REPLACE VIEW v COMMENT ' AS SELECT' AS (SELECT 1)", "(SELECT 1)"),
        ("CREATE VIEW `AS (` AS WITH 1 AS x SELECT x", "WITH 1 AS x SELECT x"),
        ("CREATE TABLE t (k Int8)", "CREATE TABLE t (k Int8)"),
        ("EXPLAIN", "EXPLAIN"),
        ("CREATE VIEW v AS SELECT 'no end", "CREATE VIEW v AS SELECT 'no end"),
    ],
)
def test_the_query_of_a_statement_is_found(text: str, query: str) -> None:
    assert text[_query_start(text) :] == query


def test_a_stack_trace_is_cut_off() -> None:
    text = "first\n\nsecond\n\tat org.apache.spark.A(B.scala:1)\n\tat java.lang.C"
    assert _STACK_TRACE.sub("", text) == "first\n\nsecond"
