"""Reads what stands for several columns: `*`, `COLUMNS(…)`, with EXCEPT, REPLACE and APPLY.

Source: `ParserAsterisk` and `ParserColumnsTransformers` of ClickHouse.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from rmt_engine.sql.query.reading.cursor import ExpressionCursor
from rmt_engine.sql.query.tree import (
    Asterisk,
    ColumnChange,
    Columns,
    Expression,
    Identifier,
    Lambda,
    StarChange,
)
from rmt_engine.sql.text.tokens import Kind

__all__ = ["StarReader"]


class StarReader(ExpressionCursor, ABC):
    """Reads stars and what changes their columns."""

    @abstractmethod
    def _arguments(self) -> tuple[bool, list[Expression]]:
        """Reads `(…)` of a call: whether it says DISTINCT, and the arguments."""

    def _star(self, qualifier: tuple[str, ...]) -> Expression:
        """What follows `*`: a pattern of names, `* LIKE 'price_%'`, and what changes columns."""
        pattern = self.peek(1)
        word = next((one for one in ("LIKE", "ILIKE") if self.at(one)), None)
        if word is None or pattern is None or pattern.kind is not Kind.STRING:
            return Asterisk(qualifier, self._changes())
        self.position += 2
        signs = {"%": ".*", "_": "."}
        names = "".join(signs.get(sign, re.escape(sign)) for sign in pattern.value)
        flags = "(?i)" if word == "ILIKE" else ""
        return Columns(f"{flags}^{names}$", qualifier=qualifier, changes=self._changes())

    def _columns(self) -> Expression | None:
        """`COLUMNS('pattern')`, `COLUMNS(a, b)`."""
        self.position += 1
        if not self.accept("("):
            return None
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.position += 1
            self.expect(")")
            return Columns(token.value, changes=self._changes())
        names = []
        while True:
            start, parts = self.offset, [self.name_part("a column")]
            while self.accept("."):
                parts.append(self.name_part("a column"))
            names.append(Identifier(tuple(parts), at=start, end=self.previous_end))
            if not self.accept(","):
                break
        self.expect(")")
        return Columns(None, tuple(names), changes=self._changes())

    def _changes(self) -> list[ColumnChange]:
        """EXCEPT, REPLACE and APPLY, any number of them."""
        changes: list[ColumnChange] = []
        while True:
            start = self.offset
            following = self.peek(1)
            if self.at("EXCEPT") and not (
                following is not None
                and following.word in ("SELECT", "ALL", "DISTINCT", "WITH", "FROM")
            ):
                if self._query_at(1):
                    return changes
                change = self._except()
            elif self.at("REPLACE") and following is not None and following.value != ",":
                change = self._replace()
            elif self.at("APPLY"):
                change = self._apply()
            else:
                return changes
            change.at, change.end = start, self.previous_end
            changes.append(change)

    def _except(self) -> ColumnChange:
        self.expect("EXCEPT")
        is_strict = self.accept("STRICT")
        in_parentheses = self.accept("(")
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.position += 1
            if in_parentheses:
                self.expect(")")
            return ColumnChange(StarChange.EXCEPT, pattern=token.value)
        if not in_parentheses:
            return ColumnChange(
                StarChange.EXCEPT, names=(self.name_part("a column"),), is_strict=is_strict
            )
        names = [self.name_part("a column")]
        while self.accept(","):
            names.append(self.name_part("a column"))
        self.expect(")")
        return ColumnChange(StarChange.EXCEPT, names=tuple(names), is_strict=is_strict)

    def _replace(self) -> ColumnChange:
        self.expect("REPLACE")
        is_strict = self.accept("STRICT")
        in_parentheses = self.accept("(")
        values = []
        while True:
            value = self.expression()
            self.expect("AS")
            values.append((self.name_part("a column"), value))
            if not in_parentheses or not self.accept(","):
                break
        if in_parentheses:
            self.expect(")")
        return ColumnChange(StarChange.REPLACE, values=tuple(values), is_strict=is_strict)

    def _apply(self) -> ColumnChange:
        self.expect("APPLY")
        opened = 0
        while not self._at_lambda() and self.accept("("):
            opened += 1
        change = ColumnChange(StarChange.APPLY)
        if self._at_lambda():
            found = self.expression()
            assert isinstance(found, Lambda)
            change.applied = found
        else:
            change.function = self.name_part("a function")
            if self.at("("):
                _, change.parameters = self._arguments()
        if opened and self.accept(","):
            change.prefix = self.string("a prefix of columns' names")
        for _ in range(opened):
            self.expect(")")
        return change

    def _at_lambda(self) -> bool:
        if self._symbol_at(1, "->"):
            return True
        return self.at("(") and self._symbol_at(2, ")") and self._symbol_at(3, "->")
