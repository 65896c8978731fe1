"""Conditions: their bare numbers, true in ClickHouse when not 0, and where IN begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmt_engine.sql.tokens import Kind, Token

__all__ = ["bare_names", "in_operator"]

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def bare_names(tokens: Sequence[Token], first: int, stop: int) -> Iterator[tuple[int, int]]:
    """The operands of AND, OR and NOT in a condition that are nothing but a name or a number.

    Args:
        tokens: of the statement.
        first: where the condition begins.
        stop: where it ends.

    Yields:
        The first token of each name, and the one after its last.
    """
    for begin, end in _operands(tokens, first, stop):
        start = begin
        while start < end and tokens[start].word == "NOT":
            start += 1
        if _is_bare(tokens, start, end):
            yield start, end
        elif _is_parenthesized(tokens, start, end):
            yield from bare_names(tokens, start + 1, end - 1)


def in_operator(tokens: Sequence[Token], index: int) -> range:
    """The words of `[GLOBAL] [NOT] IN`, for the index of IN."""
    first = index - (index > 0 and tokens[index - 1].word == "NOT")
    return range(first - (first > 0 and tokens[first - 1].word == "GLOBAL"), index + 1)


def _operands(tokens: Sequence[Token], first: int, stop: int) -> Iterator[tuple[int, int]]:
    """What stands between AND and OR, outside parentheses and CASE."""
    start, depth, betweens = first, 0, 0
    for index in range(first, stop):
        token = tokens[index]
        depth += _nesting(token)
        if depth:
            continue
        if token.word == "BETWEEN":
            betweens += 1
        elif token.word == "AND" and betweens:
            betweens -= 1
        elif token.word in ("AND", "OR"):
            yield start, index
            start, betweens = index + 1, 0
    yield start, stop


def _nesting(token: Token) -> int:
    if token.kind is Kind.SYMBOL:
        return (token.value in _OPENING) - (token.value in _CLOSING)
    return {"CASE": 1, "END": -1}.get(token.word, 0)


def _is_bare(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether these tokens are `name`, `a.b.name` or `1`."""
    if end - start == 1 and tokens[start].kind is Kind.NUMBER:
        return True
    return (end - start) % 2 == 1 and all(
        tokens[index].is_identifier if (index - start) % 2 == 0 else tokens[index].value == "."
        for index in range(start, end)
    )


def _is_parenthesized(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether one pair of parentheses holds all of it, and no subquery."""
    if (
        end - start < 3
        or tokens[start].value != "("
        or tokens[start + 1].word in ("SELECT", "WITH")
    ):
        return False
    depth = 0
    for index in range(start, end - 1):
        depth += _nesting(tokens[index])
        if depth == 0:
            return False
    return tokens[end - 1].value == ")"
