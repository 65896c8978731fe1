"""What nests too deep for Spark's parser."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.nesting import check_nesting

_N = 1_001


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "(" * _N + "1" + ")" * _N,
        "SELECT " + "(" * _N,
        "SELECT " + "array(" * _N + "1" + ")" * _N,
        "SELECT a" + "[b" * _N + "]" * _N,
        "SELECT CAST(1 AS " + "ARRAY<" * _N + "INT" + ">" * _N + ")",
        "SELECT " + "CASE WHEN a THEN " * _N + "1" + " END" * _N,
        "SELECT " + "NOT " * _N + "true",
        "SELECT " + "- " * _N + "1",
        "SELECT '(' , " + "(" * _N,
        "SELECT " + "(a > " * _N,
        "SELECT " + "(CASE WHEN a THEN END " * _N,
        "SELECT r'\\', " + "(" * _N,
        "/*" * 17 + "*/" * 17 + "SELECT 1",
        "/*" * 100_000,
    ],
    ids=lambda text: text[:25],
)
def test_is_refused(text: str) -> None:
    with pytest.raises(RmtError, match="nested deeper") as raised:
        check_nesting(text)
    assert raised.value.name == "TOO_DEEP_RECURSION"


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "(" * 1_000 + "1" + ")" * 1_000,
        "SELECT " + "(1), " * 5_000 + "1",
        "SELECT " + "a[1], " * 5_000 + "1",
        "SELECT " + "CASE WHEN a < 1 THEN b ELSE c END, " * 900 + "1",
        "SELECT " + "CASE WHEN a < 1 THEN b ELSE c END, " * 5_000 + "1",
        "SELECT 1 WHERE " + "a < 1 OR " * 5_000 + "a > 2",
        "SELECT " + "CAST(a AS ARRAY<MAP<INT, STRUCT<b: INT>>>), " * 5_000 + "1",
        "SELECT '" + "(" * 5_000 + "'",
        'SELECT "' + "[" * 5_000 + '"',
        "SELECT `" + "(" * 5_000 + "`",
        "SELECT 1 -- " + "(" * 5_000,
        "SELECT 1 /* " + "(" * 5_000 + " */",
        "SELECT " + "1 - " * 5_000 + "1",
        "SELECT '/a/*', " * 500,
        "SELECT 'it\\'s', " + "'(', " * 5_000,
        "/* /* inner */ outer */ " * 500 + "SELECT 1",
    ],
    ids=lambda text: text[:25],
)
def test_is_let_through(text: str) -> None:
    check_nesting(text)
