"""Patterns of SHOW … LIKE in Spark's signs."""

from __future__ import annotations

import pytest

from rmt_engine.sql.grammar.show_like import with_sparks_pattern


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
    assert with_sparks_pattern(text) == wanted
