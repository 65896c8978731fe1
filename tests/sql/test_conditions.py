"""Which parts of a statement may be numbers where conditions are wanted."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from rmt_engine.sql.conditions import condition_edits
from rmt_engine.sql.tokens import splice, tokenize


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("WHERE a", "WHERE [a]"),
        ("WHERE NOT NOT a", "WHERE NOT NOT [a]"),
        ("WHERE ((a) OR NOT (b))", "WHERE (([a]) OR NOT ([b]))"),
        ("WHERE t.a AND db.t.`b`", "WHERE [t.a] AND [db.t.`b`]"),
        ("WHERE a AND b OR c", "WHERE [a] AND [b] OR [c]"),
        ("WHERE a = 1 AND b", "WHERE a = 1 AND [b]"),
        ("WHERE a BETWEEN 1 AND b", "WHERE a BETWEEN 1 AND b"),
        ("WHERE a BETWEEN 1 AND b AND c", "WHERE a BETWEEN 1 AND b AND [c]"),
        ("WHERE a NOT BETWEEN b AND c OR d", "WHERE a NOT BETWEEN b AND c OR [d]"),
        ("WHERE a IN (b)", "WHERE a IN (b)"),
        ("WHERE a NOT IN (b) AND (c)", "WHERE a NOT IN (b) AND ([c])"),
        ("WHERE f(a) OR f(b AND c)", "WHERE [f(a)] OR [f([b] AND [c])]"),
        ("WHERE (a + b)", "WHERE ([a + b])"),
        ("WHERE a % 2 AND -b * c", "WHERE [a % 2] AND [-b * c]"),
        ("WHERE (a) = (b)", "WHERE (a) = (b)"),
        ("WHERE (SELECT a)", "WHERE (SELECT a)"),
        ("WHERE EXISTS (SELECT 1 WHERE a)", "WHERE EXISTS (SELECT 1 WHERE [a])"),
        ("WHERE CASE WHEN a AND b THEN c END AND d", "WHERE [CASE WHEN [a] AND [b] THEN c END] AND [d]"),
        ("SELECT CASE a WHEN b THEN c ELSE NOT d END", "SELECT CASE a WHEN b THEN c ELSE NOT [d] END"),
        ("WHERE a IS NOT NULL OR b LIKE 'x'", "WHERE a IS NOT NULL OR b LIKE 'x'"),
        ("WHERE 'a' OR 1 OR true AND NULL", "WHERE 'a' OR [1] OR true AND NULL"),
        ("WHERE has(a, 1) AND startsWith(b, 'x') AND isNull(c)", "WHERE has(a, 1) AND startsWith(b, 'x') AND isNull(c)"),
        ("WHERE a = 1 + 1", "WHERE a = 1 + 1"),
        ("WHERE m[a] AND b::int", "WHERE [m[a]] AND [b::int]"),
        ("SELECT a AND b AS c, NOT d, e", "SELECT [a] AND [b] AS c, NOT [d], e"),
        ("SELECT and(a, b = 1, or(c, d)), not(e)", "SELECT rmt_and(a, b = 1, rmt_or(c, d)), not([e])"),
        ("SELECT if(a, b, c), f(a, b)", "SELECT if([a], b, c), f(a, b)"),
        ("SELECT 1 FROM t JOIN u ON t.a = u.a AND u.b WHERE c", "SELECT 1 FROM t JOIN u ON t.a = u.a AND [u.b] WHERE [c]"),
        ("SELECT sum(a) FILTER (WHERE b) OVER (ORDER BY c) AND d", "SELECT [sum(a) FILTER (WHERE [b]) OVER (ORDER BY c)] AND [d]"),
        ("GROUP BY a HAVING max(b) ORDER BY c", "GROUP BY a HAVING [max(b)] ORDER BY c"),
        ("SELECT filter(a, x -> x AND y)", "SELECT filter(a, x -> [x] AND [y])"),
        ("SELECT NOT a b FROM t", "SELECT NOT a b FROM t"),
        ("WHERE a AND", "WHERE [a] AND"),
        ("WHERE a IS NOT DISTINCT FROM b AND c", "WHERE a IS NOT DISTINCT FROM b AND [c]"),
        ("WHERE a IS DISTINCT FROM b OR c", "WHERE a IS DISTINCT FROM b OR [c]"),
        ("SELECT DISTINCT a AND b FROM t", "SELECT DISTINCT [a] AND [b] FROM t"),
        ("WHERE a = left(b) AND c", "WHERE a = left(b) AND [c]"),
        ("WHERE a = ? AND (b)", "WHERE a = ? AND ([b])"),
        ("FROM t LEFT JOIN u ON a AND b", "FROM t LEFT JOIN u ON [a] AND [b]"),
        ("CREATE OR REPLACE VIEW v AS SELECT a OR b FROM t", "CREATE OR REPLACE VIEW v AS SELECT [a] OR [b] FROM t"),
        ("CREATE TABLE IF NOT EXISTS v AS SELECT a WHERE b", "CREATE TABLE IF NOT EXISTS v AS SELECT a WHERE [b]"),
        ("", ""),
    ],
)  # fmt: skip
def test_what_may_be_a_number_is_found(text: str, wanted: str) -> None:
    found = splice(text, condition_edits(tokenize(text, "spark")))
    # Each call ends where its own parenthesis does.
    assert _marked(found) == wanted


def _marked(text: str) -> str:
    pieces, closers = [], []
    index = 0
    while index < len(text):
        if text.startswith("rmt_is_true(", index):
            pieces.append("[")
            closers.append("]")
            index += len("rmt_is_true(")
            continue
        if text[index] == "(":
            closers.append(")")
        pieces.append(closers.pop() if text[index] == ")" else text[index])
        index += 1
    return "".join(pieces)
