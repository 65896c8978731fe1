"""Expressions of a statement that is ClickHouse's, where Spark reads the same text in another way.

`a[1]` is the first element of an array, `t.1` the first of a tuple, NULLs come last in any order,
an aggregate over no rows is its type's default and `sum(x > 1)` counts. One pass over the tokens
finds all of it.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/array-functions,
…/sql-reference/statements/select/order-by, …/sql-reference/aggregate-functions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING
from rmt_engine.sql.query_blocks import closings
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, Token, splice, tokenize

__all__ = [
    "TUPLE_ELEMENT",
    "adds_conditions",
    "has_tuple_elements",
    "shifts_dates",
    "spell_elements",
    "spelled",
]

TUPLE_ELEMENT = re.compile(r"(?:\b[A-Za-z_]\w*+|[)\]`])\.\d")
"""What a statement with an element of a tuple, `t.1`, has in it."""

Edit = tuple[int, int, str]
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_NO_NAMES = frozenset(
    """ALL AND ANTI ANY ARRAY AS ASC ASOF BETWEEN BY CASE CROSS DESC DISTINCT DIV ELSE EXCEPT EXISTS
    FROM FULL GLOBAL GROUP HAVING ILIKE IN INNER INTERSECT IS JOIN LEFT LIKE LIMIT MINUS NOT OFFSET
    ON OR ORDER OUTER OVER PREWHERE QUALIFY RETURN RIGHT RLIKE SELECT SEMI SET THEN UNION USING
    VALUES WHEN WHERE WITH""".split()
)
"""Words after which a bracket begins an array, and parentheses are no call's."""
_ENDS_ORDER = frozenset(
    """EXCEPT FETCH FORMAT GROUPS INTERSECT LIMIT MINUS OFFSET QUALIFY RANGE ROWS SETTINGS UNION
    WINDOW""".split()
)
_PARAMETERS = "named_struct('parameter_1'"
_AFTER_AGGREGATE = frozenset(("OVER", "FILTER", "WITHIN", "IGNORE", "RESPECT"))
_ENDS_ITEM = frozenset(("FROM", "UNION", "INTERSECT", "EXCEPT", "MINUS", "ORDER", "LIMIT"))
_SHIFTS = {
    f"{kind}{line}{verb}": "add" if verb == "ADD" else "subtract"
    for kind in ("DATE", "TIMESTAMP")
    for line in ("", "_")
    for verb in ("ADD", "SUB")
}
_UNITS = {
    word: word.capitalize() + "s"
    for word in "YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MILLISECOND MICROSECOND".split()
}
_COMPARISONS = frozenset(("=", "==", "<", ">", "<=", ">=", "<>", "!="))
_CONDITION_WORDS = frozenset(("AND", "OR", "NOT", "LIKE", "ILIKE", "IN", "IS", "BETWEEN"))


def spelled(text: str) -> str:
    """A statement that is ClickHouse's, its expressions said in words Spark reads in the same way.

    Args:
        text: in Spark's spelling otherwise.
    """
    tokens = tokenize(text, "spark")
    shifted = _shifted_dates(text, tokens)
    if shifted:
        text = splice(text, shifted)
        tokens = tokenize(text, "spark")
    return splice(text, [*_elements(tokens), *_nulls_last(tokens), *_of_nothing(text, tokens)])


def spell_elements(text: str) -> str:
    """The same for elements of arrays and tuples only: `a[1]`, `t.1`.

    Args:
        text: a query or an expression in ClickHouse's spelling.
    """
    return splice(text, _elements(tokenize(text)))


def has_tuple_elements(tokens: Sequence[Token]) -> bool:
    """Whether a statement has an element of a tuple, `t.1`, in it; Spark has no such thing."""
    return any(
        index >= 2 and tokens[index - 1].value == "." and _is_place(tokens, index)
        for index in range(len(tokens))
    )


