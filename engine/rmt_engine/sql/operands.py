"""Where the operands of a statement's operators begin and end, as Spark's grammar has it.

Only what binds closer than a comparison is read: calls, elements, casts, products and sums.

Source: Spark's `SqlBaseParser.g4`, `valueExpression` and `primaryExpression`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rmt_engine.sql.query_blocks import closings
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["Operands", "Sum", "Term"]

_SIGNS = frozenset(("+", "-", "~"))
_OF_SUMS = frozenset(("+", "-", "||"))
_OF_PRODUCTS = frozenset(("*", "/", "%"))
_NO_OPERAND = frozenset(
    """ALL AND ANTI ANY AS ASC ASOF BETWEEN BY CROSS CUBE DELETE DESC DISTINCT DIV ELSE
    END EXCEPT FETCH FILTER FOLLOWING FORMAT FROM FULL GLOBAL GROUP GROUPING HAVING ILIKE IN INNER
    INSERT INTERSECT INTO IS JOIN LATERAL LIKE LIMIT MINUS NATURAL NOT NULLS OFFSET ON OR ORDER
    OUTER OVER PARTITION PIVOT PRECEDING PREWHERE QUALIFY RANGE RECURSIVE REGEXP RETURN RLIKE ROLLUP
    ROWS SELECT SEMI SET SETTINGS SETS TABLE TABLESAMPLE THEN UNION UNPIVOT USING VALUES VIEW WHEN
    WHERE WINDOW WITH""".split()
)
"""Words that are no names where an operand is expected, and that end one."""
_FUNCTIONS = frozenset("ANY FILTER GROUPING ILIKE LIKE MINUS RANGE REGEXP RLIKE WINDOW".split())
"""Those of them that are functions when a parenthesis follows."""
_TYPED_LITERALS = frozenset("DATE TIMESTAMP TIMESTAMP_LTZ TIMESTAMP_NTZ X".split())
_UNITS = frozenset(
    f"{unit}{plural}"
    for unit in """YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MILLISECOND MICROSECOND
    NANOSECOND""".split()
    for plural in ("", "S")
) | {"TO"}
"""Words of an interval."""
_AFTER_CALL = frozenset(("FILTER", "OVER", "WITHIN"))


@dataclass(frozen=True)
class Term:
    """An operand of a sum: `tokens[first:stop]`.

    Attributes:
        operator: the index of the sign before it; None for a sum's first term.
        first: the index of its first token.
        stop: the index after its last one.
    """

    operator: int | None
    first: int
    stop: int


Sum = Sequence[Term]


class Operands:
    """The operands of a statement.

    Args:
        tokens: its tokens.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.closed_at = closings(tokens)

    def sums(self) -> Iterator[Sum]:
        """All sums of several terms; those in brackets after those around them."""
        inside = [range(len(self.tokens))]
        while inside:
            place = inside.pop()
            index = place.start
            while index < place.stop:
                terms = self.terms(index)
                if len(terms) > 1:
                    yield terms
                stop = terms[-1].stop if terms else index + 1
                inside += self._nested(index, stop)
                index = stop

    def terms(self, index: int) -> Sum:
        """The terms of the sum, or of the one value, that starts at an index; empty without one."""
        found: list[Term] = []
        operator: int | None = None
        while True:
            first = index if operator is None else operator + 1
            stop = self._product_end(first)
            if stop == first:
                return found
            found.append(Term(operator, first, stop))
            operator = stop
            if self._symbol(operator) not in _OF_SUMS:
                return found

    def _nested(self, first: int, stop: int) -> Iterator[range]:
        """What stands in brackets and between CASE and END."""
        index = first
        while index < stop:
            last = self.closed(index)
            if last is not None and last < stop:
                yield range(index + 1, last)
                index = last
            index += 1

    def closed(self, index: int) -> int | None:
        """Where the bracket, or the CASE, at an index ends; None for anything else."""
        if self.tokens[index].word == "CASE":
            return self._case_ends.get(index)
        return self.closed_at.get(index)

    @functools.cached_property
    def _case_ends(self) -> dict[int, int]:
        found: dict[int, int] = {}
        open_at: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.word == "CASE":
                open_at.append(index)
            elif token.word == "END" and open_at:
                found[open_at.pop()] = index
        return found

    def _product_end(self, index: int) -> int:
        """The index behind a product; the given one without."""
        stop = self._operand_end(index)
        while stop > index and self._is_of_product(stop):
            factor = self._operand_end(stop + 1)
            if factor == stop + 1:
                break
            stop = factor
        return stop

    def _is_of_product(self, index: int) -> bool:
        return self._symbol(index) in _OF_PRODUCTS or self._word(index) == "DIV"

    def _operand_end(self, index: int) -> int:
        first = index
        while self._symbol(first) in _SIGNS:
            first += 1
        stop = self._primary_end(first)
        return index if stop == first else self._postfix_end(stop)

    def _primary_end(self, index: int) -> int:
        if index >= len(self.tokens):
            return index
        token = self.tokens[index]
        if token.kind is Kind.SYMBOL or token.word == "CASE":
            last = self.closed(index)
            return index if last is None else last + 1
        if token.kind in (Kind.NUMBER, Kind.STRING):
            return index + 1
        if token.word == "INTERVAL":
            return self._interval_end(index)
        if token.word in _NO_OPERAND:
            is_called = token.word in _FUNCTIONS and self._symbol(index + 1) == "("
            return index + 1 if is_called else index
        if token.word in _TYPED_LITERALS and self._kind(index + 1) is Kind.STRING:
            return index + 2
        return index + 1

    def _interval_end(self, index: int) -> int:
        """Behind `INTERVAL 1 DAY`, `INTERVAL '1 2' DAY TO HOUR`, or the name INTERVAL."""
        amount = index + 1
        if self._symbol(amount) in _SIGNS:
            amount += 1
        stop = self._primary_end(amount)
        if stop == amount:
            return index + 1
        while self._word(stop) in _UNITS:
            stop += 1
            is_amount = self._kind(stop) in (Kind.NUMBER, Kind.STRING)
            if is_amount and self._word(stop + 1) in _UNITS:
                stop += 1
        return stop

    def _postfix_end(self, index: int) -> int:
        while True:
            symbol = self._symbol(index)
            follows_name = self.tokens[index - 1].is_identifier
            if symbol == "." and index + 1 < len(self.tokens):
                index += 2
            elif symbol == "[" or (symbol == "(" and follows_name):
                if index not in self.closed_at:
                    return index
                index = self.closed_at[index] + 1
            elif (symbol == ":" and self._is_path(index)) or (
                symbol == "::" and self._kind(index + 1) is Kind.WORD
            ):
                index += 2
            elif self._word(index) in _AFTER_CALL and self._symbol(index - 1) == ")":
                stop = self._clause_of_call_end(index)
                if stop == index:
                    return index
                index = stop
            else:
                return index

    def _is_path(self, index: int) -> bool:
        """Whether a colon leads into a VARIANT, `v:a.b`, and is not a ternary's, `c ? a : b`."""
        before, colon = self.tokens[index - 1], self.tokens[index]
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else colon
        return before.end == colon.start and colon.end == following.start

    def _clause_of_call_end(self, index: int) -> int:
        """Behind `OVER w`, `OVER (…)`, `FILTER (…)`, `WITHIN GROUP (…)`."""
        first = index + 1 + (self._word(index + 1) == "GROUP")
        if self._symbol(first) == "(" and first in self.closed_at:
            return self.closed_at[first] + 1
        is_window = self._word(index) == "OVER" and self._kind(first) in (Kind.WORD, Kind.QUOTED)
        return first + 1 if is_window else index

    def _symbol(self, index: int) -> str:
        return self.tokens[index].value if self._kind(index) is Kind.SYMBOL else ""

    def _word(self, index: int) -> str:
        return self.tokens[index].word if index < len(self.tokens) else ""

    def _kind(self, index: int) -> Kind | None:
        return self.tokens[index].kind if 0 <= index < len(self.tokens) else None
