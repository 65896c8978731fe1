"""What all readers of parts of expressions share: lists, aliases, names, and a look ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NoReturn

from rmt_engine.sql.query.reading.words import NO_ALIAS
from rmt_engine.sql.query.tree import Alias, Call, Expression, Query
from rmt_engine.sql.text.tokens import DIGIT_NAME, Cursor, Kind

__all__ = [
    "AND",
    "BETWEEN",
    "COMPARED",
    "IS",
    "JOINED",
    "OR",
    "PRODUCT",
    "SIGN",
    "SUM",
    "TERNARY",
    "ExpressionCursor",
    "SparksOwn",
]


class SparksOwn(Exception):  # noqa: N818
    """A word that only Spark's grammar has: the statement is Spark's."""


TERNARY, OR, AND, NOT, IS, BETWEEN, COMPARED, JOINED, SUM, PRODUCT, SIGN = range(2, 13)
"""How strongly operators bind, weakest first."""

_BINARY = ("=", "==", "!=", "<>", "<", ">", "<=", ">=", "<=>", "*", "/", "%", "||", "::")
"""Operators that stand between two operands only."""
_SPARKS_OPERATORS = ("&", "|", "^", "~")
_SPARKS_SHIFTS = ("<<", ">>")


class ExpressionCursor(Cursor, ABC):
    """Reads what expressions are put together with; subclasses read the expressions."""

    def fail(self, why: str) -> NoReturn:
        """Raises `SYNTAX_ERROR` at the next token.

        Raises:
            SparksOwn: it is an operator that only Spark has.
        """
        token = self.peek()
        if token is not None and token.kind is Kind.SYMBOL:
            both = self.text[max(token.start - 1, 0) : token.end]
            if token.value in _SPARKS_OPERATORS or both in _SPARKS_SHIFTS:
                raise SparksOwn(token.value)
        super().fail(why)

    @abstractmethod
    def query(self) -> Query:
        """Reads a query up to what cannot belong to it."""

    @abstractmethod
    def at_query(self) -> bool:
        """Whether a query begins here, perhaps behind parentheses."""

    @abstractmethod
    def expression(self, weakest: int = TERNARY) -> Expression:
        """Reads an expression whose operators bind as strongly as this, or more."""

    @abstractmethod
    def type_text(self) -> str:
        """Reads a type, one blank between its words."""

    def expressions(self, *, bare_aliases: bool = False) -> list[Expression]:
        """Reads `a, b AS c, …`; a comma may stand at the end."""
        return self.listed(lambda _: self.aliased(bare=bare_aliases))

    def listed(self, read: Callable[[list[Expression]], Expression]) -> list[Expression]:
        """Reads what commas separate; one may stand at the end.

        Args:
            read: reads a member, given those before it, which it may take away.
        """
        found: list[Expression] = []
        while True:
            member = read(found)
            found.append(member)
            if not self.accept(",") or self._ends_list():
                return found

    def _ends_list(self) -> bool:
        token = self.peek()
        if token is None or self.at(")") or self.at("]"):
            return True
        following = self.peek(1)
        return token.word in ("FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "HAVING") and not (
            following is not None and following.value in (",", "(", ".", *_BINARY)
        )

    def aliased(self, *, bare: bool = False) -> Expression:
        """Reads an expression and its alias.

        Args:
            bare: whether AS may be left out.
        """
        start = self.offset
        value = self.expression()
        if not (self.accept("AS") or (bare and self._at_bare_alias())):
            return value
        return Alias(value, self.alias(), at=start, end=self.previous_end)

    def alias(self) -> str:
        """Reads the name of an alias, which may be any word."""
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.fail("expected a name, in backticks if it needs quotes")
        return self.name_part("an alias")

    def name_part(self, what: str = "a name") -> str:
        """Reads a name, which may begin with a digit."""
        token = self.peek()
        if token is not None and (token.is_identifier or DIGIT_NAME.fullmatch(token.value)):
            self.position += 1
            return self.text[token.start : token.end] if not token.is_identifier else token.value
        return self.identifier(what)

    def _at_bare_alias(self) -> bool:
        token = self.peek()
        return token is not None and token.is_identifier and token.word not in NO_ALIAS

    def _is_call_or_name(self, ahead: int) -> bool:
        """Whether the word here is a name, for what follows is an operator or the end."""
        following = self.peek(ahead)
        if following is None:
            return True
        if following.kind is Kind.SYMBOL:
            return following.value in (",", ")", "=", ".", "<", ">", "]", ";", "!=", "<=", ">=")
        if following.word in ("AND", "OR"):
            return not self._symbol_at(ahead + 1, "(")
        return following.word in ("AS", "FROM", "IS", "ASC", "DESC")

    def _is_operand(self, ahead: int) -> bool:
        """Whether the word here, where an expression begins, is a name, for an operator follows."""
        following = self.peek(ahead)
        return following is not None and following.value in ("+", "-", *_BINARY)

    def _is_qualifier(self) -> bool:
        following = self.peek(1)
        return following is not None and following.value == "."

    def _symbol_at(self, ahead: int, symbol: str) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind is Kind.SYMBOL and token.value == symbol

    def _query_at(self, ahead: int) -> bool:
        here, self.position = self.position, self.position + ahead
        try:
            return self.at("(") and self.at_query()
        finally:
            self.position = here

    def _made(self, name: str, start: int, arguments: list[Expression]) -> Call:
        return Call(name, arguments, is_operator=True, at=start, end=self.previous_end)

    def _called(self, name: str, start: int, arguments: list[Expression]) -> Call:
        return Call(name, arguments, at=start, end=self.previous_end)
