from __future__ import annotations

import pytest

from rmt_engine.sql.conditions import bare_names
from rmt_engine.sql.tokens import tokenize


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("a", ["a"]),
        ("NOT a", ["a"]),
        ("NOT NOT a", ["a"]),
        ("(a)", ["a"]),
        ("((a) OR NOT (b))", ["a", "b"]),
        ("t.a AND db.t.`b`", ["t.a", "db.t.`b`"]),
        ("a AND b OR c", ["a", "b", "c"]),
        ("a = 1 AND b", ["b"]),
        ("a BETWEEN 1 AND b", []),
        ("a BETWEEN 1 AND b AND c", ["c"]),
        ("a BETWEEN b AND c OR d", ["d"]),
        ("a IN (b)", []),
        ("a IN (b) AND (c)", ["c"]),
        ("f(a) OR f(b AND c)", []),
        ("(a + b)", []),
        ("(a) = (b)", []),
        ("(SELECT a)", []),
        ("EXISTS (SELECT 1 WHERE a)", []),
        ("CASE WHEN a AND b THEN c END AND d", ["d"]),
        ("a IS NULL OR b LIKE 'x'", []),
        ("'a' OR 1", ["1"]),
        ("1", ["1"]),
        ("a = 1 AND NOT 0", ["0"]),
        ("a = 1 + 1", []),
        ("m[a] AND b", ["b"]),
        ("", []),
    ],
)
def test_only_a_name_between_and_or_and_not_is_bare(condition: str, names: list[str]) -> None:
    tokens = tokenize(condition, "spark")
    found = bare_names(tokens, 0, len(tokens))
    places = [(tokens[first].start, tokens[stop - 1].end) for first, stop in found]
    assert [condition[start:end] for start, end in places] == names
