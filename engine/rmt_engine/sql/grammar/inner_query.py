"""Queries inside statements of Spark's: where they begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.text.tokens import Kind, Token, tokenize

__all__ = ["StatementWithQuery", "statement_with_query"]

_EXPLAINED = ("EXTENDED", "FORMATTED", "COST", "CODEGEN")
_BEGINS = ("SELECT", "WITH", "FROM")
_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True)
class StatementWithQuery:
    """A statement of Spark's, divided into its query and what stands before it.

    Attributes:
        head: what the statement has beside the query; empty if the query is all of it.
        query: the query, in its place: spaces stand for the rest, so that messages about it name
            the line and the column of the statement.
        text: all of it, as Spark reads it: ClickHouse's COMMENT behind the query of a view stands
            in the head.
    """

    head: str
    query: str
    text: str

    @property
    def creates_view(self) -> bool:
        """Whether it is CREATE VIEW, whose query is kept as it is."""
        words = self._words
        return words[:1] == ["CREATE"] and "VIEW" in words

    @property
    def is_kept(self) -> bool:
        """Whether the query's rows or its text are kept: EXPLAIN shows how a query is answered."""
        return bool(self.head) and self._words[:1] != ["EXPLAIN"]

    @property
    def is_temporary(self) -> bool:
        """Whether it creates a view that ends with the session."""
        words = self._words
        before = words[: words.index("VIEW")] if "VIEW" in words else []
        return "GLOBAL" not in before and not {"TEMPORARY", "TEMP"}.isdisjoint(before)

    @property
    def _words(self) -> list[str]:
        """The first words, among them all before a name."""
        return [token.word for token in tokenize(self.head, "spark")[:8]]


def statement_with_query(text: str) -> StatementWithQuery | None:
    """Finds the query of a statement; None if it has none.

    Args:
        text: EXPLAIN, DESCRIBE QUERY, CREATE VIEW, CREATE TABLE … AS, INSERT INTO a table of
            Spark's, also behind WITH, CACHE TABLE; or a query.
    """
    try:
        tokens = tokenize(text, "spark")
    except RmtError:
        return None
    word = tokens[0].word if tokens else ""
    if _begins(tokens, 0):
        insert = _insert_behind_with(tokens) if word == "WITH" else None
        if insert is None:
            return StatementWithQuery("", text, text)
        start, end = insert
        return StatementWithQuery(
            text[start:end], text[:start] + _blank(text[start:end]) + text[end:], text
        )
    start_of_query: int | None = None
    if word == "EXPLAIN":
        place = 2 if len(tokens) > 1 and tokens[1].word in _EXPLAINED else 1
        start_of_query = tokens[place].start if _begins(tokens, place) else None
    elif word in ("DESCRIBE", "DESC"):
        place = 2 if len(tokens) > 1 and tokens[1].word == "QUERY" else 1
        start_of_query = tokens[place].start if _begins(tokens, place) else None
    elif word in ("CREATE", "CACHE"):
        start_of_query = _behind(tokens, "AS")
    elif word == "INSERT":
        start_of_query = _of_insert(tokens)
    if start_of_query is None:
        return None
    head = text[:start_of_query]
    found = StatementWithQuery(head, _blank(head) + text[start_of_query:], text)
    return _with_comment_first(found) if found.creates_view else found


def _with_comment_first(statement: StatementWithQuery) -> StatementWithQuery:
    """A CREATE VIEW with the comment before AS that stands behind its query."""
    try:
        tokens = tokenize(statement.text)
    except RmtError:
        return statement
    word, comment = [token for token in tokens if token.mark != ";"][-2:]
    if word.word != "COMMENT" or comment.kind is not Kind.STRING:
        return statement
    head, text = statement.head, statement.text
    start = head.rstrip()[: -len("AS")].rstrip()
    head = f"{start} COMMENT {quote_string(comment.value)}{head[len(start) :]}"
    end = _blank(text[word.start : comment.end])
    query = statement.query[: word.start] + end + statement.query[comment.end :]
    return StatementWithQuery(head, query, head + query[len(statement.head) :])


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)


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


def _insert_behind_with(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where `INSERT INTO t (a)` begins and ends in `WITH … INSERT INTO t (a) SELECT …`."""
    depth = 0
    for place, token in enumerate(tokens):
        following = tokens[place + 1].word if place + 1 < len(tokens) else ""
        if not depth and token.word == "INSERT" and following in ("INTO", "OVERWRITE", "TABLE"):
            end = _of_insert(tokens[place:])
            return None if end is None else (token.start, end)
        depth += (token.value == "(") - (token.value == ")")
    return None
