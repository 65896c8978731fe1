"""Queries inside statements of Spark's: where they begin."""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.tokens import Token, tokenize

__all__ = ["creates_view", "query_start"]

_EXPLAINED = ("EXTENDED", "FORMATTED", "COST", "CODEGEN")
_BEGINS = ("SELECT", "WITH", "FROM")


def query_start(text: str) -> int | None:
    """Where the query of a statement begins; None if the statement has none.

    Args:
        text: EXPLAIN, CREATE VIEW, CREATE TABLE … AS, INSERT INTO a table of Spark's, CACHE TABLE;
            a query begins where its text does.
    """
    try:
        tokens = tokenize(text, "spark")
    except RmtError:
        return None
    word = tokens[0].word if tokens else ""
    if _begins(tokens, 0):
        return tokens[0].start
    if word == "EXPLAIN":
        place = 2 if len(tokens) > 1 and tokens[1].word in _EXPLAINED else 1
        return tokens[place].start if _begins(tokens, place) else None
    if word in ("CREATE", "CACHE"):
        return _behind(tokens, "AS")
    if word == "INSERT":
        return _of_insert(tokens)
    return None


def creates_view(text: str) -> bool:
    """Whether a statement is CREATE VIEW, whose query is kept as it is."""
    words = [token.word for token in tokenize(text, "spark")[:8]]
    return words[:1] == ["CREATE"] and "VIEW" in words


def _begins(tokens: Sequence[Token], place: int) -> bool:
    """Whether a query begins at a token."""
    while place < len(tokens) and tokens[place].value == "(":
        place += 1
    return place < len(tokens) and tokens[place].word in _BEGINS


def _behind(tokens: Sequence[Token], word: str) -> int | None:
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.value == "(") - (token.value == ")")
        if token.word == word and not depth and _begins(tokens, place + 1):
            return tokens[place + 1].start
    return None


def _of_insert(tokens: Sequence[Token]) -> int | None:
    depth = 0
    for token in tokens:
        if not depth and token.word in _BEGINS:
            return token.start
        depth += (token.value == "(") - (token.value == ")")
    return None
