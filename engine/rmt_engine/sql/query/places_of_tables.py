"""Where in a query's tokens a table can stand: behind FROM, JOIN, IN and FROM's commas.

A name elsewhere, such as a column's, an alias or a function's argument, is never looked up as a
table: a table of the same name does not change what the query means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rmt_engine.sql.text.tokens import Kind, Token

__all__ = ["CTE", "TABLE", "places_of_tables"]

TABLE = "table"
CTE = "common table expression"

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_AFTER_FROM = frozenset(
    """WHERE PREWHERE GROUP HAVING ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET WINDOW QUALIFY UNION
    INTERSECT EXCEPT SETTINGS FORMAT LATERAL PIVOT UNPIVOT""".split()
)
"""What ends the list of tables behind FROM."""


@dataclass
class _Level:
    """What was read so far between two brackets, or outside of all.

    Attributes:
        call: the word before the bracket.
        cte: the name of the common table expression whose query is in the brackets.
        is_query: whether a FROM here is a query's, and not that of `extract(DAY FROM d)`.
        has_select: whether its SELECT was read.
        in_from: whether a comma here is followed by a table.
        in_array_join: whether it is followed by an array.
        is_recursive: whether a query of WITH may name itself.
        ctes: the names that WITH has given to queries, in lower case.
    """

    call: str = ""
    cte: str = ""
    is_query: bool = False
    has_select: bool = False
    in_from: bool = False
    in_array_join: bool = False
    is_recursive: bool = False
    ctes: set[str] = field(default_factory=set)

    def read(self, token: Token, before: Token | None) -> None:
        """Goes on behind a token that is no bracket and no table's name."""
        word = token.word
        if word == "SELECT":
            self.is_query = self.has_select = True
            self.in_from = self.in_array_join = False
        elif word == "FROM":
            begins = before is None or before.value in _OPENING
            is_distinct_from = before is not None and before.word == "DISTINCT"
            self.in_from = (self.is_query or begins) and not is_distinct_from
            self.in_array_join = False
        elif word == "JOIN":
            self.in_array_join = before is not None and before.word == "ARRAY"
        elif word == "RECURSIVE":
            self.is_recursive = True
        elif word in _AFTER_FROM and (before is None or before.word != "AS"):
            self.in_from = self.in_array_join = False

    def has_table_behind(self, before: Token | None) -> bool:
        """Whether a table's name can stand behind a token."""
        if before is None:
            return False
        if _precedes_operand(before):
            return self.in_from and not self.in_array_join
        return before.word == "TABLE" or (before.word == "IN" and self.call != "POSITION")


def places_of_tables(tokens: Sequence[Token]) -> Mapping[int, str]:
    """The places of tokens where a table's name begins.

    Returns:
        For each place `TABLE`, or `CTE` if a query of WITH has the name.
    """
    levels = [_Level(is_query=True)]
    places: dict[int, str] = {}
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            levels.append(_opened(levels[-1], tokens, place))
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING:
            if len(levels) > 1:
                cte = levels.pop().cte
                levels[-1].ctes.update([cte] if cte else [])
        elif (
            token.is_identifier
            and token.word not in ("SELECT", "WITH", "FROM")
            and levels[-1].has_table_behind(before)
        ):
            name = token.value.lower()
            places[place] = CTE if any(name in level.ctes for level in levels) else TABLE
        else:
            levels[-1].read(token, before)
    return places


def _opened(level: _Level, tokens: Sequence[Token], place: int) -> _Level:
    before = tokens[place - 1] if place else None
    opened = _Level(
        call=before.word if before is not None else "",
        # Tables stand in brackets: `FROM (t JOIN u ON …)`.
        in_from=level.in_from and tokens[place].value == "(" and _precedes_operand(before),
        cte="" if level.has_select else _cte_before(tokens, place),
    )
    if opened.cte and level.is_recursive:
        opened.ctes.add(opened.cte)
    return opened


def _precedes_operand(token: Token | None) -> bool:
    """Whether a token stands before one of FROM's operands."""
    return token is not None and (token.word in ("FROM", "JOIN") or token.value in (",", "("))


def _cte_before(tokens: Sequence[Token], place: int) -> str:
    """The name of the query that a bracket opens: `WITH name (k, v) AS (`; empty if it has none."""
    at = place - 1
    if at > 0 and tokens[at].word == "MATERIALIZED":
        at -= 1
    if at < 1 or tokens[at].word != "AS":
        return ""
    at -= 1
    if tokens[at].value == ")":
        while at > 0 and tokens[at].value != "(":
            at -= 1
        at -= 1
    if at < 1 or not tokens[at].is_identifier:
        return ""
    before = tokens[at - 1]
    is_listed = before.word in ("WITH", "RECURSIVE") or before.value == ","
    return tokens[at].value.lower() if is_listed else ""