def shifts_dates(tokens: Sequence[Token], index: int) -> bool:
    """Whether a date is shifted here in a way only ClickHouse has: `dateSub(DAY, 1, d)`."""
    token = tokens[index]
    if token.word not in _SHIFTS or index + 2 >= len(tokens) or tokens[index + 1].value != "(":
        return False
    is_sub = _SHIFTS[token.word] == "subtract" and tokens[index + 2].word in _UNITS
    return is_sub or token.value in ("dateAdd", "dateSub", "timestampAdd", "timestampSub")


def adds_conditions(tokens: Sequence[Token]) -> bool:
    """Whether conditions are added up, `sum(x > 1)`, which Spark refuses."""
    sums, cases = [False], [0]
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            before = tokens[index - 1].word if index else ""
            sums.append(token.value == "(" and before in ("SUM", "AVG"))
            cases.append(0)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING and len(sums) > 1:
            sums.pop()
            cases.pop()
        elif token.word in ("CASE", "END"):
            cases[-1] += 1 if token.word == "CASE" else -1
        elif sums[-1] and not cases[-1] and _is_comparison(token):
            return True
    return False


def _is_comparison(token: Token) -> bool:
    is_symbol = token.kind is Kind.SYMBOL and token.value in _COMPARISONS
    return is_symbol or token.word in _CONDITION_WORDS


# Elements


def _elements(tokens: Sequence[Token]) -> list[Edit]:
    """Elements as calls: `arrayElement(a, 1)`, `tupleElement(t, 1)`."""
    edits: list[Edit] = []
    calls: dict[int, list[str]] = defaultdict(list)
    starts: dict[int, int] = {}
    open_at: list[int] = []
    for index, token in enumerate(tokens):
        if token.is_identifier:
            before = starts.get(index - 2) if index and tokens[index - 1].value == "." else None
            if before is not None:
                starts[index] = before
            elif token.kind is Kind.QUOTED or token.word not in _NO_NAMES:
                starts[index] = index
        elif token.kind is Kind.NUMBER:
            whole = starts.get(index - 2) if index and tokens[index - 1].value == "." else None
            if whole is not None and _is_place(tokens, index):
                starts[index] = whole
                ends = "".join(f", {element})" for element in token.value.split("."))
                calls[whole] += ["tupleElement("] * (token.value.count(".") + 1)
                edits.append((tokens[index - 1].start, token.end, ends))
        elif token.kind is Kind.SYMBOL and token.value in _OPENING:
            open_at.append(index)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING and open_at:
            first = open_at.pop()
            of = starts.get(first - 1)
            starts[index] = first if of is None else of
            if of is not None and token.value == "]" and index > first + 1:
                calls[of].append("arrayElement(")
                edits.append((tokens[first].start, tokens[first].end, ", "))
                edits.append((token.start, token.end, ")"))
    edits += [
        (tokens[at].start, tokens[at].start, "".join(reversed(names)))
        for at, names in calls.items()
    ]
    return edits


