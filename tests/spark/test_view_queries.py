"""ClickHouse's query of a view goes with the view's text."""

from __future__ import annotations

import pytest

from rmt_engine.spark.session.view_queries import query_in_view, with_written_query
from rmt_engine.spark.session.view_types import types_in_view, with_types
from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.values.types import parse_type


@pytest.mark.parametrize(
    "query", ["SELECT a FROM db.t", "SELECT '*/ \"', `b\\`` /* why */ FROM t", "SELECT 'é\n'"]
)
def test_it_is_found_again(query: str) -> None:
    columns = [QueryColumn("a", "a", parse_type("UInt8"))]
    text = with_types(with_written_query("SELECT `a` AS `a` FROM x", query), columns)
    assert query_in_view(text) == query
    assert types_in_view(text) == [parse_type("UInt8")]
    assert (text.count("/*"), text.count("*/")) == (2, 2)


def test_a_text_of_sparks_has_none() -> None:
    assert query_in_view('SELECT 1 /* rmt written: "SELECT 2" */') == ""
