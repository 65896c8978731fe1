"""The queries of a statement: where each SELECT begins and ends, and where its clauses are."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rmt_engine.sql.tokens import Kind, Token, tokenize

__all__ = [
    "LONGEST_EXPRESSION",
    "Columns",
    "QueryBlock",
    "QueryText",
    "closing",
    "closings",
    "list_items",
    "openings",
    "query_blocks",
]

_CLAUSES = frozenset(
    """SELECT FROM PREWHERE WHERE GROUP HAVING WINDOW QUALIFY ORDER LIMIT OFFSET SETTINGS
    FORMAT""".split()
)
_SET_OPERATIONS = frozenset(("UNION", "INTERSECT", "EXCEPT", "MINUS"))
LONGEST_EXPRESSION = 1_000_000
"""Characters: expressions that are put into one another double each time."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass
class QueryBlock:
    """One SELECT, with its WITH: `tokens[first:stop]`.

    Attributes:
        first: the index of its first token, WITH or SELECT.
        stop: the index after its last one.
        clauses: where each clause starts, by its first word.
    """

    first: int
    stop: int = 0
    clauses: dict[str, int] = field(default_factory=dict)

    def clause(self, word: str) -> range:
        """The indexes of a clause's tokens, without its first word; empty when it has none."""
        at = self.clauses.get(word)
        if at is None:
            return range(0)
        later = [other for other in self.clauses.values() if other > at]
        return range(at + 1, min(later, default=self.stop))


Columns = Callable[[str], Sequence[str]]
"""Names the columns of a query."""


@dataclass(frozen=True)
class QueryText:
    """A statement that holds queries.

    Attributes:
        text: the statement.
        columns: names the columns of a query.
    """

    text: str
    columns: Columns

    @functools.cached_property
    def tokens(self) -> list[Token]:
        """Its tokens."""
        return tokenize(self.text, "spark")

    @functools.cached_property
    def blocks(self) -> list[QueryBlock]:
        """Its queries, inner ones before outer ones."""
        return query_blocks(self.tokens)

    def between(self, first: int, last: int) -> str:
        """The text from one token to another, both included."""
        return self.text[self.tokens[first].start : self.tokens[last].end]


def query_blocks(tokens: Sequence[Token]) -> list[QueryBlock]:
    """The queries of a statement, in the order of their ends: inner ones before outer ones."""
    return list(_blocks(tokens))


def _blocks(tokens: Sequence[Token]) -> Iterator[QueryBlock]:
    scopes: list[QueryBlock | None] = [None]
    open_at: list[int] = []
    closed_at = 0
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            scopes.append(None)
            open_at.append(index)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING and open_at:
            yield from _ended(scopes.pop(), index)
            closed_at = open_at.pop()
        elif token.kind is Kind.SYMBOL and token.value == ";":
            yield from _ended(scopes[-1], index)
            scopes[-1] = None
        elif index and tokens[index - 1].value == ".":
            continue
        elif _is_set_operation(tokens, index, closed_at):
            yield from _ended(scopes[-1], index)
            scopes[-1] = None
        else:
            scopes[-1] = _noted(scopes[-1], token.word, index)
    while scopes:
        yield from _ended(scopes.pop(), len(tokens))


def _noted(block: QueryBlock | None, word: str, index: int) -> QueryBlock | None:
    if block is None:
        if word not in ("WITH", "SELECT"):
            return None
        block = QueryBlock(index)
    if word in _CLAUSES:
        block.clauses.setdefault(word, index)
    return block


def _ended(block: QueryBlock | None, stop: int) -> Iterator[QueryBlock]:
    if block is not None and "SELECT" in block.clauses:
        block.stop = stop
        yield block


def _is_set_operation(tokens: Sequence[Token], index: int, bracket: int) -> bool:
    """Whether a token is UNION or its like, not EXCEPT behind `*` or `COLUMNS(…)`.

    Args:
        tokens: of the statement.
        index: the token's.
        bracket: the opening bracket's of the pair that was closed last.
    """
    if tokens[index].word not in _SET_OPERATIONS:
        return False
    before = tokens[index - 1].value if index else ""
    is_columns = before == ")" and bracket > 0 and tokens[bracket - 1].word == "COLUMNS"
    return before != "*" and not is_columns


def closing(tokens: Sequence[Token], at: int) -> int:
    """The index of the bracket that closes the one at an index; the last token's without one."""
    depth = 0
    for index in range(at, len(tokens)):
        if tokens[index].kind is Kind.SYMBOL:
            depth += (tokens[index].value in _OPENING) - (tokens[index].value in _CLOSING)
        if depth == 0:
            return index
    return len(tokens) - 1


def closings(tokens: Sequence[Token]) -> dict[int, int]:
    """The index of the closing bracket of each opening one that has one, in one pass."""
    found: dict[int, int] = {}
    open_at: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            open_at.append(index)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING and open_at:
            found[open_at.pop()] = index
    return found


def openings(tokens: Sequence[Token]) -> dict[int, int]:
    """The index of the opening bracket of each closing one that has one, in one pass."""
    return {last: first for first, last in closings(tokens).items()}


def list_items(tokens: Sequence[Token], indexes: range) -> list[range]:
    """The elements of a list, split at the commas outside brackets."""
    items: list[range] = []
    start = at = indexes.start
    while at < indexes.stop:
        token = tokens[at]
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            at = closing(tokens, at)
        elif token.kind is Kind.SYMBOL and token.value == ",":
            items.append(range(start, at))
            start = at + 1
        at += 1
    items.append(range(start, indexes.stop))
    return items
