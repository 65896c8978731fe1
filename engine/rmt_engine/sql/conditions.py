"""Conditions that are numbers: true in ClickHouse when they are not 0, an error in Spark.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/logical-functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.operands import Operands
from rmt_engine.sql.tokens import Kind, Token
from rmt_engine.sql.tuples import TUPLE_COMPARED, TUPLE_IN

__all__ = ["ALL_TRUE", "ANY_TRUE", "CONDITION_WORDS", "IS_TRUE", "condition_edits"]

Edit = tuple[int, int, str]
IS_TRUE = "rmt_is_true"
"""The function that makes a condition of a number, and leaves conditions as they are."""
ALL_TRUE, ANY_TRUE = "rmt_and", "rmt_or"
"""The functions `and` and `or`, of numbers as well."""
_CALLS = {"AND": ALL_TRUE, "OR": ANY_TRUE}
_BEGINS_CONDITION = frozenset(("WHERE", "PREWHERE", "HAVING", "QUALIFY", "ON"))
CONDITION_WORDS = _BEGINS_CONDITION | {"AND", "OR", "NOT", "WHEN", "IF"}
"""Words one of which stands by every condition."""
_ENDS_OPERANDS = frozenset(
    """SELECT DISTINCT FROM JOIN INNER LEFT RIGHT FULL CROSS ANTI SEMI NATURAL USING GROUP ORDER BY
    LIMIT OFFSET WINDOW UNION INTERSECT EXCEPT MINUS VALUES LATERAL CLUSTER DISTRIBUTE SORT SETTINGS
    FORMAT AS THEN ELSE ASC DESC NULLS WITH SET PARTITION ROWS RANGE""".split()
)
_FUNCTIONS = frozenset(("LEFT", "RIGHT", "FORMAT", "RANGE", "MINUS", "WINDOW"))
"""Those of them that are functions as well."""
_NOT_OF = frozenset(("IN", "LIKE", "ILIKE", "RLIKE", "REGEXP", "BETWEEN", "NULL", "EXISTS"))
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_BEFORE_CALL = CONDITION_WORDS | {"SELECT", "DISTINCT", "THEN", "ELSE", "BY"}
_CONSTANTS = frozenset(("TRUE", "FALSE", "NULL"))
_CONDITIONS = frozenset(f.name.upper() for f in FUNCTIONS.values() if f.returns == "Bool") | {
    *("ISNULL", "ISNOTNULL", "STARTSWITH", "ENDSWITH", "CONTAINS", "REGEXP_LIKE", "EXISTS"),
    *(
        "ARRAY_CONTAINS",
        "AND",
        "OR",
        ALL_TRUE.upper(),
        ANY_TRUE.upper(),
        IS_TRUE.upper(),
        TUPLE_IN.upper(),
        TUPLE_COMPARED.upper(),
    ),
}
"""Functions that are conditions already."""


@dataclass
class _Clause:
    """What is open at one depth of brackets: an expression that may be a condition.

    Attributes:
        start: the index of its first token.
        is_condition: whether it has to be one.
        of_case: whether it is in a CASE, and then whether that compares nothing: `CASE WHEN`.
        betweens: how many BETWEENs wait for their AND.
    """

    start: int
    is_condition: bool = False
    of_case: bool | None = None
    betweens: int = 0


def condition_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes calls of `IS_TRUE` of the operands of AND, OR and NOT, and of whole conditions.

    Comparisons, constants and calls that are conditions themselves stay as they are. The functions
    `and` and `or` become those that take numbers, and more than two.
    """
    operands = Operands(tokens)
    for index in range(len(tokens)):
        if _is_call(tokens, index):
            yield tokens[index].start, tokens[index].end, _CALLS[tokens[index].word]
    for first, stop in _numbers(operands, _conditions(tokens)):
        yield tokens[first].start, tokens[first].start, f"{IS_TRUE}("
        yield tokens[stop - 1].end, tokens[stop - 1].end, ")"


