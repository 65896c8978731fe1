"""EXPLAIN and DESCRIBE of queries, as ClickHouse has them.

Source: https://clickhouse.com/docs/sql-reference/statements/explain and `…/describe-table`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, tokenize

__all__ = ["Explained", "ExplainedQuery", "read_explained"]

_OTHERS = (("QUERY", "TREE"), ("PIPELINE",), ("TABLE", "OVERRIDE"), ("CURRENT", "TRANSACTION"))
_BEGINS = ("SELECT", "WITH", "FROM")


class Explained(Enum):
    """What is asked about a query."""

    SYNTAX = "SYNTAX"
    AST = "AST"
    PLAN = "PLAN"
    ESTIMATE = "ESTIMATE"
    COLUMNS = "DESCRIBE"


@dataclass(frozen=True)
class ExplainedQuery:
    """A question about a query, which is not run.

    Attributes:
        kind: what is asked.
        query: the query, in its place: spaces stand for what is before it.
        oneline: whether SYNTAX is to give one line.
    """

    kind: Explained
    query: str
    oneline: bool = False


def read_explained(text: str) -> ExplainedQuery | None:
    """Reads EXPLAIN SYNTAX, AST, PLAN or ESTIMATE, or DESCRIBE, of a query; None for all else.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, another kind of EXPLAIN, or an option that is not there.
    """
    try:
        cursor = Cursor(text, tokenize(text))
    except RmtError:
        return None
    if cursor.accept_any("DESCRIBE", "DESC") is not None:
        cursor.accept("TABLE")
        return _of_query(cursor, Explained.COLUMNS) if _at_query(cursor) else None
    if not cursor.accept("EXPLAIN"):
        return None
    for words in _OTHERS:
        if cursor.at(*words):
            raise unsupported(f"EXPLAIN {' '.join(words)}")
    word = cursor.accept_any("SYNTAX", "AST", "PLAN", "ESTIMATE")
    if word is None:
        return None
    kind = Explained(word)
    following = cursor.peek(1)
    has_options = following is not None and following.value == "="
    options = parse_assignments(cursor) if has_options else {}
    for name in options:
        if (kind, name) != (Explained.SYNTAX, "oneline"):
            raise unsupported(f"The option {name} of EXPLAIN {word}")
    if not _at_query(cursor):
        raise unsupported(f"EXPLAIN {word} of anything but a query")
    return _of_query(cursor, kind, oneline=options.get("oneline") == "1")


def _at_query(cursor: Cursor) -> bool:
    ahead = 0
    while (token := cursor.peek(ahead)) is not None and token.value == "(":
        ahead += 1
    return token is not None and token.word in _BEGINS


def _of_query(cursor: Cursor, kind: Explained, *, oneline: bool = False) -> ExplainedQuery:
    start = cursor.offset
    blank = "".join(c if c.isspace() else " " for c in cursor.text[:start])
    return ExplainedQuery(kind, blank + cursor.text[start:], oneline)
