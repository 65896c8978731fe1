"""What is too long, too deep or too large a statement."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.limits import PARSER_LIMITS, check_limits
from rmt_engine.sql.settings.declared import SESSION_SETTINGS

DEFAULTS = {name: SESSION_SETTINGS[name].default for name in PARSER_LIMITS}
LONG = "a" * 300_000


def _refused(text: str, **settings: int) -> str | None:
    values = {**DEFAULTS, **{name: str(value) for name, value in settings.items()}}
    try:
        check_limits(text, values)
    except RmtError as error:
        return error.name
    return None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"SELECT length('{LONG}')", "SYNTAX_ERROR"),
        (f"SELECT '{'é' * 140_000}'", "SYNTAX_ERROR"),
        (f"SELECT '{'a' * 262_000}'", None),
        (f"INSERT INTO t SELECT '{LONG}'", "SYNTAX_ERROR"),
        (f"INSERT INTO t VALUES ('{LONG}')", None),
        (f"INSERT INTO t (k, `values`) SETTINGS a = 1 VALUES ('{LONG}')", None),
        (f"INSERT INTO t FORMAT CSV\n{LONG}", None),
        (f"INSERT INTO t ({'column, ' * 1_000}k) VALUES ('{LONG}')", None),
        (f"INSERT INTO t ({'k, ' * 100_000}k) VALUES (1)", "SYNTAX_ERROR"),
        (f"WITH '{LONG}' AS x INSERT INTO t VALUES (1)", "SYNTAX_ERROR"),
        ("SELECT " + ", ".join("1+1" for _ in range(20_000)), "TOO_BIG_AST"),
        ("SELECT 1 IN (" + ",".join(["1"] * 60_000) + ")", None),
        ("SELECT 1 IN (" + ",".join(["'a'"] * 60_000) + ")", None),
        ("SELECT [" + ",".join(["a"] * 60_000) + "]", "TOO_BIG_AST"),
        ("SELECT '" + "a b " * 50_000 + "'", None),
        ("SELECT " + "(" * 1_001 + "1" + ")" * 1_001, "TOO_DEEP_RECURSION"),
        ("INSERT INTO t VALUES " + "(1)," * 50_000 + "(2)", None),
        ("SELECT 'no end" + "a b " * 20_000, None),
    ],
    ids=lambda value: str(value)[:30],
)
@pytest.mark.sample(6)
def test_clickhouses_defaults(text: str, error: str | None) -> None:
    assert _refused(text) == error


def test_limits_can_be_set() -> None:
    assert _refused(f"SELECT '{LONG}'", max_query_size=400_000) is None
    assert _refused(f"SELECT '{LONG}'", max_query_size=0) is None
    assert _refused("SELECT 1", max_query_size=5) == "SYNTAX_ERROR"
    assert _refused("SELECT 1, 2, 3", max_query_size=14) is None
    assert _refused("SELECT a + b", max_ast_elements=3) == "TOO_BIG_AST"
    assert _refused("SELECT a + b", max_ast_elements=4) is None
    assert _refused("SELECT " + "a + " * 60_000 + "1", max_ast_elements=0) is None
    assert _refused("SELECT " + "(" * 11 + "1" + ")" * 11, max_parser_depth=10) is not None
    assert _refused("SELECT " + "(" * 10 + "1" + ")" * 10, max_parser_depth=10) is None
    assert _refused("SELECT " + "(" * 1_001, max_parser_depth=5_000) == "TOO_DEEP_RECURSION"
    assert _refused("SELECT " + "(" * 1_001, max_parser_depth=0) is None


def test_the_messages_say_what_to_do() -> None:
    with pytest.raises(RmtError, match=r"Max query size exceeded.* 262144 bytes.*SET max_query"):
        check_limits(f"SELECT '{LONG}'", DEFAULTS)
    with pytest.raises(RmtError, match=r"AST is too big. Maximum: 50000"):
        check_limits("SELECT " + "a, " * 60_000 + "b", DEFAULTS)
