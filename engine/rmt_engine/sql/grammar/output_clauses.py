"""Reads `FORMAT name` and `SETTINGS …` at the end of statements that have no clauses of their own.

Source of the grammar: ClickHouse's `ParserQueryWithOutput`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.formats import FORMATS
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.tokens import Cursor, Token, tokenize

__all__ = ["take_output_clauses"]


def take_output_clauses(text: str) -> tuple[str, dict[str, str], bool]:
    """Takes the clauses off a statement.

    Returns:
        The statement without them, the settings, and whether its rows are wanted: `FORMAT Null`
        wants none.

    Raises:
        RmtError: `UNKNOWN_FORMAT`; `SYNTAX_ERROR`, a setting without a value.
    """
    tokens = tokenize(text)
    at = next((i for i in _outside_brackets(tokens) if _begins(tokens, i)), None)
    if at is None:
        return text, {}, True
    cursor = Cursor(text, tokens, at)
    settings: dict[str, str] = {}
    wanted = True
    while not cursor.done and not cursor.at(";"):
        if cursor.accept("SETTINGS"):
            settings |= parse_assignments(cursor)
            continue
        cursor.expect("FORMAT")
        name = cursor.identifier("a format")
        if name.lower() not in FORMATS:
            raise RmtError("UNKNOWN_FORMAT", f"Unknown format {name}.")
        wanted = wanted and name.lower() != "null"
    cursor.end()
    return text[: tokens[at - 1].end], settings, wanted


def _outside_brackets(tokens: Sequence[Token]) -> Iterator[int]:
    """The places behind the first word that are in no brackets: a query in them has its own."""
    depth = 0
    for place, token in enumerate(tokens):
        if token.value == ")":
            depth -= 1
        if place > 0 and depth == 0:
            yield place
        if token.value == "(":
            depth += 1


def _begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause begins here; a table may be called `format` or `settings`."""
    after = [token.value for token in tokens[at + 1 : at + 4]]
    if tokens[at].word == "SETTINGS":
        return after[1:2] == ["="]
    ends = not after[1:] or after[1] == ";" or after[1].upper() in ("SETTINGS", "FORMAT")
    return tokens[at].word == "FORMAT" and bool(after) and after[0] != ";" and ends
