"""Numbers beside times, `at + 3600` and `day - 1`, and differences, `until - since`.

To ClickHouse they count seconds, or days beside a date, and so does a difference; to Spark they are
errors, and a difference is an interval.

Source of the semantics: https://clickhouse.com/docs/sql-reference/operators, "Operators for Working
with Dates and Times".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set

from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING, FUNCTIONS
from rmt_engine.sql.operands import Operands, Sum, Term
from rmt_engine.sql.tokens import Kind, Token

__all__ = [
    "DIFFERENCE",
    "SECONDS",
    "SUM",
    "TIME_FUNCTIONS",
    "has_sums",
    "interval_edits",
    "time_edits",
]

Edit = tuple[int, int, str]
SUM = "rmt_sum"
"""The function for a sum: it takes a sign for each term but the first one, and the terms.

One call for all of a sum, since Spark analyzes calls in one another one after the other.
"""
DIFFERENCE, SECONDS = "d", "s"
"""Signs besides `+` and `-`: as `-`, with a number for the difference of times, or a whole one."""
TIME_FUNCTIONS = frozenset(
    f.name.upper() for f in FUNCTIONS.values() if f.returns.startswith("Date")
)
"""Functions that give a date or a time, upper case."""
_WHOLE_FUNCTIONS = frozenset(
    f.name.upper() for f in FUNCTIONS.values() if f.returns == "DateTime"
) | frozenset(
    "MIN MAX ANY ANYLAST ARGMIN ARGMAX COALESCE IFNULL LEAST GREATEST LAG LEAD "
    "FIRST_VALUE LAST_VALUE".split()
)
_WHOLE_FUNCTIONS |= {
    of_nothing.upper()
    for name, of_nothing in AGGREGATES_OF_NOTHING.items()
    if name.upper() in _WHOLE_FUNCTIONS
}
"""Functions whose times have no fractions, or only such as their arguments have."""
_ENDS_ITEM = frozenset(
    ("SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "BY", "WITH", "UNION")
)
_MOST_PASSES = 5
"""Over a statement, to find names that stand before what they are given to: a query's, of its
subquery's columns."""
_UNITS = frozenset("SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR".split())
_STRING = re.compile(r"'[^']*+'")
_SIGN = re.compile(r"[-+](?![->])")


def has_sums(text: str) -> bool:
    """Whether a statement may hold a sum or a difference."""
    return _SIGN.search(_STRING.sub("''", text)) is not None


def interval_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """`INTERVAL n DAY`, of anything but a constant, as a call: `toIntervalDay(n)`."""
    operands = Operands(tokens)
    for index, token in enumerate(tokens[:-2]):
        first = tokens[index + 1]
        is_constant = first.kind in (Kind.NUMBER, Kind.STRING) or first.value in ("+", "-")
        if token.word != "INTERVAL" or is_constant:
            continue
        terms = operands.terms(index + 1)
        stop = terms[-1].stop if terms else len(tokens)
        unit = tokens[stop].word.removesuffix("S") if stop < len(tokens) else ""
        if unit in _UNITS:
            yield token.start, first.start, f"toInterval{unit.capitalize()}("
            yield tokens[stop - 1].end, tokens[stop].end, ")"


def time_edits(
    tokens: Sequence[Token], times: Set[str], seconds: Set[str], is_clickhouse: bool
) -> Iterator[Edit]:
    """Makes calls of `SUM` of sums that may hold a time.

    Args:
        tokens: of the statement.
        times: the names of columns that may be dates or times, lower case.
        seconds: the names of those known to be times without fractions.
        is_clickhouse: whether the difference of two times is a number.
    """
    operands = Operands(tokens)
    names = _with_aliases(tokens, times)
    for terms in operands.sums():
        first, stop = terms[0].first, terms[-1].stop
        if any(_is_time(tokens[index], names) for index in range(first, stop)):
            yield from _calls(tokens, terms, seconds, is_clickhouse)


def _calls(
    tokens: Sequence[Token], terms: Sum, seconds: Set[str], is_clickhouse: bool
) -> Iterator[Edit]:
    operators = [tokens[term.operator] for term in terms if term.operator is not None]
    are_left = all(_is_constant(tokens, term) or _is_interval(tokens, term) for term in terms[1:])
    if any(operator.value == "||" for operator in operators):
        return
    if are_left and (_is_constant(tokens, terms[0]) or not _has_number(tokens, terms[1:])):
        return
    signs = ""
    is_whole = _is_whole(tokens, terms[0], seconds)
    for term, operator in zip(terms[1:], operators, strict=True):
        is_whole = is_whole and _is_whole(tokens, term, seconds)
        is_difference = operator.value == "-" and is_clickhouse
        signs += (SECONDS if is_whole else DIFFERENCE) if is_difference else operator.value
        yield tokens[(term.operator or 1) - 1].end, operator.end, ","
    start, end = tokens[terms[0].first].start, tokens[terms[-1].stop - 1].end
    yield start, start, f"{SUM}('{signs}', "
    yield end, end, ")"


def _has_number(tokens: Sequence[Token], terms: Sum) -> bool:
    return any(not _is_interval(tokens, term) for term in terms)


def _with_aliases(tokens: Sequence[Token], times: Set[str]) -> frozenset[str]:
    """The names of times, and those that the statement gives to what holds one."""
    names = set(times)
    for _ in range(_MOST_PASSES):
        known = len(names)
        _add_aliases(tokens, names)
        if len(names) == known:
            break
    return frozenset(names)


def _add_aliases(tokens: Sequence[Token], names: set[str]) -> None:
    """Adds the names behind AS of what holds a time."""
    holds = [False]
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value in ("(", "["):
            holds.append(False)
        elif token.kind is Kind.SYMBOL and token.value in (")", "]"):
            inner = holds.pop()
            holds = [*holds[:-1], holds[-1] or inner] if holds else [inner]
        elif token.value == "," or token.word in _ENDS_ITEM:
            holds[-1] = False
        elif token.word == "AS" and holds[-1] and index + 1 < len(tokens):
            names.add(tokens[index + 1].value.lower())
        holds[-1] = holds[-1] or _is_time(token, names)


def _is_time(token: Token, names: Set[str]) -> bool:
    if not token.is_identifier:
        return False
    return token.value.lower() in names or token.word in TIME_FUNCTIONS


def _is_interval(tokens: Sequence[Token], term: Term) -> bool:
    return tokens[term.first].word == "INTERVAL"


def _is_constant(tokens: Sequence[Token], term: Term) -> bool:
    kinds = {tokens[index].kind for index in range(term.first, term.stop)}
    return kinds <= {Kind.NUMBER, Kind.STRING, Kind.SYMBOL}


def _is_whole(tokens: Sequence[Token], term: Term, seconds: Set[str]) -> bool:
    """Whether a term is a time without fractions for sure."""
    names: dict[bool, set[str]] = defaultdict(set)
    for index in range(term.first, term.stop):
        token = tokens[index]
        if token.kind is Kind.SYMBOL and token.value not in ("(", ")", ",", "."):
            return False
        if token.is_identifier:
            following = tokens[index + 1].value if index + 1 < len(tokens) else ""
            if following != ".":
                names[following == "("].add(token.value)
    columns = {name.lower() for name in names[False]}
    functions = {name.upper() for name in names[True]}
    return bool(columns or functions) and columns <= seconds and functions <= _WHOLE_FUNCTIONS
