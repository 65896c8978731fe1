"""How long, how deep and how large a statement may be: ClickHouse's limits of what it parses.

They keep one client's statement from taking the memory that all clients share. The rows of an
INSERT are no part of what `max_query_size` limits: they are read in pieces.

Source: https://clickhouse.com/docs/operations/settings/settings#max_query_size and below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.insert import start_of_rows
from rmt_engine.sql.text.nesting import DEEPEST, check_nesting
from rmt_engine.sql.text.tokens import Kind, Token, tokenize

__all__ = ["PARSER_LIMITS", "check_limits"]

PARSER_LIMITS = ("max_query_size", "max_parser_depth", "max_ast_elements")
"""The settings that `check_limits` reads; 0 is no limit."""

_MOST_BYTES_OF_A_CHARACTER = 4
_NO_ELEMENTS = frozenset("(),;.[]{}")


def check_limits(text: str, settings: Mapping[str, str]) -> None:
    """Refuses a statement that is too long, too deep or too large.

    A statement that is shorter than its limits is not looked into.

    Args:
        text: a statement of any kind.
        settings: the values of `PARSER_LIMITS`.

    Raises:
        RmtError: `SYNTAX_ERROR`, `TOO_DEEP_RECURSION` or `TOO_BIG_AST`, as in ClickHouse.
    """
    bytes_, depth, elements = (int(settings[name]) for name in PARSER_LIMITS)
    may_be_long = bytes_ and len(text) * _MOST_BYTES_OF_A_CHARACTER > bytes_
    may_be_deep = depth and len(text) > min(depth, DEEPEST)
    may_be_large = elements and len(text) > elements
    if not (may_be_long or may_be_deep or may_be_large):
        return
    query = text[: start_of_rows(text) or None]
    if may_be_long and len(query.encode(errors="replace")) > bytes_:
        raise RmtError(
            "SYNTAX_ERROR",
            f"Max query size exceeded: the statement is longer than {bytes_} bytes.",
            "SET max_query_size allows more; the rows of INSERT … VALUES do not count.",
        )
    if may_be_deep:
        check_nesting(query, depth)
    if may_be_large and len(query) > elements and _elements(query) > elements:
        raise RmtError(
            "TOO_BIG_AST",
            f"AST is too big. Maximum: {elements}.",
            "Put long lists into a table, or SET max_ast_elements.",
        )


def _elements(query: str) -> int:
    """About how many nodes ClickHouse's tree of a query has; a list of literals is one."""
    try:
        tokens = tokenize(query, "spark")
    except RmtError:
        return 0
    return sum(_is_element(tokens, at) for at in range(len(tokens)))


def _is_element(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind is Kind.SYMBOL:
        return token.value not in _NO_ELEMENTS
    if token.kind not in (Kind.STRING, Kind.NUMBER) or not 1 < at < len(tokens) - 1:
        return True
    is_listed = tokens[at - 1].value == "," and tokens[at + 1].value in (",", ")", "]")
    return not (is_listed and tokens[at - 2].kind is token.kind)