def _conditions(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where each condition begins and ends."""
    clauses = [_Clause(0)]
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL:
            yield from _at_symbol(tokens, index, clauses)
        elif token.word and (not index or tokens[index - 1].value != "."):
            yield from _at_word(tokens, index, clauses)
    while clauses:
        yield from _ended(clauses.pop(), len(tokens))


def _at_symbol(
    tokens: Sequence[Token], index: int, clauses: list[_Clause]
) -> Iterator[tuple[int, int]]:
    symbol = tokens[index].value
    if symbol in _OPENING:
        is_if = symbol == "(" and index > 0 and tokens[index - 1].word == "IF"
        clauses.append(_Clause(index + 1, is_condition=is_if))
    elif symbol in _CLOSING and len(clauses) > 1:
        yield from _ended(clauses.pop(), index)
    elif symbol in _CLOSING or symbol in (",", ";", "->"):
        yield from _ended(clauses[-1], index)
        clauses[-1] = _Clause(index + 1)


def _at_word(
    tokens: Sequence[Token], index: int, clauses: list[_Clause]
) -> Iterator[tuple[int, int]]:
    word, clause = tokens[index].word, clauses[-1]
    if word == "CASE":
        is_searched = index + 1 < len(tokens) and tokens[index + 1].word == "WHEN"
        clauses.append(_Clause(index + 1, of_case=is_searched))
    elif word == "END" and clause.of_case is not None:
        yield from _ended(clauses.pop(), index)
    elif word == "BETWEEN":
        clause.betweens += 1
    elif word == "AND" and clause.betweens:
        clause.betweens -= 1
    elif _joins(tokens, index) or _is_negation(tokens, index):
        clause.is_condition = True
    elif _is_of_comparison(tokens, index) or _is_function(tokens, index):
        return
    elif word in _BEGINS_CONDITION or word == "WHEN" or word in _ENDS_OPERANDS:
        yield from _ended(clause, index)
        is_condition = word in _BEGINS_CONDITION or (word == "WHEN" and clause.of_case is True)
        clauses[-1] = _Clause(index + 1, is_condition, clause.of_case)


def _ended(clause: _Clause, stop: int) -> Iterator[tuple[int, int]]:
    if clause.is_condition and stop > clause.start:
        yield clause.start, stop


def _joins(tokens: Sequence[Token], index: int) -> bool:
    """Whether AND or OR joins two conditions, and is no part of CREATE OR REPLACE."""
    following = tokens[index + 1].word if index + 1 < len(tokens) else ""
    is_word = tokens[index].word in _CALLS and following not in ("REPLACE", "REFRESH")
    return is_word and not _is_call(tokens, index)


def _is_of_comparison(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word is DISTINCT or FROM of `IS [NOT] DISTINCT FROM`."""
    first = index - (tokens[index].word == "FROM")
    before = [token.word for token in tokens[max(first - 2, 0) : first]]
    return tokens[first].word == "DISTINCT" and (before[-1:] == ["IS"] or before == ["IS", "NOT"])


def _is_function(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that may begin a clause is a function's name here."""
    following = tokens[index + 1].value if index + 1 < len(tokens) else ""
    return tokens[index].word in _FUNCTIONS and following == "("


def _is_call(tokens: Sequence[Token], index: int) -> bool:
    """Whether AND or OR is a function's name: nothing that could be its left side is before it."""
    is_named = tokens[index].word in _CALLS and index + 1 < len(tokens)
    if not is_named or tokens[index + 1].value != "(":
        return False
    before = tokens[index - 1] if index else None
    if before is None or (before.kind is Kind.SYMBOL and before.value not in (*_CLOSING, "?")):
        return True
    return before.word in _BEFORE_CALL


def _is_negation(tokens: Sequence[Token], index: int) -> bool:
    """Whether NOT negates a condition, and is no part of NOT IN and its like."""
    following = tokens[index + 1].word if index + 1 < len(tokens) else ""
    before = tokens[index - 1].word if index else ""
    return tokens[index].word == "NOT" and following not in _NOT_OF and before != "IS"


def _numbers(
    operands: Operands, conditions: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """What may be a number in conditions."""
    tokens = operands.tokens
    # What stands in parentheses is found by itself and as a part of what is around it.
    seen: set[tuple[int, int]] = set()
    for condition in conditions:
        places = [condition]
        while places:
            place = places.pop()
            if place in seen:
                continue
            seen.add(place)
            for start, end in _between_and_or(operands, *place):
                terms = operands.terms(start) if start < end else ()
                if not terms or terms[-1].stop != end:
                    continue
                if len(terms) == 1 and operands.closed_at.get(start) == end - 1:
                    if tokens[start + 1].word not in ("SELECT", "WITH"):
                        places.append((start + 1, end - 1))
                elif not _is_condition(tokens, start, end):
                    yield start, end


def _between_and_or(operands: Operands, first: int, stop: int) -> Iterator[tuple[int, int]]:
    """What stands between AND, OR and NOT, outside parentheses and CASE."""
    start, betweens = first, 0
    index = first
    while index < stop:
        word = operands.tokens[index].word
        if word == "BETWEEN":
            betweens += 1
        elif word == "AND" and betweens:
            betweens -= 1
        elif word in ("AND", "OR"):
            yield start, index
            start, betweens = index + 1, 0
        elif word == "NOT" and index == start:
            start += 1
        last = operands.closed(index)
        index = index + 1 if last is None else last + 1
    yield start, stop


def _is_condition(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether an operand is a constant, or a call that is a condition."""
    token = tokens[start]
    if end - start == 1:
        return token.kind is Kind.STRING or token.word in _CONSTANTS
    is_call = tokens[start + 1].value == "(" and tokens[end - 1].value == ")"
    return is_call and token.word in _CONDITIONS
