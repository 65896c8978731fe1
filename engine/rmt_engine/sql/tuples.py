"""Comparisons of tuples, `(a, b) > (1, 'x')`, and lists of them, `(a, b) IN ((1, 'x'), …)`.

Spark wants the very types of a and b, ClickHouse converts.

Source of the semantics: https://clickhouse.com/docs/sql-reference/operators/in, and
https://clickhouse.com/docs/sql-reference/data-types/tuple, "Comparison operations with Tuple".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmt_engine.sql.query_blocks import closings, list_items
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["TUPLES", "TUPLE_COMPARED", "TUPLE_IN", "in_operator", "tuple_edits"]

Edit = tuple[int, int, str]
TUPLE_IN = "rmt_tuple_in"
"""The function that takes the tuple and those it may be."""
TUPLE_COMPARED = "rmt_tuple_compared"
"""The function that takes an operator and two tuples."""
TUPLES = r"\)\s*+(?:(?:GLOBAL\s++)?(?:NOT\s++)?IN|[=<>!]++)\s*+\("
"""Where there may be one."""
_COMPARISONS = frozenset(("=", "==", "<>", "!=", "<", ">", "<=", ">=", "<=>"))
_BEFORE_TUPLE = frozenset("WHERE PREWHERE AND OR NOT ON WHEN THEN ELSE HAVING SELECT BY".split())
_CLOSER = frozenset(("[", ".", "::", "+", "-", "*", "/", "%"))
"""What takes the parentheses before it for an operand."""


def tuple_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes calls of `TUPLE_IN` and `TUPLE_COMPARED` of such conditions."""
    closed_at: dict[int, int] | None = None
    opened_at: dict[int, int] = {}
    for index, token in enumerate(tokens[:-1]):
        is_in = token.word == "IN"
        if tokens[index + 1].value != "(" or not (is_in or token.value in _COMPARISONS):
            continue
        operator = in_operator(tokens, index) if is_in else range(index, index + 1)
        if operator.start < 1 or tokens[operator.start - 1].value != ")":
            continue
        if closed_at is None:
            closed_at = closings(tokens)
            opened_at = {last: first for first, last in closed_at.items()}
        left, last = opened_at.get(operator.start - 1), closed_at.get(index + 1)
        if left is None or last is None:
            continue
        width = _width(tokens, left, operator.start - 1)
        if width < 2 or _is_call(tokens, left) or tokens[index + 2].word in ("SELECT", "WITH"):
            continue
        if is_in:
            yield from _in(tokens, left, operator, last, width)
        elif _width(tokens, index + 1, last) > 1 and not _is_operand(tokens, last):
            called = f"{TUPLE_COMPARED}('{token.value}', "
            yield tokens[left].start, tokens[left].start, called
            yield tokens[index - 1].end, token.end, ","
            yield tokens[last].end, tokens[last].end, ")"


def in_operator(tokens: Sequence[Token], index: int) -> range:
    """The words of `[GLOBAL] [NOT] IN`, for the index of IN."""
    first = index - (index > 0 and tokens[index - 1].word == "NOT")
    return range(first - (first > 0 and tokens[first - 1].word == "GLOBAL"), index + 1)


def _in(
    tokens: Sequence[Token], left: int, operator: range, last: int, width: int
) -> Iterator[Edit]:
    first = operator.stop
    negation = "NOT " if len(operator) > 1 and tokens[operator.stop - 2].word == "NOT" else ""
    if tokens[first + 2].word in ("SELECT", "WITH"):
        return
    if tokens[first + 1].value != "(" and not _is_tuple_of_constants(tokens, first, last, width):
        return
    yield tokens[left].start, tokens[left].start, f"({negation}{TUPLE_IN}("
    if tokens[first + 1].value == "(":
        yield tokens[operator.start - 1].end, tokens[first].end, ", "
        yield tokens[last].end, tokens[last].end, ")"
    else:
        yield tokens[operator.start - 1].end, tokens[first].start, ", "
        yield tokens[last].end, tokens[last].end, "))"


def _is_tuple_of_constants(tokens: Sequence[Token], first: int, last: int, width: int) -> bool:
    """Whether `(1, 'x')` behind IN is the one tuple of its list."""
    values = tokens[first + 1 : last : 2]
    are_constants = all(token.kind in (Kind.NUMBER, Kind.STRING) for token in values)
    return are_constants and len(values) == width and last - first == 2 * width


def _width(tokens: Sequence[Token], first: int, last: int) -> int:
    return len(list_items(tokens, range(first + 1, last)))


def _is_call(tokens: Sequence[Token], first: int) -> bool:
    before = tokens[first - 1].word if first else ""
    return bool(before) and before not in _BEFORE_TUPLE


def _is_operand(tokens: Sequence[Token], last: int) -> bool:
    return last + 1 < len(tokens) and tokens[last + 1].value in _CLOSER