def _is_place(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token is the number of an element, or of two: `1.2` of `t.1.2`."""
    token = tokens[index]
    is_number = token.kind is Kind.NUMBER and token.value.replace(".", "").isdigit()
    return is_number and tokens[index - 1].end == token.start


# ORDER BY


def _nulls_last(tokens: Sequence[Token]) -> list[Edit]:
    """`NULLS LAST` for the elements of each ORDER BY that do not say where NULLs go."""
    edits: list[Edit] = []
    in_order = [False]
    for index, token in enumerate(tokens):
        if token.word == "BY" and index and tokens[index - 1].word == "ORDER":
            in_order[-1] = True
        elif token.kind is Kind.SYMBOL and token.value in _OPENING:
            in_order.append(False)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING:
            edits += _end_of_element(tokens, index) if in_order[-1] else []
            in_order[-1:] = [] if len(in_order) > 1 else [False]
        elif in_order[-1] and (token.word in _ENDS_ORDER or token.value == ";"):
            edits += _end_of_element(tokens, index)
            in_order[-1] = False
        elif in_order[-1] and token.kind is Kind.SYMBOL and token.value == ",":
            edits += _end_of_element(tokens, index)
    if in_order == [True]:
        edits += _end_of_element(tokens, len(tokens))
    return edits


def _end_of_element(tokens: Sequence[Token], stop: int) -> list[Edit]:
    last = tokens[stop - 1]
    if last.word in ("DESC", "BY", "NULL") or tokens[stop - 2].word == "NULLS" or last.value == ",":
        return []
    return [(last.end, last.end, " NULLS LAST")]


# Aggregates over no rows


def _of_nothing(text: str, tokens: Sequence[Token]) -> list[Edit]:
    """Aggregates that are their type's default over no rows; a column keeps its name."""
    if any(token.word == "PIVOT" for token in tokens):
        return []
    edits: list[Edit] = []
    closing = closings(tokens)
    in_select = [False]
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value in _OPENING:
            in_select.append(False)
        elif token.kind is Kind.SYMBOL and token.value in _CLOSING and len(in_select) > 1:
            in_select.pop()
        elif token.word in ("SELECT", "FROM"):
            in_select[-1] = token.word == "SELECT"
        of_nothing = AGGREGATES_OF_NOTHING.get(token.value.lower())
        end = closing.get(index + 1) if _opens_call(tokens, index + 1) else None
        if of_nothing is None or end is None or not _is_aggregate(tokens, index, end):
            continue
        edits.append((token.start, token.end, of_nothing))
        written = text[token.start : tokens[end].end]
        if in_select[-1] and _is_column(tokens, index, end) and _PARAMETERS not in written:
            edits.append((tokens[end].end, tokens[end].end, f" AS {quote_name(written)}"))
    return edits


def _is_aggregate(tokens: Sequence[Token], index: int, end: int) -> bool:
    before = tokens[index - 1] if index else None
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    return (
        tokens[index].kind is Kind.WORD
        and tokens[index + 2].word not in ("DISTINCT", "ALL", "SELECT")
        and end > index + 2
        and (following is None or following.word not in _AFTER_AGGREGATE)
        and (before is None or before.value not in (".", "=", "<", ">", "<>", "!="))
        and (before is None or before.word not in ("LIKE", "ILIKE", "RLIKE", "FUNCTION"))
    )


def _is_column(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Whether a call is a whole element of a list and has no other name."""
    before = tokens[index - 1] if index else None
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    if before is None or (before.word not in ("SELECT", "DISTINCT") and before.value != ","):
        return False
    return following is None or following.value in (",", ";", ")") or following.word in _ENDS_ITEM


# Dates


def _shifted_dates(text: str, tokens: Sequence[Token]) -> list[Edit]:
    """`dateAdd(DAY, 1, d)` is `addDays(d, 1)`, and with `INTERVAL 1 DAY` `(d + …)`."""
    edits: list[Edit] = []
    closing = closings(tokens)
    moved = 0
    for index, token in enumerate(tokens[:-2]):
        end = closing.get(index + 1) if _opens_call(tokens, index + 1) else None
        if index < moved or token.word not in _SHIFTS or end is None:
            continue
        items = _items(tokens, range(index + 2, end), closing)
        verb, unit = _SHIFTS[token.word], tokens[index + 2].word
        if len(items) == 3 and len(items[0]) == 1 and unit in _UNITS and items[2]:
            count = text[tokens[items[1][0]].start : tokens[items[1][-1]].end]
            moved = items[2][0]
            first = tokens[moved].start
            edits.append((token.start, first, f"{verb}{_UNITS[unit]}("))
            edits.append((tokens[end].start, tokens[end].start, f", {count}"))
        elif len(items) == 2 and items[0] and tokens[items[1].start].word == "INTERVAL":
            sign = " + " if verb == "add" else " - "
            moved = items[1][0]
            edits.append((token.start, token.end, ""))
            edits.append((tokens[items[0][-1]].end, tokens[items[1][0]].start, sign))
    return edits


def _opens_call(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].value == "("


def _items(tokens: Sequence[Token], inside: range, closing: Mapping[int, int]) -> list[range]:
    """The elements of a list, split at the commas outside brackets."""
    items: list[range] = []
    start = at = inside.start
    while at < inside.stop:
        if tokens[at].kind is Kind.SYMBOL and tokens[at].value == ",":
            items.append(range(start, at))
            start = at + 1
        at = closing.get(at, at) + 1
    items.append(range(start, inside.stop))
    return items
